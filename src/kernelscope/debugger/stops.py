"""What stops a launch: breakpoints on lines, watchpoints on memory."""

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
    """Stops before a line, where the condition holds in a lane that comes there.

    Attributes:
        file: the end of a source file's path, or `ptx`.
        condition: None for always.
        is_temporary: it is gone once it has stopped.
        ignored: how many more times it is passed; hits: how many times it was come to.
    """

    number: int
    file: str
    line: int
    condition: Expression | None = None
    is_temporary: bool = False
    is_enabled: bool = True
    ignored: int = 0
    hits: int = 0
    _found: tuple[Code, frozenset[Place]] | None = field(default=None, repr=False)

    def __str__(self) -> str:
        kind = "temporary breakpoint" if self.is_temporary else "breakpoint"
        condition = f" if {self.condition.text}" if self.condition else ""
        return f"{kind} {self.number} at {Path(self.file).name}:{self.line}{condition}"

    def line_in(self, code: Code) -> int | None:
        """The line that it stops at in a kernel: its own, else the next that made code."""
        lines = code.lines_of(self.file)
        return next((line for line in lines if line >= self.line), None)

    def places(self, code: Code) -> frozenset[Place]:
        """Where it stops in a kernel."""
        if self._found is None or self._found[0] is not code:
            line = self.line_in(code)
            found = code.places_of(self.file, line) if line is not None else []
            self._found = code, frozenset(found)
        return self._found[1]

    def may_be_in(self, block: Dim3) -> bool:
        """Whether it can stop in a block: not if its condition asks for another one."""
        if self.condition is None:
            return True
        of_block = [p for p in self.condition.parts() if p.names <= _OF_A_BLOCK and not p.registers]
        try:
            return all(part.value(_BlockAlone(block)) is not False for part in of_block)
        except UsageError:
            return True  # said when it is reached

    def is_due(self) -> bool:
        """Whether to stop, now that it was come to; counts that."""
        self.hits += 1
        self.ignored = max(self.ignored - 1, -1)
        return self.ignored < 0

    def lanes(self, names: Names, here: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the lanes that are here in which the condition holds.

        Raises:
            UsageError: the condition cannot be evaluated here.
        """
        if self.condition is None:
            return here
        value = self.condition.value(names)
        if isinstance(value, Lanes):
            return tuple(lane for lane in here if value.values[lane])
        return here if value else ()

    @property
    def is_ptx(self) -> bool:
        """Whether it is on a line of the PTX."""
        return self.file == PTX


@dataclass(slots=True)
class Watchpoint:
    """Stops after each store to some bytes, the same value again included.

    Attributes:
        text: what the user asked for.
        space: `global` or `shared`; offset: of its bytes there, as addresses of the space are.
        size: of it in bytes.
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
        """Its bytes."""
        return self.scalar.bits // 8

    def touches(self, space: str, offset: int, size: int) -> bool:
        """Whether an access to so many bytes is one to it."""
        return (
            space == self.space and offset < self.offset + self.size and self.offset < offset + size
        )


@dataclass(frozen=True, slots=True)
class _BlockAlone:
    """Names before a block has begun: only which one it is."""

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
