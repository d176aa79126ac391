"""The virtual clock: the time that a program would see if its kernels ran on the GPU.

    virtual time = calls at their cost + the program's own Python + waiting for the device

One scale: the time of an H200's host, or of the host that `calibrate` measured. A call of a library
(an operator, a launch, a backward pass, a compiled function) costs what it was measured to cost
there (`host_costs`), whatever it takes here. The program's own Python between two calls costs what
its instructions do (`executed`); or what it was timed here (`host_clock`), if that is clearly more:
it sorts a long list, or waits for a file. Kernels queue on one device timeline after each other,
from the moment of their launch; each takes its estimated time. The host continues until it waits
for the device; only then does its clock jump to the end of the queue. Kernels of all streams run
one after the other, as those that fill the GPU do; a copy to the GPU, one from it and a kernel run
side by side if they are of different streams.

A steady clock takes nothing from a real one: only calls and what is executed count, so that a
program that does the same shows the same to the bit, on every machine with the same versions.
"""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import NamedTuple

from kernelscope.devices.activity import ActivityLog, Slot
from kernelscope.devices.callsite import caller_source
from kernelscope.devices.executed import Executed
from kernelscope.devices.host_clock import HostClock, processor_ratio
from kernelscope.devices.host_costs import HOST, us_of_host
from kernelscope.devices.ranges import OpenRange, OpenRanges
from kernelscope.devices.virtual import Clock, Event, VirtualGPU, durations
from kernelscope.hardware.constants import Constants
from kernelscope.hardware.timing import EVENT_US, GAP_US
from kernelscope.record import OneTime, SyncKind

_C = Constants("clock")


# What a program does between two calls in a usual timing loop, the way into the call and the way
# back are a few microseconds on the host of a GPU. Here the emulation of a kernel has emptied the
# processor's caches and other programs share it: the same steps took 20 to 500 us on the H200's
# scale, now and then 2 ms, another time on every run. So of what a stretch was *timed*, each call
# brings an allowance of GLUE_S, which is kept for later calls up to ALLOWANCES of them, and what
# fits into it does not count. What was *executed* counts always.
# Examples, for a loop of calls of 6.4 us that call a function of C in between, which takes the time
# alone: with up to 300 us in it each shows 6.4 us; with 500 us the first fifteen show 6.4 and the
# others 206; with 10 ms all show 10,006.
GLUE_S = 300e-6
ALLOWANCES = 10
_ENGINES = ("HtoD", "DtoH", "Memset")  # by the names of work that is not a kernel
_SYNCHRONIZES = "called a synchronizing CUDA operation"  # PyTorch's words
_PLACES = 3  # named of those that a steady clock leaves out
# Dynamo's guards, AOTAutograd's wrappers and the code that Inductor wrote, before a kernel.
LIBRARY_S = 5e-3


def _counted(seconds: float, allowed: float) -> float:
    """Return how much of a stretch of the program's own time counts.

    Nothing up to what is allowed, all from twice that on, and it never decreases in between.
    """
    return max(0.0, min(seconds, 2 * (seconds - allowed)))


class _Moment(NamedTuple):
    """A moment of a stretch of the program's own: the clock, and what was executed until then.

    Both in seconds. A long stretch is followed for a part only; its rest counts as it was timed.
    """

    clock: float
    executed: float
    lines: int


class Timeline(Clock):
    """The host's virtual clock and the device's queue behind it, in seconds.

    Args:
        gpu: the GPU whose recorded events join the queue.
        real: the host's clock, and nothing is counted as executed; None: a new one for this thread,
            on the scale of the GPU's host.
        glue_s: the program's own time between two calls that is taken for the calls', on average.
        steady: nothing of the program's own is timed.

    Attributes:
        log: the log of activities while a profile is taken, else None.
        ranges: the ranges that the program has begun.
        timed_s: seconds of the program's own that have counted because they were timed.
        on_switch: called with the time at which the host's clock stops for emulation, or goes on.
        refuse_wait: raises instead of a wait; set while a CUDA graph is captured. Nothing that is
            not a kernel is queued then, either.
    """

    # The host's time is a row of stretches of the program's own and of calls. In a stretch it is
    # `_shown` + what counts of `_since` to now; when it ends, that is added to `_shown`. `_said` is
    # what had counted when the program last read a clock in it, at `_read`.

    def __init__(
        self,
        gpu: VirtualGPU,
        real: Callable[[], float] | None = None,
        glue_s: float = GLUE_S,
        *,
        steady: bool = False,
    ) -> None:
        self._gpu = gpu
        self.steady = steady
        # Seconds of the clocks for a microsecond of `host_costs`.
        self._host_s = us_of_host(gpu.spec) * 1e-6
        self._python_s = gpu.spec.constant("host_python", us_of_host(gpu.spec)) * 1e-6
        self._real = real or self._host_clock()
        self._executed = self._follower() if real is None else None
        self._glue = glue_s
        self._allowed = ALLOWANCES * glue_s
        self._since = self._read = self._moment()
        self._shown = self._said = 0.0
        self.timed_s = 0.0
        # The moments at which each stream has done all that was queued, and each part of the GPU.
        self._streams, self._engines = dict[int, float](), dict[str, float]()
        self.stream = 0
        self._depth, self._follows = 0, False
        self._naming = self._fixed = False
        self._launched: int | None = None  # kernels, by the operation that is being emulated
        self.sync_debug = 0  # of `torch.cuda.set_sync_debug_mode`
        self._next_s = 0.0  # of that operation, from one of them to the next
        self._lock = threading.RLock()
        self.log: ActivityLog | None = None
        # Each reading takes a moment, so that a range begins before those inside it.
        self.ranges = OpenRanges(self.read, self._log_range)
        self.on_switch: Callable[[float], None] | None = None
        self.refuse_wait: Callable[[], None] | None = None

    def _host_clock(self) -> HostClock:
        return HostClock(self._ratio())

    def _ratio(self) -> float:
        return processor_ratio() * self._python_s * 1e6

    def _follower(self) -> Executed:
        return Executed(self._real, self._ratio(), steady=self.steady)

    def _log_range(self, ended: OpenRange, end: float) -> None:
        if self.log is not None:
            self.log.range(ended.name, ended.kind, ended.begin, end)

    def now(self) -> float:
        """Return the host's virtual time since the beginning, in seconds.

        It stands still during emulation.
        """
        with self._lock:
            if self._depth:
                return self._shown
            if self._is_another_thread():
                return self._shown + self._said
            self._read = self._moment()
            _, counted, executed = self._parts(self._since, self._read)
            self._said = max(self._said, counted, executed)
            return self._shown + self._said

    def read(self) -> float:
        """Return `now()` to a program that reads a clock, which takes a moment itself."""
        with self._lock:
            moment = self.now()
            # How often a library reads it, whose cost is known as a whole, depends on its caches.
            known = self.steady and (not self._follows or self._is_another_thread())
            if not self._depth and not known:
                self._shown += HOST.clock_us * self._host_s
            return moment

    def _is_another_thread(self) -> bool:
        """Return whether a steady clock is read by a thread that may come at any time."""
        followed = self._executed
        return self.steady and followed is not None and followed.thread != threading.get_ident()

    def _moment(self) -> _Moment:
        followed = self._executed
        if followed is None:
            return _Moment(self._real(), 0.0, 0)
        clock = followed.own()
        # The loop around a call is in the call's cost.
        executed = max(followed.us - HOST.loop_us, 0.0) * self._python_s
        if followed.ended is not None:
            executed += clock - followed.ended
        return _Moment(clock, executed, followed.lines)

    def _parts(self, begin: _Moment, end: _Moment) -> tuple[float, float, float]:
        """Return a stretch's seconds: those timed, what counts of them, and those executed."""
        timed = end.clock - begin.clock - _C.line_s * (end.lines - begin.lines)
        counted = 0.0 if self.steady else _counted(timed, self._allowed)
        return timed, counted, end.executed - begin.executed

    def _end_stretch(self) -> None:
        if self._executed is not None:
            self._executed.stop()
        # A program reads the clock after 10 ms of its own and calls an operation. The way into the
        # call is glue, although the stretch as a whole is long; so the two parts count apart.
        said = self._said
        for begin, end in ((self._since, self._read), (self._read, self._moment())):
            timed, counted, executed = self._parts(begin, end)
            own = max(counted, executed, said)
            said = 0.0
            self._shown += own
            self.timed_s += counted if counted > executed else 0.0
            self._allowed -= max(timed, 0.0) - counted

    def spend_allowances(self) -> None:
        """Let go of most of what calls have left: what comes is one call, timed once."""
        # With one allowance, what other programs take now and then would count in one call of ten.
        with self._lock:
            self._allowed = min(self._allowed, 3 * self._glue)

    def _begin_stretch(self, further: float, *, follow: bool = True) -> None:
        """Begin a stretch, with a further allowance.

        follow: count what is executed.
        """
        self._allowed = min(self._allowed, ALLOWANCES * self._glue) + further
        self._said, self._follows = 0.0, follow
        if self._executed is not None:
            self._executed.start(follow)
        self._since = self._read = self._moment()

    def after_fork(self) -> None:
        """Go on in a forked child, whose only thread is another than the clock was made for."""
        self._lock = threading.RLock()
        if isinstance(self._real, HostClock):
            self._real = self._host_clock()
            if self._executed is not None:
                self._executed.stop()
                self._executed = self._follower()
            self._since = self._read = self._moment()

    @contextmanager
    def emulation(self, follow: bool = False) -> Generator[None]:
        """Leave the time spent inside out of the host's time.

        follow: count what is executed after it, even if it was not counted before.
        """
        with self._lock:
            if not self._depth:
                self._end_stretch()
            self._depth += 1
            if self._depth == 1:
                self._switched()
        try:
            yield
        finally:
            with self._lock:
                self._depth -= 1
                if not self._depth:
                    self._begin_stretch(self._glue, follow=follow or self._follows)
                    self._switched()

    def _switched(self) -> None:
        if self.on_switch is not None:
            self.on_switch(self._shown)

    def charge(self, host_us: float, *, library: bool = False) -> None:
        """Let the host spend `host_us` of `host_costs`; inside an emulation nothing is charged.

        library: until the next call it is not the program's own Python that runs, but a library's,
            which `host_us` includes.
        """
        with self._lock:
            if self._depth:
                return
            self._end_stretch()
            self._switched()
            self._shown += host_us * self._host_s
            self._begin_stretch(LIBRARY_S if library else self._glue, follow=not library)
            self._switched()

    def spend(self, seconds: float) -> None:
        """Let the host spend seconds of this clock that were found elsewhere."""
        with self._lock:
            self._shown += seconds

    @contextmanager
    def operation(
        self, host_us: float, values: int = 0, next_us: float = HOST.next_launch_us
    ) -> Generator[tuple[float, float]]:
        """Emulate an operation that takes the host of a real GPU `host_us` of `host_costs`.

        Inside another emulation nothing is charged. The first launch inside is queued half way
        through, each further one `next_us` later. Yields the moment at which the operation
        begins, and the seconds that are still to be charged when the block is left.

        values: how many values its arguments have in lists.
        """
        # Example: a program calls x.tanh() at virtual time 100 us; emulating it takes 40 ms here.
        # It costs 8.8 us next to an H200 (`addition_us`): the kernel is queued at 104.4 us, and the
        # program goes on at 108.8 us.
        with self._lock:
            if not self._depth:
                self._allowed += values * _C.value_s
        with self.emulation(follow=True):
            with self._lock:
                outermost = self._depth == 1
                half = 0.5 * host_us * self._host_s if outermost else 0.0
                begin = self._shown
                self._shown += half
                if outermost:
                    self._launched, self._next_s = 0, next_us * self._host_s
            try:
                yield begin, half
            finally:
                with self._lock:
                    self._shown += half
                    if outermost:
                        self._launched = None

    @contextmanager
    def launch(self, host_us: float) -> Generator[None]:
        """Emulate the launch of a kernel, as `operation` does, and log it."""
        outermost = not self._depth
        with self.operation(host_us) as (begin, _):
            if outermost and self.log is not None:
                self.log.launch(begin, begin + host_us * self._host_s)
            yield

    @contextmanager
    def host_work(self, steady_s: float = 0.0) -> Generator[None]:
        """Count the time spent inside as the host's, although emulation surrounds it.

        steady_s: what counts on a steady clock instead, for the outermost such block.
        """
        if self.steady:
            with self._instead(steady_s):
                yield
            return
        with self._lock:
            depth = self._depth
            allowed = self._allowed
            if depth:
                self._depth, self._allowed = 0, 0.0
                self._begin_stretch(0.0, follow=False)
                self._switched()
        try:
            yield
        finally:
            with self._lock:
                if depth:
                    self._end_stretch()
                    self._depth, self._allowed = depth, allowed
                    self._switched()

    @contextmanager
    def _instead(self, seconds: float) -> Generator[None]:
        """Let the host spend seconds instead of what it does inside, of which nothing is left.

        What a compiler does depends on its cache: without one it tries kernels, and reads values.
        """
        if self._fixed:
            yield
            return
        self._fixed = True
        with self.emulation():
            shown, streams, engines = self._shown, dict(self._streams), dict(self._engines)
            in_l2 = self._gpu.l2.state()
            try:
                yield
            finally:
                self._shown = shown + seconds
                self._streams, self._engines = streams, engines
                self._gpu.l2.restore(in_l2)
                self._fixed = False

    @contextmanager
    def importing(self) -> Generator[None]:
        """On a steady clock, count the modules that are imported inside, and the program's own."""
        followed = self._executed
        if followed is None or not self.steady or self._depth or followed.importing:
            yield
            return
        before, followed.importing = len(sys.modules), True
        try:
            yield
        finally:
            followed.importing = False
            self.spend(HOST.module_s * (len(sys.modules) - before))

    def sleep(self, seconds: float) -> None:
        """Let a steady clock's host sleep; another thread of the program does not move it."""
        if not self._depth and not self._is_another_thread():
            self.spend(seconds)

    def left_out(self) -> list[str]:
        """Return sentences for the user about the time that a steady clock leaves out."""
        followed = self._executed
        if followed is None or followed.long is None:
            return []
        said: list[str] = []
        if followed.unseen:
            said.append("the script's own Python: it has a trace function (coverage, a debugger)")
        if places := followed.long.places():
            shown = ", ".join(places[:_PLACES]) + (", …" if len(places) > _PLACES else "")
            said.append(f"what functions of C, files and other threads take, above all at {shown}")
        return said

    @contextmanager
    def once(self, name: str, kind: OneTime) -> Generator[None]:
        """Name in the log what a program does only once, if nothing of the kind is around it."""
        outermost, self._naming = not self._naming, True
        begin = self.now()
        try:
            yield
        finally:
            if outermost:
                self._naming = False
                end = self.now()
                if self.log is not None and (kind != "import" or end - begin >= _C.import_s):
                    self.log.range(name, kind, begin, end)

    def enqueue(self, event: Event) -> None:
        """Queue a launch or an operation after the work that is already queued."""
        in_graph = self._gpu.in_graph
        gap = 0.0 if in_graph else GAP_US
        for name, duration in durations(event, in_graph):
            with self._lock:  # another thread's operation may end meanwhile
                if self._launched is not None and not in_graph:
                    if self._launched:  # an operation that waits for its launches waits meanwhile
                        self.spend(self._next_s)
                    self._launched += 1
            slot = self._queue(duration + gap, "kernels")
            if self.log is not None:
                self.log.device(event, name, slot._replace(end=slot.end - gap * 1e-6))

    def delay(self, microseconds: float, name: str) -> None:
        """Queue work that is not a kernel, such as a copy over the link to the host."""
        if self.refuse_wait is not None:
            return
        engine = next((each for each in _ENGINES if each in name), None)
        slot = self._queue(microseconds, engine)
        if self.log is not None:
            self.log.copy(name, slot)

    def pause(self, microseconds: float) -> None:
        """Queue time in which the device does nothing that a profiler shows."""
        self._queue(microseconds)

    def _queue(
        self, microseconds: float, engine: str | None = None, stream: int | None = None
    ) -> Slot:
        """Queue work on a stream, else the current one, for a part of the GPU, if it needs one."""
        # Example: on one stream a copy of 64 MB to the GPU takes 1.2 ms, on another a kernel 1 ms:
        # both are done after 1.2 ms. Two such kernels are done after 2 ms.
        stream = self.stream if stream is None else stream
        with self._lock:
            submitted = self.now()
            begin = max(submitted, self.ready(stream), self._engines.get(engine or "", 0.0))
            end = self._streams[stream] = begin + microseconds * 1e-6
            if engine is not None:
                self._engines[engine] = end
            return Slot(submitted, begin, end, stream)

    def mark(self) -> float:
        """Return the moment at which the device will have done all that is queued now."""
        return max(self._done(), self.now())

    def _done(self) -> float:
        return max(self._streams.values(), default=0.0)

    def ready(self, stream: int) -> float:
        """Return the moment at which a stream has done all that is queued on it now."""
        return self._streams.get(stream, 0.0)

    def hold(self, stream: int, moment: float) -> None:
        """Let what is queued on a stream from now on begin at this moment at the earliest."""
        with self._lock:
            self._streams[stream] = max(self.ready(stream), moment)

    def record_event(self, stream: int | None = None) -> float:
        """Queue an event, which takes the device some time too; return the moment it is reached."""
        self._queue(EVENT_US, stream=stream)
        return max(self.ready(self.stream if stream is None else stream), self.now())

    def wait_until(self, moment: float, kind: SyncKind = "explicit") -> None:
        """Let the host wait until `moment`, unless it has passed.

        kind: the cause of the wait.
        """
        if self.refuse_wait is not None:
            self.refuse_wait()
        with self.emulation():
            with self._lock:
                begin = self._shown
                if kind == "explicit":
                    moment += HOST.waited_us * self._host_s
                self._shown = max(moment, begin)
            if self.log is not None:
                self.log.wait(kind, begin, self.now())

    def synchronize(self, kind: SyncKind = "explicit", stream: int | None = None) -> None:
        """Let the host wait until a stream is done: all, or the current one if the program did not
        ask for it.

        Raises PyTorch's error, or warns, if the program did not ask for it and wants to know.
        """
        if self.sync_debug and kind not in ("explicit", "free"):
            if self.sync_debug > 1:
                raise RuntimeError(_SYNCHRONIZES)
            place, _, line = (caller_source() or ":0").rpartition(":")
            warnings.warn_explicit(_SYNCHRONIZES, UserWarning, place, int(line))
        if stream is None and kind not in ("explicit", "free"):
            stream = self.stream
        for note in self._gpu.on_wait:
            note()
        self.wait_until(self._done() if stream is None else self.ready(stream), kind)

    @contextmanager
    def follow(self) -> Generator[Timeline]:
        """Queue everything that is recorded inside, and follow what this thread executes there."""
        self._gpu.listeners.append(self.enqueue)
        with self._lock:
            self._begin_stretch(self._glue)
        try:
            yield self
        finally:
            self._gpu.listeners.remove(self.enqueue)
            if self._executed is not None:
                self._executed.stop()
