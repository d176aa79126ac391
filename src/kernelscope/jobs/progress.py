"""The progress of a job; the caller decides whether and how to show it."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Something that shows progress."""

    def __call__(self, doing: str, done: int, total: int) -> None:
        """Show that `doing` is at step `done` of `total`; `done == total` ends it."""
        ...


def silent(doing: str, done: int, total: int) -> None:
    """Show nothing: the default of every job."""


def doing(worker: str, what: str) -> str:
    """Return what is done, after the worker that does it if there are several."""
    return f"{worker}: {what}" if worker else what
