"""Clocks: the lecture's benchmark, and the times of one call on a GPU, by kind.

| kind | meaning |
|---|---|
| gpu (cold) | CUDA events around one call, after L2 was overwritten |
| warm | the same, with the data that the last call left in L2 |
| graph | one of many calls in a CUDA graph: no launch overhead, L2 warm |
| host | CPU time to submit one call, with the GPU idle |
| first_call | wall time of the very first call, compilation included |
| compile | first call minus a later one |

Implementations are timed in turns (A B C A B C …), so that a drifting clock affects all of them.
Every clock is an argument, so tests pass their own.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from kernelscope import _real_time
from kernelscope.devices.virtual import current_gpu
from kernelscope.errors import in_a_line
from kernelscope.measure.statistics import Summary, summarize
from kernelscope.quantity import Milliseconds, Quantity

if TYPE_CHECKING:
    import torch

Call = Callable[[], Any]
Seconds = Callable[[], float]

# Of 30 samples the 10th and the 21st bound the median with 95.7 %: `gelu` in Triton on an H200 is
# 35.8 µs (35.4 … 36.3). One sample of 60 µs among 36 moves the mean by 0.8 µs and neither of the
# three.
ROUNDS = 30  # samples of each kind: enough for a 95 % interval that leaves nine out at each end
# Softmax of 4096x1024 in Triton on an H200: 13.2 µs between events, 6.37 in a graph, where each
# call has a 20th of the events and of the graph's launch, and finds its data in L2.
_GRAPH_CALLS = 20
# The GPU sleeps for 0.2 ms and three times the CPU's share, while the CPU submits the timed call.
# 400,000 cycles at 2 GHz are 0.2 ms. Numba needs 0.36 ms to launch `vector-add`: after a sleep of
# 0.2 the GPU waited for the launch, and an H200 seemed to take 0.401 ms. With 0.2 + 3 · 0.36 =
# 1.28 ms of sleep it is 64.7 µs.
_AHEAD_CYCLES, _AHEAD_TIMES, _CYCLES_A_MS = 400_000, 3, 2_000_000
# A copy of 16 MiB on an H200 takes 5.7 µs if the last call left its data in L2, and 12.5 µs after
# this flush (256 MiB then). A program that works on other data in between sees the second. It is
# over twice the largest L2, of 128 MiB (RTX PRO 6000); to write it also lets the CPU run ahead.
_FLUSH_BYTES = 288 << 20


def benchmark(
    description: str,
    run: Call,
    num_warmups: int = 1,
    num_trials: int = 3,
    *,
    clock: Seconds | None = None,
    synchronize: Call | None = None,
) -> Milliseconds:
    """Return the mean time of `run()`, after warm-ups, waiting for the GPU each time.

    Inside a `virtual_gpu` block, a run that launches something counts with its estimated time on
    that GPU, not with the time of the emulation.

    Args:
        description: a name for the reader of the program.
        run: takes no arguments; its result is dropped.
        num_warmups: untimed calls before the others; compilation happens in them.
        num_trials: timed calls, at least 1.
        clock: returns seconds; default `time.perf_counter`.
        synchronize: waits for the device; default: the current CUDA device, if there is one.

    Returns:
        The mean of the trials in milliseconds, as a float.

    Raises:
        ValueError: `num_trials` is below 1, or `num_warmups` is negative.
    """
    if num_trials < 1 or num_warmups < 0:
        raise ValueError(
            f"benchmark {description!r} needs at least one trial and no negative warm-ups; "
            f"got {num_trials} and {num_warmups}"
        )
    # A script's clock, on a virtual GPU.
    now = clock or time.perf_counter  # noqa: TID251
    wait = synchronize or synchronizer()
    for _ in range(num_warmups):
        run()
    wait()
    times = [_timed(run, now, wait) for _ in range(num_trials)]
    return Milliseconds(statistics.fmean(times))


def _timed(run: Call, clock: Seconds, wait: Call) -> float:
    """Return the milliseconds of one call: wall time, or estimated if a virtual GPU ran it."""
    gpu = current_gpu()
    before = gpu.device_time_us if gpu else 0.0
    start = clock()
    run()
    wait()
    elapsed = (clock() - start) * 1e3
    estimated = (gpu.device_time_us - before) / 1e3 if gpu else 0.0
    return estimated or elapsed


def synchronizer() -> Call:
    """Return `torch.cuda.synchronize` if PyTorch sees a GPU, else a function that does nothing."""
    import torch

    return torch.cuda.synchronize if torch.cuda.is_available() else lambda: None


class GpuClock(Protocol):
    """Times one call on a GPU, in milliseconds."""

    def events(self, run: Call, *, cold: bool, host_ms: float) -> float:
        """Return the time between two events on the current stream.

        cold: True to empty L2 first; host_ms: the time that the host needs to submit the call.
        """
        ...

    def host(self, run: Call) -> float:
        """Return the time from the call to its return, without waiting for the idle GPU."""
        ...

    def graph(self, run: Call) -> Callable[[], float]:
        """Capture calls in a graph; return a function that replays it and returns a call's time."""
        ...


@dataclass(frozen=True)
class Timings:
    """All samples of one implementation, in milliseconds, by kind: cold, warm, host, graph.

    `missing`: kind → reason (a call that cannot be captured in a graph).
    """

    samples: Mapping[str, Sequence[float]]
    missing: Mapping[str, str] = field(default_factory=dict[str, str])

    def summary(self, kind: str) -> Summary | None:
        """Return median and interval of a kind; None if it is missing."""
        return summarize(self.samples[kind]) if self.samples.get(kind) else None

    def quantities(self) -> dict[str, Quantity]:
        """Return each kind as a measured quantity in ms; `gpu` is the cold one."""
        quantities = {
            timing: measured(summarize(times)) for timing, times in self.samples.items() if times
        }
        return ({"gpu": quantities["cold"]} if "cold" in quantities else {}) | quantities


def measured(summary: Summary, note: str = "") -> Quantity:
    """Return a median of milliseconds as a measured quantity with its interval."""
    return Quantity(
        summary.median,
        "ms",
        "measured",
        summary.low,
        summary.high,
        note or f"median of {summary.samples}",
    )


def measure(
    runs: Mapping[str, Call],
    clock: GpuClock | None = None,
    *,
    rounds: int = ROUNDS,
    warmups: int = 3,
) -> dict[str, Timings]:
    """Time several calls in turns, and return each name's samples of every kind.

    Each call is warmed up first, so that nothing compiles while it is timed. An exception of a call
    reaches the caller; a call that cannot be captured in a graph has no graph time.
    """
    timer = clock or CudaClock()
    for run in runs.values():
        for _ in range(max(1, warmups)):
            run()
    replays, missing = _captured(runs, timer)
    samples: dict[str, dict[str, list[float]]] = {
        name: {timing: [] for timing in ("cold", "warm", "host", "graph")} for name in runs
    }
    for _ in range(rounds):
        for name, run in runs.items():
            own = samples[name]
            own["host"].append(timer.host(run))
            # The longest so far, not the last: one launch of 0.05 ms after some of 0.3 ms would
            # give the next call too short a sleep, and its kernel would be timed with the launch.
            host_ms = max(own["host"])
            own["cold"].append(timer.events(run, cold=True, host_ms=host_ms))
            own["warm"].append(timer.events(run, cold=False, host_ms=host_ms))
            if name in replays:
                own["graph"].append(replays[name]())
    return {name: Timings(samples[name], missing.get(name, {})) for name in runs}


def _captured(
    runs: Mapping[str, Call], timer: GpuClock
) -> tuple[dict[str, Callable[[], float]], dict[str, dict[str, str]]]:
    replays: dict[str, Callable[[], float]] = {}
    missing: dict[str, dict[str, str]] = {}
    for name, run in runs.items():
        try:
            replays[name] = timer.graph(run)
        except Exception as error:  # noqa: BLE001  (a capture fails in as many ways as code has)
            missing[name] = {"graph": f"cannot be captured: {in_a_line(error)}"}
    return replays, missing


class CudaClock:
    """CUDA events on the current stream of the current device, `torch.cuda`'s.

    Args:
        clock: seconds, for the host's part.
    """

    def __init__(self, clock: Seconds = _real_time.perf_counter) -> None:
        import torch

        self._cuda = torch.cuda
        self._sleep: Callable[[int], None] = getattr(torch.cuda, "_sleep")  # noqa: B009  (private, yet all use it)
        self._clock = clock
        self._flush = torch.empty(_FLUSH_BYTES, dtype=torch.uint8, device="cuda")

    def events(self, run: Call, *, cold: bool, host_ms: float) -> float:
        """Return the milliseconds between two events around a call that the CPU submits ahead."""
        ahead = _AHEAD_CYCLES + round(_AHEAD_TIMES * host_ms * _CYCLES_A_MS)
        start, end = self._event(), self._event()
        self._cuda.synchronize()
        if cold:
            self._flush.zero_()
        self._sleep(ahead)  # the GPU waits here, so that no launch gap is timed
        start.record()
        run()
        end.record()
        end.synchronize()
        return start.elapsed_time(end)

    def host(self, run: Call) -> float:
        """Return the milliseconds until the call returns, without waiting for the idle GPU."""
        self._cuda.synchronize()
        start = self._clock()
        run()
        elapsed = self._clock() - start
        self._cuda.synchronize()
        return elapsed * 1e3

    def graph(self, run: Call) -> Callable[[], float]:
        """Capture 20 calls; return a function that replays them and returns its time over 20."""
        graph = self._cuda.CUDAGraph()
        self._cuda.synchronize()
        with self._cuda.graph(graph):
            for _ in range(_GRAPH_CALLS):
                run()  # its result is dropped: the next call's takes its place, as in a program
        graph.replay()
        self._cuda.synchronize()

        def replay() -> float:
            start, end = self._event(), self._event()
            self._sleep(_AHEAD_CYCLES)
            start.record()
            graph.replay()
            end.record()
            end.synchronize()
            return start.elapsed_time(end) / _GRAPH_CALLS

        return replay

    def _event(self) -> torch.cuda.Event:
        return self._cuda.Event(enable_timing=True)
