"""The hierarchical roofline as a drawing."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kernelscope.quantity import Quantity, format_number, format_quantity
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
_APART = 12.0  # of the labels of two flat roofs
_SHAPES: dict[str, Shape] = {"dram": "circle", "l2": "square", "shared": "triangle"}


def draw(record: Comparison) -> Drawing | None:
    """Return the roofs, and a point for each implementation and level.

    None if nothing was timed or the work has no FLOPs.
    """
    found = roofline.drawing(record, lambda label: width_of(label, _TINY) / (_RIGHT - _LEFT))
    if found is None:
        return None
    x = Axis(*found.xs, _LEFT, _RIGHT, log=True)
    y = Axis(*found.ys, _FOOT, _TOP, log=True)
    ticks = (
        axes.labelled(axes.power_ticks(*found.xs), format_number),
        axes.labelled(axes.power_ticks(*found.ys), _rate),
    )
    kinds = cells.provenance_words([point.rate for point in found.points])
    titles = ("FLOPs a byte that crossed the level", f"FLOP/s ({kinds})")
    marks = axes.plane(x, y, ticks, titles)
    marks += [_roof(x, y, line) for line in found.lines]
    marks += _labels(x, y, found)
    colours = cells.colours(record)
    # Points of two levels coincide if nothing is read twice: the first level's lie on top.
    for level in reversed(roofline.LEVELS):
        own = [point for point in found.points if point.level == level]
        marks += [_dot(x, y, point, colours[point.name]) for point in own]
    shown, height = legend(_entries(found, colours), (_LEFT, _FOOT + 46), _RIGHT - _LEFT)
    return Drawing(WIDTH, _FOOT + 50 + height, "roofline", (*marks, *shown))


def _rate(value: float) -> str:
    return format_quantity(Quantity(value, "FLOP/s", "computed"))


def _roof(x: Axis, y: Axis, line: Line) -> Stroke:
    role = "roof" + " work" * line.work + " found" * (not line.specified)
    return Stroke((_place(x, y, line.start), _place(x, y, line.end)), role, line.hint)


def _place(x: Axis, y: Axis, point: Place) -> Place:
    return x.at(point[0]), y.at(point[1])


def _dot(x: Axis, y: Axis, point: Point, colour: str) -> Dot:
    hint = (
        f"{point.name}, {LEVEL_NAMES[point.level]}: {format_number(point.intensity)} FLOPs a byte, "
        f"{format_quantity(point.rate)}, {format_quantity(point.bandwidth)} "
        f"{point.rate.provenance}; {format_quantity(point.traffic)} {point.traffic.provenance}"
    )
    size = 13.0 if point.level == "l2" else 10.0
    place = _place(x, y, (point.intensity, point.rate.value))
    return Dot(*place, colour, _SHAPES[point.level], size, hint)


def _labels(x: Axis, y: Axis, found: roofline.Drawing) -> list[Mark]:
    """Return the roofs' names: of arithmetic at the right end, of memory along the slope.

    A flat roof whose name would cover another's has it as a hint only.
    """
    dots = [_place(x, y, (point.intensity, point.rate.value)) for point in found.points]
    marks: list[Mark] = []
    taken: list[float] = []
    for line in sorted(found.lines, key=lambda line: not line.specified):
        if line.kind == "memory":
            marks += _along(x, y, line, dots)
            continue
        right, height = _place(x, y, line.end)
        # The H200's fp64 at 33.5 specified and 30.8 TFLOP/s measured are 1 or 2 px apart: the
        # second name would lie over the first, so it is in the hint only. The specified come first.
        if all(abs(height - other) >= _APART for other in taken):
            taken.append(height)
            marks.append(Text(right - 3, height - 3, line.label, "tiny", "end"))
    return marks


def _along(x: Axis, y: Axis, line: Line, dots: Sequence[Place]) -> list[Mark]:
    """Return a slope's name next to it, or as far from it as no dot covers letters."""
    if not line.label:
        return []
    (x1, y1), (x2, y2) = _place(x, y, line.start), _place(x, y, line.end)
    middle, height = _place(x, y, line.label_at)
    angle, half = math.atan2(y2 - y1, x2 - x1), width_of(line.label, _TINY) / 2

    def is_clear(lift: float) -> bool:
        for left, top in dots:
            right, down = left - middle, top - height - lift + _TINY / 3  # from the letters' middle
            along = right * math.cos(angle) + down * math.sin(angle)
            across = down * math.cos(angle) - right * math.sin(angle)
            if abs(along) < half + _DOT and abs(across) < _TINY / 2 + _DOT:
                return False
        return True

    lifts = [(-4.0 if line.above else 12.0) + (-_DOT if line.above else _DOT) * i for i in range(5)]
    lift = next(filter(is_clear, lifts), lifts[0])
    name = Text(middle, height + lift, line.label, "tiny", "middle", math.degrees(angle))
    return [name]


def _entries(found: roofline.Drawing, colours: dict[str, str]) -> list[tuple[Mark, str]]:
    names = dict.fromkeys(point.name for point in found.points)
    levels = {point.level for point in found.points}
    entries: list[tuple[Mark, str]] = [(Bar(-5, -5, 10, 10, colours[n]), n) for n in names]
    entries += [
        (Dot(0, 0, "soft", _SHAPES[level]), LEVEL_NAMES[level])
        for level in roofline.LEVELS
        if level in levels
    ]
    across = ((-10, 0), (10, 0))
    entries.append((Stroke(across, "roof"), "specified"))
    if not all(line.specified for line in found.lines):
        entries.append((Stroke(across, "roof found"), "measured or estimated"))
    return entries
