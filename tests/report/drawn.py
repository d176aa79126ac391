"""What a drawing shows, read from its SVG: from the file, or from the page that a browser laid out.

In the browser, places are in the units of the drawing's own view box, so that they can be compared
with the record's numbers through the ticks of the axis.
"""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import Any

SVG = "{http://www.w3.org/2000/svg}"
Place = tuple[float, float]

PROBE = f"<script>{Path(__file__).with_name('probe.js').read_text()}</script>"


@dataclass(frozen=True, slots=True)
class Mark:
    """One element as the browser laid it out; `corners` go round it from the top left."""

    tag: str
    role: str
    corners: Sequence[Place]
    points: Sequence[Place]
    text: str
    hint: str
    colour: str

    @property
    def left(self) -> float:
        return min(x for x, _ in self.corners)

    @property
    def right(self) -> float:
        return max(x for x, _ in self.corners)

    @property
    def top(self) -> float:
        return min(y for _, y in self.corners)

    @property
    def foot(self) -> float:
        return max(y for _, y in self.corners)

    @property
    def middle(self) -> Place:
        return (self.left + self.right) / 2, (self.top + self.foot) / 2

    def has(self, *roles: str) -> bool:
        """Whether it has all of these roles."""
        return set(roles) <= set(self.role.split())


@dataclass(frozen=True, slots=True)
class Laid:
    """One drawing as the browser laid it out."""

    label: str
    size: Place
    marks: Sequence[Mark]

    def of(self, tag: str, *roles: str) -> list[Mark]:
        """The elements of a tag with these roles, in the order drawn."""
        return [mark for mark in self.marks if mark.tag == tag and mark.has(*roles)]

    def texts(self) -> list[Mark]:
        return [mark for mark in self.of("text") if mark.text]


def laid_out(browser: Callable[..., str], page: str) -> dict[str, Laid]:
    """The drawings of a page by label, as a real browser lays them out."""
    dom = browser(page.replace("</body>", PROBE + "</body>"), "--dump-dom")
    found = re.search(r'<pre id="probe">(.*?)</pre>', dom, re.DOTALL)
    assert found, dom[-2000:]
    drawings: list[dict[str, Any]] = json.loads(unescape(found[1]))
    return {
        one["label"]: Laid(one["label"], one["size"], [Mark(**mark) for mark in one["marks"]])
        for one in drawings
    }


def assert_readable(drawing: Laid) -> None:
    """Everything is on the sheet, and no two texts cover each other."""
    width, height = drawing.size
    for mark in drawing.marks:
        inside = mark.left >= -0.5 and mark.right <= width + 0.5
        inside = inside and mark.top >= -0.5 and mark.foot <= height + 0.5
        assert inside, f"{drawing.label}: outside of {drawing.size}: {mark}"
    for one, other in combinations(drawing.texts(), 2):
        assert not overlap(one.corners, other.corners), (drawing.label, one.text, other.text)


def overlap(one: Sequence[Place], other: Sequence[Place]) -> bool:
    """Whether two convex polygons share more than half a pixel in every direction."""
    for corners in (one, other):
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
            length = math.hypot(x2 - x1, y2 - y1) or 1.0
            across = (y1 - y2) / length, (x2 - x1) / length
            a, b = ([x * across[0] + y * across[1] for x, y in shape] for shape in (one, other))
            if min(max(a), max(b)) - max(min(a), min(b)) < 0.5:
                return False
    return True


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis as its labelled ticks state it."""

    ticks: Sequence[Place]  # place, value
    log: bool

    def value(self, place: float) -> float:
        """The value at a place, by the two ticks farthest apart."""
        (a, low), (b, high) = self.ticks[0], self.ticks[-1]
        share = (place - a) / (b - a)
        return low * (high / low) ** share if self.log else low + share * (high - low)


def scale(drawing: Laid, axis: str, *, log: bool = False) -> Scale:
    """The axis "x" or "y": each grid line with the value that the label at its end states.

    Every tick between the outer two must be where its label says.
    """
    upright = axis == "x"
    lines = [m for m in drawing.of("polyline", "grid") if (m.left == m.right) is upright]
    ticks: list[Place] = []
    for line in lines:
        at = line.points[0][0 if upright else 1]
        labels = [
            text
            for text in drawing.of("text", "note")
            if abs(text.middle[0 if upright else 1] - at) < 4
            and (line.foot < text.top < line.foot + 20 if upright else text.right < line.left)
        ]
        assert len(labels) == 1, (drawing.label, at, labels)
        ticks.append((at, stated(labels[0].text)))
    assert len(ticks) >= 2, drawing.label
    found = Scale(sorted(ticks), log)
    for at, value in ticks:
        assert close(found.value(at), value), (drawing.label, at, value)
    return found


def close(value: float, expected: float) -> bool:
    """Whether a value read from a picture is the one expected, but for half a percent."""
    return math.isclose(value, expected, rel_tol=5e-3, abs_tol=1e-9)


_PREFIX = {"": 1.0, "n": 1e-9, "µ": 1e-6, "m": 1e-3, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12,
           "P": 1e15}  # fmt: skip


def stated(label: str) -> float:
    """The value of a tick's label in its base unit: seconds, bytes, FLOP/s; `2^12` is a power."""
    if "^" in label:
        base, _, exponent = label.partition("^")
        return float(base) ** float(exponent)
    number, _, unit = label.replace(",", "").partition(" ")
    for base in ("FLOP/s", "B", "s"):
        if unit.endswith(base):
            return float(number) * _PREFIX[unit.removesuffix(base)]
    return float(number)


@dataclass(frozen=True, slots=True)
class Box:
    """A bar of an SVG file: its role, and its place in pixels."""

    role: str
    x: float
    y: float
    width: float


def boxes(svg: str) -> dict[str, Box]:
    """The bars of a file that have a hint, by its first line."""
    found: dict[str, Box] = {}
    for element in ET.fromstring(svg).iter():
        hint = element.find(f"{SVG}title")
        if hint is None or element.tag not in (f"{SVG}g", f"{SVG}rect"):
            continue
        rect = element if element.tag == f"{SVG}rect" else element.find(f"{SVG}rect")
        assert rect is not None
        assert hint.text is not None
        x, y, width = (float(rect.attrib[key]) for key in ("x", "y", "width"))
        found[hint.text.splitlines()[0]] = Box(element.attrib["class"], x, y, width)
    return found
