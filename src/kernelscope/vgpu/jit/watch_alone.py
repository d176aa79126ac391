"""Compiled code that looks at an access by one lane of a warp.

So it is in each sum over a block: the first lane of a warp stores the warp's part. The general way
looks at 32 lanes one after another on a processor that cannot gather and scatter.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, get
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.watch_cells import (
    MANY_READERS,
    STRONG_READERS,
    VOID,
    Shape,
    State,
    make_watch,
    note_written_run,
    number,
    plane_of,
    read_by_warp,
    watched_block,
)
from kernelscope.vgpu.jit.watch_quickly import row_of
from kernelscope.vgpu.layout import FLAGGED, LANE_BITS, LANES, TIME_BITS, Shadow, Watch
from kernelscope.vgpu.types import LLValue

_THREAD = (1 << TIME_BITS) - 1


def make_alone(module: ll.Module, name: str, shape: Shape, general: str) -> LLValue:
    """Build `void watch(context, mark, addresses, mask, data)`: any lanes, quickly if it is one."""
    function, b = begin(module, name, VOID, [PTR, I32, ADDRESSES, I32, PTR])
    context, mark, places, mask, data = function.args
    block = watched_block(b, context, mask)
    slow = b.append_basic_block("slow")
    with b.if_then(b.icmp_unsigned("==", build.popcount(b, mask), ll.Constant(I32, 1))):
        lane = build.first_set(b, mask)
        address = b.extract_element(places, lane)
        row, start = row_of(b, block, address, shape)
        s = State(b, (context, mark, data), block, row, shape)
        offset = b.sub(address, start)
        cell = b.lshr(offset, number(shape.grain.bit_length() - 1))
        cells = [b.add(cell, number(k)) for k in range(shape.width // shape.grain)]
        one = _Lane(b, s, b.zext(lane, I64), cells, slow)
        size = build.load_slot(b, row, int(Shadow.SIZE))
        one.go_on_if(b.icmp_unsigned("<=", b.add(offset, number(shape.width)), size))
        one.check(Shadow.WRITES)
        (_watch_shared if shape.shared else _watch_global)(one, writes=shape.writes)
        b.ret_void()
    b.branch(slow)
    b.position_at_end(slow)
    b.call(get(module, general, make_watch, shape), [context, mark, places, mask, data])
    b.ret_void()
    function.attributes.add("noinline")
    return function


@dataclass(frozen=True, slots=True)
class _Lane:
    """One lane's access to some cells, and where to go on if the quick way ends.

    All checks come before anything is noted, since the general way begins anew.
    """

    b: ll.IRBuilder
    s: State
    lane: LLValue
    cells: list[LLValue]
    slow: ll.Block

    def go_on_if(self, good: LLValue) -> None:
        """Leave the quick way unless a condition holds."""
        onward = self.b.append_basic_block("onward")
        self.b.cbranch(good, onward, self.slow)
        self.b.position_at_end(onward)

    def places(self, array: LLValue) -> list[LLValue]:
        """Return pointers to the cells' elements in an array of i64 at an address."""
        base = build.to_pointer(self.b, array)
        return [build.slot(self.b, base, cell) for cell in self.cells]

    def _thread(self) -> LLValue:
        warp = self.b.shl(self.s.warp, number(LANE_BITS))
        return self.b.or_(self.b.or_(self.s.block_bits, warp), self.lane)

    def check(self, array: Shadow) -> None:
        """Leave the quick way unless stamps are the thread's own, or older than all in the block.

        A stamp with a flag is neither: it is a large number, and the thread's has none.
        """
        b, s = self.b, self.s
        since = s.block_time if s.is_shared else s.launch_time
        for place in self.places(build.load_slot(b, s.row, int(array))):
            stamp = b.load(place, typ=I64)
            who = b.and_(stamp, number(FLAGGED | _THREAD))
            own = b.icmp_unsigned("==", who, self._thread())
            old = b.icmp_unsigned("<", stamp, b.shl(since, number(TIME_BITS)))
            self.go_on_if(b.or_(old, own))

    def note(self, array: Shadow) -> None:
        """Put the access's stamp and mark into the cells of one of the row's arrays."""
        b, s = self.b, self.s
        stamp = b.or_(b.shl(s.now, number(TIME_BITS)), self._thread())
        stamps, marks = (build.load_slot(b, s.row, int(array) + k) for k in range(2))
        for place, cell in zip(self.places(stamps), self.cells, strict=True):
            b.store(stamp, place)
            b.store(s.mark, b.gep(build.to_pointer(b, marks), [cell], source_etype=I32))


def _watch_global(one: _Lane, *, writes: bool) -> None:
    b = one.b
    if not writes:
        one.check(Shadow.READS)
        one.note(Shadow.READS)
        return
    reads = build.load_slot(b, one.s.row, int(Shadow.READS))
    with b.if_then(b.icmp_unsigned("!=", reads, number(0))):
        one.check(Shadow.READS)
    one.note(Shadow.WRITES)
    note_written_run(b, one.s.row, one.cells[0], number((1 << len(one.cells)) - 1))


def _watch_shared(one: _Lane, *, writes: bool) -> None:
    b, s = one.b, one.s
    times = one.places(build.load_slot(b, s.block, int(Watch.READ_TIMES)))
    if writes:
        for time in times:
            one.go_on_if(b.icmp_signed("<", b.load(time, typ=I64), s.block_time))
        one.note(Shadow.WRITES)
        return
    seen_by_warp = one.places(plane_of(b, s, s.warp))
    for place in seen_by_warp:
        seen = b.load(place, typ=I64)
        old = b.icmp_unsigned("<", b.lshr(seen, number(TIME_BITS)), s.warp_time)
        who = b.and_(seen, number(MANY_READERS | STRONG_READERS | LANES - 1))
        one.go_on_if(b.or_(old, b.icmp_unsigned("==", who, one.lane)))
    for time, place in zip(times, seen_by_warp, strict=True):
        b.store(s.now, time)
        b.store(b.or_(read_by_warp(b, s), one.lane), place)
