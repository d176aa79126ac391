"""The host's part of launches whose arithmetic is looked at (`docs/check.md`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kernelscope.vgpu.analysis.numerics import Use
from kernelscope.vgpu.layout import LANES, Context, Precise

if TYPE_CHECKING:
    from kernelscope.vgpu.analysis.numerics import NumericPlan
    from kernelscope.vgpu.clusters import Dim3
    from kernelscope.vgpu.runtime.worker import Worker


@dataclass(frozen=True, slots=True)
class NumericLaunch:
    """What is known of a launch whose arithmetic is looked at, when it begins."""

    kernel: str
    grid: Dim3
    block: Dim3
    plan: NumericPlan


@dataclass(frozen=True, slots=True)
class Stored:
    """Floats that 32 lanes store.

    Attributes:
        values: [32] as they are.
        shadows: [32] as they would be in float64.
        codes: [32] what rounded them (`jit.shadow_code`).
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

        Args:
            store: its place in the plan's stores.
            lanes: of the warp, those that have one, as bits.
            values: of the 32 lanes.
            context: the slots of `layout.Context` of the block.
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


class Numerics:
    """The functions that the code of such a launch calls.

    Args:
        launch: what is known of it.
        examiner: who looks.
        fail: takes an error of the examiner, which ends the launch.
    """

    def __init__(
        self,
        launch: NumericLaunch,
        examiner: NumericExaminer,
        fail: Callable[[Exception], None],
    ) -> None:
        self._stores = len(launch.plan.stores)
        self._tables: dict[int, np.ndarray] = {}
        self.examiner = examiner
        self._fail = fail
        self._contexts: dict[int, np.ndarray] = {}
        self._function = _TELL(self._told)
        self._second_function = _IMPRECISE(self._imprecise)

    def attach(self, worker: Worker) -> None:
        """Look at the blocks of a worker's rooms."""
        address = ctypes.cast(self._function, ctypes.c_void_p).value or 0
        for room in worker.rooms[: worker.used]:
            room.context.array[Context.ODD] = address
            self._contexts[room.context.address] = room.context.array
            table = self._tables.setdefault(room.context.address, self._new_table())
            room.context.array[Context.PRECISE] = table.ctypes.data

    def _new_table(self) -> np.ndarray:
        table = np.zeros(Precise.SUMS + 2 * self._stores, np.int64)
        table[Precise.TELL] = ctypes.cast(self._second_function, ctypes.c_void_p).value or 0
        return table

    def end(self) -> None:
        """Note that the launch has ended."""
        sums = np.zeros(2 * self._stores)
        for table in self._tables.values():
            sums += table[Precise.SUMS :].view(np.float64)
        self.examiner.end(sums.reshape(-1, 2))

    def _imprecise(self, context: int, store: int, lanes: int, place: int) -> None:
        try:
            values, shadows = (
                np.ctypeslib.as_array((ctypes.c_double * LANES).from_address(place + offset))
                for offset in (0, 8 * LANES)
            )
            codes = (ctypes.c_uint64 * LANES).from_address(place + 16 * LANES)
            stored = Stored(values, shadows, np.ctypeslib.as_array(codes))
            self.examiner.imprecise(store, lanes, stored, self._contexts[context])
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
            self._fail(problem)

    def _told(self, context: int, step: int, use: int, lanes: int, table: int) -> None:
        try:
            codes = np.ctypeslib.as_array((ctypes.c_uint32 * LANES).from_address(table))
            self.examiner.told(step, Use(use), lanes, codes, self._contexts[context])
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
            self._fail(problem)
