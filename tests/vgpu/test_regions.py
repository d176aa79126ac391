"""Zeros for a region of shared memory (`st.bulk`), compiled and interpreted, and watched."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import LaunchError, MemoryAccessError, PtxError
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu.interpreter import launch as interpreter

THREADS, BYTES = 64, 1024

TEXT = """
.version 8.7
.target sm_100a
.address_size 64
.shared .align 16 .b32 kept[{words}];
.visible .entry k(.param .u64 result) {{
.reg .b32 %t, %at, %base, %size, %i, %v;
.reg .b64 %out, %o, %wide, %window;
.reg .pred %some, %more;
ld.param.u64 %out, [result];
mov.u32 %t, %tid.x;
mov.u32 %base, kept;
mad.lo.u32 %at, %t, 4, %base;
cvt.u64.u32 %window, %base;
cvta.shared.u64 %window, %window;
mov.u32 %i, 0;
FILL:
st.shared.u32 [%at], 7;
add.u32 %at, %at, {stride};
add.u32 %i, %i, {stride};
setp.lt.u32 %more, %i, {bytes};
@%more bra FILL;
bar.sync 0;
setp.lt.u32 %some, %t, 2;
mul.lo.u32 %size, %t, 64;
add.u32 %size, %size, 16;
cvt.u64.u32 %wide, %size;
mad.lo.u32 %at, %t, 512, %base;
{clear}
{wait}
mad.lo.u32 %at, %t, 4, %base;
mul.wide.u32 %o, %t, 4;
add.u64 %out, %out, %o;
mov.u32 %i, 0;
READ:
ld.shared.u32 %v, [%at];
st.global.u32 [%out], %v;
add.u32 %at, %at, {stride};
add.u64 %out, %out, {stride};
add.u32 %i, %i, {stride};
setp.lt.u32 %more, %i, {bytes};
@%more bra READ;
ret;
}}
"""


GENERIC = "sub.u32 %at, %at, %base; cvt.u64.u32 %o, %at; add.u64 %o, %o, %window;"


def text(clear: str, wait: str = "bar.sync 0;") -> str:
    return TEXT.format(clear=clear, wait=wait, words=BYTES // 4, bytes=BYTES, stride=4 * THREADS)


def outcome(clear: str, compiled: bool) -> np.ndarray:
    result = np.zeros(BYTES // 4, np.uint32)
    kernel = vgpu.load_ptx(text(clear), gpu="b200").kernel("k")
    if compiled:
        kernel.launch(1, THREADS, [result])
    else:
        interpreter.launch(kernel.lowered(), (1, 1, 1), (THREADS, 1, 1), [result])
    return result


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    "clear",
    [
        "@%some st.bulk.weak.shared::cta [%at], %size, 0;",
        "@%some st.bulk.shared::cta [%at], %wide, 0;",
        f"{GENERIC} @%some st.bulk [%o], %size, 0;",
    ],
)
def test_each_lane_clears_its_own_region(clear: str, compiled: bool) -> None:
    """Lane 0 the first 16 bytes, lane 1 80 from byte 512 on."""
    expected = np.full(BYTES // 4, 7, np.uint32)
    expected[:4] = expected[128:148] = 0
    np.testing.assert_array_equal(outcome(clear, compiled), expected)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    ("clear", "error", "message"),
    [
        ("st.bulk.shared::cta [%base], %t, 0;", LaunchError, "size of the region is 1, and must"),
        ("@%some st.bulk.shared::cta [%at], 1024, 0;", MemoryAccessError, "outside|beyond"),
        ("@%some st.bulk.shared::cta [%at+4], 8, 0;", MemoryAccessError, "misaligned|multiple"),
        ("@%some st.bulk [%out], 8, 0;", MemoryAccessError, "outside|beyond"),
    ],
)
def test_a_region_has_whole_words_inside_shared_memory(
    clear: str, error: type[Exception], message: str, compiled: bool
) -> None:
    with pytest.raises(error, match=message):
        outcome(clear, compiled)


def test_nothing_but_zeros_is_stored() -> None:
    with pytest.raises(PtxError, match=r"the value of st\.bulk is 1, and must be 0"):
        vgpu.load_ptx(text("st.bulk [%window], 8, 1;"), gpu="b200").kernel("k")


@pytest.mark.parametrize(("wait", "expected"), [("bar.sync 0;", set()), ("", {"write-read"})])
def test_a_region_is_watched_to_its_end(wait: str, expected: set[str]) -> None:
    """Without the barrier the other warp reads what lane 1 clears."""
    clear = "@%some st.bulk.weak.shared::cta [%at], 512, 0;"
    kernel = vgpu.load_ptx(text(clear, wait), gpu="b200").kernel("k")
    with Sanitizer(["race"]) as sanitizer:
        kernel.launch(1, THREADS, [np.zeros(BYTES // 4, np.uint32)])
    assert {finding.kind for finding in sanitizer.findings} == expected
    assert not sanitizer.notes
    for finding in sanitizer.findings:
        assert finding.other is not None
        lines = text(clear, wait).split("\n")
        assert "st.bulk" in lines[finding.other.ptx_line - 1]
