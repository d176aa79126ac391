"""What two sides printed is paired line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from truth.scripts.printed import pairs, table


def test_the_nth_line_of_a_kind_is_held_to_the_nth() -> None:
    there = "matmul(1024): 0.10 ms\nmatmul(2048): 0.40 ms\nsum 3 us"
    here = "matmul(1024): 0.11 ms\nmatmul(2048): 0.50 ms\nother 9 us"
    assert list(pairs(there, here)) == [
        ("matmul(1024): 0.10 ms", 0.10, 0.11),
        ("matmul(2048): 0.40 ms", 0.40, 0.50),
    ]


def test_rows_of_a_report_are_figures() -> None:
    there, here = "0  4096.0  12.5  9.9\n1  8192.0  20.0  19.0", "0  4096.0  10.0  9.9"
    row = "0  4096.0  12.5  9.9"
    assert list(pairs(there, here)) == [(row, 12.5, 10.0), (row, 9.9, 9.9)]


def test_a_table_names_what_differs(tmp_path: Path) -> None:
    def side(name: str, **rows: Any) -> Path:
        path = tmp_path / name
        lines = [{"script": key, "err": "boom", **row} for key, row in rows.items()]
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    there = side(
        "there",
        a={"out": "x 10 us\nright True", "code": 0},
        b={"out": "", "code": 0},
        c={"out": "x 0 us\nx 8 us", "code": 0},
    )
    here = side(
        "here",
        a={"out": "x 12 us\nright False", "code": 0},
        b={"out": "", "code": 1},
        c={"out": "x 0 us\nx 16 us", "code": 0},
    )
    assert list(table(there, here))[2:] == [
        "| a | right True | | not so | |",
        "| a | x 10 us | 10 | 12 | +20% |",
        "| b | ended with 0 | | ['boom'] | |",
        "| c | x 8 us | 8 | 16 | +100% |",
        "",
        "1 of 2 times and rates within 25 %; 0 of 1 other lines the same.",
    ]
