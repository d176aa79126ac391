"""Code that watches engines next to the warps: products of matrices, and copies on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import accesses_of, is_proxy_fence
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, I64, PTR, number
from kernelscope.vgpu.jit.watch import tell_of
from kernelscope.vgpu.layout import (
    LANES,
    TIME_BITS,
    AsyncUnits,
    Context,
    Mark,
    Sync,
    Watch,
)
from kernelscope.vgpu.tensor_layout import TensorEvent, TensorOrder
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter


_TENSOR_ORDERS = {
    "wait::ld": TensorOrder.WAIT_LOAD,
    "wait::st": TensorOrder.WAIT_STORE,
    "fence::before_thread_sync": TensorOrder.FENCE_BEFORE,
    "fence::after_thread_sync": TensorOrder.FENCE_AFTER,
}


# ---- products --------------------------------------------------------------------------------


def watch(g: Emitter, inst: ir.Inst) -> None:
    """Emit what watches groups of products and proxy fences, before they are executed."""
    assert g.watch_plan is not None
    if inst in g.in_flight.uses or inst in g.in_flight.of_products:
        _watch_registers(g, inst)
    if g.watch_plan.engines and is_proxy_fence(inst):
        _fence_proxy(g)
    elif inst.form.spec.startswith("cp . async . bulk . wait_group"):
        left = inst.operands[0]
        assert isinstance(left, ir.Immediate)
        g.lanes = LANES
        more = 2 * int(left.value) + bool(inst.fields["read"])
        tell_of(g, (Sync.BULK_WAIT, ll.Constant(I32, inst.site), g.memory_mask()), None, more)
    elif inst.opcode == "tcgen05" and inst.fields.get("what") in _TENSOR_ORDERS:
        order = ll.Constant(I32, int(_TENSOR_ORDERS[inst.fields["what"]]))
        tell_of(g, (TensorEvent.ORDER, order, g.memory_mask()), None, 0)
    elif inst.opcode != "wgmma":
        return
    elif "commit_group" in inst.form.spec:
        helpers.call(g.b, "products_commit", [g.context])
    elif "wait_group" in inst.form.spec:
        left = inst.operands[0]
        assert isinstance(left, ir.Immediate)
        helpers.call(g.b, "products_wait", [g.context, number(int(left.value))])


def _watch_registers(g: Emitter, inst: ir.Inst) -> None:
    """Watch the use of registers that a product may read or write at this moment."""
    assert g.watch_plan is not None
    b, lists = g.b, g.watch_plan.register_lists
    watched = build.load_slot(b, g.context, int(Context.WATCH))
    with b.if_then(b.icmp_unsigned("!=", watched, number(0))):
        block, warp = build.to_pointer(b, watched), build.load_slot(b, g.context, int(Context.WARP))
        engines = build.to_pointer(b, build.load_slot(b, block, int(Watch.ENGINES)))
        rows = build.to_pointer(b, build.load_slot(b, engines, int(AsyncUnits.REGISTERS)))
        row = build.slot(b, rows, b.mul(warp, number(lists)))
        for number_ in g.in_flight.uses.get(inst, ()):
            last = build.load_slot(b, row, number_)
            since = build.load_slot(b, engines, b.add(warp, number(int(AsyncUnits.SINCE))))
            late = b.icmp_unsigned(">=", last, b.shl(since, number(TIME_BITS)))
            with b.if_then(late, likely=False):
                lanes = g.memory_mask()
                with b.if_then(b.icmp_unsigned("!=", lanes, ll.Constant(I32, 0))):
                    _note(g, Sync.REGISTERS, g.in_flight.users.index(inst), lanes, last)
        if inst in g.in_flight.unfenced:
            user = g.in_flight.unfenced[inst]
            place = -1 if user is None else g.in_flight.users.index(user)
            _note(g, Sync.UNFENCED, inst.site, g.memory_mask(), number(place))
        for number_ in g.in_flight.of_products.get(inst, ()):
            clock = b.load(build.slot(b, block, int(Watch.CLOCK)), typ=PTR)
            time = b.shl(b.load(clock, typ=I64), number(TIME_BITS))
            b.store(b.or_(time, number(inst.site)), build.slot(b, row, number_))


def _note(g: Emitter, kind: Sync, mark: int, lanes: LLValue, more: LLValue) -> None:
    """Tell the host of some lanes, if it asked for that; time stays."""
    numbers = ll.Constant(I32, int(kind)), ll.Constant(I32, mark)
    helpers.call(g.b, "watch_note", [g.context, *numbers, lanes, more])


def watch_tile(
    g: Emitter,
    inst: ir.Inst,
    tile: tuple[LLValue, LLValue],
    size: tuple[int, int],
    *,
    transposed: bool,
) -> None:
    """Emit what watches a product's read of a tile in shared memory.

    `tile`: the matrix descriptor, and the number of the first line that the warp reads. `size`:
    lines, and 16-byte chunks of each. `transposed`: as `c/chunks.h` has it.
    """
    if g.watch_plan is None:
        return
    grain = g.watch_plan.grains[1]
    lines, pieces = size
    mark = ll.Constant(I32, inst.site | int(Mark.SHARED | Mark.ASYNC | Mark.ENGINE))
    tile_size = lines | pieces << 16 | transposed << 24 | (grain.bit_length() - 1) << 32
    helpers.call(g.b, "watch_tile", [g.context, mark, *tile], tile_size)


def _fence_proxy(g: Emitter) -> None:
    """Watch a fence between generic accesses and those of engines."""
    g.lanes = LANES
    lanes = g.memory_mask()
    helpers.call(g.b, "products_fence", [g.context, lanes, g.elsewhere(lanes)])


# ---- copies on the way -------------------------------------------------------------------------


def mark_of_copy(g: Emitter, inst: ir.Inst) -> int:
    """Return the mark of what a copy writes, and from bit 32 on the bits of a cell's bytes."""
    if g.watch_plan is None:
        return 0
    marks = accesses_of(inst)[-1].marks | Mark.SHARED
    return inst.site | int(marks) | (g.watch_plan.grains[1].bit_length() - 1) << 32
