"""PyTorch's profiler on a real GPU → spans, measured."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import cache
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
    "another profiler is active in this process, and there can be one alone: leave its block first"
)


@cache
def _start_tracing() -> None:
    """Take a profile that nobody reads.

    The first operation of a process's first profile pays for the start of CUDA's tracing: 2 to
    3 ms beside one H200, where a later one takes 0.02 ms.
    """
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]):
        torch.zeros(1, device="cuda")
        torch.cuda.synchronize()


class TorchRecorder:
    """Runs `torch.profiler` with host and device activities, shapes, modules and memory.

    Args:
        steps: None keeps everything.
        with_stack: also keep the host's frames, which takes time itself.
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
        if torch.cuda.is_available():
            _start_tracing()
        self._profiler = self._new_profiler()
        try:
            self._profiler.start()
        except RuntimeError as error:
            self._profiler = None
            self._notes.append(f"torch.profiler does not start: {str(error).splitlines()[0]}")
            return self
        self._watching.enter_context(recording_nvtx())
        if torch.cuda.is_available():
            self._watching.enter_context(marking_waits())
        if self._schedule is None:  # with one, PyTorch marks the steps
            self._whole = self.range("step 0", "step")
            self._whole.__enter__()
        return self

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
        """One step of the program is over."""
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
        """What was kept, from the first span on."""
        found = list(self._parts())
        stacks: dict[str, float] = {}
        for part in found:
            for stack, microseconds in part.stacks.items():
                stacks[stack] = stacks.get(stack, 0.0) + microseconds
        whole = Captured(
            spans=tuple(span for part in found for span in part.spans),
            launches=tuple(launch for part in found for launch in part.launches),
            stacks=stacks,
            memory=tuple(change for part in found for change in part.memory),
            notes=tuple(self._notes),
        )
        return from_first(whole)

    def _parts(self) -> Iterator[Captured]:
        """A part for each cycle of the schedule, on one clock."""
        for trace in self._traces:
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


def _is_active() -> bool:
    return bool(vars(torch.autograd)["_profiler_enabled"]())
