"""The f64 matrix product gives what NumPy gives, fragments laid out as in the PTX manual."""

from __future__ import annotations

import functools
import math
from fractions import Fraction

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter

LANES = np.arange(32)
GROUP, PLACE = LANES // 4, LANES % 4


def kernel(
    rows: int, depth: int, rounding: str = "", wmma: bool = False
) -> tuple[str, int, int, int]:
    """PTX that loads A, B and C fragments, multiplies, and stores D; with their register counts."""
    a, b, c = rows * depth // 32, depth // 4, rows // 4
    names = [f"%f{n}" for n in range(a + b + c)]
    lists = [names[:a], names[a : a + b], names[a + b :]]
    left, right, sums = ("{" + ", ".join(part) + "}" for part in lists)
    loads = "\n".join(f"ld.global.f64 {n}, [%rd3+{256 * i}];" for i, n in enumerate(names))
    stores = "\n".join(f"st.global.f64 [%rd3+{256 * i}], {n};" for i, n in enumerate(names))
    name = f"mma.sync.aligned.m{rows}n8k{depth}.row.col{rounding}"
    if wmma:
        name = f"wmma.mma.sync.aligned.row.col.m8n8k4{rounding}"
    text = f"""
.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 data) {{
.reg .b32 %r<4>;
.reg .b64 %rd<4>;
.reg .f64 %f<{len(names)}>;
ld.param.b64 %rd1, [data];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 8;
add.s64 %rd3, %rd1, %rd2;
{loads}
{name}.f64.f64.f64.f64 {sums}, {left}, {right}, {sums};
{stores}
ret;
}}
"""
    return text, a, b, c


@pytest.mark.parametrize(("rows", "depth"), [(8, 4), (16, 4), (16, 8), (16, 16)])
def test_the_product_of_f64(rows: int, depth: int) -> None:
    """Whole numbers, so that the order of the sums does not show; every counted product is one."""
    rng = np.random.default_rng(rows + depth)
    left = rng.integers(-9, 9, (rows, depth)).astype(float)
    right = rng.integers(-9, 9, (depth, 8)).astype(float)
    start = rng.integers(-9, 9, (rows, 8)).astype(float)
    text, a, b, c = kernel(rows, depth)
    data = np.zeros((a + b + c, 32))
    halves = rows // 8
    for i in range(a):
        data[i] = left[GROUP + 8 * (i % halves), 4 * (i // halves) + PLACE]
    for i in range(b):
        data[a + i] = right[4 * i + PLACE, GROUP]
    for i in range(c):
        data[a + b + i] = start[GROUP + 8 * (i // 2), 2 * PLACE + i % 2]
    counts = vgpu.load_ptx(text).kernel("k")[1, 32](data)
    expected = left @ right + start
    for i in range(c):
        rows_of = GROUP + 8 * (i // 2)
        np.testing.assert_array_equal(data[a + b + i], expected[rows_of, 2 * PLACE + i % 2])
    assert counts.counters["kernelscope__tensor_mac_fp64.sum"] == rows * 8 * depth


@pytest.mark.parametrize("wmma", [False, True])
@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
def test_sums_of_f64_are_rounded_as_the_instruction_says(mode: str, wmma: bool) -> None:
    """Each step once, k ascending, of numbers whose products need more digits than there are."""
    rng = np.random.default_rng(7)
    rows, depth = 8, 4
    text, a, b, c = kernel(rows, depth, f".{mode}", wmma)
    given = rng.standard_normal((a + b + c, 32))
    expected = np.zeros((2, 32))
    for i, lane in np.ndindex(2, 32):
        total = float(given[a + b + i, lane])
        for k in range(depth):
            x = float(given[0, 4 * GROUP[lane] + k])
            y = float(given[a, 4 * (2 * PLACE[lane] + i) + k])
            total = rounded(Fraction(x) * Fraction(y) + Fraction(total), mode)
        expected[i, lane] = total
    loaded = vgpu.load_ptx(text).kernel("k")
    for launch in (loaded.launch, functools.partial(interpreter.launch, loaded.lowered())):
        data = given.copy()
        launch((1, 1, 1), (32, 1, 1), [data])
        np.testing.assert_array_equal(data[a + b :], expected)


def rounded(exact: Fraction, mode: str) -> float:
    """The double next to a number, on the side that the mode says."""
    near = float(exact)  # to nearest, even at a tie
    if mode == "rn" or Fraction(near) == exact:
        return near
    other = math.nextafter(near, math.inf if Fraction(near) < exact else -math.inf)
    low, high = sorted((near, other))
    upwards = mode == "rp" or (mode == "rz" and exact < 0)
    return high if upwards else low
