"""The memory and the host's part of launches that follow undefined values (`docs/check.md`)."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kernelscope.vgpu.layout import (
    CAPACITY,
    OFFSET_BITS,
    RECORD_SLOTS,
    Context,
    Decision,
    Tag,
    Tagged,
    Undefined,
)
from kernelscope.vgpu.runtime.memory import SPACE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kernelscope.vgpu.analysis.undefined import UndefinedPlan
    from kernelscope.vgpu.clusters import Dim3
    from kernelscope.vgpu.runtime.registry import Region
    from kernelscope.vgpu.runtime.worker import Room, Worker


@dataclass(frozen=True, slots=True)
class FollowedLaunch:
    """What is known of a launch in which undefined values are followed, when it begins.

    Attributes:
        allocations: the memory that it may access, by its number.
        records: a row of `layout.Record` for each step of the plan.
    """

    kernel: str
    grid: Dim3
    block: Dim3
    plan: UndefinedPlan
    allocations: Mapping[int, Region]
    records: np.ndarray


class Examiner(Protocol):
    """Looks at the undefined values of one launch."""

    def tags(self, region: Region) -> np.ndarray | None:
        """Return the tags of an allocation, a byte for each byte; None if it is all defined."""
        ...

    def new_tags(self, region: Region) -> np.ndarray:
        """Return tags for an allocation that was all defined, which an undefined value goes to."""
        ...

    def decided(self, step: int, decision: Decision, lane: int, context: np.ndarray) -> None:
        """Note the first undefined value that decides something at a step of the plan.

        Args:
            step: its number.
            decision: what it decides.
            lane: the first lane in which it does.
            context: the slots of `layout.Context` of the block.
        """
        ...

    def end(self) -> None:
        """Note that the launch has ended."""
        ...


_TELL = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_int64
)


@dataclass
class Following:
    """The tags of one launch, and the function that its code calls.

    Args:
        launch: what is known of it.
        examiner: who looks.
        fail: takes an error of the examiner, which ends the launch.
    """

    launch: FollowedLaunch
    examiner: Examiner
    fail: Callable[[Exception], None]
    _rooms: dict[int, tuple[np.ndarray, np.ndarray, np.ndarray]] = field(
        default_factory=dict[int, tuple[np.ndarray, np.ndarray, np.ndarray]]
    )

    def __post_init__(self) -> None:
        self._table = np.zeros((CAPACITY, len(Tagged)), np.int64)
        self._held: list[np.ndarray] = []
        self._tell = _TELL(self._told)
        if not self.launch.plan.global_unseen:
            self.add(self.launch.allocations.items())

    def add(self, allocations: Iterable[tuple[int, Region]]) -> None:
        """Follow what comes out of these allocations."""
        for number, region in allocations:
            tags = self.examiner.tags(region)
            if tags is not None:
                self._set(number, tags)

    def _set(self, number: int, tags: np.ndarray) -> None:
        self._held.append(tags)
        self._table[number] = tags.ctypes.data, len(tags)

    def attach(self, worker: Worker) -> None:
        """Give the rooms of a worker tags for their shared memory."""
        for room in worker.rooms[: worker.used]:
            if room.context.address not in self._rooms:
                self._attach(room)

    def _attach(self, room: Room) -> None:
        context = room.context.array
        tags = np.zeros(int(context[Context.SHARED_BYTES]) + 8, np.uint8)
        slots = np.zeros(len(Undefined), np.int64)
        slots[Undefined.TABLE] = self._table.ctypes.data
        slots[Undefined.SHARED] = tags.ctypes.data
        slots[Undefined.RECORDS] = self.launch.records.ctypes.data
        slots[Undefined.TELL] = ctypes.cast(self._tell, ctypes.c_void_p).value or 0
        slots[Undefined.FIRST_TAG] = 0 if self.launch.plan.shared_unseen else Tag.UNWRITTEN
        context[Context.UNDEFINED] = slots.ctypes.data
        self._rooms[room.context.address] = context, slots, tags

    def _told(self, address: int, step: int, decision: int, lanes: int, more: int) -> None:
        try:
            if decision == Decision.TAGS:
                self._need_tags(more >> OFFSET_BITS)
                return
            lane = (lanes & -lanes).bit_length() - 1
            context, _, _ = self._rooms[address]
            self.examiner.decided(step, Decision(decision), lane, context)
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
            self.fail(problem)

    def _need_tags(self, number: int) -> None:
        region = SPACE.region(number)
        if region is not None and not self.launch.plan.global_unseen:
            self._set(number, self.examiner.new_tags(region))


def records_for(plan: UndefinedPlan) -> np.ndarray:
    """Return empty records for the steps of a plan."""
    return np.zeros((len(plan.steps), RECORD_SLOTS), np.int64)
