"""A flame graph: the host's time by stack as one SVG, readable alone, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from kernelscope.quantity import Quantity, format_quantity
from kernelscope.record import Profile
from kernelscope.report import cells
from kernelscope.report.svg import CHARACTER

WIDTH = 1200.0
_MARGIN = 12.0
_SPAN = WIDTH - 2 * _MARGIN
_HEAD = 46.0
_ROW = 19.0
_GAP = 1.0
_NARROWEST = 0.4  # pixels below which a frame is not shown: nobody could see it
_LEFT_OUT = 1e-5  # share of the time below which it is not there for the zoom either

_STYLE = """
svg { font: 12px ui-sans-serif, system-ui, sans-serif; background: #fff; }
text { fill: #1a1a1a; } text.title { font-size: 15px; font-weight: 600; } text.note { fill: #666; }
.program { fill: #c9d7ea; } .module { fill: #bfe0cf; } .operation { fill: #f4d0a4; }
.wait { fill: #eba4a4; } g:hover rect { stroke: #1a1a1a; }
g { cursor: pointer; }
@media (prefers-color-scheme: dark) {
  svg { background: #16181c; } text { fill: #ececec; } text.note { fill: #9aa0a8; }
  .program { fill: #2f4a6d; } .module { fill: #2a5c46; } .operation { fill: #7a5320; }
  .wait { fill: #8a3434; } g:hover rect { stroke: #ececec; }
}
"""
# A click makes a frame as wide as the drawing, and one on the top frame shows all again.
_SCRIPT = """
const all = [...document.querySelectorAll("g[data-x]")];
const width = WIDTH, margin = MARGIN, character = CHARACTER;
function show(x0, w0) {
  for (const g of all) {
    const left = Math.max((g.dataset.x - x0) / w0, 0);
    const right = Math.min((+g.dataset.x + +g.dataset.w - x0) / w0, 1);
    const pixels = (right - left) * width, [box, label] = [g.children[1], g.children[2]];
    g.style.display = pixels < NARROWEST ? "none" : "";
    if (pixels < NARROWEST) continue;
    box.setAttribute("x", margin + left * width);
    box.setAttribute("width", Math.max(pixels - GAP, NARROWEST));
    label.setAttribute("x", margin + left * width + 4);
    const name = g.dataset.name, room = Math.floor((pixels - 8) / character);
    label.textContent = room < 3 ? "" : name.length <= room ? name : name.slice(0, room - 1) + "…";
  }
}
for (const g of all) g.addEventListener("click", () => show(+g.dataset.x, +g.dataset.w));
"""
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

    def depth(self) -> int:
        return 1 + max((frame.depth() for frame in self.inner.values()), default=0)


def to_svg(record: Profile) -> str:
    """The host's time by stack, the outermost frame at the top.

    Hovering shows a frame's time; a click makes it as wide as the drawing, and one on the top
    frame shows all again.
    """
    root = _tree(record.stacks, cells.target(record))
    height = _HEAD + root.depth() * _ROW + _MARGIN
    title = f"{root.name} on {record.device}: host time by stack ({record.host_provenance})"
    size = f'viewBox="0 0 {WIDTH:g} {height:g}" width="{WIDTH:g}" height="{height:g}" role="img"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} aria-label="{escape(title)}">',
        f"<style>{_STYLE}</style>",
        f'<text class="title" x="{_MARGIN:g}" y="19">{escape(title)}</text>',
        *_legend(),
        *_drawn(root, 0, 0, root.total_us),
        f"<script><![CDATA[{_script()}]]></script>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _tree(stacks: Mapping[str, float], name: str) -> _Frame:
    root = _Frame(name)
    for stack, microseconds in sorted(stacks.items()):
        frame = root
        frame.total_us += microseconds
        for part in stack.split(";"):
            frame = frame.inner.setdefault(part, _Frame(part))
            frame.total_us += microseconds
    return root


def _drawn(frame: _Frame, begin_us: float, depth: int, whole_us: float) -> Iterator[str]:
    share, left = frame.total_us / whole_us, begin_us / whole_us
    if share < _LEFT_OUT:
        return
    x, y = _MARGIN + left * _SPAN, _HEAD + depth * _ROW
    width = share * _SPAN
    time = format_quantity(Quantity(frame.total_us, "us", "measured"))
    hint = f"{frame.name}: {time}, {100 * share:.1f} %"
    hidden = ' style="display:none"' if width < _NARROWEST else ""
    yield (
        f'<g data-x="{left:.7f}" data-w="{share:.7f}" data-name="{escape(frame.name)}"{hidden}>'
        f'<title>{escape(hint)}</title><rect class="{_kind(frame)}" x="{x:.2f}" y="{y:.1f}" '
        f'width="{max(width - _GAP, _NARROWEST):.2f}" height="{_ROW - _GAP:g}" rx="2"/>'
        f'<text x="{x + 4:.2f}" y="{y + 13:.1f}">{escape(_fitting(frame.name, width))}</text></g>'
    )
    for inner in frame.inner.values():
        yield from _drawn(inner, begin_us, depth + 1, whole_us)
        begin_us += inner.total_us


def _script() -> str:
    """The script with the drawing's measures."""
    measures = {"WIDTH": _SPAN, "MARGIN": _MARGIN, "CHARACTER": CHARACTER, "GAP": _GAP}
    text = _SCRIPT.replace("NARROWEST", str(_NARROWEST))
    for name, value in measures.items():
        text = text.replace(name, f"{value:g}")
    return text


def _kind(frame: _Frame) -> str:
    if frame.name.startswith("wait: "):
        return "wait"
    if frame.name.startswith("nn.Module: "):
        return "module"
    return "operation" if not frame.inner and "(" not in frame.name else "program"


def _fitting(name: str, width: float) -> str:
    """As much of a name as its box has room for; nothing where that would be a letter or two."""
    room = int((width - 8) / CHARACTER)
    if room < 3:
        return ""
    return name if len(name) <= room else name[: room - 1] + "…"


def _legend() -> Iterator[str]:
    x = _MARGIN
    for kind, words in _LEGEND.items():
        yield f'<rect class="{kind}" x="{x:g}" y="28" width="11" height="11" rx="2"/>'
        yield f'<text class="note" x="{x + 16:g}" y="38">{words}</text>'
        x += 34 + CHARACTER * len(words)
