"""Pictures of a comparison as PNG, SVG or PDF: bars, the lines of a sweep, the roofline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kernelscope.errors import UsageError
from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import Comparison, Row
from kernelscope.report import cells, pictures
from kernelscope.report.pictures import COLOURS, INK
from kernelscope.report.roofline import plot as roofline_plot

Kind = Literal["auto", "bars", "sweep", "roofline"]
FORMATS = pictures.FORMATS


def image(record: Comparison, form: str = "png", kind: Kind = "auto") -> bytes:
    """The picture's file content. `auto` draws the sweep where there is one, else the bars.

    Raises:
        UsageError: an unknown format or kind, or a kind that this record has no data for.
    """
    return pictures.encode(draw(record, kind), form)


def draw(record: Comparison, kind: Kind = "auto") -> Figure:
    """The picture as a matplotlib figure."""
    chosen = kind if kind != "auto" else "bars" if record.sweep is None else "sweep"
    drawings: dict[str, Callable[[Comparison], Figure]] = {
        "bars": _bars,
        "sweep": _sweep,
        "roofline": roofline_plot.draw,
    }
    if chosen not in drawings:
        raise UsageError(f"plot kind {kind!r} is unknown; there are auto, {', '.join(drawings)}")
    return drawings[chosen](record)


def _figure(record: Comparison, width: float, height: float) -> Figure:
    return pictures.figure(f"{cells.title(record)}   on {record.device}", width, height)


def _bars(record: Comparison) -> Figure:
    timed = [row for row in record.rows if row.time_ms is not None]
    moving = [row for row in record.rows if row.bytes is not None]
    if not timed:
        raise UsageError(f"{record.operation}: no implementation was timed: nothing to plot")
    figure = _figure(record, 11, 1.3 + 0.42 * max(len(timed), len(moving)))
    left, right = figure.subplots(1, 2)
    _time_bars(left, timed, _colours(record))
    _traffic_bars(right, moving, _colours(record))
    return figure


def _colours(record: Comparison) -> dict[str, str]:
    names = [row.implementation for row in record.rows]
    return {name: COLOURS[i % len(COLOURS)] for i, name in enumerate(names)}


def _time_bars(axes: Axes, rows: Sequence[Row], colours: dict[str, str]) -> None:
    times = [row.time_ms for row in rows if row.time_ms is not None]
    ends = [(q.low or q.value, q.high or q.value) for q in times]
    spans = [(q.value - low, high - q.value) for q, (low, high) in zip(times, ends, strict=True)]
    names = [row.implementation for row in rows]
    axes.barh(
        names,
        [q.value for q in times],
        xerr=list(zip(*spans, strict=True)),
        color=[colours[name] for name in names],
        error_kw={"elinewidth": 0.8, "capsize": 2},
    )
    for place, (quantity, (_, high)) in enumerate(zip(times, ends, strict=True)):
        label = f" {format_quantity(quantity)}"
        axes.text(high, place, label, va="center", fontsize=9)
    axes.set_xlabel(f"time, ms ({pictures.provenances(times)})", fontsize=9)
    axes.margins(x=0.18)
    axes.invert_yaxis()
    pictures.plain(axes)


def _traffic_bars(axes: Axes, rows: Sequence[Row], colours: dict[str, str]) -> None:
    if not rows:
        axes.set_axis_off()
        return
    moved = [row.bytes for row in rows if row.bytes is not None]
    names = [row.implementation for row in rows]
    shades = [colours[name] for name in names]
    read = [b.read / 1e9 for b in moved]
    axes.barh(names, read, color=shades)
    axes.barh(names, [b.written / 1e9 for b in moved], left=read, color=shades, alpha=0.5)
    axes.axvline(max(b.fewest for b in moved) / 1e9, color=INK, linestyle="--", linewidth=1)
    for place, b in enumerate(moved):
        ratio = "" if b.ratio is None else f" {format_number(b.ratio)}×"
        axes.text(b.moved / 1e9, place, ratio, va="center", fontsize=9)
    kinds = "/".join(k for k in cells.MEANING if k in {b.provenance for b in moved})
    axes.set_xlabel(f"GB read + written ({kinds}); dashed: fewest possible", fontsize=9)
    axes.margins(x=0.14)
    axes.invert_yaxis()
    pictures.plain(axes)


def _sweep(record: Comparison) -> Figure:
    data = record.sweep
    if data is None:
        raise UsageError("this record has no sweep; make one with --axis n=256..16384")
    figure = _figure(record, 7.5, 4.8)
    axes = figure.subplots()
    colours = _colours(record)
    found: list[Quantity] = []
    for place, (name, series) in enumerate(data.series.items()):
        points = [(v, q) for v, q in zip(data.values, series, strict=True) if q is not None]
        found += [q for _, q in points]
        colour = colours.get(name, COLOURS[place % len(COLOURS)])
        values = [q.value for _, q in points]
        axes.plot([v for v, _ in points], values, "o-", ms=3.5, color=colour, label=name)
    if data.log:
        axes.set_xscale("log", base=2)
    axes.set_xlabel(data.axis, fontsize=9)
    axes.set_ylabel(f"{data.unit} ({pictures.provenances(found)})", fontsize=9)
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False, fontsize=9)
    pictures.plain(axes)
    return figure
