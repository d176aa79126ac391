"""A drawing as data: marks at places, each with a role that decides its colour and weight.

`svg.py` writes a drawing as SVG, `pictures.py` as PNG or PDF; neither knows what it shows. Lengths
are CSS pixels on a page and 1/72 inch in a picture; places count from the top left. A role is one
name of `STYLES` or several with spaces between ("s0 pale").
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, assert_never

from kernelscope._files import PathLike
from kernelscope.errors import UsageError

Anchor = Literal["start", "middle", "end"]
Shape = Literal["circle", "square", "triangle"]
Place = tuple[float, float]
SIZE = 12.0  # of text, unless its role says otherwise
FORMATS = ("png", "svg", "pdf")
"""The endings of pictures."""


def picture_form(path: PathLike) -> str:
    """Return the format that a picture's path asks for. Raises UsageError for another ending."""
    form = Path(path).suffix.lstrip(".").lower()
    if form not in FORMATS:
        raise UsageError(f"{path}: a plot ends in .{', .'.join(FORMATS)}")
    return form


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle. As much of `name` as fits is written inside; `hint` shows on hovering.

    Attributes:
        room: the width that the name may take; None for the bar's own.
        span: where it begins along the axis that a zoom enlarges, and how long it is, in the
            axis's own unit; None for a bar that a zoom leaves alone.
    """

    x: float
    y: float
    width: float
    height: float
    role: str
    hint: str = ""
    name: str = ""
    room: float | None = None
    span: tuple[float, float] | None = None


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
class Zoom:
    """The part of a sheet that a reader can enlarge: from `left`, `width` wide.

    It shows an axis from `first`, `length` long, in the unit of `Bar.span`. If `timed`, that unit
    is a microsecond, there are ticks, and a bar too thin to see is drawn as a hair. `opens` is the
    part, from and how long, that a page shows at first; None: all.
    """

    left: float
    width: float
    first: float
    length: float
    timed: bool = False
    opens: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks on a sheet; later ones lie above earlier ones. `label` is for screen readers.

    Raises KeyError on a mark whose role has no style.
    """

    width: float
    height: float
    label: str
    marks: tuple[Mark, ...]
    zoom: Zoom | None = None

    def __post_init__(self) -> None:
        for mark in self.marks:
            style_of(mark.role)


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
    "host": ("#c9d7ea", "#2f4a6d"),
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
    "bad": ("#cf222e", "#ff7b72"),
}
"""Each colour on light and on dark paper."""

SERIES = 8
"""The colours `s0` … `s7`, which tell the series of a chart apart."""

Style = Mapping[str, str | float]
"""Properties of CSS; a colour is a name of `COLOURS`."""

_HALO: Style = {"paint-order": "stroke", "stroke": "paper", "stroke-width": 3}
STYLES: Mapping[str, Style] = {
    **{name: {"color": name} for name in COLOURS},
    "pale": {"opacity": 0.5},
    "faint": {"opacity": 0.12},
    "thick": {"stroke-width": 2},
    "note": {"color": "soft", "font-size": "11px"},
    "title": {"color": "ink", "font-size": "15px", "font-weight": "bold"},
    "tiny": {"color": "soft", "font-size": "9.5px", **_HALO},
    "strong": {"color": "ink", **_HALO},
    "whisker": {"color": "ink", "opacity": 0.75},
    "fewest": {"color": "ink", "stroke-width": 1.4, "stroke-dasharray": "4 3"},
    "roof": {"color": "soft", "stroke-width": 1.4},
    "work": {"stroke-width": 2},
    "found": {"stroke-width": 1.1, "stroke-dasharray": "5 4", "opacity": 0.8},
    "edged": {"stroke": "paper", "stroke-width": 1},
    "thin": {"display": "none"},
}


@cache
def style_of(role: str) -> Style:
    """Return the properties of a role; a later entry of `STYLES` wins, as in a stylesheet."""
    names = role.split()
    for name in names:
        if name not in STYLES:
            raise KeyError(f"role {role!r}: no style {name!r}")
    own = [style for name, style in STYLES.items() if name in names]
    return {key: value for style in own for key, value in style.items()}


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
    width = max(sum(drawing.width for drawing in row) for row in rows) + 2 * margin
    marks: list[Mark] = []
    y = margin
    for words in wrapped(title, width - 2 * margin, 15.0):
        y += 17.0
        marks.append(Text(margin, y, words, "title"))
    y += margin
    for row in rows:
        x = margin
        for drawing in row:
            marks += [moved(mark, x, y) for mark in drawing.marks]
            x += drawing.width
        y += max(drawing.height for drawing in row)
    return Drawing(width, y + margin, title, tuple(marks))


def legend(
    entries: Sequence[tuple[Mark, str]], place: Place, width: float
) -> tuple[list[Mark], float]:
    """Return the marks of a legend in lines of at most `width`, and their height.

    Each entry is a swatch drawn around (0, 0), at most 20 wide, and its words.
    """
    swatch, gap, row = 24.0, 16.0, 18.0
    left, top = place
    x, y = left, top + row / 2
    marks: list[Mark] = []
    for mark, words in entries:
        needed = swatch + width_of(words)
        if x > left and x + needed > left + width:
            x, y = left, y + row
        marks += [moved(mark, x + 10, y), Text(x + swatch, y + 4, words)]
        x += needed + gap
    return marks, y + row / 2 - top


# Advance widths of DejaVu Sans, one of the widest common interface fonts, in parts of the size.
# "triton" at 12 px is taken as 36 px wide, "iiii" as 14 and "WWWW" as 47. A page cannot be asked
# for its reader's font, so the widest counts: a label may leave room, and never runs into its bar.
_ADVANCES = (
    (0.3, "'ijl"),
    (0.35, " ,./:;IJ\\|·"),
    (0.42, "!()-[]frt²"),
    (0.62, '"*?FLPTY_`aceksvxyz°–'),
    (0.97, "#%&+<=>@MW^mw~×…≥"),
)
_ADVANCE = {character: width for width, characters in _ADVANCES for character in characters}
_USUAL = 0.7


def width_of(content: str, size: float = SIZE) -> float:
    """Return about how wide a text is, rather more than less."""
    return size * sum(_ADVANCE.get(character, _USUAL) for character in content)


def fitting(name: str, width: float) -> str:
    """Return as much of a name as a width has room for; "" if that is fewer than 3 characters."""
    if width_of(name) <= width:
        return name
    kept = len(name)
    while kept and width_of(name[:kept] + "…") > width:
        kept -= 1
    return name[:kept] + "…" if kept >= 2 else ""


def name_of(bar: Bar) -> Text:
    """Return a bar's name inside it, as far as it fits."""
    room = bar.width if bar.room is None else bar.room
    return Text(bar.x + 4, bar.y + bar.height / 2 + 4, fitting(bar.name, room - 8))


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
