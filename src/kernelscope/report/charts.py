"""The charts of the HTML report: a record in, SVG text out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import Comparison, Row, Sweep
from kernelscope.report import cells, svg

WIDTH = 560.0
_BAR, _GAP, _TOP, _BOTTOM = 22.0, 12.0, 10.0, 30.0
_SERIES = 8


def colours(record: Comparison) -> dict[str, str]:
    """The CSS class of each implementation, the same in every chart."""
    return {row.implementation: f"s{i % _SERIES}" for i, row in enumerate(record.rows)}


def times(record: Comparison) -> str:
    """A bar for each timed row, with its interval; empty where none was timed."""
    rows = [row for row in record.rows if row.time_ms is not None]
    if not rows:
        return ""
    css = colours(record)
    highest = max(row.time_ms.high or row.time_ms.value for row in rows if row.time_ms)
    frame = _Bars(rows, highest, [_time_label(row) for row in rows])
    parts = frame.axis(lambda v: format_quantity(Quantity(v, "ms", "computed")))
    for row, y in frame.lines():
        time = row.time_ms
        if time is None:
            continue
        label = _time_label(row)
        parts.append(svg.bar(frame.left, y, frame.size(time.value), _BAR, css[row.implementation]))
        end = time.value
        if time.low is not None and time.high is not None and time.high > time.low:
            parts += _whisker(frame, y, time.low, time.high)
            end = max(end, time.high)
        parts.append(svg.text(frame.left + frame.size(end) + 6, y + 15, label, "ink"))
    return svg.figure(WIDTH, frame.height, "time of each implementation", parts)


def _time_label(row: Row) -> str:
    time, percent = row.time_ms, row.percent_of_limit
    if time is None:
        return ""
    share = f" · {format_number(percent.value)} % of limit" if percent is not None else ""
    return f"{format_quantity(time)} {cells.TAG[time.provenance]}{share}"


def _whisker(frame: _Bars, y: float, low: float, high: float) -> list[str]:
    middle = y + _BAR / 2
    x1, x2 = frame.left + frame.size(low), frame.left + frame.size(high)
    ends = [svg.line(x, middle - 4, x, middle + 4, "whisker") for x in (x1, x2)]
    return [svg.line(x1, middle, x2, middle, "whisker"), *ends]


def traffic(record: Comparison) -> str:
    """Bytes read and written by each row, against the fewest possible (the dashed line)."""
    rows = [row for row in record.rows if row.bytes is not None]
    if not rows:
        return ""
    css = colours(record)
    frame = _Bars(
        rows, max(row.bytes.moved for row in rows if row.bytes), [_moved_label(r) for r in rows]
    )
    parts = frame.axis(lambda v: format_quantity(Quantity(v, "B", "computed")))
    for row, y in frame.lines():
        moved = row.bytes
        if moved is None:
            continue
        read, written = frame.size(moved.read), frame.size(moved.written)
        hint = f"{row.implementation}: {cells.COLUMNS[4].cell(row).hint}"
        name = css[row.implementation]
        parts.append(svg.bar(frame.left, y, read, _BAR, name, hint))
        parts.append(svg.bar(frame.left + read, y, written, _BAR, f"{name} pale", hint))
        end = frame.left + read + written + 6
        parts.append(svg.text(end, y + 15, _moved_label(row), "ink"))
    fewest = max(row.bytes.fewest for row in rows if row.bytes)
    x = frame.left + frame.size(fewest)
    parts.append(svg.line(x, _TOP - 4, x, frame.height - _BOTTOM, "mark"))
    return svg.figure(WIDTH, frame.height, "bytes moved by each implementation", parts)


def _moved_label(row: Row) -> str:
    moved = row.bytes
    if moved is None:
        return ""
    size = format_quantity(Quantity(moved.moved, "B", moved.provenance))
    ratio = "" if moved.ratio is None else f" · {format_number(moved.ratio)}× fewest"
    return f"{size} {cells.TAG[moved.provenance]}{ratio}"


class _Bars:
    """Horizontal bars: names at the left, room for the longest label at the right."""

    def __init__(self, rows: Sequence[Row], highest: float, labels: Sequence[str]) -> None:
        self.rows = rows
        self.highest = highest
        self.left = 14 + max(svg.width_of(row.implementation) for row in rows)
        # The longest bar's label is the one that must fit beside its bar; shorter bars have room.
        self.span = WIDTH - self.left - 12 - max(map(svg.width_of, labels)) * 0.95
        self.height = _TOP + len(rows) * (_BAR + _GAP) + _BOTTOM

    def size(self, value: float) -> float:
        return self.span * value / self.highest if self.highest else 0.0

    def lines(self) -> list[tuple[Row, float]]:
        return [(row, _TOP + i * (_BAR + _GAP)) for i, row in enumerate(self.rows)]

    def axis(self, label: Callable[[float], str]) -> list[str]:
        foot = self.height - _BOTTOM
        parts: list[str] = []
        for tick in svg.round_ticks(self.highest):
            x = self.left + self.size(tick)
            parts.append(svg.line(x, _TOP - 4, x, foot, "grid"))
            parts.append(svg.text(x, foot + 16, label(tick) if tick else "0", "soft", "middle"))
        parts += [
            svg.text(self.left - 8, y + 15, row.implementation, "ink", "end")
            for row, y in self.lines()
        ]
        return parts


class Plane:
    """A plane with a logarithmic or linear x axis and y axis."""

    left, top, right, bottom = 78.0, 14.0, 18.0, 44.0
    height = 340.0

    def __init__(
        self, xs: tuple[float, float], ys: tuple[float, float], logs: tuple[bool, bool]
    ) -> None:
        self.xs, self.ys, self.logs = xs, ys, logs

    def x(self, value: float) -> float:
        """Pixels from the left."""
        share = _share(value, *self.xs, self.logs[0])
        return self.left + share * (WIDTH - self.left - self.right)

    def y(self, value: float) -> float:
        """Pixels from the top."""
        share = _share(value, *self.ys, self.logs[1])
        return self.height - self.bottom - share * (self.height - self.top - self.bottom)

    def axes(
        self,
        xticks: Sequence[tuple[float, str]],
        yticks: Sequence[tuple[float, str]],
        titles: tuple[str, str],
    ) -> list[str]:
        """Grid lines with their labels, and the titles of x and y."""
        foot, end = self.height - self.bottom, WIDTH - self.right
        parts: list[str] = []
        for value, label in xticks:
            parts.append(svg.line(self.x(value), self.top, self.x(value), foot, "grid"))
            parts.append(svg.text(self.x(value), foot + 17, label, "soft", "middle"))
        for value, label in yticks:
            parts.append(svg.line(self.left, self.y(value), end, self.y(value), "grid"))
            parts.append(svg.text(self.left - 8, self.y(value) + 4, label, "soft", "end"))
        parts.append(svg.text((self.left + end) / 2, self.height - 8, titles[0], "soft", "middle"))
        parts.append(svg.text(self.left, self.top - 3, titles[1], "soft", "start"))
        return parts


def _share(value: float, low: float, high: float, log: bool) -> float:
    if log:
        return math.log(value / low) / math.log(high / low)
    return (value - low) / (high - low)


def sweep(record: Comparison) -> str:
    """One line an implementation over the axis; empty without a sweep."""
    data = record.sweep
    if data is None or not data.values:
        return ""
    css = colours(record)
    highest = max((q.value for s in data.series.values() for q in s if q), default=1.0)
    ends = (data.values[0], max(data.values[-1], data.values[0] * 1.001))
    plane = Plane(ends, (0.0, highest * 1.08), (data.log, False))
    yticks = [(v, format_number(v)) for v in svg.round_ticks(plane.ys[1])]
    parts = plane.axes(_axis_ticks(data), yticks, (data.axis, data.unit))
    for place, (name, series) in enumerate(data.series.items()):
        parts += _series(plane, data, name, series, css.get(name, f"s{place % _SERIES}"))
    legend = "".join(
        f'<span><i class="{css.get(name, f"s{i % _SERIES}")}"></i>{svg.escape(name)}</span>'
        for i, name in enumerate(data.series)
    )
    drawing = svg.figure(WIDTH, plane.height, f"{data.unit} over {data.axis}", parts)
    return f'{drawing}<p class="legend">{legend}</p>'


def _series(
    plane: Plane, data: Sweep, name: str, series: Sequence[Quantity | None], css: str
) -> list[str]:
    points = [(v, q) for v, q in zip(data.values, series, strict=True) if q is not None]
    places = [(plane.x(v), plane.y(q.value)) for v, q in points]
    dots = [
        svg.dot(
            plane.x(v),
            plane.y(q.value),
            css,
            f"{name}: {data.axis} {v:g}, {format_quantity(q)} {q.provenance}",
            3,
        )
        for v, q in points
    ]
    return [svg.path(places, f"{css} line"), *dots] if places else []


def _axis_ticks(data: Sweep) -> list[tuple[float, str]]:
    low, high = data.values[0], data.values[-1]
    if not data.log or low <= 0 or high <= low:
        return [(v, f"{v:g}") for v in svg.round_ticks(high) if low <= v <= high]
    return [(v, f"2^{round(math.log2(v))}") for v in svg.power_ticks(low, high, 2)]
