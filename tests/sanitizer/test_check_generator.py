"""The checker is held to the generated kernels: each race and each wrong barrier, nothing else."""

from __future__ import annotations

import zlib
from collections import Counter

import pytest

from kernelscope.sanitizer.session import Sanitizer
from sanitizer.case import Case, modules
from sanitizer.generator import cases
from sanitizer.held import Held, hold
from sanitizer.run import Compiled, loaded

# One case in 25, by its name: new cases leave the choice of the others as it is.
SAMPLE = frozenset(case.name for case in cases() if zlib.crc32(case.name.encode()) % 25 == 0)


def has_limit(case: Case) -> bool:
    """Return whether docs/check.md names what the race tool does not know exactly about a case."""
    # Several lanes of one warp that read a place, not one after another, count as the whole warp.
    return case.name.startswith("lock_lane_") and not case.is_clean


def _hold(names: frozenset[str] | None) -> list[Held]:
    held = list(hold(names))
    for one in held:
        if not has_limit(one.case):
            assert (one.missed, one.extra) == ((), ()), one.case.name
    return held


@pytest.mark.long("a sample of generated kernels, each compiled by NVRTC")
def test_a_sample_of_the_cases_is_found_or_silent() -> None:
    held = _hold(SAMPLE)
    verdicts = Counter((one.verdict, one.case.is_clean) for one in held)
    assert min(verdicts["right", True], verdicts["right", False]) >= 10


@pytest.mark.slow
def test_a_larger_sample_of_the_cases_is_found_or_silent() -> None:
    """One case in six; `make sanitizer-corpus` holds the checker to all of them, too."""
    held = _hold(frozenset(c.name for c in cases() if zlib.crc32(c.name.encode()) % 6 == 1))
    verdicts = Counter((one.verdict, one.case.is_clean) for one in held)
    assert min(verdicts["right", True], verdicts["right", False]) >= 40


@pytest.mark.exhaustive
def test_all_cases_are_found_or_silent() -> None:
    """What is known to be inexact is counted, so that it cannot grow unseen."""
    verdicts = Counter(one.verdict for one in _hold(None))
    assert verdicts == {"right": 870, "extra": 14}


def test_the_other_side_of_a_race_is_another_thread() -> None:
    """Here all lanes count as readers of what one of them writes: it is not its own other side."""
    (module,) = modules(case for case in cases() if case.name == "lock_lane_shared_no_fences")
    with Sanitizer(["race"]) as sanitizer:
        Compiled(module.cases[0], loaded(module)).run("turns")
    assert sanitizer.findings
    for finding in sanitizer.findings:
        assert finding.thread != finding.other_thread
        assert "its own copy" not in finding.message
