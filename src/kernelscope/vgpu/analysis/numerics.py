"""The places where arithmetic may go wrong, and the registers that may hold the results.

A value is *odd* if an instruction made a NaN or an infinity from finite values, or divided an
integer by zero, or shifted by more bits than there are; and so is what is calculated from it.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kernelscope.errors import IndexOverflow
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.dataflow import flow_registers
from kernelscope.vgpu.analysis.undefined import named_sources
from kernelscope.vgpu.ir.forms import Role
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.ptx.syntax import SourceLocation
from kernelscope.vgpu.types import ScalarType

_FLOAT_ROLES = (Role.CALCULATE, Role.EXTREME, Role.SIGN)
_MARRING_ROLES = (Role.DIVIDE, Role.SHIFT)
_EXPONENTS = {
    "f16": 0x7C00,
    "bf16": 0x7F80,
    "f32": 0x7F800000,
    "tf32": 0x7F800000,
    "f64": 0x7FF << 52,
}


_OF_8_BITS = {"e4m3x2": 0x7F, "e5m2x2": 0x7C}
"""The least bits of a float that is not finite: of e4m3 the one NaN, of e5m2 the infinity."""


class Odd(enum.IntEnum):
    """The way a value became odd. Compiled code keeps `step << ODD_BITS | kind` for each lane."""

    INFINITY = 0
    NAN = enum.auto()
    INFINITY_BY_ZERO = enum.auto()
    NAN_BY_ZERO = enum.auto()
    DIVISION = enum.auto()
    """An integer was divided by zero."""
    SHIFT = enum.auto()
    BEYOND_S32 = enum.auto()
    """The exact value of an integer does not fit into s32, and its sign is extended."""
    BEYOND_U32 = enum.auto()
    """It does not fit into u32, and zeros extend it."""


ODD_BITS = 3

_INTEGERS = {
    Odd.BEYOND_S32: "a signed 32-bit integer",
    Odd.BEYOND_U32: "an unsigned 32-bit integer",
}


class Use(enum.IntEnum):
    """The use of an odd value."""

    STORED = 0
    """To global memory."""
    ADDRESS = enum.auto()
    """It is part of an address."""
    LOST = enum.auto()
    """To shared or local memory, through which it is not followed."""


@dataclass(frozen=True, slots=True)
class FloatFormat:
    """The test for finite values: not all bits of the exponent are set.

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

    `step`: its number. `limit`: the relative error from which on a value has lost its precision.
    """

    step: int
    limit: float


@dataclass(frozen=True, slots=True)
class NumericPlan:
    """The facts about a kernel that are needed to report where its arithmetic went wrong.

    `steps`: its instructions, from number 1 on; the first is nothing. `unseen`: matrix products in
    it, whose results are not looked at. `stores`: what is compared with float64.
    """

    steps: tuple[NumericStep, ...]
    unseen: tuple[str, ...]
    stores: tuple[PreciseStore, ...] = ()


def overflow_of(plan: NumericPlan, code: int) -> IndexOverflow | None:
    """Return the overflow in the code of an odd value; None if it is odd in another way."""
    integer = _INTEGERS.get(Odd(code & (1 << ODD_BITS) - 1))
    if integer is None:
        return None
    step = plan.steps[code >> ODD_BITS]
    return IndexOverflow(f"{step.opcode}.{step.type}", integer, step.source, step.ptx_line)


def float_format(kind: ScalarType) -> FloatFormat | None:
    """Return the format of a type; None if it is not a float, or has no infinity."""
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
    scalar = result_type(inst)
    is_float = scalar is not None and float_format(scalar) is not None
    is_float = is_float and not _widens_bytes(inst)
    return is_float and inst.form.kind == "pure" and inst.form.role in _FLOAT_ROLES


# Worked case: a NaN is loaded, and goes through 8 bits.
#
#     cvt.rn.satfinite.e5m2x2.f32 %rs1, %f2, %f1      a 16-bit integer for its type
#     cvt.rn.f16x2.e5m2x2 %r1, %rs1                   f16 holds each of its values: none is new
def _widens_bytes(inst: ir.Inst) -> bool:
    """Return whether an instruction widens floats of 8 bits, which makes nothing of its own."""
    return inst.fields.get("st") in _OF_8_BITS


def values_of_floats(function: ir.Function) -> set[int]:
    """Return the registers from which floats are calculated, also as copies or bits, by index."""
    facts = [False] * len(function.registers)

    def sources(inst: ir.Inst) -> Iterator[tuple[int, bool]]:
        is_needed = calculates(inst)
        if not is_needed and _passes_on(inst):
            is_needed = any(facts[register.index] for register in inst.destinations)
        for _, register in named_sources(inst):
            yield register.index, is_needed and register.type.kind != "p"

    flow_registers(function, facts, sources, backward=True)
    return {index for index, is_needed in enumerate(facts) if is_needed}


def _passes_on(inst: ir.Inst) -> bool:
    return inst.form.kind == "pure" or inst.form.role == Role.SHUFFLE


def makes_odd(inst: ir.Inst) -> bool:
    """Return whether an instruction may make odd values out of others."""
    scalar = result_type(inst)
    if scalar is None or inst.form.kind != "pure":
        return False
    if float_format(scalar) is not None:
        return inst.form.role == Role.CALCULATE and not _widens_bytes(inst)
    if inst.form.role not in _MARRING_ROLES:
        return False
    return not isinstance(inst.operands[2], ir.Immediate)


# Worked case: an element and padding are converted together, and the padding is 0 / 0.
#
#     cvt.rn.satfinite.e4m3x2.f32 %rs1, %f2, %f1      %f2 is a NaN
#     st.global.b8 [%rd1], %rs1                       stores the other one
def _bytes_of_floats(function: ir.Function) -> dict[int, FloatFormat]:
    """Return the registers that hold nothing but floats of 8 bits, by index, with their format."""
    names = [*_OF_8_BITS]
    facts = [0] * len(function.registers)
    other = 1 << len(names)

    def results(inst: ir.Inst) -> Iterator[tuple[int, int]]:
        fact = other
        if inst.fields.get("dt") in _OF_8_BITS:
            fact = 1 << names.index(inst.fields["dt"])
        elif "made_of" in inst.form.extra and not calculates(inst):
            fact = 0
            for _, register in named_sources(inst):
                fact |= facts[register.index] if register.type.kind != "p" else 0
        yield from ((register.index, fact) for register in inst.destinations)

    flow_registers(function, facts, results)
    formats = {1 << n: FloatFormat(8, 1, _OF_8_BITS[name]) for n, name in enumerate(names)}
    return {index: formats[fact] for index, fact in enumerate(facts) if fact in formats}


class OddValues:
    """The registers of a kernel that may be odd, and the numbers of its instructions.

    Attributes:
        bytes_of: the format of registers that hold nothing but floats of 8 bits, by index.
    """

    def __init__(
        self, function: ir.Function, name_of: Callable[[SourceLocation | None], str]
    ) -> None:
        instructions = list(function.instructions())
        self._numbers = {inst: n for n, inst in enumerate(instructions, 1)}
        steps = [NumericStep("", 0, "", "")]
        for inst in instructions:
            scalar = result_type(inst)
            name = "" if scalar is None else scalar.name
            line = inst.position.line
            steps.append(NumericStep(name_of(inst.location), line, inst.opcode, name))
        unseen = sorted({i.opcode for i in instructions if i.form.pipe == "tensor"})
        self.plan = NumericPlan(tuple(steps), tuple(unseen))
        self.bytes_of = _bytes_of_floats(function)
        self.may_be_odd = [False] * len(function.registers)
        flow_registers(function, self.may_be_odd, self._results)

    def number(self, inst: ir.Inst) -> int:
        """Return an instruction's number."""
        return self._numbers[inst]

    def _results(self, inst: ir.Inst) -> Iterator[tuple[int, bool]]:
        is_odd = _passes_on(inst) and (
            makes_odd(inst) or any(self.may_be_odd[r.index] for _, r in named_sources(inst))
        )
        for register in inst.destinations:
            yield register.index, is_odd and register.type.kind != "p"
