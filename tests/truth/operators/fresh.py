"""Calls that were written down, and divided into halves, before any was measured.

The table of operators may be mended by what the `fit` half shows; what it is then worth is read off
the `held` half, which nobody looks at before. The halves are a draw by the calls' names (`half`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from truth.operators import arithmetic, data, layers
from truth.operators.case import Inputs, Run, Shape, backward, calls

PREFIX = "fresh-"


def half(name: str) -> str:
    """Return the half of a call or of a figure, "fit" or "held", by a digest of its name."""
    return ("fit", "held")[hashlib.sha256(name.encode()).digest()[0] & 1]


Function = Callable[..., Any]


def on(*parts: Callable[[tuple[int, ...]], Shape]) -> Callable[[Function], Callable[..., Run]]:
    """Return what turns a function of tensors into a call; each part gives a tensor's shape."""

    def enter(function: Function) -> Callable[..., Run]:
        def build(new: Inputs, *shape: int) -> Run:
            tensors = [new.normal(*part(shape)) for part in parts]
            return lambda: function(*tensors)

        return build

    return enter


def same(shape: tuple[int, ...]) -> Shape:
    return shape


ONE, TWO = on(same), on(same, same)


def enter(
    family: str,
    functions: dict[str, Callable[..., Run]],
    *shapes: Shape,
    dtypes: Sequence[str] = ("fp32",),
) -> None:
    for name, build in functions.items():
        calls(PREFIX + family, *shapes, dtypes=dtypes, name=name)(build)


# Functions of the older families, at shapes and types that none of them has.

OTHER_SHAPES = (
    ("product", arithmetic.matmul, ((700, 1300, 400), (2304, 2304, 768), (24, 3072, 3072),
                                    (5, 2000, 768)), ("fp32", "fp16")),
    ("product", arithmetic.matmul, ((48, 3000, 1000), (1800, 900, 1800)), ("bf16",)),
    ("product", arithmetic.matmul, ((640, 640, 640), (200, 1500, 300)), ("fp64",)),
    ("product", arithmetic.linear, ((3, 768, 2304), (700, 640, 1280)), ("fp32", "bf16")),
    ("product", arithmetic.linear_backward, ((1000, 768, 512),), ("fp32", "fp16")),
    ("product", arithmetic.bmm, ((20, 300, 64, 300), (1000, 8, 8, 64), (6, 700, 700, 128)),
     ("fp32", "fp16")),
    ("product", arithmetic.addmm, ((500, 700, 900),), ("fp32", "bf16")),
    ("product", arithmetic.baddbmm, ((12, 400, 300, 80),), ("fp32", "fp16")),
    ("product", arithmetic.matrix_vector, ((2000, 3000),), ("fp32", "fp16", "fp64")),
    ("product", arithmetic.vector_matrix, ((3000, 2000),), ("fp32", "bf16")),
    ("product", arithmetic.dot, ((300000,),), ("fp32", "fp16")),
    ("attention", layers.sdpa, ((2, 8, 700, 64), (3, 10, 384, 80)), ("fp16", "fp32")),
    ("attention", layers.sdpa, ((1, 4, 1500, 32),), ("bf16",)),
    ("attention", layers.sdpa_causal, ((2, 12, 768, 64),), ("bf16", "fp32")),
    ("attention", layers.sdpa_mask, ((2, 6, 512, 64),), ("fp16", "bf16")),
    ("attention", layers.sdpa_backward, ((2, 8, 512, 64),), ("fp16", "bf16", "fp32")),
    ("attention", layers.sdpa_dropout, ((2, 8, 640, 64),), ("bf16",)),
    ("conv", layers.conv2d_3x3, ((16, 64, 96, 40), (4, 256, 256, 20)), ("fp32", "fp16")),
    ("conv", layers.conv2d_1x1, ((16, 128, 512, 20),), ("fp32", "bf16")),
    ("conv", layers.conv2d_depthwise, ((8, 144, 40),), ("fp32", "fp16")),
    ("conv", layers.conv2d_channels_last, ((8, 96, 96, 40),), ("fp32", "bf16")),
    ("conv", layers.conv2d_backward, ((8, 48, 48, 40),), ("fp32", "fp16")),
    ("conv", layers.conv1d, ((8, 128, 128, 1000),), ("fp32",)),
    ("conv", layers.conv_transpose2d, ((8, 96, 48, 20),), ("fp32",)),
    ("norm", layers.layer_norm, ((3000, 640), (500, 2560), (60000, 96), (128, 16384)),
     ("fp32", "fp16")),
    ("norm", layers.layer_norm_backward, ((3000, 640),), ("fp32", "fp16")),
    ("norm", layers.rms_norm, ((3000, 640), (200, 7168)), ("bf16",)),
    ("norm", layers.rms_norm_backward, ((1500, 2048),), ("fp32",)),
    ("norm", layers.batch_norm_training, ((24, 96, 40),), ("fp32", "fp16", "bf16")),
    ("norm", layers.batch_norm_inference, ((10, 200, 20),), ("fp32",)),
    ("norm", layers.batch_norm_backward, ((24, 96, 40),), ("fp32",)),
    ("norm", layers.batch_norm_1d, ((1000, 300),), ("fp32",)),
    ("norm", layers.group_norm, ((6, 192, 24, 40),), ("fp32", "bf16")),
    ("norm", layers.group_norm_backward, ((6, 192, 24, 40),), ("fp32",)),
    ("softmax", layers.softmax, ((5000, 700), (1000, 2048), (40, 20000), (100000, 64)),
     ("fp32", "fp16")),
    ("softmax", layers.softmax_backward, ((5000, 700), (40, 20000)), ("fp32",)),
    ("softmax", layers.log_softmax, ((3000, 300),), ("fp32", "bf16")),
    ("softmax", layers.softmax_first, ((30, 200, 500),), ("fp32",)),
    ("loss", layers.cross_entropy, ((6000, 500), (200, 64000)), ("fp32",)),
    ("loss", layers.cross_entropy_backward, ((6000, 500),), ("fp32", "bf16")),
    ("loss", layers.mse, ((3000, 900),), ("bf16", "fp64")),
    ("loss", layers.bce_with_logits, ((700, 300),), ("fp32",)),
    ("index", data.embedding, ((10000, 512, 8000),), ("bf16",)),
    ("index", data.embedding_backward, ((20000, 256, 10000), (3000, 128, 2000)), ("fp32",)),
    ("index", data.index_select, ((30000, 300, 7000),), ("fp16",)),
    ("index", data.index_add, ((30000, 128, 9000),), ("fp32",)),
    ("index", data.index_put_accumulate, ((20000, 64, 5000),), ("fp32",)),
    ("index", data.gather, ((1500, 2500),), ("bf16",)),
    ("index", data.scatter_add, ((1500, 900),), ("fp32",)),
    ("index", data.nonzero, ((700, 900),), ("fp32",)),
    ("sort", data.sort, ((2000, 700), (30, 20000), (1, 50000)), ("fp32",)),
    ("sort", data.sort, ((500, 1500),), ("int32", "fp16")),
    ("sort", data.topk, ((500, 5000, 20), (16, 100000, 100), (2000, 300, 7), (1, 200000, 50)),
     ("fp32",)),
    ("sort", data.topk, ((300, 32000, 8),), ("bf16",)),
    ("sort", data.median, ((700, 900),), ("fp32",)),
    ("scan", data.cumsum, ((3000, 700), (100, 30000), (1, 100000)), ("fp32",)),
    ("scan", data.cumsum, ((500, 2000),), ("int64", "bf16")),
    ("scan", data.cumsum_first, ((900, 700),), ("fp32",)),
    ("random", data.randn, ((3000, 700),), ("fp32", "bf16")),
    ("random", data.rand, ((2500, 900),), ("fp32",)),
    ("random", data.dropout, ((1500, 900),), ("fp16",)),
    ("random", data.randperm, ((50000,),), ("fp32",)),
    ("random", data.multinomial, ((100, 5000),), ("fp32",)),
    ("copy", data.transposed, ((2000, 700),), ("fp32", "bf16")),
    ("copy", data.permuted_heads, ((4, 700, 16, 80),), ("fp32", "bf16")),
    ("copy", data.to_channels_last, ((16, 96, 40),), ("fp32", "fp16")),
    ("copy", data.cat_last, ((3000, 300),), ("fp32", "fp16")),
    ("copy", data.pad, ((900, 1500),), ("fp32",)),
    ("copy", data.roll, ((1500, 1700),), ("fp32",)),
    ("copy", data.repeat, ((300, 500),), ("fp16",)),
    ("copy", data.to_half, ((1700, 1300),), ("fp32", "fp64")),
    ("pool", arithmetic.max_pool2d, ((8, 96, 60),), ("fp16",)),
    ("pool", arithmetic.avg_pool2d, ((16, 48, 80),), ("fp32",)),
    ("pool", arithmetic.interpolate_bilinear, ((8, 32, 40),), ("fp32",)),
)  # fmt: skip
for _family, _build, _shapes, _dtypes in OTHER_SHAPES:
    calls(PREFIX + _family, *_shapes, dtypes=_dtypes)(_build)
calls(PREFIX + "product", (1536, 768, 1536), settings=("tf32",))(arithmetic.matmul)
calls(PREFIX + "attention", (3, 6, 640, 64), dtypes=("fp16",), settings=layers.BACKENDS)(
    layers.sdpa_causal
)


# Products in other clothes.

enter(
    "product",
    {
        "linear_without_bias": on(lambda s: s[:3], lambda s: (s[3], s[2]))(F.linear),
        "matmul_of_three": on(lambda s: s[:3], lambda s: (s[2], s[3]))(torch.matmul),
        "einsum_batched": on(lambda s: s[:3], lambda s: (s[0], s[2], s[3]))(
            lambda a, b: torch.einsum("bij,bjk->bik", a, b)
        ),
    },
    (8, 100, 512, 768),
    (2, 1000, 96, 200),
    dtypes=("fp32", "bf16"),
)
enter(
    "product",
    {
        "scores": on(same, same)(lambda q, k: q @ k.transpose(-1, -2)),
        "einsum_values": on(lambda s: (s[0], s[1], s[2], s[2]), lambda s: (s[0], s[2], s[1], s[3]))(
            lambda p, v: torch.einsum("bhqk,bkhd->bqhd", p, v)
        ),
    },
    (4, 12, 300, 64),
    dtypes=("fp32", "fp16"),
)
enter("product", {"by_transposed": TWO(lambda a, b: a @ b.t())}, (900, 500), dtypes=("fp32",))
enter("product", {"gram": ONE(lambda a: a.t() @ a)}, (3000, 200), dtypes=("fp32", "bf16"))


@calls(PREFIX + "attention", (4, 8, 200, 64), dtypes=("fp16", "fp32"))
def sdpa_cross(new: Inputs, b: int, h: int, s: int, d: int) -> Run:
    q = new.normal(b, h, s, d)
    k, v = new.normal(b, h, 77, d), new.normal(b, h, 77, d)
    return lambda: F.scaled_dot_product_attention(q, k, v)


@calls(PREFIX + "attention", (8, 16, 1500, 64), dtypes=("bf16",))
def sdpa_decoding(new: Inputs, b: int, h: int, s: int, d: int) -> Run:
    q, k, v = new.normal(b, h, 1, d), new.normal(b, h, s, d), new.normal(b, h, s, d)
    return lambda: F.scaled_dot_product_attention(q, k, v)


@calls(PREFIX + "conv", (8, 64, 128, 32), dtypes=("fp32", "fp16"))
def conv2d_3x3_stride2(new: Inputs, n: int, c: int, k: int, side: int) -> Run:
    x, w = new.normal(n, c, side, side), new.normal(k, c, 3, 3)
    return lambda: F.conv2d(x, w, stride=2, padding=1)


@calls(PREFIX + "conv", (8, 32, 64, 48), dtypes=("fp32", "bf16"))
def conv2d_5x5(new: Inputs, n: int, c: int, k: int, side: int) -> Run:
    x, w, b = new.normal(n, c, side, side), new.normal(k, c, 5, 5), new.normal(k)
    return lambda: F.conv2d(x, w, b, padding=2)


@calls(PREFIX + "conv", (8, 3, 384, 224), dtypes=("fp32", "fp16"))
def patches(new: Inputs, n: int, c: int, k: int, side: int) -> Run:
    x, w, b = new.normal(n, c, side, side), new.normal(k, c, 16, 16), new.normal(k)
    return lambda: F.conv2d(x, w, b, stride=16)


# Norms, softmax and losses.

enter("norm", {"layer_norm_of_three": ONE(lambda x: F.layer_norm(x, x.shape[-1:]))}, (8, 200, 1280))
enter("norm", {"instance_norm": ONE(F.instance_norm)}, (8, 48, 60, 60))
enter("norm", {"normalize": ONE(lambda x: F.normalize(x, dim=1))}, (6000, 128), dtypes=("fp16",))
enter("norm", {"l1_rows": ONE(lambda x: x.norm(1, dim=-1))}, (3000, 1200))
enter("softmax", {"softmax_of_scores": ONE(lambda x: x.softmax(-1))}, (16, 12, 150, 150))
enter("softmax", {"log_softmax_middle": ONE(lambda x: x.log_softmax(1))}, (16, 21, 60, 60))
enter("softmax", {"softmax": ONE(lambda x: x.softmax(-1))}, (700, 500), dtypes=("fp64",))
enter(
    "loss",
    {
        "l1": TWO(F.l1_loss),
        "huber_sums": TWO(lambda x, y: F.huber_loss(x, y, reduction="sum")),
        "kl": TWO(lambda x, y: F.kl_div(x, y, reduction="batchmean")),
        "cosine": TWO(F.cosine_similarity),
    },
    (2500, 800),
)


@calls(PREFIX + "loss", (2000, 1000))
def smoothed_cross_entropy(new: Inputs, rows: int, classes: int) -> Run:
    x, y = new.normal(rows, classes), new.below(classes, rows)
    return lambda: F.cross_entropy(x, y, label_smoothing=0.1)


@calls(PREFIX + "loss", (4, 21, 120))
def cross_entropy_of_pixels(new: Inputs, n: int, classes: int, side: int) -> Run:
    x, y = new.normal(n, classes, side, side), new.below(classes, n, side, side)
    return lambda: F.cross_entropy(x, y)


# Reductions.

ALONG: dict[str, Function] = {
    "sum": lambda x, dim: x.sum(dim),
    "mean": lambda x, dim: x.mean(dim),
    "max": lambda x, dim: x.max(dim),
    "argmin": lambda x, dim: x.argmin(dim),
    "std": lambda x, dim: x.std(dim),
    "logsumexp": lambda x, dim: x.logsumexp(dim),
}
for _place, (_name, _function) in enumerate(ALONG.items()):
    for _dim in (0, 1, -1):
        _shape = ((3000, 2500), (50000, 12), (20, 300, 400))[(_place + _dim) % 3]
        enter(
            "reduce",
            {f"{_name}_along_{_dim}": ONE(lambda x, f=_function, d=_dim: f(x, d))},
            _shape,
            dtypes=(("fp32",), ("bf16",), ("fp32", "fp16"))[(_place + 2 * _dim) % 3],
        )
enter(
    "reduce",
    {"sum_whole": ONE(torch.sum), "prod_whole": ONE(torch.prod)},
    (2000, 1500),
    dtypes=("fp64",),
)
enter("reduce", {"sum_whole": ONE(torch.sum)}, (300, 7000), dtypes=("int64",))
enter("reduce", {"max_whole": ONE(torch.max)}, (2500, 3000), dtypes=("bf16",))
enter("reduce", {"sum_outer": ONE(lambda x: x.sum((0, 1)))}, (40, 500, 300))
enter("reduce", {"mean_picture": ONE(lambda x: x.mean((2, 3)))}, (64, 256, 20, 20))
enter("reduce", {"count_nonzero": ONE(torch.count_nonzero)}, (2000, 900))
enter("reduce", {"var_mean": ONE(lambda x: torch.var_mean(x, 1))}, (2000, 900))
enter("reduce", {"aminmax": ONE(torch.aminmax)}, (3000, 1000))
enter("reduce", {"all_rows": ONE(lambda x: (x > 0).all(-1))}, (3000, 1000))

# One result for each element.

enter(
    "pointwise",
    {
        "rsqrt": ONE(torch.rsqrt),
        "log1p": ONE(torch.log1p),
        "sin": ONE(torch.sin),
        "erf": ONE(torch.erf),
        "leaky_relu": ONE(F.leaky_relu),
        "softplus": ONE(F.softplus),
        "hardswish": ONE(F.hardswish),
        "glu": ONE(F.glu),
        "abs_in_place": ONE(lambda x: x.abs_()),
        "isnan": ONE(torch.isnan),
    },
    (3000, 1700),
)
enter(
    "pointwise",
    {
        "maximum": TWO(torch.maximum),
        "where_scalar": TWO(lambda x, y: torch.where(x > 0, y, 0.0)),
        "atan2": TWO(torch.atan2),
        "rsub": TWO(lambda x, y: 1 - x * y),
    },
    (1200, 2300),
    dtypes=("bf16",),
)
enter(
    "pointwise",
    {
        "remainder": ONE(lambda x: x % 3),
        "bitwise_and": TWO(torch.bitwise_and),
        "to_float_and_scale": ONE(lambda x: x.float() * 0.5),
    },
    (1500, 1100),
    dtypes=("int32", "int64"),
)
enter("pointwise", {"mul": TWO(torch.mul), "tanh": ONE(torch.tanh)}, (900, 1100), dtypes=("fp64",))
enter(
    "pointwise",
    {"promoted": TWO(lambda x, y: x.half() + y), "sub_mean": ONE(lambda x: x - x.mean(1, True))},
    (2200, 1500),
)
enter(
    "pointwise",
    {
        "add_planes": on(lambda s: (s[0], 1, s[2]), lambda s: (1, s[1], s[2]))(torch.add),
        "pairwise": on(lambda s: (s[0], s[1], 1), lambda s: (s[0], 1, s[2]))(torch.sub),
        "bias_of_channels": on(same, lambda s: (s[1], 1))(torch.add),
    },
    (64, 150, 300),
    dtypes=("fp32", "fp16"),
)


def gradient_of(function: Function) -> Callable[..., Run]:
    def build(new: Inputs, *shape: int) -> Run:
        x = new.normal(*shape, grad=True)
        return backward(lambda: function(x), [x])

    return build


enter(
    "pointwise",
    {
        "relu_backward": gradient_of(F.relu),
        "silu_backward": gradient_of(F.silu),
        "square_backward": gradient_of(torch.square),
        "mean_backward": gradient_of(lambda x: x.mean(1)),
    },
    (1700, 2100),
    dtypes=("fp32",),
)

# Indices, order, scans.


@calls(PREFIX + "index", (3000, 1100))
def boolean_rows(new: Inputs, rows: int, width: int) -> Run:
    x, m = new.normal(rows, width), new.mask(rows)
    return lambda: x[m]


@calls(PREFIX + "index", (2500, 1400), dtypes=("fp16",))
def assign_where(new: Inputs, *shape: int) -> Run:
    x, m = new.normal(*shape), new.mask(*shape)

    def assign() -> None:
        x[m] = 0

    return assign


@calls(PREFIX + "index", (900, 700, 20000))
def pairs(new: Inputs, rows: int, width: int, count: int) -> Run:
    x, i, j = new.normal(rows, width), new.below(rows, count), new.below(width, count)
    return lambda: x[i, j]


@calls(PREFIX + "index", (2000, 3000, 900))
def columns(new: Inputs, rows: int, width: int, count: int) -> Run:
    x, i = new.normal(rows, width), new.below(width, count)
    return lambda: x.index_select(1, i)


@calls(PREFIX + "index", (5000, 400))
def one_hot(new: Inputs, count: int, classes: int) -> Run:
    i = new.below(classes, count)
    return lambda: F.one_hot(i, classes)


@calls(PREFIX + "index", (5000, 600))
def scatter_ones(new: Inputs, rows: int, width: int) -> Run:
    x, i = new.normal(rows, width), new.below(width, rows, 1)
    return lambda: x.scatter_(1, i, 1.0)


@calls(PREFIX + "index", (40000, 100, 3000), dtypes=("fp32", "fp16"))
def index_copy(new: Inputs, rows: int, width: int, count: int) -> Run:
    x, y, i = new.normal(rows, width), new.normal(count, width), new.permuted(rows)[:count]
    return lambda: x.index_copy_(0, i, y)


enter(
    "sort",
    {
        "argsort_down": ONE(lambda x: x.argsort(-1, descending=True)),
        "kthvalue": ONE(lambda x: x.kthvalue(5, -1)),
        "smallest": ONE(lambda x: x.topk(4, largest=False)),
    },
    (300, 1800),
)
enter("sort", {"histc": ONE(lambda x: x.histc(64, -3, 3))}, (500000,))
enter(
    "scan",
    {"cummin": ONE(lambda x: x.cummin(-1)), "logcumsumexp": ONE(lambda x: x.logcumsumexp(-1))},
    (1000, 600),
)
enter("scan", {"cumsum_middle": ONE(lambda x: x.cumsum(1))}, (40, 300, 200))

# Random numbers and copies.

enter(
    "random",
    {
        "exponential": ONE(lambda x: x.exponential_()),
        "uniform": ONE(lambda x: x.uniform_(-1, 1)),
        "rand_like": ONE(torch.rand_like),
    },
    (1900, 1300),
    dtypes=("fp32", "fp16"),
)
enter(
    "copy",
    {
        "nhwc": ONE(lambda x: x.permute(0, 2, 3, 1).contiguous()),
        "heads_merged": ONE(lambda x: x.transpose(1, 2).reshape(x.shape[0], x.shape[2], -1)),
        "expanded": ONE(lambda x: x[:, :1].expand(-1, 8, -1, -1).contiguous()),
    },
    (8, 24, 64, 96),
    dtypes=("fp32", "bf16"),
)
enter(
    "copy",
    {
        "stack_last": TWO(lambda x, y: torch.stack((x, y), -1)),
        "cat_three": TWO(lambda x, y: torch.cat((x, y, x), 1)),
        "into_columns": TWO(lambda x, y: x[:, 4:-4].copy_(y[:, :-8])),
        "every_third_row": ONE(lambda x: x[::3].clone()),
        "rot90": ONE(torch.rot90),
        "pad_left": ONE(lambda x: F.pad(x, (3, 0), value=1.0)),
        "tril": ONE(torch.tril),
        "diagonal_sum": ONE(torch.trace),
    },
    (1100, 1600),
)
enter(
    "copy", {"pad_replicate": ONE(lambda x: F.pad(x, (1, 1, 1, 1), "replicate"))}, (8, 32, 60, 60)
)
enter("copy", {"unfolded": ONE(lambda x: F.unfold(x, 3, padding=1))}, (8, 24, 40, 40))
enter("copy", {"to_float": ONE(lambda x: x.float())}, (1300, 1700), dtypes=("fp16", "int32"))


@calls(PREFIX + "copy", (300000,))
def linspace(new: Inputs, count: int) -> Run:
    return lambda: torch.linspace(0, 1, count, device=new.device)


@calls(PREFIX + "copy", (500, 3000))
def full_of_ids(new: Inputs, *shape: int) -> Run:
    return lambda: torch.full(shape, 7, dtype=torch.int64, device=new.device)


@calls(PREFIX + "copy", (600, 700))
def to_the_device(new: Inputs, *shape: int) -> Run:
    x = new.host(*shape, pinned=True)
    return lambda: x.to(new.device, copy=True)


# Training.

OPTIMIZERS: dict[str, Callable[..., torch.optim.Optimizer]] = {
    "rmsprop": lambda p: torch.optim.RMSprop(p, lr=1e-3),
    "adagrad": lambda p: torch.optim.Adagrad(p, lr=1e-3),
    "nesterov": lambda p: torch.optim.SGD(p, lr=1e-3, momentum=0.9, nesterov=True),
    "amsgrad": lambda p: torch.optim.AdamW(p, lr=1e-3, amsgrad=True),
    "decayed_adam": lambda p: torch.optim.Adam(p, lr=1e-3, weight_decay=0.01),
    "plain_sgd": lambda p: torch.optim.SGD(p, lr=1e-3),
}


def _optimizer(kind: Callable[..., torch.optim.Optimizer]) -> Callable[..., Run]:
    def build(new: Inputs, width: int, count: int) -> Run:
        parameters = [nn.Parameter(new.normal(width, width)) for _ in range(count)]
        for parameter in parameters:
            parameter.grad = torch.ones_like(parameter)
        return kind(parameters).step

    return build


for _name, _kind in OPTIMIZERS.items():
    enter("training", {_name: _optimizer(_kind)}, (640, 6))


@calls(PREFIX + "training", (16, 32, 28))
def picture_step(new: Inputs, n: int, c: int, side: int) -> Run:
    """Return a step of a small convolutional network."""
    first, second = nn.Conv2d(3, c, 3, padding=1), nn.Conv2d(c, 2 * c, 3, stride=2, padding=1)
    end = nn.Linear(2 * c, 10)
    module = new.to(nn.Sequential(first, nn.BatchNorm2d(c), nn.ReLU(), second, nn.ReLU(),
                                  nn.AdaptiveAvgPool2d(1), nn.Flatten(), end))  # fmt: skip
    x, y = new.normal(n, 3, side, side), new.below(10, n)
    optimizer = torch.optim.Adam(module.parameters())

    def step() -> None:
        optimizer.zero_grad()
        F.cross_entropy(module(x), y).backward()
        optimizer.step()

    return step


@calls(PREFIX + "training", (4, 150, 384, 6), dtypes=("fp32", "bf16"))
def decoder_layer(new: Inputs, b: int, s: int, width: int, heads: int) -> Run:
    width, heads = (width, heads) if width % heads == 0 else (16, 4)
    module = new.to(nn.TransformerDecoderLayer(width, heads, 2 * width, 0.0, batch_first=True))
    x, memory = new.normal(b, s, width), new.normal(b, s, width)
    return lambda: module(x, memory).float().sum().backward()


@calls(PREFIX + "training", (64, 20, 128))
def embedding_step(new: Inputs, n: int, s: int, width: int) -> Run:
    """Return a step of a bag of words with an output of its own width."""
    table, out = new.to(nn.Embedding(5000, width)), new.to(nn.Linear(width, 100))
    ids, y = new.below(5000, n, s), new.below(100, n)
    parameters = [*table.parameters(), *out.parameters()]
    optimizer = torch.optim.SGD(parameters, lr=0.1)

    def step() -> None:
        optimizer.zero_grad()
        F.cross_entropy(out(table(ids).mean(1)), y).backward()
        optimizer.step()

    return step


# Expressions.


@calls(PREFIX + "expression", (2000, 700), dtypes=("fp32", "bf16"))
def layer_norm_by_hand(new: Inputs, *shape: int) -> Run:
    x, w, b = new.normal(*shape), new.normal(shape[-1]), new.normal(shape[-1])

    def norm() -> torch.Tensor:
        mean, variance = x.mean(-1, keepdim=True), x.var(-1, unbiased=False, keepdim=True)
        return (x - mean) / (variance + 1e-5).sqrt() * w + b

    return norm


@calls(PREFIX + "expression", (3000, 800), dtypes=("fp32", "fp16"))
def gated(new: Inputs, *shape: int) -> Run:
    x, y = new.normal(*shape), new.normal(*shape)
    return lambda: F.silu(x) * y


@calls(PREFIX + "expression", (2, 6, 300, 64), dtypes=("fp32", "fp16"))
def attention_by_hand(new: Inputs, *shape: int) -> Run:
    q, k, v = (new.normal(*shape) for _ in range(3))
    mask = torch.ones(shape[2], shape[2], dtype=torch.bool, device=new.device).tril()

    def attention() -> torch.Tensor:
        scores = q @ k.transpose(-1, -2) / shape[3] ** 0.5
        return scores.masked_fill(~mask, float("-inf")).softmax(-1) @ v

    return attention


@calls(PREFIX + "expression", (64, 5000))
def sampled(new: Inputs, *shape: int) -> Run:
    """Return a draw from the ten likeliest of each row."""
    x = new.normal(*shape)

    def draw() -> torch.Tensor:
        values, places = x.topk(10)
        return places.gather(1, torch.multinomial((values / 0.8).softmax(-1), 1))

    return draw


@calls(PREFIX + "expression", (1500, 1024))
def accuracy(new: Inputs, rows: int, classes: int) -> Run:
    x, y = new.normal(rows, classes), new.below(classes, rows)
    return lambda: (x.argmax(-1) == y).float().mean()
