"""Calls made apart: each in a forked child of its own, whose memory is not this process's.

Several run at the same time, one on each core. What a call writes, into tensors too, is gone with
its child, so each begins with the same memory, whatever the others did.
"""

from __future__ import annotations

import io
import os
import pickle
import selectors
import signal
import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
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
    """What came of a call.

    Attributes:
        value: what it returned; None if it raised, died, or waited for ever.
        output, errors: what it wrote to Python's standard output and standard error.
    """

    value: T | None
    output: str = ""
    errors: str = ""


@dataclass(slots=True)
class _Child:
    place: int
    pid: int
    pipe: int
    data: bytearray
    busy: float
    since: float


def can_fork() -> bool:
    """Return whether this system can fork."""
    return hasattr(os, "fork")


def call_apart(calls: Sequence[Callable[[], T]]) -> list[Outcome[T]]:
    """Make each call in a forked child, as many at a time as there are cores; return what came.

    What a call returns must be picklable.
    """
    found: list[Outcome[T]] = [Outcome(None)] * len(calls)
    children: dict[int, _Child] = {}
    waiting = iter(enumerate(calls))
    try:
        with selectors.DefaultSelector() as selector:
            while True:
                while len(children) < worker_count() and (one := next(waiting, None)):
                    child = _start(*one)
                    children[child.pipe] = child
                    selector.register(child.pipe, selectors.EVENT_READ)
                if not children:
                    return found
                for key, _ in selector.select(_LOOK_S):
                    child = children[key.fd]
                    if data := os.read(child.pipe, 1 << 16):
                        child.data += data
                        continue
                    selector.unregister(child.pipe)
                    del children[child.pipe]
                    found[child.place] = _ended(child)
                _end_hung(children.values())
    finally:
        for child in children.values():
            _kill(child)
            _ended(child)


def _start(place: int, call: Callable[[], Any]) -> _Child:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # a stream that is closed
            stream.flush()
    reads, writes = os.pipe()
    with warnings.catch_warnings(), _our_fork():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12: there are threads
        pid = os.fork()
    if not pid:
        os.close(reads)
        _be_child(call, writes)
    os.close(writes)
    return _Child(place, pid, reads, bytearray(), 0.0, monotonic())


def _be_child(call: Callable[[], Any], pipe: int) -> None:
    """Make a call and hand back what came; never returns."""
    output = errors = io.StringIO()
    try:
        os.setpgid(0, 0)
        if "torch" in sys.modules:
            # OpenMP's threads are not here, and PyTorch would wait for them.
            sys.modules["torch"].set_num_threads(1)
        sys.stdout, sys.stderr = output, errors = io.StringIO(), io.StringIO()
        value = call()
        _write(pipe, pickle.dumps(Outcome(value, output.getvalue(), errors.getvalue())))
    except BaseException:  # noqa: BLE001  (the parent makes the call itself, and sees it)
        with suppress(BaseException):
            _write(pipe, pickle.dumps(Outcome(None, output.getvalue(), errors.getvalue())))
    finally:
        os._exit(0)


def _write(pipe: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(pipe, view) :]


@contextmanager
def _our_fork() -> Generator[None]:
    """Let a child go on with the pretended GPU, though the program has used CUDA."""
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
    os.close(child.pipe)
    with suppress(ChildProcessError):  # the program reaps all children itself
        os.waitpid(child.pid, 0)
    try:
        return pickle.loads(child.data)
    except (EOFError, pickle.UnpicklingError):  # it died
        return Outcome(None)


def _end_hung(children: Iterable[_Child]) -> None:
    now = monotonic()
    for child in children:
        if now - child.since < _IDLE_S:
            continue
        busy = _processor_s(child.pid)
        if busy is not None and busy == child.busy:
            _kill(child)
        child.busy, child.since = busy or 0.0, now


def _kill(child: _Child) -> None:
    for kill in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            kill(child.pid, signal.SIGKILL)


def _processor_s(group: int) -> float | None:
    """Return the ticks of processor time of a process group; None where Linux does not say."""
    ticks = None
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[2]) == group:
                ticks = (ticks or 0) + sum(map(int, fields[11:15]))
    return ticks
