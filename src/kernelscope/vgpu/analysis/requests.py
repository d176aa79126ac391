"""Requests for blocks of the grid that have not begun (`clusterlaunchcontrol.try_cancel`)."""

from __future__ import annotations

from kernelscope.vgpu import ir


def is_request(inst: ir.Inst) -> bool:
    """Return whether an instruction asks for a block that has not begun."""
    return inst.opcode == "clusterlaunchcontrol" and "try_cancel" in inst.fields


def asks_for_blocks(function: ir.Function) -> bool:
    """Return whether a kernel's blocks ask for others, which then do not run."""
    return any(is_request(inst) for inst in function.instructions())
