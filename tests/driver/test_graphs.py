"""CUDA graphs of a C++ program: captured, built, launched, updated."""

from __future__ import annotations

from pathlib import Path

import pytest

import kernelscope as ks
from cuda_program import HERE, NEEDED, kernelscope

pytestmark = [*NEEDED, pytest.mark.long("nvcc takes seconds")]


def test_a_program_with_graphs_runs(tmp_path: Path) -> None:
    record = tmp_path / "graphs.json"
    ended = kernelscope("run", "--json", str(record), "graphs.cu")
    assert ended.stdout.splitlines() == (HERE / "graphs.expected").read_text().splitlines()
    assert ended.stderr.count("a conditional node of a graph is not there") == 1
    result = ks.load(record)
    assert isinstance(result, ks.ScriptResult)
    lines = (HERE / "graphs.cu").read_text().splitlines()
    line = 1 + next(n for n, text in enumerate(lines) if "(x, 10)" in text)
    # Two launches of the graph: a node's launch is where it was captured.
    sources = [launch.source for launch in result.record.launches]
    assert sources.count(f"{HERE}/graphs.cu:{line}") == 2
