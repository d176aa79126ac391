"""The hierarchical roofline as a matplotlib figure."""

from __future__ import annotations

import math

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke

from kernelscope.errors import UsageError
from kernelscope.record import Comparison
from kernelscope.report import cells, pictures
from kernelscope.report.pictures import COLOURS, INK, PAPER, SOFT
from kernelscope.report.roofline import points as roofline
from kernelscope.report.roofline.points import LEVEL_NAMES, Drawing, Line

_MARKERS = {"dram": "o", "l2": "s", "shared": "^"}
_TERA = 1e12
_SIZE = (9.0, 6.0)  # inches
_CHARACTER = 0.0055  # of a slope's label, in parts of the axis
_HALO = [withStroke(linewidth=2.5, foreground=PAPER)]  # a line behind a label does not strike it


def draw(record: Comparison) -> Figure:
    """Roofs of every level and precision, and each implementation at each level.

    Raises UsageError where nothing was timed or there are no FLOPs to count.
    """
    drawing = roofline.drawing(record, _CHARACTER)
    if drawing is None:
        raise UsageError(f"{record.operation}: no roofline: nothing timed, or no FLOPs to count")
    figure = pictures.figure(f"{cells.title(record)}   on {record.device}", *_SIZE)
    axes = figure.subplots()
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(*drawing.xs)
    axes.set_ylim(*(value / _TERA for value in drawing.ys))
    pictures.plain(axes)
    _roofs(axes, drawing)
    _marks(axes, drawing, record)
    kinds = pictures.provenances([point.rate for point in drawing.points])
    axes.set_xlabel("FLOPs a byte that crossed the level", fontsize=9)
    axes.set_ylabel(f"TFLOP/s ({kinds})", fontsize=9)
    return figure


def _roofs(axes: Axes, drawing: Drawing) -> None:
    taken: list[float] = []
    for line in sorted(drawing.lines, key=lambda line: not line.specified):
        xs, ys = zip(line.start, line.end, strict=True)
        axes.plot(
            xs,
            [y / _TERA for y in ys],
            color=SOFT,
            zorder=1,
            linewidth=1.8 if line.work and line.specified else 1.0,
            linestyle="-" if line.specified else (0, (5, 4)),
        )
        if line.kind == "memory":
            _slanted(axes, line, drawing)
        elif all(abs(math.log10(line.end[1] / other)) > 0.055 for other in taken):
            taken.append(line.end[1])
            place = (drawing.xs[1], line.end[1] / _TERA)
            axes.annotate(
                line.label,
                place,
                (-2, 2),
                textcoords="offset points",
                ha="right",
                fontsize=7,
                color=INK if line.work else SOFT,
                path_effects=_HALO,
            )


def _slanted(axes: Axes, line: Line, drawing: Drawing) -> None:
    """The label along the slope, above or below the line."""
    if not line.label:
        return
    x, y = line.label_at
    axes.annotate(
        line.label,
        (x, y / _TERA),
        (-3, 3) if line.above else (3, -3),
        textcoords="offset points",
        ha="center",
        va="bottom" if line.above else "top",
        fontsize=7,
        color=SOFT,
        rotation=_angle(drawing),
        rotation_mode="anchor",
        path_effects=_HALO,
    )


def _angle(drawing: Drawing) -> float:
    """Degrees of a slope of one decade a decade, as the picture's shape shows it."""
    decades = [math.log10(high / low) for low, high in (drawing.xs, drawing.ys)]
    width, height = 0.9 * _SIZE[0], 0.86 * _SIZE[1]  # inches within the axes
    return math.degrees(math.atan2(height / decades[1], width / decades[0]))


def _marks(axes: Axes, drawing: Drawing, record: Comparison) -> None:
    names = [row.implementation for row in record.rows]
    colours = {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}
    for name in names:
        own = [point for point in drawing.points if point.name == name]
        if own:
            ends = [point.intensity for point in own]
            level = [own[0].rate.value / _TERA] * len(own)
            axes.plot(ends, level, "-", color=colours[name], linewidth=1, alpha=0.6)
    for point in drawing.points:
        # Points of DRAM and L2 coincide where nothing is read twice: the larger lies behind.
        axes.plot(
            point.intensity,
            point.rate.value / _TERA,
            _MARKERS[point.level],
            color=colours[point.name],
            alpha=0.45 if point.level == "l2" else 1,
            markeredgecolor=PAPER,
            markersize=12 if point.level == "l2" else 7.5,
            label=f"{point.name}, {LEVEL_NAMES[point.level]}",
            zorder=2 if point.level == "l2" else 3,
        )
    _legend(axes, drawing, colours)


def _legend(axes: Axes, drawing: Drawing, colours: dict[str, str]) -> None:
    shown = dict.fromkeys(point.name for point in drawing.points)
    levels = {point.level for point in drawing.points}
    entries = [Line2D([], [], color=colours[name], linewidth=3, label=name) for name in shown]
    entries += [
        Line2D([], [], color=SOFT, marker=marker, linestyle="", label=LEVEL_NAMES[level])
        for level, marker in _MARKERS.items()
        if level in levels
    ]
    entries.append(Line2D([], [], color=SOFT, label="specified"))
    kinds = "measured/estimated"
    entries.append(Line2D([], [], color=SOFT, linestyle=(0, (5, 4)), linewidth=1, label=kinds))
    axes.legend(
        handles=entries,
        frameon=False,
        fontsize=8,
        labelcolor=INK,
        loc="upper left",
        ncols=1 + (len(entries) > 7),
    )
