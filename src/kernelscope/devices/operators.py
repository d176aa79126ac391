"""PyTorch's own operations: what each would cost on a GPU.

An operation is one launch that reads each operand and writes each result once: the least that its
kernel must move. Views, allocations and queries of a tensor cost nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils.flop_counter import flop_registry

from kernelscope.devices.callsite import caller_source
from kernelscope.devices.halves import in_gpu_precision
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.rowwise import RowWise
from kernelscope.hardware.timing import Kind, estimate_operator
from kernelscope.record import OperatorRecord

_PRECISIONS: dict[torch.dtype, str] = {
    torch.float64: "fp64",
    torch.float32: "fp32",
    torch.bfloat16: "bf16",
    torch.float16: "fp16",
    torch.float8_e4m3fn: "fp8",
    torch.float8_e5m2: "fp8",
}
_ROW_WISE: dict[str, RowWise] = {
    "aten._softmax": "softmax",
    "aten._log_softmax": "softmax",
    "aten.native_layer_norm": "layer_norm",
    "aten._fused_rms_norm": "rms_norm",
}
# In-place operations that do not read the previous contents.
_OVERWRITING = frozenset(
    ("copy_", "fill_", "zero_", "normal_", "uniform_", "random_", "bernoulli_", "exponential_")
)
_FREE = frozenset(
    ("empty", "empty_strided", "empty_like", "new_empty", "set_", "resize_", "detach")
)
# The link to the host: PCI Express x16, 64 GB/s from generation 5 on (Hopper), 32 before.
_LINK_GB_PER_S = {8: 32.0, 9: 64.0, 10: 64.0}


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
    read, written = operands(op, args, kwargs, result)
    flops = _flops(op, args, kwargs, result)
    first = (read or written or [None])[0]
    bytes_read, bytes_written = sum(map(distinct_bytes, read)), sum(map(distinct_bytes, written))
    precision = _precision(gpu.spec, first) if flops else ""
    estimate = estimate_operator(
        gpu.spec,
        bytes_read=bytes_read,
        bytes_written=bytes_written,
        flops=flops,
        kind=_kind(read, written, flops),
        precision=precision if flops else "fp32",
        rows=_rows(op, args, first),
    )
    return OperatorRecord(
        name=str(op),
        shapes=tuple(tuple(tensor.shape) for tensor in read or written),
        bytes_read=bytes_read,
        bytes_written=bytes_written,
        flops=flops,
        time_us=estimate.time_us,
        source=caller_source(),
        trial=gpu.trial,
        precision=precision if flops or first is None else _PRECISIONS.get(first.dtype, ""),
    )


def host_copy_us(spec: GPUSpec, size: int) -> float:
    """Return the microseconds in which `size` bytes cross the link between host and GPU."""
    return size / (_LINK_GB_PER_S[spec.compute_capability[0]] * 1e3)


class OperatorRecorder(TorchDispatchMode):
    """A mode that records every operation on any tensor, as if it ran on the GPU.

    For a session whose tensors are CPU tensors. Operations on tensors of the pretended GPU are
    recorded by their own kernels (`torch_cuda/kernels.py`).
    """

    def __init__(self, gpu: VirtualGPU) -> None:
        super().__init__()
        self._gpu = gpu

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Run the operation and keep its record."""
        with self._gpu.emulation():
            result = in_gpu_precision(func, func)(*args, **(kwargs or {}))
        if runs_on_gpu(func, args, result):
            self._gpu.record_operator(describe(self._gpu, func, args, kwargs or {}, result))
        return result

    @classmethod
    def ignore_compile_internals(cls) -> bool:
        """Return True: compiled code stays compiled, and its kernels record themselves."""
        return True


def tensors_in(value: Any) -> Iterable[torch.Tensor]:
    """Yield the tensors of an argument or result, also inside lists and tuples."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in cast(Sequence[Any], value):
            yield from tensors_in(item)


@cache
def _roles(op: Any) -> list[tuple[str, bool, bool]]:
    """Return (name, whether it is read, whether it is written) of each parameter."""
    overwrites = op.overloadpacket.__name__ in _OVERWRITING
    roles: list[tuple[str, bool, bool]] = []
    for parameter in op._schema.arguments:
        written = parameter.alias_info is not None and parameter.alias_info.is_write
        read = not (parameter.is_out or (written and overwrites))
        roles.append((parameter.name, read, written))
    return roles


def operands(
    op: Any, args: Sequence[Any], kwargs: Mapping[str, Any], result: Any
) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
    """Return the tensors read and the tensors written, each once."""
    read: dict[int, torch.Tensor] = {}
    written: dict[int, torch.Tensor] = {}
    for place, (name, is_read, is_written) in enumerate(_roles(op)):
        for tensor in tensors_in(args[place] if place < len(args) else kwargs.get(name)):
            if is_written:
                written[id(tensor)] = tensor
            if is_read:
                read[id(tensor)] = tensor
    for tensor in tensors_in(result):
        written[id(tensor)] = tensor
    return list(read.values()), list(written.values())


def distinct_bytes(tensor: torch.Tensor) -> int:
    """Return the bytes of a tensor's distinct elements; an expanded dimension adds none."""
    if tensor.layout != torch.strided:
        return tensor.numel() * tensor.element_size()
    sizes = (n for n, stride in zip(tensor.shape, tensor.stride(), strict=True) if stride or not n)
    return math.prod(sizes) * tensor.element_size()


def _flops(op: Any, args: Sequence[Any], kwargs: Mapping[str, Any], result: Any) -> float:
    count = flop_registry.get(op.overloadpacket)
    if count is None:
        return 0.0
    inputs = {name: value for name, value in kwargs.items() if name != "out"}
    try:
        return float(count(*args, **inputs, out_val=result))
    except TypeError:  # the formula has another signature: count a convolution by its definition
        outputs = sum(tensor.numel() for tensor in tensors_in(result))
        return 2.0 * outputs * math.prod(args[1].shape[1:])


def _kind(read: list[torch.Tensor], written: list[torch.Tensor], flops: float) -> Kind:
    if flops:
        return "matmul"
    if not read:
        return "random"
    outputs = sum(tensor.numel() for tensor in written)
    return "reduction" if 2 * outputs < read[0].numel() else "elementwise"


def _precision(spec: GPUSpec, tensor: torch.Tensor | None) -> str:
    """Return the name of the GPU's peak rate for a matmul of this dtype: "bf16"."""
    name = _PRECISIONS.get(tensor.dtype) if tensor is not None else None
    if name == "fp32" and torch.backends.cuda.matmul.allow_tf32:
        name = "tf32"
    return name if name in spec.peak_tflops else "fp32"


@cache
def _row_wise(op: Any) -> RowWise | None:
    return _ROW_WISE.get(str(op.overloadpacket))


def _rows(
    op: Any, args: Sequence[Any], first: torch.Tensor | None
) -> tuple[RowWise, int, int] | None:
    name = _row_wise(op)
    if name is None or first is None or not first.numel():
        return None
    whole = math.prod(args[1]) if name != "softmax" else 1
    row = first.shape[args[1]] if name == "softmax" and first.dim() else whole
    return name, int(row), first.element_size()
