"""Poison, snapshots, shared memory."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from kernelscope.measure.memory import (
    Snapshot,
    leave_poison_behind,
    poison,
    poisoned_allocations,
    share_memory,
)

FLOATS = [torch.float64, torch.float32, torch.float16, torch.bfloat16]


@pytest.mark.parametrize("dtype", FLOATS)
def test_poison_is_nan_in_every_floating_dtype(dtype: torch.dtype) -> None:
    """An element that nothing wrote cannot pass for a result."""
    x = torch.zeros(7, dtype=dtype)
    poison(x)
    assert x.isnan().all()


def test_fresh_tensors_are_poisoned_inside_and_functions_restored_after() -> None:
    """Every way to get an uninitialised tensor in eager PyTorch; -1 in integers."""
    before = torch.empty
    with poisoned_allocations():
        like = torch.zeros(3)
        fresh = [
            torch.empty(3),
            torch.empty_like(like),
            torch.empty_strided((3,), (2,)),
            like.new_empty(3),
            like.new_empty_strided((3,), (1,)),
        ]
        assert all(x.isnan().all() for x in fresh)
        assert (torch.empty(3, dtype=torch.int32) == -1).all()
        torch.empty(0)
        torch.empty(3, device="meta")
    assert torch.empty is before
    assert "new_empty" not in vars(torch.Tensor)


DEVICES = """
import os
import torch
import kernelscope as ks
from kernelscope.measure.memory import poisoned_allocations

for context in (poisoned_allocations, ks.check):
    if child := os.fork():
        assert os.waitpid(child, 0)[1] == 0
        continue
    with context():
        with torch.device("meta"):
            print(torch.empty(2).device)
    with torch.device("meta"):
        print(torch.empty(2).device, flush=True)
    os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_default_device_holds_for_fresh_tensors_inside_and_after() -> None:
    """PyTorch makes its table of factories at the first use, here inside of each context."""
    command = [sys.executable, "-c", DEVICES]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.stdout.split() == ["meta"] * 4, done.stderr


@given(flat=st.integers(0, 23), bit=st.integers(0, 31))
def test_a_snapshot_sees_any_bit_even_in_the_gaps_of_a_layout(flat: int, bit: int) -> None:
    """x[:, ::2] lies in 24 numbers: a change in any of them shows; NaN payloads too."""
    storage = torch.full((4, 6), float("nan"))
    snapshot = Snapshot(storage[:, ::2])
    assert not snapshot.changed()
    bits = storage.view(-1).view(torch.int32)
    bits[flat] ^= -(2**31) if bit == 31 else 2**bit
    assert snapshot.changed()


def test_a_small_view_of_a_large_storage_is_kept_alone() -> None:
    """Two rows 2^31 apart must not cost a copy of what lies between."""
    storage = torch.zeros(1 << 20)
    x = storage.as_strided((2, 4), (1 << 19, 1))
    snapshot = Snapshot(x)
    storage[100] = 1
    assert not snapshot.changed()
    x[1, 3] = 1
    assert snapshot.changed()


def test_views_share_memory_and_copies_do_not() -> None:
    """One storage, whatever the offset; empty tensors share nothing."""
    x = torch.zeros(8)
    assert share_memory(x[:2], x[6:])
    assert not share_memory(x, x.clone())
    assert not share_memory(torch.empty(0), torch.empty(0))
    assert not share_memory(x, 3)


def test_poison_is_left_behind_only_in_blocks_that_come_back() -> None:
    """A large block goes back to the system: 4 PiB are not even asked for."""
    leave_poison_behind(torch.zeros(1).expand(1 << 50))
    like = torch.zeros(1000)
    kept = 0
    for _ in range(50):
        leave_poison_behind(like)
        # An allocation of compiled code does not go through `torch.empty`.
        fresh = torch.ops.aten.empty.memory_format([1000])
        kept += bool(fresh[8:].isnan().all())
        fresh.zero_()
        del fresh
    # How often the allocator returns that very block depends on what else the process freed: 9 to
    # 20 times of 20. Without poison it is never.
    assert kept


def test_a_tensor_that_has_no_memory_is_left_alone() -> None:
    from torch._subclasses import FakeTensorMode

    with poisoned_allocations():
        assert torch.empty(8, device="meta").shape == (8,)
        with FakeTensorMode():
            assert torch.empty(8).shape == (8,)


def test_dynamo_forgets_the_poisoned_functions() -> None:
    """Dynamo's first compilation in a process may be inside; later graphs do not break for it."""
    from torch._dynamo import trace_rules

    def like_it(x: torch.Tensor) -> torch.Tensor:
        return torch.empty_like(x)

    torch.compiler.reset()
    trace_rules.clear_lru_cache()
    with poisoned_allocations():
        torch.compile(torch.sin, backend="eager")(torch.zeros(3))
    compiled = torch.compile(like_it, backend="eager", fullgraph=True)
    assert compiled(torch.zeros(3)).shape == (3,)
