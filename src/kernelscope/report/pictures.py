"""A drawing as a file: PNG and PDF through matplotlib, SVG by `svg.py`."""

from __future__ import annotations

import io
from typing import Any, assert_never

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Rectangle
from matplotlib.patheffects import withStroke

from kernelscope.errors import UsageError
from kernelscope.report import svg
from kernelscope.report.drawing import (
    COLOURS,
    SIZE,
    Area,
    Bar,
    Dot,
    Drawing,
    Line,
    Mark,
    Shape,
    Style,
    Text,
    fitting,
    style_of,
)

FORMATS = ("png", "svg", "pdf")
_PER_INCH = 72  # lengths of a drawing
_DPI = 2 * _PER_INCH
_MARKERS: dict[Shape, str] = {"circle": "o", "square": "s", "triangle": "^"}
_ALIGN = {"start": "left", "middle": "center", "end": "right"}


def encode(drawing: Drawing, form: str) -> bytes:
    """Return the content of a picture's file; an SVG follows the reader's light or dark system.

    Raises UsageError on a format other than png, svg, pdf.
    """
    if form not in FORMATS:
        raise UsageError(f"plot format {form!r} is unknown; there are {', '.join(FORMATS)}")
    if form == "svg":
        return svg.file(drawing).encode()
    stream = io.BytesIO()
    # Without this matplotlib writes the time of day into a PDF.
    metadata: dict[str, Any] = {"CreationDate": None} if form == "pdf" else {}
    _figure(drawing).savefig(stream, format=form, dpi=_DPI, metadata=metadata)
    return stream.getvalue()


def _figure(drawing: Drawing) -> Figure:
    size = drawing.width / _PER_INCH, drawing.height / _PER_INCH
    figure = Figure(figsize=size, facecolor=COLOURS["paper"][0])
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    for order, mark in enumerate(drawing.marks):
        style = style_of(mark.role)
        if not style.get("hidden"):
            shared = {
                "color": COLOURS[style.get("colour", "ink")][0],
                "alpha": style.get("opacity", 1.0),
                "zorder": order,
            }
            _draw(axes, mark, style, shared)
    return figure


def _draw(axes: Axes, mark: Mark, style: Style, shared: dict[str, Any]) -> None:
    match mark:
        case Bar():
            box = Rectangle(
                (mark.x, mark.y), mark.width, mark.height, lw=style.get("edge", 0), **shared
            )
            box.set_edgecolor(COLOURS["paper"][0])
            axes.add_patch(box)
            name = fitting(mark.name, mark.width - 8)
            if name:
                inside = {**shared, "color": COLOURS["ink"][0]}
                axes.text(mark.x + 4, mark.y + mark.height / 2 + 4, name, fontsize=SIZE, **inside)
        case Line():
            xs, ys = zip(*mark.places, strict=True)
            dashes = (0, style["dash"]) if "dash" in style else "-"
            axes.plot(xs, ys, linewidth=style.get("width", 1.0), linestyle=dashes, **shared)
        case Area():
            axes.add_patch(Polygon(mark.places, lw=0, **shared))
        case Dot():
            edge = {"markeredgecolor": COLOURS["paper"][0], "markeredgewidth": 1.2}
            marker = _MARKERS[mark.shape]
            axes.plot([mark.x], [mark.y], marker, markersize=mark.size, **edge, **shared)
        case Text():
            _write(axes, mark, style, shared)
        case _:
            assert_never(mark)


def _write(axes: Axes, text: Text, style: Style, shared: dict[str, Any]) -> None:
    outline = withStroke(linewidth=3, foreground=COLOURS["paper"][0])
    axes.text(
        text.x,
        text.y,
        text.content,
        fontsize=style.get("size", SIZE),
        fontweight="bold" if style.get("bold") else "normal",
        ha=_ALIGN[text.anchor],
        va="baseline",
        rotation=-text.degrees,
        rotation_mode="anchor",
        parse_math=False,
        path_effects=[outline] if style.get("halo") else [],
        **shared,
    )
