"""register-spills: threads keep values in local memory, which is in device memory."""

from __future__ import annotations

import math
from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.rule import Rule
from kernelscope.launch_time.change import Change
from kernelscope.record import Finding

_LOCAL = "smsp__sass_inst_executed_op_local_{}.sum"
_WARPS, _LSU = "kernelscope__inst_executed.sum", "kernelscope__inst_pipe_lsu.sum"
_ALU = "kernelscope__inst_pipe_alu.sum"
_FREE = 0  # spilled bytes, or accesses to local memory, that cost nothing
_REGISTER_BYTES = 4
# Instructions that compute an address from an index: a multiplication or shift, an addition.
# `bin[k * step % 8u] += value` of the page is one local load, one store and their addresses. It
# counts 4.33 million local accesses in 8.06 million instructions; three times that would be more
# than there are, so the counts stop at 0. The gain is 70 %, which both kernels confirm by the
# model; 90 % was measured.
_ADDRESSING = 2
_IN_REGISTERS = Change(without_local=True)


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        local = sum(kernel.counter(_LOCAL.format(op)) for op in ("ld", "st"))
        spilled = kernel.launch.spill_bytes or 0
        if spilled > _FREE:
            yield _spilled(kernel, spilled)
        elif local > _FREE:
            yield _indexed(kernel, local)


def _spilled(kernel: Kernel, spilled: int) -> Finding:
    """Return the finding for the assembler's spills.

    Without a simulation the number of instructions is known, but not how often each runs: once is
    assumed.
    """
    threads = math.prod(kernel.launch.block)
    # 64 bytes spilled are 16 instructions a warp: in 4,096 blocks of 8 warps 524,288 more. In a
    # kernel of 6.2 µs whose blocks take 2.5 µs to start that is a gain of 2 %, with 512 bytes 71 %.
    # A spill in a loop of 100 rounds costs 100 times as much, so the gain is a lower bound.
    runs = spilled / _REGISTER_BYTES * kernel.blocks * math.ceil(threads / 32)
    with_spills = {name: kernel.counter(name) + runs for name in (_WARPS, _LSU)}
    slower = -kernel.relative_gain(with_spills)
    gain = kernel.simulated_gain(_IN_REGISTERS)
    if gain is None and kernel.estimate is not None:
        gain = kernel.share * slower / (1 + slower)
    return _finding(
        kernel,
        f"the assembler spilled registers of {kernel.name}",
        f"{spilled} bytes of spill stores and loads in the machine code",
        gain,
    )


def _indexed(kernel: Kernel, local: float) -> Finding:
    """Return the finding for an array indexed at run time, which does not fit into registers."""
    without = {
        _LSU: kernel.counter(_LSU) - local,
        _ALU: max(0.0, kernel.counter(_ALU) - _ADDRESSING * local),
        _WARPS: max(0.0, kernel.counter(_WARPS) - (1 + _ADDRESSING) * local),
    }
    return _finding(
        kernel,
        f"{kernel.name} keeps values in local memory",
        f"{local:,.0f} warp-level local loads and stores",
        kernel.gain(without, _IN_REGISTERS),
    )


def _finding(kernel: Kernel, message: str, evidence: str, gain: float | None) -> Finding:
    launch = kernel.launch
    worst = max(launch.accesses, key=lambda access: access.local, default=None)
    line = worst.source if worst is not None and worst.local else ""
    return Finding(
        "register-spills",
        message,
        source=line or launch.kernel_source or launch.source,
        kernel=kernel.name,
        evidence=evidence,
        estimated_gain=gain,
        provenance=kernel.provenance,
        advice="smaller tiles, more warps for the same tile, and arrays whose indices are known "
        "when it is compiled (unrolled loops)",
    )


RULE = Rule(
    "register-spills",
    threshold="any spill store or load of the assembler, or any access to local memory",
    source="ptxas -v; Triton's n_spills is the size of local memory over 4 and is not used",
    needs="counters or the assembler's report",
    find=_find,
    numbers={"any": _FREE},
)
