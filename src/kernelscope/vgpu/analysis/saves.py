"""Which registers a warp's frame already holds when it stops at a barrier.

A stop saves every register that is needed later. What has not been written since the last stop, on
any path, is in the frame already and need not be stored again.
"""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.liveness import live_after


def saved_already(function: ir.Function, live: list[int]) -> dict[tuple[int, int], int]:
    """For each barrier (block, position) the registers that the frame holds, as bits."""
    blocks = function.blocks
    predecessors: list[list[int]] = [[] for _ in blocks]
    for block in blocks:
        for target in block.terminator.targets:
            predecessors[target].append(block.index)
    everything = (1 << len(function.registers)) - 1
    # Optimistic start; the entry holds nothing.
    leaving = [everything] * len(blocks)
    found: dict[tuple[int, int], int] = {}
    changed = True
    while changed:
        changed = False
        for block in blocks:
            held = everything if block.index else 0
            for before in predecessors[block.index]:
                held &= leaving[before]
            held = _through(function, block, held, live, found)
            if held != leaving[block.index]:
                leaving[block.index] = held
                changed = True
    return found


def _through(
    function: ir.Function,
    block: ir.BasicBlock,
    held: int,
    live: list[int],
    found: dict[tuple[int, int], int],
) -> int:
    for position, inst in enumerate(block.instructions):
        if inst.form.kind in ("barrier", "poll"):
            found[block.index, position] = held
            # Registers not needed now lose their place's meaning: another path may reuse them.
            needed = live_after(function, block, position, live)
            # A poll that succeeds does not stop, and saves nothing.
            held = needed if inst.form.kind == "barrier" else held & needed
        for register in inst.destinations:
            held &= ~(1 << register.index)
    return held
