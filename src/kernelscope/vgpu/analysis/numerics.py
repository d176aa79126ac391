"""Where arithmetic may go wrong, and which registers may hold what came of it.

A value is *odd* if an instruction made a NaN or an infinity out of finite values, or divided an
integer by zero, or shifted by more bits than there are; and so is what is calculated from it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.undefined import named_sources
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.ptx.syntax import SourceLocation
from kernelscope.vgpu.types import ScalarType

FLOATS = frozenset(
    ("add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt", "rsqrt", "ex2", "lg2", "sin", "cos",
     "tanh", "cvt")
)  # fmt: skip
"""Instructions that may make a NaN or an infinity out of finite values."""
FLOAT_OPERATIONS = FLOATS | {"min", "max", "abs", "neg", "copysign"}
"""Instructions whose operands are floats, if their result is one."""
DIVISIONS = frozenset(("div", "rem"))
SHIFTS = frozenset(("shl", "shr"))
PRODUCTS = frozenset(("mma", "wgmma", "wmma"))
_EXPONENTS = {
    "f16": 0x7C00,
    "bf16": 0x7F80,
    "f32": 0x7F800000,
    "tf32": 0x7F800000,
    "f64": 0x7FF << 52,
}


class Odd(enum.IntEnum):
    """How a value became odd. Compiled code keeps `step << ODD_BITS | kind` for each lane."""

    INFINITY = 0
    NAN = enum.auto()
    INFINITY_BY_ZERO = enum.auto()
    NAN_BY_ZERO = enum.auto()
    DIVISION = enum.auto()
    """An integer was divided by zero."""
    SHIFT = enum.auto()
    OVERFLOW = enum.auto()
    """The exact value of an integer does not fit into its 32 bits."""


ODD_BITS = 3


class Use(enum.IntEnum):
    """Where an odd value went."""

    STORED = 0
    """To global memory."""
    ADDRESS = enum.auto()
    """It is part of an address."""
    LOST = enum.auto()
    """To shared or local memory, through which it is not followed."""


@dataclass(frozen=True, slots=True)
class FloatFormat:
    """How finite values are told: not all bits of the exponent are set.

    Attributes:
        bits: of one value, of `count` side by side.
    """

    bits: int
    count: int
    exponent: int


@dataclass(frozen=True, slots=True)
class NumericStep:
    """An instruction: where it is, and what it is."""

    source: str
    ptx_line: int
    opcode: str
    type: str


@dataclass(frozen=True, slots=True)
class PreciseStore:
    """A store to global memory whose floats are compared with float64.

    Attributes:
        step: its number.
        limit: the relative error from which on a value has lost its precision.
    """

    step: int
    limit: float


@dataclass(frozen=True, slots=True)
class NumericPlan:
    """What must be known of a kernel to tell where its arithmetic went wrong.

    Attributes:
        steps: its instructions, from number 1 on; the first is nothing.
        unseen: matrix products in it, whose results are not looked at.
        stores: what is compared with float64.
    """

    steps: tuple[NumericStep, ...]
    unseen: tuple[str, ...]
    stores: tuple[PreciseStore, ...] = ()


def float_format(kind: ScalarType) -> FloatFormat | None:
    """Return the format of a type; None if it is no float, or has no infinity."""
    name = kind.name.removesuffix("x2")
    exponent = _EXPONENTS.get(name)
    if exponent is None:
        return None
    count = 1 if name == kind.name else 2
    return FloatFormat(kind.bits // count, count, exponent)


def result_type(inst: ir.Inst) -> ScalarType | None:
    """Return the type of an instruction's first destination; None if it has none."""
    for spec in inst.form.signature:
        if spec.is_destination:
            return operand_type(spec, inst.fields, inst.form)
    return None


def calculates(inst: ir.Inst) -> bool:
    """Return whether an instruction calculates a float out of others."""
    kind = result_type(inst)
    is_float = kind is not None and float_format(kind) is not None
    return is_float and inst.form.kind == "pure" and inst.opcode in FLOAT_OPERATIONS


def values_of_floats(function: ir.Function) -> set[int]:
    """Return the registers from which floats are calculated, also as copies or bits, by index."""
    instructions = list(function.instructions())
    found: set[int] = set()
    before = -1
    while before != len(found):
        before = len(found)
        for inst in instructions:
            copies = (inst.form.kind == "pure" or inst.opcode == "shfl") and not calculates(inst)
            if calculates(inst) or (copies and any(r.index in found for r in inst.destinations)):
                found.update(r.index for _, r in named_sources(inst) if r.type.kind != "p")
    return found


def makes_odd(inst: ir.Inst) -> bool:
    """Return whether an instruction may make odd values out of others."""
    kind = result_type(inst)
    if kind is None or inst.form.kind != "pure":
        return False
    if float_format(kind) is not None:
        return inst.opcode in FLOATS
    if inst.opcode not in DIVISIONS | SHIFTS:
        return False
    return not isinstance(inst.operands[2], ir.Immediate)


class OddValues:
    """The registers of a kernel that may be odd, and the numbers of its instructions."""

    def __init__(
        self, function: ir.Function, name_of: Callable[[SourceLocation | None], str]
    ) -> None:
        instructions = list(function.instructions())
        self._numbers = {inst: n for n, inst in enumerate(instructions, 1)}
        self.may_be_odd = [False] * len(function.registers)
        steps = [NumericStep("", 0, "", "")]
        for inst in instructions:
            kind = result_type(inst)
            name = "" if kind is None else kind.name
            line = inst.position.line
            steps.append(NumericStep(name_of(inst.location), line, inst.opcode, name))
        unseen = sorted({i.opcode for i in instructions if i.opcode in PRODUCTS})
        self.plan = NumericPlan(tuple(steps), tuple(unseen))
        changed = True
        while changed:
            changed = False
            for inst in instructions:
                if self._passes(inst):
                    for register in inst.destinations:
                        if register.type.kind != "p" and not self.may_be_odd[register.index]:
                            self.may_be_odd[register.index] = changed = True

    def number(self, inst: ir.Inst) -> int:
        """Return an instruction's number."""
        return self._numbers[inst]

    def _passes(self, inst: ir.Inst) -> bool:
        if inst.form.kind != "pure" and inst.opcode != "shfl":
            return False
        if makes_odd(inst):
            return True
        return any(self.may_be_odd[r.index] for _, r in named_sources(inst))
