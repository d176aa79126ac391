"""Simulates one SM: the machine code of some blocks, warp by warp, in cycles.

code = Code.of([Instruction(pipe=PIPES.index("fma"), stall=4), Instruction(stall=5)])
streams = Streams.of([Block([Warp([Run(0, 2)])])])
simulate(code, streams, Machine.of(gpu("h200"), resident=1)).cycles

In: the code with its control words (`Code`), what the warps executed (`Streams`), the figures of
the SM (`Machine`). Out: `Simulated`.

What it has: four schedulers, greedy and then youngest; stall counts, yields and the barriers of the
control word; pipes; the queues to the memory unit and its wavefronts; L1 with misses under way; L2
and device memory as servers with this SM's share of the rate; atomics, one after the other on one
address; barriers, mbarriers, asynchronous and bulk copies, wgmma; blocks that take the place of
others.

What it has not: misses of the instruction and constant caches, conflicts at the register file's
ports, a limit of misses under way, tags of L1 in sets, the contents of L2 (`Access.in_l2` says it),
and what other SMs do but for the shares.
"""

from __future__ import annotations

from kernelscope.simulator.inputs import (
    Access,
    Block,
    Code,
    Instruction,
    Run,
    Streams,
    Warp,
)
from kernelscope.simulator.kinds import PIPES, REASONS
from kernelscope.simulator.machine import Machine
from kernelscope.simulator.run import Simulated, simulate

__all__ = [
    "PIPES",
    "REASONS",
    "Access",
    "Block",
    "Code",
    "Instruction",
    "Machine",
    "Run",
    "Simulated",
    "Streams",
    "Warp",
    "simulate",
]
