"""Lanes that stand side by side in shared memory: which of them may take part, and who is at fault.

What they move and how many wavefronts they are is compared with the interpreter in
`test_memory_patterns.py`, and with the hardware in `tests/truth`.
"""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError

BYTES = 64
KERNEL = """.version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 low, .param .u32 high, .param .u32 start) {
    .reg .b64 %rd<4>; .reg .b32 %r<12>; .reg .pred %p<4>;
    .shared .align 16 .b8 memory[64];
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [low];
    ld.param.u32 %r2, [high];
    ld.param.u32 %r3, [start];
    mov.u32 %r4, %tid.x;
    mov.u32 %r5, memory;
    add.u32 %r5, %r5, %r3;
    mad.lo.u32 %r6, %r4, 4, %r5;
    setp.ge.u32 %p1, %r4, %r1;
    setp.lt.and.u32 %p2, %r4, %r2, %p1;
    add.u32 %r7, %r4, 100;
    @%p2 st.shared.u32 [%r6], %r7;
    @%p2 ld.shared.u32 %r8, [%r6];
    mul.wide.u32 %rd2, %r4, 4;
    add.s64 %rd3, %rd1, %rd2;
    @%p2 st.global.u32 [%rd3], %r8;
    ret;
}
"""


def run(low: int, high: int, start: int = 0) -> list[int]:
    """Lanes from `low` to below `high` write and read back, lane 0's place being `start`."""
    out = np.zeros(32, np.uint32)
    vgpu.load_ptx(KERNEL).kernel("k")[1, 32](out, low, high, start)
    return out.tolist()


@pytest.mark.parametrize(("low", "high"), [(0, 16), (3, 4), (15, 16), (5, 11), (7, 7)])
def test_lanes_inside_are_served_whichever_they_are(low: int, high: int) -> None:
    expected = [100 + n if low <= n < high else 0 for n in range(32)]
    assert run(low, high) == expected


@pytest.mark.parametrize(
    ("low", "high", "start", "lane"),
    [(0, 32, 0, 16), (2, 18, 0, 16), (20, 24, 0, 20), (31, 32, 0, 31), (0, 16, 4, 15)],
)
def test_the_first_lane_outside_is_named(low: int, high: int, start: int, lane: int) -> None:
    place = f"{start + 4 * lane:#x} is beyond the block's {BYTES} bytes"
    with pytest.raises(MemoryAccessError, match=rf"{place}.*thread \({lane}, 0, 0\)"):
        run(low, high, start)


def test_a_lane_between_two_words_is_refused() -> None:
    with pytest.raises(MemoryAccessError, match="not a multiple of the access's width"):
        run(0, 8, 2)
