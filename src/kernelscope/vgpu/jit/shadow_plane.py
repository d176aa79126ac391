"""The shadows that compiled code keeps next to registers, for the tools that follow values.

A tool's shadow of a register has *parts*: a bit for each lane in an i32 (`BITS`), or a value for
each lane in a vector. Where shadows are kept, how they outlive a wait, what a select or a shuffle
makes of them, and how two of them join is the same for all tools, by the parts' types:

    part                    two of them join to               used for
    i32                     the bits of either                undefined values, loaded NaNs
    <32 x i32>              in each lane the first not 0      codes: where something went wrong
    <32 x double>           nothing                           exact values
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

from kernelscope.vgpu import ir
from kernelscope.vgpu.ir.forms import PureCode
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import F64, I1, I8, I32, I64, PTR
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import LLType, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

BITS = I32
CODES, DOUBLES = build.vector(I32), build.vector(F64)
NO_LANES, ALL_LANES = ll.Constant(I32, 0), ll.Constant(I32, 0xFFFFFFFF)
_LONGS = build.vector(I64)
_BYTES = {BITS: 4, CODES: 4 * LANES, DOUBLES: 8 * LANES}

Shadow = tuple[LLValue, ...]
"""The parts of a shadow; None for one that is 0 in any launch."""


class Shadows:
    """The shadows of one kernel's registers that one tool keeps.

    `name`: of their place in the frame. `parts`: the types of the parts by the register's index;
    None for a part that is always 0. `on_stack`: whether they are on the stack where the frame is
    not needed, which is faster for parts of bits.
    """

    def __init__(
        self,
        g: Emitter,
        name: str,
        parts: Mapping[int, Sequence[LLType | None]],
        *,
        on_stack: bool = False,
    ) -> None:
        self.g = g
        self._parts = {index: tuple(parts[index]) for index in sorted(parts)}
        self._offsets: dict[int, int] = {}
        self._on_stack = on_stack
        self._slots: dict[int, list[LLValue]] = {}
        self._size = 0
        for index, kinds in self._parts.items():
            self._offsets[index] = self._size
            self._size += sum(_BYTES[type_ or BITS] for type_ in kinds)
        self._area = g.reserve_area(name, self._size)

    def __contains__(self, register: ir.Register) -> bool:
        return register.index in self._parts

    def written_by(self, inst: ir.Inst) -> list[ir.Register]:
        """Return the registers with shadows that an instruction writes."""
        return [register for register in inst.destinations if register in self]

    # ---- where they are -------------------------------------------------------------------

    def make_slots(self) -> None:
        """Make the places of those on the stack."""
        for index, kinds in self._parts.items() if self._on_stack else ():
            if not self.g.kept >> index & 1:
                self._slots[index] = [self.g.b.alloca(type_ or BITS) for type_ in kinds]

    def begin_warp(self, byte: int = 0) -> None:
        """Emit the beginning of a warp: each byte of all shadows in the frame is this one."""
        if self._size:
            first = self._pointer(self._area)
            args = [first, ll.Constant(I8, byte), ll.Constant(I64, self._size), ll.Constant(I1, 0)]
            build.intrinsic(self.g.b, "memset", ll.VoidType(), args, [PTR, I64])

    def _pointer(self, offset: int) -> LLValue:
        return self.g.b.gep(self.g.frame, [ll.Constant(I64, offset)], source_etype=I8)

    def place(self, index: int, part: int) -> LLValue:
        """Return a pointer to a part of a register's shadow."""
        if index in self._slots:
            return self._slots[index][part]
        return self._frame_place(index, part)

    def _frame_place(self, index: int, part: int) -> LLValue:
        before = sum(_BYTES[type_ or BITS] for type_ in self._parts[index][:part])
        return self._pointer(self._area + self._offsets[index] + before)

    def save(self, live: int) -> None:
        """Emit what copies shadows on the stack of these registers into the frame."""
        self._move(live, to_frame=True)

    def restore(self, live: int) -> None:
        """Emit what copies them back."""
        self._move(live, to_frame=False)

    def _move(self, live: int, *, to_frame: bool) -> None:
        b = self.g.b
        for index, slots in self._slots.items():
            for part, slot in enumerate(slots) if live >> index & 1 else ():
                kept = self._frame_place(index, part)
                source, target = (slot, kept) if to_frame else (kept, slot)
                b.store(b.load(source, typ=self._parts[index][part] or BITS), target)

    # ---- reading and writing --------------------------------------------------------------

    def load(self, operand: ir.Operand) -> Shadow | None:
        """Return the shadow of an operand, of several registers joined; None if it has none."""
        match operand:
            case ir.Register() if operand.index in self._parts:
                return tuple(
                    None if type_ is None else _load(self.g.b, self.place(operand.index, n), type_)
                    for n, type_ in enumerate(self._parts[operand.index])
                )
            case ir.NotPredicate():
                return self.load(operand.register)
            case tuple():
                total: Shadow | None = None
                for part in operand:
                    total = self.join(total, self.load(part))
                return total
            case _:
                return None

    def store(self, register: ir.Register, shadow: Shadow, lanes: LLValue) -> None:
        """Emit what sets a register's shadow in some lanes, given as an i32; None: in all."""
        b = self.g.b
        for n, (type_, part) in enumerate(zip(self._parts[register.index], shadow, strict=True)):
            type_ = type_ or BITS
            new = build.constant(type_, 0) if part is None else part
            place = self.place(register.index, n)
            if lanes is not None:
                new = chosen(b, lanes, new, _load(b, place, type_))
            _store(b, place, new)

    # ---- what instructions make of them ---------------------------------------------------

    def join(self, first: Shadow | None, second: Shadow | None) -> Shadow | None:
        """Return the shadow of what comes from two values."""
        if first is None or second is None:
            return second if first is None else first
        return tuple(joined(self.g.b, x, y) for x, y in zip(first, second, strict=True))

    def joined_sources(self, inst: ir.Inst) -> Shadow | None:
        """Return the shadows of all that an instruction reads, joined; None if there are none."""
        total: Shadow | None = None
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if not spec.is_destination or spec.is_updated:
                total = self.join(total, self.load(operand))
        return total

    def selected(self, inst: ir.Inst) -> Shadow | None:
        """Return the shadow of the side that a `selp` chooses; None if neither has one."""
        g, (first, second) = self.g, (self.load(operand) for operand in inst.operands[1:3])
        either = first or second
        if either is None:
            return None
        condition = g.source(inst, inst.form.signature[3], inst.operands[3])
        none = (None,) * len(either)
        return tuple(
            chosen(g.b, condition, yes, no)
            for yes, no in zip(first or none, second or none, strict=True)
        )

    def shuffled(self, inst: ir.Inst, shadow: Shadow | None) -> Shadow | None:
        """Return a shadow of what a `shfl` reads, moved as the instruction moves its value."""
        if shadow is None:
            return None
        g, b = self.g, self.g.b
        code, others = cast("PureCode", inst.form.code), g.sources(inst)[1:]

        def moved(words: LLValue) -> LLValue:
            return code(g, inst.fields, words, *others)[0]

        return tuple(None if part is None else _moved(b, part, moved) for part in shadow)


def _load(b: ll.IRBuilder, place: LLValue, kind: LLType) -> LLValue:
    return b.load(place, typ=kind) if kind == BITS else b.load(place, typ=kind, align=64)


def _store(b: ll.IRBuilder, place: LLValue, value: LLValue) -> None:
    if value.type == BITS:
        b.store(value, place)
    else:
        b.store(value, place, align=64)


def joined(b: ll.IRBuilder, first: LLValue, second: LLValue) -> LLValue:
    """Return the part of what comes from two values; None is a part that is 0."""
    if first is None or second is None:
        return second if first is None else first
    if first.type == BITS:
        return b.or_(first, second)
    return b.select(b.icmp_unsigned("!=", first, build.constant(first.type, 0)), first, second)


def both(b: ll.IRBuilder, first: LLValue, second: LLValue) -> LLValue:
    """Return the bits that are in two parts; None is a part that is 0."""
    return None if first is None or second is None else b.and_(first, second)


def chosen(b: ll.IRBuilder, lanes: LLValue, yes: LLValue, no: LLValue) -> LLValue:
    """Return a part that is `yes` in some lanes (an i32 or a mask), and `no` in the others."""
    either = no if yes is None else yes
    if either is None:
        return None
    if either.type == BITS:
        bits = lanes if lanes.type == BITS else build.to_bits(b, lanes)
        return joined(b, both(b, yes, bits), both(b, no, b.not_(bits)))
    yes, no = (build.constant(either.type, 0) if part is None else part for part in (yes, no))
    return b.select(build.to_mask(b, lanes) if lanes.type == BITS else lanes, yes, no)


def _moved(b: ll.IRBuilder, part: LLValue, moved: Callable[[LLValue], LLValue]) -> LLValue:
    """Return a part as `moved` moves words of 32 bits between lanes."""
    if part.type == CODES:
        return moved(part)
    zero, one = build.constant(CODES, 0), build.constant(CODES, 1)
    if part.type == BITS:
        words = b.select(build.to_mask(b, part), one, zero)
        return build.to_bits(b, b.icmp_unsigned("!=", moved(words), zero))
    bits, shift = b.bitcast(part, _LONGS), build.constant(_LONGS, 32)
    low, high = (moved(b.trunc(half, CODES)) for half in (bits, b.lshr(bits, shift)))
    return b.bitcast(b.or_(b.zext(low, _LONGS), b.shl(b.zext(high, _LONGS), shift)), DOUBLES)
