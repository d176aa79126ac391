"""The syntax tree of PTX: what was written, with positions, before any meaning is given to it.

Grammar and terms follow the PTX ISA manual, chapters 4 ("Syntax") to 7 ("Abstracting the ABI").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Position:
    """A place in the PTX text; line and column count from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """A `.loc` directive: the source line that the following instructions come from.

    Attributes:
        file: index of the `.file` directive.
        inlined_at: the call site, where this line was inlined into another function.
    """

    file: int
    line: int
    column: int
    inlined_at: SourceLocation | None = None


# ---- operands -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name:
    """A register, special register, label, variable or function: `%r1`, `%tid.x`, `$L1`, `smem`."""

    text: str
    position: Position


@dataclass(frozen=True, slots=True)
class Literal:
    """A constant. Integers keep their value; floats keep bits: `0f3F800000`, `0dBFF0000000000000`.

    `value`: an int for integer literals, a float for decimal floating-point literals. `bits`: 32 or
    64, the width of a hexadecimal floating-point literal whose bits are in `value`; else 0.
    """

    value: int | float
    bits: int
    position: Position


@dataclass(frozen=True, slots=True)
class Negated:
    """`!%p1`: a predicate source operand, inverted; or `-%r1`, an integer of `vmad`."""

    name: Name
    position: Position
    sign: str = "!"


@dataclass(frozen=True, slots=True)
class Vector:
    """`{%r1, %r2, _}`: a vector operand."""

    elements: tuple[Operand, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Pair:
    """`%r1|%p1`: two destinations of one instruction (setp, shfl, elect, match)."""

    first: Operand
    second: Operand
    position: Position


@dataclass(frozen=True, slots=True)
class Address:
    """`[base+offset]`; the base is a register, a variable or absent (an absolute address).

    Attributes:
        coordinates: the `{…}` of a tensor address `[map, {x, y}]`, else None.
    """

    base: Name | None
    offset: int
    position: Position
    coordinates: Vector | None = None


@dataclass(frozen=True, slots=True)
class SymbolOffset:
    """`symbol+4` as a source operand or initializer."""

    name: Name
    offset: int
    position: Position


@dataclass(frozen=True, slots=True)
class Arguments:
    """The parenthesised list of a call: `(retval0)` or `(param0, param1)`."""

    elements: tuple[Operand, ...]
    position: Position


Operand = Name | Literal | Negated | Vector | Pair | Address | SymbolOffset | Arguments

# ---- statements ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guard:
    """`@%p1` or `@!%p1` before an instruction."""

    predicate: Name
    negated: bool


@dataclass(frozen=True, slots=True)
class Instruction:
    """`@%p1 ld.global.v2.b32 {%r1, %r2}, [%rd1+8];`.

    Attributes:
        opcode: the part before the first dot: `ld`.
        modifiers: the other parts, in the order written: `("global", "v2", "b32")`; a part with
            `::` stays whole (`shared::cta`, `L1::evict_last`).
        operands: as written, destinations first.
        location: the source line in force (`.loc`), or None.
    """

    opcode: str
    modifiers: tuple[str, ...]
    operands: tuple[Operand, ...]
    guard: Guard | None
    position: Position
    location: SourceLocation | None

    @property
    def mnemonic(self) -> str:
        """The opcode with its modifiers, as written."""
        return ".".join((self.opcode, *self.modifiers))


@dataclass(frozen=True, slots=True)
class Label:
    """`$L__BB0_2:`, visible in its enclosing block."""

    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class RegisterDeclaration:
    """`.reg .b32 %r<12>;` (count 12: %r0…%r11) or `.reg .pred p, q;` (count 0: the name itself)."""

    type: str
    vector: int
    names: tuple[tuple[str, int], ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable in a state space, or a kernel/function parameter.

    Attributes:
        space: global, shared, const, local, param or reg (parameters of functions).
        type: the element type: `b8`, `f32`, …
        shape: array dimensions; () for a scalar; a first dimension of 0 is unsized (`smem[]`).
        vector: 1, 2 or 4 elements (`.v2`).
        align: bytes; the type's own size if the source has none.
        initializer: flat tuple of literals and symbols, or None.
        linkage: "", visible, extern, weak or common.
        managed: whether the host knows it by the same address (`.attribute(.managed)`).
    """

    space: str
    type: str
    name: str
    shape: tuple[int, ...]
    vector: int
    align: int
    initializer: tuple[Literal | Name | SymbolOffset, ...] | None
    linkage: str
    position: Position
    managed: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """`{ … }` inside a body: registers, variables and labels declared in it are its own."""

    body: tuple[Statement, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class BranchTargets:
    """`name: .branchtargets L1, L2;` the jump table of a `brx.idx`."""

    name: str
    labels: tuple[Name, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class CallPrototype:
    """`name: .callprototype (…) _ (…);` or `name: .calltargets …;` of an indirect call."""

    name: str
    position: Position


Statement = (
    Instruction | Label | RegisterDeclaration | Variable | Block | BranchTargets | CallPrototype
)


@dataclass(frozen=True, slots=True)
class Function:
    """An `.entry` (kernel) or a `.func` (device function).

    `directives`: performance directives by name, without the dot: `{"reqntid": (128, 1, 1)}`.
    `results`: return parameters of a `.func`. `body`: None for a declaration without a body.
    """

    name: str
    is_entry: bool
    linkage: str
    results: tuple[Variable, ...]
    parameters: tuple[Variable, ...]
    directives: dict[str, tuple[int, ...]]
    body: tuple[Statement, ...] | None
    position: Position


@dataclass(frozen=True, slots=True)
class Module:
    """A whole PTX file.

    `files`: `.file` index to file name. `version`: (8, 7) for `.version 8.7`. `target`: `sm_90a`.
    """

    version: tuple[int, int]
    target: str
    address_size: int
    files: dict[int, str] = field(default_factory=dict[int, str])
    variables: tuple[Variable, ...] = ()
    functions: tuple[Function, ...] = ()


def statements(body: Iterable[Statement]) -> Iterator[Statement]:
    """Yield a body's statements in order; an inner block's take the block's place."""
    for statement in body:
        if isinstance(statement, Block):
            yield from statements(statement.body)
        else:
            yield statement


def instructions(body: Iterable[Statement]) -> Iterator[Instruction]:
    """Yield the instructions of a body, those of inner blocks too."""
    return (statement for statement in statements(body) if isinstance(statement, Instruction))
