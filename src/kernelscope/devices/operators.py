"""PyTorch's own operations: the cost of each on a GPU.

`library` says what PyTorch launches for an operation. One that it does not know is one launch that
reads each operand and writes each result once: the least that its kernel must move. Views,
allocations and queries of a tensor cost nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import torch

from kernelscope.devices.callsite import caller_source
from kernelscope.devices.dispatch import DispatchMode
from kernelscope.devices.halves import in_gpu_precision
from kernelscope.devices.l2 import Piece, piece_of
from kernelscope.devices.library import Call, launch_of, works_of
from kernelscope.devices.library.tensors import distinct_bytes, tensors_in
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.hardware.timing import Kind, between_events, estimate_operator
from kernelscope.record import OperatorRecord

_FREE = frozenset(
    ("empty", "empty_strided", "empty_like", "new_empty", "set_", "resize_", "detach")
)
NO_ROW = "estimated from its bytes: the table of operators has no row for it"
"""The note next to a time that follows from the bytes alone."""


@cache
def launches_kernel(op: Any) -> bool:
    """Return whether the operation launches a kernel; a view or an allocation does not."""
    if op.namespace != "aten" or op.overloadpacket.__name__ in _FREE:
        return op.namespace != "aten"
    returns = op._schema.returns
    return not any(r.alias_info is not None and not r.alias_info.is_write for r in returns)


def runs_on_gpu(op: Any, args: Sequence[Any], result: Any) -> bool:
    """Return whether this call does work: without tensors, or on "meta" tensors, it does not."""
    if not launches_kernel(op):
        return False
    tensors = list(tensors_in([*args, result]))
    return bool(tensors) and not any(tensor.is_meta for tensor in tensors)


def describe(
    gpu: VirtualGPU, op: Any, args: Sequence[Any], kwargs: Mapping[str, Any], result: Any
) -> OperatorRecord:
    """Return the record of one call of an operation, with its estimated time on `gpu`."""
    call = Call(gpu.spec, op, args, kwargs, result, lambda read: gpu.l2.share(_pieces(read)))
    dirty = gpu.l2.dirty
    gpu.l2.touch(_pieces([*call.read, *call.written]), call.bytes_written)
    works = works_of(call)
    launches = tuple(launch_of(gpu.spec, work, call.in_l2, dirty) for work in works or ())
    if works is None:
        time = estimate_operator(
            gpu.spec,
            bytes_read=call.bytes_read,
            bytes_written=call.bytes_written,
            flops=call.flops,
            kind=_kind(call.read, call.written, call.flops),
            precision=call.precision if call.flops else "fp32",
            l2_warm=call.in_l2 == 1.0,
            l2_resident_bytes=call.in_l2 * call.bytes_read,
            l2_dirty=dirty,
        ).time_us
        time = replace(time, note=NO_ROW)
    else:
        time = between_events([launch.time_us for launch in launches])
    return OperatorRecord(
        name=str(op),
        shapes=tuple(tuple(tensor.shape) for tensor in call.passed or call.written),
        bytes_read=call.bytes_read,
        bytes_written=call.bytes_written,
        flops=call.flops,
        time_us=time,
        source=caller_source(),
        trial=gpu.trial or gpu.compiles,
        precision=call.precision,
        launches=launches,
    )


def _pieces(tensors: Sequence[torch.Tensor]) -> list[Piece]:
    return [
        piece_of(tensor, distinct_bytes(tensor))
        for tensor in tensors
        if tensor.layout == torch.strided
    ]


class OperatorRecorder(DispatchMode):
    """A mode that records every operation on any tensor, as if it ran on the GPU.

    For a session whose tensors are CPU tensors. Operations on tensors of the virtual GPU are
    recorded by their own kernels (`torch_cuda/kernels.py`).
    """

    def __init__(self, gpu: VirtualGPU) -> None:
        super().__init__()
        self._gpu = gpu

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Run the operation and keep its record."""
        with self._gpu.clock.emulation():
            run = in_gpu_precision(func, func, self._gpu.spec.sm)
            result = run(*args, **(kwargs or {}))
        if runs_on_gpu(func, args, result):
            self._gpu.record_operator(describe(self._gpu, func, args, kwargs or {}, result))
        return result

    @classmethod
    def ignore_compile_internals(cls) -> bool:
        """Return True: compiled code stays compiled, and its kernels record themselves."""
        return True


def _kind(read: list[torch.Tensor], written: list[torch.Tensor], flops: float) -> Kind:
    if flops:
        return "matmul"
    if not read:
        return "random"
    outputs = sum(tensor.numel() for tensor in written)
    return "reduction" if 2 * outputs < read[0].numel() else "elementwise"
