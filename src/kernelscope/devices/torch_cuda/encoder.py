"""The fast path of PyTorch's transformer layers, in the operations of which a GPU's is made.

`nn.MultiheadAttention` and `nn.TransformerEncoderLayer` call one operator each, if they evaluate
and need no gradient. On a CPU that is one kernel; on a GPU it calls others, which launch and cost
what they do elsewhere (PyTorch's `native/transformers/cuda/attention.cu` and `transformer.cpp`).
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend

from kernelscope.devices.torch_cuda.internals import aten

Maybe = torch.Tensor | None
# Sizes of a head that the packed projections have for the fused kernels.
_HEAD_STEP = 8


def multi_head_attention(
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    embed_dim: int,
    num_head: int,
    qkv_weight: torch.Tensor,
    qkv_bias: torch.Tensor,
    proj_weight: torch.Tensor,
    proj_bias: torch.Tensor,
    mask: Maybe = None,
    need_weights: bool = True,
    average_attn_weights: bool = True,
    mask_type: int | None = None,
) -> tuple[torch.Tensor, Maybe]:
    """Return the layer's result, [batch, length, embed_dim], and its weights, [batch, length,
    length] or None (`_native_multi_head_attention`). Its `qkv_weight` has the projections of query,
    key and value one after the other: [3 embed_dim, embed_dim].
    """
    same = query is key and key is value
    plain = mask is None and not need_weights

    def heads(x: torch.Tensor) -> torch.Tensor:
        return x.view(len(x), -1, num_head, embed_dim // num_head).transpose(1, 2)

    if same and plain and embed_dim // num_head % _HEAD_STEP == 0:
        shaped = heads(query)
        if aten._fused_sdp_choice(shaped, shaped, shaped) != SDPBackend.MATH.value:
            q, k, v = map(heads, F.linear(query, qkv_weight, qkv_bias).chunk(3, -1))
            attended = F.scaled_dot_product_attention(q, k, v)
            joined = attended.transpose(1, 2).reshape(len(query), -1, embed_dim)
            return F.linear(joined, proj_weight, proj_bias), None
    if same:
        projected = query @ qkv_weight.t()
    else:
        pairs = zip((query, key, value), qkv_weight.chunk(3), strict=True)
        projected = torch.cat([given @ weight.t() for given, weight in pairs], -1)
    q, k, v = aten._transform_bias_rescale_qkv(projected, qkv_bias, num_head)
    scores = q @ k.transpose(2, 3)
    if mask is None:
        weights = scores.softmax(-1)
    else:  # 0 where a key takes part, or False
        weights = aten._masked_softmax(scores, mask.to(torch.bool), scores.dim() - 1, mask_type)
    joined = (weights @ v).transpose(1, 2).reshape(len(query), -1, embed_dim)
    result = F.linear(joined, proj_weight, proj_bias)
    if not need_weights:
        return result, None
    return result, weights.sum(1).div_(num_head) if average_attn_weights else weights


def encoder_layer(
    src: torch.Tensor,
    embed_dim: int,
    num_heads: int,
    qkv_weight: torch.Tensor,
    qkv_bias: torch.Tensor,
    proj_weight: torch.Tensor,
    proj_bias: torch.Tensor,
    use_gelu: bool,
    norm_first: bool,
    eps: float,
    norm_weight_1: torch.Tensor,
    norm_bias_1: torch.Tensor,
    norm_weight_2: torch.Tensor,
    norm_bias_2: torch.Tensor,
    ffn_weight_1: torch.Tensor,
    ffn_bias_1: torch.Tensor,
    ffn_weight_2: torch.Tensor,
    ffn_bias_2: torch.Tensor,
    mask: Maybe = None,
    mask_type: int | None = None,
) -> torch.Tensor:
    """Return the layer's result, [batch, length, embed_dim] (`_transformer_encoder_layer_fwd`)."""

    def first(x: torch.Tensor) -> torch.Tensor:
        return F.layer_norm(x, (embed_dim,), norm_weight_1, norm_bias_1, eps)

    def second(x: torch.Tensor) -> torch.Tensor:
        return F.layer_norm(x, (embed_dim,), norm_weight_2, norm_bias_2, eps)

    x = first(src) if norm_first else src
    attention: Any = aten._native_multi_head_attention.default
    x, _ = attention(
        x, x, x, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, mask, False,
        True, mask_type,
    )  # fmt: skip
    x = x.add_(src) if norm_first else first(x.add_(src))
    hidden = second(x) if norm_first else x
    flat = hidden.reshape(-1, embed_dim)
    flat = aten._addmm_activation(ffn_bias_1, flat, ffn_weight_1.t(), use_gelu=use_gelu)
    fed = torch.addmm(ffn_bias_2, flat, ffn_weight_2.t()).view(x.shape).add_(x)
    return fed if norm_first else second(fed)


COMPOSED = {
    "aten::_native_multi_head_attention": multi_head_attention,
    "aten::_transformer_encoder_layer_fwd": encoder_layer,
}
"""By the operators' names."""
