"""Vector add: z = x + y. One addition for every 12 bytes (fp32): only memory counts."""

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
    c_type,
    compile_once,
    numba_cuda,
    on_current_stream,
    require_numba_dtype,
)


def _work(case: Case) -> Work:
    size = case.n * case.itemsize
    return Work(read=2 * size, written=size, flops=case.n)


vector_add = Operation(
    "vector-add",
    description="z = x + y",
    axes={"n": 2**24, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.n), case.normal(case.n)),
    reference=lambda x, y: x + y,
    magnitude=lambda x, y: x.abs() + y.abs(),
    work=_work,
    layouts=ANY_LAYOUT,
    huge={"n": 2**31 + 1003},
)


@vector_add.implementation("torch")
def add_torch(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """PyTorch's own kernel: four elements a thread, 128-bit loads."""
    return x + y


@vector_add.implementation("compile")
def add_compiled(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """torch.compile: Inductor writes the Triton kernel."""
    return compile_once(add_torch)(x, y)


@triton.jit
def add_kernel(x_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):
    # int64, because the product exceeds 2^31 for more than 2^31 elements
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(z_ptr + offsets, x + y, mask=mask)


@vector_add.implementation("triton")
def add_triton(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Triton: one program adds a block of 1024, the compiler vectorises the loads."""
    x, y, z = _flat(x, y)
    if z.numel():
        add_kernel[(triton.cdiv(z.numel(), 1024),)](x, y, z, z.numel(), BLOCK=1024)
    return z


def _flat(x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return both operands, contiguous and of one shape, and an empty sum."""
    x, y = torch.broadcast_tensors(x, y)
    x, y = x.contiguous(), y.contiguous()
    return x, y, torch.empty_like(x)


ADD_CUDA = r"""
#include <cuda_fp16.h>
#include <cuda_bf16.h>

template <typename T>
__global__ void add(const T* x, const T* y, T* z, long long n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = T((float)x[i] + (float)y[i]);
}
"""


@functools.cache
def _cuda(dtype: torch.dtype) -> Any:
    return cuda_kernel(ADD_CUDA, f"add<{c_type(dtype)}>")


@vector_add.implementation("cuda")
def add_cuda(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """CUDA C++: one element a thread, neighbours in a warp read neighbouring addresses."""
    x, y, z = _flat(x, y)
    if z.numel():
        _cuda(x.dtype)[triton.cdiv(z.numel(), 256), 256](x, y, z, z.numel())
    return z


@functools.cache
def _numba() -> Any:
    cuda = numba_cuda()

    @cuda.jit
    def add(x, y, z):
        i = cuda.grid(1)
        if i < z.size:
            z[i] = x[i] + y[i]

    return add


@vector_add.implementation("numba")
def add_numba(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Numba: the CUDA kernel in Python; each array brings its shape and strides as arguments."""
    require_numba_dtype(x.dtype)
    x, y, z = _flat(x, y)
    if z.numel():
        launch = on_current_stream(_numba(), triton.cdiv(z.numel(), 256), 256)
        launch(x.view(-1), y.view(-1), z.view(-1))
    return z
