"""Runs Triton's tests of its own sanitizers: `python -m sanitizer.suites.triton_faults FOLDER`.

FOLDER is a checkout of Triton. Its tests of ConSan (with 1, 2 and 4 blocks a cluster) and of GSan
have kernels with and without a fault, and need a GPU and an instrumenting compiler. Here the
kernels run as they are on the virtual GPU: a test that may run on Hopper does on an H200, and the
others on a B200. What a test expects is found by calling it with the outcome of a clean run: if it
does not accept that, it expects a fault, and what it asks of the outcome are the message and the
line. Two GPUs of a test of symmetric memory are two blocks here.

A row has what the test plants, what `check` says, and the seconds of both: of the check, and of
Triton's compiler for the instrumented kernel (with `--compile`), which a test on a GPU waits for,
too. Other words after the folder choose the tests of these names.
"""

# Test modules of Triton have no types.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false, reportUnknownParameterType=false
# pyright: reportMissingParameterType=false

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import io
import itertools
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

import torch
import triton
import triton.language as tl

import kernelscope as ks
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer

CONSAN = "python/test/gluon/test_consan.py"
_GSAN = ("python/test/gsan/test_gsan_failures.py", "python/test/gsan/test_gsan.py")
_PEERS = "python/test/gsan/test_symmetric_memory.py"
_GPUS = {"h200": (9, 0), "b200": (10, 0)}
_CLUSTERS = (1, 2, 4)
_CHANGES = {
    'instrumentation_mode = "gsan"': "instrumentation_mode",
    "with torch.cuda.use_mem_pool(pool):": "if True:",
    'device="cuda"': 'device="cpu"',
}
_SHADOW = ("shadow_cell_from_address", "thread_state_from_smid")
_STARTS_A_PROCESS = ("run_in_process", "_run_failure_case")
_CLEAN = SimpleNamespace(exc=None, driver_stderr_output="")


class _Failed(RuntimeError):
    """The error of a run that its test expects to fail."""


class _Compiled(Exception):
    """A kernel is compiled, and is not to be launched."""


class _Asked(str):
    """The error output of a run: it has each text that a test looks for, and remembers it."""

    __slots__ = ("texts",)

    def __new__(cls) -> _Asked:
        made = super().__new__(cls)
        made.texts = []
        return made

    def __contains__(self, text: object) -> bool:
        if text == "GSanLibrary.cu":
            return False
        self.texts.append(str(text))
        return True


@dataclass
class Case:
    """A test with its parameters: what it plants, and what runs its kernel."""

    name: str
    gpu: str
    mode: str
    run: Callable[[], None]
    wanted: list[str] = field(default_factory=list)
    is_faulty: bool = False


def main(folder: Path, words: list[str]) -> None:
    """Print a row for each test, then counts."""
    compiles = "--compile" in words
    names = [word for word in words if not word.startswith("-")]
    counts = Counter[tuple[str, ...]]()
    for case in _cases(folder):
        if names and case.name.split("[")[0] not in names:
            continue
        findings, launched, error, seconds = check(case)
        faults = [finding for finding in findings if not finding.note]
        verdict = "found" if faults else "silent" if launched else "not run"
        planted = "fault" if case.is_faulty else "clean"
        tools = sorted({finding.tool for finding in faults})
        counts[case.mode, planted, " ".join((verdict, *tools))] += 1
        shown = "; ".join(map(_in_words, faults))
        theirs = f"{_compile_seconds(case):5.1f}" if compiles else "-"
        print(
            f"{planted} {verdict:7} {seconds:5.1f} {theirs} {case.name} {case.gpu}"
            f" | {'; '.join(case.wanted)} | {shown} {error}",
            flush=True,
        )
    for key, count in sorted(counts.items()):
        print(f"{', '.join(key)}: {count}")


def _in_words(finding: Finding) -> str:
    """Return the tool, the kind and the lines of a finding."""
    places = [place for place in (finding.place, finding.other) if place is not None]
    lines = [place.source.rpartition("/")[2] for place in places]
    return " ".join((finding.tool, finding.kind, *lines))


def _cases(folder: Path) -> Iterator[Case]:
    """Yield the tests of each file, on the oldest GPU that they run on."""
    for file in (CONSAN, *_GSAN):
        modules = {gpu: loaded(folder, file, gpu) for gpu in _GPUS}
        mode, clusters = ("consan", _CLUSTERS) if file == CONSAN else ("gsan", (1,))
        for blocks in clusters:
            names = [name for name in vars(modules["h200"]) if name.startswith("test_")]
            for name in names:
                gpu = next((gpu for gpu in _GPUS if _is_for(modules[gpu], name)), None)
                if gpu is not None:
                    yield from cases_of(modules[gpu], name, gpu, mode, blocks)
    yield Case("two ranks of symmetric memory", "h200", "gsan", _peers(folder), is_faulty=True)


def loaded(folder: Path, file: str, gpu: str) -> ModuleType:
    """Return a module of tests as a GPU has it, without what needs one."""
    text = (folder / file).read_text()
    for old, new in _CHANGES.items():
        text = text.replace(old, new)
    place = Path(tempfile.mkdtemp()) / Path(file).name
    place.write_text(text)
    if file != CONSAN:
        # The shadow memory of Triton's sanitizer is not there, and is not looked at.
        for absent in ("_allocator", "_utils", "symmetric_memory"):
            sys.modules[f"triton.experimental.gsan.{absent}"] = mock.MagicMock()
    name = f"{place.stem}_{gpu}"
    spec = importlib.util.spec_from_file_location(name, place)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    with ks.virtual_gpu(gpu), _capability(gpu):
        spec.loader.exec_module(module)
    if file != CONSAN:
        vars(module).update(dict.fromkeys(_SHADOW, mock.MagicMock()))
    return module


def _capability(gpu: str) -> Any:
    return mock.patch("torch.cuda.get_device_capability", return_value=_GPUS[gpu])


def _is_for(module: ModuleType, name: str) -> bool:
    marks = getattr(getattr(module, name), "pytestmark", ())
    return not any(mark.name == "skipif" and mark.args[0] for mark in marks)


def cases_of(module: ModuleType, name: str, gpu: str, mode: str, blocks: int) -> Iterator[Case]:
    """Yield a test with each of its parameters."""
    test = getattr(module, name)
    taken = inspect.signature(test).parameters
    for words in _parameters(list(getattr(test, "pytestmark", ()))):
        given: dict[str, Any] = {key: mock.MagicMock() for key in taken}
        given |= words | {"device": "cpu", "num_ctas": blocks, "run_wrapper": True}
        values = [f"{key}={value}" for key, value in words.items()]
        if "num_ctas" in taken:
            values.append(f"num_ctas={blocks}")
        elif blocks != 1:
            return  # the same test again
        call = partial(test, **{key: given[key] for key in taken})
        case = Case(f"{name}[{', '.join(values)}]", gpu, mode, call)
        with _capability(gpu), mock.patch("torch.cuda.device_count", return_value=1):
            if _is_understood(module, case, inspect.getsource(test)):
                yield case


def _is_understood(module: ModuleType, case: Case, source: str) -> bool:
    """Fill in what a test plants and what runs its kernel; return whether there is such a thing.

    Tests that start no process plant nothing. Of those ConSan's look at ConSan itself.
    """
    call, asked = case.run, list[Callable[[], None]]()
    outcome = _CLEAN

    def in_process(runner: Callable[..., None], arguments: Any = (), words: Any = None) -> Any:
        asked.append(partial(runner, *arguments, **(words or {})))
        return outcome

    vars(module).update(run_in_process=in_process)
    if not any(word in source for word in _STARTS_A_PROCESS):
        return case.mode == "gsan"
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            call()
    except AssertionError:
        case.is_faulty = True
    except BaseException:  # noqa: BLE001 - pytest's Skipped is one
        return False
    case.run = asked[0]
    if case.is_faulty:
        said = _Asked()
        outcome = SimpleNamespace(exc=_Failed("device-side assert"), driver_stderr_output=said)
        with contextlib.suppress(AssertionError), contextlib.redirect_stdout(io.StringIO()):
            call()
        case.wanted = said.texts
    return True


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


def _peers(folder: Path) -> Callable[[], None]:
    """Return what runs the ranks of a test of symmetric memory as the blocks of one launch."""
    kernel = loaded(folder, _PEERS, "h200")._single_cta_no_atomic_sync_kernel

    def run() -> None:
        payloads = torch.zeros(2, dtype=torch.int32)
        seen = torch.zeros(2, dtype=torch.int32)
        _ranks[(2,)](payloads, seen, kernel, num_warps=1)

    return run


@triton.jit
def _ranks(payloads, seen, kernel: tl.constexpr):
    rank = tl.program_id(0)
    kernel(payloads + rank, payloads + (1 - rank), seen + rank, rank + 1)


def check(case: Case) -> tuple[list[Finding], int, str, float]:
    """Run a kernel under check; return what it finds, the launches, an error, and the seconds."""
    error = ""
    started = _processor_seconds()
    with Sanitizer() as sanitizer, ks.virtual_gpu(case.gpu, limit_s=60), _capability(case.gpu):
        try:
            with mock.patch("torch.cuda.synchronize"):
                case.run()
        except BaseException as raised:  # noqa: BLE001 - a test's own assertion, a deadlock, …
            error = f"({type(raised).__name__}: {' '.join(str(raised).split())[:100]})"
    return sanitizer.findings, sanitizer.launches, error, _processor_seconds() - started


def _compile_seconds(case: Case) -> float:
    """Return the seconds that Triton's compiler takes for a case's first kernel, instrumented."""
    started = _processor_seconds()

    def stop(**_: Any) -> None:
        raise _Compiled

    with (
        mock.patch.dict(
            os.environ, TRITON_INSTRUMENTATION_MODE=case.mode, TRITON_ALWAYS_COMPILE="1"
        ),
        triton.knobs.compilation.scope(),
        ks.virtual_gpu(case.gpu),
        _capability(case.gpu),
        contextlib.suppress(_Compiled),
    ):
        triton.knobs.refresh_knobs()
        triton.knobs.compilation.listener = stop
        case.run()
    return _processor_seconds() - started


def _processor_seconds() -> float:
    """Return the processor's seconds of this process and of those that it has waited for."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
