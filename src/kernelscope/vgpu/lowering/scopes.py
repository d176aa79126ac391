"""The names of PTX while a kernel is lowered: what each `{ }` declares."""

from __future__ import annotations

from dataclasses import dataclass, field

from kernelscope.errors import PtxError
from kernelscope.vgpu import ir
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.syntax import Position


def error(message: str, position: Position) -> PtxError:
    """Return an error at a place of the PTX."""
    return PtxError(message, position.line, position.column)


@dataclass(slots=True)
class ParamSlot:
    """A `.param` variable of a call: a register for each (byte offset, bits) stored to it."""

    name: str
    size: int
    pieces: dict[tuple[int, int], ir.Register] = field(
        default_factory=dict[tuple[int, int], ir.Register]
    )

    def overlapping(self, offset: int, bits: int) -> list[tuple[int, int]]:
        """Return the pieces that share a byte with this one."""
        end = offset + bits // 8
        return [(o, b) for o, b in self.pieces if o < end and offset < o + b // 8]


Entry = ir.Register | tuple[ir.Register, ...] | ir.Symbol | ParamSlot | int
"""The thing that a name refers to; a tuple is a vector register, an int is a label."""


@dataclass(frozen=True, slots=True)
class Family:
    """The registers that `.reg .v4 .f32 %v<8>` declares: `vector` is 4, `count` 8."""

    type_name: str
    vector: int
    count: int


@dataclass(slots=True)
class Scope:
    """The names of one `{ }`; lookups go outwards."""

    outer: Scope | None
    names: dict[str, Entry] = field(default_factory=dict[str, Entry])
    families: dict[str, Family] = field(default_factory=dict[str, Family])
    targets: dict[str, tuple[syntax.Name, ...]] = field(
        default_factory=dict[str, tuple[syntax.Name, ...]]
    )
