"""Matrix products of 16-bit floats on the CPU: as a GPU's tensor cores compute, or in float32.

oneDNN computes them with whatever the host's processor has, and the results differ: AVX512-BF16
reads subnormal bf16 as 0 (1e-39 * 1e38 becomes 0), and AMX pads a matrix of 61 columns with zeros
that are multiplied too (a row of -inf becomes NaN). A GPU multiplies the exact values, adds in
float32 and rounds once at the end. `tensor_cores` computes the products of cuBLAS so, to the bit.
For others and for large ones operands are widened, the float32 operation runs, and its result is
rounded. Both are the same on every host.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import torch

from kernelscope.devices.tensor_cores import run_on_tensor_cores
from kernelscope.devices.widening import run_wide

_mkldnn: Any = torch.backends.mkldnn
_matmul = _mkldnn.matmul
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


@cache
def is_product(op: Any) -> bool:
    """Return whether the operation multiplies matrices."""
    return op.namespace == "aten" and op.overloadpacket.__name__ in _PRODUCTS


def compute_product(
    op: Any, run: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any], sm: int
) -> Any:
    """Return the result of `run(*args, **kwargs)` for a product, as on tensor cores or in float32.

    Args:
        op: the operation, one that `is_product`.
        run: its kernel on the CPU.
        args: its arguments on the CPU, of any dtype; if no float is 16 bits wide, `run` gets them.
        kwargs: its keyword arguments. A tensor that the operation writes gets the rounded result.
        sm: the GPU's compute capability, 90.
    """
    result = run_on_tensor_cores(op, args, kwargs, sm)
    if result is not None:
        return result
    with exact_float32():
        return run_wide(op, run, args, kwargs)


@contextmanager
def exact_float32() -> Generator[None]:
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
