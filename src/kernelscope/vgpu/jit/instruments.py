"""The tools' parts of the code of kernels, in one table."""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import WatchPlan, plan_watch
from kernelscope.vgpu.jit import stops, watch, watch_barriers, watch_engines
from kernelscope.vgpu.jit.access_limits import LimitChecks
from kernelscope.vgpu.jit.emitter import Emitter
from kernelscope.vgpu.jit.instrument import Instrument
from kernelscope.vgpu.jit.numerics import IndexWatch, OddFollower
from kernelscope.vgpu.jit.stops import Stop
from kernelscope.vgpu.jit.suppress import Suppressor
from kernelscope.vgpu.jit.tracing import TraceRecorder
from kernelscope.vgpu.jit.undefined import Follower
from kernelscope.vgpu.tools import Tool


class AccessWatch(Instrument):
    """Tells of accesses that nothing orders."""

    looks_up_addresses = True

    def __init__(self, g: Emitter) -> None:
        super().__init__(g)
        self._plan = plan_watch(g.function)

    @property
    def plan(self) -> WatchPlan:
        """The facts about the kernel that the host needs."""
        return self._plan

    def before(self, inst: ir.Inst) -> None:
        """Emit what watches an instruction's accesses, and its use of engines."""
        watch.watch(self.g, inst)
        watch_engines.watch(self.g, inst)

    def after(self, inst: ir.Inst) -> None:
        """Emit what watches an instruction once it is executed."""
        watch.watch_after(self.g, inst)


class BarrierChecks(Instrument):
    """Tells of barriers and member masks that may be used wrongly."""

    @property
    def plan(self) -> tuple[Stop, ...]:
        """The instructions that wait for the lanes of a mask, as the code numbers them."""
        return tuple(stops.stop_of(self.g.function, inst) for inst in self.g.meetings)

    def before(self, inst: ir.Inst) -> None:
        """Emit what compares a converged warp with the masks that its lanes bring."""
        if inst in self.g.meetings:
            watch_barriers.members(self.g, inst, self.g.initial_bits())


INSTRUMENTS: dict[Tool, type[Instrument]] = {
    Tool.SUPPRESS: Suppressor,
    Tool.TRACE: TraceRecorder,
    Tool.RACES: AccessWatch,
    Tool.LIMITS: LimitChecks,
    Tool.UNDEFINED: Follower,
    Tool.NUMERICS: OddFollower,
    Tool.INDICES: IndexWatch,
    Tool.BARRIERS: BarrierChecks,
}
"""In the order in which their code looks at an instruction; behind it they come in reverse."""


def instruments_of(g: Emitter) -> dict[Tool, Instrument]:
    """Return the parts of the tools that look at a kernel."""
    tools = g.analysis.block.tools
    return {tool: make(g) for tool, make in INSTRUMENTS.items() if tool in tools}
