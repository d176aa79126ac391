"""Loops whose end is not traced: a warp's trace has 4,096 events."""

from __future__ import annotations

import pytest
import torch

import kernelscope as ks
from kernelscope.frontends import virtual_gpu

# A step has a load and eight accesses of shared memory, so that some 400 of 2,000 are traced.
SOURCE = r"""
__global__ void walk(const float* x, float* y, int steps, int stride) {
    __shared__ volatile float s[8][256];
    float sum = 0;
    int t = threadIdx.x;
    for (int k = 0; k < 8; k++) s[k][t] = 1;
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < steps; i++) {
        float v = x[i * stride + blockIdx.x * 256 + t];
#pragma unroll
        for (int k = 0; k < 8; k++) v *= s[k][(t + k) % 256];
        sum += v;
    }
    y[blockIdx.x * 256 + t] = sum;
}
"""


@pytest.mark.parametrize(
    ("stride", "least", "most"), [(256, 0.0, 0.02), (8, 0.5, 1.0), (0, 0.98, 1.0)]
)
def test_loads_behind_the_traced_ones_go_on(stride: int, least: float, most: float) -> None:
    """A step reads what no other one has, or a part of it, or always the same."""
    steps = 2000
    x, y = torch.zeros(steps * stride + 256 * 4), torch.zeros(256 * 4)
    with virtual_gpu("h200") as gpu:
        ks.cuda_kernel(SOURCE, "walk")[4, 256](x, y, steps, stride)
    simulated = gpu.launches[-1].simulated
    assert simulated is not None
    assert simulated.activity is not None
    hits = simulated.activity.l1_hit_rate
    assert hits is not None
    assert least <= hits <= most
