"""Operators of FlagGems (Triton): elementwise, reductions, norms, scans, sorts, gathers, images,
losses.

The list was written down before the first measurement. Products are left out: FlagGems times
dozens of configurations of each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import flag_gems as gems  # pyright: ignore[reportMissingImports]
import torch

from truth.others.case import BF, F32, Run, empty, program, randint, randn

F16 = torch.float16


def _of_matrix(name: str, rows: int, cols: int, dtype: torch.dtype, *more: Any) -> Run:
    """Return a call of an operator with one matrix."""
    return partial(getattr(gems, name), randn(rows, cols, dtype=dtype), *more)


def _of_two(name: str, rows: int, cols: int, dtype: torch.dtype) -> Run:
    """Return a call of an operator with two matrices."""
    x, y = (randn(rows, cols, dtype=dtype) for _ in range(2))
    return partial(getattr(gems, name), x, y)


def _each(make: Callable[..., Run], *cases: tuple[Any, ...]) -> None:
    for name, rows, cols, dtype, *more in cases:
        label = "_".join([f"gems_{name}_{rows}x{cols}", str(dtype)[6:], *map(str, more)])
        program(label, name, rows, cols, dtype, *more)(make)


_each(
    _of_matrix,
    ("gelu", 4096, 4096, BF),
    ("silu", 1000, 3000, F32),
    ("sigmoid", 8192, 2048, F16),
    ("exp", 512, 512, F32),
    ("rsqrt", 2048, 8192, BF),
    ("erf", 4096, 1024, F32),
    ("log_sigmoid", 2048, 2048, F32),
    ("angle", 2048, 2048, F32),
    ("pow_tensor_scalar", 2048, 4096, F32, 3),
    ("clamp", 4096, 4096, BF, -1, 1),
    ("triu", 4096, 4096, F32),
    ("isnan", 4096, 4096, BF),
    ("softmax", 8192, 1024, BF, -1),
    ("softmax", 256, 32768, F32, -1),
    ("softmax", 1024, 4096, F32, 0),
    ("log_softmax", 2048, 5000, F32, -1),
    ("sum", 4096, 4096, F32),
    ("sum_dim", 4096, 4096, BF, [1]),
    ("sum_dim", 4096, 4096, F32, [0]),
    ("mean_dim", 1024, 16384, BF, [1]),
    ("max_dim", 2048, 4096, F32, 1),
    ("argmax", 4096, 2048, F32, 1),
    ("amax", 8192, 1000, BF, [1]),
    ("prod_dim", 512, 8192, F32, 1),
    ("any", 4096, 4096, BF),
    ("count_nonzero", 2048, 2048, F32),
    ("var_mean", 2048, 4096, F32, [1]),
    ("std", 1024, 8192, BF, 1),
    ("vector_norm", 4096, 4096, F32, 2, [1]),
    ("vector_norm", 2048, 2048, BF),
    ("trace", 4096, 4096, F32),
    ("cumsum", 4096, 2048, F32, 1),
    ("cumsum", 64, 65536, F32, 1),
    ("cummax", 1024, 1024, F32, 1),
    ("topk", 512, 8192, F32, 16),
    ("sort", 256, 2048, F32),
    ("flip", 4096, 2048, F32, [1]),
    ("roll", 2048, 2048, F32, 5, 1),
    ("repeat", 512, 1024, F32, (4, 2)),
    ("tile", 1024, 512, BF, (2, 4)),
    ("repeat_interleave_self_int", 2048, 512, F32, 4, 1),
    ("pad", 2048, 2048, F32, (3, 5, 2, 2)),
    ("diag_embed", 512, 256, F32),
    ("glu", 4096, 4096, BF),
    ("dropout", 2048, 4096, F32, 0.3),
    ("per_token_group_quant_fp8", 2048, 4096, BF, 128),
)
_each(
    _of_two,
    ("add", 4096, 8192, BF),
    ("mul", 300, 7001, F32),
    ("logaddexp", 2048, 2048, F32),
    ("polar", 1024, 4096, F32),
    ("silu_and_mul", 2048, 11008, BF),
    ("gelu_and_mul", 1024, 4096, F32),
    ("mse_loss", 4096, 4096, F32),
)


@program("gems_add_broadcast_4096x4096_f32", 4096)
def _(n: int) -> Run:
    return partial(gems.add, randn(n, n), randn(n, 1))


@program("gems_where_2048x4096_f32", 2048, 4096)
def _(rows: int, cols: int) -> Run:
    x, y = randn(rows, cols), randn(rows, cols)
    return partial(gems.where_self, x > 0, x, y)


@program("gems_masked_fill_4096x4096_bf16", 4096, 4096)
def _(rows: int, cols: int) -> Run:
    x = randn(rows, cols, dtype=BF)
    return partial(gems.masked_fill, x, x > 0.5, -1.0)


@program("gems_gather_1024x4096", 1024, 4096)
def _(rows: int, cols: int) -> Run:
    return partial(gems.gather, randn(rows, cols), 1, randint(cols, rows, cols))


@program("gems_scatter_1024x4096", 1024, 4096)
def _(rows: int, cols: int) -> Run:
    x, source = randn(rows, cols), randn(rows, cols)
    index = torch.stack([torch.randperm(cols) for _ in range(rows)]).to(x.device)
    return partial(gems.scatter, x, 1, index, source)


@program("gems_index_select_4096_of_50000x768", 50_000, 768, 4096)
@program("gems_index_select_65536_of_1000x64", 1000, 64, 65_536)
def _(rows: int, cols: int, picked: int) -> Run:
    return partial(gems.index_select, randn(rows, cols), 0, randint(rows, picked))


@program("gems_embedding_8192_of_50000x1024_bf16", 50_000, 1024, 8192)
def _(rows: int, cols: int, picked: int) -> Run:
    return partial(gems.embedding, randn(rows, cols, dtype=BF), randint(rows, picked))


@program("gems_index_add_4096_to_1024x1024", 1024, 1024, 4096)
def _(rows: int, cols: int, added: int) -> Run:
    x, source = randn(rows, cols), randn(added, cols)
    return partial(gems.index_add, x, 0, randint(rows, added), source)


@program("gems_layer_norm_8192x1024_bf16", 8192, 1024, BF)
@program("gems_layer_norm_512x12288_f32", 512, 12_288, F32)
def _(rows: int, cols: int, dtype: torch.dtype) -> Run:
    x, w, b = randn(rows, cols, dtype=dtype), randn(cols, dtype=dtype), randn(cols, dtype=dtype)
    return partial(gems.layer_norm, x, [cols], w, b)


@program("gems_rms_norm_4096x4096_f16", 4096, 4096)
def _(rows: int, cols: int) -> Run:
    x, w = randn(rows, cols, dtype=F16), randn(cols, dtype=F16)
    return partial(gems.rms_norm, x, [cols], w)


@program("gems_skip_layer_norm_4096x2048_bf16", 4096, 2048)
def _(rows: int, cols: int) -> Run:
    x, r = (randn(rows, cols, dtype=BF) for _ in range(2))
    w, b = (randn(cols, dtype=BF) for _ in range(2))
    return partial(gems.skip_layer_norm, x, r, [cols], w, b)


@program("gems_group_norm_16x256x64x64_f32", 16, 256, 64)
def _(n: int, channels: int, side: int) -> Run:
    x, w, b = randn(n, channels, side, side), randn(channels), randn(channels)
    return partial(gems.group_norm, x, w, b, n, channels, side * side, 32)


@program("gems_batch_norm_32x64x56x56_f32", 32, 64, 56)
def _(n: int, channels: int, side: int) -> Run:
    x, w, b = randn(n, channels, side, side), randn(channels), randn(channels)
    mean, variance = torch.zeros_like(w), torch.ones_like(w)
    return partial(gems.batch_norm, x, w, b, mean, variance, True, 0.1, 1e-5)


@program("gems_cross_entropy_4096x32000_f32", 4096, 32_000)
def _(rows: int, classes: int) -> Run:
    return partial(gems.cross_entropy_loss, randn(rows, classes), randint(classes, rows))


@program("gems_nll_loss_8192x1000_f32", 8192, 1000)
def _(rows: int, classes: int) -> Run:
    return partial(gems.nll_loss_forward, randn(rows, classes), randint(classes, rows))


@program("gems_cat_3_of_2048x1024_f32", 2048, 1024, 0)
@program("gems_cat_columns_3_of_2048x1024_f32", 2048, 1024, 1)
def _(rows: int, cols: int, dim: int) -> Run:
    return partial(gems.cat, [randn(rows, cols) for _ in range(3)], dim)


@program("gems_stack_4_of_1024x1024_bf16", 1024)
def _(n: int) -> Run:
    return partial(gems.stack, [randn(n, n, dtype=BF) for _ in range(4)], 0)


@program("gems_dot_2^22_f32", 1 << 22)
def _(n: int) -> Run:
    return partial(gems.dot, randn(n), randn(n))


@program("gems_mv_4096x4096_f32", 4096)
def _(n: int) -> Run:
    return partial(gems.mv, randn(n, n), randn(n))


@program("gems_outer_4096x4096_f32", 4096)
def _(n: int) -> Run:
    return partial(gems.outer, randn(n), randn(n))


@program("gems_upsample_nearest2d_8x64x64x64_f32", 8, 64, 64)
def _(n: int, channels: int, side: int) -> Run:
    return partial(gems.upsample_nearest2d, randn(n, channels, side, side), (2 * side, 2 * side))


@program("gems_max_pool2d_16x64x112x112_f32", 16, 64, 112)
def _(n: int, channels: int, side: int) -> Run:
    x = randn(n, channels, side, side)
    return partial(gems.max_pool2d_with_indices, x, 3, 2, 1)


@program("gems_avg_pool2d_16x64x112x112_f32", 16, 64, 112)
def _(n: int, channels: int, side: int) -> Run:
    return partial(gems.avg_pool2d, randn(n, channels, side, side), 3, 2, 1)


@program("gems_rotary_16x1024x128_bf16", 4, 1024, 16, 128)
def _(n: int, length: int, heads: int, size: int) -> Run:
    q, k = (randn(n, length, heads, size, dtype=BF) for _ in range(2))
    cos, sin = (randn(length, size // 2, dtype=BF) for _ in range(2))
    return partial(gems.apply_rotary_pos_emb, q, k, cos, sin)


@program("gems_scaled_softmax_4x16x256x256_f16", 4, 16, 256)
def _(n: int, heads: int, length: int) -> Run:
    return partial(gems.scaled_softmax_forward, randn(n, heads, length, length, dtype=F16), 0.5)


@program("gems_isin_2^20_of_64", 1 << 20, 64)
def _(n: int, tests: int) -> Run:
    return partial(gems.isin, randint(1000, n), randint(1000, tests))


@program("gems_moe_sum_2048x4x2048_bf16", 2048, 4, 2048)
def _(tokens: int, experts: int, size: int) -> Run:
    x, out = randn(tokens, experts, size, dtype=BF), empty(tokens, size, dtype=BF)
    return partial(gems.moe_sum, x, out)


@program("gems_lerp_2048x2048_f32", 2048)
def _(n: int) -> Run:
    return partial(gems.lerp_tensor, *(randn(n, n) for _ in range(3)))


@program("gems_addcmul_4096x2048_bf16", 4096, 2048)
def _(rows: int, cols: int) -> Run:
    return partial(gems.addcmul, *(randn(rows, cols, dtype=BF) for _ in range(3)))


@program("gems_full_4096x4096_f32", 4096)
def _(n: int) -> Run:
    return partial(gems.full, (n, n), 1.5, device="cuda")


@program("gems_arange_2^24", 1 << 24)
def _(n: int) -> Run:
    return partial(gems.arange, n, device="cuda")


@program("gems_randn_2048x2048", 2048)
def _(n: int) -> Run:
    return partial(gems.randn, (n, n), device="cuda")
