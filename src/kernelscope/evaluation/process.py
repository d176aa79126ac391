"""Starts the submission's process, keeps its limits, and ends all of it."""

from __future__ import annotations

import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kernelscope._cache import cache_folder
from kernelscope._real_time import monotonic
from kernelscope.errors import UsageError
from kernelscope.evaluation import child
from kernelscope.evaluation.confine import LIBRARY_PATHS, Limits
from kernelscope.evaluation.program import ProgramError, one_line, read_regular

_KEPT = 4096  # bytes of its output
_MOST_STACKS = 1 << 20
_SOURCE = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of the process: "" on success, else the reason, and the end of its output."""

    problem: str
    kind: str
    output: str


def place_submission(
    submission: Path, folder: Path, name: str, files: tuple[tuple[str, str], ...]
) -> str:
    """Copy the submission into its folder and return the name of its file.

    name: of the file, if the submission is a folder.
    """
    target = folder / child.SUBMISSION
    if submission.is_dir():
        shutil.copytree(submission, target, symlinks=True)
        file = name or "submission.py"
    else:
        target.mkdir()
        file = name or submission.name
        shutil.copyfile(submission, target / file)
    for other, text in files:
        if not (target / other).exists():
            (target / other).write_text(text)
    if not (target / file).is_file():
        raise UsageError(f"{submission}: it has no file {file}")
    return file


def run_submission(folder: Path, limits: Limits) -> Ended:
    """Run the process of a folder to its end, or to a limit."""
    environment = {
        **{name: os.environ.get(name, "") for name in LIBRARY_PATHS},
        "PATH": os.environ.get("PATH", ""),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(_SOURCE),
        "PYTHONDONTWRITEBYTECODE": "1",
        "CUDA_VISIBLE_DEVICES": "",
        "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", ""),
        "HOME": str(folder),
        "TMPDIR": str(folder / "tmp"),
        "KERNELSCOPE_CACHE": str(folder / "cache"),
        "TRITON_CACHE_DIR": str(folder / "triton"),
        "TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor"),
        "NUMBA_CACHE_DIR": str(folder / "numba"),
    }
    (folder / "tmp").mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "kernelscope.evaluation.child", str(folder)],
        cwd=folder,
        env={key: value for key, value in environment.items() if value},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        return _watched(process, limits)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _watched(process: subprocess.Popen[bytes], limits: Limits) -> Ended:
    assert process.stdout is not None  # it is a pipe
    until, size, kept = monotonic() + limits.seconds, 0, b""
    os.set_blocking(process.stdout.fileno(), False)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        open_ = True
        while process.poll() is None or open_:
            left = until - monotonic()
            if left <= 0:
                problem = f"it did not end within {limits.seconds:g} s"
                return Ended(problem, "time-limit", _end(kept))
            ended = process.poll() is not None
            if open_ and selector.select(0 if ended else min(left, 0.5)):
                data = os.read(process.stdout.fileno(), 1 << 16)
                open_ = bool(data)
                size += len(data)
                kept = (kept + data)[-_KEPT:]
                if not data:
                    selector.unregister(process.stdout)
                if size > limits.output_bytes:
                    problem = f"it printed more than {limits.output_bytes >> 20} MiB"
                    return Ended(problem, "output-limit", _end(kept))
            elif ended:
                break
            elif not open_:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(min(left, 0.5))
    return _ended(process.returncode, kept)


def _ended(code: int, kept: bytes) -> Ended:
    if code == 0:
        return Ended("", "", _end(kept))
    signalled = -code if code < 0 else code - 128 if code > 128 else 0
    how = f"exit code {code}"
    if signalled:
        with suppress(ValueError):
            how = f"signal {signal.Signals(signalled).name}"
    last = (kept.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
    return Ended(f"its process ended with {how}", "ended", one_line(last))


def _end(kept: bytes) -> str:
    return one_line(kept.decode("utf-8", "replace")[-300:])


def last_line(folder: Path, own: str) -> str | None:
    """Return where the submission was shortly before its time was over, as "file:line".

    own: the folder of the submission itself, in which the line is shown. None: nowhere in it.
    """
    copy = re.escape(str(folder / child.SUBMISSION))
    try:
        text = read_regular(folder / child.STACKS, _MOST_STACKS).decode("utf-8", "replace")
    except ProgramError:
        return None
    # `  File "/tmp/…/submission/mine.py", line 7 in solution`, the innermost first.
    line = re.search(rf'File "{copy}/([^"]+)", line (\d+) in', text)
    return f"{own}/{one_line(line[1])}:{line[2]}" if line else None


def request_of(
    gpu: str, limits: Limits, entry: dict[str, Any], trials: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the request that the process serves."""
    return {
        "gpu": gpu,
        "limits": asdict(limits),
        "until": monotonic() + limits.seconds,
        "entry": entry,
        "trials": trials,
        "cache": str(cache_folder("vgpu").parent),
    }
