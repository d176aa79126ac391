"""The progress of a job; the caller decides whether and how to show it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from typing import Protocol

LINES = "KERNELSCOPE_PROGRESS_LINES"
"""The environment variable with which a command writes its progress to stderr, a line each."""
_BEGINS = "kernelscope-progress: "


class Progress(Protocol):
    """Something that shows progress."""

    def __call__(self, doing: str, done: int, total: int) -> None:
        """Show that `doing` is at step `done` of `total`; `done == total` ends it."""
        ...


def silent(doing: str, done: int, total: int) -> None:
    """Show nothing: the default of every job."""


def line_of(doing: str, done: int, total: int) -> str:
    """Return a step as a line for the process that has set `LINES`."""
    return _BEGINS + json.dumps([doing, done, total])


def heard(line: str, progress: Progress) -> bool:
    """Return whether a line is a step, which then goes to `progress`."""
    if not line.startswith(_BEGINS):
        return False
    progress(*json.loads(line.removeprefix(_BEGINS)))
    return True


def counted(progress: Progress, names: Sequence[str]) -> Callable[[int, object, str], None]:
    """Return a callback for `spread` that shows the name of each item that is done.

    The worker's name comes before it if there are several.
    """
    ready = itertools.count(1)

    def done(place: int, _: object, worker: str) -> None:
        name = f"{worker}: {names[place]}" if worker else names[place]
        progress(name, next(ready), len(names))

    return done
