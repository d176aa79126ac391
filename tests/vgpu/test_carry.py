"""Sums and differences of many words: the carry flag is the hardware's, set if nothing borrows."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

Words = np.ndarray[Any, Any]
MASK = 0xFFFFFFFF


def run(body: str, a: Words, b: Words) -> Words:
    """Two 32-bit results, %d and %e, of instructions on %a and %b; both executions agree."""
    text = f""".version 8.7
        .target sm_90a
        .address_size 64
        .entry k(.param .u64 left, .param .u64 right, .param .u64 out) {{
        .reg .b32 %t, %a, %b, %d, %e; .reg .b64 %l, %r, %o, %n;
        ld.param.u64 %l, [left]; ld.param.u64 %r, [right]; ld.param.u64 %o, [out];
        mov.u32 %t, %tid.x; mul.wide.u32 %n, %t, 4;
        add.s64 %l, %l, %n; add.s64 %r, %r, %n; add.s64 %o, %o, %n;
        ld.global.b32 %a, [%l]; ld.global.b32 %b, [%r]; mov.b32 %d, 0;
        {body}
        st.global.b32 [%o], %d; st.global.b32 [%o+128], %e; ret; }}"""
    results: list[Words] = []
    for launch in (
        vgpu.load_ptx(text).kernel("k").launch,
        functools.partial(interpreter.launch, lower(parse(text), "k")),
    ):
        out = np.zeros((2, 32), np.uint32)
        launch((1, 1, 1), (32, 1, 1), [a.copy(), b.copy(), out])
        results.append(out)
    np.testing.assert_array_equal(*results)
    return results[0]


@pytest.fixture
def words() -> tuple[Words, Words]:
    """Words of 32 lanes, equal and extreme ones among them."""
    draw = np.random.default_rng(0)
    a, b = draw.integers(0, 1 << 32, (2, 32), dtype=np.uint32)
    a[:6], b[:6] = (5, 10, 7, 0, MASK, 0), (10, 5, 7, 0, 0, MASK)
    return a, b


def test_a_sum_after_a_difference_takes_what_the_hardware_leaves(
    words: tuple[Words, Words],
) -> None:
    """5 - 10 borrows, so the flag is clear and `addc` adds nothing: [-5, 5], on an H100 too."""
    a, b = words
    low, next_word = run("sub.cc.u32 %d, %a, %b; addc.u32 %e, %a, 0;", a, b)
    np.testing.assert_array_equal(low, a - b)
    np.testing.assert_array_equal(next_word, a + (a >= b).astype(np.uint32))
    assert (int(low[0]), int(next_word[0])) == (MASK - 4, 5)


def test_a_difference_after_a_sum_borrows_unless_that_carried(words: tuple[Words, Words]) -> None:
    """The flag of `add.cc` is a carry, which `subc` takes for "nothing borrowed"."""
    a, b = words
    _, second = run("add.cc.u32 %d, %a, %b; subc.u32 %e, %a, %b;", a, b)
    carried = a.astype(np.uint64) + b > MASK
    np.testing.assert_array_equal(second, a - b - (~carried).astype(np.uint32))


def test_a_product_takes_the_flag_of_a_difference(words: tuple[Words, Words]) -> None:
    """`madc` adds one if the difference before it borrowed nothing."""
    a, b = words
    _, second = run("sub.cc.u32 %d, %a, %b; madc.lo.u32 %e, %a, %b, 1;", a, b)
    np.testing.assert_array_equal(second, a * b + 1 + (a >= b).astype(np.uint32))


def test_a_chain_passes_its_flag_through_every_kind(words: tuple[Words, Words]) -> None:
    """sub.cc, madc.cc, subc.cc, addc in one chain, against Python's integers."""
    a, b = words
    chain = (
        "sub.cc.u32 %d, %a, %b; madc.hi.cc.u32 %d, %a, %b, %b;"
        "subc.cc.u32 %d, %b, %a; addc.u32 %e, 0, 0;"
    )
    third, flag = run(chain, a, b)
    for x, y, got, last in zip(a.tolist(), b.tolist(), third.tolist(), flag.tolist(), strict=True):
        carry = int(x >= y)
        carry = (x * y >> 32) + y + carry >> 32
        total = y + (x ^ MASK) + carry
        assert (got, last) == (total & MASK, total >> 32)


@pytest.mark.parametrize("bits", [64, 96])
def test_differences_of_many_words_are_those_of_long_integers(
    words: tuple[Words, Words], bits: int
) -> None:
    """A chain of `subc.cc` is one long subtraction: the upper words of two or three."""
    a, b = words
    middle = "subc.cc.u32 %d, %a, %b;" * (bits // 32 - 2)
    top, _ = run(f"sub.cc.u32 %d, %a, %b; {middle} subc.u32 %d, %b, %a; mov.b32 %e, 0;", a, b)
    for x, y, got in zip(a.tolist(), b.tolist(), top.tolist(), strict=True):
        low = sum(1 << 32 * n for n in range(bits // 32 - 1))
        left, right = x * low + (y << bits - 32), y * low + (x << bits - 32)
        assert got == (left - right) >> (bits - 32) & MASK
