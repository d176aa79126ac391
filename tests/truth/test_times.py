"""The programs whose times are kept: each has its figures, and the split is the one of the rule."""

from __future__ import annotations

import csv
import gzip
import io
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from kernelscope.cli import main
from truth.times.programs import PROGRAMS, held_out
from truth.times.record import launches

FOLDER = Path(__file__).parent / "times"


def rows() -> list[dict[str, Any]]:
    """Return the lines of the record behind its header."""
    return [json.loads(line) for line in (FOLDER / "h200.jsonl").read_text().splitlines()[1:]]


def test_every_launch_has_a_line_with_its_times_or_its_error() -> None:
    """450 of Triton, at least 500 in all; those of Numba could not run."""
    found = {str(row["key"]): row for row in rows()}
    assert found.keys() == launches().keys()
    failed = {row["program"] for row in found.values() if "error" in row}
    assert failed == {"numba_axpy", "numba_julia", "numba_row_means"}
    timed = [row for row in found.values() if "error" not in row]
    assert len(timed) >= 500
    assert all(len(row[kind]) == 15 for row in timed for kind in ("cold", "warm", "graph"))


def test_the_ptx_of_every_launch_is_kept() -> None:
    with tarfile.open(FOLDER / "ptx_h200.tar.xz") as archive:
        kept = {name.removesuffix(".ptx") for name in archive.getnames()}
    assert {text for row in rows() if "ptx" in row for text in row["ptx"]} == kept
    assert all("ptx" in row for row in rows() if "error" not in row)


def test_every_kernel_has_its_parts() -> None:
    """Nsight Compute's clock and the profiler's agree on what is short and what is long."""
    text = gzip.decompress((FOLDER / "parts_h200.csv.gz").read_bytes()).decode()
    parts = list(csv.DictReader(io.StringIO(text)))
    kernels = [row["key"] for row in rows() if "error" not in row for _ in row["kernels"]]
    assert sorted(part["key"] for part in parts) == sorted(kernels)
    assert all(float(part["smsp__inst_executed.sum [inst]"]) > 0 for part in parts)


def test_each_kind_with_two_programs_has_some_on_both_sides() -> None:
    """A kind of one program is held out."""
    apart = held_out()
    kinds = {program.kind for program in PROGRAMS.values()}
    for kind in kinds:
        names = {program.name for program in PROGRAMS.values() if program.kind == kind}
        assert 0 < len(names & apart) == (len(names) + 1) // 2


@pytest.mark.parametrize("name", ["copies", "block_sums", "compiled_softmax", "numba_axpy"])
def test_a_program_of_each_language_runs(name: str, tmp_path: Path) -> None:
    """As a script does, on the virtual GPU."""
    script = tmp_path / "one.py"
    script.write_text(
        f"""import torch
from truth.times.programs import PROGRAMS
program = PROGRAMS[{name!r}]
program.make(**program.launches[0])()
torch.cuda.synchronize()
"""
    )
    record = tmp_path / "run.json"
    assert main(["run", "--json", str(record), str(script)]) == 0
    assert json.loads(record.read_text())["launches"]
