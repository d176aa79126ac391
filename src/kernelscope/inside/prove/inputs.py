"""One input of a kernel, and a run on it: what was written, or why it did not come to an end."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from typing import Literal

import numpy as np

from kernelscope.errors import (
    LaunchError,
    MemoryAccessError,
    TimeLimitError,
)
from kernelscope.inside.prove.setup import Link, Number, Pointer, Setup
from kernelscope.inside.prove.shapes import Dim3
from kernelscope.inside.prove.values import Array, Fill, make
from kernelscope.vgpu.runtime.arguments import number_bytes
from kernelscope.vgpu.runtime.coverage import CoveredKernel
from kernelscope.vgpu.runtime.memory import SPACE, Region
from kernelscope.vgpu.types import TYPES

Ending = Literal["done", "memory", "time", "refused"]


@dataclass(frozen=True, slots=True)
class Input:
    """Everything that a launch is given.

    Attributes:
        arguments: numbers by the parameter's place; what stands at a pointer's place is not used.
        fills: of each buffer; sizes: its bytes.
        null: the buffers whose addresses are null pointers.
        chosen: the numbers of the blocks that run, x fastest; all of them where there is none.
    """

    grid: Dim3
    block: Dim3
    shared: int
    arguments: tuple[Number, ...]
    fills: tuple[Fill, ...]
    sizes: tuple[int, ...]
    null: frozenset[int] = frozenset()
    chosen: tuple[int, ...] = ()

    @property
    def threads(self) -> int:
        """Of the whole grid."""
        return int(np.prod(self.grid, dtype=np.int64) * np.prod(self.block, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended.

    Attributes:
        ending: "done"; "memory", an access outside a buffer; "time", stopped because it did not
            end; "refused", any other error: a deadlock, a trap, a launch beyond the limits.
        message: of the error.
        memory: the bytes of each buffer afterwards; variables: of the module's.
        printed: what the kernel printed.
        wrote: whether it changed any memory or printed.
        visited: of each of the kernel's places whether it ran.
        beyond: the buffer that an access was outside of, and the byte; None unknown.
        address: of an access that was outside every buffer; -1 unknown.
    """

    ending: Ending
    message: str = ""
    memory: tuple[Array, ...] = ()
    variables: tuple[Array, ...] = ()
    printed: str = ""
    wrote: bool = False
    visited: Array | None = None
    beyond: tuple[int, int] | None = None
    address: int = -1
    wall_s: float = 0.0


class Arena:
    """The buffers of one input, at the same addresses for every kernel that runs on it.

    Attributes:
        initial: what each buffer begins with; addresses of others that stand in it included.
        arguments: as a kernel with parameters of these sizes takes them.
    """

    def __init__(self, setup: Setup, given: Input, filled: Sequence[Array]) -> None:
        self.initial = filled
        self._memory = [np.empty_like(array) for array in filled]
        self.regions = tuple(Region(a.ctypes.data, len(a)) for a in self._memory)
        self.addresses = [
            0 if n in given.null else SPACE.address(r, r.base) for n, r in enumerate(self.regions)
        ]
        self.arguments = packed(setup, given, self.addresses)
        write_links(setup.links, self.addresses, self.initial, self.arguments)

    def reset(self) -> list[Array]:
        """The buffers, holding what they begin with."""
        for array, start in zip(self._memory, self.initial, strict=True):
            array[:] = start
        return self._memory


def arena_of(setup: Setup, given: Input, constants: Sequence[float]) -> Arena:
    """The memory of an input, filled."""
    filled = (
        make(fill, size, buffer.contents, constants)
        for buffer, fill, size in zip(setup.buffers, given.fills, given.sizes, strict=True)
    )
    return Arena(setup, given, list(filled))


CHUNK = 1 << 10
"""Bytes from what one address of an array of them points to, to the next."""


def write_links(
    links: Sequence[Link],
    addresses: Sequence[int],
    memory: Sequence[Array],
    arguments: list[bytes],
) -> None:
    """Put the addresses where they stand: in memory and in arguments, which are changed."""
    for link in links:
        held = memory[link.holder]
        if link.in_argument:
            held = np.frombuffer(arguments[link.holder], np.uint8).copy()
        room = max(len(memory[link.target]) // CHUNK, 1)
        for number, place in enumerate(link.places(len(held))):
            start = addresses[link.target]
            address = start + number % room * CHUNK if start else 0
            held[place : place + 8] = np.frombuffer(address.to_bytes(8, "little"), np.uint8)
        if link.in_argument:
            arguments[link.holder] = held.tobytes()


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a module, of the original or its counterpart in the copy.

    Attributes:
        name: the original's; symbol: its name in its own module, "" where it has none there.
        memory: where it lies; start: what it begins with.
        buffer: that holds what it begins with instead; None where it always begins the same.
    """

    name: str
    symbol: str
    memory: Array
    start: Array
    buffer: int | None

    def beginning(self, arena: Arena) -> Array:
        """What it begins with on an input."""
        start = self.start if self.buffer is None else arena.initial[self.buffer]
        return start[: len(self.memory)]


@dataclass(frozen=True, slots=True)
class Subject:
    """A kernel to run, and the variables of its module."""

    kernel: CoveredKernel
    variables: tuple[Variable, ...]

    def run(
        self, setup: Setup, given: Input, arena: Arena, limit_s: float, scratch: int = 0
    ) -> Outcome:
        """Launch it on the arena's memory, which begins as it did for the run before.

        scratch: what each byte of shared and local memory begins with.
        """
        memory = arena.reset()
        begun = [variable.beginning(arena) for variable in self.variables]
        for variable, start in zip(self.variables, begun, strict=True):
            variable.memory[:] = start
        self.kernel.reachable = arena.regions
        self.kernel.scratch = scratch
        shape = given.grid, given.block, given.shared
        chosen = np.array(given.chosen, np.int64) if given.chosen else None
        printed = io.StringIO()
        try:
            self.kernel.check(shape)
            with redirect_stdout(printed):
                counts = self.kernel.run(shape, arena.arguments, chosen, limit_s)
        except MemoryAccessError as error:
            places = {array.ctypes.data: n for n, array in enumerate(memory)}
            place = places.get(error.base)
            beyond = None if place is None else (place, error.offset)
            return Outcome("memory", str(error), beyond=beyond, address=error.address)
        except TimeLimitError as error:
            return Outcome("time", str(error))
        except LaunchError as error:
            return Outcome("refused", str(error))
        ended = [variable.memory for variable in self.variables]
        pairs = zip((*arena.initial, *begun), (*memory, *ended), strict=True)
        return Outcome(
            "done",
            memory=tuple(array.copy() for array in memory),
            variables=tuple(array.copy() for array in ended),
            printed=printed.getvalue(),
            wrote=bool(printed.getvalue()) or any(not np.array_equal(a, b) for a, b in pairs),
            visited=self.kernel.visited(counts),
            wall_s=counts.wall_s,
        )


def packed(setup: Setup, given: Input, addresses: Sequence[int]) -> list[bytes]:
    """The arguments as the bytes that any kernel with parameters of these sizes takes.

    addresses: where each buffer begins; 0 is a null pointer.
    """
    return [
        _address(argument, addresses[argument.buffer])
        if isinstance(argument, Pointer)
        else _packed(type_name, number)
        for argument, number, type_name in zip(
            setup.arguments, given.arguments, setup.types, strict=True
        )
    ]


def _address(pointer: Pointer, start: int) -> bytes:
    return (start + pointer.offset if start else 0).to_bytes(8, "little")


def _packed(type_name: str, number: Number) -> bytes:
    if isinstance(number, bytes):
        return number
    return number_bytes(TYPES[type_name], number)
