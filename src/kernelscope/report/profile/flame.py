"""A flame graph: the host's time by stack as one SVG file, for light and dark systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kernelscope.quantity import format_value
from kernelscope.record import Profile
from kernelscope.report import cells, svg
from kernelscope.report.drawing import Bar, Drawing, Mark, Text, Zoom, legend

WIDTH = 1200.0
_MARGIN = 12.0
_SPAN = WIDTH - 2 * _MARGIN
_HEAD = 46.0
_ROW = 19.0
_GAP = 1.0
# 1,176 px for 446 ms: a frame of 0.15 ms is 0.4 px. Narrower ones would add up to a grey smear;
# zooming into their parent shows them.
_NARROWEST = 0.4  # pixels; a narrower frame is hidden until a zoom makes it wider
_EDGED = 3.0  # pixels; a wider frame has an edge that parts it from its neighbours
# Of 446 ms: a frame of less than 4.5 µs. A step of training has tens of thousands of stacks, and
# the file would be as many elements, none wider than 0.012 px before a zoom.
_LEFT_OUT = 1e-5  # of the time; a frame with a smaller share is not in the drawing at all
_MOST = 10_000  # frames; of more, those with the smallest shares are left out, too

_LEGEND = {
    "program": "the program's functions",
    "module": "nn.Module",
    "operation": "operations and launches",
    "wait": "waiting for the device",
}


@dataclass(slots=True)
class _Frame:
    name: str
    total_us: float = 0.0
    inner: dict[str, _Frame] = field(default_factory=dict[str, "_Frame"])

    def all(self) -> Iterator[_Frame]:
        """Yield the frame and all frames in it."""
        yield self
        for frame in self.inner.values():
            yield from frame.all()

    def depth(self) -> int:
        return 1 + max((frame.depth() for frame in self.inner.values()), default=0)


def to_svg(record: Profile) -> str:
    """Return the host's time by stack as an SVG file, the outermost frame at the top.

    Hovering shows a frame's time; a click makes it as wide as the drawing, and one on the top
    frame shows all again.
    """
    return svg.file(draw(record))


def draw(record: Profile) -> Drawing:
    """Return the flame graph as a drawing: a legend, and a bar for each frame."""
    root = _tree(record.stacks, cells.target(record))
    title = f"{root.name} on {record.device}: host time by stack ({record.host_provenance})"
    swatches: list[tuple[Mark, str]] = [
        (Bar(-5, -5, 11, 11, css), words) for css, words in _LEGEND.items()
    ]
    shown, _ = legend(swatches, (_MARGIN, 26.0), _SPAN)
    marks = (
        Text(_MARGIN, 19.0, title, "title"),
        *shown,
        *_bars(root, 0.0, 0, root.total_us or 1.0, _least(root)),
    )
    zoom = Zoom(_MARGIN, _SPAN, 0.0, root.total_us or 1.0)
    return Drawing(WIDTH, _HEAD + root.depth() * _ROW + _MARGIN, title, marks, zoom)


def _tree(stacks: Mapping[str, float], name: str) -> _Frame:
    root = _Frame(name)
    for stack, microseconds in sorted(stacks.items()):
        frame = root
        frame.total_us += microseconds
        for part in stack.split(";"):
            frame = frame.inner.setdefault(part, _Frame(part))
            frame.total_us += microseconds
    return root


def _least(root: _Frame) -> float:
    """Return the least time, in microseconds, of a frame that is in the drawing."""
    times = sorted((frame.total_us for frame in root.all()), reverse=True)
    return max(_LEFT_OUT * (root.total_us or 1.0), times[_MOST] if len(times) > _MOST else 0.0)


def _bars(
    frame: _Frame, begin_us: float, depth: int, whole_us: float, least_us: float
) -> Iterator[Bar]:
    share = frame.total_us / whole_us
    if frame.total_us < least_us:
        return
    x, width = _MARGIN + begin_us / whole_us * _SPAN, share * _SPAN
    time = format_value(frame.total_us, "us")
    hint = f"{frame.name}: {time}, {100 * share:.1f} %"
    role = f"{_role(frame)} {'thin' if width < _NARROWEST else 'edged' if width > _EDGED else ''}"
    span = begin_us, frame.total_us
    top, height = _HEAD + depth * _ROW, _ROW - _GAP
    yield Bar(x, top, width, height, role.strip(), hint, frame.name, span=span)
    for inner in frame.inner.values():
        yield from _bars(inner, begin_us, depth + 1, whole_us, least_us)
        begin_us += inner.total_us


def _role(frame: _Frame) -> str:
    if frame.name.startswith("wait: "):
        return "wait"
    if frame.name.startswith("nn.Module: "):
        return "module"
    # `aten::addmm` at the end of a stack is an operation; `forward (model.py:12)` at its end is the
    # program's own Python, without an operation under it.
    return "operation" if not frame.inner and "(" not in frame.name else "program"
