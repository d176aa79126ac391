"""A warp's path through the machine code, from the executions of each edge.

In: `BlockCounts` of one warp. Out: the numbers of the basic blocks in an order that uses each edge
as often as counted. There are many such orders: which iteration of a loop went which way is not
known. The order here spreads a block's ways evenly over its executions, so that a loop that was
begun 10 times and went back 30 times goes back 3 times each time.

Such an order is an Eulerian trail. At each node one arc that leads towards the exit is kept for
last; whatever the order of the others, the trail then uses all of them and ends at the exit (van
Aardenne-Ehrenfest and de Bruijn, 1951). The nodes are the beginning and the end of each block, and
one where the lanes of a warp wait that have parted:

    beginning → end        the block is executed
    end → beginning        an edge of the code
    beginning → waiting    lanes meet again: those that come first wait
    waiting → end          the other lanes go on after the branch at which the warp parted
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kernelscope.machine_code.code import MachineCode
from kernelscope.machine_code.counts import BlockCounts
from kernelscope.machine_code.graph import EXIT, is_back

_LOOK_AHEAD = 6
"""Arcs after a branch along which a block is looked for whose times are known."""
_WHOLE = 1e-3
"""A count so near to a whole number is one."""


@dataclass(slots=True)
class _Arc:
    """An arc between two nodes.

    Attributes:
        count: times that it is used.
        rank: 0 for loops and lanes that wait, which go first; 1 for others.
        executes: the block that is executed on it, else -1.
        call: of an edge into or out of a function the block that calls it, else -1.
        enters: whether the edge goes into the function.
    """

    source: int
    target: int
    count: float
    rank: int
    executes: int = -1
    call: int = -1
    enters: bool = False
    left: int = 0


def walk(
    code: MachineCode, counts: BlockCounts, times: Mapping[int, np.ndarray] | None = None
) -> np.ndarray:
    """Return the numbers of the basic blocks that a warp executes, in order.

    Counts that are not whole are made so first, without changing the balance of any block. Loops
    that no edge leads into are left out. `times`: line of the PTX → when the warp executed it,
    ascending. The way is taken whose lines came first, if it can be followed to the end; else ways
    are spread evenly.
    """
    nodes = 2 * code.blocks + 2
    arcs = [*_arcs(code, counts)]
    _make_whole(arcs, nodes)
    trail = _trail_in_time(arcs, code, times) if times else None
    return np.array([*_trail(arcs, code.blocks)] if trail is None else trail, np.int64)


def _arcs(code: MachineCode, counts: BlockCounts) -> Iterator[_Arc]:
    """Yield the arcs. Nodes: beginnings, the exit, ends, waiting."""
    blocks = code.blocks
    end, waiting = blocks + 1, 2 * blocks + 1
    for n in range(blocks):
        yield _Arc(n, end + n, float(counts.blocks[n]), 1, executes=n)
        yield _Arc(waiting, end + n, float(counts.splits[n]), 1)
    for n in range(blocks + 1):
        yield _Arc(n, waiting, float(counts.merges[n]), 0)
    for edge, times in zip(code.edges, counts.edges, strict=True):
        target = blocks if edge.target == EXIT else edge.target
        enters, rank = edge.call == edge.source, 0 if is_back(edge) else 1
        yield _Arc(end + edge.source, target, float(times), rank, -1, edge.call, enters)


def _make_whole(arcs: Sequence[_Arc], nodes: int) -> None:
    """Round the counts so that as many still come to each node as leave it.

    Arcs whose counts are not whole form cycles, if their direction is ignored, because the sums at
    each node are whole. Adding to the arcs along a cycle, and taking from those against it, keeps
    the sums, until one of them is whole.
    """
    while cycle := _cycle([arc for arc in arcs if _fraction(arc)], nodes):
        steps = [(1 - arc.count % 1) if along else arc.count % 1 for arc, along in cycle]
        step = min(steps)
        for arc, along in cycle:
            arc.count += step if along else -step
    for arc in arcs:
        arc.left = round(arc.count)


def _fraction(arc: _Arc) -> bool:
    return abs(arc.count - round(arc.count)) > _WHOLE


def _cycle(arcs: Sequence[_Arc], nodes: int) -> list[tuple[_Arc, bool]]:
    """Return a cycle of arcs, each with whether it is passed along its direction; [] if none."""
    at: list[list[_Arc]] = [[] for _ in range(nodes)]
    for arc in arcs:
        at[arc.source].append(arc)
        at[arc.target].append(arc)
    dead = [node for node in range(nodes) if len(at[node]) == 1]
    while dead:  # rounding of many counts may leave an end
        node = dead.pop()
        for arc in at[node]:
            other = arc.target if arc.source == node else arc.source
            at[other].remove(arc)
            if len(at[other]) == 1:
                dead.append(other)
        at[node] = []
    start = next((node for node in range(nodes) if at[node]), None)
    if start is None:
        return []
    path: list[tuple[_Arc, bool]] = []
    seen = {start: 0}
    here, last = start, None
    while True:
        arc = next(arc for arc in at[here] if arc is not last)
        along = arc.source == here
        here, last = (arc.target if along else arc.source), arc
        path.append((arc, along))
        if here in seen:
            return path[seen[here] :]
        seen[here] = len(path)


def _trail_in_time(
    arcs: Sequence[_Arc], code: MachineCode, times: Mapping[int, np.ndarray]
) -> list[int] | None:
    """Return the blocks of a trail on which those come first whose lines did; None if it does not
    come to the end with all arcs.
    """
    leaving: dict[int, list[_Arc]] = defaultdict(list)
    for arc in arcs:
        if arc.left:
            leaving[arc.source].append(arc)
    left = {id(arc): arc.left for own in leaving.values() for arc in own}
    of_blocks = _times_of_blocks(arcs, code, times)

    def when(arc: _Arc, steps: int = _LOOK_AHEAD) -> float:
        """Return when the next block after an arc was executed of which that is known."""
        known = of_blocks.get(arc.target)
        if known:
            return known[-1]
        behind = (arc_behind for arc_behind in leaving[arc.target] if left[id(arc_behind)])
        return (
            min((when(arc_behind, steps - 1) for arc_behind in behind), default=math.inf)
            if steps
            else math.inf
        )

    trail: list[int] = []
    here = 0
    while options := [arc for arc in leaving[here] if left[id(arc)]]:
        arc = min(options, key=when) if len(options) > 1 else options[0]
        left[id(arc)] -= 1
        here = arc.target
        if arc.executes >= 0:
            trail.append(arc.executes)
            if known := of_blocks.get(arc.executes):
                known.pop()
    return trail if here == code.blocks and not any(left.values()) else None


def _times_of_blocks(
    arcs: Sequence[_Arc], code: MachineCode, times: Mapping[int, np.ndarray]
) -> dict[int, list[float]]:
    """Return when each block was executed, the first time last, if a line that is in it alone was
    executed as often.
    """
    counts = {arc.executes: arc.left for arc in arcs if arc.executes >= 0}
    places = [(row.ptx_line, n) for n in range(code.blocks) for row in code.block(n)]
    copies = Counter(line for line, _ in places)
    times_of: dict[int, list[float]] = {}
    for line, block in places:
        known = times.get(line)
        if known is not None and copies[line] == 1 and len(known) == counts[block] > 0:
            times_of.setdefault(block, known[::-1].tolist())
    return times_of


def _trail(arcs: Sequence[_Arc], blocks: int) -> Iterator[int]:
    """Yield the blocks of a trail from the entry to the exit that uses the arcs."""
    leaving: dict[int, list[_Arc]] = defaultdict(list)
    for arc in arcs:
        if arc.left:
            arc.count = arc.left
            leaving[arc.source].append(arc)
    last = _last_arcs(leaving, blocks)
    calls: list[int] = []
    recent: dict[int, int] = {}  # block → when it was executed
    here, time = 0, 0
    while arc := _next(leaving[here], last.get(here), calls, recent, blocks):
        arc.left -= 1
        here = arc.target
        if arc.executes >= 0:
            time += 1
            recent[arc.executes] = time
            yield arc.executes
        if arc.call >= 0 and arc.enters:
            calls.append(arc.call)
        elif arc.call >= 0 and arc.call in calls:
            calls.remove(arc.call)


def _last_arcs(leaving: dict[int, list[_Arc]], exit_node: int) -> dict[int, _Arc]:
    """Return for each node the arc that is used last: the first of a shortest way to the exit.

    A way goes through a function to the block after its call; in the function, to its return.
    """
    arcs = [arc for own in leaving.values() for arc in own]
    returns = [arc for arc in arcs if arc.call >= 0 and not arc.enters]
    behind = {arc.call: arc.target for arc in returns}
    into: dict[int, list[_Arc]] = defaultdict(list)
    for arc in arcs:
        if arc.call < 0:
            into[arc.target].append(arc)
        elif arc.enters:
            into[behind.get(arc.call, arc.target)].append(arc)
    ends = {exit_node, *(arc.source for arc in returns)}
    last: dict[int, _Arc] = {}
    waiting = [exit_node, *sorted(ends - {exit_node})]
    for node in waiting:
        for arc in into[node]:
            if arc.source not in ends and arc.source not in last:
                last[arc.source] = arc
                waiting.append(arc.source)
    return last


def _next(
    arcs: Sequence[_Arc],
    last: _Arc | None,
    calls: Sequence[int],
    recent: dict[int, int],
    blocks: int,
) -> _Arc | None:
    """Return the arc to go on with; None at the end."""
    left = [arc for arc in arcs if arc.left]
    usable = [arc for arc in left if arc is not last or arc.left > 1] or left
    if not usable:
        return None
    if usable[0].source == 2 * blocks + 1:  # lanes that wait: those that parted last go on first
        return max(usable, key=lambda arc: recent.get(arc.target - blocks - 1, 0))
    back = [arc for arc in left if calls and arc.call == calls[-1] and not arc.enters]
    # A loop that goes back 6 times and ends 3 times: back at 0, 1/6, 2/6, …; the end at 1/3, 2/3, 1
    return min(
        back or usable,
        key=lambda arc: ((arc.count - arc.left + arc.rank) / arc.count, -arc.rank),
    )
