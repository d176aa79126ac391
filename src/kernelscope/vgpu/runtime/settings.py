"""The default settings of launches: their time limit, and their schedule."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kernelscope.vgpu.schedule import TURNS, Schedule
from kernelscope.vgpu.tools import Tool

if TYPE_CHECKING:
    import numpy as np

    from kernelscope.vgpu.clusters import Dim3
    from kernelscope.vgpu.counting.trace import TraceRequest

    Shape = tuple[Dim3, Dim3, int]
    Tracer = Callable[
        [Any, Shape, Sequence[Any], np.ndarray | None, Dim3 | None], TraceRequest | None
    ]

Makers = Mapping[Tool, Callable[[Any], Any]]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of launches.

    Attributes:
        limit_s: seconds of processor time after which a launch stops; None for no limit.
        tools: for each tool that looks at launches what makes its observer of the
            `launch_tool.LaunchFacts` of one, or None: a `watching.Watcher` for each worker, a
            `definedness.Examiner`, a `limits.Limiter`, a `numerics.NumericExaminer`, a
            `checking.Checker`.
        trace: takes a launch's kernel, its grid, block and dynamic shared memory, its arguments,
            the blocks of a sample and its cluster, and returns which blocks to trace, if any.
            Launches that a tool looks at are not traced.
        fast_time: whether times are estimated from the counts alone.
        speculative: whether all cores run a launch that a tool looks at. If there is anything to
            report, it ends with `watching.UndecidedError`.
    """

    limit_s: float | None = None
    schedule: Schedule = TURNS
    tools: Makers = dataclasses.field(default_factory=dict[Tool, Callable[[Any], Any]])
    trace: Tracer | None = None
    fast_time: bool = False
    speculative: bool = False


def going_on_of(settings: Settings) -> Makers:
    """Return the part of the tools that keeps a launch going where accesses are at fault."""
    return {tool: make for tool, make in settings.tools.items() if tool is Tool.SUPPRESS}


_of_process = Settings()

of_sessions: list[Callable[[], Settings | None]] = []
"""Functions that return the settings of the session that the calling thread is in, or None."""


def settings() -> Settings:
    """Return the settings of launches that have none of their own."""
    for ask in of_sessions:
        if (of_session := ask()) is not None:
            return of_session
    return _of_process


def process_settings() -> Settings:
    """Return the settings of launches outside all sessions."""
    return _of_process


def change_settings(
    *,
    limit_s: float | None = None,
    schedule: Schedule | None = None,
    fast_time: bool | None = None,
) -> Settings:
    """Change those settings of all launches to come that are not None; return those before."""
    global _of_process
    before = _of_process
    asked = {"limit_s": limit_s, "schedule": schedule, "fast_time": fast_time or None}
    changes: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    _of_process = dataclasses.replace(before, **changes)
    return before


def restore_settings(before: Settings) -> None:
    """Take back what `change_settings` changed."""
    global _of_process
    _of_process = before
