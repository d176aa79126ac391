"""A drawing as a file: PNG and PDF through matplotlib, SVG by `svg.py`.

matplotlib takes half a second to import: only a command that draws one pays for it.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any, assert_never

from kernelscope.errors import UsageError
from kernelscope.report import svg
from kernelscope.report.drawing import (
    COLOURS,
    FORMATS,
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
    name_of,
    style_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
    from matplotlib.figure import Figure

    size = drawing.width / _PER_INCH, drawing.height / _PER_INCH
    figure = Figure(figsize=size, facecolor=COLOURS["paper"][0])
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    for mark in drawing.marks:
        if style_of(mark.role).get("display") != "none":
            _draw(axes, mark, style_of(mark.role))
    return figure


def _draw(axes: Axes, mark: Mark, style: Style) -> None:
    from matplotlib.patches import Polygon, Rectangle
    from matplotlib.patheffects import withStroke

    paper = COLOURS["paper"][0]
    shared: Any = {"alpha": style.get("opacity", 1), "zorder": len(axes.get_children())}
    shared["color"] = COLOURS[str(style["color"])][0]
    match mark:
        case Bar():
            box = Rectangle((mark.x, mark.y), mark.width, mark.height, linewidth=0, **shared)
            box.set_edgecolor(paper)
            box.set_linewidth(float(style.get("stroke-width", 0)))
            axes.add_patch(box)
            if mark.name:
                _draw(axes, name_of(mark), style_of("ink"))
        case Line():
            xs, ys = zip(*mark.places, strict=True)
            dashes = tuple(map(float, str(style.get("stroke-dasharray", "")).split()))
            line = axes.plot(xs, ys, linewidth=style.get("stroke-width", 1), **shared)[0]
            line.set_dashes(dashes)
        case Area():
            axes.add_patch(Polygon(mark.places, linewidth=0, **shared))
        case Dot():
            edge: Any = {"markeredgecolor": paper, "markeredgewidth": 1.2}
            marker = _MARKERS[mark.shape]
            axes.plot([mark.x], [mark.y], marker, markersize=mark.size, **edge, **shared)
        case Text():
            axes.text(
                mark.x,
                mark.y,
                mark.content,
                fontsize=str(style.get("font-size", SIZE)).removesuffix("px"),
                fontweight=style.get("font-weight", "normal"),
                ha=_ALIGN[mark.anchor],
                va="baseline",
                rotation=-mark.degrees,
                rotation_mode="anchor",
                parse_math=False,
                path_effects=[withStroke(linewidth=3, foreground=paper)] * ("stroke" in style),
                **shared,
            )
        case _:
            assert_never(mark)
