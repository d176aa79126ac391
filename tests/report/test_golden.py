"""Every view of the saved records, character by character, as `golden/views` holds it.

The records in `golden/records` were written by hand: values just below and above each bound of a
view, missing values, long names, rows that failed. `pytest tests/report/test_golden.py
--update-golden` writes the views again; read the difference before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kernelscope.record import load
from kernelscope.results.files import result_of
from report.views import View, views

FOLDER = Path(__file__).parent / "golden"
RECORDS = sorted((FOLDER / "records").glob("*.json"))


def named_views(path: Path) -> Iterator[View]:
    """Yield every view of a record with the name of its golden file."""
    for end, render in views(load(path)):
        yield f"{path.stem}{end}", render


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_view_of_a_record_is_as_it_was(path: Path, pytestconfig: pytest.Config) -> None:
    """A view that differs in one character, or that has no golden file, fails."""
    for name, render in named_views(path):
        golden = FOLDER / "views" / name
        rendered = render().rstrip("\n") + "\n"
        if pytestconfig.getoption("update_golden"):
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(rendered, encoding="utf-8")
        assert golden.exists(), f"{golden} is missing: make it with --update-golden"
        assert rendered == golden.read_text(encoding="utf-8"), name


@pytest.mark.parametrize(
    "record", ["compare-many", "fusion-many", "diff-one", "decompile", "inspect-all"]
)
def test_a_terminal_has_80_columns_if_nothing_else_is_said(record: str) -> None:
    """In one column more each of these would be broken elsewhere."""
    result = result_of(load(FOLDER / "records" / f"{record}.json"))
    assert result.table() == result.table(80) != result.table(81)


def test_each_golden_file_belongs_to_a_view() -> None:
    """A file of a view that is gone would look like a promise."""
    there = {path.name for path in (FOLDER / "views").iterdir()}
    assert there == {name for path in RECORDS for name, _ in named_views(path)}
