"""A real GPU as a bench: all implementations are checked, then timed in turns."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from kernelscope._real_time import perf_counter
from kernelscope.devices.operators import OperatorRecorder
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.hardware import GPUSpec
from kernelscope.jobs.bench import Observation
from kernelscope.jobs.environment import describe_cuda
from kernelscope.jobs.rows import precision_of
from kernelscope.measure.check import run_directly
from kernelscope.measure.clocks import Timings, measure
from kernelscope.measure.suspicion import (
    below_floor,
    disagreement,
    moved,
    read_gpu_state,
    watch_compilation,
)
from kernelscope.operation import PYTORCH_STYLES, Case, Implementation, Operation
from kernelscope.quantity import Quantity
from kernelscope.record import OperatorRecord

Seconds = Callable[[], float]
Measure = Callable[[Mapping[str, Callable[[], Any]]], dict[str, Timings]]


class CudaBench:
    """The current CUDA device; `clock` returns seconds, `measure_all` times calls in turns."""

    tensors_on = "cuda"
    virtual = False
    model_error = ""

    def __init__(
        self, spec: GPUSpec, clock: Seconds = perf_counter, measure_all: Measure = measure
    ) -> None:
        self.spec = spec
        self._clock = clock
        self._measure = measure_all
        self._walls: dict[str, list[float]] = {}

    def __enter__(self) -> CudaBench:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def environment(self) -> dict[str, Any]:
        """Return the names of the GPU, CUDA and the driver."""
        return describe_cuda()

    def run(self, function: Callable[..., Any], *inputs: Any) -> Any:
        """Call an implementation and wait; its first two calls are timed by the wall clock."""
        walls = self._walls.setdefault(getattr(function, "name", repr(function)), [])
        start = self._clock()
        result = run_directly(function, *inputs)
        if len(walls) < 2:
            walls.append((self._clock() - start) * 1e3)
        return result

    def keep(self, implementation: Implementation) -> None:
        """Keep nothing: times are measured later, once all are checked."""

    def observe(
        self, implementations: Sequence[Implementation], operation: Operation, case: Case
    ) -> dict[str, Observation]:
        """Warm up each implementation, then time all in turns, without those that fail."""
        try:
            inputs = operation.inputs_of(case)
        except Exception as error:  # noqa: BLE001  after a fault in a kernel every call fails
            lost = Observation(None, warnings=(f"not timed: the GPU no longer answers: {error}",))
            return {implementation.name: lost for implementation in implementations}
        runs: dict[str, Callable[[], Any]] = {}
        observations: dict[str, Observation] = {}
        for implementation in implementations:
            try:
                run_directly(implementation, *inputs)
                runs[implementation.name] = partial(implementation, *inputs)
            except Exception as error:  # noqa: BLE001  a failure must not stop the others
                observations[implementation.name] = Observation(
                    None, warnings=(f"not timed: {error}",)
                )
        before = read_gpu_state()
        with watch_compilation() as compiled:
            timings = self._measure(runs)
        doubts = tuple(filter(None, (moved(before, read_gpu_state()), compiled.warning())))
        for implementation in implementations:
            if implementation.name in timings:
                seen = timings[implementation.name]
                doubted = (*self._doubts(seen, operation, case), *doubts)
                observations[implementation.name] = self._observation(
                    implementation, inputs, seen, doubted
                )
        return observations

    def _observation(
        self,
        implementation: Implementation,
        inputs: tuple[Any, ...],
        timings: Timings,
        warnings: tuple[str, ...],
    ) -> Observation:
        quantities = timings.quantities() | self._first_calls(implementation.name)
        whole = implementation.style in PYTORCH_STYLES
        return Observation(
            time_ms=quantities.get("gpu"),
            timings=quantities,
            operators=operators_of(self.spec, implementation, inputs) if whole else (),
            warnings=warnings,
        )

    def _first_calls(self, name: str) -> dict[str, Quantity]:
        """Return the wall time of the first call, and the part that the second did not need."""
        walls = self._walls.get(name, [])
        if len(walls) < 2:
            return {}
        note = "first call minus the second, by the wall clock"
        return {
            "first_call": Quantity(walls[0], "ms", "measured", note="wall clock, one sample"),
            "compile": Quantity(max(0.0, walls[0] - walls[1]), "ms", "measured", note=note),
        }

    def _doubts(self, timings: Timings, operation: Operation, case: Case) -> list[str]:
        """Return the reasons to doubt these times."""
        work, precision = operation.work(case), precision_of(case)
        doubts = [disagreement(timings)]
        for timing in ("cold", "warm", "graph"):
            summary = timings.summary(timing)
            if summary is not None:
                warm = timing != "cold"
                floor = below_floor(summary.median, work, self.spec, precision, warm=warm)
                doubts.append(f"{timing}: {floor}" if floor else "")
        doubts += [f"no {timing} time: {reason}" for timing, reason in timings.missing.items()]
        return [doubt for doubt in doubts if doubt]


def operators_of(
    spec: GPUSpec, function: Callable[..., Any], inputs: tuple[Any, ...]
) -> tuple[OperatorRecord, ...]:
    """Return PyTorch's own operators in one call, with their operands' bytes and without times."""
    account = VirtualGPU(spec)  # never entered: it only keeps the operators' accounts
    with OperatorRecorder(account):
        function(*inputs)
    operators = (event for event in account.events if isinstance(event, OperatorRecord))
    return tuple(dataclasses.replace(operator, time_us=None) for operator in operators)
