"""Kernels that `ks.cuda_kernel` makes of one source share its variables."""

from __future__ import annotations

import gc
from pathlib import Path

import numpy as np
import pytest

import kernelscope as ks

SOURCE = r"""
__device__ int counter = 7;
static __device__ int quiet = 1;
namespace ns { __device__ float weights[4]; }
extern "C" __global__ void fill(int n) {
  counter += n;
  quiet += n;
  ns::weights[threadIdx.x] = n * threadIdx.x;
}
__global__ void read(int* counts, float* weights) {
  counts[0] = counter;
  counts[1] = quiet;
  weights[threadIdx.x] = ns::weights[threadIdx.x];
}
template <class T> __global__ void scale(T factor) { ns::weights[threadIdx.x] *= factor; }
"""


def shown(source: str | Path) -> tuple[list[int], list[float]]:
    """Return what a new kernel of the source reads of its variables."""
    counts, weights = np.zeros(2, np.int32), np.zeros(4, np.float32)
    ks.cuda_kernel(source, "read")[1, 4](counts, weights)
    return counts.tolist(), weights.tolist()


@pytest.mark.parametrize("from_file", [False, True])
def test_one_kernel_reads_what_another_has_written(from_file: bool, tmp_path: Path) -> None:
    """Global and static variables, arrays in a namespace, an instance of a template."""
    source: str | Path = SOURCE
    if from_file:
        source = tmp_path / "k.cu"
        source.write_text(SOURCE)
    fill, scale = ks.cuda_kernel(source, "fill"), ks.cuda_kernel(source, "scale<float>")
    assert shown(source) == ([7, 1], [0, 0, 0, 0])
    fill[1, 1](3)
    fill[1, 4](2)
    scale[1, 2](10.0)
    counts, weights = shown(source)
    assert counts[0] > 7
    assert counts[1] > 1
    assert weights == [0, 20, 4, 6]


def test_other_options_and_later_kernels_have_variables_of_their_own() -> None:
    """Another source is another program; without any kernel left its variables begin again."""
    fill = ks.cuda_kernel(SOURCE, "fill")
    fill[1, 1](5)
    other = ks.cuda_kernel(SOURCE, "read", options=("-use_fast_math",))
    counts, weights = np.zeros(2, np.int32), np.zeros(4, np.float32)
    other[1, 4](counts, weights)
    assert counts.tolist() == [7, 1]
    del fill, other
    gc.collect()
    assert shown(SOURCE)[0] == [7, 1]


@pytest.mark.gpu
def test_on_a_gpu_too() -> None:
    """Both kernels are in the machine code that is loaded first."""
    torch = pytest.importorskip("torch")
    fill, read = ks.cuda_kernel(SOURCE, "fill"), ks.cuda_kernel(SOURCE, "read")
    counts, weights = torch.zeros(2, dtype=torch.int32).cuda(), torch.zeros(4).cuda()
    fill[1, 1](3)
    read[1, 4](counts, weights)
    assert counts.tolist() == [10, 4]
