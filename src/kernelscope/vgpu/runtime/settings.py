"""How launches run if they do not say so themselves: their time limit, and their schedule."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from kernelscope.vgpu.schedule import TURNS, Schedule


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of launches.

    Attributes:
        limit_s: seconds of processor time after which a launch stops; None for no limit.
    """

    limit_s: float | None = None
    schedule: Schedule = TURNS


_of_process = Settings()

of_sessions: list[Callable[[], Settings | None]] = []
"""Functions that return the settings of the session that the calling thread is in, or None."""


def settings() -> Settings:
    """Return the settings of launches that have none of their own."""
    return next((found for ask in of_sessions if (found := ask())), _of_process)


def change_settings(*, limit_s: float | None = None, schedule: Schedule | None = None) -> Settings:
    """Change settings of all launches to come; return those before."""
    global _of_process
    before = _of_process
    if limit_s is not None:
        _of_process = dataclasses.replace(_of_process, limit_s=limit_s)
    if schedule is not None:
        _of_process = dataclasses.replace(_of_process, schedule=schedule)
    return before


def restore_settings(before: Settings) -> None:
    """Take back what `change_settings` changed."""
    global _of_process
    _of_process = before
