"""The values of special registers in compiled code."""

from __future__ import annotations

from kernelscope.vgpu.jit import build, clock
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, I64
from kernelscope.vgpu.jit.emitter import Emitter
from kernelscope.vgpu.layout import LANES, Context
from kernelscope.vgpu.types import LLValue

_FROM_CONTEXT = {
    "%ctaid.x": Context.BLOCK_X,
    "%ctaid.y": Context.BLOCK_Y,
    "%ctaid.z": Context.BLOCK_Z,
    "%nctaid.x": Context.GRID_X,
    "%nctaid.y": Context.GRID_Y,
    "%nctaid.z": Context.GRID_Z,
    # A launch without clusters is a grid of clusters of one block each.
    "%cluster_nctaid.x": Context.CLUSTER_X,
    "%cluster_nctaid.y": Context.CLUSTER_Y,
    "%cluster_nctaid.z": Context.CLUSTER_Z,
    "%cluster_ctarank": Context.RANK,
    "%cluster_nctarank": Context.CLUSTER_BLOCKS,
    "%warpid": Context.WARP,
    "%nwarpid": Context.WARPS,
    "%smid": Context.WORKER,
    "%gridid": Context.GRID_ID,
    "%dynamic_smem_size": Context.DYNAMIC_SHARED,
    "%total_smem_size": Context.SHARED_BYTES,
}
_OF_CLUSTER = ("%cluster_ctaid", "%clusterid", "%nclusterid")


def special_value(g: Emitter, name: str) -> tuple[LLValue, int]:
    """Return (value, stride): a scalar of lane 0 with its stride, or a vector and 0.

    Clocks count the cycles of `analysis.cycles`, the same on every run.
    """
    if name in _FROM_CONTEXT:
        value = g.context_slot(_FROM_CONTEXT[name])
        return (value if name == "%gridid" else g.b.trunc(value, I32)), 0
    if name.startswith(_OF_CLUSTER):
        return g.b.trunc(_cluster_index(g, *name.split(".")), I32), 0
    if name == "%nsmid":
        return ll.Constant(I32, 1), 0
    if name == "%is_explicit_cluster":
        return ll.Constant(build.I1, int(g.analysis.block.in_cluster)), 0
    if name.startswith("%ntid"):
        return ll.Constant(I32, getattr(g.analysis.block, name[-1])), 0
    if name.startswith("%tid"):
        return _thread_index(g, name[-1])
    if name == "%laneid":
        return ll.Constant(I32, 0), 1
    if name.startswith("%lanemask"):
        return _lane_mask(name), 0
    if name.startswith("%envreg"):
        workspace = g.context_slot(Context.WORKSPACE)
        return _half(g, workspace, high=name == "%envreg1"), 0
    ticks = clock.read(g, timer=name.startswith("%globaltimer"))
    if name in ("%clock64", "%globaltimer"):
        return ticks, 0
    return _half(g, ticks, high=name.endswith("hi")), 0


def _half(g: Emitter, value: LLValue, *, high: bool) -> LLValue:
    return g.b.trunc(g.b.lshr(value, ll.Constant(I64, 32)) if high else value, I32)


def _cluster_index(g: Emitter, register: str, axis: str) -> LLValue:
    """Return a block's index in its cluster, the cluster's in the grid, or the clusters there."""
    size = g.context_slot(Context[f"CLUSTER_{axis.upper()}"])
    whole = "GRID" if register == "%nclusterid" else "BLOCK"
    number = g.context_slot(Context[f"{whole}_{axis.upper()}"])
    return g.b.urem(number, size) if register == "%cluster_ctaid" else g.b.udiv(number, size)


def _thread_index(g: Emitter, axis: str) -> tuple[LLValue, int]:
    block = g.analysis.block
    warp = g.b.trunc(g.context_slot(Context.WARP), I32)
    first = g.b.mul(warp, ll.Constant(I32, LANES))
    if block.is_flat:
        return _flat_index(g, axis, first)
    # Lanes run over x, then y, then z.
    thread = g.b.add(build.splat(g.b, first), build.iota(I32))
    of = lambda n: build.constant(build.vector(I32), n)  # noqa: E731
    if axis == "x":
        return g.b.urem(thread, of(block.x)), 0
    if axis == "y":
        return g.b.urem(g.b.udiv(thread, of(block.x)), of(block.y)), 0
    return g.b.udiv(thread, of(block.x * block.y)), 0


def _flat_index(g: Emitter, axis: str, first: LLValue) -> tuple[LLValue, int]:
    block = g.analysis.block
    if block.y == block.z == 1:
        return (first, 1) if axis == "x" else (ll.Constant(I32, 0), 0)
    if axis == "x":
        return g.b.urem(first, ll.Constant(I32, block.x)), 1
    row = g.b.udiv(first, ll.Constant(I32, block.x))
    if axis == "y":
        return g.b.urem(row, ll.Constant(I32, block.y)), 0
    return g.b.udiv(row, ll.Constant(I32, block.y)), 0


def _lane_mask(name: str) -> LLValue:
    one = {
        "eq": lambda n: 1 << n,
        "le": lambda n: (2 << n) - 1,
        "lt": lambda n: (1 << n) - 1,
        "ge": lambda n: ~((1 << n) - 1) & 0xFFFFFFFF,
        "gt": lambda n: ~((2 << n) - 1) & 0xFFFFFFFF,
    }[name.rpartition("_")[2]]
    return ll.Constant(build.vector(I32), [one(n) for n in range(LANES)])
