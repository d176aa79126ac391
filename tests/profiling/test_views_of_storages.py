"""Views of one storage: which have bytes in common, and which cover another."""

from __future__ import annotations

import pytest

from kernelscope.profiling.dataflow import View


def view(first: int, last: int, storage: int = 1) -> View:
    """The dense bytes from `first` up to `last`."""
    return View(storage, first, last, (first, (last - first,), (1,)), last - first, "uint8")


@pytest.mark.parametrize(
    ("one", "other", "overlap"),
    [
        (view(0, 16), view(16, 32), False),  # they touch
        (view(0, 16), view(15, 32), True),
        (view(0, 32), view(8, 16), True),
        (view(0, 16), view(17, 32), False),
        (view(0, 16), view(0, 16, storage=2), False),
    ],
)
def test_views_that_touch_do_not_overlap(one: View, other: View, overlap: bool) -> None:
    """The last byte of a view is the one before `last`."""
    assert one.overlaps(other) is overlap
    assert other.overlaps(one) is overlap


@pytest.mark.parametrize(
    ("inner", "covered"),
    [(view(0, 32), True), (view(8, 32), True), (view(0, 33), False), (view(8, 33), False)],
)
def test_a_dense_view_covers_what_lies_within_its_ends(inner: View, covered: bool) -> None:
    """Up to both ends, and not one byte further."""
    assert view(0, 32).covers(inner) is covered
