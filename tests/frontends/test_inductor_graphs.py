"""What torch.compile is seen to do: its graphs, their lines, their kernels, and what parts them."""

from __future__ import annotations

import pytest
import torch

import kernelscope as ks
from kernelscope.frontends.inductor.graphs import WatchedGraph, watched_compilation

pytestmark = pytest.mark.triton


def sums(x: torch.Tensor) -> torch.Tensor:
    rows = x.sum(1)
    return (rows * rows).sum()


@pytest.fixture(scope="module")
def graphs() -> list[WatchedGraph]:
    """A function's graph, and that of a module whose lines are all PyTorch's own."""
    inner = torch.nn.Sequential(torch.nn.ReLU())
    layers = torch.nn.Sequential(inner, torch.nn.Sigmoid())
    with ks.virtual_gpu("h200"), watched_compilation() as seen:
        torch.compile(sums)(torch.ones(64, 64))
        torch.compile(layers)(torch.ones(64, 64))
    torch._dynamo.reset()
    assert seen.breaks == []
    return seen.graphs


def test_a_graph_has_its_operations_and_the_code_that_was_written(
    graphs: list[WatchedGraph],
) -> None:
    """Two sums and a product; arguments and results are not operations."""
    first, second = graphs
    assert (first.operations, second.operations) == (3, 2)
    assert "@triton.jit" in first.code


def test_an_operation_has_the_users_line_by_every_name(graphs: list[WatchedGraph]) -> None:
    """Inductor's own names and those of the variables, and no argument's."""
    lines = graphs[0].lines
    codes = {name: line.code for name, line in lines.items()}
    assert codes["sum_1"] == codes["rows"] == "rows = x.sum(1)"
    assert codes["mul"] == codes["sum_2"] == "return (rows * rows).sum()"
    assert all(line.place.startswith(f"{__file__}:") for line in lines.values())
    assert not any(name.startswith(("arg", "output")) for name in lines)


def test_an_operation_of_pytorchs_own_code_has_its_module(graphs: list[WatchedGraph]) -> None:
    """The innermost one, with the path to it."""
    codes = {name: line.code for name, line in graphs[1].lines.items()}
    assert codes["relu"].endswith("0.0: ReLU")
    assert codes["sigmoid"].endswith("1: Sigmoid")
    assert all(code.startswith("module ") for code in codes.values())


def test_kernels_that_pass_a_value_say_why_they_are_two(graphs: list[WatchedGraph]) -> None:
    """A reduction along rows, then one of everything; the two layers are one kernel."""
    (parted,) = graphs[0].fusing.unfused()
    assert parted.first.startswith("triton_per_fused_sum")
    assert parted.second.startswith("triton_per_fused_mul_sum")
    assert parted.reason.startswith("numel/rnumel mismatch")
    assert list(graphs[1].fusing.unfused()) == []
