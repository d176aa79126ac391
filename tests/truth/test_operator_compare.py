"""Two sides of a call are compared by what was launched and how long it took."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from truth.operators.compare import (
    compared,
    estimated,
    figures,
    lines,
    recorded,
    shown,
    summary,
    table,
)


def kernel(name: str, cold: int) -> dict[str, object]:
    """Return an activity that takes `cold` ns with L2 emptied, and 1 ns with it full."""
    return {"name": name, "warm": 1, "cold": cold}


THERE = [
    {"header": True, "gpu": "NVIDIA H200"},
    {"name": "a/same 8 fp32", "activities": [kernel("k<float>(int)", 10_000)]},
    {"name": "a/slow 8 fp32", "activities": [kernel("k", 10_000), kernel("k", 10_000)]},
    {"name": "b/copied 8 fp32", "activities": [kernel("Memcpy", 4_000)]},
    {"name": "b/nothing 8 fp32", "activities": []},
    {"name": "b/failed 8 fp32", "error": "RuntimeError: no"},
]
HERE = [
    {"name": "a/same 8 fp32", "spans": [["aten::k", "device", 12.0]]},
    {"name": "a/slow 8 fp32", "spans": [["aten::k", "device", 41.0]]},
    {"name": "b/copied 8 fp32", "spans": [["Memcpy HtoD", "copy", 4.0]]},
    {"name": "b/nothing 8 fp32", "spans": []},
    {"name": "b/failed 8 fp32", "spans": []},
]


def test_a_call_is_held_to_its_count_and_to_its_time_with_cold_caches() -> None:
    rows = {row.name: row for row in compared(recorded(THERE), estimated(HERE))}
    same, slow = rows["a/same 8 fp32"], rows["a/slow 8 fp32"]
    assert same.ratio == pytest.approx(1.2)
    assert same.same_count
    assert same.near
    assert slow.ratio == pytest.approx(41 / 20)
    assert not slow.same_count
    assert not slow.near
    assert rows["b/copied 8 fp32"].ratio == 1
    assert rows["b/nothing 8 fp32"].near
    assert rows["b/failed 8 fp32"].why == "RuntimeError: no"


def test_the_summary_counts_calls_and_the_table_lists_those_that_differ() -> None:
    rows = compared(recorded(THERE), estimated(HERE))
    assert summary(rows)[2:] == [
        "| a | 2 | 50% | 50% | 1.62 |",
        "| b | 2 | 100% | 100% | 1.00 |",
        "| all | 4 | 75% | 75% | 1.10 |",
        "",
        "1 of 5 calls are on one side alone.",
    ]
    assert table(rows)[2:] == [
        "| a/slow 8 fp32 | 2 | 1 | 20.0 | 41.0 | 2.05 | k ×2 | aten::k |",
        "- b/failed 8 fp32: RuntimeError: no",
    ]


def test_names_are_cut_before_their_arguments() -> None:
    names = ("void at::native::(anonymous namespace)::k<4>(int)", "cutlass::f(x)", "cutlass::f(y)")
    assert shown(names) == "k, cutlass::f ×2"
    assert shown(()) == "nothing"


def test_half_a_line_of_a_recording_cut_short_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_text(json.dumps(THERE[1]) + '\n{"name": "a/sl', encoding="utf-8")
    assert list(lines(path)) == [THERE[1]]


def test_printed_times_are_compared_by_the_way_they_were_taken() -> None:
    there = [
        {"name": "add", "method": "events", "ms": 1.0},
        {"name": "add", "method": "timer", "ms": 2.0},
        {"name": "sort", "method": "timer", "ms": 4.0},
        {"name": "only there", "method": "timer", "ms": 4.0},
    ]
    here = [
        {"name": "add", "method": "events", "ms": 1.2},
        {"name": "add", "method": "timer", "ms": 1.0},
        {"name": "sort", "method": "timer", "ms": 4.0},
        {"name": "only there", "error": "RuntimeError: no"},
    ]
    assert figures(there, here)[2:] == [
        "| events | 1 | 100% | 1.20 |",
        "| timer | 2 | 50% | 0.75 |",
        "| all | 3 | 67% | 1.00 |",
        "",
        "1 of 4 figures are not there here.",
        "",
        "- add, timer: 2.0000 ms there, 1.0000 here",
    ]
