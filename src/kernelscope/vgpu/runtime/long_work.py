"""The line on the standard error about work that lasts: which, how far, for how long.

A launch in a program of its own says it once, after ten seconds. A script that a command runs may
calculate for minutes what a GPU does at once: there a line says every second on a terminal what
goes on, over the line before, and every half minute elsewhere (`for_a_script`).
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from kernelscope._real_time import monotonic

_ONE_S = 10.0
_SCRIPT_S, _RENEWED_S, _LINES_S = 3.0, 1.0, 30.0
_GAP_S = 1.0
"""Seconds between two pieces of a script's work that count as one wait."""
_ERASE = "\r\x1b[K"


@dataclass(eq=False)
class Work:
    """Work that runs.

    Attributes:
        name: what it is, "`gelu_kernel`", or a function that says so: most work ends at once.
        begun: the moment of its beginning.
        thread: the thread that waits for it.
        is_over: whether it has ended.
    """

    name: str | Callable[[], str]
    begun: float = field(default_factory=monotonic, kw_only=True)
    thread: int = field(default_factory=threading.get_ident, kw_only=True)
    is_over: bool = field(default=False, kw_only=True)

    def look(self, interrupted: bool) -> None:
        """Act if it is time: nothing stops an operator of PyTorch."""

    def progress(self) -> str:
        """Return how far it is, as the end of a sentence, or ""."""
        return ""


class LongWork:
    """The line about one piece of work after another.

    Args:
        first_s: the seconds before the first line.
        again_s: the seconds from line to line; None: there is one for each piece of work.
        gap_s: pieces so close after each other count as one.
        renews: whether a line is written over the one before, and erased when the work ends.
        caller: returns the program's line that a thread is at: "train.py:31", or "".
    """

    def __init__(
        self,
        first_s: float = _ONE_S,
        again_s: float | None = None,
        gap_s: float = 0.0,
        renews: bool = False,
        caller: Callable[[int], str] = lambda _: "",
    ) -> None:
        self._first_s, self._gap_s, self._renews = first_s, gap_s, renews
        self._again_s = float("inf") if again_s is None else again_s
        self._caller = caller
        self._due = self._due_at_begin = self._since = 0.0
        self._ended, self._count = float("-inf"), 0
        self._is_shown = False
        self._writing = threading.Lock()

    @property
    def joins(self) -> bool:
        """Whether pieces of work count as one, so that each must be noted, however short."""
        return self._gap_s > 0

    def begin(self, work: Work) -> None:
        """Note that work begins."""
        now = work.begun
        if now - self._ended > self._gap_s:
            self._since, self._count = now, 0
            self._due, self._due_at_begin = now + self._first_s, now + _LINES_S
        self._count += 1
        # If each piece ends before the guard looks.
        if now > self._due_at_begin and self._gap_s:
            self._write(work, "\n")

    def look(self, work: Work) -> None:
        """Write a line about the work if it is time."""
        if monotonic() > self._due:
            self._write(work, "" if self._renews else "\n")

    def end(self) -> None:
        """Note that work has ended, which `Work.is_over` says already."""
        self._ended = monotonic()
        if self._is_shown:
            with self._writing:
                self._is_shown = False
                _put(_ERASE)

    def _write(self, work: Work, end: str) -> None:
        where, progress = self._caller(work.thread), work.progress()
        now = monotonic()
        self._due, self._due_at_begin = now + self._again_s, now + _LINES_S
        words = "kernelscope: " + (work.name if isinstance(work.name, str) else work.name())
        words += f" at {where}" if where else ""
        if now - work.begun < 1.0 and self._count > 1:
            words += f" runs, number {self._count} in {now - self._since:.0f} s{progress}"
        else:
            words += f" has run for {now - work.begun:.0f} s{progress}"
        if not self._renews:
            _put(words + end)
            return
        with self._writing:
            if not work.is_over:
                self._is_shown = not end
                _put(_ERASE + (words if end else words[: _columns() - 1]) + end)


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def _put(words: str) -> None:
    try:
        sys.stderr.write(words)
        sys.stderr.flush()
    except (OSError, ValueError):  # a stream that is closed
        return


_usual = LongWork()
_line = [_usual]


def line() -> LongWork:
    """Return the line that work is shown in."""
    return _line[-1]


def show_long_work(shown: LongWork | None) -> None:
    """Show work in a line from now on; None: as a program of its own does."""
    _line[:] = [_usual if shown is None else shown]


@contextmanager
def for_a_script(caller: Callable[[int], str]) -> Generator[None]:
    """Show what a script waits for, launches and operators, while the block runs.

    caller: returns the script's line that a thread is at, or "".
    """
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    first, again = (_SCRIPT_S, _RENEWED_S) if is_terminal else (_LINES_S, _LINES_S)
    before = line()
    show_long_work(LongWork(first, again, _GAP_S, is_terminal, caller))
    try:
        yield
    finally:
        show_long_work(before)
