"""Signals that come while compiled code runs wait until it has returned.

Python runs the handler of a signal when it next enters a function, which may be one that compiled
code calls. What the handler raises (at Ctrl-C KeyboardInterrupt) cannot pass through native code:
ctypes prints it, and compiled code goes on with a result that nothing has set.
"""

from __future__ import annotations

import signal
import threading
from importlib import import_module
from types import FrameType
from typing import Any

# Those whose handlers end a program, or what it is doing. Ctrl-C is first, so that it comes last
# when they are set again.
_ENDING = (int(signal.SIGINT), int(signal.SIGTERM), int(signal.SIGALRM))
# What `getsignal` returns of the system's own handling, and of a handler in C.
_NOT_PYTHONS = (signal.SIG_DFL, signal.SIG_IGN, None)
# The module in C that `signal` is made of. Python's functions around it convert numbers to enums,
# which takes ten times as long: together half as long as the shortest launch.
_signal = import_module("_signal")


class HeldSignals:
    """The signals of this process, from the object's making until `release`.

    thread: the one that calls.
    """

    def __init__(self, thread: threading.Thread) -> None:
        self._handlers: list[tuple[int, Any]] = []
        self._received: list[tuple[Any, int, FrameType | None]] = []
        # Python runs handlers in the main thread alone, and no other may set one.
        if thread is not threading.main_thread():
            return
        for number in _ENDING:
            handler = _signal.getsignal(number)
            if handler not in _NOT_PYTHONS:
                self._handlers.append((number, handler))
                _signal.signal(number, self._receive)

    def _receive(self, number: int, frame: FrameType | None) -> None:
        self._received.append((dict(self._handlers)[number], number, frame))

    def release(self) -> None:
        """Run the handlers of the signals that came; raise what they raise."""
        for number, handler in reversed(self._handlers):
            _signal.signal(number, handler)
        for handler, number, frame in self._received:
            handler(number, frame)
