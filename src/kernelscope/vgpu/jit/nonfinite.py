"""Compiled code that knows which floats come of values that were loaded and were not finite.

A register that floats are calculated from has two masks of lanes in the frame, i32 each: those in
which its value was *loaded* as it is, and those in which it *comes from* a loaded NaN or infinity,
also if it is finite again:

    ex2.approx.f32 %f2, %f1       %f1 is a loaded -inf: %f2 is 0, and comes from it
    div.full.f32   %f3, %f2, %f2  0 / 0 is not a fault of this instruction

A value does not come of an operand that cannot matter: a 0 that is added to a number, or what a
0 is multiplied with, or the operand that a minimum drops.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.numerics import (
    float_format,
    result_type,
    values_of_floats,
)
from kernelscope.vgpu.ir.forms import Role
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.shadow_plane import ALL_LANES, BITS, NO_LANES, Shadows
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter


class Given(NamedTuple):
    """The lanes in which a value was loaded as it is, and those in which it comes from odd ones."""

    loaded: LLValue = NO_LANES
    odd: LLValue = NO_LANES


@dataclass(frozen=True, slots=True)
class Source:
    """An operand of a float instruction: the bits of its lanes, and what they come of.

    Attributes:
        is_odd: the lanes in which it is not finite.
        is_zero: the lanes in which it is 0; None if two values are side by side.
        odd: the lanes in which it comes from a NaN or an infinity that was loaded.
    """

    bits: LLValue
    is_odd: LLValue
    is_zero: LLValue
    odd: LLValue


class GivenFollower:
    """Follows what one kernel's floats come of."""

    def __init__(self, g: Emitter) -> None:
        self.g = g
        registers = values_of_floats(g.function)
        self._shadows = Shadows(g, "given values", dict.fromkeys(registers, (BITS, BITS)))

    def begin_warp(self) -> None:
        """Emit the beginning of a warp: nothing was loaded."""
        self._shadows.begin_warp()

    def of(self, operand: ir.Operand) -> Given:
        """Return the origin of a source."""
        return Given(*(self._shadows.load(operand) or ()))

    def wants(self, inst: ir.Inst) -> bool:
        """Return whether floats are calculated from one of an instruction's results."""
        return bool(self._shadows.written_by(inst))

    # ---- instructions ---------------------------------------------------------------------

    def copied(self, inst: ir.Inst) -> Given:
        """Return the origin of the results of an instruction that calculates no floats."""
        shadows = self._shadows
        if inst.form.role == Role.SHUFFLE:
            named = zip(inst.form.signature, inst.operands, strict=True)
            value = next(operand for spec, operand in named if spec.name == "a")
            copied = shadows.shuffled(inst, shadows.load(value))
        elif inst.form.kind != "pure":
            return Given(ALL_LANES)
        elif inst.form.role == Role.SELECT:
            copied = shadows.selected(inst)
        else:
            copied = shadows.joined_sources(inst)
        return Given(*(copied or ()))

    def source(self, operand: ir.Operand, bits: LLValue, odd: LLValue, zero: LLValue) -> Source:
        """Return an operand of a float instruction; in `odd` lanes it is not finite now."""
        b = self.g.b
        given = self.of(operand)
        is_odd = build.to_bits(b, odd)
        is_zero = None if zero is None else build.to_bits(b, zero)
        return Source(bits, is_odd, is_zero, b.or_(given.odd, b.and_(given.loaded, is_odd)))

    def calculated(self, inst: ir.Inst, sources: tuple[Source, ...]) -> LLValue:
        """Return the lanes in which a float comes from a NaN or an infinity that was loaded."""
        scalar = result_type(inst)
        form = None if scalar is None else float_format(scalar)
        one_by_one = form is not None and form.count == 1
        one_by_one = one_by_one and all(source.is_zero is not None for source in sources)
        match inst.opcode:
            case "add" | "sub" if one_by_one:
                return self._sum(*sources).odd
            case "mul" if one_by_one:
                return self._product(*sources).odd
            case "fma" | "mad" if one_by_one:
                return self._sum(self._product(*sources[:2]), sources[2]).odd
            case _:
                total: LLValue = NO_LANES
                for source in sources:
                    total = self.g.b.or_(total, source.odd)
                return total

    def _sum(self, first: Source, second: Source) -> Source:
        """Return a sum: of a 0 and a number it is the number."""
        b = self.g.b

        def matters(source: Source, other: Source) -> LLValue:
            return b.and_(source.odd, b.not_(b.and_(source.is_zero, b.not_(other.is_zero))))

        odd = b.or_(matters(first, second), matters(second, first))
        return Source(None, NO_LANES, NO_LANES, odd)

    def _product(self, first: Source, second: Source) -> Source:
        """Return a product: of a 0 and a finite number it is 0."""
        b = self.g.b

        def matters(source: Source, other: Source) -> LLValue:
            zero = b.and_(other.is_zero, b.not_(other.odd))
            return b.and_(source.odd, b.not_(b.and_(zero, b.not_(source.is_odd))))

        odd = b.or_(matters(first, second), matters(second, first))
        return Source(None, NO_LANES, b.or_(first.is_zero, second.is_zero), odd)

    def keep(self, inst: ir.Inst, given: Given, lanes: LLValue) -> None:
        """Emit what keeps what an instruction's results come of; lanes: that it writes."""
        for register in self._shadows.written_by(inst):
            self._shadows.store(register, given, lanes)

    def chosen(self, sources: tuple[Source, ...], result: LLValue) -> LLValue:
        """Return the same for a minimum or maximum: it comes from the operand that it equals."""
        b = self.g.b
        dropped: LLValue = NO_LANES
        total: LLValue = NO_LANES
        for source in sources:
            same = build.to_bits(b, b.icmp_unsigned("==", source.bits, result))
            dropped = b.or_(dropped, b.and_(same, b.not_(source.odd)))
            total = b.or_(total, source.odd)
        return b.and_(total, b.not_(dropped))
