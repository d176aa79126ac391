"""Where implementations are run and observed: one small interface, real and virtual GPU alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Protocol

from kernelscope.hardware import GPUSpec
from kernelscope.operation import Case, Implementation, Operation
from kernelscope.quantity import Quantity
from kernelscope.record import LaunchRecord, OperatorRecord


@dataclass(frozen=True, slots=True)
class Observation:
    """What one implementation took on the case asked for.

    Attributes:
        time_ms: time on the GPU of one call.
        timings: other times, by name (host, first_call, compile, cold, warm, graph …).
        launches, operators: what one call launched; empty where the device cannot say.
        warnings: what makes a time doubtful.
    """

    time_ms: Quantity | None
    timings: dict[str, Quantity] = field(default_factory=dict[str, Quantity])
    launches: tuple[LaunchRecord, ...] = ()
    operators: tuple[OperatorRecord, ...] = ()
    warnings: tuple[str, ...] = ()


class Bench(Protocol):
    """A device ready to run implementations; used as a context manager.

    Attributes:
        spec: the GPU's specification.
        tensors_on: where inputs are made, as PyTorch names it.
        virtual: whether PyTorch's CPU operators stand in for the GPU's.
        model_error: the known error of estimated times; empty where times are measured.
    """

    spec: GPUSpec
    tensors_on: str
    virtual: bool
    model_error: str

    def __enter__(self) -> Bench: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None: ...

    def environment(self) -> dict[str, Any]:
        """What the record should say of the device."""
        ...

    def run(self, function: Callable[..., Any], *inputs: Any) -> Any:
        """Call an implementation on inputs and return its result when it is there."""
        ...

    def keep(self, implementation: Implementation) -> None:
        """Take note of the latest `run`: it was this implementation's on the case asked for."""
        ...

    def observe(
        self, implementations: Sequence[Implementation], operation: Operation, case: Case
    ) -> dict[str, Observation]:
        """Name → what each took on `case`; all were run on it before and did not fail."""
        ...
