"""The virtual GPU as a device: inside its block, kernels of every front end run on it.

    with virtual_gpu("h200") as gpu:
        kernel[grid](x, y, n)
    gpu.launches[-1].counters

A front end gives each launch its `Origin`. The session is one of the launch's steps
(`vgpu.STEPS`): before it runs, the session notes the origin, the caller's line and the
arguments; after it, it adds the counts and the estimated time and keeps the record.

Each thread has its own open blocks. A thread that was started inside a block belongs to that block.
"""

from __future__ import annotations

import math
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kernelscope import vgpu
from kernelscope.devices.argument_facts import described
from kernelscope.devices.callsite import caller_source
from kernelscope.devices.capture import CapturedLaunch, KernelForm, copied, form_of_ptx
from kernelscope.devices.front_ends import PTX, begin_session, end_session
from kernelscope.devices.l2 import L2, Piece, piece_of, pieces_at
from kernelscope.devices.launch_times import LaunchCycles, LaunchTimes
from kernelscope.errors import LaunchError
from kernelscope.hardware import GPUSpec, gpu
from kernelscope.hardware.residency import Occupancy, occupancy
from kernelscope.hardware.timing import (
    EVENT_US,
    EVENTS_OVER_DURATION_US,
    GAP_US,
    estimate_launch,
    l2_conditions,
)
from kernelscope.record import LaunchRecord, OneTime, OperatorRecord, SMCycles
from kernelscope.vgpu.clusters import threads_of
from kernelscope.vgpu.runtime.arguments import TensorMapArgument
from kernelscope.vgpu.runtime.overlap import Overlaps
from kernelscope.vgpu.runtime.settings import (
    Settings,
    of_sessions,
    process_settings,
    settings,
)
from kernelscope.vgpu.schedule import schedule as schedule_of

if TYPE_CHECKING:
    from kernelscope._patching import Patches
    from kernelscope.devices.sampling import Sampling
    from kernelscope.vgpu import Kernel, LaunchCounts, LaunchRequest, Proceed
    from kernelscope.vgpu.runtime.launch import Sample

Event = LaunchRecord | OperatorRecord


def durations(event: Event, in_graph: bool = False) -> list[tuple[str, float]]:
    """Return the name and the duration, in microseconds, of each kernel of an event.

    A name of "" is the event's own. An event without a time has none. The time of a launch that is
    a node of a CUDA graph is its duration.
    """
    if isinstance(event, OperatorRecord) and event.launches:
        return [(launch.name, launch.time_us.value) for launch in event.launches]
    if event.time_us is None:
        return []
    events = 0.0 if in_graph else EVENTS_OVER_DURATION_US
    return [("", max(event.time_us.value - events, 0.0))]


_SECTOR_BYTES = 32
_CODE_DIGITS = 12
_WIDENED = "kernelscope__cvt_fp32_to_fp64.sum"
_MODELS_AT_MOST = 256
_TRACES_AT_MOST = 8
"""Of launches that have no record yet: 0.1 to 4 MB each."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a launch. Its front end gives it when the launch starts.

    Attributes:
        frontend: the name of the front end that made the kernel.
        registers: 32-bit registers of a thread, from the cubin; None without a cubin.
        local_bytes: bytes of local memory of a thread, from the cubin; None without a cubin.
        spill_bytes: bytes of spilled registers that the machine code stores and loads, or None.
        source: "file:line" of the call; None: the user's line on the stack when the launch starts.
        kernel_source: "file:line" of the kernel.
        variant: what the kernel was compiled for (`record.names`); empty if only its name counts.
        form: makes every form of the kernel; None if there is only its PTX.
        parameters: the source's name of each parameter; () for those of the PTX.
    """

    frontend: str
    registers: int | None = None
    local_bytes: int | None = None
    spill_bytes: int | None = None
    source: str | None = None
    kernel_source: str | None = None
    variant: dict[str, str] = field(default_factory=dict[str, str])
    form: Callable[[], KernelForm] | None = None
    parameters: tuple[str, ...] = ()

    def form_of(self, kernel: Kernel) -> KernelForm:
        """Return the kernel in every form that its front end has."""
        return self.form() if self.form else form_of_ptx(kernel, self.frontend)


_BY_HAND = Origin(PTX.name)


class _Launched(NamedTuple):
    """A launch that ran, from which its record is made.

    Attributes:
        source: the caller's line.
        trial: whether it was one.
        in_l2: the share of its data that was in L2.
        l2_dirty: the share of L2 that was not yet in device memory.
        resident: the blocks that are on an SM at once.
        cycles: its cycles, which are simulated when its record is made.
        code, arguments, widened_at: as its record has them.
    """

    counts: LaunchCounts
    origin: Origin
    source: str | None
    trial: bool
    in_l2: float
    l2_dirty: float
    resident: Occupancy
    cycles: LaunchCycles
    code: str
    arguments: dict[str, str]
    widened_at: tuple[str, ...]


def origin_of(request: LaunchRequest) -> Origin:
    """Return the origin that a front end gave, or that of PTX launched by hand."""
    return request.origin if isinstance(request.origin, Origin) else _BY_HAND


def _names(request: LaunchRequest, origin: Origin) -> Sequence[str]:
    """Return the source's name of each parameter, or the PTX's."""
    return origin.parameters or request.kernel.parameter_names


class Clock:
    """The clock of a GPU's host, as front ends use it; this one stands, and charges nothing.

    `clock.Timeline` is the virtual clock.
    """

    def now(self) -> float:
        """Return the seconds since the beginning."""
        return 0.0

    def spend(self, seconds: float) -> None:
        """Let the host spend seconds of this clock that another process has measured."""

    def charge(self, host_us: float, *, library: bool = False) -> None:
        """Let the host spend microseconds of `host_costs`."""

    def emulation(self) -> AbstractContextManager[None]:
        """Return what surrounds work of the virtual GPU that is not the host program's."""
        return _NOTHING

    def launch(self, host_us: float) -> AbstractContextManager[None]:
        """Return `emulation` for a launch that takes the host of a real GPU `host_us`."""
        return _NOTHING

    def host_work(self, steady_s: float = 0.0) -> AbstractContextManager[None]:
        """Return what surrounds work of the host program inside `emulation`.

        steady_s: the seconds that it takes on a steady clock.
        """
        return _NOTHING

    def once(self, name: str, kind: OneTime) -> AbstractContextManager[None]:
        """Return what surrounds what the program does only once, and names it."""
        return _NOTHING


_NOTHING = nullcontext()
NO_CLOCK = Clock()


class _OpenBlocks(threading.local):
    """The virtual GPUs whose blocks this thread has entered, the innermost last.

    `inherited` are those of the thread that started this one. They may have ended since: a pool's
    thread outlives the block in which it was started.
    """

    def __init__(self) -> None:
        self.stack: list[VirtualGPU] = []
        self.inherited: tuple[VirtualGPU, ...] = ()


_own = _OpenBlocks()
_lock = threading.RLock()
open_blocks: list[tuple[int, VirtualGPU]] = []
"""The thread and GPU of every block of the process; without any, a launch is the real GPU's."""


def current_gpu() -> VirtualGPU | None:
    """Return the innermost virtual GPU whose block is open in this thread, or None.

    A thread that Python did not start (PyTorch's own, say) has the GPU of the process's blocks.

    Raises:
        LaunchError: this is such a thread, and several threads have blocks with GPUs of their own.
    """
    if _own.stack:
        return _own.stack[-1]
    with _lock:
        if not open_blocks:
            return None
        for gpu in reversed(_own.inherited):
            if any(gpu is opened for _, opened in open_blocks):
                return gpu
        if (
            len({thread for thread, _ in open_blocks}) > 1
            and len({id(gpu) for _, gpu in open_blocks}) > 1
        ):
            raise LaunchError(
                "no virtual GPU is active in this thread, and several other threads have one "
                "each: write `with kernelscope.virtual_gpu():` in this thread, too"
            )
        return open_blocks[-1][1]


def is_tried() -> bool:
    """Return whether a tuner tries what runs now; what it chooses runs again."""
    gpu = current_gpu()
    return gpu is not None and gpu.tunes


def around_on_gpu(patches: Patches, owner: Any, name: str, function: Callable[..., Any]) -> None:
    """Let calls go to `function`, after the GPU and the original, in threads with a virtual GPU."""

    def call(original: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        gpu = current_gpu()
        if gpu is None:
            return original(*args, **kwargs)
        return function(gpu, original, *args, **kwargs)

    patches.around(owner, name, call)


def active_gpu() -> VirtualGPU:
    """Return `current_gpu()`. Raises LaunchError if this thread is in no virtual GPU's block."""
    gpu = current_gpu()
    if gpu is None:
        raise LaunchError(
            "a GPU is used where no virtual GPU is active: write `with "
            "kernelscope.virtual_gpu():` around it, in each thread that uses it"
        )
    return gpu


class VirtualGPU:
    """A virtual GPU and the record of all that ran on it; a context manager that nests.

    Attributes:
        spec: the GPU specification that times and limits come from.
        torch_device: the device that Triton reports as PyTorch's: "cpu", or "cuda" while PyTorch
            believes in this GPU (`torch_cuda/`).
        takes_host_tensors: whether kernels may be given tensors of the CPU though PyTorch believes
            in this GPU: inside `with ks.check()`, as without `run`.
        trial: whether what is recorded now is marked as a trial.
        tunes: whether it is a tuner's trial.
        compiles: whether torch.compile compiles: operators that run then are its own.
        optimizes: whether kernels are to be optimised; front ends with `debuggable` obey it.
        sample_blocks: the blocks of a launch that a front end should run, as `Kernel.launch` takes
            them; None for all.
        settings: the time limit and the schedule of launches; None for those of the process.
        clock: the virtual clock of the host.
        l2: what of the program's memory is in L2.
        launch_times: the simulated cycles of its launches.
        on_code: called with the name and the machine code of a kernel before it first runs.
        on_launch: called with each launch before it runs.
        on_operator: called with each of PyTorch's operations on this GPU's tensors after it ran,
            its arguments and its result.
        on_wait: called when the host waits for what has been launched.
        overlaps: lets launches begin early.
        revise: changes a record before it is kept.
        said: why calls of a program's were refused or failed, each once.
        leaks: what CUDA programs did not free; None if nobody asks.
        in_graph: whether what is recorded now are nodes of a CUDA graph, which follow each other
            without a gap.
        sampling: what of the session's work is left out; None: nothing.
        captured: the first launch of each kernel, without trials; None before `capture`.
    """

    def __init__(self, spec: GPUSpec) -> None:
        self.spec = spec
        self.torch_device = "cpu"
        self.trial = self.tunes = False
        self.compiles = False
        self.optimizes = True
        self.sample_blocks: Sample | None = None
        self.settings: Settings | None = None
        self._listeners: list[Callable[[Event], None]] = []
        self.clock = NO_CLOCK
        self._launches: list[LaunchRecord] = []
        self.said: list[str] = []
        self.leaks: list[str] | None = None
        self._events: list[Event] = []
        self.l2 = L2(spec.l2_bytes)
        self._device_time_us = 0.0
        self.on_code: Callable[[str, bytes], None] | None = None
        self.on_launch: list[Callable[[LaunchRequest], None]] = []
        self.on_operator: list[Callable[[Any, Sequence[Any], Any], None]] = []
        self.overlaps = Overlaps()
        self.on_operator.append(self.overlaps.ordered)
        self.on_wait: list[Callable[[], None]] = [self.overlaps.ordered]
        self.revise: Callable[[Event], Event] | None = None
        self.in_graph = False
        self.takes_host_tensors = False
        self._recorded = True
        self.sampling: Sampling | None = None
        self.captured: list[CapturedLaunch] | None = None
        self._copies = False
        self._times: Counter[tuple[object, str]] = Counter()
        self._entered: list[ExitStack] = []
        self.launch_times = LaunchTimes(spec)
        self._traced: tuple[Settings | None, Settings] = None, Settings()
        self._unrecorded: deque[_Launched] = deque()
        self._traces = 0
        self._recording = threading.RLock()

    @property
    def listeners(self) -> list[Callable[[Event], None]]:
        """Called with each event as it is recorded."""
        self._record_all()
        return self._listeners

    @property
    def launches(self) -> list[LaunchRecord]:
        """The PTX kernels in the order they ran."""
        self._record_all()
        return self._launches

    @property
    def events(self) -> list[Event]:
        """Kernels and PyTorch's own operations in the order they ran."""
        self._record_all()
        return self._events

    @property
    def device_time_us(self) -> float:
        """Estimated device time of everything that ran so far, in microseconds: of each kernel from
        the end of the one before it.
        """
        self._record_all()
        return self._device_time_us

    def __repr__(self) -> str:
        return f"VirtualGPU({self.spec.name!r}, {len(self.launches)} launches)"

    def __enter__(self) -> VirtualGPU:
        begin_session()
        with ExitStack() as undo:
            undo.callback(end_session)
            _enter_block(self)
            undo.callback(_leave_block)
            self._entered.append(undo.pop_all())
        return self

    def __exit__(self, *_: object) -> None:
        self._entered.pop().close()

    def launch_settings(self) -> Settings:
        """Return the settings of the next launch: those of this GPU, or of the process."""
        own = self.settings or process_settings()
        if self._traced[0] is not own:
            is_traced = not (own.fast_time or own.trace)
            traced = replace(own, trace=self.launch_times.trace) if is_traced else own
            self._traced = own, traced
        return own if vgpu.STEPS.has(vgpu.Stage.REPLACE) else self._traced[1]

    @contextmanager
    def trials(self, sample_blocks: Sample | None = None, *, tunes: bool = True) -> Generator[None]:
        """Mark what runs inside as trials (autotuning, benchmark repeats).

        Args:
            sample_blocks: run only these blocks of each launch, as `Kernel.launch` takes them, and
                scale the counters; only for launches whose results are not read.
            tunes: whether a tuner makes them, and what it chooses runs again.
        """
        before = self.trial, self.tunes, self.sample_blocks
        self.trial, self.tunes, self.sample_blocks = True, self.tunes or tunes, sample_blocks
        try:
            yield
        finally:
            self.trial, self.tunes, self.sample_blocks = before

    @contextmanager
    def unrecorded(self) -> Generator[None]:
        """Run what is inside without a record, and report none of its operators."""
        before = self._recorded, self.on_operator
        self._recorded, self.on_operator = False, []
        try:
            yield
        finally:
            self._recorded, self.on_operator = before

    @contextmanager
    def as_node_of_graph(self, revise: Callable[[Event], Event]) -> Generator[None]:
        """Record what runs inside as one node of a CUDA graph, whose records `revise` changes."""
        before = self.revise, self.in_graph
        self.revise, self.in_graph = revise, True
        try:
            yield
        finally:
            self.revise, self.in_graph = before

    def capture(self, copies: bool = False) -> None:
        """Keep the first launch of each kernel from now on, in `captured`.

        copies: with the arguments' contents as they were before the launch.
        """
        self.captured, self._copies = [], copies
        self._times.clear()

    def times_launched(self, kernel: Kernel) -> int:
        """Return how often a captured kernel was launched, without trials."""
        return self._times[kernel.module.key, kernel.name]

    def record_operator(self, operator: OperatorRecord) -> None:
        """Keep one of PyTorch's own operations, which ran on the CPU instead of the GPU."""
        self._record_all()
        self._append(operator)

    def _model(self, launch: _Launched) -> dict[str, Any]:
        """Return the fields of a record that follow from the counts and from the machine code:
        time, occupancy, waves.
        """
        models = launch.cycles.models
        key = launch.origin.registers, launch.in_l2, launch.l2_dirty
        if key not in models:
            if len(models) >= _MODELS_AT_MOST:
                models.clear()
            with self.clock.emulation():
                models[key] = _model(self.spec, launch, launch.cycles.value())
        return models[key]

    def tried(self, events: Sequence[Event], arguments: Sequence[Any]) -> None:
        """Keep what one trial recorded in a process of its own, as if it had run in this one.

        arguments: those of its launches.
        """
        with self.trials():
            self.l2.empty()
            self.record_event()
            for event in events:
                self._append(event)
            self.l2.touch(_pieces(arguments))
            self.record_event()

    def record_event(self) -> float:
        """Queue an event, which takes the GPU some time too; return `device_time_us` after it."""
        self._record_all()
        self._device_time_us += EVENT_US
        return self._device_time_us

    def _append(self, event: Event) -> Event:
        """Keep an event, and return it as it was kept."""
        if not self._recorded:
            return event
        if self.revise is not None:
            event = self.revise(event)
        if isinstance(event, LaunchRecord):
            self._launches.append(event)
        self._events.append(event)
        gap = 0.0 if self.in_graph else GAP_US
        self._device_time_us += sum(us + gap for _, us in durations(event, self.in_graph))
        for listener in self._listeners:
            listener(event)
        return event

    def _launch(self, proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
        """Note a launch before it runs, and record it afterwards."""
        for note in self.on_launch:
            note(request)
        origin = origin_of(request)
        source, trial = origin.source or caller_source(), self.trial
        captured = self._capture(request, origin)
        self.launch_times.begin(request, lambda: self._form(origin, request.kernel))
        if request.settings.schedule.is_fine:
            counts = self.overlaps.launch(proceed, request)
        else:
            counts = proceed(request)
        counters, shape = counts.counters, request.shape
        read = _SECTOR_BYTES * counters.get("kernelscope__unique_sectors_read.sum", 0.0)
        written = _SECTOR_BYTES * counters.get("kernelscope__unique_sectors_written.sum", 0.0)
        pieces = _pieces(request.arguments, read + written)
        share, dirty = self.l2.share(pieces), self.l2.dirty
        self.l2.touch(pieces, written)
        shared = counts.static_shared_bytes, counts.dynamic_shared_bytes
        threads, registers = threads_of(shape[1]), origin.registers or 0
        resident = _resident(self.spec, threads, registers, *shared)
        cycles = self.launch_times.cycles(request, counts, resident.blocks_per_sm)
        code = request.kernel.module.key[:_CODE_DIGITS]
        is_wide = counters.get(_WIDENED) and not trial
        wide = request.kernel.widened_at if is_wide else ()
        asked = described(_names(request, origin), request.arguments)
        launch = _Launched(
            counts, origin, source, trial, share, dirty, resident, cycles, code, asked, wide
        )
        if captured is None or self.captured is None:
            self._record_soon(launch)
            return counts
        self._record_all()
        form, arguments = captured
        record, executed = self._record(launch), request.kernel.executed(counts)
        self.captured.append(
            CapturedLaunch(form, request.kernel, *request.shape, arguments, record, executed)
        )
        return counts

    def _record_soon(self, launch: _Launched) -> None:
        """Record a launch when a record is asked for, or at once if its cycles are known.

        A clock, a listener and who revises records are there to know at once.
        """
        with self._recording:
            self._unrecorded.append(launch)
            self._traces += launch.counts.trace is not None
            at_once = self.clock is not NO_CLOCK or self._listeners or self.revise or self.in_graph
            while self._unrecorded and (
                at_once or self._unrecorded[0].cycles.is_known or self._traces > _TRACES_AT_MOST
            ):
                self._record_next()

    def _record_next(self) -> None:
        """Record the first launch that has no record."""
        launch = self._unrecorded.popleft()
        self._traces -= launch.counts.trace is not None
        self._record(launch)

    def _record_all(self) -> None:
        """Record the launches that ran, and wait for their machine code."""
        if self._unrecorded:
            with self._recording:
                while self._unrecorded:
                    self._record_next()

    def _form(self, origin: Origin, kernel: Kernel) -> KernelForm:
        with self.clock.emulation():
            return origin.form_of(kernel)

    def _capture(
        self, request: LaunchRequest, origin: Origin
    ) -> tuple[KernelForm, tuple[object, ...]] | None:
        """Return the form and arguments to keep; None if the launch is not to be captured."""
        if self.captured is None or self.trial:
            return None
        kernel = request.kernel
        key = kernel.module.key, kernel.name
        self._times[key] += 1
        if any((seen.kernel.module.key, seen.kernel.name) == key for seen in self.captured):
            return None
        arguments = copied(request.arguments) if self._copies else tuple(request.arguments)
        form = origin.form_of(kernel)
        if self.on_code is not None and form.cubin is not None:
            self.on_code(form.name, form.cubin)
        return form, arguments

    def _record(self, launch: _Launched) -> LaunchRecord:
        """Keep a launch, with its estimated time on this GPU."""
        counts, origin = launch.counts, launch.origin
        record = LaunchRecord(
            kernel=counts.kernel,
            grid=counts.grid,
            block=counts.block,
            dynamic_shared_bytes=counts.dynamic_shared_bytes,
            static_shared_bytes=counts.static_shared_bytes,
            registers=origin.registers,
            counters=counts.counters,
            source=launch.source,
            kernel_source=origin.kernel_source,
            trial=launch.trial,
            frontend=origin.frontend,
            sampled=counts.sampled,
            accesses=counts.accesses,
            divergent_source=counts.divergent_source,
            spill_bytes=origin.spill_bytes,
            local_bytes=origin.local_bytes,
            inexact=counts.inexact,
            variant=origin.variant,
            in_l2=launch.in_l2,
            l2_dirty=launch.l2_dirty,
            widened_at=launch.widened_at,
            code=launch.code,
            arguments=launch.arguments,
            **self._model(launch),
        )
        kept = self._append(record)
        return kept if isinstance(kept, LaunchRecord) else record


def _launch(proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
    """Let the GPU of this thread record a launch; outside every block nothing is recorded."""
    gpu = current_gpu()
    if gpu is None:
        return proceed(request)
    return gpu._launch(proceed, request)  # pyright: ignore[reportPrivateUsage]


_Thread: Any = threading.Thread
_start_thread = threading.Thread.start


def _start_inside(thread: threading.Thread) -> None:
    """Stand in for `Thread.start`: a thread that starts inside a block belongs to that block."""
    inherited, run = (*_own.inherited, *_own.stack), thread.run

    def run_inside() -> None:
        _own.inherited = inherited
        run()

    if inherited:
        thread.run = run_inside
    _start_thread(thread)


def _enter_block(gpu: VirtualGPU) -> None:
    with _lock:
        if not open_blocks:
            vgpu.STEPS.add(vgpu.Stage.RECORD, _launch)
            _Thread.start = _start_inside
        open_blocks.append((threading.get_ident(), gpu))
    _own.stack.append(gpu)


def _leave_block() -> None:
    gpu = _own.stack.pop()
    with _lock:
        mine = (threading.get_ident(), gpu)
        last = len(open_blocks) - 1 - open_blocks[::-1].index(mine)
        del open_blocks[last]
        if not open_blocks:
            vgpu.STEPS.remove(_launch)
            _Thread.start = _start_thread


def virtual_gpu(
    name: str = "h200",
    *,
    limit_s: float | None = None,
    schedule: str | None = None,
    fast_time: bool = False,
) -> VirtualGPU:
    """Return a virtual GPU to enter with `with`; inside, kernels of every front end run on it.

    Blocks nest: the innermost GPU counts. Entering the same object again adds to its records.

    Args:
        name: a GPU of the specification table.
        limit_s: seconds of processor time after which a launch stops.
        schedule: the order in which warps and blocks run: turns, interleaved or random:SEED.
        fast_time: whether times are estimated from the counts alone, and not simulated.

    Raises:
        UsageError: there is no such GPU, or no such schedule.
    """
    made = VirtualGPU(gpu(name))
    if limit_s is not None or schedule is not None or fast_time:
        usual = settings()
        made.settings = Settings(
            usual.limit_s if limit_s is None else limit_s,
            usual.schedule if schedule is None else schedule_of(schedule),
            fast_time=fast_time or usual.fast_time,
        )
    return made


def _settings_of_session() -> Settings | None:
    current = current_gpu()
    return current.launch_settings() if current is not None else None


of_sessions.append(_settings_of_session)


def _pieces(arguments: Sequence[Any], moved: float = math.inf) -> list[Piece]:
    """Return the allocations behind a launch's arguments; those of NumPy's arrays count as cold.

    moved: the bytes that the launch reads and writes: of a large allocation perhaps a small part.
    """
    pieces: list[Piece] = []
    total = 0
    for value in arguments:
        tensor = value.tensor if type(value) is TensorMapArgument else value
        if hasattr(tensor, "untyped_storage"):
            piece = piece_of(tensor)
            pieces.append(piece)
            total += piece[1]
        elif isinstance(value, bytes) or (type(value) is int and value >> 32):
            for piece in pieces_at(value):
                pieces.append(piece)
                total += piece[1]
    if total <= moved:
        return pieces
    # A cache of 10 GB of which a launch reads 20 MB: these are in L2 when the next one begins.
    part = moved / max(sum(dict(pieces).values()), 1)
    return pieces if part >= 1 else [(base, round(part * size)) for base, size in pieces]


@lru_cache(maxsize=1024)  # a launch of an empty kernel takes 100 µs, and this 10
def _resident(spec: GPUSpec, block: int, registers: int, static: int, dynamic: int) -> Occupancy:
    return occupancy(
        spec,
        block=block,
        registers=registers,
        static_shared_bytes=static,
        dynamic_shared_bytes=dynamic,
    )


def _model(spec: GPUSpec, launch: _Launched, cycles: SMCycles | str) -> dict[str, Any]:
    counts, resident = launch.counts, launch.resident
    known = None if isinstance(cycles, str) else cycles
    estimate = estimate_launch(
        spec,
        grid=counts.grid,
        block=counts.block,
        registers=launch.origin.registers,
        shared_bytes=counts.static_shared_bytes + counts.dynamic_shared_bytes,
        counters=counts.counters,
        simulated=known,
        **l2_conditions(launch.in_l2, launch.l2_dirty, counts.counters),
    )
    at_once = resident.blocks_per_sm * spec.sms
    return {
        "time_us": estimate.time_us,
        "bound": estimate.bound,
        "time_parts": estimate.parts,
        "occupancy": resident.fraction,
        "limiter": resident.limiter,
        "waves": math.prod(counts.grid) / at_once,
        "simulated": known,
        "unsimulated": cycles if isinstance(cycles, str) else "",
    }
