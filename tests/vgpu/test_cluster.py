"""Clusters: what a launch may ask for, the cluster's barrier, and the memory of its blocks.

What whole programs compute with them is in `tests/truth/concurrent`, with results of an H200.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import KernelscopeError, LaunchError, MemoryAccessError
from kernelscope.vgpu.interpreter import launch as interpreter

Run = Any
HEAD = """
.version 8.7
.target sm_90a
.address_size 64
.extern .shared .align 16 .b8 more[];
"""
REGISTERS = ".reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<16>;"
START = "ld.param.b64 %rd1, [result]; mov.u32 %r1, %tid.x; mov.u32 %r2, %cluster_ctarank;"
SYNC = "barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;"
STORE = (
    "mov.u32 %r14, %ctaid.x; mov.u32 %r13, %ntid.x; mad.lo.u32 %r14, %r14, %r13, %r1;"
    "mul.wide.u32 %rd14, %r14, 4; add.u64 %rd14, %rd1, %rd14; st.global.b32 [%rd14], %r15; ret;"
)


KEPT = ".shared .align 16 .b32 kept[64];"


def kernel(body: str, shared: str = KEPT) -> str:
    """A kernel whose threads store %r15 each in its place of the result."""
    return (
        f"{HEAD}\n.visible .entry k(.param .u64 result) {{\n"
        f"{shared}\n{REGISTERS}\n{START}\n{body}\n{STORE}\n}}"
    )


@pytest.fixture(params=["compiled", "interpreted"])
def run(request: pytest.FixtureRequest) -> Run:
    """Launches a kernel in either way and returns its result and counters."""

    def launch(
        text: str, blocks: int = 4, threads: int = 32, cluster: Any = 2, first: int = 0
    ) -> tuple[np.ndarray, dict[str, float]]:
        result = np.zeros(blocks * threads, np.uint32)
        result[0] = first
        loaded = vgpu.load_ptx(text).kernel("k")
        if request.param == "compiled":
            counts = loaded.launch(blocks, threads, [result], cluster=cluster)
            return result, counts.counters
        size = None if cluster is None else (cluster, 1, 1)
        function = loaded.lowered()
        shape = (blocks, 1, 1), (threads, 1, 1)
        return result, interpreter.launch(function, *shape, [result], cluster=size)

    return launch


# ---- launches ------------------------------------------------------------------------------------

RANK = kernel("mov.u32 %r15, %cluster_nctarank; mad.lo.u32 %r15, %r15, 10, %r2;")


def test_ranks_count_the_blocks_of_each_cluster(run: Run) -> None:
    """Six blocks in clusters of three have the ranks 0, 1, 2, 0, 1, 2."""
    result, _ = run(RANK, blocks=6, cluster=3)
    np.testing.assert_array_equal(result[::32], [30, 31, 32, 30, 31, 32])


def test_a_kernel_may_bring_its_cluster(run: Run) -> None:
    """`.reqnctapercluster` holds for a launch that names no cluster."""
    text = RANK.replace("result) ", "result) .explicitcluster .reqnctapercluster 2, 1, 1 ")
    result, _ = run(text, cluster=None)
    np.testing.assert_array_equal(result[::32], [20, 21, 20, 21])


def test_without_clusters_a_block_is_alone(run: Run) -> None:
    """A launch without clusters has ranks 0 of 1, and is not an explicit cluster."""
    text = kernel(
        "mov.pred %p1, %is_explicit_cluster; selp.u32 %r15, 5, 7, %p1;"
        "mov.u32 %r3, %cluster_nctarank; mad.lo.u32 %r15, %r3, 100, %r15; add.u32 %r15, %r15, %r2;"
    )
    result, _ = run(text, cluster=None)
    np.testing.assert_array_equal(result, np.full(128, 107))
    result, _ = run(text, cluster=1)
    np.testing.assert_array_equal(result, np.full(128, 105))


@pytest.mark.parametrize(
    ("directives", "cluster", "message"),
    [
        ("", 3, r"grid \(4, 1, 1\) is not a multiple of its cluster \(3, 1, 1\)"),
        (".reqnctapercluster 2, 1, 1", 4, r"compiled for clusters of \(2, 1, 1\) blocks"),
        (".explicitcluster", None, r"compiled for clusters \(.explicitcluster\), launched without"),
        (".blocksareclusters .reqnctapercluster 2", None, "grids that count clusters"),
    ],
)
def test_a_launch_whose_cluster_does_not_fit_is_refused(
    run: Run, directives: str, cluster: int | None, message: str
) -> None:
    """The grid, and what the kernel was compiled for, decide which clusters it may have."""
    with pytest.raises(LaunchError, match=message):
        run(RANK.replace("result) ", f"result) {directives} "), cluster=cluster)


@pytest.mark.parametrize(
    ("gpu", "directives", "cluster", "message"),
    [
        ("h200", "", 16, "has 16 blocks; the limit is 8, or 16 for a kernel that allows"),
        ("h200", ".maxclusterrank 2", 4, r"compiled for at most 2 \(.maxclusterrank\)"),
        ("a100", "", 2, "clusters need sm_90"),
    ],
)
def test_a_cluster_that_the_gpu_does_not_hold_is_refused(
    gpu: str, directives: str, cluster: int, message: str
) -> None:
    """8 blocks are portable, and GPUs before Hopper have no clusters."""
    text = RANK.replace("result) ", f"result) {directives} ").replace("sm_90a", "sm_80")
    kernel_ = vgpu.load_ptx(text, gpu=gpu).kernel("k")
    with pytest.raises(LaunchError, match=message):
        kernel_.launch(16, 32, [np.zeros(512, np.uint32)], cluster=cluster)


def test_a_kernel_may_allow_sixteen_blocks() -> None:
    """Clusters of more than 8 blocks run if the kernel allows them, and 17 never do."""
    kernel_ = vgpu.load_ptx(RANK).kernel("k")
    kernel_.non_portable_clusters = True
    result = np.zeros(1024, np.uint32)
    kernel_.launch(32, 32, [result], cluster=16)
    np.testing.assert_array_equal(result[::32], [160 + n % 16 for n in range(32)])
    with pytest.raises(LaunchError, match="the limit is 8, or 16"):
        kernel_.launch(34, 32, [result], cluster=17)


def test_a_sample_of_blocks_runs_whole_clusters() -> None:
    """A sample of 3 of 16 blocks in clusters of 4 runs one cluster, and counts for all four."""
    result = np.zeros(512, np.uint32)
    counts = vgpu.load_ptx(RANK).kernel("k").launch(16, 32, [result], cluster=4, sample_blocks=3)
    np.testing.assert_array_equal(np.flatnonzero(result.reshape(16, 32).any(1)), [0, 1, 2, 3])
    assert counts.counters["smsp__sass_inst_executed_op_global_st.sum"] == 16


# ---- the memory of other blocks ------------------------------------------------------------------

NEIGHBOUR = (
    "mov.u32 %r3, kept; mad.lo.u32 %r4, %r1, 4, %r3; mov.u32 %r5, %ctaid.x;"
    "mad.lo.u32 %r5, %r5, 100, %r1; st.shared.b32 [%r4], %r5;"
    f"{SYNC} xor.b32 %r6, %r2, 1; mapa.shared::cluster.u32 %r7, %r4, %r6;"
)
OF_THE_NEIGHBOUR = [100 * (block ^ 1) + t for block in range(4) for t in range(32)]


@pytest.mark.parametrize(
    "load",
    [
        "ld.shared::cluster.b32 %r15, [%r7];",
        "atom.shared::cluster.or.b32 %r15, [%r7], 0;",
        "cvt.u64.u32 %rd2, %r7; cvta.shared::cluster.u64 %rd2, %rd2; ld.b32 %r15, [%rd2];",
        (
            "cvt.u64.u32 %rd2, %r4; cvta.shared.u64 %rd2, %rd2; mapa.u64 %rd3, %rd2, %r6;"
            "atom.add.u32 %r15, [%rd3], 0;"
        ),
    ],
)
def test_a_block_reads_its_neighbours_memory(run: Run, load: str) -> None:
    """By loads and atomics of the space shared::cluster, and by generic addresses."""
    result, _ = run(kernel(f"{NEIGHBOUR} {load} {SYNC}"))
    np.testing.assert_array_equal(result, OF_THE_NEIGHBOUR)


def test_lanes_of_one_load_reach_several_blocks(run: Run) -> None:
    """Lane t reads from rank t % 4: its own block's memory too."""
    body = (
        f"mov.u32 %r3, kept; mad.lo.u32 %r4, %r2, 10, 7; st.shared.b32 [%r3+8], %r4; {SYNC}"
        "and.b32 %r5, %r1, 3; mapa.shared::cluster.u32 %r6, %r3, %r5;"
        f"ld.shared::cluster.b32 %r15, [%r6+8]; {SYNC}"
    )
    result, _ = run(kernel(body), cluster=4)
    np.testing.assert_array_equal(result, np.tile([7, 17, 27, 37], 32))


def test_vectors_and_predicated_lanes_reach_other_blocks(run: Run) -> None:
    """Even lanes store four words to the neighbour; odd lanes leave its memory as it was."""
    body = (
        "mov.u32 %r3, kept; mov.u32 %r4, 1; setp.lt.u32 %p1, %r1, 16;"
        "mad.lo.u32 %r4, %r1, 16, %r3; mov.u32 %r5, 9; and.b32 %r6, %r1, 1;"
        "@%p1 st.shared.v4.b32 [%r4], {%r5, %r5, %r5, %r5};"
        f"{SYNC} setp.eq.and.u32 %p2, %r6, 0, %p1; xor.b32 %r6, %r2, 1;"
        "mapa.shared::cluster.u32 %r7, %r4, %r6; add.u32 %r8, %r2, %r1;"
        "@%p2 st.shared::cluster.v4.b32 [%r7], {%r8, %r1, %r2, %r8};"
        f"{SYNC} mad.lo.u32 %r4, %r1, 4, %r3; ld.shared.b32 %r15, [%r4];"
    )
    result, _ = run(kernel(body))
    for block, words in enumerate(result.reshape(4, 8, 4)):
        other = block & 1 ^ 1
        for number, group in enumerate(words):
            expected = [other + number, number, other, other + number]
            assert group.tolist() == ([9] * 4 if number % 2 else expected)


def test_addresses_hold_the_rank_from_bit_24_up(run: Run) -> None:
    """The bits are an H200's: mapa and getctarank only touch those of the rank."""
    body = (
        "mov.u32 %r3, 0x0c5ec436; mov.u32 %r4, 0x11f; mapa.shared::cluster.u32 %r5, %r3, %r4;"
        "mov.u64 %rd3, 0x61f14407b59820d7; mapa.u64 %rd4, %rd3, %r4; cvt.u32.u64 %r6, %rd4;"
        "getctarank.u64 %r7, %rd4; getctarank.shared::cluster.u32 %r8, %r3;"
        "mov.u32 %r9, kept; getctarank.shared::cluster.u32 %r10, %r9;"
        "setp.eq.u32 %p1, %r1, 0; selp.u32 %r15, %r5, %r6, %p1; setp.eq.u32 %p1, %r1, 2;"
        "selp.u32 %r15, %r7, %r15, %p1; setp.eq.u32 %p1, %r1, 3; selp.u32 %r15, %r8, %r15, %p1;"
        "setp.eq.u32 %p1, %r1, 4; selp.u32 %r15, %r10, %r15, %p1;"
    )
    result, _ = run(kernel(body), blocks=2)
    for rank, row in enumerate(result.reshape(2, 32)):
        assert row[:5].tolist() == [0x1F5EC436, 0x1F9820D7, 0x1F, 0x0C, rank]


@pytest.mark.parametrize("cluster", [None, 2])
def test_an_address_is_in_one_window(run: Run, cluster: int | None) -> None:
    """Of a global, a shared, a local, a parameter's address, in a lane each, and of a null.

    A parameter's address is global too, as on an H200 (`tests/truth/edges_h200.npz`).
    """
    spaces = ("global", "shared", "local", "param")
    body = (
        "mov.u32 %r3, kept; cvt.u64.u32 %rd2, %r3; cvta.shared.u64 %rd2, %rd2;"
        "mov.u64 %rd3, deep; cvta.local.u64 %rd3, %rd3; mov.u64 %rd4, result;"
        "cvta.param.u64 %rd4, %rd4; mov.u64 %rd5, 0; setp.eq.u32 %p1, %r1, 0;"
        "selp.b64 %rd5, %rd1, %rd5, %p1; setp.eq.u32 %p1, %r1, 1; selp.b64 %rd5, %rd2, %rd5, %p1;"
        "setp.eq.u32 %p1, %r1, 2; selp.b64 %rd5, %rd3, %rd5, %p1; setp.eq.u32 %p1, %r1, 3;"
        "selp.b64 %rd5, %rd4, %rd5, %p1; mov.u32 %r15, 0;"
    )
    for number, space in enumerate(spaces):
        body += f"isspacep.{space} %p2, %rd5; selp.u32 %r4, {1 << number}, 0, %p2;"
        body += "or.b32 %r15, %r15, %r4;"
    memory = f"{KEPT} .local .align 4 .b32 deep[4];"
    result, _ = run(kernel(body, shared=memory), blocks=2, cluster=cluster)
    np.testing.assert_array_equal(result[:6], [1, 2, 4, 9, 1, 1])
    np.testing.assert_array_equal(result[32:38], [1, 2, 4, 9, 1, 1])


def test_only_own_memory_is_in_the_window_of_the_block(run: Run) -> None:
    """`isspacep` of shared::cta is true for the own block's addresses alone."""
    body = (
        "mov.u32 %r3, kept; cvt.u64.u32 %rd2, %r3; cvta.shared.u64 %rd2, %rd2;"
        "and.b32 %r4, %r1, 1; mapa.u64 %rd3, %rd2, %r4; isspacep.shared::cta %p1, %rd3;"
        "isspacep.shared::cluster %p2, %rd3; isspacep.global %p3, %rd3;"
        "selp.u32 %r15, 1, 0, %p1; selp.u32 %r5, 2, 0, %p2; selp.u32 %r6, 4, 0, %p3;"
        "or.b32 %r15, %r15, %r5; or.b32 %r15, %r15, %r6;"
    )
    result, _ = run(kernel(body), blocks=2)
    np.testing.assert_array_equal(result, [2 + (t % 2 == b) for b in range(2) for t in range(32)])


@pytest.mark.parametrize(
    "load",
    [
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r15}, [%r4];",
        (
            "cvt.u64.u32 %rd2, %r4; cvta.shared.u64 %rd2, %rd2;"
            "ldmatrix.sync.aligned.m8n8.x1.b16 {%r15}, [%rd2];"
        ),
        (
            "cp.async.ca.shared.global [%r3+256], [%rd1], 4; cp.async.wait_all;"
            "ld.shared.b32 %r15, [%r3+256]; sub.u32 %r15, %r15, 7; add.u32 %r15, %r15, %r1;"
        ),
        (
            "mov.u32 %r5, 3; st.shared.b32 [kept+4], %r5; bar.warp.sync -1;"
            "ld.shared.b32 %r5, [%r3+4]; ld.shared.b32 %r15, [kept+4]; sub.u32 %r15, %r15, %r5;"
            "add.u32 %r15, %r15, %r1;"
        ),
    ],
)
def test_own_memory_is_accessed_by_addresses_with_a_rank(run: Run, load: str) -> None:
    """By matrix loads, asynchronous copies, and a mixture of names and registers."""
    body = (
        "mov.u32 %r3, kept; mad.lo.u32 %r4, %r1, 4, %r3; st.shared.b32 [%r4], %r1;"
        "and.b32 %r4, %r1, 7; mad.lo.u32 %r4, %r4, 16, %r3; bar.sync 0;"
        f"{load} bar.sync 0;"
    )
    shared = ".shared .align 16 .b32 kept[65];"
    result, _ = run(kernel(body, shared=shared), blocks=2, first=7)
    np.testing.assert_array_equal(result, np.tile(np.arange(32), 2))


def test_remote_accesses_are_not_counted_as_shared_ones(run: Run) -> None:
    """One store to own memory, a load from the neighbour's, one from the own by its rank."""
    own = "mapa.shared::cluster.u32 %r8, %r4, %r2; ld.shared::cluster.b32 %r9, [%r8];"
    own += "add.u32 %r15, %r15, %r9;"
    _, counters = run(kernel(f"{NEIGHBOUR} ld.shared::cluster.b32 %r15, [%r7]; {own} {SYNC}"))
    assert counters["smsp__sass_inst_executed_op_dshared_ld.sum"] == 4
    assert counters["l1tex__t_requests_pipe_lsu_mem_dshared_op_ld.sum"] == 4
    assert counters["smsp__sass_inst_executed_op_shared_st.sum"] == 4
    assert counters["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"] == 4
    assert counters.get("smsp__sass_inst_executed_op_dshared_st.sum", 0) == 0


@pytest.mark.parametrize(
    ("load", "message"),
    [
        ("mapa.shared::cluster.u32 %r7, %r3, 2; ld.shared::cluster.b32 %r15, [%r7];",
         "is of block 2 of a cluster that has 2"),
        ("mapa.shared::cluster.u32 %r7, %r3, 1; ld.shared::cluster.b32 %r15, [%r7+256];",
         "0x1000100"),
        ("mapa.shared::cluster.u32 %r7, %r3, 1; ld.shared::cluster.b32 %r15, [%r7+2];",
         "0x1000002|misaligned"),
        ("xor.b32 %r6, %r2, 1; mapa.shared::cluster.u32 %r7, %r3, %r6; ld.shared.b32 %r15, [%r7];",
         "0x1000000"),
        ("mapa.shared::cluster.u32 %r7, %r3, 5; red.shared::cluster.add.u32 [%r7], 1;",
         "is of block 5 of a cluster that has 2"),
        ("mapa.shared::cluster.u32 %r7, %r3, 7; mbarrier.arrive.shared::cluster.b64 _, [%r7];",
         "is of block 7 of a cluster that has 2"),
    ],
)  # fmt: skip
def test_an_address_outside_the_clusters_memory_is_an_error(
    run: Run, load: str, message: str
) -> None:
    """A rank that the cluster does not have, bytes beyond a block's memory, another block's
    address in the space of the own block.
    """
    with pytest.raises(MemoryAccessError, match=message):
        run(kernel(f"mov.u32 %r3, kept; {load} {SYNC}"))


def test_the_memory_of_a_block_that_has_ended_is_an_error(run: Run) -> None:
    """Rank 1 ends at once; rank 0 reads its memory after a barrier that rank 1 does not hold up."""
    body = (
        "mov.u32 %r3, kept; setp.eq.u32 %p1, %r2, 1; @%p1 ret;"
        f"{SYNC} mapa.shared::cluster.u32 %r7, %r3, 1; ld.shared::cluster.b32 %r15, [%r7];"
    )
    with pytest.raises(MemoryAccessError, match="block 1 of the cluster, which has ended"):
        run(kernel(body))


# ---- the barrier ---------------------------------------------------------------------------------


@pytest.mark.parametrize("cluster", [None, 1, 2])
def test_what_was_stored_before_arriving_is_seen_after_waiting(
    run: Run, cluster: int | None
) -> None:
    """Two warps read what the other stored before it arrived."""
    body = (
        "mov.u32 %r3, kept; mad.lo.u32 %r4, %r1, 4, %r3; st.shared.b32 [%r4], %r1;"
        f"{SYNC} sub.u32 %r5, 63, %r1; mad.lo.u32 %r5, %r5, 4, %r3; ld.shared.b32 %r15, [%r5];"
    )
    result, _ = run(kernel(body), blocks=2, threads=64, cluster=cluster)
    np.testing.assert_array_equal(result, np.tile(np.arange(64)[::-1], 2))


def test_a_thread_that_has_arrived_need_not_wait_for_others_to_do(run: Run) -> None:
    """Rank 0 arrives and then polls a word that rank 1 sets after its own wait."""
    body = (
        "mov.u32 %r3, kept; mov.u32 %r4, 0; st.shared.b32 [%r3], %r4; bar.sync 0;"
        f"{SYNC} barrier.cluster.arrive; setp.eq.u32 %p1, %r2, 1; @%p1 bra SET;\n"
        "POLL: ld.relaxed.cluster.shared::cluster.b32 %r15, [%r3];"
        "setp.eq.u32 %p2, %r15, 0; @%p2 bra POLL; barrier.cluster.wait; bra END;\n"
        "SET: barrier.cluster.wait; mapa.shared::cluster.u32 %r5, %r3, 0; mov.u32 %r15, 77;"
        "st.relaxed.cluster.shared::cluster.b32 [%r5], %r15;\n"
        f"END: {SYNC}"
    )
    result, _ = run(kernel(body), blocks=2)
    np.testing.assert_array_equal(result, np.full(64, 77))


def test_parts_of_a_warp_arrive_and_wait_by_themselves(run: Run) -> None:
    """The first lanes arrive twice as often as they could if each side ran to its end."""
    half = "barrier.cluster.arrive; barrier.cluster.wait;"
    body = (
        "mov.u32 %r3, kept; setp.lt.u32 %p1, %r1, 16; @%p1 bra LOW;\n"
        f"mov.u32 %r4, 1; {half} st.shared.b32 [%r3], %r4; {half} {half} bra END;\n"
        f"LOW: {half} {half} ld.shared.b32 %r15, [%r3]; {half}\n"
        "END: bar.sync 0; ld.shared.b32 %r5, [%r3]; mad.lo.u32 %r15, %r15, 10, %r5;"
    )
    result, _ = run(kernel(f"mov.u32 %r15, 4; {body}"))
    np.testing.assert_array_equal(result.reshape(4, 32)[:, 0], [11] * 4)
    np.testing.assert_array_equal(result.reshape(4, 32)[:, 31], [41] * 4)


def test_threads_that_end_count_as_arrived(run: Run) -> None:
    """A warp, half a warp and a whole block end; the others pass the barrier."""
    body = (
        "mov.u32 %r15, 3; setp.ge.u32 %p1, %r1, 40; @%p1 ret; setp.eq.u32 %p2, %r2, 2; @%p2 ret;"
        f"{SYNC} add.u32 %r15, %r15, %r2; {SYNC}"
    )
    result, _ = run(kernel(body), blocks=4, threads=96, cluster=4)
    rows = result.reshape(4, 96)
    assert [int(row[0]) for row in rows] == [3, 4, 0, 6]
    assert (rows[:, :40] == rows[:, :1]).all()
    assert not rows[:, 40:].any()


def test_a_barrier_that_a_block_never_reaches_is_a_deadlock(run: Run) -> None:
    """Rank 1 waits at a barrier of its own, which half of its threads never reach."""
    body = (
        "setp.eq.u32 %p1, %r2, 0; @%p1 bra ALL; bar.sync 1, 64;\n"
        f"ALL: {SYNC}"
    )  # fmt: skip
    with pytest.raises(LaunchError, match="deadlock"):
        run(kernel(body))


# ---- asynchronous stores and reductions ----------------------------------------------------------


def test_asynchronous_stores_count_bytes_at_the_barrier_of_the_target(run: Run) -> None:
    """Each lane stores 8 bytes to the neighbour, whose barrier waits for 256 of them."""
    done = "mbarrier::complete_tx::bytes"
    body = (
        "mov.u32 %r3, kept; mov.u32 %r4, bar; setp.eq.u32 %p1, %r1, 0;"
        "@%p1 mbarrier.init.shared::cta.b64 [%r4], 1;"
        "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 256;"
        f"fence.mbarrier_init.release.cluster; {SYNC} xor.b32 %r5, %r2, 1;"
        "mad.lo.u32 %r6, %r1, 8, %r3; mapa.shared::cluster.u32 %r7, %r6, %r5;"
        "mapa.shared::cluster.u32 %r8, %r4, %r5; mad.lo.u32 %r9, %r2, 1000, %r1;"
        f"st.async.weak.shared::cluster.{done}.v2.b32 [%r7], {{%r9, %r2}}, [%r8];\n"
        "WAIT: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r4], 0;"
        f"@!%p2 bra WAIT; ld.shared.v2.b32 {{%r10, %r11}}, [%r6]; add.u32 %r15, %r10, %r11; {SYNC}"
    )
    shared = ".shared .align 16 .b32 kept[64]; .shared .align 8 .b64 bar;"
    result, counters = run(kernel(body, shared=shared))
    other = [1 - block % 2 for block in range(4)]
    np.testing.assert_array_equal(result, [1001 * n + t for n in other for t in range(32)])
    assert counters["smsp__inst_executed_op_stas.sum"] == 4


@pytest.mark.parametrize(
    ("operation", "expected"),
    [("add.u32", 10 + 496), ("min.s32", 0), ("max.u32", 31), ("xor.b32", 10), ("inc.u32", 0)],
)
def test_asynchronous_reductions_change_the_targets_memory(
    run: Run, operation: str, expected: int
) -> None:
    """32 lanes reduce their index into one word of the neighbour, which holds 10."""
    body = (
        "mov.u32 %r3, kept; mov.u32 %r4, bar; setp.eq.u32 %p1, %r1, 0; mov.u32 %r5, 10;"
        "st.shared.b32 [%r3], %r5; @%p1 mbarrier.init.shared::cta.b64 [%r4], 1;"
        "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 128;"
        f"{SYNC} xor.b32 %r5, %r2, 1; mapa.shared::cluster.u32 %r7, %r3, %r5;"
        "mapa.shared::cluster.u32 %r8, %r4, %r5;"
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes."
        f"{operation} [%r7], %r1, [%r8];\n"
        "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r4], 0; @!%p2 bra WAIT;"
        f"ld.shared.b32 %r15, [%r3]; {SYNC}"
    )
    shared = ".shared .align 16 .b32 kept[64]; .shared .align 8 .b64 bar;"
    result, _ = run(kernel(body, shared=shared))
    if operation == "inc.u32":
        value = 10
        for lane in range(32):
            value = 0 if value >= lane else value + 1
        expected = value
    np.testing.assert_array_equal(result, np.full(128, expected))


# ---- the front end -------------------------------------------------------------------------------


def test_an_unknown_cluster_shape_is_one_line() -> None:
    """A cluster is given like a grid, and refused like one."""
    kernel_ = vgpu.load_ptx(RANK).kernel("k")
    for shape in ((0, 1, 1), (1, 2, 3, 4), "two"):
        with pytest.raises(KernelscopeError, match="cluster") as raised:
            kernel_.launch(4, 32, [np.zeros(128, np.uint32)], cluster=shape)
        assert "\n" not in str(raised.value)
