"""One input of a kernel, and one run on it.

In: a `Setup` and an `Input`. Out: an `Outcome`: the memory afterwards, or why the run did not end.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from typing import Literal

import numpy as np

from kernelscope.errors import (
    LaunchError,
    MemoryAccessError,
    TimeLimitError,
)
from kernelscope.inside.decompile import c_name
from kernelscope.inside.prove.parameters import variables_of
from kernelscope.inside.prove.setup import Dim3, Link, Number, Pointer, Setup
from kernelscope.inside.prove.values import Array, Fill, make
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import Kernel
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.arguments import number_bytes
from kernelscope.vgpu.runtime.coverage import CoveredKernel
from kernelscope.vgpu.runtime.kernel import LaunchRequest
from kernelscope.vgpu.runtime.registry import Region
from kernelscope.vgpu.runtime.settings import Settings
from kernelscope.vgpu.types import TYPES

Ending = Literal["done", "memory", "time", "refused"]


@dataclass(frozen=True, slots=True)
class Input:
    """Everything that a launch needs.

    Attributes:
        arguments: a number for each parameter; the one at a pointer's place is not used.
        fills, sizes: the contents and the bytes of each buffer.
        null: the buffers whose addresses are passed as null pointers.
        chosen: the numbers of the blocks that run, x fastest; () for all blocks.
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
        """Threads of the whole grid."""
        return int(np.prod(self.grid, dtype=np.int64) * np.prod(self.block, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a run.

    Attributes:
        ending: "done"; "memory", an access outside a buffer; "time", stopped because it did not
            end; "refused", any other error: a deadlock, a trap, a launch beyond the limits.
        message: the error.
        memory, variables: the bytes of each buffer, and of each variable of the module, afterwards.
        printed: the kernel's printed output.
        wrote: True if it changed any memory or printed.
        visited: for each of the kernel's places, whether it ran.
        beyond: the buffer and byte of an access past that buffer's end; None if unknown.
        address: the address of an access outside every buffer; -1 if unknown.
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
        initial: the first contents of each buffer, including addresses of other buffers in it.
        arguments: the bytes that a kernel with parameters of these sizes takes.
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
        """Return the buffers, reset to their first contents."""
        for array, start in zip(self._memory, self.initial, strict=True):
            array[:] = start
        return self._memory


def arena_of(setup: Setup, given: Input, constants: Sequence[float]) -> Arena:
    """Return the memory of an input, filled."""
    filled = (
        make(fill, size, buffer.contents, constants)
        for buffer, fill, size in zip(setup.buffers, given.fills, given.sizes, strict=True)
    )
    return Arena(setup, given, list(filled))


CHUNK = 1 << 10
"""Bytes between the targets of two neighbours in an array of addresses."""


def write_links(
    links: Sequence[Link],
    addresses: Sequence[int],
    memory: Sequence[Array],
    arguments: list[bytes],
) -> None:
    """Write the addresses of linked buffers into `memory` and `arguments`.

    An array of row pointers, `float** rows`, is one link with a stride of 8. Its addresses point
    `CHUNK` bytes apart into one target, so that `rows[0]` and `rows[1]` are different rows. If all
    pointed to one place, a copy with `rows[threadIdx.x ^ 1]` for `rows[threadIdx.x]` would write
    the same bytes, and pass.
    """
    for link in links:
        held = memory[link.holder]
        if link.in_argument:
            held = np.frombuffer(arguments[link.holder], np.uint8).copy()
        room = max(len(memory[link.target]) // CHUNK, 1)
        start = addresses[link.target]
        places = np.array(link.places(len(held)), np.int64)
        row = np.arange(len(places), dtype=np.uint64) % np.uint64(room)
        values = row * np.uint64(CHUNK) + np.uint64(start) if start else np.zeros_like(row)
        held[places[:, None] + np.arange(8)] = values.view(np.uint8).reshape(-1, 8)
        if link.in_argument:
            arguments[link.holder] = held.tobytes()


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a module, of the original or its counterpart in the copy.

    Attributes:
        name: the name in the original; symbol: the name in its own module, "" if it lacks it.
        memory: its bytes; start: its first contents.
        buffer: the buffer that holds its first contents instead; None if they are always `start`.
    """

    name: str
    symbol: str
    memory: Array
    start: Array
    buffer: int | None

    def beginning(self, arena: Arena) -> Array:
        """Return its first contents on an input."""
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
        """Launch it on the arena's memory, which is reset first.

        scratch: the first value of each byte of shared and local memory.
        """
        memory, begun = self._reset(arena)
        self.kernel.scratch = scratch
        request = self._request(given, arena, limit_s)
        printed = io.StringIO()
        try:
            self.kernel.check(request.shape)
            with redirect_stdout(printed):
                counts = request.run()
        except MemoryAccessError as error:
            places = {array.ctypes.data: n for n, array in enumerate(memory)}
            place = places.get(error.base)
            beyond = None if place is None or error.offset < 0 else (place, error.offset)
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

    def races(self, given: Input, arena: Arena, limit_s: float) -> bool:
        """Return whether threads race on the arena's memory, which is reset first.

        Where the sanitizer's race tool does not look (docs/check.md), nothing races.
        """
        self._reset(arena)
        sanitizer = Sanitizer(("race",))
        with suppress(LaunchError), redirect_stdout(io.StringIO()):
            sanitizer.run(LaunchRequest.run, self._request(given, arena, limit_s))
        return any(not finding.note for finding in sanitizer.findings)

    def _reset(self, arena: Arena) -> tuple[Sequence[Array], list[Array]]:
        """Return the memory and what the variables begin with."""
        memory = arena.reset()
        begun = [variable.beginning(arena) for variable in self.variables]
        for variable, start in zip(self.variables, begun, strict=True):
            variable.memory[:] = start
        self.kernel.reachable = arena.regions
        return memory, begun

    def _request(self, given: Input, arena: Arena, limit_s: float) -> LaunchRequest:
        shape = given.grid, given.block, given.shared
        chosen = np.array(given.chosen, np.int64) if given.chosen else None
        settings = Settings(limit_s)
        return LaunchRequest(self.kernel, shape, arena.arguments, chosen, settings, None)


def packed(setup: Setup, given: Input, addresses: Sequence[int]) -> list[bytes]:
    """Return the arguments as the bytes that any kernel with parameters of these sizes takes.

    addresses: the first byte of each buffer; 0 is a null pointer.
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


# ---- the variables of two modules ----------------------------------------------------------------


def subjects(
    user: Kernel, original: CoveredKernel, copy: CoveredKernel, setup: Setup
) -> tuple[Subject, Subject]:
    """Return a kernel and its copy, ready to run.

    A variable that the program has set since its module was loaded (`cudaMemcpyToSymbol`, an
    earlier kernel) has that value in both. A variable that the copy lacks counts as unchanged.
    `user`: the kernel in the module that the program uses; `original`: the same in a module of its
    own, so that runs leave the program's alone. The setup's buffers that are variables are filled
    anew for each input.
    """
    function = original.lowered()
    theirs = variables_of(copy.lowered())
    buffers = {b.symbol: n for n, b in enumerate(setup.buffers) if b.symbol}
    first: list[Variable] = []
    second: list[Variable] = []
    for name in variables_of(function):
        if function.variables[name].relocations:
            continue  # each module has its own addresses
        memory, held = original.variable(name), user.variable(name).copy()
        buffer = buffers.get(name)
        first.append(Variable(name, name, memory, held, buffer))
        other = next((n for n in (name, c_name(name)) if n in theirs), "")
        if not other:
            second.append(Variable(name, "", held.copy(), held, buffer))
            continue
        # The copy may be longer: its size is rounded up to whole elements.
        matching = copy.variable(other)[: len(memory)]
        start = matching.copy() if np.array_equal(held, memory) else held
        second.append(Variable(name, other, matching, start, buffer))
    return Subject(original, tuple(first)), Subject(copy, tuple(second))
