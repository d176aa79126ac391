"""The table of what Kernelscope was installed with: docs/install.md and the workflow `install`."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import yaml

import check_install

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "install.md").read_text()


def row(python: str, torch: str, triton: str, result: str = "runs") -> dict[str, str]:
    versions = {"python": python, "torch": torch, "triton": triton, "result": result}
    return dict.fromkeys(check_install.COLUMNS, "") | versions


def cells(table: str) -> list[tuple[str, ...]]:
    """The versions and the result of each line."""
    lines = [line.strip("| ").split("|") for line in table.splitlines()[2:]]
    return [(*(cell.strip() for cell in line[:3]), line[-1].strip()) for line in lines]


def test_what_was_promised_and_not_tried_says_so() -> None:
    rows = [row("3.14.8", "2.15.0+cu132", "3.9.0"), row("3.11.7", "2.13.0+cpu", "3.7.1", "fails")]
    lines = cells(check_install.table(rows))
    assert len(lines) == len(check_install.PYTHONS) * len(check_install.VERSIONS)
    assert lines[1] == ("3.11.7", "2.13.0+cpu", "3.7.1", "fails")
    assert lines[-1] == ("3.14.8", "2.15.0+cu132", "3.9.0", "runs")
    assert {line[-1] for line in lines} == {"runs", "fails", "not tried"}


def test_versions_are_ordered_as_numbers() -> None:
    rows = [row("3.14.10", "2.15.0", "3.9.0"), row("3.14.8", "2.15.0", "3.9.0")]
    assert [line[0] for line in cells(check_install.table(rows))[-2:]] == ["3.14.8", "3.14.10"]


def test_an_environment_that_could_not_be_made_has_a_row(tmp_path: Path) -> None:
    file = tmp_path / "rows.csv"
    check_install.record(file, row("3.12.1", "", "", "fails"))
    check_install.record(file, row("3.12.1", "2.13.0", "3.7.1"))
    with file.open() as stream:
        lines = cells(check_install.table(list(csv.DictReader(stream))))
    assert ("3.12.1", "", "", "fails") in lines


def test_the_workflow_tries_what_the_page_promises() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "install.yml").read_text())
    matrix = workflow["jobs"]["row"]["strategy"]["matrix"]
    tried = [tuple(re.findall(r"\d+\.\d+", words)) for words in matrix["versions"]]
    assert matrix["python"] == list(check_install.PYTHONS)
    assert tried == list(check_install.VERSIONS)
    assert {matrix["by"][0], *(extra["by"] for extra in matrix["include"])} == {"uv", "pip", "pipx"}
    (oldest, first), *_, (newest, last) = check_install.VERSIONS
    assert f"PyTorch {oldest} to {newest}, Triton {first} to {last}." in PAGE
    assert f"Python {check_install.PYTHONS[0]} to {check_install.PYTHONS[-1]}." in PAGE
