"""The bars of an SVG file, read from its elements."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import dataclass

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Box:
    """A bar: its role, and its place in pixels."""

    role: str
    x: float
    y: float
    width: float


def boxes(svg: str) -> dict[str, Box]:
    """The bars that have a hint, by its first line."""
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
