"""The host's part of launches whose use of barriers is checked (`docs/check.md`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np

from kernelscope.vgpu.layout import Check, Context
from kernelscope.vgpu.runtime.launch_tool import Host, LaunchFacts, LaunchTool, lane_words
from kernelscope.vgpu.runtime.warp_state import Standing, StandingBlock

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.stops import Stop
    from kernelscope.vgpu.runtime.worker import Room, Worker

    CheckedLaunch = LaunchFacts[tuple[Stop, ...]]


@dataclass(frozen=True, slots=True)
class BarrierEvent:
    """An event from compiled code; `jit.watch_barriers` says what the numbers are.

    `about`: the number of a barrier, a meeting or a site. `lanes`: of the warp that runs, as bits.
    `table`: 32 numbers, or None.
    """

    kind: Check
    about: int
    lanes: int
    more: int
    table: np.ndarray | None


class Checker(Protocol):
    """Looks at the use of barriers in one launch."""

    def told(self, event: BarrierEvent, block: StandingBlock) -> None:
        """Look at what may be wrong."""
        ...

    def end(self, standing: tuple[Standing, ...]) -> None:
        """Note that the launch has ended; standing: where warps wait that never go on."""
        ...


_TELL = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int64, ctypes.c_uint32, ctypes.c_int64,
    ctypes.c_void_p,
)  # fmt: skip


class BarrierTool(LaunchTool):
    """Passes on to a checker what compiled code tells."""

    def __init__(self, checker: Checker, host: Host) -> None:
        super().__init__(host)
        self._checker = checker
        self._tell = self.function(_TELL, self._told)

    @classmethod
    def begin(
        cls, facts: CheckedLaunch, make: Callable[[CheckedLaunch], Checker | None], host: Host
    ) -> Self | None:
        """Return the tool, if somebody looks."""
        checker = make(facts)
        return None if checker is None else cls(checker, host)

    def attach_room(self, room: Room, worker: Worker) -> None:
        """Let a block's code call the host."""
        room.context.array[Context.CHECK] = self._tell

    def _told(
        self, context: int, kind: int, about: int, lanes: int, more: int, table: int | None
    ) -> None:
        values = None if table is None else lane_words(ctypes.c_uint64, table)
        event = BarrierEvent(Check(kind), about, lanes, more, values)
        self._checker.told(event, self.host.block_at(context))

    def end(self) -> None:
        """End the checks."""
        self._checker.end(self.host.deadlocked())
