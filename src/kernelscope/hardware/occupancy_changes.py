"""Finds what would raise a kernel's occupancy: the nearest block, registers or shared memory.

In: a launch's sizes. Out: `Change`s. The occupancy formula itself is searched, so that no limit is
forgotten. More registers or shared memory never give more blocks, so the largest size that allows
one block more is the nearest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernelscope.hardware.gpus import GPUSpec, gpu
from kernelscope.hardware.residency import WARP, Occupancy, occupancy

PROMISED = 0.15
"""What gains of simulated launches are within, of what came out on an H200 (docs/time.md)."""


@dataclass(frozen=True, slots=True)
class Change:
    """A launch that keeps more warps on an SM, by another block (threads), registers (a thread) or
    shared memory (bytes a block).

    `changed`: which of "block", "registers", "shared" differ. `gain`: the share of the launch's
    time, 0 … 1, that it saves by a simulation; None if there is none.
    """

    block: int
    registers: int
    shared_bytes: int
    changed: tuple[str, ...]
    occupancy: Occupancy
    gain: float | None = None

    @property
    def text(self) -> str:
        """The change and its occupancy, as a phrase."""
        words = {
            "block": f"blocks of {self.block} threads",
            "registers": f"at most {self.registers} registers a thread",
            "shared": f"at most {self.shared_bytes:,} bytes of shared memory a block",
        }
        reached = self.occupancy
        blocks = "1 block" if reached.blocks_per_sm == 1 else f"{reached.blocks_per_sm} blocks"
        gives = f"{blocks}, {reached.warps_per_sm} warps an SM ({reached.fraction:.0%})"
        return f"{' and '.join(words[name] for name in self.changed)}: {gives}{self._saves()}"

    def _saves(self) -> str:
        """Return what the change saves in words; "" if it is not known."""
        if self.gain is None:
            return ""
        if self.gain < PROMISED:
            return "; estimated to save less than the simulation can tell"
        return f"; estimated to save {self.gain:.0%} of the time"


def changes(
    spec: GPUSpec | str, *, block: int, registers: int, shared_bytes: int = 0
) -> tuple[Change, ...]:
    """Return the nearest changes that keep more warps on an SM; () if it is full of warps.

    First the registers and shared memory that make room for one block more (both together if
    neither does alone), then the nearest smaller and larger block. `shared_bytes` is
    static and dynamic together; `registers=0` means unknown. Raises UsageError as `occupancy`.
    """
    spec = gpu(spec) if isinstance(spec, str) else spec
    start = _Launch(spec, block, registers, shared_bytes)
    now = start.occupancy()
    if now.fraction == 1:
        return ()
    smaller, larger = start.other_block(now, -1), start.other_block(now, +1)
    launches = (start.one_block_more(now), smaller, larger)
    return tuple(start.change_to(launch) for launch in launches if launch is not None)


@dataclass(frozen=True, slots=True)
class _Launch:
    spec: GPUSpec
    block: int
    registers: int
    shared_bytes: int

    def occupancy(self) -> Occupancy:
        return occupancy(
            self.spec,
            block=self.block,
            registers=self.registers,
            dynamic_shared_bytes=self.shared_bytes,
        )

    def one_block_more(self, now: Occupancy) -> _Launch | None:
        """Return the launch with the most registers and shared memory that fits one block more."""
        wanted = now.blocks_per_sm + 1
        if min(now.limits["warps"], now.limits["blocks"]) < wanted:
            return None
        registers, shared = self.registers, self.shared_bytes
        # 40 registers in blocks of 96 threads: 16 blocks. 17 blocks need 51 warps, which the
        # quarters hold from 32 registers on: "at most 32", which then gives 21 blocks. The formula
        # is searched and not solved, since rounding to 256 registers and to quarters has no
        # inverse.
        while registers > 1 and not self._fits("registers", registers, wanted):
            registers = min(registers - 1, 255)
        if not self._fits("shared", shared, wanted):
            shared = _largest(shared, lambda size: self._fits("shared", size, wanted))
        launch = _Launch(self.spec, self.block, registers, shared)
        return launch if launch.occupancy().blocks_per_sm >= wanted else None

    def _fits(self, limit: str, size: int, wanted: int) -> bool:
        launch = (
            _Launch(self.spec, self.block, size, self.shared_bytes)
            if limit == "registers"
            else _Launch(self.spec, self.block, self.registers, size)
        )
        return launch.occupancy().limits[limit] >= wanted

    def other_block(self, now: Occupancy, step: int) -> _Launch | None:
        """Return the launch with the nearest block, in one direction, that keeps more warps."""
        most = self.spec.max_threads_per_block // WARP
        smaller = range(min((self.block - 1) // WARP, most), 0, -1)
        larger = range(self.block // WARP + 1, most + 1)
        for warps in smaller if step < 0 else larger:
            launch = _Launch(self.spec, warps * WARP, self.registers, self.shared_bytes)
            if launch.occupancy().warps_per_sm > now.warps_per_sm:
                return launch
        return None

    def change_to(self, other: _Launch) -> Change:
        fields = (("block", "block"), ("registers", "registers"), ("shared", "shared_bytes"))
        changed = tuple(n for n, field in fields if getattr(self, field) != getattr(other, field))
        return Change(other.block, other.registers, other.shared_bytes, changed, other.occupancy())


def _largest(below: int, fits: Callable[[int], bool]) -> int:
    """Return the largest size below `below` that fits, to the byte; 0 if none does."""
    low, high = 0, below
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low
