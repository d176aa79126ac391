"""The compiled simulator is kept on disk, and runs where nothing can be kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src"
PROGRAM = """
from kernelscope.hardware import gpu
from kernelscope.simulator import Block, Code, Instruction, Machine, Run, Streams, Warp, simulate
code, streams = Code.of([Instruction(stall=4)]), Streams.of([Block([Warp([Run(0, 1, 5)])])])
print(simulate(code, streams, Machine.of(gpu("h200"), resident=1)).cycles)
"""


def cycles(cache: Path) -> str:
    """What a fresh interpreter prints that keeps its code there."""
    environment = os.environ | {"KERNELSCOPE_CACHE": str(cache), "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.strip()


@pytest.mark.slow
def test_the_code_is_kept_and_read_again(tmp_path: Path) -> None:
    assert cycles(tmp_path) == "17"
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")}
    assert sorted(path.suffix for path in kept) == [".nbc", ".nbi"]
    assert cycles(tmp_path) == "17"
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")} == kept


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    beside = SOURCE / "kernelscope" / "simulator" / "__pycache__"
    before = set(beside.glob("*.nb?"))
    assert cycles(tmp_path / "file") == "17"
    assert set(beside.glob("*.nb?")) == before
