"""The sanitizer's findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kernelscope.record import CheckFinding, Excerpt, Outcome
from kernelscope.record.check import Order, Weighed
from kernelscope.sanitizer.buffers import Element

takers: list[Callable[[Finding], Finding | None]] = []
"""Called with findings that no launch has made: those who look for faults now. Each returns the
finding that it keeps: this one, or an earlier one of the same fault."""
_AROUND_SOURCE, _AROUND_PTX = 3, 2


@dataclass(frozen=True, slots=True)
class Place:
    """An instruction: its line in the source, "" if that is not known, and in the PTX, or 0."""

    source: str
    ptx_line: int

    def __str__(self) -> str:
        if not self.ptx_line:
            return self.source
        ptx = f"ptx:{self.ptx_line}"
        return f"{self.source} ({ptx})" if self.source else ptx


@dataclass(slots=True)
class Finding(Weighed):
    """One fault, as it occurred first, and how often it did.

    Attributes:
        tool: race, barrier, init, memory or numerics.
        kind: of the tool's kinds, such as "write-write".
        place: where the thread was.
        thread: its index in the block, x first.
        block: its index in the grid.
        message: what happened, in a sentence.
        advice: what to do.
        other: the other side of a conflict; None for faults of one side.
        other_thread: that of the other side.
        other_block: that of the other side.
        element: the memory, with all that is known of it; None if there is none.
        buffer: the memory, by its argument's name if there is one; else what has its part.
        index: the element (of the width of the access) in it; -1 if there is none.
        count: how often it occurred, in this launch and others of the kernel.
        schedule: the schedule under which it was found.
        sources: texts of its source that are not on disk, by file.
        ptx: the kernel's PTX; other_ptx: that of the other side, if it is another kernel.
        outcomes: the values of the element `outcome_at` under several schedules, if they differ.
        subject: the implementation and the case that launched it.
        note: why it is a note and no fault of the program; "" for a fault.
        below_triton: whether Triton's language has no word for what it is about: shared memory,
            mbarriers, parts of a warp, registers of a product.
        orders: an order of events in which it occurs, and one in which it does not.
    """

    tool: str
    kind: str
    kernel: str
    place: Place
    thread: tuple[int, int, int]
    block: tuple[int, int, int]
    message: str
    advice: str
    other: Place | None = None
    other_thread: tuple[int, int, int] | None = None
    other_block: tuple[int, int, int] | None = None
    element: Element | None = None
    buffer: str = ""
    index: int = -1
    count: int = 1
    schedule: str = "turns"
    ptx: str = ""
    other_ptx: str = ""
    sources: Mapping[str, str] = field(default_factory=dict[str, str])
    outcomes: tuple[Outcome, ...] = ()
    outcome_at: str = ""
    subject: str = ""
    note: str = ""
    below_triton: bool = False
    orders: tuple[Order, ...] = ()

    def __post_init__(self) -> None:
        if self.element is not None and not self.buffer:
            self.buffer, self.index = self.element.buffer, self.element.index

    @property
    def fault(self) -> tuple[object, ...]:
        """The key that two findings of the same fault share.

        Which access of a race came first is chance, so its sides have no order.
        """
        unordered_kind = "read-write" if self.kind == "write-read" else self.kind
        lines = sorted(str(place.source or place) for place in (self.place, self.other) if place)
        return self.tool, unordered_kind, self.note, self.kernel, self.buffer, *lines

    @property
    def reach(self) -> int:
        """The distance of the sides: 0 in two blocks, 1 in one block."""
        return int(self.other_block in (None, self.block))

    def recorded(self) -> CheckFinding:
        """Return it as the record keeps it, with the lines of both sides."""
        other = self.other
        return CheckFinding(
            tool=self.tool,
            kind=self.kind,
            kernel=self.kernel,
            source=str(self.place),
            other_source=None if other is None else str(other),
            thread=self.thread,
            block=self.block,
            other_thread=self.other_thread,
            other_block=self.other_block,
            buffer=self.buffer,
            index=self.index,
            count=self.count,
            message=self.message,
            advice=self.advice,
            schedule=self.schedule,
            element=self.element.place if self.element is not None else (),
            code=_code(self.place, self.sources),
            other_code=None if other is None else _code(other, self.sources),
            ptx=_ptx(self.ptx, self.place),
            other_ptx=None if other is None else _ptx(self.other_ptx or self.ptx, other),
            outcomes=self.outcomes,
            outcome_at=self.outcome_at,
            subject=self.subject,
            note=self.note,
            orders=self.orders,
        )


def _code(place: Place, sources: Mapping[str, str]) -> Excerpt | None:
    """Return the source around a place; None if there is no such file or line."""
    file, _, line = place.source.rpartition(":")
    if not line.isdigit() or not (file in sources or Path(file).is_file()):
        return None
    text = sources.get(file) or Path(file).read_text(encoding="utf-8", errors="replace")
    return _excerpt(file, text, int(line), _AROUND_SOURCE)


def _ptx(text: str, place: Place) -> Excerpt | None:
    return _excerpt("ptx", text, place.ptx_line, _AROUND_PTX)


def _excerpt(file: str, text: str, line: int, around: int) -> Excerpt | None:
    lines = text.splitlines()
    if not 1 <= line <= len(lines):
        return None
    first = max(line - around, 1)
    return Excerpt(file, first, line, tuple(lines[first - 1 : line + around]))
