"""Races that depend on who comes first are looked for in other orders, too."""

from __future__ import annotations

import pytest
import torch

import kernelscope as ks
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer

SOURCE = r"""
__device__ void take(int* lock) { while (atomicCAS(lock, 0, 1)) {} __threadfence(); }
extern "C" __global__ void adds(int* x, int* lock, int without) {
    if (threadIdx.x) return;
    take(lock);
    *x += 1;
    if (blockIdx.x != without) __threadfence();
    atomicExch(lock, 0);
}

__device__ unsigned in_shared(void* p) { return (unsigned)__cvta_generic_to_shared(p); }
#define FENCE() asm volatile("fence.proxy.async;" ::: "memory")
extern "C" __global__ void hands_over(int* o, int late, int lanes, int rounds) {
    __shared__ alignas(128) int tile[32];
    __shared__ unsigned long long ready, taken;
    int t = threadIdx.x;
    if (t == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" :: "r"(in_shared(&ready)));
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(in_shared(&taken)));
    }
    __syncthreads();
    for (int k = 0; k < rounds; k++) {
        if (t < 32) {
            tile[t] = t + k;
            if (!late && t < lanes) FENCE();
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                         :: "r"(in_shared(&ready)) : "memory");
            if (late && t < lanes) FENCE();
            asm volatile("{.reg .pred p; L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;"
                         "@!p bra L;}" :: "r"(in_shared(&taken)), "r"(k & 1) : "memory");
        } else if (t == 32) {
            asm volatile("{.reg .pred p; L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;"
                         "@!p bra L;}" :: "r"(in_shared(&ready)), "r"(k & 1) : "memory");
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;"
                         :: "l"(o + 32 * k), "r"(in_shared(tile)) : "memory");
            asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
            asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                         :: "r"(in_shared(&taken)) : "memory");
        }
    }
}
"""


def added(without: int, *, explores: bool) -> tuple[list[Finding], int]:
    """Return what is found where four blocks add 1, one without its fence, and the sum."""
    x, lock = torch.zeros(1, dtype=torch.int32), torch.zeros(1, dtype=torch.int32)
    with ks.virtual_gpu("h200"), Sanitizer(("race",), explores=explores) as sanitizer:
        ks.cuda_kernel(SOURCE, "adds")[4, 32](x, lock, without)
    return sanitizer.findings, int(x[0])


def test_who_gives_the_lock_back_last_needs_no_fence_in_this_order() -> None:
    assert added(3, explores=False) == ([], 4)


def test_a_lock_that_is_right_in_this_order_alone_is_found() -> None:
    """The memory is as the launch itself left it."""
    findings, total = added(3, explores=True)
    assert total == 4
    assert findings
    assert {one.buffer for one in findings} == {"adds_param_0"}
    assert all(one.schedule.startswith("random:") for one in findings)
    assert all(3 in (one.block[0], (one.other_block or (0,))[0]) for one in findings)


def test_a_right_lock_is_silent_in_all_orders() -> None:
    assert added(-1, explores=True) == ([], 4)


def handed_over(late: int, lanes: int, schedule: str) -> list[str]:
    o = torch.zeros(96, dtype=torch.int32)
    with ks.virtual_gpu("h200", schedule=schedule), Sanitizer(("race",)) as sanitizer:
        ks.cuda_kernel(SOURCE, "hands_over")[1, 64](o, late, lanes, 3)
    return [one.kind for one in sanitizer.findings]


@pytest.mark.parametrize("schedule", ["turns", "interleaved", "random:2"])
def test_a_proxy_fence_behind_the_arrival_comes_too_late(schedule: str) -> None:
    """Though it is executed before the copy that another warp sends once the phase is over."""
    assert handed_over(0, 32, schedule) == []
    assert handed_over(1, 32, schedule) == ["proxy"]


@pytest.mark.parametrize("schedule", ["turns", "random:2"])
def test_a_proxy_fence_of_some_lanes_covers_their_writes_only(schedule: str) -> None:
    assert handed_over(0, 20, schedule) == ["proxy"]


LANES_ADD = r"""
extern "C" __global__ void lanes_add(int *lock, int *n, int *seen, int without, int first) {
    int t = threadIdx.x;
    if (t < first) seen[t] = *n;  // nobody writes yet: all threads of the block meet before that
    __syncthreads();
    while (atomicCAS(lock, 0, 1) != 0) {}
    if (t != without) __threadfence();
    *n = *n + 1;
    if (t != without) __threadfence();
    atomicExch(lock, 0);
}
"""


@pytest.mark.parametrize("threads", [2, 32, 48])
@pytest.mark.parametrize("without", [-1, 1])
@pytest.mark.long("48 lanes take a lock in turn, in several schedules")
def test_lanes_of_a_warp_that_take_a_lock_in_turn_are_in_order(threads: int, without: int) -> None:
    lock, n = torch.zeros(1, dtype=torch.int32), torch.zeros(1, dtype=torch.int32)
    seen = torch.zeros(64, dtype=torch.int32)
    with ks.virtual_gpu("h200"), Sanitizer(("race",)) as sanitizer:
        ks.cuda_kernel(LANES_ADD, "lanes_add")[1, threads](lock, n, seen, without, 32)
    assert int(n[0]) == threads
    assert bool(sanitizer.findings) == (without >= 0)
