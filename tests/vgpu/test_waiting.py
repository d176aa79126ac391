"""Which loops may wait for another thread: those that ask memory again at the same place."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import TimeLimitError
from kernelscope.vgpu.analysis.waiting import blocks_that_may_wait
from kernelscope.vgpu.interpreter import launch as interpreter

TEXT = """.version 8.4
.target sm_90a
.address_size 64
.shared .b32 lock;
.entry k(.param .u64 at) {{
.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p;
ld.param.u64 %rd1, [at];
{body}
ret;
}}
"""
LOOP = "L: {} setp.ne.u32 %p, %r1, 0; @%p bra L;"


@pytest.mark.parametrize(
    ("body", "waits"),
    [
        (LOOP.format("atom.global.cas.b32 %r1, [%rd1], 0, 1;"), True),
        (LOOP.format("atom.add.u32 %r1, [%rd1], 0;"), True),
        (LOOP.format("atom.shared.cas.b32 %r1, [lock], 0, 1;"), True),
        (LOOP.format("ld.acquire.gpu.global.u32 %r1, [%rd1];"), True),
        (LOOP.format("ld.volatile.global.u32 %r1, [%rd1];"), True),
        (LOOP.format("ld.global.u32 %r1, [%rd1];"), True),
        (LOOP.format("nanosleep.u32 20; sub.u32 %r1, %r1, 1;"), True),
        (LOOP.format("add.u64 %rd2, %rd1, 4; ld.global.u32 %r1, [%rd2];"), True),
        (LOOP.format("ld.global.cv.u32 %r1, [%rd1]; add.u64 %rd1, %rd1, 4;"), True),
        (LOOP.format("ld.global.u32 %r1, [%rd1]; add.u64 %rd1, %rd1, 4;"), False),
        (LOOP.format("red.global.add.u32 [%rd1], 1; sub.u32 %r1, %r1, 1;"), False),
        ("atom.global.add.u32 %r1, [%rd1], 1; ld.volatile.global.u32 %r1, [%rd1];", False),
    ],
)
def test_a_loop_that_asks_memory_again_may_wait(body: str, waits: bool) -> None:
    """Once is not a wait, and a loop that reads another place each time goes on by itself."""
    function = vgpu.load_ptx(TEXT.format(body=body)).kernel("k").lowered()
    assert bool(blocks_that_may_wait(function)) == waits


# Block 0 waits for block 1, which begins when block 0 has let others run.
WAITS = """mov.u32 %r2, %ctaid.x; mov.u32 %r5, %tid.x; setp.eq.u32 %p, %r2, 1; @%p bra set;
{}
set: st.volatile.global.u32 [%rd1], 1;
end:"""
ASK = "ld.volatile.global.u32 %r1, [%rd1]; setp.ne.u32 %p, %r1, 0; @%p bra end;"


def launcher(body: str, interpreted: bool) -> Any:
    """What launches a kernel, compiled or by the interpreter."""
    kernel = vgpu.load_ptx(TEXT.format(body=body)).kernel("k")
    return functools.partial(interpreter.launch, kernel.lowered()) if interpreted else kernel.launch


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize(
    "body",
    [
        pytest.param(f"L: {ASK} bra L;", id="a loop"),
        pytest.param(
            f"setp.eq.u32 %p, %r2, 9; @%p bra B; A: add.u32 %r3, %r3, 1; B: {ASK} bra A;",
            id="a loop with two entries",
        ),
        pytest.param(
            f"setp.eq.u32 %p, %r5, 9; @%p bra A; B: {ASK} A: add.u32 %r3, %r3, 1; bra B;",
            id="a loop with two entries for the lanes of a warp",
        ),
        pytest.param(
            f"A: {ASK} and.b32 %r4, %r5, 1; setp.eq.u32 %p, %r4, 0; @%p bra A;"
            "add.u32 %r3, %r3, 1; bra A;",
            id="a loop whose ways back part the lanes",
        ),
        pytest.param(
            "mov.u32 %r3, 0; I: add.u32 %r3, %r3, 1; setp.lt.u32 %p, %r3, 3; @%p bra I;"
            f"A: {ASK} mov.u32 %r3, 0; J: add.u32 %r3, %r3, 1; setp.lt.u32 %p, %r3, 4; @%p bra J;"
            "bra A;",
            id="a loop with a short loop in it",
        ),
    ],
)
def test_a_loop_that_waits_lets_the_other_block_run(body: str, interpreted: bool) -> None:
    """Each of these waited for ever when the ways back were counted in one of these loops only."""
    flag = np.zeros(1, np.uint32)
    launcher(WAITS.format(body), interpreted)((2, 1, 1), (32, 1, 1), [flag], limit_s=20)
    assert flag[0] == 1


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_loop_that_waits_may_lead_back_into_a_branch(interpreted: bool) -> None:
    """Odd threads add 1 and even ones 100; then all go round through the odd ones' side.

    The last warp of 40 threads is not full, so its lanes are a value and no constant. Code behind
    the pause of the loop used the value from before it, which the compiler refused.
    """
    body = """.reg .pred %q; mov.u32 %r5, %tid.x; and.b32 %r4, %r5, 1; setp.eq.u32 %q, %r4, 1;
    st.shared.u32 [lock], 0; bar.sync 0;
    @!%q bra EVEN; bra ODD; EVEN: atom.shared.add.u32 %r2, [lock], 100; bra ASK;
    ODD: atom.shared.add.u32 %r2, [lock], 1;
    ASK: ld.volatile.shared.u32 %r3, [lock]; setp.lt.u32 %p, %r3, 50000; @%p bra ODD;
    st.global.u32 [%rd1], %r3;"""
    total = np.zeros(1, np.uint32)
    launcher(body, interpreted)((1, 1, 1), (40, 1, 1), [total], limit_s=20)
    assert 50000 <= total[0] < 50000 + 40


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_loop_without_an_end_stops_at_the_time_limit(interpreted: bool) -> None:
    """Also if lanes part on each way back, and nothing in it waits."""
    body = (
        "mov.u32 %r5, %tid.x; A: add.u32 %r3, %r3, 1; and.b32 %r4, %r5, 1;"
        "setp.eq.u32 %p, %r4, 0; @%p bra A; add.u32 %r3, %r3, 1; bra A;"
    )
    launch = launcher(body, interpreted)
    with pytest.raises(TimeLimitError):
        launch((1, 1, 1), (32, 1, 1), [np.zeros(1, np.uint32)], limit_s=0.3)
