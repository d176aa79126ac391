"""Kernels of Triton that do nothing: what is measured is their launch."""

import triton
import triton.language as tl


@triton.jit
def three(_a0, _a1, _a2):
    pass


@triton.jit
def ten(_a0, _a1, _a2, _a3, _a4, _a5, _a6, _a7, _a8, _a9):
    pass


@triton.jit
def twenty(
    _a0,
    _a1,
    _a2,
    _a3,
    _a4,
    _a5,
    _a6,
    _a7,
    _a8,
    _a9,
    _a10,
    _a11,
    _a12,
    _a13,
    _a14,
    _a15,
    _a16,
    _a17,
    _a18,
    _a19,
):
    pass


@triton.jit
def constants(_a0, _a1, _a2, A: tl.constexpr, B: tl.constexpr):
    pass


@triton.autotune([triton.Config({"A": 64}), triton.Config({"A": 128})], key=["_a2"])
@triton.jit
def tuned(_a0, _a1, _a2, A: tl.constexpr):
    pass


@triton.heuristics({"A": lambda arguments: arguments["_a2"] + 63})
@triton.jit
def heuristic(_a0, _a1, _a2, A: tl.constexpr):
    pass
