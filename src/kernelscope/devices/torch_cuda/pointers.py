"""The storages whose addresses a program has asked for: it may keep one in memory for a kernel."""

from __future__ import annotations

import weakref
from typing import Any

import torch

from kernelscope.vgpu.runtime.memory import Region, owners, pointer_watchers

_data_ptr = torch.Tensor.data_ptr
_storages: dict[int, weakref.ref[torch.UntypedStorage]] = {}


# Worked case: a grouped product takes a table of addresses.
#
#     the program     torch.tensor([a.data_ptr(), b.data_ptr()], device="cuda"), given to a kernel
#     the kernel      loads an address from the table, then loads from there
#
# The kernel's arguments name the table alone. The collector's lists would have `a` and `b`, but not
# while another thread collects, or after `gc.freeze()`. The program can only have their addresses
# from `data_ptr()`, so this remembers each storage that was asked, for as long as it lives.
def data_ptr(tensor: torch.Tensor) -> int:
    """Return the address of a tensor's first element, and remember its storage."""
    address = _data_ptr(tensor)
    storage = tensor.untyped_storage()
    base = storage.data_ptr()
    known = _storages.get(base)
    if known is None or known() is not storage:
        _storages[base] = weakref.ref(storage, _Forget(base))
    for watcher in pointer_watchers:
        watcher.asked(base, storage.nbytes(), storage)
    return address


class _Forget:
    """Forgets a storage when it dies, unless another one has its address by then."""

    def __init__(self, base: int) -> None:
        self.base = base

    def __call__(self, gone: Any) -> None:
        if _storages.get(self.base) is gone:
            del _storages[self.base]


def _owner(address: int) -> Region | None:
    for base, known in list(_storages.items()):
        if base <= address:
            storage = known()
            if storage is not None and address < base + storage.nbytes():
                return Region(base, storage.nbytes())
    return None


owners.append(_owner)
