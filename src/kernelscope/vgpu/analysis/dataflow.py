"""The one solver of data-flow problems: facts that grow until nothing changes.

A problem has nodes (instructions, blocks), a fact for each register or block, and a *transfer*:
what a node makes of the facts that it reads. The solver visits the nodes in order, and again each
one for which something changed, until none is left.

    def transfer(inst):                       # which registers may hold something from memory
        loads = inst.form.kind == "memory" or any(facts[r.index] for r in inst.sources)
        return [(r.index, loads) for r in inst.destinations]

    facts = [False] * len(function.registers)
    flow_registers(function, facts, transfer)

`flow_registers` has one fact for each register, whatever the place; `flow` one for each block, at
its head (or at its end, against the direction of the graph); `reach` is the simplest of all, the
set of what can be reached. A question with facts of another kind uses `Worklist` itself.

Transfers must be monotone (a larger fact in gives a larger fact out, `join` gives the larger of
two), or else the result depends on the order of the visits, which is the same in each run.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from kernelscope.vgpu import ir

Fact = TypeVar("Fact")
Node = TypeVar("Node", bound=Hashable)

Graph = Sequence[Sequence[int]]
"""The successors of each node."""


class Worklist:
    """Nodes to visit, in rounds: each round visits those that changed, in the given order."""

    def __init__(self, order: Sequence[int]) -> None:
        """Begin with all nodes, which are small numbers, each once in `order`."""
        self._order = order
        self._is_waiting = bytearray(b"\1") * (max(order, default=-1) + 1)
        self._are_some = True

    def add(self, nodes: Iterable[int]) -> None:
        """Visit these nodes again: those after the present one in this round, others in the
        next.
        """
        for node in nodes:
            self._is_waiting[node] = 1
            self._are_some = True

    def run(self, visit: Callable[[int], None]) -> None:
        """Visit nodes until none is waiting; `visit` adds those that its changes concern."""
        while self._are_some:
            self._are_some = False
            for node in self._order:
                if self._is_waiting[node]:
                    self._is_waiting[node] = 0
                    visit(node)


def flow_registers(
    function: ir.Function,
    facts: list[Fact],
    transfer: Callable[[ir.Inst], Iterable[tuple[int, Fact]]],
    join: Callable[[Fact, Fact], Fact] = operator.or_,
    *,
    backward: bool = False,
) -> list[Fact]:
    """Join into the facts of registers what instructions make of them, until nothing changes.

    Args:
        function: the kernel.
        facts: the first fact of each register by its index. Further facts behind them are of the
            kernel as a whole (what is in its shared memory), and every instruction may read them.
        transfer: returns register indices with what an instruction joins into their facts. It
            reads the facts of the instruction's sources.
        join: returns a new fact of two; sets and flags are united.
        backward: `transfer` reads the facts of destinations instead, and returns those of sources.

    Returns:
        `facts`, which is changed in place.
    """
    instructions = list(function.instructions())
    readers: list[list[int]] = [[] for _ in function.registers]
    for number, inst in enumerate(instructions):
        for register in inst.destinations if backward else inst.sources:
            readers[register.index].append(number)
    order = range(len(instructions))
    work = Worklist(order[::-1] if backward else order)

    def visit(number: int) -> None:
        for index, fact in transfer(instructions[number]):
            after = join(facts[index], fact)
            if after != facts[index]:
                facts[index] = after
                work.add(readers[index] if index < len(readers) else order)

    work.run(visit)
    return facts


def flow(
    graph: Graph,
    facts: list[Fact],
    through: Callable[[int, Fact], Fact],
    join: Callable[[Fact, Fact], Fact] = operator.or_,
    *,
    order: Sequence[int] | None = None,
) -> list[Fact]:
    """Return the fact before each node, joined over all nodes that lead to it.

    Args:
        graph: the successors of each node; against the flow of control, its predecessors.
        facts: the first fact before each node.
        through: returns the fact after a node, from that before it.
        join: returns a new fact of two; sets and flags are united.
        order: the order of the visits; by default that of the numbers.

    Returns:
        `facts`, which is changed in place.
    """
    work = Worklist(order if order is not None else range(len(graph)))

    def visit(node: int) -> None:
        behind = through(node, facts[node])
        for target in graph[node]:
            after = join(facts[target], behind)
            if after != facts[target]:
                facts[target] = after
                work.add((target,))

    work.run(visit)
    return facts


def post_order(start: Node, following: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """Return all that can be reached, each after what follows it, as far as there are no circles.

    The walk goes in depth, and what follows is walked in the order given.
    """
    seen, order = {start}, list[Node]()
    stack = [(start, iter(following(start)))]
    while stack:
        node, onward = stack[-1]
        for other in onward:
            if other not in seen:
                seen.add(other)
                stack.append((other, iter(following(other))))
                break
        else:
            order.append(node)
            stack.pop()
    return order


def reach(starts: Iterable[Node], following: Callable[[Node], Iterable[Node]]) -> dict[Node, None]:
    """Return all that can be reached, the starts included, as the keys of a table.

    They are in the order of a walk that goes on from the last of what follows.
    """
    reached: dict[Node, None] = {}
    waiting = list(starts)
    while waiting:
        node = waiting.pop()
        if node not in reached:
            reached[node] = None
            waiting += following(node)
    return reached
