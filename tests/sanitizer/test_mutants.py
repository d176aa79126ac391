"""The oracle knows the verdict of generated cases; mutants of correct programs are found."""

from __future__ import annotations

import re
import zlib
from collections import Counter

import numpy as np
import pytest

from sanitizer.case import SHARED_BYTES, SIZES, Case, modules
from sanitizer.generator import cases
from sanitizer.mutants import judge, mutants, off, programs
from sanitizer.oracle import races_of
from sanitizer.run import loaded

# The oracle counts the source of a copy as read when the copy is issued.
_LIMIT = "copy_async_source_early"
_NOT_KNOWN = ("BULK_", "MB_ARRIVE_AFTER_COPIES", "PROXY_FENCE")
EVERY = [
    case
    for case in cases()
    # The library's functions are inlined, so their lines are not those of the case's file.
    if case.cluster is None and case.family != "libcu" and case.ends and not case.faults
    if case.name != _LIMIT
    if not any(name in case.source for name in _NOT_KNOWN)
]  # fmt: skip
SAMPLE = [case for case in EVERY if zlib.crc32(case.name.encode()) % 10 == 0]


def _lines(text: str) -> list[int]:
    """Return the source's line of each line of the PTX, from 1."""
    lines = [0]
    for line in text.splitlines():
        place = re.match(r"\s*\.loc\s+\d+ (\d+)", line)
        lines.append(int(place[1]) if place else lines[-1])
    return lines


def _agrees(chosen: list[Case]) -> None:
    wrong = list[str]()
    names = {case.name for case in chosen}
    for module in modules(cases()):
        here = [case for case in module.cases if case.name in names]
        if not here:
            continue
        ptx = loaded(module)
        lines = _lines(ptx.text)
        for case in here:
            found = set[tuple[int, ...]]()
            arguments = [np.zeros(size, np.int32) for size in SIZES]
            for name in case.kernels:
                function = ptx.kernel(name).lowered()
                races = races_of(
                    function, case.grid, case.block, arguments, SHARED_BYTES, one_thread=False
                )
                found |= {tuple(sorted((lines[a], lines[b]))) for a, b in races}
            expected = {tuple(sorted(race.lines)) for race in case.races}
            allowed = {tuple(sorted(pair)) for pair in case.allowed}
            if not expected <= found <= expected | allowed:
                wrong.append(case.name)
    assert wrong == []


def test_the_oracle_knows_the_races_of_a_sample_of_the_cases() -> None:
    assert len(SAMPLE) >= 40
    _agrees(SAMPLE)


@pytest.mark.exhaustive
def test_the_oracle_knows_the_races_of_all_cases() -> None:
    _agrees(EVERY)


@pytest.mark.slow
def test_each_mutant_is_found_or_equivalent() -> None:
    """Of every correct program that the oracle knows, one mutant in four: all take ten minutes, and
    `make sanitizer-corpus` judges them.
    """
    verdicts = Counter[str]()
    kinds = Counter[str]()
    left_out = set[str]()
    for program in programs():
        if off(program):
            left_out.add(program.name)
            continue
        for mutant in mutants(program):
            if zlib.crc32(f"{program.name} {mutant.line} {mutant.kind}".encode()) % 4:
                continue
            verdict = judge(mutant)
            assert verdict.verdict in ("found", "equivalent"), (program.name, mutant, verdict.why)
            verdicts[verdict.verdict] += 1
            kinds[mutant.kind] += 1
    assert left_out == {
        "bulk_pipeline: bulk_pipeline",
        "bulk_store: bulk_store",
        "matmul/triton: tiled_matmul_kernel",
        "matmul-gelu/triton: tiled_matmul_kernel",
    }
    assert verdicts["found"] >= 40
    assert len(kinds) >= 6
