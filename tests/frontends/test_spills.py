"""Spilled registers: the assembler's report, and not the size of local memory."""

from __future__ import annotations

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.diagnose import Evidence, find
from kernelscope.machine_code.assemble import spilled_bytes

REPORT = """
ptxas info    : Compiling entry function 'one' for 'sm_90a'
ptxas info    : Function properties for one
ptxas         .     360 bytes stack frame, 436 bytes spill stores, 544 bytes spill loads
ptxas info    : Used 24 registers, used 1 barriers, 360 bytes cumulative stack size
ptxas info    : Function properties for other
    64 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
"""

KEPT = r"""
extern "C" __global__ void kept(const float* x, float* y) {
    float v[40], sum = 0.0f;
    #pragma unroll
    for (int i = 0; i < 40; i++) v[i] = x[i * 32 + threadIdx.x];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 40; i++) sum = sum * v[i] + v[39 - i];
    #pragma unroll
    for (int i = 0; i < 40; i++) y[i * 32 + threadIdx.x] = v[i] * sum;
}
"""

INDEXED = r"""
extern "C" __global__ void indexed(const float* x, float* y, int which) {
    float v[40];
    for (int i = 0; i < 40; i++) v[i] = x[i * 32 + threadIdx.x] * i;
    y[threadIdx.x] = v[which];
}
"""


def test_spills_are_stores_and_loads_of_the_kernel_asked_for() -> None:
    """436 + 544; none; and nothing known of a third."""
    assert spilled_bytes(REPORT, "one") == 980
    assert spilled_bytes(REPORT, "other") == 0
    assert spilled_bytes(REPORT, "third") is None


def rules(source: str, name: str, *numbers: int, options: tuple[str, ...] = ()) -> tuple[int, set]:
    kernel = ks.cuda_kernel(source, name, options=options)
    x, y = np.ones(40 * 32, np.float32), np.zeros(40 * 32, np.float32)
    with ks.virtual_gpu("h200") as gpu:
        kernel[200, 32](x, y, *numbers)
    (launch,) = gpu.launches
    return launch.spill_bytes, {one.rule for one in find(Evidence(gpu.spec, [launch]))}


def test_a_kernel_with_too_few_registers_spills() -> None:
    """40 values in 24 registers; with as many as it wants it does not."""
    few, found = rules(KEPT, "kept", options=("--maxrregcount=24",))
    assert few > 100
    assert "register-spills" in found
    assert rules(KEPT, "kept") == (0, rules(KEPT, "kept")[1] - {"register-spills"})


def test_an_array_in_local_memory_is_no_spill_of_the_assembler() -> None:
    """The launch says so; the accesses are found where they are counted."""
    spilled, found = rules(INDEXED, "indexed", 7)
    assert spilled == 0
    assert "local-arrays" in found
    assert "register-spills" not in found


@pytest.mark.triton
def test_tritons_kernels_are_assembled_once_more_where_they_have_local_memory() -> None:
    """64 values a thread have no room in 32 registers; with as many as it wants they have."""
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def softmax_like(x, y, N: tl.constexpr):
        i = tl.arange(0, N)
        v = tl.load(x + i)
        tl.store(y + i, v * tl.sum(v * v, 0) + tl.sum(v, 0))

    x = torch.ones(2048)
    with ks.virtual_gpu("h200") as gpu:
        softmax_like[(1,)](x, torch.empty_like(x), N=2048, num_warps=1, maxnreg=32)
        softmax_like[(1,)](x, torch.empty_like(x), N=2048, num_warps=1)
    assert gpu.launches[0].spill_bytes > 0
    assert gpu.launches[1].spill_bytes == 0


@pytest.mark.triton
def test_numbas_kernels_spill_where_they_may_not_have_the_registers() -> None:
    """The same 40 values; Numba's `max_registers` limits what the assembler takes."""
    cuda = pytest.importorskip("numba.cuda")

    def kept(x, y):
        i = cuda.threadIdx.x
        a, b, c, d = x[i], x[i + 32], x[i + 64], x[i + 96]
        e, f, g, h = x[i + 128], x[i + 160], x[i + 192], x[i + 224]
        k, w, m, n = x[i + 256], x[i + 288], x[i + 320], x[i + 352]
        o, p, q, r = x[i + 384], x[i + 416], x[i + 448], x[i + 480]
        cuda.syncthreads()
        s = a * r + b * q + c * p + d * o + e * n + f * m + g * w + h * k
        y[i], y[i + 32], y[i + 64], y[i + 96] = a * s, b * s, c * s, d * s
        y[i + 128], y[i + 160], y[i + 192], y[i + 224] = e * s, f * s, g * s, h * s
        y[i + 256], y[i + 288], y[i + 320], y[i + 352] = k * s, w * s, m * s, n * s
        y[i + 384], y[i + 416], y[i + 448], y[i + 480] = o * s, p * s, q * s, r * s

    x, y = np.ones(512), np.zeros(512)
    with ks.virtual_gpu("h200") as gpu:
        cuda.jit(kept)[1, 32](x, y)
        cuda.jit(kept, max_registers=24)[1, 32](x, y)
    free, tight = gpu.launches
    assert (free.spill_bytes, free.local_bytes) == (0, 0)
    assert tight.registers == 24
    assert tight.spill_bytes > 0
    assert np.all(y == 8)
