"""Say how well an estimate chooses among the configurations of each pool.

    python -m truth.times.choices [ESTIMATES.jsonl]      (in tests/)

Prints the table. Estimates of `pools_ours.py` are kept first, and docs/time.md gets the table.

Both times are between two events after L2 was emptied. The configurations that an H200 refuses, or
that the virtual GPU could not estimate, are left out and counted.
"""

from __future__ import annotations

import gzip
import itertools
import json
import math
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
MEASURED, ESTIMATED = HERE / "pools_h200.jsonl.gz", HERE / "pools_estimates_h200.jsonl.gz"
DOCS = HERE.parents[2] / "docs" / "time.md"
SHARE = 0.05
HEADING = (
    "| pool | configurations | fastest | first choice | best of the top 5 % | mean error | median "
    "| pairs over 10 % apart | in the interval |"
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A configuration's times, in µs."""

    key: str
    measured: float
    estimated: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Choice:
    """How well an estimate chooses in a pool.

    Attributes:
        pairs: configurations with both times; missing: those that lack one.
        first: how much slower than the pool's fastest the estimate's first choice is.
        best_of_top: the same of the fastest of the 5 % that the estimate has first.
        mean, median: of estimated / measured - 1; the mean of its absolute value.
        ranked: pairs of configurations over 10 % apart of which the faster one is named rightly.
        inside: measured times inside the interval.
    """

    pool: str
    pairs: int
    missing: int
    best_us: float
    first: float
    best_of_top: float
    mean: float
    median: float
    ranked: float
    inside: float


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a file."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    yield from map(json.loads, text.splitlines())


def measured(path: Path = MEASURED) -> dict[str, dict[str, float]]:
    """Return the median of each configuration, by pool and key; of the best ones the later one."""
    found: dict[str, dict[str, float]] = {}
    for row in rows(path):
        times = row.get("again") or row.get("cold")
        if times:
            found.setdefault(row["pool"], {})[row["key"]] = statistics.median(times)
    return found


def estimated(path: Path = ESTIMATED) -> dict[str, dict[str, Any]]:
    """Return the line of each configuration that has an estimate, by its key."""
    return {row["key"]: row for row in rows(path) if "us" in row}


def choice(pool: str, times: Mapping[str, float], ours: Mapping[str, Mapping[str, Any]]) -> Choice:
    """Hold the estimates of a pool against its times."""
    pairs = [
        Pair(key, us, ours[key]["us"], ours[key]["low"], ours[key]["high"])
        for key, us in times.items()
        if key in ours
    ]
    best = min(pair.measured for pair in pairs)
    order = sorted(pairs, key=lambda pair: (pair.estimated, pair.key))
    top = order[: math.ceil(SHARE * len(order))]
    errors = [pair.estimated / pair.measured - 1 for pair in pairs]
    return Choice(
        pool=pool,
        pairs=len(pairs),
        missing=len(times) - len(pairs),
        best_us=best,
        first=order[0].measured / best - 1,
        best_of_top=min(pair.measured for pair in top) / best - 1,
        mean=statistics.fmean(map(abs, errors)),
        median=statistics.median(errors),
        ranked=_ranked(pairs),
        inside=statistics.fmean(pair.low <= pair.measured <= pair.high for pair in pairs),
    )


def _ranked(pairs: Sequence[Pair]) -> float:
    """Return the share of pairs over 10 % apart whose faster one has the shorter estimate."""
    right = [
        one.estimated < other.estimated
        for one, other in itertools.permutations(pairs, 2)
        if one.measured * 1.1 < other.measured
    ]
    return statistics.fmean(right)


def table() -> str:
    """Return a line for each pool, as docs/time.md has it."""
    ours = estimated()
    lines = [HEADING, "|---" * HEADING.count(" | ") + "|---|"]
    for pool, times in measured().items():
        if not ours.keys() & times.keys():
            continue
        one = choice(pool, times, ours)
        lines.append(
            f"| {pool} | {one.pairs} | {one.best_us:.1f} µs | +{one.first:.1%} "
            f"| +{one.best_of_top:.1%} | {one.mean:.0%} | {one.median:+.0%} | {one.ranked:.0%} "
            f"| {one.inside:.0%} |"
        )
    return "\n".join(lines)


def in_docs(text: str) -> tuple[int, int]:
    """Return where the table begins and ends in docs/time.md."""
    begin = text.index(HEADING)
    return begin, text.index("\n\n", begin)


def main() -> None:
    if len(sys.argv) > 1:
        ESTIMATED.write_bytes(gzip.compress(Path(sys.argv[1]).read_bytes(), mtime=0))
        text = DOCS.read_text()
        begin, end = in_docs(text)
        DOCS.write_text(text[:begin] + table() + text[end:])
    print(table())


if __name__ == "__main__":
    main()
