"""The possible changes of a launch that is simulated again; `changes.py` applies them."""

from __future__ import annotations

from dataclasses import dataclass

Shares = tuple[tuple[str, str, float], ...]
"""Source line, kind of access, and the share of its sectors or wavefronts that is left."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a launch; the defaults change nothing.

    Attributes:
        coalesced: accesses to global memory that touch fewer sectors, side by side.
        unique: the sectors that the launch then reads and writes, each once; None: as before.
        without_conflicts: accesses to shared memory that take fewer wavefronts.
        full_warps: whether code that a part of a warp's lanes executed is executed by as many full
            warps as have those lanes.
        work: the share, 0 … 1, of the blocks that do the work of all, with the memory of all.
        even: whether each SM has the same work.
        spread: whether a grid of fewer blocks than SMs is divided among all.
        resident: blocks that are on an SM at once; None: as before.
        shared_bytes: of shared memory a block; None: as before.
        single: whether fp64 arithmetic is fp32, and nothing is converted.
        without_local: whether what is in local memory is in registers.
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
