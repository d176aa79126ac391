"""The record of `fusion`: the bytes that a function's operations move, and that fewer would."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kernelscope.quantity import Quantity
from kernelscope.record.comparison import SCHEMA, Bytes, Status
from kernelscope.record.launches import OperatorRecord


@dataclass(frozen=True, slots=True)
class Intermediate:
    """A value that one operation writes and that is not only a result.

    Attributes:
        operator: index of the operation that writes it.
        shape, dtype: of the tensor; `dtype` as PyTorch names it.
        written: bytes that writing it moves; read: bytes that all its readers together move.
        saved: the part of these bytes that no longer moves once the kernels are fused.
        readers: indices of the operations that read it; empty if none does.
    """

    operator: int
    shape: tuple[int, ...]
    dtype: str
    written: float
    read: float
    saved: float
    readers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FusedKernel:
    """Operations that one kernel could compute.

    Attributes:
        operators: their indices, in the order they run.
        bytes_read, bytes_written: the bytes that still move: each value from outside once, each
            value that is needed outside once.
        broken_by: the reasons why it cannot be fused with the kernels whose values it reads.
    """

    operators: tuple[int, ...]
    bytes_read: float
    bytes_written: float
    time_us: Quantity | None = None
    broken_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImplementationTraffic:
    """The bytes that one implementation moves; `bytes` is None if nothing could be counted.

    Attributes:
        launches: kernels and PyTorch operations of one call.
        kernels: the fewest kernels that its PyTorch operations could become; 0 if it has none.
        intermediates: the bytes that its PyTorch operations hand on through memory.
    """

    implementation: str
    status: Status
    reason: str = ""
    bytes: Bytes | None = None
    launches: int = 0
    kernels: int = 0
    intermediates: float = 0.0


@dataclass(frozen=True, slots=True)
class Fusion:
    """A function's operations, and the fewer kernels that could compute the same.

    Attributes:
        target: the function, or OP/IMPL.
        bytes: the bytes that the operations move, and the fewest: each input and each result once.
        unused: the bytes written that nothing reads and that are not a result.
        time_ms: the time of the operations one after the other; fused_ms: of the kernels.
        traffic: every implementation's bytes, if the target is an operation.
        notes: launches that are not in these figures, and why.
    """

    device: str
    target: str
    operators: tuple[OperatorRecord, ...] = ()
    kernels: tuple[FusedKernel, ...] = ()
    intermediates: tuple[Intermediate, ...] = ()
    bytes: Bytes | None = None
    unused: float = 0.0
    time_ms: Quantity | None = None
    fused_ms: Quantity | None = None
    traffic: tuple[ImplementationTraffic, ...] = ()
    notes: tuple[str, ...] = ()
    case: dict[str, Any] = field(default_factory=dict[str, Any])
    gpu: dict[str, Any] = field(default_factory=dict[str, Any])
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    model_error: str = ""
    command: str = ""
    created: str = ""
    schema: int = SCHEMA

    @property
    def fused_read(self) -> float:
        """Bytes that the fused kernels read."""
        return sum(kernel.bytes_read for kernel in self.kernels)

    @property
    def fused_written(self) -> float:
        """Bytes that the fused kernels write."""
        return sum(kernel.bytes_written for kernel in self.kernels)
