"""The record of `evaluate`: the verdict on a submission, its reasons, and its speed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kernelscope.quantity import Quantity
from kernelscope.record.ab import ABReading, ABTime
from kernelscope.record.comparison import Error
from kernelscope.record.launches import Finding, LaunchRecord, OperatorRecord


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason to refuse a submission, in a sentence.

    `kind`: of the kinds in docs/evaluate.md, such as "wrong-answer". `source`: "file:line" of the
    submission; None if no line is at fault. `trial`: the one that shows it; "" for all.
    """

    kind: str
    message: str
    source: str | None = None
    trial: str = ""


@dataclass(frozen=True, slots=True)
class TrialRecord:
    """One shape and layout of the inputs.

    Attributes:
        name: "size=1024".
        status: ok, refused, or unsupported: the submission says that it does not take it.
        error: of the results against float64; None if there were none.
        time_us: of the submission's work on the device; None if it was not timed.
        reference_us: the same of the reference, run as it is written.
        moved: bytes of device memory that the launches and operators read and wrote.
        floor: the fewest bytes that an answer needs: the results, and each sector of the inputs
            that they depend on.
        tolerance: what errors were compared with, in words.
    """

    name: str
    status: str
    error: Error | None = None
    time_us: Quantity | None = None
    reference_us: Quantity | None = None
    moved: Quantity | None = None
    floor: Quantity | None = None
    tolerance: str = ""


@dataclass(frozen=True, slots=True)
class LibraryCall:
    """An operator of PyTorch, "aten.mm.default", that a submission's answer rests on.

    `source`: "file:line" of the call. `share`: of the work behind the answer, 0 … 1: of its bytes,
    or of its FLOPs at the peak.
    """

    name: str
    source: str | None
    share: float


@dataclass(frozen=True, slots=True)
class EvaluationRecord:
    """The verdict on a submission.

    Attributes:
        problem: its name; format: that it was written in.
        submission: as typed.
        accepted: whether there is no reason to refuse it.
        score: how many times as fast as the reference it is; 0 if it was refused.
        reasons: those to refuse it.
        trials: in the order of the problem.
        library: the operators of PyTorch that the answer rests on.
        findings: what keeps it from being faster, the largest gain first.
        launches, operators: of the call that the score is of.
        notes: what the submission's process could not be kept from, what of the format is not
            followed, and what the process says of itself.
        seed: of the fresh inputs; the same seed gives the same ones.
        times: on a GPU what `ab` measured of the reference (A) and the submission's work (B);
            faster: what can be said of them, in words. readings: the GPU's own state.
    """

    device: str
    problem: str
    format: str
    submission: str
    accepted: bool
    score: float
    reasons: tuple[Reason, ...]
    trials: tuple[TrialRecord, ...]
    library: tuple[LibraryCall, ...] = ()
    findings: tuple[Finding, ...] = ()
    launches: tuple[LaunchRecord, ...] = ()
    operators: tuple[OperatorRecord, ...] = ()
    notes: tuple[str, ...] = ()
    seed: int = 0
    times: tuple[ABTime, ...] = ()
    faster: str = ""
    readings: tuple[ABReading, ...] = ()
    gpu: dict[str, Any] = field(default_factory=dict[str, Any])
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    model_error: str = ""
    command: str = ""
    created: str = ""
    schema: int = 1
