"""The operands of an operation on the virtual GPU, converted for the CPU's kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import torch

from kernelscope.devices.callsite import caller_source
from kernelscope.devices.halves import in_gpu_precision, takes_number
from kernelscope.devices.library.tensors import tensors_in
from kernelscope.devices.torch_cuda.generators import gpu_generator
from kernelscope.devices.torch_cuda.internals import C, aten
from kernelscope.devices.torch_cuda.tensor import as_gpu, as_host
from kernelscope.errors import UnavailableError

CPU: Any = C.DispatchKeySet(C.DispatchKey.CPU)
# Operations whose indices may stay on the host: a GPU's kernel copies them over.
_HOST_INDICES = frozenset(("index", "index_put_", "_index_put_impl_", "_unsafe_index"))


@cache
def _parameters(op: Any) -> list[tuple[str, bool, bool]]:
    """Return (name, whether it is an `out=`, whether it is a single tensor) of each parameter."""
    return [(p.name, p.is_out, str(p.type) == "Tensor") for p in op._schema.arguments]


@cache
def run_on_cpu(op: Any, sm: int) -> Callable[..., Any]:
    """Return the operation's CPU kernel; an operation composed of others is returned itself.

    sm: the compute capability of the GPU that it computes for, 90.
    """
    has = C._dispatch_has_kernel_for_dispatch_key
    kernel = partial(op.redispatch, CPU) if has(op.name(), "CPU") else op
    return in_gpu_precision(op, kernel, sm)


def sparse_error(op: Any) -> UnavailableError:
    """Return the error for an operation on sparse tensors."""
    place = caller_source()
    return UnavailableError(
        f"{f'{place}: ' if place else ''}{op}: the virtual GPU has no sparse tensors: keep them on "
        "the CPU, or use dense ones here"
    )


class HostViews:
    """The operands of one call as CPU tensors, and the way back for its results."""

    def __init__(self, op: Any) -> None:
        self._op = op
        self._originals: dict[int, torch.Tensor] = {}
        self._hosts: list[torch.Tensor] = []  # keeps the identities in `_originals` alive
        self._seen: torch.device | None = None

    def of_call(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """Return all arguments as the CPU's kernel takes them."""
        host_args: list[Any] = []
        host_kwargs: dict[str, Any] = {}
        for place, (name, is_out, is_tensor) in enumerate(_parameters(self._op)):
            if name == "generator":
                host_kwargs[name] = gpu_generator(kwargs.get(name)).draw_for_cpu()
                continue
            if place < len(args):
                value = args[place]
            elif name in kwargs:
                value = kwargs[name]
            else:
                continue
            if is_out:
                value = self.out(value)
            elif is_tensor and isinstance(value, (bool, int, float, complex)):
                operand = next(iter(tensors_in(args)), None)
                if isinstance(value, complex) or not takes_number(self._op, operand):
                    value = _number_as_tensor(value, operand)
            else:
                value = self.of(value)
            if place < len(args):
                host_args.append(value)
            else:
                host_kwargs[name] = value
        return host_args, host_kwargs

    def of(self, value: Any) -> Any:
        """Return a tensor's host view, also inside lists; a device becomes the host."""
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if isinstance(value, (list, tuple)):
            return [self.of(item) for item in value]
        if isinstance(value, torch.device):
            return torch.device("cpu")
        return value

    def out(self, tensor: torch.Tensor) -> torch.Tensor:
        """Return the host view of an `out=` tensor; if it is empty, a tensor that may grow."""
        if tensor.numel() or not tensor.is_cuda:
            return self.of(tensor)
        self._check(tensor)
        host = torch.empty(tensor.shape, dtype=tensor.dtype, device="cpu")
        self._originals[id(host)] = tensor
        self._hosts.append(host)
        return host

    def back(self, result: Any) -> Any:
        """Return results on the GPU; an operand that was returned becomes the original again."""
        if isinstance(result, torch.Tensor):
            original = self._originals.get(id(result))
            if result.layout != torch.strided:
                raise sparse_error(self._op)
            if original is None:
                return as_gpu(result.detach())
            if not original.numel() and result.shape != original.shape:
                aten.set_.source_Tensor(original, as_gpu(result))
            return original
        if isinstance(result, (list, tuple)):
            return type(result)(self.back(item) for item in result)
        return result

    def _tensor(self, tensor: torch.Tensor) -> torch.Tensor:
        if not tensor.is_cuda:
            self._check(tensor)
            return tensor
        self._check(tensor)
        host = as_host(tensor)
        self._originals[id(host)] = tensor
        self._hosts.append(host)
        return host

    def _check(self, tensor: torch.Tensor) -> None:
        """Raise PyTorch's own error for operands on two devices; a CPU scalar is allowed."""
        if not tensor.is_cuda and (tensor.dim() == 0 or self._may_stay(tensor)):
            return
        if self._seen is None:
            self._seen = tensor.device
        elif self._seen != tensor.device:
            raise RuntimeError(
                "Expected all tensors to be on the same device, but found at least two devices, "
                f"{self._seen} and {tensor.device}!"
            )

    def _may_stay(self, tensor: torch.Tensor) -> bool:
        integral = not tensor.is_floating_point() and not tensor.is_complex()
        return (
            self._op.overloadpacket.__name__ in _HOST_INDICES
            and integral
            and self._seen is not None
            and self._seen.type == "cuda"
        )


def _number_as_tensor(value: complex, operand: torch.Tensor | None) -> torch.Tensor:
    """Return a Python number as a scalar tensor that does not change the result's dtype."""
    if operand is not None and operand.dim() == 0:
        dtype = torch.result_type(operand, value)
    elif operand is not None and operand.dtype in (torch.float64, torch.complex128):
        dtype = torch.result_type(torch.empty(0, dtype=torch.float64), value)
    else:
        dtype = torch.result_type(torch.empty(0, dtype=torch.bool), value)
    return torch.scalar_tensor(value, dtype=dtype, device="cpu")
