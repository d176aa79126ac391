"""Occupancy over block size, registers and shared memory: three panels, the launch marked."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kernelscope.hardware.occupancy_curves import Curve
from kernelscope.hardware.occupancy_study import Study
from kernelscope.report import pictures
from kernelscope.report.pictures import COLOURS, INK, PAPER

_TITLES = {
    "block": "threads a block",
    "registers": "registers a thread",
    "shared": "KiB of shared memory a block",
}


def image(studies: Sequence[Study], form: str) -> bytes:
    """The picture's file content, a row of panels for each launch.

    Raises UsageError on a format other than png, svg, pdf.
    """
    return pictures.encode(draw(studies), form)


def draw(studies: Sequence[Study]) -> Figure:
    """The picture as a matplotlib figure: one row of three panels for each launch."""
    name = studies[0].spec.full_name
    figure = pictures.figure(f"Occupancy on {name} (computed)", 11, 0.4 + 3.0 * len(studies))
    rows = figure.subplots(len(studies), 3, sharey=True, squeeze=False)
    for study, panels in zip(studies, rows, strict=True):
        for curve, axes in zip(study.curves, panels, strict=True):
            _panel(axes, curve, study)
        panels[0].set_ylabel(f"{study.kernel or 'launch'}\nwarps an SM, %", fontsize=9)
    return figure


def _panel(axes: Axes, curve: Curve, study: Study) -> None:
    unit = 1024 if curve.axis == "shared" else 1
    values = [value / unit for value in curve.values]
    percent = [100 * point.fraction for point in curve.points]
    if curve.axis == "block":
        axes.plot(values, percent, "o-", ms=3.5, linewidth=1, color=COLOURS[0])
        axes.set_xticks(range(0, study.spec.max_threads_per_block + 1, 256))
    else:
        axes.step(values, percent, where="mid", linewidth=1.8, color=COLOURS[0])
        axes.fill_between(values, percent, step="mid", alpha=0.12, color=COLOURS[0], linewidth=0)
    axes.set_ylim(0, 112)
    axes.set_yticks((0, 25, 50, 75, 100))
    axes.set_xlim(0, 1.04 * max(values))
    axes.set_xlabel(_TITLES[curve.axis], fontsize=9)
    pictures.plain(axes)
    unknown = curve.axis == "registers" and not curve.here
    if not unknown:
        _mark(axes, curve.here / unit, 100 * study.occupancy.fraction)


def _mark(axes: Axes, x: float, y: float) -> None:
    """The launch itself: a dot on the curve, with its figures beside it."""
    axes.plot([x], [y], "o", ms=8, color=COLOURS[2], zorder=3)
    right = x > 0.7 * axes.get_xlim()[1]
    axes.annotate(
        f"{x:g}: {y:.3g} %",
        (x, y),
        (-9 if right else 9, 7),
        textcoords="offset points",
        ha="right" if right else "left",
        fontsize=9,
        color=INK,
        bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 1},
    )
