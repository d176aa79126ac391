"""`kernelscope evaluate`: the verdict on a submission, made in another process."""

from __future__ import annotations

import secrets
import tempfile
from dataclasses import replace
from pathlib import Path

from kernelscope._files import PathLike
from kernelscope.devices.resolve import resolve
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.errors import UsageError, invalid_python
from kernelscope.evaluation.confine import Limits
from kernelscope.evaluation.evaluate import Evaluation, record_of
from kernelscope.evaluation.on_gpu import Timed
from kernelscope.evaluation.problems.definitions import unpack_solution
from kernelscope.evaluation.problems.found import read_problem
from kernelscope.frontends import virtual_gpu
from kernelscope.jobs import environment
from kernelscope.jobs.ab import readings_of, sentence_of, time_of
from kernelscope.jobs.progress import Progress, silent
from kernelscope.record import EvaluationRecord
from kernelscope.results.operations import EvaluationResult
from kernelscope.subjects import PythonFile, parse_subject


def evaluate(
    problem: PathLike,
    submission: PathLike,
    *,
    device: str = "virtual",
    case: str = "",
    seconds: float = 120.0,
    memory_gib: float = 16.0,
    seed: int | None = None,
    progress: Progress = silent,
) -> EvaluationResult:
    """Decide if a submission solves a problem, and how fast it is.

    The submission is called in a separate process, which hands over PTX and launches. Results,
    counters and times come from a replay of these on other inputs, in which none of its Python
    runs. See docs/evaluate.md for the formats of problems, and for what is refused.

    Args:
        problem: an operation, or a problem's file or folder.
        submission: a Python file, a folder, or a JSON solution.
        device: the GPU whose virtual form runs the launches: virtual, virtual:NAME. With cuda, or
            auto on a machine with a GPU, the times are measured on it, by `ab`.
        case: other values of the sizes that are timed, as text.
        seconds: the time limit of the submission's process, and of each launch.
        memory_gib: the memory limit of the submission's process, in GiB of address space.
        seed: of the inputs; None for an unpredictable one.
        progress: called as it goes on.

    Returns:
        The result: `.accepted`, `.score`, `.reasons`, `.table()`, `.save(path)`.

    Raises:
        UsageError: there is no such problem or submission, or one of the two is malformed.
    """
    path = Path(submission)
    if not path.exists():
        raise UsageError(f"{submission}: there is no such submission")
    if seconds <= 0 or memory_gib <= 0:
        raise UsageError("the limits of time and memory must be above 0")
    target = resolve(device)
    limits = Limits(seconds=seconds, memory_bytes=int(memory_gib * 2**30))
    with pretend_cuda(virtual_gpu(target.spec.name)):  # problems put tensors on device="cuda"
        read = read_problem(str(problem), path, case)
    with tempfile.TemporaryDirectory(prefix="kernelscope-solution-") as folder:
        unpacked = unpack_solution(path, Path(folder))
        _refuse_invalid_python(unpacked, read.entry.file, path)
        run = Evaluation(
            read,
            unpacked,
            gpu=target.spec.name,
            limits=limits,
            seed=secrets.randbits(31) if seed is None else seed,
            progress=progress,
            measured=(str(problem), path, case) if target.kind == "cuda" else None,
        )
        verdict = run.run()
    record = replace(
        record_of(verdict, run, str(submission)),
        environment=environment.describe(),
        command=environment.command(),
        created=environment.now(),
    )
    if verdict.timed is not None:
        record = _with_times(record, verdict.timed, run.seed)
    return EvaluationResult(record)


def _refuse_invalid_python(unpacked: Path, name: str, submission: Path) -> None:
    """Refuse a submission whose file Python cannot compile, before a process is started for it.

    `unpacked` is its file, or a folder with the file `name` ("" for submission.py); `submission` is
    the path that the user named.
    """
    file = unpacked / (name or "submission.py") if unpacked.is_dir() else unpacked
    if not file.is_file() or not isinstance(parse_subject(file), PythonFile):
        return
    try:
        compile(file.read_bytes(), str(file), "exec", dont_inherit=True)
    except SyntaxError as error:
        shown = file if unpacked == submission else f"{submission}: {file.name}"
        raise invalid_python(str(shown), error) from error
    except (OSError, ValueError, MemoryError, RecursionError):
        return  # the submission's own process fails on it, within its limits


def _with_times(record: EvaluationRecord, timed: Timed, seed: int) -> EvaluationRecord:
    """Return the record with what this machine's GPU has measured."""
    assert timed.rounds is not None  # what was not timed is not part of a verdict
    times = tuple(
        time_of(state, timed.rounds, ratio, timed.readings, seed)
        for state, ratio in timed.rounds.ratios.items()
    )
    return replace(
        record,
        device="cuda",
        times=times,
        faster=sentence_of(times[0], "the submission"),
        readings=readings_of(timed.readings),
        model_error="",
        environment=record.environment | environment.describe_cuda(),
    )
