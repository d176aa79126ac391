"""The pytest plugin: the fixture `kernelscope`, its marker, options and settings.

    @pytest.mark.kernelscope(device="virtual:h100")
    def test_softmax(kernelscope):
        kernelscope.check(softmax, x).no_spills().same_counters_as("baseline")

Every project that has Kernelscope installed loads this file when pytest starts: what takes time is
imported by the fixture, so that a project that does not use it notices nothing.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from kernelscope.gate.checked import Gate
    from kernelscope.report.ci import Annotations

_SETTINGS = {
    "kernelscope_device": ("the virtual GPU that tests run on: virtual:h200", "virtual"),
    "kernelscope_limit": ("seconds of processor time after which a launch stops", ""),
    "kernelscope_baselines": (
        "the folder of baselines, next to each file of tests",
        "kernelscope_baselines",
    ),
}
_SETTING = re.compile(r"^\s*(kernelscope_\w*)\s*=", re.M)
_MARKER = "kernelscope(device): the virtual GPU that a test runs on: virtual:h100"
_REPORT = "kernelscope"
_GATE: pytest.StashKey[Gate] = pytest.StashKey()
_ANNOTATIONS: pytest.StashKey[Annotations] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and settings."""
    group = parser.getgroup("kernelscope")
    group.addoption(
        "--kernelscope-update",
        action="store_true",
        help="write the baselines of the tests that run, instead of comparing with them",
    )
    group.addoption(
        "--kernelscope-annotate",
        action="append",
        default=[],
        metavar="FORMAT",
        help="report failures at the lines of kernels, too: github, gitlab=FILE, junit=FILE, "
        "sarif=FILE",
    )
    for name, (words, default) in _SETTINGS.items():
        parser.addini(name, words, default=default)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and refuse a misspelt setting."""
    config.addinivalue_line("markers", _MARKER)
    # pytest itself only warns of settings that it does not know, and goes on with the default.
    for name in _settings_of(config):
        if name not in _SETTINGS:
            raise _usage_error("setting", name, _SETTINGS)
    words = config.getoption("kernelscope_annotate")
    if words:
        from kernelscope.errors import UsageError
        from kernelscope.report.ci import read_annotations

        try:
            config.stash[_ANNOTATIONS] = read_annotations(words)
        except UsageError as error:
            raise pytest.UsageError(f"--kernelscope-annotate: {error}") from None


def _settings_of(config: pytest.Config) -> list[str]:
    """Return the names of our settings in pytest's file and after `-o`, as they are written."""
    text = config.inipath.read_text(encoding="utf-8", errors="replace") if config.inipath else ""
    words: list[str] = config.getoption("override_ini") or []
    return [*_SETTING.findall(text), *_SETTING.findall("\n".join(words))]


@pytest.fixture
def kernelscope(request: pytest.FixtureRequest) -> Generator[Gate]:
    """Check kernels on a virtual GPU: `kernelscope.check(function, *args)` returns what to ask.

    In the test, `device="cuda"` is that GPU for PyTorch and Triton.
    """
    from kernelscope.gate.baselines import Baselines
    from kernelscope.gate.checked import Gate
    from kernelscope.jobs.observe import observed_gpu

    config = request.config
    path = request.path
    names = request.node.nodeid.split("::")[1:]
    baselines = Baselines(
        folder=path.parent / str(config.getini("kernelscope_baselines")),
        test=".".join([path.stem, *names]),
        root=config.rootpath,
        updates=bool(config.getoption("kernelscope_update")),
        node=request.node.nodeid,
    )
    with observed_gpu(_device_of(request), _limit_of(config)) as gpu:
        gate = Gate(gpu, baselines)
        request.node.stash[_GATE] = gate
        yield gate


def _limit_of(config: pytest.Config) -> float | None:
    """Return the seconds of processor time that a launch may take; None: as many as it needs."""
    word = str(config.getini("kernelscope_limit")).strip()
    try:
        seconds = float(word) if word else None
    except ValueError:
        seconds = -1.0
    if seconds is not None and not seconds >= 0:
        raise pytest.UsageError(
            f"kernelscope_limit = {word}: write a number of seconds, such as 20"
        )
    return seconds


def _device_of(request: pytest.FixtureRequest) -> str:
    """Return the name of the virtual GPU of a test: "h200"."""
    from kernelscope.devices.resolve import resolve
    from kernelscope.errors import UsageError

    marker = request.node.get_closest_marker("kernelscope")
    given = dict(marker.kwargs) if marker else {}
    if marker and marker.args:
        raise UsageError(f'@pytest.mark.kernelscope takes device="…" by name, got {marker.args!r}')
    word = str(given.pop("device", request.config.getini("kernelscope_device")))
    for name in given:
        raise _usage_error("argument of @pytest.mark.kernelscope", name, ["device"])
    if not word.strip().lower().startswith("virtual"):
        raise UsageError(
            f"device {word!r}: tests run on a virtual GPU, whose counts are the same everywhere: "
            "choose virtual:h200 or another of `kernelscope gpus`"
        )
    return resolve(word).spec.name


def _usage_error(what: str, name: str, known: Iterable[str]) -> Exception:
    from kernelscope.errors import unknown

    return pytest.UsageError(str(unknown(what, name, known)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what Kernelscope says without a traceback; add what the end of the run needs.

    It is plain data, because pytest-xdist sends it to another process.
    """
    report = yield
    if "kernelscope" not in getattr(item, "fixturenames", ()):
        return report
    from kernelscope.errors import GateError, KernelscopeError

    error = call.excinfo.value if call.excinfo else None
    if call.excinfo and isinstance(error, (KernelscopeError, pytest.UsageError)):
        report.longrepr = call.excinfo.getrepr(style="value", chain=False)
    if call.when == "call" and (gate := item.stash.get(_GATE, None)) is not None:
        problems = error.problems if isinstance(error, GateError) else ()
        fields = ("rule", "message", "source", "advice", "subject")
        data: dict[str, list[Any]] = {
            "notes": gate.notes,
            "written": [str(path) for path in gate.written],
            "unchanged": [str(path) for path in gate.unchanged],
            "problems": [{name: getattr(problem, name) for name in fields} for problem in problems],
        }
        setattr(report, _REPORT, data)
    return report


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Show notes and baselines that were written; write the annotations."""
    gates: list[Mapping[str, list[Any]]] = [
        getattr(report, _REPORT)
        for reports in terminalreporter.stats.values()
        for report in reports
        if hasattr(report, _REPORT)
    ]
    lines = [f"note: {note}" for data in gates for note in data["notes"]]
    written = sorted({path for data in gates for path in data["written"]})
    unchanged = {path for data in gates for path in data["unchanged"]}
    lines += [f"baseline written: {_shown(path)}" for path in written]
    if unchanged:
        lines.append(f"unchanged baselines: {len(unchanged)}")
    if lines:
        terminalreporter.section("kernelscope")
        for line in lines:
            terminalreporter.write_line(line)
    annotations = config.stash.get(_ANNOTATIONS, None)
    if annotations is not None:
        from kernelscope.report.ci import Problem

        problems = [Problem(**problem) for data in gates for problem in data["problems"]]
        terminalreporter.write_line("")
        terminalreporter.write(annotations.write("kernelscope", problems))


def _shown(path: str) -> str:
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path
