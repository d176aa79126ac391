"""Barriers and fences (PTX ISA, 9.7.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from llvmlite import ir as ll

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.say import fence_words, lanes
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.jit import barriers, build
from kernelscope.vgpu.jit.build import I64
from kernelscope.vgpu.layout import LANES, Context, Fault, Frame
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator


def _scalar(g: Generator, operand: ir.Operand) -> LLValue:
    """Return a barrier's number or thread count, which all lanes of a warp share."""
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


def _wait(g: Generator, inst: ir.Inst) -> None:
    named = dict(zip((s.name for s in inst.form.signature), inst.operands, strict=True))
    g.b.store(_scalar(g, named["a"]), build.slot(g.b, g.frame, int(Frame.BARRIER)))
    g.b.store(_scalar(g, named["b"]), build.slot(g.b, g.frame, int(Frame.BARRIER_THREADS)))
    g.suspend()


def _reduce(g: Generator, inst: ir.Inst) -> None:
    """Bring the warp's votes to the barrier, and take all votes from it."""
    votes, voters = (build.slot(g.b, g.frame, int(p)) for p in (Frame.VOTES, Frame.VOTERS))
    g.lanes = LANES
    spec, operand = inst.form.signature[-1], inst.operands[-1]
    yes = g.b.and_(build.to_bits(g.b, g.source(inst, spec, operand)), g.active_bits)
    for bits, place in ((yes, votes), (g.active_bits, voters)):
        g.b.store(g.b.zext(build.popcount(g.b, bits), I64), place)
    _wait(g, inst)
    votes, voters = (build.load_slot(g.b, g.frame, int(p)) for p in (Frame.VOTES, Frame.VOTERS))
    match inst.fields["op"]:
        case "popc":
            result = g.b.trunc(votes, build.I32)
        case "and":
            result = g.b.icmp_unsigned("==", votes, voters)
        case _:
            result = g.b.icmp_unsigned("!=", votes, ll.Constant(I64, 0))
    g.store_results(inst, build.splat(g.b, result))


for _start, _end in (("bar . cta?", ""), ("barrier . cta?", ". aligned?")):
    define(
        f"{_start} . sync {_end}", "a:u32, b:u32?", kind="barrier", meaning=effects.barrier,
        code=_wait, pipe="control",
        words="wait at barrier {a} for [{b} of ]the block's threads",
    )  # fmt: skip
    for _ops, _type in (("popc", "u32"), ("and|or", "pred")):
        define(
            f"{_start} . red . op:{_ops} {_end} . t:{_type}", "d:t, a:u32, b:u32?, c:pred",
            kind="barrier", shape="uniform", meaning=effects.barrier,
            code=_reduce, pipe="control",
            words="{d} = {op} of {c} over [{b} of ]the block's threads, which wait at barrier {a}",
        )  # fmt: skip


def _arrive(g: Generator, inst: ir.Inst) -> None:
    """Arrive: a warp counts whole, as it does when it waits."""
    some = g.b.icmp_unsigned("!=", g.memory_mask(), ll.Constant(build.I32, 0))
    with g.b.if_then(some):
        numbers = [_scalar(g, operand) for operand in inst.operands]
        g.b.call(barriers.arrive(g.module), [g.context, *numbers])


def _arrive_meaning(warp: Warp, inst: ir.Inst) -> None:
    lane = int(np.argmax(warp.active))
    number, threads = (int(source[lane]) for source in warp.sources(inst))
    warp.arrive(number, threads)


for _spec in ("bar . cta? . arrive", "barrier . cta? . arrive . aligned?"):
    define(
        _spec, "a:u32, b:u32", kind="effect", code=_arrive, meaning=_arrive_meaning,
        pipe="control",
        words="arrive at barrier {a}, which expects {b} threads, without waiting",
    )  # fmt: skip
define(
    "bar . warp . sync", "a:u32", kind="effect", meaning=effects.nothing,
    code=lambda g, inst: None, pipe="control",
    words="wait for the warp's lanes{lanes}",
    say=lambda f, o: lanes(o["a"]), tells=("a",),
)  # fmt: skip


def _nothing(g: Generator, inst: ir.Inst) -> None:
    """Do nothing: warps of a block run in turn, and their memory is always up to date."""


_SCOPES = "cta|cluster|gpu|sys"
for _spec, _signature, _words in (
    (
        "membar . level:cta|gl|sys",
        "",
        "make accesses before it visible to {level} before those after it",
    ),
    (
        f"fence . order:sc|acq_rel|acquire|release? . scope:{_SCOPES}",
        "",
        "make accesses before it visible to {scope} before those after it{in_order}",
    ),
    (
        "fence . proxy . which:alias|async",
        "",
        "order accesses by {which} with all others",
    ),
    (
        "fence . proxy . which:async . space:global|shared::cta|shared::cluster",
        "",
        "order accesses by asynchronous copies with all others",
    ),
    (
        "fence . mbarrier_init . release . cluster",
        "",
        "make barriers created before it visible to the cluster",
    ),
    ("griddepcontrol . what:launch_dependents|wait", "", "{what}"),
    ("pmevent", "#a", "count the profiler's event {a}"),
    ("pmevent . mask", "#a", "count the profiler's events in mask {a}"),
    (
        "setmaxnreg . way:inc|dec . sync . aligned . t:u32",
        "#a",
        "{way} the number of registers of each thread to {a}",
    ),
):
    define(
        _spec, _signature, kind="effect", meaning=effects.nothing, code=_nothing, pipe="control",
        words=_words, say=fence_words, tells=("order",),
    )  # fmt: skip


def _sleep(g: Generator, inst: ir.Inst) -> None:
    """Let the other warps of the block run: a sleeping warp mostly waits for them."""
    g.b.store(ll.Constant(I64, 0), build.slot(g.b, g.context, int(Context.IDLE)))
    g.poll_unless(ll.Constant(build.I1, 0))


def _sleep_meaning(warp: Warp, inst: ir.Inst) -> None:
    warp.poll()
    warp.block.idle = 0


define(
    "nanosleep . t:u32", "a:u32", kind="poll", code=_sleep, meaning=_sleep_meaning, pipe="control",
    words="pause for about {a} ns",
)  # fmt: skip


def _trap(g: Generator, inst: ir.Inst) -> None:
    mask = g.memory_mask()
    with g.b.if_then(g.b.icmp_unsigned("!=", mask, ll.Constant(build.I32, 0))):
        g.fail(Fault.TRAP)


define(
    "trap",
    "",
    kind="effect",
    meaning=effects.trap,
    code=_trap,
    pipe="control",
    words="abort the launch",
)
define(
    "brkpt",
    "",
    kind="effect",
    meaning=effects.nothing,
    code=_nothing,
    pipe="control",
    words="stop in the debugger, if one is attached",
)
