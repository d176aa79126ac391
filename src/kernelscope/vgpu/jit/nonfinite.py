"""Compiled code that knows which floats come of values that were loaded and were not finite.

A register that floats are calculated from has two masks of lanes in the frame, i32 each: those in
which its value was *loaded* as it is, and those in which it *comes of* a loaded NaN or infinity,
also if it is finite again:

    ex2.approx.f32 %f2, %f1       %f1 is a loaded -inf: %f2 is 0, and comes of it
    div.full.f32   %f3, %f2, %f2  0 / 0 is no fault of this instruction

A value does not come of an operand that cannot matter: a 0 that is added to a number, or what a
0 is multiplied with, or the operand that a minimum drops.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.numerics import (
    float_format,
    result_type,
    values_of_floats,
)
from kernelscope.vgpu.analysis.undefined import named_sources
from kernelscope.vgpu.ir.forms import PureCode
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

_NONE = ll.Constant(I32, 0)
_ALL = ll.Constant(I32, 0xFFFFFFFF)
_BYTES = 8
_WORDS = build.vector(I32)


@dataclass(frozen=True, slots=True)
class Given:
    """The lanes in which a value was loaded as it is, and in which it comes of such as are odd."""

    loaded: LLValue = _NONE
    odd: LLValue = _NONE


@dataclass(frozen=True, slots=True)
class Source:
    """An operand of a float instruction: the bits of its lanes, and what they come of.

    Attributes:
        is_odd: the lanes in which it is not finite.
        is_zero: the lanes in which it is 0; None if two values are side by side.
        odd: the lanes in which it comes of a NaN or an infinity that was loaded.
    """

    bits: LLValue
    is_odd: LLValue
    is_zero: LLValue
    odd: LLValue


class GivenFollower:
    """Follows what one kernel's floats come of."""

    def __init__(self, g: Emitter) -> None:
        self.g = g
        registers = sorted(values_of_floats(g.function))
        self._size = _BYTES * len(registers)
        self._area = g.reserve_area("given values", self._size)
        self._places = {index: self._area + _BYTES * n for n, index in enumerate(registers)}

    def begin(self) -> None:
        """Emit the beginning of a warp: nothing was loaded."""
        if self._size:
            args = [self._pointer(self._area), ll.Constant(I8, 0), ll.Constant(I64, self._size)]
            args.append(ll.Constant(I1, 0))
            build.intrinsic(self.g.b, "memset", ll.VoidType(), args, [PTR, I64])

    def _pointer(self, offset: int) -> LLValue:
        return self.g.b.gep(self.g.frame, [ll.Constant(I64, offset)], source_etype=I8)

    def of(self, operand: ir.Operand) -> Given:
        """Return what a source comes of."""
        if isinstance(operand, ir.Register) and operand.index in self._places:
            pair = self._pointer(self._places[operand.index])
            second = self.g.b.gep(pair, [ll.Constant(I64, 1)], source_etype=I32)
            return Given(self.g.b.load(pair, typ=I32), self.g.b.load(second, typ=I32))
        return Given()

    def wants(self, inst: ir.Inst) -> bool:
        """Return whether floats are calculated from one of an instruction's results."""
        return any(register.index in self._places for register in inst.destinations)

    # ---- instructions ---------------------------------------------------------------------

    def copied(self, inst: ir.Inst) -> Given:
        """Return what the results of an instruction that calculates no floats come of."""
        if inst.opcode == "shfl":
            return self._shuffled(inst)
        if inst.form.kind != "pure":
            return Given(_ALL)
        if inst.opcode == "selp":
            return self._selected(inst)
        b, total = self.g.b, Given()
        for _, register in named_sources(inst):
            one = self.of(register)
            total = Given(b.or_(total.loaded, one.loaded), b.or_(total.odd, one.odd))
        return total

    def _selected(self, inst: ir.Inst) -> Given:
        g, b = self.g, self.g.b
        condition = build.to_bits(b, g.source(inst, inst.form.signature[3], inst.operands[3]))
        first, second = self.of(inst.operands[1]), self.of(inst.operands[2])

        def choose(yes: LLValue, no: LLValue) -> LLValue:
            return b.or_(b.and_(yes, condition), b.and_(no, b.not_(condition)))

        return Given(choose(first.loaded, second.loaded), choose(first.odd, second.odd))

    def _shuffled(self, inst: ir.Inst) -> Given:
        """Return what other lanes bring, as bits 0 and 1 of a number of each."""
        g, b = self.g, self.g.b
        place = next(n for n, spec in enumerate(inst.form.signature) if spec.name == "a")
        given = self.of(inst.operands[place])
        numbers = b.zext(build.to_mask(b, given.loaded), _WORDS)
        odd = b.shl(b.zext(build.to_mask(b, given.odd), _WORDS), build.constant(_WORDS, 1))
        code = cast("PureCode", inst.form.code)
        brought = code(g, inst.fields, b.or_(numbers, odd), *g.sources(inst)[1:])[0]

        def lanes(bit: int) -> LLValue:
            one = b.and_(brought, build.constant(_WORDS, bit))
            return build.to_bits(b, b.icmp_unsigned("!=", one, build.constant(_WORDS, 0)))

        return Given(lanes(1), lanes(2))

    def source(self, operand: ir.Operand, bits: LLValue, odd: LLValue, zero: LLValue) -> Source:
        """Return an operand of a float instruction; in `odd` lanes it is not finite now."""
        b = self.g.b
        given = self.of(operand)
        is_odd = build.to_bits(b, odd)
        is_zero = None if zero is None else build.to_bits(b, zero)
        return Source(bits, is_odd, is_zero, b.or_(given.odd, b.and_(given.loaded, is_odd)))

    def calculated(self, inst: ir.Inst, sources: tuple[Source, ...]) -> LLValue:
        """Return the lanes in which a float comes of a NaN or an infinity that was loaded."""
        kind = result_type(inst)
        form = None if kind is None else float_format(kind)
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
                total: LLValue = _NONE
                for source in sources:
                    total = self.g.b.or_(total, source.odd)
                return total

    def _sum(self, first: Source, second: Source) -> Source:
        """Return a sum: of a 0 and a number it is the number."""
        b = self.g.b

        def matters(one: Source, other: Source) -> LLValue:
            return b.and_(one.odd, b.not_(b.and_(one.is_zero, b.not_(other.is_zero))))

        odd = b.or_(matters(first, second), matters(second, first))
        return Source(None, _NONE, _NONE, odd)

    def _product(self, first: Source, second: Source) -> Source:
        """Return a product: of a 0 and a finite number it is 0."""
        b = self.g.b

        def matters(one: Source, other: Source) -> LLValue:
            zero = b.and_(other.is_zero, b.not_(other.odd))
            return b.and_(one.odd, b.not_(b.and_(zero, b.not_(one.is_odd))))

        odd = b.or_(matters(first, second), matters(second, first))
        return Source(None, _NONE, b.or_(first.is_zero, second.is_zero), odd)

    def keep(self, inst: ir.Inst, given: Given, lanes: LLValue) -> None:
        """Emit what keeps what an instruction's results come of; lanes: that it writes."""
        b = self.g.b
        written = build.to_bits(b, lanes)
        for register in inst.destinations:
            if register.index in self._places:
                place = self._pointer(self._places[register.index])
                for n, mask in enumerate((given.loaded, given.odd)):
                    half = b.gep(place, [ll.Constant(I64, n)], source_etype=I32)
                    old = b.and_(b.load(half, typ=I32), b.not_(written))
                    b.store(b.or_(old, b.and_(mask, written)), half)

    def chosen(self, sources: tuple[Source, ...], result: LLValue) -> LLValue:
        """Return the same of a minimum or maximum: it comes of the operand that it is equal to."""
        b = self.g.b
        dropped: LLValue = _NONE
        total: LLValue = _NONE
        for source in sources:
            same = build.to_bits(b, b.icmp_unsigned("==", source.bits, result))
            dropped = b.or_(dropped, b.and_(same, b.not_(source.odd)))
            total = b.or_(total, source.odd)
        return b.and_(total, b.not_(dropped))
