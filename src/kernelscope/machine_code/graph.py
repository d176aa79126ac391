"""Basic blocks and the control flow between them.

A call has an edge to the function's entry, and one edge comes back from each of its returns: both
name the call's block, for as many warps come back from a function as went into it from there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from kernelscope.machine_code.instruction import Instruction
from kernelscope.vgpu.analysis.dataflow import reach

_JUMPS = frozenset(("BRA", "BRX", "BRXU", "JMP", "JMX", "JMXU"))
_CALLS = frozenset(("CALL",))
_RETURNS = frozenset(("RET",))
_ENDS = frozenset(("EXIT", "KILL"))
# It may go to its label, where the lanes that are not there yet are waited for.
_MAY_JUMP = frozenset(("WARPSYNC",))
EXIT = -1
"""The block that an edge names which leaves the kernel."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from the end of one basic block to another.

    Attributes:
        source, target: numbers of blocks; the target is `EXIT` where the warp ends.
        call: of an edge into a function or out of it the block that calls it, else -1.
    """

    source: int
    target: int
    call: int = -1


def is_conditional(instruction: Instruction) -> bool:
    """Return whether the warp may also go on after an instruction that ends a basic block.

    `BRA P1, target` and `BRA.DIV UR4, target` have their condition as an operand.
    """
    if instruction.guard and not instruction.guard.endswith("PT"):
        return True
    if instruction.name in _MAY_JUMP:
        return True
    return instruction.name == "BRA" and len(instruction.operands) > 1


def ends_block(instruction: Instruction) -> bool:
    """Return whether an instruction may go elsewhere than to the next one."""
    if instruction.name in _MAY_JUMP:
        return bool(instruction.targets)
    return instruction.name in _JUMPS | _CALLS | _RETURNS | _ENDS


def blocks_of(instructions: Sequence[Instruction]) -> tuple[int, ...]:
    """Return the number of the first instruction of each basic block, and that of all."""
    starts = {0, len(instructions)}
    for number, instruction in enumerate(instructions):
        if ends_block(instruction):
            starts.add(number + 1)
        # Targets of BSSY are where lanes meet again: a block begins there too.
        starts |= {target // 16 for target in instruction.targets}
    return tuple(sorted(start for start in starts if start <= len(instructions)))


def edges_of(instructions: Sequence[Instruction], starts: Sequence[int]) -> tuple[Edge, ...]:
    """Return the edges between basic blocks, in the order of their sources."""
    of = {start: number for number, start in enumerate(starts[:-1])}
    edges: list[Edge] = []
    calls: list[tuple[int, int, int]] = []  # block, entry of the function, block after
    for number in range(len(starts) - 1):
        last = instructions[starts[number + 1] - 1]
        behind = number + 1 if number + 2 < len(starts) else EXIT
        targets = [of[target // 16] for target in last.targets if target // 16 in of]
        if last.name in _CALLS:
            calls += [(number, target, behind) for target in targets]
            if not targets:  # through a register
                edges.append(Edge(number, behind))
        elif last.name in _ENDS:
            edges.append(Edge(number, EXIT))
        elif ends_block(last) and last.name not in _RETURNS:
            edges += [Edge(number, target) for target in targets]
        if not ends_block(last) or is_conditional(last):
            edges.append(Edge(number, behind))
    for block, entry, behind in calls:
        edges.append(Edge(block, entry, block))
        for end in _returns(entry, edges, calls, instructions, starts):
            edges.append(Edge(end, behind, block))
    return tuple(sorted(dict.fromkeys(edges), key=lambda edge: (edge.source, edge.target)))


def _returns(
    entry: int,
    edges: Sequence[Edge],
    calls: Sequence[tuple[int, int, int]],
    instructions: Sequence[Instruction],
    starts: Sequence[int],
) -> list[int]:
    """Return the blocks with which a function ends. A call in it is passed over."""
    behind: dict[int, list[int]] = defaultdict(list)
    for edge in edges:
        if edge.call < 0 and edge.target != EXIT:
            behind[edge.source].append(edge.target)
    for block, _, after in calls:
        if after != EXIT:
            behind[block].append(after)
    inside = reach((entry,), behind.__getitem__)
    return sorted(n for n in inside if instructions[starts[n + 1] - 1].name in _RETURNS)


def is_back(edge: Edge) -> bool:
    """Return whether an edge leads back to a block before it, or to its own: a loop's."""
    return edge.call < 0 and EXIT != edge.target <= edge.source


def reachable(edges: Sequence[Edge]) -> set[int]:
    """Return the blocks that a warp can come to from the entry."""
    behind: dict[int, list[int]] = defaultdict(list)
    for edge in edges:
        if edge.target != EXIT:
            behind[edge.source].append(edge.target)
    return {*reach((0,), behind.__getitem__)}
