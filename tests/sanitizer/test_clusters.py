"""The race tool and clusters: shared memory of other blocks, their barrier, blocks that end."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from pathlib import Path

import pytest
import torch

import kernelscope as ks
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer

SOURCE = r"""
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define ARRIVE(how) asm volatile("barrier.cluster.arrive" how ";" ::: "memory")
#define WAIT() asm volatile("barrier.cluster.wait;" ::: "memory")
__device__ unsigned in_shared(void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void make(unsigned long long* b, int count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                 :: "r"(in_shared(b)), "r"(count) : "memory");                   // makes
}
__device__ void arrive_at(unsigned long long* b, int rank) {
    asm volatile("{.reg .b32 r; mapa.shared::cluster.u32 r, %0, %1;"
                 "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [r];}"
                 :: "r"(in_shared(b)), "r"(rank) : "memory");                    // arrives
}
__device__ void wait_for(unsigned long long* b, int phase) {
    asm volatile("{.reg .pred p; L: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, "
                 "[%0], %1; @!p bra L;}" :: "r"(in_shared(b)), "r"(phase) : "memory");
}

extern "C" __global__ void __cluster_dims__(4, 1, 1) sum(float* o, const float* x, int missing) {
    __shared__ float part, total;
    cg::cluster_group all = cg::this_cluster();
    if (threadIdx.x == 0) part = x[blockIdx.x];
    if (missing != 1) all.sync();
    if (threadIdx.x == 0) {
        total = 0;
        for (int rank = 0; rank < 4; rank++)
            total += *all.map_shared_rank(&part, rank);                          // reads
    }
    if (missing != 2) all.sync();
    if (threadIdx.x == 0) part = total;                                          // reuses
    if (missing != 3) all.sync();
    if (threadIdx.x == 0 && blockIdx.x == 0) o[0] = *all.map_shared_rank(&part, 3);  // last
    if (missing != 4) all.sync();
}

// Block 0 copies 128 bytes to both blocks, three times through one buffer.
extern "C" __global__ void __cluster_dims__(2, 1, 1)
pipeline(float* o, const float* x, int missing) {
    __shared__ alignas(128) float stage[32];
    __shared__ unsigned long long full, empty;
    if (threadIdx.x == 0) { make(&full, 1); make(&empty, 64); }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    ARRIVE(""); WAIT();
    float sum = 0;
    for (int k = 0; k < 3; k++) {
        if (threadIdx.x == 0)
            asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;"
                         :: "r"(in_shared(&full)) : "memory");
        if (blockIdx.x == 0 && threadIdx.x == 0) {
            unsigned ready = in_shared(&full);
            if (missing != 1) wait_for(&empty, (k & 1) ^ 1);
            asm volatile("cp.async.bulk.shared::cluster.global"
                         ".mbarrier::complete_tx::bytes"
                         ".multicast::cluster [%0], [%1], 128, [%2], 3;"
                         :: "r"(in_shared(stage)), "l"(x + k * 32), "r"(ready)  // copies
                         : "memory");
        }
        __syncwarp();
        if (missing != 2) wait_for(&full, k & 1);
        sum += stage[threadIdx.x ^ 1];                                           // consumes
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        arrive_at(&empty, 0);
    }
    o[blockIdx.x * 32 + threadIdx.x] = sum;
    ARRIVE(""); WAIT();
}

// As CUTLASS begins: an arrival that orders nothing but the mbarriers.
extern "C" __global__ void __cluster_dims__(2, 1, 1) handshake(int* o, int missing, int relaxed) {
    __shared__ unsigned long long ready;
    __shared__ int word;
    if (threadIdx.x == 0) make(&ready, 32);
    if (missing != 1) asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    if (threadIdx.x == 0) word = 7;                                              // stores
    if (relaxed) ARRIVE(".relaxed"); else ARRIVE("");
    WAIT();
    if (relaxed == 2 && threadIdx.x == 0)
        o[blockIdx.x] = *cg::this_cluster().map_shared_rank(&word, blockIdx.x ^ 1);
    arrive_at(&ready, blockIdx.x ^ 1);
    if (missing != 2) wait_for(&ready, 0);
    if (missing == 3) __syncwarp();
    if (missing == 4) { ARRIVE(".relaxed"); WAIT(); }
    if (missing >= 3 && threadIdx.x == 0)
        asm volatile("mbarrier.inval.shared::cta.b64 [%0];" :: "r"(in_shared(&ready)) : "memory");
    if (relaxed == 2) { ARRIVE(""); WAIT(); }
}

// Both blocks count in the histogram of block 0.
extern "C" __global__ void __cluster_dims__(2, 1, 1) count(int* o, const int* x, int plain) {
    __shared__ int bins[8];
    cg::cluster_group all = cg::this_cluster();
    if (threadIdx.x < 8) bins[threadIdx.x] = 0;
    all.sync();
    int* there = all.map_shared_rank(&bins[x[blockIdx.x * 32 + threadIdx.x] & 7], 0);
    if (plain) *there += 1;                                                      // adds
    else atomicAdd(there, 1);
    all.sync();
    if (blockIdx.x == 0 && threadIdx.x < 8) o[threadIdx.x] = bins[threadIdx.x];
}
"""
LINES = Path(__file__).read_text().splitlines()


def line(marker: str) -> int:
    (found,) = [n for n, text in enumerate(LINES, 1) if text.rstrip().endswith(f"// {marker}")]
    return found


def found(name: str, blocks: int, *arguments: object, schedule: str = "turns") -> list[Finding]:
    """Return what is found in a launch of blocks of 32 threads."""
    with ks.virtual_gpu("h200", schedule=schedule), Sanitizer(("race", "barrier")) as sanitizer:
        ks.cuda_kernel(SOURCE, name)[blocks, 32](*arguments)
    assert not sanitizer.notes
    return sanitizer.findings


def sides(finding: Finding) -> set[int]:
    places = [finding.place, finding.other] if finding.other else [finding.place]
    return {int(place.source.rpartition(":")[2]) for place in places}


SCHEDULES = ["turns", "interleaved", "random:3"]


def sum_of(missing: int, schedule: str) -> list[Finding]:
    return found("sum", 8, torch.zeros(1), torch.arange(8.0), missing, schedule=schedule)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(
    ("missing", "kinds", "lines"),
    [
        (1, {"write-read", "read-write"}, {"reads"}),
        (2, {"write-read", "read-write"}, {"reads", "reuses"}),
        (3, {"write-read", "read-write"}, {"reuses", "last"}),
    ],
)
def test_each_barrier_of_the_cluster_that_is_missing_is_found(
    missing: int, kinds: set[str], lines: set[str], schedule: str
) -> None:
    findings = sum_of(missing, schedule)
    assert {line(marker) for marker in lines} <= set().union(*map(sides, findings))
    for finding in findings:
        assert (finding.tool, finding.buffer, finding.index) == ("race", "part", 0)
        assert finding.kind in kinds
        assert "a thread of another block of its cluster" in finding.message
        assert "`cluster.sync()`" in finding.advice
        assert finding.other_block is not None
        assert finding.block[0] // 4 == finding.other_block[0] // 4


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_with_all_barriers_nothing_is_found(schedule: str) -> None:
    assert sum_of(0, schedule) == []


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_an_access_to_a_block_that_may_have_ended_is_found(schedule: str) -> None:
    """Block 3 need not wait for block 0's last read of its memory, in whatever order they ran."""
    with ks.virtual_gpu("h200", schedule=schedule), Sanitizer(("race", "memory")) as sanitizer:
        try:
            ks.cuda_kernel(SOURCE, "sum")[8, 32](torch.zeros(1), torch.arange(8.0), 4)
        except ks.LaunchError as error:
            assert "has ended" in str(error)  # noqa: PT017 - only if block 3 ran to its end first
    (finding,) = [one for one in sanitizer.findings if one.tool == "race"] or sanitizer.findings
    assert sides(finding) == {line("last")}
    if finding.tool == "race":
        assert finding.kind == "ended"
        assert "which may have ended by then" in finding.message


def test_mbarriers_are_known_to_the_cluster_behind_their_fence() -> None:
    for relaxed in (0, 1):
        assert found("handshake", 2, torch.zeros(2, dtype=torch.int32), 0, relaxed) == []


def test_an_mbarrier_may_end_after_the_phase_of_anothers_arrivals() -> None:
    for barrier in (3, 4):  # of the warp, of the cluster
        assert found("handshake", 2, torch.zeros(2, dtype=torch.int32), barrier, 0) == []
    (finding,) = found("handshake", 2, torch.zeros(2, dtype=torch.int32), 5, 0)
    assert "ends an mbarrier" in finding.message


def test_without_the_fence_a_relaxed_arrival_makes_no_mbarrier_known() -> None:
    first, *_ = found("handshake", 2, torch.zeros(2, dtype=torch.int32), 1, 1)
    assert "uses an mbarrier while a thread of another block of its cluster" in first.message
    assert sides(first) == {line("makes"), line("arrives")}


def test_a_relaxed_arrival_does_not_order_other_memory() -> None:
    findings = found("handshake", 2, torch.zeros(2, dtype=torch.int32), 0, 2)
    assert {one.buffer for one in findings} == {"word"}
    assert all(line("stores") in sides(one) for one in findings)


def test_an_arrival_at_a_block_that_does_not_wait_for_it_may_come_after_its_end() -> None:
    # Under this schedule both still run.
    o = torch.zeros(2, dtype=torch.int32)
    (finding,) = found("handshake", 2, o, 2, 0, schedule="interleaved")
    assert finding.kind == "ended"
    assert "arrives at an mbarrier in shared memory of another block" in finding.message


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_each_wait_of_a_pipeline_by_multicasts_is_needed(missing: int, schedule: str) -> None:
    x, o = torch.arange(96, dtype=torch.float32), torch.zeros(64)
    kernel = ks.cuda_kernel(SOURCE, "pipeline")
    # Without one of them a phase may be over before a thread looks at it: that waits for ever.
    ends = suppress(ks.LaunchError) if missing else nullcontext()
    tools = ("race", "barrier")
    with ks.virtual_gpu("h200", schedule=schedule), Sanitizer(tools) as sanitizer, ends:
        kernel[2, 32](o, x, missing)
    findings = sanitizer.findings
    assert bool(findings) == bool(missing)
    for finding in findings:
        if finding.tool == "race":
            assert sides(finding) <= {line("copies"), line("consumes")}
            assert finding.buffer in ("stage", "")
    if not missing:
        lanes = torch.arange(32) ^ 1
        assert torch.equal(o, x.view(3, 32).sum(0)[lanes].repeat(2))


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_only_atomic_additions_may_meet_in_another_blocks_memory(schedule: str) -> None:
    x = torch.arange(64, dtype=torch.int32)
    o = torch.zeros(8, dtype=torch.int32)
    assert found("count", 2, o, x, 0, schedule=schedule) == []
    assert o.tolist() == [8] * 8
    findings = found("count", 2, o, x, 1, schedule=schedule)
    assert {one.buffer for one in findings} == {"bins"}
    assert all(sides(one) == {line("adds")} for one in findings)
    blocks = {(one.block, one.other_block) for one in findings}
    assert any(mine != other for mine, other in blocks)
