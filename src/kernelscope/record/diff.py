"""The records of two sides: what changed in a kernel (`diff`), and in figures (`changes`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kernelscope.quantity import Quantity
from kernelscope.record.comparison import SCHEMA

ChangeVerdict = Literal["worse", "better", "cannot tell"]


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure that moved by more than its limit.

    Attributes:
        verdict: "cannot tell" if the difference is within the errors of the two.
        limit: the name of the limit that it is held to: time, bytes, registers …
        subject: the row or the kernel; metric: the figure's name in the registry.
        before, after: None if the figure is only on the other side.
        where: "file:line"; "" if unknown.
        cause: what else changed there: a decision of the compiler, a constant; "" if unknown.
        text: all of it in one line.
    """

    verdict: ChangeVerdict
    limit: str
    subject: str
    metric: str
    before: Quantity | None
    after: Quantity | None
    where: str = ""
    cause: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class RecordChanges:
    """Two records of one kind, compared.

    Attributes:
        of: the kind of both: compare, inspect, profile …
        subject: what both are of; gpu: the GPU of both.
        a, b: the files, or "the baseline" and "now".
        limits: as they were typed.
        figures: how many figures both have.
        changes: those over their limits, the worst first.
        notes: what differs in the versions, and what only one side has.
    """

    of: str
    subject: str
    gpu: str
    a: str
    b: str
    limits: str
    figures: int = 0
    changes: tuple[FigureChange, ...] = ()
    notes: tuple[str, ...] = ()
    command: str = ""
    created: str = ""
    schema: int = SCHEMA

    @property
    def regressions(self) -> tuple[FigureChange, ...]:
        """The figures that got worse by more than their limits."""
        return tuple(change for change in self.changes if change.verdict == "worse")


Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Change:
    """One change: its subject `what`, and its state in A and in B.

    Attributes:
        kind: option, access, layout, resource, launch, decision, instruction, traffic.
    """

    kind: str
    what: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class LineDiff:
    """One line of the source in A and in B, without comments; equal texts if it was not edited.

    `a`, `b`: its "file:line"; "" if that side does not have the line.
    """

    a: str
    b: str
    text_a: str
    text_b: str


@dataclass(frozen=True, slots=True)
class StageDiff:
    """One stage of both kernels, and its change in one line.

    `same`: whether both mean the same; names and numbers of registers and values, labels, comments
    and positions do not count. `operations`: the counts in A and in B of those that differ.
    """

    same: bool
    text: str
    operations: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])


@dataclass(frozen=True, slots=True)
class TimeCause:
    """One group of inputs of an estimated time, and its part of the difference.

    Attributes:
        what: GPU, grid and block, occupancy, memory traffic, access pattern, shared memory,
            atomics, tensor cores, barriers, memory instructions, instructions; a name of
            `TimeDiff.waits` if no change of the counts explains that part.
        us: its part of B's time minus A's, in microseconds; all causes sum to the difference.
        evidence: the figures that changed.
        source: "file:line" of the largest change, or of the launch if the cause is its grid and
            block; "" if unknown.
    """

    what: str
    us: float
    evidence: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class TimeDiff:
    """The time of one launch of each kernel, in microseconds.

    Attributes:
        provenance: "estimated" or "measured"; both, A's first, if they differ.
        bound: the part that limits A, and the one that limits B.
        parts: the time that each part alone would take in A and in B, by name.
        causes: the causes of the difference, the largest first.
        told_apart: whether the two times differ by more than their errors.
        waits: of two simulated launches, the time by what warps did or waited for in A and in B:
            each adds up to its time.
    """

    a_us: float
    b_us: float
    provenance: str
    bound: tuple[str, str] = ("", "")
    parts: dict[str, Pair] = field(default_factory=dict[str, Pair])
    causes: tuple[TimeCause, ...] = ()
    told_apart: bool = True
    waits: dict[str, Pair] = field(default_factory=dict[str, Pair])


@dataclass(frozen=True, slots=True)
class KernelDiff:
    """One kernel, before and after.

    Attributes:
        kernel: its name (in A).
        headline: one sentence: what changed, where, and what it costs; or that nothing changed.
        changes: all changes, the most important first.
        stages: the stages that both have, by name.
        counters: the values in A and in B of each counter that changed, by name.
        time: None if one of the two was never launched.
        lines: the source lines that were edited, and the one that costs the most.
    """

    kernel: str
    headline: str
    changes: tuple[Change, ...] = ()
    stages: dict[str, StageDiff] = field(default_factory=dict[str, StageDiff])
    counters: dict[str, Pair] = field(default_factory=dict[str, Pair])
    time: TimeDiff | None = None
    lines: tuple[LineDiff, ...] = ()


@dataclass(frozen=True, slots=True)
class CompileDiff:
    """Two subjects compared.

    Attributes:
        a, b: the subjects as typed, with the device.
        headline: one sentence: what changed, where, and what it costs.
        stages, counters, time, lines: those of the kernel whose time changed most.
        kernels: all pairs; notes: kernels that only one side has.
        limits: the limits that B's figures were held to, as typed; "" for none.
        over: the figures that moved by more than those limits.
    """

    a: str
    b: str
    headline: str
    stages: dict[str, StageDiff] = field(default_factory=dict[str, StageDiff])
    counters: dict[str, Pair] = field(default_factory=dict[str, Pair])
    time: TimeDiff | None = None
    lines: tuple[LineDiff, ...] = ()
    kernels: tuple[KernelDiff, ...] = ()
    notes: tuple[str, ...] = ()
    command: str = ""
    created: str = ""
    schema: int = SCHEMA
    limits: str = ""
    over: tuple[FigureChange, ...] = ()
