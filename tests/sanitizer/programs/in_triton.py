"""Programs in Triton, each with a fault and without it.

The kernels of a pair are next to each other: `NAME` has the fault, `NAME_fixed` does not. The
comments `# A` and `# B` are at the two sides of the finding.
"""

from __future__ import annotations

import torch
import triton
import triton.language as tl


@triton.jit
def increment(o):
    tl.store(o, tl.load(o) + 1)  # A B


@triton.jit
def increment_fixed(o):
    tl.atomic_add(o, 1)


@triton.jit
def softmax(x, scratch, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + columns, mask=columns < n, other=float("-inf"))
    powers = tl.exp(values - tl.max(values, 0))
    total = tl.load(scratch + row) + tl.sum(powers, 0)  # A
    tl.store(y + row * n + columns, powers / total, mask=columns < n)  # B


@triton.jit
def softmax_fixed(x, scratch, y, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + columns, mask=columns < n, other=float("-inf"))
    powers = tl.exp(values - tl.max(values, 0))
    total = tl.sum(powers, 0)
    tl.store(y + row * n + columns, powers / total, mask=columns < n)


@triton.jit
def shift(x, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    right = tl.load(x + at + 1)  # A
    tl.store(x + at, right)  # B


@triton.jit
def shift_fixed(x, y, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    right = tl.load(x + at + 1)
    tl.store(y + at, right)


@triton.jit
def split_sum(x, total, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(total, tl.sum(tl.load(x + at), 0))  # A B


@triton.jit
def split_sum_fixed(x, total, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(total, tl.sum(tl.load(x + at), 0))


@triton.jit
def out_of_view(x, y, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at) * 2, mask=at < n)  # A


@triton.jit
def out_of_view_fixed(x, y, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)


@triton.jit
def unwritten(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n - 1) * 2, mask=at < n - 1)  # A


@triton.jit
def unwritten_fixed(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n) * 2, mask=at < n)


def run_increment(fixed: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """All programs add 1 to one number. Return it, and what it should be."""
    number = torch.zeros(1, dtype=torch.int32)
    (increment_fixed if fixed else increment)[(16,)](number)
    return number, torch.tensor([16], dtype=torch.int32)


def run_softmax(fixed: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Adds what is in memory that `torch.empty` did not clear."""
    x = torch.arange(120.0).reshape(4, 30).sin()
    scratch, y = torch.empty(4), torch.empty_like(x)
    (softmax_fixed if fixed else softmax)[(4,)](x, scratch, y, 30, BLOCK=32)
    return y, torch.softmax(x.double(), 1).float()


def run_shift(fixed: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Moves an array by one, in place: the first element of a part is the last of another one."""
    x, y = torch.arange(257.0), torch.zeros(256)
    expected = x[1:].clone()
    if fixed:
        shift_fixed[(4,)](x, y, BLOCK=64)
        return y, expected
    shift[(4,)](x, BLOCK=64)
    return x[:256], expected


def run_split_sum(fixed: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Each program has a part of the sum, and stores it over those of the others."""
    x, total = torch.arange(256.0), torch.zeros(1)
    (split_sum_fixed if fixed else split_sum)[(4,)](x, total, BLOCK=64)
    return total, x.sum().reshape(1)


def run_out_of_view(fixed: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Reads the tensor behind a view of 32 elements; what it read there it does not store."""
    storage = torch.arange(64.0)
    x, y = storage[:32], torch.zeros(32)
    (out_of_view_fixed if fixed else out_of_view)[(1,)](x, y, 32, BLOCK=64)
    return y, x * 2


def run_unwritten(fixed: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Leaves the last element of a tensor of `torch.empty` as it was."""
    x, y = torch.arange(1.0, 101.0), torch.empty(100)
    (unwritten_fixed if fixed else unwritten)[(2,)](x, y, 100, BLOCK=64)
    return y, x * 2


# Each program: its run, and the tool, kind and memory of what a checker must find.
PROGRAMS = {
    "increment": (run_increment, "race", "read-write", "global"),
    "softmax": (run_softmax, "init", "uninitialised", "global"),
    "shift": (run_shift, "race", "read-write", "global"),
    "split_sum": (run_split_sum, "race", "write-write", "global"),
    "out_of_view": (run_out_of_view, "memory", "out of view", "global"),
    "unwritten": (run_unwritten, "init", "never written", "global"),
}
