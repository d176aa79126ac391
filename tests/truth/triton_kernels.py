"""The Triton kernels whose PTX is in ptx/, as Triton 3.6.0 compiled it for an H200 (sm_90)."""

import triton
import triton.language as tl


@triton.jit
def gelu(x_ptr, y_ptr, n, B: tl.constexpr):
    """GELU (tanh) of a block of B elements; gelu_ragged.ptx is its last-block case, n = 100,003."""
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    x = tl.load(x_ptr + o, mask=m)
    a = 0.79788456 * (x + 0.044715 * x * x * x)
    e = tl.exp(2 * a)
    tl.store(y_ptr + o, 0.5 * x * (1 + (e - 1) / (e + 1)), mask=m)


@triton.jit
def softmax(x_ptr, y_ptr, xs, ys, n, B: tl.constexpr):
    """Softmax, one row a program, the row in one block."""
    r = tl.program_id(0)
    c = tl.arange(0, B)
    m = c < n
    x = tl.load(x_ptr + r * xs + c, mask=m, other=float("-inf"))
    x = x - tl.max(x, axis=0)
    e = tl.exp(x)
    tl.store(y_ptr + r * ys + c, e / tl.sum(e, axis=0), mask=m)


@triton.jit
def strided(x_ptr, y_ptr, n, S: tl.constexpr, B: tl.constexpr):
    """Every S-th element, stored side by side; S = 1, 2, 8, 32."""
    o = tl.program_id(0) * B + tl.arange(0, B)
    m = o < n
    tl.store(y_ptr + o, tl.load(x_ptr + o * S, mask=m), mask=m)
