"""How launches run if they do not say so themselves: their time limit, and their schedule."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kernelscope.vgpu.schedule import TURNS, Schedule

if TYPE_CHECKING:
    import numpy as np

    from kernelscope.vgpu.clusters import Dim3
    from kernelscope.vgpu.counting.trace import TraceRequest
    from kernelscope.vgpu.runtime.checking import CheckedLaunch, Checker
    from kernelscope.vgpu.runtime.definedness import Examiner, FollowedLaunch
    from kernelscope.vgpu.runtime.limits import LimitedLaunch, Limiter
    from kernelscope.vgpu.runtime.numerics import NumericExaminer, NumericLaunch
    from kernelscope.vgpu.runtime.watching import LaunchFacts, Watcher

    Shape = tuple[Dim3, Dim3, int]
    Tracer = Callable[
        [Any, Shape, Sequence[Any], np.ndarray | None, Dim3 | None], TraceRequest | None
    ]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of launches.

    Attributes:
        limit_s: seconds of processor time after which a launch stops; None for no limit.
        watch: makes a watcher of a launch's accesses, one for each worker; None, or one that makes
            None: they are not watched.
        follow: makes the examiner of a launch's undefined values; None: they are not followed.
        check: makes who looks at the use of barriers in a launch, or None.
        limits: makes who says what the limits of a launch's accesses are; None: there are none.
        numerics: makes who looks at what arithmetic made of a launch's values, or None.
        trace: takes a launch's kernel, its grid, block and dynamic shared memory, its arguments,
            the blocks of a sample and its cluster, and returns which blocks to trace, if any.
            Launches that a tool looks at are not traced.
        fast_time: whether times are estimated from the counts alone.
        tools: which tools look: at accesses, undefined values, barriers, limits, arithmetic.
        hopeful: whether all cores run a launch that a tool looks at, in the hope that there is
            nothing to tell. If there is, it ends with `watching.UndecidedError`.
    """

    limit_s: float | None = None
    schedule: Schedule = TURNS
    watch: Callable[[LaunchFacts], Watcher | None] | None = None
    follow: Callable[[FollowedLaunch], Examiner] | None = None
    check: Callable[[CheckedLaunch], Checker | None] | None = None
    limits: Callable[[LimitedLaunch], Limiter] | None = None
    numerics: Callable[[NumericLaunch], NumericExaminer] | None = None
    trace: Tracer | None = None
    fast_time: bool = False
    hopeful: bool = False
    tools: tuple[bool, ...] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        tools = self.watch, self.follow, self.check, self.limits, self.numerics
        object.__setattr__(self, "tools", tuple(tool is not None for tool in tools))


_of_process = Settings()

of_sessions: list[Callable[[], Settings | None]] = []
"""Functions that return the settings of the session that the calling thread is in, or None."""


def settings() -> Settings:
    """Return the settings of launches that have none of their own."""
    for ask in of_sessions:
        if (found := ask()) is not None:
            return found
    return _of_process


def process_settings() -> Settings:
    """Return the settings of launches outside all sessions."""
    return _of_process


def change_settings(
    *,
    limit_s: float | None = None,
    schedule: Schedule | None = None,
    watch: Callable[[LaunchFacts], Watcher | None] | None = None,
    follow: Callable[[FollowedLaunch], Examiner] | None = None,
    check: Callable[[CheckedLaunch], Checker | None] | None = None,
    fast_time: bool = False,
) -> Settings:
    """Change settings of all launches to come; return those before."""
    global _of_process
    before = _of_process
    if limit_s is not None:
        _of_process = dataclasses.replace(_of_process, limit_s=limit_s)
    if schedule is not None:
        _of_process = dataclasses.replace(_of_process, schedule=schedule)
    if watch is not None:
        _of_process = dataclasses.replace(_of_process, watch=watch)
    if follow is not None:
        _of_process = dataclasses.replace(_of_process, follow=follow)
    if check is not None:
        _of_process = dataclasses.replace(_of_process, check=check)
    if fast_time:
        _of_process = dataclasses.replace(_of_process, fast_time=True)
    return before


def restore_settings(before: Settings) -> None:
    """Take back what `change_settings` changed."""
    global _of_process
    _of_process = before
