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
from kernelscope.stages.prove.setup import Dim3, Number, Pointer, Setup
from kernelscope.stages.prove.values import Array, Fill, make
from kernelscope.vgpu.arguments import number_bytes
from kernelscope.vgpu.coverage import CoveredKernel
from kernelscope.vgpu.types import TYPES

Ending = Literal["done", "memory", "time", "refused"]


@dataclass(frozen=True, slots=True)
class Input:
    """Everything that a launch is given.

    Attributes:
        arguments: numbers by the parameter's place; what stands at a pointer's place is not used.
        fills: of each buffer; sizes: its bytes.
    """

    grid: Dim3
    block: Dim3
    shared: int
    arguments: tuple[Number, ...]
    fills: tuple[Fill, ...]
    sizes: tuple[int, ...]

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
        visited: of each of the kernel's places whether it ran.
        beyond: the buffer that an access was outside of, and the byte; None unknown.
    """

    ending: Ending
    message: str = ""
    memory: tuple[Array, ...] = ()
    variables: tuple[Array, ...] = ()
    printed: str = ""
    visited: Array | None = None
    beyond: tuple[int, int] | None = None
    wall_s: float = 0.0


class Arena:
    """The buffers of one input, at the same addresses for every kernel that runs on it."""

    def __init__(self, initial: Sequence[Array]) -> None:
        self.initial = initial
        self._memory = [np.empty_like(array) for array in initial]

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
    return Arena(list(filled))


@dataclass(frozen=True, slots=True)
class Subject:
    """A kernel to run.

    Attributes:
        variables: of its module (`__device__`, `__constant__`), and what they begin with.
        compared: those of them that its counterpart has too.
    """

    kernel: CoveredKernel
    variables: dict[str, bytes]
    compared: tuple[str, ...]

    def run(self, setup: Setup, given: Input, arena: Arena, limit_s: float) -> Outcome:
        """Launch it on the arena's memory, which begins as it did for the run before."""
        memory = arena.reset()
        for name, data in self.variables.items():
            self.kernel.variable(name)[: len(data)] = np.frombuffer(data, np.uint8)
        arguments = packed(setup, given, memory)
        shape = given.grid, given.block, given.shared
        printed = io.StringIO()
        try:
            self.kernel.check(shape)
            with redirect_stdout(printed):
                counts = self.kernel.run(shape, arguments, limit_s=limit_s)
        except MemoryAccessError as error:
            places = {array.ctypes.data: n for n, array in enumerate(memory)}
            place = places.get(error.base)
            beyond = None if place is None else (place, error.offset)
            return Outcome("memory", str(error), beyond=beyond)
        except TimeLimitError as error:
            return Outcome("time", str(error))
        except LaunchError as error:
            return Outcome("refused", str(error))
        return Outcome(
            "done",
            memory=tuple(array.copy() for array in memory),
            variables=tuple(self.kernel.variable(name).copy() for name in self.compared),
            printed=printed.getvalue(),
            visited=self.kernel.visited(counts),
            wall_s=counts.wall_s,
        )


def packed(setup: Setup, given: Input, memory: Sequence[Array]) -> list[object]:
    """The arguments as any kernel with parameters of these sizes takes them."""
    return [
        memory[argument.buffer][argument.offset :]
        if isinstance(argument, Pointer)
        else _packed(kind, number)
        for argument, number, kind in zip(
            setup.arguments, given.arguments, setup.types, strict=True
        )
    ]


def _packed(kind: str, number: Number) -> bytes:
    if isinstance(number, bytes):
        return number
    return number_bytes(TYPES[kind], number)
