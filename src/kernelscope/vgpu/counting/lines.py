"""The counters by line of the kernel's source: memory accesses, and idle lanes."""

from __future__ import annotations

import numpy as np

from kernelscope.record import Access
from kernelscope.vgpu.counting.plan import CountingPlan
from kernelscope.vgpu.layout import LANES, SITE_SLOTS, Site

_AMOUNTS = {
    "issued_lanes": SITE_SLOTS,
    "lanes": Site.LANES,
    "requests": Site.GLOBAL,
    "sectors": Site.SECTORS,
    "wavefronts": Site.WAVEFRONTS,
    "conflicts": Site.CONFLICTS,
    "local": Site.LOCAL,
}


LineCounts = tuple[tuple[Access, ...], str | None]


class Lines:
    """A kernel's memory instructions by source line, and where its lanes part."""

    def __init__(self, plan: CountingPlan) -> None:
        self._sites = len(plan.sites)
        keys = [(site.source, site.access, site.lane_bytes) for site in plan.sites]
        self._keys = sorted({key for key in keys if key[1]})
        rows = sorted((n for n, key in enumerate(keys) if key[1]), key=lambda n: keys[n])
        self._rows = np.array(rows, np.int64)
        first = {keys[row]: place for place, row in reversed([*enumerate(rows)])}
        self._starts = np.array([first[key] for key in self._keys], np.int64)
        self._blocks = np.array([plan.sites[row].block for row in rows], np.int64)
        self._places = plan.places
        self._instructions = plan.mix.sum(axis=1)

    def read(self, counted: np.ndarray, scale: float) -> LineCounts:
        """Return the accesses of each line, and the line with the most idle lanes, if any were
        idle.
        """
        return self._accesses(counted, scale), self._divergent(counted)

    def _accesses(self, counted: np.ndarray, scale: float) -> tuple[Access, ...]:
        """Return the accesses of each line; a line without any is left out."""
        if not self._keys:
            return ()
        slots = counted[: self._sites * SITE_SLOTS].reshape(-1, SITE_SLOTS)
        issued = counted[self._sites * SITE_SLOTS + 1 :: 2]
        each = np.column_stack((slots[self._rows], issued[self._blocks]))
        sums = np.add.reduceat(each, self._starts)
        accesses: list[Access] = []
        for (source, operation, width), row in zip(
            self._keys, (sums * scale).tolist(), strict=True
        ):
            if row[Site.LANES]:
                amounts = {name: plain(row[slot]) for name, slot in _AMOUNTS.items()}
                accesses.append(Access(source, operation, width, **amounts))
        return tuple(accesses)

    def _divergent(self, counted: np.ndarray) -> str | None:
        """Return the line of the basic block with the most idle lanes; None if no lane was idle."""
        executions, lanes = counted[self._sites * SITE_SLOTS :].reshape(-1, 2).T
        idle = (LANES * executions - lanes) * self._instructions
        worst = int(idle.argmax())
        return (self._places[worst] or None) if idle[worst] > 0 else None


def plain(value: float) -> float:
    """Return a whole number as an int: it is shorter in JSON."""
    return int(value) if value == int(value) else value
