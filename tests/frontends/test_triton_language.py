"""Triton's language against NumPy and float64: types, products, reductions, sorting, atomics."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402

from families import exhaustive  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402

pytestmark = pytest.mark.triton
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "bfloat16", "float32", "float64"]


def values(dtype: str, *shape: int, seed: int = 0) -> Any:
    """Random numbers of a type: all integers, or normal ones with a deviation of 4."""
    generator = np.random.default_rng(seed)
    if dtype in INTEGERS:
        limits = np.iinfo(dtype)
        drawn = generator.integers(limits.min, limits.max, shape, dtype=dtype, endpoint=True)
        return torch.from_numpy(drawn)
    return torch.from_numpy(4 * generator.standard_normal(shape)).to(getattr(torch, dtype))


@triton.jit
def cast_kernel(x_ptr, outs, COUNT: tl.constexpr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    for number in tl.static_range(COUNT):
        tl.store(outs[number] + i, x.to(outs[number].dtype.element_ty))


# Left out is what no standard defines: numbers that the type cannot hold, from floats to integers,
# and from integers to float16, where PyTorch gives infinity.
@pytest.mark.parametrize("source", [*INTEGERS, *FLOATS])
def test_a_cast_to_every_type_gives_what_pytorch_gives(source: str):
    x = values(source, 128)
    if source in FLOATS:
        x = x.abs()
    outs = {to: torch.zeros(128, dtype=getattr(torch, to)) for to in (*INTEGERS, *FLOATS)}
    with virtual_gpu("h200"):
        cast_kernel[(1,)](x, tuple(outs.values()), COUNT=len(outs), N=128)
    for to, out in outs.items():
        held = x.double().abs() < 65504 if to == "float16" else torch.ones(128, dtype=torch.bool)
        assert torch.equal(out[held], x.to(out.dtype)[held]), to


ONE_GPU = "KERNELSCOPE_TEST_OF_ONE_GPU"


def run_alone(test: str, gpu: str) -> None:
    """Run a test in a process of its own.

    Triton 3.6 chooses how it converts 8-bit floats once a process, for the first GPU that it
    compiles for: what it then makes for an older GPU does not assemble.
    """
    alone = ("-p", "no:randomly", "-p", "no:xdist", "-p", "no:cacheprovider", "-q", test)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *alone],
        check=False,
        env={**os.environ, ONE_GPU: gpu},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


@triton.jit
def dot_kernel(a_ptr, b_ptr, c_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    where = m[:, None] * N + n[None, :]
    total = tl.load(c_ptr + where)
    tl.store(out_ptr + where, tl.dot(a, b, total, out_dtype=total.dtype))


# One warp is `mma`, four on 64 rows `wgmma` on the H200. tf32 keeps 10 bits of a factor; the
# others are exact up to the rounding of sums.
@pytest.mark.parametrize(
    ("dtype", "sums", "error", "gpu", "warps"),
    [
        ("float16", "float32", 1e-4, "a100", 4),
        ("float16", "float32", 1e-4, "h200", 4),
        exhaustive("float16", "float32", 1e-4, "h200", 1),
        ("bfloat16", "float32", 1e-4, "h200", 4),
        exhaustive("bfloat16", "float32", 1e-4, "a100", 4),
        exhaustive("bfloat16", "float32", 1e-4, "h200", 1),
        ("float32", "float32", 2e-3, "a100", 4),
        ("float32", "float32", 2e-3, "h200", 4),
        exhaustive("float32", "float32", 2e-3, "h200", 1),
        ("float64", "float64", 1e-13, "h200", 4),  # `mma` on both
        exhaustive("float64", "float64", 1e-13, "a100", 4),
        exhaustive("float64", "float64", 1e-13, "h200", 1),
        ("int8", "int32", 0.0, "h200", 4),
        ("int8", "int32", 0.0, "a100", 4),
        exhaustive("int8", "int32", 0.0, "h200", 1),
    ],
)
def test_a_product_of_tiles_is_that_of_float64(
    dtype: str, sums: str, error: float, gpu: str, warps: int
):
    a, b = values(dtype, 64, 32), values(dtype, 32, 64, seed=1)
    c = values(sums, 64, 64, seed=2) // (1 if sums != "int32" else 2)
    out = torch.zeros_like(c)
    with virtual_gpu(gpu):
        dot_kernel[(1,)](a, b, c, out, M=64, N=64, K=32, num_warps=warps)
    factors = a.double().abs() @ b.double().abs()
    expected = a.double() @ b.double() + c.double()
    assert ((out.double() - expected).abs() <= error * factors).all()


@pytest.mark.long("in a process of its own, which imports Triton and PyTorch")
@pytest.mark.parametrize(("gpu", "warps"), [("a100", [4]), ("h200", [4]), exhaustive("h200", [1])])
def test_a_product_of_tiles_of_8_bit_floats_is_that_of_float64(
    gpu: str, warps: list[int], request: pytest.FixtureRequest
):
    if os.environ.get(ONE_GPU) != gpu:
        run_alone(request.node.nodeid, gpu)
        return
    for number in warps:
        test_a_product_of_tiles_is_that_of_float64("float8_e5m2", "float32", 1e-4, gpu, number)


@triton.jit
def larger(a, b):
    return tl.where(a > b, a, b)


@triton.jit
def rows_kernel(
    x_ptr, sums_ptr, places_ptr, scans_ptr, sorted_ptr, M: tl.constexpr, N: tl.constexpr
):
    m = tl.arange(0, M)
    where = m[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + where)
    tl.store(sums_ptr + m, tl.sum(x, 1))
    tl.store(places_ptr + m, tl.argmax(x, 1))
    tl.store(scans_ptr + where, tl.associative_scan(x, 1, larger))
    tl.store(sorted_ptr + where, tl.sort(x))


# One warp exchanges values by shuffles, four also through shared memory.
@pytest.mark.parametrize(
    ("dtype", "warps"),
    [
        ("float64", 1),
        ("int32", 4),
        *(exhaustive(dtype, 1) for dtype in ("int32", "int64", "float32")),
        *(exhaustive(dtype, 4) for dtype in ("int64", "float32", "float64")),
    ],
)
def test_sums_places_scans_and_sorting_along_rows(dtype: str, warps: int):
    x = values(dtype, 8, 32)
    sums, places = torch.zeros(8, dtype=x.dtype), torch.zeros(8, dtype=torch.int32)
    scans, ordered = torch.zeros_like(x), torch.zeros_like(x)
    with virtual_gpu("h200"):
        rows_kernel[(1,)](x, sums, places, scans, ordered, M=8, N=32, num_warps=warps)
    if dtype in INTEGERS:
        assert torch.equal(sums, x.sum(1, dtype=x.dtype))
    else:
        torch.testing.assert_close(sums.double(), x.double().sum(1), rtol=1e-5, atol=1e-4)
    assert torch.equal(places.long(), x.argmax(1))
    assert torch.equal(scans, x.cummax(1).values)
    assert torch.equal(ordered, x.sort(1).values)


@triton.jit
def atomic_kernel(totals_ptr, x_ptr, n, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    tl.atomic_add(totals_ptr + i % 4, x, mask=i < n, sem="relaxed")
    tl.atomic_max(totals_ptr + 4 + i % 4, x, mask=i < n, scope="cta")
    tl.atomic_min(totals_ptr + 8 + i % 4, x, mask=i < n)
    tl.atomic_xchg(totals_ptr + 12 + tl.zeros_like(i), x, mask=i == 5)


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64", "float32", "float64"])
def test_atomics_of_every_type_on_shared_addresses(dtype: str):
    x = (torch.arange(128) * 37 % 101).to(getattr(torch, dtype))
    totals = torch.zeros(16, dtype=x.dtype)
    totals[8:12] = 50
    with virtual_gpu("h200"):
        atomic_kernel[(2,)](totals, x, 120, N=128)
    kept = x[:120].double().reshape(30, 4)
    assert torch.equal(totals[:4].double(), 2 * kept.sum(0))
    assert torch.equal(totals[4:8].double(), kept.amax(0))
    assert torch.equal(totals[8:12].double(), kept.amin(0).clamp(max=50))
    assert totals[12].item() == x[5].item()
