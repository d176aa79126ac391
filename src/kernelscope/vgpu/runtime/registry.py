"""The registry of device memory: whose memory a host address is in.

Memory is entered where a program can get an address of it: each tensor of a virtual GPU and each
of Numba's allocations when it is made, each tensor or array when a kernel gets it or a program asks
for its `data_ptr()`, a module's variables when they are placed, the heap and textures on first use.
It leaves when its owner dies. A look-up is a bisection; Python's objects are never searched.
"""

from __future__ import annotations

import threading
import weakref
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from kernelscope._patching import Patches, Undo, when_imported


class Region(NamedTuple):
    """A piece of host memory that belongs to one owner."""

    base: int
    size: int


class PointerWatcher(Protocol):
    """Wants to know whose addresses a program has asked for: it may keep one for a kernel."""

    def asked(self, base: int, size: int, owner: Any) -> None:
        """Note that the program has an address in memory of a tensor's storage."""
        ...

    def holds(self, base: int) -> bool:
        """Return whether memory, once it is free, should not be given to another tensor."""
        ...


pointer_watchers: list[PointerWatcher] = []


class _Owner(weakref.ref[Any]):
    """A reference to the object that a region lives as long as."""

    __slots__ = ("region",)
    region: Region


class Registry:
    """All device memory that a program may have an address of.

    Attributes:
        watchers: called with each allocation that a look-up finds.
    """

    def __init__(self) -> None:
        self.watchers: list[Callable[[Region], None]] = []
        self._regions: list[Region] = []  # sorted
        self._owners: dict[Region, _Owner] = {}
        self._gone: list[_Owner] = []
        self._longest = 0
        self._lock = threading.RLock()

    def enter(self, region: Region, owner: Any) -> None:
        """Enter memory that lives as long as `owner`; nothing if it is entered already.

        Raises TypeError if there can be no weak reference to the owner.
        """
        known = self._owners.get(region)
        if (known is not None and known() is owner) or not region.size:
            return
        reference = _Owner(owner, self._gone.append)
        reference.region = region
        with self._lock:
            self._remove_dead()
            if region not in self._owners:
                insort(self._regions, region)
                self._longest = max(self._longest, region.size)
            self._owners[region] = reference

    def leave(self, region: Region) -> None:
        """Remove memory that was freed while its owner lives on."""
        with self._lock:
            if self._owners.pop(region, None) is not None:
                del self._regions[bisect_left(self._regions, region)]

    def holding(self, address: int) -> Region | None:
        """Return the allocation that a host address points into, or None."""
        with self._lock:
            self._remove_dead()
            # Several allocations may hold it, as a tensor of a part of a NumPy array's memory does:
            # the one that begins last is the narrowest.
            place = bisect_right(self._regions, address, key=lambda region: region.base)
            for region in reversed(self._regions[:place]):
                if address < region.base + region.size:
                    return self._seen(region)
                if address >= region.base + self._longest:
                    break
        return None

    def is_alive(self, region: Region) -> bool:
        """Return whether an allocation is entered and its owner lives."""
        known = self._owners.get(region)
        return known is not None and known() is not None

    def _seen(self, region: Region) -> Region:
        for watcher in self.watchers:
            watcher(region)
        return region

    # An owner may die at any time, in any thread, also while this one is inside `enter`: so its
    # death is only noted then, and its memory removed here.
    def _remove_dead(self) -> None:
        while self._gone:
            reference = self._gone.pop()
            if self._owners.get(reference.region) is reference:
                self.leave(reference.region)


REGISTRY = Registry()


# Worked case: a grouped product takes a table of addresses.
#
#     the program     torch.tensor([a.data_ptr(), b.data_ptr()], device="cuda"), given to a kernel
#     the kernel      loads an address from the table, then loads from there
#
# The kernel's arguments name the table alone. The program can only have the addresses of `a` and
# `b` from `data_ptr()`, so each storage that was asked is entered.
def watch_pointers() -> Undo:
    """Enter the memory of each tensor whose `data_ptr()` is asked for, until the result is called.

    Nothing is changed before torch is imported.
    """
    patches = Patches()
    patches.callback(when_imported("torch", lambda torch: _replace_data_ptr(patches, torch)))
    return patches.close


def _replace_data_ptr(patches: Patches, torch: Any) -> None:
    ask = torch.Tensor.data_ptr
    if hasattr(ask, "is_watched"):
        return

    def data_ptr(tensor: Any) -> int:
        """Return the address of the tensor's first element."""
        address = ask(tensor)
        storage = tensor.untyped_storage()
        base, size = storage.data_ptr(), storage.nbytes()
        REGISTRY.enter(Region(base, size), storage)
        for watcher in pointer_watchers:
            watcher.asked(base, size, storage)
        return address

    data_ptr.is_watched = True  # type: ignore[attr-defined]
    patches.attribute(torch.Tensor, "data_ptr", data_ptr)


# A table of addresses may be made before the first session. With a GPU the function is replaced in
# sessions alone: Triton's launcher calls it for each argument, and the GPU would wait for it.
if not Path("/dev/nvidiactl").exists():
    watch_pointers()
