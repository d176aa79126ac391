"""The evaluation of a submission: process, replay, answers, verdict."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import torch

from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.devices.virtual import virtual_gpu
from kernelscope.diagnose import Evidence, find
from kernelscope.errors import KernelscopeError, TimeLimitError, UsageError, in_a_line
from kernelscope.evaluation import child, judge
from kernelscope.evaluation.confine import Limits
from kernelscope.evaluation.floor import floor_bytes
from kernelscope.evaluation.on_gpu import Timed, Work, time_on_gpu
from kernelscope.evaluation.problem import Problem, Trial
from kernelscope.evaluation.process import last_line, place_submission, request_of, run_submission
from kernelscope.evaluation.program import (
    Call,
    Program,
    ProgramError,
    Recorded,
    one_line,
    read_program,
)
from kernelscope.evaluation.provenance import Call as LastCall
from kernelscope.evaluation.provenance import Known, Provenance, provenance_of
from kernelscope.evaluation.replay import Probe, Replayed, Setting, replay_trial
from kernelscope.evaluation.truth import Truth, reference_steps, truth_of
from kernelscope.evaluation.values import Encoder, leaves, storage_bytes, tree_of
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
from kernelscope.vgpu.runtime.fork_pool import call_apart

CALLS = 2
"""Calls of a trial: the second one has other values in the same memory."""

Progress = Callable[[str, int, int], None]
T = TypeVar("T")


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

    Raises UsageError if its inputs differ in more than their values from seed to seed.
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
            contents.append([storage_bytes(tensor) for tensor in encoder.tensors])
            if number >= CALLS:
                arguments.append(drawn)
            storages = encoder.storages
    if any(layout != layouts[0] for layout in layouts):
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
        message = f"{trial.name}: the problem's inputs fail: {in_a_line(error)}"
        raise UsageError(message) from error


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of `evaluate`, before the job adds place and time."""

    reasons: tuple[Reason, ...]
    trials: tuple[TrialRecord, ...]
    score: float = 0.0
    library: tuple[LibraryCall, ...] = ()
    replayed: Replayed | None = None
    notes: tuple[str, ...] = ()
    timed: Timed | None = None


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One submission on one problem.

    Attributes:
        submission: its file or folder.
        gpu: the GPU that times are estimated for.
        limits: of the submission's process.
        seed: of the inputs.
        progress: called as it goes on.
        measured: the word of the problem, the submission and the case, if the times are taken on
            this machine's GPU, by a process that reads the problem again.
    """

    problem: Problem
    submission: Path
    gpu: str
    limits: Limits
    seed: int
    progress: Progress
    measured: tuple[str, Path, str] | None = None

    def run(self) -> Verdict:
        """Evaluate it.

        Raises UsageError if the problem cannot be used, or this machine's GPU cannot time it.
        """
        trials = self.problem.trials
        total = 2 * len(trials) + 1
        self.progress("draw inputs", 0, total)
        drawn = [
            draw(trial, self.seed + 1009 * number, self.gpu) for number, trial in enumerate(trials)
        ]
        with tempfile.TemporaryDirectory(prefix="kernelscope-evaluate-") as name:
            folder = Path(name).resolve()
            copy = str(folder / child.SUBMISSION)
            own = str(self.submission if self.submission.is_dir() else self.submission.parent)
            self.progress("run the submission in its process", 1, total)
            program = self._program(folder, drawn, own)
            verdict = program if isinstance(program, Verdict) else self._judged(program, drawn)
        # The submission's own path is shown in place of its copy's.
        reasons = (
            replace(reason, message=reason.message.replace(copy, own)) for reason in verdict.reasons
        )
        notes = (note.replace(copy, own) for note in verdict.notes)
        return replace(verdict, reasons=tuple(reasons), notes=tuple(notes))

    # ---- the submission's process ------------------------------------------------------------

    def _program(self, folder: Path, drawn: Sequence[Drawn], own: str) -> Program | Verdict:
        """Return what the submission's process hands over, or the verdict if that is nothing."""
        entry = self.problem.entry
        file = place_submission(self.submission, folder, entry.file, self.problem.files)
        data, trials = bytearray(), list[dict[str, Any]]()
        for given in drawn:
            values: list[list[int]] = []
            for contents in given.practice:
                places: list[int] = []
                for content in contents:
                    places.append(len(data))
                    data += content
                values.append(places)
            trials.append(
                {
                    "seed": given.seed,
                    "storages": given.storages,
                    "arguments": given.layout,
                    "values": values,
                }
            )
        described = {
            "names": list(entry.names),
            "kind": entry.kind,
            "init": Encoder().tree(entry.init),
            "file": file,
            "gradients": None if entry.gradients is None else list(entry.gradients),
        }
        request = request_of(self.gpu, self.limits, described, trials)
        (folder / child.INPUTS).write_bytes(data)
        (folder / child.REQUEST).write_text(json.dumps(request))
        ended = run_submission(folder, self.limits)
        where = last_line(folder, own) if ended.kind == "time-limit" else None
        reason = Reason(ended.kind, ended.problem, where)
        if not ended.problem:
            try:
                return read_program(folder, str(folder / child.SUBMISSION), own)
            except ProgramError as error:
                reason = Reason("ended", str(error))
        refused = tuple(TrialRecord(trial.name, "refused") for trial in self.problem.trials)
        notes = (f"it printed: {ended.output}",) if ended.output else ()
        return Verdict((reason,), refused, notes=notes)

    # ---- the verdict -------------------------------------------------------------------------

    def _judged(self, program: Program, drawn: Sequence[Drawn]) -> Verdict:
        reasons = [
            Reason("tampering", f"it replaces {name} in its process") for name in program.replaced
        ]
        records: list[TrialRecord] = []
        said = dict.fromkeys(program.missing)
        scored: _TrialJudge | None = None
        total = 2 * len(drawn) + 1
        for number, (trial, given) in enumerate(zip(self.problem.trials, drawn, strict=True)):
            self.progress(trial.name, 2 + number, total)
            if number >= len(program.trials):
                reasons.append(Reason("ended", "it handed over nothing", trial=trial.name))
                continue
            judged = _TrialJudge(self, trial, given, program, program.trials[number])
            judged.run()
            reasons += judged.reasons
            records.append(judged.record)
            said |= dict.fromkeys(judged.notes)
            if judged.replayed is not None:
                scored = judged
        reasons = _distinct(reasons)
        verdict = Verdict(tuple(reasons), tuple(records), notes=tuple(said))
        if scored is None:
            return verdict
        return replace(
            verdict,
            score=0.0 if reasons else scored.score,
            library=scored.library,
            replayed=scored.replayed,
            timed=scored.timed,
        )


def _distinct(reasons: Sequence[Reason]) -> list[Reason]:
    """Return the reasons, each kind and line once; of several the first trial's."""
    distinct: dict[tuple[str, str | None], Reason] = {}
    for reason in reasons:
        key = reason.kind, reason.message if reason.kind == "tampering" else reason.source
        distinct.setdefault(key, reason)
    return list(distinct.values())


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a replay failed."""

    message: str


class _TrialJudge:
    """The verdict on one trial.

    `reasons`: those to refuse it; notes: what should be known of it. `record`: what is shown of it.
    `score`, `library`, `replayed`, `timed`: if its time is the score's.
    """

    def __init__(
        self, asked: Evaluation, trial: Trial, drawn: Drawn, program: Program, recorded: Recorded
    ) -> None:
        self.asked, self.trial, self.drawn = asked, trial, drawn
        self.program, self.recorded = program, recorded
        self.reasons: list[Reason] = []
        self.notes = [note for call in recorded.calls for note in call.notes]
        self.record = TrialRecord(trial.name, "ok")
        self.score = 0.0
        self.library: tuple[LibraryCall, ...] = ()
        self.replayed: Replayed | None = None
        self.timed: Timed | None = None

    def run(self) -> None:
        """Replay the trial's calls and judge them."""
        calls = self.recorded.calls
        failed = next((call for call in calls if call.error), None)
        if failed is not None:
            self._judge_failure(failed)
        elif len(calls) != CALLS or len(self.recorded.inputs) != len(self.drawn.storages):
            self.reasons.append(Reason("ended", "it handed over fewer calls"))
        elif replayed := self._replay(watched=False):
            self.reasons += [
                Reason(*said.split(": ", 1))
                for call in calls
                for said in call.elsewhere
                if said.startswith(("extra-stream: ", "extra-thread: "))
            ]
            if self.trial.checked:
                watched = self._replay(watched=True)
                for replay, looked in zip(replayed, watched, strict=False):
                    replay.findings = looked.findings
            self._judge_answers(replayed)
        self.reasons = [replace(reason, trial=self.trial.name) for reason in self.reasons]
        if self.reasons:
            self.record = replace(self.record, status="refused")

    def _judge_failure(self, call: Call) -> None:
        if call.refused and self.trial.may_refuse:
            self.record = replace(self.record, status="unsupported")
            self.notes.append(f"{self.trial.name}: {call.error}")
            return
        late = call.error.startswith(f"{TimeLimitError.__name__}: ")
        message = f"the submission fails: {call.error}"
        self.reasons.append(Reason("time-limit" if late else "raised", message))

    def _replay(self, *, watched: bool) -> list[Replayed]:
        """Replay in a process of its own: what ends it does not end this one.

        Return nothing if the work cannot be replayed, which is a reason.
        """
        timed = self.trial.scored and not watched
        setting = Setting(self.asked.gpu, self.asked.limits.seconds, watched, timed)

        replay = partial(replay_trial, self.program, self.recorded, self.drawn.fresh, setting)
        return self._apart(replay) or []

    def _apart(self, replay: Callable[[], T]) -> T | None:
        """Return what comes of a replay in a process of its own; None, and a reason, if not."""

        def act() -> T | Failed:
            try:
                return replay()
            except (KernelscopeError, MemoryError) as error:
                return Failed(one_line(error))

        value = call_apart([act])[0].value
        if value is not None and not isinstance(value, Failed):
            return value
        lost = "replaying its work ends the process, or needs more memory than the process has"
        self.reasons.append(Reason("cannot-replay", lost if value is None else value.message))
        return None

    def _judge_answers(self, replayed: list[Replayed]) -> None:
        problem, drawn, inputs = self.asked.problem, self.drawn, self.recorded.inputs
        asks = any(tensor.requires_grad for tensor in leaves(drawn.arguments[-1]))
        if asks and problem.entry.gradients is None:
            self.notes.append("gradients not checked: an input requires them")
        truth = None
        for number, replay in enumerate(replayed):
            truth = truth_of(problem, drawn.arguments[number], drawn.seed, self.asked.gpu)
            if not truth.wide:
                self.notes.append("the reference does not run in float64: its own results count")
            judged = judge.judge_call(self.trial, replay, truth, self._outputs(replay, number))
            self.reasons += judged.reasons
            if judged.error is not None:
                error = judged.error
                self.record = replace(self.record, error=error, tolerance=error.tolerance)
            returned = [inputs.index(b) for b in replay.result_buffers if b in inputs]
            written = self._arguments(list(replay.contents))
            returned = self._arguments(returned)
            self.reasons += judge.refuse_inputs(problem, written, returned, truth)
        if self.trial.scored and truth is not None and not replayed[-1].problem:
            self._judge_work(replayed, truth)

    def _judge_work(self, replayed: list[Replayed], truth: Truth) -> None:
        """Judge the work behind the last call's results, and its time."""
        problem, drawn, last = self.asked.problem, self.drawn, replayed[-1]
        results = list(last.result_buffers)
        if problem.outputs:
            given = drawn.layout["tuple"][-problem.outputs :]
            results = [self.recorded.inputs[place] for place in sorted(_numbers({"tuple": given}))]
        like = [result.to(t) for result, t in zip(truth.expected, truth.dtypes, strict=True)]
        floor = floor_bytes(problem, drawn.arguments[-1], drawn.seed, like, self.asked.gpu)
        work = judge.work_of(replayed, results)
        provenance = None
        if work.own and (work.library or work.moving is not None):
            provenance = self._provenance(replayed, work.live)
            if provenance is None:
                return
            work = judge.work_of(replayed, results, provenance.launches)
        moved = judge.moved(last)
        note = KNOWN_ERROR.text_for(gpu_named(self.asked.gpu))
        self.reasons += judge.refuse_work(problem, work, floor, provenance)
        self.reasons += judge.refuse_floor(moved, floor)
        self.record = replace(
            self.record,
            time_us=Quantity(last.us, "us", "estimated", note=note),
            reference_us=Quantity(truth.us, "us", "estimated", note=note),
            moved=Quantity(float(moved), "B", "counted"),
            floor=Quantity(float(floor), "B", "computed"),
        )
        self.library, self.replayed = work.library, last
        if self.asked.measured is None or self.reasons:
            self.score = truth.us / last.us if last.us else 0.0
        else:
            self._judge_on_gpu(self.asked.measured, truth)

    def _provenance(self, replayed: list[Replayed], live: frozenset[int]) -> Provenance | None:
        """Return what the last call's answer rests on; None, and a reason, if it cannot be said."""
        setting = Setting(self.asked.gpu, self.asked.limits.seconds)
        known = self._known()

        def replay(probe: Probe) -> list[Replayed]:
            return replay_trial(self.program, self.recorded, self.drawn.fresh, setting, probe)

        def answer(replay: Replayed) -> list[torch.Tensor]:
            return leaves(self._outputs(replay, CALLS - 1) or replay.results)

        call = LastCall(replay, answer, replayed[-1].steps, live, known, CALLS - 1)
        return self._apart(lambda: provenance_of(call))

    def _known(self) -> Known:
        """Return what is known of the trial without the submission's process."""
        problem, drawn = self.asked.problem, self.drawn
        numbers = dict(enumerate(self.recorded.inputs))
        dtypes = {numbers[place]: dtype for place, dtype in _dtypes(drawn.layout).items()}
        reference = reference_steps(problem, drawn.arguments[-1], drawn.seed, self.asked.gpu)
        return Known(dtypes, *reference)

    def _judge_on_gpu(self, source: tuple[str, Path, str], truth: Truth) -> None:
        """Time the work on this machine's GPU, and judge what it gave there."""
        drawn = self.drawn
        sets = [*drawn.practice, *drawn.fresh]
        work = Work(source, self.program, self.recorded, drawn.layout, sets, drawn.seed)
        timed = time_on_gpu(work, self.asked.limits.seconds)
        last = timed.replayed
        if timed.machines:
            raise UsageError(f"{self.trial.name}: on this machine's GPU: {last.problem}")
        judged = judge.judge_call(self.trial, last, truth, self._outputs(last, CALLS - 1))
        self.reasons += [
            replace(reason, message=f"on the GPU: {reason.message}") for reason in judged.reasons
        ]
        if timed.rounds is None or self.reasons:
            return
        reference, own = (summarize(side) for side in timed.rounds.samples["cold"])
        reference_us, time_us = (
            Quantity(1e3 * side.median, "us", "measured", 1e3 * side.low, 1e3 * side.high)
            for side in (reference, own)
        )
        self.record = replace(self.record, time_us=time_us, reference_us=reference_us)
        self.score, self.timed = reference.median / own.median, timed

    def _arguments(self, storages: Sequence[int]) -> list[int]:
        """Return the numbers of the arguments that have tensors on these storages."""
        arguments = enumerate(self.drawn.layout["tuple"])
        return [number for number, argument in arguments if _numbers(argument) & set(storages)]

    def _outputs(self, replayed: Replayed, number: int) -> Any:
        """Return the arguments that are outputs as the call has left them; () if none is."""
        count = self.asked.problem.outputs
        if not count:
            return ()
        contents = enumerate(self.drawn.fresh[number])
        now = [bytearray(replayed.contents.get(place, data) or b"\0") for place, data in contents]
        storages = [torch.frombuffer(data, dtype=torch.uint8) for data in now]
        return tuple(
            tree_of(argument, storages) for argument in self.drawn.layout["tuple"][-count:]
        )


def _numbers(data: Any) -> set[int]:
    """Return the numbers of the storages in an encoded tree."""
    return set(_dtypes(data))


def _dtypes(data: Any) -> dict[int, str]:
    """Return the type of a tensor on each storage in an encoded tree."""
    match data:
        case {"tensor": [number, dtype, *_]}:
            return {number: dtype}
        case {"tuple": items} | {"list": items}:
            return {number: dtype for item in items for number, dtype in _dtypes(item).items()}
        case {"dict": pairs}:
            return _dtypes({"list": [value for _, value in pairs]})
        case _:
            return {}


def record_of(verdict: Verdict, asked: Evaluation, submission: str) -> EvaluationRecord:
    """Return the record of a verdict, without where and when; submission: as typed."""
    spec, problem = gpu_named(asked.gpu), asked.problem
    events = verdict.replayed.events if verdict.replayed else ()
    launches = tuple(event for event in events if isinstance(event, LaunchRecord))
    operators = tuple(event for event in events if isinstance(event, OperatorRecord))
    notes = (*verdict.notes, problem.note) if problem.note else verdict.notes
    return EvaluationRecord(
        device=f"virtual:{asked.gpu}",
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
        seed=asked.seed,
        gpu=spec.to_json(),
        model_error=KNOWN_ERROR.text_for(spec),
    )
