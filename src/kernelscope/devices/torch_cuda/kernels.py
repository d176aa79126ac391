"""Kernels for tensors on the pretended `cuda:0`: PyTorch's own CPU kernels on the same memory.

Every operation that has a CPU kernel gets a kernel for CUDA. It checks what a GPU's kernel checks,
runs the CPU's on host views of its operands, returns the results on the GPU, and records what the
operation would cost. Registered with PyTorch's dispatcher, so that the autograd engine's
threads, compiled code and C++ reach them as they would reach CUDA's.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import torch

from kernelscope.devices.activity import operator_name, shapes_of
from kernelscope.devices.clock import Timeline
from kernelscope.devices.host_costs import OPERATOR_US, VIEW_US
from kernelscope.devices.operators import describe, host_copy_us, launches_kernel
from kernelscope.devices.torch_cuda.fused import GPU_ONLY
from kernelscope.devices.torch_cuda.internals import C, aten
from kernelscope.devices.torch_cuda.operands import CPU, HostViews, run_on_cpu
from kernelscope.devices.torch_cuda.random import RandomKernels
from kernelscope.devices.torch_cuda.tensor import allocations, as_gpu, as_host, new_on_gpu
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.record import SyncKind

_GPU_DEVICE = torch.device("cuda", 0)
# The host must wait for the device: the result, or its size, depends on values.
_WAITING: dict[str, SyncKind] = {
    "equal": "item",
    **dict.fromkeys(
        ("nonzero", "masked_select", "bincount", "_unique", "_unique2", "unique_dim"), "nonzero"
    ),
}
# Several operations on the CPU, one kernel on a GPU.
_FUSED = frozenset(("convolution", "convolution_backward", "_fused_rms_norm"))
# The CPU's fused attention kernel returns other values than CUDA's, so attention runs as separate
# operations (SDPBackend.MATH).
_PLAIN_ATTENTION = 0


class Kernels:
    """The kernels of one facade.

    Args:
        gpu: the GPU that records the operations.
        timeline: the timeline that waits when a GPU makes the host wait.
    """

    def __init__(self, gpu: VirtualGPU, timeline: Timeline) -> None:
        self._gpu = gpu
        self._timeline = timeline
        self._special: dict[str, Callable[..., Any]] = {
            "aten::empty.memory_format": self._empty,
            "aten::empty_strided": self._empty,
            "aten::copy_": self._copy_,
            "aten::_local_scalar_dense": self._item,
            "aten::resize_": self._resize_,
            **RandomKernels(gpu.spec, self._record).bodies(),
            **{name: self._gpu_only(function) for name, function in GPU_ONLY.items()},
            "aten::_fused_sdp_choice": lambda *_, **__: _PLAIN_ATTENTION,
        }

    def register(self) -> Any:
        """Register a CUDA kernel for each operation; they last until the result is destroyed."""
        library: Any = torch.library.Library("aten", "IMPL")
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # PyTorch warns that a kernel is replaced: that is intended
            for name in _names() | self._special.keys():
                library.m.impl(name, "CUDA", self._kernel(name), False)
        return library

    def _kernel(self, name: str) -> Callable[..., Any]:
        timeline = self._timeline
        resolved: list[Any] = []  # the operation, its body and its cost, from the first call on

        def kernel(*args: Any, **kwargs: Any) -> Any:
            if not resolved:
                with timeline.emulation():
                    resolved.extend(self._find(name))
            op, body, host_us = resolved
            with timeline.operation(host_us) as (begin, due), C.DisableTorchFunction():
                result = body(op, args, kwargs)
                if timeline.log is not None:
                    end = timeline.now() + due
                    shapes = shapes_of((*args, *kwargs.values()))
                    timeline.log.host(operator_name(str(op)), begin, end, shapes)
                    timeline.log.held(end, allocations.now())
            return result

        return kernel

    def _find(self, name: str) -> tuple[Any, Callable[..., Any], float]:
        op = _overload(name)
        body = self._special.get(name)
        if body is None:
            views = any(r.alias_info and not r.alias_info.is_write for r in op._schema.returns)
            body = _on_shared_storage if views or name.startswith("aten::set_") else self._general
        return op, body, OPERATOR_US if launches_kernel(op) else VIEW_US

    def _general(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        result = self._on_host(op, args, kwargs)
        self._record(op, args, kwargs, result)
        name = op.overloadpacket.__name__
        if name in _WAITING:
            self._timeline.synchronize(_WAITING[name])
        elif "index" in name and _has_mask(args):
            self._timeline.synchronize("nonzero")
        return result

    def _on_host(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the CPU's kernel on host views; results come back on the GPU."""
        views = HostViews(op)
        host_args, host_kwargs = views.of_call(args, kwargs)
        return views.back(run_on_cpu(op)(*host_args, **host_kwargs))

    def _record(self, op: Any, args: Any, kwargs: dict[str, Any], result: Any) -> None:
        if launches_kernel(op):
            self._gpu.record_operator(describe(self._gpu, op, args, kwargs, result))

    def _empty(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> torch.Tensor:
        dtype = kwargs.get("dtype") or torch.get_default_dtype()
        if _is_contiguous(args, kwargs):
            return new_on_gpu(args[0], dtype)
        host = {**kwargs, "device": torch.device("cpu"), "pin_memory": False}
        return as_gpu(op.redispatch(CPU, *args, **host))

    def _copy_(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> torch.Tensor:
        target, source = args[0], args[1]
        host_target = as_host(target) if target.is_cuda else target
        host_source = as_host(source) if source.is_cuda else source
        aten.copy_.default(host_target, host_source)
        self._record(op, args, kwargs, target)
        if not (target.is_cuda and source.is_cuda):
            self._cross_link(target, source, *args[2:], **kwargs)
        return target

    def _cross_link(
        self, target: torch.Tensor, source: torch.Tensor, non_blocking: bool = False
    ) -> None:
        """Charge a copy between host and GPU: the link takes its time, and the host waits."""
        size = target.numel() * max(target.element_size(), source.element_size())
        name = "Memcpy HtoD" if target.is_cuda else "Memcpy DtoH"
        self._timeline.delay(host_copy_us(self._gpu.spec, size), name)
        if not non_blocking:
            self._timeline.synchronize("blocking-copy" if target.is_cuda else "copy-to-host")

    def _item(self, op: Any, args: tuple[Any, ...], _: dict[str, Any]) -> Any:
        value = op.redispatch(CPU, as_host(args[0]))
        self._timeline.synchronize("item")
        return value

    def _resize_(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> torch.Tensor:
        """Resize a tensor; one that outgrows its memory moves, because lent memory cannot grow."""
        tensor, size = args[0], list(args[1])
        grown = aten.empty.memory_format(size, dtype=tensor.dtype, device=_GPU_DEVICE, **kwargs)
        room = tensor.untyped_storage().nbytes() // tensor.element_size()
        if grown.numel() + tensor.storage_offset() <= room:
            return aten.set_.source_Storage_storage_offset(
                tensor, tensor.untyped_storage(), tensor.storage_offset(), size, grown.stride()
            )
        kept = min(tensor.numel(), grown.numel())
        if kept and tensor.is_contiguous():
            as_host(grown).view(-1)[:kept].copy_(as_host(tensor).view(-1)[:kept])
        return aten.set_.source_Tensor(tensor, grown)

    def _gpu_only(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the body of an operation that the CPU lacks: `function` on host views."""

        def body(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            views = HostViews(op)
            host_args, host_kwargs = views.of_call(args, kwargs)
            result = views.back(function(*host_args, **host_kwargs))
            self._record(op, args, kwargs, result)
            return result

        return body


def unregister(library: Any) -> None:
    """Remove the kernels of `Kernels.register`."""
    library._destroy()


def _has_mask(args: tuple[Any, ...]) -> bool:
    """Return whether `index` or `index_put_` has to find the places where a mask holds.

    Setting those places to a single number is a masked_fill, which does not look for them.
    """
    if len(args) < 2 or not isinstance(args[1], (list, tuple)):
        return False
    if len(args) > 2 and args[2].numel() == 1 and not args[2].is_cuda:
        return False
    return any(getattr(i, "dtype", None) in (torch.bool, torch.uint8) for i in args[1])


def _is_contiguous(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Return whether an allocation asks for contiguous memory."""
    if len(args) > 1:  # empty_strided
        wanted, expected = list(args[1]), 1
        for size, stride in zip(reversed(args[0]), reversed(wanted), strict=True):
            if stride != expected:
                return False
            expected *= max(size, 1)
        return True
    return kwargs.get("memory_format") in (None, torch.contiguous_format)


def _on_shared_storage(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run an operation that makes a view: it shares its operand's storage and its device."""
    return op.redispatch(CPU, *args, **kwargs)


def _names() -> set[str]:
    """Return the names of the operations to register.

    They are those with a CPU kernel; those that a GPU runs as one kernel; and, in a build with
    CUDA, those with CUDA kernels, which must not touch host memory.
    """
    of = C._dispatch_get_registrations_for_dispatch_key
    fused = {
        name
        for name in C._dispatch_get_all_op_names()
        if name.startswith("aten::_foreach_") or name.removeprefix("aten::") in _FUSED
    }
    return {name for name in (*of("CPU"), *of("CUDA"), *fused) if name.startswith("aten::")}


def _overload(name: str) -> Any:
    namespace, _, qualified = name.partition("::")
    packet, _, overload = qualified.partition(".")
    return getattr(getattr(getattr(torch.ops, namespace), packet), overload or "default")
