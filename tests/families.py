"""Families of cases: those that differ in kind always run, the rest in `make test-exhaustive`."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest


def by_kind(cases: Iterable[Any], kind: Callable[[Any], Hashable]) -> list[Any]:
    """Return the cases for `parametrize`; all but the first of each kind have the mark."""
    seen: set[Hashable] = set()
    marked: list[Any] = []
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        key = kind(case)
        marks = [pytest.mark.exhaustive] if key in seen else []
        marked.append(pytest.param(*values, marks=marks))
        seen.add(key)
    return marked


def exhaustive(*values: Any) -> Any:
    """Return a case that only `make test-exhaustive` runs."""
    return pytest.param(*values, marks=pytest.mark.exhaustive)
