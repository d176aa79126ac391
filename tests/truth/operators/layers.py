"""Attention, convolutions, norms, softmax and losses."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from truth.operators.case import FLOATS, Inputs, Run, backward, calls, forward_and_backward

# Attention: batch, heads, length, size of a head.

BACKENDS = ("flash_attention", "efficient_attention", "cudnn_attention", "math")


@calls(
    "attention", (1, 8, 128, 64), (4, 16, 1024, 64), (2, 16, 2048, 128), (2, 8, 1000, 96),
    (1, 8, 1024, 256), (1, 12, 77, 64), (32, 12, 197, 64), (1, 32, 1, 128), dtypes=("fp16",),
)  # fmt: skip
@calls("attention", (4, 16, 1024, 64), (2, 16, 2048, 128), dtypes=("bf16", "fp32"))
@calls("attention", (4, 16, 1024, 64), dtypes=("fp16",), settings=BACKENDS)
@calls("attention", (2, 16, 2048, 128), dtypes=("bf16",), settings=BACKENDS)
def sdpa(new: Inputs, b: int, h: int, s: int, d: int) -> Run:
    q, k, v = (new.normal(b, h, s, d) for _ in range(3))
    return lambda: F.scaled_dot_product_attention(q, k, v)


@calls("attention", (4, 16, 1024, 64), (2, 16, 4096, 128), (2, 8, 1000, 96), dtypes=("fp16",))
@calls("attention", (4, 16, 1024, 64), dtypes=("fp32", "bf16"))
@calls("attention", (4, 16, 1024, 64), dtypes=("bf16",), settings=BACKENDS)
def sdpa_causal(new: Inputs, b: int, h: int, s: int, d: int) -> Run:
    q, k, v = (new.normal(b, h, s, d) for _ in range(3))
    return lambda: F.scaled_dot_product_attention(q, k, v, is_causal=True)


@calls("attention", (4, 16, 1024, 64), (1, 8, 130, 64), dtypes=FLOATS)
def sdpa_mask(new: Inputs, b: int, h: int, s: int, d: int) -> Run:
    q, k, v = (new.normal(b, h, s, d) for _ in range(3))
    mask = new.mask(b, 1, s, s)
    return lambda: F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


@calls("attention", (2, 32, 1024, 128), (8, 32, 1, 128), dtypes=("bf16",))
def sdpa_grouped(new: Inputs, b: int, h: int, s: int, d: int) -> Run:
    """Four heads of queries share one of keys; a length of 1 is a step of decoding."""
    q = new.normal(b, h, s, d)
    k, v = (new.normal(b, h // 4, max(s, 1024) if s == 1 else s, d) for _ in range(2))
    return lambda: F.scaled_dot_product_attention(q, k, v, enable_gqa=True)


@calls("attention", (4, 16, 1024, 64), (2, 16, 2048, 128), dtypes=("fp16",))
@calls("attention", (4, 16, 1024, 64), dtypes=("fp32",))
@calls("attention", (4, 16, 1024, 64), dtypes=("bf16",), settings=BACKENDS)
def sdpa_backward(new: Inputs, b: int, h: int, s: int, d: int) -> Run:
    leaves = [new.normal(b, h, s, d, grad=True) for _ in range(3)]
    return backward(lambda: F.scaled_dot_product_attention(*leaves, is_causal=True), leaves)


@calls("attention", (4, 16, 1024, 64), dtypes=("fp16",))
def sdpa_dropout(new: Inputs, b: int, h: int, s: int, d: int) -> Run:
    q, k, v = (new.normal(b, h, s, d) for _ in range(3))
    return lambda: F.scaled_dot_product_attention(q, k, v, dropout_p=0.1)


@calls("attention", (4, 512, 512, 8), (4, 128, 1024, 16), dtypes=("fp32", "fp16"))
def multihead_module(new: Inputs, b: int, s: int, width: int, heads: int) -> Run:
    module = new.to(nn.MultiheadAttention(width, heads, batch_first=True))
    x = new.normal(b, s, width)
    return lambda: module(x, x, x, need_weights=False)


# Convolution: images, channels in, channels out, height and width.


@calls(
    "conv", (32, 64, 64, 56), (8, 3, 64, 224), (16, 256, 256, 14), (1, 17, 33, 61),
    dtypes=("fp32", "fp16"),
)  # fmt: skip
@calls("conv", (32, 64, 64, 56), dtypes=("fp32",), settings=("tf32",))
def conv2d_3x3(new: Inputs, n: int, c: int, k: int, side: int) -> Run:
    x, w, b = new.normal(n, c, side, side), new.normal(k, c, 3, 3), new.normal(k)
    return lambda: F.conv2d(x, w, b, padding=1)


@calls("conv", (32, 256, 64, 56), (16, 512, 2048, 7), dtypes=("fp32", "fp16"))
def conv2d_1x1(new: Inputs, n: int, c: int, k: int, side: int) -> Run:
    x, w = new.normal(n, c, side, side), new.normal(k, c, 1, 1)
    return lambda: F.conv2d(x, w)


@calls("conv", (32, 3, 64, 224), (32, 128, 256, 28), dtypes=("fp32", "fp16"))
def conv2d_7x7_stride2(new: Inputs, n: int, c: int, k: int, side: int) -> Run:
    x, w = new.normal(n, c, side, side), new.normal(k, c, 7, 7)
    return lambda: F.conv2d(x, w, stride=2, padding=3)


@calls("conv", (32, 96, 56), (8, 512, 14), dtypes=("fp32", "fp16"))
def conv2d_depthwise(new: Inputs, n: int, c: int, side: int) -> Run:
    x, w = new.normal(n, c, side, side), new.normal(c, 1, 3, 3)
    return lambda: F.conv2d(x, w, padding=1, groups=c)


@calls("conv", (16, 128, 28), dtypes=("fp32", "fp16"))
def conv2d_groups(new: Inputs, n: int, c: int, side: int) -> Run:
    x, w = new.normal(n, c, side, side), new.normal(c, c // 4, 3, 3)
    return lambda: F.conv2d(x, w, padding=1, groups=4)


@calls("conv", (32, 64, 64, 56), dtypes=("fp32", "fp16"))
def conv2d_channels_last(new: Inputs, n: int, c: int, k: int, side: int) -> Run:
    x = new.normal(n, c, side, side).to(memory_format=torch.channels_last)
    w = new.normal(k, c, 3, 3).to(memory_format=torch.channels_last)
    return lambda: F.conv2d(x, w, padding=1)


@calls("conv", (32, 64, 64, 56), (8, 3, 64, 112), dtypes=("fp32", "fp16"))
def conv2d_backward(new: Inputs, n: int, c: int, k: int, side: int) -> Run:
    x, w = new.normal(n, c, side, side, grad=True), new.normal(k, c, 3, 3, grad=True)
    b = new.normal(k, grad=True)
    return backward(lambda: F.conv2d(x, w, b, padding=1), [x, w, b])


@calls("conv", (16, 64, 64, 4096), (8, 80, 512, 3000))
def conv1d(new: Inputs, n: int, c: int, k: int, length: int) -> Run:
    x, w = new.normal(n, c, length), new.normal(k, c, 5)
    return lambda: F.conv1d(x, w, padding=2)


@calls("conv", (2, 16, 32, 32))
def conv3d(new: Inputs, n: int, c: int, k: int, side: int) -> Run:
    x, w = new.normal(n, c, side, side, side), new.normal(k, c, 3, 3, 3)
    return lambda: F.conv3d(x, w, padding=1)


@calls("conv", (16, 64, 32, 28))
def conv_transpose2d(new: Inputs, n: int, c: int, k: int, side: int) -> Run:
    x, w = new.normal(n, c, side, side), new.normal(c, k, 4, 4)
    return lambda: F.conv_transpose2d(x, w, stride=2, padding=1)


# Norms.


@calls("norm", (4096, 1024), (8192, 4096), (128, 50), (1000, 1000), dtypes=("fp32", "bf16"))
def layer_norm(new: Inputs, rows: int, width: int) -> Run:
    x, w, b = new.normal(rows, width), new.normal(width), new.normal(width)
    return lambda: F.layer_norm(x, (width,), w, b)


@calls("norm", (4096, 1024), (1000, 1000), (32, 8192), dtypes=("fp32", "bf16"))
def layer_norm_backward(new: Inputs, rows: int, width: int) -> Run:
    x, w, b = (new.normal(*s, grad=True) for s in ((rows, width), (width,), (width,)))
    return backward(lambda: F.layer_norm(x, (width,), w, b), [x, w, b])


@calls("norm", (4096, 1024), (1000, 1000), dtypes=("fp32", "bf16"))
def rms_norm(new: Inputs, rows: int, width: int) -> Run:
    x, w = new.normal(rows, width), new.normal(width)
    return lambda: F.rms_norm(x, (width,), w)


@calls("norm", (4096, 1024), dtypes=("fp32", "bf16"))
def rms_norm_backward(new: Inputs, rows: int, width: int) -> Run:
    x, w = new.normal(rows, width, grad=True), new.normal(width, grad=True)
    return backward(lambda: F.rms_norm(x, (width,), w), [x, w])


@calls("norm", (32, 64, 56), (16, 512, 7), dtypes=("fp32", "fp16"))
def batch_norm_training(new: Inputs, n: int, c: int, side: int) -> Run:
    module, x = new.to(nn.BatchNorm2d(c)), new.normal(n, c, side, side)
    return lambda: module(x)


@calls("norm", (32, 64, 56), dtypes=("fp32", "fp16"))
def batch_norm_inference(new: Inputs, n: int, c: int, side: int) -> Run:
    module, x = new.to(nn.BatchNorm2d(c)).eval(), new.normal(n, c, side, side)
    return lambda: module(x)


@calls("norm", (4096, 512))
def batch_norm_1d(new: Inputs, n: int, c: int) -> Run:
    module, x = new.to(nn.BatchNorm1d(c)), new.normal(n, c)
    return lambda: module(x)


@calls("norm", (32, 64, 56), (16, 512, 7))
def batch_norm_backward(new: Inputs, n: int, c: int, side: int) -> Run:
    module, x = new.to(nn.BatchNorm2d(c)), new.normal(n, c, side, side, grad=True)
    return backward(lambda: module(x), [x, *module.parameters()])


@calls("norm", (16, 128, 32, 64), dtypes=("fp32", "fp16"))
def group_norm(new: Inputs, n: int, c: int, groups: int, side: int) -> Run:
    x, w, b = new.normal(n, c, side, side), new.normal(c), new.normal(c)
    return lambda: F.group_norm(x, groups, w, b)


@calls("norm", (16, 128, 32, 64))
def group_norm_backward(new: Inputs, n: int, c: int, groups: int, side: int) -> Run:
    x, w, b = (new.normal(*s, grad=True) for s in ((n, c, side, side), (c,), (c,)))
    return backward(lambda: F.group_norm(x, groups, w, b), [x, w, b])


@calls("norm", (16, 64, 64))
def instance_norm(new: Inputs, n: int, c: int, side: int) -> Run:
    x = new.normal(n, c, side, side)
    return lambda: F.instance_norm(x)


# Losses and softmax.

SOFT = ((4096, 1024), (128, 50257), (1000, 1000), (8192, 37))


@calls("softmax", *SOFT, dtypes=("fp32", "bf16"))
def softmax(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width)
    return lambda: x.softmax(-1)


@calls("softmax", (4096, 1024), (64, 512, 64))
def softmax_first(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.softmax(0 if len(shape) == 2 else 1)


@calls("softmax", *SOFT[:2])
def log_softmax(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width)
    return lambda: x.log_softmax(-1)


@calls("softmax", *SOFT[:2], dtypes=("fp32", "bf16"))
def softmax_backward(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width, grad=True)
    return backward(lambda: x.softmax(-1), [x])


@calls("softmax", *SOFT[:2])
def log_softmax_backward(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width, grad=True)
    return backward(lambda: x.log_softmax(-1), [x])


@calls("loss", (4096, 1000), (2048, 50257), (128, 10), dtypes=("fp32", "bf16"))
def cross_entropy(new: Inputs, rows: int, classes: int) -> Run:
    x, y = new.normal(rows, classes), new.below(classes, rows)
    return lambda: F.cross_entropy(x, y)


@calls("loss", (4096, 1000), (2048, 50257))
def cross_entropy_backward(new: Inputs, rows: int, classes: int) -> Run:
    x, y = new.normal(rows, classes, grad=True), new.below(classes, rows)
    return backward(lambda: F.cross_entropy(x, y), [x])


@calls("loss", (4096, 1000))
def nll(new: Inputs, rows: int, classes: int) -> Run:
    x, y = new.normal(rows, classes), new.below(classes, rows)
    return lambda: F.nll_loss(x, y)


@calls("loss", (4096, 1024), (1000003,))
def mse(new: Inputs, *shape: int) -> Run:
    x, y = new.normal(*shape), new.normal(*shape)
    return lambda: F.mse_loss(x, y)


@calls("loss", (4096, 1024))
def mse_forward_backward(new: Inputs, *shape: int) -> Run:
    x, y = new.normal(*shape, grad=True), new.normal(*shape)
    return forward_and_backward(lambda: F.mse_loss(x, y), [x])


@calls("loss", (4096, 1024))
def bce_with_logits(new: Inputs, *shape: int) -> Run:
    x, y = new.normal(*shape), torch.ones(shape, device=new.device)
    return lambda: F.binary_cross_entropy_with_logits(x, y)


@calls("loss", (4096, 1024))
def smooth_l1(new: Inputs, *shape: int) -> Run:
    x, y = new.normal(*shape), new.normal(*shape)
    return lambda: F.smooth_l1_loss(x, y)
