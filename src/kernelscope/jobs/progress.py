"""The progress of a job; the caller decides whether and how to show it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Protocol


class Progress(Protocol):
    """Something that shows progress."""

    def __call__(self, doing: str, done: int, total: int) -> None:
        """Show that `doing` is at step `done` of `total`; `done == total` ends it."""
        ...


def silent(doing: str, done: int, total: int) -> None:
    """Show nothing: the default of every job."""


def counted(progress: Progress, names: Sequence[str]) -> Callable[[int, object, str], None]:
    """Return a callback for `spread` that shows the name of each item that is done.

    The worker's name comes before it if there are several.
    """
    ready = itertools.count(1)

    def done(place: int, _: object, worker: str) -> None:
        name = f"{worker}: {names[place]}" if worker else names[place]
        progress(name, next(ready), len(names))

    return done
