"""Metrics by short names, as `--metric` takes them: `time`, `bytes`, `registers`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kernelscope.errors import unknown
from kernelscope.history.figures import Figure
from kernelscope.history.limits import FAMILIES

PRINCIPAL = tuple(metric for family in FAMILIES.values() for metric in family.metrics)
"""What is shown if nothing is named."""


def metrics_named(words: str, there: Iterable[str]) -> tuple[str, ...]:
    """Return the metrics that words with commas between them name.

    Args:
        words: short names ("bytes" is what is read and what is written) or metrics; "" for the
            principal ones, and those that other tools name.
        there: the metrics that exist.

    Raises:
        UsageError: one that is neither, with the nearest.
    """
    known = dict.fromkeys(there)
    if not words:
        return tuple(one for one in known if one in PRINCIPAL or "__" not in one)
    found: list[str] = []
    for word in (part.strip() for part in words.split(",")):
        family = FAMILIES.get(word)
        own = [metric for metric in family.metrics if metric in known] if family else []
        if not own and word not in known:
            raise unknown("metric", word, [*FAMILIES, *known])
        found += own or [word]
    return tuple(dict.fromkeys(found))


def short_name(metric: str) -> str:
    """Return a metric's name for a table: what it is called in `FAMILIES` if it is alone there."""
    for name, family in FAMILIES.items():
        if family.metrics[0] == metric and metric != "read":
            return name
    return metric


def total(figures: Sequence[Figure], subject: str, metrics: Iterable[str]) -> float | None:
    """Return the sum of these metrics of one row or kernel; None if it has none of them."""
    wanted = {*metrics}
    own = [one.value for one in figures if one.subject == subject and one.metric in wanted]
    return sum(own) if own else None
