"""Blocks that ask for others which have not begun (clusterlaunchcontrol)."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import KernelscopeError, MemoryAccessError
from kernelscope.vgpu.counting.trace import TraceRequest
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.schedule import schedule

THREADS = 64
# Each block does its own tile, and those that it gets: it adds 1 to the tile's word of y, and the
# number of the block that did it goes to z.
TEXT = """
.version 8.8
.target sm_100a
.address_size 64
.entry k(.param .u64 y, .param .u64 z)
{{
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    .reg .b128 %q;
    .reg .pred %p<9>;
    .shared .align 16 .b8 answer[16];
    .shared .align 8 .b64 bar;
    .shared .align 1 .b8 room[{room}];
    ld.param.u64 %rd1, [y];
    ld.param.u64 %rd2, [z];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ctaid.y;
    mov.u32 %r4, %ctaid.z;
    mov.u32 %r10, %nctaid.x;
    mov.u32 %r11, %nctaid.y;
    mad.lo.u32 %r5, %r4, %r11, %r3;
    mad.lo.u32 %r5, %r5, %r10, %r2;
    mov.u32 %r12, %r5;
    mov.b32 %r6, answer;
    mov.b32 %r7, bar;
    mov.b32 %r8, 0;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [%r7], 1;
    fence.proxy.async;
    bar.sync 0;
TILE:
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r7], 16;
    @%p1 clusterlaunchcontrol.try_cancel.async{space}.mbarrier::complete_tx::bytes.b128
        [{address}], [{barrier}];
    mul.wide.u32 %rd3, %r12, 4;
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
    @%p1 red.global.add.u32 [%rd4], 1;
    @%p1 st.global.u32 [%rd5], %r5;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r7], %r8;
    @!%p2 bra WAIT;
    xor.b32 %r8, %r8, 1;
    ld.shared.b128 %q, [%r6];
    clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %q;
    {query}
    fence.proxy.async;
    bar.sync 0;
    mad.lo.u32 %r12, %r15, %r11, %r14;
    mad.lo.u32 %r12, %r12, %r10, %r13;
    @%p3 bra TILE;
    ret;
}}
"""
AXES = "\n".join(
    f"clusterlaunchcontrol.query_cancel.get_first_ctaid::{axis}.b32.b128 %r{13 + n}, %q;"
    for n, axis in enumerate("xyz")
)
VECTOR = (
    "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%r13, %r14, %r15, %r16}, %q;"
)
# A block with 200 KB of shared memory has a multiprocessor of its own, of which a B200 has 148.
LARGE, RESIDENT = 200 * 1024, 148
FEW = 6  # blocks at once for the interpreter, which is slow


def source(query: str = VECTOR, room: int = LARGE, generic: bool = False) -> str:
    text = TEXT.format(
        space="" if generic else ".shared::cta", query=query, room=room,
        address="%rd8" if generic else "%r6", barrier="%rd9" if generic else "%r7",
    )  # fmt: skip
    if generic:
        moved = "mov.u64 %rd8, answer;\n cvta.shared.u64 %rd8, %rd8;\n"
        moved += "mov.u64 %rd9, bar;\n cvta.shared.u64 %rd9, %rd9;\n"
        text = text.replace("TILE:", moved + "TILE:", 1)
    return text


def run(
    text: str, grid: tuple[int, int, int], resident: int = 0, order: str = "turns"
) -> tuple[np.ndarray, np.ndarray, dict[str, float]]:
    tiles = grid[0] * grid[1] * grid[2]
    y, z = np.zeros(tiles, np.uint32), np.full(tiles, -1, np.int32)
    kernel = vgpu.load_ptx(text, gpu="b200").kernel("k")
    chosen = schedule(order)
    if not resident:
        return y, z, dict(kernel.launch(grid, THREADS, [y, z], schedule=chosen).counters)
    function, shape = kernel.lowered(), (grid, (THREADS, 1, 1))
    counters = interpreter.launch(function, *shape, [y, z], schedule=chosen, resident=resident)
    return y, z, dict(counters)


SHAPES = [
    *(((500, 1, 1), 0), ((8, 10, 4), 0), ((100, 1, 1), 0)),
    *(((20, 1, 1), FEW), ((2, 3, 3), FEW), ((5, 1, 1), FEW)),
]


@pytest.mark.parametrize("query", [VECTOR, AXES])
@pytest.mark.parametrize(("grid", "resident"), SHAPES)
def test_each_tile_is_done_once_by_a_block_that_fits_the_gpu(
    grid: tuple[int, int, int], resident: int, query: str
) -> None:
    """The blocks that fit begin, and the others are theirs: of 500 tiles three or four each."""
    y, z, _ = run(source(query), grid, resident)
    np.testing.assert_array_equal(y, 1)
    begun = min(resident or RESIDENT, len(y))
    np.testing.assert_array_equal(z[:begun], np.arange(begun))
    counts = np.bincount(z, minlength=begun)
    assert len(counts) == begun
    assert counts.max() - counts.min() <= 1


def test_compiled_code_counts_accesses_as_the_interpreter_does() -> None:
    """How often a warp asks whether its answer has come depends on the turns."""
    counted = [run(source(), (160, 1, 1), resident)[2] for resident in (0, RESIDENT)]
    moved = [
        {name: float(n) for name, n in counters.items() if n and name.startswith(("l1tex", "lts"))}
        for counters in counted
    ]
    assert moved[0] == moved[1]
    assert moved[0]["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"] == 160


@pytest.mark.parametrize(("tiles", "resident"), [(160, 0), (10, FEW)])
@pytest.mark.parametrize("order", ["interleaved", "random:3"])
def test_each_tile_is_done_once_in_any_order(order: str, tiles: int, resident: int) -> None:
    y, _, _ = run(source(), (tiles, 1, 1), resident, order)
    np.testing.assert_array_equal(y, 1)


@pytest.mark.parametrize(("tiles", "resident"), [(160, 0), (10, FEW)])
def test_addresses_may_be_generic(tiles: int, resident: int) -> None:
    y, _, _ = run(source(generic=True), (tiles, 1, 1), resident)
    np.testing.assert_array_equal(y, 1)


@pytest.mark.parametrize("resident", [0, FEW])
def test_an_answer_at_no_multiple_of_16_bytes_is_an_error(resident: int) -> None:
    text = source().replace("mov.b32 %r6, answer;", "mov.b32 %r6, answer;\n add.u32 %r6, %r6, 8;")
    with pytest.raises(KernelscopeError, match=r"align|multiple"):
        run(text, (4, 1, 1), resident)


def test_without_a_wait_the_answer_has_not_come() -> None:
    """What is in shared memory before is not a block of the grid."""
    wait = TEXT[TEXT.index("WAIT:") : TEXT.index("xor.b32")]
    text = source().replace(wait, "")
    with pytest.raises(MemoryAccessError):
        run(text, (4, 1, 1))


def test_no_block_of_such_a_launch_is_traced() -> None:
    """A block that is chosen may not run, and one that runs has the work of several."""
    kernel = vgpu.load_ptx(source(), gpu="b200").kernel("k")
    y, z = np.zeros(200, np.uint32), np.zeros(200, np.int32)
    request = TraceRequest((0, 199))
    assert kernel.launch(200, THREADS, [y, z], trace=request).trace is None
    np.testing.assert_array_equal(y, 1)


# ---- clusters ------------------------------------------------------------------------------------

CLUSTER = """
.version 8.8
.target sm_100a
.address_size 64
.entry k(.param .u64 y, .param .u64 z)
{{
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    .reg .b128 %q;
    .reg .pred %p<9>;
    .shared .align 16 .b8 answer[16];
    .shared .align 8 .b64 bar;
    .shared .align 1 .b8 room[{room}];
    ld.param.u64 %rd1, [y];
    ld.param.u64 %rd2, [z];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %cluster_ctarank;
    sub.u32 %r12, %r2, %r3;
    mov.b32 %r6, answer;
    mov.b32 %r7, bar;
    mov.b32 %r8, 0;
    setp.eq.u32 %p1, %r1, 0;
    setp.eq.u32 %p4, %r3, {asks};
    and.pred %p4, %p1, %p4;
    @%p1 mbarrier.init.shared::cta.b64 [%r7], 1;
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
TILE:
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r7], 16;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    @%p4 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128
        [%r6], [%r7];
    add.u32 %r13, %r12, %r3;
    mul.wide.u32 %rd3, %r13, 4;
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
    @%p1 red.global.add.u32 [%rd4], 1;
    @%p1 st.global.u32 [%rd5], %r2;
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r7], %r8;
    @!%p2 bra WAIT;
    xor.b32 %r8, %r8, 1;
    ld.shared.b128 %q, [%r6];
    clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %q;
    clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {{%r12, _, _, _}}, %q;
    fence.proxy.async;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    @%p3 bra TILE;
    ret;
}}
"""  # noqa: E501


@pytest.mark.parametrize(("blocks", "resident"), [(400, RESIDENT), (20, FEW)])
@pytest.mark.parametrize("asks", [0, 1])
def test_a_cluster_gets_whole_clusters(asks: int, blocks: int, resident: int) -> None:
    """One block asks, and both get the answer: the first block of another cluster."""
    y, z = np.zeros(blocks, np.uint32), np.full(blocks, -1, np.int32)
    text = CLUSTER.format(room=LARGE, asks=asks)
    kernel = vgpu.load_ptx(text, gpu="b200").kernel("k")
    if resident == RESIDENT:
        kernel.launch(blocks, THREADS, [y, z], cluster=2)
    else:
        shape = (blocks, 1, 1), (THREADS, 1, 1)
        cluster = (2, 1, 1)
        interpreter.launch(kernel.lowered(), *shape, [y, z], cluster=cluster, resident=resident)
    np.testing.assert_array_equal(y, 1)
    np.testing.assert_array_equal(z[::2] + 1, z[1::2])
    np.testing.assert_array_equal(np.unique(z), np.arange(resident))
