"""Products of 16-bit floats are the same whatever matrix units the host's processor has."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
import torch

import kernelscope as ks
from kernelscope.devices.operators import OperatorRecorder
from kernelscope.devices.torch_cuda.facade import pretend_cuda

# On this processor and on the one below it in oneDNN's order, which has no matrix unit.
INSTRUCTION_SETS = ("", "AVX512_CORE", "AVX2")

# 61 columns are no multiple of a tile's; 1e-39 is subnormal, in bf16 as in float32.
PROGRAM = """
import torch
import kernelscope as ks
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.operators import OperatorRecorder

torch.manual_seed(0)
a, b = torch.randn(61, 61), torch.randn(61, 61)
a[3] = -torch.inf
a[5] = 1e-39
b[:, 7] = 1e36
a, b = a.bfloat16(), b.bfloat16()
want = (a.double() @ b.double()).bfloat16()
gpu = ks.virtual_gpu("h200")
with gpu, OperatorRecorder(gpu):
    recorded = a @ b
with pretend_cuda(gpu):
    pretended = (a.cuda() @ b.cuda()).cpu()
for got in (recorded, pretended):
    torch.testing.assert_close(got, want, rtol=2**-7, atol=1e-4, equal_nan=True)
    assert got[5, 7] != 0
"""


@pytest.mark.slow
@pytest.mark.parametrize("instructions", INSTRUCTION_SETS)
def test_a_product_of_bf16_does_not_depend_on_the_hosts_matrix_units(instructions: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("ONEDNN_MAX_CPU_ISA", None)
    if instructions:
        environment["ONEDNN_MAX_CPU_ISA"] = instructions
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        check=False,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr


def _conv(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.conv2d(x.view(1, 1, 16, 16), y.view(1, 1, 16, 16)[..., :3, :3])


def _attention(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    heads = x.view(1, 1, 16, 16)
    return torch.nn.functional.scaled_dot_product_attention(heads, heads, y.view(1, 1, 16, 16))


def _in_place(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    total = y.clone()
    # With a beta of 1, cuBLAS rounds the product before it adds it (`test_tensor_cores.py`).
    return total.addmm_(x, y, beta=2, alpha=0.5)


def _into(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    result = torch.empty(0, dtype=x.dtype, device=x.device)
    assert torch.mm(x, y, out=result) is result
    return result


PRODUCTS: dict[str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "mm": torch.mm,
    "in place": _in_place,
    "out=": _into,
    "linear": torch.nn.functional.linear,
    "bmm": lambda x, y: torch.bmm(x[None], y[None]),
    "mv": lambda x, y: x @ y[0],
    "convolution": _conv,
    "attention": _attention,
}


@pytest.mark.parametrize("pretends", [False, True], ids=["cpu tensors", "cuda tensors"])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("name", PRODUCTS)
def test_a_product_of_halves_is_rounded_once(name: str, dtype: torch.dtype, pretends: bool) -> None:
    torch.manual_seed(0)
    x, y = torch.randn(16, 16).to(dtype), torch.randn(16, 16).to(dtype)
    want = PRODUCTS[name](x.double(), y.double())
    gpu = ks.virtual_gpu("h200")
    if pretends:
        with pretend_cuda(gpu):
            got = PRODUCTS[name](x.cuda(), y.cuda()).cpu()
    else:
        with gpu, OperatorRecorder(gpu):
            got = PRODUCTS[name](x, y)
    assert got.dtype == dtype
    # Half a unit in the last place, and as much again for float32's own rounding near a tie; the
    # plain steps of attention round in between.
    steps = 8 if name == "attention" else 1.01
    torch.testing.assert_close(
        got.double(), want, rtol=steps * torch.finfo(dtype).eps / 2, atol=1e-5
    )
