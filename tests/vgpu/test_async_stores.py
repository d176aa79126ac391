"""Asynchronous stores to global memory and reductions there (`st.async`, `red.async`)."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import PtxError
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu.interpreter import launch as interpreter

THREADS = 64
TEXT = """
.version 8.7
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 result) {{
.reg .b16 %h;
.reg .b32 %t, %v;
.reg .b64 %out, %at, %o, %w;
.reg .pred %first;
ld.param.u64 %out, [result];
mov.u32 %t, %tid.x;
cvt.u16.u32 %h, %t;
mul.wide.u32 %o, %t, 4;
add.u64 %at, %out, %o;
add.s64 %w, %o, -252;
setp.eq.u32 %first, %t, 0;
{body}
ret;
}}
"""


def outcome(body: str, compiled: bool) -> np.ndarray:
    result = np.zeros(THREADS, np.uint32)
    kernel = vgpu.load_ptx(TEXT.format(body=body), gpu="b200").kernel("k")
    if compiled:
        kernel.launch(1, THREADS, [result])
    else:
        interpreter.launch(kernel.lowered(), (1, 1, 1), (THREADS, 1, 1), [result])
    return result


THREAD = np.arange(THREADS, dtype=np.int64)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("st.async.release.gpu.global.u32 [%at], %t;", THREAD),
        ("st.async.mmio.release.sys.b16 [%at+2], %h;", THREAD << 16),
        ("st.async.weak.global.b32 [%at], %t;", THREAD),
        ("red.async.release.sys.global.add.u32 [%out], %t;", [2016] + [0] * 63),
        ("red.async.mmio.release.sys.add.s64 [%out], %w;", [2**32 - 8064, 2**32 - 1] + [0] * 62),
        ("red.async.relaxed.gpu.max.u32 [%at], %t;", THREAD),
        ("red.async.release.gpu.global.xor.b32 [%at], %t;", THREAD),
        ("red.async.release.gpu.inc.u32 [%out], 9;", [64 % 10] + [0] * 63),
    ],
)
def test_each_lane_stores_or_reduces(body: str, expected: list[int], compiled: bool) -> None:
    """They are done at once, which is one of the moments that PTX allows."""
    np.testing.assert_array_equal(outcome(body, compiled), expected)


@pytest.mark.parametrize(
    "name",
    ["st.async.mmio.release.gpu.b32", "st.async.release.b32", "red.async.mmio.relaxed.sys.add.u32"],
)
def test_input_and_output_is_a_release_of_the_whole_system(name: str) -> None:
    with pytest.raises(PtxError, match="no form"):
        outcome(f"{name} [%at], %t;", True)


FLAG = """
@%first st.global.u32 [%out], 5;
@%first {flag} [%out+4], 1;
@%first bra END;
WAIT:
ld.acquire.gpu.global.u32 %v, [%out+4];
setp.eq.u32 %first, %v, 0;
@%first bra WAIT;
ld.global.u32 %v, [%out];
END:
"""


@pytest.mark.parametrize(
    ("flag", "races"),
    [
        ("st.async.release.gpu.global.u32", 0),
        ("red.async.release.gpu.global.add.u32", 0),
        ("st.async.weak.global.u32", 1),
    ],
)
def test_a_release_orders_what_came_before(flag: str, races: int) -> None:
    """A weak store of the flag is a race itself."""
    kernel = vgpu.load_ptx(TEXT.format(body=FLAG.format(flag=flag)), gpu="b200").kernel("k")
    with Sanitizer(["race"]) as sanitizer:
        kernel.launch(1, THREADS, [np.zeros(THREADS, np.uint32)])
    assert len(sanitizer.findings) == races, sanitizer.findings
