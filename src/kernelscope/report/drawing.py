"""A drawing as data: marks at places, each with a role that decides its colour and weight.

`svg.py` writes a drawing as SVG, `pictures.py` as PNG or PDF; neither knows what it shows. Lengths
are CSS pixels on a page and 1/72 inch in a picture; places count from the top left. A role is one
name of `STYLES` or several with spaces between ("s0 pale").
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict, assert_never

Anchor = Literal["start", "middle", "end"]
Shape = Literal["circle", "square", "triangle"]
Place = tuple[float, float]
SIZE = 12.0  # of text, unless its role says otherwise


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle. As much of `name` as fits is written inside; `hint` shows on hovering."""

    x: float
    y: float
    width: float
    height: float
    role: str
    hint: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """Straight lines from place to place."""

    places: tuple[Place, ...]
    role: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon."""

    places: tuple[Place, ...]
    role: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A point of a chart, `size` wide."""

    x: float
    y: float
    role: str
    shape: Shape = "circle"
    size: float = 10.0
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text: its baseline starts, is centred or ends at (x, y), turned by `degrees`."""

    x: float
    y: float
    content: str
    role: str = "ink"
    anchor: Anchor = "start"
    degrees: float = 0.0


Mark = Bar | Line | Area | Dot | Text


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks on a sheet; later ones lie above earlier ones. `label` is for screen readers."""

    width: float
    height: float
    label: str
    marks: tuple[Mark, ...]


class Style(TypedDict, total=False):
    """The properties that a role sets; a property that no role sets has its default.

    Attributes:
        colour: a name of `COLOURS`.
        width: of a line; default 1.
        dash: lengths of a dashed line's strokes and gaps.
        opacity: default 1.
        size: of text; default `SIZE`.
        bold: default False.
        halo: whether text is outlined in the paper's colour, so that lines behind it do not
            strike it through.
        edge: width of a bar's edge in the paper's colour; default 0.
        hidden: whether the mark is left out until a script shows it.
    """

    colour: str
    width: float
    dash: tuple[float, float]
    opacity: float
    size: float
    bold: bool
    halo: bool
    edge: float
    hidden: bool


COLOURS: dict[str, tuple[str, str]] = {
    "ink": ("#14181d", "#e8ebef"),
    "soft": ("#5b6672", "#97a3b1"),
    "grid": ("#e2e6eb", "#2a313a"),
    "paper": ("#ffffff", "#171b21"),
    "s0": ("#4269d0", "#6f93f2"),
    "s1": ("#e08a00", "#f2b134"),
    "s2": ("#d6336c", "#ff7aa2"),
    "s3": ("#2b8a8a", "#58c6c2"),
    "s4": ("#3b9b45", "#6fd07a"),
    "s5": ("#8a4fd3", "#b78cf5"),
    "s6": ("#946a4a", "#c9a27f"),
    "s7": ("#6b7785", "#a3afbd"),
    "program": ("#c9d7ea", "#2f4a6d"),
    "module": ("#bfe0cf", "#2a5c46"),
    "operation": ("#f4d0a4", "#7a5320"),
    "wait": ("#eba4a4", "#8a3434"),
    "range": ("#dcd6ee", "#4a4168"),
    "launch": ("#8fb1dc", "#4673ad"),
    "device": ("#8cc8a6", "#2f7350"),
    "copy": ("#f0c27f", "#8a5f22"),
    "idle": ("#f2dfdc", "#43302f"),
    "lane": ("#f6f7f8", "#1d2229"),
    "queue": ("#b9b9c9", "#565b6b"),
}
"""Each colour on light and on dark paper."""

SERIES = 8
"""The colours `s0` … `s7`, which tell the series of a chart apart."""

STYLES: dict[str, Style] = {name: {"colour": name} for name in COLOURS} | {
    "pale": {"opacity": 0.5},
    "faint": {"opacity": 0.12},
    "thick": {"width": 2.0},
    "note": {"colour": "soft", "size": 11.0},
    "title": {"colour": "ink", "size": 15.0, "bold": True},
    "tiny": {"colour": "soft", "size": 9.5, "halo": True},
    "strong": {"colour": "ink", "halo": True},
    "whisker": {"colour": "ink", "opacity": 0.75},
    "fewest": {"colour": "ink", "width": 1.4, "dash": (4.0, 3.0)},
    "roof": {"colour": "soft", "width": 1.4},
    "work": {"width": 2.0},
    "found": {"width": 1.1, "dash": (5.0, 4.0), "opacity": 0.8},
    "edged": {"edge": 1.0},
    "thin": {"hidden": True},
}


def style_of(role: str) -> Style:
    """Return the properties of a role; a later entry of `STYLES` wins, as in a stylesheet."""
    names = role.split()
    unknown = [name for name in names if name not in STYLES]
    if unknown:
        raise KeyError(f"role {role!r}: no style {unknown[0]!r}")
    merged = Style()
    for name, style in STYLES.items():
        if name in names:
            merged.update(style)
    return merged


def moved(mark: Mark, right: float, down: float) -> Mark:
    """Return the mark at another place."""
    match mark:
        case Bar() | Dot() | Text():
            return dataclasses.replace(mark, x=mark.x + right, y=mark.y + down)
        case Line() | Area():
            places = tuple((x + right, y + down) for x, y in mark.places)
            return dataclasses.replace(mark, places=places)
        case _:
            assert_never(mark)


def sheet(title: str, rows: Sequence[Sequence[Drawing]]) -> Drawing:
    """Return one drawing of several, in rows, with a title above them."""
    margin = 14.0
    width = max(sum(one.width for one in row) for row in rows) + 2 * margin
    marks: list[Mark] = []
    y = margin
    for words in wrapped(title, width - 2 * margin, 15.0):
        y += 17.0
        marks.append(Text(margin, y, words, "title"))
    y += margin
    for row in rows:
        x = margin
        for one in row:
            marks += [moved(mark, x, y) for mark in one.marks]
            x += one.width
        y += max(one.height for one in row)
    return Drawing(width, y + margin, title, tuple(marks))


def legend(
    entries: Sequence[tuple[Mark, str]], place: Place, width: float, size: float = SIZE
) -> tuple[list[Mark], float]:
    """Return the marks of a legend in lines of at most `width`, and their height.

    Each entry is a swatch drawn around (0, 0), at most 20 wide, and its words.
    """
    swatch, gap, row = 24.0, 16.0, 18.0
    left, top = place
    x, y = left, top + row / 2
    marks: list[Mark] = []
    for mark, words in entries:
        needed = swatch + width_of(words, size)
        if x > left and x + needed > left + width:
            x, y = left, y + row
        marks += [moved(mark, x + 10, y), Text(x + swatch, y + 4, words)]
        x += needed + gap
    return marks, y + row / 2 - top


# Advance widths of DejaVu Sans, one of the widest common interface fonts, in parts of the size.
_ADVANCES = (
    (0.35, " ',./:;IJ\\ijl|·"),
    (0.42, "!()-[]frt²"),
    (0.62, '"*?FLPTY_`aceksvxyz°–'),
    (0.97, "#%&+<=>@MW^mw~×…≥"),
)
_ADVANCE = {character: width for width, characters in _ADVANCES for character in characters}
_USUAL = 0.7


def width_of(content: str, size: float = SIZE) -> float:
    """Return about how wide a text is, rather more than less."""
    return size * sum(_ADVANCE.get(character, _USUAL) for character in content)


def fitting(name: str, width: float, size: float = SIZE) -> str:
    """Return as much of a name as a width has room for; "" if that is fewer than 3 characters."""
    if width_of(name, size) <= width:
        return name
    kept = len(name)
    while kept and width_of(name[:kept] + "…", size) > width:
        kept -= 1
    return name[:kept] + "…" if kept >= 2 else ""


def wrapped(content: str, width: float, size: float = SIZE) -> list[str]:
    """Return a text as lines that are at most `width` wide, broken at spaces."""
    lines = [""]
    for word in content.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
