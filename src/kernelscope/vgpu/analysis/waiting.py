"""The loops in which a thread may wait for what another thread does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis import control_flow


# Worked cases, of loops in CUDA C++ and what is in them as PTX:
#
#     while (atomicCAS(lock, 0, 1)) ;         atom.global.cas: its result may change, may wait
#     while (!*(volatile int*)flag) ;         ld.volatile: may wait
#     while (!try_wait(bar, parity)) ;        mbarrier.try_wait: may wait
#     while (!flag[0]) ;  (PTX by hand)       ld.global of an address that the loop does not change
#     while (n) { s += x[i]; i += n; }        ld.global of another address each time: cannot wait
#
# The last one runs at full speed: it is never left to let other threads run. A loop that is taken
# to wait and does not loses little, since it pauses only once in some hundred iterations.
def blocks_that_may_wait(function: ir.Function) -> Loops:
    """Return the blocks that begin a loop in which a thread may wait for another."""
    successors = [block.terminator.targets for block in function.blocks]
    alive = control_flow.reachable(successors)
    loops, places = Loops(), range(len(successors))
    for header, body in control_flow.natural_loops(successors, alive, places).items():
        asking = _asking(function, body)
        if asking is not None:
            loops[header] = asking
            loops.bodies[header] = body
    return loops


class Loops(dict[int, ir.Inst]):
    """By the first block of a loop in which a thread may wait, the instruction that asks for news.

    Attributes:
        bodies: the blocks of each loop.
    """

    def __init__(self) -> None:
        super().__init__()
        self.bodies: dict[int, set[int]] = {}

    def asking_in(self, block: int) -> ir.Inst | None:
        """Return the instruction that asks in the innermost of these loops that a block is in."""
        around = [header for header, body in self.bodies.items() if block in body]
        innermost = min(around, key=lambda header: len(self.bodies[header]), default=None)
        return None if innermost is None else self[innermost]


UNBOUNDED = 1 << 62


def most_executed(function: ir.Function) -> int:
    """Return the most instructions that a warp executes; `UNBOUNDED` with a loop."""
    if any(t <= block.index for block in function.blocks for t in block.terminator.targets):
        return UNBOUNDED
    return sum(len(block.instructions) + 1 for block in function.blocks)


def spins(function: ir.Function) -> Iterator[ir.Inst]:
    """Yield the instructions that ask for news in loops that do nothing else with global memory.

    In Triton a block's other threads get the answer through shared memory.
    """
    loops = blocks_that_may_wait(function)
    for header, asking in loops.items():
        body = (inst for b in loops.bodies[header] for inst in function.blocks[b].instructions)
        others = (inst for inst in body if inst is not asking and inst.form.kind == "memory")
        if all(inst.fields.get("space", "").startswith("shared") for inst in others):
            yield asking


def polled(function: ir.Function) -> frozenset[ir.Inst]:
    """Return the loads that a loop repeats at an address that it does not change: of a flag."""
    successors = [block.terminator.targets for block in function.blocks]
    alive = control_flow.reachable(successors)
    loads: set[ir.Inst] = set()
    for body in control_flow.natural_loops(successors, alive, range(len(successors))).values():
        instructions = [i for index in sorted(body) for i in function.blocks[index].instructions]
        changed = _changed(instructions)
        for inst in instructions:
            if inst.opcode == "ld":
                address = next(o for o in inst.operands if isinstance(o, ir.Address))
                is_own = isinstance(address.base, ir.Register) and address.base.index in changed
                loads |= set() if is_own else {inst}
    return frozenset(loads)


def _asking(function: ir.Function, body: set[int]) -> ir.Inst | None:
    instructions = [i for index in sorted(body) for i in function.blocks[index].instructions]
    changed = _changed(instructions)
    return next((inst for inst in instructions if _may_see_news(inst, changed)), None)


def _changed(instructions: list[ir.Inst]) -> set[int]:
    """Return the registers that may have another value in the next round of a loop.

    An address that each round calculates from the same values stays the same.
    """
    writers = Counter(register.index for inst in instructions for register in inst.destinations)
    changed = set(writers)
    size = -1
    while size != len(changed):
        size = len(changed)
        for inst in instructions:
            repeats = inst.form.kind == "pure" and inst.guard is None
            if repeats and not any(register.index in changed for register in inst.sources):
                changed -= {r.index for r in inst.destinations if writers[r.index] == 1}
    return changed


def _may_see_news(inst: ir.Inst, changed: set[int]) -> bool:
    """Return whether an instruction may give another result when it is repeated in a loop.

    changed: the registers that the loop changes.
    """
    if inst.form.kind == "poll" or inst.opcode == "atom":
        return True
    if inst.opcode not in ("ld", "ldu") or inst.fields.get("space") in ("param", "const", "local"):
        return False
    if inst.fields.get("volatile") or inst.fields.get("order") not in ("", "weak", None):
        return True
    if "cv" in inst.fields.values():
        return True
    address = next(o for o in inst.operands if isinstance(o, ir.Address))
    return not (isinstance(address.base, ir.Register) and address.base.index in changed)
