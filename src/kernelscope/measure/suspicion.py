"""Finds times that should not be trusted, each with its number and what to do.

A time shorter than the memory or the arithmetic needs; two methods that disagree; clocks that moved
during a measurement; a region that compiled while it was timed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from kernelscope.errors import UsageError
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.roofline import compute_ceiling
from kernelscope.measure.clocks import Timings
from kernelscope.measure.statistics import differ
from kernelscope.operation import Work

# A fill of 4 GiB on an H200 reaches 4,684 of the pins' 4,814 GB/s: 0.917 ms, floor 0.892 ms. With
# 2 % less, 0.874 ms, a clock that is 1 % off makes no true time impossible; a kernel that forgets a
# tenth of the array takes 0.83 ms and is found.
_FASTER_THAN_MEASURED = 0.02  # how far a time may undercut the pins: the clock's own error
_DISAGREE = 1.25  # ratio from which two methods disagree
# `matmul` of edge 512 on an H200: 6.43 µs by events, 3.67 in a graph: 1.75 times, but 2.8 µs apart,
# as every kernel of a few µs is. Without this each of them would have a warning. Naive
# `matmul-gelu`, ten launches: 27.5 against 17.2 µs is more than two events explain, and is
# reported.
_EVENTS_MS = 0.004  # what events around one launch add to it (2 to 4 µs, measured on an H200)
# 1,980 to 1,905 MHz is 3.8 %: no warning. 1,980 to 1,860 MHz is 6.1 %, more than two
# implementations that count as level may differ by.
_MOVED = 0.05  # fraction by which the SM clock may move


def below_floor(time_ms: float, work: Work, spec: GPUSpec, precision: str, *, warm: bool) -> str:
    """Return why a time is impossible, or "": it is below bytes over rate, or FLOPs over peak.

    warm: True if the inputs may be in L2, so that bytes that fit there have no floor.
    """
    floor, what = 0.0, ""
    # A copy of 16 MiB on an H200, 33.6 MB moved: 7.0 µs at the pins, and 12.5 µs measured with a
    # cold L2. With the data in its 60 MiB of L2 it takes 5.7 µs, which is true and below that
    # floor.
    if work.bytes > 0 and not (warm and work.bytes <= spec.l2_bytes):
        floor = work.bytes / (spec.dram_gb_per_s * 1e9) * 1e3
        what = f"{work.bytes / 1e9:.3g} GB at {spec.dram_gb_per_s:.0f} GB/s"
    try:
        peak = compute_ceiling(spec, precision, matmul=work.kind == "matmul").value
        # `matmul` of edge 4096 in bf16 took 180 µs on an H200: 764 TFLOP/s. The measured ceiling is
        # 713, or 193 µs, but single calls keep higher clocks than calls back to back. The floor is
        # that of the peak, 989 TFLOP/s or 139 µs; the ceiling as floor would call a true time
        # impossible.
        peak = max(peak, spec.peak_tflops.get(precision, peak))
        if work.flops / (peak * 1e12) * 1e3 > floor:
            floor = work.flops / (peak * 1e12) * 1e3
            what = f"{work.flops / 1e9:.3g} GFLOP at {peak:.0f} TFLOP/s"
    except UsageError:  # the table holds no peak for this dtype: the memory's floor remains
        pass
    if time_ms >= floor * (1 - _FASTER_THAN_MEASURED):
        return ""
    return (
        f"{time_ms:.4g} ms is below the physical floor of {floor:.4g} ms ({what}): part of the "
        "work is not done, or not inside the timed region"
    )


def disagreement(timings: Timings) -> str:
    """Return how events and CUDA graph disagree, and why they may; "" if they agree.

    A difference that the events themselves add to a single launch counts as agreement.
    """
    events, graph = timings.summary("warm"), timings.summary("graph")
    if events is None or graph is None or graph.median <= 0:
        return ""
    ratio = events.median / graph.median
    if not differ(events, graph) or 1 / _DISAGREE < ratio < _DISAGREE:
        return ""
    if 0 < events.median - graph.median < _EVENTS_MS:
        return ""
    if ratio > 1:
        why = "the events also time the gaps between launches, which a graph does not have"
    else:
        why = (
            "calls in a graph wait for one another, and a copy becomes a memory node, which may be "
            "slower than a kernel; look for copies, and for work on another stream"
        )
    return (
        f"two methods disagree: {events.median:.4g} ms by events, {graph.median:.4g} ms in a CUDA "
        f"graph ({ratio:.2f}x): {why}"
    )


@dataclass(frozen=True, slots=True)
class GpuState:
    """A GPU's own report at one moment; None for what is unknown.

    `throttled`: reasons, in words; () if nothing holds it back.
    """

    sm_mhz: int
    memory_mhz: int
    throttled: tuple[str, ...] = ()
    watts: float | None = None
    celsius: float | None = None


def read_gpu_state() -> GpuState | None:
    """Return the clocks of a GPU through NVML; None without nvidia-ml-py or a driver."""
    try:
        import pynvml
    except ImportError:
        return None
    try:
        pynvml.nvmlInit()
        device = pynvml.nvmlDeviceGetHandleByIndex(0)
        reasons = pynvml.nvmlDeviceGetCurrentClocksEventReasons(device)
        return GpuState(
            pynvml.nvmlDeviceGetClockInfo(device, pynvml.NVML_CLOCK_SM),
            pynvml.nvmlDeviceGetClockInfo(device, pynvml.NVML_CLOCK_MEM),
            _reasons(pynvml, int(reasons)),
            *_power(pynvml, device),
        )
    except pynvml.NVMLError:
        return None


def _power(nvml: Any, device: Any) -> tuple[float | None, float | None]:
    """Return watts and degrees Celsius, None where the driver does not say."""
    try:
        watts = nvml.nvmlDeviceGetPowerUsage(device) / 1000
    except nvml.NVMLError:
        watts = None
    try:
        celsius = float(nvml.nvmlDeviceGetTemperature(device, nvml.NVML_TEMPERATURE_GPU))
    except nvml.NVMLError:
        celsius = None
    return watts, celsius


def _reasons(nvml: Any, mask: int) -> tuple[str, ...]:
    names = {
        nvml.nvmlClocksEventReasonSwPowerCap: "power cap",
        nvml.nvmlClocksEventReasonSwThermalSlowdown: "temperature",
        nvml.nvmlClocksThrottleReasonHwSlowdown: "hardware slowdown",
    }
    return tuple(name for bit, name in names.items() if mask & bit)


def moved(before: GpuState | None, after: GpuState | None) -> str:
    """Return how the clocks moved or were held back between two readings; "" if not, or unknown."""
    if before is None or after is None:
        return ""
    if after.throttled:
        return f"the GPU is slowed down by {', '.join(after.throttled)}: repeat when it is not"
    for what, old_mhz, new_mhz in (
        ("SM", before.sm_mhz, after.sm_mhz),
        ("memory", before.memory_mhz, after.memory_mhz),
    ):
        if abs(old_mhz - new_mhz) > _MOVED * max(old_mhz, new_mhz):
            return (
                f"the {what} clock moved from {old_mhz} to {new_mhz} MHz: lock it, or time longer"
            )
    return ""


class Compilations:
    """Counts of kernels compiled or loaded, and of graphs traced, while it watched."""

    def __init__(self) -> None:
        self.kernels = 0
        self.graphs = 0

    def warning(self) -> str:
        """Return a warning about a timed region; "" if nothing was compiled in it."""
        if not (self.kernels or self.graphs):
            return ""
        return (
            f"the timed region compiled {self.kernels} kernels and {self.graphs} graphs: build "
            "the callable once, outside"
        )


@contextmanager
def watch_compilation() -> Generator[Compilations]:
    """Count what Triton loads and Dynamo traces inside the block; restore their hooks after it."""
    from torch._dynamo.utils import counters

    seen = Compilations()
    remove = _watch_triton(seen)
    before = counters["stats"]["unique_graphs"]
    try:
        yield seen
    finally:
        remove()
        seen.graphs = int(counters["stats"]["unique_graphs"] - before)


def _watch_triton(seen: Compilations) -> Callable[[], None]:
    try:
        from triton import knobs
    except ImportError:
        return lambda: None

    def loaded(*_: Any, **__: Any) -> None:
        seen.kernels += 1

    hooks: Any = knobs.runtime.kernel_load_start_hook
    hooks.add(loaded)
    return lambda: hooks.remove(loaded)
