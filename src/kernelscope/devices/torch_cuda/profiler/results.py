"""The result of a script's own profile: PyTorch's host events and the device's, on one clock."""

from __future__ import annotations

import functools
import itertools
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from torch.autograd import DeviceType

from kernelscope.devices.torch_cuda.profiler import chrome
from kernelscope.devices.torch_cuda.profiler.clocks import ClockMap
from kernelscope.devices.torch_cuda.profiler.events import HostEvent, MadeEvent
from kernelscope.devices.torch_cuda.profiler.log import (
    DeviceWork,
    HostWait,
    MemoryChange,
    Moment,
    ScriptLog,
)
from kernelscope.errors import UnavailableError
from kernelscope.hardware import GPUSpec

_PACKAGE = Path(__file__).resolve().parents[3]
STREAM = 7
"""The number that CUDA's tools show for the default stream; others follow it."""
_APART = 2  # nanoseconds between two bounds of events
_MEMORY = "[memory]"  # the name of PyTorch's events for allocations
_USER_SCOPE = 7  # at::RecordScope::USER_SCOPE: a range of `record_function`
# What these files call is a part of the pretence; what `jobs/` or a thread's start calls is not.
_PRETENDING = ("devices/torch_cuda/", "devices/clock.py", "frontends/", "vgpu/")
_THREAD_STARTS = ("threading.py", "concurrent/futures/")
# The names that `activities={CUDA: […]}` has for the kinds of events.
_CATEGORIES = {
    "kernel": "CONCURRENT_KERNEL",
    "gpu_memcpy": "GPU_MEMCPY",
    "gpu_memset": "GPU_MEMSET",
    "cuda_runtime": "CUDA_RUNTIME",
    "cuda_driver": "CUDA_DRIVER",
    "gpu_user_annotation": "GPU_USER_ANNOTATION",
}


@dataclass(frozen=True, slots=True)
class Request:
    """The options that a script gave its profiler.

    Attributes:
        host, device: the activities.
        fallback: the profiler without Kineto: device time belongs to operators, not to kernels.
        memory: allocations, too.
        categories: the kinds of device events to keep; None for all.
        begin: virtual nanoseconds of the start.
        blocks: the address and the bytes of each block of device memory at the start.
    """

    host: bool
    device: bool
    fallback: bool
    memory: bool
    categories: frozenset[str] | None
    begin: int
    blocks: Sequence[tuple[int, int]]


class Results:
    """A stand-in for `torch._C._autograd._ProfilerResult`.

    Args:
        host: the real result, of the host alone.
        log: what the device did.
        request: what was asked for.
        end: virtual nanoseconds of the end.
        spec: the GPU, for the trace.
    """

    def __init__(
        self, host: Any, log: ScriptLog, request: Request, end: int, spec: GPUSpec
    ) -> None:
        self._host = host
        self._log = log
        self._request = request
        self._end = end
        self._spec = spec

    @property
    def host(self) -> Any:
        """PyTorch's own result, of the host alone, in this machine's time."""
        return self._host

    @property
    def clock(self) -> ClockMap:
        """The map from this machine's time to the virtual clock."""
        return self._log.clock

    @property
    def blocks_before(self) -> Sequence[tuple[int, int]]:
        """The address and the bytes of each block of device memory at the start."""
        return self._request.blocks

    def trace_start_ns(self) -> int:
        """Return the virtual moment at which recording began."""
        return self._request.begin

    def trace_activities(self) -> list[Any]:
        """Raise UnavailableError: PyTorch's writer in Python needs Kineto's own objects."""
        raise UnavailableError(
            "export_chrome_trace(use_python_export=True) cannot write a profile of the virtual "
            "GPU: leave use_python_export out"
        )

    def experimental_event_tree(self) -> Any:
        """Return PyTorch's tree of the host, in this machine's time."""
        return self._host.experimental_event_tree()

    def events(self) -> list[Any]:
        """Return all events, by their begin."""
        shown = [*self.host_events, *self.made_events]
        return sorted(shown, key=lambda event: (event.begin, -event.end))

    def save(self, path: str) -> None:
        """Write the trace for Chrome, in the form of PyTorch's own."""
        self._host.save(path)
        chrome.rewrite(path, self._moved(), self.made_events, self._spec, self._log.clock)

    def _moved(self) -> chrome.Moved:
        moved: dict[tuple[int, int, int], tuple[int, int]] = {}
        for event in self.host_events:
            length = event.real_end - event.real_begin
            key = event.original.device_resource_id(), event.real_begin, length
            moved[key] = event.begin, event.end
        return moved

    @functools.cached_property
    def host_events(self) -> list[HostEvent]:
        """The host's events that a GPU's host would have, moved to the virtual clock."""
        if not self._request.host:
            return []
        return self._tree.shown

    @functools.cached_property
    def made_events(self) -> list[MadeEvent]:
        """The events of CUDA's functions, of the device and of its memory."""
        made: list[MadeEvent] = []
        if self._request.device:
            made += self._device_events()
        if self._request.fallback:
            _elapsed(self.host_events, self._log.work)
        if self._request.memory and self._request.host:
            made += self._memory_events()
        return made

    @functools.cached_property
    def _tree(self) -> HostTree:
        return HostTree(self._host.events(), self._log.clock)

    def _device_events(self) -> Iterator[MadeEvent]:
        tree, log = self._tree, self._log
        first = 1 + max((event.correlation_id() for event in tree.shown), default=0)
        inside: dict[int, list[DeviceWork]] = {}
        calls = _calls_of(log.work, log.waits, log.clock)
        for number, (work, (begin, end)) in enumerate(zip(log.work, calls, strict=True), first):
            operator = self._operator(work.queued)
            linked = 0 if operator is None else operator.correlation_id()
            if operator is not None:
                begin = max(begin, operator.begin + 1)
            for annotation in tree.ranges(work.queued):
                inside.setdefault(annotation.correlation_id(), []).append(work)
            yield from self._kept(self._call(work.call, work.queued, begin, end, number, linked))
            yield from self._kept(
                MadeEvent(
                    work.name,
                    work.begin,
                    work.end,
                    thread=0,
                    resource=STREAM + work.stream,
                    on_device=True,
                    correlation=number,
                    linked=linked,
                    activity_type=work.kind,
                    extra_meta=chrome.facts(work, STREAM + work.stream),
                    flow_id=number,
                    flow_type=2,
                )
            )
        for number, wait in enumerate(log.waits, first + len(log.work)):
            yield from self._kept(self._wait(wait, number))
        if self._request.host:
            for annotation in tree.shown:
                if works := inside.get(annotation.correlation_id()):
                    yield from self._kept(_annotation(annotation, works))

    def _kept(self, event: MadeEvent) -> Iterator[MadeEvent]:
        wanted = self._request.categories
        if wanted is None or _CATEGORIES[event.activity_type()] in wanted:
            yield event

    def _operator(self, moment: Moment) -> HostEvent | None:
        """Return the operator that the host was in; None if it was in none, or is not profiled."""
        return self._tree.operator(moment) if self._request.host else None

    def _call(
        self, name: str, moment: Moment, begin: int, end: int, number: int, linked: int
    ) -> MadeEvent:
        return MadeEvent(
            name,
            begin,
            end,
            thread=self._tree.thread(moment.thread),
            resource=moment.thread,
            on_device=False,
            correlation=number,
            linked=linked,
            activity_type="cuda_driver" if name.startswith("cuL") else "cuda_runtime",
            flow_id=number,
            flow_type=2,
            flow_start=True,
        )

    def _wait(self, wait: HostWait, number: int) -> MadeEvent:
        operator = self._operator(wait.begin)
        linked = 0 if operator is None else operator.correlation_id()
        begin, end = wait.begin.virtual, wait.end
        emulation = self._log.clock.emulation(wait.begin.real)
        if operator is None and emulation is not None:  # the program's own call, not an operator's
            begin, end = emulation.begin, emulation.end
        return self._call(wait.call, wait.begin, begin, end, number, linked)

    def _memory_events(self) -> Iterator[MadeEvent]:
        for at, change in self.memory_changes:
            yield MadeEvent(
                _MEMORY,
                at,
                at,
                thread=self._tree.thread(change.moment.thread),
                resource=change.moment.thread,
                on_device=True,
                nbytes=change.size if change.is_allocation else -change.size,
                activity_type="cpu_instant_event",
            )

    @functools.cached_property
    def memory_changes(self) -> list[tuple[int, MemoryChange]]:
        """The changes of device memory, each with its virtual nanosecond.

        An operator allocates when it begins, before it launches. What is found to be free at its
        beginning was freed before it, and before the operators around it that began with it.
        """
        return [(self._changed_at(change), change) for change in self._log.memory_changes]

    def _changed_at(self, change: MemoryChange) -> int:
        operator = self._tree.operator(change.moment)
        if operator is None:
            return change.moment.virtual
        if change.is_allocation:
            return operator.begin
        while operator.parent is not None and operator.parent.real_begin > change.since:
            operator = operator.parent
        return operator.begin - 1


class HostTree:
    """PyTorch's events of the host, moved to the virtual clock.

    Attributes:
        shown: the events that a GPU's host would have; the rest belongs to Kernelscope.
    """

    def __init__(self, originals: Sequence[Any], clock: ClockMap) -> None:
        rows: dict[int, list[HostEvent]] = {}
        self._threads: dict[int, int] = {}
        for original in originals:
            begin, end = original.start_ns(), original.end_ns()
            event = HostEvent(original, begin, end)
            rows.setdefault(original.device_resource_id(), []).append(event)
            self._threads.setdefault(original.device_resource_id(), original.start_thread_id())
        self._rows = {row: _nested(events, clock) for row, events in rows.items()}
        self._begins = {row: [e.real_begin for e in events] for row, events in self._rows.items()}
        self.shown = [event for events in self._rows.values() for event in events]

    def thread(self, system_thread: int) -> int:
        """Return PyTorch's number of a thread of the system."""
        return self._threads.get(system_thread, system_thread)

    def operator(self, moment: Moment) -> HostEvent | None:
        """Return the innermost operator that the host was in."""
        operators = (event for event in self._around(moment) if _is_operator(event))
        return next(operators, None)

    def ranges(self, moment: Moment) -> Iterator[HostEvent]:
        """Yield the ranges of `record_function` that the host was in, the innermost first."""
        return (event for event in self._around(moment) if event.scope() == _USER_SCOPE)

    def _around(self, moment: Moment) -> Iterator[HostEvent]:
        place = bisect_right(self._begins.get(moment.thread, []), moment.real) - 1
        event = self._rows[moment.thread][place] if place >= 0 else None
        while event is not None:
            if event.real_end >= moment.real:
                yield event
            event = event.parent


def _is_operator(event: HostEvent) -> bool:
    return (
        not event.is_python_function() and event.scope() != _USER_SCOPE and event.name() != _MEMORY
    )


def _nested(events: list[HostEvent], clock: ClockMap) -> list[HostEvent]:
    """Return one thread's events without Kernelscope's own, as a tree on the virtual clock."""
    kept = _without_own(events, clock)
    bounds = [(event.real_begin, 1, -event.real_end, n) for n, event in enumerate(kept)]
    bounds += [
        (max(event.real_end, event.real_begin + 1), 0, -event.real_begin, n)
        for n, event in enumerate(kept)
    ]
    # Operators that begin in the same emulation begin at the same virtual moment: each bound is two
    # nanoseconds later than the one before, so that who contains whom stays as it was, and a change
    # of memory fits between an operator and the next.
    last = 0
    open_events: list[HostEvent] = []
    for real, is_begin, _, number in sorted(bounds):
        event = kept[number]
        last = max(clock(real), last + _APART)
        if is_begin:
            event.begin = last
            while open_events and open_events[-1].real_end < event.real_end:
                open_events.pop()
            event.parent = open_events[-1] if open_events else None
            if event.name() != _MEMORY:
                open_events.append(event)
        else:
            event.end = last
            if open_events and open_events[-1] is event:
                open_events.pop()
    return sorted(kept, key=lambda event: (event.real_begin, -event.real_end))


def _without_own(events: list[HostEvent], clock: ClockMap) -> list[HostEvent]:
    """Return the events outside emulations, without frames of Kernelscope.

    What runs inside a frame of the virtual GPU is its own, too; what is around the job that runs
    the script is not part of the program.
    """
    own = {event: _own_path(event.name()) for event in events if event.is_python_function()}
    jobs = (event.python_id() for event, path in own.items() if path.startswith("jobs/"))
    around = _ancestors(events, max(jobs, default=-1))
    own_functions = {event.python_id() for event, path in own.items() if path}
    begins, ends = _united(
        (event.real_begin, event.real_end)
        for event, path in own.items()
        if path.startswith(_PRETENDING)
    )
    kept: list[HostEvent] = []
    for event in events:
        place = bisect_right(begins, event.real_begin) - 1
        inside = place >= 0 and event.real_end <= ends[place]
        if inside or clock.hides(event.real_begin, event.real_end):
            continue
        if event in own and (own[event] or event.python_id() in around):
            continue
        if event.name().startswith("<built-in") and event.python_parent_id() in own_functions:
            continue
        event.frames = _users(event.original.stack())
        kept.append(event)
    return [] if all(map(_is_thread_start, kept)) else kept


def _united(stretches: Iterable[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Return the begins and ends of stretches without those inside others."""
    begins: list[int] = []
    ends: list[int] = []
    for begin, end in sorted(stretches):
        if not ends or end > ends[-1]:
            begins.append(begin)
            ends.append(end)
    return begins, ends


def _is_thread_start(event: HostEvent) -> bool:
    """Return whether it is one of the functions in which Python's threads begin."""
    return event.is_python_function() and event.name().startswith(_THREAD_STARTS)


def _ancestors(events: list[HostEvent], innermost: int) -> set[int]:
    """Return the numbers of a Python function and of those around it."""
    parents = {e.python_id(): e.python_parent_id() for e in events if e.is_python_function()}
    seen: set[int] = set()
    while innermost in parents and innermost not in seen:
        seen.add(innermost)
        innermost = parents[innermost]
    return seen


def _users(stack: Sequence[str]) -> list[str]:
    """Return a stack, innermost first, up to the job that runs the script, without own frames."""
    inside = takewhile(lambda entry: not _own_path(entry).startswith("jobs/"), stack)
    return [entry for entry in inside if not _own_path(entry)]


@functools.cache
def _own_path(entry: str) -> str:
    """Return the path inside the package of a frame "file.py(12): name"; "" if it is not ours."""
    # PyTorch shortens paths by the entries of `sys.path`: "kernelscope/jobs/run.py".
    file = entry.partition("(")[0]
    path = Path(file) if file.startswith("/") else _PACKAGE.parent / file
    if not file.endswith(".py") or not path.is_relative_to(_PACKAGE) or not path.is_file():
        return ""
    own = str(path.relative_to(_PACKAGE))
    return "" if own.startswith("operations/") else own


def _calls_of(
    works: Sequence[DeviceWork], waits: Sequence[HostWait], clock: ClockMap
) -> list[tuple[int, int]]:
    """Return the begin and end of the call that queued each work, in virtual nanoseconds.

    An operator queues one after another, from the first moment to its end, or from its begin to the
    last moment if it then waits for the device.
    """
    # Example: an operator takes the host 13.5 us, and queues two kernels at 5.3 and 8.7 us. The two
    # calls of cudaLaunchKernel are from 5.3 to 8.7 us and from there to 13.5 us. If it waits for
    # them, as nonzero does, they are from 0 to 5.3 and to 8.7 us.
    waiting = {clock.emulation(wait.begin.real) for wait in waits}
    together: dict[tuple[int, int, bool], list[int]] = {}
    calls = [(work.queued.virtual, work.queued.virtual) for work in works]
    for number, work in enumerate(works):
        emulation = clock.emulation(work.queued.real)
        if emulation is not None:
            key = emulation.begin, emulation.end, emulation in waiting
            together.setdefault(key, []).append(number)
    for (begin, end, waits_then), numbers in together.items():
        moments = [works[number].queued.virtual for number in numbers]
        edges = [begin, *moments] if waits_then else [*moments, max(end, moments[-1])]
        for number, call in zip(numbers, itertools.pairwise(edges), strict=True):
            calls[number] = call
    return calls


def _annotation(host: HostEvent, works: Sequence[DeviceWork]) -> MadeEvent:
    """Return the device's side of a range: from its first kernel to the end of its last."""
    return MadeEvent(
        host.name(),
        min(work.begin for work in works),
        max(work.end for work in works),
        thread=0,
        resource=STREAM,
        on_device=True,
        is_user_annotation=True,
        activity_type="gpu_user_annotation",
    )


def _elapsed(events: Sequence[HostEvent], works: Sequence[DeviceWork]) -> None:
    """Give each operator the device's time between an event before it and one after it."""
    queued = [work.queued.real for work in works]

    def ready(real: int, now: int) -> int:
        place = bisect_right(queued, real) - 1
        return max(now, works[place].end) if place >= 0 else now

    for event in events:
        if event.device_type() == DeviceType.CPU and not event.is_python_function():
            begin = ready(event.real_begin, event.begin)
            event.device_us = round((ready(event.real_end, event.end) - begin) / 1e3)
