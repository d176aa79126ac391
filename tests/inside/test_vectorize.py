"""The cause named for a narrow access is the true one: mend it alone, and the width rises."""

from __future__ import annotations

from typing import Any

import pytest
import triton
import triton.language as tl

from inside.compiled import triton_form
from kernelscope.inside.decisions import decide
from kernelscope.record.inspection import AccessDecision

pytestmark = pytest.mark.triton


@triton.jit
def masked(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask), mask=mask)


@triton.jit
def masked_by_at_most(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets <= n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask), mask=mask)


@triton.jit
def strided(x, out, stride, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets * stride))


@triton.jit
def offset(x, out, start, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + start + offsets))


@triton.jit
def rows(x, out, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    offsets = tl.arange(0, BLOCK)
    tl.store(out + row * BLOCK + offsets, tl.load(x + row * stride + offsets))


@triton.jit
def gather(x, index, out, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + tl.load(index + offsets)))


@triton.jit
def gather_promised(x, index, out, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    where = tl.max_contiguous(tl.multiple_of(tl.load(index + offsets), 16), 16)
    tl.store(out + offsets, tl.load(x + where))


@triton.jit
def wrapped(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets % n))


@triton.jit
def addressed(x, out, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    address = x.to(tl.int64) + offsets.to(tl.int64) * 4
    tl.store(out + offsets, tl.load(address.to(tl.pointer_type(tl.float32))))


@triton.jit
def pointed(x, out, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets.to(tl.int64)))


@triton.jit
def columns(x, out, stride, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    down, across = tl.arange(0, ROWS)[:, None], tl.arange(0, COLUMNS)[None, :]
    tl.store(out + down * COLUMNS + across, tl.load(x + across * stride + down * 4))


@triton.jit
def walked(x, out, step, count, BLOCK: tl.constexpr):
    at = x + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for _ in range(count):
        total += tl.load(at)
        at += step
    tl.store(out + tl.arange(0, BLOCK), total)


@triton.jit
def backwards(x, out, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + (BLOCK - 1) - offsets))


@triton.jit
def doubled(x, out, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets + offsets))


@triton.jit
def masked_twice(x, out, a, b, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets, mask=(offsets >= a) & (offsets < b)))


@triton.jit
def masked_by_values(x, flags, out, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets, mask=tl.load(flags + offsets) > 0))


@triton.jit
def begun_where_memory_says(x, starts, out, BLOCK: tl.constexpr):
    start = tl.load(starts)
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + start + offsets))


@triton.jit
def begun_where_memory_promises(x, starts, out, BLOCK: tl.constexpr):
    start, offsets = tl.multiple_of(tl.load(starts), 16), tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + start + offsets))


@triton.jit
def gathered_rows(x, index, out, stride, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    rows, across = tl.load(index + tl.arange(0, ROWS)), tl.arange(0, COLUMNS)
    places = tl.arange(0, ROWS)[:, None] * COLUMNS + across[None, :]
    tl.store(out + places, tl.load(x + rows[:, None] * stride + across[None, :]))


@triton.jit
def clamped(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + tl.minimum(offsets, n - 1)))


@triton.jit
def begun_by_a_branch(x, out, a, OFFSET: tl.constexpr, BLOCK: tl.constexpr):
    start = a
    if a > 100:
        start = OFFSET
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + start + offsets))


@triton.jit
def tiled(x, out, n, m, stride, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """Columns that wrap around, and a row stride: of both, the wrap is what breaks the runs."""
    down, across = tl.arange(0, ROWS)[:, None], tl.arange(0, COLUMNS)[None, :]
    wrapped = (tl.program_id(0) * COLUMNS + across) % n
    tl.store(out + down * COLUMNS + across, tl.load(x + down * stride + wrapped))


@triton.jit
def promised(x, out, RUN: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + tl.max_contiguous(offsets, RUN)))


@triton.jit
def multiplied(x, out, count, FACTOR: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    for _ in range(count):
        offsets *= FACTOR
    tl.store(out + tl.arange(0, BLOCK), tl.load(x + offsets))


@triton.jit
def added(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out + offsets, tl.load(x + offsets), mask=offsets < n)


@triton.jit(noinline=True)
def apart(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets, mask=offsets < n))


@triton.jit
def calling(x, out, n, BLOCK: tl.constexpr):
    apart(x, out, n, BLOCK)


F = "*fp32"
PAIR = {"x": F, "out": F}
DOUBLES = {"x": "*fp64", "out": "*fp64"}
BLOCK = {"BLOCK": 1024}

# kernel, types, constants, divisible by 16 → words of the cause; and what mends it alone.
BROKEN: dict[str, tuple[tuple[Any, ...], tuple[str, ...], tuple[Any, ...]]] = {
    "mask": (
        (masked, {**PAIR, "n": "i32"}, BLOCK, ["x", "out"]),
        ("mask", "argument `n` (i32) is not known to be divisible by 16"),
        (masked, {**PAIR, "n": "i32"}, BLOCK, ["x", "out", "n"]),
    ),
    "mask of the wrong comparison": (
        (masked_by_at_most, {**PAIR, "n": "i32"}, BLOCK, ["x", "out", "n"]),
        ("mask", "`index <= bound`", "index < bound"),
        (masked, {**PAIR, "n": "i32"}, BLOCK, ["x", "out", "n"]),
    ),
    "stride that is an argument": (
        (strided, {**PAIR, "stride": "i32"}, BLOCK, ["x", "out", "stride"]),
        ("stride", "`stride` apart, which is not known to be 1"),
        (strided, PAIR, {**BLOCK, "stride": 1}, ["x", "out"]),
    ),
    "stride that is a constant": (
        (strided, PAIR, {**BLOCK, "stride": 3}, ["x", "out"]),
        ("stride", "neighbouring elements are 3 apart"),
        (strided, PAIR, {**BLOCK, "stride": 1}, ["x", "out"]),
    ),
    "stride of two": (
        (strided, PAIR, {**BLOCK, "stride": 2}, ["x", "out"]),
        ("stride", "neighbouring elements are 2 apart"),
        (strided, PAIR, {**BLOCK, "stride": 1}, ["x", "out"]),
    ),
    "misaligned pointer": (
        (rows, {**PAIR, "stride": "i32"}, BLOCK, ["out", "stride"]),
        ("alignment", "argument `x` is not known to be a multiple of 16 bytes"),
        (rows, {**PAIR, "stride": "i32"}, BLOCK, ["x", "out", "stride"]),
    ),
    "rows not divisible": (
        (rows, {**PAIR, "stride": "i32"}, BLOCK, ["x", "out"]),
        ("argument `stride` (i32) is not known to be divisible by 16",),
        (rows, {**PAIR, "stride": "i32"}, BLOCK, ["x", "out", "stride"]),
    ),
    "misaligned constant offset": (
        (offset, PAIR, {**BLOCK, "start": 1}, ["x", "out"]),
        ("misaligned offset", "1 is not a multiple of"),
        (offset, PAIR, {**BLOCK, "start": 4}, ["x", "out"]),
    ),
    "misaligned offset of doubles": (
        (offset, DOUBLES, {**BLOCK, "start": 1}, ["x", "out"]),
        ("misaligned offset", "1 is not a multiple of"),
        (offset, DOUBLES, {**BLOCK, "start": 2}, ["x", "out"]),
    ),
    "int64 offset": (
        (offset, {**PAIR, "start": "i64"}, BLOCK, ["x", "out"]),
        ("int64 offset", "argument `start` (i64) is not known to be divisible by 16"),
        (offset, {**PAIR, "start": "i64"}, BLOCK, ["x", "out", "start"]),
    ),
    "address as an int64": (
        (addressed, PAIR, BLOCK, ["x", "out"]),
        ("int64 offset", "computed as int64"),
        (pointed, PAIR, BLOCK, ["x", "out"]),
    ),
    "small dtype": (
        (masked, {"x": "*i8", "out": "*i8", "n": "i32"}, {"BLOCK": 512}, ["x", "out", "n"]),
        ("dtype", "512 i8 gives 128 threads 4 each", "16 would fill 128 bits"),
        (masked, {"x": F, "out": F, "n": "i32"}, {"BLOCK": 512}, ["x", "out", "n"]),
    ),
    "gather": (
        (gather, {**PAIR, "index": "*i32"}, BLOCK, ["x", "out", "index"]),
        ("gather", "tl.max_contiguous"),
        (gather_promised, {**PAIR, "index": "*i32"}, BLOCK, ["x", "out", "index"]),
    ),
    "modulo": (
        (wrapped, {**PAIR, "n": "i32"}, BLOCK, ["x", "out"]),
        ("argument `n` (i32) is not known to be divisible by 16", "%"),
        (wrapped, {**PAIR, "n": "i32"}, BLOCK, ["x", "out", "n"]),
    ),
    "both dimensions strided": (
        (columns, {**PAIR, "stride": "i32"}, {"ROWS": 32, "COLUMNS": 64}, ["x", "out", "stride"]),
        ("stride", "`stride` apart"),
        (columns, PAIR, {"ROWS": 32, "COLUMNS": 64, "stride": 1}, ["x", "out"]),
    ),
    "pointer walked by a loop": (
        (walked, {**PAIR, "step": "i32", "count": "i32"}, BLOCK, ["x", "out"]),
        ("argument `step` (i32) is not known to be divisible by 16",),
        (walked, {**PAIR, "step": "i32", "count": "i32"}, BLOCK, ["x", "out", "step"]),
    ),
    "index that counts down": (
        (backwards, PAIR, BLOCK, ["x", "out"]),
        ("stride", "counts down"),
        (strided, PAIR, {**BLOCK, "stride": 1}, ["x", "out"]),
    ),
    "two indices added": (
        (doubled, PAIR, BLOCK, ["x", "out"]),
        ("stride", "2 apart"),
        (strided, PAIR, {**BLOCK, "stride": 1}, ["x", "out"]),
    ),
    "mask of a constant": (
        (masked, PAIR, {**BLOCK, "n": 1002}, ["x", "out"]),
        ("mask", "1002 is not a multiple of 4"),
        (masked, PAIR, {**BLOCK, "n": 1004}, ["x", "out"]),
    ),
    "one of two masks": (
        (masked_twice, {**PAIR, "a": "i32", "b": "i32"}, BLOCK, ["x", "out", "b"]),
        ("mask", "argument `a` (i32) is not known to be divisible by 16"),
        (masked_twice, {**PAIR, "a": "i32", "b": "i32"}, BLOCK, ["x", "out", "a", "b"]),
    ),
    "mask of loaded values": (
        (masked_by_values, {**PAIR, "flags": "*i32"}, BLOCK, ["x", "out", "flags"]),
        ("mask", "computed from arbitrary values"),
        (masked, PAIR, {**BLOCK, "n": 1024}, ["x", "out"]),
    ),
    "start that is loaded": (
        (begun_where_memory_says, {**PAIR, "starts": "*i64"}, BLOCK, ["x", "out", "starts"]),
        ("alignment: `start`, loaded from memory", "promise"),
        (begun_where_memory_promises, {**PAIR, "starts": "*i64"}, BLOCK, ["x", "out", "starts"]),
    ),
    "row stride of gathered rows": (
        (
            gathered_rows,
            {**PAIR, "index": "*i32", "stride": "i32"},
            {"ROWS": 512, "COLUMNS": 64},
            ["x", "out", "index"],
        ),
        ("argument `stride` (i32) is not known to be divisible by 16",),
        (
            gathered_rows,
            {**PAIR, "index": "*i32", "stride": "i32"},
            {"ROWS": 512, "COLUMNS": 64},
            ["x", "out", "index", "stride"],
        ),
    ),
    "index that is clamped": (
        (clamped, {**PAIR, "n": "i32"}, BLOCK, ["x", "out", "n"]),
        ("choice: tl.minimum", "mask"),
        (masked, {**PAIR, "n": "i32"}, BLOCK, ["x", "out", "n"]),
    ),
    "start on one side of a branch": (
        (begun_by_a_branch, {**PAIR, "a": "i32"}, {**BLOCK, "OFFSET": 6}, ["x", "out", "a"]),
        ("misaligned offset", "6 is not a multiple of 4"),
        (begun_by_a_branch, {**PAIR, "a": "i32"}, {**BLOCK, "OFFSET": 8}, ["x", "out", "a"]),
    ),
    "columns that wrap around": (
        (
            tiled,
            {**PAIR, "n": "i32", "m": "i32", "stride": "i32"},
            {"ROWS": 32, "COLUMNS": 64},
            ["x", "out", "stride"],
        ),
        ("argument `n` (i32) is not known to be divisible by 16", "`%`"),
        (
            tiled,
            {**PAIR, "n": "i32", "m": "i32", "stride": "i32"},
            {"ROWS": 32, "COLUMNS": 64},
            ["x", "out", "stride", "n"],
        ),
    ),
    "promise of less than is there": (
        (promised, PAIR, {**BLOCK, "RUN": 2}, ["x", "out"]),
        ("stride: tl.max_contiguous promises less",),
        (promised, PAIR, {**BLOCK, "RUN": 16}, ["x", "out"]),
    ),
    "index that a loop multiplies": (
        (multiplied, {**PAIR, "count": "i32"}, {**BLOCK, "FACTOR": 2}, ["x", "out"]),
        ("stride: neighbouring elements are 2 apart",),
        (multiplied, {**PAIR, "count": "i32"}, {**BLOCK, "FACTOR": 1}, ["x", "out"]),
    ),
    "mask of an atomic": (
        (added, {**PAIR, "n": "i32"}, BLOCK, ["x", "out"]),
        ("mask", "argument `n` (i32) is not known to be divisible by 16"),
        (added, {**PAIR, "n": "i32"}, BLOCK, ["x", "out", "n"]),
    ),
    "mask in a function that is called": (
        (calling, {**PAIR, "n": "i32"}, BLOCK, ["x", "out"]),
        ("mask", "argument `n` (i32) is not known to be divisible by 16"),
        (calling, {**PAIR, "n": "i32"}, BLOCK, ["x", "out", "n"]),
    ),
}


def width(kernel: Any, types: Any, constants: Any, divisible: Any) -> AccessDecision:
    """The narrowest access to `x`, or to `out` where only that is narrow."""
    found = decide(triton_form(kernel, types, constants, divisible)).accesses
    return min(found, key=lambda a: (a.bits / a.possible_bits, -a.bits))


@pytest.mark.parametrize("rule", BROKEN)
def test_the_cause_named_is_the_one_rule_that_was_broken(rule: str) -> None:
    broken, words, mended = BROKEN[rule]
    narrow = width(*broken)
    assert narrow.bits < narrow.possible_bits == 128
    for word in words:
        assert word in narrow.cause, narrow
    assert narrow.chain[-1] in narrow.cause
    assert "unknown" not in narrow.cause
    wide = width(*mended)
    assert (wide.bits, wide.cause, wide.chain) == (128, "", ())


def test_of_several_causes_the_chain_names_all_in_order() -> None:
    types = {"x": "*fp16", "out": "*fp16", "n": "i32"}
    narrow = width(masked, types, {"BLOCK": 512}, ["out"])
    ends = [step for step in narrow.chain if step in narrow.cause]
    assert [end.partition(":")[0] for end in ends] == ["alignment", "mask", "dtype"]
    assert (narrow.bits, narrow.possible_bits) == (16, 128)
    assert width(masked, types, {"BLOCK": 1024}, ["x", "out", "n"]).bits == 128


def test_a_run_ends_with_the_block() -> None:
    narrow = width(columns, PAIR, {"ROWS": 512, "COLUMNS": 2, "stride": 1}, ["x", "out"])
    assert (narrow.bits, narrow.possible_bits) == (64, 128)
    assert narrow.cause.startswith("dtype: the block has 2 elements in a row in memory")
    wide = width(columns, PAIR, {"ROWS": 512, "COLUMNS": 4, "stride": 1}, ["x", "out"])
    assert wide.bits == 128


def test_one_address_for_all_needs_no_wider_access() -> None:
    types = {**PAIR, "starts": "*i64"}
    accesses = decide(triton_form(begun_where_memory_promises, types, BLOCK, ["x", "out"])).accesses
    assert [(a.bits, a.possible_bits) for a in accesses] == [(64, 64), (128, 128), (128, 128)]
