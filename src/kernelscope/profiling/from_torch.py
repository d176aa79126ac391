"""A recorder on a real GPU: PyTorch's profiler, whose measured spans are read by `kineto`."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from torch.profiler import ProfilerActivity, profile, record_function, schedule

from kernelscope.profiling.captured import Captured, from_first
from kernelscope.profiling.kineto import RANGE, read
from kernelscope.profiling.ranges import recording_nvtx
from kernelscope.profiling.schedule import Schedule
from kernelscope.profiling.sync_sources import marking_waits, with_sources
from kernelscope.profiling.syncs import PROFILERS

_ACTIVE_ALREADY = (
    "another profiler is active in this process, and only one can be: leave its block first"
)


_START = "start of the trace"


class TorchRecorder:
    """A recorder that runs `torch.profiler` with host, device, shapes, modules and memory.

    Args:
        steps: the schedule of steps; None keeps everything.
        with_stack: whether to keep the host's frames, which takes time itself.
    """

    def __init__(self, steps: Schedule | None = None, with_stack: bool = False) -> None:
        self._schedule = steps
        self._with_stack = with_stack
        self._profiler: Any = None
        self._whole: AbstractContextManager[Any] | None = None
        self._watching = ExitStack()
        self._traces: list[dict[str, Any]] = []
        self._notes: list[str] = []

    def __enter__(self) -> TorchRecorder:
        """Begin with step 0."""
        if _is_active():
            self._notes.append(_ACTIVE_ALREADY)
            return self
        self._profiler = self._new_profiler()
        try:
            self._profiler.start()
        except RuntimeError as error:
            self._profiler = None
            self._notes.append(f"torch.profiler does not start: {str(error).splitlines()[0]}")
            return self
        if torch.cuda.is_available():
            self._start()
        self._watching.enter_context(recording_nvtx())
        if torch.cuda.is_available():
            self._watching.enter_context(marking_waits())
        if self._schedule is None:  # with one, PyTorch marks the steps
            self._whole = self.range("step 0", "step")
            self._whole.__enter__()
        return self

    def _start(self) -> None:
        """Launch a kernel that `captured` leaves out.

        The first launch of each trace takes the host 2 ms or more (CUPTI's buffers, seen on the
        host of an H200); a later one takes 0.03 ms.
        """
        with record_function(_START):
            torch.zeros(1, device="cuda")
            torch.cuda.synchronize()

    def __exit__(self, *_: object) -> None:
        """End the last step."""
        self._watching.close()
        if self._whole is not None:
            self._whole.__exit__(None, None, None)
        if self._profiler is None:
            return
        try:
            self._profiler.stop()
        except RuntimeError as error:  # something else has stopped it
            self._notes.append(f"the profile is incomplete: {str(error).splitlines()[0]}")

    def step(self) -> None:
        """End a step of the program and begin the next."""
        if self._profiler is not None:
            self._profiler.step()

    def wait(self) -> None:
        """Let the host wait for the device."""
        if torch.cuda.is_available():
            with self.range("wait", PROFILERS):
                torch.cuda.synchronize()

    @contextmanager
    def range(self, name: str, kind: str) -> Generator[None]:
        """Name what happens inside."""
        with record_function(f"{RANGE}{kind}: {name}"):
            yield

    def captured(self) -> Captured:
        """Return what was kept, from the first span on."""
        parts = list(self._parts())
        stacks: dict[str, float] = {}
        for part in parts:
            for stack, microseconds in part.stacks.items():
                stacks[stack] = stacks.get(stack, 0.0) + microseconds
        whole = Captured(
            spans=tuple(span for part in parts for span in part.spans),
            launches=tuple(launch for part in parts for launch in part.launches),
            stacks=stacks,
            memory=tuple(change for part in parts for change in part.memory),
            notes=tuple(self._notes),
        )
        return from_first(whole)

    def _parts(self) -> Iterator[Captured]:
        """Yield a part for each cycle of the schedule, on one clock."""
        for whole in self._traces:
            trace = {**whole, "traceEvents": _after_start(whole["traceEvents"])}
            part = read(trace, int(self._traces[0].get("baseTimeNanoseconds", 0)))
            yield replace(part, spans=tuple(with_sources(part.spans)))

    def _new_profiler(self) -> Any:
        activities = [ProfilerActivity.CPU]
        if torch.cuda.is_available():
            activities.append(ProfilerActivity.CUDA)
        own = self._schedule
        return profile(
            activities=activities,
            schedule=None
            if own is None
            else schedule(wait=own.wait, warmup=own.warmup, active=own.active, repeat=own.repeat),
            on_trace_ready=self._keep,
            record_shapes=True,
            profile_memory=True,
            with_stack=self._with_stack,
            with_modules=True,
            acc_events=True,  # each cycle is written as it ends, and PyTorch need not warn
        )

    def _keep(self, profiler: Any) -> None:
        with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
            path = Path(folder) / "trace.json"
            profiler.export_chrome_trace(str(path))
            self._traces.append(json.loads(path.read_text(encoding="utf-8", errors="replace")))


def _after_start(events: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the events of a trace after the end of the range `_START`."""
    ends = [float(e["ts"]) + float(e["dur"]) for e in events if _START in str(e.get("name", ""))]
    end = max(ends, default=0.0)
    return [e for e in events if e.get("ph") == "M" or float(e.get("ts", end)) >= end]


def _is_active() -> bool:
    return bool(vars(torch.autograd)["_profiler_enabled"]())
