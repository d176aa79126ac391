"""Loads at the end of a kernel count in the warps that store what they load, as in machine code."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import triton
import triton.language as tl

import kernelscope as ks
from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter

TEXT = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 o)
{{
    .reg .b32 %r<12>;
    .reg .b64 %rd<6>;
    .reg .pred %p<6>;
    .shared .align 16 .b8 s[1024];
    ld.param.u64 %rd1, [o];
    mov.u32 %r1, %tid.x;
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, s;
    add.u32 %r4, %r3, %r2;
    st.shared.u32 [%r4], %r1;
    cvt.u64.u32 %rd2, %r2;
    add.u64 %rd3, %rd1, %rd2;
    bar.sync 0;
{end}
    ret;
}}
"""
# name: the end of the kernel, the warps of four that load, those that store
ENDS = {
    "the guard is calculated after the load": (
        ("ld.shared.u32 %r5, [%r4]; shr.u32 %r6, %r1, 5; setp.eq.u32 %p1, %r6, 2;"
        "@%p1 st.global.u32 [%rd3], %r5;"), 1, 1,
    ),
    "through arithmetic": (
        ("setp.lt.u32 %p1, %r1, 33; ld.shared.u32 %r5, [%r4]; add.u32 %r6, %r5, 1;"
        "@%p1 st.global.u32 [%rd3], %r6;"), 2, 2,
    ),
    "two stores with one guard": (
        ("setp.lt.u32 %p1, %r1, 32; ld.shared.u32 %r5, [%r4];"
        "@!%p1 st.global.u32 [%rd3], %r5; @!%p1 st.global.u32 [%rd3+512], %r5;"), 3, 3,
    ),
    "two guards": (
        ("setp.lt.u32 %p1, %r1, 32; setp.gt.u32 %p2, %r1, 95; ld.shared.u32 %r5, [%r4];"
        "@%p1 st.global.u32 [%rd3], %r5; @%p2 st.global.u32 [%rd3], %r5;"), 4, 2,
    ),
    "the guard depends on the load": (
        "ld.shared.u32 %r5, [%r4]; setp.lt.u32 %p1, %r5, 32; @%p1 st.global.u32 [%rd3], %r5;", 4, 1,
    ),
    "a barrier in between": (
        ("setp.lt.u32 %p1, %r1, 32; ld.shared.u32 %r5, [%r4]; bar.sync 0;"
        "@%p1 st.global.u32 [%rd3], %r5;"), 4, 1,
    ),
    "a volatile load": (
        ("setp.lt.u32 %p1, %r1, 32; ld.volatile.shared.u32 %r5, [%r4];"
        "@%p1 st.global.u32 [%rd3], %r5;"), 4, 1,
    ),
    "a register of the guard has another value at the load": (
        ("mov.u32 %r6, %r4; ld.shared.u32 %r5, [%r6]; mov.u32 %r6, %r1; setp.lt.u32 %p1, %r6, 32;"
        "@%p1 st.global.u32 [%rd3], %r5;"), 4, 1,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ENDS)
def test_only_warps_that_store_count_as_loading(name: str) -> None:
    end, loads, stores = ENDS[name]
    kernel = vgpu.load_ptx(TEXT.format(end=end), gpu="h200").kernel("k")
    results: list[np.ndarray] = []
    for compiled in (True, False):
        out = np.full(256, 7, np.uint32)
        if compiled:
            counters = kernel.launch(1, 128, [out]).counters
        else:
            counters = interpreter.launch(kernel.lowered(), (1, 1, 1), (128, 1, 1), [out])
        assert counters["smsp__sass_inst_executed_op_shared_ld.sum"] == loads
        assert counters["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] == loads
        results.append(out)
    np.testing.assert_array_equal(*results)
    stored = np.unique(np.flatnonzero(results[0][:128] != 7) // 32)
    assert len(stored) == stores


@triton.jit
def argmax_rows(x, o, n, rows: tl.constexpr, block: tl.constexpr):  # pyright: ignore[reportMissingParameterType]
    r = tl.program_id(0) * rows + tl.arange(0, rows)
    v = tl.load(x + r[:, None] * n + tl.arange(0, block)[None, :])
    tl.store(o + r, tl.argmax(v, 1))


@pytest.mark.parametrize(("rows", "block", "loads"), [(4, 512, 19), (32, 256, 69)])
def test_argmax_counts_what_its_machine_code_executes(rows: int, block: int, loads: int) -> None:
    """Of 26 and 76 loads in this Triton's PTX; seven of eight warps `EXIT` before the last one."""
    x, o = torch.randn(rows, block), torch.zeros(rows, dtype=torch.int32)
    with ks.virtual_gpu("h200") as gpu:
        argmax_rows[(1,)](x, o, block, rows, block, num_warps=8)
        counters = gpu.launches[-1].counters
    assert torch.equal(o, x.argmax(1).int())
    assert counters["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] == loads
