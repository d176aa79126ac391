"""The branches where lanes of a warp can part, and the shape of each register across them.

A branch whose predicate varies diverges: every block between it and its immediate post-dominator
may run with some lanes waiting elsewhere. Such blocks form components with one exit each, where all
lanes meet again. Inside a component the block of lowest index that has waiting lanes runs next.

Shapes and divergence depend on each other, so both grow together until nothing changes.
"""

from __future__ import annotations

import functools
import heapq
import itertools
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis import control_flow
from kernelscope.vgpu.analysis.dataflow import Worklist, reach
from kernelscope.vgpu.analysis.liveness import live_in
from kernelscope.vgpu.analysis.shapes import UNIFORM, Shape, constant, join
from kernelscope.vgpu.analysis.transfer import (
    BlockShape,
    immediate_shape,
    result_shape,
    special_shape,
)


@dataclass(slots=True)
class Analysis:
    """The facts about a kernel, for one block shape, that the code generator needs.

    Attributes:
        shapes: per register index; None is varying. Registers never written are uniform.
        component: per block, the number of its divergent component, or -1.
        exits: per component the block where all lanes meet again; the number of blocks for the end.
        divergent_branches: blocks whose branch may part the lanes, each with the component that
            its lanes part in.
        live: registers needed at the start of each block, as bit sets.
        blends: (register index, block index) of writes that must keep the other lanes' old value.
    """

    block: BlockShape
    shapes: list[Shape | None]
    component: list[int]
    exits: list[int]
    divergent_branches: dict[int, int]
    live: list[int]
    blends: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])


def analyse(function: ir.Function, block: BlockShape) -> Analysis:
    """Run the analysis to its fixed point."""
    return _Fixpoint(function, block).run()


class _Step:
    """An instruction as the fixed point needs it again and again.

    `reads`: source operands, vectors laid flat. `writes`: destination registers.
    """

    __slots__ = ("block", "inst", "reads", "writes")

    def __init__(self, inst: ir.Inst, block: int) -> None:
        self.inst = inst
        self.block = block
        self.writes = tuple(inst.destinations)
        self.reads: list[ir.Operand] = []
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if operand is not None and (not spec.is_destination or spec.is_updated):
                self.reads += operand if isinstance(operand, tuple) else (operand,)


class _Fixpoint:
    def __init__(self, function: ir.Function, block: BlockShape) -> None:
        self.function = function
        self.block = block
        self.successors = [b.terminator.targets for b in function.blocks]
        self.post = control_flow.immediate_post_dominators(self.successors)
        self.live = live_in(function)
        count = len(function.registers)
        self.shapes: list[Shape | None] = [UNIFORM] * count
        self.known = [False] * count
        self.steps = [_Step(i, b.index) for b in function.blocks for i in b.instructions]
        self.work = Worklist(range(len(self.steps)))
        self.readers: list[list[int]] = [[] for _ in range(count)]
        for number, step in enumerate(self.steps):
            for register in step.inst.sources:
                self.readers[register.index].append(number)
        self.branches: dict[int, int] = {}
        self.component = [-1] * len(function.blocks)
        self.exits: list[int] = []
        self.waiting: dict[int, int] = {}
        self.blends: set[tuple[int, int]] = set()

    def run(self) -> Analysis:
        self.propagate()
        while self.diverge():
            self.propagate()
        return Analysis(
            self.block,
            self.shapes,
            self.component,
            self.exits,
            self.branches,
            self.live,
            self.blends,
        )

    # ---- shapes ---------------------------------------------------------------------------

    def propagate(self) -> None:
        """Find the shapes that follow from the branches known so far.

        Where this has come to rest, registers still unknown need each other: a loop reads one
        before anything wrote it (an accumulator whose first sum a select drops). What it holds
        then is undefined, so the same value in all lanes will do, and the rest follows from it.
        """
        self.work.run(self.look)
        while waiting := [i for i, w in enumerate(self.is_written) if w and not self.known[i]]:
            entering = [i for i in waiting if self.live[0] >> i & 1]
            for index in entering or waiting:
                self.known[index] = True
                self.work.add(self.readers[index])
            self.work.run(self.look)

    def look(self, number: int) -> None:
        """Give the registers that an instruction writes the shape that its sources make."""
        step = self.steps[number]
        sources = self.source_shapes(step)
        if sources is None:
            return
        guard = step.inst.guard
        uniform = guard is None or self.is_uniform(guard[0])
        shape = result_shape(step.inst, sources) if uniform else None
        for register in step.writes:
            self.write(register, shape, step.block)

    def is_uniform(self, register: ir.Register) -> bool:
        shape = self.shapes[register.index]
        return shape is not None and shape.is_uniform

    def source_shapes(self, step: _Step) -> list[Shape | None] | None:
        """Return the shapes of the sources, or None while one of them has not been written yet."""
        result: list[Shape | None] = []
        for operand in step.reads:
            shape = self.operand_shape(operand)
            if isinstance(shape, str):
                return None
            result.append(shape)
        return result

    def operand_shape(self, operand: ir.Operand) -> Shape | str | None:
        match operand:
            case ir.Register():
                return (
                    self.shapes[operand.index]
                    if self.known[operand.index]
                    else self.unwritten(operand)
                )
            case ir.NotPredicate():
                return self.operand_shape(operand.register)
            case ir.Immediate():
                return immediate_shape(operand)
            case ir.Special():
                return special_shape(operand.name, self.block)
            case ir.Address():
                return UNIFORM if operand.base is None else self.operand_shape(operand.base)
            case ir.Symbol():
                return UNIFORM
            case _:
                return constant(0)

    def unwritten(self, register: ir.Register) -> Shape | str:
        """Return the shape of a register that is read before any write was seen: in a loop, or
        never.
        """
        return "unknown" if self.is_written[register.index] else UNIFORM

    @functools.cached_property
    def is_written(self) -> list[bool]:
        written = [False] * len(self.function.registers)
        for step in self.steps:
            for register in step.writes:
                written[register.index] = True
        return written

    def write(self, register: ir.Register, shape: Shape | None, block: int) -> None:
        index = register.index
        if shape is not None and self.needs_blend(index, block):
            shape = None
        old = self.shapes[index]
        new = join(old, shape) if self.known[index] else shape
        if not self.known[index] or new != old:
            self.known[index] = True
            self.shapes[index] = new
            self.work.add(self.readers[index])

    # ---- divergence -----------------------------------------------------------------------

    def diverge(self) -> bool:
        """Find the branches that vary; return whether there are more than before."""
        varying = {
            b.index
            for b in self.function.blocks
            if isinstance(b.terminator, ir.Branch) and not self.is_uniform(b.terminator.predicate)
        }
        # A register that is never known is only read where it was never written.
        if varying == self.branches.keys():
            self.note_blends()
            return False
        self.join_components(varying)
        self.waiting = {}
        for component in range(len(self.exits)):
            self.waiting |= self.waiting_in(component)
        self.work.add(range(len(self.steps)))
        return True

    # The region of a divergent branch is what can run between it and its post-dominator. Regions
    # that share a block are one component, which ends where the outermost of them ends.
    #
    # A worked case: `if (odd) { if (low) a; b; }; c`, as block 0 (the outer branch), 1 (the inner
    # one), 2 (a), 3 (b), 4 (c). The region of block 0 is 1, 2, 3; that of block 1 is 2 alone. From
    # a block that both have, the inner one leads nowhere that the outer one does not lead, too: its
    # post-dominator comes first on every path. So with the outer branch first each block is walked
    # through once. With each region for itself 3,000 ifs in each other took minutes.
    def join_components(self, branches: set[int]) -> None:
        """Find the component that the lanes of each divergent branch part in."""
        self.component = [-1] * len(self.function.blocks)
        self.exits = []
        groups: list[int] = []  # by number of a region, that of one of the same component
        numbers: dict[int, int] = {}
        for branch in sorted(branches, key=lambda b: self.depths[self.post[b]]):
            number = numbers[branch] = len(groups)
            groups.append(number)
            for other in self.claim(branch, number):
                first, second = sorted((_root(groups, number), _root(groups, other)))
                groups[second] = first
        roots = sorted({_root(groups, number) for number in numbers.values()})
        place = {root: n for n, root in enumerate(roots)}
        of_region = [place[_root(groups, number)] for number in range(len(groups))]
        self.component = [of_region[n] if n >= 0 else -1 for n in self.component]
        self.branches = {branch: of_region[n] for branch, n in numbers.items()}
        # The first region of a component is the outermost one.
        outermost = {number: branch for branch, number in numbers.items()}
        self.exits = [self.post[outermost[root]] for root in roots]

    def claim(self, branch: int, number: int) -> set[int]:
        """Give the blocks of a branch's region that are in none its number; return those of the
        others.
        """
        others: set[int] = set()

        def beyond(block: int) -> list[int]:
            return [t for t in self.successors[block] if t != self.post[branch]]

        def onward(block: int) -> list[int]:
            if self.component[block] >= 0:
                others.add(self.component[block])
                return []
            self.component[block] = number
            return beyond(block)

        reach(beyond(branch), onward)
        return others - {number}

    # ---- partial writes -------------------------------------------------------------------
    #
    # A worked case: `v = i < 5 ? 1 : 2` as a branch, with the lanes of one warp on both sides.
    #
    #     block 0:  setp.lt.u32 %p, %t, 5; @!%p bra 1 (else 2)
    #     block 1:  mov.b32 %v, 2          block 2:  mov.b32 %v, 1          block 3:  st [%a], %v
    #
    # Blocks 1 and 2 are a component whose exit is block 3, so they run one after the other, each
    # with its own lanes. The lanes that come out of block 1 wait at block 3, where %v is live,
    # while block 2 runs: block 2 must keep their 2. `note_blends` therefore lists (%v, 1) and
    # (%v, 2), and both moves are selects on the mask of active lanes. Without that, all 32 lanes
    # would store 1. A write that no waiting lane can see needs no select: %p in block 0.

    def needs_blend(self, register: int, block: int) -> bool:
        """Return whether lanes that wait elsewhere while `block` runs may still need the
        register.
        """
        waiting = self.waiting.get(block, 0)
        if not waiting:
            return False
        if waiting & self.live_at[register]:
            return True
        leaves = self.exits[self.component[block]]
        at_exit = waiting >> len(self.live) & 1 and leaves < len(self.live)
        return bool(at_exit and self.live[leaves] >> register & 1)

    # Two lanes that a branch has parted are at two blocks, and the one at the lower block runs. So
    # from the pair of sides of each divergent branch follow all pairs (where one runs, where the
    # other waits), until both are at one block and go on together. The exit counts as the highest
    # block: it runs when all lanes are there, also if it is below them, as that of a loop is.
    #
    # A worked case: lanes leave a loop after different rounds.
    #
    #     block 1:  i += 1; if (i > n[lane]) goto 3;     the exit is block 3, so (1, 3) and (2, 3)
    #     block 2:  s += i; goto 1;                      are such pairs; (1, 2) is none
    #
    # With `s` needed after the loop, its sum is a select. With `i` needed only inside, it is one
    # number for all lanes, as those that are in the loop have all had the same rounds.
    def waiting_in(self, component: int) -> dict[int, int]:
        """Return for each block of a component where lanes can wait while it runs, as bits.

        The exit is the bit after all blocks.
        """
        end = len(self.live)
        exit_block = self.exits[component]
        waiting: dict[int, int] = defaultdict(int)
        done: dict[int, int] = defaultdict(int)
        runs_below: dict[int, int] = defaultdict(int)
        queue: list[int] = []

        def wait(at: int, below: int) -> None:
            """Add that lanes can wait at these places (bits) while `below` runs."""
            if at & ~waiting[below]:
                if waiting[below] == done[below]:
                    heapq.heappush(queue, below)
                waiting[below] |= at

        def places(block: int) -> list[int]:
            return [end if t == exit_block else t for t in self.successors[block]]

        for branch, number in self.branches.items():
            if number == component:
                low, high = sorted(places(branch))
                wait(1 << high, low)
        while queue:
            block = heapq.heappop(queue)
            new = waiting[block] & ~done[block]
            done[block] = waiting[block]
            for target in places(block):
                beyond = new >> target + 1 << target + 1
                if beyond:
                    wait(beyond, target)
                passed = new & (1 << target) - 1 & ~runs_below[target]
                runs_below[target] |= passed
                for lower in bits_of(passed):
                    wait(1 << target, lower)
        return waiting

    @functools.cached_property
    def live_at(self) -> list[int]:
        """The blocks at whose start each register is needed, as bits."""
        blocks = [0] * len(self.function.registers)
        for block, live in enumerate(self.live):
            for register in bits_of(live):
                blocks[register] |= 1 << block
        return blocks

    @functools.cached_property
    def depths(self) -> list[int]:
        """The number of post-dominators of each block; 0 for the end, the last of them."""
        end = len(self.post)
        depths = [-1] * end + [0]
        for block in range(end):
            path = [block]
            while depths[path[-1]] < 0:
                path.append(self.post[path[-1]])
            for above, lower in itertools.pairwise(reversed(path)):
                depths[lower] = depths[above] + 1
        return depths

    def note_blends(self) -> None:
        for step in self.steps:
            if self.component[step.block] < 0:
                continue
            for register in step.writes:
                if self.needs_blend(register.index, step.block):
                    self.blends.add((register.index, step.block))


def _root(groups: list[int], number: int) -> int:
    """Return the number that stands for the group of a region."""
    while groups[number] != number:
        groups[number] = groups[groups[number]]
        number = groups[number]
    return number


def bits_of(value: int) -> Iterator[int]:
    """Yield the places of the bits that are set, the lowest first."""
    while value:
        lowest = value & -value
        yield lowest.bit_length() - 1
        value ^= lowest
