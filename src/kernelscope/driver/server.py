"""Answers the questions of programs that are other processes, over a socket (`c/link.c`)."""

from __future__ import annotations

import os
import signal
import socket
import struct
import tempfile
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from kernelscope import vgpu
from kernelscope._real_time import monotonic
from kernelscope.devices.clock import Timeline
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.driver.answers import WORDS
from kernelscope.driver.calls import Program
from kernelscope.driver.places import Places

VARIABLE = "KERNELSCOPE_DRIVER"
_PATIENCE_S, _LOOKS_S = 2.0, 0.05
_HEAD = struct.Struct(f"<48sIIQQQ{WORDS}Q")
_REPLY = struct.Struct(f"<iiQQ{WORDS}Q")


class Host:
    """The time that programs have spent between their questions, and the virtual clock on it.

    Attributes:
        timeline: the clock.
    """

    def __init__(self, gpu: VirtualGPU) -> None:
        self._seconds = 0.0
        self.timeline = Timeline(gpu, real=lambda: self._seconds, glue_s=0.0)

    def spend(self, nanoseconds: int) -> None:
        """Let a program execute its own code for a while."""
        self._seconds += nanoseconds * 1e-9


class Server:
    """The programs that are connected, each with its own memory.

    host: the clock of the host that the programs run on.
    make: returns what answers for a new program, given its places.

    Attributes:
        left: the request to leave (a debugger's `quit`) that ended the programs.
    """

    def __init__(self, host: Host, make: Callable[[Places], Program]) -> None:
        self._host, self._make = host, make
        self.left: SystemExit | None = None
        self._programs: dict[int, Program] = {}
        self._connections: dict[int, int] = {}
        self._threads: list[threading.Thread] = []
        self._answering: dict[threading.Thread, int] = {}
        self._is_over = False
        self._lock = threading.Lock()

    @contextmanager
    def serving(self) -> Generator[dict[str, str]]:
        """Serve inside the block; yields the variables of the environment that programs need."""
        with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
            path = str(Path(folder) / "driver")
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(path)
                listener.listen(128)
                accepting = threading.Thread(target=self._accept, args=(listener,), daemon=True)
                accepting.start()
                try:
                    yield {VARIABLE: path}
                finally:
                    with suppress(OSError):
                        listener.shutdown(socket.SHUT_RDWR)
                    accepting.join()
                    # What a program left running in the background has lost its GPU.
                    for thread in self._threads:
                        thread.join(_PATIENCE_S)
                    self._stop_answers()
        # A launch that has not stopped still uses its program's memory.
        for process in {*self._programs} - {*self._answering.values()}:
            self._end(process)

    def _stop_answers(self) -> None:
        """Stop the launches of programs that have ended, as at Ctrl-C, or that had their time."""
        self._is_over = True
        end = monotonic() + _PATIENCE_S
        while self._answering and monotonic() < end:
            threads = [*self._answering]
            vgpu.stop_launches(threads)
            for thread in threads:
                thread.join(_LOOKS_S)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:  # it was shut down
                return
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        """Answer one thread of a program until it or the program ends."""
        process = 0
        with connection, suppress(ConnectionError):
            while True:
                head = _read(connection, _HEAD.size)
                if head is None:
                    break
                name, count, _, size, room, spent, *words = _HEAD.unpack(head)
                self._host.spend(spent)
                data = (_read(connection, size) or b"") if size else b""
                text = name.rstrip(b"\0").decode()
                if text in ("hello", "thread"):
                    process = words[0]
                    self._greet(connection, text, process)
                    continue
                program = self._programs[process]
                if text == "mapped":
                    program.memory.device_there = words[1]
                    connection.sendall(self._reply())
                    continue
                self._answering[threading.current_thread()] = process
                try:
                    if self._is_over:
                        break
                    status, answer = program.answer(text, tuple(words[:count]), data)
                except SystemExit as left:
                    self._leave_all(left)
                    break
                except KeyboardInterrupt:  # of a launch that `_stop_answers` has stopped
                    break
                finally:
                    del self._answering[threading.current_thread()]
                reply = self._reply(status, answer.words, len(answer.data))
                connection.sendall(reply + answer.data[:room])
        self._leave(process)

    def _greet(self, connection: socket.socket, text: str, process: int) -> None:
        with self._lock:
            if process not in self._programs:
                self._programs[process] = self._make(Places(process))
            self._connections[process] = self._connections.get(process, 0) + 1
            memory = self._programs[process].memory
        if text == "thread":
            connection.sendall(self._reply())
            return
        assert memory.device is not None  # it is another process
        assert memory.host is not None
        words = memory.device.size, memory.host.size, memory.host.base
        files = [memory.device.file, memory.host.file]
        socket.send_fds(connection, [self._reply(0, words)], files)

    def _reply(self, status: int = 0, words: tuple[int, ...] = (), size: int = 0) -> bytes:
        now = round(self._host.timeline.now() * 1e9)
        return _REPLY.pack(status, 0, size, now, *words, *[0] * (WORDS - len(words)))

    def _leave_all(self, left: SystemExit) -> None:
        """End all programs, as somebody who looked into one of them asked for."""
        self.left = left
        with self._lock:
            for process in self._programs:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)

    def _leave(self, process: int) -> None:
        with self._lock:
            left = self._connections.get(process, 0) - 1
            self._connections[process] = left
            if left > 0 or process not in self._programs or _is_running(process):
                return
        self._end(process)

    def _end(self, process: int) -> None:
        with self._lock:
            program = self._programs.pop(process, None)
        if program is not None:
            program.end()


def _is_running(process: int) -> bool:
    """Return whether a process runs: its threads come and go, and its memory stays."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state not in ("Z", "X") and os.path.exists(f"/proc/{process}")


def _read(connection: socket.socket, size: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < size:
        part = connection.recv(min(size - len(parts), 1 << 20))
        if not part:
            return None
        parts += part
    return bytes(parts)
