"""A NaN that a kernel makes is PTX's one NaN wherever its bits can be seen."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu


@pytest.mark.parametrize(
    "copies",
    [
        "mov.b32 %v, %v;",
        "shfl.sync.bfly.b32 %v, %v, 1, 31, -1;",
        "setp.eq.u32 %p, %t, 3; selp.b32 %v, %v, %v, %p;",
        "mov.b32 %w, %v; shfl.sync.idx.b32 %v, %w, 0, 31, -1; max.f32 %v, %v, %v;",
        "mov.b32 %w, %v; xor.b32 %v, %w, 0;",
    ],
)
def test_a_nan_is_canonical_after_any_copies(copies: str) -> None:
    """∞ − ∞ has a sign on x86; PTX's NaN is 0x7fffffff."""
    kernel = vgpu.load_ptx(
        f""".version 8.7
        .target sm_90a
        .address_size 64
        .entry k(.param .u64 values) {{
        .reg .pred %p; .reg .b32 %t, %v, %w; .reg .b64 %a, %o;
        ld.param.u64 %a, [values]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.s64 %a, %a, %o;
        ld.global.b32 %v, [%a]; sub.f32 %v, %v, %v; {copies} st.global.b32 [%a], %v; ret; }}"""
    ).kernel("k")
    values = np.full(32, np.inf, np.float32)
    kernel[1, 32](values)
    np.testing.assert_array_equal(values.view(np.uint32), np.full(32, 0x7FFFFFFF, np.uint32))
