"""Measures the constants of the time model on this machine's GPU, each with one small kernel.

In: a GPU's row. Out: quantities by the names of `GPUSpec.measured`, which a calibrated row uses in
place of those of its architecture. The kernels are those from which the constants of an H200 come,
so a calibrated H200 estimates as the table's does.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from kernelscope._real_time import perf_counter
from kernelscope.devices.host_clock import processor_ratio
from kernelscope.frontends.cuda.kernel import CudaKernel, cuda_kernel
from kernelscope.hardware import GPUSpec
from kernelscope.measure.ceilings import stream
from kernelscope.measure.clocks import CudaClock
from kernelscope.quantity import Quantity

if TYPE_CHECKING:
    import torch

_SOURCE = Path(__file__).with_suffix(".cu")
_MIB = 1 << 20
_STEPS = 4096
_LINE = 128
_THREADS = 256
_ROUNDS = 15
_LOOP = 100
_CLOCK_CYCLES = 20_000_000  # 10 ms
# Bytes that a copy moves, in whose slope the launch is left out: within L2, and far beyond it.
_IN_L2 = _MIB, 16 * _MIB
_IN_DRAM = 256 * _MIB, 1024 * _MIB
_SAME = 1 << 20
_GRIDS = 8448, 262_144
_L1_RING, _L2_RING, _DRAM_RING = 16 << 10, 4 * _MIB, 256 * _MIB


def measure_constants(spec: GPUSpec) -> dict[str, Quantity]:
    """Return the constants of the current CUDA device; about ten seconds.

    spec: its row; the clock and the SMs must be the device's own.
    """
    clock = CudaClock()
    return {
        **_latencies(),
        "l2": _slope(clock, spec, "copy", _IN_L2, warm=True),
        **{
            name: _slope(clock, spec, name, _IN_DRAM, warm=False)
            for name in ("sum", "copy", "fill")
        },
        "atomic_word": _atomics(clock, spec),
        **_launches(clock, spec),
        **_host(),
    }


def sm_clock_mhz() -> int:
    """Return the clock at which an SM of the current CUDA device runs a light kernel."""
    out = _longs(2)
    for _ in range(3):  # the first ones find the clock low
        kernel("clocks")[1, 1](out, _CLOCK_CYCLES)
    cycles, nanoseconds = out.tolist()
    return round(1e3 * cycles / nanoseconds)


@cache
def kernel(name: str) -> CudaKernel:
    """Return one of the kernels in `constants.cu`."""
    return cuda_kernel(_SOURCE, name)


def _longs(count: int) -> torch.Tensor:
    import torch

    return torch.zeros(count, dtype=torch.int64, device="cuda")


def ring(size: int, device: str = "cuda") -> torch.Tensor:
    """Return a tensor of this many bytes whose lines hold each other's addresses, in one ring."""
    import torch

    lines = size // _LINE
    order = torch.randperm(lines, generator=torch.Generator().manual_seed(0)).to(device)
    memory = torch.zeros(lines, _LINE // 8, dtype=torch.int64, device=device)
    memory[order, 0] = memory.data_ptr() + _LINE * order.roll(-1)
    return memory


def _latencies() -> dict[str, Quantity]:
    """Return the cycles of a dependent load of one thread, by what answers it."""
    import torch

    out = _longs(2)
    near, in_l2, far = ring(_L1_RING), ring(_L2_RING), ring(_DRAM_RING)
    flush = torch.empty(_DRAM_RING, dtype=torch.uint8, device="cuda")

    def from_l1() -> None:
        kernel("chase_l1")[1, 1](near, out, _STEPS)

    def from_l2() -> None:
        kernel("chase_l2")[1, 1](in_l2, out, _STEPS)

    def from_dram() -> None:
        flush.zero_()
        kernel("chase_l2")[1, 1](far, out, _STEPS)

    runs = {"l1": from_l1, "l2": from_l2, "dram": from_dram}
    return {f"latency_{name}": _load_cycles(run, out) for name, run in runs.items()}


def _load_cycles(run: Callable[[], None], out: torch.Tensor) -> Quantity:
    times: list[float] = []
    for _ in range(_ROUNDS):
        run()
        times.append(out[0].item() / _STEPS)
    return _constant(times[1:], "cycles", "dependent loads of one thread")


def _slope(
    clock: CudaClock, spec: GPUSpec, name: str, sizes: tuple[int, int], *, warm: bool
) -> Quantity:
    """Return the GB/s at which a copy, a fill or a sum of more bytes takes longer."""
    import torch

    times: list[list[float]] = []
    moved: list[int] = []
    for size in sizes:
        x = torch.ones(size // 8 // 4 * 4, device="cuda")
        run = partial(stream, name, spec, x, torch.empty_like(x), 1, loop=False)
        moved.append(run())
        if warm:
            replay = clock.graph(run)
            times.append([replay() for _ in range(_ROUNDS)])
        else:
            times.append([clock.events(run, cold=True, host_ms=0.1) for _ in range(_ROUNDS)])
    slopes = [
        (moved[1] - moved[0]) / (long - short) / 1e6
        for short, long in zip(*map(sorted, times), strict=True)
    ]
    cache_state = "warm" if warm else "cold"
    note = f"slope of {cache_state} calls of {sizes[0] >> 20} and {sizes[1] >> 20} MiB"
    return _constant(slopes, "GB/s", note)


def _atomics(clock: CudaClock, spec: GPUSpec) -> Quantity:
    """Return the cycles of all SMs for one more atomic on one word."""
    import torch

    words = torch.zeros(1, dtype=torch.int32, device="cuda")
    together = partial(kernel("add_together")[_SAME // _THREADS, _THREADS], words)
    run = [t * spec.sm_clock_mhz * 1e3 / (_SAME / 32) for t in _warm(clock, together)]
    return _constant(run, "cycles", "2^15 warps, one word")


def _warm(clock: CudaClock, run: Callable[[], object]) -> list[float]:
    run()
    return [clock.events(run, cold=False, host_ms=0.1) for _ in range(_ROUNDS)]


def _launches(clock: CudaClock, spec: GPUSpec) -> dict[str, Quantity]:
    """Return what an empty launch takes on two clocks, and what one more block of it takes."""
    one = kernel("nothing")[1, 32]
    one()
    events = [1e3 * clock.events(one, cold=False, host_ms=0.1) for _ in range(2 * _ROUNDS)]
    replay = clock.graph(one)
    graph = [1e3 * replay() for _ in range(_ROUNDS)]
    few, many = (clock.graph(kernel("nothing")[grid, 32]) for grid in _GRIDS)
    blocks = _GRIDS[1] - _GRIDS[0]
    each = [1e6 * (many() - few()) / blocks for _ in range(_ROUNDS)]
    return {
        "launch_events": _constant(events, "us", "an empty kernel between two events"),
        "launch_graph": _constant(graph, "us", "an empty kernel, one of 20 in a graph"),
        "block_start": _constant(each, "ns", "empty grids of 8,448 and 262,144 blocks"),
    }


def _host() -> dict[str, Quantity]:
    """Return what this machine's processor takes for an addition of PyTorch's, and for Python."""
    import torch

    x = torch.ones(64, 64, device="cuda")
    python = 1 / processor_ratio()
    return {
        "host_addition": _constant(_host_us(lambda: x + x), "us", "an addition in a loop of 100"),
        "host_python": Quantity(
            python, "", "measured", note="three programs, times those of an H200's host"
        ),
    }


def _host_us(call: Callable[[], object]) -> list[float]:
    """Return the microseconds of a call in loops that do not wait for the GPU."""
    import torch

    times: list[float] = []
    for _ in range(_ROUNDS):
        torch.cuda.synchronize()
        begin = perf_counter()
        for _ in range(_LOOP):
            call()
        times.append(1e6 * (perf_counter() - begin) / _LOOP)
    torch.cuda.synchronize()
    return times[1:]


def _constant(samples: list[float], unit: str, note: str) -> Quantity:
    """Return the median of some samples."""
    return Quantity(statistics.median(samples), unit, "measured", note=note)
