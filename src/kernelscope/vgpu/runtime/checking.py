"""The host's part of launches whose use of barriers is checked (`docs/check.md`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kernelscope.vgpu.layout import LANES, Check
from kernelscope.vgpu.runtime.warp_state import Standing, StandingBlock

if TYPE_CHECKING:
    from kernelscope.vgpu.clusters import Dim3
    from kernelscope.vgpu.counting.plan import SiteInfo
    from kernelscope.vgpu.jit.stops import Stop


@dataclass(frozen=True, slots=True)
class CheckedLaunch:
    """What is known of a launch when it begins.

    Attributes:
        sites: the instructions that access memory or may be at fault, by their number.
        meetings: those that wait for the lanes of a mask, by theirs.
    """

    kernel: str
    grid: Dim3
    block: Dim3
    sites: tuple[SiteInfo, ...]
    meetings: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class BarrierEvent:
    """What compiled code tells; `jit.watch_barriers` says what the numbers are.

    Attributes:
        about: the number of a barrier, a meeting or a site.
        lanes: of the warp that runs, as bits.
        table: 32 numbers, or None.
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


class Checking:
    """The function that the code of a checked launch calls.

    Args:
        checker: who looks.
        block_at: returns the block whose context is at an address.
        fail: takes an error of the checker, which ends the launch.

    Attributes:
        address: that of the function.
    """

    def __init__(
        self,
        checker: Checker,
        block_at: Callable[[int], StandingBlock],
        fail: Callable[[Exception], None],
    ) -> None:
        self._checker = checker
        self._block_at = block_at
        self._fail = fail
        self._function = _TELL(self._told)
        self.address = ctypes.cast(self._function, ctypes.c_void_p).value or 0

    def _told(
        self, context: int, kind: int, about: int, lanes: int, more: int, table: int | None
    ) -> None:
        try:
            values = None
            if table is not None:
                words = (ctypes.c_uint64 * LANES).from_address(table)
                values = np.ctypeslib.as_array(words)
            event = BarrierEvent(Check(kind), about, lanes, more, values)
            self._checker.told(event, self._block_at(context))
        except Exception as problem:  # noqa: BLE001 - an exception cannot pass through native code
            self._fail(problem)

    def end(self, standing: tuple[Standing, ...]) -> None:
        """End the checks."""
        self._checker.end(standing)
