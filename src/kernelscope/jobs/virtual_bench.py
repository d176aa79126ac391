"""A virtual GPU as a bench: it keeps the launches of each implementation's call."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any

from kernelscope._real_time import perf_counter
from kernelscope.devices.clock import Timeline
from kernelscope.devices.l2 import L2, Piece, State
from kernelscope.devices.operators import OperatorRecorder
from kernelscope.devices.virtual import Event, VirtualGPU
from kernelscope.frontends import virtual_gpu
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import EVENT_US, KNOWN_ERROR
from kernelscope.jobs.bench import Observation
from kernelscope.operation import Case, Implementation, Operation
from kernelscope.operation.gradients import when_backward_begins
from kernelscope.quantity import Quantity
from kernelscope.record import LaunchRecord, OneTime, OperatorRecord

_FIRST_CALL = (
    "wall time on this machine: the first call minus a later one, without the virtual GPU's own "
    "work; with imports, and with the compilers' caches as they were"
)


class VirtualBench:
    """A session on a virtual GPU; PyTorch's own operators run on the CPU and are recorded."""

    tensors_on = "cpu"
    virtual = True

    def __init__(self, spec: GPUSpec) -> None:
        self.spec = spec
        self.model_error = KNOWN_ERROR.text_for(spec)
        self._gpu: VirtualGPU = virtual_gpu(spec.name)
        self._gpu.l2 = self._l2 = _TunedL2(self._gpu)
        # The time outside the emulation is the host program's: mostly its front end's compiling.
        self._gpu.clock = self._clock = _CompilersClock(self._gpu, perf_counter)
        self._host_ms: dict[str, list[float]] = {}
        self._last: Sequence[Event] = ()
        self._forward: int | None = None  # of the last call's events, if a backward pass follows
        self._kept: dict[str, Observation] = {}

    def __enter__(self) -> VirtualBench:
        self._gpu.__enter__()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._gpu.__exit__(*raised)

    def environment(self) -> dict[str, Any]:
        """Return the GPU for which times are estimated."""
        return {"gpu": f"{self.spec.full_name}, virtual"}

    def run(self, function: Callable[..., Any], *inputs: Any) -> Any:
        """Call an implementation, and keep what it launched until the next call."""
        own = self._host_ms.setdefault(getattr(function, "name", repr(function)), [])
        self._last = ()  # if this call raises, the previous one must not remain
        before, began = len(self._gpu.events), self._clock.now()
        self._l2.begin()
        self._forward = None

        def backward_begins() -> None:
            self._forward = len(self._gpu.events) - before

        with OperatorRecorder(self._gpu), when_backward_begins(backward_begins):
            result = function(*inputs)
        if len(own) < 2:
            own.append(1e3 * (self._clock.now() - began))
        self._last = self._gpu.events[before:]
        return result

    def keep(self, implementation: Implementation) -> None:
        """Keep the latest call's launches, without an autotuner's trials, as this one's."""
        own = [event for event in self._last if not event.trial]
        launches = tuple(event for event in own if isinstance(event, LaunchRecord))
        self._kept[implementation.name] = Observation(
            time_ms=total_ms([event.time_us for event in own]),
            timings=self._passes() | (self._compiling(implementation.name) if launches else {}),
            launches=launches,
            operators=tuple(event for event in own if isinstance(event, OperatorRecord)),
        )

    def _passes(self) -> dict[str, Quantity]:
        """Return the time of the forward and of the backward pass, if there are both."""
        if self._forward is None:
            return {}
        parts = {"forward": self._last[: self._forward], "backward": self._last[self._forward :]}
        times = {
            name: total_ms([event.time_us for event in events if not event.trial])
            for name, events in parts.items()
        }
        return {name: time for name, time in times.items() if time is not None}

    def _compiling(self, name: str) -> dict[str, Quantity]:
        """Return the wall time by which the first call exceeded the second."""
        first, *later = self._host_ms[name]
        added = max(0.0, first - sum(later))  # one later call; none if a case is large
        return {"compile": Quantity(added, "ms", "measured", note=_FIRST_CALL)}

    def observe(
        self, implementations: Sequence[Implementation], operation: Operation, case: Case
    ) -> dict[str, Observation]:
        """Return the kept observation: on a virtual GPU every call gives the same."""
        return {
            implementation.name: self._kept[implementation.name]
            for implementation in implementations
        }


class _CompilersClock(Timeline):
    """A clock on which calls cost nothing: only the host's own work counts."""

    @contextmanager
    def launch(self, host_us: float) -> Generator[None]:
        """Leave a launch out."""
        with self.emulation():
            yield

    def charge(self, host_us: float, *, library: bool = False) -> None:
        """Charge nothing."""

    @contextmanager
    def once(self, name: str, kind: OneTime) -> Generator[None]:
        """Name nothing: there is no log."""
        yield


class _TunedL2(L2):
    """The L2 of calls that are tuned already: an autotuner's trials leave it as it was."""

    # GELU of 2048² by torch.compile, the first time on a machine: the trials leave x in L2, and the
    # launch behind them takes 9.3 µs. With the same kernel from the disk cache it takes 12.6, as
    # every other implementation does.
    def __init__(self, gpu: VirtualGPU) -> None:
        super().__init__(gpu.spec.l2_bytes)
        self._gpu = gpu
        self._before: State | None = None
        self._tried = False

    def begin(self) -> None:
        """Drive everything out, before a call."""
        super().empty()
        self._before, self._tried = None, False

    def share(self, pieces: Sequence[Piece]) -> float:
        """Return the part of these bytes that is in L2, 0 … 1."""
        if self._tried and not self._gpu.trial and self._before is not None:
            self.restore(self._before)
        return super().share(pieces)

    def touch(self, pieces: Sequence[Piece], written: float = 0.0) -> None:
        """Note that a kernel has read or written these allocations."""
        self._keep_before()
        super().touch(pieces, written)
        self._tried = self._gpu.trial
        if not self._tried:
            self._before = None

    def empty(self) -> None:
        """Drive everything out; an autotuner does so before it marks its trials."""
        self._keep_before()
        super().empty()

    def _keep_before(self) -> None:
        if self._before is None:
            self._before = self.state()


def total_ms(times_us: Sequence[Quantity | None]) -> Quantity | None:
    """Return the time between two events around work in sequence, each given as if it were alone.

    The errors of the parts are assumed to have one sign.
    """
    times = [time for time in times_us if time is not None]
    if not times:
        return None
    # Each part has two events of its own, the whole has two.
    events = (len(times) - 1) * EVENT_US
    value = sum(time.value for time in times) - events
    low, high = (sum(ends) - events for ends in zip(*(t.interval for t in times), strict=True))
    note = max(times, key=lambda time: time.value).note
    return Quantity(value / 1e3, "ms", "estimated", low / 1e3, high / 1e3, note)
