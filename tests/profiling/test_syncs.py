"""Where the host waited, how often, how long, and what to write instead."""

from __future__ import annotations

from typing import get_args

import pytest

from kernelscope.profiling.totals import FIX, PROFILERS, syncs
from kernelscope.record import SyncKind
from profiling.spans import stretch, wait


def test_waits_of_one_line_are_added_and_the_longest_comes_first() -> None:
    spans = [
        wait("item", 0, 10, source="s.py:3"),
        wait("print", 20, 500, source="s.py:4"),
        wait("item", 600, 30, source="s.py:3"),
        wait("item", 700, 5, source="s.py:9"),
    ]
    told = [(s.kind, s.source, s.waited_ms, s.count) for s in syncs(spans)]
    assert told == [
        ("print", "s.py:4", 0.5, 1),
        ("item", "s.py:3", pytest.approx(0.04), 2),
        ("item", "s.py:9", pytest.approx(0.005), 1),
    ]


def test_every_kind_of_wait_says_what_to_write_instead() -> None:
    assert set(FIX) == set(get_args(SyncKind))
    assert syncs([wait("nonzero", 0, 1)])[0].fix == FIX["nonzero"]


def test_what_a_compiler_waits_for_is_not_the_programs() -> None:
    compiling = stretch("torch.compile compiles", "compile", 0, 90)
    traced = stretch("compile_fx_inner (dynamo_timed)", "range", 200, 50)
    spans = [compiling, wait("blocking-copy", 10, 2), traced, wait("item", 210, 5)]
    assert syncs(spans) == ()
    assert [s.kind for s in syncs([*spans, wait("item", 300, 5)])] == ["item"]


def test_the_profilers_own_wait_is_not_the_programs() -> None:
    spans = [stretch("wait", PROFILERS, 90, 40), wait("explicit", 91, 38), wait("explicit", 0, 9)]
    assert [(s.kind, s.waited_ms, s.count) for s in syncs(spans)] == [("explicit", 0.009, 1)]
