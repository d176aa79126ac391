"""The spaces of addresses, and sums of f64 in each rounding: what an H200 gave."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from truth.edge_cases import PLACES, ROUNDINGS, SPACES, spaces_text, sums_input, sums_text

RECORD = Path(__file__).resolve().parent / "edges_h200.npz"


@functools.cache
def measured() -> Any:
    assert RECORD.exists(), f"{RECORD.name} is missing; edge_cases.py says how to record it"
    return np.load(RECORD)


@pytest.mark.parametrize("mode", ROUNDINGS)
@pytest.mark.parametrize("name", ["mma", "wmma"])
def test_sums_of_f64_have_an_h200s_bits(name: str, mode: str) -> None:
    data = sums_input()
    kernel = vgpu.load_ptx(sums_text(name, mode), gpu="h200").kernel("k")
    kernel.launch((len(data), 1, 1), (32, 1, 1), [data])
    theirs = measured()[f"{name}.{mode}"]
    np.testing.assert_array_equal(data[:, 2:].copy().view(np.uint64), theirs.view(np.uint64))


def test_addresses_are_in_the_spaces_that_an_h200_names() -> None:
    """Of a variable of each place, which spaces its generic address is in."""
    found = np.zeros((len(PLACES), 2), np.uint64)
    kernel = vgpu.load_ptx(spaces_text(SPACES), gpu="h200").kernel("k")
    kernel.launch((1, 1, 1), (1, 1, 1), [found])
    theirs = measured()["spaces"][:, 0].tolist()
    names = [{s for n, s in enumerate(SPACES) if bits >> n & 1} for bits in theirs]
    ours = [{s for n, s in enumerate(SPACES) if int(bits) >> n & 1} for bits in found[:, 0]]
    assert dict(zip(PLACES, ours, strict=True)) == dict(zip(PLACES, names, strict=True))
