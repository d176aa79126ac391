"""Compiled code that watches accesses: it lets pass what is surely in order, and tells of the rest.

Each cell of memory has the stamp of its last write, and of reads (`layout.Watch`). An access is
surely in order after another one if the same thread did both, or if a barrier of the whole block,
or of the whole warp, lies between. All else is told to the host (`Notice`), which knows what other
synchronisation there was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import (
    Access,
    accesses_of,
    accesses_own_block,
    fence_of,
    is_region,
)
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import addresses, build, cluster, contiguous, helpers, regions
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I32, PTR, number
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import (
    LANES,
    OFFSET_BITS,
    SHARED_WINDOW,
    WATCHED_ELEMENT_AT,
    WATCHED_GRAIN_AT,
    WATCHED_WIDTH_AT,
    Mark,
    Sync,
    Watched,
)
from kernelscope.vgpu.types import TYPES, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter


def watch(g: Emitter, inst: ir.Inst) -> None:
    """Emit what watches an instruction, before it is executed."""
    accesses = accesses_of(inst)
    if not accesses:
        _watch_synchronisation(g, inst)
    for access in accesses:
        if is_region(inst):
            _watch_region(g, inst, access)
        else:
            _watch_access(g, inst, access)


def _watch_region(g: Emitter, inst: ir.Inst, access: Access) -> None:
    """Watch a region as a row of stores of zero."""
    b, mask = g.b, g.memory_mask()
    where, sizes = regions.region(g, inst)
    data = scratch(g, ll.IntType(8 * access.width), 1, LANES)
    contiguous.buffer(b, data, [build.constant(ADDRESSES, 0)])
    taking_part = b.select(build.to_mask(b, mask), sizes, build.constant(ADDRESSES, 0))
    most = b.udiv(build.reduce(b, "umax", taking_part), number(access.width))
    with build.counted_loop(b, most) as step:
        done = build.splat(b, b.mul(step, number(access.width)))
        lanes = b.and_(mask, build.to_bits(b, b.icmp_unsigned(">", sizes, done)))
        _call(g, inst, access, "shared", (b.add(where, done), lanes, data))


def _watch_access(g: Emitter, inst: ir.Inst, access: Access) -> None:
    b = g.b
    g.lanes = LANES
    mask = g.memory_mask()
    if access.lanes < LANES:
        mask = b.and_(mask, ll.Constant(I32, (1 << access.lanes) - 1))
    data = _STORED[inst.opcode](g, inst) if inst.opcode in _STORED else ll.Constant(PTR, None)
    if access.space == "generic":
        vector = g.address_vector(access.address)
        window = b.lshr(vector, build.constant(ADDRESSES, OFFSET_BITS))
        inside = b.icmp_unsigned("==", window, build.constant(ADDRESSES, SHARED_WINDOW))
        shared = b.and_(mask, build.to_bits(b, inside))
        offsets = b.and_(vector, build.constant(ADDRESSES, addresses.OFFSET_MASK))
        _watch_cluster(g, inst, access, (offsets, shared, data))
        _call(g, inst, access, "global", (vector, b.and_(mask, b.not_(shared)), data))
    elif access.space == "cluster":
        _watch_cluster(g, inst, access, (g.address_vector(access.address), mask, data))
    else:
        _call(g, inst, access, access.space, (None, mask, data))


def _watch_cluster(
    g: Emitter, inst: ir.Inst, access: Access, lanes: tuple[LLValue, LLValue, LLValue]
) -> None:
    """Watch an access to shared memory of any block of the cluster. The host watches others'."""
    assert g.watch_plan is not None
    b = g.b
    offsets, mask, data = lanes
    if not g.watch_plan.in_cluster:
        _call(g, inst, access, "shared", lanes)
        return
    here = cluster.lanes_of_own_block(b, g.context, offsets, mask)
    own = b.and_(offsets, build.constant(ADDRESSES, cluster.OFFSET))
    _call(g, inst, access, "shared", (own, here, data))
    code = ll.Constant(I32, inst.site | int(access.marks | Mark.SHARED))
    others = b.and_(mask, b.not_(here))
    tell_of(g, (Sync.REMOTE, code, others), offsets, access.width | access.element << 8)
    if access.marks & Mark.STRONG_BLOCK:
        tell_of(g, (Sync.STRONG, code, others), offsets, int(access.ordering))


def _stored(g: Emitter, inst: ir.Inst) -> LLValue:
    """Return a pointer to what a store stores: for each element of a lane a vector of 32."""
    value = g.source(inst, inst.form.signature[1], inst.operands[1])
    values = value if isinstance(value, tuple) else (value,)
    bits = TYPES[inst.fields["t"]].bits
    parts = [g.b.bitcast(part, build.vector(ll.IntType(bits))) for part in values]
    data = scratch(g, ll.IntType(bits), len(parts), LANES)
    contiguous.buffer(g.b, data, parts)
    return data


def _stored_rows(g: Emitter, inst: ir.Inst) -> LLValue:
    """Return a pointer to the rows that an `stmatrix` stores, in the form of `_stored`.

    Element k of row r is in lane 4r + k/2, of transposed matrices in lane 4k + r/2.
    """
    b = g.b
    value = g.source(inst, inst.form.signature[1], inst.operands[1])
    matrices = value if isinstance(value, tuple) else (value,)
    of_bytes = "shape" in inst.fields
    halves = _byte_pairs if of_bytes else _element_halves
    parts = [
        b.trunc(halves(b, matrices, k, inst.fields), build.vector(ll.IntType(16))) for k in range(8)
    ]
    data = scratch(g, ll.IntType(16), len(parts), LANES)
    contiguous.buffer(b, data, parts)
    return data


def _of_rows(b: ll.IRBuilder, matrices: Sequence[LLValue], lanes: list[int]) -> LLValue:
    """Return for each row a word of its own matrix, from a lane of it."""
    words: LLValue = None
    for place, matrix in enumerate(matrices):
        moved = build.shuffle(b, matrix, None, lanes)
        here = ll.Constant(build.MASK, [n // 8 == place for n in range(LANES)])
        words = moved if words is None else b.select(here, moved, words)
    return words


def _element_halves(b: ll.IRBuilder, matrices: Sequence[LLValue], k: int, f: Fields) -> LLValue:
    """Return element k of each row, of 16 bits, as the low half of a word."""
    rows, trans = range(LANES), bool(f["trans"])
    lanes = [4 * k + n % 8 // 2 if trans else 4 * (n % 8) + k // 2 for n in rows]
    odd = [16 * ((n if trans else k) % 2) for n in rows]
    words = _of_rows(b, matrices, lanes)
    return b.lshr(words, ll.Constant(words.type, odd))


def _byte_pairs(b: ll.IRBuilder, matrices: Sequence[LLValue], k: int, f: Fields) -> LLValue:
    """Return bytes 2k and 2k + 1 of each row: byte i of row r is in lane 4·(i mod 8) + r div 2."""
    both: list[LLValue] = []
    for i in (2 * k, 2 * k + 1):
        words = _of_rows(b, matrices, [4 * (i % 8) + n % 8 // 2 for n in range(LANES)])
        shifts = [8 * (n % 2 + 2 * (i // 8)) for n in range(LANES)]
        byte = b.lshr(words, ll.Constant(words.type, shifts))
        both.append(b.and_(byte, build.constant(words.type, 0xFF)))
    return b.or_(both[0], b.shl(both[1], build.constant(both[1].type, 8)))


_STORED = {"st": _stored, "stmatrix": _stored_rows}


def _call(
    g: Emitter,
    inst: ir.Inst,
    access: Access,
    space: str,
    lanes: tuple[LLValue, LLValue, LLValue],
) -> None:
    assert g.watch_plan is not None
    plan, is_shared = g.watch_plan, space == "shared"
    writes, is_strong = (bool(access.marks & m) for m in (Mark.WRITE, Mark.STRONG_BLOCK))
    flags = {
        Watched.SHARED: is_shared,
        Watched.WRITES: writes,
        Watched.SPECIAL: is_strong or (writes and bool(access.marks & Mark.ASYNC)),
        Watched.ORDERS: plan.orders,
        Watched.PUBLISHES: plan.publishes,
        Watched.ENGINES: plan.engines and is_shared,
        Watched.IN_CLUSTER: plan.in_cluster,
    }
    has = Watched(sum(flag for flag, is_set in flags.items() if is_set))
    grain = plan.grains[is_shared]
    sizes = access.width << WATCHED_WIDTH_AT | access.element << WATCHED_ELEMENT_AT
    shape = int(has) | (grain.bit_length() - 1) << WATCHED_GRAIN_AT | sizes
    marks = access.marks | (Mark.SHARED if is_shared else 0)
    marks |= Mark.VOLATILE if inst in plan.volatile else 0
    code = ll.Constant(I32, inst.site | int(marks))
    vector, mask, data = lanes
    value, stride = g.address(access.address)
    way = _way(stride if vector is None else None, access.width, grain, has)
    if way in ("watch_uniform", "watch_contiguous"):
        places = value
    else:
        places = vector = g.address_vector(access.address) if vector is None else vector
    helpers.call(g.b, way, [g.context, code, places, mask, data], shape)
    if is_strong:
        vector = g.address_vector(access.address) if vector is None else vector
        if is_shared:
            vector = _in_cluster(g, vector)
        tell_of(g, (Sync.STRONG, code, mask), vector, int(access.ordering))


def _way(stride: int | None, width: int, grain: int, has: Watched) -> str:
    """Return the function that looks at an access; stride: bytes from lane to lane, if known."""
    from_outside = Watched.SHARED in has and Watched.IN_CLUSTER in has
    # Stamps alone do not show that these are in order.
    if Watched.SPECIAL in has or from_outside or {Watched.ENGINES, Watched.WRITES} <= set(has):
        return "watch_cells"
    if stride == 0:
        return "watch_uniform"
    return "watch_contiguous" if stride == width == grain else "watch_alone"


# ---- synchronisation ---------------------------------------------------------------------------


def _watch_synchronisation(g: Emitter, inst: ir.Inst) -> None:
    if inst.form.spec.startswith("bar . warp"):
        _meet_warp(g, inst)
        return
    fence = fence_of(inst)
    if fence is not None:
        marks, ordering = fence
        mark = ll.Constant(I32, int(marks))
        tell_of(g, (Sync.FENCE, mark, g.memory_mask()), None, int(ordering))
    elif inst.form.spec.startswith("barrier . cluster . arrive"):
        is_ordered = int("relaxed" not in inst.fields.values())
        what = Sync.CLUSTER_ARRIVE, ll.Constant(I32, 0), g.memory_mask()
        tell_of(g, what, None, is_ordered)
    elif inst.form.spec.startswith("fence . mbarrier_init"):
        tell_of(g, (Sync.INIT_FENCE, ll.Constant(I32, 0), g.memory_mask()), None, 0)
    elif inst.form.spec.startswith(("bar . cta? . arrive", "barrier . cta? . arrive")):
        barrier = g.b.trunc(g.one_number(inst.operands[0]), I32)
        tell_of(g, (Sync.ARRIVE, barrier, g.memory_mask()), None, 0)


def _in_cluster(g: Emitter, offsets: LLValue) -> LLValue:
    """Return addresses of the block's own shared memory, as its cluster names them."""
    return g.b.or_(offsets, build.splat(g.b, cluster.rank_base(g.b, g.context)))


_UNORDERED = ("expect_tx", "complete_tx", "check_layout")


def watch_after(g: Emitter, inst: ir.Inst) -> None:
    """Emit what watches an instruction once it is executed."""
    if inst.form.spec.startswith("barrier . cluster . wait"):
        tell_of(g, (Sync.CLUSTER_PASSED, ll.Constant(I32, 0), g.memory_mask()), None, 0)
        return
    if inst.opcode != "mbarrier" or inst.form.spec.startswith("mbarrier . pending"):
        return
    address = next((o for o in inst.operands if isinstance(o, ir.Address)), None)
    assert address is not None
    g.lanes = LANES
    b, lanes = g.b, g.memory_mask()
    # A generic address is the window and the offset.
    offsets = build.constant(ADDRESSES, addresses.OFFSET_MASK)
    places = b.and_(g.address_vector(address), offsets)
    if accesses_own_block(inst, address):
        places = _in_cluster(g, places)
    what = inst.fields.get("what", "")
    # `expect_tx` and `complete_tx` alone are relaxed, and `check_layout` orders nothing. Where no
    # scope is named, that is `.cta` (PTX ISA, 9.7.15.16); CUTLASS names none between the blocks of
    # a cluster, either.
    is_ordered = "relaxed" not in inst.fields.values() and what not in _UNORDERED
    is_narrow = inst.fields.get("scope") == "cta"
    scope = int(Mark.STRONG_BLOCK if is_narrow else Mark.STRONG_BLOCK | Mark.STRONG_CLUSTER)
    reach = scope if is_ordered else 0
    if inst.form.kind != "poll":
        sync = Sync.MBARRIER_SET if what in ("init", "inval") else Sync.MBARRIER_ARRIVE
        tell_of(g, (sync, ll.Constant(I32, inst.site), lanes), places, reach)
        return
    result = inst.operands[0]
    assert isinstance(result, ir.Register)
    met = g.read(result)
    passed = b.and_(lanes, build.to_bits(b, met))
    if g.watch_plan is not None and g.watch_plan.orders:
        site = ll.Constant(I32, inst.site)
        helpers.call(b, "watch_passed", [g.context, site, passed, places, number(reach)])


def tell_of(g: Emitter, what: tuple[int, LLValue, LLValue], places: LLValue, more: int) -> None:
    """Tell the host, which asked for it, of synchronisation of some lanes; time moves on."""
    assert g.watch_plan is not None
    if not g.watch_plan.orders:
        return
    sync, mark, lanes = what
    args = [g.context, ll.Constant(I32, int(sync)), mark, lanes]
    if places is None:
        helpers.call(g.b, "watch_tell", [*args, number(more)])
    else:
        helpers.call(g.b, "watch_tell_of", [*args, places, number(more)])


def _meet_warp(g: Emitter, inst: ir.Inst) -> None:
    """Note that lanes of a warp met at its barrier: all that have not ended are in one place."""
    here = g.memory_mask()
    g.lanes = LANES
    masks = g.source(inst, inst.form.signature[-1], inst.operands[-1])
    line = ll.Constant(I32, inst.position.line)
    helpers.call(g.b, "watch_meet_named", [g.context, line, here, g.elsewhere(here), masks])


def meet_in_warp(g: Emitter, inst: ir.Inst, lanes: LLValue) -> None:
    """Note that lanes which run independently met at a barrier of their warp."""
    line = ll.Constant(I32, inst.position.line)
    helpers.call(g.b, "watch_meet", [g.context, line, lanes, g.elsewhere(lanes)])
