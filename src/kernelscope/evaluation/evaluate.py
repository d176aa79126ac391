"""A submission held against a problem: process, replay, answers, verdict."""

from __future__ import annotations

import json
import secrets
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from kernelscope.devices.fork_pool import call_apart
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.virtual import virtual_gpu
from kernelscope.diagnose import Evidence, find
from kernelscope.errors import KernelscopeError, TimeLimitError, UsageError
from kernelscope.evaluation import child, judge
from kernelscope.evaluation.confine import Limits
from kernelscope.evaluation.floor import floor_bytes
from kernelscope.evaluation.on_gpu import Timed, Work, time_on_gpu
from kernelscope.evaluation.problem import Problem, Trial
from kernelscope.evaluation.process import place_submission, request_of, run_submission
from kernelscope.evaluation.program import Program, ProgramError, Recorded, one_line, read_program
from kernelscope.evaluation.replay import Replayed, Setting, replay_trial
from kernelscope.evaluation.truth import Truth, truth_of
from kernelscope.evaluation.values import Encoder, storage_bytes, tree_of
from kernelscope.hardware import gpu as gpu_named
from kernelscope.hardware.timing import KNOWN_ERROR
from kernelscope.measure.statistics import summarize
from kernelscope.quantity import Quantity
from kernelscope.record import (
    EvaluationRecord,
    LaunchRecord,
    LibraryCall,
    OperatorRecord,
    Reason,
    TrialRecord,
)

CALLS = 2
"""Calls of a trial: the second one has other values in the same memory."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The inputs of a trial.

    Attributes:
        request: what the submission's process is told.
        practice: the bytes of its inputs' storages, call by call.
        fresh: those of the inputs that count; no other process has them.
        tensors: a tensor on each storage; arguments: the tree on them.
    """

    layout: Any
    storages: list[dict[str, Any]]
    practice: list[list[bytes]]
    fresh: list[list[bytes]]
    arguments: list[Any]
    seed: int


def draw(trial: Trial, seed: int, gpu: str) -> Drawn:
    """Return the inputs of a trial for practice and for the verdict, from one seed.

    Raises:
        UsageError: its inputs differ in more than their values from seed to seed.
    """
    layouts: list[Any] = []
    contents: list[list[bytes]] = []
    arguments: list[Any] = []
    storages: list[dict[str, Any]] = []
    with pretend_cuda(virtual_gpu(gpu, fast_time=True)):
        for number in range(2 * CALLS):
            drawn = _drawn(trial, (seed + 7919 * number) % 2**31)
            encoder = Encoder()
            layouts.append((encoder.tree(drawn), encoder.storages))
            contents.append([storage_bytes(one) for one in encoder.tensors])
            if number >= CALLS:
                arguments.append(drawn)
            storages = encoder.storages
    if any(one != layouts[0] for one in layouts):
        raise UsageError(
            f"{trial.name}: the problem's inputs differ in more than their values from seed to "
            "seed: give each shape a trial of its own"
        )
    layout = layouts[0][0]
    return Drawn(layout, storages, contents[:CALLS], contents[CALLS:], arguments, seed % 2**31)


def _drawn(trial: Trial, seed: int) -> Any:
    try:
        return trial.draw(seed)
    except KernelscopeError:
        raise
    except Exception as error:
        first = (str(error).splitlines() or [""])[0]
        message = f"{trial.name}: the problem's inputs fail: {type(error).__name__}: {first}"
        raise UsageError(message) from error


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `evaluate` found, before the job adds where and when."""

    reasons: tuple[Reason, ...]
    trials: tuple[TrialRecord, ...]
    score: float
    library: tuple[LibraryCall, ...]
    replayed: Replayed | None
    notes: tuple[str, ...]
    seed: int
    timed: Timed | None = None


class Evaluation:
    """One submission on one problem.

    Args:
        problem: the problem.
        submission: its file or folder.
        gpu: the GPU that times are estimated for.
        limits: of the submission's process.
        seed: of the inputs; None for one that nobody knows before.
        progress: called as it goes on.
        measured: the word of the problem, the submission and the case, if the times are taken on
            this machine's GPU, by a process that reads the problem again.
    """

    def __init__(
        self,
        problem: Problem,
        submission: Path,
        *,
        gpu: str,
        limits: Limits,
        seed: int | None,
        progress: Progress,
        measured: tuple[str, Path, str] | None = None,
    ) -> None:
        self._measured = measured
        self._problem = problem
        self._submission = submission
        self._gpu = gpu
        self._limits = limits
        self._seed = secrets.randbits(31) if seed is None else seed
        self._progress = progress
        self._folder = ""
        self._own = str(submission if submission.is_dir() else submission.parent)

    def run(self) -> Verdict:
        """Evaluate it.

        Raises:
            UsageError: the problem cannot be used, or this machine's GPU cannot time it.
        """
        trials = self._problem.trials
        total = 2 * len(trials) + 1
        self._progress("draw inputs", 0, total)
        drawn = [
            draw(trial, self._seed + 1009 * number, self._gpu)
            for number, trial in enumerate(trials)
        ]
        with tempfile.TemporaryDirectory(prefix="kernelscope-evaluate-") as name:
            folder = Path(name).resolve()
            self._folder = str(folder / child.SUBMISSION)
            self._progress("run the submission in its process", 1, total)
            program, reasons, notes = self._program(folder, drawn)
            if program is None:
                return self._refused(reasons, notes)
            return self._judged(program, drawn, notes)

    def _refused(self, reasons: Sequence[Reason], notes: Sequence[str]) -> Verdict:
        trials = tuple(TrialRecord(one.name, "refused") for one in self._problem.trials)
        return Verdict(tuple(reasons), trials, 0.0, (), None, tuple(notes), self._seed)

    # ---- the submission's process ------------------------------------------------------------

    def _program(
        self, folder: Path, drawn: Sequence[Drawn]
    ) -> tuple[Program | None, list[Reason], list[str]]:
        entry = self._problem.entry
        file = place_submission(self._submission, folder, entry.file, self._problem.files)
        data, trials = bytearray(), list[dict[str, Any]]()
        for one in drawn:
            values: list[list[int]] = []
            for contents in one.practice:
                places: list[int] = []
                for content in contents:
                    places.append(len(data))
                    data += content
                values.append(places)
            trials.append(
                {
                    "seed": one.seed,
                    "storages": one.storages,
                    "arguments": one.layout,
                    "values": values,
                    "names": list(self._problem.keywords),
                }
            )
        described = {
            "names": list(entry.names),
            "kind": entry.kind,
            "init": Encoder().tree(entry.init),
            "dtype": entry.dtype,
            "file": file,
        }
        request = request_of(self._gpu, self._limits, described, trials)
        (folder / child.INPUTS).write_bytes(data)
        (folder / child.REQUEST).write_text(json.dumps(request))
        ended = run_submission(folder, self._limits)
        notes = [f"it printed: {ended.output}"] if ended.output else []
        if ended.problem:
            return None, [Reason(ended.kind, self._shown(ended.problem))], self._lines(notes)
        try:
            return read_program(folder, self._folder, self._own), [], []
        except ProgramError as error:
            return None, [Reason("ended", self._shown(str(error)))], self._lines(notes)

    def _lines(self, notes: Sequence[str]) -> list[str]:
        return [self._shown(note) for note in notes]

    def _shown(self, text: str) -> str:
        """Return text with the submission's own path in place of its copy's."""
        return text.replace(self._folder, self._own)

    # ---- the verdict -------------------------------------------------------------------------

    def _judged(self, program: Program, drawn: Sequence[Drawn], notes: Sequence[str]) -> Verdict:
        reasons = [
            Reason("tampering", f"it replaces {name} in its process") for name in program.replaced
        ]
        records: list[TrialRecord] = []
        said = dict.fromkeys([*notes, *program.missing])
        score, library, scored, timed = 0.0, (), None, None
        total = 2 * len(drawn) + 1
        for number, (trial, one) in enumerate(zip(self._problem.trials, drawn, strict=True)):
            self._progress(trial.name, 2 + number, total)
            if number >= len(program.trials):
                reasons.append(Reason("ended", "it handed over nothing", trial=trial.name))
                continue
            judged = _TrialJudge(self._problem, trial, one, self._gpu, self._limits, self._measured)
            outcome = judged.run(program, program.trials[number])
            reasons += outcome.reasons
            records.append(outcome.record)
            said |= dict.fromkeys(outcome.notes)
            if trial.scored and outcome.replayed is not None:
                score, library, scored = outcome.score, outcome.library, outcome.replayed
                timed = outcome.timed
        reasons = _distinct(reasons)
        return Verdict(
            tuple(reasons),
            tuple(records),
            0.0 if reasons else score,
            library,
            scored,
            tuple(self._lines(list(said))),
            self._seed,
            timed,
        )


def _distinct(reasons: Sequence[Reason]) -> list[Reason]:
    """Return the reasons, each kind and line once; of several the first trial's."""
    found: dict[tuple[str, str | None], Reason] = {}
    for one in reasons:
        key = one.kind, one.message if one.kind == "tampering" else one.source
        found.setdefault(key, one)
    return list(found.values())


@dataclass(slots=True)
class _Outcome:
    reasons: list[Reason]
    record: TrialRecord
    notes: tuple[str, ...] = ()
    score: float = 0.0
    library: tuple[LibraryCall, ...] = ()
    replayed: Replayed | None = None
    timed: Timed | None = None


class _TrialJudge:
    """The verdict on one trial."""

    def __init__(
        self,
        problem: Problem,
        trial: Trial,
        drawn: Drawn,
        gpu: str,
        limits: Limits,
        measured: tuple[str, Path, str] | None,
    ) -> None:
        self._measured = measured
        self._problem, self._trial, self._drawn = problem, trial, drawn
        self._gpu, self._limits = gpu, limits

    def run(self, program: Program, recorded: Recorded) -> _Outcome:
        """Replay the trial's calls and judge them."""
        notes = tuple(note for call in recorded.calls for note in call.notes)
        failed = next((call for call in recorded.calls if call.error), None)
        if failed is not None:
            return self._failed(failed.error, failed.refused, notes)
        if len(recorded.calls) != CALLS or len(recorded.inputs) != len(self._drawn.storages):
            reason = Reason("ended", "it handed over fewer calls", trial=self._trial.name)
            return _Outcome([reason], TrialRecord(self._trial.name, "refused"), notes)
        replayed = self._replayed(program, recorded, watched=False)
        if isinstance(replayed, Reason):
            return _Outcome([replayed], TrialRecord(self._trial.name, "refused"), notes)
        reasons = [
            Reason(*said.split(": ", 1), trial=self._trial.name)
            for call in recorded.calls
            for said in call.elsewhere
            if said.startswith(("extra-stream: ", "extra-thread: "))
        ]
        if self._trial.checked:
            watched = self._replayed(program, recorded, watched=True)
            if isinstance(watched, Reason):
                reasons.append(watched)
            else:
                for one, looked in zip(replayed, watched, strict=False):
                    one.findings = looked.findings
        return self._answered(program, recorded, replayed, reasons, notes)

    def _failed(self, error: str, refused: bool, notes: tuple[str, ...]) -> _Outcome:
        name = self._trial.name
        if refused and self._trial.may_refuse:
            return _Outcome([], TrialRecord(name, "unsupported"), (*notes, f"{name}: {error}"))
        kind = "time-limit" if error.startswith(f"{TimeLimitError.__name__}: ") else "raised"
        reason = Reason(kind, f"the submission fails: {error}", trial=name)
        return _Outcome([reason], TrialRecord(name, "refused"), notes)

    def _replayed(
        self, program: Program, recorded: Recorded, *, watched: bool
    ) -> list[Replayed] | Reason:
        """Replay in a process of its own: what ends it does not end this one."""
        timed = self._trial.scored and not watched
        setting = Setting(self._gpu, self._limits.seconds, watched, timed)

        def act() -> list[Replayed] | str:
            try:
                return replay_trial(program, recorded, self._drawn.fresh, setting)
            except (KernelscopeError, MemoryError) as error:
                return one_line(error)

        value = call_apart([act])[0].value
        if value is None:
            message = "its work ends the process that replays it, or does not fit its memory"
            return Reason("cannot-replay", message, trial=self._trial.name)
        if isinstance(value, str):
            return Reason("cannot-replay", value, trial=self._trial.name)
        return value

    def _answered(
        self,
        program: Program,
        recorded: Recorded,
        replayed: list[Replayed],
        reasons: list[Reason],
        notes: tuple[str, ...],
    ) -> _Outcome:
        problem, trial, drawn = self._problem, self._trial, self._drawn
        error, truth = None, None
        for number, one in enumerate(replayed):
            truth = truth_of(problem, drawn.arguments[number], drawn.seed, self._gpu)
            if not truth.wide:
                notes = (*notes, "the reference does not run in float64: its own results count")
            outputs = self._outputs(one, number)
            judged = judge.judge_call(trial, one, truth, outputs)
            reasons += judged.reasons
            error = judged.error or error
            returned = [
                recorded.inputs.index(b) for b in one.result_buffers if b in recorded.inputs
            ]
            reasons += judge.refuse_inputs(
                problem, trial, self._arguments(one.written), self._arguments(returned), truth
            )
        last = replayed[-1]
        record = TrialRecord(
            trial.name,
            "refused" if reasons else "ok",
            error,
            tolerance=error.tolerance if error else "",
        )
        if not trial.scored or truth is None or last.problem:
            return _Outcome(reasons, record, notes)
        return self._scored(program, recorded, replayed, truth, reasons, record, notes)

    def _scored(
        self,
        program: Program,
        recorded: Recorded,
        replayed: list[Replayed],
        truth: Truth,
        reasons: list[Reason],
        record: TrialRecord,
        notes: tuple[str, ...],
    ) -> _Outcome:
        problem, trial, last = self._problem, self._trial, replayed[-1]
        results = list(last.result_buffers)
        if problem.outputs:
            given = self._drawn.layout["tuple"][-problem.outputs :]
            results = [recorded.inputs[one] for one in sorted(_numbers({"tuple": given}))]
        like = [one.to(t) for one, t in zip(truth.expected, truth.dtypes, strict=True)]
        floor = floor_bytes(problem, self._drawn.arguments[-1], self._drawn.seed, like, self._gpu)
        work = judge.work_of(replayed, results)
        moved = judge.moved(last)
        reasons += judge.refuse_work(problem, work, trial.name, floor)
        reasons += judge.refuse_floor(moved, floor, trial.name)
        record = replace(
            record,
            status="refused" if reasons else "ok",
            time_us=Quantity(last.us, "us", "estimated", note=KNOWN_ERROR.text),
            reference_us=Quantity(truth.us, "us", "estimated", note=KNOWN_ERROR.text),
            moved=Quantity(float(moved), "B", "counted"),
            floor=Quantity(float(floor), "B", "computed"),
        )
        score = truth.us / last.us if last.us else 0.0
        if self._measured is not None and not reasons:
            outcome = self._on_gpu(self._measured, program, recorded, truth, record, notes)
            outcome.library, outcome.replayed = work.library, last
            return outcome
        return _Outcome(reasons, record, notes, score, work.library, last)

    def _on_gpu(
        self,
        source: tuple[str, Path, str],
        program: Program,
        recorded: Recorded,
        truth: Truth,
        record: TrialRecord,
        notes: tuple[str, ...],
    ) -> _Outcome:
        """Time the work on this machine's GPU, and judge what it gave there."""
        drawn = self._drawn
        sets = [*drawn.practice, *drawn.fresh]
        work = Work(source, program, recorded, drawn.layout, sets, drawn.seed)
        timed = time_on_gpu(work, self._limits.seconds)
        if timed.machines:
            raise UsageError(f"{self._trial.name}: on this machine's GPU: {timed.problem}")
        last = Replayed(
            timed.problem,
            timed.where,
            timed.results,
            timed.result_buffers,
            tuple(timed.contents),
            timed.contents,
        )
        judged = judge.judge_call(self._trial, last, truth, self._outputs(last, CALLS - 1))
        reasons = [replace(one, message=f"on the GPU: {one.message}") for one in judged.reasons]
        if timed.rounds is None or reasons:
            return _Outcome(reasons, replace(record, status="refused"), notes)
        reference, own = (summarize(side) for side in timed.rounds.samples["cold"])
        times = (
            Quantity(1e3 * one.median, "us", "measured", 1e3 * one.low, 1e3 * one.high)
            for one in (own, reference)
        )
        time_us, reference_us = times
        record = replace(record, time_us=time_us, reference_us=reference_us)
        return _Outcome([], record, notes, reference.median / own.median, timed=timed)

    def _arguments(self, storages: Sequence[int]) -> list[int]:
        """Return the numbers of the arguments that have tensors on these storages."""
        found: list[int] = []
        for number, argument in enumerate(self._drawn.layout["tuple"]):
            if _numbers(argument) & set(storages):
                found.append(number)
        return found

    def _outputs(self, replayed: Replayed, number: int) -> Any:
        """Return the arguments that are outputs as the call has left them; () if none is."""
        count = self._problem.outputs
        if not count:
            return ()
        tensors: list[torch.Tensor] = []
        contents = self._drawn.fresh[number]
        for argument in self._drawn.layout["tuple"][-count:]:
            storages = [
                torch.frombuffer(
                    bytearray(replayed.contents.get(place, contents[place]) or b"\0"),
                    dtype=torch.uint8,
                )
                for place in range(len(contents))
            ]
            tensors.append(tree_of(argument, storages))
        return tuple(tensors)


def _numbers(data: Any) -> set[int]:
    """Return the numbers of the storages in an encoded tree."""
    match data:
        case {"tensor": [number, *_]}:
            return {number}
        case {"tuple": items} | {"list": items}:
            return set[int]().union(*map(_numbers, items))
        case {"dict": pairs}:
            return set[int]().union(*(_numbers(value) for _, value in pairs))
        case _:
            return set()


def record_of(
    verdict: Verdict, problem: Problem, submission: str, gpu: str, environment: dict[str, Any]
) -> EvaluationRecord:
    """Return the record of a verdict."""
    spec = gpu_named(gpu)
    events = verdict.replayed.events if verdict.replayed else ()
    launches = tuple(one for one in events if isinstance(one, LaunchRecord))
    operators = tuple(one for one in events if isinstance(one, OperatorRecord))
    notes = (*verdict.notes, problem.note) if problem.note else verdict.notes
    return EvaluationRecord(
        device=f"virtual:{gpu}",
        problem=problem.name,
        format=problem.format,
        submission=submission,
        accepted=not verdict.reasons,
        score=verdict.score,
        reasons=verdict.reasons,
        trials=verdict.trials,
        library=verdict.library,
        findings=find(Evidence(spec, launches, operators)),
        launches=launches,
        operators=operators,
        notes=notes,
        seed=verdict.seed,
        gpu=spec.to_json(),
        environment=environment,
        model_error=KNOWN_ERROR.text,
    )
