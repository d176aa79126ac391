"""The record of two records of one kind side by side: what got worse, what got better."""

from __future__ import annotations

from dataclasses import dataclass
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
