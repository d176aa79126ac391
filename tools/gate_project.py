"""The project that the gate is measured on, and runs of its tests in this process."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

SOURCES = Path(__file__).resolve().parent.parent / "tests" / "scripts" / "gate"
TESTS = "check_kernels.py"


@dataclass
class Outcome:
    """The reports of one run.

    Attributes:
        passed: names of tests; failed: name → what pytest shows.
        problems: what failed, as the plugin gives it to annotations.
        notes: what passed and should be known.
    """

    passed: list[str] = field(default_factory=list[str])
    failed: dict[str, str] = field(default_factory=dict[str, str])
    problems: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    notes: list[str] = field(default_factory=list[str])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take a report; pytest calls this."""
        if report.failed:
            self.failed[report.nodeid] = str(report.longrepr)
        elif report.when == "call":
            self.passed.append(report.nodeid)
        data: dict[str, Any] = getattr(report, "kernelscope", {})
        self.problems += data.get("problems", [])
        self.notes += data.get("notes", [])


def copy_project(folder: Path) -> Path:
    """Copy the project into a new folder."""
    shutil.copytree(SOURCES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run_tests(folder: Path, names: Sequence[str] = (), *, update: bool = False) -> Outcome:
    """Run the project's tests in this process, and return what was reported.

    Args:
        folder: the project.
        names: tests, in the order to run them; all if empty.
        update: write the baselines.
    """
    installed = any(entry.name == "kernelscope" for entry in entry_points(group="pytest11"))
    for module in ("kernels", TESTS.removesuffix(".py")):
        sys.modules.pop(module, None)
    before, outcome = [*sys.path], Outcome()
    words = [f"{folder / TESTS}::{name}" for name in names] or [str(folder / TESTS)]
    words += ["-q", "-c", os.devnull, "--rootdir", str(folder), "-p", "no:cacheprovider"]
    words += [] if installed else ["-p", "kernelscope.gate.plugin"]
    words += ["-p", "no:randomly"] + (["--kernelscope-update"] if update else [])
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = pytest.main(words, plugins=[outcome])
    sys.path[:] = before
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        sys.exit(f"pytest ended with {code!r}:\n{printed.getvalue()}")
    return outcome
