"""The possible changes of a launch that is simulated again; `changes.py` applies them."""

from __future__ import annotations

from dataclasses import dataclass

Shares = tuple[tuple[str, str, float], ...]
"""Source line, kind of access, and the share of its sectors or wavefronts that is left."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a launch; the defaults change nothing.

    Attributes:
        coalesced: accesses to global memory that touch fewer, adjacent sectors.
        unique: how many distinct sectors the launch then reads and writes; None: as before.
        without_conflicts: accesses to shared memory that take fewer wavefronts.
        full_warps: whether full warps execute the code that warps with inactive lanes executed:
            fewer warps, with as many active lanes in all.
        work: the share of the blocks that is left, 0 … 1; they touch the memory of all blocks.
        even: whether each SM has the same work.
        spread: whether a grid with fewer blocks than SMs is divided among all SMs.
        resident: blocks that are on an SM at once; None: as before.
        shared_bytes: bytes of shared memory of a block; None: as before.
        single: whether fp64 arithmetic is fp32, and nothing is converted.
        without_local: whether the data in local memory is in registers.
    """

    coalesced: Shares = ()
    unique: tuple[float, float] | None = None
    without_conflicts: Shares = ()
    full_warps: bool = False
    work: float = 1.0
    even: bool = False
    spread: bool = False
    resident: int | None = None
    shared_bytes: int | None = None
    single: bool = False
    without_local: bool = False

    @property
    def keeps_code(self) -> bool:
        """True if the warps execute the same instructions as without the change."""
        return not (self.full_warps or self.single or self.without_local)


UNCHANGED = Change()
