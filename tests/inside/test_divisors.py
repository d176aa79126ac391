"""Division by 1, by −1 and by powers of two, and reshapes, where indices are analysed."""

from __future__ import annotations

import pytest

from kernelscope.inside.decisions import axis
from kernelscope.inside.decisions.axis import AxisAnalysis
from kernelscope.inside.decisions.mlir import parse
from kernelscope.vgpu.values.operations import quotient, remainder
from kernelscope.vgpu.values.sums import Atom, constant, single

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


RESHAPED = """module {
  tt.func public @k() {
    %i = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %matrix = tt.reshape %i : tensor<1024xi32> -> tensor<64x16xi32>
    %row = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %column = tt.expand_dims %row {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %wide = tt.broadcast %column : tensor<64x1xi32> -> tensor<64x16xi32>
    %flat = tt.reshape %wide : tensor<64x16xi32> -> tensor<1024xi32>
    %c = arith.constant dense<48> : tensor<1024xi32>
    %same = tt.reshape %c : tensor<1024xi32> -> tensor<64x16xi32>
    tt.return
  }
}
"""


def test_a_reshape_keeps_the_runs_of_a_dimension_with_the_same_stride(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """0 … 1023 as 64×16: a row is a run of 16 that begins at a multiple of 16.

    Each number of a column 16 times, laid flat, stays equal 16 times; a constant stays itself.
    Triton proves that from 3.9 on, and nothing before.
    """
    monkeypatch.setattr(axis, "triton_version", lambda: (3, 7))
    assert AxisAnalysis(parse(RESHAPED))["%matrix"].contiguity == (1, 1)
    monkeypatch.setattr(axis, "triton_version", lambda: (3, 9))
    facts = AxisAnalysis(parse(RESHAPED))
    matrix, flat, same = (facts[name] for name in ("%matrix", "%flat", "%same"))
    assert (matrix.contiguity, matrix.divisibility[1], matrix.constancy) == ((1, 16), 16, (1, 1))
    assert (flat.contiguity, flat.constancy) == ((1,), (16,))
    assert (same.value, same.constancy) == (48, (64, 16))


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
