"""Files of other tools, made on an H200 by `imports/made.py.txt` and Nsight Compute 2025.3."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from kernelscope.errors import RecordError
from kernelscope.history.importers import read
from kernelscope.profiling.counters.ncu import in_our_unit
from kernelscope.quantity import METRICS

FILES = Path(__file__).parent / "imports"


def test_a_report_of_nsight_compute_says_what_its_own_csv_says() -> None:
    """Each metric that both have, in our units; ncu rounds some ratios to two decimals."""
    (found,) = read(FILES / "two.ncu-rep")
    assert (found.tool, found.gpu) == ("ncu", "NVIDIA H200")
    with gzip.open(FILES / "two-raw.csv.gz", "rt") as file:
        heads, units, *rows = csv.reader(file)
    got = {(one.subject, one.metric): one.value for one in found.figures}
    compared = 0
    for kernel, row in zip(("scale", "strided"), rows, strict=True):
        for metric, unit, cell in zip(heads, units, row, strict=True):
            if metric in METRICS:
                expected = in_our_unit(metric, float(cell.replace(",", "")), unit)
                assert got[kernel, metric] == pytest.approx(expected, rel=1e-5, abs=0.005)
                compared += 1
    assert compared == len(got) >= 50
    assert got["scale", "dram__bytes_read.sum"] == 4_197_120
    # x[33 i] of 2^20 floats: each lane of a load touches a sector of its own.
    sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
    assert got["strided", sectors] == 1 << 20


def test_an_autotuners_file_has_each_configuration_with_its_quantiles() -> None:
    (found,) = read(FILES / "add.autotune.json")
    assert (found.subject, found.axes.split(",")[0]) == ("add", "key0=4194304")
    data = json.loads((FILES / "add.autotune.json").read_text())
    assert [(one.value, one.low, one.high) for one in found.figures] == [
        tuple(pytest.approx(1e3 * ms) for ms in times) for _, times in data["configs_timings"]
    ]
    assert found.figures[0].subject == "add(BLOCK=256, num_warps=2, num_stages=3)"


def test_a_configuration_that_the_gpu_refused_has_no_figure(tmp_path: Path) -> None:
    config = {"kwargs": {}, "num_warps": 64, "num_stages": 1}
    path = tmp_path / "k.autotune.json"
    path.write_text(json.dumps({"key": [], "configs_timings": [[config, [float("inf")] * 3]]}))
    assert read(path)[0].figures == ()


def test_a_perf_report_has_a_run_for_each_row_with_its_unit() -> None:
    found = read(FILES / "vector-add-performance.csv")
    assert [one.axes for one in found] == ["size=16384", "size=262144", "size=4194304"]
    assert {one.subject for one in found} == {"vector-add"}
    assert [(f.subject, f.value, f.unit) for f in found[2].figures] == [
        ("Triton", 2833.989307, "GB/s"),
        ("Torch", 2923.538914, "GB/s"),
    ]


def test_a_perf_report_with_intervals_keeps_them(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("M,N,A (ms),A-min (ms),A-max (ms)\n1.0,2.0,5.0,4.0,6.5\n")
    (found,) = read(path)
    (one,) = found.figures
    assert (found.axes, one.subject, one.value, one.low, one.high) == ("M=1,N=2", "A", 5, 4, 6.5)


def test_a_chrome_trace_has_each_kernels_launches_and_time() -> None:
    (found,) = read(FILES / "trace.json")
    assert found.gpu == "NVIDIA H200"
    got = {(one.subject, one.metric): one.value for one in found.figures}
    events = json.loads((FILES / "trace.json").read_text())["traceEvents"]
    kernels = [event for event in events if event.get("cat") == "kernel"]
    own = [event["dur"] for event in kernels if event["name"] == "add"]
    assert got["add", "launches"] == len(own) == 3
    assert got["add", "time_us"] == pytest.approx(sum(own))
    total = sum(value for (_, metric), value in got.items() if metric == "launches")
    assert total == sum(event.get("cat", "").startswith(("kernel", "gpu_mem")) for event in events)


def nvbench() -> dict[str, Any]:
    """What `nvbench/json_printer.cu` (format 1.0.0) writes, without what the importer leaves."""

    def summary(tag: str, seconds: str) -> dict[str, Any]:
        return {"tag": tag, "data": [{"name": "value", "type": "float64", "value": seconds}]}

    states = [
        {
            "name": "Device=0 Size=4096",
            "device": 0,
            "axis_values": [{"name": "Size", "type": "int64", "value": "4096"}],
            "summaries": [
                summary("nv/cold/time/cpu/mean", "9e-05"),
                summary("nv/cold/time/gpu/q1", "1.9e-05"),
                summary("nv/cold/time/gpu/mean", "2.5e-05"),
                summary("nv/cold/time/gpu/median", "2e-05"),
                summary("nv/cold/time/gpu/q3", "2.2e-05"),
                summary("nv/batch/time/gpu/mean", "1.5e-05"),
            ],
            "is_skipped": False,
        },
        {"name": "skipped", "device": 0, "summaries": None, "is_skipped": True},
    ]
    return {
        "meta": {
            "argv": ["bench"],
            "version": {
                "json": {"major": 1, "minor": 0, "patch": 0, "string": "1.0.0"},
                "nvbench": {"string": "0.1.0"},
            },
        },
        "devices": [{"id": 0, "name": "NVIDIA H200"}],
        "benchmarks": [{"name": "copy", "index": 0, "states": states}],
    }


def test_nvbench_has_the_median_with_its_quartiles_and_the_batch(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text(json.dumps(nvbench()))
    (found,) = read(path)
    assert (found.subject, found.axes, found.gpu) == ("copy", "Size=4096", "NVIDIA H200")
    assert found.versions == {"nvbench": "0.1.0"}
    cold, warm = found.figures
    assert (cold.metric, cold.value, cold.low, cold.high) == (
        "cold",
        *(pytest.approx(ms) for ms in (0.02, 0.019, 0.022)),
    )
    assert (warm.metric, warm.value) == ("warm", pytest.approx(0.015))


def _newer() -> str:
    data = nvbench()
    data["meta"]["version"]["json"].update(major=2, string="2.0.0")
    return json.dumps(data)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", "some words\n", "not from a known tool"),
        ("a.csv", "name,city\nAda,London\n", "not from a known tool"),
        ("a.csv", "n,A (ms)\n1,fast\n", "perf_report that cannot be read"),
        ("a.json", "{", "not from a known tool"),
        ("a.json", "[1, 2]", "not from a known tool"),
        (
            "a.json",
            '{"schema": 1, "kind": "compare"}',
            "a Kernelscope record: use `kernelscope history add",
        ),
        ("a.json", '{"traceEvents": [{"ph": "i"}]}', "it has no GPU kernel"),
        ("a.json", '{"traceEvents": [{"ph": "X", "cat": "kernel"}]}', "cannot be read: KeyError"),
        ("a.json", '{"key": [], "configs_timings": [3]}', "Triton that cannot be read"),
        ("a.json", _newer(), "format 2.0.0; this reads format 1"),
        ("a.json", '{"meta": {}, "benchmarks": []}', "NVBench JSON that cannot be read"),
        ("a.ncu-rep", "NVR\0 and then nothing", "Nsight Compute that cannot be read"),
    ],
)
def test_what_no_importer_knows_is_one_line(
    tmp_path: Path, name: str, content: str, words: str
) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(RecordError) as caught:
        read(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert words in message
    assert "\n" not in message


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        read(tmp_path / "none.json")


def test_a_report_cut_short_is_refused_whole(tmp_path: Path) -> None:
    path = tmp_path / "cut.ncu-rep"
    path.write_bytes((FILES / "two.ncu-rep").read_bytes()[:9000])
    with pytest.raises(RecordError, match="cannot be read"):
        read(path)
