"""A cache for long calculations of operators that are repeated.

A timing loop computes one product a hundred times, and the CPU needs seconds where a GPU needs
milliseconds. The same operator on the same bits gives the same bits, so a long one is computed
twice: at first to see that it is long, then to keep its result. From then on it is copied. Operands
are compared by their bits, so it does not matter who wrote them.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast

import torch

from kernelscope._real_time import thread_time
from kernelscope.devices.library.tensors import tensors_in
from kernelscope.devices.torch_cuda.internals import by_name

# Bits are compared at 0.4 to 1 GB/s: only where computing takes much longer.
_LONG_S, _LONG_S_PER_BYTE = 0.01, 10e-9
_KEPT_BYTES = 512 << 20
Kernel = Callable[..., Any]


class Again:
    """The results of the last long calls."""

    def __init__(self) -> None:
        self._long: set[Hashable] = set()
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def run(self, op: Any, kernel: Kernel, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Return `kernel(*args, **kwargs)`, or a copy of what it gave for the same bits."""
        tensors = list(tensors_in([*args, *kwargs.values()]))
        strided = all(tensor.layout == torch.strided for tensor in tensors)
        if not (strided and _is_functional(op) and draws_nothing(op, args, kwargs)):
            return kernel(*args, **kwargs)
        call = _kind(op, args, kwargs)
        if call not in self._long:
            begin = thread_time()
            result = kernel(*args, **kwargs)
            size = sum(tensor.nbytes for tensor in tensors)
            if thread_time() - begin > _LONG_S + size * _LONG_S_PER_BYTE:
                self._long.add(call)
            return result
        bits = (call, *map(_bits, tensors))
        if bits not in self._kept:
            result = kernel(*args, **kwargs)
            self._keep(bits, result)
            return result
        self._kept.move_to_end(bits)
        return _copy(self._kept[bits])

    def _keep(self, bits: Hashable, result: Any) -> None:
        self._kept[bits] = _copy(result)
        while sum(map(_size, self._kept.values())) > _KEPT_BYTES:
            self._kept.popitem(last=False)


@cache
def _is_functional(op: Any) -> bool:
    """Return whether the operator writes to no operand and returns no view of one."""
    schema = op._schema
    return all(part.alias_info is None for part in (*schema.arguments, *schema.returns))


def draws_nothing(op: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """Return whether no random number is drawn: attention without dropout draws none."""
    if torch.Tag.nondeterministic_seeded not in op.tags:
        return True
    return by_name(op, args, kwargs).get("dropout_p") == 0


def _kind(op: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Hashable:
    """Return what a call is without the numbers in its tensors."""
    return (str(op), _shown(args), *((name, _shown(kwargs[name])) for name in kwargs))


def _shown(value: Any) -> Hashable:
    if isinstance(value, torch.Tensor):
        return value.dtype, value.shape, value.stride()
    if isinstance(value, (list, tuple)):
        return tuple(map(_shown, cast("Iterable[Any]", value)))
    return repr(value)


def _bits(tensor: torch.Tensor) -> bytes:
    data = tensor.detach().resolve_conj().resolve_neg().contiguous().reshape(-1)
    memory: Any = data.view(torch.uint8).numpy()
    return hashlib.blake2b(memory, digest_size=16).digest()


def _copy(result: Any) -> Any:
    if isinstance(result, torch.Tensor):
        return result.detach().clone(memory_format=torch.preserve_format)
    if isinstance(result, (list, tuple)):
        parts = cast("Iterable[Any]", result)
        return type(result)(_copy(part) for part in parts)  # pyright: ignore
    return result


def _size(result: Any) -> int:
    return sum(tensor.nbytes for tensor in tensors_in(result))
