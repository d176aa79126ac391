"""The cycles by which an instruction moves the clocks that a kernel reads: an estimate.

A clock advances by these for each instruction that a warp of its block executes. So a loop that
waits for a number of ticks ends, and a measured latency has the right order. Overlap is left out:
two loads that do not depend on each other count one after the other.
"""

from __future__ import annotations

from kernelscope.vgpu import ir

# Latencies of dependent instructions, measured on one H200 in November 2026 (CUDA C++, medians):
# shared memory 29, L2 287 cycles. An arithmetic result can be used after 4 (Volta and later: Jia
# and others, arXiv 1804.06826).
_ARITHMETIC, _SHARED, _GLOBAL = 4, 29, 287
_CLOCKS = ("%clock", "%globaltimer")


def cycles(inst: ir.Inst) -> int:
    """Return the cycles of one instruction."""
    if inst.form.kind != "memory" or inst.space in ("param", "const"):
        return _ARITHMETIC
    return _SHARED if inst.space == "shared" else _GLOBAL


def keeps_time(function: ir.Function) -> bool:
    """Return whether a kernel reads a clock, so that its instructions must move it."""
    return any(
        isinstance(operand, ir.Special) and operand.name.startswith(_CLOCKS)
        for inst in function.instructions()
        for operand in inst.operands
    )
