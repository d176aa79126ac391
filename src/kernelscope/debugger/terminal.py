"""Lines from a terminal, with editing, a history that is kept, and completion by Tab."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from kernelscope._cache import cache_folder
from kernelscope.debugger.command import COMMANDS
from kernelscope.debugger.session import Session
from kernelscope.errors import UsageError

_KEPT = 1000  # lines of history


class Terminal:
    """A source of lines that the user types; a call raises EOFError at Ctrl-D.

    Args:
        prompt: the text before each line.
        words: returns the words for completion.
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
