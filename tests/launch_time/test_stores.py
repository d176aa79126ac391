"""Stores and loads of parts of sectors against an H200 (`tools/measure_stores.py`)."""

from __future__ import annotations

import csv
import functools
import json
from pathlib import Path
from statistics import mean, median

import numpy as np
import pytest

import kernelscope as ks
from families import exhaustive
from truth.sectors import GRAPHS_SAVE_US, measured_us

RECORD = Path(__file__).parents[1] / "truth" / "stores_h200.csv"
SIZE = 50 << 20
TYPES = {1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long long"}
KINDS = {
    "fill": "for (int at = 0; at < APART; at += sizeof(T)) *(volatile T*)(data + place + at) = 7;",
    "first": "*(volatile T*)(data + place) = 7;",
}
SOURCE = """
typedef {type} T;
constexpr int APART = {apart}, ROUNDS = APART < 64 ? 64 / APART : 1;
extern "C" __global__ void access(unsigned char* data, long long size) {{
  long long first = (long long)blockIdx.x * 128 * APART * ROUNDS + threadIdx.x * APART;
  #pragma unroll
  for (int round = 0; round < ROUNDS; ++round) {{
    long long place = first + round * 128 * APART;
    if (place < size) {{
      {access}
    }}
  }}
}}
"""


def measured() -> dict[tuple[str, int, int], float]:
    """Return the microseconds of each row over 50 MiB, by kind, width and distance of the lanes."""
    return {
        (row["kind"], int(row["width"]), int(row["apart"])): float(row["us"])
        for row in csv.DictReader(RECORD.open(encoding="utf-8"))
        if int(row["bytes"]) == SIZE and row["kind"] in KINDS
    }


Row = tuple[str, int, int]
# Of each kind, of each width, close by and far apart; all of them in `make test-exhaustive`.
SOME = (
    *(("fill", 1, 4), ("fill", 1, 8), ("fill", 1, 16), ("fill", 2, 32), ("fill", 4, 16)),
    *(("fill", 4, 64), ("fill", 8, 32), ("first", 1, 8), ("first", 2, 64), ("first", 4, 32)),
    ("first", 8, 16),
)
each_row = pytest.mark.parametrize(
    "rows", [SOME, exhaustive(tuple(measured()))], ids=["some", "all"]
)


@functools.cache
def error_of(row: Row) -> float:
    """Return by how much the time of a launch is too long."""
    kind, width, apart = row
    access = KINDS[kind] if kind == "first" else f"#pragma unroll\n      {KINDS[kind]}"
    kernel = ks.cuda_kernel(SOURCE.format(type=TYPES[width], apart=apart, access=access), "access")
    with ks.virtual_gpu("h200") as gpu:
        kernel[-(-SIZE // (128 * max(apart, 64))), 128](np.zeros(SIZE, np.uint8), SIZE)
    (launch,) = gpu.launches
    assert launch.time_us is not None
    return launch.time_us.value / measured()[row] - 1


@each_row
def test_stores_of_many_lines_take_as_long_as_on_an_h200(rows: tuple[Row, ...]) -> None:
    """Each lane of a warp has 16 bytes or more of its own, and stores them in several steps."""
    many = {
        (width, apart): error_of((kind, width, apart))
        for kind, width, apart in rows
        if kind == "fill" and width < apart >= 16
    }
    words = many.pop((4, 16))  # L1 puts these together; the model does not
    assert 0 < words < 1.0
    assert len(many) == (4 if rows is SOME else 11)
    assert max(map(abs, many.values())) < 0.25
    assert mean(map(abs, many.values())) < 0.12


@each_row
def test_stores_of_single_parts_take_as_long_as_on_an_h200(rows: tuple[Row, ...]) -> None:
    single = [error_of(row) for row in rows if row[0] == "first"]
    assert median(map(abs, single)) < 0.1


def test_bytes_within_two_lines_are_estimated_too_long_at_most_by_their_merging() -> None:
    """L1 puts the bytes of up to eight stores together, which the model does not know."""
    assert 0 < error_of(("fill", 1, 8)) < 1.0
    assert 0 < error_of(("fill", 1, 4)) < 0.6


SCATTER = """
extern "C" __global__ void scatter(const int4* place, const float4* x, float* y) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int4 at = place[i];
  float4 v = x[i];
  y[at.x] = v.x;
  y[at.y] = v.y;
  y[at.z] = v.z;
  y[at.w] = v.w;
}
"""


def test_stores_of_words_next_to_those_of_other_blocks_are_not_done_together_with_them() -> None:
    """Blocks that load the same sectors at once are answered together; each store is by itself."""
    n = 1 << 18
    rows = map(json.loads, (RECORD.parent / "times" / "h200.jsonl").read_text().splitlines()[1:])
    (measured,) = [median(row["cold"]) for row in rows if row["key"] == f"scatters n={n} room=1"]
    place = np.random.default_rng(0).permutation(n).astype(np.int32)
    kernel = ks.cuda_kernel(SCATTER, "scatter")
    with ks.virtual_gpu("h200") as gpu:
        kernel[n // 512, 128](place, np.ones(n, np.float32), np.empty(n, np.float32))
    time = gpu.launches[0].time_us
    assert time is not None
    assert time.value == pytest.approx(measured, rel=0.1)


ROWS = """
extern "C" __global__ void rows(const float* x, float* y, int words) {
  const long long first = (long long)(blockIdx.x * blockDim.x + threadIdx.x) * words;
  for (int i = 0; i < words; ++i) y[first + i] = x[first + i];
}
"""


@pytest.mark.parametrize(
    ("blocks", "size", "most"), [(1, 1024, 0.2), (32, 3072, 0.2), (132, 1024, 0.1)]
)
def test_words_of_as_many_lines_leave_the_sm_one_after_another(
    blocks: int, size: int, most: float
) -> None:
    """Each thread copies a row of its own (`tools/measure_sectors.py`): the SM's port is the limit
    of few blocks, and L2 that of many.
    """
    kernel = ks.cuda_kernel(ROWS, "rows")
    x, y = (np.zeros(blocks * 256 * size // 4, np.float32) for _ in range(2))
    with ks.virtual_gpu("h200") as gpu:
        for _ in range(2):
            kernel[blocks, 256](x, y, size // 4)
    time = gpu.launches[1].time_us
    assert time is not None
    measured = measured_us("rows", "load+store", blocks, size)
    assert time.value - GRAPHS_SAVE_US == pytest.approx(measured, rel=most)
