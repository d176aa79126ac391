"""Kernels that launch kernels (dynamic parallelism)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cuda_program import HERE, NEEDED, kernelscope

pytestmark = [*NEEDED, pytest.mark.long("nvcc takes seconds")]


def test_what_a_kernel_launches_runs_after_it_in_the_order_of_its_streams(tmp_path: Path) -> None:
    shutil.copy(HERE / "launches.cu", tmp_path)
    kernelscope("run", "nvcc", "-rdc=true", "launches.cu", "-o", "prog", folder=tmp_path)
    ended = kernelscope("run", "./prog", folder=tmp_path)
    assert ended.stdout.splitlines() == [
        "cudaSuccess, 45",
        "40 20 5",
        "cudaSuccess",
        "cudaErrorIllegalAddress",
    ], ended.stderr
    assert "many(int*) launches 52 kernels more than the 2048 that can wait" in ended.stderr
    assert "launches.cu:4" in ended.stderr  # the line of `set`
    checked = kernelscope("check", "./prog", folder=tmp_path)
    assert "memory: out-of-bounds  in set  once" in checked.stdout
    assert checked.stdout.count("once") == 1, checked.stdout
