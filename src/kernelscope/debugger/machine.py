"""A launch on the interpreter that can be stopped between any two instructions.

In: a kernel with its arguments, and a `User` who is asked at each stop. Out: the launch's counts,
as from compiled code.

The interpreter is slow, so blocks in which nothing can stop run compiled, on the same memory. If
they fail, their memory is put back, and the block that failed is found by halving: of blocks 0 to
1023, 0 to 511 run again, then 512 to 767, and so on, until one block is left. It is stepped from
its beginning and stops at the faulting instruction. Stepping all blocks would be far slower.
"""

from __future__ import annotations

import math
import signal
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any, Protocol

import numpy as np

from kernelscope._demangle import written_name
from kernelscope._real_time import process_time
from kernelscope.debugger.places import Code
from kernelscope.debugger.stops import Breakpoint, Watchpoint
from kernelscope.errors import LaunchError, MemoryAccessError, TimeLimitError
from kernelscope.vgpu import (
    Kernel,
    LaunchCounts,
    LiveMemory,
    Shape,
    Snapshot,
    ir,
    printing,
    settings,
)
from kernelscope.vgpu.interpreter import warp as interpreter
from kernelscope.vgpu.interpreter.launch import run_together
from kernelscope.vgpu.interpreter.tally import Tally
from kernelscope.vgpu.interpreter.warp import Block, Dim3, Place, Warp
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import Lanes


class RunAgain(BaseException):
    """The user's request to start the launch again.

    It is not an error; a BaseException passes through the program's own `except Exception`.
    """


class Quit(SystemExit):
    """The user's request to end the program, as `sys.exit(0)` would."""

    def __init__(self) -> None:
        super().__init__(0)


@dataclass(frozen=True, slots=True)
class Here:
    """The instruction that runs next: its warp, its place, and the numbers of the lanes that run
    it.
    """

    warp: Warp
    place: Place
    lanes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A store of a lane to a watched place, with the watched bytes before and after it."""

    watchpoint: Watchpoint
    here: Here
    lane: int
    old: bytes
    new: bytes = b""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason for a stop in words, and the lane to show first; None for any active lane."""

    text: str
    lane: int | None = None


Until = Callable[[Here], bool]
"""A function that returns whether to stop at the instruction that runs next."""


@dataclass(frozen=True, slots=True)
class AtBlock:
    """A condition that holds when a block begins; the other blocks need not be stepped."""

    block: Dim3

    def __call__(self, here: Here) -> bool:
        """Return whether the block has begun."""
        return here.warp.block.index == self.block


class Writes:
    """The times at which each lane of each warp wrote each register.

    Times are numbers that grow with each instruction of a block; 0 means never. A register that a
    lane has not written has no value, although the interpreter holds zeros for it. And if two
    registers hold a variable (`x` after each side of an `if`), the one written last is current.
    """

    def __init__(self) -> None:
        self._times: dict[tuple[Warp, int], Lanes] = {}
        self._now = 0

    def note(self, warp: Warp, registers: Iterable[ir.Register], active: Lanes) -> None:
        """Note that an instruction writes these registers in the active lanes."""
        self._now += 1
        for register in registers:
            key = warp, register.index
            if key not in self._times:
                self._times[key] = np.zeros(len(active), np.int64)
            self._times[key][active] = self._now

    def times(self, warp: Warp, register: ir.Register) -> Lanes:
        """Return the last time for each lane."""
        key = warp, register.index
        return self._times[key] if key in self._times else np.zeros(LANES, np.int64)


class User(Protocol):
    """The user, who is asked when the launch stops."""

    @property
    def stops(self) -> Sequence[Breakpoint | Watchpoint]:
        """The breakpoints and watchpoints."""
        ...

    def stopped(self, machine: Machine, reasons: Sequence[Reason]) -> Until | None:
        """Inspect the launch; return where to stop next, or None for the next breakpoint only.

        Raises RunAgain if the launch must start again.
        """
        ...

    def reached(self, machine: Machine, stop: Breakpoint, here: Here) -> Reason | None:
        """Return the reason to stop at a breakpoint; None if its condition does not hold."""
        ...

    def changed(self, machine: Machine, store: Written) -> Reason:
        """Return a store to a watched place in words."""
        ...


class Machine(interpreter.Observer):
    """A stepped launch.

    Attributes:
        here: the instruction that runs next; None before the first block and after the last.
        fault: the error that ended the launch.
        blocks: the numbers of the blocks to run, with x fastest; all of the grid at first.
        until: where to stop next, besides breakpoints.
        written: the registers that the running block has written so far.
    """

    def __init__(
        self, kernel: Kernel, shape: Shape, arguments: Sequence[Any], user: User, code: Code
    ) -> None:
        self.kernel = kernel
        self.shape = shape
        self.arguments = arguments
        self.user = user
        self.code = code
        self.blocks: Sequence[int] = range(math.prod(shape[0]))
        self.memory = LiveMemory(kernel, arguments)
        self.until: Until | None = None
        self.interrupted = False
        self._ends = math.inf
        self._begin()

    def _begin(self) -> None:
        self.tally = Tally()
        self.counters = Counter[str]()
        self.has_stopped = False
        self.here: Here | None = None
        self.fault: Exception | None = None
        self._stores: list[Written] = []
        self.written = Writes()
        self.launch = interpreter.Launch(
            self.code.function,
            self.shape[0],
            self.shape[1],
            self.memory,
            self.memory.buffer,
            self.shape[2],
            self.tally,
            self,
        )

    # ---- running ---------------------------------------------------------------------------

    def run(self) -> LaunchCounts:
        """Run the launch to its end, with the user's stops. Raises LaunchError, the error that
        compiled code would raise, after the user has inspected it.
        """
        before = Snapshot(self.memory.regions)
        while True:
            try:
                self._run_blocks()
                if self.has_stopped:
                    self.here = None
                    self.stop([Reason(f"{written_name(self.kernel.name)} has ended")])
                break
            except RunAgain:
                before.restore()
                self._begin()
        total = self.counters + Counter(self.tally.counters())
        static = self.kernel.static_shared_bytes
        return LaunchCounts(self.kernel.name, *self.shape, static, dict(total), False, 0.0)

    def _run_blocks(self) -> None:
        waiting: list[int] = []
        for number in self.blocks:
            if self._may_stop(number):
                self._compiled(waiting)
                waiting = []
                self._stepped(number)
            else:
                waiting.append(number)
        self._compiled(waiting)

    @property
    def has_begun(self) -> bool:
        """Return whether an instruction of the launch has run."""
        return bool(self.tally.counts or self.counters)

    def index(self, number: int) -> Dim3:
        """Return a block's index in the grid."""
        x, y, _ = self.shape[0]
        return number % x, number // x % y, number // (x * y)

    def _may_stop(self, number: int) -> bool:
        index = self.index(number)
        if self.until is not None and not (
            isinstance(self.until, AtBlock) and self.until.block != index
        ):
            return True
        return any(
            isinstance(stop, Watchpoint) or (stop.places(self.code) and stop.may_be_in(index))
            for stop in self.user.stops
            if stop.is_enabled
        )

    def _compiled(self, numbers: Sequence[int]) -> None:
        """Run blocks compiled; if one fails, step that one from its beginning."""
        if not numbers:
            return
        before = Snapshot(self.memory.regions)
        printed: list[tuple[str, str]] = []
        blocks = np.array(numbers, np.int64)
        counts = None
        try:
            with printing.kept_output(printed):
                counts = self.kernel.run(self.shape, self.arguments, blocks)
        except TimeLimitError as problem:  # each half would take as long again
            self._failed(problem)
        except LaunchError:
            pass
        if counts is None:
            before.restore()
            self._search(numbers)
            return
        for text, where in printed:
            printing.write(text, where)
        scale = len(numbers) / math.prod(self.shape[0])
        self.counters.update({name: count * scale for name, count in counts.counters.items()})

    def _search(self, numbers: Sequence[int]) -> None:
        """Run blocks of which one fails: in halves, down to that one, which is stepped."""
        half = len(numbers) // 2
        if half:
            self._compiled(numbers[:half])
            self._compiled(numbers[half:])
        else:
            self._stepped(numbers[0])

    def _stepped(self, number: int) -> None:
        block = Block(self.launch, self.index(number))
        self.written = Writes()
        self._goes_on()
        try:
            with _on_interrupt(self._note_interrupt):
                while not run_together([block]):
                    pass  # it waits for another block; Ctrl-C stops it
        except MemoryAccessError as problem:
            self._failed(
                MemoryAccessError(
                    f"`{written_name(self.kernel.name)}`: {problem}{self._at_fault()}"
                )
            )
        except LaunchError as problem:
            self._failed(problem)

    def _failed(self, problem: LaunchError) -> None:
        self.fault = problem
        lane = None
        if isinstance(problem, MemoryAccessError) and self.here is not None:
            lane = self.here.warp.spaces.lane
        self.stop([Reason(str(problem), lane)])
        raise problem from None

    def _at_fault(self) -> str:
        if self.here is None:
            return ""
        warp = self.here.warp
        thread = int(warp.thread[warp.spaces.lane])
        who = printing.position(warp.block.index, thread, warp.launch.block)
        lines = self.code.lines[self.here.place]
        at = " at {}:{}".format(*lines[0]) if lines else ""
        return f"{at} (ptx:{self.code.ptx_line(self.here.place)}, {who})"

    def _goes_on(self) -> None:
        """Count the time limit from now on: the user has had a look."""
        limit_s = settings().limit_s
        self._ends = math.inf if limit_s is None else process_time() + limit_s

    def _note_interrupt(self, _number: int, _frame: FrameType | None) -> None:
        """Note Ctrl-C, to stop at the next instruction instead of in the middle of one."""
        self.interrupted = True

    # ---- stopping --------------------------------------------------------------------------

    def before(self, warp: Warp, place: Place, here: Lanes) -> None:
        """Stop before an instruction if there is a reason to."""
        self.here = Here(warp, place, tuple(int(lane) for lane in np.flatnonzero(here)))
        reasons = [*self._reasons(self.here)]
        if reasons or (self.until is not None and self.until(self.here)):
            self.stop(reasons)
        inst = self.code.instruction(place)
        if inst is not None:
            active = here if inst.guard is None else here & warp.predicate(*inst.guard)
            self.written.note(warp, inst.destinations, active)

    def _reasons(self, here: Here) -> Iterator[Reason]:
        if self.interrupted:
            self.interrupted = False
            yield Reason("interrupted")
        if process_time() > self._ends:
            yield Reason("stopped, because it ran longer than its time limit")
        stores, self._stores = self._stores, []
        for number, store in enumerate(stores):
            later = (s.old for s in stores[number + 1 :] if s.watchpoint is store.watchpoint)
            new = next(later, None) or self.watched(store.watchpoint, store.here.warp)
            yield self.user.changed(self, replace(store, new=new))
        for stop in self.user.stops:
            if not stop.is_enabled:
                continue
            if isinstance(stop, Breakpoint) and here.place in stop.places(self.code):
                reason = self.user.reached(self, stop, here)
                if reason is not None:
                    yield reason

    @staticmethod
    def watched(stop: Watchpoint, warp: Warp) -> bytes:
        """Return the bytes of a watchpoint."""
        return warp.spaces.at(stop.space, stop.offset, stop.size, 0).tobytes()

    def stop(self, reasons: Sequence[Reason]) -> None:
        """Ask the user how to continue."""
        self.has_stopped = True
        self.until = None
        with _on_interrupt(signal.default_int_handler):
            self.until = self.user.stopped(self, reasons)
        self._goes_on()

    def writes(self, warp: Warp, lane: int, space: str, offset: int, size: int) -> None:
        """Note a store to a watched place; the launch stops before the next instruction."""
        for stop in self.user.stops:
            if not isinstance(stop, Watchpoint) or not stop.is_enabled:
                continue
            if stop.touches(space, offset, size):
                assert self.here is not None
                stop.hits += 1
                self._stores.append(Written(stop, self.here, lane, self.watched(stop, warp)))


@contextmanager
def _on_interrupt(handler: Callable[[int, FrameType | None], object]) -> Generator[None]:
    """Set what Ctrl-C does inside; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
