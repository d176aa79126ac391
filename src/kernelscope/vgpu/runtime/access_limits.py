"""The host's part of launches whose accesses have limits (`docs/check.md`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np

from kernelscope.vgpu.layout import CAPACITY, Beyond, Context, Limit
from kernelscope.vgpu.runtime.launch_tool import Host, LaunchFacts, LaunchTool, lane_words
from kernelscope.vgpu.runtime.pages import lazy_zeros

if TYPE_CHECKING:
    from kernelscope.vgpu.analysis.access_limits import LimitPlan
    from kernelscope.vgpu.runtime.worker import Room, Worker

    LimitedLaunch = LaunchFacts[LimitPlan]


@dataclass(frozen=True, slots=True)
class LimitEvent:
    """An access beyond its limits.

    Attributes:
        site: the number of the instruction.
        lanes: those beyond, as bits; addresses: those of all lanes.
        more: the row of the plan; for a state the bytes of a lane's access.
        context: the slots of `layout.Context` of the block.
    """

    what: Beyond
    site: int
    lanes: int
    addresses: np.ndarray
    more: int
    context: np.ndarray

    @property
    def lane(self) -> int:
        """The first lane beyond."""
        return (self.lanes & -self.lanes).bit_length() - 1


class Limiter(Protocol):
    """Says what the limits of one launch are, and looks at accesses beyond them."""

    def states(self) -> Mapping[int, np.ndarray]:
        """Return the states of bytes (`layout.State`), by the number of the allocation."""
        ...

    def writers(self) -> Mapping[int, np.ndarray]:
        """Return words that take who writes (`layout.Writer`), one for 4 bytes, for some of the
        allocations that have states.
        """
        ...

    def constants(self) -> frozenset[int]:
        """Return the rows of the plan whose arguments may not be written."""
        ...

    def rows(self) -> Mapping[int, tuple[int, np.ndarray]]:
        """Return for rows of the plan the number of an allocation, and for each of its bytes
        whether it is outside.
        """
        ...

    def told(self, event: LimitEvent) -> None:
        """Look at an access beyond its limits, before it is done."""
        ...

    def end(self) -> None:
        """Note that the launch has ended."""
        ...


_TELL = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p,
    ctypes.c_int64,
)  # fmt: skip


class LimitTool(LaunchTool):
    """The tables of one launch, and the function that its code calls."""

    def __init__(self, facts: LimitedLaunch, limiter: Limiter, host: Host) -> None:
        super().__init__(host)
        self._limiter = limiter
        self._states = lazy_zeros(CAPACITY, 3)
        self._rows = np.zeros((max(len(facts.plan.rows), 1), 4), np.int64)
        # What compiled code has the addresses of.
        self._held: list[np.ndarray] = []
        for number, states in limiter.states().items():
            self._states[number, :2] = self._place(states)
        for number, writers in limiter.writers().items():
            self._states[number, 2], _ = self._place(writers)
        for row, (number, outside) in limiter.rows().items():
            self._rows[row, :3] = number, *self._place(outside)
        constants = list(limiter.constants())
        self._rows[constants, 3] = 1
        self._slots = np.zeros(len(Limit), np.int64)
        # Most launches have no limits in global memory, and most accesses are there.
        has_limits = bool(self._held or constants)
        self._slots[Limit.STATES] = self._states.ctypes.data if has_limits else 0
        self._slots[Limit.ROWS] = self._rows.ctypes.data
        self._slots[Limit.TELL] = self.function(_TELL, self._told)

    @classmethod
    def begin(
        cls, facts: LimitedLaunch, make: Callable[[LimitedLaunch], Limiter], host: Host
    ) -> Self | None:
        """Return the tool of a launch."""
        return cls(facts, make(facts), host)

    def _place(self, values: np.ndarray) -> tuple[int, int]:
        """Return where bytes are, and how many."""
        self._held.append(values)
        return values.ctypes.data, len(values)

    def attach_room(self, room: Room, worker: Worker) -> None:
        """Limit a block."""
        room.context.array[Context.LIMITS] = self._slots.ctypes.data

    def _told(self, context: int, what: int, site: int, lanes: int, table: int, more: int) -> None:
        words = lane_words(ctypes.c_uint64, table)
        event = LimitEvent(Beyond(what), site, lanes, words, more, self.contexts[context])
        self._limiter.told(event)

    def end(self) -> None:
        """Note that the launch has ended."""
        self._limiter.end()
