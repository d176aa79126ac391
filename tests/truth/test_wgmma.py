"""Products by four warps: what an H200 gave, bit by bit."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from truth.wgmma_cases import THREADS, Case, cases, cases_by_kind, kernel_of

Array = np.ndarray[Any, Any]
RECORD = Path(__file__).resolve().parent / "wgmma_h200.npz"


@functools.cache
def measured() -> dict[str, Array]:
    """The registers of D that the GPU gave, by the names of cases."""
    assert RECORD.exists(), f"{RECORD.name} is missing; wgmma_cases.py says how to record it"
    stored = np.load(RECORD)
    sums = {case.name: case.sums * THREADS for case in cases()}
    found: dict[str, Array] = {}
    start = 0
    for name in str(stored["names"]).split("\n"):
        found[name] = stored["outputs"][start : start + sums[name]]
        start += sums[name]
    return found


def difference(case: Case) -> str:
    """What differs from the GPU, in words."""
    text, given = kernel_of(case)
    ours = np.zeros(case.sums * THREADS, np.uint32)
    vgpu.load_ptx(text, gpu="h200").kernel("k").launch((1, 1, 1), (THREADS, 1, 1), [given, ours])
    theirs = measured()[case.name]
    count = np.count_nonzero(ours != theirs)
    return f"{case.name}: {count} of {len(ours)} registers differ" if count else ""


def test_the_record_has_every_case() -> None:
    """A new case needs a run; wgmma_cases.py says how."""
    assert set(measured()) == {case.name for case in cases()}


def test_products_give_what_an_h200_gave() -> None:
    """Of each kind one: `vgpu/test_wgmma_products.py` runs the same ones."""
    found = [text for case in cases_by_kind() if (text := difference(case))]
    assert not found, "\n".join(found)


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(3))
def test_all_products_give_what_an_h200_gave(part: int) -> None:
    """The others."""
    others = [case for case in cases() if case not in cases_by_kind()]
    found = [text for case in others[part::3] if (text := difference(case))]
    assert not found, "\n".join(found)
