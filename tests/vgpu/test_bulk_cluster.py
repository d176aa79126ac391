"""Bulk copies to the blocks of a cluster: each to its own memory, and one to several blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.layout import base_of
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.tensor_map import TensorMap

BLOCKS, WORDS = 4, 32
TEXT = """
.version 8.6
.target sm_90a
.address_size 64
.entry k(.param .u64 x, .param .u64 y, .param .align 64 .b8 map[128])
{{
    .reg .b16 %h<4>;
    .reg .b32 %r<20>;
    .reg .b64 %rd<20>;
    .reg .pred %p<9>;
    .shared .align 128 .b8 before[384];
    .shared .align 128 .b8 row[128];
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.b64 %rd3, map;
    cvta.param.u64 %rd3, %rd3;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %cluster_ctarank;
    mov.b32 %r3, row;
    mov.b32 %r4, bar;
    shl.b32 %r5, %r1, 2;
    add.u32 %r6, %r3, %r5;
    st.shared.u32 [%r6], -1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [%r4], 1;
    fence.proxy.async;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], {expected};
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    // The bytes and the line of x that the block copies.
    mul.wide.u32 %rd4, %r2, 128;
    add.u64 %rd4, %rd1, %rd4;
    mov.u32 %r7, 0;
    setp.eq.u32 %p2, %r2, {copies};
    and.pred %p2, %p1, %p2;
    setp.lt.u32 %p3, %r2, 4;
    and.pred %p3, %p1, %p3;
    mov.u16 %h1, {mask};
    {copy}
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r4], 0;
    @!%p4 bra WAIT;
    ld.shared.u32 %r8, [%r6];
    mov.u32 %r9, %ctaid.x;
    mad.lo.u32 %r9, %r9, 128, %r5;
    cvt.u64.u32 %rd5, %r9;
    add.u64 %rd5, %rd2, %rd5;
    st.global.u32 [%rd5], %r8;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    ret;
}}
"""
PLAIN = "cp.async.bulk.{to}.global.mbarrier::complete_tx::bytes{many} [%r3], [%rd4], 128, [%r4]"
BOX = (
    "cp.async.bulk.tensor.2d.{to}.global.mbarrier::complete_tx::bytes{many} [%r3], "
    "[%rd3, {{%r7, %r2}}], [%r4]"
)
MANY = ".multicast::cluster"


@pytest.fixture(params=["compiled", "interpreted"])
def run(request: pytest.FixtureRequest) -> Any:
    """Launches a kernel in one cluster and returns y, a row for each block, and the counters."""

    def launch(copy: str, **parts: Any) -> tuple[np.ndarray, dict[str, float]]:
        text = TEXT.format(copy=copy, **({"mask": 0, "copies": 0, "expected": 128} | parts))
        x = np.arange(BLOCKS * WORDS, dtype=np.uint32).reshape(BLOCKS, WORDS)
        y = np.zeros_like(x)
        compiled = request.param == "compiled"
        place = region_of(x)
        assert place is not None
        address = SPACE.address(*place) if compiled else base_of(8)
        described = TensorMap("u32", address, (WORDS, BLOCKS), (4 * WORDS,), (WORDS, 1), (1, 1))
        arguments = [x, y, described.encode()]
        kernel = vgpu.load_ptx(text, gpu="h200").kernel("k")
        if compiled:
            counters = kernel.launch(BLOCKS, WORDS, arguments, cluster=BLOCKS).counters
        else:
            shape = (BLOCKS, 1, 1), (WORDS, 1, 1)
            counters = interpreter.launch(
                kernel.lowered(), *shape, arguments, cluster=(BLOCKS, 1, 1)
            )
        return y, dict(counters)

    return launch


@pytest.mark.parametrize("to", ["shared::cta", "shared::cluster"])
@pytest.mark.parametrize("copy", [PLAIN, BOX])
def test_each_block_of_a_cluster_copies_to_its_own_memory(run: Any, copy: str, to: str) -> None:
    """An address of the block's own memory has its rank, whichever space the copy names."""
    y, _ = run("@%p3 " + copy.format(to=to, many="") + ";")
    np.testing.assert_array_equal(y, np.arange(BLOCKS * WORDS).reshape(BLOCKS, WORDS))


@pytest.mark.parametrize("copy", [PLAIN, BOX])
@pytest.mark.parametrize("rank", [0, 2])
def test_one_copy_reaches_the_blocks_of_its_mask(run: Any, copy: str, rank: int) -> None:
    """One block sends its row to all four, which each wait at their own barrier."""
    many = copy.format(to="shared::cluster", many=MANY)
    y, counters = run(f"@%p2 {many}, %h1;", copies=rank, mask=0b1111)
    row = np.arange(rank * WORDS, (rank + 1) * WORDS)
    np.testing.assert_array_equal(y, np.tile(row, (BLOCKS, 1)))
    assert counters["lts__t_sectors_srcunit_tex_op_read.sum"] == 4
    arrived = counters["l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum"]
    assert arrived == 4 * BLOCKS


@pytest.mark.parametrize("copy", [PLAIN, BOX])
def test_two_copies_reach_different_blocks(run: Any, copy: str) -> None:
    """Rank 0 sends to itself and 3, rank 1 to the others."""
    many = copy.format(to="shared::cluster", many=MANY)
    body = f"""
    setp.eq.u32 %p5, %r2, 0;
    selp.u16 %h1, 0b1001U, 0b0110U, %p5;
    setp.lt.u32 %p3, %r2, 2;
    and.pred %p3, %p1, %p3;
    @%p3 {many}, %h1;
    """
    y, _ = run(body)
    np.testing.assert_array_equal(y[:, 0], [0, WORDS, WORDS, 0])


def test_a_mask_with_blocks_beyond_the_cluster_is_an_error(run: Any) -> None:
    """A cluster of four has no block 4."""
    many = PLAIN.format(to="shared::cluster", many=MANY)
    with pytest.raises(MemoryAccessError, match=r"block mask 0x11 .* does not have"):
        run(f"@%p2 {many}, %h1;", mask=0b10001)
