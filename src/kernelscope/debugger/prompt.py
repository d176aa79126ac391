"""Takes the user's commands while a launch stands still, from a terminal or a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from kernelscope.debugger import go_commands, look_commands, stop_commands
from kernelscope.debugger.command import Resume, find, split
from kernelscope.debugger.machine import Quit, Until
from kernelscope.debugger.session import Session
from kernelscope.errors import UsageError

PROMPT = "(kernelscope) "
GROUPS = (stop_commands, go_commands, look_commands)
"""The modules that commands come from; importing one adds its own."""


class Prompt:
    """Takes commands from somebody, until one lets the launch go on.

    Args:
        read: gives the next line, "" to do nothing; raises EOFError where there are no more.
        write: shows a line.
        echo: the lines come from a file: they are shown too, and a bad one ends the program.

    Attributes:
        problem: what was wrong with the line that ended the program.
    """

    def __init__(self, read: Callable[[], str], write: Callable[[str], None], echo: bool) -> None:
        self.read = read
        self.write = write
        self.echo = echo
        self.problem: UsageError | None = None
        self._last = ""

    def say(self, lines: Iterable[str]) -> None:
        """Show lines."""
        for line in lines:
            self.write(line)

    def ask(self, session: Session) -> Until | None:
        """Carry out commands; returns until when the launch goes on."""
        while True:
            try:
                line = self.read()
            except EOFError:
                if not self.echo:
                    self.write("")  # the shell's prompt stands on a line of its own
                raise Quit from None
            except KeyboardInterrupt:
                self.write("")
                continue
            if self.echo:
                self.write(f"{PROMPT}{line}")
            # As in gdb, an empty line is the last one again.
            line = line.strip() or ("" if self.echo else self._last)
            self._last = line
            done = self._obey(session, line) if line else None
            if done is not None:
                return done.until

    def _obey(self, session: Session, line: str) -> Resume | None:
        word, rest = split(line)
        try:
            found = find(word).run(session, rest)
            if isinstance(found, Resume):
                return found
            self.say(found)
        except UsageError as problem:
            if self.echo:
                self.problem = problem
                raise Quit from problem
            self.write(str(problem))
        return None


class Commands:
    """The lines of a file of commands; `#` begins a comment."""

    def __init__(self, path: Path) -> None:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is not text"
            raise UsageError(f"{path}: cannot be read: {reason}") from None
        self.path = path
        self.number = 0
        self._lines = iter(text.splitlines())

    def __call__(self) -> str:
        """The next command.

        Raises:
            EOFError: there is none.
        """
        for line in self._lines:
            self.number += 1
            words = line.partition("#")[0].strip()
            if words:
                return words
        raise EOFError

    def at(self, problem: UsageError) -> UsageError:
        """An error of the command that was read last, with its place."""
        return UsageError(f"{self.path}:{self.number}: {problem}")
