"""The hierarchical roofline as a drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from kernelscope.quantity import format_number, format_quantity, format_value
from kernelscope.record import Comparison
from kernelscope.report import axes, cells
from kernelscope.report.axes import Axis
from kernelscope.report.drawing import (
    Bar,
    Dot,
    Drawing,
    Mark,
    Place,
    Shape,
    Text,
    legend,
    width_of,
)
from kernelscope.report.drawing import Line as Stroke
from kernelscope.report.roofline import points as roofline
from kernelscope.report.roofline.points import LEVEL_NAMES, Line, Point

WIDTH = 560.0
_LEFT, _RIGHT, _TOP, _FOOT = 92.0, WIDTH - 18.0, 26.0, 330.0
_TINY, _DOT = 9.5, 7.0  # the size of a name, half a dot
_PETAL, _NEAREST = 14.0, 10.0  # between points that are fanned out; from their place
_TRUE = 3.0  # the dot at their place
_ABOVE, _BELOW = -4.0, 12.0  # from a line to the baseline of its name
_FARTHER = (0.0, 7.0, 14.0, 21.0)  # if the place next to the line is taken
_USUAL, _STEP = 0.4, 6.0  # of a slope's name: its place along the slope, and the steps from there
_SHAPES: dict[str, Shape] = {"dram": "circle", "l2": "square", "shared": "triangle"}
READING = (
    "Each implementation at each level of memory: FLOPs of the work model over the bytes that "
    "crossed the level. A point on a slope is limited by that level, a point under a flat roof by "
    "arithmetic. Points that would cover each other are fanned out around their place. Solid: the "
    "specification; dashed: measured on a real one, or estimated."
)
"""What the drawing shows, for the small print below it."""


def draw(record: Comparison) -> Drawing | None:
    """Return the roofs, and a point for each implementation and level.

    None if nothing was timed or the work has no FLOPs.
    """
    drawing = roofline.drawing(record)
    if drawing is None:
        return None
    x = Axis(*drawing.xs, _LEFT, _RIGHT, log=True)
    y = Axis(*drawing.ys, _FOOT, _TOP, log=True)
    ticks = (
        axes.labelled(axes.power_ticks(*drawing.xs), format_number),
        axes.labelled(axes.power_ticks(*drawing.ys), _rate),
    )
    kinds = cells.provenance_words([point.rate for point in drawing.points])
    titles = ("FLOPs a byte that crossed the level", f"FLOP/s ({kinds})")
    marks = axes.plane(x, y, ticks, titles)
    dots = _fanned(x, y, drawing.points)
    marks += [_roof(x, y, line) for line in drawing.lines]
    marks += _labels(x, y, drawing.lines, dots)
    colours = cells.colours(record)
    for _, true, place in dots:
        if true != place:
            marks += [Stroke((true, place), "soft"), Dot(*true, "ink", size=_TRUE)]
    marks += [_dot(point, place, colours[point.name]) for point, _, place in reversed(dots)]
    shown, height = legend(_entries(drawing, colours), (_LEFT, _FOOT + 46), _RIGHT - _LEFT)
    return Drawing(WIDTH, _FOOT + 50 + height, "roofline", (*marks, *shown))


def _rate(value: float) -> str:
    return format_value(value, "FLOP/s")


def _roof(x: Axis, y: Axis, line: Line) -> Stroke:
    role = "roof" + " work" * line.work + " found" * (not line.specified)
    return Stroke((_place(x, y, line.start), _place(x, y, line.end)), role, line.hint)


def _place(x: Axis, y: Axis, point: Place) -> Place:
    return x.at(point[0]), y.at(point[1])


_Fanned = tuple[Point, Place, Place]
"""A point, its place, and where it is drawn."""


def _fanned(x: Axis, y: Axis, points: Sequence[Point]) -> list[_Fanned]:
    """Return points that cover each other around their places, like petals; the others in place.

    GELU in Triton, CUDA and PyTorch moves the same bytes in the same time, through DRAM and through
    L2: six shapes would lie on one place, and one of them would show.
    """
    groups: list[list[tuple[Point, Place]]] = []
    for point in points:
        place = _place(x, y, (point.intensity, point.rate.value))
        near = (group for group in groups if math.dist(group[0][1], place) < 2 * _DOT)
        own = next(near, None)
        if own is None:
            groups.append(own := [])
        own.append((point, place))
    return [petal for group in groups for petal in _petals(group)]


def _petals(group: Sequence[tuple[Point, Place]]) -> Iterator[_Fanned]:
    count = len(group)
    if count == 1:
        yield (*group[0], group[0][1])
        return
    middle = [sum(place[axis] for _, place in group) / count for axis in (0, 1)]
    radius = max(_NEAREST, count * _PETAL / (2 * math.pi))
    for number, (point, place) in enumerate(group):
        angle = 2 * math.pi * number / count - math.pi / 2
        drawn = middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle)
        yield point, place, drawn


def _dot(point: Point, place: Place, colour: str) -> Dot:
    hint = (
        f"{point.name}, {LEVEL_NAMES[point.level]}: {format_number(point.intensity)} FLOPs a byte, "
        f"{format_quantity(point.rate)}, {format_quantity(point.bandwidth)} "
        f"{point.rate.provenance}; {format_quantity(point.traffic)} {point.traffic.provenance}"
    )
    return Dot(*place, colour, _SHAPES[point.level], hint=hint)


def _labels(x: Axis, y: Axis, lines: Sequence[Line], dots: Sequence[_Fanned]) -> list[Mark]:
    """Return the roofs' names, each where no roof, point or other name crosses it.

    A roof without such a place has its name as a hint only.
    """
    taken = [(_place(x, y, line.start), _place(x, y, line.end)) for line in lines]
    shapes: list[Sequence[Place]] = [*taken, *(_around(place) for *_, place in dots)]
    shapes += [(true, place) for _, true, place in dots if true != place]
    marks: list[Mark] = []
    for line, (start, end) in zip(lines, taken, strict=True):
        for name in _places_of(line, start, end):
            corners = _corners(name)
            if _is_inside(corners) and not any(_overlap(corners, other) for other in shapes):
                shapes.append(corners)
                marks.append(name)
                break
    return marks


def _places_of(line: Line, start: Place, end: Place) -> Iterator[Text]:
    """Yield a name next to its line: of a flat roof from the right, of a slope from its middle.

    Then the name without the rates in brackets. At last a flat roof's name may begin before the
    roof does, above the slope that it ends at.
    """
    short = line.label.partition(" (")[0]
    room = _RIGHT - _LEFT if line.kind == "compute" else 0.0
    for before in dict.fromkeys((0.0, room)):
        for words in dict.fromkeys((line.label, short)) if line.label else ():
            yield from _along(line, words, (start, end), before)


def _along(line: Line, words: str, ends: tuple[Place, Place], before: float) -> Iterator[Text]:
    (x1, y1), (x2, y2) = ends
    length, half = math.dist(*ends), width_of(words, _TINY) / 2
    angle = math.atan2(y2 - y1, x2 - x1)
    usual = length - half - 3 if line.kind == "compute" else _USUAL * length
    count = int((_RIGHT - _LEFT) / _STEP)
    steps = [usual + sign * _STEP * n for n in range(count) for sign in (1, -1)]
    lifts = (_ABOVE, _BELOW) if line.above else (_BELOW, _ABOVE)
    for lift in (own + (own > 0 or -1) * more for own in lifts for more in _FARTHER):
        for along in dict.fromkeys(steps):
            if half - before <= along <= length - half:
                middle = x1 + along * math.cos(angle), y1 + along * math.sin(angle)
                left, top = middle[0] - lift * math.sin(angle), middle[1] + lift * math.cos(angle)
                yield Text(left, top, words, "tiny", "middle", math.degrees(angle))


def _corners(name: Text) -> list[Place]:
    """Return the corners of a turned name, with a little room around it."""
    angle, half = math.radians(name.degrees), width_of(name.content, _TINY) / 2 + 2
    right, down = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    return [
        (name.x + along * right[0] + lower * down[0], name.y + along * right[1] + lower * down[1])
        for along, lower in ((-half, -_TINY), (half, -_TINY), (half, 2.5), (-half, 2.5))
    ]


def _around(place: Place) -> list[Place]:
    left, top = place
    ends = ((-_DOT, -_DOT), (_DOT, -_DOT), (_DOT, _DOT), (-_DOT, _DOT))
    return [(left + across, top + down) for across, down in ends]


def _is_inside(corners: Sequence[Place]) -> bool:
    return all(_LEFT <= left <= _RIGHT and _TOP - 12 <= top <= _FOOT for left, top in corners)


def _overlap(polygon: Sequence[Place], other: Sequence[Place]) -> bool:
    """Return whether two convex shapes meet; a line has two corners.

    They do not if, seen along an edge of one of them, there is a gap between them.
    """
    for corners in (polygon, other):
        for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
            across = y1 - y2, x2 - x1
            a, b = ([x * across[0] + y * across[1] for x, y in shape] for shape in (polygon, other))
            if max(a) < min(b) or max(b) < min(a):
                return False
    return True


def _entries(drawing: roofline.Drawing, colours: dict[str, str]) -> list[tuple[Mark, str]]:
    names = dict.fromkeys(point.name for point in drawing.points)
    levels = {point.level for point in drawing.points}
    entries: list[tuple[Mark, str]] = [(Bar(-5, -5, 10, 10, colours[n]), n) for n in names]
    entries += [
        (Dot(0, 0, "soft", _SHAPES[level]), LEVEL_NAMES[level])
        for level in roofline.LEVELS
        if level in levels
    ]
    across = ((-10, 0), (10, 0))
    entries.append((Stroke(across, "roof"), "specified"))
    if not all(line.specified for line in drawing.lines):
        entries.append((Stroke(across, "roof found"), "measured or estimated"))
    return entries
