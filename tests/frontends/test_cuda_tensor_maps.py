"""CUDA C++ kernels that copy boxes of tensors by the maps that Python makes."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import kernelscope as ks

SOURCE = r"""
#include <cuda.h>
#include <cuda/barrier>
#include <cuda_fp16.h>
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

template <class T, int ROWS, int COLUMNS>
__global__ void tile(const __grid_constant__ CUtensorMap from,
                     const __grid_constant__ CUtensorMap to, int x, int y) {
  __shared__ alignas(1024) T buffer[ROWS][COLUMNS];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier arrived;
  if (threadIdx.x == 0) {
    init(&arrived, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&buffer, &from, x, y, arrived);
    token = cuda::device::barrier_arrive_tx(arrived, 1, sizeof(buffer));
  } else {
    token = arrived.arrive();
  }
  arrived.wait(std::move(token));
  for (int i = threadIdx.x; i < ROWS * COLUMNS; i += blockDim.x)
    buffer[i / COLUMNS][i % COLUMNS] += T(1);
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&to, 0, 0, &buffer);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}
"""


@pytest.mark.parametrize("swizzle", [0, 128])
def test_a_box_comes_from_where_the_coordinates_say(swizzle: int) -> None:
    """Rows and columns of a matrix; a swizzled tile goes back through a swizzled map."""
    kernel = ks.cuda_kernel(SOURCE, "tile<float, 8, 32>")
    x = np.arange(100 * 64, dtype=np.float32).reshape(100, 64)
    y = np.zeros((8, 32), np.float32)
    maps = [ks.tensor_map(a, (8, 32), swizzle=swizzle) for a in (x, y)]
    kernel[1, 64](*maps, 12, 7)
    assert (y == x[7:15, 12:44] + 1).all()


def test_what_is_outside_the_tensor_reads_as_zero() -> None:
    """A box that begins before the first row and ends after the last column."""
    kernel = ks.cuda_kernel(SOURCE, "tile<__half, 8, 32>")
    x = torch.arange(10 * 40).reshape(10, 40).half()
    y = torch.zeros(8, 32, dtype=torch.half)
    kernel[1, 64](ks.tensor_map(x, (8, 32)), ks.tensor_map(y, (8, 32)), 24, -3)
    wanted = torch.zeros(8, 32)
    wanted[3:, :16] = x[:5, 24:]
    assert (y == (wanted + 1).half()).all()


def test_what_no_map_can_be_is_refused() -> None:
    """Each by one line."""
    x = np.zeros((64, 64), np.float32)
    with pytest.raises(ks.UsageError, match="not contiguous"):
        ks.tensor_map(x.T, (8, 8))
    with pytest.raises(ks.UsageError, match="swizzle is one of"):
        ks.tensor_map(x, (8, 8), swizzle=16)
    with pytest.raises(ks.LaunchError, match="swizzle mode permutes"):
        ks.tensor_map(x, (8, 8), swizzle=128)
    with pytest.raises(ks.LaunchError, match="2 dimensions with 1 strides and 1 box sizes"):
        ks.tensor_map(x, (8,))
    with pytest.raises(ks.UsageError, match="not complex64"):
        ks.tensor_map(x.astype(np.complex64), (8, 8))


def test_another_parameter_does_not_take_a_map() -> None:
    """A struct of another size names both."""
    kernel = ks.cuda_kernel("struct S { int n[4]; }; __global__ void k(S s) {}", "k")
    with pytest.raises(ks.LaunchError, match="takes 16 bytes, and not a tensor map"):
        kernel[1, 1](ks.tensor_map(np.zeros((8, 8), np.float32), (8, 8)))
