"""The registers that are needed at the start of each block, as bit sets over their indices."""

from __future__ import annotations

from kernelscope.vgpu import ir


def live_in(function: ir.Function) -> list[int]:
    """Return for each block the registers whose value on entry may be read; bit i is register i."""
    uses: list[int] = []
    kills: list[int] = []
    for block in function.blocks:
        used = killed = 0
        for inst in block.instructions:
            for register in inst.sources:
                used |= (1 << register.index) & ~killed
            for register in inst.destinations:
                if inst.guard is None:
                    killed |= 1 << register.index
                else:
                    # A guarded write leaves the old value where the guard is false.
                    used |= (1 << register.index) & ~killed
        if isinstance(block.terminator, ir.Branch):
            used |= (1 << block.terminator.predicate.index) & ~killed
        uses.append(used)
        kills.append(killed)
    live = list(uses)
    changed = True
    while changed:
        changed = False
        for index in range(len(live) - 1, -1, -1):
            out = 0
            for target in function.blocks[index].terminator.targets:
                out |= live[target]
            new = uses[index] | (out & ~kills[index])
            if new != live[index]:
                live[index] = new
                changed = True
    return live


def live_after(function: ir.Function, block: ir.BasicBlock, position: int, live: list[int]) -> int:
    """Return the registers needed after instruction `position` of a block."""
    needed = 0
    for target in block.terminator.targets:
        needed |= live[target]
    if isinstance(block.terminator, ir.Branch):
        needed |= 1 << block.terminator.predicate.index
    for inst in reversed(block.instructions[position + 1 :]):
        for register in inst.destinations:
            if inst.guard is None:
                needed &= ~(1 << register.index)
        for register in inst.sources:
            needed |= 1 << register.index
    return needed


def live_at_barriers(function: ir.Function, live: list[int]) -> int:
    """Return the registers that are needed after some barrier, where a warp stops and another
    runs.
    """
    needed = 0
    for block in function.blocks:
        for position, inst in enumerate(block.instructions):
            if inst.form.kind in ("barrier", "poll"):
                needed |= live_after(function, block, position, live)
    return needed


def remove_dead_code(function: ir.Function) -> None:
    """Drop value instructions and plain loads whose results nothing reads, as the assembler does.

    An atomic whose result nothing reads stays, but loses its destination: it becomes a reduction.
    """
    changed = True
    while changed:
        changed = False
        live = live_in(function)
        for block in function.blocks:
            needed = 0
            for target in block.terminator.targets:
                needed |= live[target]
            if isinstance(block.terminator, ir.Branch):
                needed |= 1 << block.terminator.predicate.index
            kept: list[ir.Inst] = []
            for inst in reversed(block.instructions):
                written = list(inst.destinations)
                wanted = any(needed >> r.index & 1 for r in written)
                if written and not wanted and _removable(inst):
                    changed = True
                    continue
                if written and not wanted and inst.form.opcode == "atom":
                    inst.operands = (None, *inst.operands[1:])
                    written = []
                for register in written:
                    if inst.guard is None:
                        needed &= ~(1 << register.index)
                for register in inst.sources:
                    needed |= 1 << register.index
                kept.append(inst)
            block.instructions = kept[::-1]


def _removable(inst: ir.Inst) -> bool:
    if inst.form.kind in ("pure", "warp"):
        return True
    plain = not inst.fields.get("volatile") and inst.fields.get("order") in ("", "weak", None)
    return inst.opcode in ("ld", "ldu") and plain
