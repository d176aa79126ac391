"""What every matplotlib picture shares: colours, plain axes, and its file's content."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kernelscope.errors import UsageError
from kernelscope.quantity import Quantity
from kernelscope.report import cells

FORMATS = ("png", "svg", "pdf")
COLOURS = (
    "#4269d0",
    "#e08a00",
    "#d6336c",
    "#2b8a8a",
    "#3b9b45",
    "#8a4fd3",
    "#946a4a",
    "#6b7785",
)
INK, SOFT, GRID, PAPER = "#14181d", "#5b6672", "#e2e6eb", "#ffffff"
# What each light colour becomes where the reader's page is dark; series keep theirs.
_DARK = {INK: "#e8ecf1", SOFT: "#a3adb8", GRID: "#2b323a", PAPER: "#14181d"}


def figure(title: str, width: float, height: float) -> Figure:
    """An empty figure with its title at the top left; sizes in inches."""
    made = Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)
    made.suptitle(title, fontsize=11, x=0.02, ha="left", color=INK)
    return made


def plain(axes: Axes) -> None:
    """Axes with a faint grid behind and no box around."""
    axes.set_facecolor(PAPER)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(SOFT)
    axes.grid(visible=True, color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=9, color=SOFT, labelcolor=SOFT, which="both")
    for label in (axes.xaxis.label, axes.yaxis.label, axes.title):
        label.set_color(INK)


def provenances(quantities: Sequence[Quantity]) -> str:
    """The words for where these come from: `measured/estimated`."""
    kinds = {quantity.provenance for quantity in quantities}
    return "/".join(kind for kind in cells.MEANING if kind in kinds)


def encode(drawn: Figure, form: str) -> bytes:
    """The file's content; an SVG follows the reader's light or dark page.

    Raises UsageError on a format other than png, svg, pdf.
    """
    if form not in FORMATS:
        raise UsageError(f"plot format {form!r} is unknown; there are {', '.join(FORMATS)}")
    stream = io.BytesIO()
    # Else matplotlib writes the time of day and random names into the file.
    metadata: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form, {})
    with rc_context({"svg.hashsalt": "kernelscope"}):
        drawn.savefig(stream, format=form, dpi=150, metadata=metadata)
    content = stream.getvalue()
    return _following_the_page(content) if form == "svg" else content


def _following_the_page(svg: bytes) -> bytes:
    """Matplotlib writes colours into `style` attributes, where a rule can find each again."""
    rules = "".join(
        f'[style*="{what}: {light}"]{{{what}:{dark} !important}}'
        for light, dark in _DARK.items()
        for what in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
    start = svg.index(b">", svg.index(b"<svg")) + 1
    return svg[:start] + style.encode() + svg[start:]
