"""Tensor copies whose mbarrier is in the other block of a pair (`.cta_group::2`)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import KernelscopeError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.layout import base_of
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.tensor_map import TensorMap

BLOCKS, WORDS = 4, 32
# Blocks of one parity wait for the bytes of both blocks of their pair; then all meet.
TEXT = """
.version 8.8
.target sm_100a
.address_size 64
.entry k(.param .u64 x, .param .u64 y, .param .align 64 .b8 map[128])
{{
    .reg .b16 %h<4>;
    .reg .b32 %r<20>;
    .reg .b64 %rd<20>;
    .reg .pred %p<9>;
    .shared .align 128 .b8 row[128];
    .shared .align 8 .b64 bar;
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
    and.b32 %r8, %r2, 1;
    setp.eq.u32 %p5, %r8, {parity};
    @%p1 mbarrier.init.shared::cta.b64 [%r4], 1;
    fence.proxy.async;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 256;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    // The barrier of the pair's block of that parity.
    and.b32 %r9, %r2, -2;
    add.u32 %r9, %r9, {parity};
    mapa.shared::cluster.u32 %r10, %r4, %r9;
    mov.u32 %r7, 0;
    mov.u16 %h1, 15;
    {copy}
    @!%p5 bra MEET;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r4], 0;
    @!%p4 bra WAIT;
MEET:
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    ld.shared.u32 %r8, [%r6];
    mov.u32 %r9, %ctaid.x;
    mad.lo.u32 %r9, %r9, 128, %r5;
    cvt.u64.u32 %rd5, %r9;
    add.u64 %rd5, %rd2, %rd5;
    st.global.u32 [%rd5], %r8;
    ret;
}}
"""


def launch(copy: str, compiled: bool, parity: int = 0) -> np.ndarray:
    """Run a kernel in one cluster of four blocks; return a row for each block."""
    text = TEXT.format(copy=copy, parity=parity)
    x = np.arange(BLOCKS * WORDS, dtype=np.uint32).reshape(BLOCKS, WORDS)
    y = np.zeros_like(x)
    place = region_of(x)
    assert place is not None
    address = SPACE.address(*place) if compiled else base_of(8)
    described = TensorMap("u32", address, (WORDS, BLOCKS), (4 * WORDS,), (WORDS, 1), (1, 1))
    kernel = vgpu.load_ptx(text, gpu="b200").kernel("k")
    arguments: list[Any] = [x, y, described.encode()]
    if compiled:
        kernel.launch(BLOCKS, WORDS, arguments, cluster=BLOCKS)
    else:
        shape = (BLOCKS, 1, 1), (WORDS, 1, 1)
        interpreter.launch(kernel.lowered(), *shape, arguments, cluster=(BLOCKS, 1, 1))
    return y


COPY = """
    @%p1 cp.async.bulk.tensor.2d.{to}.global.mbarrier::complete_tx::bytes{many}{group}
        [%r3], [%rd3, {{%r7, %r2}}], [%r10]{mask};
"""


def copy(to: str = "shared::cluster", group: str = ".cta_group::2") -> str:
    """Return a copy of each block's row to its own memory."""
    return COPY.format(to=to, many="", group=group, mask="")


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("parity", [0, 1])
@pytest.mark.parametrize("to", ["shared::cta", "shared::cluster"])
def test_a_copy_completes_on_the_barrier_of_either_block_of_its_pair(
    to: str, parity: int, compiled: bool
) -> None:
    y = launch(copy(to), compiled, parity)
    np.testing.assert_array_equal(y, np.arange(BLOCKS * WORDS).reshape(BLOCKS, WORDS))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("parity", [0, 1])
def test_a_multicast_completes_on_one_barrier_of_each_pair(parity: int, compiled: bool) -> None:
    """Rank 2 sends its row to all: the barriers are those of the pairs' blocks of the parity."""
    sent = COPY.format(
        to="shared::cluster", many=".multicast::cluster", group=".cta_group::2", mask=", %h1"
    )  # fmt: skip
    only = "setp.eq.u32 %p6, %r2, 2;\n and.pred %p1, %p1, %p6;"
    y = launch(only + sent, compiled, parity)
    np.testing.assert_array_equal(y, np.tile(np.arange(2 * WORDS, 3 * WORDS), (BLOCKS, 1)))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("group", ["", ".cta_group::1"])
@pytest.mark.parametrize("to", ["shared::cta", "shared::cluster"])
def test_without_a_pair_the_barrier_is_in_the_block_of_the_copy(
    to: str, group: str, compiled: bool
) -> None:
    with pytest.raises(KernelscopeError, match="not in the block that the copy goes to"):
        launch(copy(to, group), compiled)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_barrier_of_another_pair_is_an_error(compiled: bool) -> None:
    far = "xor.b32 %r10, %r10, 0x02000000;"
    with pytest.raises(KernelscopeError, match="not in the block that the copy goes to"):
        launch(far + copy(), compiled)
