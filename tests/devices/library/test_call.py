"""One call of an operator: what its name and its arguments say."""

from __future__ import annotations

import sys

import pytest

torch = pytest.importorskip("torch")

from torch.utils import flop_counter  # noqa: E402

from kernelscope.devices.library.call import flop_formula  # noqa: E402


def test_each_operator_that_pytorch_counts_has_its_formula_before_pytorchs_are_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The name decides whether they are imported: `aten.addmm` ends in "mm"."""
    known = list(flop_counter.flop_registry)
    assert len(known) > 15
    for operator in known:
        with monkeypatch.context() as without:
            without.delitem(sys.modules, "torch.utils.flop_counter")
            assert flop_formula(operator) is not None, operator
    assert flop_formula(torch.ops.aten.add) is None
