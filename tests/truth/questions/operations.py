"""Two questions as operations: fused attention at three lengths, and a GELU four ways.

`ask.py` asks the same of three clocks; every way to ask has to give one answer.
"""

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

import kernelscope as ks

LENGTHS = (256, 1024, 2048)

attention = ks.Operation(
    "attention-lengths",
    axes={"length": 1024, "dtype": torch.float16},
    inputs=lambda case: tuple(case.normal(4, 16, case.length, 64) for _ in range(3)),
    reference=lambda q, k, v: torch.softmax(q @ k.mT / 8, -1) @ v,
    work=lambda case: ks.Work(
        read=3 * 64 * case.length * 64 * case.itemsize,
        written=64 * case.length * 64 * case.itemsize,
        flops=4 * 64 * case.length**2 * 64,
        kind="matmul",
    ),
)


@attention.implementation("sdpa")
def sdpa(q, k, v):
    return F.scaled_dot_product_attention(q, k, v)


gelu = ks.Operation(
    "gelu-ways",
    axes={"n": 4096, "dtype": torch.float32},
    inputs=lambda case: (case.normal(case.n, case.n),),
    reference=lambda x: F.gelu(x, approximate="tanh"),
    work=lambda case: ks.Work(
        read=case.n**2 * case.itemsize, written=case.n**2 * case.itemsize, flops=12 * case.n**2
    ),
)


@gelu.implementation("hand")
def by_hand(x):
    return 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x)))


@gelu.implementation("torch")
def by_torch(x):
    return F.gelu(x, approximate="tanh")


_compiled = torch.compile(by_hand)


@gelu.implementation("compiled")
def by_compiler(x):
    return _compiled(x)


@triton.jit
def gelu_kernel(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    a = 0.79788456 * (v + 0.044715 * v * v * v)
    t = 1 - 2 / (tl.exp(2 * a) + 1)
    tl.store(y + i, 0.5 * v * (1 + t), mask=i < n)


@gelu.implementation("triton")
def by_triton(x):
    x = x.contiguous()
    y = torch.empty_like(x)
    gelu_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y
