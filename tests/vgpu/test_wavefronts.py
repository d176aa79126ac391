"""The rules of counting against the hardware's own counters, instruction by instruction."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from each import each
from kernelscope.vgpu.counting import wavefronts

TABLE = Path(__file__).parents[1] / "truth" / "micro_h200.csv"
ROWS = [row for row in csv.DictReader(TABLE.open(newline="")) if "cp_async" not in row["kernel"]]
KERNELS = sorted({row["kernel"] for row in ROWS})

Expected = dict[str, int]


def lanes_of(row: dict[str, str]) -> dict[int, int]:
    """Element index by active lane."""
    indices = enumerate(map(int, row["lanes"].split()))
    return {lane: index for lane, index in indices if index >= 0}


def predicted(row: dict[str, str]) -> Expected:
    """The columns that the rules give for the instruction of a row."""
    kernel, lanes = row["kernel"], lanes_of(row)
    operation = "ld" if kernel.startswith("ld") else "st" if kernel.startswith("st") else "atom"
    if "matrix" in kernel:
        count = int(kernel.split("_x")[1][0])
        rows = {lane: 16 * index for lane, index in lanes.items() if lane < 8 * count}
        return shared_columns(operation, wavefronts.matrix_rows(rows, count) if rows else (0, 0))
    size = re.search(r"_(\d+)$", kernel)
    width = int(size[1]) if size else 4
    addresses = {lane: width * index for lane, index in lanes.items()}
    if "shared" in kernel:
        return shared_columns(operation, shared_cost(kernel, addresses, width))
    if operation == "atom":
        operation = "red" if kernel.startswith("red") else "atom"
        return global_columns(operation, wavefronts.atomic_sectors(addresses), bool(addresses))
    return global_columns(operation, len(wavefronts.sectors(addresses, width)), bool(addresses))


def shared_cost(kernel: str, addresses: dict[int, int], width: int) -> tuple[int, int]:
    if not addresses:
        return 0, 0
    if kernel.startswith("ld"):
        return wavefronts.shared_load(addresses, width)
    if kernel.startswith("st"):
        return wavefronts.shared_store(addresses, width)
    return wavefronts.shared_atomic(addresses, "cas" in kernel)


def shared_columns(operation: str, cost: tuple[int, int]) -> Expected:
    prefix, suffix = "l1tex__data_", f"_mem_shared_op_{operation}.sum"
    return {
        f"{prefix}pipe_lsu_wavefronts{suffix}": cost[0],
        f"{prefix}bank_conflicts_pipe_lsu{suffix}": cost[1],
    }


def global_columns(operation: str, sectors: int, active: bool) -> Expected:
    suffix = f"_pipe_lsu_mem_global_op_{operation}.sum"
    return {f"l1tex__t_requests{suffix}": int(active), f"l1tex__t_sectors{suffix}": sectors}


@each("kernel", KERNELS)
def test_the_rules_give_what_the_h200_counted(kernel: str) -> None:
    """Every address pattern of every instruction, but the random global atomic (unexplained)."""
    for row in ROWS:
        random_atomic = row["pattern"] == "random" and re.match("(red|atom)_global", kernel)
        if row["kernel"] != kernel or random_atomic:
            continue
        expected = predicted(row)
        counted = {name: int(float(row[name])) for name in expected}
        assert counted == expected, row["pattern"]


COPIES = Path(__file__).parents[2] / "docs" / "measured" / "2026-11-26-copies.csv"


def test_an_asynchronous_copy_takes_its_lanes_bank_by_bank_in_order() -> None:
    """An H100's counts of copies whose lanes meet at the banks that they read and write.

    Before its first copy each warp has a tenth of a wavefront a copy, whatever the pattern.
    """
    rows = [*csv.DictReader(COPIES.open(newline=""))]
    wrong = []
    for row in rows:
        read, write = int(row["read_stride"]), int(row["write_stride"])
        places = [*range(32)]
        if row["order"] == "1":
            places = [lane % read * (32 // read) + lane // read for lane in places]
        sources = {lane: 4 * lane * read for lane in range(32)}
        targets = {lane: 4 * place * write for lane, place in enumerate(places)}
        found = wavefronts.shared_copy(sources, targets, 4)
        if abs(float(row["wavefronts_mem_shared"]) - 0.1 - found) > 0.3:
            wrong.append((row, found))
    assert len(rows) == 72
    assert not wrong
