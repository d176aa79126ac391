"""Operations that PyTorch has only on a GPU: one launch each, on the host's tensors.

The cells of LSTM and GRU are written after the equations in the documentation of `torch.nn.LSTM`
and `GRU`. They keep the same values for the backward pass, in the same order, as PyTorch's RNN.cu;
16-bit tensors are computed in f32, as there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from kernelscope.devices.tensor_cores import multiplied, with_added
from kernelscope.vgpu.numeric import floats_by_code

Maybe = torch.Tensor | None


def lstm_cell(
    input_gates: torch.Tensor,
    hidden_gates: torch.Tensor,
    cx: torch.Tensor,
    input_bias: Maybe = None,
    hidden_bias: Maybe = None,
) -> tuple[torch.Tensor, ...]:
    """Return (h, c, activated gates): gates are batch x 4 hidden, states batch x hidden."""
    gates = _sum(input_gates, input_bias, hidden_gates, hidden_bias)
    i, f, g, o = gates.chunk(4, 1)
    i, f, g, o = i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()
    cy = f * wide(cx) + i * g
    return _as(cx.dtype, o * cy.tanh(), cy, torch.cat((i, f, g, o), 1))


def lstm_cell_backward(
    grad_hy: Maybe,
    grad_cy: Maybe,
    cx: torch.Tensor,
    cy: torch.Tensor,
    workspace: torch.Tensor,
    has_bias: bool,
) -> tuple[Maybe, ...]:
    """Return the gradients of the gates, of c before the step, and of a bias."""
    i, f, g, o = wide(workspace).chunk(4, 1)
    tanh_c = wide(cy).tanh()
    of_h = torch.zeros_like(tanh_c) if grad_hy is None else wide(grad_hy)
    of_c = of_h * o * (1 - tanh_c**2)
    if grad_cy is not None:
        of_c = of_c + wide(grad_cy)
    gates = torch.cat(
        (
            of_c * g * i * (1 - i),
            of_c * wide(cx) * f * (1 - f),
            of_c * i * (1 - g**2),
            of_h * tanh_c * o * (1 - o),
        ),
        1,
    )
    return (*_as(cx.dtype, gates, of_c * f), gates.sum(0).to(cx.dtype) if has_bias else None)


def gru_cell(
    input_gates: torch.Tensor,
    hidden_gates: torch.Tensor,
    hx: torch.Tensor,
    input_bias: Maybe = None,
    hidden_bias: Maybe = None,
) -> tuple[torch.Tensor, ...]:
    """Return (h, the values kept for the backward pass).

    Gates are batch x 3 hidden. Kept side by side: reset, update, new, h before, the hidden part of
    new.
    """
    inputs, hiddens = _sum(input_gates, input_bias), _sum(hidden_gates, hidden_bias)
    reset_in, update_in, new_in = inputs.chunk(3, 1)
    reset_h, update_h, new_h = hiddens.chunk(3, 1)
    reset, update = (reset_in + reset_h).sigmoid(), (update_in + update_h).sigmoid()
    new = (new_in + reset * new_h).tanh()
    before = wide(hx)
    kept = torch.cat((reset, update, new, before, new_h), 1)
    return _as(hx.dtype, new + update * (before - new), kept)


def gru_cell_backward(
    grad_hy: torch.Tensor, workspace: torch.Tensor, has_bias: bool
) -> tuple[Maybe, ...]:
    """Return the gradients of both gates, of h before the step, and of both biases."""
    reset, update, new, before, new_h = wide(workspace).chunk(5, 1)
    of_h = wide(grad_hy)
    of_update = of_h * (before - new) * update * (1 - update)
    of_new = of_h * (1 - update) * (1 - new**2)
    of_reset = of_new * new_h * reset * (1 - reset)
    inputs = torch.cat((of_reset, of_update, of_new), 1)
    hiddens = torch.cat((of_reset, of_update, of_new * reset), 1)
    gradients = _as(grad_hy.dtype, inputs, hiddens, of_h * update)
    biases: tuple[Maybe, ...] = (None, None)
    if has_bias:
        biases = _as(grad_hy.dtype, inputs.sum(0), hiddens.sum(0))
    return (*gradients, *biases)


def rms_norm_backward(
    gradient: torch.Tensor,
    x: torch.Tensor,
    row: list[int],
    rstd: torch.Tensor,
    weight: Maybe,
    _wanted: list[bool],
) -> tuple[Maybe, ...]:
    """Return the gradients of y = x rstd weight; rstd = 1 / sqrt(mean(x^2) + eps) over the row."""
    dims = list(range(x.dim() - len(row), x.dim()))
    gradient, normal = wide(gradient), wide(x) * rstd
    scaled = gradient if weight is None else gradient * wide(weight)
    of_x = rstd * (scaled - normal * (scaled * normal).mean(dims, keepdim=True))
    if weight is None:
        return of_x.to(x.dtype), None
    of_weight = (gradient * normal).reshape(-1, *row).sum(0)
    return of_x.to(x.dtype), of_weight.to(weight.dtype)


def products_in(sm: int) -> dict[str, Callable[..., torch.Tensor]]:
    """Return the products of matrices, or of batches of them, in a type that is not theirs.

    sm: the compute capability of the GPU, 90.
    """

    def multiply(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
        product = multiplied(first, second, sm)
        return wide(first) @ wide(second) if product is None else product

    def plain(first: torch.Tensor, second: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
        return multiply(first, second).to(dtype)

    def with_another(
        added: torch.Tensor,
        first: torch.Tensor,
        second: torch.Tensor,
        dtype: torch.dtype,
        *,
        beta: float = 1,
        alpha: float = 1,
    ) -> torch.Tensor:
        product, depth = multiply(first, second), first.shape[-1]
        return with_added(product, added, (beta, alpha), depth, dtype).to(dtype)

    return {
        **dict.fromkeys(("aten::mm.dtype", "aten::bmm.dtype"), plain),
        **dict.fromkeys(("aten::addmm.dtype", "aten::baddbmm.dtype"), with_another),
    }


def scaled_product(
    first: torch.Tensor,
    second: torch.Tensor,
    scale_a: torch.Tensor,
    scale_b: torch.Tensor,
    bias: Maybe = None,
    scale_result: Maybe = None,
    out_dtype: torch.dtype | None = None,
    use_fast_accum: bool = False,
) -> torch.Tensor:
    """Return the product of floats of 8 bits times a scale for all, or for each row and column; or
    of 4 and 8 bits with a scale for each 16 or 32 elements along a row of A and a column of B.

    Through float32, which holds them: the CPU's own kernel takes 6 s for 512 x 512 x 512. Results
    of 8 bits, and other scales, are the CPU's.
    """
    m, n = first.shape[0], second.shape[1]
    shapes = (tuple(scale_a.shape), tuple(scale_b.shape))
    known = scale_a.numel() == scale_b.numel() == 1 or shapes == ((m, 1), (1, n))
    is_rounded = out_dtype in (torch.float16, torch.bfloat16, torch.float32)
    has_blocks = scale_a.dtype == scale_b.dtype and scale_a.dtype in _BLOCKS
    if not ((known or has_blocks) and is_rounded and scale_result is None):
        return torch.ops.aten._scaled_mm.default(
            first, second, scale_a, scale_b, bias, scale_result, out_dtype, use_fast_accum
        )
    if has_blocks:
        scaled = _in_blocks(first, scale_a) @ _in_blocks(second.t(), scale_b).t()
    else:
        scaled = (wide(first) @ wide(second)) * (scale_a * scale_b)
    return (scaled if bias is None else scaled + wide(bias)).to(out_dtype)


_BLOCKS = {torch.float8_e8m0fnu: 32, torch.float8_e4m3fn: 16}
"""The elements that share a scale, by the type of scales."""


def _in_blocks(rows: torch.Tensor, scales: torch.Tensor) -> torch.Tensor:
    """Return rows times their scales, which lie as tensor cores read them.

    A tile of 128 rows and 4 scales of each is 512 bytes; that of row r and column c is at
    16 (r % 32) + 4 (r / 32) + c. Tiles of the same rows are neighbours.
    """
    if rows.dtype == torch.float4_e2m1fn_x2:
        pairs = rows.view(torch.uint8).int()
        known = torch.from_numpy(floats_by_code("e2m1"))
        values = known[torch.stack((pairs & 15, pairs >> 4), -1)].flatten(1)
    else:
        values = wide(rows)
    count, width = values.shape
    tall = -(-count // 128)
    tiles = wide(scales).reshape(tall, -1, 32, 4, 4).permute(0, 3, 2, 1, 4)
    each = tiles.reshape(tall * 128, -1)[:count].repeat_interleave(_BLOCKS[scales.dtype], 1)
    return values * each[:, :width]


# Of whole numbers a GPU's kernel finds the bin in whole numbers; the CPU has none for them.
def histc(x: torch.Tensor, bins: int = 100, low: float = 0, high: float = 0) -> torch.Tensor:
    """Return how many elements are in each of equal bins (`torch.histc`)."""
    if x.is_floating_point():
        return torch.histc(x, bins, low, high)
    first, last = int(low), int(high)
    if first == last and x.numel():
        first, last = int(x.min()), int(x.max())
    if first == last:
        first, last = first - 1, last + 1
    inside = x[(x >= first) & (x <= last)].long()
    places = ((inside - first) * bins // (last - first)).clamp(max=bins - 1)
    return torch.bincount(places, minlength=bins).to(x.dtype)


GPU_ONLY: dict[str, Any] = {
    "aten::histc": histc,
    "aten::_scaled_mm": scaled_product,
    "aten::_thnn_fused_lstm_cell": lstm_cell,
    "aten::_thnn_fused_lstm_cell_backward_impl": lstm_cell_backward,
    "aten::_thnn_fused_gru_cell": gru_cell,
    "aten::_thnn_fused_gru_cell_backward": gru_cell_backward,
    "aten::_fused_rms_norm_backward": rms_norm_backward,
}
"""The operations by name, each on the host's tensors."""


def wide(tensor: torch.Tensor) -> torch.Tensor:
    """Return the tensor in float32, in which a GPU's kernels compute; float64 stays."""
    return tensor if tensor.dtype == torch.float64 else tensor.float()


def _sum(*parts: Maybe) -> torch.Tensor:
    first, *others = (wide(part) for part in parts if part is not None)
    for other in others:
        first = first + other
    return first


def _as(dtype: torch.dtype, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return tuple(tensor.to(dtype) for tensor in tensors)
