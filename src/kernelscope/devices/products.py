"""Matrix products of 16-bit floats on the CPU: through float32, as a GPU's tensor cores compute.

oneDNN computes them with whatever the host's processor has, and the results differ: AVX512-BF16
reads subnormal bf16 as 0 (1e-39 * 1e38 becomes 0), and AMX pads a matrix of 61 columns with zeros
that are multiplied too (a row of -inf becomes NaN). A GPU multiplies the exact values, adds in
float32 and rounds once at the end. So operands are widened, the float32 operation runs, and its
result is rounded: the same on every host.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, cast

import torch

_mkldnn: Any = torch.backends.mkldnn
_matmul = _mkldnn.matmul
_HALVES = (torch.float16, torch.bfloat16)
_PRODUCTS = frozenset(
    (
        *("mm", "addmm", "addmm_", "_addmm_activation", "bmm", "baddbmm", "baddbmm_"),
        *("addbmm", "addbmm_", "mv", "addmv", "addmv_", "dot", "vdot", "addr", "addr_", "linear"),
        *("convolution", "_convolution", "convolution_backward", "convolution_overrideable"),
        *("_slow_conv2d_forward", "_slow_conv2d_backward", "slow_conv3d_forward"),
        *("mkldnn_convolution", "mkldnn_linear", "_convolution_mode"),
        "_scaled_dot_product_flash_attention_for_cpu",
        "_scaled_dot_product_flash_attention_for_cpu_backward",
    )
)
# The second result, the logarithm of each row's sum, is float32 for halves too.
_WIDE_FROM_SECOND = frozenset(("_scaled_dot_product_flash_attention_for_cpu",))


@cache
def is_product(op: Any) -> bool:
    """Return whether the operation multiplies matrices."""
    return op.namespace == "aten" and op.overloadpacket.__name__ in _PRODUCTS


def compute_product(
    op: Any, run: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Any:
    """Return what `run(*args, **kwargs)` gives for a product, computed in float32.

    Args:
        op: the operation, one that `is_product`.
        run: its kernel on the CPU.
        args: its arguments on the CPU, of any dtype; if no float is 16 bits wide, `run` gets them.
        kwargs: its keyword arguments. A tensor that the operation writes gets the rounded result.
    """
    halves = [t for t in _tensors([*args, *kwargs.values()]) if t.dtype in _HALVES]
    with _exact_float32():
        if not halves:
            return run(*args, **kwargs)
        copies: dict[int, torch.Tensor] = {}
        wide_args = [_widened(value, copies) for value in args]
        wide_kwargs = {name: _widened(value, copies) for name, value in kwargs.items()}
        result = run(*wide_args, **wide_kwargs)
    written = _written(op, args, kwargs)
    for tensor in written:
        wide = copies.get(id(tensor))
        if wide is not None:
            if tensor.shape != wide.shape:
                tensor.resize_(wide.shape)
            tensor.copy_(wide)
    if written:
        return written[0] if len(written) == 1 else tuple(written)
    return _rounded(result, halves[0].dtype, op.overloadpacket.__name__ in _WIDE_FROM_SECOND)


@contextmanager
def _exact_float32() -> Generator[None]:
    """Keep oneDNN from multiplying float32 in bf16.

    `torch.set_float32_matmul_precision("medium")`, which scripts call to use a GPU's TF32,
    lets the CPU multiply in bf16 if it has the instructions.
    """
    before: str = _matmul.fp32_precision
    if before in ("none", "ieee"):
        yield
        return
    _matmul.fp32_precision = "ieee"
    try:
        yield
    finally:
        _matmul.fp32_precision = before


def _tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [tensor for item in cast(Sequence[Any], value) for tensor in _tensors(item)]
    return []


def _widened(value: Any, copies: dict[int, torch.Tensor]) -> Any:
    """Return a float32 copy of a 16-bit tensor, the same one for the same tensor."""
    if isinstance(value, torch.Tensor):
        if value.dtype not in _HALVES:
            return value
        return copies.setdefault(id(value), value.to(torch.float32))
    if isinstance(value, (list, tuple)):
        items = cast(Sequence[Any], value)
        return type(value)(_widened(item, copies) for item in items)
    return value


def _written(op: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[torch.Tensor]:
    """Return the tensors among the arguments that the operation writes to."""
    tensors: list[torch.Tensor] = []
    for place, parameter in enumerate(op._schema.arguments):
        if parameter.alias_info is not None and parameter.alias_info.is_write:
            value = args[place] if place < len(args) else kwargs.get(parameter.name)
            tensors += _tensors(value)
    return tensors


def _rounded(result: Any, dtype: torch.dtype, wide_from_second: bool) -> Any:
    if isinstance(result, torch.Tensor):
        return result.to(dtype) if result.dtype == torch.float32 else result
    if isinstance(result, (list, tuple)):
        items = list(cast(Sequence[Any], result))
        last = 1 if wide_from_second else len(items)
        return tuple([_rounded(item, dtype, False) for item in items[:last]] + items[last:])
    return result
