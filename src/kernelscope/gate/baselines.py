"""Baselines: the records that later runs are compared with, as files next to the tests.

A baseline is a record as `kernelscope run --json` writes it, so that `kernelscope report`,
`compare` and `diff` read it. Nothing in it depends on the day, the machine or the folder: a
baseline that is written again for the same code has the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kernelscope import record as records
from kernelscope._files import write_whole
from kernelscope.errors import RecordError, UsageError
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import KNOWN_ERROR
from kernelscope.jobs.environment import version_of
from kernelscope.record import LaunchRecord, OperatorRecord, ScriptRun

_COMPILERS = ("torch", "triton", "cuda-bindings", "nvidia-cuda-nvrtc", "numba-cuda", "kernelscope")
"""The packages that decide what a kernel is compiled to, and how its time is estimated."""
_INSTALLED = re.compile(r"^.*[/\\](?:site|dist)-packages[/\\]")
_LONGEST_NAME = 120  # characters; a file's name has at most 255 bytes
_PLACE = re.compile(r"(/|[A-Za-z]:[/\\]).*:\d+")


@dataclass(frozen=True, slots=True)
class Baselines:
    """The baselines of one test, in a folder next to its file.

    Attributes:
        test: the test's name in its file: "test_softmax[fp16]".
        root: the folder that the places in them are relative to.
        updates: whether they are written instead of read.
        node: the test as pytest names it: "tests/test_softmax.py::test_softmax[fp16]".
    """

    folder: Path
    test: str
    root: Path
    updates: bool
    node: str

    def path(self, number: int) -> Path:
        """Return the file of the test's `number`th check, from 1."""
        name = re.sub(r"[^\w.=-]+", "-", self.test).strip("-")
        if name != self.test or len(name) > _LONGEST_NAME:
            digest = hashlib.sha256(self.test.encode(errors="replace")).hexdigest()[:8]
            name = f"{name[:_LONGEST_NAME]}-{digest}"
        return self.folder / f"{name}{f'.{number}' if number > 1 else ''}.json"

    def read(self, path: Path) -> ScriptRun:
        """Return a baseline. Raises UsageError, which says what to do, if there is none, or it is
        another kind of record; RecordError if the file is not a record.
        """
        if not path.exists():
            file = path.relative_to(self.root) if path.is_relative_to(self.root) else path
            raise UsageError(
                f"this test has no baseline yet: `pytest --kernelscope-update '{self.node}'` "
                f"writes {file}; commit that file"
            )
        record = records.load(path)
        if not isinstance(record, ScriptRun):
            command = records.kind_of(record)
            raise RecordError(f"{path}: it is a record of `{command}`, not a baseline of a test")
        return record

    def write(self, path: Path, record: ScriptRun) -> bool:
        """Write a baseline; return whether its content is new."""
        text = json.dumps(records.to_json(record), indent=1, ensure_ascii=False) + "\n"
        if path.exists() and path.read_bytes() == text.encode():
            return False
        write_whole(path, text)
        return True


def baseline_of(
    test: str,
    spec: GPUSpec,
    launches: Sequence[LaunchRecord],
    operators: Sequence[OperatorRecord],
    root: Path,
) -> ScriptRun:
    """Return the record of a call that is the same on every machine with the same compilers."""
    versions = {name: version for name in _COMPILERS if (version := version_of(name))}
    record = ScriptRun(
        device=f"virtual:{spec.name}",
        exit_code=0,
        launches=tuple(launches),
        operators=tuple(operators),
        gpu=spec.to_json(),
        environment=versions,
        model_error=KNOWN_ERROR.text_for(spec),
        script=test,
    )
    data = _portable(records.to_json(record), str(root))
    portable = records.from_json(data)
    assert isinstance(portable, ScriptRun)
    return portable


def _portable(value: Any, root: str) -> Any:
    """Return JSON values with each "file:line" relative to `root`.

    Of an installed package, the path begins with the package. Of any other file, such as the code
    that torch.compile writes into a folder for temporary files, only the name is kept.
    """
    if isinstance(value, dict):
        return {name: _portable(item, root) for name, item in value.items()}
    if isinstance(value, list):
        return [_portable(item, root) for item in value]
    if not isinstance(value, str) or not _PLACE.fullmatch(value):
        return value
    if _INSTALLED.match(value):
        return _INSTALLED.sub("", value).replace("\\", "/")
    path = Path(value)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name
