"""The prompt: reads and runs the user's commands while a launch is stopped.

In: lines from a file, or from a terminal, with editing, a history that is kept, and completion by
Tab. Out: the condition until which the launch continues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from kernelscope._cache import cache_folder
from kernelscope.debugger import go_commands, look_commands, stop_commands
from kernelscope.debugger.command import COMMANDS, Resume, find, split
from kernelscope.debugger.machine import Quit, Until
from kernelscope.debugger.session import Session
from kernelscope.errors import UsageError

PROMPT = "(kernelscope) "
_KEPT = 1000  # lines of history
GROUPS = (stop_commands, go_commands, look_commands)
"""The modules that define commands; importing a module adds its commands to the table."""


class Prompt:
    """A reader of commands, until one continues the launch.

    `read` returns the next line, "" to do nothing, and raises EOFError at the end; `write` shows a
    line. With `echo` the lines come from a file: they are shown, and a bad one ends the program;
    `problem` is the error in it.
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
        """Run commands; return the condition until which the launch continues."""
        while True:
            try:
                line = self.read()
            except EOFError:
                if not self.echo:
                    self.write("")  # so that the shell's prompt gets a line of its own
                raise Quit from None
            except KeyboardInterrupt:
                self.write("")
                continue
            if self.echo:
                self.write(f"{PROMPT}{line}")
            # As in gdb, an empty line repeats the last one.
            line = line.strip() or ("" if self.echo else self._last)
            self._last = line
            done = self._obey(session, line) if line else None
            if done is not None:
                return done.until

    def _obey(self, session: Session, line: str) -> Resume | None:
        word, arguments = split(line)
        try:
            result = find(word).run(session, arguments)
            if isinstance(result, Resume):
                return result
            self.say(result)
        except UsageError as problem:
            if self.echo:
                self.problem = problem
                raise Quit from problem
            self.write(str(problem))
        return None


class Commands:
    """The lines of a command file; `#` begins a comment."""

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
        """Return the next command. Raises EOFError if there are no more commands."""
        for line in self._lines:
            self.number += 1
            words = line.partition("#")[0].strip()
            if words:
                return words
        raise EOFError

    def at(self, problem: UsageError) -> UsageError:
        """Return an error of the command that was read last, with its place."""
        return UsageError(f"{self.path}:{self.number}: {problem}")


class Terminal:
    """A source of lines that the user types; a call raises EOFError at Ctrl-D.

    `words` returns the words for completion.
    """

    def __init__(self, prompt: str, words: Callable[[], Iterable[str]]) -> None:
        self.prompt = prompt
        self.words = words
        self._history = cache_folder("debug") / "history"
        try:
            import readline
        except ImportError:  # a Python without it can still read lines
            self._readline = None
            return
        self._readline = readline
        with suppress(OSError):
            readline.read_history_file(self._history)
        readline.set_history_length(_KEPT)
        readline.set_completer(self._complete)
        readline.set_completer_delims(" \t\n()[]+-*/%<>=!,:")
        readline.parse_and_bind("tab: complete")

    def __call__(self) -> str:
        """Return the next line."""
        line = input(self.prompt)
        if self._readline is not None:
            with suppress(OSError):
                self._history.parent.mkdir(parents=True, exist_ok=True)
                self._readline.write_history_file(self._history)
        return line

    def _complete(self, start: str, number: int) -> str | None:
        candidates = sorted({word for word in self.words() if word.startswith(start)})
        return candidates[number] if number < len(candidates) else None


def words(session: Session) -> Iterable[str]:
    """Yield the debugger's commands, and the names at the current place."""
    yield from (name for command in COMMANDS for name in command.names)
    with suppress(UsageError):
        yield from session.scope().known()
        yield from (file.rpartition("/")[2] for file in session.code.files())
