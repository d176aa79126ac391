"""What L1 answers of the global loads of one SM, from their sectors in order.

A line has 128 bytes, and a tag for it; its four sectors of 32 bytes come one by one (Nsight
Compute's documentation, "L1/TEX Cache"). The line that was not used for longest makes room. L1 is
taken to be fully associative, as its sets are not documented. Loads are complete at once: on a GPU
a load of a sector that is on its way waits for it and is not asked again, which is the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

_LINE_SECTORS = 4
_LINE_BYTES = 128


@dataclass(frozen=True, slots=True)
class L1Hits:
    """The sectors that loads asked L1 for, and those that it had."""

    loaded: int
    hits: int

    @property
    def load_hit_rate(self) -> float:
        """Hits over sectors loaded, 0 … 1; 0 if there were none."""
        return self.hits / self.loaded if self.loaded else 0.0


def l1_hits(loads: Iterable[np.ndarray], size: int) -> L1Hits:
    """Return the hits and misses of an L1 of `size` bytes.

    loads: the sectors (address divided by 32) of each load that L1 may hold, in order.
    """
    lines: OrderedDict[int, int] = OrderedDict()
    most, loaded, hits = size // _LINE_BYTES, 0, 0
    for sectors in loads:
        loaded += len(sectors)
        for sector in sectors.tolist():
            line, bit = sector // _LINE_SECTORS, 1 << sector % _LINE_SECTORS
            held = lines.pop(line, 0)
            hits += bool(held & bit)
            lines[line] = held | bit
            if len(lines) > most:
                lines.popitem(last=False)
    return L1Hits(loaded, hits)
