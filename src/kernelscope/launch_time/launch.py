"""A launch on its way to the simulator.

Each step of `sm.STEPS` takes a launch and returns a launch:

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
    """A traced launch, with the results of the steps so far.

    Attributes:
        code: its machine code.
        trace: the trace of the blocks of `blocks_to_trace`.
        resident: blocks that are on an SM at once.
        shared_bytes: bytes of shared memory of a block.
        translator: finds the paths of warps through the machine code.
        simulated: the machine code in the simulator's form.
        change: the difference from the launch that was traced.
        work: instructions of an average block of the grid, divided by those of an average traced
            block.
        handovers: how many waits of a block for another block follow each other.
        blocks: the streams of the warps of each traced block.
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
