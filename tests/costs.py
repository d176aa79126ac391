"""What each test costs in processor time, its child processes' included: the slowest are named.

A wall clock says little on a machine that does other work, so nothing here counts seconds of one,
and no test fails for what it takes: `tools/check_sizes.py` reads what was recorded last.
"""

from __future__ import annotations

import json
import platform
import resource
from collections import Counter
from pathlib import Path

import pytest

RECORDED = Path(__file__).with_name("costs.json")
SLOWEST = 10
# A test that takes longer has the mark `long`, which says why it is worth it.
LONG_SECONDS = 5.0
_PROPERTY = "processor_seconds"


def processor_seconds() -> float:
    """Return the processor time of this process and of its children that have ended."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


class Costs:
    """Measures tests where they run, adds up by file where they are reported, and says so."""

    def __init__(self, record: bool) -> None:
        self._record = record
        self._since = 0.0
        self._tests: Counter[str] = Counter()
        self._marked: set[str] = set()

    def pytest_runtest_logstart(self) -> None:
        """Begin a test."""
        self._since = processor_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> object:
        """Give the report of a phase (setup, call, teardown) what the phase has taken."""
        report: pytest.TestReport = yield
        now = processor_seconds()
        marked = item.get_closest_marker("long") is not None
        report.user_properties = [(_PROPERTY, (now - self._since, marked))]
        self._since = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up the phases of a test."""
        for name, (seconds, marked) in report.user_properties:
            if name == _PROPERTY:
                self._tests[report.nodeid] += seconds
                if marked:
                    self._marked.add(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the slowest files, and the tests that are long without a reason."""
        write = terminalreporter.write_line
        files = self._files()
        if len(files) < SLOWEST:
            return
        total = sum(files.values())
        write(f"Processor time: {total:.0f} s in {len(files)} files, children included; the most:")
        for file, seconds in files.most_common(SLOWEST):
            write(f"  {seconds:6.1f} s  {file}")
        for test in self._long():
            write(f"  {self._tests[test]:6.1f} s, not marked `long`: {test}")
        if self._record:
            RECORDED.write_text(self._text(), encoding="utf-8")
            write(f"Recorded in {RECORDED}")

    def _files(self) -> Counter[str]:
        files: Counter[str] = Counter()
        for test, seconds in self._tests.items():
            files[test.partition("::")[0]] += seconds
        return files

    def _long(self) -> list[str]:
        """Return the tests over the bound that have no mark, the longest first."""
        return [
            test
            for test, seconds in self._tests.most_common()
            if seconds > LONG_SECONDS and test not in self._marked
        ]

    def _text(self) -> str:
        files = {file: round(seconds, 1) for file, seconds in sorted(self._files().items())}
        content = {
            "unit": "processor seconds of `make test`, from empty caches",
            "machine": _processor(),
            "tests": len(self._tests),
            "long without a mark": self._long(),
            "files": files,
        }
        return json.dumps(content, indent=1) + "\n"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor()
