"""`numerics`: what comes of a NaN or an infinity that was loaded is silent, all else is not."""

from __future__ import annotations

import pytest
import torch

import kernelscope as ks
from kernelscope.operation import operation_names
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer

SOURCE = r"""
#define NONE __int_as_float(0xff800000)
extern "C" __global__ void softmax(float* o, const float* x) {
    float v = x[threadIdx.x], most = v;
    for (int i = 16; i; i /= 2)
        most = fmaxf(most, __shfl_xor_sync(-1u, most, i));
    float part = exp2f(v - (most == NONE ? 0 : most)), sum = part;
    for (int i = 16; i; i /= 2)
        sum += __shfl_xor_sync(-1u, sum, i);
    o[threadIdx.x] = __fdividef(part, sum);
}
extern "C" __global__ void all_masked(float* o, const float* x) {
    float v = threadIdx.x < 40 ? NONE : x[threadIdx.x];
    float part = exp2f(v);
    o[threadIdx.x] = __fdividef(part, part);
}
extern "C" __global__ void added(float* o, const float* x) {
    float part = exp2f(x[threadIdx.x]);
    o[threadIdx.x] = (part + x[32]) * 3e38f;
}
extern "C" __global__ void multiplied(float* o, const float* x) {
    float part = exp2f(x[threadIdx.x]) * x[32];
    o[threadIdx.x] = __fdividef(part, part);
}
extern "C" __global__ void limited(float* o, const float* x) {
    o[threadIdx.x] = fmaxf(x[threadIdx.x], x[32]) * 3e38f;
}
"""


def found(kernel: str, x: torch.Tensor) -> list[Finding]:
    """Return what is found in a kernel on one warp."""
    with ks.virtual_gpu("h200"), Sanitizer(("numerics",)) as sanitizer:
        ks.cuda_kernel(SOURCE, kernel)[1, 32](torch.zeros(32), x)
    return sanitizer.findings


def infinities(last: float) -> torch.Tensor:
    """Return 32 times -inf, and another number behind them."""
    x = torch.full((33,), -float("inf"))
    x[32] = last
    return x


# name: the number after 32 infinities, and how many lanes go wrong for another reason
LOADED = {
    "softmax": (0, 0),
    "added": (10, 32),  # 0 + 10: whether that overflows does not depend on the infinity
    "multiplied": (0, 32),  # 0 is 0 times any number
    "limited": (10, 32),  # the infinity is dropped
    "all_masked": (0, 32),  # nothing that was loaded matters: a row of masked numbers
}


@pytest.mark.parametrize("kernel", LOADED)
def test_infinities_that_were_loaded(kernel: str) -> None:
    last, lanes = LOADED[kernel]
    assert sum(finding.count for finding in found(kernel, infinities(last))) == lanes


def test_a_product_with_what_was_loaded_is_silent() -> None:
    assert found("multiplied", infinities(2)) == []


def test_the_same_of_finite_numbers_is_found() -> None:
    """2^-400 is 0 in float32, as 2^-inf is."""
    (finding,) = found("all_masked", torch.full((33,), -400.0))
    assert finding.kind == "nan"
    (finding,) = found("multiplied", torch.full((33,), -400.0))
    assert (finding.kind, finding.count) == ("nan", 32)


NAMES = sorted(set(operation_names()) - {"matmul-gelu", "mlp"})


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_operations_are_silent(name: str) -> None:
    """Nothing is found in any implementation, on small cases and on nasty ones.

    `matmul-gelu` and `mlp` are left out: they are `matmul` and `gelu` in other arrangements, and
    compile for minutes.
    """
    result = ks.check(name, tools="numerics")
    assert result.findings == ()
