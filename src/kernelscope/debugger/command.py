"""What a command is, and the table that each adds itself to."""

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
    """Go on: to where `until` says, or to the next breakpoint."""

    until: Until | None = None


Run = Callable[["Session", str], "Resume | Iterable[str]"]


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    Attributes:
        names: the whole word, then its other forms.
        usage: what stands after it.
    """

    names: tuple[str, ...]
    usage: str
    words: str
    run: Run


COMMANDS: list[Command] = []


def command(names: str, usage: str = "") -> Callable[[Run], Run]:
    """Makes a function a command; its docstring is its help."""

    def add(run: Run) -> Run:
        words = " ".join((run.__doc__ or "").split())
        COMMANDS.append(Command(tuple(names.split()), usage, words, run))
        return run

    return add


def split(line: str) -> tuple[str, str]:
    """A command's word and the rest: of `x/4f out` also."""
    found = _WORD.match(line)
    return (found[1], found[2].strip()) if found else (line, "")


def find(word: str) -> Command:
    """The command of a word, of another form of it, or of its unambiguous beginning.

    Raises:
        UsageError: there is none; the message lists those that there are.
    """
    for one in COMMANDS:
        if word in one.names:
            return one
    found = [one for one in COMMANDS if one.names[0].startswith(word)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(one.names[0] for one in found or COMMANDS)
    raise UsageError(f"`{word}` is no command; " + (f"it may be: {names}" if found else f"{names}"))


def number(words: str, least: int = 1) -> int:
    """A whole number.

    Raises:
        UsageError: it is none, or too small.
    """
    if not words.isdecimal() or int(words) < least:
        raise UsageError(f"`{words}` is no whole number from {least} up")
    return int(words)
