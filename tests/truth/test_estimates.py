"""Estimated times of 552 launches, held against an H200 and an H100: what the pages say is so."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.hardware.known_error import HELD_OUT, PARTS
from truth.times import errors, parts_errors
from truth.times.programs import held_out

DOCS = Path(__file__).parents[2] / "docs"
MEMORY = DOCS / "measured" / "2026-11-24-memory.csv"


def test_the_table_of_held_out_errors_is_that_of_the_kept_estimates() -> None:
    assert errors.held_out_errors() == HELD_OUT


def test_intervals_hold_the_truth_of_nine_in_ten_held_out_launches() -> None:
    assert sum(row.launches for row in HELD_OUT.values()) > 300
    assert 0.88 <= errors.held_share() <= 0.98


def test_no_held_out_launch_on_an_h200_is_over_50_percent_off() -> None:
    assert max(abs(error) for error in errors.errors("h200").values()) < 0.5


@pytest.mark.parametrize(("gpu", "mean", "ranked"), [("h200", 0.1, 0.98), ("h100", 0.1, 0.97)])
def test_held_out_times_are_near_and_in_the_right_order(
    gpu: str, mean: float, ranked: float
) -> None:
    apart, found = held_out(), errors.errors(gpu)
    sizes = [abs(error) for key, error in found.items() if key.split()[0] in apart]
    assert np.mean(sizes) <= mean
    right, total = errors.ranked_rightly(found, gpu)
    assert right / total >= ranked


def test_the_page_has_the_tables_of_the_kept_estimates() -> None:
    page = (DOCS / "time.md").read_text()
    for gpu in ("h200", "h100"):
        assert errors.tables(gpu) in page, "python -m truth.times.errors, and paste it"


# ---- atomics, against tools/measure_memory.py on an H100 ----

ATOMICS = """
extern "C" __global__ void add({type}* words, unsigned times) {{
  unsigned lane = threadIdx.x % 32;
  for (unsigned i = 0; i < times; ++i) {{ if ({guard}) atomicAdd(words + {place}, ({type})1); }}
}}
"""


@pytest.mark.parametrize(
    ("kind", "place", "guard", "row"),
    [
        ("int", "0", "lane == 0", "one lane one word"),
        ("float", "0", "true", "all lanes one word"),
        ("float", "0", "lane == 0", "one lane one word"),
        ("int", "lane", "true", "32 words of one line"),
        ("float", "lane % 8", "true", "8 words of one sector"),
        ("int", "lane * 4", "true", "2 words a sector, 16 sectors"),
    ],
)
def test_atomics_on_one_line_take_as_long_as_on_an_h100(
    kind: str, place: str, guard: str, row: str
) -> None:
    with MEMORY.open(newline="") as file:
        (measured,) = [float(r[3]) for r in csv.reader(file) if r[:3] == [kind, "red", row]]
    kernel = ks.cuda_kernel(ATOMICS.format(type=kind, place=place, guard=guard), "add")
    with ks.virtual_gpu("h100") as gpu:
        kernel[1056, 256](np.zeros(128, np.int32 if kind == "int" else np.float32), 64)
    time = gpu.launches[0].time_us
    assert time is not None
    assert time.value == pytest.approx(measured, rel=0.15)


# ---- the parts of a simulated SM, against Nsight Compute ----


def test_the_page_has_the_errors_of_the_parts_that_are_kept() -> None:
    assert parts_errors.table_of_errors() == PARTS
    page = (DOCS / "time.md").read_text()
    assert parts_errors.table() in page, "python -m truth.times.parts_errors, and paste it"


@pytest.mark.parametrize(
    ("metric", "most"),
    [
        ("smsp__inst_executed.sum", 0.05),
        ("smsp__issue_active.avg.pct_of_peak_sustained_active", 6),
        ("sm__warps_active.avg.pct_of_peak_sustained_active", 7),
        ("smsp__average_warp_latency_per_inst_issued.ratio", 0.3),
        ("l1tex__t_sector_hit_rate.pct", 3),
        ("lts__t_sector_hit_rate.pct", 13),
    ],
)
def test_the_parts_of_held_out_launches_are_near_nsight_computes(metric: str, most: float) -> None:
    assert PARTS[metric].kernels > 300
    assert PARTS[metric].mean <= most
