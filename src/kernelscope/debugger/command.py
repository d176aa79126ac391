"""The table of commands, to which each command adds itself.

In: a line that the user typed. Out: the `Command` that it names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernelscope.errors import UsageError

if TYPE_CHECKING:
    from kernelscope.debugger.machine import Until
    from kernelscope.debugger.session import Session

_WORD = re.compile(r"([A-Za-z]+|\S)\s*(.*)")


@dataclass(frozen=True, slots=True)
class Resume:
    """The answer of a command that continues the launch: to `until`, or to the next breakpoint."""

    until: Until | None = None


Run = Callable[["Session", str], "Resume | Iterable[str]"]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its whole word and its other forms, its arguments, its help text, its function."""

    names: tuple[str, ...]
    usage: str
    words: str
    run: Run


COMMANDS: list[Command] = []


def command(names: str, usage: str = "") -> Callable[[Run], Run]:
    """Make a function a command; its docstring is its help text."""

    def add(run: Run) -> Run:
        words = " ".join((run.__doc__ or "").split())
        COMMANDS.append(Command(tuple(names.split()), usage, words, run))
        return run

    return add


def split(line: str) -> tuple[str, str]:
    """Split a line into the command's word and the rest; `x/4f out` too."""
    match = _WORD.match(line)
    return (match[1], match[2].strip()) if match else (line, "")


def find(word: str) -> Command:
    """Return the command of a word, of another form of it, or of its unambiguous beginning.

    Raises UsageError if there is no such command; the message lists the commands.
    """
    for entry in COMMANDS:
        if word in entry.names:
            return entry
    candidates = [entry for entry in COMMANDS if entry.names[0].startswith(word)]
    if len(candidates) == 1:
        return candidates[0]
    names = ", ".join(entry.names[0] for entry in candidates or COMMANDS)
    choice = f"it may be: {names}" if candidates else f"the commands are: {names}"
    raise UsageError(f"`{word}` is not a command; {choice}")


def number(words: str, least: int = 1) -> int:
    """Return a whole number.

    Raises UsageError if the text is not a whole number, or it is too small.
    """
    if not words.isdecimal() or int(words) < least:
        raise UsageError(f"`{words}` is not a whole number of at least {least}")
    return int(words)
