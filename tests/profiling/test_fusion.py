"""What operations hand to each other, which of them one kernel could do, and what it would move."""

from __future__ import annotations

import pytest
import torch

from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.virtual import virtual_gpu
from kernelscope.hardware import gpu
from kernelscope.profiling import fusion
from kernelscope.profiling.dataflow import trace
from kernelscope.profiling.fusion import Graph, graph_of
from kernelscope.record import FusedKernel

H200 = gpu("h200")


def taken_apart(function, *inputs) -> tuple[Graph, tuple[FusedKernel, ...]]:
    """The graph of one call and the kernels that it could be."""
    session = virtual_gpu("h200")
    with session:
        graph = graph_of(trace(session, function, inputs))
    return graph, fusion.kernels_of(graph, H200)


def moved(graph: Graph) -> tuple[float, float]:
    """Bytes that the operations read and write."""
    records = [step.record for step in graph.steps]
    return sum(one.bytes_read for one in records), sum(one.bytes_written for one in records)


def softmax(x):
    shifted = x - x.amax(-1, keepdim=True)
    numerator = torch.exp(shifted)
    return numerator / numerator.sum(-1, keepdim=True)


def gelu(x):
    return 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x)))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.float64])
@pytest.mark.parametrize(("m", "n"), [(3, 5), (64, 1000), (1, 4096), (1823, 781)])
def test_softmax_reads_5mn_2m_and_writes_3mn_2m_against_mn(m, n, dtype):
    graph, kernels = taken_apart(softmax, torch.ones(m, n, dtype=dtype))
    size = dtype.itemsize
    assert moved(graph) == ((5 * m * n + 2 * m) * size, (3 * m * n + 2 * m) * size)
    assert fusion.fewest(graph) == (m * n * size, m * n * size)
    assert [(k.operators, k.bytes_read, k.bytes_written) for k in kernels] == [
        ((0, 1, 2, 3, 4), m * n * size, m * n * size)
    ]


def test_the_indices_that_max_also_writes_are_told_apart():
    """`max` of a dimension writes eight bytes a row that softmax never reads."""
    m, n = 32, 100

    def tutorial(x):
        z = x - x.max(dim=1)[0][:, None]
        numerator = torch.exp(z)
        return numerator / numerator.sum(dim=1)[:, None]

    graph, kernels = taken_apart(tutorial, torch.ones(m, n))
    assert fusion.unused(graph) == 8 * m
    assert moved(graph) == ((5 * m * n + 2 * m) * 4, (3 * m * n + 2 * m) * 4 + 8 * m)
    assert [(k.bytes_read, k.bytes_written) for k in kernels] == [(4 * m * n, 4 * m * n)]


def test_gelus_nine_kernels_make_22_passes_against_2():
    x = torch.ones(64, 33)
    graph, kernels = taken_apart(gelu, x)
    assert len(graph.steps) == 9
    assert moved(graph) == (13 * x.nbytes, 9 * x.nbytes)
    assert sum(moved(graph)) / sum(fusion.fewest(graph)) == 11
    assert [(k.bytes_read, k.bytes_written) for k in kernels] == [(x.nbytes, x.nbytes)]
    between = fusion.intermediates(graph, kernels)
    assert sum(value.saved for value in between) == 16 * x.nbytes  # and 4 of 5 readings of x


def test_residual_and_layer_norm_are_one_kernel_that_reads_both_and_the_parameters():
    x, r, w, b = torch.ones(64, 256), torch.ones(64, 256), torch.ones(256), torch.ones(256)

    def norm(x, r, w, b):
        return torch.nn.functional.layer_norm(x + r, (256,), w, b)

    graph, kernels = taken_apart(norm, x, r, w, b)
    assert [(k.operators, k.bytes_read, k.bytes_written) for k in kernels] == [
        ((0, 1), 2 * x.nbytes + 2 * w.nbytes, x.nbytes)
    ]
    assert fusion.fewest(graph) == (2 * x.nbytes + 2 * w.nbytes, x.nbytes)


def test_a_product_takes_an_epilogue_and_the_next_product_is_apart():
    x, w, v = torch.ones(64, 128), torch.ones(256, 128), torch.ones(32, 256)

    def mlp(x, w, v):
        return torch.relu(x @ w.T) @ v.T

    graph, kernels = taken_apart(mlp, x, w, v)
    assert [k.operators for k in kernels] == [(0, 1), (2,)]
    hidden = 64 * 256 * 4
    assert (kernels[0].bytes_read, kernels[0].bytes_written) == (x.nbytes + w.nbytes, hidden)
    assert kernels[1].broken_by == ("mm (3) needs whole rows of what mm (1) makes in tiles",)
    saved = {value.operator: value.saved for value in fusion.intermediates(graph, kernels)}
    assert saved == {0: 2 * hidden, 1: 0}


def test_what_makes_an_operand_of_a_product_is_apart():
    """It would be computed again for each tile."""
    _, kernels = taken_apart(lambda x: torch.relu(x) @ x.T, torch.ones(8, 8))
    assert len(kernels) == 2
    assert "reads each operand many times" in kernels[1].broken_by[0]


def test_a_softmax_of_a_product_is_apart():
    """A row of the product lies in many tiles."""
    _, kernels = taken_apart(lambda x: softmax(x @ x.T), torch.ones(64, 64))
    assert [k.operators for k in kernels] == [(0,), (1, 2, 3, 4, 5)]
    assert "needs whole rows" in kernels[1].broken_by[0]


def test_a_row_that_does_not_fit_on_an_sm_is_read_again():
    """At 232,448 bytes of shared memory a block, 58,112 elements of four bytes fit and no more."""
    _, fits = taken_apart(softmax, torch.ones(1, 58112))
    assert len(fits) == 1
    _, apart = taken_apart(softmax, torch.ones(1, 58113))
    assert [k.operators for k in apart] == [(0,), (1, 2, 3), (4,)]
    assert "58,113 elements takes 232 KB" in apart[1].broken_by[0]


def test_a_sum_of_everything_ends_a_kernel():
    """The blocks' shares meet only when all are there."""

    def centred(x):
        return x * 2 - (x * 2).mean()

    _, kernels = taken_apart(centred, torch.ones(16, 16))
    assert sorted(k.operators for k in kernels) == [(0, 1, 2), (3,)]
    assert "needs all blocks' shares of mean (3) first" in kernels[1].broken_by[0]


def test_a_reduction_along_columns_is_not_one_along_rows():
    def both(x):
        y = x.exp()
        return y / y.sum(0, keepdim=True)

    _, kernels = taken_apart(both, torch.ones(16, 16))
    assert [k.operators for k in kernels] == [(0, 1), (2,)]


def test_rows_of_a_transposed_value_lie_in_other_blocks():
    """Square, so that shapes alone would not show it."""

    def crossed(x):
        y = x / x.sum(-1, keepdim=True)
        return y.T / y.T.sum(-1, keepdim=True)

    _, kernels = taken_apart(crossed, torch.ones(16, 16))
    assert [k.operators for k in kernels] == [(0, 1), (2, 3)]


def test_what_runs_over_another_shape_is_apart_unless_it_is_broadcast():
    """A part of a value and other rows are not its blocks; any view of all elements is."""
    x, y, a = torch.ones(64, 33), torch.ones(3, 64, 33), torch.tensor(2.0)
    _, part = taken_apart(lambda x: x.exp()[:8] + 1, x)
    assert part[1].broken_by == ("add (2) runs over 8×33, not 64×33",)

    def two_rows(x):
        z = x.exp()
        return z.sum(-1), z.reshape(33, 64).sum(-1)

    _, rows = taken_apart(two_rows, x)
    assert [k.operators for k in rows] == [(0, 1), (2,)]
    assert rows[1].broken_by == ("sum (3) has rows of 64 elements, not 33",)

    def scaled(a, x, y):
        twice = a * 2
        return (softmax(x) * twice)[None] + y

    _, batch = taken_apart(scaled, a, x, y)
    assert batch[-1].broken_by == ("mul (1) runs over a scalar, not 3×64×33",)
    for whole in (lambda x, y: x.exp().reshape(33, 64) + 1, lambda x, y: x.exp()[None] + y):
        _, kernels = taken_apart(whole, x, y)
        assert [k.operators for k in kernels] == [(0, 1)]


def test_in_place_operations_are_values_and_leave_the_argument_changed():
    x = torch.ones(8, 8)
    graph, kernels = taken_apart(lambda x: x.add_(1).mul_(2), x)
    assert [k.operators for k in kernels] == [(0, 1)]
    assert fusion.fewest(graph) == (x.nbytes, x.nbytes)


def test_an_argument_that_is_only_overwritten_need_not_be_read():
    x, y = torch.ones(8, 8), torch.ones(8, 8)
    graph, _ = taken_apart(lambda x, y: y.copy_(x), x, y)
    assert fusion.fewest(graph) == (x.nbytes, y.nbytes)


def test_expanded_operands_count_their_memory_once():
    x, b = torch.ones(64, 32), torch.ones(32)
    graph, _ = taken_apart(lambda x, b: x + b.expand(64, 32), x, b)
    assert fusion.fewest(graph) == (x.nbytes + b.nbytes, x.nbytes)


def test_halves_of_one_tensor_are_read_once_each():
    x = torch.ones(64, 32)

    def swiglu(x):
        a, b = x.chunk(2, -1)
        return a * torch.sigmoid(a) * b

    graph, kernels = taken_apart(swiglu, x)
    assert fusion.fewest(graph) == (x.nbytes, x.nbytes / 2)
    assert [(k.bytes_read, k.bytes_written) for k in kernels] == [(x.nbytes, x.nbytes / 2)]


def test_overlapping_views_of_an_input_are_no_more_than_it():
    x = torch.ones(1000)
    graph, _ = taken_apart(lambda x: x[1:] - x[:-1], x)
    assert fusion.fewest(graph) == (4000, 3996)


def test_a_value_that_is_also_a_result_is_still_written():
    x = torch.ones(16, 16)

    def both(x):
        y = x.exp()
        return y, y + 1

    graph, kernels = taken_apart(both, x)
    assert [(k.bytes_read, k.bytes_written) for k in kernels] == [(x.nbytes, 2 * x.nbytes)]
    (value,) = fusion.intermediates(graph, kernels)
    assert value.saved == x.nbytes  # it is written, and not read again


def test_two_operations_do_not_join_around_a_third_between_them():
    """exp → sort → add: joined, exp and add would have to run before and after the sort."""

    def around(x):
        y = x.exp()
        return y + y.sort(-1)[0]

    graph, kernels = taken_apart(around, torch.ones(4, 16))
    position = {i: n for n, kernel in enumerate(kernels) for i in kernel.operators}
    for index in range(len(graph.steps)):
        assert all(position[other] <= position[index] for other in graph.feeds(index))
    assert position[0] != position[len(graph.steps) - 1]


def test_memory_that_is_freed_and_used_again_is_another_value():
    """The allocator gives the same address; the operations have nothing to do with each other."""

    def fresh(x):
        for _ in range(4):
            y = x.exp()
            del y
        return x + 1

    graph, _ = taken_apart(fresh, torch.ones(64, 64))
    assert [graph.feeds(i) for i in range(5)] == [set()] * 5


def test_backward_is_taken_apart_too():
    with pretend_cuda(virtual_gpu("h200")):
        pass  # must come before a process's first backward, for the tests that need it
    x = torch.ones(64, 64, requires_grad=True)

    def step(x):
        (x.tanh() * x).sum().backward()
        return x.grad

    graph, kernels = taken_apart(step, x)
    assert len(kernels) < len(graph.steps)
    assert fusion.fewest(graph)[1] == x.nbytes
