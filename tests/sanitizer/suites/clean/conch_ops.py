"""Conch's kernels for serving models, against PyTorch: `kernelscope check conch_ops.py`."""

# Conch is installed by who runs this.
# pyright: basic, reportMissingImports=false
from __future__ import annotations

from collections.abc import Sequence

import torch
import torch.nn.functional as F
from against_torch import Call, numbers, run, with_few_configurations
from conch.ops.activation.gelu_tanh_and_mul import gelu_tanh_and_mul
from conch.ops.activation.silu_and_mul import silu_and_mul
from conch.ops.attention.paged_attention import paged_attention
from conch.ops.attention.varlen_attention import varlen_attention
from conch.ops.normalization.gemma_rms_norm import gemma_rms_norm
from conch.ops.normalization.rms_norm import fused_add_rms_norm, rms_norm
from conch.ops.quantization.gemm import scaled_gemm
from conch.ops.vision.nms import nms
from conch.ops.vision.voxelization import VoxelizationParameter, generate_voxels
from conch.ops.vllm.reshape_and_cache import reshape_and_cache

with_few_configurations()
HALF = torch.float16
HEADS, GROUPS, DEPTH, PAGE, PAGES = 4, 2, 32, 32, 8
LENGTHS, TABLE = (40, 70), ((0, 1, 2), (3, 4, 5))
EPSILON = 1e-6


def plain(*shape: int, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    """Return normal numbers without gradients."""
    return numbers(*shape, dtype=dtype).detach()


def normed(x, weight):
    """Return rows divided by their root mean square."""
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + EPSILON) * weight


def added(x, residual, weight):
    """Add a residual in place, and norm the sum."""
    fused_add_rms_norm(x, residual, weight, EPSILON)
    return x, residual


def cache() -> torch.Tensor:
    """Return the keys, or the values, of all pages."""
    return plain(PAGES, PAGE, GROUPS, DEPTH, dtype=HALF)


def whole(values: Sequence) -> torch.Tensor:
    """Return whole numbers of 32 bits on the GPU."""
    return torch.tensor(values, device="cuda", dtype=torch.int32)


def paged(query, keys, values):
    """Attend with one query for each sequence to its pages."""
    tables, lengths = whole(TABLE), whole(LENGTHS)
    return paged_attention(query, keys, values, tables, lengths, scale=DEPTH**-0.5)


def paged_in_torch(query, keys, values):
    """Do the same, a sequence at a time."""
    rows = []
    for one, length, pages in zip(query.float(), LENGTHS, TABLE, strict=True):
        k, v = (
            each[list(pages)].flatten(0, 1)[:length].float().repeat_interleave(HEADS // GROUPS, 1)
            for each in (keys, values)
        )
        weights = (torch.einsum("hd,lhd->hl", one, k) * DEPTH**-0.5).softmax(-1)
        rows.append(torch.einsum("hl,lhd->hd", weights, v))
    return torch.stack(rows)


def varlen(query, keys, values):
    """Attend causally with 8 and 12 queries."""
    starts, lengths = whole([0, 8, 20]), whole(LENGTHS)
    return varlen_attention(
        query, keys, values, starts, 12, lengths, max(LENGTHS), whole(TABLE),
        causal=True, scale=DEPTH**-0.5,
    )  # fmt: skip


def cached(key, value):
    """Write rows of keys into their slots of a cache."""
    keys, values = (torch.zeros(PAGES, 4, GROUPS, 16, device="cuda") for _ in range(2))
    slots = torch.tensor([3, 9, 1, 31, 12, 5, 6], device="cuda")
    reshape_and_cache(key, value, keys, values, slots)
    return keys.flatten(0, 1)[slots], values.flatten(0, 1)[slots]


def product(a, b):
    """Multiply bytes, with scales of one."""
    scale = torch.ones(1, device="cuda")
    return scaled_gemm(a, b, scale, scale, HALF, None)


def bytes_of(*shape: int) -> torch.Tensor:
    """Return small whole numbers of 8 bits."""
    return torch.randint(-9, 9, shape, device="cuda", dtype=torch.int8)


def boxes() -> tuple[torch.Tensor, torch.Tensor]:
    """Return boxes, and how sure each is."""
    corners = torch.rand(70, 2, device="cuda")
    return torch.cat([corners, corners + torch.rand(70, 2, device="cuda")], 1), torch.rand(
        70, device="cuda"
    )


def voxels(points):
    """Count the boxes of a grid that have points."""
    grid = VoxelizationParameter((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.25, 0.25, 0.5), 20)
    return generate_voxels(points, grid)[0]


CALLS = {
    "gelu_tanh_and_mul": Call(
        lambda: (plain(17, 64),),
        gelu_tanh_and_mul,
        lambda x: F.gelu(x[:, :32], approximate="tanh") * x[:, 32:],
    ),
    "silu_and_mul": Call(
        lambda: (plain(17, 64),), silu_and_mul, lambda x: F.silu(x[:, :32]) * x[:, 32:]
    ),
    "rms_norm": Call(
        lambda: (plain(17, 64), plain(64)), lambda x, w: rms_norm(x, w, EPSILON), normed
    ),
    "gemma_rms_norm": Call(
        lambda: (plain(17, 64), plain(64)),
        lambda x, w: gemma_rms_norm(x, w, EPSILON),
        lambda x, w: normed(x, 1 + w),
    ),
    "fused_add_rms_norm": Call(
        lambda: (plain(17, 64), plain(17, 64), plain(64)),
        added,
        lambda x, r, w: (normed(x + r, w), x + r),
    ),
    "paged_attention": Call(
        lambda: (plain(2, HEADS, DEPTH, dtype=HALF), cache(), cache()), paged, paged_in_torch
    ),
    "varlen_attention": Call(
        lambda: (plain(20, HEADS, DEPTH, dtype=HALF), cache(), cache()), varlen
    ),
    "reshape_and_cache": Call(
        lambda: (plain(7, GROUPS, 16), plain(7, GROUPS, 16)), cached, lambda *both: both
    ),
    "nms": Call(boxes, lambda box, score: nms(box, score, 0.3)),
    "voxels": Call(lambda: (torch.rand(200, 4, device="cuda"),), voxels),
    "scaled_gemm": Call(
        lambda: (bytes_of(33, 64), bytes_of(64, 64)), product, lambda a, b: a.float() @ b.float()
    ),
    "scaled_gemm of 48 columns": Call(
        lambda: (bytes_of(33, 64), bytes_of(64, 48)), product, lambda a, b: a.float() @ b.float()
    ),
}

run(CALLS)
