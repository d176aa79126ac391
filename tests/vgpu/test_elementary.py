"""2^x, log2 and tanh are correctly rounded: random f32 of every size, 16-bit values."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu import numeric
from kernelscope.vgpu.jit import build

THREADS = 1024
SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-45, -1e-45, 3.4e38, 0.5, 2.0)


@functools.cache
def kernel(instruction: str, bits: int) -> vgpu.Kernel:
    """One instruction on each element of an array."""
    return vgpu.load_ptx(
        f""".version 8.7
        .target sm_90a
        .address_size 64
        .entry k(.param .u64 input, .param .u64 output) {{
        .reg .b32 %t, %b; .reg .b{bits} %v; .reg .b64 %in, %out, %o;
        ld.param.u64 %in, [input]; ld.param.u64 %out, [output];
        mov.u32 %t, %tid.x; mov.u32 %b, %ctaid.x; mad.lo.u32 %t, %b, {THREADS}, %t;
        mul.wide.u32 %o, %t, {bits // 8}; add.s64 %in, %in, %o; add.s64 %out, %out, %o;
        ld.global.b{bits} %v, [%in]; {instruction} %v, %v; st.global.b{bits} [%out], %v; ret; }}"""
    ).kernel("k")


def results(instruction: str, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The instruction on as many values as a multiple of a block."""
    output = np.zeros_like(values)
    kernel(instruction, 8 * values.itemsize)[len(values) // THREADS, THREADS](values, output)
    return output


def samples() -> np.ndarray[Any, Any]:
    """Special values, any bits, and numbers near 0 and near 1, where results lose digits."""
    rng = np.random.default_rng(7)
    count = 1 << 17
    return np.concatenate(
        [
            np.resize(np.array(SPECIAL, np.float32), THREADS),
            rng.integers(0, 1 << 32, count, dtype=np.uint64).astype(np.uint32).view(np.float32),
            (1 + rng.uniform(-1e-3, 1e-3, count)).astype(np.float32),
            rng.uniform(-1e-2, 1e-2, count).astype(np.float32),
            rng.uniform(-150, 130, count).astype(np.float32),
        ]
    )


@pytest.mark.parametrize(
    ("instruction", "function"),
    [("ex2.approx.f32", np.exp2), ("lg2.approx.f32", np.log2), ("tanh.approx.f32", np.tanh)],
)
def test_f32_results_are_those_of_f64_rounded_once(instruction: str, function: Any) -> None:
    """NumPy's f64 functions are the truth; their own error decides no f32 rounding here."""
    values = samples()
    with np.errstate(all="ignore"):
        expected = function(values.astype(np.float64)).astype(np.float32)
    np.testing.assert_array_equal(results(instruction, values), expected)


def test_a_processor_without_permutes_gives_the_same_powers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The table of 2^x is read lane by lane there."""
    values = samples()[: 1 << 17]
    ours = results("ex2.approx.f32", values)
    monkeypatch.setattr(build, "has_permutes", lambda: False)
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    kernel.cache_clear()
    theirs = results("ex2.approx.f32", values)
    kernel.cache_clear()
    np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("permutes", [True, False])
def test_the_hardest_powers_are_rounded_correctly(
    permutes: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """These come nearest to the middle between two f32; an f64 of 2^-51 does not tell the side.

    `tools/prove_exp2.py` compares all inputs.
    """
    if not permutes:
        monkeypatch.setattr(build, "has_permutes", lambda: False)
        monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
        kernel.cache_clear()
    values = np.resize(np.array([0x3B429D37, 0xBCF3A937], np.uint32), THREADS).view(np.float32)
    expected = numeric.approx("ex2", "f32", values)
    ours = results("ex2.approx.f32", values)
    kernel.cache_clear()
    np.testing.assert_array_equal(ours, expected)


@pytest.mark.parametrize(
    "instruction", ["ex2.approx.f16", "ex2.approx.ftz.bf16", "tanh.approx.f16", "tanh.approx.bf16"]
)
def test_16_bit_results_are_correctly_rounded(instruction: str) -> None:
    """One of every eight values, against exact arithmetic; all 65536 take a minute and hold too."""
    places = np.arange(0, 1 << 16, 8) + np.random.default_rng(3).integers(0, 8, 1 << 13)
    values = places.astype(np.uint16)
    name, *modifiers, kind = instruction.split(".")
    expected = numeric.approx(name, kind, values, ftz="ftz" in modifiers).view(np.uint16)
    np.testing.assert_array_equal(results(instruction, values), expected)
