"""The registers that are needed at the start of each block, as bit sets over their indices."""

from __future__ import annotations

from collections.abc import Collection

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.control_flow import reverse
from kernelscope.vgpu.analysis.dataflow import flow
from kernelscope.vgpu.analysis.resume_points import waits_for


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
    before = reverse([block.terminator.targets for block in function.blocks])

    def through(block: int, live_out: int) -> int:
        return uses[block] | (live_out & ~kills[block])

    out = flow(before, [0] * len(before), through, order=range(len(before))[::-1])
    return [through(block, live_out) for block, live_out in enumerate(out)]


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


def live_before(function: ir.Function, block: ir.BasicBlock, position: int, live: list[int]) -> int:
    """Return the registers needed before instruction `position` of a block."""
    return live_after(function, block, position - 1, live)


def live_at_barriers(
    function: ir.Function, live: list[int], elsewhere: list[int], in_step: Collection[ir.Inst]
) -> int:
    """Return the registers that are needed after some barrier, where a warp stops and another
    runs.

    `live`: the registers needed at the start of each block. `elsewhere`: for each block the
    registers that lanes need which wait at other blocks meanwhile. `in_step`: the instructions
    before which a warp stops as well.
    """
    needed = 0
    for block in function.blocks:
        for position, inst in enumerate(block.instructions):
            if inst.form.kind in ("barrier", "poll"):
                needed |= live_after(function, block, position, live) | elsewhere[block.index]
            if inst in in_step:
                needed |= live_before(function, block, position, live) | elsewhere[block.index]
    return needed


def remove_dead_code(function: ir.Function) -> None:
    """Drop value instructions and plain loads whose results nothing reads, as the assembler does.

    An atomic whose result nothing reads stays, but loses its destination.
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
                written = inst.destinations
                wanted = any(needed >> r.index & 1 for r in written)
                if not wanted and _removable(inst):
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


# What NVIDIA's assembler (ptxas 13.1, sm_90a) makes of atomics whose result nothing reads:
#
#     atom.global.add.u32, atom.relaxed…, atom.release…      REDG
#     atom.acquire.gpu.global.add.u32, atom.acq_rel…         ATOMG: it must come back before the
#                                                            accesses after it
#     atom.global.exch.b32, atom.global.cas.b32              ATOMG: there is no such reduction
#
# Triton's `tl.atomic_add` is acq_rel, so its additions count as atomics even if nothing reads them.
def is_reduction(inst: ir.Inst) -> bool:
    """Return whether an atomic or reduction is a reduction for the hardware."""
    if inst.opcode != "atom":
        return inst.opcode == "red"
    if inst.operands[0] is not None or inst.fields.get("op") in ("exch", "cas"):
        return False
    return not {"acquire", "acq_rel"} & set(inst.fields.values())


def _removable(inst: ir.Inst) -> bool:
    # A shuffle whose result nothing reads still gives its value to other lanes, and they wait for
    # it: it stays.
    if inst.form.kind in ("pure", "warp"):
        return not waits_for(inst)
    plain = not inst.fields.get("volatile") and inst.fields.get("order") in ("", "weak", None)
    return inst.opcode in ("ld", "ldu") and plain
