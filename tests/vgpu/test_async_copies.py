"""What asynchronous copies count."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu

COPY = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry copy(.param .u64 x, .param .u32 bytes)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<5>;
    .shared .align 16 .b8 tile[512];
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [bytes];
    mov.u32 %r2, %tid.x;
    shl.b32 %r3, %r2, 4;
    cvt.u64.u32 %rd2, %r3;
    add.s64 %rd3, %rd1, %rd2;
    mov.u32 %r4, tile;
    add.s32 %r5, %r4, %r3;
    cp.async.cg.shared.global [%r5], [%rd3], 16, %r1;
    cp.async.wait_all;
    ret;
}
"""


@pytest.mark.parametrize(("read", "requests", "sectors"), [(16, 1, 16), (0, 0, 0)])
def test_a_copy_that_reads_nothing_is_no_request(read: int, requests: int, sectors: int) -> None:
    """As on an H200, where a Triton product's masked copies past K's end are not counted."""
    kernel = vgpu.load_ptx(COPY, gpu="h200").kernel("copy")
    counters = kernel[1, 32](np.zeros(128, np.float32), read).counters
    assert counters["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"] == requests
    assert counters["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] == sectors
