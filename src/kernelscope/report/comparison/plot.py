"""Pictures of a comparison as PNG, SVG or PDF: bars, the lines of a sweep, the roofline."""

from __future__ import annotations

from typing import Literal

from kernelscope.errors import UsageError
from kernelscope.record import Comparison
from kernelscope.report import cells, pictures
from kernelscope.report.comparison import charts
from kernelscope.report.drawing import Drawing, sheet
from kernelscope.report.roofline import draw as roofline

Kind = Literal["auto", "bars", "sweep", "roofline"]
FORMATS = pictures.FORMATS
_KINDS = ("auto", "bars", "sweep", "roofline")


def image(record: Comparison, form: str = "png", kind: Kind = "auto") -> bytes:
    """Return a picture's file content. `auto` draws the sweep if there is one, else the bars.

    Raises UsageError on an unknown format or kind, and if the record has no data for the kind.
    """
    return pictures.encode(draw(record, kind), form)


def draw(record: Comparison, kind: Kind = "auto") -> Drawing:
    """Return the picture as a drawing. Raises UsageError as `image` does."""
    if kind not in _KINDS:
        raise UsageError(f"plot kind {kind!r} is unknown; there are {', '.join(_KINDS)}")
    usual = "bars" if record.sweep is None else "sweep"
    picture = usual if kind == "auto" else kind
    match picture:
        case "bars":
            parts = [charts.times(record), charts.traffic(record)]
            missing = f"{record.operation}: no implementation was timed: nothing to plot"
        case "sweep":
            parts = [charts.sweep(record)]
            missing = "this record has no sweep; make one with --axis n=256..16384"
        case "roofline":
            parts = [roofline.draw(record)]
            missing = f"{record.operation}: no roofline: nothing timed, or no FLOPs to count"
    if parts[0] is None:
        raise UsageError(missing)
    title = f"{cells.title(record)}   on {record.device}"
    return sheet(title, [[part for part in parts if part is not None]])
