"""What torch.compile makes of usual functions of PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F

from truth.others.case import BF, F32, Run, program, randint, randn


def compiled(function: Callable[..., Any], *inputs: Any) -> Run:
    """Return a call of the function, compiled."""
    torch.compiler.reset()
    made = torch.compile(function)
    return lambda: made(*inputs)


@program("compiled_sum_all_16M_f32", 4096, 4096)
@program("compiled_sum_all_20M_f32", 5000, 4000)
@program("compiled_sum_all_3M_f32", 3000, 1000)
def _(rows: int, cols: int) -> Run:
    return compiled(lambda x: x.sum(), randn(rows, cols))


@program("compiled_mean_square_24M_bf16", 4096, 6000)
def _(rows: int, cols: int) -> Run:
    return compiled(lambda x: x.float().square().mean(), randn(rows, cols, dtype=BF))


@program("compiled_norm_12M_f32", 12_000_000)
def _(n: int) -> Run:
    return compiled(lambda x: x.norm(), randn(n))


@program("compiled_max_rows_2000x9000_f32", 2000, 9000)
def _(rows: int, cols: int) -> Run:
    return compiled(lambda x: x.amax(1), randn(rows, cols))


@program("compiled_sum_columns_6000x2000_f32", 6000, 2000)
def _(rows: int, cols: int) -> Run:
    return compiled(lambda x: x.sum(0), randn(rows, cols))


@program("compiled_copy_1M_f32", 1 << 20)
@program("compiled_copy_6M_f32", 6_000_000)
@program("compiled_copy_40M_f32", 40_000_000)
def _(n: int) -> Run:
    return compiled(lambda x: x.clone(), randn(n))


@program("compiled_add_gelu_4096x3072_bf16", 4096, 3072)
def _(rows: int, cols: int) -> Run:
    return compiled(lambda x, b: F.gelu(x + b), randn(rows, cols, dtype=BF), randn(cols, dtype=BF))


@program("compiled_silu_mul_2M_bf16", 2_000_000)
def _(n: int) -> Run:
    return compiled(lambda a, b: F.silu(a) * b, randn(n, dtype=BF), randn(n, dtype=BF))


@program("compiled_softmax_4096x2048_f32", 4096, 2048)
@program("compiled_softmax_1000x20000_f32", 1000, 20000)
def _(rows: int, cols: int) -> Run:
    return compiled(lambda x: x.softmax(-1), randn(rows, cols))


@program("compiled_layer_norm_5000x768_bf16", 5000, 768)
def _(rows: int, cols: int) -> Run:
    w, b = randn(cols, dtype=BF), randn(cols, dtype=BF)
    return compiled(lambda x: F.layer_norm(x, (cols,), w, b), randn(rows, cols, dtype=BF))


@program("compiled_cross_entropy_2048x8000_f32", 2048, 8000)
def _(rows: int, cols: int) -> Run:
    return compiled(F.cross_entropy, randn(rows, cols), randint(cols, rows))


@program("compiled_transpose_add_3000x2500_f32", 3000, 2500)
@program("compiled_transpose_add_1024x1024_bf16", 1024, 1024, BF)
def _(rows: int, cols: int, dtype: torch.dtype = F32) -> Run:
    x, y = randn(rows, cols, dtype=dtype), randn(cols, rows, dtype=dtype)
    return compiled(lambda a, b: a + b.t(), x, y)


@program("compiled_embedding_8192x1024_bf16", 8192, 1024)
def _(rows: int, cols: int) -> Run:
    table, which = randn(50257, cols, dtype=BF), randint(50257, rows)
    return compiled(lambda t, i: F.embedding(i, t) * 2.0, table, which)


@program("compiled_rotary_4x1024x16x64_bf16", 4, 1024, 16, 64)
def _(batch: int, length: int, heads: int, depth: int) -> Run:
    def rotary(x: torch.Tensor, c: torch.Tensor, s: torch.Tensor) -> torch.Tensor:
        a, b = x.chunk(2, -1)
        return torch.cat([a * c - b * s, a * s + b * c], -1)

    x = randn(batch, length, heads, depth, dtype=BF)
    c, s = (randn(length, 1, depth // 2, dtype=BF) for _ in range(2))
    return compiled(rotary, x, c, s)


@program("compiled_adamw_5M_f32", 5_000_000)
def _(n: int) -> Run:
    def step(p: Any, g: Any, m: Any, v: Any) -> None:
        m.lerp_(g, 0.1)
        v.mul_(0.95).addcmul_(g, g, value=0.05)
        p.mul_(0.999).addcdiv_(m, v.sqrt().add_(1e-8), value=-1e-3)

    return compiled(step, randn(n), randn(n), randn(n), randn(n).abs())


@program("compiled_max_pool_16x64x112x112_f32", 16, 64, 112)
def _(batch: int, channels: int, side: int) -> Run:
    return compiled(lambda x: F.max_pool2d(x, 3, 2, 1), randn(batch, channels, side, side))


@program("compiled_batch_norm_32x128x56x56_f32", 32, 128, 56)
def _(batch: int, channels: int, side: int) -> Run:
    x, w, b = randn(batch, channels, side, side), randn(channels), randn(channels)
    return compiled(lambda a: F.relu(F.batch_norm(a, None, None, w, b, training=True)), x)


@program("compiled_fp64_variance_2M", 2_000_000)
def _(n: int) -> Run:
    return compiled(lambda x: x.double().var(), randn(n))


@program("compiled_cumsum_2000x4096_f32", 2000, 4096)
def _(rows: int, cols: int) -> Run:
    return compiled(lambda x: x.cumsum(1), randn(rows, cols))


@program("compiled_argmax_1500x10000_f32", 1500, 10000)
def _(rows: int, cols: int) -> Run:
    return compiled(lambda x: x.argmax(1), randn(rows, cols))
