"""From linear code with labels to basic blocks in an order that reconvergence can rely on.

The order is a reverse post-order in which a loop's blocks are together: of two successors the one
that leaves more loops comes later. Running the lowest-numbered block that has waiting lanes then
brings diverged lanes together at the earliest block that all of them must pass.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.errors import PtxError
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.control_flow import loop_depths, reachable
from kernelscope.vgpu.analysis.dataflow import post_order
from kernelscope.vgpu.ptx.syntax import Position, SourceLocation


@dataclass(frozen=True, slots=True)
class Mark:
    """A label in the linear code."""

    label: int


@dataclass(frozen=True, slots=True)
class Go:
    """A jump to a label, for all lanes or for those where the guard holds."""

    label: int
    guard: tuple[ir.Register, bool] | None
    position: Position
    location: SourceLocation | None


@dataclass(frozen=True, slots=True)
class Leave:
    """The end of lanes: `ret` of a kernel, or `exit`."""

    guard: tuple[ir.Register, bool] | None
    position: Position
    location: SourceLocation | None


Linear = ir.Inst | Mark | Go | Leave


def build_blocks(code: list[Linear], position: Position) -> list[ir.BasicBlock]:
    """Return a kernel's reachable basic blocks in layout order.

    Raises:
        PtxError: the code runs off its end without `ret`.
    """
    return order_blocks(_split(code, position))


class _Splitter:
    """Cuts linear code at labels and jumps.

    `starts`: the block that follows each label. `pending`: jumps whose labels may not have been met
    yet, by block. `is_open`: whether the last block still takes instructions.
    """

    def __init__(self) -> None:
        self.blocks: list[ir.BasicBlock] = [ir.BasicBlock(0)]
        self.starts: dict[int, int] = {}
        self.pending: list[tuple[int, Go]] = []
        self.is_open = True

    def begin(self) -> ir.BasicBlock:
        self.blocks.append(ir.BasicBlock(len(self.blocks)))
        self.is_open = True
        return self.blocks[-1]

    def add(self, item: Linear) -> None:
        if isinstance(item, Mark):
            self.mark(item)
            return
        block = self.blocks[-1] if self.is_open else self.begin()
        match item:
            case ir.Inst():
                block.instructions.append(item)
            case Go():
                block.end, block.location = item.position, item.location
                self.pending.append((block.index, item))
                self.is_open = False
            case Leave():
                self.leave(block, item)
                self.is_open = False

    def mark(self, mark: Mark) -> None:
        """Begin a block at a label, unless one has just begun that is not the entry."""
        if self.blocks[-1].instructions or not self.is_open or len(self.blocks) == 1:
            if self.is_open:
                self.blocks[-1].terminator = ir.Jump(len(self.blocks))
            self.begin()
        self.starts[mark.label] = self.blocks[-1].index

    def leave(self, block: ir.BasicBlock, leave: Leave) -> None:
        """Give guarded lanes that end a block of their own, which nothing else leads to."""
        block.terminator = ir.Return()
        block.end, block.location = leave.position, leave.location
        if leave.guard is not None:
            end = self.begin().index
            block.terminator = ir.Branch(*leave.guard, end, end + 1, leave.position)

    def connect(self) -> None:
        """Turn labels into block numbers."""
        for index, go in self.pending:
            target = self.starts[go.label]
            if go.guard is None:
                self.blocks[index].terminator = ir.Jump(target)
            else:
                branch = ir.Branch(*go.guard, target, index + 1, go.position)
                self.blocks[index].terminator = branch


def _split(code: list[Linear], position: Position) -> list[ir.BasicBlock]:
    splitter = _Splitter()
    for item in code:
        splitter.add(item)
    splitter.connect()
    blocks = splitter.blocks
    if any(t >= len(blocks) for b in blocks for t in b.terminator.targets):
        if splitter.is_open:
            raise PtxError("the code runs off its end: `ret` is missing", position.line, 1)
        blocks.append(ir.BasicBlock(len(blocks)))
    if splitter.is_open and not isinstance(code[-1] if code else None, Mark):
        # As ptxas does, an end without `ret` is a `ret`.
        blocks[-1].terminator = ir.Return()
    return blocks


def order_blocks(blocks: list[ir.BasicBlock]) -> list[ir.BasicBlock]:
    """Sort reachable blocks in reverse post-order with loops contiguous; renumber the targets."""
    successors = [b.terminator.targets for b in blocks]
    alive = reachable(successors)
    depth = loop_depths(successors, alive)
    order = post_order(0, lambda block: _visit_order(successors[block], depth))[::-1]
    place = {old: new for new, old in enumerate(order)}
    result: list[ir.BasicBlock] = []
    for new, old in enumerate(order):
        block = blocks[old]
        terminator = _renumber(block.terminator, place)
        ends = block.end, block.location
        result.append(ir.BasicBlock(new, block.instructions, terminator, *ends))
    return result


def _visit_order(targets: tuple[int, ...], depth: list[int]) -> list[int]:
    """Return the targets in the order of the walk: the one that leaves a loop comes first.

    Equal depths keep the fall-through successor next to its block.
    """
    return sorted(dict.fromkeys(targets), key=lambda t: -depth[t])[::-1]


def _renumber(terminator: ir.Terminator, place: dict[int, int]) -> ir.Terminator:
    match terminator:
        case ir.Jump():
            return ir.Jump(place[terminator.target])
        case ir.Branch():
            taken, other = place[terminator.taken], place[terminator.other]
            if taken == other:
                return ir.Jump(taken)
            return ir.Branch(
                terminator.predicate, terminator.negated, taken, other, terminator.position
            )
        case ir.Return():
            return terminator
