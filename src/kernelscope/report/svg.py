"""The small drawing kit of the HTML report's charts: SVG text, coloured by the page's own CSS.

Coordinates are pixels of the viewBox, from the top left. Colours are CSS classes (`s0` … `s7` for
series, `ink`, `grid`, `mark`), so that one drawing serves light and dark.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

CHARACTER = 6.6  # mean width of a character at the charts' 12 px


def figure(width: float, height: float, label: str, parts: Iterable[str]) -> str:
    """A drawing that scales with its column; `label` is what a screen reader says."""
    body = "".join(parts)
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}" '
        f'preserveAspectRatio="xMidYMid meet">{body}</svg>'
    )


def text(x: float, y: float, content: str, css: str = "", anchor: str = "start") -> str:
    """A line of text whose baseline is at (x, y)."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" class="{css}" text-anchor="{anchor}">'
        f"{escape(content)}</text>"
    )


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    """A straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{css}"/>'


def bar(x: float, y: float, width: float, height: float, css: str, hint: str = "") -> str:
    """A bar with slightly rounded ends; `hint` shows when the pointer rests on it."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}" rx="2" '
        f'class="{css}">{_hint(hint)}</rect>'
    )


def dot(x: float, y: float, css: str, hint: str = "", radius: float = 5) -> str:
    """A point."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" class="{css}">{_hint(hint)}</circle>'


def square(x: float, y: float, css: str, hint: str = "") -> str:
    """A point of another kind."""
    return (
        f'<rect x="{x - 4.5:.1f}" y="{y - 4.5:.1f}" width="9" height="9" class="{css} mark-of">'
        f"{_hint(hint)}</rect>"
    )


def triangle(x: float, y: float, css: str, hint: str = "") -> str:
    """A point of a third kind."""
    corners = f"M{x:.1f} {y - 6:.1f} L{x + 5.5:.1f} {y + 4.5:.1f} L{x - 5.5:.1f} {y + 4.5:.1f} Z"
    return f'<path d="{corners}" class="{css} mark-of">{_hint(hint)}</path>'


def slanted(x: float, y: float, content: str, css: str, along: tuple[float, float]) -> str:
    """A line of text around (x, y), turned into the direction `along`."""
    angle = math.degrees(math.atan2(along[1], along[0]))
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" class="{css}" text-anchor="middle" '
        f'transform="rotate({angle:.1f} {x:.1f} {y:.1f})">{escape(content)}</text>'
    )


def path(points: Sequence[tuple[float, float]], css: str) -> str:
    """A line through the points."""
    steps = " ".join(f"{'L' if i else 'M'}{x:.1f} {y:.1f}" for i, (x, y) in enumerate(points))
    return f'<path d="{steps}" class="{css}"/>'


def width_of(content: str) -> float:
    """Roughly how many pixels a text takes."""
    return CHARACTER * len(content)


def round_ticks(highest: float, count: int = 4) -> list[float]:
    """0 and about `count` round numbers up to `highest`: 1, 2, 2.5 or 5 times a power of ten."""
    if highest <= 0 or not math.isfinite(highest):
        return [0.0]
    rough = highest / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough * 0.999)
    return [step * i for i in range(int(highest / step * 1.0001) + 1)]


def power_ticks(low: float, high: float, base: int = 10, most: int = 8) -> list[float]:
    """Powers of `base` within [low, high], thinned to at most `most`."""
    first, last = math.ceil(math.log(low, base) - 1e-9), math.floor(math.log(high, base) + 1e-9)
    stride = max(1, math.ceil((last - first + 1) / most))
    return [float(base) ** exponent for exponent in range(first, last + 1, stride)]


def _hint(content: str) -> str:
    return f"<title>{escape(content)}</title>" if content else ""
