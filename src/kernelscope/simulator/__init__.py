"""Simulates one SM: the machine code of some blocks, warp by warp, in cycles.

code = Code.of([Instruction(pipe=PIPES.index("fma"), stall=4), Instruction(stall=5)])
streams = Streams.of([Block([Warp([Run(0, 2)])])])
simulate(code, streams, Machine.of(gpu("h200"), resident=1)).cycles

In: the code with its control words (`Code`), what the warps executed (`Streams`), the figures of
the SM (`Machine`). Out: `Simulated`.
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
