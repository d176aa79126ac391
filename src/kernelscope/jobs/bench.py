"""The interface of a device that runs implementations and observes them, real or virtual."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from kernelscope.hardware import GPUSpec
from kernelscope.operation import Case, Implementation, Operation
from kernelscope.quantity import Quantity
from kernelscope.record import LaunchRecord, OperatorRecord


@dataclass(frozen=True, slots=True)
class Observation:
    """The times and launches of one implementation on the given case.

    `time_ms`: of one call on the GPU; None if unknown. `timings`: others, by name (host,
    first_call, compile, cold, warm, graph …). `launches` and `operators` are empty if the device
    cannot see them.
    """

    time_ms: Quantity | None
    timings: dict[str, Quantity] = field(default_factory=dict[str, Quantity])
    launches: tuple[LaunchRecord, ...] = ()
    operators: tuple[OperatorRecord, ...] = ()
    warnings: tuple[str, ...] = ()


class Bench(Protocol):
    """A device ready to run implementations: a context manager.

    `virtual`: whether PyTorch's CPU operators replace the GPU's. `model_error`: the known error of
    estimated times; "" if times are measured.
    """

    spec: GPUSpec
    tensors_on: str
    virtual: bool
    model_error: str

    def __enter__(self) -> Bench: ...

    def __exit__(self, *_: object) -> None: ...

    def environment(self) -> dict[str, Any]:
        """Return the device's part of the record's environment."""
        ...

    def run(self, function: Callable[..., Any], *inputs: Any) -> Any:
        """Call an implementation on inputs, wait, and return its result."""
        ...

    def keep(self, implementation: Implementation) -> None:
        """Keep the latest `run` as this implementation's on the given case."""
        ...

    def observe(
        self, implementations: Sequence[Implementation], operation: Operation, case: Case
    ) -> dict[str, Observation]:
        """Return name → observation on `case`; all have run on it before without failing."""
        ...
