"""What became of a kernel when its source, an option, the GPU or a compiler changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from kernelscope.record.comparison import SCHEMA

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it was: `what` it is, and how it is in A and in B.

    Attributes:
        kind: option, access, layout, resource, launch, instruction, traffic.
    """

    kind: str
    what: str
    a: str
    b: str


@dataclass(frozen=True, slots=True)
class StageDiff:
    """One stage of both.

    Attributes:
        same: whether they mean the same: names and numbers of registers and values, labels,
            comments and positions are not looked at.
        text: what changed, in one line.
        operations: by name, how many there are in A and in B; those alone that differ.
    """

    same: bool
    text: str
    operations: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])


@dataclass(frozen=True, slots=True)
class TimeDiff:
    """The time of one launch of each, in microseconds.

    Attributes:
        provenance: "estimated" or "measured".
        bound: what holds A, and B; parts: by name, the time that each would take alone.
        note: what explains the difference, as far as the parts tell.
    """

    a_us: float
    b_us: float
    provenance: str
    bound: tuple[str, str] = ("", "")
    parts: dict[str, Pair] = field(default_factory=dict[str, Pair])
    note: str = ""


@dataclass(frozen=True, slots=True)
class KernelDiff:
    """One kernel, before and after.

    Attributes:
        kernel: its name (in A).
        headline: one sentence: which change explains the time, or that there is none.
        changes: everything that is not as it was, most telling first.
        stages: by name, those that both have; counters: by name, of A and B, where either moved.
        time: None where one of them was never launched.
    """

    kernel: str
    headline: str
    changes: tuple[Change, ...] = ()
    stages: dict[str, StageDiff] = field(default_factory=dict[str, StageDiff])
    counters: dict[str, Pair] = field(default_factory=dict[str, Pair])
    time: TimeDiff | None = None


@dataclass(frozen=True, slots=True)
class CompileDiff:
    """Two subjects compared.

    Attributes:
        a, b: as typed, with the device.
        headline, stages, counters, time: of the kernel whose time changed most.
        kernels: all pairs; notes: kernels that only one side has.
    """

    a: str
    b: str
    headline: str
    stages: dict[str, StageDiff] = field(default_factory=dict[str, StageDiff])
    counters: dict[str, Pair] = field(default_factory=dict[str, Pair])
    time: TimeDiff | None = None
    kernels: tuple[KernelDiff, ...] = ()
    notes: tuple[str, ...] = ()
    command: str = ""
    created: str = ""
    schema: int = SCHEMA
