"""Pinned memory, for factories with `pin_memory=True`: the CPU's allocator, which marks its blocks.

All memory here is the host's, so a tensor is pinned only in name; a copy from or to it takes the
time that a copy of pinned memory takes. The mark is the function that frees a block.
"""

from __future__ import annotations

import ctypes
import platform
from pathlib import Path
from typing import Any

import torch

from kernelscope._native import native_function

_FOLDER = Path(torch.__file__).parent
_OF_CPU = "_ZN3c1015GetCPUAllocatorEv"  # c10::GetCPUAllocator()
# Itanium C++ ABI, 2.5.2: two entries for the destructor of c10::Allocator, then `allocate`. The
# table is copied with the two words before it: the offset to the object and its type.
_TABLE_HEAD, _ALLOCATE, _TABLE_WORDS = 2, 2, 12
# DataPtr allocate(size_t): the place of the result, the allocator, the size (System V, x86-64).
_Allocate = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


# A StorageImpl has a table, counters, and then its DataPtr: the function that frees is among these.
_WORDS_OF_STORAGE = 8


class PinnedMemory:
    """An allocator of PyTorch's: the CPU's, but that a function of ours frees what it gave out.

    Attributes:
        address: of the C++ object.
    """

    def __init__(self) -> None:
        library = ctypes.CDLL(str(_FOLDER / "lib" / "libc10.so"))
        of_cpu = getattr(library, _OF_CPU)
        of_cpu.restype = ctypes.c_void_p
        self._cpu: int = of_cpu()
        self._free = 0  # the address of our function, from the first allocation on
        self.address = self._cpu
        if platform.machine() == "x86_64":
            self.address = self._marking()

    def _marking(self) -> int:
        """Return the address of a copy of the CPU's allocator whose `allocate` is ours."""
        head = _TABLE_HEAD * ctypes.sizeof(ctypes.c_void_p)
        table_of_cpu = ctypes.c_void_p.from_address(self._cpu).value or 0
        self._table = (ctypes.c_void_p * _TABLE_WORDS).from_buffer_copy(
            ctypes.string_at(table_of_cpu - head, _TABLE_WORDS * ctypes.sizeof(ctypes.c_void_p))
        )
        allocate: Any = _Allocate(self._table[_TABLE_HEAD + _ALLOCATE] or 0)

        def mark(result: int, _this: int, size: int) -> int:
            allocate(result, self._cpu, size)
            # A DataPtr: the memory, the function that frees it, and what that is given: the memory.
            memory = (ctypes.c_void_p * 3).from_address(result)
            if memory[0] and memory[0] == memory[2]:
                self._free = self._free or _calling(memory[1] or 0)
                memory[1] = self._free
            return result

        self._allocate = _Allocate(mark)
        place = _TABLE_HEAD + _ALLOCATE
        self._table[place] = ctypes.cast(self._allocate, ctypes.c_void_p).value
        self._object = (ctypes.c_void_p * 1)(ctypes.addressof(self._table) + head)
        return ctypes.addressof(self._object)

    def holds(self, tensor: torch.Tensor) -> bool:
        """Return whether a tensor's memory came from here."""
        storage: Any = tensor.untyped_storage()
        words = (ctypes.c_void_p * _WORDS_OF_STORAGE).from_address(storage._cdata)
        return bool(self._free) and self._free in words


def _calling(function: int) -> int:
    """Return the address of machine code that calls a function of one address.

    It runs when the last tensors of a process die, and then there is no Python any more.
    """
    return native_function(
        "define void @free_pinned(i64 %memory) {\n"
        f"  %function = inttoptr i64 {function} to ptr\n"
        "  call void %function(i64 %memory)\n"
        "  ret void\n}\n",
        "free_pinned",
    )


PINNED = PinnedMemory()
"""The allocator of this process: tensors of it may outlive a session."""
