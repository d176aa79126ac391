"""Which programs of a public suite are run.

Words choose them: a label (`race`, `clean`), a part of a name, a number N for a sample of N
programs, `K/N` for the K-th of N shares of what the other words choose.

A sample has as large a part of each kind of program as of all (to within one program). The seed
below draws it, so that the same N always gives the same programs, and a larger N some more.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

_SEED = 31
_LABELS = frozenset(("race", "clean", "memory", "other"))

Program = TypeVar("Program")


@dataclass(frozen=True)
class Traits:
    """What words can choose a program by: its label, its name, and its kind within the label."""

    label: str
    name: str
    kind: str = ""


def chosen(
    programs: Sequence[Program], words: Sequence[str], traits: Callable[[Program], Traits]
) -> list[Program]:
    """Return the programs that words choose."""
    labels = _LABELS & set(words)
    counts = [word for word in words if word.isdigit()]
    shares = [word for word in words if re.fullmatch(r"\d+/\d+", word)]
    names = set(words) - labels - set(counts) - set(shares)
    fitting = [
        (program, its)
        for program in programs
        if (its := traits(program)).label in (labels or {its.label})
        and (not names or any(name in its.name for name in names))
    ]
    if counts:
        fitting = _spread(fitting)[: int(counts[0])]
    first, _, step = (shares[0] if shares else "1/1").partition("/")
    return [program for program, _ in fitting[int(first) - 1 :: int(step)]]


def _spread(rows: list[tuple[Program, Traits]]) -> list[tuple[Program, Traits]]:
    """Return the rows in an order whose every beginning has all kinds in proportion."""
    strata: defaultdict[tuple[str, str], list[tuple[Program, Traits]]] = defaultdict(list)
    for row in rows:
        strata[row[1].label, row[1].kind].append(row)
    placed: list[tuple[float, int, tuple[Program, Traits]]] = []
    for key in sorted(strata):
        stratum = strata[key]
        random.Random(f"{_SEED} {key}").shuffle(stratum)
        placed += [
            ((at + 0.5) / len(stratum), len(placed) + at, row) for at, row in enumerate(stratum)
        ]
    return [row for _, _, row in sorted(placed, key=lambda entry: entry[:2])]
