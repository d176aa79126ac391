"""Which launches of a session are simulated, and what their records say."""

from __future__ import annotations

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.devices import launch_times
from kernelscope.hardware import GPUS

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
    assert [launch.scaled is not None for launch in (short, scaled, traced)] == [False, True, False]
    assert gpu.launches[1].time_us is not None
    assert "scaled by instructions" in gpu.launches[1].time_us.note
    assert traced.warm > 4 * short.warm


def test_the_counts_alone_are_used_if_asked_for(kernel: ks.CudaKernel) -> None:
    with ks.virtual_gpu("h200", fast_time=True) as gpu:
        kernel[8, 128](x(), 100, none())
    (launch,) = gpu.launches
    assert launch.simulated is None
    assert launch.unsimulated == "--fast-time"
    assert launch.time_us is not None


def test_a_gpu_that_is_not_simulated_says_so(
    kernel: ks.CudaKernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch_times, "_SIMULATED", (90,))
    with ks.virtual_gpu("b200") as gpu:
        kernel[8, 128](x(), 100, none())
    assert "sm_100" in gpu.launches[0].unsimulated


@pytest.mark.parametrize("name", sorted(GPUS))
def test_a_launch_is_simulated_on_every_gpu_of_the_table(kernel: ks.CudaKernel, name: str) -> None:
    with ks.virtual_gpu(name) as gpu:
        kernel[8, 128](x(), 100, none())
    (launch,) = gpu.launches
    assert launch.unsimulated == ""
    assert launch.simulated is not None
    assert launch.time_us is not None
    assert launch.time_us.provenance == "estimated"


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


def test_a_triangle_takes_half_of_a_square() -> None:
    """Each row of 32 blocks does 0 to 31 steps, and each quarter of the grid begins a row."""
    source = """extern "C" __global__ void rows(float* x, int triangle) {
      float value = threadIdx.x;
      unsigned steps = 100 * (triangle ? blockIdx.x : 31);
      for (unsigned i = 0; i < steps; ++i) value = value * value + 1.0f;
      x[threadIdx.x] = value;
    }"""
    with ks.virtual_gpu("h200") as gpu:
        kernel = ks.cuda_kernel(source, "rows")
        for triangle in (0, 1):
            kernel[(32, 128), 128](np.zeros(128, np.float32), triangle)
    square, half = (launch.simulated for launch in gpu.launches)
    assert square is not None
    assert half is not None
    assert half.warm == pytest.approx(square.warm / 2, rel=0.1)
    assert half.instructions == pytest.approx(square.instructions / 2, rel=0.05)


def test_kernels_that_touch_no_memory_take_the_launch_alone() -> None:
    for body in ("", "__syncthreads();", "__shared__ int x[32]; x[threadIdx.x % 32] = 1;"):
        source = f'extern "C" __global__ void idle() {{ {body} }}'
        with ks.virtual_gpu("h200") as gpu:
            ks.cuda_kernel(source, "idle")[1, 64]()
        (launch,) = gpu.launches
        assert launch.simulated is not None
        assert launch.time_us is not None
        assert 3.0 < launch.time_us.value < 3.5


TILES = """
extern "C" __global__ void tiles(const float* x, float* y, int steps, int ahead) {
  __shared__ alignas(128) float tile[2][256];
  __shared__ alignas(8) unsigned long long full[2];
  unsigned bars = __cvta_generic_to_shared(full), place = __cvta_generic_to_shared(tile);
  if (threadIdx.x == 0)
    for (int i = 0; i < 2; ++i)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(bars + 8 * i) : "memory");
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < steps + ahead; ++i) {
    if (i >= ahead) {
      int of = i - ahead;
      asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;"
        " @p bra done; bra again; done: }" :: "r"(bars + 8 * (of % 2)), "r"(of / 2 % 2) : "memory");
      sum += tile[of % 2][threadIdx.x];
      __syncthreads();
    }
    if (threadIdx.x == 0 && i < steps) {
      unsigned bar = bars + 8 * (i % 2), to = place + 1024 * (i % 2);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;"
        :: "r"(bar) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        " [%0], [%1], 1024, [%2];" :: "r"(to), "l"(x + (blockIdx.x * steps + i) * 256), "r"(bar)
        : "memory");
    }
  }
  y[blockIdx.x * 256 + threadIdx.x] = sum;
}
"""


def test_bulk_copies_are_waited_for_at_their_mbarriers() -> None:
    """40 tiles of 1 KiB from device memory, one after the other, or the next while one waits."""
    kernel = ks.cuda_kernel(TILES, "tiles")
    data, steps = np.ones(8 * 40 * 256, np.float32), 40
    with ks.virtual_gpu("h200") as gpu:
        for ahead in (1, 2):
            sums = np.zeros(8 * 256, np.float32)
            kernel[8, 256](data, sums, steps, ahead)
            assert (sums == steps).all()
    assert [launch.unsimulated for launch in gpu.launches] == ["", ""]
    alone, ahead = (launch.simulated.cold for launch in gpu.launches if launch.simulated)
    assert 40 * 667 < alone < 40 * 1300  # a latency each
    assert ahead < 0.65 * alone


RING = """
#define WAIT "{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;" \\
  " @p bra done; bra again; done: }"
extern "C" __global__ void ring(const float* x, float* y, int steps) {
  __shared__ alignas(128) float tile[4][256];
  __shared__ alignas(8) unsigned long long bars[8];
  unsigned full = __cvta_generic_to_shared(bars), empty = full + 32;
  unsigned place = __cvta_generic_to_shared(tile);
  if (threadIdx.x == 0)
    for (int i = 0; i < 8; ++i)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
        :: "r"(full + 8 * i), "r"(i < 4 ? 1 : 256) : "memory");
  __syncthreads();
  if (threadIdx.x == 256)
    for (int i = 0; i < steps; ++i) {
      asm volatile(WAIT :: "r"(empty + 8 * (i % 4)), "r"((i / 4 + 1) % 2) : "memory");
      unsigned bar = full + 8 * (i % 4), to = place + 1024 * (i % 4);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;"
        :: "r"(bar) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
        " [%0], [%1], 1024, [%2];" :: "r"(to), "l"(x + (blockIdx.x * steps + i) * 256), "r"(bar)
        : "memory");
    }
  if (threadIdx.x >= 256) return;
  float sum = 0;
  for (int i = 0; i < steps; ++i) {
    asm volatile(WAIT :: "r"(full + 8 * (i % 4)), "r"(i / 4 % 2) : "memory");
    sum += tile[i % 4][threadIdx.x];
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
      :: "r"(empty + 8 * (i % 4)) : "memory");
  }
  y[blockIdx.x * 256 + threadIdx.x] = sum;
}
"""


def test_a_warp_that_copies_waits_for_those_that_use_the_buffers() -> None:
    """Four buffers of 1 KiB: four of the 40 copies are under way at once, so ten latencies."""
    kernel = ks.cuda_kernel(RING, "ring")
    sums = np.zeros(8 * 256, np.float32)
    with ks.virtual_gpu("h200") as gpu:
        kernel[8, 288](np.ones(8 * 40 * 256, np.float32), sums, 40)
    (launch,) = gpu.launches
    assert (sums == 40).all()
    assert launch.unsimulated == ""
    assert launch.simulated is not None
    assert 10 * 667 < launch.simulated.cold < 10 * 1300


SHARED_ROWS = """
extern "C" __global__ void product(const float* x, const float* y, float* out) {
  float total = 0.0f;
  for (int k = 0; k < 256; ++k)
    total += x[blockIdx.x * 256 + k] * y[k * 256 + threadIdx.x];
  out[blockIdx.x * 256 + threadIdx.x] = total;
}
"""


def test_cycles_do_not_depend_on_where_the_memory_is() -> None:
    """The host's allocator decides which of three buffers has the lowest address, not the kernel.

    What L2 has of the rows that blocks share is spread over their addresses: numbered by address,
    a launch would take 3 % longer in one run than in the next.
    """
    buffers = [np.zeros(1 << 16, np.float32) for _ in range(3)]
    buffers.sort(key=lambda array: array.ctypes.data)
    kernel = ks.cuda_kernel(SHARED_ROWS, "product")
    seen: set[object] = set()
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        x, y, out = (buffers[place] for place in order)
        with ks.virtual_gpu("h200") as gpu:
            kernel[256, 256](x, y, out)
        seen.add(gpu.launches[0].simulated)
    assert len(seen) == 1
