"""Count what Python executes: the cost of a program's own code without a clock.

Between two calls a program executes some hundred instructions of Python, a few microseconds next to
a GPU. Here the emulation of a kernel lies between them: the processor's caches are cold, other
programs share it, and a clock shows twenty times as much, another time on every run. What is
executed is the same everywhere. So it is counted, and each instruction has a cost
(`host_costs.instruction_us`).

Python calls a trace function at each new line. A line's cost is that of its bytecode up to the next
line, found once. Two things are not seen: a branch out of the middle of a line, and what a
function of C does beyond the call of it.

The trace function is also told of the way into Kernelscope's code and out of it. So the clock of
the program's own time stands still there, and while a line is looked up.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from dis import EXTENDED_ARG, opmap, opname
from functools import lru_cache
from inspect import currentframe
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from kernelscope._real_time import perf_counter
from kernelscope.devices.callsite import GENERATED, is_users
from kernelscope.devices.host_costs import HOST, instruction_us
from kernelscope.devices.long_lines import INSTALLED, LongLines

MOST_LINES = 20_000
"""A stretch is followed for so many lines, and timed from then on: following takes three times as
long as the code itself."""

_PACKAGE = str(Path(__file__).resolve().parent.parent) + os.sep
# What runs a script and waits for its threads, and programs: the clock goes on there.
_NOT_OURS = (
    os.path.join(_PACKAGE, "jobs", ""),
    os.path.join(_PACKAGE, "profiling", "examples.py"),
)
# Libraries' own Python that the costs of calls include: compiled functions, launches through
# Triton, backward passes and optimizers' steps.
_IN_COSTS = ("torch/_dynamo/", "torch/_inductor/", "torch/_functorch/", "triton/", GENERATED)
_IN_COSTS_TOO = (
    *(("torch/_tensor.py", "backward"), ("torch/autograd/__init__.py", "backward")),
    *(("torch/autograd/__init__.py", "grad"), ("torch/optim/optimizer.py", "wrapper")),
)

_CACHE = opmap["CACHE"]  # fills the room that the interpreter keeps next to an instruction
_INSTRUCTION_US = {name: instruction_us(name) for name in opname}

_ENDS = ("JUMP_BACKWARD", "RETURN_VALUE", "RETURN_CONST", "RERAISE", "RAISE_VARARGS")

# What Dynamo wraps around a function that it must not compile, such as `Optimizer.zero_grad`.
_DISABLED = "DisableContext."

# What one event of the trace function takes at most, of which the processor's caches know nothing;
# if it took longer, the thread was put aside.
_FOLLOWED_S = 20e-6

_Follow = Callable[[FrameType, str, Any], Any]


@dataclass(frozen=True)
class _Known:
    """The facts about a code object, which is kept so that no other gets its `id`."""

    code: CodeType
    follow: _Follow | None
    users: bool
    ours: bool
    installed: bool
    imports: bool


class Executed:
    """The instructions that one thread executes between `start` and `stop`.

    Code of Kernelscope's own does not run next to a GPU and is left out, with all that it calls in
    libraries. A program that has a trace function of its own, such as a debugger or a measurement
    of test coverage, keeps it, and nothing is counted.

    On a steady clock nothing is timed. A stretch is followed to its end. Inside an import only the
    program's own files are: what a library's import executes depends on the files that are there.

    `clock`: the seconds that pass. `ratio`: how long `clock` takes for a second of this processor.
    `steady`: nothing is timed.

    Attributes:
        us: the cost of what was executed since `start`, in microseconds of `host_costs`.
        lines: the lines and calls that we were told of so far.
        ended: the clock of `own` when these were MOST_LINES since `start`; None: they have not.
        importing: whether a library is imported, on a steady clock.
        thread: the thread that is followed.
        unseen: whether a stretch was not followed because of another trace function.
    """

    def __init__(
        self, clock: Callable[[], float], ratio: float = 1.0, *, steady: bool = False
    ) -> None:
        self.us = 0.0
        self.lines = 0
        self.ended: float | None = None
        self.importing = self.unseen = False
        self._steady, self._most_lines = steady, MOST_LINES
        # Seconds of the clock that were not the program's: finding what code costs takes 1 ms for a
        # long function. Following it is counted in seconds of this processor.
        self._not_own = self._following_s = 0.0
        self._ours_since: float | None = None
        # Two readings for each function that is met are a tenth of what following takes.
        self._clock, self._ratio = float if steady else clock, ratio
        self.thread = threading.get_ident()
        # One object each, by which our trace functions are known.
        self._trace, self._back, self._again = self._call, self._return, self._return_to_ours
        self.long = LongLines(clock, ratio) if steady else None
        self._codes: dict[int, _Known] = {}

    def own(self) -> float:
        """Return the seconds that the program's own code and its libraries' have taken so far.

        The clock stands still while Kernelscope's code runs, if it is called by what is followed.
        """
        since = self._ours_since  # once: another thread may read the clock meanwhile
        now = self._clock() if since is None else since
        return now - self._not_own - self._ratio * self._following_s

    def start(self, follow: bool = True) -> None:
        """Begin at zero, and count from now on, in the callers' frames too; or do not count."""
        self.us, self.ended = 0.0, None
        self._most_lines = -1 if self._steady else self.lines + MOST_LINES
        if threading.get_ident() != self.thread:
            return
        if not follow or sys.gettrace() is not None:
            self.unseen = self.unseen or follow
            self._leave()
            return
        # Without this frame itself: a list of its own frame would keep the program's tensors alive
        # until the next garbage collection.
        own, frames = currentframe(), list[FrameType]()
        frame = own.f_back if own else None
        del own
        while frame is not None and frame.f_trace is None:
            frames.append(frame)
            frame = frame.f_back
        in_ours = frame is not None and frame.f_trace is self._back
        for frame in reversed(frames):  # a caller first: what ours calls in libraries is ours
            frame.f_trace, in_ours = self._placed(frame, in_ours)
        if in_ours:
            self._enter()
        else:
            self._leave()
        sys.settrace(self._trace)

    def stop(self) -> None:
        """Count no more."""
        if sys.gettrace() is self._trace:
            sys.settrace(None)

    def _call(self, frame: FrameType, _event: str, _argument: Any) -> _Follow | None:
        begin = perf_counter()
        in_ours = self._ours_since is not None
        follow, now_in_ours = self._placed(frame, in_ours)
        if now_in_ours:
            self._enter()
            return follow
        self._leave()
        self._count()  # a call that is not followed has taken its time to be told of, too
        if follow is not None and follow is not self._again:
            self.us += HOST.frame_us
        self._add_following(begin)
        return follow

    def _placed(self, frame: FrameType, in_ours: bool) -> tuple[_Follow | None, bool]:
        """Return what follows a frame, and whether it is Kernelscope's or called by its code.

        in_ours: whether its caller is.
        """
        known = self._known(frame)
        users = known.users and not (self.importing and known.installed)
        if not users and in_ours and not known.imports:
            return None, True
        if known.ours:
            frame.f_trace_lines = False
            return self._back, True
        if in_ours and not users:  # an import takes what it takes
            frame.f_trace_lines = False
            return self._again, False
        if in_ours and known.follow is not None:
            return self._back_into_ours(known.follow), False
        # The program's, or a library's that a followed one called.
        caller = frame.f_back.f_trace if frame.f_back is not None else None
        called = caller is not None and caller is not self._again
        return known.follow if users or called else None, False

    def _back_into_ours(self, follow: _Follow) -> _Follow:
        """Return what follows a function of the program's that Kernelscope has called."""

        def follow_to_its_end(frame: FrameType, event: str, argument: Any) -> _Follow:
            if event == "return":
                self._enter()
            else:
                follow(frame, event, argument)
            return follow_to_its_end

        return follow_to_its_end

    def _return(self, _frame: FrameType, event: str, _argument: Any) -> _Follow:
        """Follow Kernelscope's code that something else has called, to its end."""
        if event == "return":
            self._leave()
        return self._back

    def _return_to_ours(self, _frame: FrameType, event: str, _argument: Any) -> _Follow:
        """Follow what Kernelscope's code has called, to its end."""
        if event == "return":
            self._enter()
        return self._again

    def _enter(self) -> None:
        if self._ours_since is None:
            self._ours_since = self._clock()

    def _leave(self) -> None:
        if self._ours_since is not None:
            self._not_own += self._clock() - self._ours_since
            self._ours_since = None
            self._watch_anew()

    def _watch_anew(self) -> None:
        if self.long is not None:
            self.long.begin()

    def _count(self) -> None:
        self.lines += 1
        if self.lines == self._most_lines:
            self.stop()
            self.ended = self.own()

    def _add_following(self, begin: float) -> None:
        took = perf_counter() - begin
        self._following_s += took if took < _FOLLOWED_S else _FOLLOWED_S

    def _known(self, frame: FrameType) -> _Known:
        code = self._codes.get(id(frame.f_code))
        if code is None:
            begin = self._clock()
            self._codes[id(frame.f_code)] = code = self._learn(frame)
            if self._ours_since is None:
                self._not_own += self._clock() - begin
                self._watch_anew()
        return code

    def _learn(self, frame: FrameType) -> _Known:
        # `<string>` is a program on the command line, and each function that a named tuple or a
        # data class has written for itself.
        code = frame.f_code
        written = code.co_filename == "<string>" and code.co_name != "<module>"
        users = is_users(frame) and not written
        file = code.co_filename
        named = file if users and INSTALLED not in file else ""
        follow = self._follower(code, named) if users or _costs_extra(code) else None
        ours = not users and file.startswith(_PACKAGE) and not file.startswith(_NOT_OURS)
        imports = file.startswith("<frozen importlib") and not self._steady
        return _Known(code, follow, users, ours, INSTALLED in file, imports)

    def _follower(self, code: CodeType, file: str) -> _Follow:
        costs, long = _costs_by_offset(code), self.long

        def follow_and_watch(frame: FrameType, event: str, _argument: Any) -> _Follow:
            if event == "line":
                self.us += costs.get(frame.f_lasti, 0.0)
                self.lines += 1
                watch(file, frame.f_lineno)
            return follow_and_watch

        def follow(frame: FrameType, event: str, _argument: Any) -> _Follow:
            if event == "line":
                begin = perf_counter()
                self.us += costs.get(frame.f_lasti, 0.0)
                self._count()
                self._add_following(begin)
            return follow

        if long is None:
            return follow
        watch = long.line
        return follow_and_watch


def _costs_extra(code: CodeType) -> bool:
    """Return whether a library's code is what a call's cost does not include."""
    name = code.co_filename
    if name.startswith(_PACKAGE):
        return False
    if any(part in name for part in _IN_COSTS):
        return code.co_qualname.startswith(_DISABLED)
    return not any(
        code.co_name == function and name.endswith(file) for file, function in _IN_COSTS_TOO
    )


@lru_cache(maxsize=1 << 14)  # one process may follow a library's functions in many sessions
def _costs_by_offset(code: CodeType) -> dict[int, float]:
    """Return what a line's instructions cost from each offset on, in microseconds.

    Up to the next line, or to where a jump back, of which we are told as of a line, or a return
    ends the way. Where the way forks it goes straight on.
    """
    # Example: `[i * i for i in x]` is one line, of which we are told again at each jump back. Up to
    # Python 3.12 the offset is then that of the jump's target, later that of the jump.
    line_of = {
        offset: line for begin, end, line in code.co_lines() for offset in range(begin, end, 2)
    }
    costs: dict[int, float] = {}
    back: list[tuple[int, int]] = []
    following = len(code.co_code)
    for offset, name, distance in reversed(_instructions(code.co_code)):
        to = following + distance if name == "JUMP_FORWARD" else following
        further = not name.startswith(_ENDS) and line_of.get(to) == line_of.get(offset)
        costs[offset] = _INSTRUCTION_US[name] + (costs.get(to, 0.0) if further else 0.0)
        if name.startswith("JUMP_BACKWARD"):
            back.append((offset, following - distance))
        following = offset
    if sys.version_info >= (3, 13):
        for offset, target in reversed(back):
            costs[offset] += costs[target]
    return costs


def _instructions(bytecode: bytes) -> list[tuple[int, str, int]]:
    """Return the offset, the name and twice the argument of each instruction.

    `dis.get_instructions` takes ten times as long: it also writes each argument out.
    """
    instructions: list[tuple[int, str, int]] = []
    high = 0
    for offset in range(0, len(bytecode), 2):
        code = bytecode[offset]
        if code == _CACHE:
            continue
        argument = high | bytecode[offset + 1]
        instructions.append((offset, opname[code], 2 * argument))
        high = argument << 8 if code == EXTENDED_ARG else 0
    return instructions
