"""What all answers to the driver's questions have in common: errors, handles, the GPU's clock."""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from kernelscope.devices.clock import Timeline
from kernelscope.devices.graph_costs import in_graph
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.driver.memory import Memory
from kernelscope.driver.places import Places
from kernelscope.errors import KernelscopeError, LaunchError

INVALID_VALUE, OUT_OF_MEMORY = 1, 2
NO_BINARY, INVALID_PTX = 209, 218
INVALID_HANDLE, NOT_FOUND, NOT_READY = 400, 500, 600
ILLEGAL_ADDRESS, OUT_OF_RESOURCES, TIMEOUT = 700, 701, 702
ASSERT, MISALIGNED, FAILED, TOO_LARGE_TOGETHER = 710, 716, 719, 720
NOT_SUPPORTED, UNKNOWN = 801, 999
ALREADY_REGISTERED, NOT_REGISTERED = 712, 713
OF_THREAD = 3
"""`KS_OF_THREAD` of `c/graphs.h`."""
WORDS = 24
"""`KS_WORDS` of `c/link.h`: the most of a question, and of an answer."""


class Refused(KernelscopeError):
    """An error of CUDA's driver.

    Attributes:
        code: its number.
    """

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Answer:
    """Words and bytes of an answer."""

    words: tuple[int, ...] = ()
    data: bytes = b""


@dataclass(slots=True)
class Stream:
    """A stream, as it was made."""

    flags: int
    priority: int


_FIRST_HANDLE = 0x1000
"""Smaller numbers are streams: the default ones (0 to 2), and those that PyTorch has made."""


class Answers:
    """The handles of one program, its memory, its GPU and the GPU's clock.

    Args:
        gpu: the GPU that it runs on, whose block is open.
        timeline: the GPU's clock.
        places: of the program, if it is another process.
    """

    def __init__(self, gpu: VirtualGPU, timeline: Timeline, places: Places | None = None) -> None:
        self._gpu, self._timeline = gpu, timeline
        self._places = places
        self._is_other = places is not None
        self.memory = Memory(shared=self._is_other)
        self._handles = itertools.count(_FIRST_HANDLE, 16)
        self._things: dict[int, Any] = {}
        # Of launches and what else is queued on a stream. Other questions do not wait for them: a
        # launch has its PTX assembled in a thread, and NVIDIA's assembler asks for the driver.
        self._queueing = threading.RLock()
        self._in_graph = set[int]()  # the streams on which a graph runs
        self._blocking = set[int]()  # those that the legacy default stream waits for

    def _on(self, stream: int, microseconds: float, name: str) -> None:
        with self._queued_on(stream):
            self._timeline.delay(microseconds, name)

    @contextmanager
    def _queued_on(self, stream: int) -> Generator[None]:
        with self._queueing:
            self._follow_default(stream)
            before, self._timeline.stream = self._timeline.stream, stream
            is_node = stream in self._in_graph
            try:
                with self._gpu.as_node_of_graph(in_graph) if is_node else nullcontext():
                    yield
            finally:
                self._timeline.stream = before

    def _follow_default(self, stream: int) -> None:
        """Let the legacy default stream wait for the blocking streams, and them for it.

        What is queued behind a kernel of another stream, as an event that ends a measurement, is
        reached after the kernel (CUDA programming guide, "Implicit Synchronization").
        """
        if stream & 15 == OF_THREAD:
            self._blocking.add(stream)
        if not stream:
            for other in self._blocking:
                self._timeline.hold(0, self._timeline.ready(other))
        elif stream in self._blocking:
            self._timeline.hold(stream, self._timeline.ready(0))

    def _say(self, line: str) -> None:
        """Say on stderr, and in the record, why something was refused or failed."""
        sys.stderr.write(f"kernelscope: {line}\n")
        if line not in self._gpu.said:
            self._gpu.said.append(line)

    @contextmanager
    def _refusing(self, code: int) -> Generator[None]:
        """Refuse with an error of CUDA, and say why, what raises LaunchError inside."""
        try:
            yield
        except LaunchError as problem:
            self._say(str(problem))
            raise Refused(code) from None

    def _new(self, thing: object) -> int:
        handle = next(self._handles)
        self._things[handle] = thing
        return handle

    def _thing(self, handle: int, kind: type[Any]) -> Any:
        thing = self._things.get(handle)
        if not isinstance(thing, kind):
            raise Refused(INVALID_HANDLE)
        return thing

    def _stream(self, handle: int) -> Stream | None:
        """Return a stream; None for the default ones and PyTorch's."""
        is_known = handle < _FIRST_HANDLE or handle & 15 == OF_THREAD
        return None if is_known else self._thing(handle, Stream)
