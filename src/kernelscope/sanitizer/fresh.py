"""Memory that a program has been given and has not written yet.

Fresh memory is filled with a pattern. Bytes that no kernel has written, but that do not hold the
pattern any more before a launch, were written by the host, in whatever way: they count as defined.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from kernelscope._patching import (
    Patches,
    keep_factories_of_contexts,
    keep_functions_of_dynamo,
    when_imported,
)
from kernelscope.vgpu.runtime.address_space import HEAP, given_out, region_of_storage
from kernelscope.vgpu.runtime.registry import Region
from kernelscope.vgpu.undefined_layout import Tag

# NaN as f64, f32, f16 and bf16, and a number that no program counts to.
_PATTERN = 0xFFF5FFA7
_WORD = 4
_CHUNK = 1 << 16  # words that stay in a core's cache
# The unit that the host has written, or not. Bytes 0xA7, 0xF5 and 0xFF are numbers like others, so
# that a word counts as written if one of its bytes differs. Only for 16-bit floats each half is
# looked at, as both halves of the pattern are NaN for them. Of a float32 that the host has written
# one in 2^16 has a half like the pattern's.
_Unit = type[np.uint16] | type[np.uint32]
_FEW = 16  # tensors after which freed ones are looked for
_FACTORIES = ("empty", "empty_like", "empty_strided")
_METHODS = ("new_empty", "new_empty_strided")


class FreshMemory:
    """The tags of memory that was given out while this is entered.

    caller: returns the user's line that runs now, "" if it is not known.
    """

    def __init__(self, caller: Callable[[], str]) -> None:
        self._caller = caller
        self._made: dict[int, tuple[int, str]] = {}
        self._count = 0
        self._tags: dict[int, np.ndarray] = {}
        self._units: dict[int, _Unit] = {}
        self._heap = np.zeros(HEAP.size, np.uint8)
        self._owners: dict[int, Any] = {}
        self._many = _FEW
        self._patches = Patches()

    def __enter__(self) -> FreshMemory:
        given_out.append(self.note)
        self._patches.callback(given_out.remove, self.note)
        self._patches.callback(keep_functions_of_dynamo())
        self._patches.callback(when_imported("torch", self._patch))
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.close()
        self._tags.clear()
        self._units.clear()
        self._owners.clear()
        self._made.clear()

    def _patch(self, torch: ModuleType) -> None:
        keep_factories_of_contexts()
        for owner, names in ((torch, _FACTORIES), (torch.Tensor, _METHODS)):
            for name in names:
                made = self._noting(getattr(owner, name), torch)
                self._patches.attribute(owner, name, made)

    def _noting(self, make: Callable[..., Any], torch: Any) -> Callable[..., Any]:
        @functools.wraps(make)
        def made(*args: Any, **kwargs: Any) -> Any:
            tensor = make(*args, **kwargs)
            # Dynamo traces this function, with tensors that have no memory.
            if torch.compiler.is_compiling():
                return tensor
            if type(tensor) is torch.Tensor and tensor.device.type == "cpu":
                storage = tensor.untyped_storage()
                halves = tensor.dtype in (torch.float16, torch.bfloat16)
                self.note(*region_of_storage(storage), storage, halves)
            return tensor

        return made

    def note(self, base: int, size: int, owner: Any, halves: bool = False) -> None:
        """Note memory that was given out just now, of a tensor's storage or of None.

        halves: whether it is for 16-bit floats.
        """
        words = size // _WORD
        if not words:
            return
        _words(base, words).fill(_PATTERN)
        if HEAP.holds(base):
            # As of shared and local memory a copy of it is not padding, but a fault.
            tags, tag = self._heap_tags()[base - HEAP.region.base :], Tag.UNWRITTEN
        else:
            tag = Tag.FRESH
            tags = self._tags[base] = np.zeros(size, np.uint8)
            self._units[base] = np.uint16 if halves else np.uint32
            self._keep(base, owner)
            self._count += 1
            self._made[base] = self._count, self._caller()
        tags[: words * _WORD] = tag

    def _keep(self, base: int, owner: Any) -> None:
        """Remember whose tags these are, and now and then drop those of freed tensors."""
        self._owners.pop(base, None)
        if owner is not None:
            reductions = importlib.import_module("torch.multiprocessing.reductions")
            self._owners[base] = reductions.StorageWeakRef(owner)
        if len(self._owners) > self._many:
            for place in [place for place, weak in self._owners.items() if weak.expired()]:
                del self._owners[place]
                self._tags.pop(place, None)
                self._units.pop(place, None)
                self._made.pop(place, None)
            self._many = max(2 * len(self._owners), _FEW)

    def tags(self, region: Region) -> np.ndarray | None:
        """Return the tags of an allocation, brought up to date; None if it is all defined."""
        if HEAP.holds(region.base):
            return self._heap_tags()
        tags = self._tags.get(region.base)
        if tags is None:
            return None
        unit = self._units.get(region.base, np.uint32)
        if len(tags) != region.size or not _refresh(region.base, tags, unit):
            del self._tags[region.base]
            return None
        return tags

    def _heap_tags(self) -> np.ndarray:
        if len(self._heap) != HEAP.size:  # the program has set its limit
            self._heap = np.zeros(HEAP.size, np.uint8)
        return self._heap

    def number_of(self, base: int) -> int | None:
        """Return the number of an allocation that is not all defined, which no other one has; None
        if it is.

        The memory may have been freed, and be another's by now.
        """
        owner = self._owners.get(base)
        if base not in self._tags or base not in self._made or (owner and owner.expired()):
            return None
        return self._made[base][0]

    def made_at(self, base: int) -> str:
        """Return the user's line that made an allocation; "" if it is not known."""
        return self._made.get(base, (0, ""))[1]

    def new_tags(self, region: Region) -> np.ndarray:
        """Return tags for memory that was all defined: a kernel stores there what is not."""
        tags = self._tags[region.base] = np.zeros(region.size, np.uint8)
        self._count += 1
        self._made[region.base] = self._count, ""
        return tags


# A kernel that writes 16-bit elements leaves words of which one half is fresh: only its bytes are
# compared.
def _refresh(base: int, tags: np.ndarray, unit: _Unit) -> bool:
    """Let bytes count as defined that do not hold the pattern; return whether others are left."""
    count = len(tags) // _WORD
    memory, marks = _words(base, count), tags[: count * _WORD].view(np.uint32)
    is_left = False
    for start in range(0, count, _CHUNK):
        words, here = memory[start : start + _CHUNK], marks[start : start + _CHUNK]
        if not (words == _PATTERN).all() and here.any():
            differs = (words ^ np.uint32(_PATTERN)) & (here * np.uint32(0xFF))
            here.view(unit)[differs.view(unit) != 0] = 0
        is_left = is_left or bool(here.any())
    return is_left


def _words(base: int, count: int) -> np.ndarray:
    return np.ctypeslib.as_array((ctypes.c_uint32 * count).from_address(base))
