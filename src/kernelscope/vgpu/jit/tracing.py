"""Compiled code that records what the warps of traced blocks do (`counting.trace`).

A block that is traced has slots (`layout.Trace`), with some for each of its warps. Code for
launches that are traced looks at each basic block and each access whether its block is; all other
code does not. What an access costs is what it added to the counters of its site.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import Access, accesses_of
from kernelscope.vgpu.analysis.resume_points import waits_for
from kernelscope.vgpu.counting import bulk
from kernelscope.vgpu.counting.plan import access_of
from kernelscope.vgpu.counting.trace import (
    Event,
    Numbered,
    Spaces,
    TracePlan,
    barrier_operand,
    barrier_use,
)
from kernelscope.vgpu.jit import build, copied, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import (
    ADDRESSES,
    SECTOR_BITS,
    begin,
    context_pointer,
    get,
    translate,
)
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.copied import bytes_read
from kernelscope.vgpu.jit.instrument import Instrument
from kernelscope.vgpu.layout import (
    BLOCK_COUNT_SLOTS,
    CAPACITY,
    EVENT_KIND,
    EVENT_SLOTS,
    FIRST_ALLOCATION,
    LANES,
    OFFSET_BITS,
    PARAM_WINDOW,
    RUN_BITS,
    SHARED_WINDOW,
    SITE_SLOTS,
    Context,
    Site,
    Trace,
    Traced,
    TracedWarp,
)
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

VOID = ll.VoidType()
_SPACES = {
    Site.GLOBAL: Spaces.GLOBAL,
    Site.SHARED: Spaces.SHARED,
    Site.LOCAL: Spaces.LOCAL,
    Site.REMOTE: Spaces.CLUSTER,
}


def number(value: int) -> LLValue:
    """Return an i64 constant."""
    return ll.Constant(I64, value)


def _is_access(inst: ir.Inst) -> bool:
    return inst.site >= 0 and bool(access_of(inst))


# ---- emitted into a warp's code ------------------------------------------------------------------


def _is_traced(b: ll.IRBuilder, context: LLValue) -> LLValue:
    trace = build.load_slot(b, context, int(Context.TRACE))
    return b.icmp_unsigned("!=", trace, number(0))


def _first_word(kind: Event, of: int, lanes: LLValue, b: ll.IRBuilder) -> LLValue:
    """Return the first slot of an event; lanes: how many, as an i64."""
    return b.or_(number(kind << EVENT_KIND | of), b.shl(lanes, number(32)))


class TraceRecorder(Instrument):
    """Records what the warps of traced blocks do."""

    def __init__(self, g: Emitter) -> None:
        super().__init__(g)
        self._numbers = Numbered(g.function)
        # The access whose record is open where code goes.
        self._recorded: ir.Inst | None = None

    @property
    def plan(self) -> TracePlan:
        """The kernel's instructions by their numbers."""
        return self._numbers.plan

    def begin_block(self, block: ir.BasicBlock) -> None:
        """Emit the record that a warp begins a basic block with its active lanes."""
        g, b = self.g, self.g.b
        with b.if_then(_is_traced(b, g.context), likely=False):
            lanes = b.zext(build.popcount(b, g.active_bits), I64)
            word = _first_word(Event.BLOCK, block.index, lanes, b)
            enter = get(g.module, "ks.trace.enter", _make_enter)
            b.call(enter, [g.context, number(block.index), word])

    def end_block(self, block: ir.BasicBlock) -> None:
        """Emit the end of the record that is open."""
        if self._recorded is not None:
            self._close_if_traced()

    # A worked case, two loads and what is done with the first:
    #
    #     ld.global.f32 %f1, [%rd1];     is it traced? then open the record of this load
    #     mul.f32 %f3, %f1, 2.0;
    #     ld.global.f32 %f2, [%rd2];     is it traced? then close that record, and open the next
    #
    # A product changes no counter, so the first record may stay open, and the block is looked at
    # once for both. Each look takes two basic blocks, and a kernel of many loads compiled a quarter
    # longer.
    def announce(self, inst: ir.Inst) -> None:
        """Emit the end of the record that is open, unless the instruction leaves it open, or ends
        it in `before`, which is then the first that is emitted of it.
        """
        is_first = _is_access(inst) and inst not in self.g.in_step and not waits_for(inst)
        if self._recorded is not None and inst.form.kind != "pure" and not is_first:
            self._close_if_traced()

    def before(self, inst: ir.Inst) -> None:
        """Emit what records an instruction before it is executed: its lanes and its addresses."""
        is_barrier, use = inst.form.kind == "barrier", barrier_use(inst)
        if not is_barrier and not use and not _is_access(inst):
            return
        g, b = self.g, self.g.b
        with b.if_then(_is_traced(b, g.context), likely=False):
            self._close()
            g.lanes = LANES
            mask = g.memory_mask()
            if inst.form.access == "copy":
                reads = b.icmp_unsigned("!=", bytes_read(g, inst)[1], build.constant(ADDRESSES, 0))
                mask = b.and_(mask, build.to_bits(b, reads))
            if is_barrier or use:
                lanes = b.zext(build.popcount(b, mask), I64)
                with b.if_then(b.icmp_unsigned("!=", mask, ll.Constant(I32, 0))):
                    if use:
                        self._phase(inst, use, (mask, lanes))
                    else:
                        word = _first_word(Event.BARRIER, self._numbers.of(inst), lanes, b)
                        b.call(get(b.module, "ks.trace.event", _make_event), [g.context, word])
            if is_barrier or not _is_access(inst):
                return
            word = number(Event.ACCESS << EVENT_KIND | self._numbers.of(inst))
            opened = get(g.module, "ks.trace.open", _make_open)
            b.call(opened, [g.context, number(inst.site), word, mask])
            if inst.form.access == "copy":
                waves = copied.wavefronts(g, inst, mask)
                b.call(get(g.module, "ks.trace.waves", _make_waves), [g.context, waves])
            for access in accesses_of(inst):
                if access.space in ("global", "generic"):
                    self._reach(inst, access, mask)

    def after(self, inst: ir.Inst) -> None:
        """Note that the record of an access is to end; other lanes may run next where each is
        alone.
        """
        if _is_access(inst):
            self._recorded = inst
            if self.g.is_independent:
                self._close_if_traced()

    def _reach(self, inst: ir.Inst, access: Access, mask: LLValue) -> None:
        """Emit the record of the addresses that lanes (an i32) reach in global memory."""
        g = self.g
        place, stride = g.address(access.address)
        if stride is None:
            addresses(g, inst, (place, mask), access.width)
            return
        along = get(g.module, f"ks.trace.along{stride}", _make_along, stride)
        g.b.call(along, [g.context, number(inst.site), place, mask, number(access.width)])

    def _phase(self, inst: ir.Inst, use: str, lanes: tuple[LLValue, LLValue]) -> None:
        """Emit the record of an mbarrier's use by some lanes: their mask, and how many (an i64)."""
        g, b = self.g, self.g.b
        where = g.address_vector(barrier_operand(inst))
        if inst.fields.get("space") == "":
            where = b.sub(where, build.constant(ADDRESSES, SHARED_WINDOW << OFFSET_BITS))
        asked: LLValue = build.constant(ADDRESSES, -1)
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if use == "wait" and operand is not None and spec.name in ("parity", "state"):
                given = g.source(inst, spec, operand)
                if spec.name == "parity":
                    asked = b.and_(b.zext(given, ADDRESSES), build.constant(ADDRESSES, 1))
                else:
                    asked = b.lshr(given, build.constant(ADDRESSES, 63))
        lane = build.first_set(b, lanes[0])
        word = _first_word(Event.PHASE, self._numbers.of(inst), lanes[1], b)
        of_lane = [b.extract_element(vector, lane) for vector in (where, asked)]
        b.call(get(g.module, "ks.trace.phase", _make_phase), [g.context, word, *of_lane])

    def _close_if_traced(self) -> None:
        with self.g.b.if_then(_is_traced(self.g.b, self.g.context), likely=False):
            self._close()

    def _close(self) -> None:
        """Emit the end of the record that is open, in code for a block that is traced."""
        inst, self._recorded = self._recorded, None
        if inst is None:
            return
        known = Spaces(0)
        if inst.form.access in bulk.AMOUNTS:
            known = Spaces.CLUSTER if "between" in inst.form.access else Spaces.GLOBAL
        close = get(self.g.module, f"ks.trace.close{int(known)}", _make_close, known)
        self.g.b.call(close, [self.g.context, number(inst.site)])


def addresses(g: Emitter, inst: ir.Inst, lanes: tuple[LLValue, LLValue], width: int) -> None:
    """Emit the record of the addresses of an access, if one is in progress.

    lanes: the addresses, and the lanes that take part, as an i32.
    """
    vector, mask = lanes
    function = get(g.module, "ks.trace.addresses", _make_addresses)
    g.b.call(function, [g.context, number(inst.site), vector, mask, number(width)])


def addresses_if_traced(
    g: Emitter, inst: ir.Inst, lanes: tuple[LLValue, LLValue], width: int
) -> None:
    """Emit the same in the middle of an instruction that accesses memory several times."""
    with g.b.if_then(_is_traced(g.b, g.context), likely=False):
        addresses(g, inst, lanes, width)


# ---- functions -----------------------------------------------------------------------------------


def begin_block(b: ll.IRBuilder, context: LLValue) -> None:
    """Emit the choice whether the block that begins is traced."""
    traces = build.load_slot(b, context, int(Context.TRACES))
    with b.if_then(b.icmp_unsigned("!=", traces, number(0)), likely=False):
        b.call(get(b.module, "ks.trace.choose", _make_choose), [context])


@contextmanager
def work_noted(b: ll.IRBuilder, context: LLValue) -> Generator[None]:
    """Add what is executed meanwhile to the running block's work, if the launch is traced."""
    _add_work(b, context, "sub")
    yield
    _add_work(b, context, "add")


def _add_work(b: ll.IRBuilder, context: LLValue, operation: str) -> None:
    traces = build.load_slot(b, context, int(Context.TRACES))
    with b.if_then(b.icmp_unsigned("!=", traces, number(0)), likely=False):
        add = get(b.module, f"ks.trace.{operation}", _make_add_work, operation)
        b.call(add, [context])


def _make_choose(module: ll.Module, name: str) -> LLValue:
    """Build `void choose(context)`: set the block's slots, or 0 if it is not traced."""
    function, b = begin(module, name, VOID, [PTR])
    (context,) = function.args
    block = _number_of_block(b, context)
    trace = build.slot(b, context, int(Context.TRACE))
    b.store(number(0), trace)
    table = context_pointer(b, context, Context.TRACES)
    traced = build.load_slot(b, table, int(Traced.BLOCKS))
    with build.counted_loop(b, traced, "traced") as index:
        at = b.add(b.mul(index, number(2)), number(len(Traced)))
        listed = build.load_slot(b, table, at)
        with b.if_then(b.icmp_unsigned("==", listed, block)):
            b.store(build.load_slot(b, table, b.add(at, number(1))), trace)
    b.ret_void()
    return _kept_apart(function)


def _number_of_block(b: ll.IRBuilder, context: LLValue) -> LLValue:
    x, y, z, width, height = (
        build.load_slot(b, context, int(place))
        for place in (
            Context.BLOCK_X, Context.BLOCK_Y, Context.BLOCK_Z, Context.GRID_X, Context.GRID_Y,
        )
    )  # fmt: skip
    return b.add(x, b.mul(width, b.add(y, b.mul(height, z))))


def _make_add_work(module: ll.Module, name: str, operation: str) -> LLValue:
    """Build `void add(context)`: add what the worker has executed so far to the block's work.

    operation: "add", or "sub" for the opposite.
    """
    function, b = begin(module, name, VOID, [PTR])
    (context,) = function.args
    table = context_pointer(b, context, Context.TRACES)
    work = build.load_slot(b, table, int(Traced.WORK))
    with b.if_then(b.icmp_unsigned("!=", work, number(0))):
        counts = context_pointer(b, context, Context.BLOCK_COUNTS)
        sizes = build.to_pointer(b, build.load_slot(b, table, int(Traced.SIZES)))
        slot = build.slot(b, build.to_pointer(b, work), _number_of_block(b, context))
        with build.counted_loop(b, build.load_slot(b, table, int(Traced.BASIC_BLOCKS))) as index:
            executions = build.load_slot(b, counts, b.mul(index, number(BLOCK_COUNT_SLOTS)))
            executed = b.mul(executions, build.load_slot(b, sizes, index))
            combine = {"add": b.add, "sub": b.sub}[operation]
            b.store(combine(b.load(slot, typ=I64), executed), slot)
    b.ret_void()
    return _kept_apart(function)


def _warp(b: ll.IRBuilder, context: LLValue) -> tuple[LLValue, LLValue]:
    """Return the slots of the running block's trace, and those of its running warp."""
    block = context_pointer(b, context, Context.TRACE)
    stride = build.load_slot(b, block, int(Trace.STRIDE))
    before = b.mul(stride, build.load_slot(b, context, int(Context.WARP)))
    return block, build.slot(b, block, b.add(before, number(len(Trace))))


def _event_at(b: ll.IRBuilder, block: LLValue, warp: LLValue) -> LLValue:
    """Return the slots of the event that comes next."""
    events = build.load_slot(b, warp, int(TracedWarp.EVENTS))
    first = build.load_slot(b, block, int(Trace.EVENTS))
    return build.slot(b, warp, b.add(first, b.mul(events, number(EVENT_SLOTS))))


def _return_if_full(b: ll.IRBuilder, block: LLValue, warp: LLValue) -> None:
    """Return from the void function if the warp's events end here."""
    truncated = build.slot(b, warp, int(TracedWarp.TRUNCATED))
    events = build.load_slot(b, warp, int(TracedWarp.EVENTS))
    most = build.load_slot(b, block, int(Trace.MOST_EVENTS))
    full = b.or_(
        b.icmp_unsigned("!=", b.load(truncated, typ=I64), number(0)),
        b.icmp_unsigned(">=", events, most),
    )
    with b.if_then(full, likely=False):
        b.store(number(1), truncated)
        b.ret_void()


def _make_enter(module: ll.Module, name: str) -> LLValue:
    """Build `void enter(context, basic block, first word)`: count it, and add the event."""
    function, b = begin(module, name, VOID, [PTR, I64, I64])
    context, index, word = function.args
    _, warp = _warp(b, context)
    counts = build.slot(b, warp, b.add(b.mul(index, number(2)), number(TracedWarp.COUNTS)))
    build.add_to_slot(b, counts, 0, number(1))
    lanes = b.and_(b.lshr(word, number(32)), number(0xFF))
    build.add_to_slot(b, counts, 1, lanes)
    b.call(get(module, "ks.trace.event", _make_event), [context, word])
    b.ret_void()
    return _kept_apart(function)


def _make_event(module: ll.Module, name: str) -> LLValue:
    """Build `void event(context, first word)`: add an event that is not an access."""
    function, b = begin(module, name, VOID, [PTR, I64])
    context, word = function.args
    block, warp = _warp(b, context)
    _return_if_full(b, block, warp)
    event = _event_at(b, block, warp)
    b.store(word, event)
    b.store(number(0), build.slot(b, event, 1))
    b.store(build.load_slot(b, warp, int(TracedWarp.RUNS)), build.slot(b, event, 2))
    build.add_to_slot(b, warp, int(TracedWarp.EVENTS), number(1))
    b.ret_void()
    return _kept_apart(function)


def _make_phase(module: ll.Module, name: str) -> LLValue:
    """Build `void phase(context, first word, address, parity)`: add the use of an mbarrier of the
    block's memory; a parity of -1 stands for the one that it has.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I64])
    context, word, address, asked = function.args
    block, warp = _warp(b, context)
    _return_if_full(b, block, warp)
    parity = b.alloca(I64)
    b.store(asked, parity)
    with b.if_then(b.icmp_signed("<", asked, number(0))):
        b.store(number(0), parity)
        size = build.load_slot(b, context, int(Context.SHARED_BYTES))
        last = b.add(address, number(7))
        inside = b.and_(b.icmp_unsigned("<", address, size), b.icmp_unsigned("<", last, size))
        with b.if_then(inside):
            shared = b.ptrtoint(context_pointer(b, context, Context.SHARED), I64)
            held = b.load(build.to_pointer(b, b.add(shared, address)), typ=I64, align=1)
            b.store(b.lshr(held, number(63)), parity)
    event = _event_at(b, block, warp)
    b.store(word, event)
    where = b.and_(address, number(0x7FFFFFFF))
    costs = b.or_(where, b.shl(b.load(parity, typ=I64), number(32)))
    b.store(costs, build.slot(b, event, 1))
    b.store(build.load_slot(b, warp, int(TracedWarp.RUNS)), build.slot(b, event, 2))
    build.add_to_slot(b, warp, int(TracedWarp.EVENTS), number(1))
    b.ret_void()
    return _kept_apart(function)


def _make_waves(module: ll.Module, name: str) -> LLValue:
    """Build `void waves(context, wavefronts)`: of a copy, which no counter has, in the access in
    progress.
    """
    function, b = begin(module, name, VOID, [PTR, I64])
    context, waves = function.args
    _, warp = _warp(b, context)
    _return_unless_open(b, warp)
    kept = TracedWarp.BEFORE + Site.WAVEFRONTS
    build.add_to_slot(b, warp, kept, b.sub(number(0), waves))
    b.ret_void()
    return _kept_apart(function)


def _make_open(module: ll.Module, name: str) -> LLValue:
    """Build `void open(context, site, first word without lanes, mask)`: begin the record of an
    access.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I32])
    context, site, word, mask = function.args
    block, warp = _warp(b, context)
    _return_if_full(b, block, warp)
    event = _event_at(b, block, warp)
    lanes = b.zext(build.popcount(b, mask), I64)
    b.store(b.or_(word, b.shl(lanes, number(32))), event)
    b.store(build.load_slot(b, warp, int(TracedWarp.RUNS)), build.slot(b, event, 2))
    b.store(number(1), build.slot(b, warp, int(TracedWarp.OPEN)))
    counters = _counters(b, context, site)
    for slot in range(SITE_SLOTS):
        kept = build.slot(b, warp, TracedWarp.BEFORE + slot)
        b.store(build.load_slot(b, counters, slot), kept)
    b.ret_void()
    return _kept_apart(function)


def _kept_apart(function: ll.Function) -> ll.Function:
    """Return the function, marked as one that hot code calls hardly ever."""
    for attribute in ("noinline", "cold"):
        function.attributes.add(attribute)
    return function


def _counters(b: ll.IRBuilder, context: LLValue, site: LLValue) -> LLValue:
    sites = context_pointer(b, context, Context.SITES)
    return build.slot(b, sites, b.mul(site, number(SITE_SLOTS)))


def _return_unless_open(b: ll.IRBuilder, warp: LLValue) -> None:
    is_open = build.load_slot(b, warp, int(TracedWarp.OPEN))
    with b.if_then(b.icmp_unsigned("==", is_open, number(0)), likely=False):
        b.ret_void()


def _make_along(module: ll.Module, name: str, stride: int) -> LLValue:
    """Build `void along(context, site, address, mask, width)`: add the sectors of lanes side by
    side, whose first one is at the address.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I32, I64])
    context, site, first, mask, width = function.args
    vector = b.add(build.splat(b, first), build.iota(I64, stride))
    reached = get(module, "ks.trace.addresses", _make_addresses)
    b.call(reached, [context, site, vector, mask, width])
    b.ret_void()
    return _kept_apart(function)


def _make_addresses(module: ll.Module, name: str) -> LLValue:
    """Build `void addresses(context, site, addresses, mask, width)`: add the sectors of lanes.

    Lanes side by side are one run. Those of a generic access that are not in global memory are left
    out.
    """
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, I32, I64])
    context, site, vector, mask, width = function.args
    _, warp = _warp(b, context)
    _return_unless_open(b, warp)
    table = build.stack_bytes(b, 8 * LANES)
    b.store(vector, table, align=64)
    first, length, device = (b.alloca(I64, name=n) for n in ("first", "length", "device"))
    b.store(number(0), length)
    run = get(module, "ks.trace_run", _make_run)
    with build.lanes_of(b, mask) as lane:
        address = build.load_slot(b, table, b.zext(lane, I64))
        place = b.lshr(address, number(OFFSET_BITS))
        b.store(address, device)
        listed = b.and_(
            b.icmp_unsigned(">=", place, number(FIRST_ALLOCATION)),
            b.icmp_unsigned("<", place, number(CAPACITY)),
        )
        with b.if_then(b.not_(listed), likely=False):
            elsewhere = b.and_(
                b.icmp_unsigned(">=", place, number(SHARED_WINDOW)),
                b.icmp_unsigned("<=", place, number(PARAM_WINDOW)),
            )
            b.store(number(0), device)
            with b.if_then(b.not_(elsewhere)):
                b.store(translate(b, context, site, address, width, lane), device)
        known = b.load(device, typ=I64)
        with b.if_then(b.icmp_unsigned("!=", known, number(0))):
            sector = b.lshr(known, number(SECTOR_BITS))
            past = b.sub(sector, b.load(first, typ=I64))
            old = b.load(length, typ=I64)
            joins = b.and_(b.icmp_unsigned("<=", past, old), b.icmp_unsigned("!=", old, number(0)))
            with b.if_else(joins) as (same, new):
                with same:
                    longer = build.binary(b, "umax", old, b.add(past, number(1)))
                    b.store(longer, length)
                with new:
                    b.call(run, [context, b.load(first, typ=I64), old])
                    b.store(sector, first)
                    b.store(number(1), length)
    b.call(run, [context, b.load(first, typ=I64), b.load(length, typ=I64)])
    b.ret_void()
    return _kept_apart(function)


def _make_run(module: ll.Module, name: str) -> LLValue:
    """Build `void run(context, first sector, sectors)`: add a run, if it has some, to the access in
    progress.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64])
    context, first, length = function.args
    block, warp = _warp(b, context)
    _return_unless_open(b, warp)
    with b.if_then(b.icmp_unsigned("==", length, number(0))):
        b.ret_void()
    used = build.load_slot(b, warp, int(TracedWarp.RUNS))
    most = build.load_slot(b, block, int(Trace.MOST_RUNS))
    with b.if_then(b.icmp_unsigned(">=", used, most), likely=False):
        b.store(number(1), build.slot(b, warp, int(TracedWarp.TRUNCATED)))
        _forget(b, block, warp)
        b.ret_void()
    place = b.add(build.load_slot(b, block, int(Trace.RUNS)), used)
    word = b.or_(first, b.shl(b.sub(length, number(1)), number(RUN_BITS)))
    b.store(word, build.slot(b, warp, place))
    build.add_to_slot(b, warp, int(TracedWarp.RUNS), number(1))
    b.ret_void()
    return _kept_apart(function)


helpers.provide("trace_run", _make_run)  # by bulk copies


def _forget(b: ll.IRBuilder, block: LLValue, warp: LLValue) -> None:
    """Drop the access in progress, with its runs."""
    begins = build.load_slot(b, _event_at(b, block, warp), 2)
    b.store(begins, build.slot(b, warp, int(TracedWarp.RUNS)))
    b.store(number(0), build.slot(b, warp, int(TracedWarp.OPEN)))


def _make_close(module: ll.Module, name: str, known: Spaces) -> LLValue:
    """Build `void close(context, site)`: end the record of an access, with what it cost.

    An access with no lane, which counts nothing, is dropped.

    known: the space of a bulk copy, which counts its sectors when its bytes move, and uses the
    slots of shared memory for something else.
    """
    function, b = begin(module, name, VOID, [PTR, I64])
    context, site = function.args
    block, warp = _warp(b, context)
    _return_unless_open(b, warp)
    counters = _counters(b, context, site)

    def counted(place: Site) -> LLValue:
        old = build.load_slot(b, warp, TracedWarp.BEFORE + place)
        return b.sub(build.load_slot(b, counters, int(place)), old)

    with b.if_then(b.icmp_unsigned("==", counted(Site.LANES), number(0))):
        _forget(b, block, warp)
        b.ret_void()
    event = _event_at(b, block, warp)
    costs, spaces = number(0), number(known)
    if not known:
        costs = b.or_(counted(Site.SECTORS), b.shl(counted(Site.WAVEFRONTS), number(32)))
        for place, space in _SPACES.items():
            moved = b.icmp_unsigned("!=", counted(place), number(0))
            spaces = b.or_(spaces, b.select(moved, number(space), number(0)))
    b.store(costs, build.slot(b, event, 1))
    begins = build.slot(b, event, 2)
    b.store(b.or_(b.load(begins, typ=I64), b.shl(spaces, number(32))), begins)
    build.add_to_slot(b, warp, int(TracedWarp.EVENTS), number(1))
    b.store(number(0), build.slot(b, warp, int(TracedWarp.OPEN)))
    b.ret_void()
    return _kept_apart(function)
