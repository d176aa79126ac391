"""A launch on its way to the simulator.

Each step of `sm.STEPS` takes one and returns one:

trace ─ spin waits dropped ─ an outlier block added ─ work of an average block ─ change
      ─▶ streams of the traced blocks ─ change ─▶ the busiest SM's blocks ─▶ its cycles
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kernelscope.hardware.gpus import GPUSpec
from kernelscope.launch_time.change import UNCHANGED, Change
from kernelscope.launch_time.streams import Translator, WarpStream
from kernelscope.machine_code.code import MachineCode
from kernelscope.simulator import Code
from kernelscope.vgpu.counting.trace import LaunchTrace


@dataclass(frozen=True, slots=True, eq=False)
class Launch:
    """A traced launch, and what the steps so far have made of it.

    Attributes:
        code: the machine code that runs on it.
        trace: of the launch, with the blocks of `blocks_to_trace`.
        resident: blocks that are on an SM at once.
        shared_bytes: of shared memory a block.
        translator: knows the way of warps through the machine code.
        simulated: the machine code as the simulator takes it.
        change: what is different from the launch that was traced.
        work: what a block of the grid executes on average, by what a traced one does.
        handovers: from block to block, one after the other, in which one waits for another.
        blocks: what the warps of each traced block execute.
    """

    spec: GPUSpec
    code: MachineCode
    trace: LaunchTrace
    counters: Mapping[str, float]
    resident: int
    shared_bytes: int
    translator: Translator
    simulated: Code
    change: Change = UNCHANGED
    work: float = 1.0
    handovers: int = 0
    blocks: tuple[list[WarpStream], ...] = ()


Step = Callable[[Launch], Launch]
