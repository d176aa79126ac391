"""`torch.cuda.Stream` and `Event` on the virtual timeline."""

from __future__ import annotations

import itertools
from typing import Any, cast

import torch

from kernelscope.devices.clock import Timeline


class StreamType:
    """The classes and functions of `torch.cuda` for streams, on one timeline.

    All streams share the device's queue. No stream overtakes another, so the orders that a program
    enforces by waiting hold anyway.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.Event = cast(Any, type("Event", (_Event,), {"_timeline": timeline}))
        members = {"_timeline": timeline, "_event": self.Event}
        self.Stream = cast(Any, type("Stream", (_Stream,), members))
        self._default = self.Stream(_handle=0)
        self._current = self._default

    def current_stream(self, device: object = None) -> Any:
        """Return the stream of the innermost `with torch.cuda.stream(...)`."""
        return self._current

    def default_stream(self, device: object = None) -> Any:
        """Return the stream that launches go to by default."""
        return self._default

    def set_stream(self, stream: Any) -> None:
        """Make `stream` the current one; None changes nothing."""
        if stream is not None:
            self._current = stream


class _Stream:
    """A queue of work; see `torch.cuda.Stream`."""

    _timeline: Timeline
    _event: Any
    _handles = itertools.count(1)

    def __init__(
        self, device: object = None, priority: int = 0, *, _handle: int | None = None, **_: object
    ) -> None:
        self.device = torch.device("cuda", 0)
        self.device_index = 0
        self.device_type = 1
        self.priority = priority
        self.cuda_stream = next(self._handles) if _handle is None else _handle
        self.stream_id = self.cuda_stream

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Stream) and other.cuda_stream == self.cuda_stream

    def __hash__(self) -> int:
        return hash(("cuda", self.cuda_stream))

    def __repr__(self) -> str:
        return f"<torch.cuda.Stream device=cuda:0 cuda_stream={self.cuda_stream:#x}>"

    def synchronize(self) -> None:
        """Wait until all queued work is done."""
        self._timeline.synchronize()

    def query(self) -> bool:
        """Return whether all queued work is done."""
        return self._timeline.mark() <= self._timeline.now()

    def is_capturing(self) -> bool:
        """Return False: CUDA graphs cannot be captured here."""
        return False

    def record_event(self, event: Any = None) -> Any:
        """Record `event`, or a new event, behind the queued work."""
        event = self._event() if event is None else event
        event.record(self)
        return event

    def wait_event(self, event: object) -> None:
        """Do nothing: the shared queue keeps the order by itself."""

    def wait_stream(self, stream: object) -> None:
        """Do nothing: the shared queue keeps the order by itself."""


class _Event:
    """A moment on the device's timeline; see `torch.cuda.Event`."""

    _timeline: Timeline

    def __init__(
        self,
        enable_timing: bool = False,
        blocking: bool = False,
        interprocess: bool = False,
        external: bool = False,
    ) -> None:
        self._timing = enable_timing
        self._moment: float | None = None

    def record(self, stream: object = None) -> None:
        """Note the moment at which the device will have done the work that is queued now."""
        self._moment = self._timeline.mark()

    def wait(self, stream: object = None) -> None:
        """Do nothing: the shared queue keeps the order by itself."""

    def query(self) -> bool:
        """Return whether the host's time has reached the event."""
        return self._moment is None or self._moment <= self._timeline.now()

    def synchronize(self) -> None:
        """Let the host wait for the event."""
        if self._moment is not None:
            self._timeline.wait_until(self._moment)

    def elapsed_time(self, end_event: _Event) -> float:
        """Return the milliseconds of device time from this event to `end_event`."""
        if not (self._timing and end_event._timing):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        if self._moment is None or end_event._moment is None:
            raise ValueError("Both events must be recorded before calculating elapsed time.")
        return (end_event._moment - self._moment) * 1e3
