"""The result of a recorder, whichever device it watched."""

from __future__ import annotations

from collections import deque
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Protocol

from kernelscope._demangle import written_name
from kernelscope.record import LaunchRecord, OperatorRecord, Span
from kernelscope.record.names import launch_words


@dataclass(frozen=True, slots=True)
class Captured:
    """Spans from the first to the last step that was kept, in microseconds from the first of them.

    Attributes:
        launches, operators: kernels, and PyTorch's operations, in the order in which they ran.
        stacks: host time in microseconds by folded stack.
        memory: (microseconds, bytes of device memory in use) at each change.
        notes: what could not be recorded, and why.
    """

    spans: tuple[Span, ...] = ()
    launches: tuple[LaunchRecord, ...] = ()
    operators: tuple[OperatorRecord, ...] = ()
    stacks: dict[str, float] = field(default_factory=dict[str, float])
    memory: tuple[tuple[float, float], ...] = ()
    notes: tuple[str, ...] = ()


class Recorder(Protocol):
    """A recorder of a host and a device, for as long as it is entered."""

    def __enter__(self) -> Recorder:
        """Begin with step 0."""
        ...

    def __exit__(self, *_: object) -> None:
        """End the last step."""
        ...

    def step(self) -> None:
        """End a step of the program and begin the next."""
        ...

    def wait(self) -> None:
        """Let the host wait for the device."""
        ...

    def range(self, name: str, kind: str) -> AbstractContextManager[None]:
        """Name what happens inside."""
        ...

    def captured(self) -> Captured:
        """Return the captured steps."""
        ...


def with_titles(captured: Captured) -> Captured:
    """Return the same, with the kernels named as in their source, and launches of one kernel that
    did different things told apart.

    The kernels of a library are not: the operation that launched them is.
    """
    own = [launch for launch in captured.launches if launch.code or launch.frontend != "cuda"]
    words: dict[str, deque[str]] = {}
    for launch, text in zip(own, launch_words(own), strict=True):
        words.setdefault(launch.kernel, deque()).append(text)

    def titled(span: Span) -> Span:
        if span.lane != "device" or not words.get(span.name):
            return span
        name, text = written_name(span.name), words[span.name].popleft()
        return replace(span, name=f"{name}({text})" if text else name)

    in_order = {id(span): titled(span) for span in sorted(captured.spans, key=_queued)}
    return replace(captured, spans=tuple(in_order[id(span)] for span in captured.spans))


def _queued(span: Span) -> float:
    return span.start_us if span.submitted_us is None else span.submitted_us


def from_first(captured: Captured) -> Captured:
    """Return the same with its first span at 0."""
    if not captured.spans:
        return captured
    begin = min(span.start_us for span in captured.spans)

    def moved(span: Span) -> Span:
        submitted = None if span.submitted_us is None else span.submitted_us - begin
        return replace(span, start_us=span.start_us - begin, submitted_us=submitted)

    return replace(
        captured,
        spans=tuple(moved(s) for s in sorted(captured.spans, key=lambda span: span.start_us)),
        memory=tuple((moment - begin, held) for moment, held in captured.memory),
    )
