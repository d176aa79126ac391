"""What a covered kernel says of the paths its launches went, on kernels small enough to see."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope.errors import MemoryAccessError, TimeLimitError
from kernelscope.vgpu import load_ptx
from kernelscope.vgpu.runtime.coverage import CoveredKernel

HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
# Line 6 begins the entry's code. The branch of line 8 has a critical side: line 10 is also reached
# by falling out of the block of line 9.
SKIP = (
    HEAD
    + """.visible .entry k(.param .u64 x, .param .u32 n) {
.reg .pred %p<3>; .reg .b32 %r<5>; .reg .b64 %rd<4>;
ld.param.u64 %rd1, [x]; ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x;
mul.wide.u32 %rd2, %r2, 4; add.s64 %rd3, %rd1, %rd2; mov.u32 %r3, 7; setp.ge.u32 %p1, %r2, %r1;
@%p1 bra DONE;
mov.u32 %r3, 9;
DONE: setp.eq.u32 %p2, %r1, 4;
@%p2 st.global.u32 [%rd3], %r3;
ret;
}
"""
)
ENDLESS = (
    HEAD
    + ".visible .entry k() {\n.reg .pred %p1;\nL: setp.eq.u32 %p1, 0, 0;\n@%p1 bra L;\nret;\n}\n"
)


def never(n: int) -> list[str]:
    """The places that a launch of one warp with this `n` does not execute."""
    kernel = CoveredKernel(load_ptx(SKIP), "k")
    counts = kernel.launch(1, 32, (np.zeros(32, np.uint32), n))
    went = kernel.visited(counts)
    return [str(place) for place, seen in zip(kernel.places, went, strict=True) if not seen]


def test_both_sides_of_a_branch_are_told_apart_where_one_leads_straight_to_the_join() -> None:
    assert never(0) == [
        "ptx:9: never ran",
        "ptx:8: branch never not taken",
        "ptx:11: guard never true",
    ]
    assert never(32) == ["ptx:8: branch never taken", "ptx:11: guard never true"]
    assert never(5) == ["ptx:11: guard never true"]
    assert never(4) == ["ptx:11: guard never false"]


def test_a_covered_kernel_computes_what_the_plain_one_does() -> None:
    module = load_ptx(SKIP)
    plain, covered = np.zeros(32, np.uint32), np.zeros(32, np.uint32)
    module.kernel("k").launch(1, 32, (plain, 4))
    CoveredKernel(module, "k").launch(1, 32, (covered, 4))
    assert covered.tolist() == plain.tolist() == [9] * 4 + [7] * 28


def test_the_counts_of_a_launch_hold_each_block_and_memory_instruction() -> None:
    counts = load_ptx(SKIP).kernel("k").launch(3, 64, (np.zeros(64, np.uint32), 4))
    # Entry, the assignment that 4 lanes of each first warp reach, the join.
    assert counts.blocks.tolist() == [[6, 192], [3, 12], [6, 192]]


def test_a_launch_that_does_not_end_is_stopped_after_its_time() -> None:
    with pytest.raises(TimeLimitError, match="longer than its time limit"):
        load_ptx(ENDLESS).kernel("k").launch(1, 32, (), limit_s=0.2)


def test_an_access_beyond_an_argument_says_how_far_it_went() -> None:
    data = np.zeros(32, np.uint32)
    with pytest.raises(MemoryAccessError) as caught:
        load_ptx(SKIP).kernel("k").launch(1, 64, (data, 4))
    assert (caught.value.base, caught.value.offset) == (data.ctypes.data, 128)
