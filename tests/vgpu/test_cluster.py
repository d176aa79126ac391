"""The barrier of a cluster, which on the virtual GPU is one block."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import warp as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

REVERSED = """
.version 8.7
.target sm_90a
.address_size 64
.shared .b32 kept[64];
.entry k(.param .u64 result) {
.reg .b32 %r<8>;
.reg .b64 %rd<4>;
ld.param.b64 %rd1, [result];
mov.u32 %r1, %tid.x;
shl.b32 %r2, %r1, 2;
mov.u32 %r3, kept;
add.u32 %r4, %r3, %r2;
st.shared.b32 [%r4], %r1;
barrier.cluster.arrive.release.aligned;
barrier.cluster.wait.acquire.aligned;
sub.u32 %r5, 252, %r2;
add.u32 %r5, %r3, %r5;
ld.shared.b32 %r6, [%r5];
cvt.u64.u32 %rd2, %r2;
add.u64 %rd3, %rd1, %rd2;
st.global.b32 [%rd3], %r6;
ret;
}
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_what_was_stored_before_arriving_is_seen_after_waiting(compiled: bool) -> None:
    """Two warps read what the other stored before it arrived."""
    result = np.zeros(64, np.uint32)
    if compiled:
        vgpu.load_ptx(REVERSED).kernel("k")[1, 64](result)
    else:
        interpreter.launch(lower(parse(REVERSED), "k"), (1, 1, 1), (64, 1, 1), [result])
    np.testing.assert_array_equal(result, np.arange(64)[::-1])
