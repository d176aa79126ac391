"""Triton's binding of cuBLAS inside a virtual GPU's block: its products, and what it refuses.

And products of PyTorch next to those of a kernel.
"""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402
from triton._C.libtriton import nvidia  # noqa: E402

from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.errors import LaunchError, UnavailableError  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402

pytestmark = pytest.mark.triton
TYPES = [torch.float16, torch.bfloat16, torch.float32, torch.float8_e4m3fn]


@pytest.fixture
def blas() -> Any:
    """The binding, on a virtual GPU, with a workspace as Triton's tutorials make it."""
    with pretend_cuda(virtual_gpu("h200")):
        yield nvidia.cublas.CublasLt(torch.empty(1 << 20, device="cuda", dtype=torch.uint8))


def _operands(dtype: Any) -> tuple[Any, ...]:
    generator = torch.Generator().manual_seed(3)
    a, b = (torch.randn(n, 32, generator=generator).to(dtype) for n in (24, 16))
    exact = a.double() @ b.double().T
    return a.cuda(), b.cuda(), exact


@pytest.mark.parametrize("dtype", TYPES)
def test_the_right_operand_is_given_transposed(blas: Any, dtype: Any) -> None:
    """The result has the type of `out`, rounded once."""
    a, b, exact = _operands(dtype)
    out = torch.empty(24, 16, device="cuda", dtype=torch.float16 if dtype.itemsize == 1 else dtype)
    blas.matmul(a, b, out)
    torch.testing.assert_close(
        out.cpu().double(), exact.to(out.dtype).double(), rtol=1e-2, atol=1e-2
    )


def test_gemm_scales_the_product_and_adds_a_matrix(blas: Any) -> None:
    """`alpha` times the product plus `beta` times `c`."""
    a, b, exact = _operands(torch.float16)
    c = torch.ones(24, 16, device="cuda", dtype=torch.float16)
    out = torch.empty_like(c)
    blas.gemm(a, b, c, out, 0.5, 3.0)
    torch.testing.assert_close(out.cpu().double(), exact * 0.5 + 3, rtol=1e-2, atol=1e-2)


def test_operands_that_do_not_fit_are_refused(blas: Any) -> None:
    """Other lengths of the sum, another shape of the result, and types without a product."""
    a, b, _ = _operands(torch.float16)
    out = torch.empty(24, 16, device="cuda", dtype=torch.float16)
    with pytest.raises(LaunchError, match=r"\[24, 31\] times the transpose of \[16, 32\]"):
        blas.matmul(a[:, 1:], b, out)
    with pytest.raises(LaunchError, match="the product is 16 × 24"):
        blas.matmul(b, a, out)
    with pytest.raises(LaunchError, match=r"products of .* are not supported"):
        blas.matmul(a, b.float(), out)
    with pytest.raises(UnavailableError, match="Blackwell"):
        blas.block_scaled_matmul_mxfp8(a, b, out, a, b)


@triton.jit
def dot_kernel(a, b, c, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    rows, columns, depth = tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((M, N), tl.float32)
    for k in range(0, K, STEP):
        left = tl.load(a + rows[:, None] * K + k + depth[None, :])
        right = tl.load(b + (k + depth[:, None]) * N + columns[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + rows[:, None] * N + columns[None, :], total)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("name", ["a100", "h200", "b200"])
def test_a_kernels_product_has_the_bits_of_pytorchs(name: str, dtype: Any) -> None:
    """Through `mma`, `wgmma` and `tcgen05`: both truncate sums as the tensor cores do."""
    with pretend_cuda(virtual_gpu(name)):
        generator = torch.Generator().manual_seed(5)
        shapes = (128, 512), (512, 64)
        a, b = (torch.randn(shape, generator=generator).to(dtype).cuda() for shape in shapes)
        c = torch.empty(128, 64, device="cuda")
        dot_kernel[(1,)](a, b, c, 512, M=128, N=64, STEP=32)
        assert torch.equal(c, torch.mm(a, b, out_dtype=torch.float32))
        assert torch.equal(c.to(dtype), a @ b)
