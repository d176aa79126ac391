"""Functions of Liger-Kernel (Triton), forward and backward."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from liger_kernel.transformers import functional as liger  # pyright: ignore[reportMissingImports]

from truth.others.case import BF, F32, Run, empty, program, randint, randn


def backward(function: Callable[..., Any], *inputs: Any) -> Run:
    """Return a call of the backward pass alone."""
    leaves = [x.requires_grad_() for x in inputs if isinstance(x, torch.Tensor)]
    y = function(*inputs)
    grad = randn(*y.shape, dtype=y.dtype) if y.dim() else None
    return lambda: torch.autograd.grad(y, leaves, grad, retain_graph=True)


@program("liger_rms_norm_4096x4096_bf16", 4096, 4096)
@program("liger_rms_norm_1024x2048_bf16", 1024, 2048)
@program("liger_rms_norm_300x14336_bf16", 300, 14336)
def _(rows: int, cols: int) -> Run:
    x, w = randn(rows, cols, dtype=BF), randn(cols, dtype=BF)
    return lambda: liger.liger_rms_norm(x, w, 1e-6)


@program("liger_rms_norm_backward_4096x4096_bf16", 4096, 4096)
@program("liger_rms_norm_backward_1024x2048_bf16", 1024, 2048)
def _(rows: int, cols: int) -> Run:
    x, w = randn(rows, cols, dtype=BF), randn(cols, dtype=BF)
    return backward(lambda a, b: liger.liger_rms_norm(a, b, 1e-6, in_place=False), x, w)


@program("liger_layer_norm_3000x5120_f32", 3000, 5120, F32)
@program("liger_layer_norm_8192x1024_bf16", 8192, 1024, BF)
def _(rows: int, cols: int, dtype: torch.dtype) -> Run:
    x, w, b = randn(rows, cols, dtype=dtype), randn(cols, dtype=dtype), randn(cols, dtype=dtype)
    return lambda: liger.liger_layer_norm(x, w, b, 1e-5)


@program("liger_layer_norm_backward_2048x4096_bf16", 2048, 4096)
def _(rows: int, cols: int) -> Run:
    x, w, b = randn(rows, cols, dtype=BF), randn(cols, dtype=BF), randn(cols, dtype=BF)
    return backward(lambda a, c, d: liger.liger_layer_norm(a, c, d, 1e-5), x, w, b)


@program("liger_fused_add_rms_norm_4096x2560_bf16", 4096, 2560)
def _(rows: int, cols: int) -> Run:
    x, r, w = randn(rows, cols, dtype=BF), randn(rows, cols, dtype=BF), randn(cols, dtype=BF)
    return lambda: liger.liger_fused_add_rms_norm(x, r, w, 1e-6, in_place=False)


@program("liger_swiglu_2048x11008_bf16", 2048, 11008)
@program("liger_swiglu_512x4096_bf16", 512, 4096)
def _(rows: int, cols: int) -> Run:
    a, b = randn(rows, cols, dtype=BF), randn(rows, cols, dtype=BF)
    return lambda: liger.liger_swiglu(a, b)


@program("liger_geglu_2048x8192_bf16", 2048, 8192)
def _(rows: int, cols: int) -> Run:
    a, b = randn(rows, cols, dtype=BF), randn(rows, cols, dtype=BF)
    return lambda: liger.liger_geglu(a, b)


@program("liger_relu_squared_4096x4096_bf16", 4096, 4096)
def _(rows: int, cols: int) -> Run:
    x = randn(rows, cols, dtype=BF)
    return lambda: liger.liger_relu_squared(x)


@program("liger_cross_entropy_1024x32000_bf16", 1024, 32000, BF)
@program("liger_cross_entropy_256x50257_f32", 256, 50257, F32)
def _(rows: int, vocabulary: int, dtype: torch.dtype) -> Run:
    x, y = randn(rows, vocabulary, dtype=dtype), randint(vocabulary, rows)
    return lambda: liger.liger_cross_entropy(x, y)


@program("liger_kl_div_512x32000_f32", 512, 32000)
def _(rows: int, cols: int) -> Run:
    x, y = randn(rows, cols), randn(rows, cols).softmax(-1)
    return lambda: liger.liger_kl_div(x, y)


@program("liger_jsd_512x16000_f32", 512, 16000)
def _(rows: int, cols: int) -> Run:
    x, y = randn(rows, cols).log_softmax(-1), randn(rows, cols).log_softmax(-1)
    return lambda: liger.liger_jsd(x, y)


@program("liger_tvd_1024x8192_f32", 1024, 8192)
def _(rows: int, cols: int) -> Run:
    x, y = randn(rows, cols).softmax(-1), randn(rows, cols).softmax(-1)
    return lambda: liger.liger_tvd(x, y)


@program("liger_rope_2x32x2048x128_bf16", 2, 32, 2048, 128)
def _(batch: int, heads: int, length: int, depth: int) -> Run:
    q, k = (randn(batch, heads, length, depth, dtype=BF) for _ in range(2))
    cos, sin = (randn(1, length, depth, dtype=BF) for _ in range(2))
    return lambda: liger.liger_rope(q, k, cos, sin)


@program("liger_softmax_2048x8192_bf16", 2048, 8192)
@program("liger_softmax_128x1000_f32", 128, 1000)
def _(rows: int, cols: int) -> Run:
    x = randn(rows, cols, dtype=BF if cols > 2000 else F32)
    return lambda: liger.liger_softmax(x)


@program("liger_sparsemax_1024x2048_f32", 1024, 2048)
def _(rows: int, cols: int) -> Run:
    x = randn(rows, cols)
    return lambda: liger.liger_sparsemax(x)


@program("liger_group_norm_16x512x1024_f32", 16, 512, 1024)
def _(batch: int, channels: int, hidden: int) -> Run:
    x, w, b = randn(batch, channels, hidden), randn(channels), randn(channels)
    return lambda: liger.liger_group_norm(x, w, b, channels, 32, 1e-5)


@program("liger_dyt_4096x4096_bf16", 4096, 4096)
def _(rows: int, cols: int) -> Run:
    x, gamma, beta = randn(rows, cols, dtype=BF), randn(cols, dtype=BF), randn(cols, dtype=BF)
    alpha = empty(1, dtype=BF).fill_(0.5)
    return lambda: liger.liger_dyt(x, alpha, gamma, beta)


@program("liger_poly_norm_2048x4096_bf16", 2048, 4096)
def _(rows: int, cols: int) -> Run:
    x, w, b = randn(rows, cols, dtype=BF), randn(3, dtype=BF), randn(1, dtype=BF)
    return lambda: liger.liger_poly_norm(x, w, b, in_place=False)
