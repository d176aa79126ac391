"""The registry of device memory: whose memory a host address is in.

Memory is entered where a program can get an address of it: each tensor of a virtual GPU and each
of Numba's allocations when it is made, each tensor or array when a kernel gets it or a program asks
for its `data_ptr()`, a module's variables when they are placed, the heap and textures on first use.
It leaves when its last owner dies. A look-up is a bisection; Python's objects are never searched.
"""

from __future__ import annotations

import threading
import weakref
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol


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
        on_leave: called with each allocation that leaves.
    """

    def __init__(self) -> None:
        self.watchers: list[Callable[[Region], None]] = []
        self.on_leave: list[Callable[[Region], None]] = []
        self._regions: list[Region] = []  # sorted
        self._shared = set[Region]()
        self._aliases: dict[int, Region] = {}
        self._owners: dict[Region, list[_Owner]] = {}
        self._gone: list[_Owner] = []
        self._longest = 0
        self._lock = threading.RLock()

    def enter(self, region: Region, owner: Any, *, by_host: bool = True) -> None:
        """Enter memory that lives as long as `owner`, and as its other owners.

        by_host: whether a program can have its host address. If not, only its device address leads
        to it: the same number may be an address of another process, whose memory that is not.

        Raises TypeError if there can be no weak reference to the owner.
        """
        known = self._owners.get(region)
        if known is not None and (known[0]() is owner or any(r() is owner for r in known)):
            return
        if not region.size:
            return
        reference = _Owner(owner, self._gone.append)
        reference.region = region
        with self._lock:
            self._remove_dead()
            if region not in self._owners and by_host:
                insort(self._regions, region)
                self._longest = max(self._longest, region.size)
            self._owners.setdefault(region, []).append(reference)

    def leave(self, region: Region) -> None:
        """Remove memory that was freed while its owner lives on."""
        with self._lock:
            if self._owners.pop(region, None) is not None:
                place = bisect_left(self._regions, region)
                if self._regions[place : place + 1] == [region]:
                    del self._regions[place]
                self._shared.discard(region)
                for base in [b for b, other in self._aliases.items() if other == region]:
                    del self._aliases[base]
                for note in self.on_leave:
                    note(region)

    def alias(self, region: Region, base: int) -> None:
        """Note that a program, which is another process, has an allocation at another address."""
        with self._lock:
            self._aliases[base] = region

    def holding(self, address: int) -> Region | None:
        """Return the allocation that a host address points into, or None."""
        place = self.place(address)
        return place and place[0]

    def place(self, address: int) -> tuple[Region, int] | None:
        """Return the allocation that a host address of the program points into, and the address
        here; or None.
        """
        with self._lock:
            self._remove_dead()
            for base, region in self._aliases.items():
                if 0 <= address - base < region.size:
                    return self.seen(region), region.base + address - base
            # Several allocations may hold it, as a tensor of a part of a NumPy array's memory does:
            # the one that begins last is the narrowest.
            place = bisect_right(self._regions, address, key=lambda region: region.base)
            for at in range(place - 1, -1, -1):
                region = self._regions[at]
                if address < region.base + region.size:
                    return self.seen(region), address
                if address >= region.base + self._longest:
                    break
        return None

    def share(self, region: Region) -> None:
        """Note that the host and kernels know an allocation by one address, the host's."""
        self._shared.add(region)

    def is_shared(self, region: Region) -> bool:
        """Return whether the host and kernels know an allocation by one address."""
        return region in self._shared

    def is_alive(self, region: Region) -> bool:
        """Return whether an allocation is entered and its owner lives."""
        return any(reference() is not None for reference in self._owners.get(region, ()))

    def owner_of(self, region: Region) -> weakref.ref[Any] | None:
        """Return the reference to the last owner of an allocation; it may be dead."""
        return next(reversed(self._owners.get(region, [])), None)

    def seen(self, region: Region) -> Region:
        """Return an allocation that a look-up has found, when the watchers know of it."""
        for watcher in self.watchers:
            watcher(region)
        return region

    # An owner may die at any time, in any thread, also while this one is inside `enter`: so its
    # death is only noted then, and its memory removed here.
    def _remove_dead(self) -> None:
        while self._gone:
            reference = self._gone.pop()
            owners = self._owners.get(reference.region, [])
            if reference in owners:
                owners.remove(reference)
                if not owners:
                    self.leave(reference.region)


REGISTRY = Registry()
