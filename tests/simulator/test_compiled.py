"""The compiled simulator is kept on disk, runs if nothing can be, and is that of its source."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src"
PROGRAM = """
import sys
from kernelscope.hardware import gpu
from kernelscope.simulator import Block, Code, Instruction, Machine, Run, Streams, Warp, simulate
code, streams = Code.of([Instruction(stall=4)]), Streams.of([Block([Warp([Run(0, 1, 5)])])])
print(simulate(code, streams, Machine.of(gpu("h200"), resident=1)).cycles, "numba" in sys.modules)
"""


def printed(cache: Path) -> str:
    """Return what a fresh interpreter prints that keeps its code there."""
    environment = os.environ | {"KERNELSCOPE_CACHE": str(cache), "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.strip()


def test_the_code_is_kept_and_read_again(tmp_path: Path) -> None:
    assert printed(tmp_path) == "17 False"
    kept = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*") if p.is_file()}
    assert len(kept) == 1
    assert printed(tmp_path) == "17 False"
    assert {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*") if p.is_file()} == kept


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert printed(tmp_path / "file") == "17 False"


def test_the_text_is_that_of_its_source() -> None:
    """Without clang only the digest of the source is compared."""
    done = subprocess.run(
        [sys.executable, "tools/build_simulator.py", "--check"],
        cwd=SOURCE.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
