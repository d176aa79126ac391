"""A drawing as SVG: inside a page that brings the colours, or as a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import assert_never

from kernelscope.report.drawing import (
    COLOURS,
    SIZE,
    STYLES,
    Area,
    Bar,
    Dot,
    Drawing,
    Line,
    Mark,
    Place,
    Text,
    name_of,
)

_ZOOM = Path(__file__).parent / "templates" / "zoom.js"
_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
_HOVER = "g:hover>rect,rect:hover{stroke:currentColor}"


def element(drawing: Drawing) -> str:
    """Return the drawing as an element of an HTML page that has `page_style()`."""
    return _opened(drawing) + "".join(map(_mark, drawing.marks)) + "</svg>"


def page_style() -> str:
    """Return the CSS of drawings in a page that sets `color-scheme`, with a variable per colour."""
    names = "".join(f"--{n}:light-dark({light},{dark});" for n, (light, dark) in COLOURS.items())
    return f":root{{{names}}}{_rules(STYLES, lambda name: f'var(--{name})')}"


def file(drawing: Drawing) -> str:
    """Return the drawing as a file that follows the reader's light or dark system.

    If it can be zoomed, a click on a bar makes it as wide as the drawing.
    """
    script = _ZOOM.read_text(encoding="utf-8") if drawing.zoom else ""
    used = {name for mark in drawing.marks for name in mark.role.split()} | {"ink", "paper"}
    names = [name for name in STYLES if name in used]
    light = _rules(names, lambda name: COLOURS[name][0])
    dark = _rules(names, lambda name: COLOURS[name][1])
    size = f' xmlns="http://www.w3.org/2000/svg" width="{_n(drawing.width)}" '
    lines = [
        _opened(drawing, f'{size}height="{_n(drawing.height)}"'),
        f"<style>{light}{_HOVER}@media (prefers-color-scheme:dark){{{dark}}}</style>",
        '<rect class="paper" width="100%" height="100%"/>',
        *map(_mark, drawing.marks),
        *([f"<script><![CDATA[{script}]]></script>"] if script else []),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _opened(drawing: Drawing, more: str = "") -> str:
    zoom = drawing.zoom
    if zoom is not None:
        axis = (zoom.left, zoom.width, zoom.first, zoom.length)
        more += f' data-zoom="{" ".join(map(_n, axis))} {"us" if zoom.timed else ""}"'
        if zoom.opens is not None:
            more += f' data-opens="{" ".join(map(_n, zoom.opens))}"'
    box = f'viewBox="0 0 {_n(drawing.width)} {_n(drawing.height)}"'
    return f'<svg {box} role="img" aria-label="{escape(drawing.label)}"{more}>'


def _rules(names: Iterable[str], colour: Callable[[str], str]) -> str:
    """Return the CSS of some roles. `i` is a swatch in a table, in the colour of its series."""
    shapes = "rect,svg polygon,svg circle,svg text"
    rules = [
        f"svg{{font:{SIZE:g}px {_FONT};font-variant-numeric:tabular-nums}}",
        f"svg {shapes}{{fill:currentColor}}svg polyline{{fill:none;stroke:currentColor}}",
        "svg text{stroke:none}",
        f"svg .dot{{stroke:{colour('paper')};stroke-width:1.2}}",
    ]
    for name in names:
        properties = {
            key: colour(value) if isinstance(value, str) and value in COLOURS else value
            for key, value in STYLES[name].items()
        }
        declared = ";".join(f"{key}:{value}" for key, value in properties.items())
        rules.append(f"svg .{name},i.{name}{{{declared}}}")
    return "".join(rules)


def _mark(mark: Mark) -> str:
    match mark:
        case Bar():
            return _bar(mark)
        case Line():
            points = _points(mark.places)
            return f'<polyline class="{mark.role}" points="{points}">{_hint(mark.hint)}</polyline>'
        case Area():
            return f'<polygon class="{mark.role}" points="{_points(mark.places)}"/>'
        case Dot():
            return _dot(mark)
        case Text():
            return _text(mark)
        case _:
            assert_never(mark)


def _bar(bar: Bar) -> str:
    place = f'x="{_n(bar.x)}" y="{_n(bar.y)}" width="{_n(bar.width)}" height="{_n(bar.height)}"'
    if not bar.name:
        return f'<rect class="{bar.role}" {place} rx="2">{_hint(bar.hint)}</rect>'
    inside = f'{_hint(bar.hint)}<rect {place} rx="2"/>{_text(name_of(bar))}'
    span = f' data-span="{_n(bar.span[0])} {_n(bar.span[1])}"' if bar.span else ""
    return f'<g class="{bar.role}"{span}>{inside}</g>'


def _dot(dot: Dot) -> str:
    x, y, half = dot.x, dot.y, dot.size / 2
    css, hint = f'class="{dot.role} dot"', _hint(dot.hint)
    if dot.shape == "circle":
        return f'<circle {css} cx="{_n(x)}" cy="{_n(y)}" r="{_n(half)}">{hint}</circle>'
    if dot.shape == "square":
        corners = (
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        )
    else:
        corners = ((x, y - 1.2 * half), (x + 1.1 * half, y + half), (x - 1.1 * half, y + half))
    return f'<polygon {css} points="{_points(corners)}">{hint}</polygon>'


def _text(text: Text) -> str:
    x, y = _n(text.x), _n(text.y)
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    turned = f' transform="rotate({_n(text.degrees)} {x} {y})"' if text.degrees else ""
    place = f'class="{text.role}" x="{x}" y="{y}"{anchor}{turned}'
    return f"<text {place}>{escape(text.content)}</text>"


def _points(places: Iterable[Place]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in places)


def _hint(content: str) -> str:
    return f"<title>{escape(content)}</title>" if content else ""


def _n(value: float) -> str:
    """Return a length, or a time in microseconds, with 4 decimals."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
