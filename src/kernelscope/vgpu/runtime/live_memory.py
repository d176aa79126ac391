"""The memory of a launch on the interpreter, which is the program's own memory.

In: a kernel and its arguments. Out: `LiveMemory` for the interpreter, and `Snapshot`s to undo.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu.interpreter.memory import Memory
from kernelscope.vgpu.layout import FIRST_ALLOCATION, OFFSET_BITS
from kernelscope.vgpu.runtime.address_space import HEAP, SPACE
from kernelscope.vgpu.runtime.arguments import pack_arguments
from kernelscope.vgpu.runtime.kernel import Kernel
from kernelscope.vgpu.runtime.registry import REGISTRY, Region

Array = np.ndarray[Any, Any]


class LiveMemory(Memory):
    """Global memory at the same addresses that compiled code uses.

    `variables`: the addresses of the module's variables. `regions`: the allocations of the
    arguments and of the module's variables. `buffer`: the bytes of the kernel's parameters.
    """

    def __init__(self, kernel: Kernel, arguments: Sequence[Any]) -> None:
        placed = kernel.module.place_variables(kernel.header.variables)
        self.variables = {name: SPACE.of_variable(region) for name, region in placed.items()}
        buffer, regions, *_ = pack_arguments(kernel.name, kernel.parameters, arguments)
        self.buffer = bytes(buffer)
        self.regions = [*dict.fromkeys((*regions, *placed.values()))]

    def at(self, address: int, size: int) -> Array:
        """Return the bytes at an address, as a view.

        Raises MemoryAccessError if some of them are outside every allocation.
        """
        if address >> OFFSET_BITS >= FIRST_ALLOCATION:
            region, offset = SPACE.place_of(address)
            host = offset + (region.base if region else 0)
        else:  # a `data_ptr()` that the program stored in memory
            region, host = self._owner(address)
            offset = host - (region.base if region else 0)
        if region is None or not self._is_alive(region) or not 0 <= offset <= region.size - size:
            inside = f" (byte {offset} of an allocation of {region.size} bytes)" if region else ""
            raise MemoryAccessError(
                f"{size} bytes at {address:#x}{inside} are outside every argument's memory"
            )
        return _view(host, size)

    def allocation(self, address: int) -> tuple[int, int] | None:
        """Return the memory of the host of the allocation that an address is in, or None."""
        region = SPACE.region(address >> OFFSET_BITS)
        return None if region is None else (region.base, region.base + region.size)

    def _is_alive(self, region: Region) -> bool:
        is_alive = region in self.regions or REGISTRY.is_alive(region)
        if is_alive and region not in self.regions:
            self.regions.append(region)
        return is_alive

    def _owner(self, address: int) -> tuple[Region | None, int]:
        region, host = REGISTRY.place(address) or (None, address)
        if region is not None and region not in self.regions:
            self.regions.append(region)
        return region, host

    def add(self, array: Array) -> int:
        """Allocate the array's size on the kernels' heap; return 0 if it does not fit."""
        offset = HEAP.take(len(array))
        if offset is None:
            return 0
        return SPACE.address(HEAP.region, HEAP.region.base + offset)

    def remove(self, address: int) -> None:
        """Free memory that `add` returned."""
        HEAP.give(address - SPACE.address(HEAP.region, HEAP.region.base))


class Snapshot:
    """A copy of some allocations, to be restored later."""

    def __init__(self, regions: Iterable[Region]) -> None:
        self._kept = [(region, _view(*region).copy()) for region in regions if region.size]

    @property
    def regions(self) -> list[Region]:
        """The allocations."""
        return [region for region, _ in self._kept]

    def restore(self) -> None:
        """Restore the contents."""
        for region, data in self._kept:
            _view(*region)[:] = data


def _view(host: int, size: int) -> Array:
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(host))
