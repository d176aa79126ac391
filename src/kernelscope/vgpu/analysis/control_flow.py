"""Dominators, post-dominators and loops of a control-flow graph given as successor lists.

Dominators by the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast Dominance
Algorithm", 2001).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from kernelscope.vgpu.analysis.dataflow import Graph, Worklist, post_order, reach


def reachable(successors: Graph, start: int = 0) -> set[int]:
    """Return the nodes that can be reached from `start`."""
    return set(reach((start,), successors.__getitem__))


def reverse(successors: Graph) -> list[list[int]]:
    """Return the predecessors of each node."""
    result: list[list[int]] = [[] for _ in successors]
    for node, targets in enumerate(successors):
        for target in targets:
            result[target].append(node)
    return result


def immediate_dominators(successors: Graph, start: int) -> dict[int, int]:
    """Return the immediate dominator of each node reachable from `start`; `start` maps to
    itself.
    """
    order = post_order(start, successors.__getitem__)
    number = {node: place for place, node in enumerate(order)}
    predecessors = reverse(successors)
    dominator = {start: start}
    work = Worklist(order[::-1])

    def meeting(a: int, b: int) -> int:
        """Return the nearest dominator of both."""
        while a != b:
            while number[a] < number[b]:
                a = dominator[a]
            while number[b] < number[a]:
                b = dominator[b]
        return a

    def visit(node: int) -> None:
        known = (p for p in predecessors[node] if p in dominator)
        above = start if node == start else functools.reduce(meeting, known)
        if dominator.get(node) != above:
            dominator[node] = above
            work.add(successors[node])

    work.run(visit)
    return dominator


def immediate_post_dominators(successors: Graph) -> list[int]:
    """Return for each node the first node that every path from it to an end must pass.

    The virtual end is `len(successors)`. Nodes that never reach an end (endless loops) get it too.
    """
    end = len(successors)
    closed: list[list[int]] = [list(t) if t else [end] for t in successors] + [[]]
    # An endless loop has no path to the end: give each node that cannot reach it an edge there.
    backward = reverse(closed)
    can_end = reachable(backward, end)
    for node in range(end):
        if node not in can_end:
            closed[node].append(end)
    dominator = immediate_dominators(reverse(closed), end)
    return [dominator.get(node, end) for node in range(end)]


def dominates(a: int, b: int, dominator: dict[int, int]) -> bool:
    """Return whether every path to `b` passes `a`."""
    while b != a:
        above = dominator[b]
        if above == b:
            return False
        b = above
    return True


# A worked case: a loop with two entries, as `goto` into a loop makes it.
#
#     block 0:  if (…) goto 2;      block 1:  a;  goto 2;      block 2:  if (…) goto 1;
#
# The edge from 2 to 1 leads back, so block 1 counts as the header though block 2 is entered without
# it. From block 1 block 2 is reached, so both are the loop. Without that, block 2 would be in none,
# and what it waits for would never come.
def natural_loops(
    successors: Graph, alive: set[int], order: Sequence[int] | None = None
) -> dict[int, set[int]]:
    """Return loop bodies by header: the header and every node that reaches an edge back to it
    without it.

    order: the place of each node; an edge leads back if it leads to a place that is not later.
        None: the places in reverse post-order.
    """
    dominator = immediate_dominators(successors, 0)
    place = order or {n: i for i, n in enumerate(reversed(post_order(0, successors.__getitem__)))}
    predecessors = reverse(successors)
    loops: dict[int, set[int]] = {}
    for node in alive:
        for header in successors[node]:
            if place[header] > place[node]:
                continue
            inside = alive
            if not dominates(header, node, dominator):
                inside = reachable(successors, header)
            body = loops.setdefault(header, {header})
            fresh = inside - body
            body.update(reach({node} & fresh, lambda n, of=fresh: of.intersection(predecessors[n])))
    return loops


def loop_depths(successors: Graph, alive: set[int]) -> list[int]:
    """Return the number of loops that each node is in."""
    depth = [0] * len(successors)
    for body in natural_loops(successors, alive).values():
        for node in body:
            depth[node] += 1
    return depth
