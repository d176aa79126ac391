"""Compiled code that finds 32-bit integers of an address whose exact value does not fit.

Beside a register of 32 bits from which addresses are computed, two exact values are kept for each
lane: one if what it came from is signed, and one if that is unsigned. They are f64: exact up to
2^53, and far from what 32 bits hold beyond. Where the register becomes part of a number of 64 bits,
one of them must be the value that comes out.

Worked case: row 524289 of 4096 columns.

    mul.lo.s32  %r3, %r1, %r2;    2147487744 is exact: right as u32, -2147479552 as s32
    cvt.s64.s32 %rd1, %r3;        the sign is extended: wrong, and the product is named
    cvt.u64.u32 %rd1, %r3;        zeros are: right, as C's `unsigned` means it

So each register has two codes: where its value left s32 first, and where it left u32. The widening
says which of them counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.indices import IndexRegisters, is_sum, widens
from kernelscope.vgpu.analysis.numerics import ODD_BITS, Odd, Use
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, PTR
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.jit.shadow_plane import CODES, DOUBLES, Shadows, joined
from kernelscope.vgpu.layout import LANES, Context
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

_WORDS = CODES
_NONE = build.constant(CODES, 0)


def tell(g: Emitter, number: int, codes: LLValue, use: Use) -> None:
    """Emit a call of the host with the codes of an instruction's lanes, if some are not 0.

    number: the instruction's.
    """
    b = g.b
    odd = build.to_bits(b, b.icmp_unsigned("!=", codes, _NONE))
    lanes = b.and_(odd, g.asked_lanes())
    with b.if_then(b.icmp_unsigned("!=", lanes, ll.Constant(I32, 0)), likely=False):
        table = scratch(g, I32, 1, LANES)
        b.store(codes, table, align=64)
        function_type = ll.FunctionType(ll.VoidType(), [PTR, I32, I32, I32, PTR]).as_pointer()
        callback = b.inttoptr(build.load_slot(b, g.context, int(Context.ODD)), function_type)
        numbers = (ll.Constant(I32, n) for n in (number, int(use)))
        b.call(callback, [g.context, *numbers, lanes, table])


class _Exact(NamedTuple):
    """Exact values of 32-bit integers, and codes of what first made them not fit each type.

    Attributes:
        signed: if what they came from is signed.
        unsigned: if it is unsigned.
        beyond_s32: codes of values that neither of these is if the register is read as s32.
        beyond_u32: the same as u32.
    """

    signed: LLValue
    unsigned: LLValue
    beyond_s32: LLValue = _NONE
    beyond_u32: LLValue = _NONE


class IndexFollower:
    """Follows the integers from which one kernel's addresses are computed."""

    def __init__(self, g: Emitter) -> None:
        self.g = g
        self.registers = IndexRegisters(g.function)
        narrow = dict.fromkeys(self.registers.narrow, (DOUBLES, DOUBLES, CODES, CODES))
        self._narrow = Shadows(g, "indices", narrow)
        self._wide = Shadows(g, "wide indices", dict.fromkeys(self.registers.wide, (CODES,)))
        self._pending: _Exact | None = None
        self._codes: LLValue = None

    def begin_warp(self) -> None:
        """Emit the beginning of a warp: registers hold zeros."""
        self._narrow.begin_warp()
        self._wide.begin_warp()

    def tell(self, inst: ir.Inst, number: int) -> None:
        """Emit the calls of the host where an index that overflowed is part of an address."""
        for operand in inst.operands:
            if isinstance(operand, ir.Address) and not isinstance(operand.base, int):
                codes = self._wide.load(operand.base)
                if codes is not None:
                    tell(self.g, number, codes[0], Use.ADDRESS)

    def _exact(self, inst: ir.Inst, place: int) -> _Exact:
        """Return the exact values of a source."""
        g, b = self.g, self.g.b
        operand = inst.operands[place]
        kept = self._narrow.load(operand)
        if kept is not None:
            return _Exact(*kept)
        value = b.bitcast(g.source(inst, inst.form.signature[place], operand), _WORDS)
        signed = b.sitofp(value, DOUBLES)
        # A literal is what was meant: `add.s32 %r2, %r1, -1` is also how to subtract 1.
        is_literal = isinstance(operand, ir.Immediate)
        return _Exact(signed, signed if is_literal else b.uitofp(value, DOUBLES))

    # ---- instructions ---------------------------------------------------------------------

    def before(self, inst: ir.Inst) -> None:
        """Emit what looks at an instruction's sources."""
        self._pending, self._codes = None, None
        if inst.form.kind == "pure" and self._narrow.written_by(inst):
            is_new = not is_sum(inst) or self.registers.remainders.has(inst)
            self._pending = None if is_new else self._calculated(inst)
        elif inst.form.kind == "pure" and self._wide.written_by(inst):
            self._codes = self._widened(inst) if widens(inst) else self._passed(inst)

    def _passed(self, inst: ir.Inst) -> LLValue:
        codes = self._wide.joined_sources(inst)
        return None if codes is None else codes[0]

    def _widened(self, inst: ir.Inst) -> LLValue:
        """Return the codes of sources of 32 bits that are not the exact value."""
        total = self._passed(inst)
        source_type = inst.fields["st"] if inst.opcode == "cvt" else inst.fields["t"]
        for place in range(1, 2 if inst.opcode == "cvt" else 3):
            operand = inst.operands[place]
            if isinstance(operand, ir.Register) and operand in self._narrow:
                exact = self._exact(inst, place)
                is_signed = source_type.startswith("s")
                codes = exact.beyond_s32 if is_signed else exact.beyond_u32
                total = joined(self.g.b, total, codes)
        return total

    def _calculated(self, inst: ir.Inst) -> _Exact | None:
        """Return the exact result of what addresses are computed with; None: a new number."""
        b = self.g.b
        match inst.opcode:
            case "mov":
                return self._exact(inst, 1)
            case "add":
                return self._both(b.fadd, self._exact(inst, 1), self._exact(inst, 2))
            case "sub":
                return self._both(b.fsub, self._exact(inst, 1), self._exact(inst, 2))
            case "mul" | "mad":
                result = self._both(b.fmul, self._exact(inst, 1), self._exact(inst, 2))
                if inst.opcode == "mad":
                    result = self._both(b.fadd, result, self._exact(inst, 3))
                return result
            case "shl":
                factor = self._power(inst)
                return self._both(b.fmul, self._exact(inst, 1), _Exact(factor, factor))
            case "or":
                return self._either(inst)
            case "selp":
                condition = self.g.source(inst, inst.form.signature[3], inst.operands[3])
                sides = zip(self._exact(inst, 1), self._exact(inst, 2), strict=True)
                return _Exact(*(b.select(condition, yes, no) for yes, no in sides))
            case _:
                return None

    def _power(self, inst: ir.Inst) -> LLValue:
        """Return what a shift multiplies by; 0 if it moves all bits out."""
        g, b = self.g, self.g.b
        count = g.source(inst, inst.form.signature[2], inst.operands[2])
        fits = b.icmp_unsigned("<", count, build.constant(_WORDS, 32))
        zero = build.constant(_WORDS, 0)
        power = b.shl(build.constant(_WORDS, 1), b.select(fits, count, zero))
        return b.uitofp(b.select(fits, power, zero), DOUBLES)

    def _both(
        self, operation: Callable[[LLValue, LLValue], LLValue], first: _Exact, second: _Exact
    ) -> _Exact:
        return _Exact(
            operation(first.signed, second.signed),
            operation(first.unsigned, second.unsigned),
            joined(self.g.b, first.beyond_s32, second.beyond_s32),
            joined(self.g.b, first.beyond_u32, second.beyond_u32),
        )

    def _either(self, inst: ir.Inst) -> _Exact:
        """Return the exact values of `or`: a sum where no bit is in both, else a new number."""
        g, b = self.g, self.g.b
        specs, operands = inst.form.signature, inst.operands
        first, second = (b.bitcast(g.source(inst, specs[n], operands[n]), _WORDS) for n in (1, 2))
        is_sum = b.icmp_unsigned("==", b.and_(first, second), build.constant(_WORDS, 0))
        whole = b.or_(first, second)
        total = self._both(b.fadd, self._exact(inst, 1), self._exact(inst, 2))
        return _Exact(
            b.select(is_sum, total.signed, b.sitofp(whole, DOUBLES)),
            b.select(is_sum, total.unsigned, b.uitofp(whole, DOUBLES)),
            b.select(is_sum, total.beyond_s32, _NONE),
            b.select(is_sum, total.beyond_u32, _NONE),
        )

    def after(self, inst: ir.Inst, number: int, lanes: LLValue) -> None:
        """Emit what keeps an instruction's exact results, after it; lanes: that it writes."""
        for register in self._narrow.written_by(inst):
            self._narrow.store(register, self._kept(register, number), lanes)
        for register in self._wide.written_by(inst):
            self._wide.store(register, (self._codes,), lanes)
        self._pending, self._codes = None, None

    def _kept(self, register: ir.Register, number: int) -> _Exact:
        """Return the exact values of a result, and the codes of those that do not fit."""
        b = self.g.b
        value = self.g.read(register)
        signed, unsigned = b.sitofp(value, DOUBLES), b.uitofp(value, DOUBLES)
        if self._pending is None:
            return _Exact(signed, unsigned)
        exact = self._pending

        def beyond(read: LLValue, before: LLValue, odd: Odd) -> LLValue:
            bad = b.and_(
                b.fcmp_unordered("!=", exact.signed, read),
                b.fcmp_unordered("!=", exact.unsigned, read),
            )
            own = build.constant(CODES, number << ODD_BITS | odd)
            return b.select(bad, joined(b, before, own), _NONE)

        return _Exact(
            exact.signed,
            exact.unsigned,
            beyond(signed, exact.beyond_s32, Odd.BEYOND_S32),
            beyond(unsigned, exact.beyond_u32, Odd.BEYOND_U32),
        )
