"""Races in Triton's terms: a program is one thread of control, blocks are not."""

# Triton gives the arguments of its kernels their types.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false

from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

import kernelscope as ks
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import load_ptx

pytestmark = pytest.mark.triton


@triton.jit
def increment(out):
    """Add 1 to one place, in each program."""
    tl.store(out, tl.load(out) + 1)


@triton.jit
def count_once(counter, out, BLOCK: tl.constexpr):
    """Store whether the counter was 0, and count."""
    first = tl.load(counter)
    if first == 0:
        tl.atomic_xchg(counter, 1)
    tl.store(out + tl.arange(0, BLOCK), first)


@triton.jit
def column_sums(x, out, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    """Store the sum of each column."""
    rows, columns = tl.arange(0, ROWS), tl.arange(0, COLUMNS)
    values = tl.load(x + rows[:, None] * COLUMNS + columns[None, :])
    tl.store(out + columns, tl.sum(values, axis=0))


@triton.jit
def reverse(x, BLOCK: tl.constexpr, BARRIER: tl.constexpr):
    """Store numbers, then reverse them."""
    places = tl.arange(0, BLOCK)
    tl.store(x + places, places)
    if BARRIER:
        tl.debug_barrier()
    tl.store(x + BLOCK + places, tl.load(x + BLOCK - 1 - places))


def kinds(kernel: object, grid: int, *args: object, **constants: object) -> set[str]:
    """Return the kinds of races that one launch has."""
    with ks.virtual_gpu("h200"), Sanitizer(["race"]) as found:
        kernel[grid,](*args, **constants)  # type: ignore[index]
    assert not found.notes
    return {finding.kind for finding in found.findings}


def test_blocks_that_increment_one_place_race() -> None:
    """All blocks do `out[0] = out[0] + 1`."""
    out = torch.zeros(1, dtype=torch.int32)
    assert kinds(increment, 4, out) >= {"write-read"}
    assert kinds(increment, 1, out) == set()


def test_a_program_reads_before_it_writes() -> None:
    """Each warp loads what thread 0 exchanges later: for its author that is one load."""
    counter, out = torch.zeros(1, dtype=torch.int32), torch.zeros(256, dtype=torch.int32)
    assert kinds(count_once, 1, counter, out, BLOCK=256) == set()
    assert kinds(count_once, 2, torch.zeros_like(counter), out, BLOCK=256) != set()


def test_lanes_that_hold_copies_of_one_element_are_no_race() -> None:
    """Sums over a short axis are in several lanes, and all of them store."""
    x, out = torch.ones(16, 8), torch.zeros(8)
    assert kinds(column_sums, 1, x, out, ROWS=16, COLUMNS=8) == set()
    assert out.tolist() == [16.0] * 8


def test_a_load_of_what_the_program_has_stored_needs_a_barrier() -> None:
    """Other warps stored it."""
    x = torch.zeros(2048, dtype=torch.int32)
    assert kinds(reverse, 1, x, BLOCK=1024, BARRIER=False) == {"write-read"}
    assert kinds(reverse, 1, x, BLOCK=1024, BARRIER=True) == set()


def rows_stored_twice(matrices: int, trans: bool) -> str:
    """Return PTX in which two warps store the same matrices of 8 by 8 to the same rows.

    Thread `odd` adds 1 to its part of the last matrix.
    """
    registers = [f"%v{n}" for n in range(matrices)]
    made = "".join(f"mad.lo.u32 {r}, %lane, {77777 + n}, {n};" for n, r in enumerate(registers))
    return f"""
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u32 odd) {{
    .reg .b32 %t, %lane, %at, %odd, %more, %v<4>;
    .reg .pred %p;
    .shared .align 16 .b8 rows[512];
    mov.u32 %t, %tid.x; and.b32 %lane, %t, 31; ld.param.u32 %odd, [odd];
    {made}
    setp.eq.u32 %p, %t, %odd; selp.u32 %more, 65537, 0, %p;
    add.u32 {registers[-1]}, {registers[-1]}, %more;
    mov.u32 %at, rows; mad.lo.u32 %at, %lane, 16, %at;
    stmatrix.sync.aligned.m8n8.x{matrices}{".trans" * trans}.shared.b16
        [%at], {{{", ".join(registers)}}};
    ret;
}}"""


@pytest.mark.parametrize("trans", [False, True])
@pytest.mark.parametrize("matrices", [1, 2, 4])
def test_copies_of_matrices_may_be_stored_twice_but_not_others(matrices: int, trans: bool) -> None:
    """Triton's layouts repeat small tensors in several warps, all of which store them."""
    kernel = load_ptx(rows_stored_twice(matrices, trans), gpu="h200").kernel("k")
    kernel.one_thread = True
    for odd, expected in ((64, set()), (37, {"write-write"})):
        with Sanitizer(["race"]) as found:
            kernel.launch((1, 1, 1), (64, 1, 1), [odd])
        assert {one.kind for one in found.findings} == expected
    kernel.one_thread = False
    with Sanitizer(["race"]) as found:
        kernel.launch((1, 1, 1), (64, 1, 1), [64])
    assert {one.kind for one in found.findings} == {"same-value"}
