"""Clusters: their barrier, and addresses in the shared memory of their blocks (PTX ISA, 9.7.15.3,
9.7.10.26 and 9.7.10.27).

The rank of a block is in the bits of an address from 24 up; see `jit.cluster`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.phrases import arrival_words
from kernelscope.vgpu.interpreter import cluster
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.layout import RANK_SHIFT
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator

_RANKS = 0xFF
"""The bits of a rank in an address, at `RANK_SHIFT`."""


def _arrive(g: Generator, inst: ir.Inst) -> None:
    lanes = g.memory_mask()
    arguments = [g.context, g.frame, lanes, g.elsewhere(lanes)]
    helpers.call(g.b, "cluster_arrive", arguments)


def _arrive_meaning(warp: Warp, inst: ir.Inst) -> None:
    cluster.arrive(warp)


def _wait(g: Generator, inst: ir.Inst) -> None:
    g.wait_for_cluster()


def _wait_meaning(warp: Warp, inst: ir.Inst) -> None:
    cluster.wait(warp)


define(
    "barrier . cluster . arrive . order:release|relaxed? . aligned?", "",
    kind="effect", code=_arrive, meaning=_arrive_meaning, pipe="control",
    words="arrive at the cluster's barrier{ordering}",
    say=arrival_words, tells=("order",),
)  # fmt: skip
define(
    "barrier . cluster . wait . acquire? . aligned?", "",
    kind="barrier", code=_wait, meaning=_wait_meaning, pipe="control",
    words="wait for the cluster's threads",
)  # fmt: skip


def _map(g: Generator, f: Fields, a: LLValue, rank: LLValue) -> LLValue:
    integer = build.I64 if f["t"] == "u64" else build.I32
    if f["t"] == "u64":
        rank = g.b.zext(rank, g.typed(integer))
    rank = g.b.and_(rank, g.const(integer, _RANKS))
    without = g.b.and_(a, g.const(integer, ~(_RANKS << RANK_SHIFT) & (1 << integer.width) - 1))
    return g.b.or_(without, g.b.shl(rank, g.const(integer, RANK_SHIFT)))


def _map_meaning(f: Fields, a: Lanes, rank: Lanes) -> Lanes:
    integer = TYPES[f["t"]].dtype
    ranks = (rank.astype(integer) & integer(_RANKS)) << integer(RANK_SHIFT)
    return a & ~integer(_RANKS << RANK_SHIFT) | ranks


def _rank(g: Generator, f: Fields, a: LLValue) -> LLValue:
    integer = build.I64 if f["t"] == "u64" else build.I32
    rank = g.b.and_(g.b.lshr(a, g.const(integer, RANK_SHIFT)), g.const(integer, _RANKS))
    return g.b.trunc(rank, g.typed(build.I32)) if f["t"] == "u64" else rank


def _rank_meaning(f: Fields, a: Lanes) -> Lanes:
    integer = TYPES[f["t"]].dtype
    return (a >> integer(RANK_SHIFT) & integer(_RANKS)).astype(np.uint32)


define(
    "mapa . space:shared::cluster? . t:u32|u64", "d:t, a:t, b:u32", meaning=_map_meaning,
    code=_map, words="{d} = {a} in the shared memory of the cluster's block {b}",
)  # fmt: skip
define(
    "getctarank . space:shared::cluster? . t:u32|u64", "d:u32, a:t", meaning=_rank_meaning,
    code=_rank, words="{d} = the rank of the block in the cluster whose shared memory holds {a}",
)  # fmt: skip
