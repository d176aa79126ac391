"""`torch.cuda.Stream` and `Event` on the virtual timeline."""

from __future__ import annotations

import itertools
from typing import Any, cast

import torch

from kernelscope.devices.clock import Timeline
from kernelscope.devices.host_costs import HOST
from kernelscope.devices.torch_cuda.capturing import Capture, cuda_error, underway


class StreamType:
    """The classes and functions of `torch.cuda` for streams, on one timeline.

    What is queued runs at once here, in the program's order, so the orders that it enforces by
    waiting hold anyway; on the clock a stream waits for another one only where the program says so.
    """

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.Event = cast(Any, type("Event", (_Event,), {"_timeline": timeline, "_streams": self}))
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

    def external(self, stream_ptr: int, device: object = None, **_: object) -> Any:
        """Return the stream of a handle that the program has: `torch.cuda.ExternalStream`."""
        return self.Stream(device, _handle=int(stream_ptr))

    def set_stream(self, stream: Any) -> None:
        """Make `stream` the current one; None changes nothing."""
        if stream is not None:
            self._current = stream
            self.timeline.stream = stream.cuda_stream


class _Stream:
    """A queue of work; see `torch.cuda.Stream`."""

    _timeline: Timeline
    _event: Any
    _handles = (n for n in itertools.count(4) if n & 15 != 3)  # the others are CUDA's own

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
        """Wait until all work of the stream is done."""
        with self._timeline.operation(HOST.synchronize_us):
            self._timeline.synchronize(stream=self.cuda_stream)

    def query(self) -> bool:
        """Return whether its work is done. Raises CUDA's error while it is captured."""
        capture = underway()
        if capture is not None and self in capture.streams:
            capture.refuse()
        return self._timeline.ready(self.cuda_stream) <= self._timeline.now()

    @staticmethod
    def priority_range() -> tuple[int, int]:
        """Return the least and the greatest priority, as PyTorch has them."""
        return 0, -3

    def is_capturing(self) -> bool:
        """Return whether the stream's work is captured in a CUDA graph."""
        capture = underway()
        return capture is not None and self in capture.streams

    def record_event(self, event: Any = None) -> Any:
        """Record `event`, or a new event, after the queued work."""
        event = self._event() if event is None else event
        event.record(self)
        return event

    def wait_event(self, event: Any) -> None:
        """Wait for an event before what is queued from now on, or join the capture it is of."""
        if event._captured is not None:
            self._wait_captured(*event._captured)
        elif event._moment is not None:
            self._timeline.hold(self.cuda_stream, event._moment)

    def wait_stream(self, stream: Any) -> None:
        """Wait for what is queued on `stream`, or join the capture that it is in."""
        capture = underway()
        if capture is not None and stream in capture.streams:
            self._wait_captured(capture, stream)
        else:
            self._timeline.hold(self.cuda_stream, self._timeline.ready(stream.cuda_stream))

    def _wait_captured(self, capture: Capture, stream: Any) -> None:
        if capture is underway():
            capture.fork(self)
            capture.join(stream, self)


class _Event:
    """A moment on the device's timeline; see `torch.cuda.Event`."""

    _timeline: Timeline
    _streams: StreamType

    def __init__(
        self,
        enable_timing: bool = False,
        blocking: bool = False,
        interprocess: bool = False,
        external: bool = False,
    ) -> None:
        self._timing = enable_timing
        self._moment: float | None = None
        self._made = False
        self._timeline.charge(HOST.event_us)
        self._captured: tuple[Capture, Any] | None = None  # and the stream

    def record(self, stream: Any = None) -> None:
        """Note the moment at which the device will have done the work that is queued now."""
        stream = self._streams.current_stream() if stream is None else stream
        capture = underway()
        if capture is not None and stream in capture.streams:
            self._captured, self._moment = (capture, stream), None
            return
        self._captured = None
        if not self._made:
            self._made = True
            self._timeline.charge(HOST.event_made_us)
        with self._timeline.operation(HOST.event_record_us):
            self._moment = self._timeline.record_event(stream.cuda_stream)

    def wait(self, stream: Any = None) -> None:
        """Let a stream wait for the event, or join the capture that it is of."""
        stream = self._streams.current_stream() if stream is None else stream
        stream.wait_event(self)

    def query(self) -> bool:
        """Return whether the host's time has reached the event."""
        self._check_captured()
        return self._moment is None or self._moment <= self._timeline.now()

    def synchronize(self) -> None:
        """Let the host wait for the event."""
        self._check_captured()
        self._timeline.charge(HOST.event_read_us)
        if self._moment is not None:
            self._timeline.wait_until(self._moment)

    def elapsed_time(self, end_event: _Event) -> float:
        """Return the milliseconds of device time from this event to `end_event`."""
        self._check_captured()
        end_event._check_captured()
        if not (self._timing and end_event._timing):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        if self._moment is None or end_event._moment is None:
            raise ValueError("Both events must be recorded before calculating elapsed time.")
        return (end_event._moment - self._moment) * 1e3

    def _check_captured(self) -> None:
        """Raise CUDA's error for an event that a CUDA graph has, and that never happened."""
        if self._captured is None:
            return
        capture, _ = self._captured
        if capture is underway():
            capture.refuse()
        raise cuda_error(
            "operation not permitted on an event last recorded in a capturing stream",
            "cudaErrorCapturedEvent",
        )
