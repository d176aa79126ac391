"""Run Triton's own tests on the virtual H200, and say what passes.

    git clone https://github.com/triton-lang/triton        # at the commit of the installed release
    python tools/triton_suite.py triton/python/test --sample 300 --seed 1 --out results.jsonl
    python tools/triton_suite.py triton/python/test --again results.jsonl

The folder is `python/test` of Triton's repository; its tests are not part of this one. They need
SciPy. A chunk of tests runs in one process, in which PyTorch believes in a virtual H200. Another
process waits for it, ends it if one test exceeds its limit, and goes on behind that test. So a test
that hangs, or takes the process with it, costs that test alone.

Tests of another commit than the release expect other text from Triton's compiler, or a language
that the release does not have. They fail before a kernel is there to launch, on a real GPU as well,
and count as `other`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SUITES = ("unit/language", "gluon")
CHUNK = 150
_STARTING_SECONDS = 300
_POLL_SECONDS = 0.2
_BLACKWELL = re.compile(r"blackwell|sm_?10\d|compute capability.*1\d|tcgen05|tensor memory", re.I)
_OTHER_COMMIT = re.compile(
    r"CompilationError|CHECK(-NEXT|-LABEL|-DAG|-NOT|-SAME)?: |Mismatch between actual and expect"
    r"|Parse MLIR file failed|The PTX does not match|cannot import name"
)
_TEXT = 200

_INSIDE = "KERNELSCOPE_TRITON_SUITE"
_IN_EVERY_PYTHON = f"""
import contextlib, os
if "{_INSIDE}" in os.environ:
    from kernelscope.frontends import virtual_gpu
    from kernelscope.jobs.run import on_virtual_gpu
    _stack = contextlib.ExitStack()
    _stack.enter_context(on_virtual_gpu(virtual_gpu("h200"), Clocks(real=True)))
"""
"""Some tests run a script of their own in another Python, which must have the same GPU."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one test.

    Attributes:
        test: its identifier, `FILE::NAME[PARAMETERS]`.
        what: passed, failed, skipped, blackwell, other, limit or died.
        reason: one line; empty for a test that passed.
        seconds: how long it took.
    """

    test: str
    what: str
    reason: str = ""
    seconds: float = 0.0


class _Recorder:
    """A plugin that runs the wanted tests alone and writes each outcome as it comes.

    wanted: identifiers of the tests to run; None to write those of every test and run none.
    """

    def __init__(self, log: Path, wanted: frozenset[str] | None) -> None:
        self._log = log
        self._wanted = wanted
        self._worst: Outcome | None = None
        self._seconds = 0.0

    def _write(self, **line: Any) -> None:
        with self._log.open("a") as file:
            file.write(json.dumps(line) + "\n")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self._wanted is None:
            for item in items:
                self._write(collected=item.nodeid)
            items.clear()
        else:
            items[:] = [item for item in items if item.nodeid in self._wanted]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._write(**asdict(_failed(report.nodeid, report)))
        elif report.skipped and self._wanted is None:
            self._write(**asdict(_skipped(report.nodeid, report)))

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._worst, self._seconds = None, 0.0
        self._write(begins=nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds += report.duration
        if report.failed:
            self._worst = _failed(report.nodeid, report)
        elif report.skipped and self._worst is None:
            self._worst = _skipped(report.nodeid, report)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        outcome = asdict(self._worst or Outcome(nodeid, "passed"))
        self._write(**outcome | {"seconds": round(self._seconds, 2)})


def _failed(test: str, report: pytest.TestReport | pytest.CollectReport) -> Outcome:
    reason = _line_of(report)
    return Outcome(test, "other" if _OTHER_COMMIT.search(reason) else "failed", reason)


def _skipped(test: str, report: pytest.TestReport | pytest.CollectReport) -> Outcome:
    if isinstance(report.longrepr, tuple):
        reason = report.longrepr[2].removeprefix("Skipped: ")
    else:  # an expected failure
        reason = f"expected to fail: {getattr(report, 'wasxfail', '')}"
    return Outcome(test, "blackwell" if _BLACKWELL.search(reason) else "skipped", reason)


def _line_of(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Return why a test failed, in one line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    text = str(report.longrepr) if crash is None else f"{crash.message}"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if crash is None:
        lines = lines[-1:]
    return " / ".join(lines)[:_TEXT]


def run_here(folder: Path, files: Sequence[str], log: Path, wanted: Path | None) -> None:
    """Run tests in this process, on a virtual H200."""
    from kernelscope.frontends import virtual_gpu
    from kernelscope.jobs.child_processes import Clocks
    from kernelscope.jobs.run import on_virtual_gpu

    names = None if wanted is None else frozenset(wanted.read_text().splitlines())
    os.chdir(folder)
    os.environ[_INSIDE] = "1"
    options = [
        "-q",
        "--continue-on-collection-errors",
        "-p",
        "no:randomly",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
        "--tb=short",
    ]
    options += ["-c", os.devnull, f"--rootdir={folder}"]
    sys.setrecursionlimit(10_000)
    with on_virtual_gpu(virtual_gpu("h200"), Clocks(real=True)):
        pytest.main([*options, *files], plugins=[_Recorder(log, names)])


@dataclass(slots=True)
class Suite:
    """Triton's tests, and how they are to be run.

    Attributes:
        folder: `python/test` of Triton's repository.
        files: its files or folders, relative to it.
        triton: a folder with the Triton to test, or None for the installed one.
        limit: seconds that one test may take.
        scratch: a folder for what the processes write.
    """

    folder: Path
    files: Sequence[str]
    triton: Path | None
    limit: float
    scratch: Path

    def collect(self) -> tuple[list[str], list[Outcome]]:
        """Return every test's identifier, and the files that cannot be collected."""
        lines: list[dict[str, Any]] = []
        for number, file in enumerate(self.files):  # by folder: they have files of equal names
            log = self.scratch / f"collected-{number}.jsonl"
            self._process(log, [file], None).wait()
            lines += _lines(log)
        tests = [line["collected"] for line in lines if "collected" in line]
        return tests, [Outcome(**line) for line in lines if "test" in line]

    def run(self, tests: Sequence[str]) -> Iterator[Outcome]:
        """Run tests and yield what became of each, in their order."""
        for _, group in groupby(tests, _folder_of):
            left = list(group)
            while left:
                done = 0
                for outcome in self._chunk(left[:CHUNK]):
                    yield outcome
                    done += 1
                left = left[done:]

    def _chunk(self, tests: Sequence[str]) -> Iterator[Outcome]:
        """Run tests in one process; yield up to the first that it does not survive."""
        log, wanted = self.scratch / "log.jsonl", self.scratch / "wanted.txt"
        log.unlink(missing_ok=True)
        wanted.write_text("\n".join(tests))
        files = sorted({test.split("::", maxsplit=1)[0] for test in tests})
        process = self._process(log, files, wanted)
        try:
            ended = yield from self._watch(process, log)
        finally:
            _kill(process)
        if ended < len(tests) and (began := _last_begun(log)) is not None:
            why = "limit" if process.returncode == -signal.SIGKILL else "died"
            reason = f"more than {self.limit:g} s" if why == "limit" else _last_words(log)
            yield Outcome(began, why, reason, self.limit if why == "limit" else 0.0)
        elif ended < len(tests):
            yield Outcome(tests[ended], "died", f"not run: {_last_words(log)}")

    def _watch(self, process: subprocess.Popen[bytes], log: Path) -> Generator[Outcome, None, int]:
        """Yield the outcomes as they come; return their number when the process is over."""
        seen, ended, since = 0, 0, time.monotonic()
        allowed: float = _STARTING_SECONDS
        while True:
            alive = process.poll() is None
            lines = list(_lines(log))
            for line in lines[seen:]:
                since = time.monotonic()
                allowed = self.limit if "begins" in line else _STARTING_SECONDS
                if "test" in line:
                    ended += 1
                    yield Outcome(**line)
            seen = len(lines)
            if not alive or time.monotonic() - since > allowed:
                return ended
            time.sleep(_POLL_SECONDS)

    def _process(
        self, log: Path, files: Sequence[str], wanted: Path | None
    ) -> subprocess.Popen[bytes]:
        own = self.scratch / "python"
        own.mkdir(exist_ok=True)
        paths = [str(ROOT / "src"), *([] if self.triton is None else [str(self.triton)])]
        (own / "sitecustomize.py").write_text(_IN_EVERY_PYTHON)
        path = os.pathsep.join([str(own), *paths])
        before = os.environ.get("PYTHONPATH", "")
        options = ["--here", str(log)]
        options += [] if wanted is None else ["--wanted", str(wanted)]
        words = [sys.executable, __file__, *options, str(self.folder), *files]
        with log.with_suffix(".txt").open("wb") as output:
            return subprocess.Popen(
                words,
                env=os.environ | {"PYTHONPATH": os.pathsep.join([path, before])},
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )


def _folder_of(test: str) -> str:
    return str(Path(test.split("::", maxsplit=1)[0]).parent)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _lines(log: Path) -> Iterator[dict[str, Any]]:
    if log.exists():
        for line in log.read_text().splitlines(keepends=True):
            if line.endswith("\n"):
                yield json.loads(line)


def _last_begun(log: Path) -> str | None:
    lines = list(_lines(log))
    return lines[-1]["begins"] if lines and "begins" in lines[-1] else None


def _last_words(log: Path) -> str:
    text = log.with_suffix(".txt").read_text(errors="replace").strip()
    return text.splitlines()[-1][:_TEXT] if text else "without a word"


def table(version: str, outcomes: Sequence[Outcome]) -> str:
    """Return what passed, and each failure by its reason, as Markdown."""
    count = Counter(outcome.what for outcome in outcomes)
    failures = [each for each in outcomes if each.what in ("failed", "limit", "died")]
    able = count["passed"] + len(failures)
    share = f"{100 * count['passed'] / able:.1f} %" if able else ""
    parts = ("skipped", "blackwell", "other", "passed")
    numbers = [len(outcomes), *(count[part] for part in parts), len(failures)]
    heads = ("Triton", "tests", "skipped on an H200", "need Blackwell", "of another commit")
    rows = [
        f"| {' | '.join(heads)} | passed | failed | passed of those |",
        "|---|---|---|---|---|---|---|---|",
        f"| {version} | {' | '.join(map(str, numbers))} | {share} |",
    ]
    others = [each for each in outcomes if each.what == "other"]
    return "\n".join([*rows, *_reasons("failures", failures), *_reasons("another commit", others)])


def _reasons(title: str, outcomes: Sequence[Outcome]) -> list[str]:
    """Return the reasons of outcomes, the most frequent first, as rows of a table."""
    by_reason: dict[str, list[str]] = defaultdict(list)
    for each in outcomes:
        by_reason[each.reason].append(each.test)
    rows = ["", f"| {title} | reason | first test |", "|---|---|---|"] if outcomes else []
    for reason, tests in sorted(by_reason.items(), key=lambda item: -len(item[1])):
        cell = reason.replace("|", "\\|")
        rows.append(f"| {len(tests)} | {cell} | `{tests[0]}` |")
    return rows


def _chosen(arguments: argparse.Namespace, suite: Suite) -> tuple[list[str], list[Outcome]]:
    """Return the tests to run, and the outcomes of the files that have none."""
    if arguments.again is not None:
        before = [Outcome(**line) for line in _lines(arguments.again)]
        return [each.test for each in before if each.what in ("failed", "limit", "died")], []
    tests, broken = suite.collect()
    if arguments.only:
        tests = [test for test in tests if re.search(arguments.only, test)]
    if arguments.each is not None:
        tests = _some_of_each(tests, arguments.each, arguments.seed)
    if arguments.sample is not None and arguments.sample < len(tests):
        chosen = set(random.Random(arguments.seed).sample(tests, arguments.sample))
        tests = [test for test in tests if test in chosen]
    return tests, broken


def _some_of_each(tests: Sequence[str], number: int, seed: int) -> list[str]:
    """Return at most `number` cases of each test function, drawn at random."""
    cases: dict[str, list[str]] = defaultdict(list)
    for test in tests:
        cases[test.split("[", maxsplit=1)[0]].append(test)
    draw = random.Random(seed)
    return [test for some in cases.values() for test in draw.sample(some, min(number, len(some)))]


def _version_of(triton: Path | None) -> str:
    import importlib.metadata

    path = sys.path if triton is None else [str(triton)]
    for found in importlib.metadata.distributions(name="triton", path=path):
        return found.version
    raise SystemExit(f"{triton}: there is no Triton in this folder")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Run Triton's own tests on the virtual H200.")
    parser.add_argument("folder", type=Path, help="python/test of Triton's repository")
    parser.add_argument("files", nargs="*", help="files below it; left out: language and Gluon")
    parser.add_argument("--triton", type=Path, help="where pip --target put the Triton to test")
    parser.add_argument("--only", help="a pattern that a test's identifier must have")
    parser.add_argument("--sample", type=int, help="run this many tests, drawn at random")
    parser.add_argument("--each", type=int, help="run this many cases of each test function")
    parser.add_argument("--seed", type=int, default=1, help="of the drawing")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds for one test")
    parser.add_argument("--out", type=Path, help="write each outcome here, one JSON a line")
    parser.add_argument("--again", type=Path, help="run what failed in an earlier --out again")
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--wanted", type=Path, help=argparse.SUPPRESS)
    return parser.parse_intermixed_args()


def main() -> int:
    """Run the tests, and print the table."""
    arguments = _arguments()
    folder = arguments.folder.resolve()
    files = arguments.files or list(SUITES)
    if arguments.here is not None:
        run_here(folder, files, arguments.here, arguments.wanted)
        return 0
    if not (folder / "unit" / "language").is_dir():
        print(f"{folder}: not python/test of github.com/triton-lang/triton: clone it")
        return 2
    version = _version_of(arguments.triton)
    with tempfile.TemporaryDirectory(prefix="triton-suite-") as scratch:
        suite = Suite(folder, files, arguments.triton, arguments.limit, Path(scratch))
        tests, outcomes = _chosen(arguments, suite)
        for number, outcome in enumerate(suite.run(tests), 1):
            outcomes.append(outcome)
            if arguments.out is not None:
                with arguments.out.open("a") as file:
                    file.write(json.dumps(asdict(outcome)) + "\n")
            print(f"{number}/{len(tests)} {outcome.what:9} {outcome.test}", file=sys.stderr)
    print(table(version, outcomes))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
