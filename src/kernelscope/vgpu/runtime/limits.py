"""The host's part of launches whose accesses have limits (`docs/check.md`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kernelscope.vgpu.layout import CAPACITY, LANES, Beyond, Context, Limit

if TYPE_CHECKING:
    from kernelscope.vgpu.analysis.limits import LimitPlan
    from kernelscope.vgpu.clusters import Dim3
    from kernelscope.vgpu.counting.plan import SiteInfo
    from kernelscope.vgpu.runtime.registry import Region
    from kernelscope.vgpu.runtime.worker import Worker


@dataclass(frozen=True, slots=True)
class LimitedLaunch:
    """What is known of a launch whose accesses have limits, when it begins.

    Attributes:
        sites: the instructions that access memory, by their number.
        allocations: the memory that it may access, by its number.
        parameters: the bytes of its parameters.
    """

    kernel: str
    grid: Dim3
    block: Dim3
    sites: tuple[SiteInfo, ...]
    plan: LimitPlan
    allocations: Mapping[int, Region]
    parameters: bytes


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


class Limiting:
    """The tables of one launch, and the function that its code calls.

    Args:
        launch: what is known of it.
        limiter: who says what the limits are.
        fail: takes an error of the limiter, which ends the launch.
    """

    def __init__(
        self, launch: LimitedLaunch, limiter: Limiter, fail: Callable[[Exception], None]
    ) -> None:
        self.limiter = limiter
        self._fail = fail
        self._states = np.zeros((CAPACITY, 3), np.int64)
        self._rows = np.zeros((max(len(launch.plan.rows), 1), 4), np.int64)
        self._held: list[np.ndarray] = []
        self._contexts: dict[int, np.ndarray] = {}
        for number, states in limiter.states().items():
            self._states[number, :2] = self._place(states)
        for number, writers in limiter.writers().items():
            self._states[number, 2], _ = self._place(writers)
        for row, (number, outside) in limiter.rows().items():
            self._rows[row, :3] = number, *self._place(outside)
        constants = list(limiter.constants())
        self._rows[constants, 3] = 1
        self._tell = _TELL(self._told)
        self._slots = np.zeros(len(Limit), np.int64)
        # Most launches have no limits in global memory, and most accesses are there.
        has_limits = bool(self._held or constants)
        self._slots[Limit.STATES] = self._states.ctypes.data if has_limits else 0
        self._slots[Limit.ROWS] = self._rows.ctypes.data
        self._slots[Limit.TELL] = ctypes.cast(self._tell, ctypes.c_void_p).value or 0

    def _place(self, values: np.ndarray) -> tuple[int, int]:
        """Return where bytes are, and how many."""
        self._held.append(values)
        return values.ctypes.data, len(values)

    def attach(self, worker: Worker) -> None:
        """Limit the blocks of a worker's rooms."""
        for room in worker.rooms[: worker.used]:
            context = room.context.array
            context[Context.LIMITS] = self._slots.ctypes.data
            self._contexts[room.context.address] = context

    def _told(self, context: int, what: int, site: int, lanes: int, table: int, more: int) -> None:
        try:
            words = np.ctypeslib.as_array((ctypes.c_uint64 * LANES).from_address(table))
            event = LimitEvent(Beyond(what), site, lanes, words, more, self._contexts[context])
            self.limiter.told(event)
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
            self._fail(problem)
