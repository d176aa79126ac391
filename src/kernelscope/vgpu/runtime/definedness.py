"""The memory and the host's part of launches that follow undefined values (`docs/check.md`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np

from kernelscope.vgpu.layout import CAPACITY, OFFSET_BITS, Context
from kernelscope.vgpu.runtime.address_space import HEAP, SPACE
from kernelscope.vgpu.runtime.launch_tool import Host, LaunchFacts, LaunchTool
from kernelscope.vgpu.runtime.pages import lazy_zeros
from kernelscope.vgpu.undefined_layout import RECORD_SLOTS, Decision, Tag, Tagged, Undefined

if TYPE_CHECKING:
    from kernelscope.vgpu.analysis.undefined import UndefinedPlan
    from kernelscope.vgpu.runtime.registry import Region
    from kernelscope.vgpu.runtime.worker import Room, Worker

    UndefinedLaunch = LaunchFacts[UndefinedPlan]


class Examiner(Protocol):
    """Looks at the undefined values of one launch."""

    def tags(self, region: Region) -> np.ndarray | None:
        """Return the tags of an allocation, a byte for each byte; None if it is all defined."""
        ...

    def new_tags(self, region: Region) -> np.ndarray:
        """Return tags for an allocation that was all defined, which an undefined value goes to."""
        ...

    def decided(
        self, step: int, decision: Decision, lane: int, context: np.ndarray, records: np.ndarray
    ) -> None:
        """Note the first undefined value that decides something at a step of the plan.

        Args:
            step: its number.
            decision: what it decides.
            lane: the first lane in which it does.
            context: the slots of `layout.Context` of the block.
            records: a row of `undefined_layout.Record` for each step of the plan.
        """
        ...

    def end(self, records: np.ndarray) -> None:
        """Note that the launch has ended."""
        ...


_TELL = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_int64
)


class UndefinedTool(LaunchTool):
    """The tags of one launch's memory, and the function that its code calls."""

    def __init__(self, facts: UndefinedLaunch, examiner: Examiner, host: Host) -> None:
        super().__init__(host)
        self._plan = facts.plan
        self._examiner = examiner
        self._records = np.zeros((len(facts.plan.steps), RECORD_SLOTS), np.int64)
        self._table = lazy_zeros(CAPACITY, len(Tagged))
        # What compiled code has the addresses of.
        self._held: list[np.ndarray] = []
        self._tell = self.function(_TELL, self._told)
        self.add(facts.allocations.items())
        if facts.plan.uses_heap:
            self.add([(SPACE.number(HEAP.region), HEAP.region)])

    @classmethod
    def begin(
        cls, facts: UndefinedLaunch, make: Callable[[UndefinedLaunch], Examiner], host: Host
    ) -> Self | None:
        """Return the tool of a launch."""
        return cls(facts, make(facts), host)

    def add(self, allocations: Iterable[tuple[int, Region]]) -> None:
        """Follow what comes out of these allocations."""
        for number, region in () if self._plan.global_unseen else allocations:
            tags = self._examiner.tags(region)
            if tags is not None:
                self._set(number, tags)

    def _set(self, number: int, tags: np.ndarray) -> None:
        self._held.append(tags)
        self._table[number] = tags.ctypes.data, len(tags)

    def attach_room(self, room: Room, worker: Worker) -> None:
        """Give a block tags for its shared memory."""
        context = room.context.array
        tags = np.zeros(int(context[Context.SHARED_BYTES]) + 8, np.uint8)
        slots = np.zeros(len(Undefined), np.int64)
        slots[Undefined.TABLE] = self._table.ctypes.data
        slots[Undefined.SHARED] = tags.ctypes.data
        slots[Undefined.RECORDS] = self._records.ctypes.data
        slots[Undefined.TELL] = self._tell
        slots[Undefined.FIRST_TAG] = 0 if self._plan.shared_unseen else Tag.UNWRITTEN
        context[Context.UNDEFINED] = slots.ctypes.data
        self._held += slots, tags

    def _told(self, address: int, step: int, decision: int, lanes: int, more: int) -> None:
        if decision == Decision.TAGS:
            self._need_tags(more >> OFFSET_BITS)
            return
        lane = (lanes & -lanes).bit_length() - 1
        context = self.contexts[address]
        self._examiner.decided(step, Decision(decision), lane, context, self._records)

    def _need_tags(self, number: int) -> None:
        region = SPACE.region(number)
        if region is not None and not self._plan.global_unseen:
            self._set(number, self._examiner.new_tags(region))

    def end(self) -> None:
        """Note that the launch has ended."""
        self._examiner.end(self._records)
