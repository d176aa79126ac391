"""Print the errors of estimated times, by kind of kernel, of the fitted and the held-out programs.

    python -m truth.times.errors OURS.jsonl      (in tests/)

An error is estimated / measured - 1, of the median of an H200's times with a cold L2.
"""

from __future__ import annotations

import itertools
import json
import statistics
import sys
from collections import defaultdict
from pathlib import Path

from truth.times.ours import measured
from truth.times.programs import PROGRAMS, held_out


def errors(path: Path) -> dict[str, float]:
    """Return the error of each launch that has an estimate, by its key."""
    real = measured()
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return {
        row["key"]: row["cold"] / statistics.median(real[row["key"]]["cold"]) - 1
        for row in rows
        if "cold" in row
    }


def summary(values: list[float]) -> str:
    """Return the row of a table: launches, mean and largest error, parts within 10 and 25 %."""
    sizes = sorted(abs(v) for v in values)
    within = [sum(s <= bound for s in sizes) / len(sizes) for bound in (0.1, 0.25)]
    mean, middle = statistics.fmean(sizes), statistics.median(values)
    return (
        f"{len(sizes)} | {mean:.0%} | {middle:+.0%} | {min(values):+.0%} … {max(values):+.0%} | "
        f"{within[0]:.0%} | {within[1]:.0%}"
    )


def ranked_rightly(found: dict[str, float]) -> tuple[int, int]:
    """Return of how many pairs of one kind, over 10 % apart on the H200, the faster one is named
    right, and how many there are.
    """
    real = {key: statistics.median(row["cold"]) for key, row in measured().items()}
    right = total = 0
    for one, other in itertools.combinations(found, 2):
        if PROGRAMS[one.split()[0]].kind != PROGRAMS[other.split()[0]].kind:
            continue
        if max(real[one], real[other]) > 1.1 * min(real[one], real[other]):
            ours = [real[key] * (1 + found[key]) for key in (one, other)]
            right += (ours[0] < ours[1]) == (real[one] < real[other])
            total += 1
    return right, total


def main() -> None:
    found, apart = errors(Path(sys.argv[1])), held_out()
    head = "launches | mean | median | range | within 10 % | within 25 % |"
    print(f"| kind | {head}\n|---|{'---|' * 6}")
    kinds: dict[str, list[float]] = defaultdict(list)
    sides: dict[str, list[float]] = defaultdict(list)
    for key, error in found.items():
        name = key.split()[0]
        kinds[PROGRAMS[name].kind].append(error)
        sides["held out" if name in apart else "fit"].append(error)
    for kind, values in sorted(kinds.items()):
        print(f"| {kind} | {summary(values)} |")
    for side, values in sides.items():
        print(f"| **all, {side}** | {summary(values)} |")
    print("\nThe ten worst:\n")
    for key, error in sorted(found.items(), key=lambda item: -abs(item[1]))[:10]:
        print(f"- `{key}`: {error:+.0%}")
    right, total = ranked_rightly(found)
    share = f"{right} of {total} ({right / total:.0%})"
    print(f"\nOf pairs of one kind, over 10 % apart, {share} are ranked rightly.")


if __name__ == "__main__":
    main()
