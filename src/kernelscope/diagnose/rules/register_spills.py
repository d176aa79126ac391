"""register-spills: values of a thread that do not fit into its registers."""

from __future__ import annotations

import math
from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence, Kernel
from kernelscope.diagnose.rule import Rule
from kernelscope.launch_time.change import Change
from kernelscope.record import Finding

_WARPS, _LSU = "kernelscope__inst_executed.sum", "kernelscope__inst_pipe_lsu.sum"
_FREE = 0  # spilled bytes that cost nothing
_REGISTER_BYTES = 4
IN_REGISTERS = Change(without_local=True)


def _find(evidence: Evidence) -> Iterable[Finding]:
    for kernel in evidence.kernels:
        spilled = kernel.launch.spill_bytes or 0
        if spilled > _FREE:
            yield _spilled(kernel, spilled)


def _spilled(kernel: Kernel, spilled: int) -> Finding:
    """Return the finding for the assembler's spills.

    Without a simulation the number of instructions is known, but not how often each runs: once is
    assumed.
    """
    threads, registers = math.prod(kernel.launch.block), kernel.launch.registers or "255"
    # 64 bytes spilled are 16 instructions a warp: in 4,096 blocks of 8 warps 524,288 more. In a
    # kernel of 6.2 µs whose blocks take 2.5 µs to start that is a gain of 2 %, with 512 bytes 71 %.
    # A spill in a loop of 100 rounds costs 100 times as much, so the gain is a lower bound.
    runs = spilled / _REGISTER_BYTES * kernel.blocks * math.ceil(threads / 32)
    with_spills = {name: kernel.counter(name) + runs for name in (_WARPS, _LSU)}
    slower = -kernel.relative_gain(with_spills)
    gain = kernel.simulated_gain(IN_REGISTERS)
    if gain is None and kernel.estimate is not None:
        gain = kernel.share * slower / (1 + slower)
    return Finding(
        "register-spills",
        f"the assembler spilled registers of {kernel.name}: a thread has {registers}, and its "
        "values do not fit",
        source=local_line(kernel),
        kernel=kernel.name,
        evidence=f"{spilled} bytes of spill stores and loads in the machine code",
        estimated_gain=gain,
        provenance=kernel.provenance,
        advice=kernel.advice("{fewer_registers}"),
    )


def local_line(kernel: Kernel) -> str | None:
    """Return the line with the most accesses to local memory, or the kernel's."""
    launch = kernel.launch
    worst = max(launch.accesses, key=lambda access: access.local, default=None)
    line = worst.source if worst is not None and worst.local else ""
    return line or launch.kernel_source or launch.source


RULE = Rule(
    "register-spills",
    threshold="any spill store or load of the assembler",
    source="ptxas -v; Triton's n_spills is the size of local memory over 4 and is not used",
    needs="the assembler's report",
    find=_find,
    numbers={"any": _FREE},
)
