"""The record of `fusion`: what a function's operations move, and what fewer kernels would."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kernelscope.quantity import Quantity
from kernelscope.record.comparison import SCHEMA, Bytes, Status
from kernelscope.record.launches import OperatorRecord


def _nothing() -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Intermediate:
    """A value that one operation writes and that is not, or not only, a result.

    Attributes:
        operator: index of the operation that writes it.
        shape, dtype: of the tensor; `dtype` as PyTorch names it.
        written: bytes that writing it moves; read: those that reading it moves, over all readers.
        saved: of these, the bytes that no longer move once the kernels are fused.
        readers: indices of the operations that read it; empty where nothing does.
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
    """Operations that one kernel could do.

    Attributes:
        operators: their indices, in the order they run.
        bytes_read, bytes_written: what still moves: each value from outside once, each value that
            is needed outside once.
        broken_by: why it is not one kernel with those before it that it takes values from.
    """

    operators: tuple[int, ...]
    bytes_read: float
    bytes_written: float
    time_us: Quantity | None = None
    broken_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImplementationTraffic:
    """What one implementation moves; `bytes` is None where nothing could be counted.

    Attributes:
        launches: kernels and PyTorch operations of one call.
        kernels: into how many its PyTorch operations could be fused; 0 where it has none.
        intermediates: what its PyTorch operations hand on through memory, in bytes.
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
    """A function's operations, and the fewer kernels that could do the same.

    Attributes:
        target: the function, or OP/IMPL.
        bytes: what the operations move, and the fewest: each input once, each result once.
        unused: of the bytes written, those that nothing reads and that are no result.
        time_ms: of the operations one after the other; fused_ms: of the kernels.
        traffic: for an operation, every implementation's bytes.
        notes: what is not in these figures, and why.
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
    case: dict[str, Any] = field(default_factory=_nothing)
    gpu: dict[str, Any] = field(default_factory=_nothing)
    environment: dict[str, Any] = field(default_factory=_nothing)
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
