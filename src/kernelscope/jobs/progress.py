"""How a job says how far it is; who shows it, if anyone, is the caller's business."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Something that shows progress."""

    def __call__(self, doing: str, done: int, total: int) -> None:
        """Say that `doing` is at step `done` of `total`; `done == total` ends it."""
        ...


def silent(doing: str, done: int, total: int) -> None:
    """Show nothing: what a job does where no one asked to see its progress."""
