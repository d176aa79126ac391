"""A recorder on the virtual GPU: the virtual clock's log as spans, with estimated times."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from kernelscope.devices.activity import ActivityLog
from kernelscope.devices.clock import Timeline
from kernelscope.profiling.bounded import BOUNDED
from kernelscope.profiling.captured import Captured, from_first
from kernelscope.profiling.schedule import Schedule
from kernelscope.profiling.stacks import fold_samples
from kernelscope.profiling.totals import PROFILERS
from kernelscope.record import ONE_TIME


class VirtualRecorder:
    """A recorder of a timeline, step by step as the schedule says; None keeps everything.

    `with_stack`: whether to keep the host's frames.
    """

    def __init__(
        self, timeline: Timeline, schedule: Schedule | None = None, with_stack: bool = False
    ) -> None:
        self._timeline = timeline
        self._schedule = schedule or Schedule()
        self._log = ActivityLog(with_stack)
        self._outer: ActivityLog | None = None
        self._steps = 0
        self._begin = 0.0

    def __enter__(self) -> VirtualRecorder:
        """Begin with step 0."""
        self._outer, self._timeline.log = self._timeline.log, self._log
        self._begin_step()
        return self

    def __exit__(self, *_: object) -> None:
        """End the last step."""
        self._end_step()
        self._timeline.log = self._outer

    def step(self) -> None:
        """End a step of the program and begin the next."""
        with self._timeline.emulation():
            self._end_step()
            self._steps += 1
            self._begin_step()

    def wait(self) -> None:
        """Let the host wait for the device."""
        with self.range("wait", PROFILERS):
            self._timeline.synchronize()

    @contextmanager
    def range(self, name: str, kind: str) -> Generator[None]:
        """Name what happens inside."""
        begin = self._timeline.now()
        try:
            yield
        finally:
            self._log.range(name, kind, begin, self._timeline.now())

    def captured(self) -> Captured:
        """Return the captured steps, from the first span on."""
        log = self._log
        return from_first(
            Captured(
                spans=tuple(log.spans),
                launches=tuple(log.launches),
                operators=tuple(log.operators),
                stacks=fold_samples(
                    log.stacks,
                    [s for s in log.spans if s.kind == "step"],
                    [s for s in log.spans if s.lane == "range" and s.kind in ONE_TIME],
                ),
                memory=tuple(log.memory),
                notes=(BOUNDED,) if log.is_bounded else (),
            )
        )

    def _begin_step(self) -> None:
        self._begin = self._timeline.now()
        active = self._schedule.phase(self._steps) == "active"
        if active and (not self._steps or not self._log.active):
            self._log.since = self._begin
        self._log.active = active

    def _end_step(self) -> None:
        self._log.range(f"step {self._steps}", "step", self._begin, self._timeline.now())
