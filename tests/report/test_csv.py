"""The spreadsheet view: every number parses back, with its provenance beside it."""

from __future__ import annotations

import csv
import io

from kernelscope.record import Comparison
from kernelscope.report.csv import to_csv


def lines_of(record: Comparison) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_csv(record))))


def test_rows_keep_their_values_and_provenance(comparison: Comparison):
    """Times, bytes and percentages are the record's own, unrounded."""
    naive, triton, *_ = lines_of(comparison)
    assert (naive["implementation"], naive["time_provenance"]) == ("naive", "estimated")
    assert float(triton["time_ms"]) == 0.51
    assert float(triton["percent_of_limit"]) == 98.3
    assert float(naive["bytes_read"]) == 13 * 2**30
    assert (naive["bytes_provenance"], triton["bytes_provenance"]) == ("computed", "counted")


def test_rows_without_numbers_are_lines_too(comparison: Comparison):
    """A failed row has its reason and empty numbers, and a reason with a comma stays one field."""
    by_name = {line["implementation"]: line for line in lines_of(comparison)}
    assert by_name["broken"]["time_ms"] == ""
    assert by_name["mine"]["reason"].startswith("n=3: 12 of 4,096 wrong, first at")


def test_sweep_has_one_line_a_point(swept: Comparison):
    """The axis, the unit, and for each implementation value, interval and provenance."""
    lines = lines_of(swept)
    assert [line["n"] for line in lines] == ["4096", "16384", "65536"]
    assert {line["unit"] for line in lines} == {"GB/s"}
    assert (float(lines[2]["triton"]), lines[2]["triton_provenance"]) == (4100.0, "estimated")
    assert lines[1]["triton"] == ""
