"""A profile's timeline as one SVG file: the host and the device over time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kernelscope.profiling.timeline import DEVICE, idle_gaps, queue_depth, steady_stretch
from kernelscope.quantity import format_value
from kernelscope.record import Lane, Profile, Span
from kernelscope.report import svg
from kernelscope.report.axes import Axis, round_ticks
from kernelscope.report.drawing import (
    Area,
    Bar,
    Drawing,
    Line,
    Mark,
    Text,
    Zoom,
    legend,
    width_of,
)
from kernelscope.report.profile.device_use import CAUSES, place

WIDTH = 1200.0
_RIGHT = 14.0
_HEAD = 62.0
_ROW = 20.0
_GAP = 7.0  # between lanes
_CURVE = 40.0
_QUEUE = "queued"
# 423 ms on 1,100 px: a kernel of 12 µs is 0.03 px wide. The first is drawn 0.5 px wide, and one
# that ends within the next 0.5 px is not: 10,000 kernels become at most 2,200 bars.
_THINNEST = 0.5  # pixels; what is thinner and touches its neighbour is not drawn again
MOST_SPANS = 10_000  # each takes 230 bytes of the file; of more, thin ones are left out
_THINNEST_STILL = 1.5  # pixels, in a notebook: at most 160 KB a row
_EDGED = 3.0  # pixels; a wider span has an edge that parts it from its neighbours
_DEEPEST = 6  # rows of nested ranges

_LEGEND = {
    "host": "operation on the CPU",
    "launch": "launch",
    "wait": "CPU waits for the GPU",
    "device": "kernel",
    "copy": "copy",
    "idle": "GPU idle",
}


@dataclass(frozen=True, slots=True)
class _Lane:
    """One lane of the drawing: its name, and its spans in rows."""

    name: str
    rows: tuple[tuple[Span, ...], ...]


def to_svg(record: Profile) -> str:
    """Return a profile's timeline as an SVG file.

    Hovering shows a span's name, time and line, and why the GPU is idle; a click enlarges it.
    """
    return svg.file(draw(record))


def draw(record: Profile, *, still: bool = False) -> Drawing:
    """Return the timeline as a drawing, time to the right.

    Its lanes are ranges, the CPU's threads, the GPU's streams and the depth of the queue. On a page
    it opens on the work, without the imports and the compiling before it.

    still: whether nothing can be zoomed, as in a notebook: the drawing is of the work alone, and
    has no spans that are too thin to see.
    """
    work = steady_stretch(record.spans)
    spans = _clipped(record.spans, *work) if still and work else record.spans
    begin = min((span.start_us for span in spans), default=0.0)
    end = max((span.end_us for span in spans), default=0.0)
    lengths = sorted((span.duration_us for span in spans), reverse=True)
    least = math.inf if still else lengths[MOST_SPANS] if len(lengths) > MOST_SPANS else -1.0
    thinnest = _THINNEST_STILL if still else _THINNEST
    lanes = list(_lanes(spans))
    left = 20 + max(width_of(name) for name in (_QUEUE, *(lane.name for lane in lanes)))
    x = Axis(begin, max(end, begin + 1e-3), left, WIDTH - _RIGHT)
    frames: list[Mark] = []
    marks: list[Mark] = []
    y, shaded = _HEAD, False
    for lane in lanes:
        height = _ROW * len(lane.rows)
        frames += _frame(lane.name, x, y, height)
        if lane.rows[0][0].lane in DEVICE and not shaded:
            marks += _idle(spans, x, y, height)
            shaded = True
        for number, row in enumerate(lane.rows):
            marks += _bars(row, x, y + _ROW * number, least, thinnest)
        y += height + _GAP
    frames += _frame(_QUEUE, x, y, _CURVE)
    marks += _queue(spans, x, y)
    y += _CURVE + _GAP
    kinds = dict.fromkeys((record.host_provenance, record.device_provenance))
    title = f"{place(record.target)} on {record.device}: timeline ({', '.join(kinds)})"
    head = [Text(12.0, 22.0, title, "title"), *_legend()]
    zoom = Zoom(x.start, x.end - x.start, x.low, x.high - x.low, timed=True, opens=work)
    shown = (*head, *frames, *_ticks(x, y), *marks)
    return Drawing(WIDTH, y + 24, title, shown, None if still else zoom)


def _clipped(spans: Iterable[Span], begin: float, length: float) -> tuple[Span, ...]:
    """Return the spans of a stretch of time, without their parts outside of it."""
    end = begin + length
    clipped: list[Span] = []
    for span in spans:
        first, last = max(span.start_us, begin), min(span.end_us, end)
        if first < last:
            clipped.append(replace(span, start_us=first, duration_us=last - first))
    return tuple(clipped)


def _lanes(spans: Sequence[Span]) -> Iterator[_Lane]:
    for thread in sorted({s.row for s in spans if s.lane == "range"}):
        rows = _nested(s for s in spans if s.lane == "range" and s.row == thread)
        yield _Lane("ranges" + (f" {thread}" if thread else ""), rows[:_DEEPEST])
    for thread in sorted({s.row for s in spans if s.lane in ("host", "wait")}):
        own = _of(spans, ("host", "wait"), thread)
        yield _Lane("CPU" + (f" thread {thread}" if thread else ""), (own,))
    for stream in sorted({s.row for s in spans if s.lane in ("device", "copy")}):
        own = _of(spans, ("device", "copy"), stream)
        yield _Lane("GPU" + (f" stream {stream}" if stream else ""), (own,))


def _of(spans: Sequence[Span], lanes: Sequence[Lane], row: int) -> tuple[Span, ...]:
    """Return the spans of some lanes by their beginning; an outer span before those inside it."""
    own = (span for span in spans if span.lane in lanes and span.row == row)
    return tuple(sorted(own, key=lambda span: (span.start_us, -span.duration_us)))


def _nested(spans: Iterable[Span]) -> tuple[tuple[Span, ...], ...]:
    """Return spans in rows: each in the first row below the spans that it overlaps."""
    rows: list[list[Span]] = []
    for span in sorted(spans, key=lambda span: (span.start_us, -span.duration_us)):
        # One range ends at 0.1 + 0.2 = 0.30000000000000004 µs, the next begins at 0.3: it stays in
        # the row. Without the 1e-6 it would fall into a row below, as if it were inside.
        free = (row for row in rows if row[-1].end_us <= span.start_us + 1e-6)
        row = next(free, None)
        if row is None:
            rows.append(row := [])
        row.append(span)
    return tuple(map(tuple, rows))


def _bars(
    row: Sequence[Span], x: Axis, y: float, least_us: float, thinnest: float
) -> Iterator[Bar]:
    """Return a bar for each span; thin ones that touch an equal one before them wait for a zoom.

    Of those, the ones that last at most `least_us` are left out.
    """
    reached: dict[str, float] = {}
    begins = [x.at(span.start_us) for span in row[1:]]
    for span, next_left in zip(row, [*begins, x.end], strict=True):
        css = "launch" if span.kind == "launch" else span.lane
        left, right = x.at(span.start_us), x.at(span.end_us)
        thin = right - left < thinnest and right < reached.get(css, 0.0) + thinnest
        if thin and span.duration_us <= least_us:
            continue
        reached[css] = reached.get(css, 0.0) if thin else right
        source = f"\n{span.source}" if span.source else ""
        prefix = f"{span.kind}: " if span.lane == "range" and span.kind != "range" else ""
        hint = f"{prefix}{span.name}: {_us(span.duration_us)}{source}"
        role = f"{css} thin" if thin else css + " edged" * (right - left > _EDGED)
        width = max(right - left, thinnest)
        room = min(width, next_left - left)  # a span inside this one lies over its name
        name = span.name.removeprefix("aten::")
        extent = span.start_us, span.duration_us
        yield Bar(left, y, width, _ROW - 2, role, hint, name, room, extent)


def _idle(spans: Sequence[Span], x: Axis, y: float, height: float) -> Iterator[Bar]:
    for gap in idle_gaps(spans):
        left, right = x.at(gap.start_us), x.at(gap.start_us + gap.duration_us)
        if right - left >= _THINNEST:
            why = CAUSES["wait" if gap.waits_us > gap.hosts_us else gap.cause]
            source = gap.wait.source if gap.wait is not None else gap.before.source
            hint = f"idle {why}: {_us(gap.duration_us)}\n{place(source)}"
            extent = gap.start_us, gap.duration_us
            yield Bar(left, y, right - left, height - 2, "idle", hint, "idle", span=extent)


def _queue(spans: Sequence[Span], x: Axis, y: float) -> Iterator[Mark]:
    """Return the number of launches that are queued and have not begun, as an area."""
    changes = queue_depth(spans)
    deepest = max((depth for _, depth in changes), default=0)
    if not deepest:
        return
    base, step = y + _CURVE, (_CURVE - 4) / deepest
    places, last = [(x.at(changes[0][0]), base)], 0
    for moment, depth in changes:
        places += [(x.at(moment), base - last * step), (x.at(moment), base - depth * step)]
        last = depth
    yield Area(tuple(places), "queue")
    yield Text(WIDTH - _RIGHT, y + 12, f"at most {deepest}", "strong", "end")


def _ticks(x: Axis, y: float) -> Iterator[Mark]:
    for tick in round_ticks(x.high - x.low, 8):
        left = x.at(x.low + tick)
        if left > WIDTH - 60:
            break  # its label would leave the sheet
        yield Line(((left, _HEAD), (left, y)), "grid")
        yield Text(left, y + 14, _us(tick), "note", "middle")


def _frame(name: str, x: Axis, y: float, height: float) -> Iterator[Mark]:
    yield Text(x.start - 8, y + 14, name, anchor="end")
    yield Bar(x.start, y, x.end - x.start, height, "lane")


def _legend() -> list[Mark]:
    entries: list[tuple[Mark, str]] = [
        (Bar(-5, -5, 11, 11, css), words) for css, words in _LEGEND.items()
    ]
    return legend(entries, (12.0, 30.0), WIDTH)[0]


def _us(value: float) -> str:
    return format_value(value, "us")
