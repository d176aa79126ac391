"""The hardware's tables, and which of their columns the virtual GPU must equal."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent

_GLOBAL = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
_SHARED = "l1tex__data_{}_mem_shared_op_{}.sum"

# Determined by the program and its addresses alone. Left out: totals of instructions and registers
# (they belong to the assembler's code), times, throughputs, and the `ldgsts` columns (README.md).
REQUIRED = (
    *(
        _GLOBAL.format(what, op)
        for what in ("requests", "sectors")
        for op in ("ld", "st", "red", "atom")
    ),
    *(
        _SHARED.format(what, op)
        for what in ("pipe_lsu_wavefronts", "bank_conflicts_pipe_lsu")
        for op in ("ld", "st", "atom")
    ),
    *(
        f"smsp__sass_inst_executed_op_{op}.sum"
        for op in ("global_ld", "global_st", "shared_ld", "shared_st", "ldsm")
    ),
    *(f"smsp__inst_executed_op_{op}.sum" for op in ("global_red", "shared_atom")),
)


def table(name: str) -> list[dict[str, str]]:
    """The rows of one CSV file, each a mapping from column to text."""
    with (HERE / name).open(newline="") as file:
        return list(csv.DictReader(file))


def differences(ours: Mapping[str, float], hardware: Mapping[str, str]) -> list[str]:
    """The required counters in which a launch differs from the hardware's row, in words.

    A counter that the launch did not move may be missing from `ours`.
    """
    return [
        f"{name}: {ours.get(name, 0):g}, hardware {hardware[name]}"
        for name in REQUIRED
        if name in hardware and float(ours.get(name, 0)) != float(hardware[name])
    ]
