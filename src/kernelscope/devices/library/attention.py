"""Attention: cuDNN's, flash and memory-efficient kernels, forward and backward.

Each kernel cuts the queries into tiles, gives each SM tiles in turn, and goes along the keys step
by step. The time is that of the busiest SM. Example: bf16 [4, 16, 1024, 64] in cuDNN's kernel has
512 tiles of 128 rows on 132 SMs, so four for the busiest, of 8 steps of 128 keys each: 32 steps of
1.1 us, 1 us to begin each tile and 2 us to launch and to begin: 43 us, as measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import torch
from torch.nn.attention import SDPBackend

from kernelscope.devices.library.attention_choice import Attention
from kernelscope.devices.library.call import PRECISIONS, Call
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.tensors import distinct_bytes
from kernelscope.devices.library.work import MEMSET, Work, along
from kernelscope.hardware.constants import Constants

_C = Constants("library/attention")


@dataclass(frozen=True, slots=True)
class _Kernel:
    """The parts of a kernel's time.

    Attributes:
        rows: of queries in a tile; a step has as many keys.
        at_once: tiles that run on an SM together.
        begin_us, tile_us: to begin besides what every launch takes, and to begin each tile.
        step_us: of each step, whatever the size of a head.
        size_us: of each step, for each 64 of the size of a head.
        bias_us: of each step more if a bias is added.
        dropout_us: of each step more if weights are dropped.
    """

    rows: int
    at_once: int
    begin_us: float
    tile_us: float
    step_us: float
    size_us: float
    bias_us: float = 0.0
    dropout_us: float = 0.0


_NAMES = ("cudnn", "flash", "cudnn_backward", "flash_backward", "efficient", "efficient_fp32")
_CUDNN, _FLASH, _CUDNN_BACKWARD, _FLASH_BACKWARD, _EFFICIENT, _EFFICIENT_FP32 = (
    _Kernel(**_C.group(name)) for name in _NAMES
)


@row(
    "aten::_scaled_dot_product_cudnn_attention", "aten::_scaled_dot_product_flash_attention",
    "aten::_scaled_dot_product_efficient_attention",
)  # fmt: skip
def forward(call: Call) -> Iterable[Work]:
    """Return the kernels of one of the fused attentions."""
    return _FORWARD[_backend(call)](_of(call), call)


@row(
    "aten::_scaled_dot_product_cudnn_attention_backward",
    "aten::_scaled_dot_product_flash_attention_backward",
    "aten::_scaled_dot_product_efficient_attention_backward",
)  # fmt: skip
def backward(call: Call) -> Iterable[Work]:
    """Return the kernels of the backward pass of one of the fused attentions."""
    return _BACKWARD[_backend(call)](_of(call), call)


@row("aten::_scaled_dot_product_flash_attention_for_cpu")
def forward_on_the_cpu(call: Call) -> Iterable[Work]:
    """Return the GPU's kernels for the CPU's fused attention."""
    of = _of(call)
    return _FORWARD[of.choice(call.spec)](of, call)


@row("aten::_scaled_dot_product_flash_attention_for_cpu_backward")
def backward_on_the_cpu(call: Call) -> Iterable[Work]:
    """Return the GPU's kernels for the CPU's fused backward pass."""
    of = _of(call)
    return _BACKWARD[of.choice(call.spec)](of, call)


_BACKENDS = {
    "cudnn": SDPBackend.CUDNN_ATTENTION,
    "flash": SDPBackend.FLASH_ATTENTION,
    "efficient": SDPBackend.EFFICIENT_ATTENTION,
}


def _backend(call: Call) -> SDPBackend:
    return next(backend for word, backend in _BACKENDS.items() if word in call.name)


def _of(call: Call) -> Attention:
    bias = next((call[name] for name in ("attn_bias", "attn_mask") if call.has(name)), None)
    # The backward operators of CUDA name an absent bias by an empty tensor.
    bias = bias if isinstance(bias, torch.Tensor) and bias.numel() else None
    query, key, value = (call.tensor(name) for name in ("query", "key", "value"))
    return Attention(query, key, value, bias, call["dropout_p"], call["is_causal"], grouped=True)


def _cudnn(of: Attention, call: Call) -> Iterable[Work]:
    """Yield a counter's fill and one kernel; for a single query two kernels."""
    if of.dropout:
        yield Work("unpack_cudnn", least_us=_C.philox_us, grid=(1, 1, 1), block=(1, 1, 1))
    if of.query.shape[2] == 1:
        yield from _one_query(of, call)
        return
    yield MEMSET
    name = "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7"
    tiles = math.ceil(of.query.shape[2] / _CUDNN.rows) * math.prod(of.query.shape[:2])
    yield replace(
        _forward_kernel(of, _CUDNN, f"{name}_64x128x{_size(of)}_4x1x1_cga1x1x1_kernel0_0"),
        **along(min(tiles, _C.sms), 384),
    )


def _one_query(of: Attention, call: Call) -> Iterable[Work]:
    """Yield a step of decoding: blocks with a part of the keys each, and their sum."""
    batch, heads = of.query.shape[:2]
    name = "cudnn_generated_fort_native_sdpa_sm80_flash_fprop_wmma_f16_knob_35"
    whole = _moved(of)
    yield replace(
        whole,
        name=f"{name}_16x128x{_size(of)}_1x{_C.split_keys}x1_cga1x1x1_kernel0_0",
        grid=(_C.split_keys, of.key.shape[1], batch),
        block=(128, 1, 1),
    )
    parts = _C.split_keys * 4.0 * math.prod(of.query.shape)
    yield Work(
        "lean_reduction_kernel",
        *(parts, whole.written),
        least_us=_C.add_up_us,
        grid=(1, heads, batch),
        block=(256, 1, 1),
    )


def _flash(of: Attention, call: Call) -> Iterable[Work]:
    batch, heads, length, _ = of.query.shape
    grid = (math.ceil(length / _FLASH.rows), batch, heads)
    yield replace(_forward_kernel(of, _FLASH, "flash_fwd_kernel"), grid=grid, block=(128, 1, 1))


def _efficient(of: Attention, call: Call) -> Iterable[Work]:
    batch, heads, length, _ = of.query.shape
    size = 64 if of.value.shape[3] <= 64 else 128
    name = "_".join(("fmha", "cutlassF", _type(of), "aligned", f"64x{size}", "rf", "sm80"))
    grid = (math.ceil(length / 64), heads, batch)
    kernel = _forward_kernel(of, _efficient_kernel(of), name)
    yield replace(kernel, grid=grid, block=(32, size // 16, 1))


def _plain(of: Attention, call: Call) -> Iterable[Work]:
    """Yield the operations one by one, as PyTorch runs what no fused kernel takes."""
    size = of.query.element_size()
    batch, heads, length, width = of.query.shape
    keys, depth = of.key.shape[2], of.value.shape[3]
    scores = float(batch * heads * length * keys)
    for tensor in (of.query, of.key):
        yield one_kernel([tensor], [tensor])
    precision = PRECISIONS.get(of.query.dtype, "fp32")
    rows = batch * heads * length
    read = float(of.query.nbytes + of.key.nbytes)
    shape = (rows, keys, width)
    yield Work("gemm", read, scores * size, 2 * scores * width, precision, shape)
    if of.mask is not None or of.causal:
        yield Work("elementwise_kernel", scores * size, scores * size)
    yield Work("softmax_warp_forward", scores * size, scores * size)
    yield Work("vectorized_elementwise_kernel", scores * size, scores)  # which rows are all -inf
    yield Work("reduce_kernel", scores, float(rows))
    yield Work("vectorized_elementwise_kernel", 0.0, float(size))
    yield Work("elementwise_kernel", scores * size, scores * size)
    read = scores * size + of.value.nbytes
    shape = (rows, depth, keys)
    yield Work("gemm", read, rows * depth * float(size), 2 * scores * depth, precision, shape)


def _cudnn_backward(of: Attention, call: Call) -> Iterable[Work]:
    del call
    yield MEMSET
    name = "cudnn_generated_fort_native_sdpa_sm90_flash_bprop_wgmma_f16_knob_26"
    name = f"{name}_64x64x{_size(of)}_1x4x1_cga1x1x1_kernel0_0"
    yield from _around(
        of, _CUDNN_BACKWARD, "compute_dot_do_o_specialized", name, "convert_dq_to_16bits"
    )


def _flash_backward(of: Attention, call: Call) -> Iterable[Work]:
    """Yield as cuDNN's, after copies of what does not lie as [batch, length, heads, size]."""
    for name in ("grad_out", "out"):
        tensor = call.tensor(name).transpose(1, 2)
        if not tensor.is_contiguous():
            yield one_kernel([tensor], [tensor.new_empty(tensor.shape, device="meta")])
    names = ("flash_bwd_dot_do_o_kernel", "flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel")
    yield from _around(of, _FLASH_BACKWARD, *names, "flash_bwd_convert_dq_kernel")


def _around(
    of: Attention, kernel: _Kernel, before: str, between: str, after: str
) -> Iterable[Work]:
    """Yield row sums of the gradient times the result, the kernel, the rounding of a gradient."""
    operand, wide = float(of.query.nbytes), 4.0 * of.query.numel()
    yield Work(before, 2 * operand, wide, share=_C.beside_share)
    yield _backward_kernel(of, kernel, between)
    yield Work(after, wide, operand, share=_C.beside_share)


def _efficient_backward(of: Attention, call: Call) -> Iterable[Work]:
    """Yield a workspace's fill and one kernel; in fp32 first three that add up rows."""
    wide = 4.0 * of.query.numel()
    if of.query.dtype == torch.float32:
        gradient, out = call.tensor("grad_out_" if call.has("grad_out_") else "grad_out"), of.query
        rows = wide / of.query.shape[3]
        yield one_kernel([gradient, out], [out])
        yield Work("reduce_kernel", wide, rows, share=0.3)
        yield Work("elementwise_kernel", rows, rows)
    yield Work("vectorized_elementwise_kernel", 0.0, wide)
    forward = _efficient_kernel(of)
    kernel = replace(
        forward,
        step_us=forward.step_us * _C.efficient_backward,
        size_us=forward.size_us * _C.efficient_backward,
    )
    name = "_".join(("fmha", "cutlassB", _type(of), "aligned", "64x64", "k64", "sm80"))
    yield _backward_kernel(of, kernel, name)


def _plain_backward(of: Attention, call: Call) -> Iterable[Work]:
    """Yield four products and what is between them."""
    size, keys = of.query.element_size(), of.key.shape[2]
    rows = math.prod(of.query.shape[:3])
    scores = float(rows * keys)
    precision = PRECISIONS.get(of.query.dtype, "fp32")
    for product in range(4):
        width = of.query.shape[3]
        shape = (rows, keys, width) if product % 2 else (rows, width, keys)
        bytes_read = scores * size + of.query.nbytes
        yield Work("gemm", bytes_read, float(of.query.nbytes), 2 * scores * width, precision, shape)
    yield Work("softmax_warp_backward", 2 * scores * size, scores * size)
    for name in ("query", "key"):
        yield one_kernel([call.tensor(name)], [call.tensor(name)])


_FORWARD: dict[SDPBackend, Callable[[Attention, Call], Iterable[Work]]] = {
    SDPBackend.CUDNN_ATTENTION: _cudnn,
    SDPBackend.FLASH_ATTENTION: _flash,
    SDPBackend.EFFICIENT_ATTENTION: _efficient,
    SDPBackend.MATH: _plain,
    SDPBackend.ERROR: _plain,
}
_BACKWARD: dict[SDPBackend, Callable[[Attention, Call], Iterable[Work]]] = {
    SDPBackend.CUDNN_ATTENTION: _cudnn_backward,
    SDPBackend.FLASH_ATTENTION: _flash_backward,
    SDPBackend.EFFICIENT_ATTENTION: _efficient_backward,
    SDPBackend.MATH: _plain_backward,
    SDPBackend.ERROR: _plain_backward,
}


def _size(of: Attention) -> int:
    """Return the size of a head that cuDNN's kernel is made for: 64, 128 or 256."""
    return 1 << max(6, (max(of.query.shape[3], of.value.shape[3]) - 1).bit_length())


def _type(of: Attention) -> str:
    return {torch.float16: "f16", torch.bfloat16: "bf16"}.get(of.query.dtype, "f32")


def _efficient_kernel(of: Attention) -> _Kernel:
    return _EFFICIENT_FP32 if of.query.dtype == torch.float32 else _EFFICIENT


def _moved(of: Attention) -> Work:
    """Return the bytes of the operands and of the result."""
    read = of.query.nbytes + of.key.nbytes + of.value.nbytes
    if of.mask is not None:
        read += distinct_bytes(of.mask)
    written = math.prod(of.query.shape[:3]) * of.value.shape[3] * of.query.element_size()
    return Work("", float(read), float(written))


def _forward_kernel(of: Attention, kernel: _Kernel, name: str) -> Work:
    us, scores = _busiest(of, kernel, of.query.shape[2], of.key.shape[2])
    flops = 2.0 * scores * (of.query.shape[3] + of.value.shape[3])
    return replace(_moved(of), name=name, flops=flops, precision=_precision(of), least_us=us)


def _backward_kernel(of: Attention, kernel: _Kernel, name: str) -> Work:
    # Its tiles are of keys, and its steps go along the queries: the same number.
    us, scores = _busiest(of, kernel, of.key.shape[2], of.query.shape[2])
    flops = 5.0 * scores * (of.query.shape[3] + of.value.shape[3])
    moved = _moved(of)
    read, written = moved.read + 2 * moved.written, moved.read
    return Work(name, read, written, flops, _precision(of), least_us=us)


def _precision(of: Attention) -> str:
    return PRECISIONS.get(of.query.dtype, "fp32")


def _busiest(of: Attention, kernel: _Kernel, rows: int, along: int) -> tuple[float, float]:
    """Return the microseconds of the busiest SM, and the scores that are computed in all.

    Tile k of a head of n tiles is dealt to SM (head * n + k) mod 132. Causal tiles have one step
    for the first, two for the second: with 8 tiles a head, SM 3 gets tiles 3 and 7 in turn.
    """
    heads = of.query.shape[0] * of.query.shape[1]
    a_head = math.ceil(rows / kernel.rows)
    most = math.ceil(along / kernel.rows)
    step = (
        kernel.step_us
        + kernel.size_us * math.ceil(max(of.query.shape[3], of.value.shape[3]) / 64)
        + (kernel.bias_us if of.mask is not None else 0.0)
        + (kernel.dropout_us if of.dropout else 0.0)
    )
    slots = _C.sms * kernel.at_once
    tiles = min(a_head * heads, slots)
    in_turn = math.ceil(a_head * heads / slots)
    steps = in_turn * most
    scores = float(heads * rows * along)
    if of.causal:
        steps = max(
            sum(min(tile % a_head + 1, most) for tile in range(slot, a_head * heads, slots))
            for slot in range(tiles)
        )
        scores *= min((a_head + 1) / 2, most) / max(most, 1)
    return kernel.begin_us + in_turn * kernel.tile_us + steps * step, scores
