"""Occupancy over block size, registers and shared memory: three charts, the launch marked."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kernelscope.hardware.occupancy_curves import Curve
from kernelscope.hardware.occupancy_study import Study
from kernelscope.report import axes, pictures
from kernelscope.report.axes import Axis
from kernelscope.report.drawing import Area, Dot, Drawing, Line, Mark, Place, Text, sheet, width_of

_WIDTH = 360.0
_TITLES = {
    "block": "threads a block",
    "registers": "registers a thread",
    "shared": "KiB of shared memory a block",
}


def image(studies: Sequence[Study], form: str) -> bytes:
    """Return the picture's file content: a row of three charts for each launch.

    Raises UsageError on a format other than png, svg, pdf.
    """
    return pictures.encode(draw(studies), form)


def draw(studies: Sequence[Study]) -> Drawing:
    """Return the picture as a drawing."""
    rows = [[chart(curve, study) for curve in study.curves] for study in studies]
    return sheet(f"Occupancy on {studies[0].spec.full_name} (computed)", rows)


def chart(curve: Curve, study: Study) -> Drawing:
    """Return a launch's occupancy over one of its sizes, with the launch itself as a dot."""
    unit = 1024 if curve.axis == "shared" else 1
    values = [value / unit for value in curve.values]
    percent = [100 * point.fraction for point in curve.points]
    x = Axis(0.0, 1.04 * max(values), 40.0, _WIDTH - 14)
    y = Axis(0.0, 112.0, 226.0, 26.0)
    sizes: Sequence[float] = axes.round_ticks(x.high)
    if curve.axis == "block":
        sizes = range(0, study.spec.max_threads_per_block + 1, 256)
    ticks = (
        axes.labelled(sizes, "{:g}".format),
        axes.labelled((0, 25, 50, 75, 100), "{:g}".format),
    )
    name = f"{study.kernel or 'launch'}: warps an SM, %"
    marks = axes.plane(x, y, ticks, (_TITLES[curve.axis], name))
    places = [(x.at(value), y.at(share)) for value, share in zip(values, percent, strict=True)]
    if curve.axis == "block":
        marks.append(Line(tuple(places), "s0"))
        marks += [Dot(*place, "s0", size=6) for place in places]
    else:
        places = _steps(places)
        foot = ((places[-1][0], y.start), (places[0][0], y.start))
        marks += [Area((*places, *foot), "s0 faint"), Line(tuple(places), "s0 thick")]
    if curve.here or curve.axis != "registers":  # 0 registers: not known
        marks += _here(x, y, curve.here / unit, 100 * study.occupancy.fraction)
    return Drawing(_WIDTH, 276.0, f"occupancy over {_TITLES[curve.axis]}", tuple(marks))


def _steps(places: Sequence[Place]) -> list[Place]:
    """Return a line that changes halfway between two places."""
    # Blocks of 128 threads: 62.5 % at 48 registers and 56.2 % at 49. The step is drawn at 48.5, so
    # that each whole number is in the middle of its tread. A slope would show occupancies that no
    # launch has.
    steps = [places[0]]
    for (x1, y1), (x2, y2) in itertools.pairwise(places):
        steps += [((x1 + x2) / 2, y1), ((x1 + x2) / 2, y2)]
    return [*steps, places[-1]]


def _here(x: Axis, y: Axis, value: float, percent: float) -> list[Mark]:
    """Return the launch itself: a dot on the curve, with its figures next to it."""
    label = f"{value:.4g}: {percent:.3g} %"
    left, top = x.at(value), y.at(percent)
    turn = left + 9 + width_of(label) > x.end
    words = Text(left + (-9 if turn else 9), top - 7, label, "strong", "end" if turn else "start")
    return [Dot(left, top, "s2"), words]
