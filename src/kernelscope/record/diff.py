"""What became of a kernel when its source, an option, the GPU or a compiler changed."""

from __future__ import annotations

from dataclasses import dataclass, field

from kernelscope.record.comparison import SCHEMA

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not as it was: `what` it is, and how it is in A and in B.

    Attributes:
        kind: option, access, layout, resource, launch, decision, instruction, traffic.
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
class TimeCause:
    """One group of what an estimated time is computed from, and its part of the difference.

    Attributes:
        what: GPU, grid and block, occupancy, memory traffic, access pattern, shared memory,
            atomics, tensor cores, barriers, memory instructions, instructions.
        us: microseconds of B's time less A's; those of all causes sum to the difference.
        evidence: what of it changed; source: "file:line" at which it did most, "" where unknown.
    """

    what: str
    us: float
    evidence: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class TimeDiff:
    """The time of one launch of each, in microseconds.

    Attributes:
        provenance: "estimated" or "measured"; of both, A's first, where they differ.
        bound: what holds A, and B; parts: by name, the time that each would take alone.
        causes: what the difference follows from, the largest part first.
    """

    a_us: float
    b_us: float
    provenance: str
    bound: tuple[str, str] = ("", "")
    parts: dict[str, Pair] = field(default_factory=dict[str, Pair])
    causes: tuple[TimeCause, ...] = ()


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
