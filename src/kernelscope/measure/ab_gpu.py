"""Two calls timed alternately on a real GPU: fresh inputs, L2 cold and warm, the GPU's state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kernelscope._real_time import perf_counter
from kernelscope.measure.ab import Rounds, take_turns
from kernelscope.measure.clocks import CudaClock, GpuClock
from kernelscope.measure.suspicion import GpuState, read_gpu_state

EVERY = 16
"""Rounds between two readings of the GPU: a reading takes about as long as a round."""

_WARM_UP_S = 0.2  # an idle H200 takes tens of milliseconds to reach its clock
_HOST_CALLS = 5
_MOVED = 0.05  # of the SM's clock, as in `suspicion`

Call = Callable[..., Any]


@dataclass(slots=True)
class Turns:
    """Times two functions on the same inputs, which change from round to round.

    `inputs`: sets of equal shapes; round n has set n modulo their number. `clock`: of the GPU;
    `read_state` reads its clocks.
    """

    functions: tuple[Call, Call]
    inputs: Sequence[tuple[Any, ...]]
    clock: GpuClock = field(default_factory=CudaClock)
    read_state: Callable[[], GpuState | None] = read_gpu_state
    readings: list[tuple[int, GpuState]] = field(default_factory=list[tuple[int, GpuState]])
    _current: tuple[Any, ...] = ()

    def take(
        self,
        *,
        seconds: float,
        seed: int = 0,
        warm_up: float = _WARM_UP_S,
    ) -> Rounds:
        """Time both until it is clear which is faster, or `seconds` are spent; in ms."""
        self._current = self.inputs[0]
        host = self._warmed_up(warm_up)
        timers = {
            "cold": (self._timer(0, host, cold=True), self._timer(1, host, cold=True)),
            "warm": (self._timer(0, host, cold=False), self._timer(1, host, cold=False)),
        }
        return take_turns(timers, seconds=seconds, before=self._before, seed=seed)

    def _warmed_up(self, seconds: float) -> float:
        """Run both until the clocks are up; return the longest time the CPU needs for a call."""
        runs = [self._run(side) for side in (0, 1)]
        for run in runs:
            run()  # compiles, perhaps
        host = max(self.clock.host(run) for run in runs for _ in range(_HOST_CALLS))
        end = perf_counter() + seconds
        while perf_counter() < end:
            for run in runs:
                self.clock.host(run)
        return host

    def _run(self, side: int) -> Callable[[], Any]:
        function = self.functions[side]
        return lambda: function(*self._current)

    def _timer(self, side: int, host: float, *, cold: bool) -> Callable[[], float]:
        run = self._run(side)

        def time_one() -> float:
            if not cold:
                run()  # so that L2 holds what this one leaves, not what the other one does
            return self.clock.events(run, cold=cold, host_ms=host)

        return time_one

    def _before(self, number: int) -> None:
        self._current = self.inputs[number % len(self.inputs)]
        if number % EVERY == 0:
            state = self.read_state()
            if state is not None:
                self.readings.append((number, state))


def drift_of(states: Sequence[GpuState]) -> str:
    """Return how the SM's clock moved or was held back in a few words; "" if it did not."""
    held = dict.fromkeys(reason for state in states for reason in state.throttled)
    clocks = [state.sm_mhz for state in states]
    if clocks and max(clocks) - min(clocks) > _MOVED * max(clocks):
        why = f", slowed down by {', '.join(held)}" if held else ""
        return f"drifting clock: {min(clocks)} … {max(clocks)} MHz{why}"
    return f"drifting clock: slowed down by {', '.join(held)}" if held else ""
