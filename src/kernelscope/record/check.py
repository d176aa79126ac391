"""The record of `check`: the faults of kernels that the sanitizer found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

SAME_VALUE = "same-value"
"""The kind of a race of threads that write the same value to one place."""
_HARMLESS_KINDS = ("leak",)
"""Kinds of faults that change no result: memory of the heap that is never freed."""

WHOLE_KINDS = (
    "never-written",
    "partly-written",
    "left-by-trials",
    "left-by-other-trials",
    "left-by-benchmark",
    "changed-by-benchmark",
    "outside-bins",
)
"""Kinds of faults that no thread has made alone: what all of them have left out or left behind.
Their block and thread are zeros."""

Index = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A few lines of a text, from line `first` on, around the line that matters."""

    file: str
    first: int
    line: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The line that matters, without its indent."""
        return self.lines[self.line - self.first].strip()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The value of an element after the launch had run under a schedule."""

    schedule: str
    value: str


@dataclass(frozen=True, slots=True)
class OrderStep:
    """An event of an order: who did what, at which "file:line (ptx:line)".

    `instruction`: that of a warp, or that which issued the work of an engine; "" if a warp ends.
    `does`: what it did to barriers; "" for an access to memory.
    """

    who: str
    instruction: str
    does: str
    source: str


@dataclass(frozen=True, slots=True)
class Order:
    """An order of a launch's events.

    Attributes:
        ends: how it ends, in words.
        before: the events that come first, and are the same in the finding's orders.
        steps: those after them that others notice.
        after: the number of those that follow.
    """

    ends: str
    before: int
    steps: tuple[OrderStep, ...]
    after: int = 0


@dataclass(frozen=True, slots=True)
class OrdersTried:
    """What is known of a launch of which all orders of its events were tried.

    Attributes:
        warps: those of all blocks.
        orders: how many orders were run, no two of which an exchange of independent events turns
            into each other.
        is_complete: whether no other order is left.
        why: the reason, if it is not complete.
        events: those of the first order.
        deadlocks, faults: how many orders end so.
        results: how many different results the other orders have.
    """

    kernel: str
    grid: Index
    block: Index
    warps: int
    orders: int
    is_complete: bool
    why: str
    events: int
    deadlocks: int
    faults: int
    results: int


class Weighed:
    """What a finding weighs.

    Attributes:
        kind: of the tool's kinds.
        note: why it is a note and no fault of the program, in words; "" for a fault.
    """

    __slots__ = ()
    kind: str
    note: str

    @property
    def changes_results(self) -> bool:
        """True if a result may be wrong because of it: then an implementation is wrong."""
        return not self.note and self.kind not in _HARMLESS_KINDS


@dataclass(frozen=True, slots=True)
class CheckFinding(Weighed):
    """One fault of a kernel, as it occurred first, and how often it did.

    Attributes:
        tool: race, barrier, init, memory or numerics.
        kind: of the tool's kinds, such as "write-write".
        source: "file:line (ptx:line)" of the instruction, or "ptx:line".
        other_source: that of the other side of a conflict; None for faults of one side.
        thread: its index in the block, x first; block: its index in the grid.
        other_thread, other_block: those of the other side.
        buffer: the memory, by its argument's name if there is one; "" for none.
        index: the element of the buffer; -1 if there is none.
        element: the index in each dimension, if the argument has several.
        count: how often it occurred, in all launches of the kernel.
        message: what happened, in a sentence.
        advice: what to do.
        schedule: the schedule under which it was found.
        code, other_code: the lines of the source around each side; None if they are not known.
        ptx, other_ptx: the lines of the PTX around each side.
        outcomes: the values of an element under several schedules, if they differ.
        outcome_at: the element that they are of, as in "out[3]".
        subject: the implementation and the case that launched it, for an operation.
        note: why it is a note and no fault of the program, as in "made by the compiler"; "" for a
            fault.
        orders: an order of the launch's events in which it occurs, and one in which it does not.
    """

    tool: str
    kind: str
    kernel: str
    source: str
    other_source: str | None
    thread: Index
    block: Index
    other_thread: Index | None
    other_block: Index | None
    buffer: str
    index: int
    count: int
    message: str
    advice: str
    schedule: str = "turns"
    element: tuple[int, ...] = ()
    code: Excerpt | None = None
    other_code: Excerpt | None = None
    ptx: Excerpt | None = None
    other_ptx: Excerpt | None = None
    outcomes: tuple[Outcome, ...] = ()
    outcome_at: str = ""
    subject: str = ""
    note: str = ""
    orders: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that a line of a suppression file hides, and its reason."""

    finding: CheckFinding
    reason: str


@dataclass(frozen=True, slots=True)
class CheckRecord:
    """The faults that the sanitizer found in the launches of a subject.

    Attributes:
        subject: the operation, script or module as typed; "" for a block of Python.
        tools: those that looked, at so many `launches`, in the orders of `schedules`.
        notes: by what the tools did not look at, and why.
        orders: the launches of which all orders were tried.
        exit_code: that of the script; 0 for others.
    """

    device: str
    subject: str
    findings: tuple[CheckFinding, ...]
    launches: int
    tools: tuple[str, ...]
    schedules: tuple[str, ...]
    suppressed: tuple[Suppressed, ...] = ()
    notes: tuple[str, ...] = ()
    orders: tuple[OrdersTried, ...] = ()
    exit_code: int = 0
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    command: str = ""
    created: str = ""
    schema: int = 1

    @property
    def faults(self) -> tuple[CheckFinding, ...]:
        """The findings that are not notes."""
        return tuple(finding for finding in self.findings if not finding.note)
