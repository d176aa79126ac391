"""Prints what the checker finds in its corpora, as tables: `make sanitizer-corpus`.

`python -m sanitizer.corpus generated` or `mutants` prints one of them.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context

from sanitizer.case import modules
from sanitizer.generator import cases
from sanitizer.held import Held, hold
from sanitizer.mutants import Program, Verdict, judge, mutants, off, programs


def _held(names: frozenset[str]) -> list[Held]:
    return [*hold(names)]


def _judged(program: Program) -> tuple[str, str, list[Verdict]]:
    """Return a program's name, why it is left out, and what became of its mutants."""
    why = off(program)
    return program.name, why, [] if why else [judge(mutant) for mutant in mutants(program)]


def _generated(pool: Executor) -> None:
    parts = [frozenset(case.name for case in module.cases) for module in modules(cases())]
    held = [one for part in pool.map(_held, parts) for one in part]
    for one in held:
        if one.verdict != "right":
            said = "; ".join((*one.missed, *one.extra, one.off))
            print(f"{one.verdict}: {one.case.name}: {said}")
    counts = Counter((one.case.family, one.verdict) for one in held)
    _print("generated kernels", ("right", "missed", "extra", "off"), counts)


def _mutated(pool: Executor) -> None:
    counts = Counter[tuple[str, str]]()
    for name, why, verdicts in pool.map(_judged, programs()):
        if why:
            print(f"left out: {name}: {why}")
        for one in verdicts:
            counts[one.mutant.kind, one.verdict] += 1
            if one.verdict in ("missed", "unknown"):
                place = f"{name} line {one.mutant.line}, {one.mutant.kind}"
                print(f"{one.verdict}: {place}: {one.why}")
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


_PARTS = {"generated": _generated, "mutants": _mutated}

if __name__ == "__main__":
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as workers:
        for part, show in _PARTS.items():
            if part in (sys.argv[1:] or _PARTS):
                show(workers)
