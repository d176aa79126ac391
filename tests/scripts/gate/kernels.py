"""Kernels in Triton and CUDA C++ that a project might have: what the gate is measured on."""

from pathlib import Path

import torch
import triton
import triton.language as tl

import kernelscope as ks

CU = str(Path(__file__).with_name("kernels.cu"))


@triton.jit(do_not_specialize=["one"])
def axpy_kernel(x, y, out, n, one, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    mask = at < n
    a = tl.load(x + at, mask=mask)
    b = tl.load(y + at, mask=mask)
    c = a * 2.0 + b
    tl.store(out + at, c, mask=mask)


def axpy(x, y):
    out = torch.empty_like(x)
    n = x.numel()
    axpy_kernel[(triton.cdiv(n, 1024),)](x, y, out, n, 1, B=1024)
    return out


@triton.jit(do_not_specialize=["one"])
def gelu_kernel(x, out, n, one, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    mask = at < n
    a = tl.load(x + at, mask=mask)
    t = 0.7978845608 * (a + 0.044715 * a * a * a)
    e = tl.exp(2.0 * t)
    b = 0.5 * a * (1.0 + (e - 1.0) / (e + 1.0))
    tl.store(out + at, b, mask=mask)


def gelu(x):
    out = torch.empty_like(x)
    n = x.numel()
    gelu_kernel[(triton.cdiv(n, 1024),)](x, out, n, 1, B=1024)
    return out


@triton.jit(do_not_specialize=["one"])
def softmax_kernel(x, out, n, one, B: tl.constexpr):
    at = tl.arange(0, B)
    mask = at < n
    row = tl.program_id(0) * n
    a = tl.load(x + row + at, mask=mask, other=-float("inf"))
    a = a - tl.max(a, 0)
    e = tl.exp(a)
    b = e / tl.sum(e, 0)
    tl.store(out + row + at, b, mask=mask)


def softmax(x):
    out = torch.empty_like(x)
    m, n = x.shape
    softmax_kernel[(m,)](x, out, n, 1, B=1024, num_warps=4)
    return out


@triton.jit(do_not_specialize=["one"])
def rows_kernel(x, out, n, one, B: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((B,), tl.float32)
    for start in range(0, n, B):
        at = start + tl.arange(0, B)
        mask = at < n
        a = tl.load(x + row * n + at, mask=mask, other=0.0)
        total += a
    tl.store(out + row, tl.sum(total, 0))


def rows(x):
    m, n = x.shape
    out = torch.empty(m, dtype=x.dtype, device=x.device)
    rows_kernel[(m,)](x, out, n, 1, B=512, num_warps=4)
    return out


@triton.jit(do_not_specialize=["one"])
def matmul_kernel(x, y, out, n, one, B: tl.constexpr, K: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    j = tl.program_id(1) * B + tl.arange(0, B)
    k = tl.arange(0, K)
    total = tl.zeros((B, B), tl.float32)
    for start in range(0, n, K):
        a = tl.load(x + i[:, None] * n + start + k[None, :])
        b = tl.load(y + (start + k[:, None]) * n + j[None, :])
        total = tl.dot(a, b, total)
    tl.store(out + i[:, None] * n + j[None, :], total)


def matmul(x, y):
    n = x.shape[0]
    out = torch.empty(n, n, dtype=torch.float32, device=x.device)
    matmul_kernel[(n // 32, n // 32)](x, y, out, n, 1, B=32, K=32, num_warps=4)
    return out


def saxpy(x, y):
    out = torch.empty_like(x)
    n = x.numel()
    ks.cuda_kernel(CU, "saxpy")[n // 1024, 256](x, y, out, n, 1)
    return out


def transpose(x):
    n = x.shape[0]
    out = torch.empty_like(x)
    ks.cuda_kernel(CU, "transpose")[(n // 32, n // 32), (32, 8)](x, out, n, 1)
    return out


def block_sums(x):
    n = x.numel()
    out = torch.empty(n // 1024, dtype=x.dtype, device=x.device)
    ks.cuda_kernel(CU, "block_sums")[n // 1024, 256](x, out, n, 1)
    return out


def smooth(x):
    out = torch.empty_like(x)
    n = x.numel()
    ks.cuda_kernel(CU, "smooth")[n // 256, 256](x, out, n, 1)
    return out
