"""The paths that a kernel's launches took: basic blocks, both sides of branches and of guards.

Launches count the active lanes of each block anyway. That also counts a side of a branch, if its
target has no other way in. So such a kernel gets an empty block on every other side.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.counting.counters import Tally
from kernelscope.vgpu.jit.engine import LoadedCode
from kernelscope.vgpu.jit.program import Program
from kernelscope.vgpu.layout import Site
from kernelscope.vgpu.lowering.blocks import order_blocks
from kernelscope.vgpu.runtime.kernel import Kernel, Module
from kernelscope.vgpu.runtime.launch import LaunchCounts


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a kernel that a launch may execute or not.

    `kind`: "block"; "edge", one side of a branch; "guard", a memory access under a predicate that
    is true, or false. `line`: the line of the PTX; 0 for a block without instructions. `side`:
    "taken" or "not taken" for a branch; "true" or "false" for a guard; "" for a block.
    """

    kind: str
    line: int
    side: str = ""

    def __str__(self) -> str:
        if self.kind == "block":
            return f"ptx:{self.line}: never ran"
        if self.kind == "edge":
            return f"ptx:{self.line}: branch never {self.side}"
        return f"ptx:{self.line}: guard never {self.side}"


class CoveredKernel(Kernel):
    """A kernel whose launches report the paths they took; blocks run in order on one thread.

    An address that is in no argument is an error: no other memory can be accessed.

    Attributes:
        places: the parts that a launch may execute.
    """

    def __init__(self, module: Module, name: str) -> None:
        super().__init__(module, name)
        self.key = f"{module.key}:covered"
        self.finds_owners = False
        self._function = None
        self._columns: tuple[np.ndarray, ...] = ()
        self.places = self._find_places()

    def lowered(self) -> ir.Function:
        """Return the kernel with a separate block on each side of each branch."""
        function = super().lowered()
        _split_edges(function)
        return function

    def program(self, block: BlockShape) -> tuple[Program, LoadedCode, Tally]:
        """Return the compiled code for a block shape, which never runs two blocks at once."""
        if block not in self._programs:
            program, code, tally = super().program(block)
            self._programs[block] = dataclasses.replace(program, ordered=True), code, tally
        return self._programs[block]

    def visited(self, counts: LaunchCounts) -> np.ndarray:
        """Return for each of the `places` whether a launch of this kernel executed it."""
        lanes = counts.blocks[:, 1]
        passed = counts.sites[:, Site.LANES]
        block_of, guard_block, guard_site = self._columns
        here = passed[guard_site] if len(guard_site) else np.zeros(0)
        held = here > 0
        failed = lanes[guard_block] > here if len(guard_block) else held
        return np.concatenate([lanes[block_of] > 0, np.ravel(np.column_stack([held, failed]))])

    def _find_places(self) -> tuple[Place, ...]:
        function = self.lowered()
        remove_dead_code(function)
        places: list[Place] = []
        block_of: list[int] = []
        for block in function.blocks:
            line = _line(block)
            if line:
                places.append(Place("block", line))
                block_of.append(block.index)
        for block in function.blocks:
            if isinstance(block.terminator, ir.Branch):
                line = block.terminator.position.line
                places += [Place("edge", line, "taken"), Place("edge", line, "not taken")]
                block_of += block.terminator.targets
        guards = [
            (block.index, inst.site, inst.position.line)
            for block in function.blocks
            for inst in block.instructions
            if inst.form.kind in ("memory", "poll") and inst.guard is not None
        ]
        for _, _, line in guards:
            places += [Place("guard", line, "true"), Place("guard", line, "false")]
        self._columns = (
            np.array(block_of, np.int64),
            np.array([guard[0] for guard in guards], np.int64),
            np.array([guard[1] for guard in guards], np.int64),
        )
        return tuple(places)


def _line(block: ir.BasicBlock) -> int:
    """Return the PTX line that a block begins at; 0 if the block is empty."""
    if block.instructions:
        return block.instructions[0].position.line
    return block.terminator.position.line if isinstance(block.terminator, ir.Branch) else 0


def _split_edges(function: ir.Function) -> None:
    """Put an empty block on each side of a branch whose target has another way in."""
    # Example: `@%p1 bra DONE; st.global.u32 [%rd1], %r1; DONE: ret;`, launched so that it never
    # jumps. DONE runs in any case, after the store. If its lanes stood for the side "taken", that
    # side would seem covered. So the branch jumps to an empty block that continues to DONE, and
    # that block has no lanes. The side "not taken" needs none: the store's block has no other way
    # in.
    blocks = function.blocks
    entries = [0] * len(blocks)
    entries[0] = 1
    for block in blocks:
        for target in block.terminator.targets:
            entries[target] += 1
    for block in blocks[:]:
        branch = block.terminator
        if not isinstance(branch, ir.Branch):
            continue
        sides: list[int] = []
        for target in branch.targets:
            if entries[target] > 1:
                blocks.append(ir.BasicBlock(len(blocks), [], ir.Jump(target)))
                target = len(blocks) - 1
            sides.append(target)
        block.terminator = dataclasses.replace(branch, taken=sides[0], other=sides[1])
    function.blocks = order_blocks(blocks)
