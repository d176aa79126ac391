"""Lines from a terminal: edited, kept from one session to the next, completed by Tab."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from kernelscope._cache import cache_folder
from kernelscope.debugger.command import COMMANDS
from kernelscope.debugger.session import Session
from kernelscope.errors import UsageError

_KEPT = 1000  # lines of history


class Terminal:
    """Gives what the user types, a line a call; raises EOFError at Ctrl-D.

    Args:
        prompt: shown before each line.
        words: what a word may become.
    """

    def __init__(self, prompt: str, words: Callable[[], Iterable[str]]) -> None:
        self.prompt = prompt
        self.words = words
        self._history = cache_folder("debug") / "history"
        try:
            import readline
        except ImportError:  # a Python without it reads lines all the same
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
        """The next line."""
        line = input(self.prompt)
        if self._readline is not None:
            with suppress(OSError):
                self._history.parent.mkdir(parents=True, exist_ok=True)
                self._readline.write_history_file(self._history)
        return line

    def _complete(self, start: str, number: int) -> str | None:
        found = sorted({word for word in self.words() if word.startswith(start)})
        return found[number] if number < len(found) else None


def words(session: Session) -> Iterable[str]:
    """The debugger's commands, and what has a name where the launch stands."""
    yield from (name for command in COMMANDS for name in command.names)
    with suppress(UsageError):
        yield from session.scope().known()
        yield from (file.rpartition("/")[2] for file in session.code.files())
