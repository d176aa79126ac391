"""Asynchronous stores and reductions: st.async and red.async (PTX ISA, 9.7.10.12 and 9.7.15.7).

Those to the shared memory of a cluster's blocks are complete when they are issued under the
schedule `turns`, which is one of the moments that PTX allows. Under the others, and where accesses
are watched, they wait in the queue of the block's engine, with the bytes that they bring, until a
thread has to wait at their barrier.

Those to global memory complete on nothing but the end of their block: here they are done at once,
as a store or reduction with the order `release`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions import atomics as reductions
from kernelscope.vgpu.instructions import mbarrier, memory
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import atomics, build, bulk, contiguous, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I64
from kernelscope.vgpu.jit.contiguous import Kind
from kernelscope.vgpu.jit.lanes import LaneAccess, move_scattered
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES, OFFSET_BITS, RANK_SHIFT, SHARED_WINDOW
from kernelscope.vgpu.tools import Tool
from kernelscope.vgpu.types import TYPES, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator


def _named(inst: ir.Inst, name: str) -> ir.Address:
    """Return an address operand by its name in the signature."""
    pairs = zip(inst.form.signature, inst.operands, strict=True)
    address = next(operand for spec, operand in pairs if spec.name == name)
    assert isinstance(address, ir.Address)
    return address


def _count(inst: ir.Inst) -> int:
    """Return the elements of a lane's access."""
    return int(inst.fields.get("v", "")[1:] or 1)


def _bytes(inst: ir.Inst) -> int:
    """Return the bytes of a lane's access."""
    return TYPES[inst.fields["t"]].bits // 8 * _count(inst)


# ---- compiled -------------------------------------------------------------------------------


def _where(g: Generator, inst: ir.Inst, name: str) -> LLValue:
    """Return an address in the window shared::cluster; any other one names no block."""
    value = g.address_vector(_named(inst, name))
    if inst.fields["space"]:
        return value
    return g.b.sub(value, build.constant(ADDRESSES, SHARED_WINDOW << OFFSET_BITS))


def _complete(g: Generator, inst: ir.Inst) -> None:
    """Make the barrier wait for the bytes no more that each lane has moved."""
    none = build.constant(ADDRESSES, 0)
    moved = build.constant(ADDRESSES, -_bytes(inst))
    mbarrier.call_change(g, _where(g, inst, "m"), [none, none, moved], in_cluster=True)


def _value(g: Generator, inst: ir.Inst) -> list[LLValue]:
    g.lanes = LANES
    value = g.source(inst, inst.form.signature[1], inst.operands[1])
    vector = build.vector(ll.IntType(TYPES[inst.fields["t"]].bits))
    parts = value if isinstance(value, tuple) else (value,)
    return [g.b.bitcast(part, vector) for part in parts]


def _issue(g: Generator, inst: ir.Inst, mover: LLValue, *, reduces: bool) -> None:
    """Put each lane's store or reduction into the queue, with its bytes as two words."""
    words = [build.constant(ADDRESSES, 0)] * 2
    parts = _value(g, inst)
    if inst.fields["t"] == "b128":
        wide = build.vector(ll.IntType(128))
        upper = g.b.lshr(parts[0], build.constant(wide, 64))
        parts = [g.b.trunc(part, ADDRESSES) for part in (parts[0], upper)]
    for number, part in enumerate(parts):
        bits = build.element_type(part).width
        at, shift = divmod(number * bits, 64)
        wide = part if bits == 64 else g.b.zext(part, ADDRESSES)
        words[at] = g.b.or_(words[at], g.b.shl(wide, build.constant(ADDRESSES, shift)))
    ends = [_where(g, inst, "a"), _where(g, inst, "m")]
    size, marks = build.number(_bytes(inst)), build.number(3 if reduces else 0)
    more = [g.memory_mask(), g.b.ptrtoint(mover, I64), size, marks]
    helpers.call(g.b, "bulk_remote", [g.context, build.number(inst.site), *ends, *words, *more])


def _store(g: Generator, inst: ir.Inst) -> None:
    if g.fine or g.watch_plan is not None or Tool.SUPPRESS in g.instruments:
        _issue(g, inst, helpers.function(g.module, "bulk_copy"), reduces=False)
        return
    bits, n = TYPES[inst.fields["t"]].bits, _count(inst)
    data = scratch(g, ll.IntType(bits), n, LANES)
    contiguous.buffer(g.b, data, _value(g, inst))
    site = ll.Constant(I64, inst.site)
    access = LaneAccess(g.context, site, _where(g, inst, "a"), g.memory_mask())
    move_scattered(g.b, access, "cluster", Kind(bits, n, store=True), data, is_async=True)
    _complete(g, inst)


def _reduce(g: Generator, inst: ir.Inst) -> None:
    atomic = reductions.atomic_kind(inst.fields)
    if g.fine or g.watch_plan is not None or Tool.SUPPRESS in g.instruments:
        # The blocks of a cluster run on one worker.
        _issue(g, inst, bulk.reducer(g.module, replace(atomic, locked="")), reduces=True)
        return
    buffers = [scratch(g, ll.IntType(atomic.bits), 1, LANES) for _ in range(3)]
    g.b.store(_value(g, inst)[0], buffers[0], align=64)
    function = atomics.function_for(g.module, atomic, "cluster")
    site = ll.Constant(I64, inst.site)
    g.b.call(function, [g.context, site, _where(g, inst, "a"), g.memory_mask(), *buffers])
    _complete(g, inst)


# ---- interpreted ----------------------------------------------------------------------------


def _place(warp: Warp, inst: ir.Inst, name: str, lane: int) -> tuple[str, int]:
    address = int(warp.addresses(_named(inst, name))[lane])
    return warp.spaces.resolve("cluster" if inst.fields["space"] else "generic", address)


def _issue_meaning(
    warp: Warp, inst: ir.Inst, lane: int, update: Callable[[np.ndarray], bytes]
) -> None:
    """Let a lane's bytes in memory become what `update` makes of them, and complete them."""
    size = _bytes(inst)
    with warp.going_on(inst, lane) as errors:
        memory = warp.spaces.writable(*_place(warp, inst, "a", lane), size, lane)
    space, offset = _place(warp, inst, "m", lane)
    barrier = warp.spaces.writable(space, offset, 8, lane)

    def finish() -> None:
        if not errors:
            memory[:] = np.frombuffer(update(memory), np.uint8)
        mbarrier.complete_bytes(barrier, size)
        for block in warp.block.peers:
            block.idle = 0

    if warp.launch.schedule.is_fine:
        own = warp.block.rank << RANK_SHIFT if space == "shared" else 0
        warp.block.engine.issue(("barrier", own | offset), finish)
    else:
        finish()


def _count_meaning(warp: Warp, inst: ir.Inst) -> None:
    where = warp.addresses(_named(inst, "a"))
    lanes = {int(lane): int(where[lane]) for lane in np.flatnonzero(warp.active)}
    if lanes:
        warp.launch.tally.remote_access(inst.form.access, lanes)


def _store_meaning(warp: Warp, inst: ir.Inst) -> None:
    value = warp.source(inst, inst.form.signature[1], inst.operands[1])
    parts = value if isinstance(value, tuple) else (value,)
    _count_meaning(warp, inst)
    for lane in map(int, np.flatnonzero(warp.active)):
        data = b"".join(np.ascontiguousarray(part[lane]).tobytes() for part in parts)
        _issue_meaning(warp, inst, lane, lambda _, data=data: data)


def _reduce_meaning(warp: Warp, inst: ir.Inst) -> None:
    value = warp.source(inst, inst.form.signature[1], inst.operands[1])
    dtype = TYPES[inst.fields["t"]].dtype
    _count_meaning(warp, inst)
    for lane in map(int, np.flatnonzero(warp.active)):

        def update(memory: np.ndarray, other: Any = value[lane]) -> bytes:
            new = reductions.update_meaning(inst.fields, memory.view(dtype)[0], other)
            return np.ascontiguousarray(new).tobytes()

        _issue_meaning(warp, inst, lane, update)


# ---- the table ------------------------------------------------------------------------------

_WHERE = "space:shared::cluster? . done:mbarrier::complete_tx::bytes"
_THEN = "; then make the barrier at {m} wait for its bytes no more"

for _order in ("order:weak?", "scope:cluster"):
    define(
        f"st . async . {_order} . {_WHERE} . v:v2|v4? . t:b32|b64|u32|u64|s32|s64|f32|f64",
        "[a], b:t*v, [m]",
        kind="memory", access="stas", code=_store, meaning=_store_meaning, pipe="lsu", engine=True,
        valid=lambda f: f["v"] != "v4" or TYPES[f["t"]].bits == 32,
        words="{a} = {b}, to the cluster's shared memory" + _THEN, tells=("t", "done"),
    )  # fmt: skip
    define(
        f"st . async . {_order} . {_WHERE} . t:b128", "[a], b:t, [m]",
        kind="memory", access="stas", code=_store, meaning=_store_meaning, pipe="lsu", engine=True,
        words="{a} = {b}, to the cluster's shared memory" + _THEN, tells=("t", "done"),
    )  # fmt: skip

_STORED = "mmio? . order:release|weak? . scope:gpu|sys? . space:global?"
_REDUCED = "mmio? . order:release|relaxed . scope:gpu|sys . space:global?"


def _is_legal(f: Fields) -> bool:
    """Return whether the modifiers go together: `.mmio` is a release of the whole system."""
    if f["mmio"]:
        return f["order"] == "release" and f["scope"] == "sys"
    return bool(f["scope"]) != (f["order"] == "weak") or not f["order"]


define(
    f"st . async . {_STORED} . t:b8|b16|b32|b64|u8|u16|u32|u64|s8|s16|s32|s64|f32|f64",
    "[a], b:t",
    kind="memory", access="store", code=memory.store, meaning=effects.store, pipe="lsu",
    valid=_is_legal, target="sm_100",
    words="start to store {b} at {a} in global memory; the end of the block waits for it",
    tells=("t",),
)  # fmt: skip

_BECOMES = {
    "add": "old + {b}", "and": "old & {b}", "or": "old | {b}", "xor": "old ^ {b}",
    "min": "min(old, {b})", "max": "max(old, {b})",
    "inc": "0 if old >= {b}, else old + 1",
    "dec": "{b} if old == 0 or old > {b}, else old - 1",
}  # fmt: skip
_TYPES = {"add": "u32|s32|u64|s64", "min": "u32|s32", "max": "u32|s32", "inc": "u32", "dec": "u32"}
for _op, _becomes in _BECOMES.items():
    _types = _TYPES.get(_op, "b32")
    define(
        f"red . async . relaxed . cluster . {_WHERE} . op:{_op} . t:{_types}", "[a], b:t, [m]",
        kind="memory", access="redas", code=_reduce, meaning=_reduce_meaning, pipe="lsu",
        engine=True,
        words="{a} in the cluster's shared memory becomes " + _becomes + _THEN, tells=("t", "done"),
    )  # fmt: skip
    define(
        f"red . async . {_REDUCED} . op:{_op} . t:{_types}", "[a], b:t",
        kind="memory", access="red", code=reductions.emit, meaning=reductions.meaning, pipe="lsu",
        valid=_is_legal, target="sm_100",
        words="start to reduce at {a} in global memory, which becomes " + _becomes
        + "; the end of the block waits for it",
        tells=("t",),
    )  # fmt: skip
