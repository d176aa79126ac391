"""A loss: one number of many."""

import torch
import triton
import triton.language as tl

import kernelscope as ks

cases = [{"n": 4096}]


def inputs(seed, n):
    g = torch.Generator().manual_seed(seed)
    return torch.randn(n, generator=g), torch.randn(n, generator=g)


def reference(x, y):
    return (x - y).square().mean()


# ---- submissions


@triton.jit
def partial(X, Y, P, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    off = tl.load(X + at, mask=at < n, other=0.0) - tl.load(Y + at, mask=at < n, other=0.0)
    tl.store(P + tl.program_id(0), tl.sum(off * off, 0))


@triton.jit
def combine(P, Z, n, count, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(Z, tl.sum(tl.load(P + at, mask=at < count, other=0.0), 0) / n)


def parts(x, y):
    blocks = triton.cdiv(x.numel(), 1024)
    made = torch.empty(blocks, device=x.device)
    partial[(blocks,)](x, y, made, x.numel(), BLOCK=1024)
    return made


def combined(made, n):
    out = torch.empty((), device=made.device)
    combine[(1,)](made, out, n, made.numel(), BLOCK=16)
    return out


ATOMIC = r"""
extern "C" __global__ void squares(const float* x, const float* y, float* z, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float off = i < n ? x[i] - y[i] : 0.f;
  float square = off * off / n;
  for (int step = 16; step; step /= 2) square += __shfl_xor_sync(~0u, square, step);
  if (threadIdx.x % 32 == 0) atomicAdd(z, square);
}
"""


def decoy_one_part(x, y):
    """The library gives the mean, and a kernel adds it up, alone."""
    return combined((x - y).square().mean().reshape(1), 1)


def decoy_only_divides(x, y):
    """The library gives the sum, and a kernel divides it, alone."""
    return combined((x - y).square().sum().reshape(1), x.numel())


def honest_two_kernels(x, y):
    """Partial sums, and a kernel that adds them."""
    return combined(parts(x, y), x.numel())


def honest_library_adds(x, y):
    """Partial sums in a kernel; PyTorch adds four of them."""
    return parts(x, y).sum() / x.numel()


def honest_atomics(x, y):
    """Sums of warps, added atomically to a zero."""
    out = torch.zeros((), device=x.device)
    n = x.numel()
    ks.cuda_kernel(ATOMIC, "squares")[(n + 255) // 256, 256](x, y, out, n)
    return out


def honest_compiled(x, y):
    """torch.compile writes the kernels."""
    return torch.compile(reference)(x, y)
