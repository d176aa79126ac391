"""Which launches of a session are simulated, and what their records say."""

from __future__ import annotations

import numpy as np
import pytest

import kernelscope as ks

SOURCE = """
extern "C" __global__ void steps(float* x, int n, const int* more) {
  float value = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int i = 0; i < n + more[0]; ++i) value = value * value + 1.0f;
  x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
"""


def x() -> np.ndarray:
    return np.zeros(1024, np.float32)


@pytest.fixture
def kernel() -> ks.CudaKernel:
    return ks.cuda_kernel(SOURCE, "steps")


def none() -> np.ndarray:
    return np.zeros(1, np.int32)


def test_a_launch_has_the_cycles_of_its_machine_code(kernel: ks.CudaKernel) -> None:
    """A chain of 1,000 multiply-adds of 4 cycles each, and a load from device memory."""
    with ks.virtual_gpu("h200") as gpu:
        kernel[8, 128](x(), 1000, none())
    (launch,) = gpu.launches
    assert launch.simulated is not None
    assert launch.unsimulated == ""
    assert 4000 < launch.simulated.warm < 6500
    assert launch.simulated.warm < launch.simulated.cold < launch.simulated.warm + 2000
    assert launch.time_us is not None
    assert launch.time_us.low is not None
    assert launch.time_us.low < launch.time_us.value
    assert "simulated" in launch.time_us.note


def test_launches_alike_have_one_time_and_others_their_own(kernel: ks.CudaKernel) -> None:
    with ks.virtual_gpu("h200") as gpu:
        for steps in (100, 100, 1000, 100):
            kernel[8, 128](x(), steps, none())
    first, second, long, last = [launch.simulated for launch in gpu.launches]
    assert first == second == last
    assert long is not None
    assert first is not None
    assert long.warm > 5 * first.warm


def test_a_launch_whose_length_depends_on_data_has_a_time_of_its_own(
    kernel: ks.CudaKernel,
) -> None:
    """The second one was not traced: its cycles follow its instructions, though its start does not
    take longer. The third one is.
    """
    with ks.virtual_gpu("h200") as gpu:
        for more in (0, 900, 901):
            kernel[8, 128](x(), 100, np.full(1, more, np.int32))
    short, scaled, traced = [launch.simulated for launch in gpu.launches]
    assert short is not None
    assert scaled is not None
    assert traced is not None
    assert scaled.warm == pytest.approx(traced.warm, rel=0.5)
    assert traced.warm > 4 * short.warm


def test_the_counts_alone_are_used_if_asked_for(kernel: ks.CudaKernel) -> None:
    with ks.virtual_gpu("h200", fast_time=True) as gpu:
        kernel[8, 128](x(), 100, none())
    (launch,) = gpu.launches
    assert launch.simulated is None
    assert launch.unsimulated == "--fast-time"
    assert launch.time_us is not None


def test_a_gpu_that_is_not_simulated_says_so(kernel: ks.CudaKernel) -> None:
    with ks.virtual_gpu("b200") as gpu:
        kernel[8, 128](x(), 100, none())
    assert "sm_100" in gpu.launches[0].unsimulated


def test_a_block_of_its_own_sm_is_the_one_with_the_most_work() -> None:
    """Causal attention: the last of 16 blocks does 16 times the work of the first."""
    source = """extern "C" __global__ void triangle(float* x) {
      float value = threadIdx.x;
      for (unsigned i = 0; i < 200 * blockIdx.x; ++i) value = value * value + 1.0f;
      x[blockIdx.x * blockDim.x + threadIdx.x] = value;
    }"""
    with ks.virtual_gpu("h200") as gpu:
        ks.cuda_kernel(source, "triangle")[16, 128](np.zeros(2048, np.float32))
    simulated = gpu.launches[0].simulated
    assert simulated is not None
    assert simulated.warm > 15 * 200 * 4


def test_kernels_that_touch_no_memory_take_the_launch_alone() -> None:
    for body in ("", "__syncthreads();", "__shared__ int x[32]; x[threadIdx.x % 32] = 1;"):
        source = f'extern "C" __global__ void idle() {{ {body} }}'
        with ks.virtual_gpu("h200") as gpu:
            ks.cuda_kernel(source, "idle")[1, 64]()
        (launch,) = gpu.launches
        assert launch.simulated is not None
        assert launch.time_us is not None
        assert 3.0 < launch.time_us.value < 3.5
