"""GELU, exact form: x Φ(x) = 0.5 x (1 + erf(x / √2)), PyTorch's default, on an n×n matrix."""

from __future__ import annotations

import functools
from typing import Any

import torch
import triton
import triton.language as tl

from kernelscope.frontends.cuda.kernel import cuda_kernel
from kernelscope.operation import Case, Operation, Work
from kernelscope.operations._shared import (
    ANY_LAYOUT,
    UP_TO_FP32,
    c_type,
    compile_once,
    output_in_order_of,
)


def _work(case: Case) -> Work:
    size = case.n**2 * case.itemsize
    return Work(read=size, written=size, flops=5 * case.n**2)  # ×, erf, +, ×, ×


gelu_erf = Operation(
    "gelu-erf",
    description="GELU (erf) of an n×n matrix",
    axes={"n": 4096, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.n, case.n),),
    reference=torch.nn.functional.gelu,
    magnitude=torch.abs,  # 1 + erf cancels if x is far below 0: an error of x times a rounding
    work=_work,
    layouts=ANY_LAYOUT,
    dtypes=UP_TO_FP32,  # the formula's constants have eight digits
    huge={"n": 46341},
)


@gelu_erf.implementation("naive")
def gelu_erf_naive(x: torch.Tensor) -> torch.Tensor:
    """Evaluate the formula as written: five kernels, each reads and writes the whole matrix."""
    return 0.5 * x * (1 + torch.erf(x * 0.70710678))


@gelu_erf.implementation("torch")
def gelu_erf_torch(x: torch.Tensor) -> torch.Tensor:
    """PyTorch's own kernel: one read, one write."""
    return torch.nn.functional.gelu(x)


@gelu_erf.implementation("compile")
def gelu_erf_compiled(x: torch.Tensor) -> torch.Tensor:
    """torch.compile of the naive form: Inductor fuses the five operations into one kernel."""
    return compile_once(gelu_erf_naive)(x)


@triton.jit
def gelu_erf_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask).to(tl.float32)
    tl.store(y_ptr + offsets, 0.5 * x * (1 + tl.erf(x * 0.70710678)), mask=mask)


@gelu_erf.implementation("triton")
def gelu_erf_triton(x: torch.Tensor) -> torch.Tensor:
    """Triton: erf is libdevice's polynomial, inlined, on a block of 1024 elements in registers."""
    x, y = output_in_order_of(x)
    if x.numel():
        gelu_erf_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y


GELU_ERF_CUDA = r"""
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <typename T>
__global__ void gelu_erf(const T* x, T* y, long long n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = (float)x[i];
    y[i] = T(0.5f * v * (1.0f + erff(v * 0.70710678f)));
}
"""


@functools.cache
def _cuda(dtype: torch.dtype) -> Any:
    return cuda_kernel(GELU_ERF_CUDA, f"gelu_erf<{c_type(dtype)}>")


@gelu_erf.implementation("cuda")
def gelu_erf_cuda(x: torch.Tensor) -> torch.Tensor:
    """CUDA C++: one element a thread, erff in fp32."""
    x, y = output_in_order_of(x)
    if x.numel():
        _cuda(x.dtype)[triton.cdiv(x.numel(), 256), 256](x, y, x.numel())
    return y
