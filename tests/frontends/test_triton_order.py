"""Triton programs of several warps are one thread of control: loads come before later stores."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402

from kernelscope.frontends import virtual_gpu  # noqa: E402

pytestmark = pytest.mark.triton
N = 512


@triton.jit
def count_up(x_ptr, y_ptr, N: tl.constexpr):
    offsets = tl.arange(0, N)
    count = tl.load(x_ptr)
    tl.store(y_ptr + offsets, tl.zeros((N,), tl.int32) + count)
    tl.store(x_ptr, count + 1)


@triton.jit
def gather_and_count_up(x_ptr, y_ptr, N: tl.constexpr):
    offsets = tl.arange(0, N)
    counts = tl.load(x_ptr + offsets * 0)
    tl.store(y_ptr + offsets, counts)
    tl.atomic_add(x_ptr + offsets * 0, 1)


@triton.jit
def shift(x_ptr, by, N: tl.constexpr):
    offsets = tl.arange(0, N)
    tl.store(x_ptr + offsets, tl.load(x_ptr + offsets + by))


@triton.jit
def reverse(x_ptr, N: tl.constexpr):
    offsets = tl.arange(0, N)
    tl.store(x_ptr + offsets, tl.load(x_ptr + N - 1 - offsets))


@triton.jit
def prefix_in_place(x_ptr, N: tl.constexpr):
    offsets = tl.arange(0, N)
    total = tl.zeros((N,), tl.int32)
    for i in range(16):
        total += tl.load(x_ptr + (offsets + i) % N)
    tl.store(x_ptr + offsets, total)


@triton.jit
def shift_in_steps(x_ptr, steps, N: tl.constexpr):
    offsets = tl.arange(0, N)
    for step in range(steps):
        values = tl.load(x_ptr + step * N + (offsets + 1) % N)
        tl.store(x_ptr + step * N + offsets, values + step)


@triton.jit
def repeated_shift(x_ptr, steps, N: tl.constexpr):
    offsets = tl.arange(0, N)
    for step in range(steps):
        values = tl.load(x_ptr + (offsets + 1) % N)
        tl.store(x_ptr + offsets, values + step)
        tl.debug_barrier()


@triton.jit
def normalise(x_ptr, N: tl.constexpr):
    offsets = tl.program_id(0) * N + tl.arange(0, N)
    x = tl.load(x_ptr + offsets)
    tl.store(x_ptr + offsets, x / tl.sum(x))


@triton.jit
def through_pointers(table_ptr, N: tl.constexpr):
    offsets = tl.arange(0, N)
    x_ptr = tl.load(table_ptr).to(tl.pointer_type(tl.int32))
    y_ptr = tl.load(table_ptr + 1).to(tl.pointer_type(tl.int32))
    tl.store(y_ptr + offsets, tl.load(x_ptr + N - 1 - offsets))


@triton.jit
def ticket(counter_ptr, order_ptr, out_ptr, N: tl.constexpr):
    offsets = tl.arange(0, N)
    mine = tl.atomic_add(counter_ptr, 1)
    tl.store(order_ptr + mine, tl.program_id(0))
    seen = tl.load(counter_ptr + offsets * 0)
    tl.store(out_ptr + tl.program_id(0) * N + offsets, seen - mine)


def numbers(count: int) -> Any:
    return torch.arange(count, dtype=torch.int32)


@pytest.mark.parametrize("warps", [1, 2, 4, 8])
def test_a_store_of_one_warp_comes_after_the_loads_of_all(warps: int) -> None:
    """`Y = X[0]; X[0] += 1`: every part of Y has the old value, whichever warp stores X."""
    x, y = torch.zeros(1, dtype=torch.int32), torch.full((N,), -1, dtype=torch.int32)
    with virtual_gpu():
        count_up[(1,)](x, y, N, num_warps=warps)
    assert (x.item(), y.unique().tolist()) == (1, [0])


def test_atomics_come_after_the_loads_before_them() -> None:
    """Each element loads the counter, then adds to it: all see 0, and it ends at N."""
    x, y = torch.zeros(1, dtype=torch.int32), torch.full((N,), -1, dtype=torch.int32)
    with virtual_gpu():
        gather_and_count_up[(1,)](x, y, N, num_warps=4)
    assert (x.item(), y.unique().tolist()) == (N, [0])


@pytest.mark.parametrize("by", [-32, -1, 1, 31, 32, 100])
def test_a_program_shifts_a_row_in_place(by: int) -> None:
    """x[i] = x[i + by] in both directions, as with one thread that loads first."""
    start = 128
    memory = numbers(N + 2 * start)
    expected = memory.clone()
    expected[start : start + N] = memory[start + by : start + by + N]
    with virtual_gpu():
        shift[(1,)](memory[start:], by, N, num_warps=4)
    assert torch.equal(memory, expected)


@pytest.mark.parametrize("warps", [1, 4])
def test_a_program_reverses_a_row_in_place(warps: int) -> None:
    """The elements that the first warp stores are those that the last one loads."""
    x = numbers(N)
    with virtual_gpu():
        reverse[(1,)](x, N, num_warps=warps)
    assert torch.equal(x, numbers(N).flip(0))


def test_sums_over_a_row_replace_the_row() -> None:
    """Each warp reads what others replace, in a loop of loads before the one store."""
    x = numbers(N)
    expected = sum(numbers(N).roll(-i) for i in range(16))
    with virtual_gpu():
        prefix_in_place[(1,)](x, N, num_warps=4)
    assert torch.equal(x, expected)


def test_loads_and_stores_alternate_in_a_loop() -> None:
    """In each iteration the loads of all warps come before the stores."""
    x = numbers(5 * N)
    rows = numbers(5 * N).reshape(5, N)
    expected = (rows.roll(-1, dims=1) + numbers(5)[:, None]).reshape(-1)
    with virtual_gpu():
        shift_in_steps[(1,)](x, 5, N, num_warps=4)
    assert torch.equal(x, expected)


def test_a_barrier_orders_stores_and_later_loads() -> None:
    """Steps over one row: `tl.debug_barrier` between two of them, nothing within one."""
    x = numbers(N)
    with virtual_gpu():
        repeated_shift[(1,)](x, 7, N, num_warps=4)
    assert torch.equal(x, numbers(N).roll(-7) + 21)


def test_a_row_is_divided_by_its_sum_in_place() -> None:
    """A reduction has barriers of its own; its result is the same in all warps."""
    x = torch.rand(3, N, dtype=torch.float64)
    expected = x / x.sum(dim=1, keepdim=True)
    with virtual_gpu():
        normalise[(3,)](x, N, num_warps=4)
    torch.testing.assert_close(x, expected, rtol=1e-12, atol=0)


def test_two_arguments_of_one_memory_are_one_memory() -> None:
    """`through_pointers` reaches the same row through two pointers that it loads."""
    x = numbers(N)
    table = torch.tensor([x.data_ptr(), x.data_ptr()])
    with virtual_gpu():
        through_pointers[(1,)](table, N, num_warps=4)
    assert torch.equal(x, numbers(N).flip(0))


def test_a_program_sees_its_own_ticket_counted() -> None:
    """After `tl.atomic_add` whose result is used, all warps load a counter that has counted it."""
    counter = torch.zeros(1, dtype=torch.int32)
    order, out = numbers(4) - 9, torch.zeros(4 * N, dtype=torch.int32)
    with virtual_gpu():
        ticket[(4,)](counter, order, out, N, num_warps=4)
    assert sorted(order.tolist()) == [0, 1, 2, 3]
    assert out.min().item() >= 1
