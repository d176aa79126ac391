"""A recorder on a real GPU: PyTorch's profiler, whose measured spans are read by `kineto`."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
import torch.autograd.profiler as autograd
from torch.profiler import ProfilerActivity, profile, record_function, schedule

from kernelscope._patching import Patches
from kernelscope.profiling.bounded import BOUNDED, Bounds
from kernelscope.profiling.captured import Captured, from_first
from kernelscope.profiling.kineto import RANGE, read
from kernelscope.profiling.ranges import recording_nvtx
from kernelscope.profiling.schedule import Schedule
from kernelscope.profiling.sync_sources import marking_waits, with_sources
from kernelscope.profiling.totals import PROFILERS

_ACTIVE_ALREADY = (
    "another profiler is active in this process, and only one can be: leave its block first"
)


_GAVE_WAY = (
    "the program ran its own profiler, and a process can have only one at a time: the work "
    "inside it is not in this profile (with --device virtual:h200 both are complete)"
)
_START = "start of the trace"


class TorchRecorder:
    """A recorder that runs `torch.profiler` with host, device, shapes, modules and memory.

    `steps`: the schedule; None keeps everything. `with_stack` keeps the host's frames, which takes
    time.
    """

    def __init__(self, steps: Schedule | None = None, with_stack: bool = False) -> None:
        self._schedule = steps
        self._with_stack = with_stack
        self._profiler: Any = None
        self._gave_way = self._switching = False
        self._whole: AbstractContextManager[Any] | None = None
        self._watching = ExitStack()
        self._traces: list[dict[str, Any]] = []
        self._notes: list[str] = []
        self._bounds = Bounds()

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
        runtime = _runtime()
        if runtime is not None:
            self._watching.enter_context(self._bounds.watching(runtime))
        self._watching.enter_context(recording_nvtx())
        if torch.cuda.is_available():
            self._watching.enter_context(marking_waits())
        self._watching.enter_context(self._giving_way())
        self._begin_whole()
        return self

    def _begin_whole(self) -> None:
        if self._schedule is None:  # with one, PyTorch marks the steps
            self._whole = self.range("step 0", "step")
            self._whole.__enter__()

    def _end_whole(self) -> None:
        if self._whole is not None:
            self._whole.__exit__(None, None, None)
            self._whole = None

    @contextmanager
    def _giving_way(self) -> Generator[None]:
        """End this profile before the program starts one of its own, and go on after it.

        A process has one profiler. PyTorch lets a second one start, and loses the first or crashes.
        """
        profile_class: Any = autograd.profile
        leave = profile_class.__exit__

        def begin(function: Callable[..., Any]) -> Callable[..., Any]:
            def run(profile: Any, *args: Any) -> Any:
                self._give_way(profile)
                return function(profile, *args)

            return run

        def end(profile: Any, *args: Any) -> Any:
            result = leave(profile, *args)
            self._go_on(profile)
            return result

        with Patches() as undo:
            undo.attributes(
                profile_class,
                _prepare_trace=begin(profile_class._prepare_trace),
                _start_trace=begin(profile_class._start_trace),
                __exit__=end,
            )
            yield

    def _is_own(self, profile: Any) -> bool:
        return self._switching or profile is getattr(self._profiler, "profiler", None)

    def _give_way(self, to: Any) -> None:
        if self._gave_way or self._is_own(to):
            return
        self._gave_way = self._switching = True
        if _GAVE_WAY not in self._notes:
            self._notes.append(_GAVE_WAY)
        self._end_whole()
        self._profiler.stop()
        self._switching = False

    def _go_on(self, behind: Any) -> None:
        # The steps of a schedule cannot be taken up again in their midst.
        if not self._gave_way or self._is_own(behind) or self._schedule is not None:
            return
        self._switching = True
        self._profiler = self._new_profiler()
        self._profiler.start()
        if torch.cuda.is_available():
            self._start()
        self._begin_whole()
        self._gave_way = self._switching = False

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
        self._end_whole()
        if self._profiler is not None and not self._gave_way:
            self._profiler.stop()

    def step(self) -> None:
        """End a step of the program and begin the next."""
        if self._profiler is not None and not self._gave_way:
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
        """Return the captured steps, from the first span on."""
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
            notes=(*self._notes, *([BOUNDED] if self._bounds.is_bounded else [])),
        )
        return from_first(whole)

    def _parts(self) -> Iterator[Captured]:
        """Yield a part for each cycle of the schedule, on one clock."""
        for whole in self._traces:
            trace = {**whole, "traceEvents": _after_start(whole["traceEvents"])}
            trace = self._bounds.within(trace, f"{RANGE}step: ")
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


def _runtime() -> Any:
    """Return CUDA's runtime as PyTorch has it; None without a GPU."""
    return torch.cuda.cudart() if torch.cuda.is_available() else None


def _is_active() -> bool:
    return bool(vars(torch.autograd)["_profiler_enabled"]())
