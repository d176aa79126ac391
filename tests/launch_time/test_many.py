"""Which launches of a kernel are simulated, if a program launches it very often."""

from __future__ import annotations

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.record import LaunchRecord, SMCycles

SOURCE = """
extern "C" __global__ void steps(float* x, int n) {
  float value = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int i = 0; i < n; ++i) value = value * value + 1.0f;
  x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
"""


@pytest.fixture
def kernel() -> ks.CudaKernel:
    return ks.cuda_kernel(SOURCE, "steps")


def launched(kernel: ks.CudaKernel, *steps: int) -> list[LaunchRecord]:
    with ks.virtual_gpu("h200") as gpu:
        for n in steps:
            kernel[8, 128](np.zeros(1024, np.float32), n)
    return gpu.launches


def cycles(launch: LaunchRecord) -> SMCycles:
    assert launch.simulated is not None
    return launch.simulated


def test_few_launches_that_differ_are_all_simulated(kernel: ks.CudaKernel) -> None:
    launches = launched(kernel, *range(200, 240))
    assert all(cycles(launch).scaled is None for launch in launches)


def test_of_many_launches_most_have_the_cycles_of_one_that_counts_nearly_the_same(
    kernel: ks.CudaKernel,
) -> None:
    """They say so, and are within 1 % of what the simulation of each says."""
    launches = launched(kernel, *range(200, 340))
    taken = [launch for launch in launches if cycles(launch).scaled is not None]
    assert 30 <= len(taken) <= 70
    assert all(
        "scaled by instructions" in launch.time_us.note for launch in taken if launch.time_us
    )
    (alone,) = launched(kernel, 339)
    assert launches[-1] is taken[-1]
    assert cycles(taken[-1]).warm == pytest.approx(cycles(alone).warm, rel=0.01)
    assert cycles(taken[-1]).instructions == pytest.approx(cycles(alone).instructions, rel=0.02)


def test_a_launch_that_counts_otherwise_has_the_next_one_simulated(kernel: ks.CudaKernel) -> None:
    """It was not traced, as nothing said that it would differ; its cycles follow the nearest."""
    *_, other, after = launched(kernel, *range(200, 340), 2000, 2400)
    assert cycles(other).scaled == pytest.approx(2000 / 339, rel=0.1)
    assert cycles(after).scaled is None
