"""Counters as tables and as CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from kernelscope.errors import RecordError
from kernelscope.profiling.counters import sections as at
from kernelscope.quantity import METRICS, Quantity
from kernelscope.record import KernelCounters, Profile, from_json, to_json
from kernelscope.report.csv import counters_to_csv
from kernelscope.report.profile.counters import metrics_table
from kernelscope.results.files import result_of
from kernelscope.vgpu.counting.counters import ALWAYS

ONE = KernelCounters(
    kernel="square",
    demangled="void square<float>(float const*, float*)",
    grid=(512, 1, 1),
    block=(16, 16, 1),
    registers=32,
    metrics={
        at.DURATION: Quantity(5270, "ns", "measured"),
        at.COMPUTE: Quantity(9.35, "%", "measured"),
        at.THEORETICAL: Quantity(100, "%", "computed"),
        at.DRAM_READ: Quantity(8388608, "B", "estimated", note="virtual GPU"),
    },
    source="CUPTI",
    missing={at.L1_HITS: "nobody looked", at.L2_HITS: "nobody looked"},
    implementation="cuda",
)
RECORD = Profile(device="cuda", target="square", kernels=(ONE, replace(ONE, grid=(8, 1, 1))))


def text(record: Profile, width: int) -> str:
    return result_of(record).table(width)


def test_the_table_has_a_line_a_kernel_with_where_its_figures_come_from() -> None:
    lines = text(RECORD, 80).splitlines()
    (row,) = (line for line in lines if line.startswith(" 1 square"))
    assert row.split() == [
        "1",
        "square",
        "512",
        "16×16",
        "–",
        "5.27",
        "µs",
        "–",
        "9.35",
        "%",
        "–",
        "–",
    ]
    assert " 1 = void square<float>(float const*, float*)" in lines
    (read,) = (line for line in lines if line.startswith("read from device memory"))
    assert read.split()[4:] == ["est.", "8.39", "MB", "8.39", "MB"]
    assert any("estimated by a model" in line and "virtual" in line for line in lines)


def test_lines_fit_80_columns_however_long_the_names_and_figures() -> None:
    wide = replace(
        ONE,
        kernel="a_kernel_of_the_library_whose_name_is_long" * 3,
        demangled="void a_kernel_of_the_library_whose_name_is_long<float>" * 3,
        grid=(65535, 65535, 64),
        block=(1024, 1, 1),
        metrics={name: Quantity(123456.0, METRICS[name].unit, "measured") for name in at.shown()},
    )
    shown = text(replace(RECORD, kernels=(wide,) * 5), 80)
    assert max(map(len, shown.splitlines())) <= 80


def test_launches_that_repeat_are_one_line() -> None:
    assert "square ×3" in text(replace(RECORD, kernels=(ONE,) * 3), 80)


def test_a_reason_stands_once_with_all_that_it_explains() -> None:
    lines = text(RECORD, 80).splitlines()
    assert lines.count("not known: hits in L1, hits in L2: nobody looked") == 1


def test_csv_has_the_unit_the_provenance_and_the_source_of_each_figure() -> None:
    first, second = csv.DictReader(io.StringIO(counters_to_csv(RECORD)))
    assert first["function_name"] == "square"
    assert first["demangled_name"] == ONE.demangled
    assert (first["grid_x"], first["block_y"], second["grid_x"]) == ("512", "16", "8")
    assert float(first[f"{at.DURATION} [ns]"]) == 5270
    assert first[f"{at.DURATION} by"] == "measured, CUPTI"
    assert first[f"{at.DRAM_READ} by"] == "estimated, virtual GPU"


def test_a_record_with_counters_is_read_back() -> None:
    assert from_json(to_json(RECORD)) == RECORD


@pytest.mark.parametrize(
    ("name", "unit", "complaint"),
    [("made__up.sum", "", "not in the registry"), (at.DURATION, "us", "it is in ns")],
)
def test_no_metric_outside_the_registry(name: str, unit: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=complaint):
        replace(ONE, metrics={name: Quantity(1, unit, "measured")})


def test_every_counter_of_the_virtual_gpu_is_in_the_registry() -> None:
    assert set(ALWAYS) <= set(METRICS)


def test_the_list_of_metrics_has_all_with_unit_meaning_and_source() -> None:
    shown = metrics_table()
    for metric in METRICS.values():
        assert f"{metric.name} [{metric.unit}]" in shown if metric.unit else metric.name in shown
        assert metric.meaning in shown
        assert f"({metric.source})" in shown
