"""The axes of a chart: from values to places, ticks at round values, the grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kernelscope.report.drawing import Line, Mark, Text

Tick = tuple[float, str]  # value, label


@dataclass(frozen=True, slots=True)
class Axis:
    """A linear or logarithmic scale: `low` is at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def at(self, value: float) -> float:
        """Return the place of a value along the axis."""
        if self.log:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def round_ticks(highest: float, count: int = 4) -> list[float]:
    """Return 0 and about `count` round values up to `highest`.

    Their step is 1, 2, 2.5 or 5 times a power of ten.
    """
    if highest <= 0 or not math.isfinite(highest):
        return [0.0]
    rough = highest / count
    power = 10.0 ** math.floor(math.log10(rough))
    # Up to 0.376 in four steps: 0.094 each is rounded to 0.1: 0, 0.1, 0.2, 0.3. Up to 0.1 + 0.2 in
    # three, 0.30000000000000004, each step is a hair above 0.1: without 0.999 it would be 0.2, and
    # half of the ticks would go. 0.3 / 0.1 is 2.9999999999999996: without 1.0001 the last tick
    # would go.
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough * 0.999)
    return [step * i for i in range(int(highest / step * 1.0001) + 1)]


def power_ticks(low: float, high: float, base: int = 10, most: int = 8) -> list[float]:
    """Return powers of `base` within [low, high], thinned to at most `most`."""
    # math.log(1000, 10) is 2.9999999999999996: rounded down it is 2, and an axis up to 1,000 would
    # end without its label.
    first, last = math.ceil(math.log(low, base) - 1e-9), math.floor(math.log(high, base) + 1e-9)
    stride = max(1, math.ceil((last - first + 1) / most))
    return [float(base) ** exponent for exponent in range(first, last + 1, stride)]


def labelled(values: Sequence[float], label: Callable[[float], str]) -> list[Tick]:
    """Return ticks with their labels."""
    return [(value, label(value)) for value in values]


def columns(x: Axis, top: float, foot: float, ticks: Sequence[Tick]) -> list[Mark]:
    """Return a vertical grid line at each tick of x, with its label below."""
    marks: list[Mark] = []
    for value, label in ticks:
        place = x.at(value)
        marks.append(Line(((place, top), (place, foot)), "grid"))
        marks.append(Text(place, foot + 19, label, "note", "middle"))
    return marks


def plane(
    x: Axis, y: Axis, ticks: tuple[Sequence[Tick], Sequence[Tick]], titles: tuple[str, str]
) -> list[Mark]:
    """Return the grid of a plane, its labels, and the titles of x (below) and y (above).

    Vertical places run from `y.end` at the top to `y.start` at the foot.
    """
    marks = columns(x, y.end, y.start, ticks[0])
    for value, label in ticks[1]:
        place = y.at(value)
        marks.append(Line(((x.start, place), (x.end, place)), "grid"))
        marks.append(Text(x.start - 8, place + 4, label, "note", "end"))
    middle = (x.start + x.end) / 2
    marks.append(Text(middle, y.start + 38, titles[0], "note", "middle"))
    marks.append(Text(x.start, y.end - 8, titles[1], "note"))
    return marks
