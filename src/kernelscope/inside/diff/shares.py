"""Shares of a whole that several groups make together (Shapley values)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence


def subsets(names: Sequence[str]) -> Iterator[frozenset[str]]:
    """Yield every choice of names: none first, all last."""
    for count in range(len(names) + 1):
        yield from map(frozenset, itertools.combinations(names, count))


def shapley(group: str, groups: Sequence[str], value: Callable[[frozenset[str]], float]) -> float:
    """Return the mean of what a group adds to the value of the groups before it, over all orders.

    The shares of all groups add up to the value of all, less the value of none.
    """
    others = [name for name in groups if name != group]
    total = 0.0
    for subset in subsets(others):
        weight = 1 / (len(groups) * math.comb(len(others), len(subset)))
        total += weight * (value(subset | {group}) - value(subset))
    return total
