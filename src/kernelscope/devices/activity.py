"""The log of a virtual timeline, kept while a profile is taken.

Moments are seconds on the host's virtual clock, as `clock.Timeline` counts them; the spans that
are kept are microseconds on the same clock.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from kernelscope.devices.callsite import caller_frames, caller_source, is_printing
from kernelscope.record import Lane, LaunchRecord, OperatorRecord, Span, SyncKind

if TYPE_CHECKING:
    from kernelscope.devices.virtual import Event

Shapes = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class StackSample:
    """The host's frames, outermost first, at the end of an activity; `inside` is its name."""

    moment_us: float
    duration_us: float
    frames: tuple[str, ...]
    inside: str
    row: int


class Slot(NamedTuple):
    """The place of some work on the device's timeline, in seconds.

    Attributes:
        stream: the stream's number, 0 for the default one.
    """

    submitted: float
    begin: float
    end: float
    stream: int = 0


class ActivityLog:
    """An append-only list of spans; it grows only while `recording`.

    That is while a schedule's step is active, and between the program's own `cudaProfilerStart`
    and `cudaProfilerStop`, if it calls them.

    Args:
        with_stack: also keep the host's frames at each operation, launch and wait.

    Attributes:
        spans: in the order in which they were queued or ended.
        launches, operators: the kernels and PyTorch's operations among them.
        stacks: the samples, if `with_stack`.
        memory: (microseconds, bytes of device memory in use) after each change seen.
        active: whether the schedule records the step.
        is_bounded: whether the program itself says what is recorded.
        since: when recording began, in seconds; a range that is older begins there.
    """

    def __init__(self, with_stack: bool = False) -> None:
        self.spans: list[Span] = []
        self.launches: list[LaunchRecord] = []
        self.operators: list[OperatorRecord] = []
        self.stacks: list[StackSample] = []
        self.memory: list[tuple[float, float]] = []
        self.active = True
        self.is_bounded = False
        self._is_between = True
        self._ranges = 0
        self.since = 0.0
        self._with_stack = with_stack
        self._rows: dict[int, int] = {}

    @property
    def recording(self) -> bool:
        """Whether it grows."""
        return self.active and self._is_between

    def begin(self, moment: float) -> None:
        """Record from now on; for the first time, forget what was before."""
        if not self.is_bounded:
            for kept in (self.spans, self.launches, self.operators, self.stacks, self.memory):
                kept.clear()
        if not (self.is_bounded and self._is_between):
            self.since = moment
        self.is_bounded = self._is_between = True

    def end(self, moment: float) -> None:
        """Record nothing until it begins again; what was recorded counts as a step."""
        self.range(f"profiled range {self._ranges}", "step", self.since, moment)
        self._ranges += self.recording
        self.is_bounded, self._is_between = True, False

    def host(self, name: str, begin: float, end: float, shapes: Shapes = ()) -> None:
        """Add an operation's work on the host."""
        self._add(name, "host", begin, end, row=self._row(), shapes=shapes)
        self._sample(name, begin, end)

    def range(self, name: str, kind: str, begin: float, end: float) -> None:
        """Add a named part of the program: a step, a layer, an implementation."""
        begin = max(begin, min(self.since, end))
        self._add(name, "range", begin, end, row=self._row(), kind=kind)

    def launch(self, begin: float, end: float) -> None:
        """Add the host's part of launching a kernel."""
        self._add("kernel launch", "host", begin, end, row=self._row(), kind="launch")
        self._sample("kernel launch", begin, end)

    def wait(self, kind: SyncKind, begin: float, end: float) -> None:
        """Add a wait of the host for the device; inside `print` its kind is "print"."""
        waits_for = "print" if is_printing() else kind
        self._add(f"wait: {waits_for}", "wait", begin, end, row=self._row(), kind=waits_for)
        self._sample(f"wait: {waits_for}", begin, end)

    def device(self, event: Event, kernel: str, slot: Slot) -> None:
        """Add a kernel, or one of the kernels of a PyTorch operation, that ran on the device.

        kernel: its name; "" for that of the event.
        """
        if isinstance(event, OperatorRecord):
            name, shapes = kernel or operator_name(event.name), event.shapes
            if self.recording and (not self.operators or self.operators[-1] is not event):
                self.operators.append(event)
        else:
            name, shapes = event.kernel, ()
            if self.recording:
                self.launches.append(event)
        self._queued(name, "device", slot, shapes, event.source)

    def copy(self, name: str, slot: Slot) -> None:
        """Add a copy over the link between host and device."""
        self._queued(name, "copy", slot, (), caller_source())

    def held(self, moment: float, held: float) -> None:
        """Note the bytes of device memory in use from this moment on."""
        if self.recording and (not self.memory or self.memory[-1][1] != held):
            self.memory.append((moment * 1e6, held))

    def _queued(
        self, name: str, lane: Lane, slot: Slot, shapes: Shapes, source: str | None
    ) -> None:
        if not self.recording:
            return
        span = Span(
            name,
            lane,
            slot.begin * 1e6,
            (slot.end - slot.begin) * 1e6,
            slot.stream,
            source=source,
            submitted_us=slot.submitted * 1e6,
            shapes=shapes,
            host_row=self._row(),
        )
        self.spans.append(span)

    def _add(
        self,
        name: str,
        lane: Lane,
        begin: float,
        end: float,
        *,
        row: int,
        shapes: Shapes = (),
        kind: str = "",
    ) -> None:
        if not self.recording:
            return
        duration = (end - begin) * 1e6
        span = Span(name, lane, begin * 1e6, duration, row, caller_source(), None, shapes, kind)
        self.spans.append(span)

    def _sample(self, inside: str, begin: float, end: float) -> None:
        if self.recording and self._with_stack:
            duration = (end - begin) * 1e6
            sample = StackSample(end * 1e6, duration, caller_frames(), inside, self._row())
            self.stacks.append(sample)

    def _row(self) -> int:
        """Return this thread's number, from 0 in the order in which threads appear."""
        return self._rows.setdefault(threading.get_ident(), len(self._rows))


def operator_name(name: str) -> str:
    """Return the profiler's name of an overload: "aten::add" for "aten.add.Tensor"."""
    namespace, _, operation = name.partition(".")
    return f"{namespace}::{operation.partition('.')[0]}" if operation else name


def shapes_of(values: Iterable[object]) -> Shapes:
    """Return the shapes of the tensors among an operation's arguments, also inside lists."""
    shapes: list[tuple[int, ...]] = []
    for value in values:
        if isinstance(value, (list, tuple)):
            shapes += shapes_of(value)  # pyright: ignore[reportUnknownArgumentType]
        elif hasattr(value, "shape"):
            shapes.append(tuple(int(n) for n in value.shape))  # pyright: ignore
    return tuple(shapes)
