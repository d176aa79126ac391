"""Launches whose warps or blocks do very different amounts of work: the time follows the work."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

import kernelscope as ks  # noqa: E402
from kernelscope.record import LaunchRecord  # noqa: E402

# As many rounds for each warp as `rounds` has: a chain of multiply-adds, which is not unrolled.
WARPS = """extern "C" __global__ void warps(const int* rounds, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = rounds[i / 32];
    float v = i;
    #pragma unroll 1
    for (int j = 0; j < n; j++) v = v * 1.0001f + 0.5f;
    y[i] = v;
}"""
# Blocks that are not active leave at once; the others do a chain of 2,000 multiply-adds.
BLOCKS = """extern "C" __global__ void blocks(const int* active, float* y) {
    if (!active[blockIdx.x]) return;
    float v = threadIdx.x * 0.001f;
    for (int i = 0; i < 2000; i++) v = v * 1.0001f + 0.5f;
    y[blockIdx.x * 128 + threadIdx.x] = v;
}"""
GRID = 8192


@pytest.fixture(scope="module")
def warps() -> ks.CudaKernel:
    return ks.cuda_kernel(WARPS, "warps")


@pytest.fixture(scope="module")
def blocks() -> ks.CudaKernel:
    return ks.cuda_kernel(BLOCKS, "blocks")


def of_rounds(kernel: ks.CudaKernel, rounds: list[int]) -> LaunchRecord:
    """One block whose warps do so many rounds each."""
    given, y = torch.tensor(rounds, dtype=torch.int32), torch.empty(32 * len(rounds))
    with ks.virtual_gpu("h200") as gpu:
        kernel[1, 32 * len(rounds)](given, y)
    assert gpu.launches[-1].unsimulated == ""
    return gpu.launches[-1]


def of_active(kernel: ks.CudaKernel, chosen: torch.Tensor) -> float:
    """The microseconds of a grid in which these blocks are active."""
    active, y = torch.zeros(GRID, dtype=torch.int32), torch.empty(GRID * 128)
    active[chosen] = 1
    with ks.virtual_gpu("h200") as gpu:
        kernel[GRID, 128](active, y)
    assert gpu.launches[-1].unsimulated == ""
    return gpu.launches[-1].time_us.value


@pytest.mark.parametrize("longest", [1000, 100_000])
def test_it_does_not_matter_which_warp_is_the_long_one(warps: ks.CudaKernel, longest: int) -> None:
    """31 short warps, all different: more ways than are looked for."""
    short = list(range(7, 38))
    first, last = of_rounds(warps, [longest, *short]), of_rounds(warps, [*short, longest])
    assert last.time_us.value == pytest.approx(first.time_us.value, rel=0.05)
    chain_us = 4 * longest / 1980  # cycles of a multiply-add that needs the last one's result
    assert last.time_us.value > chain_us


@pytest.mark.parametrize("count", [8, 13, 20, 32])
def test_a_ramp_of_warps_executes_what_its_rounds_say(warps: ks.CudaKernel, count: int) -> None:
    """Four machine instructions a round, in either order."""
    ramp = [100 * (warp + 1) for warp in range(count)]
    for rounds in (ramp, ramp[::-1]):
        simulated = of_rounds(warps, rounds).simulated
        assert simulated is not None
        assert simulated.instructions / sum(rounds) == pytest.approx(4.0, rel=0.03)


def test_few_heavy_blocks_take_as_long_as_one_and_many_take_longer(blocks: ks.CudaKernel) -> None:
    """Of 8,192 blocks eight are traced, and none of those is active if one in a hundred is."""
    order = torch.randperm(GRID, generator=torch.Generator().manual_seed(3))
    counts = (0, 8, 82, 819, 2048, 4096, 8192)
    times = [of_active(blocks, order[:count]) for count in counts]
    chain_us = 4 * 2000 / 1980
    assert times[1] - times[0] == pytest.approx(chain_us, rel=0.4)
    assert times == sorted(times)
    assert times[3] < 2 * times[1]  # 819 are six an SM, which run side by side
    assert times[-1] == pytest.approx(2 * times[-2], rel=0.2)


def test_where_the_heavy_block_is_does_not_matter(blocks: ks.CudaKernel) -> None:
    times = [of_active(blocks, torch.tensor([place])) for place in (0, 77, 4000)]
    assert max(times) < 1.3 * min(times)


# Blocks that meet at a barrier of the grid, each time after some rounds of work.
MEETING = """#include <cooperative_groups.h>
extern "C" __global__ void meet(float* y, int times, int rounds) {
    float v = threadIdx.x;
    for (int i = 0; i < times; i++) {
        for (int j = 0; j < rounds; j++) v = v * 1.0001f + 0.5f;
        cooperative_groups::this_grid().sync();
    }
    y[blockIdx.x * blockDim.x + threadIdx.x] = v;
}"""
# Each block waits for the one before it.
CHAIN = """extern "C" __global__ void chain(int* done) {
    if (threadIdx.x) return;
    volatile int* flags = done;
    if (blockIdx.x + 1 < gridDim.x) while (flags[8 * (blockIdx.x + 1)] == 0);
    __threadfence();
    flags[8 * blockIdx.x] = 1;
}"""


def of_meetings(grid: int, times: int, rounds: int) -> float:
    kernel, y = ks.cuda_kernel(MEETING, "meet"), torch.empty(grid * 64)
    with ks.virtual_gpu("h200") as gpu:
        kernel[grid, 64](y, times, rounds, cooperative=True)
    assert gpu.launches[-1].unsimulated == ""
    return gpu.launches[-1].time_us.value


def test_a_barrier_of_the_grid_takes_a_microsecond_whatever_its_turns_are_here() -> None:
    """The virtual GPU asks hundreds of times: 43 us if each round counts."""
    once, often = of_meetings(132, 1, 0), of_meetings(132, 21, 0)
    assert 0.6 < (often - once) / 20 < 2.0
    rounds = 1000
    between = of_meetings(132, 21, rounds) - of_meetings(132, 1, rounds)
    assert between / 20 == pytest.approx((often - once) / 20 + 4 * rounds / 1980, rel=0.3)


def test_a_chain_of_blocks_takes_as_long_as_it_has_links() -> None:
    """The last block, which runs first in the end, waits for all others."""
    kernel, times = ks.cuda_kernel(CHAIN, "chain"), []
    for grid in (32, 64, 128):
        with ks.virtual_gpu("h200") as gpu:
            kernel[grid, 32](torch.zeros(8 * grid, dtype=torch.int32))
        times.append(gpu.launches[-1].time_us.value)
    assert times[2] - times[1] == pytest.approx(2 * (times[1] - times[0]), rel=0.2)
    assert 0.2 < (times[2] - times[1]) / 64 < 2.0


@pytest.mark.parametrize("rounds", [100, 256, 1000])
def test_a_program_that_asks_one_address_again_and_again_is_no_poll(rounds: int) -> None:
    """A test of an atomic's rate has as many rounds in each warp."""
    source = """extern "C" __global__ void rate(int* sum, int* y, int n) {
        int last = 0;
        for (int i = 0; i < n; i++) last += atomicAdd(sum, 1);
        y[blockIdx.x * blockDim.x + threadIdx.x] = last;
    }"""
    kernel, shown = ks.cuda_kernel(source, "rate"), []
    for count in (rounds, 2 * rounds):
        with ks.virtual_gpu("h200") as gpu:
            kernel[4, 32](torch.zeros(1, dtype=torch.int32), torch.zeros(128).int(), count)
        shown.append(gpu.launches[-1].time_us.value - 3.5)
    assert shown[1] == pytest.approx(2 * shown[0], rel=0.3)
