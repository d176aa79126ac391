# GELU four ways: by hand, PyTorch's, compiled, and in Triton; each by do_bench and by the wall clock.
import time

import torch
import triton
import triton.language as tl


@triton.jit
def gelu_kernel(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    a = 0.79788456 * (v + 0.044715 * v * v * v)
    t = 1 - 2 / (tl.exp(2 * a) + 1)
    tl.store(y + i, 0.5 * v * (1 + t), mask=i < n)


def by_triton(x):
    y = torch.empty_like(x)
    gelu_kernel[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y


def by_hand(x):
    return 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x)))


def by_torch(x):
    return torch.nn.functional.gelu(x, approximate="tanh")


compiled = torch.compile(by_hand)
x = torch.randn(4096, 4096, device="cuda")
expected = by_torch(x)
for name, run in {
    "hand": by_hand,
    "torch": by_torch,
    "compiled": compiled,
    "triton": by_triton,
}.items():
    assert torch.allclose(run(x), expected, atol=1e-4), name
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(10):
        run(x)
    torch.cuda.synchronize()
    wall = (time.perf_counter() - start) / 10 * 1e6
    print(
        f"{name}: do_bench {1e3 * triton.testing.do_bench(lambda: run(x)):.1f} us, wall {wall:.1f} us"
    )
