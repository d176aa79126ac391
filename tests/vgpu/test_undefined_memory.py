"""Shared and local memory before the first store: the same bytes in every block of every launch."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

# Each thread reads its local and the block's shared memory, then leaves something there.
TEXT = """
.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 out) {
.local .align 8 .b8 own[64];
.shared .align 8 .b8 kept[512];
.reg .b32 %t, %b, %i, %v, %at, %w;
.reg .b64 %p, %o;
ld.param.u64 %p, [out];
mov.u32 %t, %tid.x;
mov.u32 %b, %ctaid.x;
mad.lo.u32 %i, %b, 64, %t;
mul.wide.u32 %o, %i, 8;
add.u64 %p, %p, %o;
mov.u32 %at, kept;
mad.lo.u32 %at, %t, 4, %at;
ld.local.u32 %v, [own+8];
ld.shared.u32 %w, [%at];
bar.sync 0;
st.local.u32 [own+8], %i;
st.shared.u32 [%at], %i;
st.global.v2.u32 [%p], {%v, %w};
ret;
}
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_all_bits_are_set_in_every_block_and_launch(compiled: bool) -> None:
    for _ in range(2):
        result = np.zeros((5, 64, 2), np.uint32)
        if compiled:
            vgpu.load_ptx(TEXT).kernel("k")[5, 64](result)
        else:
            interpreter.launch(lower(parse(TEXT), "k"), (5, 1, 1), (64, 1, 1), [result])
        np.testing.assert_array_equal(result, 0xFFFFFFFF)
