"""Calls made apart: each in a forked child of its own, whose memory is not this process's.

Several run at the same time, one on each core. What a call writes, into tensors too, is gone with
its child, so each begins with the same memory, whatever the others did.
"""

from __future__ import annotations

import io
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Generic, TypeVar

from kernelscope._real_time import monotonic
from kernelscope.vgpu.runtime.worker import worker_count

T = TypeVar("T")

_IDLE_S = 20.0
"""Seconds without a tick of processor time after which a child is taken to wait for ever, for a
lock that another thread of this process held when it was forked."""
_LOOK_S = 1.0


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """The outcome of a call: its result or its error.

    Attributes:
        value: what it returned; None if it raised, died, or waited for ever.
        output, errors: what it wrote to Python's standard output and standard error.
        signal: the number of the signal that it died of; 0 if it did not, or waited for ever.
    """

    value: T | None
    output: str = ""
    errors: str = ""
    signal: int = 0


@dataclass(slots=True)
class _Child:
    place: int
    pid: int
    pipe: Connection
    since: float
    busy: float = 0.0
    outcome: Outcome[Any] | None = None
    hung: bool = False


def can_fork() -> bool:
    """Return whether this system can fork."""
    return hasattr(os, "fork")


_said_to: Connection | None = None
"""In a child the pipe to its parent."""


def say(thing: object) -> None:
    """Let the process that made this call apart hear something picklable; elsewhere do nothing."""
    if _said_to is not None:
        _said_to.send_bytes(pickle.dumps(thing))


def _hear_nothing(_place: int, _thing: Any) -> None:
    """Ignore what a call says."""


def call_apart(
    calls: Sequence[Callable[[], T]], heard: Callable[[int, Any], None] = _hear_nothing
) -> list[Outcome[T]]:
    """Make each call in a forked child, as many at a time as there are cores; return what came.

    What a call returns must be picklable.

    heard: called with the number of a call and each thing that it says (`say`).
    """
    outcomes: list[Outcome[T]] = [Outcome(None)] * len(calls)
    children: dict[Connection, _Child] = {}
    waiting = iter(enumerate(calls))
    try:
        while True:
            while len(children) < worker_count() and (call := next(waiting, None)):
                child = _start(*call)
                children[child.pipe] = child
            if not children:
                return outcomes
            ready = wait([*children], _LOOK_S)
            for child in [child for child in children.values() if child.pipe in ready]:
                try:
                    thing = pickle.loads(child.pipe.recv_bytes())
                except (EOFError, OSError):
                    del children[child.pipe]
                    outcomes[child.place] = _ended(child)
                    continue
                if isinstance(thing, Outcome):
                    child.outcome = thing  # pyright: ignore[reportUnknownMemberType]
                else:
                    heard(child.place, thing)
            _end_hung(children.values())
    finally:
        for child in children.values():
            _kill(child)
            _ended(child)


def _start(place: int, call: Callable[[], Any]) -> _Child:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # a stream that is closed
            stream.flush()
    reads, writes = Pipe(duplex=False)
    with warnings.catch_warnings(), _our_fork():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12: there are threads
        pid = os.fork()
    if not pid:
        reads.close()
        _be_child(call, writes)
    writes.close()
    return _Child(place, pid, reads, monotonic())


def _be_child(call: Callable[[], Any], pipe: Connection) -> None:
    """Make a call and hand back what came; never returns."""
    global _said_to
    output = errors = io.StringIO()
    try:
        if _said_to is None:  # what a child's own children do is the child's work
            os.setpgid(0, 0)
        if "torch" in sys.modules:
            # OpenMP's threads are not here, and PyTorch would wait for them.
            sys.modules["torch"].set_num_threads(1)
        sys.stdout, sys.stderr = output, errors = io.StringIO(), io.StringIO()
        _said_to = pipe
        value = call()
        say(Outcome(value, output.getvalue(), errors.getvalue()))
    except BaseException:  # noqa: BLE001  (the parent makes the call itself, and sees it)
        with suppress(BaseException):
            say(Outcome(None, output.getvalue(), errors.getvalue()))
    finally:
        os._exit(0)


@contextmanager
def _our_fork() -> Generator[None]:
    """Let a child go on with the virtual GPU, though the program has used CUDA."""
    module = sys.modules.get("kernelscope.devices.torch_cuda.forking")
    if module is None:
        yield
        return
    forked = module.forked
    forked.ours = True
    try:
        yield
    finally:
        forked.ours = False


def _ended(child: _Child) -> Outcome[Any]:
    child.pipe.close()
    status = 0
    with suppress(ChildProcessError):  # the program reaps all children itself
        _, status = os.waitpid(child.pid, 0)
    died = os.WTERMSIG(status) if os.WIFSIGNALED(status) and not child.hung else 0
    return child.outcome or Outcome(None, signal=died)


def _end_hung(children: Iterable[_Child]) -> None:
    now = monotonic()
    for child in children:
        if now - child.since < _IDLE_S:
            continue
        busy = _processor_s(child.pid)
        if busy is not None and busy == child.busy:
            child.hung = True
            _kill(child)
        child.busy, child.since = busy or 0.0, now


def _kill(child: _Child) -> None:
    family = _family(child.pid)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    for process in (child.pid, *family):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)


def _processor_s(leader: int) -> float | None:
    """Return the ticks of processor time of a child and what it started; None where Linux does not
    say.
    """
    family = _family(leader)
    return sum(family.values()) if family else None


# A build is in groups of its own: ninja starts each compiler in one, while the child only waits.
def _family(leader: int) -> dict[int, int]:
    """Return the ticks of processor time of the processes below one, and of its group."""
    known: dict[int, tuple[int, int, int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parent, group, ticks = int(fields[1]), int(fields[2]), sum(map(int, fields[11:15]))
            known[int(path.parent.name)] = parent, group, ticks

    def is_below(process: int) -> bool:
        while process in known:
            parent, group, _ = known[process]
            if leader in (process, group):
                return True
            process = parent
        return False

    return {process: ticks for process, (_, _, ticks) in known.items() if is_below(process)}
