"""Accesses of other blocks, bulk copies and boxes of tensors: the counters equal the H200's."""

from __future__ import annotations

from functools import cache
from itertools import groupby

import numpy as np
import pytest

import kernelscope as ks
from truth.cluster_access import Case, Launcher, cases
from truth.counters import table

ROWS = table("cluster_access_h200.csv")
CASES = list(cases())
KERNELS = {name: list(group) for name, group in groupby(CASES, lambda case: case.kernel)}


def unexplained(case: Case, counter: str) -> bool:
    """Whether the hardware's figure is not understood, or not counted (README.md says why)."""
    if "bank_conflicts" in counter:
        return case.pattern in ("stride1-to_odd", "stride1-to_all")
    if counter == "lts__t_sectors_srcunit_tex_op_read.sum":
        return case.kernel.startswith(("bulk_load", "box_load"))
    if case.pattern == "random":
        return "sectors" in counter
    return (case.kernel, case.pattern) == ("bulk_between", "32B")


@cache
def launcher() -> Launcher:
    """The kernels, compiled once."""
    return Launcher(np.zeros)


def test_the_file_holds_a_row_for_each_case() -> None:
    assert [(row["kernel"], row["pattern"]) for row in ROWS] == [
        (case.kernel, case.pattern) for case in CASES
    ]


@pytest.mark.parametrize("name", KERNELS)
def test_an_instruction_counts_what_the_hardware_counted(name: str) -> None:
    rows = dict(zip(CASES, ROWS, strict=True))
    wrong: dict[tuple[str, str], str] = {}
    with ks.virtual_gpu("h200") as gpu:
        for case in KERNELS[name]:
            launcher()(case)
            ours = gpu.launches[-1].counters
            for counter, hardware in list(rows[case].items())[2:]:
                if ours.get(counter, 0) != float(hardware) and not unexplained(case, counter):
                    wrong[case.pattern, counter] = f"{ours.get(counter, 0)}, hardware {hardware}"
    assert wrong == {}


@pytest.mark.parametrize("name", [name for name in KERNELS if name.startswith(("bulk_l", "box_l"))])
def test_the_sectors_that_l2_reads_for_a_copy_are_close(name: str) -> None:
    """L2 joins some requests for the same sector: at most two of a copy's in all cases tried."""
    counter = "lts__t_sectors_srcunit_tex_op_read.sum"
    rows = dict(zip(CASES, ROWS, strict=True))
    with ks.virtual_gpu("h200") as gpu:
        for case in KERNELS[name]:
            launcher()(case)
            assert 0 <= gpu.launches[-1].counters[counter] - float(rows[case][counter]) <= 2
