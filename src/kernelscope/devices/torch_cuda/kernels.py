"""Kernels for tensors on the virtual `cuda:0`: PyTorch's own CPU kernels on the same memory.

Every operation that has a CPU kernel gets a kernel for CUDA. It checks what a GPU's kernel checks,
runs the CPU's on host views of its operands, returns the results on the GPU, and records what the
operation would cost. Registered with PyTorch's dispatcher, so that the autograd engine's
threads, compiled code and C++ reach them as they would reach CUDA's.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

import torch

from kernelscope.devices.activity import operator_name, shapes_of
from kernelscope.devices.clock import Timeline
from kernelscope.devices.host_costs import HOST, host_copy_us, next_launch_us, operator_us
from kernelscope.devices.operators import describe, launches_kernel
from kernelscope.devices.torch_cuda.api import ordinal
from kernelscope.devices.torch_cuda.attention import FUSED, attention_of, chooser
from kernelscope.devices.torch_cuda.capturing import capturing
from kernelscope.devices.torch_cuda.cudnn import RECURRENT, recurrent_layers
from kernelscope.devices.torch_cuda.encoder import COMPOSED
from kernelscope.devices.torch_cuda.forking import forked
from kernelscope.devices.torch_cuda.fused import GPU_ONLY, products_in
from kernelscope.devices.torch_cuda.internals import C, aten
from kernelscope.devices.torch_cuda.left_out import LeftOutOperators
from kernelscope.devices.torch_cuda.operands import CPU, HostViews, run_on_cpu, sparse_error
from kernelscope.devices.torch_cuda.random import RandomKernels
from kernelscope.devices.torch_cuda.result_cache import Again
from kernelscope.devices.torch_cuda.tensor import allocations, as_gpu, as_host, new_on_gpu
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.record import SyncKind
from kernelscope.vgpu.runtime.address_space import give_out, region_of_storage
from kernelscope.vgpu.runtime.guard import guard
from kernelscope.vgpu.runtime.long_work import Work

_GPU_DEVICE = torch.device("cuda", 0)
# The host must wait for the device: the result, or its size, depends on values.
_WAITING: dict[str, SyncKind] = {
    "equal": "item",
    **dict.fromkeys(
        ("nonzero", "masked_select", "bincount", "_unique", "_unique2", "unique_dim"), "nonzero"
    ),
}
_SPARSE = ("SparseCUDA", "SparseCsrCUDA")
_COPY = "aten::copy_"
_ATTENTION = "aten::scaled_dot_product_attention"
# Several operations on the CPU, one kernel on a GPU.
_FUSED = frozenset(("convolution", "convolution_backward", "_fused_rms_norm"))
_GPU_ONLY = GPU_ONLY | FUSED | RECURRENT
# Whether another library has the kernel; PyTorch's own takes any labels.
_CTC_CHOICES = ("aten::_use_cudnn_ctc_loss", "aten::_use_miopen_ctc_loss")
# One kernel of their own, which PyTorch (2.14) registers for every device and looks up inside; it
# composes them of others before.
_OF_EVERY_DEVICE = ("aten::ldexp.Tensor", "aten::ldexp.out")


class Kernels:
    """The kernels of one facade.

    Args:
        gpu: the GPU that records the operations.
        timeline: the timeline that waits when a GPU makes the host wait.
    """

    def __init__(self, gpu: VirtualGPU, timeline: Timeline) -> None:
        self._gpu = gpu
        self._timeline = timeline
        self._again = Again()
        # The operation, its body and whether it launches, from the first call on. Of two threads
        # that call first, each finds the same.
        self._found: dict[str, tuple[Any, Callable[..., Any], bool]] = {}
        only = _GPU_ONLY | products_in(gpu.spec.sm)
        self._special: dict[str, Callable[..., Any]] = {
            "aten::empty.memory_format": self._empty,
            "aten::empty_strided": self._empty,
            _COPY: self._copy_,
            "aten::_local_scalar_dense": self._item,
            "aten::resize_": self._resize_,
            **RandomKernels(gpu.spec, self._record).bodies(),
            **{name: self._gpu_only(function) for name, function in only.items()},
            "aten::_fused_sdp_choice": chooser(gpu.spec),
            "aten::_efficientzerotensor": _zeros,
            **{name: lambda *_: False for name in _named_so().of_ctc},
        }

    def register(self) -> Callable[[], None]:
        """Give PyTorch these kernels for CUDA; return what takes them away."""
        # Those that depend on the GPU, with and without inference mode. PyTorch decomposes the
        # operators when it traces for a GPU that it only imagines, so none of these may stay.
        libraries: list[Any] = [torch.library.Library("aten", "IMPL")]
        chosen = {
            _ATTENTION: attention_of(self._gpu.spec, self._timeline.emulation),
            **recurrent_layers(),
        }
        with _replacing():
            for name, function in chosen.items():
                for key in ("CUDA", "AutogradCUDA"):
                    libraries[0].m.impl(name, key, function, False)
        if _has_kernels_of_cuda():
            libraries += _registered(frozenset(self._special))
        else:
            _registered_for_good(frozenset(self._special))
        _active.append(self)

        owner = type(_overload(_COPY))
        plain = owner.redispatch
        owner.redispatch = _with_own_copy(plain)

        def unregister() -> None:
            owner.redispatch = plain
            _active.remove(self)
            for library in libraries:
                library._destroy()

        return unregister

    def call(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run an operation on this GPU's tensors, as the call of a kernel."""
        timeline = self._timeline
        forked.use()
        if name not in self._found:
            with timeline.emulation():
                self._found[name] = self._find(name)
        op, body, launches = self._found[name]
        short = op.overloadpacket.__name__
        host_us, next_us = operator_us(short, launches, args), next_launch_us(short)
        values = sum(len(each) for each in args if isinstance(each, list | tuple))
        charged = timeline.operation(host_us, values, next_us)
        with charged as (begin, due), C.DisableTorchFunction():
            if timeline.log is not None:
                timeline.log.held(begin, allocations.now())
            capture = capturing()
            work = Work(lambda: _in_words(op, args, kwargs))
            guard().begin(work)
            try:
                if capture is None:
                    result = body(op, args, kwargs)
                else:
                    result = capture.run(op, body, args, kwargs)
            finally:
                guard().end(work)
            if timeline.log is not None:
                end = timeline.now() + due
                shapes = shapes_of((*args, *kwargs.values()))
                timeline.log.host(operator_name(str(op)), begin, end, shapes)
                timeline.log.held(end, allocations.now())
        return result

    def _find(self, name: str) -> tuple[Any, Callable[..., Any], bool]:
        op = _overload(name)
        body = self._special.get(name)
        if body is None:
            views = any(r.alias_info and not r.alias_info.is_write for r in op._schema.returns)
            body = _on_shared_storage if views or name.startswith("aten::set_") else self._general
        if self._gpu.sampling is not None:
            body = LeftOutOperators(self._gpu.spec, self._gpu.sampling, self._record).around(body)
        return op, body, launches_kernel(op)

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
        run = run_on_cpu(op, self._gpu.spec.sm)
        return views.back(self._again.run(op, run, host_args, host_kwargs))

    def _record(self, op: Any, args: Any, kwargs: dict[str, Any], result: Any) -> None:
        if launches_kernel(op):
            self._gpu.record_operator(describe(self._gpu, op, args, kwargs, result))
            self._tell(op, args, result)

    def _tell(self, op: Any, args: tuple[Any, ...], result: Any) -> None:
        """Tell who watches operators, if anyone does, that one has run."""
        for note in [*self._gpu.on_operator]:
            note(op, args, result)

    def _empty(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> torch.Tensor:
        ordinal(kwargs.get("device"))
        dtype = kwargs.get("dtype") or torch.get_default_dtype()
        if _is_contiguous(args, kwargs):
            tensor = new_on_gpu(args[0], dtype)
            _tell_of(tensor)
            return tensor
        host = {**kwargs, "device": torch.device("cpu"), "pin_memory": False}
        strided = as_gpu(op.redispatch(CPU, *args, **host))
        _tell_of(strided)
        return strided

    def _copy_(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> torch.Tensor:
        target, source = args[0], args[1]
        host_target = as_host(target) if target.is_cuda else target
        host_source = as_host(source) if source.is_cuda else source
        aten.copy_.default(host_target, host_source)
        if target.is_cuda and source.is_cuda:
            self._record(op, args, kwargs, target)
        else:
            self._cross_link(target, source, *args[2:], **kwargs)
            self._tell(op, args, target)
        return target

    def _cross_link(
        self, target: torch.Tensor, source: torch.Tensor, non_blocking: bool = False
    ) -> None:
        """Charge a copy between host and GPU: the link takes its time, and the host waits."""
        size = target.numel() * max(target.element_size(), source.element_size())
        pinned = (source if target.is_cuda else target).is_pinned()
        memory = "Pinned" if pinned else "Pageable"
        name = f"HtoD ({memory} -> Device)" if target.is_cuda else f"DtoH (Device -> {memory})"
        self._timeline.delay(host_copy_us(self._gpu.spec, size, pinned), f"Memcpy {name}")
        if not non_blocking:
            self._timeline.synchronize("blocking-copy" if target.is_cuda else "copy-to-host")

    def _item(self, op: Any, args: tuple[Any, ...], _: dict[str, Any]) -> Any:
        value = op.redispatch(CPU, as_host(args[0]))
        self._timeline.delay(HOST.number_to_host_us, "Memcpy DtoH (Device -> Pinned)")
        self._timeline.synchronize("item")
        self._tell(op, args, value)
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
            result = views.back(self._again.run(op, function, host_args, host_kwargs))
            self._record(op, args, kwargs, result)
            return result

        return body


def _in_words(op: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
    """Return a call as "aten::mm (16384 x 16384, 16384 x 16384)"."""
    shapes = shapes_of((*args, *kwargs.values()))
    shown = ", ".join(" x ".join(map(str, shape)) for shape in shapes if shape)
    return f"{operator_name(str(op))} ({shown})" if shown else operator_name(str(op))


def _zeros(_op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> torch.Tensor:
    """Return the zeros of a derivative that is known to be 0: a tensor without memory elsewhere."""
    dtype = kwargs.get("dtype") or torch.get_default_dtype()
    return as_gpu(torch.zeros(args[0], dtype=dtype, device="cpu"))


def _tell_of(tensor: torch.Tensor) -> None:
    """Tell those who want to know of a tensor's memory, which nothing has written."""
    storage = tensor.untyped_storage()
    halves = tensor.dtype in (torch.float16, torch.bfloat16)
    give_out(*region_of_storage(storage), storage, halves=halves)


_active: list[Kernels] = []


def _registered(special: frozenset[str]) -> tuple[Any, ...]:
    """Register a CUDA kernel for each operation; they last until the results are destroyed.

    special: the operations that need not have a kernel for the CPU.
    """
    library: Any = torch.library.Library("aten", "IMPL")
    of_sparse: Any = torch.library.Library("_", "IMPL")
    with _replacing():
        for name in (_names() | special) - COMPOSED.keys():
            library.m.impl(name, "CUDA", _kernel(name), False)
        for name, function in COMPOSED.items():
            library.m.impl(name, "CUDA", function, False)
        for key in _SPARSE:
            of_sparse.fallback(_refuse_sparse, key)
    return library, of_sparse


@functools.cache
def _has_kernels_of_cuda() -> bool:
    """Return whether this build of PyTorch has them, asked before ours are there."""
    return C._dispatch_has_kernel_for_dispatch_key("aten::mm", "CUDA")


# Without them there are no tensors on a GPU outside a session, and to register takes 40 ms.
_registered_for_good = functools.cache(_registered)


@contextmanager
def _replacing() -> Generator[None]:
    """Keep PyTorch from warning that a kernel is replaced, as is intended."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _kernel(name: str) -> Callable[..., Any]:
    def kernel(*args: Any, **kwargs: Any) -> Any:
        if not _active:
            raise NotImplementedError(
                f"Could not run '{name}' with arguments from the 'CUDA' backend: the block of "
                "these tensors' virtual GPU has ended; use them inside it"
            )
        return _active[-1].call(name, args, kwargs)

    return kernel


# A library that takes over `copy_` (FlagGems) goes on in PyTorch's own, past those of devices: a
# composite, which here would look for the part that CUDA adds to it.
def _with_own_copy(plain: Callable[..., Any]) -> Callable[..., Any]:
    """Return `OpOverload.redispatch` for which that composite knows the virtual GPU."""

    def redispatch(op: Any, /, keyset: Any, *args: Any, **kwargs: Any) -> Any:
        is_composite = not keyset.raw_repr() and op.name() == _COPY
        if is_composite and (args[0].is_cuda or args[1].is_cuda):
            return _kernel(_COPY)(*args, **kwargs)
        return plain(op, keyset, *args, **kwargs)

    return redispatch


def _refuse_sparse(op: Any, *_args: Any, **_kwargs: Any) -> NoReturn:
    raise sparse_error(op)


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
    composed = C._dispatch_has_kernel_for_dispatch_key
    own = [name for name in _OF_EVERY_DEVICE if not composed(name, "CompositeImplicitAutograd")]
    named = (*of("CPU"), *of("CUDA"), *_named_so().fused, *own)
    return {name for name in named if name.startswith("aten::")}


class _Named(NamedTuple):
    """Names of PyTorch's own operations.

    Attributes:
        fused: those that a GPU runs as one kernel.
        of_ctc: those that ask which library has the kernel of a CTC loss.
    """

    fused: list[str]
    of_ctc: list[str]


@functools.cache
def _named_so() -> _Named:
    """Return the names, once a process: PyTorch writes all of its thousands out each time."""
    names = [name for name in C._dispatch_get_all_op_names() if name.startswith("aten::")]
    return _Named(
        [n for n in names if n.startswith("aten::_foreach_") or n.removeprefix("aten::") in _FUSED],
        [n for n in names if n.startswith(_CTC_CHOICES)],
    )


def _overload(name: str) -> Any:
    namespace, _, qualified = name.partition("::")
    packet, _, overload = qualified.partition(".")
    return getattr(getattr(getattr(torch.ops, namespace), packet), overload or "default")
