"""Counters that a profiler measured become launches that the rules can look at."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernelscope.hardware import gpu
from kernelscope.profiling.counters import sections as at
from kernelscope.profiling.counters.as_launches import as_launches
from kernelscope.profiling.counters.from_launches import counted
from kernelscope.quantity import METRICS, Quantity
from kernelscope.record import Access, KernelCounters, LaunchRecord

H200 = gpu("h200")
SECTORS = at.GLOBAL.format("sectors", "ld")
MEASURED = {at.DURATION: 2000.0, at.COMPUTE: 20.0, at.MEMORY: 90.0, SECTORS: 64.0}
ROW = KernelCounters(
    "square",
    "void square<float>(float const*)",
    grid=(264, 1, 1),
    block=(256, 1, 1),
    registers=40,
    metrics={n: Quantity(v, METRICS[n].unit, "measured") for n, v in MEASURED.items()},
    source="Nsight Compute",
    implementation="cuda",
)
LAUNCH = LaunchRecord(
    "_Z6squareIfEvPKT_",
    grid=(264, 1, 1),
    block=(256, 1, 1),
    registers=40,
    counters={SECTORS: 60.0, at.PTX_INSTRUCTIONS: 1000.0, at.THREAD_INSTRUCTIONS: 32000.0},
    time_us=Quantity(9.0, "us", "estimated"),
    accesses=(Access("k.cu:3", "load", 4),),
)
PAIR = replace(counted(LAUNCH, H200, ()), implementation="cuda"), LAUNCH


def test_counts_and_lines_are_the_virtual_gpus_and_the_time_is_measured() -> None:
    """What only the hardware knows is added."""
    (one,) = as_launches([ROW], H200, [PAIR])
    assert one.accesses == LAUNCH.accesses
    assert one.counters[SECTORS] == 60
    assert one.counters[at.MEMORY] == 90
    assert one.time_us == Quantity(2.0, "us", "measured")


def test_each_counted_launch_stands_beside_one_measured() -> None:
    """In the order they ran; the second has no counterpart left."""
    first, second = as_launches([ROW, ROW], H200, [PAIR])
    assert first.accesses
    assert not second.accesses
    other = replace(ROW, implementation="triton")
    assert not as_launches([other], H200, [PAIR])[0].accesses


def test_without_a_counterpart_there_are_the_measured_counters() -> None:
    """Occupancy and waves by the formula: 6 blocks an SM by registers, 792 at once."""
    (one,) = as_launches([ROW], H200)
    assert one.counters == MEASURED
    assert (one.occupancy, one.limiter) == (0.75, "registers")
    assert one.waves == pytest.approx(264 / 792)
