"""Bugs of public projects (`tests/truth/bugs`): each is found, and each fix is silent."""

from __future__ import annotations

from contextlib import nullcontext, suppress

import pytest

pytest.importorskip("torch")
pytest.importorskip("cuda.bindings.nvrtc")

import kernelscope as ks
from kernelscope.errors import LaunchError, MemoryAccessError
from kernelscope.jobs.source_names import constant_parameters
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from truth.bugs.index import DOCUMENT, HERE, Bug, bugs, run
from truth.bugs.table import table

BUGS = bugs()
# Two lines that meet in both orders are one finding, shown as one of these.
ORDERS = {"write-read": "read-write", "read-write": "write-read"}


def findings_of(bug: Bug, *, is_fixed: bool) -> list[Finding]:
    """Return what `check` finds; what is faulty may end with an error."""
    ends = nullcontext() if is_fixed else suppress(LaunchError, MemoryAccessError)
    made = Sanitizer(promised=constant_parameters, all_orders=bug.all_orders)
    with made as sanitizer, ks.virtual_gpu(bug.device, limit_s=20), ends:
        run(bug, is_fixed=is_fixed)
    assert sanitizer.launches == 1 + (bug.first is not None)
    return sanitizer.findings


def says(finding: Finding, bug: Bug) -> bool:
    """Return whether a finding is that of the bug: its kind, its lines and its words."""
    sides = [finding.place] if finding.other is None else [finding.place, finding.other]
    lines = {int(place.source.rpartition(":")[2]) for place in sides}
    words = finding.message + finding.advice
    alike = bug.kind in (finding.kind, ORDERS.get(finding.kind))
    return alike and not finding.note and lines >= bug.lines and all(w in words for w in bug.says)


@pytest.mark.parametrize("name", BUGS)
def test_each_bug_is_found_with_its_lines_and_what_is_missing(name: str) -> None:
    bug = BUGS[name]
    assert any(says(finding, bug) for finding in findings_of(bug, is_fixed=False))


@pytest.mark.parametrize("name", BUGS)
def test_each_fix_is_silent(name: str) -> None:
    assert findings_of(BUGS[name], is_fixed=True) == []


@pytest.mark.parametrize("name", BUGS)
def test_each_file_begins_with_its_source(name: str) -> None:
    project, _, number = BUGS[name].source.partition("#")
    first = BUGS[name].path.read_text().splitlines()[0]
    assert first.startswith(f"// {project} ")
    assert f"#{number}" in BUGS[name].path.read_text()
    assert BUGS[name].lines


def test_each_file_is_in_the_list() -> None:
    assert {path.stem for path in HERE.glob("*.cu")} == set(BUGS)


def test_the_document_has_the_table() -> None:
    """`python -m truth.bugs.table`, in `tests`, prints it."""
    assert table() in DOCUMENT.read_text()
