"""Makes an implementation's wrong uses of memory visible.

An output that it forgot to write shows as NaN, because every fresh tensor is poisoned. A write into
an input, or into the gaps of its layout, shows in a snapshot of the input's whole storage.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any
from unittest import mock

from kernelscope._patching import keep_factories_of_contexts, keep_functions_of_dynamo
from kernelscope.devices.virtual import current_gpu
from kernelscope.vgpu.runtime.address_space import give_out, region_of_storage

if TYPE_CHECKING:
    import torch

# A kernel that writes 3,720 of 3,721 elements: the last is NaN, and NaN is nowhere expected. In
# fresh memory it would often be 0, or the right value that the last call left there.
_POISON = 0xFF  # in every byte: NaN in each floating dtype, -1 in the integers
_FACTORIES = ("empty", "empty_like", "empty_strided")
_METHODS = ("new_empty", "new_empty_strided")
# The output of `gelu` with n=4096 has 64 MiB: freed on the host it goes back to the system, and the
# next block of that size is new and zero. Filling it with NaN first would be for nothing.
_RECYCLED = 32 << 20  # bytes; the host's allocator returns larger blocks to the system


def is_on_host(tensor: torch.Tensor) -> bool:
    """Return whether the tensor is in host memory; on a virtual GPU it always is."""
    return current_gpu() is not None or not tensor.is_cuda


def poison(tensor: torch.Tensor) -> None:
    """Fill a fresh tensor's storage with NaN (-1 in integers), without any PyTorch mode."""
    storage = tensor.untyped_storage()
    if not storage.nbytes():
        return
    if is_on_host(tensor):
        region = region_of_storage(storage)
        ctypes.memset(region.base, _POISON, region.size)
        halves = tensor.is_floating_point() and tensor.element_size() == 2  # float16, bfloat16
        give_out(*region, storage, halves=halves)
    else:
        as_bytes(tensor).fill_(_POISON)


@contextmanager
def poisoned_allocations() -> Generator[None]:
    """Make PyTorch's `empty` functions return NaN instead of old data, inside the block."""
    import torch

    with ExitStack() as patches:
        patches.callback(keep_functions_of_dynamo())
        keep_factories_of_contexts()
        for name in _FACTORIES:
            patches.enter_context(mock.patch.object(torch, name, _poisoning(getattr(torch, name))))
        for name in _METHODS:
            method = _poisoning(getattr(torch.Tensor, name))
            patches.enter_context(mock.patch.object(torch.Tensor, name, method))
        yield


def _poisoning(make: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    import torch
    from torch._subclasses import FakeTensor

    def made(*args: Any, **kwargs: Any) -> torch.Tensor:
        tensor = make(*args, **kwargs)
        # Dynamo traces this function, and compiled code must not poison for ever. Fake and meta
        # tensors, which Inductor makes while it compiles, have no memory.
        real = tensor.device.type != "meta" and not isinstance(tensor, FakeTensor)
        if real and not torch.compiler.is_compiling():
            poison(tensor)
        return tensor

    return made


def leave_poison_behind(like: torch.Tensor) -> None:
    """Free a poisoned block of the output's size, which an allocator is likely to return next.

    This reaches allocations that bypass PyTorch's Python functions, such as Inductor's.
    """
    import torch

    if is_on_host(like) and like.numel() * like.element_size() > _RECYCLED:
        return
    poison(torch.empty(like.shape, dtype=like.dtype, device=like.device))


def as_bytes(tensor: torch.Tensor) -> torch.Tensor:
    """Return the tensor's whole storage as a flat uint8 tensor on the same memory."""
    import torch

    flat = torch.empty(0, dtype=torch.uint8, device=tensor.device)
    return flat.set_(tensor.untyped_storage())


class Snapshot:
    """The bits of a tensor, to find out later whether anything changed.

    It keeps the whole storage, gaps included, unless that is far larger than the tensor.
    """

    def __init__(self, tensor: torch.Tensor) -> None:
        self._tensor = tensor
        used = tensor.numel() * tensor.element_size()
        # A sliced input of 61x61 fp32 numbers: 14,884 bytes used, and the gaps between its rows are
        # watched as well. In the far layout the same numbers lie in a storage of 8 GiB, of which
        # only they are copied.
        self._whole = tensor.untyped_storage().nbytes() <= 4 * used + 4096
        self._before = self._bits().clone()

    def _bits(self) -> torch.Tensor:
        import torch

        if self._whole:
            return as_bytes(self._tensor)
        return self._tensor.contiguous().view(-1).view(torch.uint8)

    def changed(self) -> bool:
        """Return whether any bit has changed since the snapshot."""
        import torch

        return not torch.equal(self._bits(), self._before)


def same_bits(first: torch.Tensor, second: torch.Tensor) -> bool:
    """Return whether two tensors have the same shape, the same dtype and the same bits."""
    import torch

    if first.shape != second.shape or first.dtype != second.dtype:
        return False
    flat = (first.contiguous().view(-1), second.contiguous().view(-1))
    return torch.equal(*(value.view(torch.uint8) for value in flat))


def share_memory(first: Any, second: Any) -> bool:
    """Return whether two values are tensors on the same storage, if it is not empty."""
    import torch

    if not (isinstance(first, torch.Tensor) and isinstance(second, torch.Tensor)):
        return False
    first_storage, second_storage = first.untyped_storage(), second.untyped_storage()
    region = region_of_storage(first_storage)
    return region.size > 0 and region.base == region_of_storage(second_storage).base


def release_cached() -> None:
    """Return PyTorch's cached memory to the GPU, before a large case needs it."""
    import torch

    if current_gpu() is None and torch.cuda.is_available():
        torch.cuda.empty_cache()


def free_bytes() -> float:
    """Return the bytes that are free for tensors on the real GPU."""
    import torch

    free, _ = torch.cuda.mem_get_info()
    return float(free + torch.cuda.memory_reserved() - torch.cuda.memory_allocated())
