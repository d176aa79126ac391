"""Runs implementations on a virtual GPU and keeps what each call launched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from types import TracebackType
from typing import Any

from kernelscope.devices.operators import OperatorRecorder
from kernelscope.devices.virtual import Event, VirtualGPU, virtual_gpu
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import KNOWN_ERROR
from kernelscope.jobs.bench import Observation
from kernelscope.operation import Case, Implementation, Operation
from kernelscope.quantity import Quantity
from kernelscope.record import LaunchRecord, OperatorRecord


class VirtualBench:
    """A session on a virtual GPU; PyTorch's own operators run on the CPU and are recorded."""

    tensors_on = "cpu"
    virtual = True
    model_error = KNOWN_ERROR.text

    def __init__(self, spec: GPUSpec) -> None:
        import_module("kernelscope.frontends")  # registers them with the session to come
        self.spec = spec
        self._gpu: VirtualGPU = virtual_gpu(spec.name)
        self._last: Sequence[Event] = ()
        self._kept: dict[str, Observation] = {}

    def __enter__(self) -> VirtualBench:
        self._gpu.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._gpu.__exit__(kind, error, traceback)

    def environment(self) -> dict[str, Any]:
        """The GPU that times are estimated for."""
        return {"gpu": f"{self.spec.full_name}, virtual"}

    def run(self, function: Callable[..., Any], *inputs: Any) -> Any:
        """Call an implementation, and keep what it launched until the next call."""
        before = len(self._gpu.events)
        with OperatorRecorder(self._gpu):
            result = function(*inputs)
        self._last = self._gpu.events[before:]
        return result

    def keep(self, implementation: Implementation) -> None:
        """Keep the latest call's launches, without autotuning's trials, as this one's."""
        own = [event for event in self._last if not event.trial]
        self._kept[implementation.name] = Observation(
            time_ms=total_ms([event.time_us for event in own]),
            launches=tuple(event for event in own if isinstance(event, LaunchRecord)),
            operators=tuple(event for event in own if isinstance(event, OperatorRecord)),
        )

    def observe(
        self, implementations: Sequence[Implementation], operation: Operation, case: Case
    ) -> dict[str, Observation]:
        """What was kept: one call says all, as a virtual GPU repeats itself."""
        return {one.name: self._kept[one.name] for one in implementations}


def total_ms(times_us: Sequence[Quantity | None]) -> Quantity | None:
    """Launches one after the other; their errors are taken to be of one sign, so they add up."""
    times = [time for time in times_us if time is not None]
    if not times:
        return None
    value = sum(time.value for time in times)
    low = sum(time.value if time.low is None else time.low for time in times)
    high = sum(time.value if time.high is None else time.high for time in times)
    note = max(times, key=lambda time: time.value).note
    return Quantity(value / 1e3, "ms", "estimated", low / 1e3, high / 1e3, note)
