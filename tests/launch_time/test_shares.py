"""Which blocks the busiest SM runs, and what launches of unequal blocks take."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernelscope as ks
from kernelscope.launch_time.blocks import spread_blocks
from kernelscope.launch_time.shares import chain, shares_of
from kernelscope.vgpu.counting.trace import LaunchTrace

SMS = 132


def noted(work: list[int]) -> LaunchTrace:
    """A launch of a row of blocks of which only their work is known."""
    starts = np.zeros(1, np.int64)
    grid = len(work), 1, 1
    return LaunchTrace("k", grid, (32, 1, 1), (), starts, (), np.array(work, np.int64))


@given(st.lists(st.integers(1, 100), min_size=2, max_size=60), st.integers(1, 4), st.integers(1, 3))
def test_the_busiest_sm_ends_last(work: list[int], sms: int, resident: int) -> None:
    """It ends within the longest block of what all SMs do on average; no block is there twice."""
    shares = shares_of(noted(work), sms, resident)
    if shares is None:
        assert max(work) <= 1.05 * sum(work) / len(work)
        return
    own = shares.busiest.tolist()
    assert all(own.count(each) <= work.count(each) for each in own)
    end = chain(shares.busiest, resident)
    # Where a block begins last, every place has been busy until then.
    assert sum(work) / (sms * resident) <= end + max(work)
    assert max(work) <= end <= sum(work) / (sms * resident) + max(work)


def test_a_heavy_block_makes_its_sm_the_busiest() -> None:
    work = [10] * 300
    work[7] = 200
    shares = shares_of(noted(work), SMS, 1)
    assert shares is not None
    assert shares.busiest.tolist() == [200]
    assert shares_of(noted([10] * 300), SMS, 1) is None


SOURCE = """
extern "C" __global__ void steps(const int* of_block, float* x) {
  int n = of_block[blockIdx.x];
  float value = threadIdx.x;
  for (int i = 0; i < n; ++i) value = value * value + 1.0f;
  x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
"""


def warm(steps: list[int], heads: int = 1, *, sampled: bool = False) -> float:
    """The cycles of a launch whose blocks do so many steps, with all in L2.

    heads: rows of the grid, alike.
    sampled: whether nothing runs but eight blocks, as if an autotuner asked.
    """
    kernel = ks.cuda_kernel(SOURCE, "steps")
    result = np.zeros(128 * len(steps), np.float32)
    with ks.virtual_gpu("h200") as gpu, gpu.trials(spread_blocks if sampled else None):
        kernel[(len(steps), heads), 128](np.array(steps, np.int32), result)
    simulated = gpu.launches[0].simulated
    assert simulated is not None
    return simulated.warm


def rising(at: int) -> int:
    return 300 * (at % 16 + 1)


def falling(at: int) -> int:
    return 300 * (16 - at % 16)


@pytest.mark.parametrize("steps", [rising, falling])
def test_more_blocks_never_take_less_time(steps: Callable[[int], int]) -> None:
    """The longest of 16 lengths is in each grid, whichever blocks of it are traced."""
    times = [warm([steps(at) for at in range(blocks)]) for blocks in (16, 128, 133, 192, 264, 528)]
    assert min(times) > 16 * 300 * 4
    assert all(later > 0.85 * before for before, later in itertools.pairwise(times))


@pytest.mark.parametrize("heads", [8, 9, 16, 32])
def test_a_sample_of_a_triangles_blocks_says_what_the_others_do(heads: int) -> None:
    """Causal attention, as its autotuner sees it: the work follows from the place in the grid."""
    steps = [100 * (at + 1) for at in range(16)]
    assert warm(steps, heads, sampled=True) == pytest.approx(warm(steps, heads), rel=0.05)


@pytest.mark.parametrize("blocks", [16, 144, 528])
@pytest.mark.parametrize("heavy", [2, 3, 15])
def test_one_heavy_block_takes_as_long_in_any_grid(blocks: int, heavy: int) -> None:
    """It need not be one of those that are traced."""
    steps = [300] * blocks
    steps[heavy] = 16 * 300
    assert warm(steps) == pytest.approx(warm([16 * 300]), rel=0.25)
