"""The charts of a comparison: time, traffic and a sweep, each a drawing made from the record."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from kernelscope.quantity import Quantity, format_number, format_quantity, format_value
from kernelscope.record import Bytes, Comparison, Row, Sweep
from kernelscope.report import axes, cells
from kernelscope.report.axes import Axis
from kernelscope.report.drawing import (
    Bar,
    Dot,
    Drawing,
    Line,
    Mark,
    Place,
    Text,
    legend,
    width_of,
)

WIDTH = 560.0
_BAR, _STEP, _TOP, _BOTTOM = 22.0, 34.0, 10.0, 30.0
_LEFT, _RIGHT = 14.0, 12.0
# "35.8 µs meas. · 87.6 % of limit" takes 199 px, "triton-coarsened" 108: of 560 px, 227 are left
# for the bars. A name of 300 px would leave 35, in which no bar can be read, so the chart gets
# wider.
_NARROWEST = 120.0  # of the bars' part of a chart; long labels widen the chart instead
_TICK = 68.0  # the room that a tick's label takes along the axis


def times(record: Comparison) -> Drawing | None:
    """Return a bar for each timed row that is right, with its interval; None if there is none.

    A row that is not right has its status instead of a bar.
    """
    timed = {row.implementation: row.time_ms for row in record.rows if cells.is_ranked(row)}
    known = [time for time in timed.values() if time is not None]
    if not known:
        return None
    labels = [_time_label(row, timed.get(row.implementation)) for row in record.rows]
    chart = _Bars(record.rows, max(time.high or time.value for time in known), labels)
    marks = chart.grid(lambda value: format_value(value, "ms"))
    colours = cells.colours(record)
    for row, y, label in zip(record.rows, chart.tops, labels, strict=True):
        time = timed.get(row.implementation)
        if time is None:
            marks.append(chart.without_bar(y, label))
            continue
        css = colours[row.implementation]
        marks.append(Bar(chart.left, y, chart.x.at(time.value) - chart.left, _BAR, css))
        end = time.value
        if time.low is not None and time.high is not None and time.high > time.low:
            marks.append(_whisker(chart.x.at(time.low), chart.x.at(time.high), y + _BAR / 2))
            end = max(end, time.high)
        marks.append(Text(chart.x.at(end) + 6, y + 15, label))
    return chart.drawing("time of each implementation", marks)


def _time_label(row: Row, time: Quantity | None) -> str:
    if time is None:
        return _without_figure(row)
    percent = row.percent_of_limit
    share = f" · {format_number(percent.value)} % of limit" if percent is not None else ""
    return f"{format_quantity(time)} {cells.TAG[time.provenance]}{share}"


def _without_figure(row: Row) -> str:
    return "not known" if row.status == "ok" else cells.status_words(row)


def _whisker(low: float, high: float, y: float) -> Line:
    """Return an interval as one line: an end, the span, the other end."""
    ends = ((low, y - 4), (low, y + 4), (low, y), (high, y), (high, y - 4), (high, y + 4))
    return Line(ends, "whisker")


def traffic(record: Comparison) -> Drawing | None:
    """Return bars of the bytes that each right row read and wrote; None if none are known.

    A dashed line is at the fewest bytes possible. A row that is not right has its status instead.
    """
    moving = {row.implementation: row.bytes for row in record.rows if cells.is_ranked(row)}
    known = [moved for moved in moving.values() if moved is not None]
    if not known:
        return None
    labels = [_moved_label(row, moving.get(row.implementation)) for row in record.rows]
    fewest = max(moved.fewest for moved in known)
    highest = max(fewest, *(moved.moved for moved in known))
    chart = _Bars(record.rows, highest, labels)
    marks = chart.grid(lambda value: format_value(value, "B"))
    colours = cells.colours(record)
    for row, y, label in zip(record.rows, chart.tops, labels, strict=True):
        moved = moving.get(row.implementation)
        if moved is None:
            marks.append(chart.without_bar(y, label))
            continue
        hint = f"{row.implementation}: {cells.moved(row).hint}"
        css = colours[row.implementation]
        middle, end = chart.x.at(moved.read), chart.x.at(moved.moved)
        marks.append(Bar(chart.left, y, middle - chart.left, _BAR, css, hint))
        marks.append(Bar(middle, y, end - middle, _BAR, f"{css} pale", hint))
        marks.append(Text(end + 6, y + 15, label, "strong"))
    x = chart.x.at(fewest)
    line = Line(((x, _TOP - 4), (x, chart.foot)), "fewest", "the fewest bytes possible")
    return chart.drawing("bytes moved by each implementation", [line, *marks])


def _moved_label(row: Row, moved: Bytes | None) -> str:
    if moved is None:
        return _without_figure(row)
    ratio = "" if moved.ratio is None else f" · {format_number(moved.ratio)}× fewest"
    return f"{cells.moved(row).text} {cells.TAG[moved.provenance]}{ratio}"


class _Bars:
    """Horizontal bars from 0: names on the left, room for the longest label on the right."""

    def __init__(self, rows: Sequence[Row], highest: float, labels: Sequence[str]) -> None:
        self.rows = rows
        self.left = _LEFT + max(width_of(row.implementation) for row in rows)
        room = max(map(width_of, labels)) + _RIGHT
        span = max(WIDTH - self.left - room, _NARROWEST)
        self.width = self.left + span + room
        self.x = Axis(0.0, highest or 1.0, self.left, self.left + span)
        self.tops = [_TOP + i * _STEP for i in range(len(rows))]
        self.foot = _TOP + len(rows) * _STEP

    def grid(self, label: Callable[[float], str]) -> list[Mark]:
        """Return the ticks of the axis and the rows' names."""
        count = max(1, int((self.x.end - self.x.start) / _TICK))
        values = axes.round_ticks(self.x.high, count)
        ticks = axes.labelled(values, lambda value: label(value) if value else "0")
        names = [
            Text(self.left - 8, y + 15, row.implementation, anchor="end")
            for row, y in zip(self.rows, self.tops, strict=True)
        ]
        return [*axes.columns(self.x, _TOP - 4, self.foot, ticks), *names]

    def without_bar(self, y: float, label: str) -> Text:
        """Return the words for a row that has no bar."""
        return Text(self.left + 6, y + 15, label, "bad" if label.startswith("✗") else "soft")

    def drawing(self, label: str, marks: Sequence[Mark]) -> Drawing:
        """Return the chart."""
        return Drawing(self.width, self.foot + _BOTTOM, label, tuple(marks))


def sweep(record: Comparison) -> Drawing | None:
    """Return a line for each implementation over the swept axis; None without a sweep."""
    data = record.sweep
    if data is None or not data.values:
        return None
    known = [q for series in data.series.values() for q in series if q is not None]
    highest = 1.08 * max((q.value for q in known), default=1.0)
    rates = axes.labelled(axes.round_ticks(highest), format_number)
    left, top, foot = 16 + max(width_of(label) for _, label in rates), 26.0, 300.0
    # A sweep of one point, n=4096: from 4,096 to 4,100.1. With both ends equal every place would be
    # a division by 0.
    first, last = data.values[0], max(data.values[-1], data.values[0] * 1.001)
    x = Axis(first, last, left, WIDTH - 18, data.log)
    y = Axis(0.0, highest, foot, top)
    title = f"{data.unit} ({cells.provenance_words(known)})"
    marks = axes.plane(x, y, (_sweep_ticks(data), rates), (data.axis, title))
    colours = cells.colours(record)
    swatches: list[tuple[Mark, str]] = []
    words_of = {
        row.implementation: cells.status_words(row) for row in record.rows if row.status != "ok"
    }
    for i, (name, series) in enumerate(data.series.items()):
        css = colours.get(name, cells.series_colour(i))
        marks += _series(x, y, data, name, series, css)
        swatches.append((Bar(-5, -5, 10, 10, css), f"{name} {words_of.pop(name, '')}".rstrip()))
    # A row that is wrong on a nasty case is not swept. Without its name here, a reader would take
    # the fastest of the others for the fastest of all.
    swatches += [
        (Bar(-5, -5, 10, 10, f"{colours[name]} faint"), f"{name} {words}")
        for name, words in words_of.items()
    ]
    shown, height = legend(swatches, (left, foot + 46), WIDTH - left)
    label = f"{data.unit} over {data.axis}"
    return Drawing(WIDTH, foot + 50 + height, label, (*marks, *shown))


def _series(
    x: Axis, y: Axis, data: Sweep, name: str, series: Sequence[Quantity | None], css: str
) -> list[Mark]:
    """Return an implementation's dots, and lines between those of neighbouring points."""
    lines: list[list[Place]] = [[]]
    dots: list[Mark] = []
    for value, quantity in zip(data.values, series, strict=True):
        if quantity is None:
            lines.append([])
            continue
        place = (x.at(value), y.at(quantity.value))
        lines[-1].append(place)
        dots.append(Dot(*place, css, size=7, hint=_point_hint(name, data.axis, value, quantity)))
    return [*(Line(tuple(places), f"{css} thick") for places in lines if len(places) > 1), *dots]


def _point_hint(name: str, axis: str, value: float, quantity: Quantity) -> str:
    return f"{name}: {axis} {value:g}, {format_quantity(quantity)} {quantity.provenance}"


def _sweep_ticks(data: Sweep) -> list[axes.Tick]:
    low, high = data.values[0], data.values[-1]
    if not data.log:
        return [(v, f"{v:g}") for v in axes.round_ticks(high) if low <= v <= high]
    return [(v, f"2^{round(math.log2(v))}") for v in axes.power_ticks(low, high, 2)]
