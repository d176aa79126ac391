"""PyTorch's fused attention on the virtual GPU: which one runs, and its values.

Flash, memory-efficient and cuDNN attention give the same values: computed in float32 from the
operands, rounded once. Each has its own shape of the logsumexp that its backward pass needs.
What dropout drops comes from the GPU's generator, but not in the order of the GPU's threads: the
share is right, the elements are others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import Any

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend

from kernelscope.devices.library.attention_choice import Attention
from kernelscope.devices.products import exact_float32
from kernelscope.devices.torch_cuda.capturing import cuda_error
from kernelscope.devices.torch_cuda.generators import cpu_generator, default_generator
from kernelscope.devices.torch_cuda.internals import aten, by_name
from kernelscope.hardware import GPUSpec

Maybe = torch.Tensor | None
Given = Mapping[str, Any]
"""The arguments of a call by their names in the operator's schema."""
# Scores that are in memory at once: 64 MiB in float32.
_AT_ONCE = 1 << 24
_WORD = 1 << 63
_ALIGNMENT = 16
# The memory-efficient kernel keeps whole warps of rows: 77 rows have room for 96 logsumexps.
_ROWS_KEPT = 32


# Flash attention takes heads whose size is a multiple of 8, the memory-efficient kernel masks whose
# rows begin at a multiple of 16 elements; PyTorch pads others with zeros.
_HEAD_STEP, _MASK_STEP = 8, 16
_CUDA = torch.backends.cuda
_SWITCHES = (
    (_CUDA.cudnn_sdp_enabled, _CUDA.enable_cudnn_sdp),
    (_CUDA.flash_sdp_enabled, _CUDA.enable_flash_sdp),
    (_CUDA.mem_efficient_sdp_enabled, _CUDA.enable_mem_efficient_sdp),
)


def chooser(spec: GPUSpec) -> Callable[..., int]:
    """Return the body of `_fused_sdp_choice` for a GPU."""

    def choose(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
        backend: Any = _attention(by_name(op, args, kwargs)).choice(spec)
        return int(backend)

    return choose


def attention_of(
    spec: GPUSpec, emulation: Callable[[], AbstractContextManager[None]]
) -> Callable[..., torch.Tensor]:
    """Return `scaled_dot_product_attention` for a GPU: the kernel that it would choose.

    Choosing is inside `emulation`; the operations that are chosen cost the host their own. In a
    build without CUDA, PyTorch's own function knows no choice for a GPU and takes the plain
    operations. They stay where no fused kernel fits, and raise the errors for wrong operands.
    """
    plain: Any = torch.ops.aten.scaled_dot_product_attention.default

    def attention(*args: Any, **kwargs: Any) -> torch.Tensor:
        with emulation():
            given = by_name(plain, args, kwargs)
            of = _attention(given)
            backend = of.choice(spec)
        if backend == SDPBackend.ERROR:
            raise RuntimeError("No available kernel. Aborting execution.")
        if backend == SDPBackend.MATH or (of.mask is not None and not _mask_is_valid(of)):
            with _plain_alone():
                return plain.decompose(*args, **kwargs)
        if of.mask is not None and of.mask.dtype == torch.bool:
            of.mask = _as_bias(of.mask, of.query)
        return _RUN[backend](of, given["scale"])

    return attention


@contextmanager
def _plain_alone() -> Generator[None]:
    """Have PyTorch's own function take its plain operations.

    With a real GPU in the machine a build with CUDA chooses among that GPU's kernels, which cannot
    read the host's memory.
    """
    were = [(switch, is_on()) for is_on, switch in _SWITCHES]
    for switch, _ in were:
        switch(False)
    try:
        yield
    finally:
        for switch, was_on in were:
            switch(was_on)


def _attention(given: Given) -> Attention:
    masked = given["attn_mask"], given["dropout_p"], given["is_causal"], given["enable_gqa"]
    return Attention(given["query"], given["key"], given["value"], *masked)


def _mask_is_valid(of: Attention) -> bool:
    assert of.mask is not None
    return of.mask.dtype in (torch.bool, of.query.dtype) and not of.causal


def _as_bias(mask: torch.Tensor, query: torch.Tensor) -> torch.Tensor:
    """Return 0 where a key takes part and -inf where not."""
    there, away = (
        torch.scalar_tensor(value, dtype=query.dtype, device=query.device)
        for value in (0.0, -math.inf)
    )
    return torch.where(mask, there, away)


def _run_flash(of: Attention, scale: float | None) -> torch.Tensor:
    size = of.query.shape[3]
    query, key, value = of.query, of.key, of.value
    if size % _HEAD_STEP:
        query, key, value = (F.pad(t, (0, -size % _HEAD_STEP)) for t in (query, key, value))
        scale = 1 / math.sqrt(size) if scale is None else scale
    run = torch.ops.aten._scaled_dot_product_flash_attention
    result = run(query, key, value, of.dropout, of.causal, False, scale=scale)[0]
    return result[..., :size]


def _run_efficient(of: Attention, scale: float | None) -> torch.Tensor:
    bias = of.mask
    if bias is not None:
        if bias.stride(-1) != 1 or any(step % _MASK_STEP for step in bias.stride()[:-1]):
            width = bias.shape[-1]
            bias = F.pad(bias, (0, -width % _MASK_STEP))[..., :width]
        bias = bias.expand(*of.query.shape[:3], of.key.shape[2])
    run = torch.ops.aten._scaled_dot_product_efficient_attention
    return run(
        of.query, of.key, of.value, bias, _needs_grad(of), of.dropout, of.causal, scale=scale
    )[0]


def _run_cudnn(of: Attention, scale: float | None) -> torch.Tensor:
    run = torch.ops.aten._scaled_dot_product_cudnn_attention
    return run(
        *(of.query, of.key, of.value, of.mask, _needs_grad(of), of.dropout, of.causal, False),
        scale=scale,
    )[0]


def _needs_grad(of: Attention) -> bool:
    operands = (of.query, of.key, of.value, of.mask)
    return any(t is not None and t.requires_grad for t in operands)


_RUN = {
    SDPBackend.FLASH_ATTENTION: _run_flash,
    SDPBackend.EFFICIENT_ATTENTION: _run_efficient,
    SDPBackend.CUDNN_ATTENTION: _run_cudnn,
}


@dataclass(frozen=True, slots=True)
class _Operands:
    """The operands of one attention on the host, heads of keys repeated for each head of queries.

    Attributes:
        query, key, value: [batch, heads, length, size of a head], of any float type.
        bias: added to the scores, broadcast over them; None: nothing is added.
        causal: whether query i sees keys 0 … i.
        scale: of the scores.
        dropout: the share of weights that are dropped.
        seed, offset: from which the dropped weights follow.
    """

    query: torch.Tensor
    key: torch.Tensor
    value: torch.Tensor
    bias: Maybe
    causal: bool
    scale: float | None
    dropout: float
    seed: int
    offset: int

    @classmethod
    def of(cls, given: Given, seed: int = 0, offset: int = 0) -> _Operands:
        return cls(
            *(given["query"], given["key"], given["value"], given.get("attn_bias")),
            *(given["is_causal"], given["scale"], given["dropout_p"], seed, offset),
        )

    @property
    def factor(self) -> float:
        return 1 / math.sqrt(self.query.shape[-1]) if self.scale is None else self.scale

    def drawn(self) -> _Operands:
        """Return the operands with a seed and an offset, if anything is dropped."""
        if not self.dropout:
            return self
        seed, offset = default_generator.draw(4)
        return replace(self, seed=seed, offset=offset)

    def kept(self) -> Maybe:
        """Return the factor of each weight: 0 if dropped; None if nothing is dropped."""
        if not self.dropout:
            return None
        shape = (*self.query.shape[:3], self.key.shape[2])
        numbers = torch.rand(shape, generator=cpu_generator(self.seed, self.offset))
        scale = 0.0 if self.dropout == 1 else 1 / (1 - self.dropout)
        return (numbers >= self.dropout) * scale


def _wide(tensor: torch.Tensor, heads: int | None = None) -> torch.Tensor:
    """Return a float32 copy, each head of keys as often as queries share it."""
    tensor = tensor.float()
    if heads is None or tensor.shape[1] == heads:
        return tensor
    return tensor.repeat_interleave(heads // tensor.shape[1], 1)


def _pieces(of: _Operands) -> Iterator[tuple[int, slice]]:
    """Yield (batch, rows of queries) such that the scores of a piece fit in memory."""
    batch, heads, length, _ = of.query.shape
    rows = max(_AT_ONCE // max(heads * of.key.shape[2], 1), 1)
    for item in range(batch):
        for first in range(0, length, rows):
            yield item, slice(first, min(first + rows, length))


def _scores(of: _Operands, item: int, rows: slice, q: torch.Tensor, k: torch.Tensor) -> Any:
    """Return the scaled scores of a piece in float32, -inf where a key takes no part."""
    scores = (q[item, :, rows] @ k[item].transpose(-2, -1)).mul_(of.factor)
    if of.bias is not None:
        scores += of.bias[item, :, rows].float()
    if of.causal:
        places = torch.arange(rows.start, rows.stop)[:, None]
        scores.masked_fill_(torch.arange(k.shape[2]) > places, -math.inf)
    return scores


def _weights(scores: torch.Tensor, sums: torch.Tensor) -> torch.Tensor:
    """Return exp(score - logsumexp); a row without any key has weights of 0."""
    return (scores - sums.masked_fill(sums == -math.inf, 0.0)[..., None]).exp_()


def _forward(of: _Operands) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the result and the logsumexp of each row, in float32."""
    heads = of.query.shape[1]
    q, k, v = _wide(of.query), _wide(of.key, heads), _wide(of.value, heads)
    out = q.new_empty((*q.shape[:3], v.shape[3]))
    sums = q.new_empty(q.shape[:3])
    of, kept = _with_whole_bias(of), of.kept()
    with exact_float32():
        for item, rows in _pieces(of):
            scores = _scores(of, item, rows, q, k)
            sums[item, :, rows] = scores.logsumexp(-1)
            weights = _weights(scores, sums[item, :, rows])
            if kept is not None:
                weights *= kept[item, :, rows]
            out[item, :, rows] = weights @ v[item]
    return out, sums


def _gradients(
    of: _Operands, grad: torch.Tensor, given: Given, sums: torch.Tensor, of_bias: bool = False
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, Maybe]:
    """Return the gradients of query, key, value and bias, in float32."""
    heads = of.query.shape[1]
    q, k, v = _wide(of.query), _wide(of.key, heads), _wide(of.value, heads)
    grad, out = grad.float(), given["out"].float()
    by_q, by_k, by_v = q.new_empty(q.shape), torch.zeros_like(k), torch.zeros_like(v)
    by_bias = q.new_zeros((*q.shape[:3], k.shape[2])) if of_bias else None
    of, kept = _with_whole_bias(of), of.kept()
    with exact_float32():
        for item, rows in _pieces(of):
            weights = _weights(_scores(of, item, rows, q, k), sums[item, :, rows])
            by_weights = grad[item, :, rows] @ v[item].transpose(-2, -1)
            dropped = weights
            if kept is not None:
                dropped = weights * kept[item, :, rows]
                by_weights *= kept[item, :, rows]
            by_v[item] += dropped.transpose(-2, -1) @ grad[item, :, rows]
            delta = (grad[item, :, rows] * out[item, :, rows]).sum(-1, keepdim=True)
            by_scores = weights * (by_weights - delta)
            if by_bias is not None:
                by_bias[item, :, rows] = by_scores
            by_q[item, :, rows] = of.factor * (by_scores @ k[item])
            by_k[item] += of.factor * (by_scores.transpose(-2, -1) @ q[item, :, rows])
    shared = (_summed(by_k, of.key), _summed(by_v, of.value))
    if by_bias is not None and of.bias is not None:
        by_bias = by_bias.sum_to_size(of.bias.shape)
    return by_q, *shared, by_bias


def _with_whole_bias(of: _Operands) -> _Operands:
    """Return the operands with a bias that can be indexed as the scores are."""
    if of.bias is None:
        return of
    return replace(of, bias=of.bias.expand(*of.query.shape[:3], of.key.shape[2]))


def _summed(gradient: torch.Tensor, like: torch.Tensor) -> torch.Tensor:
    """Return the gradient of a head of keys, summed over the heads of queries that share it."""
    if gradient.shape == like.shape:
        return gradient
    batch, heads, length, size = like.shape
    return gradient.view(batch, heads, -1, length, size).sum(2)


def _laid_out_as(like: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    """Return the values rounded, with the dimensions in memory in the order of `like`."""
    order = sorted(range(4), key=lambda place: (-like.stride(place), place))
    empty = torch.empty([values.shape[place] for place in order], dtype=like.dtype)
    return empty.permute([order.index(place) for place in range(4)]).copy_(values)


def _number(value: int) -> torch.Tensor:
    """Return 64 bits as a tensor of int64."""
    return torch.tensor((value + _WORD) % (2 * _WORD) - _WORD)


def _value(tensor: torch.Tensor) -> int:
    return int(tensor.reshape(-1)[0]) % (2 * _WORD) if tensor.numel() else 0


def _flash(given: Given) -> tuple[Any, ...]:
    """Return (result, logsumexp, no lengths, lengths, seed and offset, unused, no mask)."""
    of = _Operands.of(given).drawn()
    out, sums = _forward(of)
    state = torch.stack((_number(of.seed), _number(of.offset))).view(torch.uint64)
    none = torch.empty(0, dtype=of.query.dtype)
    lengths = of.query.shape[2], of.key.shape[2]
    out = _laid_out_as(of.query, out)
    return out, sums, None, None, *lengths, state, torch.empty((), dtype=torch.uint64), none


def _flash_backward(given: Given) -> tuple[torch.Tensor, ...]:
    """Return the gradients of query, key and value."""
    state = given["philox_seed"].view(torch.int64)
    of = _Operands.of(given, _value(state[:1]), _value(state[1:]))
    return _rounded(of, _gradients(of, given["grad_out"], given, given["logsumexp"])[:3])


def _efficient(given: Given) -> tuple[Any, ...]:
    """Return (result, logsumexp padded to whole warps, seed, offset)."""
    of = _Operands.of(given).drawn()
    out, sums = _forward(of)
    batch, heads, length, _ = of.query.shape
    kept = torch.empty((batch, heads, 0))
    if given["compute_log_sumexp"]:
        room = -(-length // _ROWS_KEPT) * _ROWS_KEPT
        kept = torch.full((batch, heads, room), math.inf)
        kept[:, :, :length] = sums
    by_rows = torch.empty((batch, length, heads, of.value.shape[3]), dtype=of.query.dtype)
    result = by_rows.transpose(1, 2).copy_(out)
    return result, kept, _number(of.seed), _number(of.offset)


def _efficient_backward(given: Given) -> tuple[Maybe, ...]:
    """Return the gradients of query, key, value and, if asked for, of the bias."""
    of = _Operands.of(given, _value(given["philox_seed"]), _value(given["philox_offset"]))
    sums = given["logsumexp"][:, :, : of.query.shape[2]]
    of_bias = given["grad_input_mask"][3] and of.bias is not None
    *gradients, by_bias = _gradients(of, given["grad_out_"], given, sums, of_bias)
    if by_bias is not None and of.bias is not None:
        by_bias = by_bias.to(of.bias.dtype)
    return (*_rounded(of, gradients), by_bias)


def _cudnn(given: Given) -> tuple[Any, ...]:
    """Return (result, logsumexp as a column, no lengths, lengths, seed, offset, no mask)."""
    of = _Operands.of(given).drawn()
    out, sums = _forward(of)
    sums = sums[..., None] if given["compute_log_sumexp"] else torch.empty(0)
    words = _number(of.seed), _number(of.offset)
    lengths = of.query.shape[2], of.key.shape[2]
    return _laid_out_as(of.query, out), sums, None, None, *lengths, *words, None


def _cudnn_backward(given: Given) -> tuple[torch.Tensor, ...]:
    """Return the gradients of query, key and value."""
    of = _Operands.of(given, _value(given["philox_seed"]), _value(given["philox_offset"]))
    sums = given["logsumexp"][..., 0]
    return _rounded(of, _gradients(of, given["grad_out"], given, sums)[:3])


def _rounded(of: _Operands, gradients: Any) -> tuple[torch.Tensor, ...]:
    operands = (of.query, of.key, of.value)
    return tuple(
        _laid_out_as(like, gradient) for like, gradient in zip(operands, gradients, strict=True)
    )


def _check(kernel: str, given: Given) -> None:
    """Raise CUDA's error for operands that the GPU's kernel cannot read.

    The kernels read 16 bytes at a time. On an H200 (PyTorch 2.11, `tests/truth/attention`) flash
    and memory-efficient attention raise; cuDNN's returns other numbers, or NaN, and says nothing.
    That is an error here. PyTorch pads a mask's rows, so only its beginning counts.
    """
    for name in ("query", "key", "value"):
        operand = given[name]
        rows = zip(operand.shape[:-1], operand.stride(), strict=False)
        if _begins_past(operand) or any(
            step * operand.element_size() % _ALIGNMENT for size, step in rows if size > 1
        ):
            raise _misaligned(kernel, name)
    mask = given.get("attn_bias")
    if mask is not None and _begins_past(mask):
        raise _misaligned(kernel, "mask")


def _begins_past(operand: torch.Tensor) -> bool:
    """Return whether a tensor begins between two multiples of what a kernel reads at a time."""
    return operand.numel() > 0 and operand.data_ptr() % _ALIGNMENT != 0


def _misaligned(kernel: str, name: str) -> Exception:
    silent = " (on a GPU it returns wrong numbers without an error)" if kernel == "cuDNN's" else ""
    return cuda_error(
        f"misaligned address: {kernel} attention reads {_ALIGNMENT} bytes at a time, and the "
        f"{name} or one of its rows does not begin at a multiple of that{silent}: clone() it "
        "first",
        "cudaErrorMisalignedAddress",
    )


def _on_host(name: str, body: Callable[[Given], Any], kernel: str) -> Callable[..., Any]:
    """Return the operator of a name on the host's tensors.

    kernel: whose operands are checked, as errors call it; "": none are.
    """
    op = getattr(aten, name).default

    def run(*args: Any, **kwargs: Any) -> Any:
        given = by_name(op, args, kwargs)
        if kernel:
            _check(kernel, given)
        return body(given)

    return run


FUSED: dict[str, Callable[..., Any]] = {
    f"aten::{name}": _on_host(name, body, kernel)
    for name, body, kernel in (
        ("_scaled_dot_product_flash_attention", _flash, "flash"),
        ("_scaled_dot_product_flash_attention_backward", _flash_backward, ""),
        ("_scaled_dot_product_efficient_attention", _efficient, "memory-efficient"),
        ("_scaled_dot_product_efficient_attention_backward", _efficient_backward, ""),
        ("_scaled_dot_product_cudnn_attention", _cudnn, "cuDNN's"),
        ("_scaled_dot_product_cudnn_attention_backward", _cudnn_backward, ""),
    )
}
"""The operations by name, each on the host's tensors."""
