"""Division by 1, by −1 and by powers of two, where indices are analysed and explained."""

from __future__ import annotations

import pytest

from kernelscope.inside.decisions.axis import AxisAnalysis
from kernelscope.inside.decisions.mlir import parse
from kernelscope.inside.explain.index import Atom, constant, single
from kernelscope.inside.explain.operations import quotient, remainder

DIVIDED = """module {
  tt.func public @k() {
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %by = arith.constant dense<BY> : tensor<64xi32>
    %c = arith.constant dense<32> : tensor<64xi32>
    %run = arith.divsi %i, %by : tensor<64xi32>
    %all = arith.divsi %c, %by : tensor<64xi32>
    tt.return
  }
}
"""


@pytest.mark.parametrize(("by", "run", "divisor"), [(1, 64, 32), (-1, 1, 1), (4, 1, 8), (3, 1, 1)])
def test_only_division_by_one_keeps_a_run(by: int, run: int, divisor: int) -> None:
    """0, 1, 2 … divided by 1 counts up, by −1 it counts down; 32 / 4 is a multiple of 8.

    Nothing is claimed of −32 = 32 / −1: Triton claims nothing either.
    """
    facts = AxisAnalysis(parse(DIVIDED.replace("BY", str(by))))
    assert facts["%run"].contiguity == (run,)
    assert facts["%all"].divisibility == (divisor,)


@pytest.mark.parametrize("by", [1, -1, 2, -2, 4])
def test_a_division_that_comes_out_even_is_a_factor(by: int) -> None:
    """(4·n + 8) / by, with the sign of the divisor."""
    n = single(Atom("parameter", "n"))
    total = n.scaled(4) + constant(8)
    assert quotient(total, constant(by)) == n.scaled(4 // by) + constant(8 // by)


def test_a_remainder_by_minus_one_stays_a_remainder() -> None:
    """Only a divisor of 1 is known to leave nothing, and a power of two to leave low bits."""
    n = single(Atom("parameter", "n"))
    assert remainder(n, constant(1)) == constant(0)
    assert {atom.kind for atom in remainder(n, constant(-1)).atoms()} == {"remainder", "parameter"}
