"""A cluster, which here is one block: its barrier (PTX ISA, 9.7.13.3), and its shared memory.

Arriving does nothing and waiting waits for all the block's threads: whoever has come to its wait
has arrived before it. The shared memory of its one block is where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from llvmlite import ir as ll

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.say import arrival_words
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.layout import CLUSTER_BARRIER, Frame
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator


def _nothing(g: Generator, inst: ir.Inst) -> None:
    """Do nothing: a warp arrives by coming to the wait."""


def _arrive_meaning(warp: Warp, inst: ir.Inst) -> None:
    """Do nothing: a warp arrives by coming to the wait."""


def _wait(g: Generator, inst: ir.Inst) -> None:
    number = ll.Constant(build.I64, CLUSTER_BARRIER)
    g.b.store(number, build.slot(g.b, g.frame, int(Frame.BARRIER)))
    g.b.store(ll.Constant(build.I64, 0), build.slot(g.b, g.frame, int(Frame.BARRIER_THREADS)))
    g.suspend()


def _wait_meaning(warp: Warp, inst: ir.Inst) -> None:
    warp.wait(CLUSTER_BARRIER, 0, inst, None)


define(
    "barrier . cluster . arrive . order:release|relaxed? . aligned?", "",
    kind="effect", code=_nothing, meaning=_arrive_meaning, pipe="control",
    words="arrive at the cluster's barrier{ordering}",
    say=arrival_words, tells=("order",),
)  # fmt: skip
define(
    "barrier . cluster . wait . acquire? . aligned?", "",
    kind="barrier", code=_wait, meaning=_wait_meaning, pipe="control",
    words="wait for the cluster's threads",
)  # fmt: skip


def _same(g: Generator, f: Fields, a: LLValue, rank: LLValue) -> LLValue:
    return a


def _same_meaning(f: Fields, a: Lanes, rank: Lanes) -> Lanes:
    return a


def _first(g: Generator, f: Fields, a: LLValue) -> LLValue:
    return g.const(build.I32, 0)


def _first_meaning(f: Fields, a: Lanes) -> Lanes:
    return np.zeros(len(a), np.uint32)


define(
    "mapa . space:shared::cluster? . t:u32|u64", "d:t, a:t, b:u32", meaning=_same_meaning,
    code=_same, words="{d} = {a} in the shared memory of the cluster's block {b}",
)  # fmt: skip
define(
    "getctarank . space:shared::cluster? . t:u32|u64", "d:u32, a:t", meaning=_first_meaning,
    code=_first, words="{d} = the number of the cluster's block whose shared memory {a} is in",
)  # fmt: skip
