"""The host's part of launches whose arithmetic is looked at (`docs/check.md`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np

from kernelscope.vgpu.analysis.numerics import Use
from kernelscope.vgpu.layout import LANES, Context, Precise
from kernelscope.vgpu.runtime.launch_tool import Host, LaunchFacts, LaunchTool, lane_words

if TYPE_CHECKING:
    from kernelscope.vgpu.analysis.numerics import NumericPlan
    from kernelscope.vgpu.runtime.worker import Room, Worker

    NumericLaunch = LaunchFacts[NumericPlan]


@dataclass(frozen=True, slots=True)
class Stored:
    """Floats that 32 lanes store.

    `values`: [32] as they are. `shadows`: [32] as they would be in float64. `codes`: [32] what
    rounded them (`jit.shadow_code`).
    """

    values: np.ndarray
    shadows: np.ndarray
    codes: np.ndarray


class NumericExaminer(Protocol):
    """Looks at odd values (`analysis.numerics`) in one launch."""

    def told(self, step: int, use: Use, lanes: int, codes: np.ndarray, context: np.ndarray) -> None:
        """Note odd values at a step that stores them, or whose address is one.

        Args:
            step: its number.
            use: which of these.
            lanes: of the warp, those that have one, as bits.
            codes: for each of the 32 lanes how and where its value became odd.
            context: the slots of `layout.Context` of the block.
        """
        ...

    def imprecise(self, store: int, lanes: int, values: Stored, context: np.ndarray) -> None:
        """Note values that are far from their shadows at a store.

        `store`: its place in the plan's stores. `lanes`: of the warp, those that have one, as bits.
        `values`: of the 32 lanes. `context`: the slots of `layout.Context` of the block.
        """
        ...

    def end(self, sums: np.ndarray) -> None:
        """Note that the launch has ended.

        Args:
            sums: [stores, 2] how many values each store wrote, and the sum of their squares.
        """
        ...


_TELL = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p
)
_IMPRECISE = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_void_p
)


class NumericTool(LaunchTool):
    """The functions that the code of such a launch calls, and the sums of what it stores."""

    def __init__(self, facts: NumericLaunch, examiner: NumericExaminer, host: Host) -> None:
        super().__init__(host)
        self._stores = len(facts.plan.stores)
        self._tables: list[np.ndarray] = []
        self._examiner = examiner
        self._tell = self.function(_TELL, self._told)
        self._tell_imprecise = self.function(_IMPRECISE, self._imprecise)

    @classmethod
    def begin(
        cls, facts: NumericLaunch, make: Callable[[NumericLaunch], NumericExaminer], host: Host
    ) -> Self | None:
        """Return the tool of a launch."""
        return cls(facts, make(facts), host)

    def attach_room(self, room: Room, worker: Worker) -> None:
        """Look at a block."""
        table = np.zeros(Precise.SUMS + 2 * self._stores, np.int64)
        table[Precise.TELL] = self._tell_imprecise
        self._tables.append(table)
        room.context.array[Context.ODD] = self._tell
        room.context.array[Context.PRECISE] = table.ctypes.data

    def end(self) -> None:
        """Note that the launch has ended."""
        sums = np.zeros(2 * self._stores)
        for table in self._tables:
            sums += table[Precise.SUMS :].view(np.float64)
        self._examiner.end(sums.reshape(-1, 2))

    def _imprecise(self, context: int, store: int, lanes: int, place: int) -> None:
        values, shadows = (lane_words(ctypes.c_double, place + offset) for offset in (0, 8 * LANES))
        stored = Stored(values, shadows, lane_words(ctypes.c_uint64, place + 16 * LANES))
        self._examiner.imprecise(store, lanes, stored, self.contexts[context])

    def _told(self, context: int, step: int, use: int, lanes: int, table: int) -> None:
        codes = lane_words(ctypes.c_uint32, table)
        self._examiner.told(step, Use(use), lanes, codes, self.contexts[context])
