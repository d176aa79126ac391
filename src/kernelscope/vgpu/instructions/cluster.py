"""Barriers of a cluster (PTX ISA, 9.7.13.4), which here is one block.

Arriving does nothing and waiting waits for all the block's threads: whoever has come to its wait
has arrived before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from llvmlite import ir as ll

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.table import define
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.layout import CLUSTER_BARRIER, Frame

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter import Warp
    from kernelscope.vgpu.jit.generator import Generator

_SECTION = "9.7.13.4"


def _nothing(g: Generator, inst: ir.Inst) -> None:
    """To arrive is to come to the wait."""


def _arrive_meaning(warp: Warp, inst: ir.Inst) -> None:
    """To arrive is to come to the wait."""


def _wait(g: Generator, inst: ir.Inst, needed: int) -> None:
    number = ll.Constant(build.I64, CLUSTER_BARRIER)
    g.b.store(number, build.slot(g.b, g.frame, int(Frame.BARRIER)))
    g.b.store(ll.Constant(build.I64, 0), build.slot(g.b, g.frame, int(Frame.BARRIER_THREADS)))
    g.suspend(needed)


def _wait_meaning(warp: Warp, inst: ir.Inst) -> None:
    warp.wait(CLUSTER_BARRIER, 0, inst, None)


define(
    "barrier . cluster . arrive . order:release|relaxed? . aligned?", "",
    kind="effect", code=_nothing, meaning=_arrive_meaning, pipe="control",
    section=_SECTION, words="arrive at the cluster's barrier",
)  # fmt: skip
define(
    "barrier . cluster . wait . acquire? . aligned?", "",
    kind="barrier", code=_wait, meaning=_wait_meaning, pipe="control",
    section=_SECTION, words="wait for the cluster's threads",
)  # fmt: skip
