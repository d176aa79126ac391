"""The tools' parts in one launch, in one table."""

from __future__ import annotations

from kernelscope.vgpu.runtime.access_limits import LimitTool
from kernelscope.vgpu.runtime.checking import BarrierTool
from kernelscope.vgpu.runtime.definedness import UndefinedTool
from kernelscope.vgpu.runtime.launch_tool import LaunchTool
from kernelscope.vgpu.runtime.numerics import NumericTool
from kernelscope.vgpu.runtime.suppressing import SuppressTool
from kernelscope.vgpu.runtime.tracing import TraceTool
from kernelscope.vgpu.runtime.watching import RaceTool
from kernelscope.vgpu.tools import Tool

LAUNCH_TOOLS: dict[Tool, type[LaunchTool]] = {
    Tool.SUPPRESS: SuppressTool,
    Tool.RACES: RaceTool,
    Tool.UNDEFINED: UndefinedTool,
    Tool.LIMITS: LimitTool,
    Tool.NUMERICS: NumericTool,
    Tool.INDICES: NumericTool,
    Tool.BARRIERS: BarrierTool,
    Tool.TRACE: TraceTool,
}
"""In the order in which they begin, and report what they have found."""
