"""The branches where lanes of a warp can part, and the shape of each register across them.

A branch whose predicate varies diverges: every block between it and its immediate post-dominator
may run with some lanes waiting elsewhere. Such blocks form components with one exit each, where all
lanes meet again. Inside a component the block of lowest index that has waiting lanes runs next.

Shapes and divergence depend on each other, so both grow together until nothing changes.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis import control_flow
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
        divergent_branches: blocks whose branch may part the lanes.
        live: registers needed at the start of each block, as bit sets.
        blends: (register index, block index) of writes that must keep the other lanes' old value.
    """

    block: BlockShape
    shapes: list[Shape | None]
    component: list[int]
    exits: list[int]
    divergent_branches: set[int]
    live: list[int]
    blends: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])


def analyse(function: ir.Function, block: BlockShape) -> Analysis:
    """Run the analysis to its fixed point."""
    return _Fixpoint(function, block).run()


class _Step:
    """An instruction as the fixed point needs it again and again.

    Attributes:
        reads: source operands, vectors laid flat.
        writes: destination registers.
        is_stale: whether a register that it reads has changed since it was last looked at.
    """

    __slots__ = ("block", "inst", "is_stale", "reads", "writes")

    def __init__(self, inst: ir.Inst, block: int) -> None:
        self.inst = inst
        self.block = block
        self.writes = tuple(inst.destinations)
        self.reads: list[ir.Operand] = []
        self.is_stale = True
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if operand is not None and (not spec.is_destination or spec.is_updated):
                self.reads += operand if isinstance(operand, tuple) else (operand,)


class _Fixpoint:
    def __init__(self, function: ir.Function, block: BlockShape) -> None:
        self.function = function
        self.block = block
        self.successors = [b.terminator.targets for b in function.blocks]
        self.predecessors = control_flow.reverse(self.successors)
        self.post = control_flow.immediate_post_dominators(self.successors)
        self.live = live_in(function)
        count = len(function.registers)
        self.shapes: list[Shape | None] = [UNIFORM] * count
        self.known = [False] * count
        self.steps = [_Step(i, b.index) for b in function.blocks for i in b.instructions]
        self.readers: list[list[_Step]] = [[] for _ in range(count)]
        for step in self.steps:
            for register in step.inst.sources:
                self.readers[register.index].append(step)
        self.branches: set[int] = set()
        self.component = [-1] * len(function.blocks)
        self.exits: list[int] = []
        self.branches_of: list[list[int]] = []
        self.regions: dict[int, set[int]] = {}
        self.blends: set[tuple[int, int]] = set()

    def run(self) -> Analysis:
        changed = True
        while changed:
            while self.propagate() or self.begin_cycles():
                pass
            changed = self.diverge()
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

    def propagate(self) -> bool:
        """Look once, in order, at what reads something new; return whether anything changed."""
        changed = False
        for step in self.steps:
            if not step.is_stale:
                continue
            step.is_stale = False
            sources = self.source_shapes(step)
            if sources is None:
                continue
            guard = step.inst.guard
            uniform = guard is None or self.is_uniform(guard[0])
            shape = result_shape(step.inst, sources) if uniform else None
            for register in step.writes:
                changed |= self.write(register, shape, step.block)
        return changed

    def begin_cycles(self) -> bool:
        """Give a shape to registers that only later values of their own would; return whether any
        got one.

        Where propagation has come to rest, registers still unknown need each other: a loop reads
        one before anything wrote it (an accumulator whose first sum a select drops). What it holds
        then is undefined, so the same value in all lanes will do, and the rest follows from it.
        """
        waiting = [i for i, w in enumerate(self.is_written) if w and not self.known[i]]
        entering = [i for i in waiting if self.live[0] >> i & 1]
        for index in entering or waiting:
            self.known[index] = True
            self.stir(self.readers[index])
        return bool(waiting)

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

    def write(self, register: ir.Register, shape: Shape | None, block: int) -> bool:
        index = register.index
        if shape is not None and self.needs_blend(index, block):
            shape = None
        old = self.shapes[index]
        new = join(old, shape) if self.known[index] else shape
        if self.known[index] and new == old:
            return False
        self.known[index] = True
        self.shapes[index] = new
        self.stir(self.readers[index])
        return True

    def stir(self, steps: list[_Step]) -> None:
        """Mark these steps to be looked at again."""
        for step in steps:
            step.is_stale = True

    # ---- divergence -----------------------------------------------------------------------

    def diverge(self) -> bool:
        """Find the branches that vary; return whether there are more than before."""
        varying = {
            b.index
            for b in self.function.blocks
            if isinstance(b.terminator, ir.Branch) and not self.is_uniform(b.terminator.predicate)
        }
        # A register that is never known is only read where it was never written.
        if varying == self.branches:
            self.note_blends()
            return False
        self.branches = varying
        self.regions = {b: self.region(b) for b in varying}
        self.join_components()
        self.pending.cache_clear()
        self.stir(self.steps)
        return True

    def region(self, branch: int) -> set[int]:
        """Return the blocks that can run between a divergent branch and its post-dominator."""
        stop = self.post[branch]
        seen: set[int] = set()
        stack = [t for t in self.successors[branch] if t != stop]
        while stack:
            block = stack.pop()
            if block not in seen:
                seen.add(block)
                stack.extend(t for t in self.successors[block] if t != stop)
        return seen

    def join_components(self) -> None:
        """Join regions that share a block into one component, whose exit is outside all of them."""
        self.component = [-1] * len(self.function.blocks)
        groups: list[tuple[set[int], set[int]]] = []
        for branch, region in self.regions.items():
            merged, stops = set(region), {self.post[branch]}
            separate: list[tuple[set[int], set[int]]] = []
            for blocks, ends in groups:
                if blocks & merged:
                    merged |= blocks
                    stops |= ends
                else:
                    separate.append((blocks, ends))
            groups = [*separate, (merged, stops)]
        self.exits = []
        for number, (blocks, stops) in enumerate(groups):
            outside = sorted(stops - blocks)
            self.exits.append(outside[0] if outside else len(self.function.blocks))
            for block in blocks:
                self.component[block] = number
        self.branches_of = [list[int]() for _ in groups]
        for branch, region in self.regions.items():
            if region:
                self.branches_of[self.component[min(region)]].append(branch)

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
        component = self.component[block]
        if component < 0:
            return False
        candidates = [
            p for p in range(block, len(self.component)) if self.component[p] == component
        ]
        exit_block = self.exits[component]
        if exit_block < len(self.component):
            candidates.append(exit_block)
        return any(self.live[p] >> register & 1 and self.pending(p, block) for p in candidates)

    @functools.cache  # noqa: B019 - one short-lived object per kernel
    def pending(self, waiting: int, running: int) -> bool:
        """Return whether some lanes can wait at block `waiting` while others run `running`.

        Then at some divergent branch one side leads to `waiting`, the other to `running` through
        blocks below `waiting` (those above would not run before it), or where `waiting` is the
        component's exit through its blocks: the exit runs after all of them, also one that is below
        them, as that of a recursion is. Lanes that another component's branch has parted are
        together again at that component's exit.
        """
        component = self.component[running]
        if waiting == self.exits[component]:
            allowed = {b for b, number in enumerate(self.component) if number == component}
        else:
            allowed = set(range(waiting))
        for branch in self.branches_of[component]:
            for first in self.successors[branch]:
                if not self.reaches(first, waiting, running, branch):
                    continue
                others = [t for t in self.successors[branch] if t != first]
                if any(self.reaches_through(o, running, allowed) for o in others):
                    return True
        return False

    def reaches(self, start: int, goal: int, avoid: int, branch: int) -> bool:
        """Return whether a path leads to `goal`; it may pass `avoid` only in a loop back to the
        branch.
        """
        if start == goal:
            return True
        passing = avoid in self.loop_mates(branch)
        if start == avoid and not passing:
            return False
        seen = {start}
        stack = [start]
        while stack:
            for target in self.successors[stack.pop()]:
                if target == goal:
                    return True
                if target not in seen and (passing or target != avoid):
                    seen.add(target)
                    stack.append(target)
        return False

    def reaches_through(self, start: int, goal: int, allowed: set[int]) -> bool:
        """Return whether a path leads to `goal` through these blocks alone."""
        if start == goal:
            return True
        if start not in allowed:
            return False
        seen = {start}
        stack = [start]
        while stack:
            for target in self.successors[stack.pop()]:
                if target == goal:
                    return True
                if target in allowed and target not in seen:
                    seen.add(target)
                    stack.append(target)
        return False

    @functools.cache  # noqa: B019 - one short-lived object per kernel
    def loop_mates(self, block: int) -> frozenset[int]:
        """Return the blocks on a cycle with this block."""
        ahead = control_flow.reachable(self.successors, block)
        mates = ahead & control_flow.reachable(self.predecessors, block)
        is_on_cycle = len(mates) > 1 or block in self.successors[block]
        return frozenset(mates) if is_on_cycle else frozenset()

    def note_blends(self) -> None:
        for step in self.steps:
            if self.component[step.block] < 0:
                continue
            for register in step.writes:
                if self.needs_blend(register.index, step.block):
                    self.blends.add((register.index, step.block))
