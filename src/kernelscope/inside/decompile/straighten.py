"""Joins blocks that only follow one another.

In: a lowered function. Out: the same function with fewer blocks.
"""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.control_flow import reverse


# Labels of debug information begin a block without being jumped to. From `gelu.py`:
#
#     @%p1 ld.global.v4.b32 { %r1, … }, [ %rd1 + 0 ];
#     add.s64 %rd2, %rd4, %rd9;
#     $L__tmp1:                                       (inlined code of line 76 begins)
#     mul.f32 %r13, %r1, 0f3D372713;
#
# At the end of a block every value that waits to be used becomes a variable (`Builder.settle`).
# Without this pass the GELU would read its loaded vector outside `if (mask)`, and each of its
# values would be a variable of its own.
def straighten(function: ir.Function) -> None:
    """Join each block with its only successor if that has no other predecessor."""
    blocks = function.blocks
    predecessors = reverse([b.terminator.targets for b in blocks])
    joined: set[int] = set()
    for block in blocks:
        if block.index in joined:
            continue
        while isinstance(block.terminator, ir.Jump):
            target = block.terminator.target
            if len(predecessors[target]) > 1 or target in (0, block.index):
                break
            joined.add(target)
            block.instructions += blocks[target].instructions
            block.terminator = blocks[target].terminator
            block.end, block.location = blocks[target].end, blocks[target].location
    kept = [b for b in blocks if b.index not in joined]
    place = {block.index: number for number, block in enumerate(kept)}
    for block in kept:
        block.index = place[block.index]
        block.terminator = _renumbered(block.terminator, place)
    function.blocks = kept


def _renumbered(terminator: ir.Terminator, place: dict[int, int]) -> ir.Terminator:
    match terminator:
        case ir.Jump():
            return ir.Jump(place[terminator.target])
        case ir.Branch(predicate, negated, taken, other, position):
            return ir.Branch(predicate, negated, place[taken], place[other], position)
        case ir.Return():
            return terminator
