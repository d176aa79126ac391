"""Barriers of a block: named ones, counts, arriving without waiting, and reductions."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import LaunchError, PtxError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

TEXT = """
.version 8.7
.target sm_90a
.address_size 64
.shared .b32 kept[32];
.entry k(.param .u64 result) {{
.reg .b32 %t, %lane, %at, %v, %i; .reg .b64 %p, %o, %q; .reg .pred %first, %more, %odd, %all;
ld.param.u64 %p, [result];
mov.u32 %t, %tid.x;
mul.wide.u32 %q, %t, 4;
add.u64 %q, %q, %p;
and.b32 %lane, %t, 31;
shl.b32 %lane, %lane, 2;
cvt.u64.u32 %o, %lane;
add.u64 %p, %p, %o;
mov.u32 %at, kept;
add.u32 %at, %at, %lane;
setp.lt.u32 %first, %t, 32;
mov.u32 %i, 0;
{body}
ret;
}}
"""
HANDED_OVER = """
@%first bra CONSUMER;
st.shared.u32 [%at], %t;
bar.arrive 1, 64;
ret;
CONSUMER:
bar.sync 1, 64;
ld.shared.u32 %v, [%at];
st.global.u32 [%p], %v;
"""
# Barrier 1: a value is there; barrier 2: it has been read. The reader says so and does not wait,
# so its word for the next value comes before the writer has gone on from the last.
QUEUE = """
@%first bra CONSUMER;
PRODUCER:
bar.sync 2, 64;
mad.lo.u32 %v, %i, 100, %t;
st.shared.u32 [%at], %v;
bar.arrive 1, 64;
add.u32 %i, %i, 1;
setp.lt.u32 %more, %i, 5;
@%more bra PRODUCER;
ret;
CONSUMER:
bar.arrive 2, 64;
bar.sync 1, 64;
ld.shared.u32 %v, [%at];
st.global.u32 [%p], %v;
add.u64 %p, %p, 128;
add.u32 %i, %i, 1;
setp.lt.u32 %more, %i, 5;
@%more bra CONSUMER;
"""
# Two arrivals of 32 are a whole time of this barrier: who comes third waits for a fourth.
TWICE = """
@%first bra FIRST;
bar.arrive 1, 64;
bar.arrive 1, 64;
ret;
FIRST:
bar.sync 3, 32;
bar.sync 1, 64;
"""
REDUCED = """
setp.ge.u32 %odd, %t, {threshold};
bar.red.popc.u32 %v, 0, %odd;
st.global.u32 [%q], %v;
bar.red.and.pred %all, 1, 64, !%odd;
selp.u32 %v, 1, 0, %all;
st.global.u32 [%q+256], %v;
barrier.red.or.aligned.pred %all, 0, %odd;
selp.u32 %v, 1, 0, %all;
st.global.u32 [%q+512], %v;
"""


def outcome(body: str, compiled: bool, words: int, threads: int = 64) -> np.ndarray:
    result = np.zeros(words, np.uint32)
    text = TEXT.format(body=body)
    if compiled:
        vgpu.load_ptx(text).kernel("k")[1, threads](result)
    else:
        interpreter.launch(lower(parse(text), "k"), (1, 1, 1), (threads, 1, 1), [result])
    return result


@pytest.mark.parametrize("compiled", [True, False])
def test_a_waiting_warp_goes_on_when_the_other_has_arrived(compiled: bool) -> None:
    """The first warp reads what the second stored before it arrived and ended."""
    result = outcome(HANDED_OVER, compiled, 32)
    np.testing.assert_array_equal(result, np.arange(32, 64))


@pytest.mark.parametrize("compiled", [True, False])
def test_who_arrives_early_counts_for_the_next_time(compiled: bool) -> None:
    """Five values go from one warp to the other, each told that the last has been read."""
    result = outcome(QUEUE, compiled, 160).reshape(5, 32)
    np.testing.assert_array_equal(result, np.arange(32, 64) + 100 * np.arange(5)[:, None])


@pytest.mark.parametrize("compiled", [True, False])
def test_a_count_that_is_reached_by_arrivals_alone_begins_anew(compiled: bool) -> None:
    """The first warp comes to the barrier after the second has used it up, and waits for ever."""
    with pytest.raises(LaunchError, match="deadlock"):
        outcome(TWICE, compiled, 1)


# A number is taken in the order in which warps come to it.
IN_TURN = """
st.shared.u32 [%at], 0;
bar.sync 0;
mov.u32 %at, kept;
atom.shared.add.u32 %v, [%at], 1;
bar.sync 0;
atom.shared.add.u32 %i, [%at], 100;
mad.lo.u32 %v, %v, 10000, %i;
st.global.u32 [%q], %v;
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_after_a_barrier_the_first_warp_runs_first(compiled: bool) -> None:
    order = np.arange(96)
    result = outcome(IN_TURN, compiled, 96, 96)
    np.testing.assert_array_equal(result, 10000 * order + 96 + 100 * order)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("threshold", "threads"), [(40, 64), (0, 64), (64, 64), (17, 48)])
def test_reductions_at_a_barrier_count_and_combine_all_votes(
    threshold: int, threads: int, compiled: bool
) -> None:
    """Of 64 threads, and of 48, whose last warp is half empty and still counts whole."""
    votes = np.arange(threads) >= threshold
    result = outcome(REDUCED.format(threshold=threshold), compiled, 192, threads).reshape(3, 64)
    for row, value in zip(result, (votes.sum(), not votes.any(), votes.any()), strict=True):
        np.testing.assert_array_equal(row[:threads], int(value))


@pytest.mark.parametrize("compiled", [True, False])
def test_a_guard_that_holds_in_no_lane_skips_the_barrier(compiled: bool) -> None:
    """The second warp arrives twice, and does not wait with the first."""
    once = "@!%first bar.arrive 1, 96;\n"
    body = f"@%first bar.sync 1, 96;\n{once}{once}st.global.u32 [%q], %t;"
    np.testing.assert_array_equal(outcome(body, compiled, 64), np.arange(64))


# ---- what a barrier's operands may be --------------------------------------------------------

NUMBER = "the barrier's number is {}, and must be from 0 to 15"
THREADS = "the number of threads at the barrier is {}, and must be a multiple of 32 from {} to"


@pytest.mark.parametrize(
    ("instruction", "problem"),
    [
        ("bar.sync -1;", NUMBER.format(-1)),
        ("bar.sync 16;", NUMBER.format(16)),
        ("bar.red.popc.u32 %v, 4294967296, %first;", NUMBER.format(4294967296)),
        ("barrier.cta.red.or.pred %all, 99, %first;", NUMBER.format(99)),
        ("barrier.sync 0, 33;", THREADS.format(33, 0)),
        ("bar.arrive 0, 0;", THREADS.format(0, 32)),
        ("bar.arrive 16, 64;", NUMBER.format(16)),
        ("bar.red.popc.u32 %v, 1, 1.5;", "operand c is a predicate, not a fraction"),
        ("bar.sync %laneid;", "the barrier's number must be a register or a constant"),
    ],
)
def test_a_constant_that_no_barrier_has_is_refused_with_its_line(
    instruction: str, problem: str
) -> None:
    """When the kernel is loaded: a number beyond 15 would be in other memory."""
    with pytest.raises(PtxError, match=rf"^ptx:20:\d+: .*{problem}"):
        vgpu.load_ptx(TEXT.format(body=instruction)).kernel("k")


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("instructions", "problem"),
    [
        ("bar.sync %v;", NUMBER.format(16)),
        ("sub.u32 %v, 15, %v; bar.red.or.pred %all, %v, %first;", NUMBER.format(2**32 - 1)),
        ("bar.sync 0, %v;", THREADS.format(16, 0)),
        ("sub.u32 %v, 16, %v; bar.arrive 0, %v;", THREADS.format(0, 32)),
        ("setp.gt.u32 %more, %t, 40; @%more bar.arrive %v, 64;", NUMBER.format(16)),
    ],
)
def test_a_register_that_names_no_barrier_is_a_fault_with_its_line(
    instructions: str, problem: str, compiled: bool
) -> None:
    """When the instruction runs; the other warps of the block do not wait for ever."""
    with pytest.raises(LaunchError, match=rf"{problem}.*ptx:20"):
        outcome(f"mov.u32 %v, 16; {instructions} bar.sync 3;", compiled, 64, 64)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    "instructions",
    [
        "and.b32 %v, %t, 1; barrier.sync %v, 64;",
        "and.b32 %v, %t, 1; shl.b32 %v, %v, 5; add.u32 %v, %v, 32; bar.sync 0, %v;",
        "and.b32 %v, %t, 1; bar.red.or.pred %all, %v, %first;",
        "and.b32 %v, %t, 1; barrier.arrive %v, 64;",
    ],
)
def test_lanes_that_come_together_must_name_one_barrier(instructions: str, compiled: bool) -> None:
    """PTX does not say where a warp waits whose lanes name two: the first lane's is a guess."""
    with pytest.raises(LaunchError, match=r"in one lane and another in the next.*ptx:20"):
        outcome(f"{instructions} bar.sync 3;", compiled, 64, 64)


@pytest.mark.parametrize("compiled", [True, False])
def test_lanes_that_come_one_by_one_may_name_a_barrier_each(compiled: bool) -> None:
    """The odd lanes wait at barrier 2 and the even ones at barrier 1, in both warps."""
    body = """and.b32 %v, %t, 1; setp.eq.u32 %odd, %v, 1;
    @%odd bra ODD;
    barrier.sync 1, 32;
    bra.uni END;
    ODD:
    barrier.sync 2, 32;
    END:
    st.global.u32 [%q], %t;"""
    np.testing.assert_array_equal(outcome(body, compiled, 64), np.arange(64))


@pytest.mark.parametrize("compiled", [True, False])
def test_an_arrival_that_no_lane_makes_is_not_at_fault(compiled: bool) -> None:
    """Its registers are not read."""
    body = """mov.u32 %v, 16; setp.gt.u32 %more, %t, 64; @%more bar.arrive %v, %v;
    st.global.u32 [%q], %t;"""
    np.testing.assert_array_equal(outcome(body, compiled, 64), np.arange(64))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("threads", [96, 1024, 2048])
def test_a_barrier_for_more_threads_than_the_block_has_is_a_deadlock(
    threads: int, compiled: bool
) -> None:
    with pytest.raises(LaunchError, match="deadlock"):
        outcome(f"bar.sync 0, {threads};", compiled, 64)


# Of three warps that have met once, the second does something else before they meet again. A number
# is taken before that, and another one after it.
ON_ITS_OWN = """
.shared .b64 phase;
mov.u32 %v, phase;
@!%first bra READY;
mbarrier.init.shared.b64 [%v], 1;
READY:
st.shared.u32 [%at], 0;
mov.u32 %at, kept;
shr.u32 %i, %t, 5;
setp.eq.u32 %odd, %i, 1;
bar.sync 0;
atom.shared.add.u32 %i, [%at], 1;
st.global.u32 [%q], %i;
{second}
barrier.sync 0;
BEHIND:
atom.shared.add.u32 %i, [%at], 100;
st.global.u32 [%q+512], %i;
"""
WAIT = "WAIT: mbarrier.test_wait.parity.shared.b64 %more, [%v], 0; @!%more bra WAIT;"
WAYS = {
    "ends": "@%odd ret;",
    "comes in parts": """@!%odd bra ALL; and.b32 %v, %t, 1; setp.eq.u32 %more, %v, 0;
        @%more bra ALL; atom.shared.add.u32 %i, [%at], 1; barrier.sync 0; bra BEHIND; ALL:""",
    "waits for the last": f"""@%odd bra WAIT; setp.lt.u32 %more, %t, 95; @%more bra MET;
        mbarrier.arrive.shared.b64 _, [%v]; bra MET; {WAIT} MET:""",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_warp_that_does_not_come_to_the_barrier_like_the_others(way: str) -> None:
    body = ON_ITS_OWN.format(second=WAYS[way])
    compiled, interpreted = (outcome(body, compiled, 224, 96) for compiled in (True, False))
    np.testing.assert_array_equal(compiled[:96], np.arange(96))
    if way == "comes in parts":  # which lanes go on first is not the same in the two
        compiled, interpreted = np.sort(compiled), np.sort(interpreted)
    np.testing.assert_array_equal(compiled, interpreted)


def test_warps_that_wait_for_one_that_never_comes_are_named() -> None:
    """The first and the third came to the barrier, the second waits for a phase that never ends."""
    body = ON_ITS_OWN.format(second=f"@!%odd bra MET; {WAIT} MET:")
    named = "warps 0, 2 wait at ptx:34 at barrier 0, where 64 of 96 threads have come; warp 1 waits"
    with pytest.raises(LaunchError, match=named):
        outcome(body, compiled=True, words=224, threads=96)
