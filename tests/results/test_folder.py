"""A folder of records: an index of all of them, and nothing dropped without a word."""

from __future__ import annotations

import json
import shutil
from html import unescape
from pathlib import Path

import pytest

from kernelscope.cli import main
from kernelscope.errors import UsageError
from kernelscope.record import Comparison, load
from kernelscope.report.summaries import summary
from kernelscope.results.folder import read

GOLDEN = Path(__file__).parents[1] / "report" / "golden" / "records"
NOT_RECORDS = {
    "broken.json": '{"schema": 1, ',
    "list.json": "[1, 2]",
    "others.json": '{"traceEvents": []}',
    "newer.json": '{"schema": 99}',
    "empty.json": "",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three records, one of them with a trace and in a folder, and five files that are not."""
    for name in ("compare-many", "doctor"):
        shutil.copy(GOLDEN / f"{name}.json", tmp_path)
    inner = tmp_path / "night run"
    inner.mkdir()
    shutil.copy(GOLDEN / "profile-used.json", inner / "train.json")
    for name in ("train.trace.json", "train.stacks.txt"):
        (inner / name).write_text("{}")
    for name, content in NOT_RECORDS.items():
        (tmp_path / name).write_text(content)
    hidden = tmp_path / ".kernelscope"
    hidden.mkdir()
    (hidden / "x.json").write_text("{}")
    return tmp_path


def test_an_index_has_every_record_and_names_every_other_file(folder: Path) -> None:
    """The newest first; a profile's own trace is not another file."""
    found = read(folder)
    assert [entry.file for entry in found.entries] == [
        "compare-many.json",
        "doctor.json",
        "night run/train.json",
    ]
    first = found.entries[0]
    assert (first.kind, first.subject) == ("compare", "gelu  n=16384 dtype=float32")
    assert (first.device, first.date) == ("virtual:h200", "2026-11-21 04:00")
    assert first.time == "50.0 ns meas."
    assert first.summary.is_bad
    assert "Not right: mine, infinite, broken." in first.summary.verdict
    reasons = {each.file: each.reason for each in found.refused}
    assert reasons.keys() == NOT_RECORDS.keys()
    assert reasons["list.json"] == "not a record: the file holds no JSON object"
    assert reasons["newer.json"].startswith("made by a newer Kernelscope")
    assert all(str(folder) not in reason for reason in reasons.values())


def test_each_record_gets_its_page_with_the_files_next_to_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Into another folder: the links lead back; a page that cannot be drawn is named."""
    old = {"schema": 1, "kind": "roofline", "device": "cuda", "operation": "gelu", "case": {}}
    old |= {"points": [{"level": "dram"}], "rows": []}
    (folder / "old.json").write_text(json.dumps(old))
    pages = folder / "pages"
    assert main(["report", str(folder), "--output", str(pages)]) == 0
    assert f"index: {pages / 'index.html'}" in capsys.readouterr().out
    written = {path.relative_to(pages).as_posix() for path in pages.rglob("*.html")}
    index = (pages / "index.html").read_text()
    names = {"compare-many.html", "doctor.html", "night run/train.html"}
    assert written >= names | {"index.html"}
    for link in ("compare-many.html", "doctor.html", "night%20run/train.html"):
        assert f'href="{link}"' in index
    for name in (*NOT_RECORDS, "old.json"):
        assert f"<b>{name}</b>: " in index
    page = (pages / "night run" / "train.html").read_text()
    for name in ("train.json", "train.stacks.txt", "train.trace.json"):
        assert f'href="../../night%20run/{name}"' in page
    assert 'href="https://ui.perfetto.dev"' in page


def test_a_folder_without_records_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[1]")
    with pytest.raises(UsageError, match=r"no record is in this folder \(not a record: a.json: "):
        read(tmp_path)
    assert main(["report", str(tmp_path)]) == 2


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_every_record_has_an_answer(path: Path) -> None:
    record = load(path)
    said = summary(record)
    assert said.verdict
    assert "\n" not in said.verdict
    if isinstance(record, Comparison) and said.time is not None:
        assert said.time.value == min(
            r.time_ms.value for r in record.rows if r.time_ms and r.status == "ok"
        )


def test_words_of_a_record_are_never_markup(folder: Path) -> None:
    data = json.loads((folder / "compare-many.json").read_text())
    data["operation"] = "<script>alert(1)</script>"
    (folder / "compare-many.json").write_text(json.dumps(data))
    assert main(["report", str(folder), "--output", str(folder)]) == 0
    index = (folder / "index.html").read_text()
    assert "<script>alert" not in index
    assert "<script>alert(1)</script>" in unescape(index)
