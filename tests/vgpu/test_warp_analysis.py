"""What the analysis takes for granted of a register holds in every lane, before a write too."""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import PtxError
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.analysis.warp import analyse
from kernelscope.vgpu.jit import program

HEAD = """
.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 result) {
.reg .pred %p<4>;
.reg .b32 %r<8>;
.reg .f32 %f<8>;
.reg .b64 %rd<8>;
ld.param.b64 %rd1, [result];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd3, %rd1, %rd2;
"""


def run(body: str) -> np.ndarray:
    result = np.zeros(32, np.float32)
    vgpu.load_ptx(HEAD + body).kernel("k")[1, 32](result)
    return result


def test_a_sum_whose_first_value_is_read_and_thrown_away() -> None:
    """A loop may read its accumulator before the first write, if a select drops what it read."""
    result = run("""
cvt.rn.f32.u32 %f1, %r1;
mov.u32 %r2, 0;
again:
setp.eq.u32 %p1, %r2, 0;
add.f32 %f2, %f3, %f1;
selp.f32 %f3, %f1, %f2, %p1;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p2, %r2, 3;
@%p2 bra again;
st.global.f32 [%rd3], %f3;
ret;
}""")
    np.testing.assert_array_equal(result, 3 * np.arange(32))


def test_a_comparison_that_needs_a_register_before_it_is_written() -> None:
    """What depends on such a register varies across the lanes as soon as one value does."""
    result = run("""
mov.u32 %r2, 0;
again:
setp.gt.u32 %p1, %r1, 15;
selp.b32 %r4, %r3, %r5, %p1;
add.u32 %r3, %r4, 0;
selp.b32 %r3, 7, 5, %p1;
add.u32 %r5, %r4, 0;
mov.b32 %r5, 3;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p2, %r2, 3;
@%p2 bra again;
cvt.rn.f32.u32 %f1, %r4;
st.global.f32 [%rd3], %f1;
ret;
}""")
    np.testing.assert_array_equal(result, np.where(np.arange(32) > 15, 7, 3))


def test_what_the_compiler_trips_over_is_an_error_of_the_kernel(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An assertion inside the compiler reaches the user as one line that names the kernel."""
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    kernel = vgpu.load_ptx(HEAD + "ret;\n}").kernel("k")
    monkeypatch.setattr(program, "analyse", lambda *_: {}[0])
    with pytest.raises(PtxError, match="`k` is beyond the virtual GPU's compiler"):
        kernel[1, 32](np.zeros(1))


def _branches(count: int) -> str:
    """One divergent branch after another, each with two sides that write a register."""
    parts = [
        f"and.b32 %r3, %r1, {1 << n % 5}; setp.eq.u32 %p1, %r3, 0; @%p1 bra else_{n};"
        f"add.u32 %r2, %r2, {n}; bra end_{n}; else_{n}: add.u32 %r2, %r2, 1; end_{n}:"
        for n in range(count)
    ]
    return "mov.u32 %r2, 0;\n" + "\n".join(parts) + "cvt.rn.f32.u32 %f1, %r2;"


def test_many_branches_one_after_another_take_time_in_proportion() -> None:
    """Each branch's lanes are together again before the next one, so only its own sides count.

    With every branch compared with every other one, 400 of them took minutes.
    """
    function = vgpu.load_ptx(HEAD + _branches(400) + "ret; }").kernel("k").lowered()
    before = time.process_time()
    analysis = analyse(function, BlockShape(32, 1, 1))
    assert time.process_time() - before < 20
    assert len(analysis.divergent_branches) == 400
    result = run(_branches(40) + "st.global.f32 [%rd3], %f1; ret; }")
    wanted = [sum(n if lane & 1 << n % 5 else 1 for n in range(40)) for lane in range(32)]
    np.testing.assert_array_equal(result, wanted)


def _nested(count: int) -> str:
    """Divergent branches in each other, with a write behind each of them."""
    before = [
        f"and.b32 %r3, %r1, {1 << n % 5}; setp.eq.u32 %p1, %r3, 0; @%p1 bra end_{n};"
        f"add.u32 %r2, %r2, {n};"
        for n in range(count)
    ]
    behind = [f"end_{n}: xor.b32 %r2, %r2, {n};" for n in reversed(range(count))]
    return "mov.u32 %r2, 0;\n" + "\n".join(before + behind) + "cvt.rn.f32.u32 %f1, %r2;"


def test_many_branches_in_each_other_take_time_in_proportion() -> None:
    """With each branch's blocks looked at for themselves, 100 of them took 40 s."""
    functions = {
        count: vgpu.load_ptx(HEAD + _nested(count) + "ret; }").kernel("k").lowered()
        for count in (200, 800)
    }
    times = dict.fromkeys(functions, math.inf)
    for _ in range(2):  # the least of each, in turns: other programs disturb one, but not both
        for count, function in functions.items():
            before = time.process_time()
            analysis = analyse(function, BlockShape(32, 1, 1))
            times[count] = min(times[count], time.process_time() - before)
            assert len(analysis.divergent_branches) == count
    assert times[800] < 12 * times[200]  # 4 of each other, and the machine's other work


@pytest.mark.parametrize("count", [12, 90])
def test_values_of_branches_in_each_other(count: int) -> None:
    """Each lane goes as deep as its bits lead it."""
    result = run(_nested(count) + "st.global.f32 [%rd3], %f1; ret; }")

    def value(lane: int) -> int:
        depth = next((n for n in range(count) if not lane & 1 << n % 5), count)
        total = sum(range(depth))
        for n in reversed(range(min(depth + 1, count))):
            total ^= n
        return total

    np.testing.assert_array_equal(result, [value(lane) for lane in range(32)])


def test_a_branch_may_lead_some_lanes_back_to_the_outer_loop() -> None:
    """`continue` of the outer one of two loops: the lanes part in a block that is in no branch, and
    one side is above it.
    """
    result = run("""
mov.u32 %r2, 0; mov.u32 %r3, 0;
outer: add.u32 %r2, %r2, 1;
inner: add.u32 %r3, %r3, 1; setp.ge.u32 %p1, %r3, 10; @%p1 bra end;
add.u32 %r4, %r1, %r3; and.b32 %r4, %r4, 1; setp.ne.u32 %p2, %r4, 0; @%p2 bra outer;
add.u32 %r5, %r5, 1; bra inner;
end: cvt.rn.f32.u32 %f1, %r2; st.global.f32 [%rd3], %f1; ret; }""")
    np.testing.assert_array_equal(result, [6 if lane % 2 == 0 else 5 for lane in range(32)])


def test_lanes_that_leave_out_an_if_wait_for_the_others_before_the_loop_behind_it() -> None:
    """Where the lanes meet again a loop begins that parts them by itself."""
    result = run("""
mov.u32 %r2, 0; mov.u32 %r3, 0;
setp.lt.u32 %p1, %r1, 5; @%p1 bra loop;
mov.u32 %r3, 100;
loop: add.u32 %r3, %r3, 1; add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, %r1; @%p2 bra loop;
cvt.rn.f32.u32 %f1, %r3; st.global.f32 [%rd3], %f1; ret; }""")
    wanted = [max(lane, 1) + (100 if lane >= 5 else 0) for lane in range(32)]
    np.testing.assert_array_equal(result, wanted)
