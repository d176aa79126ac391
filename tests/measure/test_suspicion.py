"""Times that should not be believed are flagged, the others are not."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernelscope as ks
from kernelscope.hardware import gpu
from kernelscope.measure.clocks import Timings
from kernelscope.measure.suspicion import (
    Compilations,
    GpuState,
    below_floor,
    disagreement,
    moved,
    read_gpu_state,
    watch_compilation,
)

H200 = gpu("h200")
COPY = ks.Work(read=2e9, written=2e9)


@given(milliseconds=st.floats(0.01, 10))
def test_a_time_below_bytes_over_the_pins_rate_is_impossible(milliseconds: float) -> None:
    """4 GB at 4,814 GB/s take 0.831 ms: 2 % below that is flagged, above never."""
    said = below_floor(milliseconds, COPY, H200, "fp32", warm=False)
    floor = 4e9 / 4814e9 * 1e3
    assert bool(said) == (milliseconds < 0.98 * floor)
    assert not said or "below the physical floor of 0.8309 ms (4 GB at 4814 GB/s)" in said


def test_a_time_below_flops_over_the_peak_is_impossible() -> None:
    """A bf16 product of 8192³ needs 1.11 ms on an H200's 989 TFLOP/s."""
    work = ks.Work(read=2.7e8, written=1.3e8, flops=2 * 8192**3, kind="matmul")
    assert "1.1e+03 GFLOP at 989 TFLOP/s" in below_floor(1.0, work, H200, "bf16", warm=True)
    assert not below_floor(1.6, work, H200, "bf16", warm=True)


def test_what_fits_in_l2_has_no_floor_when_warm() -> None:
    """An add of 16 MB may run at L2's rate, which is above the pins'."""
    small = ks.Work(read=8e6, written=8e6)
    assert not below_floor(0.002, small, H200, "fp32", warm=True)
    assert below_floor(0.002, small, H200, "fp32", warm=False)


def test_methods_that_disagree_are_named_with_a_reason() -> None:
    """10 µs by events against 3 in a graph is the launches' gaps."""
    apart = Timings({"warm": [0.010 + i * 1e-5 for i in range(9)], "graph": [0.003] * 9})
    said = disagreement(apart)
    assert "0.01004 ms by events, 0.003 ms in a CUDA graph (3.35x)" in said
    assert "gaps between launches" in said
    other = Timings({"warm": [0.003] * 9, "graph": [0.010] * 9})
    assert "another stream" in disagreement(other)


@pytest.mark.parametrize(
    "samples",
    [
        {"warm": [1.0] * 9, "graph": [0.9] * 9},
        {"warm": [1.0, 5.0, 2.0, 1.0, 4.0, 1.0], "graph": [0.6, 3.0, 0.7, 0.6, 5.0, 0.6]},
        {"warm": [1.0] * 9, "graph": []},
    ],
)
def test_methods_that_agree_or_are_missing_say_nothing(samples: dict[str, list[float]]) -> None:
    """10 % apart, intervals that overlap, or no graph: nothing to flag."""
    assert disagreement(Timings(samples)) == ""


@pytest.mark.parametrize(
    ("events_ms", "flagged"),
    [(1.24, False), (1.26, True), (1 / 1.24, False), (1 / 1.26, True), (2.4, True)],
)
def test_methods_disagree_from_a_quarter_on(events_ms: float, flagged: bool) -> None:
    """Events against a graph of 1 ms: 1.24 times is let pass in both directions, 1.26 is not."""
    said = disagreement(Timings({"warm": [events_ms] * 9, "graph": [1.0] * 9}))
    assert bool(said) is flagged
    assert not said or f"({events_ms:.2f}x)" in said


@pytest.mark.parametrize(("more_us", "flagged"), [(3.9, False), (4.1, True)])
def test_what_events_add_to_a_launch_is_no_disagreement(more_us: float, flagged: bool) -> None:
    """Up to 4 µs more by events than in a graph of 5 µs."""
    timings = Timings({"warm": [0.005 + more_us * 1e-3] * 9, "graph": [0.005] * 9})
    assert bool(disagreement(timings)) is flagged


@pytest.mark.parametrize(("mhz", "flagged"), [(1901, False), (1899, True)])
def test_a_clock_may_move_by_a_twentieth(mhz: int, flagged: bool) -> None:
    """2,000 MHz before: 1,901 after is let pass, 1,899 is not, in either order."""
    fast, slow = GpuState(2000, 3201), GpuState(mhz, 3201)
    assert bool(moved(fast, slow)) is flagged
    assert bool(moved(slow, fast)) is flagged


def test_clocks_that_moved_are_named() -> None:
    """More than 5 % between two readings, or a reason why the GPU is held back."""
    start = GpuState(1980, 3201)
    assert "SM clock moved from 1980 to 1400 MHz" in moved(start, GpuState(1400, 3201))
    assert "memory clock moved from 3201 to 1600" in moved(start, GpuState(1980, 1600))
    assert "slowed down by power cap" in moved(start, GpuState(1980, 3201, ("power cap",)))
    assert moved(start, GpuState(1965, 3201)) == ""
    assert moved(None, start) == ""


def test_without_a_driver_the_clocks_are_unknown() -> None:
    """No NVML, no reading, no error."""
    state = read_gpu_state()
    assert state is None or state.sm_mhz > 0


def test_a_timed_region_that_traces_a_graph_is_flagged() -> None:
    """The benchmark that builds its compiled function inside is the usual mistake."""
    import torch

    x = torch.ones(4)
    with watch_compilation() as seen:
        torch.compile(lambda x: x + 1, backend="eager")(x)
    assert seen.graphs == 1
    assert "compiled 0 kernels and 1 graphs" in seen.warning()


def test_a_timed_region_that_compiles_nothing_is_not_flagged() -> None:
    """A callable built before leaves nothing to compile."""
    import torch

    built = torch.compile(lambda x: x + 2, backend="eager")
    x = torch.ones(4)
    built(x)
    with watch_compilation() as seen:
        built(x)
    assert seen.warning() == ""
    assert Compilations().warning() == ""


@pytest.mark.triton
def test_a_timed_region_that_compiles_a_kernel_is_flagged() -> None:
    """Triton compiles at a kernel's first launch, which must not be timed."""
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def twice(x_ptr, n, BLOCK: tl.constexpr):
        i = tl.arange(0, BLOCK)
        tl.store(x_ptr + i, 2 * tl.load(x_ptr + i, mask=i < n), mask=i < n)

    with ks.virtual_gpu("h200"), watch_compilation() as seen:
        twice[(1,)](torch.ones(32), 32, BLOCK=32)
        twice[(1,)](torch.ones(32), 32, BLOCK=32)
    assert seen.kernels == 1
    assert "compiled 1 kernels" in seen.warning()


class Nvml:
    """What is asked of pynvml, for a GPU that two things hold back."""

    NVMLError = RuntimeError
    NVML_CLOCK_SM, NVML_CLOCK_MEM = 1, 2
    NVML_TEMPERATURE_GPU = 0
    nvmlClocksEventReasonSwPowerCap = 4
    nvmlClocksThrottleReasonHwSlowdown = 8
    nvmlClocksEventReasonSwThermalSlowdown = 32

    def __init__(self) -> None:
        self.asked: list[int] = []

    def nvmlInit(self) -> None:
        """Start nothing."""

    def nvmlDeviceGetHandleByIndex(self, index: int) -> int:
        self.asked.append(index)
        return index

    def nvmlDeviceGetCurrentClocksEventReasons(self, _: int) -> int:
        return 4 | 32 | 64

    def nvmlDeviceGetClockInfo(self, _: int, clock: int) -> int:
        return {1: 1980, 2: 3201}[clock]

    def nvmlDeviceGetPowerUsage(self, _: int) -> int:
        return 412_500

    def nvmlDeviceGetTemperature(self, _: int, sensor: int) -> int:
        if sensor != self.NVML_TEMPERATURE_GPU:
            raise ValueError(sensor)
        return 41


def test_a_gpus_state_has_its_clocks_and_what_holds_it_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the reasons that the driver reports, those that lower the clocks are named."""
    nvml = Nvml()
    monkeypatch.setitem(sys.modules, "pynvml", nvml)
    state = read_gpu_state()
    assert state == GpuState(1980, 3201, ("power cap", "temperature"), 412.5, 41.0)
    assert nvml.asked == [0]
