"""Occupancy in a terminal and as charts: the curves, and the launch on them."""

from __future__ import annotations

import io
import itertools

import pytest
from rich.console import Console

from kernelscope.hardware.occupancy_study import Study, study
from kernelscope.report.drawing import Dot, Line
from kernelscope.report.occupancy import plot, text

LAUNCH = study("h200", block=96, registers=80, shared_bytes=9000, grid=4000)


def shown(launch: Study) -> str:
    stream = io.StringIO()
    Console(file=stream, width=400, no_color=True).print(text.renderable([launch]))
    return stream.getvalue()


def curve(launch: Study, axis: str) -> list[str]:
    """The entries of a curve, as printed."""
    line = next(line for line in shown(launch).splitlines() if line.startswith(f"{axis} "))
    return line.removeprefix(axis).strip().split(", ")


def test_block_sizes_that_are_tried_in_practice_are_listed() -> None:
    """From one warp to 32; the launch's own has a star, and is listed even if it is unusual."""
    usual = [32, 64, 96, 128, 192, 256, 320, 384, 512, 640, 768, 1024]
    sizes = [entry.partition(":")[0] for entry in curve(LAUNCH, "block")]
    assert sizes == [f"*{size}" if size == 96 else str(size) for size in usual]
    unusual = study("h200", block=416, registers=80, shared_bytes=0, grid=4000)
    assert "*416" in [entry.partition(":")[0] for entry in curve(unusual, "block")]


def test_the_other_curves_are_runs_of_equal_values() -> None:
    """No two neighbours are the same, and one of them holds the launch."""
    for axis in ("registers", "shared"):
        entries = curve(LAUNCH, axis)
        warps = [entry.partition(": ")[2] for entry in entries]
        assert all(one != other for one, other in itertools.pairwise(warps))
        (here,) = [entry for entry in entries if entry.startswith("*")]
        assert here.endswith(f": {LAUNCH.occupancy.warps_per_sm}")


@pytest.mark.parametrize("place", range(len(LAUNCH.curves)))
def test_a_chart_has_its_launch_on_its_curve(place: int) -> None:
    """Over registers and shared memory the curve is a stair: each step level or upright."""
    axis = LAUNCH.curves[place].axis
    drawing = plot.chart(LAUNCH.curves[place], LAUNCH)
    (line,) = (m for m in drawing.marks if isinstance(m, Line) and m.role.split()[0] == "s0")
    steps = list(itertools.pairwise(line.places))
    level = all(x1 == x2 or y1 == y2 for (x1, y1), (x2, y2) in steps)
    assert level is (axis != "block")
    assert all(x1 <= x2 for (x1, _), (x2, _) in steps)
    (here,) = (m for m in drawing.marks if isinstance(m, Dot) and m.role == "s2")
    assert any(
        x1 <= here.x <= x2 and min(y1, y2) - 0.01 <= here.y <= max(y1, y2) + 0.01
        for (x1, y1), (x2, y2) in steps
    )


def test_a_chart_of_a_stair_changes_halfway_between_two_values() -> None:
    """The first and the last value are at the ends."""
    registers = next(curve for curve in LAUNCH.curves if curve.axis == "registers")
    drawing = plot.chart(registers, LAUNCH)
    (line,) = (m for m in drawing.marks if isinstance(m, Line) and m.role == "s0 thick")
    assert len(line.places) == 2 * len(registers.values)
    (x0, _), (x1, _), (x2, _), (x3, _) = line.places[:4]
    assert x1 == x2 > x0
    assert x3 >= x2
    first, second = registers.values[:2]
    last = line.places[-1][0]
    scale = (last - x0) / (registers.values[-1] - first)
    assert x1 == pytest.approx(x0 + scale * (second - first) / 2)
