"""Racing accesses that show nothing new are counted by compiled code, not looked at one by one.

Worked case: a matmul of 512³ without its proxy fence has 8,192 products that race, all with the
same copies. The first 64 are looked at, then one in 2, in 4, … in 64. A look that finds another
race, or none, ends that, and so does a read of what another instruction wrote.
"""

from __future__ import annotations

import numpy as np

from kernelscope.record.check import SAME_VALUE
from kernelscope.sanitizer.findings import Finding
from kernelscope.vgpu.layout import PAUSE_SLOTS, Pause

_LOOKS = 64
"""Looks in a row that find only what is known, before the first pause."""
_LONGEST = 64
"""Notices between two looks, at most."""


class Pauses:
    """The number of notices that compiled code skips at each site.

    Attributes:
        table: the slots of `layout.Pause` for each site, [sites, slots].
    """

    def __init__(self, sites: int) -> None:
        self.table = np.zeros((max(sites, 1), PAUSE_SLOTS), np.uint64)
        # NumPy's numbers take three times as long.
        self._slots = self.table.reshape(-1).data
        self._streaks: dict[int, int] = {}
        self._findings: dict[int, Finding] = {}

    def looked(self, site: int, race: tuple[Finding, int] | None, *, is_new: bool) -> None:
        """Note a look at a site: the last race that it found, and the site of its other side; None
        if all was in order.
        """
        self._count_passed(site)
        if race is None or is_new:
            self._streaks[site] = 0
            return
        slots = site * PAUSE_SLOTS
        self._findings[site], other = race
        self._slots[slots + Pause.WRITERS] |= 1 << other % 64
        self._slots[slots + Pause.SAME] = int(race[0].kind == SAME_VALUE)
        self._streaks[site] = streak = self._streaks.get(site, 0) + 1
        if streak > _LOOKS:
            self._slots[slots + Pause.LEFT] = min(1 << min(streak - _LOOKS, 62), _LONGEST) - 1

    def end(self) -> None:
        """Count what was passed by since the last look."""
        for site in self._findings:
            self._count_passed(site)

    def _count_passed(self, site: int) -> None:
        place = site * PAUSE_SLOTS + Pause.PASSED
        passed = self._slots[place]
        if passed:
            self._findings[site].count += passed
            self._slots[place] = 0
