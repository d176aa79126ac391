"""Triton kernels whose values have names, for the tests of what is said about them."""

import triton
import triton.language as tl


@triton.jit
def scaled(value, factor):
    """A function that is inlined."""
    product = value * factor
    return product - 1.0


@triton.jit
def many_names(x_ptr, y_ptr, n, steps, B: tl.constexpr):
    """Values of every kind: offsets, masks, floats, a helper's result, loops, an accumulator."""
    offsets = tl.program_id(0) * B + tl.arange(0, B)
    inside = offsets < n
    x = tl.load(x_ptr + offsets, mask=inside, other=0.0)
    positive = tl.where(x > 0, x + 3.0, -x)
    helped = scaled(positive, x)
    total = helped * 0.5
    for j in range(0, steps, 3):
        total += j
    tl.store(y_ptr + offsets, total / positive, mask=inside)
