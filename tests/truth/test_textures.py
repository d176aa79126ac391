"""The virtual GPU's textures and surfaces against what an H200 gave for the same cases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from each import each
from truth.texture_cases import Case, cases

CASES = {case.name: case for case in cases()}
RECORDED = np.load(Path(__file__).with_name("textures_h200.npz"))
# Bounds of the mixtures that differ, in their units: a 32,767th for signed bytes, and an eighth of
# the last place of the largest texel (below 4) for eight texels.
_BOUNDS = {
    **{f"mixed-int8-{n}": 1.01 / 32767 for n in (1, 2, 4)},
    **{f"linear-3d-float32-{n}": 2.0**-22 / 8 for n in (1, 4)},
    **{f"linear-3d-float16-{n}": 2.0**-9 / 8 for n in (1, 4)},
}


def test_every_case_was_recorded() -> None:
    """A case that is new needs another recording."""
    assert set(CASES) <= set(RECORDED.files)


@each("name", [name for name in CASES if name not in _BOUNDS])
def test_each_bit_is_that_of_an_h200(name: str) -> None:
    """Every format, filter, mode and shape; coordinates in and far outside, between weights."""
    assert np.array_equal(_bits(CASES[name].run()), _bits(RECORDED[name]))


@pytest.mark.parametrize("name", sorted(_BOUNDS))
def test_what_differs_from_an_h200_is_near_it(name: str) -> None:
    """Nearly all are equal; the others are within the bound of their mixture."""
    case: Case = CASES[name]
    found, wanted = case.run(), RECORDED[name]
    assert (found == wanted).all(axis=1).mean() > 0.9
    far = np.abs(found.view(np.float32) - wanted.view(np.float32))
    assert far.max() <= _BOUNDS[name]


def _bits(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.ascontiguousarray(array).view(np.uint8)
