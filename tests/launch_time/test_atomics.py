"""Times of atomics against an H200 (`tools/measure_sectors.py`), and of lines that blocks share."""

from __future__ import annotations

import numpy as np
import pytest

import kernelscope as ks
from truth.sectors import GRAPHS_SAVE_US, measured_us

ADD = """
extern "C" __global__ void add(float* y, int per_sector, int rounds) {
  const long long warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const long long sectors = 32 / per_sector, warps = gridDim.x * blockDim.x / 32;
  for (int i = 0; i < rounds; ++i) {
    long long sector = ((i * warps + warp) * sectors + lane / per_sector) % (1 << 19);
    atomicAdd(y + 8 * sector + lane % per_sector, 1.0f);
  }
}
"""


@pytest.mark.parametrize("words", [1, 4])
def test_l2_adds_to_as_many_sectors_whatever_the_words(words: int) -> None:
    kernel, y = ks.cuda_kernel(ADD, "add"), np.zeros(1 << 22, np.float32)
    with ks.virtual_gpu("h200") as gpu:
        for _ in range(2):
            kernel[1056, 256](y, words, 32)
    time = gpu.launches[1].time_us
    assert time is not None
    measured = measured_us("red", "32 a warp", 1056, words)
    assert time.value - GRAPHS_SAVE_US == pytest.approx(measured, rel=0.1)


POSITIONS = """
extern "C" __global__ void add(const float* x, float* y, int positions) {
  int at = blockIdx.x % positions;
  atomicAdd(y + at * 256 + threadIdx.x, x[blockIdx.x * 256 + threadIdx.x]);
}
"""


def test_every_1024th_block_shares_a_row_and_it_is_not_that_of_all_blocks() -> None:
    """The traced blocks stand so far apart that they add to the same row. 1,000 rows take as long:
    there, they do not.
    """
    kernel, blocks = ks.cuda_kernel(POSITIONS, "add"), 8192
    x = np.ones(blocks * 256, np.float32)
    times: list[float] = []
    for positions in (1024, 1000):
        with ks.virtual_gpu("h200") as gpu:
            kernel[blocks, 256](x, np.zeros(positions * 256, np.float32), positions)
        time = gpu.launches[0].time_us
        assert time is not None
        times.append(time.value)
    assert times[0] == pytest.approx(times[1], rel=0.1)


def test_a_row_of_all_blocks_is_a_queue() -> None:
    kernel, blocks = ks.cuda_kernel(POSITIONS, "add"), 8192
    with ks.virtual_gpu("h200") as gpu:
        kernel[blocks, 256](np.ones(blocks * 256, np.float32), np.zeros(256, np.float32), 1)
    time = gpu.launches[0].time_us
    assert time is not None
    # Each of its eight lines is changed by 8,192 warps, for five cycles each.
    assert time.value > 8192 * 5 / 1980
