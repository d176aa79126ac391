"""Suites of CUDA programs, each program run whole: NVIDIA's samples, llm.c, ScoR."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cuda_program import NEEDED
from cuda_suites import Row, outcome, read_list

pytestmark = NEEDED
_FOLDERS = {
    "samples": ("KERNELSCOPE_CUDA_SAMPLES", "github.com/NVIDIA/cuda-samples"),
    "llmc": ("KERNELSCOPE_LLMC", "github.com/karpathy/llm.c"),
    "scor": ("KERNELSCOPE_SCOR", "github.com/csl-iisc/ScoR"),
}


def _cases() -> Iterator[Any]:
    for suite, (variable, address) in _FOLDERS.items():
        if variable in os.environ:
            rows = [row for row in read_list(suite) if not row.left_out]
            yield from (pytest.param(Path(os.environ[variable]), r, id=r.program) for r in rows)
        else:
            reason = f"fetch {address} and name its folder in {variable}"
            yield pytest.param(None, None, id=suite, marks=pytest.mark.skip(reason))


@pytest.mark.long("a program of a suite takes seconds")
@pytest.mark.parametrize(("folder", "row"), _cases())
def test_a_program_of_a_suite_passes(folder: Path, row: Row, tmp_path: Path) -> None:
    ending = outcome(folder.resolve(), row, tmp_path / "out.csv", limit=600)
    assert ending.result == "pass", ending.reason
