"""Tensors that a program has freed, and whose addresses it may still have."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from kernelscope.vgpu.runtime.registry import Region, pointer_watchers


class FreedTensors:
    """The tensors whose addresses a program has asked for while this is entered.

    caller: returns the user's line that runs now, "" if it is not known.
    """

    def __init__(self, caller: Callable[[], str]) -> None:
        self._caller = caller
        self._known: dict[int, tuple[Region, Any, str]] = {}

    def __enter__(self) -> FreedTensors:
        pointer_watchers.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        pointer_watchers.remove(self)
        self._known.clear()

    def asked(self, base: int, size: int, owner: Any) -> None:
        """Note that the program has an address in memory of a tensor's storage."""
        known = self._known.get(base)
        if known is None or known[1].expired():
            reductions = importlib.import_module("torch.multiprocessing.reductions")
            weak = reductions.StorageWeakRef(owner)
            self._known[base] = Region(base, size), weak, self._caller()

    def holds(self, base: int) -> bool:
        """Return whether memory, once it is free, should not be given to another tensor."""
        return base in self._known

    def describe(self, address: int) -> str:
        """Return in words whose freed memory an address that a kernel used is in; "" for none."""
        for region, weak, where in self._known.values():
            if region.base <= address < region.base + region.size and weak.expired():
                taken = f"; its address was taken at {where}" if where else ""
                return f"byte {address - region.base} of a tensor that was freed{taken}"
        return ""
