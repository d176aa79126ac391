"""A profile's timeline as one SVG: what host and device did when, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from kernelscope.profiling.timeline import DEVICE, idle_gaps, queue_depth
from kernelscope.quantity import Quantity, format_quantity
from kernelscope.record import Lane, Profile, Span
from kernelscope.report.profile.device_use import CAUSES, place
from kernelscope.report.svg import CHARACTER, round_ticks

WIDTH = 1200.0
_LEFT = 118.0  # room for the lanes' names
_RIGHT = 14.0
_HEAD = 62.0
_ROW = 20.0
_GAP = 7.0  # between lanes
_CURVE = 40.0
_THINNEST = 0.5  # pixels; what is thinner and touches its neighbour is not drawn again
_DEEPEST = 6  # rows of nested ranges

_STYLE = """
svg { font: 12px ui-sans-serif, system-ui, sans-serif; background: #fff; }
text { fill: #1a1a1a; } text.title { font-size: 15px; font-weight: 600; } text.note { fill: #666; }
.range { fill: #dcd6ee; stroke: #fff; } .host { fill: #c9d7ea; } .launch { fill: #8fb1dc; }
.wait { fill: #e58a8a; } .device { fill: #8cc8a6; } .copy { fill: #f0c27f; }
.idle { fill: #f2dfdc; } .lane { fill: #fafafa; } .grid { stroke: #e3e3e3; }
.queue { fill: #b9b9c9; } rect:hover { stroke: #1a1a1a; }
@media (prefers-color-scheme: dark) {
  svg { background: #16181c; } text { fill: #ececec; } text.note { fill: #9aa0a8; }
  .range { fill: #4a4168; stroke: #16181c; } .host { fill: #2f4a6d; } .launch { fill: #4673ad; }
  .wait { fill: #a03d3d; } .device { fill: #2f7350; } .copy { fill: #8a5f22; }
  .idle { fill: #43302f; } .lane { fill: #1b1e23; } .grid { stroke: #2c3037; }
  .queue { fill: #565b6b; } rect:hover { stroke: #ececec; }
}
"""
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
    """One lane of the drawing: its name, the rows of what is in it."""

    name: str
    rows: tuple[tuple[Span, ...], ...]


@dataclass(frozen=True, slots=True)
class _Scale:
    begin_us: float
    whole_us: float

    def x(self, moment_us: float) -> float:
        return _LEFT + (moment_us - self.begin_us) / self.whole_us * (WIDTH - _LEFT - _RIGHT)


def to_svg(record: Profile) -> str:
    """Time to the right; ranges, the CPU's threads, the queue's depth and the GPU's streams.

    Hovering shows a span's name, time and line, and why the GPU is idle.
    """
    spans = record.spans
    begin = min((span.start_us for span in spans), default=0.0)
    end = max((span.end_us for span in spans), default=0.0)
    scale = _Scale(begin, max(end - begin, 1e-3))
    frames: list[str] = []
    parts: list[str] = []
    y, shaded = _HEAD, False
    for lane in _lanes(spans):
        height = _ROW * len(lane.rows)
        frames += _frame(lane.name, y, height)
        if lane.rows[0][0].lane in DEVICE and not shaded:
            parts += _idle(spans, scale, y, height)
            shaded = True
        for place_of_row, row in enumerate(lane.rows):
            parts += _drawn(row, scale, y + _ROW * place_of_row)
        y += height + _GAP
    frames += _frame("queued", y, _CURVE)
    parts += _queue(spans, scale, y)
    y += _CURVE + _GAP
    return _page(record, y + 24, [*frames, *_axis(scale, y), *parts])


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
    """By their beginning; an outer one first, so that what lies in it is drawn over it."""
    found = (span for span in spans if span.lane in lanes and span.row == row)
    return tuple(sorted(found, key=lambda span: (span.start_us, -span.duration_us)))


def _nested(spans: Iterable[Span]) -> tuple[tuple[Span, ...], ...]:
    """Each in the first row below what it overlaps."""
    rows: list[list[Span]] = []
    for span in sorted(spans, key=lambda span: (span.start_us, -span.duration_us)):
        free = (row for row in rows if row[-1].end_us <= span.start_us + 1e-6)
        row = next(free, None)
        if row is None:
            rows.append(row := [])
        row.append(span)
    return tuple(map(tuple, rows))


def _drawn(row: Sequence[Span], scale: _Scale, y: float) -> Iterator[str]:
    reached: dict[str, float] = {}
    for span in row:
        css = "launch" if span.kind == "launch" else span.lane
        x, width = scale.x(span.start_us), scale.x(span.end_us) - scale.x(span.start_us)
        if width < _THINNEST and x + width < reached.get(css, 0.0) + _THINNEST:
            continue
        reached[css] = x + width
        where = f"\n{span.source}" if span.source else ""
        kind = f"{span.kind}: " if span.lane == "range" and span.kind != "range" else ""
        hint = f"{kind}{span.name}, {_us(span.duration_us)}{where}"
        label = _fitting(span.name.removeprefix("aten::"), width)
        yield _box(css, x, y, max(width, _THINNEST), _ROW - 2, hint, label)


def _idle(spans: Sequence[Span], scale: _Scale, y: float, height: float) -> Iterator[str]:
    for gap in idle_gaps(spans):
        x = scale.x(gap.start_us)
        width = scale.x(gap.start_us + gap.duration_us) - x
        if width >= _THINNEST:
            why = CAUSES["wait" if gap.waits_us > gap.hosts_us else gap.cause]
            source = gap.wait.source if gap.wait is not None else gap.before.source
            hint = f"idle {_us(gap.duration_us)} {why}\n{place(source)}"
            yield _box("idle", x, y, width, height - 2, hint)


def _queue(spans: Sequence[Span], scale: _Scale, y: float) -> Iterator[str]:
    """How much is queued and has not begun, as an area."""
    changes = queue_depth(spans)
    deepest = max((depth for _, depth in changes), default=0)
    if not deepest:
        return
    base, step = y + _CURVE, (_CURVE - 4) / deepest
    points, last = [(scale.x(changes[0][0]), base)], 0
    for moment, depth in changes:
        x = scale.x(moment)
        points += [(x, base - last * step), (x, base - depth * step)]
        last = depth
    line = " ".join(f"{x:.1f},{level:.1f}" for x, level in points)
    yield f'<polygon class="queue" points="{line}"/>'
    yield _note(WIDTH - _RIGHT, y + 12, f"at most {deepest}", "end")


def _axis(scale: _Scale, y: float) -> Iterator[str]:
    for tick in round_ticks(scale.whole_us, 8):
        x = scale.x(scale.begin_us + tick)
        yield f'<line class="grid" x1="{x:.1f}" y1="{_HEAD:g}" x2="{x:.1f}" y2="{y:g}"/>'
        anchor = "end" if x > WIDTH - 60 else "middle"
        yield _note(x, y + 14, _us(tick), anchor)


def _frame(name: str, y: float, height: float) -> Iterator[str]:
    yield f'<text x="{_LEFT - 8:g}" y="{y + 14:g}" text-anchor="end">{escape(name)}</text>'
    width = WIDTH - _LEFT - _RIGHT
    yield f'<rect class="lane" x="{_LEFT:g}" y="{y:g}" width="{width:g}" height="{height:g}"/>'


def _box(
    css: str, x: float, y: float, width: float, height: float, hint: str, label: str = ""
) -> str:
    text = f'<text x="{x + 3:.2f}" y="{y + 13:.1f}">{escape(label)}</text>' if label else ""
    return (
        f'<g><title>{escape(hint)}</title><rect class="{css}" x="{x:.2f}" y="{y:.1f}" '
        f'width="{width:.2f}" height="{height:g}"/>{text}</g>'
    )


def _note(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="note" x="{x:.1f}" y="{y:g}" text-anchor="{anchor}">{text}</text>'


def _fitting(name: str, width: float) -> str:
    room = int((width - 6) / CHARACTER)
    if room < 3:
        return ""
    return name if len(name) <= room else name[: room - 1] + "…"


def _page(record: Profile, height: float, parts: Iterable[str]) -> str:
    told = dict.fromkeys((record.host_provenance, record.device_provenance))
    title = f"{place(record.target)} on {record.device}: timeline ({', '.join(told)})"
    size = f'viewBox="0 0 {WIDTH:g} {height:g}" width="{WIDTH:g}" height="{height:g}" role="img"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} aria-label="{escape(title)}">',
        f"<style>{_STYLE}</style>",
        f'<text class="title" x="12" y="22">{escape(title)}</text>',
        *_legend(),
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _legend() -> Iterator[str]:
    x = 12.0
    for kind, words in _LEGEND.items():
        yield f'<rect class="{kind}" x="{x:g}" y="34" width="11" height="11"/>'
        yield _note(x + 16, 44, words, "start")
        x += 34 + CHARACTER * len(words)


def _us(value: float) -> str:
    return format_quantity(Quantity(value, "us", "measured"))
