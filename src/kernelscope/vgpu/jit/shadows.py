"""Compiled code that keeps a shadow in float64 of each float that a kernel calculates.

A register that has shadows (`analysis.shadows`) has a row for each of its values in the frame.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.numerics import PreciseStore
from kernelscope.vgpu.analysis.shadows import (
    COPIES,
    Format,
    ShadowRegisters,
    copied_operands,
    float_operands,
    stored,
)
from kernelscope.vgpu.ir.forms import Role
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import F64, I32
from kernelscope.vgpu.jit.shadow_code import (
    calculate,
    judge,
    load_row,
    part_of,
    restart,
    store_row,
)
from kernelscope.vgpu.jit.shadow_plane import CODES, DOUBLES, Shadow, Shadows
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

_NO_REGISTER = -1


@dataclass(slots=True)
class Pending:
    """The facts that are known before an instruction about the shadows after it.

    `lanes`: that it writes, as a mask. `bits`: of its float operands. `copies`: the rows that a
    register gets, by its index.
    """

    lanes: LLValue
    bits: list[LLValue] = field(default_factory=list[LLValue])
    copies: dict[int, list[Shadow]] = field(default_factory=dict[int, list[Shadow]])


class ShadowFollower:
    """Keeps the shadows of one kernel.

    `number`: returns the number of an instruction.

    Attributes:
        stores: what is looked at.
    """

    def __init__(self, g: Emitter, number: Callable[[ir.Inst], int]) -> None:
        self.g = g
        self.registers = ShadowRegisters(g.function)
        self._number = number
        rows = {n: (DOUBLES, CODES) * form.count for n, form in self.registers.formats.items()}
        if rows:
            # A row of NaNs, which stands for a value that has no shadow of its own.
            rows[_NO_REGISTER] = DOUBLES, CODES
        self._rows = Shadows(g, "shadows", rows)
        self._pending: Pending | None = None
        self._stores = {inst: n for n, inst in enumerate(self.registers.stores)}
        self.stores = tuple(
            PreciseStore(number(inst), self.registers.limit(inst)) for inst in self._stores
        )

    def begin_warp(self) -> None:
        """Emit the beginning of a warp: each value is its own shadow."""
        self._rows.begin_warp(0xFF)  # all bits set is a NaN

    def _row(self, register: int, part: int) -> LLValue:
        return self._rows.place(register, 2 * part)

    def _row_of(self, operand: ir.Operand, format: Format, part: int) -> LLValue:
        """Return the row of an operand that is read in a format; one of NaNs if it has none."""
        if isinstance(operand, ir.Register) and self.registers.of(operand) == format:
            return self._row(operand.index, part)
        return self._row(_NO_REGISTER, 0)

    # ---- instructions ---------------------------------------------------------------------

    def before(self, inst: ir.Inst) -> None:
        """Emit what looks at an instruction's sources."""
        self._pending = None
        if inst in self._stores:
            self._judge(inst)
        has_row = any(self.registers.of(r) is not None for r in inst.destinations)
        if not has_row:
            return
        pending = Pending(build.to_mask(self.g.b, self.g.asked_lanes()))
        if self.registers.is_calculated(inst):
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
                is_value = spec.kind == "value" and not spec.is_destination
                if is_value and operand is not None:
                    scalar = operand_type(spec, inst.fields, inst.form)
                    value = self.g.source(inst, spec, operand)
                    words = build.vector(ll.IntType(scalar.bits))
                    pending.bits.append(self.g.b.bitcast(value, words))
        elif inst.form.role in COPIES:
            pending.copies = self._copies(inst)
        self._pending = pending

    def after(self, inst: ir.Inst) -> None:
        """Emit what keeps the shadows of an instruction's results, after it."""
        pending = self._pending
        self._pending = None
        lanes = pending.lanes if pending else build.to_mask(self.g.b, self.g.active_bits)
        for register in inst.destinations:
            format = self.registers.of(register)
            if format is None:
                continue
            copies = None if pending is None else pending.copies.get(register.index)
            if pending is not None and pending.bits:
                self._calculate(inst, register, pending)
                continue
            for part in range(format.count):
                row = self._row(register.index, part)
                if copies is not None:
                    store_row(self.g.b, row, copies[part], lanes)
                else:
                    restart(self.g.b, row, lanes)

    def _calculate(self, inst: ir.Inst, register: ir.Register, pending: Pending) -> None:
        b = self.g.b
        format = self.registers.formats[register.index]
        operands = list(zip(float_operands(inst), pending.bits, strict=True))
        # The first operand of a conversion to a pair is its upper half.
        is_pair = inst.opcode == "cvt" and format.count == 2
        for part in range(format.count):
            mine = [operands[1 - part]] if is_pair else operands
            bits = [part_of(b, v, f, 0 if f.count == 1 else part) for (_, f), v in mine]
            rows = [self._row_of(o, f, 0 if f.count == 1 else part) for (o, f), _ in mine]
            names = [f.name for (_, f), _ in mine]
            function = calculate(self.g.module, inst.opcode, names, format.name)
            result = part_of(b, self.g.read(register), format, part)
            target = self._row(register.index, part)
            lanes = build.to_bits(b, pending.lanes)
            step = ll.Constant(I32, self._number(inst))
            b.call(function, [target, *rows, *bits, result, lanes, step])

    # ---- copies ---------------------------------------------------------------------------

    def _copies(self, inst: ir.Inst) -> dict[int, list[Shadow]]:
        """Return the rows that the destinations of a copy get."""
        target, sources = inst.operands[0], copied_operands(inst)
        if isinstance(target, tuple):
            return self._taken_apart(target, sources[0])
        assert isinstance(target, ir.Register)
        format = self.registers.of(target)
        if format is None:
            return {}
        if isinstance(sources[0], tuple):
            return {target.index: self._put_together(sources[0], format)}
        b = self.g.b
        rows = [
            [load_row(b, self._row_of(source, format, part)) for part in range(format.count)]
            for source in sources
        ]
        if inst.form.role == Role.SELECT:
            condition = self.g.source(inst, inst.form.signature[3], inst.operands[3])
            chosen = [
                (b.select(condition, yes[0], no[0]), b.select(condition, yes[1], no[1]))
                for yes, no in zip(*rows, strict=True)
            ]
            return {target.index: chosen}
        if inst.form.role == Role.SHUFFLE:
            moved = (self._rows.shuffled(inst, row) for row in rows[0])
            return {target.index: [row for row in moved if row is not None]}
        return {target.index: rows[0]}

    def _put_together(self, parts: tuple[ir.Operand, ...], format: Format) -> list[Shadow]:
        b = self.g.b
        if format.count == 1:  # an f32 of a bf16
            return [load_row(b, self._row_of(parts[1], Format("bf16", 1), 0))]
        half = Format(format.name, 1)
        return [load_row(b, self._row_of(part, half, 0)) for part in parts]

    def _taken_apart(
        self, targets: tuple[ir.Operand, ...], source: ir.Operand
    ) -> dict[int, list[Shadow]]:
        format = self.registers.of(source)
        if format is None or format.count != len(targets):
            return {}
        rows = [self._row_of(source, format, part) for part in range(format.count)]
        return {
            target.index: [load_row(self.g.b, row)]
            for target, row in zip(targets, rows, strict=True)
            if isinstance(target, ir.Register)
        }

    # ---- what is stored -------------------------------------------------------------------

    def _judge(self, inst: ir.Inst) -> None:
        """Emit the look at what a store to global memory writes."""
        g, b = self.g, self.g.b
        limit = ll.Constant(F64, self.registers.limit(inst))
        for operand in stored(inst):
            format = self.registers.of(operand)
            if format is None or not isinstance(operand, ir.Register):
                continue
            for part in range(format.count):
                bits = part_of(b, g.read(operand), format, part)
                row = self._row_of(operand, format, part)
                store = ll.Constant(I32, self._stores[inst])
                function = judge(g.module, format.name)
                b.call(function, [g.context, row, bits, g.memory_mask(), store, limit])
