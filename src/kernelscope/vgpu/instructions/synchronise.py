"""Barriers and fences (PTX ISA, 9.7.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.faults import Fault
from kernelscope.vgpu.instructions import bounds
from kernelscope.vgpu.instructions.phrases import fence_words, lanes
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Bounds
from kernelscope.vgpu.jit import addresses, build, clock, helpers, watch_barriers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I64
from kernelscope.vgpu.layout import LANES, Context

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator


def _check(g: Generator, inst: ir.Inst) -> None:
    """Emit the checks of a barrier's number and of its threads, if they come from registers."""
    watch_barriers.note_site(g, inst)
    g.lanes = LANES
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if spec.name in ("a", "b") and isinstance(operand, ir.Register):
            values = g.b.zext(g.read(operand), build.vector(I64))
            bounds.check(g, inst, spec.name, values)
            bounds.check_equal(g, inst, spec.name, values)


def _wait(g: Generator, inst: ir.Inst) -> None:
    _check(g, inst)
    barrier, threads = inst.operands
    g.wait_at_barrier(barrier, threads, None)


def _reduce(g: Generator, inst: ir.Inst) -> None:
    """Bring the warp's votes to the barrier, and take all votes from it."""
    _check(g, inst)
    barrier, threads, vote = inst.operands[1:]
    brought = g.source(inst, inst.form.signature[-1], vote)
    votes, voters = g.wait_at_barrier(barrier, threads, brought)
    g.lanes = LANES
    match inst.fields["op"]:
        case "popc":
            result = g.b.trunc(votes, build.I32)
        case "and":
            result = g.b.icmp_unsigned("==", votes, voters)
        case _:
            result = g.b.icmp_unsigned("!=", votes, ll.Constant(I64, 0))
    g.store_results(inst, build.splat(g.b, result))


_NUMBER = Bounds("the barrier's number", 0, 15)
_BOUNDS = {
    least: {
        "a": _NUMBER,
        "b": Bounds("the number of threads at the barrier", least, (1 << 32) - LANES, LANES),
    }
    for least in (0, LANES)
}
_WAITING, _ARRIVING = _BOUNDS[0], _BOUNDS[LANES]
for _start, _end in (("bar . cta?", ""), ("barrier . cta?", ". aligned?")):
    define(
        f"{_start} . sync {_end}", "a:u32, b:u32?", kind="barrier", meaning=effects.barrier,
        code=_wait, pipe="control", bounds=_WAITING,
        words="wait at barrier {a} for [{b} of ]the block's threads",
    )  # fmt: skip
    for _ops, _type in (("popc", "u32"), ("and|or", "pred")):
        define(
            f"{_start} . red . op:{_ops} {_end} . t:{_type}", "d:t, a:u32, b:u32?, c:pred",
            kind="barrier", shape="uniform", meaning=effects.barrier,
            code=_reduce, pipe="control", bounds=_WAITING,
            words="{d} = {op} of {c} over [{b} of ]the block's threads, which wait at barrier {a}",
        )  # fmt: skip


def _arrive(g: Generator, inst: ir.Inst) -> None:
    """Arrive: a warp counts whole if all of its lanes are here, as it does when it waits."""
    lanes = g.memory_mask()
    with g.b.if_then(g.b.icmp_unsigned("!=", lanes, ll.Constant(build.I32, 0))):
        _check(g, inst)
        numbers = [g.one_number(operand) for operand in inst.operands]
        alone = g.b.icmp_unsigned("==", g.elsewhere(lanes), ll.Constant(build.I32, 0))
        here = g.b.zext(build.popcount(g.b, lanes), I64)
        amount = g.b.select(alone, ll.Constant(I64, LANES), here)
        helpers.call(g.b, "barrier_arrive", [g.context, *numbers, amount])


def _arrive_meaning(warp: Warp, inst: ir.Inst) -> None:
    given = zip(("a", "b"), warp.sources(inst), strict=True)
    warp.arrive(*(effects.of_all_lanes(warp, inst, name, source) for name, source in given))


for _spec in ("bar . cta? . arrive", "barrier . cta? . arrive . aligned?"):
    define(
        _spec, "a:u32, b:u32", kind="effect", code=_arrive, meaning=_arrive_meaning,
        pipe="control", bounds=_ARRIVING,
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
    ("membar . proxy . which:alias", "", "order accesses by {which} with all others"),
    # Alone, since PTX has it later than the other.
    ("membar . proxy . which:async", "", "order accesses by {which} with all others"),
    (
        "fence . alias . of:sync_restrict::read . release . sys",
        "",
        "order loads by other virtual addresses before it with what the system sees after it",
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


define(
    "griddepcontrol . what:launch_dependents|wait", "", kind="effect",
    meaning=effects.control_grids, code=_nothing, pipe="control", words="{what}", say=fence_words,
    tells=("order",),
)  # fmt: skip
define(
    f"fence . proxy . which:tensormap::generic . order:acquire . scope:{_SCOPES}", "[a], #size",
    kind="effect", meaning=effects.nothing, code=_nothing, pipe="control", tells=("which", "order"),
    bounds={"size": Bounds("the size of a tensor map", 128, 128)},
    words="see the {size} bytes of a tensor map at {a} as {scope} has released them",
)  # fmt: skip
define(
    f"fence . proxy . which:tensormap::generic . order:release . scope:{_SCOPES}", "",
    kind="effect", meaning=effects.nothing, code=_nothing, pipe="control", tells=("which", "order"),
    words="release the tensor maps written before it to copies of {scope}",
)  # fmt: skip
for _order, _memory in (("acquire", "cluster"), ("release", "cta")):
    define(
        f"fence . order:{_order} . of:sync_restrict::shared::{_memory} . scope:cluster", "",
        kind="effect", meaning=effects.nothing, code=_nothing, pipe="control",
        tells=("order", "of"),
        words="make accesses of shared memory before it visible to {scope} before those after it",
    )  # fmt: skip
    define(
        f"fence . proxy . which:async::generic . order:{_order} "
        f". of:sync_restrict::shared::{_memory} . scope:cluster", "",
        kind="effect", meaning=effects.nothing, code=_nothing, pipe="control",
        tells=("which", "order", "of"),
        words="order accesses to shared memory by asynchronous copies with all others of {scope}",
    )  # fmt: skip


def _sleep(g: Generator, inst: ir.Inst) -> None:
    """Let the other warps run, for which a sleeping warp mostly waits, and let time pass."""
    g.lanes = LANES
    g.b.store(ll.Constant(I64, 0), build.slot(g.b, g.context, int(Context.IDLE)))
    nanoseconds = g.b.zext(
        g.of_first_lane(g.source(inst, inst.form.signature[0], inst.operands[0])), I64
    )
    clock.advance(g, clock.cycles_of(g, nanoseconds))
    g.poll_unless(ll.Constant(build.I1, 0))


def _sleep_meaning(warp: Warp, inst: ir.Inst) -> None:
    warp.poll()
    warp.block.idle = 0
    lane = int(np.argmax(warp.active))
    warp.block.clock += int(warp.sources(inst)[0][lane]) * warp.launch.khz // 1_000_000


define(
    "nanosleep . t:u32", "a:u32", kind="poll", code=_sleep, meaning=_sleep_meaning, pipe="control",
    words="pause for about {a} ns",
)  # fmt: skip


def _trap(g: Generator, inst: ir.Inst) -> None:
    mask, none = g.memory_mask(), ll.Constant(build.I64, 0)
    with g.b.if_then(g.b.icmp_unsigned("!=", mask, ll.Constant(build.I32, 0))):
        site = ll.Constant(build.I64, inst.site)
        addresses.fault(g.b, g.context, Fault.TRAP, site, none, build.first_set(g.b, mask))
        g.b.branch(g.finish)


define(
    "trap",
    "",
    kind="effect",
    meaning=effects.trap,
    code=_trap,
    pipe="control",
    faults=True,
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
