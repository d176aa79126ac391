"""Calls that nothing was fitted to: other shapes, other types, and models as people write them.

The table of operators was made with the record of the other families. What its times are worth on
a call it has not seen is read off these: their families begin with "unseen-", and their record is
a file of its own.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import nn

from truth.operators import arithmetic, data, layers
from truth.operators.case import Inputs, Run, calls

# Functions of the fitted families, at other shapes.

OTHER_SHAPES = (
    ("product", arithmetic.matmul, ((1536, 1536, 1536), (8192, 1024, 1024), (300, 700, 900),
                                    (64, 4096, 11008)), ("fp32", "bf16")),
    ("product", arithmetic.linear, ((8192, 768, 3072), (16, 2048, 2048)), ("fp16", "fp32")),
    ("product", arithmetic.bmm, ((96, 197, 197, 64), (8, 2048, 64, 2048)), ("fp16", "fp32")),
    ("product", arithmetic.matrix_vector, ((11008, 4096),), ("bf16",)),
    ("attention", layers.sdpa, ((8, 12, 512, 64), (1, 32, 4096, 128), (16, 8, 256, 32)),
     ("fp16", "bf16")),
    ("attention", layers.sdpa_causal, ((8, 12, 1024, 64), (1, 16, 3000, 128)), ("fp16", "fp32")),
    ("conv", layers.conv2d_3x3, ((16, 128, 128, 28), (8, 32, 48, 96), (4, 512, 512, 14)),
     ("fp32", "fp16")),
    ("conv", layers.conv2d_1x1, ((8, 192, 384, 28),), ("fp32", "fp16")),
    ("conv", layers.conv2d_depthwise, ((16, 192, 28),), ("fp32",)),
    ("norm", layers.layer_norm, ((2048, 768), (16384, 5120), (77, 333)), ("fp32", "bf16")),
    ("norm", layers.rms_norm, ((2048, 5120),), ("bf16",)),
    ("norm", layers.batch_norm_training, ((64, 128, 28),), ("fp32",)),
    ("norm", layers.group_norm, ((8, 256, 32, 32),), ("fp32",)),
    ("norm", layers.layer_norm_backward, ((2048, 768),), ("fp32", "bf16")),
    ("softmax", layers.softmax, ((8192, 512), (300, 3000), (16, 128256)), ("fp32", "bf16")),
    ("softmax", layers.softmax_backward, ((8192, 512),), ("fp32",)),
    ("loss", layers.cross_entropy, ((512, 32000), (10000, 100)), ("fp32",)),
    ("index", data.embedding, ((32000, 4096, 2048),), ("bf16",)),
    ("index", data.index_select, ((50000, 512, 10000),), ("fp32",)),
    ("index", data.gather, ((2000, 3000),), ("fp32",)),
    ("sort", data.topk, ((128, 32000, 5), (8192, 256, 2)), ("fp32",)),
    ("sort", data.sort, ((256, 3000), (1, 300000)), ("fp32",)),
    ("scan", data.cumsum, ((512, 8192),), ("fp32",)),
    ("random", data.dropout, ((2048, 3072),), ("bf16", "fp32")),
    ("copy", data.transposed, ((3000, 5000),), ("fp32", "fp16")),
    ("copy", data.cat_first, ((1000, 3000),), ("fp32",)),
    ("pool", arithmetic.max_pool2d, ((16, 128, 56),), ("fp32",)),
)  # fmt: skip
for _family, _build, _shapes, _dtypes in OTHER_SHAPES:
    calls(f"unseen-{_family}", *_shapes, dtypes=_dtypes)(_build)


# Expressions as people write them: several launches, broadcasting, odd sizes.


@calls("unseen-expression", (2048, 3000), (700, 130), dtypes=("fp32", "bf16"))
def gelu_by_hand(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: 0.5 * x * (1 + torch.tanh(0.7978845608 * (x + 0.044715 * x**3)))


@calls("unseen-expression", (4096, 2000), dtypes=("fp32", "fp16"))
def softmax_by_hand(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)

    def softmax() -> torch.Tensor:
        e = torch.exp(x - x.max(-1, keepdim=True).values)
        return e / e.sum(-1, keepdim=True)

    return softmax


@calls("unseen-expression", (3000, 1500))
def standardised(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: (x - x.mean(0)) / x.std(0).clamp(min=1e-6)


@calls("unseen-expression", (64, 3, 224), dtypes=("fp32",))
def image_batch(new: Inputs, n: int, c: int, side: int) -> Run:
    x = new.normal(n, c, side, side)
    mean, deviation = new.normal(c, 1, 1), new.normal(c, 1, 1)
    return lambda: ((x.clamp(0, 1) - mean) / deviation).to(torch.float16)


@calls("unseen-expression", (16, 32, 1024, 128), dtypes=("bf16",))
def rotary(new: Inputs, b: int, h: int, s: int, d: int) -> Run:
    x, cos, sin = new.normal(b, h, s, d), new.normal(s, d), new.normal(s, d)

    def rotated() -> torch.Tensor:
        one, two = x.chunk(2, -1)
        return x * cos + torch.cat((-two, one), -1) * sin

    return rotated


@calls("unseen-expression", (4096, 4096), dtypes=("fp32", "bf16"))
def mean_of_squares(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.pow(2).mean(-1)


@calls("unseen-expression", (2048, 2048))
def norm_by_row(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: F.normalize(x, dim=-1)


@calls("unseen-expression", (5000, 1200))
def masked_mean(new: Inputs, *shape: int) -> Run:
    x, mask = new.normal(*shape), new.mask(*shape)
    return lambda: (x * mask).sum(1) / mask.sum(1).clamp(min=1)


# Models.


class Block(nn.Module):
    """A transformer's block: norm, causal attention, norm, two linear layers."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.heads = max(1, width // 64)
        self.one, self.two = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        b, s, width = x.shape
        q, k, v = self.qkv(self.one(x)).view(b, s, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(y.transpose(1, 2).reshape(b, s, width))
        return x + self.down(F.gelu(self.up(self.two(x))))


@calls("unseen-model", (4, 1024, 768), (1, 512, 2048), dtypes=("bf16", "fp32"))
def transformer_block(new: Inputs, b: int, s: int, width: int) -> Run:
    module, x = new.to(Block(width)), new.normal(b, s, width)

    def forward() -> torch.Tensor:
        with torch.no_grad():
            return module(x)

    return forward


@calls("unseen-model", (2, 512, 768), dtypes=("bf16", "fp32"))
def transformer_block_training(new: Inputs, b: int, s: int, width: int) -> Run:
    module, x = new.to(Block(width)), new.normal(b, s, width)

    def step() -> None:
        module.zero_grad(set_to_none=True)
        module(x).float().pow(2).mean().backward()

    return step


class Residual(nn.Module):
    """A residual network's block: two convolutions with batch norm, and the sum."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.one = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.two = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norms = nn.ModuleList(nn.BatchNorm2d(channels) for _ in range(2))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = F.relu(self.norms[0](self.one(x)))
        return F.relu(x + self.norms[1](self.two(y)))


@calls("unseen-model", (32, 128, 28), (16, 64, 56), dtypes=("fp32", "fp16"))
def residual_block(new: Inputs, n: int, c: int, side: int) -> Run:
    module, x = new.to(Residual(c)).eval(), new.normal(n, c, side, side)

    def forward() -> torch.Tensor:
        with torch.no_grad():
            return module(x)

    return forward


@calls("unseen-model", (256, 784, 10), dtypes=("fp32",))
def classifier_step(new: Inputs, n: int, width: int, classes: int) -> Run:
    hidden = nn.Linear(width, 512), nn.Linear(512, 256), nn.Linear(256, classes)
    module = new.to(nn.Sequential(hidden[0], nn.ReLU(), hidden[1], nn.ReLU(), hidden[2]))
    x, y = new.normal(n, width), new.below(classes, n)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.01, momentum=0.9)

    def step() -> None:
        optimizer.zero_grad()
        F.cross_entropy(module(x), y).backward()
        optimizer.step()

    return step
