"""All orders of small programs: what is run in few orders has the endings of all of them.

An oracle of a few lines goes through each turn of the warps of a random program. It knows nothing
of the interpreter, and leaves out no order.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kernelscope import vgpu
from kernelscope.vgpu.interpreter.events import EventRun
from kernelscope.vgpu.interpreter.memory import Memory
from kernelscope.vgpu.interpreter.orders import Explored, explore

Op = tuple[str, int, int]
"""What a warp does: its name, to which barrier or place, and with what number."""
Program = tuple[tuple[Op, ...], ...]
BARRIERS, PLACES, SLOTS = 2, 2, 8
Endings = set[tuple[str, object]]


# ---- the oracle ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """Where warps are, what they have read, the mbarriers and the memory."""

    at: tuple[int, ...]
    read: tuple[tuple[int, ...], ...]
    pending: tuple[int, ...]
    expected: tuple[int, ...]
    phase: tuple[int, ...]
    memory: tuple[int, ...]
    met: tuple[tuple[int, ...], ...] = ((), ())


def put(values: tuple, place: int, value: object) -> tuple:
    return (*values[:place], value, *values[place + 1 :])


def after(program: Program, counts: tuple[int, ...], state: State, warp: int) -> State | None:
    """The state after a warp's next operation; None if it cannot do that now."""
    name, where, value = program[warp][state.at[warp]]
    read, pending, expected, phase, memory, met = (
        state.read, state.pending, state.expected, state.phase, state.memory, state.met,
    )  # fmt: skip
    at = put(state.at, warp, state.at[warp] + 1)
    mine = read[warp]
    if name in ("arrive", "expect", "complete"):
        left = pending[where] - (name == "arrive")
        more = expected[where] + {"arrive": 0, "expect": 16, "complete": -16}[name]
        is_over = not left and not more
        pending = put(pending, where, counts[where] if is_over else left)
        expected = put(expected, where, more)
        phase = put(phase, where, 1 - phase[where]) if is_over else phase
    elif name == "wait":
        if phase[where] == value & 1:
            return None
    elif name == "test":
        mine = (*mine, int(phase[where] != value & 1))
    elif name == "load":
        mine = (*mine, memory[where])
    elif name == "swap":
        mine, memory = (*mine, memory[where]), put(memory, where, value)
    elif name == "store":
        memory = put(memory, where, value)
    elif name == "add":
        memory = put(memory, where, memory[where] + value)
    elif name == "meet":
        # Two warps meet, whichever they are; a warp stays where it is until another has come.
        if warp in met[where]:
            return None
        if not met[where]:
            return State(state.at, read, pending, expected, phase, memory, put(met, where, (warp,)))
        other = met[where][0]
        at = put(at, other, at[other] + 1)
        met = put(met, where, ())
    return State(at, put(read, warp, mine), pending, expected, phase, memory, met)


def all_endings(program: Program, counts: tuple[int, ...]) -> Endings:
    """How a program ends in any order of its warps' turns."""
    none = (0,) * len(program)
    first = State(
        none, ((),) * len(program), counts, (0,) * BARRIERS, (0,) * BARRIERS, (0,) * PLACES
    )
    seen, todo, endings = {first}, [first], Endings()
    while todo:
        state = todo.pop()
        left = [w for w, ops in enumerate(program) if state.at[w] < len(ops)]
        nexts = [after(program, counts, state, w) for w in left]
        fresh = {n for n in nexts if n is not None} - seen
        seen |= fresh
        todo += fresh
        if not left:
            endings.add(("ends", (state.memory, state.read)))
        elif all(n is None for n in nexts):
            endings.add(("deadlock", tuple(left)))
    return endings


# ---- the same in PTX ----------------------------------------------------------------------------

HEAD = """
.version 8.0
.target sm_90
.address_size 64
.entry k(.param .u64 out, .param .u64 places) {
    .reg .b32 %r<20>; .reg .b64 %rd<20>; .reg .pred %p<4>, %first, %maker;
    .shared .align 8 .b64 bars[2];
    ld.param.u64 %rd1, [out];
    ld.param.u64 %rd2, [places];
    mov.u32 %r0, %tid.x;
    setp.eq.u32 %maker, %r0, 0;
    and.b32 %r1, %r0, 31;
    setp.eq.u32 %first, %r1, 0;
    shr.u32 %r2, %r0, 5;
    mov.u32 %r3, bars;
"""


def ptx(program: Program, counts: tuple[int, ...]) -> str:
    lines = [HEAD]
    lines += [
        f"@%maker mbarrier.init.shared::cta.b64 [%r3+{8 * n}], {c};" for n, c in enumerate(counts)
    ]
    lines += ["bar.sync 0;"]
    for warp in range(len(program)):
        lines += [f"setp.eq.u32 %p1, %r2, {warp};", f"@%p1 bra W{warp};"]
    lines += ["ret;"]
    for warp, ops in enumerate(program):
        lines += [f"W{warp}:", *body(warp, ops), "ret;"]
    return "\n".join(lines) + "\n}\n"


def body(warp: int, ops: tuple[Op, ...]) -> list[str]:
    lines: list[str] = []
    slot = 0
    for number, (name, where, value) in enumerate(ops):
        barrier, place = f"[%r3+{8 * where}]", f"[%rd2+{4 * where}]"
        match name:
            case "arrive":
                lines += [f"@%first mbarrier.arrive.shared::cta.b64 _, {barrier};"]
            case "expect" | "complete":
                lines += [f"@%first mbarrier.{name}_tx.relaxed.cta.shared::cta.b64 {barrier}, 16;"]
            case "wait":
                label = f"L{warp}_{number}"
                wait = f"mbarrier.try_wait.parity.shared::cta.b64 %p2, {barrier}, {value & 1};"
                lines += [f"{label}:", wait, f"@!%p2 bra {label};"]
            case "test":
                lines += [
                    f"mbarrier.test_wait.parity.shared::cta.b64 %p2, {barrier}, {value & 1};",
                    "selp.u32 %r5, 1, 0, %p2;",
                ]
            case "load":
                lines += [f"ld.global.u32 %r5, {place};"]
            case "swap":
                lines += [f"@%first atom.global.exch.b32 %r5, {place}, {value};"]
            case "store":
                lines += [f"@%first st.global.u32 {place}, {value};"]
            case "add":
                lines += [f"@%first red.global.add.u32 {place}, {value};"]
            case _:
                lines += [f"bar.sync {where + 1}, 64;"]
        if name in ("test", "load", "swap"):
            lines += [f"@%first st.global.u32 [%rd1+{4 * (warp * SLOTS + slot)}], %r5;"]
            slot += 1
    return lines


def explored(
    program: Program, counts: tuple[int, ...], most: int = 100_000
) -> tuple[Explored, np.ndarray, np.ndarray]:
    kernel = vgpu.load_ptx(ptx(program, counts), gpu="h200").kernel("k")
    function, loops = kernel.lowered(), {}
    out, places = np.zeros(len(program) * SLOTS, np.uint32), np.zeros(PLACES, np.uint32)

    def start() -> EventRun:
        out[:], places[:] = 0, 0
        memory = Memory(function)
        parameters = memory.pack([out, places])
        shape = (1, 1, 1), (32 * len(program), 1, 1), 0
        return EventRun(function, shape, None, (memory, parameters), 0, math.inf, loops)

    found = explore(start, lambda: (places.tobytes(), out.tobytes()), math.inf, most)
    return found, out, places


def endings_of(found: Explored, program: Program) -> Endings:
    endings = Endings()
    for ending in found.endings:
        if ending.state == "deadlock":
            endings.add(("deadlock", tuple(warp for _, warp in ending.left)))
            continue
        memory, read = (tuple(np.frombuffer(data, np.uint32).tolist()) for data in ending.result)
        counts = [sum(op[0] in ("test", "load", "swap") for op in ops) for ops in program]
        rows = tuple(read[w * SLOTS : w * SLOTS + n] for w, n in enumerate(counts))
        endings.add((ending.state, (memory, rows)))
    return endings


barrier_ops = st.tuples(
    st.sampled_from(("arrive", "wait", "arrive", "wait", "test", "expect", "complete")),
    st.integers(0, BARRIERS - 1), st.integers(0, 1),
)  # fmt: skip
memory_ops = st.tuples(
    st.sampled_from(("store", "load", "add", "swap")), st.integers(0, PLACES - 1), st.integers(1, 3)
)
meetings = st.tuples(st.just("meet"), st.integers(0, 1), st.just(0))
warps = st.lists(st.one_of(barrier_ops, barrier_ops, memory_ops, meetings), max_size=4).map(tuple)
programs = st.lists(warps, min_size=2, max_size=3).map(tuple)
counts_of = st.tuples(st.integers(1, 3), st.integers(1, 2))


# What was wrong once: who ends a phase may be another one in another order, a wait of an earlier
# phase, pairs at a named barrier, bytes that come before they are expected.
@example(
    ((("arrive", 1, 1), ("wait", 1, 1), ("load", 1, 2)),
     (("add", 0, 3), ("arrive", 1, 0), ("arrive", 0, 0), ("arrive", 1, 0))),
    (1, 2),
)  # fmt: skip
@example(
    ((("arrive", 0, 1), ("arrive", 0, 1), ("wait", 0, 1)),
     (("arrive", 0, 0), ("add", 0, 3), ("arrive", 1, 1), ("add", 1, 1))),
    (3, 1),
)  # fmt: skip
@example(
    ((("meet", 1, 0), ("meet", 1, 0), ("arrive", 1, 1)),
     (("meet", 1, 0), ("wait", 0, 0), ("test", 1, 0)),
     (("add", 0, 2), ("swap", 1, 2), ("meet", 1, 0))),
    (2, 2),
)  # fmt: skip
@example(
    ((("swap", 1, 1), ("test", 1, 0)),
     (("swap", 1, 2), ("arrive", 0, 0)),
     (("arrive", 1, 0), ("arrive", 1, 0), ("wait", 0, 1))),
    (1, 1),
)  # fmt: skip
@example(
    ((("wait", 1, 1), ("wait", 1, 1)),
     (("test", 0, 1), ("arrive", 1, 1), ("arrive", 0, 0)),
     (("swap", 0, 1), ("wait", 0, 1))),
    (1, 1),
)  # fmt: skip
@example(
    ((("arrive", 1, 1), ("swap", 0, 2)),
     (("wait", 0, 1), ("complete", 1, 1), ("test", 1, 0))),
    (1, 1),
)  # fmt: skip
@example(
    ((("test", 0, 1), ("complete", 0, 1), ("arrive", 1, 1)),
     (("complete", 0, 0), ("test", 1, 1)),
     (("add", 0, 3), ("test", 1, 0), ("expect", 1, 0))),
    (3, 1),
)  # fmt: skip
@settings(deadline=None, max_examples=40)
@given(programs, counts_of)
def test_the_orders_that_are_run_have_all_endings(
    program: Program, counts: tuple[int, ...]
) -> None:
    """What ends, and how, is what the oracle finds in all orders."""
    found, *_ = explored(program, counts)
    assert found.is_complete
    assert endings_of(found, program) == all_endings(program, counts)
