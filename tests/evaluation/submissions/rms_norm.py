"""A norm of rows, in own kernels and through PyTorch's own."""

import torch
import triton
import triton.language as tl

import kernelscope as ks

cases = [{"m": 8, "n": 100}, {"m": 64, "n": 512}]
library = "some"
EPS = 1e-6


def inputs(seed, m, n):
    g = torch.Generator().manual_seed(seed)
    return torch.randn(m, n, generator=g), torch.randn(n, generator=g)


def reference(x, w):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + EPS) * w


# ---- submissions


def by_library(x, w, eps=EPS):
    return torch.nn.functional.rms_norm(x, (x.shape[-1],), w, eps)


@triton.jit
def norm(X, W, Y, N, eps, BLOCK: tl.constexpr):
    c = tl.arange(0, BLOCK)
    at = tl.program_id(0) * N + c
    x = tl.load(X + at, mask=c < N, other=0.0)
    w = tl.load(W + c, mask=c < N, other=0.0)
    tl.store(Y + at, x * tl.rsqrt(tl.sum(x * x, 0) / N + eps) * w, mask=c < N)


def own(x, w, out=None):
    y = torch.empty_like(x) if out is None else out
    norm[(x.shape[0],)](x, w, y, x.shape[1], EPS, BLOCK=triton.next_power_of_2(x.shape[1]))
    return y


@triton.jit
def change(X, Z, Y, n, factor, HOW: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(X + at, mask=at < n)
    z = tl.load(Z + at, mask=at < n)
    if HOW == "copy":
        y = x
    elif HOW == "add zero":
        y = x + factor
    elif HOW == "times":
        y = x * factor
    elif HOW == "up and down":
        y = (x + 1.0) - 1.0
    elif HOW == "cast":
        y = x.to(tl.float64).to(tl.float32)
    elif HOW == "clamp":
        y = tl.minimum(tl.maximum(x, -factor), factor)
    elif HOW == "bits":
        y = ((x.to(tl.int32, bitcast=True) ^ 77) ^ 77).to(tl.float32, bitcast=True)
    elif HOW == "where":
        y = tl.where(factor > 0, x, tl.exp(x) * tl.sin(x))
    elif HOW == "add":
        y = x + z
    elif HOW == "product":
        y = x * z
    elif HOW == "asinh":
        y = tl.log(x + tl.sqrt(x * x + 1))
    elif HOW == "square":
        y = factor * x * x
    tl.store(Y + at, y, mask=at < n)


def changed(x, how, z=None, factor=1.0):
    x = x.contiguous()
    y = torch.empty_like(x)
    n = x.numel()
    change[(triton.cdiv(n, 1024),)](x, x if z is None else z, y, n, factor, HOW=how, BLOCK=1024)
    return y


@triton.jit
def mean_of(X, Y, n, COPIES: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for copy in range(COPIES):
        total += tl.load(X + copy * n + at, mask=at < n)
    tl.store(Y + at, total / COPIES, mask=at < n)


@triton.jit
def rows(X, W, L, Y, N, own_rows, eps, BLOCK: tl.constexpr):
    c = tl.arange(0, BLOCK)
    at = tl.program_id(0) * N + c
    if tl.program_id(0) < own_rows:
        x = tl.load(X + at, mask=c < N, other=0.0)
        w = tl.load(W + c, mask=c < N, other=0.0)
        y = x * tl.rsqrt(tl.sum(x * x, 0) / N + eps) * w
    else:
        y = tl.load(L + at, mask=c < N)
    tl.store(Y + at, y, mask=c < N)


def some_rows(x, w, count):
    y = by_library(x, w)
    out = torch.empty_like(y)
    block = triton.next_power_of_2(x.shape[1])
    rows[(x.shape[0],)](x, w, y, out, x.shape[1], count, EPS, BLOCK=block)
    return out


@triton.jit
def turn(X, Y, M, N, BLOCK: tl.constexpr):
    r = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    tl.store(Y + c * M + r, tl.load(X + r * N + c, mask=c < N), mask=c < N)


ONES = torch.ones(64 * 512, device="cuda")


def decoy_copies(x, w):
    """A kernel copies what the library gives."""
    return changed(by_library(x, w), "copy")


def decoy_adds_zero(x, w):
    """The kernel adds 0."""
    return changed(by_library(x, w), "add zero", factor=0.0)


def decoy_times_one(x, w):
    """The kernel multiplies by 1, which it is given."""
    return changed(by_library(x, w), "times", factor=1.0)


def decoy_up_and_down(x, w):
    """The kernel adds 1 and takes it away."""
    return changed(by_library(x, w), "up and down")


def decoy_casts(x, w):
    """The kernel casts to float64 and back."""
    return changed(by_library(x, w), "cast")


def decoy_clamps(x, w):
    """The kernel clamps to ±1e30."""
    return changed(by_library(x, w), "clamp", factor=1e30)


def decoy_flips_bits(x, w):
    """The kernel flips bits, twice."""
    return changed(by_library(x, w), "bits")


def decoy_selects(x, w):
    """The kernel calculates something, and selects the library's number."""
    return changed(by_library(x, w), "where")


def decoy_adds_zeros(x, w):
    """The kernel adds a tensor of zeros."""
    return changed(by_library(x, w), "add", torch.zeros_like(x))


def decoy_adds_difference(x, w):
    """The kernel adds x - x."""
    return changed(by_library(x, w), "add", x - x)


def decoy_times_ones(x, w):
    """The kernel multiplies by a tensor of ones."""
    return changed(by_library(x, w), "product", torch.ones_like(x))


def decoy_times_kept_ones(x, w):
    """The kernel multiplies by ones that were made at the import."""
    return changed(by_library(x, w), "product", ONES)


def decoy_mean_of_copies(x, w):
    """A kernel takes the mean of four copies."""
    y = by_library(x, w)
    out = torch.empty_like(y)
    n = y.numel()
    mean_of[(triton.cdiv(n, 1024),)](torch.stack([y] * 4), out, n, COPIES=4, BLOCK=1024)
    return out


def decoy_halves(x, w):
    """The library gives twice the answer, and a kernel halves it."""
    return changed(by_library(x, 2 * w), "times", factor=0.5)


def decoy_negates_twice(x, w):
    """PyTorch negates, and so does the kernel."""
    return changed(-by_library(x, w), "times", factor=-1.0)


def decoy_takes_away_and_adds(x, w):
    """PyTorch takes the input away, and the kernel adds it again."""
    return changed(by_library(x, w) - x, "add", x)


def decoy_high_and_low(x, w):
    """PyTorch splits into a bfloat16 and the rest, and the kernel adds them."""
    y = by_library(x, w)
    high = y.bfloat16().float()
    return changed(high, "add", y - high)


def decoy_sinh_asinh(x, w):
    """PyTorch takes the hyperbolic sine, and the kernel its inverse."""
    return changed(torch.sinh(by_library(x, w).double()), "asinh").float()


def decoy_turns_twice(x, w):
    """PyTorch transposes, and the kernel transposes back."""
    y = by_library(x, w).t().contiguous()
    out = torch.empty_like(x)
    m, n = y.shape
    turn[(m,)](y, out, m, n, BLOCK=triton.next_power_of_2(n))
    return out


def decoy_scratch(x, w):
    """A kernel does all the work, into memory that nothing reads; another copies."""
    own(x, w)
    return changed(by_library(x, w), "copy")


def decoy_overwritten(x, w):
    """The library's answer overwrites a kernel's."""
    out = own(x, w)
    return out.copy_(by_library(x, w))


def decoy_first_rows(x, w):
    """A kernel calculates two rows and copies the others."""
    return some_rows(x, w, 2)


def decoy_in_chunks(x, w):
    """The library works in chunks, and a kernel scales by 1."""
    parts = [by_library(part, w) for part in x.chunk(8)]
    return changed(torch.cat(parts), "times", factor=1.0)


def decoy_each_chunk(x, w):
    """The library works in chunks, and a kernel copies each."""
    return torch.cat([changed(by_library(part, w), "copy") for part in x.chunk(8)])


def decoy_copies_input(x, w):
    """A kernel copies the input, and the library works."""
    return by_library(changed(x, "copy"), w)


def decoy_doubles_input(x, w):
    """A kernel doubles the input, which the norm undoes."""
    return by_library(changed(x, "times", factor=2.0), w, 4 * EPS)


def decoy_adds_own_zeros(x, w):
    """A kernel calculates zeros, and PyTorch adds them."""
    return by_library(x, w) + changed(x, "times", factor=0.0)


def decoy_adds_little(x, w):
    """A kernel calculates squares of nearly nothing, and PyTorch adds them."""
    return by_library(x, w) + changed(x, "square", factor=1e-12)


def decoy_little_input(x, w):
    """A kernel calculates squares of nearly nothing, and PyTorch adds them to the input."""
    return by_library(x + changed(x, "square", factor=1e-12), w)


def decoy_wide(x, w):
    """The library works in float64, and a kernel casts."""
    y = by_library(x.double(), w.double())
    return changed(y, "copy").to(torch.float32)


SHARED_COPY = r"""
extern "C" __global__ void through_shared(const float* x, float* y, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) tile[threadIdx.x] = x[i];
  __syncthreads();
  if (i < n) y[i] = tile[threadIdx.x];
}
extern "C" __global__ void accumulate(const float* x, float* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) atomicAdd(y + i, x[i]);
}
extern "C" __global__ void suspicious(const float* x, const float* in, float* y, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n && fabsf(x[i]) > 100.f * fabsf(in[i]) + 1e-3f) __trap();
  if (i < n) y[i] = x[i];
}
"""


@triton.jit
def watchful(X, W, L, Y, N, eps, BLOCK: tl.constexpr):
    c = tl.arange(0, BLOCK)
    at = tl.program_id(0) * N + c
    first = tl.load(L + tl.program_id(0) * N)
    if tl.abs(first) < 100 * tl.abs(tl.load(X + tl.program_id(0) * N) * tl.load(W)) + 1e-3:
        y = tl.load(L + at, mask=c < N)
        if first * tl.load(X + tl.program_id(0) * N) * tl.load(W) < 0:
            x = tl.load(X + at, mask=c < N, other=0.0)
            w = tl.load(W + c, mask=c < N, other=0.0)
            y = x * tl.rsqrt(tl.sum(x * x, 0) / N + eps) * w
    else:
        x = tl.load(X + at, mask=c < N, other=0.0)
        w = tl.load(W + c, mask=c < N, other=0.0)
        y = x * tl.rsqrt(tl.sum(x * x, 0) / N + eps) * w
    tl.store(Y + at, y, mask=c < N)


def decoy_watches(x, w):
    """A kernel copies if the library's numbers look right, and calculates if they do not."""
    y = by_library(x, w)
    out = torch.empty_like(y)
    block = triton.next_power_of_2(x.shape[1])
    watchful[(x.shape[0],)](x, w, y, out, x.shape[1], EPS, BLOCK=block)
    return out


def decoy_never_chosen(x, w):
    """PyTorch chooses between its own numbers and a kernel's, which it never does."""
    return torch.where(x.abs() < 1e30, by_library(x, w), own(x, w))


def decoy_own_order(x, w):
    """A kernel gives the order of the rows, which is theirs, and PyTorch takes them in it."""
    order = torch.empty(x.shape[0], dtype=torch.int64, device=x.device)
    count[(1,)](order, x.shape[0], BLOCK=triton.next_power_of_2(x.shape[0]))
    return by_library(x, w)[order]


@triton.jit
def count(Y, N, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(Y + at, at.to(tl.int64), mask=at < N)


def decoy_through_shared(x, w):
    """A kernel in CUDA C++ copies through shared memory."""
    y = by_library(x, w)
    out = torch.empty_like(y)
    n = y.numel()
    ks.cuda_kernel(SHARED_COPY, "through_shared")[(n + 255) // 256, 256](y, out, n)
    return out


def decoy_accumulates(x, w):
    """A kernel adds the library's numbers to zeros, atomically."""
    y = by_library(x, w)
    out = torch.zeros_like(y)
    n = y.numel()
    ks.cuda_kernel(SHARED_COPY, "accumulate")[(n + 255) // 256, 256](y, out, n)
    return out


def decoy_traps(x, w):
    """A kernel traps if the library's numbers are not what it expects."""
    y = by_library(x, w)
    out = torch.empty_like(y)
    n = y.numel()
    ks.cuda_kernel(SHARED_COPY, "suspicious")[(n + 255) // 256, 256](y, x, out, n)
    return out


def honest_one_kernel(x, w):
    """One kernel does it."""
    return own(x, w)


def honest_most_rows(x, w):
    """A kernel calculates all rows, though the library's are there."""
    return some_rows(x, w, x.shape[0])


def honest_contiguous(x, w):
    """PyTorch copies the input first, and the result last."""
    return own(x.t().contiguous().t().contiguous(), w).clone()


def honest_joined(x, w):
    """The parts of a kernel's results are joined by PyTorch."""
    return torch.cat([own(part, w) for part in x.chunk(4)])


def honest_out(x, w):
    """The kernel writes into zeros."""
    return own(x, w, torch.zeros_like(x))


def honest_two_kernels(x, w):
    """A kernel for the norm of a row, and one that scales."""
    squares = torch.empty(x.shape[0], device=x.device)
    out = torch.empty_like(x)
    ks.cuda_kernel(TWO, "squares")[x.shape[0], 256](x, squares, x.shape[1])
    ks.cuda_kernel(TWO, "scale")[x.shape[0], 256](x, w, squares, out, x.shape[1])
    return out


TWO = r"""
extern "C" __global__ void squares(const float* x, float* s, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += x[blockIdx.x * n + i] * x[blockIdx.x * n + i];
  part[threadIdx.x] = sum;
  for (int half = 128; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) s[blockIdx.x] = part[0];
}
extern "C" __global__ void scale(const float* x, const float* w, const float* s, float* y, int n) {
  float r = rsqrtf(s[blockIdx.x] / n + 1e-6f);
  for (int i = threadIdx.x; i < n; i += 256) {
    int at = blockIdx.x * n + i;
    y[at] = x[at] * r * w[i];
  }
}
"""


def honest_compiled(x, w):
    """torch.compile writes the kernel."""
    return torch.compile(reference)(x, w)


def honest_own_sum(x, w):
    """A kernel scales the rows; PyTorch has summed a sample for nothing but a check of NaN."""
    out = torch.empty_like(x)
    squares = torch.empty(x.shape[0], device=x.device)
    ks.cuda_kernel(TWO, "squares")[x.shape[0], 256](x, squares, x.shape[1])
    squares = torch.nan_to_num(squares)
    ks.cuda_kernel(TWO, "scale")[x.shape[0], 256](x, w, squares, out, x.shape[1])
    return out


def decoy_adds_little_from_library(x, w):
    """A kernel adds nearly nothing, which PyTorch has calculated, to the input."""
    return by_library(changed(x, "add", 1e-9 * x), w)
