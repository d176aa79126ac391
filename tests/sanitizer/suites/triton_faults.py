"""Runs Triton's tests of its own sanitizers: `python -m sanitizer.suites.triton_faults FOLDER`.

FOLDER is a checkout of Triton. Its `test_consan.py` and `test_gsan_failures.py` have kernels with
and without a fault, and need a GPU and an instrumenting compiler. Here the kernels run as they are
on the virtual GPU. What a test expects is found by calling it with the outcome of a clean run: if
it does not accept that, it expects a fault. Left out are tests for Blackwell and for clusters.
Words after the folder choose the tests of these names.
"""

# Test modules of Triton have no types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

from __future__ import annotations

import importlib.util
import inspect
import itertools
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

import kernelscope as ks
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer

_FILES = ("python/test/gluon/test_consan.py", "python/test/gsan/test_gsan_failures.py")
_HELPERS = "python/triton/experimental/gsan/_testing_utils.py"
_CHANGES = {
    'instrumentation_mode = "gsan"': "instrumentation_mode",
    "with torch.cuda.use_mem_pool(pool):": "if True:",
    'device="cuda"': 'device="cpu"',
    "import is_cuda, run_in_process": "import is_cuda",
    "is_blackwell, is_cuda, run_in_process": "is_blackwell, is_cuda",
    "allocate_tensor_memory, clc,": "allocate_tensor_memory,",  # Blackwell's, not in Triton 3.7
}
_CLEAN = SimpleNamespace(exc=None, driver_stderr_output="")


def main(folder: Path, names: list[str]) -> None:
    """Print a line for each test, then counts."""
    counts = Counter[tuple[str, str]]()
    for file in _FILES:
        for test, wanted, run in _tests(_loaded(folder, file)):
            if names and test.split("[")[0] not in names:
                continue
            found, launched, error = _check(run)
            verdict = "found" if found else "silent" if launched else "not run"
            counts[wanted, verdict] += 1
            told = ", ".join(
                f"{one.tool} {one.kind} {one.place.source.rpartition(':')[2]}" for one in found
            )
            print(f"{wanted:6} {verdict:8} {test} | {told} {error}", flush=True)
    for (wanted, verdict), count in sorted(counts.items()):
        print(f"{wanted}, {verdict}: {count}")


def _loaded(folder: Path, file: str) -> ModuleType:
    """Return a module of tests, without what needs a GPU."""
    text = (folder / file).read_text()
    for old, new in _CHANGES.items():
        text = text.replace(old, new)
    place = Path(tempfile.mkdtemp()) / Path(file).name
    place.write_text(text)
    helpers = folder / _HELPERS
    # What the helpers import of Triton's sanitizer is not there, and is not called.
    missing = ("", "._allocator", "._testing", "._utils")
    names = [f"triton.experimental.gsan{name}" for name in missing]
    for absent in (*names, "triton._C.libtriton.gsan_testing"):
        sys.modules[absent] = mock.MagicMock(__path__=[])
    with (
        ks.virtual_gpu("h200"),
        mock.patch("torch.cuda.get_device_capability", return_value=(9, 0)),
    ):
        for name, path in (
            ("triton.experimental.gsan._testing_utils", helpers),
            (place.stem, place),
        ):
            spec = importlib.util.spec_from_file_location(name, path)
            assert spec is not None
            assert spec.loader is not None
            module = sys.modules[name] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
    return sys.modules[place.stem]


def _tests(module: ModuleType) -> Iterator[tuple[str, str, Callable[[], None]]]:
    """Yield each test's name, "fault" or "clean", and what runs its kernel."""
    asked: list[tuple[Callable[..., None], Any, Any]] = []

    def in_process(runner: Callable[..., None], arguments: Any = (), words: Any = None) -> Any:
        asked.append((runner, arguments, words or {}))
        return _CLEAN

    vars(module).update(
        run_in_process=in_process, knobs=SimpleNamespace(refresh_knobs=lambda: None)
    )
    for name, test in list(vars(module).items()):
        marks = list(getattr(test, "pytestmark", ()))
        if not name.startswith("test_") or any("lackwell" in str(mark) for mark in marks):
            continue
        for words in _parameters(marks):
            given = {
                **words, "device": "cpu", "monkeypatch": mock.Mock(), "num_ctas": 1,
                "run_wrapper": True,
            }  # fmt: skip
            taken = inspect.signature(test).parameters
            if not set(taken) <= set(given):
                continue
            asked.clear()
            wanted = "clean"
            try:
                with mock.patch("torch.cuda.device_count", return_value=1):
                    test(**{key: given[key] for key in taken})
            except AssertionError:
                wanted = "fault"
            except BaseException:  # noqa: BLE001 - pytest's Skipped is one
                continue
            if asked:
                runner, arguments, more = asked[0]
                shown = ", ".join(f"{key}={value}" for key, value in words.items())
                yield f"{name}[{shown}]", wanted, partial(runner, *arguments, **more)


def _parameters(marks: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield the parameters of each case."""
    axes: list[list[dict[str, Any]]] = []
    for mark in marks:
        if mark.name == "parametrize":
            names = [name.strip() for name in mark.args[0].split(",")]
            rows = [getattr(row, "values", row) for row in mark.args[1]]
            rows = [row if isinstance(row, tuple | list) else (row,) for row in rows]
            axes.append([dict(zip(names, row, strict=True)) for row in rows])
    for chosen in itertools.product(*axes):
        yield {key: value for part in chosen for key, value in part.items()}


def _check(run: Callable[[], None]) -> tuple[list[Finding], int, str]:
    error = ""
    with Sanitizer() as sanitizer, ks.virtual_gpu("h200", limit_s=60):
        try:
            run()
        except BaseException as raised:  # noqa: BLE001 - a test's own assertion, a deadlock, …
            error = f"({type(raised).__name__}: {' '.join(str(raised).split())[:100]})"
    return sanitizer.findings, sanitizer.launches, error


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
