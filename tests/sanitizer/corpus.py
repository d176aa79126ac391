"""Prints what the checker finds in its corpora, as a table: `make sanitizer-corpus`."""

from __future__ import annotations

from collections import Counter

from sanitizer.held import hold
from sanitizer.mutants import judge, mutants, off, programs


def _generated() -> None:
    counts = Counter((one.case.family, one.verdict) for one in hold())
    _print("generated kernels", ("right", "missed", "extra", "off"), counts)


def _mutated() -> None:
    counts = Counter[tuple[str, str]]()
    for program in programs():
        if why := off(program):
            print(f"left out: {program.name}: {why}")
            continue
        for mutant in mutants(program):
            verdict = judge(mutant)
            counts[mutant.kind, verdict.verdict] += 1
            if verdict.verdict in ("missed", "unknown"):
                print(f"{verdict.verdict}: {program.name} line {mutant.line}, {mutant.kind}: "
                      f"{verdict.why}")  # fmt: skip
    _print("mutants", ("found", "equivalent", "missed", "unknown"), counts)


def _print(title: str, verdicts: tuple[str, ...], counts: Counter[tuple[str, str]]) -> None:
    print(f"| {title} | {' | '.join(verdicts)} |")
    print("|---" * (len(verdicts) + 1) + "|")
    for row in (*dict.fromkeys(name for name, _ in counts), "all"):
        cells = (
            sum(n for (name, v), n in counts.items() if v == verdict and row in (name, "all"))
            for verdict in verdicts
        )
        print(f"| {row} | {' | '.join(map(str, cells))} |")
    print()


if __name__ == "__main__":
    _generated()
    _mutated()
