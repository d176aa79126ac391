"""L1 as the simulator has it: lines of four sectors, found by hash; the least recently used goes.

The rules are those of `hardware.l1`, with the time at which each sector arrives.
"""

from __future__ import annotations

from typing import Any

from numba import njit


@njit(_nrt=False)
def line_of(core: Any, line: int) -> int:
    """Return where L1 has a line, now its newest; an absent one takes the oldest's place."""
    tally = core.tally[0]
    bucket = (line ^ (line >> 11)) & (len(core.heads) - 1)
    at = core.heads[bucket]
    while at >= 0 and core.tags[at] != line:
        at = core.chain[at]
    if at < 0:
        at = _room(core)
        core.tags[at] = line
        core.chain[at] = core.heads[bucket]
        core.heads[bucket] = at
        for sector in range(4 * at, 4 * at + 4):
            core.arrival[sector] = -1
    elif at == tally.newest:
        return at
    else:
        _unlink(core, at)
    _append(core, at)
    return at


@njit(_nrt=False)
def _append(core: Any, at: int) -> None:
    """Make a line that is not in the list its newest."""
    tally = core.tally[0]
    core.older[at] = tally.newest
    core.newer[at] = -1
    if tally.newest >= 0:
        core.newer[tally.newest] = at
    else:
        tally.oldest = at
    tally.newest = at


@njit(_nrt=False)
def _unlink(core: Any, at: int) -> None:
    """Take a line out of the list of use."""
    tally = core.tally[0]
    older, newer = core.older[at], core.newer[at]
    if older >= 0:
        core.newer[older] = newer
    else:
        tally.oldest = newer
    if newer >= 0:
        core.older[newer] = older
    else:
        tally.newest = older


@njit(_nrt=False)
def _room(core: Any) -> int:
    """Return a line's place that is free, or is freed: that of the oldest."""
    tally = core.tally[0]
    if tally.used < len(core.tags):
        tally.used += 1
        return tally.used - 1
    at = tally.oldest
    _unlink(core, at)
    old = core.tags[at]
    bucket = (old ^ (old >> 11)) & (len(core.heads) - 1)
    place = core.heads[bucket]
    if place == at:
        core.heads[bucket] = core.chain[at]
    else:
        while core.chain[place] != at:
            place = core.chain[place]
        core.chain[place] = core.chain[at]
    return at
