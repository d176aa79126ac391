"""Compiled code that tells of accesses beyond their limits (`analysis.limits`); they go on.

A limit is a variable of shared or local memory, whose place is known here; what lies outside of an
argument, as bytes beside its memory; or the state of each byte (`layout.State`). Only launches that
have limits run this code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.limits import Limited, LimitPlan, Limits
from kernelscope.vgpu.jit import addresses, build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, get
from kernelscope.vgpu.jit.build import I8, I32, I64, PTR
from kernelscope.vgpu.jit.copied import bytes_read
from kernelscope.vgpu.jit.instrument import Instrument
from kernelscope.vgpu.layout import (
    LANES,
    OFFSET_BITS,
    RANK_SHIFT,
    Beyond,
    Context,
    Limit,
    State,
    Writer,
)
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

VOID = ll.VoidType()
_NONE = ll.Constant(I32, 0)
_STATE_SLOTS, _ROW_SLOTS = 3, 4


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


class LimitChecks(Instrument):
    """Tells of accesses beyond their limits, before they are executed."""

    looks_up_addresses = True

    def __init__(self, g: Emitter) -> None:
        super().__init__(g)
        self._limits = Limits(g.function)

    @property
    def plan(self) -> LimitPlan:
        """The limits of the kernel's accesses."""
        return self._limits.plan

    def before(self, inst: ir.Inst) -> None:
        """Emit what compares the accesses of an instruction with their limits."""
        g = self.g
        for limited in self._limits.of(inst):
            g.lanes = LANES
            mask = g.memory_mask()
            if limited.lanes < LANES:
                mask = g.b.and_(mask, ll.Constant(I32, (1 << limited.lanes) - 1))
            vector = g.address_vector(limited.address)
            site = ll.Constant(I32, inst.site)
            if limited.array is not None:
                ends = limited.array.first, limited.array.end - limited.width
                function = get(g.module, "ks.limits.array", _make_array)
                g.b.call(function, [g.context, site, mask, vector, *map(number, ends)])
            else:
                self._before_global(inst, limited, (mask, vector))

    def _before_global(
        self, inst: ir.Inst, limited: Limited, lanes: tuple[LLValue, LLValue]
    ) -> None:
        g = self.g
        mask, vector = lanes
        parts = [(limited.width, mask)]
        if inst.opcode == "cp":
            size, read = bytes_read(g, inst)
            whole = build.to_bits(
                g.b, g.b.icmp_unsigned("==", read, build.constant(ADDRESSES, size))
            )
            some = build.to_bits(g.b, g.b.icmp_unsigned("!=", read, build.constant(ADDRESSES, 0)))
            # Of a copy that fills some bytes with zeros only the first byte is looked at.
            parts = [(size, g.b.and_(mask, whole))]
            parts.append((1, g.b.and_(mask, g.b.and_(some, g.b.not_(whole)))))
        for width, some_lanes in parts:
            shape = _Shape.of(limited, width, marks=bool(self.plan.cached))
            function = get(g.module, shape.name, _make_global, shape)
            row = ll.Constant(I64, max(limited.row, 0))
            site = ll.Constant(I32, inst.site)
            g.b.call(function, [g.context, site, some_lanes, vector, row])


@dataclass(frozen=True, slots=True)
class _Shape:
    """What code for an access depends on.

    Attributes:
        width: bytes of a lane.
        closed: states that do not allow it, and `sets`: what it makes of them.
        has_row: whether it must stay in its arguments.
        writes: whether it writes.
    """

    width: int
    closed: int
    sets: int
    has_row: bool
    writes: bool

    @staticmethod
    def of(limited: Limited, width: int, *, marks: bool) -> _Shape:
        """Return the shape; marks: whether some access must not read what was written."""
        closed = State.CLOSED | (State.WRITTEN if limited.is_cached else 0)
        sets = State.WRITTEN if limited.writes and marks else 0
        return _Shape(width, int(closed), int(sets), limited.row >= 0, limited.writes)

    @property
    def name(self) -> str:
        """The name of the function for it."""
        flags = f"{int(self.has_row)}.{int(self.writes)}"
        return f"ks.limits.global.{self.width}.{self.closed}.{self.sets}.{flags}"


def _slots(b: ll.IRBuilder, context: LLValue, lanes: LLValue) -> LLValue:
    """Return the launch's slots; return from the function if no lane takes part or nobody looks."""
    slots = build.load_slot(b, context, int(Context.LIMITS))
    nobody = b.icmp_unsigned("==", slots, number(0))
    with b.if_then(b.or_(nobody, b.icmp_unsigned("==", lanes, _NONE)), likely=False):
        b.ret_void()
    return build.to_pointer(b, slots)


def _tell(
    b: ll.IRBuilder, slots: LLValue, what: Beyond, access: tuple[LLValue, LLValue, LLValue],
    lanes: LLValue, more: LLValue,
) -> None:  # fmt: skip
    """Call the host, if there are such lanes. access: context, site, addresses."""
    context, site, vector = access
    with b.if_then(b.icmp_unsigned("!=", lanes, _NONE), likely=False):
        table = build.stack_bytes(b, 8 * LANES)
        b.store(vector, table, align=64)
        kind = ll.FunctionType(VOID, [PTR, I32, I32, I32, PTR, I64]).as_pointer()
        function = b.inttoptr(build.load_slot(b, slots, int(Limit.TELL)), kind)
        b.call(function, [context, ll.Constant(I32, int(what)), site, lanes, table, more])


def _make_array(module: ll.Module, name: str) -> LLValue:
    """Build `void array(context, site, mask, addresses, first, last)`: those of shared or local
    memory must be from first to last, apart from a window and the rank of a block.
    """
    function, b = begin(module, name, VOID, [PTR, I32, I32, ADDRESSES, I64, I64])
    context, site, mask, vector, first, last = function.args
    slots = _slots(b, context, mask)
    offsets = b.and_(vector, build.constant(ADDRESSES, (1 << RANK_SHIFT) - 1))
    low = b.icmp_signed("<", offsets, build.splat(b, first))
    high = b.icmp_signed(">", offsets, build.splat(b, last))
    lanes = b.and_(mask, build.to_bits(b, b.or_(low, high)))
    _tell(b, slots, Beyond.ARRAY, (context, site, vector), lanes, number(0))
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _make_global(module: ll.Module, name: str, shape: _Shape) -> LLValue:
    """Build `void global(context, site, mask, addresses, row)`."""
    function, b = begin(module, name, VOID, [PTR, I32, I32, ADDRESSES, I64])
    context, site, mask, vector, row_number = function.args
    slots = _slots(b, context, mask)
    table = build.load_slot(b, slots, int(Limit.STATES))
    with b.if_then(b.icmp_unsigned("==", table, number(0))):
        b.ret_void()
    states = build.to_pointer(b, table)
    rows = build.to_pointer(b, build.load_slot(b, slots, int(Limit.ROWS)))
    row = build.slot(b, rows, b.mul(row_number, number(_ROW_SLOTS)))
    closed, outside = _no_lanes(b), _no_lanes(b)
    first = _writer(b, context, site) if shape.sets else number(0)
    with build.lanes_of(b, mask) as lane:
        bit = b.shl(ll.Constant(I32, 1), lane)
        address = b.extract_element(vector, lane)
        place = b.lshr(address, number(OFFSET_BITS))
        offset = b.and_(address, number(addresses.OFFSET_MASK))
        known = b.icmp_unsigned("<", place, number(addresses.CAPACITY))
        index = b.mul(b.select(known, place, number(0)), number(_STATE_SLOTS))
        entry = build.slot(b, states, index)
        _look(b, entry, offset, shape, (closed, bit))
        if shape.sets:
            own = b.add(first, b.shl(b.zext(lane, I64), number(Writer.THREAD)))
            _sign(b, entry, offset, shape, own)
        if shape.has_row:
            same = b.icmp_unsigned("==", place, build.load_slot(b, row, 0))
            with b.if_then(same):
                plain = _Shape(shape.width, 0xFF, 0, has_row=False, writes=False)
                _look(b, build.slot(b, row, 1), offset, plain, (outside, bit))
    access = context, site, vector
    _tell(b, slots, Beyond.STATE, access, b.load(closed, typ=I32), number(shape.width))
    if shape.has_row:
        _tell(b, slots, Beyond.ROW, access, b.load(outside, typ=I32), row_number)
    if shape.has_row and shape.writes:
        is_constant = b.icmp_unsigned("!=", build.load_slot(b, row, 3), number(0))
        bad = b.select(is_constant, mask, _NONE)
        _tell(b, slots, Beyond.CONSTANT, access, bad, row_number)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _no_lanes(b: ll.IRBuilder) -> LLValue:
    place = b.alloca(I32)
    b.store(_NONE, place)
    return place


def _look(
    b: ll.IRBuilder, entry: LLValue, offset: LLValue, shape: _Shape, note: tuple[LLValue, LLValue]
) -> None:
    """Look at the bytes of one lane, beside an allocation.

    Args:
        b: the builder.
        entry: where the address of the bytes is, with their number behind it.
        offset: of the access.
        shape: which bits are not allowed, and which are set.
        note: where lanes are noted, as bits, and this lane's bit.
    """
    size = build.load_slot(b, entry, 1)
    inside = b.icmp_unsigned("<=", b.add(offset, number(shape.width)), size)
    with b.if_then(inside):
        kind = ll.IntType(8 * shape.width)
        first = build.to_pointer(b, build.load_slot(b, entry, 0))
        place = b.gep(first, [offset], source_etype=I8)
        value = b.load(place, typ=kind, align=1)
        found = b.and_(value, _repeated(kind, shape.closed))
        is_closed = b.icmp_unsigned("!=", found, ll.Constant(kind, 0))
        lanes, bit = note
        b.store(b.or_(b.load(lanes, typ=I32), b.select(is_closed, bit, _NONE)), lanes)
        if shape.sets:
            b.store(b.or_(value, _repeated(kind, shape.sets)), place, align=1)


def _writer(b: ll.IRBuilder, context: LLValue, site: LLValue) -> LLValue:
    """Return the word of `layout.Writer` for lane 0 of the warp; that of another lane is the same
    with its number added at `THREAD`.
    """
    x, y, z = (build.load_slot(b, context, int(Context.BLOCK_X + axis)) for axis in range(3))
    width, height = (build.load_slot(b, context, int(Context.GRID_X + axis)) for axis in range(2))
    block = b.add(b.mul(b.add(b.mul(z, height), y), width), x)
    thread = b.mul(build.load_slot(b, context, int(Context.WARP)), number(LANES))
    word = b.or_(b.shl(block, number(Writer.BLOCK)), b.shl(thread, number(Writer.THREAD)))
    return b.or_(word, b.zext(site, I64))


def _sign(b: ll.IRBuilder, entry: LLValue, offset: LLValue, shape: _Shape, writer: LLValue) -> None:
    """Note who writes the words of one lane, next to the states; entry: see `_look`."""
    end = b.add(offset, number(shape.width))
    table = build.load_slot(b, entry, 2)
    inside = b.icmp_unsigned("<=", end, build.load_slot(b, entry, 1))
    with b.if_then(b.and_(inside, b.icmp_unsigned("!=", table, number(0)))):
        words = build.to_pointer(b, table)
        first, last = (b.lshr(at, number(2)) for at in (offset, b.sub(end, number(1))))
        with build.counted_loop(b, b.sub(b.add(last, number(1)), first), "words") as k:
            b.store(writer, build.slot(b, words, b.add(first, k)))


def _repeated(kind: LLValue, value: int) -> LLValue:
    return ll.Constant(kind, int.from_bytes(bytes([value]) * (kind.width // 8), "little"))
