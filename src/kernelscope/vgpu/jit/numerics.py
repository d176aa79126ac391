"""Compiled code that follows odd values (`analysis.numerics`) to where they are stored.

A register that may be odd has a number for each lane in the frame: 0, or `step << ODD_BITS | kind`
of the instruction that made the value odd.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.numerics import (
    ODD_BITS,
    FloatFormat,
    NumericPlan,
    Odd,
    OddValues,
    Use,
    calculates,
    float_format,
    makes_odd,
    result_type,
)
from kernelscope.vgpu.analysis.undefined import element_bytes, space_of
from kernelscope.vgpu.counting.plan import source_of
from kernelscope.vgpu.ir.forms import OperandSpec, Role
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32
from kernelscope.vgpu.jit.instrument import Instrument
from kernelscope.vgpu.jit.nonfinite import Given, GivenFollower, Source
from kernelscope.vgpu.jit.overflow import IndexFollower, tell
from kernelscope.vgpu.jit.shadow_plane import CODES, Shadow, Shadows, joined
from kernelscope.vgpu.jit.shadows import ShadowFollower
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import LLValue, ScalarType

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

_ZERO = build.constant(CODES, 0)
_BY_ZERO = frozenset(("div", "rcp", "rsqrt"))
_HALF_EXPONENT = 0x7C00


def _only(shadow: Shadow | None) -> LLValue:
    """Return the one part of a shadow; None if there is none."""
    return None if shadow is None else shadow[0]


@dataclass(frozen=True, slots=True)
class Made:
    """The odd values that an instruction writes.

    Attributes:
        lanes: that it writes, as an i32.
        codes: what comes out of its sources; None for nothing.
        new: what its sources would make it, if its result is so; None if it makes nothing odd.
        finite: of a float instruction the lanes whose sources are finite and come of nothing else,
            one for each value side by side.
        given: what its results come of; None of an instruction across lanes that are not there.
        sources: of a minimum or maximum, its operands.
    """

    lanes: LLValue
    codes: LLValue = None
    new: LLValue = None
    finite: tuple[LLValue, ...] = ()
    given: Given | None = None
    sources: tuple[Source, ...] = ()


class OddFollower(Instrument):
    """Follows the odd values of one kernel, next to the code of its generator."""

    def __init__(self, g: Emitter) -> None:
        super().__init__(g)
        self._pending: Made | None = None
        self.values = OddValues(g.function, partial(source_of, g.function))
        odd = (n for n, may_be in enumerate(self.values.may_be_odd) if may_be)
        self._odd = Shadows(g, "odd values", dict.fromkeys(odd, (CODES,)))
        self._index = IndexFollower(g)
        self._given = GivenFollower(g)
        self._shadows = ShadowFollower(g, self.values.number)

    def begin_warp(self) -> None:
        """Emit the beginning of a warp: nothing is odd."""
        self._index.begin_warp()
        self._given.begin_warp()
        self._shadows.begin_warp()
        self._odd.begin_warp()

    @property
    def plan(self) -> NumericPlan:
        """The facts about the kernel that the host needs."""
        return replace(self.values.plan, stores=self._shadows.stores)

    def _codes(self, operand: ir.Operand | int) -> LLValue:
        """Return the codes of an operand; None if it is never odd."""
        return None if isinstance(operand, int) else _only(self._odd.load(operand))

    # ---- instructions ---------------------------------------------------------------------

    def before(self, inst: ir.Inst) -> None:
        """Emit what looks at an instruction's sources."""
        self.g.lanes = LANES
        self._tell(inst)
        self._index.tell(inst, self.values.number(inst))
        self._index.before(inst)
        self._shadows.before(inst)
        self._pending = self._made(inst)

    def _made(self, inst: ir.Inst) -> Made:
        """Return what an instruction makes of its sources."""
        lanes = self.g.asked_lanes()
        given, sources = Given(), ()
        if calculates(inst):
            sources = self._float_sources(inst)
            given = Given(odd=self._given.calculated(inst, sources))
        elif self._given.wants(inst):
            given = self._given.copied(inst)
        if inst.form.kind != "pure" and inst.form.role != Role.SHUFFLE:
            return Made(lanes, given=given)
        codes = self._passed(inst)
        if not makes_odd(inst):
            is_extreme = inst.form.role == Role.EXTREME
            return Made(lanes, codes, given=given, sources=sources if is_extreme else ())
        scalar = result_type(inst)
        assert scalar is not None
        form = float_format(scalar)
        if form is None:
            return Made(lanes, joined(self.g.b, codes, self._bad_integer(inst)), given=given)
        before = build.to_mask(self.g.b, self.g.b.not_(given.odd))
        finite = (self._finite(inst, part, form) for part in range(form.count))
        ours = tuple(self.g.b.and_(part, before) for part in finite)
        return Made(lanes, codes, self._kinds(inst), ours, given)

    def after(self, inst: ir.Inst) -> None:
        """Emit what gives an instruction's results their codes, after it."""
        self.g.lanes = LANES
        made = self._pending or Made(self.g.active_bits)
        self._pending = None
        self._keep_given(inst, made)
        self._shadows.after(inst)
        self._index.after(inst, self.values.number(inst), made.lanes)
        for register in self._odd.written_by(inst):
            self._odd.store(register, (self._result(inst, register, made),), made.lanes)

    def _keep_given(self, inst: ir.Inst, made: Made) -> None:
        if not self._given.wants(inst):
            return
        given = made.given or Given(loaded=ll.Constant(I32, 0xFFFFFFFF))
        if made.sources:
            (target,) = inst.destinations
            scalar = result_type(inst)
            assert scalar is not None
            given = Given(odd=self._given.chosen(made.sources, self._bits(target, scalar)))
        self._given.keep(inst, given, made.lanes)

    def _float_sources(self, inst: ir.Inst) -> tuple[Source, ...]:
        """Return the float operands of an instruction that calculates one."""
        b = self.g.b
        sources: list[Source] = []
        for spec, operand, scalar in self._values(inst):
            form = float_format(scalar)
            if form is None:
                continue
            bits = self._source_bits(inst, spec, operand, scalar)
            odd, _ = self._odd_part(bits, form, 0)
            for part in range(1, form.count):
                odd = b.or_(odd, self._odd_part(bits, form, part)[0])
            zero: LLValue = None
            if form.count == 1:
                size = b.shl(bits, build.constant(bits.type, 1))  # -0 is zero, too
                zero = b.icmp_unsigned("==", size, build.constant(bits.type, 0))
            sources.append(self._given.source(operand, bits, odd, zero))
        return tuple(sources)

    def _result(self, inst: ir.Inst, register: ir.Register, made: Made) -> LLValue:
        b = self.g.b
        codes = _ZERO if made.codes is None else made.codes
        scalar = result_type(inst)
        form = None if scalar is None else float_format(scalar)
        if form is None or scalar is None or inst.form.kind != "pure":
            if inst.form.role == Role.COPY and register.type.bits == 16:
                # One half of a pair may be odd, and the other not.
                half = FloatFormat(16, 1, _HALF_EXPONENT)
                odd, _ = self._odd_part(self.g.read(register), half, 0)
                return b.select(odd, codes, _ZERO)
            return codes
        bits = self._bits(register, scalar)
        result: LLValue = _ZERO
        for part in range(form.count):
            odd, is_nan = self._odd_part(bits, form, part)
            mine = codes
            if made.finite:
                nan = b.add(made.new, build.constant(CODES, int(Odd.NAN)))
                new = b.select(is_nan, nan, made.new)
                mine = joined(self.g.b, codes, b.select(made.finite[part], new, _ZERO))
            result = joined(self.g.b, result, b.select(odd, mine, _ZERO))
        return result

    # ---- values ---------------------------------------------------------------------------

    def _passed(self, inst: ir.Inst) -> LLValue:
        """Return the codes that come out of the sources."""
        if inst.form.role == Role.SELECT:
            return _only(self._odd.selected(inst))
        codes = self._odd.joined_sources(inst)
        if inst.form.role == Role.SHUFFLE:
            codes = self._odd.shuffled(inst, codes)
        return _only(codes)

    def _bits(self, operand: ir.Operand, kind: ScalarType) -> LLValue:
        """Return the bits of a register in each lane, as wide as a type."""
        assert isinstance(operand, ir.Register)
        value = self.g.read(operand)
        if operand.type.bits > kind.bits:
            value = self.g.b.trunc(value, build.vector(ll.IntType(kind.bits)))
        return value

    def _odd_part(self, bits: LLValue, form: FloatFormat, part: int) -> tuple[LLValue, LLValue]:
        """Return the lanes whose value is not finite, and those in which it is a NaN."""
        b = self.g.b
        lanes_type = build.vector(ll.IntType(form.bits))
        if part:
            bits = b.lshr(bits, build.constant(bits.type, form.bits * part))
        if bits.type != lanes_type:
            bits = b.trunc(bits, lanes_type)
        size = b.and_(bits, build.constant(lanes_type, (1 << (form.bits - 1)) - 1))
        limit = build.constant(lanes_type, form.exponent)
        return b.icmp_unsigned(">=", size, limit), b.icmp_unsigned(">", size, limit)

    def _values(self, inst: ir.Inst) -> list[tuple[OperandSpec, ir.Operand, ScalarType]]:
        """Return the source operands that are values."""
        return [
            (spec, operand, operand_type(spec, inst.fields, inst.form))
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True)
            if spec.kind == "value" and not spec.is_destination and operand is not None
        ]

    def _finite(self, inst: ir.Inst, part: int, form: FloatFormat) -> LLValue:
        """Return the lanes whose sources are all finite, for one of the values side by side."""
        b = self.g.b
        total: LLValue = build.constant(build.MASK, 1)
        for spec, operand, scalar in self._values(inst):
            own = float_format(scalar)
            if own is None:
                continue
            bits = self._source_bits(inst, spec, operand, scalar)
            for n in (part,) if own.count == form.count else range(own.count):
                odd, _ = self._odd_part(bits, own, n)
                total = b.and_(total, b.not_(odd))
        return total

    def _source_bits(
        self, inst: ir.Inst, spec: OperandSpec, operand: ir.Operand, kind: ScalarType
    ) -> LLValue:
        if isinstance(operand, ir.Register):
            return self._bits(operand, kind)
        value = self.g.source(inst, spec, operand)
        return self.g.b.bitcast(value, build.vector(ll.IntType(kind.bits)))

    def _is_zero(self, inst: ir.Inst, place: int) -> LLValue:
        """Return the lanes in which a source, of those that are values, is zero."""
        b = self.g.b
        spec, operand, scalar = self._values(inst)[place]
        bits = self._source_bits(inst, spec, operand, scalar)
        words = bits.type
        if scalar.is_float:
            bits = b.shl(bits, build.constant(words, 1))  # -0 is zero, too
        return b.icmp_unsigned("==", bits, build.constant(words, 0))

    def _kinds(self, inst: ir.Inst) -> LLValue:
        """Return the codes for infinities of an instruction."""
        code = self.values.number(inst) << ODD_BITS
        plain = build.constant(CODES, code | Odd.INFINITY)
        if inst.opcode not in _BY_ZERO:
            return plain
        zero = self._is_zero(inst, int(inst.opcode == "div"))
        by_zero = build.constant(CODES, code | Odd.INFINITY_BY_ZERO)
        return self.g.b.select(zero, by_zero, plain)

    def _bad_integer(self, inst: ir.Inst) -> LLValue:
        """Return the codes of divisions by zero and of shifts by too many bits."""
        b = self.g.b
        code = self.values.number(inst) << ODD_BITS
        if inst.form.role == Role.DIVIDE:
            bad, what = self._is_zero(inst, 1), Odd.DIVISION
        else:
            spec, operand, scalar = self._values(inst)[1]
            count = self._source_bits(inst, spec, operand, scalar)
            result = result_type(inst)
            assert result is not None
            most = build.constant(count.type, result.bits)
            bad, what = b.icmp_unsigned(">=", count, most), Odd.SHIFT
        return b.select(bad, build.constant(CODES, code | what), _ZERO)

    # ---- what is told ---------------------------------------------------------------------

    def _tell(self, inst: ir.Inst) -> None:
        """Emit the calls of the host where odd values are stored, or are part of an address."""
        for operand in inst.operands:
            if isinstance(operand, ir.Address):
                self._tell_codes(inst, operand.base, Use.ADDRESS)
        if inst.opcode in ("st", "atom", "red"):
            is_global = space_of(inst) in ("global", "generic")
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
                if not spec.is_destination and not isinstance(operand, ir.Address):
                    use = Use.STORED if is_global else Use.LOST
                    self._tell_codes(inst, operand, use)

    def _tell_codes(self, inst: ir.Inst, operand: ir.Operand | int, use: Use) -> None:
        parts = operand if isinstance(operand, tuple) else (operand,)
        codes = [self._used_codes(part, element_bytes(inst)) for part in parts]
        total = functools.reduce(functools.partial(joined, self.g.b), codes)
        if total is not None:
            tell(self.g, self.values.number(inst), total, use)

    def _used_codes(self, operand: ir.Operand | int, count: int) -> LLValue:
        """Return the codes of an operand of which the lowest bytes are used."""
        codes = self._codes(operand)
        is_register = isinstance(operand, ir.Register)
        if codes is None or not is_register or operand.index not in self.values.bytes_of:
            return codes
        return self.g.b.select(self._has_odd_byte(operand, count), codes, _ZERO)

    def _has_odd_byte(self, register: ir.Register, count: int) -> LLValue:
        """Return the lanes in which one of the lowest bytes is a float that is not finite."""
        form, bits = self.values.bytes_of[register.index], self.g.read(register)
        parts = range(min(count, register.type.bits // 8))
        odd = [self._odd_part(bits, form, part)[0] for part in parts]
        return functools.reduce(self.g.b.or_, odd)


class IndexWatch(Instrument):
    """Follows the integers of addresses alone (`overflow`), to tell why an access failed."""

    def __init__(self, g: Emitter) -> None:
        super().__init__(g)
        self._values = OddValues(g.function, partial(source_of, g.function))
        self._index = IndexFollower(g)
        self._lanes: LLValue = None

    @property
    def plan(self) -> NumericPlan:
        """What the host must know of the kernel."""
        return self._values.plan

    def begin_warp(self) -> None:
        """Emit the beginning of a warp."""
        self._index.begin_warp()

    def before(self, inst: ir.Inst) -> None:
        """Emit what looks at an instruction's sources."""
        self.g.lanes = LANES
        self._index.tell(inst, self._values.number(inst))
        self._index.before(inst)
        self._lanes = self.g.asked_lanes()

    def after(self, inst: ir.Inst) -> None:
        """Emit what keeps an instruction's exact results, after it."""
        self.g.lanes = LANES
        self._index.after(inst, self._values.number(inst), self._lanes)
