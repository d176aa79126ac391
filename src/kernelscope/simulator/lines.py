"""L1 as the simulator has it: lines of four sectors, found by hash; the least recently used goes.

The rules are those of `hardware.l1`, with the time at which each sector arrives.
"""

from __future__ import annotations

from typing import Any


def line_of(core: Any, line: int) -> int:
    """Return where L1 has a line, now its newest; an absent one takes the oldest's place."""
    tally, lines = core.tally[0], core.lines
    bucket = (line ^ (line >> 11)) & (len(core.heads) - 1)
    at = core.heads[bucket]
    while at >= 0 and lines[at].tag != line:
        at = lines[at].chain
    if at < 0:
        at = _room(core)
        lines[at].tag = line
        lines[at].chain = core.heads[bucket]
        core.heads[bucket] = at
        for sector in range(4):
            lines[at].arrival[sector] = -1
    elif at == tally.newest:
        return at
    else:
        _unlink(core, at)
    _append(core, at)
    return at


def holds(core: Any, sector: int) -> bool:
    """Whether L1 has a sector; its lines stay in their order of use."""
    lines = core.lines
    line = sector >> 2
    at = core.heads[(line ^ (line >> 11)) & (len(core.heads) - 1)]
    while at >= 0 and lines[at].tag != line:
        at = lines[at].chain
    return at >= 0 and lines[at].arrival[sector & 3] >= 0


def _append(core: Any, at: int) -> None:
    """Make a line that is not in the list its newest."""
    tally, lines = core.tally[0], core.lines
    lines[at].older = tally.newest
    lines[at].newer = -1
    if tally.newest >= 0:
        lines[tally.newest].newer = at
    else:
        tally.oldest = at
    tally.newest = at


def _unlink(core: Any, at: int) -> None:
    """Take a line out of the list of use."""
    tally, lines = core.tally[0], core.lines
    older, newer = lines[at].older, lines[at].newer
    if older >= 0:
        lines[older].newer = newer
    else:
        tally.oldest = newer
    if newer >= 0:
        lines[newer].older = older
    else:
        tally.newest = older


def _room(core: Any) -> int:
    """Return a line's place that is free, or is freed: that of the oldest."""
    tally, lines = core.tally[0], core.lines
    if tally.used < len(lines):
        tally.used += 1
        return tally.used - 1
    at = tally.oldest
    _unlink(core, at)
    old = lines[at].tag
    bucket = (old ^ (old >> 11)) & (len(core.heads) - 1)
    place = core.heads[bucket]
    if place == at:
        core.heads[bucket] = lines[at].chain
    else:
        while lines[place].chain != at:
            place = lines[place].chain
        lines[place].chain = lines[at].chain
    return at
