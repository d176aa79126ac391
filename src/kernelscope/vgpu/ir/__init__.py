"""The form of a kernel that everything after the parser works on.

One flat list of typed registers, device functions inlined, names resolved, basic blocks with
explicit terminators. The interpreter and the code generator both read exactly this.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernelscope.vgpu.ptx.syntax import Position, SourceLocation
from kernelscope.vgpu.types import TYPES, ScalarType

if TYPE_CHECKING:
    from kernelscope.vgpu.ir.forms import Form


@dataclass(eq=False, slots=True)
class Register:
    """A virtual register: 32 lanes of one type. `index` is its place in `Function.registers`."""

    name: str
    type: ScalarType
    index: int

    def __repr__(self) -> str:
        return f"{self.name}:{self.type.name}"


@dataclass(frozen=True, slots=True)
class Immediate:
    """A constant: an int (also the bits of a hexadecimal float), or a decimal float.

    Attributes:
        float_bits: 32 or 64 where `value` holds the bits of a float of that width, else 0.
    """

    value: int | float
    float_bits: int = 0


@dataclass(frozen=True, slots=True)
class Special:
    """A special register, component included: `%tid.x`."""

    name: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """The address of a variable, in its own state space, plus a byte offset."""

    name: str
    space: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Address:
    """A memory operand: a base and a byte offset; with no base the offset is the address."""

    base: Register | Symbol | None
    offset: int


@dataclass(frozen=True, slots=True)
class NotPredicate:
    """`!%p`: the predicate source, inverted."""

    register: Register


Value = Register | Immediate | Special | Symbol | NotPredicate
Operand = Value | Address | tuple["Operand | None", ...] | None


@dataclass(eq=False, slots=True)
class Inst:
    """One instruction, matched to its form.

    Attributes:
        operands: in the order of the form's signature. A destination that is not wanted (`_`, or
            an absent optional one) is None; a vector operand is a tuple.
        fields: the modifiers by slot name, as matched by the form ("" if absent).
        guard: the predicate register and whether it is inverted, or None.
        site: number in its kernel of an instruction that accesses memory or may be at fault (its
            row in the counters), else -1.
    """

    opcode: str
    form: Form
    fields: dict[str, str]
    operands: tuple[Operand, ...]
    guard: tuple[Register, bool] | None
    position: Position
    location: SourceLocation | None
    site: int = -1

    @property
    def destinations(self) -> list[Register]:
        """The registers written."""
        registers: list[Register] = []
        for spec, operand in zip(self.form.signature, self.operands, strict=True):
            if spec.is_destination:
                _add_registers(registers, operand)
        return registers

    @property
    def sources(self) -> list[Register]:
        """The registers read, the guard included."""
        registers: list[Register] = []
        for spec, operand in zip(self.form.signature, self.operands, strict=True):
            if not spec.is_destination or spec.is_updated or isinstance(operand, Address):
                _add_registers(registers, operand)
        if self.guard is not None:
            registers.append(self.guard[0])
        return registers

    @property
    def space(self) -> str:
        """The state space in its name, without what follows `::`; "" if it names none."""
        return self.fields.get("space", "").partition("::")[0]

    @property
    def lane_bytes(self) -> int:
        """The bytes that an access moves for one lane; a copy's are its constant operand."""
        if self.form.access == "copy":
            sizes = [o.value for o in self.operands if isinstance(o, Immediate)]
            return int(sizes[0]) if sizes else 0
        scalar = TYPES.get(self.fields.get("t", ""))
        if scalar is None or self.form.access not in ("load", "store", "atom", "red"):
            return 0
        return scalar.bits // 8 * int(self.fields.get("v", "")[1:] or 1)

    @property
    def in_tensor_memory(self) -> bool:
        """Whether its addresses are of tensor memory: numbers of 32 bits, and no pointers."""
        return self.opcode == "tcgen05" and "space" not in self.fields

    @property
    def address(self) -> Address | None:
        """The first of its memory operands, or None."""
        if self.in_tensor_memory:
            return None
        return next((o for o in self.operands if isinstance(o, Address)), None)

    @property
    def address_registers(self) -> list[Register]:
        """The registers of its memory operands."""
        if self.in_tensor_memory:
            return []
        return [r for o in self.operands if isinstance(o, Address) for r in registers_in(o)]

    @property
    def parameter(self) -> Symbol | None:
        """The place in the kernel's parameters that an `ld` reads by name, or None."""
        address = self.address if self.opcode == "ld" else None
        base = address.base if address is not None else None
        if address is None or not isinstance(base, Symbol) or base.space != "param":
            return None
        return Symbol(base.name, base.space, base.offset + address.offset)


def registers_in(operand: Operand) -> list[Register]:
    """Return the registers that an operand names, those of an address and of a vector too."""
    registers: list[Register] = []
    _add_registers(registers, operand)
    return registers


def _add_registers(registers: list[Register], operand: Operand) -> None:
    if isinstance(operand, Register):
        registers.append(operand)
    elif isinstance(operand, NotPredicate):
        registers.append(operand.register)
    elif isinstance(operand, Address):
        if isinstance(operand.base, Register):
            registers.append(operand.base)
    elif isinstance(operand, tuple):
        for element in operand:
            _add_registers(registers, element)


@dataclass(frozen=True, slots=True)
class Jump:
    """An unconditional end of a block."""

    target: int

    @property
    def targets(self) -> tuple[int, ...]:
        """The blocks that may come next."""
        return (self.target,)


@dataclass(frozen=True, slots=True)
class Branch:
    """A two-way end: lanes where the predicate (inverted if `negated`) holds go to `taken`."""

    predicate: Register
    negated: bool
    taken: int
    other: int
    position: Position

    @property
    def targets(self) -> tuple[int, ...]:
        """The blocks that may come next, the taken one first."""
        return (self.taken, self.other)


@dataclass(frozen=True, slots=True)
class Return:
    """The lanes end."""

    @property
    def targets(self) -> tuple[int, ...]:
        """No block comes next."""
        return ()


Terminator = Jump | Branch | Return


@dataclass(eq=False, slots=True)
class BasicBlock:
    """Straight-line instructions and how they end.

    `index`: its place in the layout order. `end`: the position of the branch or `ret` at its end,
    and its source line in `location`; None if only a label ends it.
    """

    index: int
    instructions: list[Inst] = field(default_factory=list[Inst])
    terminator: Terminator = field(default_factory=Return)
    end: Position | None = None
    location: SourceLocation | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A kernel parameter: `count` elements of `type` at byte `offset` of the parameter buffer."""

    name: str
    type: str
    count: int
    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class ModuleVariable:
    """A variable of global, const or shared space that a kernel uses.

    Attributes:
        size: bytes; 0 for `extern .shared` arrays, which take the dynamic shared memory.
        data: initial bytes, or None for zeros.
        relocations: (byte offset, symbol, addend) of initial values that are addresses.
        managed: whether the host knows it by the same address.
    """

    name: str
    space: str
    size: int
    align: int
    data: bytes | None = None
    relocations: tuple[tuple[int, str, int], ...] = ()
    managed: bool = False


@dataclass(frozen=True, slots=True)
class ClusterLimits:
    """The clusters that a kernel may be launched with (PTX ISA, 11.4).

    Attributes:
        required: the only one (`.reqnctapercluster`), or None.
        is_needed: whether a launch must have clusters (`.explicitcluster`).
        most_blocks: the most blocks of one (`.maxclusterrank`), or None.
        grid_counts_clusters: whether a launch's grid counts clusters (`.blocksareclusters`).
    """

    required: tuple[int, int, int] | None = None
    is_needed: bool = False
    most_blocks: int | None = None
    grid_counts_clusters: bool = False


@dataclass(eq=False, slots=True)
class Function:
    """A kernel, ready to run.

    Attributes:
        blocks: in reverse post-order with loops contiguous; block 0 is the entry.
        shared: offset of each shared variable from the block's shared base.
        static_shared_bytes: total of the sized shared variables, aligned.
        local_bytes: local memory of one lane, and `local` each variable's offset in it.
        sm: the compute capability of the GPU that runs it.
    """

    name: str
    parameters: tuple[Parameter, ...]
    registers: list[Register]
    blocks: list[BasicBlock]
    variables: dict[str, ModuleVariable]
    shared: dict[str, int]
    static_shared_bytes: int
    local: dict[str, int]
    local_bytes: int
    required_block: tuple[int, int, int] | None
    max_block: tuple[int, int, int] | None
    cluster: ClusterLimits
    files: dict[int, str]
    sm: int = 90

    def instructions(self) -> Iterator[Inst]:
        """Yield all instructions in layout order."""
        for block in self.blocks:
            yield from block.instructions
