"""Breakpoints on lines and watchpoints on memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kernelscope.debugger.expressions import Expression, Lanes, Memory, Names, Value
from kernelscope.debugger.places import PTX, Code
from kernelscope.debugger.values import Number
from kernelscope.errors import UsageError
from kernelscope.vgpu.interpreter.warp import Dim3, Place
from kernelscope.vgpu.types import ScalarType

_OF_A_BLOCK = frozenset(("block", "blockIdx"))


@dataclass(slots=True)
class Breakpoint:
    """A stop before a line, if the condition holds in a lane that reaches it.

    Attributes:
        file: the end of a source file's path, or `ptx`.
        is_temporary: whether it is deleted once it has stopped; is_enabled: whether it stops at
            all.
        ignored: how many more times it is passed; hits: how many times it was reached.
        why: what to say at the stop; "" for the breakpoint's own words.
    """

    number: int
    file: str
    line: int
    condition: Expression | None = None
    is_temporary: bool = False
    is_enabled: bool = True
    ignored: int = 0
    hits: int = 0
    why: str = ""
    _found: tuple[Code, frozenset[Place]] | None = field(default=None, repr=False)

    def __str__(self) -> str:
        title = "temporary breakpoint" if self.is_temporary else "breakpoint"
        condition = f" if {self.condition.text}" if self.condition else ""
        return f"{title} {self.number} at {Path(self.file).name}:{self.line}{condition}"

    def line_in(self, code: Code) -> int | None:
        """Return the line that it stops at in a kernel: its own, or the next one with code."""
        lines = code.lines_of(self.file)
        return next((line for line in lines if line >= self.line), None)

    def places(self, code: Code) -> frozenset[Place]:
        """Return the places that it stops at in a kernel."""
        if self._found is None or self._found[0] is not code:
            line = self.line_in(code)
            places = code.places_of(self.file, line) if line is not None else []
            self._found = code, frozenset(places)
        return self._found[1]

    def may_be_in(self, block: Dim3) -> bool:
        """Return whether it can stop in a block.

        `block == (1,0) and %r3 > 7` cannot stop in block (0,0,0): the part that depends only on
        the block is false there. So that block runs compiled, which is much faster.
        """
        if self.condition is None:
            return True
        of_block = [p for p in self.condition.parts() if p.names <= _OF_A_BLOCK and not p.registers]
        try:
            return all(part.value(_BlockAlone(block)) is not False for part in of_block)
        except UsageError:
            return True  # the error is shown when it is reached

    def is_due(self) -> bool:
        """Count a hit; return whether to stop."""
        self.hits += 1
        self.ignored = max(self.ignored - 1, -1)
        return self.ignored < 0

    def lanes(self, names: Names, here: tuple[int, ...]) -> tuple[int, ...]:
        """Return the lanes at this place in which the condition holds.

        Raises UsageError if the condition cannot be evaluated here.
        """
        if self.condition is None:
            return here
        value = self.condition.value(names)
        if isinstance(value, Lanes):
            return tuple(lane for lane in here if value.values[lane])
        return here if value else ()

    @property
    def is_ptx(self) -> bool:
        """Return whether it is on a line of the PTX."""
        return self.file == PTX


@dataclass(slots=True)
class Watchpoint:
    """A stop after each store to some bytes, even if the value stays the same.

    `text`: the expression that the user wrote. `offset`: the address of its bytes in `space`,
    `global` or `shared`. `hits`: how many stores there were.
    """

    number: int
    text: str
    space: str
    offset: int
    scalar: ScalarType
    is_enabled: bool = True
    hits: int = 0

    def __str__(self) -> str:
        return f"watchpoint {self.number} on {self.text}"

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return self.scalar.bits // 8

    def touches(self, space: str, offset: int, size: int) -> bool:
        """Return whether an access to these bytes touches it."""
        return (
            space == self.space and offset < self.offset + self.size and self.offset < offset + size
        )


@dataclass(frozen=True, slots=True)
class _BlockAlone:
    """The names before a block has begun: only its index."""

    block: Dim3

    def register(self, name: str) -> Value:
        raise UsageError(f"no register {name} yet")

    def variable(self, name: str) -> Value:
        return self.block

    def is_parameter(self, name: str) -> bool:
        return False

    def elements(self, memory: Memory, indices: Sequence[int]) -> tuple[Number, ...]:
        raise UsageError(f"no {memory.name} yet")

    by_lane = elements
