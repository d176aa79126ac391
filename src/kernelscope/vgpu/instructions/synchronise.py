"""Barriers and fences (PTX ISA, 9.7.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir as ll

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.table import define
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import I64
from kernelscope.vgpu.jit.layout import LANES, Context, Fault, Frame

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter import Warp
    from kernelscope.vgpu.jit.generator import Generator


def _scalar(g: Generator, operand: ir.Operand) -> Any:
    """A barrier's number or thread count: the same in all lanes of a warp."""
    if operand is None:
        return ll.Constant(I64, 0)
    if isinstance(operand, ir.Immediate):
        return ll.Constant(I64, int(operand.value))
    assert isinstance(operand, ir.Register)
    value = g.read_lane0(operand)
    if build.is_vector(value):
        lane = build.first_set(g.b, g.active_bits)
        value = g.b.extract_element(value, g.b.and_(lane, ll.Constant(build.I32, 31)))
    return g.b.zext(value, I64)


def _wait(g: Generator, inst: ir.Inst, needed: int) -> None:
    number, threads = inst.operands[0], inst.operands[1] if len(inst.operands) > 1 else None
    g.b.store(_scalar(g, number), build.slot(g.b, g.frame, int(Frame.BARRIER)))
    g.b.store(_scalar(g, threads), build.slot(g.b, g.frame, int(Frame.BARRIER_THREADS)))
    g.suspend(needed)


for _spec in ("bar . cta? . sync", "barrier . cta? . sync . aligned?"):
    define(
        _spec, "a:u32, b:u32?", kind="barrier", code=_wait, pipe="control",
        section="9.7.13.1", words="wait for the block's threads at barrier {a}",
    )  # fmt: skip


def _arrive(g: Generator, inst: ir.Inst) -> None:
    """A warp counts whole, as it does when it waits."""
    number, _ = inst.operands
    some = g.b.icmp_unsigned("!=", g.memory_mask(), ll.Constant(build.I32, 0))
    threads = g.b.select(some, ll.Constant(I64, LANES), ll.Constant(I64, 0))
    barriers = g.context_pointer(Context.BARRIERS)
    build.add_to_slot(g.b, barriers, _scalar(g, number), threads)


def _arrive_meaning(warp: Warp, inst: ir.Inst) -> None:
    lane = int(np.argmax(warp.active))
    number, threads = (int(source[lane]) for source in warp.sources(inst))
    warp.arrive(number, threads)


for _spec in ("bar . cta? . arrive", "barrier . cta? . arrive . aligned?"):
    define(
        _spec, "a:u32, b:u32", kind="effect", code=_arrive, meaning=_arrive_meaning,
        pipe="control", section="9.7.13.1",
        words="count as one of {b} threads at barrier {a}, without waiting",
    )  # fmt: skip
define(
    "bar . warp . sync", "a:u32", kind="effect", code=lambda g, inst: None, pipe="control",
    section="9.7.13.2", words="wait for the lanes {a} of the warp",
)  # fmt: skip


def _nothing(g: Generator, inst: ir.Inst) -> None:
    """Warps of a block run in turn and blocks share memory that is always up to date."""


_SCOPES = "cta|cluster|gpu|sys"
for _spec, _signature, _words in (
    ("membar . level:cta|gl|sys", "", "memory writes before are seen before those after"),
    (f"fence . order:sc|acq_rel|acquire|release? . scope:{_SCOPES}", "", "memory order at {scope}"),
    (
        "fence . proxy . which:alias|async|async.global".replace("|async.global", ""),
        "",
        "order {which} accesses",
    ),
    (
        "fence . proxy . which:async . space:global|shared::cta|shared::cluster",
        "",
        "order accesses of the async proxy",
    ),
    ("fence . mbarrier_init . release . cluster", "", "make an mbarrier's start visible"),
    ("griddepcontrol . what:launch_dependents|wait", "", "order with a dependent grid"),
    ("nanosleep . t:u32", "a:u32", "pause"),
    ("pmevent", "#a", "count a profiler event"),
    ("pmevent . mask", "#a", "count profiler events"),
    ("setmaxnreg . way:inc|dec . sync . aligned . t:u32", "#a", "change the registers of a thread"),
):
    define(
        _spec, _signature, kind="effect", code=_nothing, pipe="control", section="9.7.13",
        words=_words,
    )  # fmt: skip


def _trap(g: Generator, inst: ir.Inst) -> None:
    mask = g.memory_mask()
    with g.b.if_then(g.b.icmp_unsigned("!=", mask, ll.Constant(build.I32, 0))):
        g.fail(Fault.TRAP)


define(
    "trap",
    "",
    kind="effect",
    code=_trap,
    pipe="control",
    section="9.7.19.5",
    words="abort the launch",
)
define(
    "brkpt",
    "",
    kind="effect",
    code=_nothing,
    pipe="control",
    section="9.7.19.1",
    words="breakpoint",
)
