"""PyTorch's operations on 16-bit floats, as a GPU computes them: in float32, rounded at the end.

Most of the CPU's kernels do that. Those named here do not. Layer norm's backward adds its rows in
the operands' own dtype: over 300 rows of fp16 the weight's gradient was 23 units off, on an H200
it is half a unit off. Others (average pooling in three dimensions) have no kernel for halves. And
some add a number only after rounding it: x + 0.1 with x = -0.0761 gave 0.02386 for 0.02389.
tests/devices/test_halves.py holds these and 300 others against what an H200 gave.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeGuard

import torch

from kernelscope.devices.half_formulas import FORMULAS
from kernelscope.devices.products import compute_product, is_product
from kernelscope.devices.widening import HALVES, run_wide

# Names without leading and trailing underscores: `softmax` for `_softmax`, `pow` for `pow_`.
_NAMED = frozenset(
    (
        *("add", "sub", "mul", "div", "rsub", "pow", "prod", "logit", "logit_backward", "gelu"),
        *("glu_backward", "silu_backward", "mish_backward", "index_put", "index_put_impl"),
        "trace",  # of which PyTorch 2.11 has no kernel for halves
    )
)
# The CPU's float32 erf is right to 1e-7 of 1, not of itself: erf(6e-8) is 0 with AVX-512.
_DOUBLE = frozenset(("erf",))
# Beginnings of names: sums of many elements, lists of tensors, and what the CPU has no kernel for.
_FAMILIES = (
    *("softmax", "log_softmax", "masked_softmax", "logcumsumexp", "cumprod", "renorm"),
    *("native_layer_norm", "native_batch_norm", "batch_norm", "native_group_norm_backward"),
    *("nll_loss", "multi_margin_loss", "multilabel_margin_loss", "weight_norm_interface"),
    *("upsample", "grid_sampler", "avg_pool", "adaptive_avg_pool", "col2im", "unfold_backward"),
    *("max_pool2d_with_indices_backward", "max_pool3d_with_indices_backward"),
    *("adaptive_max_pool2d_backward", "adaptive_max_pool3d_backward", "fractional_max_pool"),
    *("reflection_pad", "replication_pad", "embedding_bag", "embedding_dense_backward"),
    *("index_add", "index_reduce", "scatter_add", "scatter_reduce", "segment_reduce"),
    "foreach_",
)


@cache
def in_gpu_precision(op: Any, kernel: Callable[..., Any], sm: int) -> Callable[..., Any]:
    """Return an operation's CPU kernel, with halves computed as a GPU computes them.

    sm: the GPU's compute capability, 90.
    """
    if op.namespace != "aten":
        return kernel
    if is_product(op):
        return lambda *args, **kwargs: compute_product(op, kernel, args, kwargs, sm)
    name = op.overloadpacket.__name__.strip("_")
    formula = FORMULAS.get(name)
    if not (formula or name in _NAMED | _DOUBLE or name.startswith(_FAMILIES)):
        return kernel
    wide = torch.float64 if name in _DOUBLE else torch.float32
    exact = _EXACT.get(name, lambda *_: False)
    writes = any(p.alias_info is not None for p in op._schema.arguments)

    def computed(*args: Any, **kwargs: Any) -> Any:
        if exact(args, kwargs):
            return kernel(*args, **kwargs)
        if formula is not None and not writes and _is_half(args[0]):
            result = formula(*args, **kwargs)
            if result is not None:
                return result
        return run_wide(op, kernel, args, kwargs, wide)

    return computed


def takes_number(op: Any, operand: torch.Tensor | None) -> bool:
    """Return whether a number stays a number for `in_gpu_precision`, not a tensor of one element.

    A half of no axes makes no difference in rank to such a tensor, whose dtype would decide: 0.1
    would be float32 in x * 0.1, and so would the result, or it would be rounded to 0.09998.
    """
    name = op.overloadpacket.__name__.strip("_")
    return name in ("add", "sub", "mul", "div") and _is_half(operand) and not operand.dim()


def _is_half(value: Any) -> TypeGuard[torch.Tensor]:
    return isinstance(value, torch.Tensor) and value.dtype in HALVES


def _has_no_number(args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """Return whether x + y has two halves and no factor: the CPU's kernel rounds that once."""
    return "alpha" not in kwargs and all(map(_is_half, args))


def _has_tensors_only(args: Sequence[Any], _kwargs: Mapping[str, Any]) -> bool:
    """Return whether a product's operands are tensors: the CPU's kernel rounds that once."""
    return all(isinstance(value, torch.Tensor) for value in args)


def _overwrites(args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
    """Return whether `index_put` writes without adding."""
    return not (kwargs.get("accumulate") or (len(args) > 3 and args[3]))


_EXACT: dict[str, Callable[[Sequence[Any], Mapping[str, Any]], bool]] = {
    **dict.fromkeys(("add", "sub"), _has_no_number),
    **dict.fromkeys(("mul", "div"), _has_tensors_only),
    **dict.fromkeys(("index_put", "index_put_impl"), _overwrites),
}
