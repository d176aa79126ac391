"""Rows of instructions against an H200 (`tools/measure_pipes.py`, tests/truth/pipes_h200.csv)."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from statistics import mean

import pytest

from kernelscope.hardware import gpu
from kernelscope.machine_code.instruction import pipe_of
from kernelscope.simulator import (
    Block,
    Code,
    Instruction,
    Machine,
    Run,
    Streams,
    Warp,
    kinds,
    simulate,
)

RECORD = Path(__file__).parents[1] / "truth" / "pipes_h200.csv"
ROWS = list(csv.DictReader(RECORD.open(encoding="utf-8")))
MACHINE = Machine.of(gpu("h200"), resident=1, shared_bytes=0)
FMA, EXIT = kinds.PIPES.index("fma"), Instruction()
TIMES = 512


def simulated(banks: list[str]) -> float:
    """Return the cycles for each of a row of FFMA that read these banks again and again."""
    row = [Instruction(pipe=FMA, even=one.count("e"), odd=one.count("o")) for one in banks]
    times = TIMES // len(row)
    warp = Warp([Run(0, len(row), times), Run(len(row), 1)])
    done = simulate(Code.of([*row, EXIT]), Streams.of([Block([warp])]), MACHINE)
    return done.cycles / (times * len(row))


def test_rows_that_read_two_banks_take_as_long() -> None:
    measured = [row for row in ROWS if row["what"] == "registers" and row["warps"] == "1"]
    apart = [float(row["cycles"]) - simulated(row["row"].split()) for row in measured]
    assert len(apart) == 110
    assert min(apart) > -0.05
    assert mean(one < 0.05 for one in apart) > 0.85
    assert mean(apart) < 0.06


@pytest.mark.parametrize("row", [r for r in ROWS if r["what"] == "rate" and r["warps"] == "8"],
                         ids=lambda row: row["row"])  # fmt: skip
def test_pipes_take_as_many_instructions(row: dict[str, str]) -> None:
    """What the fullest pipe needs for the machine code of 384 operations."""
    busy: dict[str, int] = {}
    for count, opcode in re.findall(r"(\d+) (\S+)", row["machine code"]):
        name = "fmaheavy" if opcode.startswith(("IMAD", "IDP")) else pipe_of(opcode, 90)
        interval = MACHINE.intervals[kinds.PIPES.index(name)]
        busy[name] = busy.get(name, 0) + int(count) * interval
    assert max(busy.values()) / 384 == pytest.approx(float(row["cycles"]), rel=0.15)
