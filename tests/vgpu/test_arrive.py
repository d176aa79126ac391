"""`bar.arrive`: a producer counts at a barrier without waiting there."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu import interpreter
from kernelscope.vgpu.lower import lower
from kernelscope.vgpu.ptx.parser import parse

HANDED_OVER = """
.version 8.7
.target sm_90a
.address_size 64
.shared .b32 kept[32];
.entry k(.param .u64 result) {
.reg .b32 %t, %lane, %at, %v; .reg .b64 %p, %o; .reg .pred %first;
ld.param.u64 %p, [result];
mov.u32 %t, %tid.x;
and.b32 %lane, %t, 31;
shl.b32 %lane, %lane, 2;
mov.u32 %at, kept;
add.u32 %at, %at, %lane;
setp.lt.u32 %first, %t, 32;
@%first bra CONSUMER;
st.shared.u32 [%at], %t;
bar.arrive 1, 64;
ret;
CONSUMER:
bar.sync 1, 64;
ld.shared.u32 %v, [%at];
cvt.u64.u32 %o, %lane;
add.u64 %p, %p, %o;
st.global.u32 [%p], %v;
ret;
}
"""


@pytest.mark.parametrize("compiled", [True, False])
def test_a_waiting_warp_goes_on_when_the_other_has_arrived(compiled: bool) -> None:
    """The first warp reads what the second stored before it arrived and ended."""
    result = np.zeros(32, np.uint32)
    if compiled:
        vgpu.load_ptx(HANDED_OVER).kernel("k")[1, 64](result)
    else:
        interpreter.launch(lower(parse(HANDED_OVER), "k"), (1, 1, 1), (64, 1, 1), [result])
    np.testing.assert_array_equal(result, np.arange(32, 64))
