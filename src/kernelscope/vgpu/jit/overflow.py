"""Compiled code that finds 32-bit integers of an address whose exact value does not fit.

Beside a register of 32 bits from which addresses are computed, two exact values are kept for each
lane: one if what it came from is signed, and one if that is unsigned. They are f64: exact up to
2^53, and far from what 32 bits hold beyond. Where the register becomes part of a number of 64 bits,
one of them must be the value that comes out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.indices import IndexRegisters, is_sum, widens
from kernelscope.vgpu.analysis.numerics import ODD_BITS, Odd
from kernelscope.vgpu.analysis.undefined import named_sources
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import F64, I1, I8, I32, I64, PTR
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

_CODES, _EXACT, _WORDS = build.vector(I32), build.vector(F64), build.vector(I32)
_CODES_BYTES, _EXACT_BYTES = 4 * LANES, 8 * LANES
_NONE = build.constant(_CODES, 0)


@dataclass(frozen=True, slots=True)
class _Exact:
    """The exact values of 32-bit integers, and the codes of where they did not fit first."""

    signed: LLValue
    unsigned: LLValue
    codes: LLValue = _NONE


class IndexFollower:
    """Follows the integers from which one kernel's addresses are computed."""

    def __init__(self, g: Emitter) -> None:
        self.g = g
        self.registers = IndexRegisters(g.function)
        narrow, wide = sorted(self.registers.narrow), sorted(self.registers.wide)
        each = 2 * _EXACT_BYTES + _CODES_BYTES
        self._size = each * len(narrow) + _CODES_BYTES * len(wide)
        area = g.reserve_area("indices", self._size)
        self._area = area
        self._narrow = {index: area + each * n for n, index in enumerate(narrow)}
        area += each * len(narrow)
        self._wide = {index: area + _CODES_BYTES * n for n, index in enumerate(wide)}
        self._pending: _Exact | None = None
        self._codes: LLValue = None

    def begin(self) -> None:
        """Emit the beginning of a warp: registers hold zeros."""
        if self._size:
            args = [self._pointer(self._area), ll.Constant(I8, 0), ll.Constant(I64, self._size)]
            args.append(ll.Constant(I1, 0))
            build.intrinsic(self.g.b, "memset", ll.VoidType(), args, [PTR, I64])

    def _pointer(self, offset: int) -> LLValue:
        return self.g.b.gep(self.g.frame, [ll.Constant(I64, offset)], source_etype=I8)

    def codes_of(self, operand: ir.Operand | int) -> LLValue:
        """Return the codes of a number of 64 bits; None if no index is part of it."""
        if isinstance(operand, ir.Register) and operand.index in self._wide:
            place = self._pointer(self._wide[operand.index])
            return self.g.b.load(place, typ=_CODES, align=64)
        return None

    def _exact(self, inst: ir.Inst, place: int) -> _Exact:
        """Return the exact values of a source."""
        g, b = self.g, self.g.b
        operand = inst.operands[place]
        if isinstance(operand, ir.Register) and operand.index in self._narrow:
            offset = self._narrow[operand.index]
            signed = b.load(self._pointer(offset), typ=_EXACT, align=64)
            unsigned = b.load(self._pointer(offset + _EXACT_BYTES), typ=_EXACT, align=64)
            codes = b.load(self._pointer(offset + 2 * _EXACT_BYTES), typ=_CODES, align=64)
            return _Exact(signed, unsigned, codes)
        value = b.bitcast(g.source(inst, inst.form.signature[place], operand), _WORDS)
        signed = b.sitofp(value, _EXACT)
        # A literal is what was meant: `add.s32 %r2, %r1, -1` is also how to subtract 1.
        is_literal = isinstance(operand, ir.Immediate)
        return _Exact(signed, signed if is_literal else b.uitofp(value, _EXACT))

    def _join(self, first: LLValue, second: LLValue) -> LLValue:
        if first is None or second is None:
            return second if first is None else first
        return self.g.b.select(self.g.b.icmp_unsigned("!=", first, _NONE), first, second)

    # ---- instructions ---------------------------------------------------------------------

    def before(self, inst: ir.Inst) -> None:
        """Emit what looks at an instruction's sources."""
        self._pending, self._codes = None, None
        targets = [r.index for r in inst.destinations]
        if inst.form.kind == "pure" and any(index in self._narrow for index in targets):
            self._pending = self._calculated(inst) if is_sum(inst) else None
        elif inst.form.kind == "pure" and any(index in self._wide for index in targets):
            self._codes = self._widened(inst) if widens(inst) else self._passed(inst)

    def _passed(self, inst: ir.Inst) -> LLValue:
        total: LLValue = None
        for _, register in named_sources(inst):
            total = self._join(total, self.codes_of(register))
        return total

    def _widened(self, inst: ir.Inst) -> LLValue:
        """Return the codes of sources of 32 bits that are not the exact value."""
        total = self._passed(inst)
        b = self.g.b
        kind = inst.fields["st"] if inst.opcode == "cvt" else inst.fields["t"]
        for place in range(1, 2 if inst.opcode == "cvt" else 3):
            operand = inst.operands[place]
            if isinstance(operand, ir.Register) and operand.index in self._narrow:
                exact = self._exact(inst, place)
                extend = b.sitofp if kind.startswith("s") else b.uitofp
                value = extend(self.g.read(operand), _EXACT)
                bad = b.and_(
                    b.fcmp_unordered("!=", exact.signed, value),
                    b.fcmp_unordered("!=", exact.unsigned, value),
                )
                total = self._join(total, b.select(bad, exact.codes, _NONE))
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
                first, second = self._exact(inst, 1), self._exact(inst, 2)
                condition = self.g.source(inst, inst.form.signature[3], inst.operands[3])
                return _Exact(
                    b.select(condition, first.signed, second.signed),
                    b.select(condition, first.unsigned, second.unsigned),
                    b.select(condition, first.codes, second.codes),
                )
            case _:
                return None

    def _power(self, inst: ir.Inst) -> LLValue:
        """Return what a shift multiplies by; 0 if it moves all bits out."""
        g, b = self.g, self.g.b
        count = g.source(inst, inst.form.signature[2], inst.operands[2])
        fits = b.icmp_unsigned("<", count, build.constant(_WORDS, 32))
        zero = build.constant(_WORDS, 0)
        power = b.shl(build.constant(_WORDS, 1), b.select(fits, count, zero))
        return b.uitofp(b.select(fits, power, zero), _EXACT)

    def _both(
        self, operation: Callable[[LLValue, LLValue], LLValue], first: _Exact, second: _Exact
    ) -> _Exact:
        return _Exact(
            operation(first.signed, second.signed),
            operation(first.unsigned, second.unsigned),
            self._join(first.codes, second.codes),
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
            b.select(is_sum, total.signed, b.sitofp(whole, _EXACT)),
            b.select(is_sum, total.unsigned, b.uitofp(whole, _EXACT)),
            b.select(is_sum, total.codes, _NONE),
        )

    def after(self, inst: ir.Inst, number: int, lanes: LLValue) -> None:
        """Emit what keeps an instruction's exact results, after it; lanes: that it writes."""
        for register in inst.destinations:
            if register.index in self._narrow:
                self._keep(register, number, lanes)
            elif register.index in self._wide:
                place = self._pointer(self._wide[register.index])
                codes = _NONE if self._codes is None else self._codes
                self._store(place, _CODES, codes, lanes)
        self._pending, self._codes = None, None

    def _keep(self, register: ir.Register, number: int, lanes: LLValue) -> None:
        b = self.g.b
        value = self.g.read(register)
        signed, unsigned = b.sitofp(value, _EXACT), b.uitofp(value, _EXACT)
        exact = self._pending or _Exact(signed, unsigned)
        codes = exact.codes
        if self._pending is not None:
            bad = b.and_(
                b.fcmp_unordered("!=", exact.signed, signed),
                b.fcmp_unordered("!=", exact.unsigned, unsigned),
            )
            own = build.constant(_CODES, number << ODD_BITS | Odd.OVERFLOW)
            codes = b.select(bad, self._join(codes, own), _NONE)
        offset = self._narrow[register.index]
        for n, one in enumerate((exact.signed, exact.unsigned)):
            self._store(self._pointer(offset + n * _EXACT_BYTES), _EXACT, one, lanes)
        self._store(self._pointer(offset + 2 * _EXACT_BYTES), _CODES, codes, lanes)

    def _store(self, place: LLValue, kind: LLValue, value: LLValue, lanes: LLValue) -> None:
        b = self.g.b
        old = b.load(place, typ=kind, align=64)
        b.store(b.select(lanes, value, old), place, align=64)
