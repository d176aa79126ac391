"""local-arrays: arrays indexed at run time, which are in local memory and so in device memory."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.diagnose.rules.register_spills import IN_REGISTERS, local_line
from kernelscope.record import Finding

_LOCAL = "smsp__sass_inst_executed_op_local_{}.sum"
_WARPS, _LSU = "kernelscope__inst_executed.sum", "kernelscope__inst_pipe_lsu.sum"
_ALU = "kernelscope__inst_pipe_alu.sum"
_FREE = 0  # accesses to local memory that cost nothing
# Instructions that compute an address from an index: a multiplication or shift, an addition.
# `bin[k * step % 8u] += value` of the page is one local load, one store and their addresses. It
# counts 4.33 million local accesses in 8.06 million instructions; three times that would be more
# than there are, so the counts stop at 0. The gain is 70 %, which both kernels confirm by the
# model; 90 % was measured.
_ADDRESSING = 2


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        local = sum(kernel.counter(_LOCAL.format(op)) for op in ("ld", "st"))
        if local > _FREE and not kernel.launch.spill_bytes:
            yield _finding(kernel, local)


def _finding(kernel: Kernel, local: float) -> Finding:
    without = {
        _LSU: kernel.counter(_LSU) - local,
        _ALU: max(0.0, kernel.counter(_ALU) - _ADDRESSING * local),
        _WARPS: max(0.0, kernel.counter(_WARPS) - (1 + _ADDRESSING) * local),
    }
    known = kernel.launch.spill_bytes is not None
    return Finding(
        "local-arrays",
        f"{kernel.name} keeps an array in local memory, as its index is known only at run time"
        + ("; no register is spilled" if known else ""),
        source=local_line(kernel),
        kernel=kernel.name,
        evidence=f"{local:,.0f} warp-level local loads and stores",
        estimated_gain=kernel.gain(without, IN_REGISTERS),
        provenance=kernel.provenance,
        advice=kernel.advice("{known_indices}"),
    )


RULE = Rule(
    "local-arrays",
    threshold="any access to local memory in a kernel without spilled registers",
    source=OWN,
    needs="counters",
    find=_find,
    numbers={"any": _FREE},
)
