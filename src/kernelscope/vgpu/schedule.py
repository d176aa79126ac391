"""The orders in which warps and blocks may run; `docs/execution.md` describes each."""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.errors import UsageError


@dataclass(frozen=True, slots=True)
class Schedule:
    """The order in which warps and blocks run.

    Attributes:
        name: "turns", "interleaved" or "random".
        seed: of "random"; the same seed gives the same order.
    """

    name: str = "turns"
    seed: int = 0

    @property
    def is_fine(self) -> bool:
        """True if warps have a turn for each memory access."""
        return self.name != "turns"

    def __str__(self) -> str:
        return f"random:{self.seed}" if self.name == "random" else self.name


TURNS = Schedule()


def schedule(text: str) -> Schedule:
    """Return the schedule of a name: `turns`, `interleaved` or `random:SEED`.

    Raises:
        UsageError: there is no such schedule, or the seed is not a whole number.
    """
    name, colon, seed = text.partition(":")
    if name == "random" and seed.isdigit():
        return Schedule(name, int(seed))
    if name in ("turns", "interleaved") and not colon:
        return Schedule(name)
    raise UsageError(f"schedule {text!r} is unknown; choose turns, interleaved or random:SEED")
