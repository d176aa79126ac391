"""An operation compared as it was at a commit, in a process of its own.

The process runs in the commit's files, and imports from them everything that this process imports
from the project. So a project's own modules are the commit's; Kernelscope is the one that is
installed, or, in its own repository, the commit's as well.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import kernelscope
from kernelscope.errors import RecordError, UnavailableError
from kernelscope.history.commits import Commit, Repository
from kernelscope.history.runs import Run, moved_paths, run_of
from kernelscope.record import from_json

SECONDS = 900.0
"""The time limit of one commit."""
# Only what every version of Kernelscope has: a commit's own may be the one that runs this.
_CHILD = """
import sys
from kernelscope import KernelscopeError, compare
target, device, case, only, path = sys.argv[1:]
try:
    compare(target, device=device, case=case, only=only or None, nasty=False).save(path)
except KernelscopeError as error:
    sys.exit(" ".join(str(error).split()))
"""


@dataclass(frozen=True, slots=True)
class Request:
    """The comparison to run at a commit; `folder`, inside `root`, is where the target is named
    from.
    """

    root: str
    folder: str
    target: str
    device: str
    case: str = ""
    only: str = ""

    @property
    def source(self) -> str:
        """The words by which a run that this request made is found again."""
        words = ("backfill", self.target, self.device, self.case, self.only)
        return " ".join(word for word in words if word)


def run_at(asked: tuple[Request, Commit]) -> Run:
    """Return the run of a request at a commit; its failure says why there is none."""
    request, commit = asked
    failed = Run(
        "compare",
        request.target.rpartition(":")[2] or request.target,
        request.case,
        request.device,
        commit,
        source=request.source,
    )
    try:
        repository = Repository(Path(request.root))
        with repository.files_of(commit.id) as files:
            text = _compared(request, files)
            data = json.loads(moved_paths(text, files, repository.root))
        return run_of(from_json(cast(dict[str, Any], data)), commit, request.source)
    except (UnavailableError, RecordError, ValueError) as error:
        return replace(failed, failure=" ".join(str(error).split()))


def _compared(request: Request, files: Path) -> str:
    """Return the record's text. Raises UnavailableError with the last line that was printed."""
    inside = Path(request.folder).relative_to(request.root)
    folder = files / inside
    if not folder.is_dir():
        raise UnavailableError(f"the folder {inside} does not exist yet")
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as name:
        path = Path(name) / "record.json"
        words = [request.target, request.device, request.case, request.only, str(path)]
        try:
            ran = subprocess.run(
                [sys.executable, "-c", _CHILD, *words],
                cwd=folder,
                env=_environment(Path(request.root), files, request.device),
                capture_output=True,
                text=True,
                errors="replace",
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise UnavailableError(f"it took more than {SECONDS:g} s") from error
        if not path.is_file():
            said = ran.stderr.strip().splitlines() or [f"it ended with {ran.returncode}"]
            raise UnavailableError(said[-1].replace(f"{files}/", ""))
        return path.read_text(encoding="utf-8")


def _environment(root: Path, files: Path, device: str) -> dict[str, str]:
    """Return the environment in which the project's modules are those of the commit."""
    prefix = Path(sys.prefix).resolve()
    ours = Path(kernelscope.__file__).resolve().parent.parent
    paths = [*(Path(entry).resolve() for entry in sys.path if entry), ours]
    inside = [
        path
        for path in dict.fromkeys(paths)
        if path.is_relative_to(root) and not path.is_relative_to(prefix)
    ]
    moved = [files / path.relative_to(root) for path in inside]
    # Without this, today's files would be imported instead, and counted as the commit's.
    for folder in moved:
        if not folder.is_dir():
            raise UnavailableError(f"the folder {folder.relative_to(files)} does not exist yet")
    first = list(map(str, moved))
    last = [] if ours.is_relative_to(root) else [str(ours)]
    usual = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    others = [entry for entry in usual if entry and not Path(entry).resolve().is_relative_to(root)]
    made = {**os.environ, "PYTHONPATH": os.pathsep.join([*first, *others, *last])}
    return made if device.startswith("cuda") else {**made, "CUDA_VISIBLE_DEVICES": ""}
