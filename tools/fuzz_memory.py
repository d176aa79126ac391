"""Memory for a launch in which no access beyond a buffer goes unnoticed.

Each buffer ends at a page that cannot be accessed, and another is before it. What is left of its
first page, and the bytes up to the last page that alignment leaves over, hold canaries.
"""

from __future__ import annotations

import ctypes
import mmap
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from fuzz_launches import Made
from kernelscope.vgpu import ir
from kernelscope.vgpu.layout import Context
from kernelscope.vgpu.runtime import launch, worker
from kernelscope.vgpu.runtime.arguments import TensorMapArgument
from kernelscope.vgpu.runtime.registry import Region
from kernelscope.vgpu.tensor_map import BYTES
from kernelscope.vgpu.types import TYPES

Array = np.ndarray[Any, Any]

_PAGE = mmap.PAGESIZE
_CANARY = 0xC5
_ALIGN = 16  # of an argument, as vectors and bulk copies need it
_ARRAY_BYTES = 1 << 14
_NONE = 0  # PROT_NONE
_MOST_BLOCKS = 4000

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


class Block:
    """A buffer between guard pages."""

    def __init__(self, size: int, align: int, what: str) -> None:
        pages = -(-(size + align) // _PAGE) + 2
        self.what = what
        self._map = mmap.mmap(-1, pages * _PAGE)
        whole: Array = np.frombuffer(self._map, np.uint8)
        start: int = whole.ctypes.data
        end = start + (pages - 1) * _PAGE
        first = (end - size) // align * align
        inside = whole[_PAGE : (pages - 1) * _PAGE]
        inside[:] = _CANARY
        place = first - start - _PAGE
        # Not a view: a launch would take all that it is a view of for the argument's allocation.
        own: Any = (ctypes.c_uint8 * size).from_address(first)
        own.map = self._map  # a worker keeps its words longer than their case
        self.bytes: Array = np.frombuffer(own, np.uint8)
        self._before, self._after = inside[:place], inside[place + size :]
        for guard in (start, end):
            if _libc.mprotect(guard, _PAGE, _NONE):
                raise OSError(ctypes.get_errno(), "mprotect")

    def damage(self) -> str:
        """Return where a canary has changed, or ""."""
        for side, canaries in (("before", self._before), ("after", self._after)):
            if (canaries != _CANARY).any():
                return f"memory {side} {self.what} changed"
        return ""


class _Guarded(launch.LaunchMemory):
    """A plan's memory, with its parameters in a buffer that is guarded."""

    def __init__(self, buffer: Any) -> None:
        super().__init__(buffer.size)
        view: Any = memoryview(buffer)
        self._parameters = view
        self.window = Region(buffer.ctypes.data, buffer.size)


class Guards:
    """The buffers of one case: its arguments, and the memory of the workers."""

    def __init__(self) -> None:
        self._blocks: list[Block] = []
        guards = self

        grow_engine = worker.Room.grow

        def grow(self: worker.Room, needs: worker.Needs) -> None:
            grow_engine(self, replace(needs, shared=0, frames=0))
            guards.grow(self, needs.shared, needs.frames)

        worker.Room.grow = grow
        worker.words = self.words
        launch.LaunchMemory = self._memory

    @contextmanager
    def of_case(self) -> Generator[None]:
        """Begin a case without the buffers of the last."""
        self._blocks = []
        for each in worker.workers():
            each.needs = None  # so that each case has buffers of its own
        yield

    def damage(self) -> str:
        """Return which canary has changed, or ""."""
        return next(filter(None, (block.damage() for block in self._blocks)), "")

    def buffer(self, size: int, align: int, what: str) -> Array:
        """Return `size` bytes that end at a guard page, or less than `align` before it.

        Buffers beyond `_MOST_BLOCKS` have no guards: a process has 65,530 mappings on Linux, and a
        grid of 4,500 blocks that wait for each other needs 20,000 buffers.
        """
        if len(self._blocks) == _MOST_BLOCKS:
            return worker.aligned(size).array
        block = Block(size, align, what)
        self._blocks.append(block)
        return block.bytes

    def argument(self, parameter: ir.Parameter, made: Made) -> Any:
        """Return an argument for a parameter: an array for most of 64 bits, or a number."""
        choice, number = made.choice, made.number
        scalar = TYPES[parameter.type]
        if parameter.count > 1:
            return np.random.default_rng(number).bytes(parameter.size)
        if scalar.bits == 64 and choice < 13:
            sizes = (_ARRAY_BYTES, 4096, 260, 16, 0)
            size = sizes[0] if choice < 9 else sizes[choice - 8]
            array = self.buffer(size, _ALIGN, f"argument {parameter.name}")
            array[:] = np.random.default_rng(number).integers(0, 256, size, np.uint8)
            if choice & 1:
                array[:] &= 0x3F
            return array
        if scalar.is_float:
            return float(number)
        return number & (1 << scalar.bits - 1) - 1 if choice & 1 else number % 100

    def copied(self, values: Sequence[Any]) -> tuple[list[Any], list[tuple[Array, Array]]]:
        """Return arguments with copies of their arrays that end at guard pages.

        Also the pairs of an array and its copy. A view is left as it is: all that it is a view of
        belongs to the launch. So are all arrays if a tensor map, as bytes, may hold an address.
        """
        if any(isinstance(value, bytes) and len(value) == BYTES for value in values):
            return list(values), []
        pairs: dict[int, tuple[Array, Array]] = {}

        def copy(value: Any) -> Any:
            if isinstance(value, TensorMapArgument):
                return replace(value, tensor=copy(value.tensor))
            if not isinstance(value, np.ndarray) or value.base is not None:
                return value
            if not value.flags.c_contiguous or not value.flags.writeable:
                return value
            if id(value) not in pairs:
                data = self.buffer(value.nbytes, _ALIGN, "an argument")
                data[:] = value.reshape(-1).view(np.uint8) if value.size else 0
                pairs[id(value)] = value, data
            return pairs[id(value)][1]

        return [copy(value) for value in values], list(pairs.values())

    def _memory(self, parameter_bytes: int) -> launch.LaunchMemory:
        """Return a plan's memory; kernels may not read beyond their parameters."""
        return _Guarded(self.buffer(parameter_bytes, 16, "the parameters"))

    def words(self, count: int) -> worker.Buffer:
        """Return words of a worker, such as its counters, with nothing behind them."""
        array = self.buffer(8 * count, 8, "a worker's words").view(np.int64)
        array[:] = 0
        return worker.Buffer(array)

    def grow(self, of: worker.Room, shared: int, frames: int) -> None:
        """Give a room memory of exactly the size that this launch needs."""
        words = (len(Context), "the context"), (64, "the barriers")
        of.context, of.barriers = (
            worker.Buffer(self.buffer(8 * count, 8, what).view(np.int64)) for count, what in words
        )
        of.barriers.array[:] = 0
        of.peers.array[0] = of.context.address  # the first block of its cluster, or its only one
        of.shared = worker.Buffer(self.buffer(shared, 1024, "shared memory"))
        of.frames = worker.Buffer(self.buffer(frames, 1024, "the frames"))
