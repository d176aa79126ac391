"""The interpreter's memory: allocations as byte arrays, addresses checked one by one.

An address is that of a window or an allocation, by its number (`layout.base_of`), plus an offset:
the scheme that kernels see, with nothing of the host's in it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from kernelscope.errors import LaunchError, MemoryAccessError
from kernelscope.vgpu import ir
from kernelscope.vgpu.layout import (
    LANES,
    OFFSET_BITS,
    OFFSET_MASK,
    PARAM_BASE,
    RANK_SHIFT,
    START_MASK,
    UNDEFINED,
    base_of,
    offset_of,
)
from kernelscope.vgpu.textures import ImageArgument, encode
from kernelscope.vgpu.types import TYPES

Array = np.ndarray[Any, Any]

SHARED, LOCAL, PARAMETERS = 1, 2, 3  # windows of the generic address space
FIRST = 8
_OFFSET_IN_BLOCK = (1 << RANK_SHIFT) - 1


class Memory:
    """Global and constant memory of a launch.

    `arrays`: allocation number to its bytes. `variables`: name of a module variable to its address.
    """

    def __init__(self, function: ir.Function) -> None:
        self.function = function
        self.arrays: dict[int, Array] = {}
        self.variables: dict[str, int] = {}
        variables = [v for v in function.variables.values() if v.space in ("global", "const")]
        for variable in variables:
            data = variable.data or bytes(variable.size)
            self.variables[variable.name] = self.add(np.frombuffer(data, np.uint8).copy())
        for variable in variables:
            start = self.variables[variable.name]
            for offset, symbol, addend in variable.relocations:
                value = np.array([self.variables[symbol] + addend], np.uint64)
                self.at(start + offset, 8)[:] = value.view(np.uint8)

    def add(self, array: Array) -> int:
        """Make a flat byte array an allocation and return its address."""
        number = FIRST + len(self.arrays)
        self.arrays[number] = array
        return base_of(number)

    def remove(self, address: int) -> None:
        """Free an allocation; its number is not given again."""
        self.arrays[address >> OFFSET_BITS] = np.zeros(0, np.uint8)

    def at(self, address: int, size: int) -> Array:
        """Return the bytes at an address, as a view.

        Raises:
            MemoryAccessError: some of them are outside every allocation.
        """
        array = self.arrays.get(address >> OFFSET_BITS)
        offset = offset_of(address)
        if array is None or not 0 <= offset <= len(array) - size:
            raise MemoryAccessError(f"{size} bytes at {address:#x} are outside every allocation")
        return array[offset : offset + size]

    def end_of(self, address: int) -> int:
        """Return the address behind the allocation that an address is in."""
        return address - offset_of(address) + len(self.arrays[address >> OFFSET_BITS])

    def extent(self, parameters: bytes, source: int | str) -> tuple[int, int] | None:
        """Return the memory of the host behind a parameter (by its offset in the launch's buffer)
        or variable; None if it is a number.
        """
        if isinstance(source, str):
            address = self.variables.get(source, 0)
        else:
            address = int.from_bytes(parameters[source : source + 8], "little")
            if not address:
                return 0, 0
        return self.allocation(address)

    def allocation(self, address: int) -> tuple[int, int] | None:
        """Return the memory of the host of the allocation that an address is in, or None."""
        array = self.arrays.get(address >> OFFSET_BITS)
        if array is None:
            return None
        start: int = array.ctypes.data
        return start, start + array.nbytes

    def pack(self, arguments: Sequence[Any]) -> bytes:
        """Return the parameter buffer of a launch; arrays become allocations.

        Raises:
            LaunchError: too many or too few arguments.
        """
        parameters = self.function.parameters
        if len(arguments) != len(parameters):
            raise LaunchError(f"{len(parameters)} arguments are needed, {len(arguments)} given")
        end = max((p.offset + p.size for p in parameters), default=0)
        buffer = bytearray(end)
        for parameter, argument in zip(parameters, arguments, strict=True):
            data = self._encode(parameter, argument)
            buffer[parameter.offset : parameter.offset + len(data)] = data
        return bytes(buffer)

    def _encode(self, parameter: ir.Parameter, argument: Any) -> bytes:
        if isinstance(argument, bytes):
            return argument
        if isinstance(argument, ImageArgument):
            texels = self.add(argument.texels)
            words = encode(argument.image, argument.sampling, texels)
            return struct.pack("<Q", self.add(np.frombuffer(words, np.uint8)))
        if isinstance(argument, np.ndarray):
            address = self.add(argument.reshape(-1).view(np.uint8))
            return struct.pack("<Q", address)
        scalar = TYPES[parameter.type]
        if scalar.kind == "f":
            return struct.pack({16: "<e", 32: "<f", 64: "<d"}[scalar.bits], argument)
        return (int(argument) & ((1 << scalar.bits) - 1)).to_bytes(scalar.bits // 8, "little")


class Member(Protocol):
    """A block as the spaces of its warps see it: its shared memory, and its cluster's.

    `rank`: its place in the cluster. `shared`: the bytes of its shared memory.
    """

    rank: int
    shared: Array

    @property
    def peers(self) -> Sequence[Member]:
        """The blocks of its cluster, by rank."""
        ...

    @property
    def has_ended(self) -> bool:
        """True if all of its threads have ended."""
        ...


class Spaces:
    """All state spaces as one warp sees them.

    `block`: the warp's, whose shared memory and cluster it sees. `parameters`: the launch's
    parameter buffer. `before_write`: called with lane, space, offset and size before a lane writes.

    Attributes:
        lane: the one whose memory was asked for last: the one at fault where that failed.
    """

    def __init__(
        self,
        function: ir.Function,
        memory: Memory,
        block: Member,
        parameters: bytes,
        before_write: Callable[[int, str, int, int], None],
    ) -> None:
        self.memory = memory
        self.block = block
        self.lane = 0
        self.function = function
        self.parameters = np.frombuffer(parameters, np.uint8)
        self.local = np.full((LANES, function.local_bytes), UNDEFINED, np.uint8)
        self._before_write = before_write

    def symbol(self, symbol: ir.Symbol) -> int:
        """Return the address of a variable, as `mov` gives it."""
        if symbol.space == "shared":
            own = self.block.rank << RANK_SHIFT
            return own | self.function.shared[symbol.name] + symbol.offset
        if symbol.space == "local":
            return self.function.local[symbol.name] + symbol.offset
        if symbol.space == "param":
            return PARAM_BASE + symbol.offset
        return self.memory.variables[symbol.name] + symbol.offset

    def resolve(self, space: str, address: int) -> tuple[str, int]:
        """Return the state space that an address of an instruction's space is in, and the offset
        there.

        In the space "cluster", which is the shared memory of the cluster's other blocks, the
        offset has the block's rank in the bits from `RANK_SHIFT` up.
        """
        window = {SHARED: "shared", LOCAL: "local", PARAMETERS: "param"}.get(address >> OFFSET_BITS)
        if space == "local":
            return space, address & 0xFFFFFFFF
        if space == "shared":
            offset, rank = address & _OFFSET_IN_BLOCK, (address & 0xFFFFFFFF) >> RANK_SHIFT
            return space, offset if rank in (0, self.block.rank) else address & 0xFFFFFFFF
        if space == "cluster" or (space == "generic" and window == "shared"):
            return self._in_cluster(address & OFFSET_MASK)
        if space == "param" or (space == "generic" and window == "param"):
            return "param", address & START_MASK
        if space == "generic" and window is not None:
            return window, address & OFFSET_MASK
        return "global", address

    def _in_cluster(self, address: int) -> tuple[str, int]:
        if address >> RANK_SHIFT == self.block.rank:
            return "shared", address & _OFFSET_IN_BLOCK
        return "cluster", address

    def writable(self, space: str, offset: int, size: int, lane: int) -> Array:
        """Return the bytes like `at`, for a lane that is about to write them, and notify the
        observer.
        """
        view = self.at(space, offset, size, lane)
        self._before_write(lane, space, offset, size)
        return view

    def at(self, space: str, offset: int, size: int, lane: int) -> Array:
        """Return the bytes of a resolved space, as a view.

        Raises:
            MemoryAccessError: outside the space, or no multiple of the size.
        """
        self.lane = lane
        if offset % size:
            raise MemoryAccessError(f"{size} bytes at {offset:#x} of {space} memory are misaligned")
        if space == "global":
            return self.memory.at(offset, size)
        if space == "cluster":
            return self._of_peer(offset, size)
        whole = {"shared": self.block.shared, "local": self.local[lane], "param": self.parameters}[
            space
        ]
        if offset + size > len(whole):
            raise MemoryAccessError(f"{size} bytes at {offset:#x} are outside {space} memory")
        return whole[offset : offset + size]

    def _of_peer(self, address: int, size: int) -> Array:
        rank, offset = address >> RANK_SHIFT, address & _OFFSET_IN_BLOCK
        peers, where = self.block.peers, f"shared-memory address {address:#x} is of block {rank}"
        if rank >= len(peers):
            raise MemoryAccessError(f"{where} of a cluster that has {len(peers)}")
        if peers[rank].has_ended:
            raise MemoryAccessError(f"{where} of the cluster, which has ended")
        if offset + size > len(peers[rank].shared):
            raise MemoryAccessError(f"{where} of the cluster, and beyond its memory")
        return peers[rank].shared[offset : offset + size]
