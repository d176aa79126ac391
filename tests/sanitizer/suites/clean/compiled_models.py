"""Ten small models by torch.compile with max-autotune: `kernelscope check compiled_models.py`."""

# pyright: basic
from __future__ import annotations

import torch
from against_torch import Call, numbers, run
from torch.nn import functional as F

HEADS, TOKENS, DEPTH, WIDTH = 2, 20, 16, 32


def attention(x, w):
    """Attend causally, in plain operations."""
    q, k, v = (x @ w).view(2, TOKENS, 3, HEADS, DEPTH).permute(2, 0, 3, 1, 4)
    mask = torch.full((TOKENS, TOKENS), -9e9, device=x.device).triu(1)
    return ((q @ k.transpose(-1, -2) / 4 + mask).softmax(-1) @ v).transpose(1, 2).flatten(2)


def experts(x, gate, w):
    """Send each row to two of four matrices."""
    share, chosen = (x @ gate).softmax(-1).topk(2)
    return (torch.einsum("bd,bkde->bke", x, w[chosen]) * share[..., None]).sum(1)


def convolved(x, a, b):
    """Convolve twice, once by channel, and pool."""
    return F.max_pool2d(F.relu(F.conv2d(F.gelu(F.conv2d(x, a, padding=1)), b, groups=8)), 2)


def embedded(table, w):
    """Take the loss of a model of one layer."""
    words = torch.arange(27, device=table.device) * 7 % 50
    return F.cross_entropy(F.embedding(words, table) @ w, words.flip(0))


def scattered(x, w):
    """Add rows to others that come several times."""
    places = torch.arange(40, device=x.device) % 9
    return torch.zeros(9, DEPTH, device=x.device).index_add(0, places, w * x)


def reduced(x, w):
    """Reduce long rows in several ways."""
    return (x * w).var(1) + (x * w).amax(1) + (x * w).norm(dim=1)


def resized(x, w):
    """Pad, pool and resize."""
    padded = F.pad(x * w, (1, 1, 1, 1), "reflect")
    return F.interpolate(F.avg_pool2d(padded, 3, 2), scale_factor=2, mode="bilinear")


def layers(x, a, b):
    """Go through two layers, and add their normed result."""
    return F.rms_norm(F.silu(x @ a) @ b, [40]) + x


MODELS = {
    "attention": (attention, (2, TOKENS, WIDTH), (WIDTH, 3 * WIDTH)),
    "experts": (experts, (21, DEPTH), (DEPTH, 4), (4, DEPTH, DEPTH)),
    "convolved": (convolved, (2, 3, 11, 13), (8, 3, 3, 3), (8, 1, 3, 3)),
    "embedded": (embedded, (50, 24), (24, 50)),
    "scattered": (scattered, (40, DEPTH), (40, DEPTH)),
    "reduced": (reduced, (5, 7000), (1, 7000)),
    "resized": (resized, (2, 4, 9, 11), (4, 1, 1)),
    "scanned": (lambda x, w: (x * w).cumsum(1) + x.sigmoid().cumprod(0), (37, 33), (33,)),
    "normed": (lambda x, w: F.layer_norm(x, [48]).sigmoid() + x.softmax(-1) * w, (37, 48), (48,)),
    "layers": (
        lambda x, a, b: F.rms_norm(F.silu(x @ a) @ b, [40]) + x,
        (33, 40),
        (40, 64),
        (64, 40),
    ),
}


def of_model(model, *shapes: tuple[int, ...]) -> Call:
    """Return a model's call, compiled, with normal numbers of these shapes."""
    compiled = torch.compile(model, options={"max_autotune": True})
    return Call(lambda: tuple(numbers(*shape) for shape in shapes), compiled, model)


run({name: of_model(*model) for name, model in MODELS.items()})
