"""The cycles of the launches of a session, from their machine code and a trace of some blocks.

A kernel is traced when it is first launched with a grid and a block. Launches alike have its
cycles. If a later one has other counters (a loop that depends on the data), the kernel is traced
each time from then on. Of a kernel that is launched very often, not every launch is simulated
(`launch_time.many`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

from kernelscope import vgpu
from kernelscope.devices.capture import KernelForm
from kernelscope.errors import UnavailableError
from kernelscope.hardware import GPUSpec
from kernelscope.launch_time.blocks import blocks_to_trace
from kernelscope.launch_time.many import SimulatedLaunches
from kernelscope.launch_time.trace_cache import TRACES, TracedLaunch
from kernelscope.machine_code.code import MachineCode, NoCode, code_of, code_of_cubin
from kernelscope.record import SMCycles

if TYPE_CHECKING:
    import numpy as np

    from kernelscope.vgpu import Kernel, LaunchCounts, LaunchRequest
    from kernelscope.vgpu.clusters import Dim3
    from kernelscope.vgpu.counting.trace import TraceRequest
    from kernelscope.vgpu.runtime.settings import Shape

_SIMULATED = (75, 80, 86, 89, 90, 100, 103, 120)
"""Architectures whose machine code the simulator knows."""
_KEPT_AT_MOST = 4096
_INSTRUCTIONS = "kernelscope__inst_executed.sum"


class LaunchCycles:
    """The cycles of a launch, simulated when they are first asked for.

    Args:
        make: returns the cycles, or the reason why they are not known.

    Attributes:
        models: what a record has of the launches with these counts, by their registers and
            what L2 has and holds dirty. The model takes longer than all else of recording.
    """

    def __init__(self, make: Callable[[], SMCycles | str]) -> None:
        self._make = make
        self._known: SMCycles | str | None = None
        self.models: dict[tuple[int | None, float, float], dict[str, Any]] = {}

    @property
    def is_known(self) -> bool:
        """True if the cycles have been asked for."""
        return self._known is not None

    def value(self) -> SMCycles | str:
        """Return the cycles, or the reason why they are not known."""
        if self._known is None:
            self._known = self._make()
            self._make = _forgotten  # with the trace that it holds
        return self._known


_Traced = tuple[LaunchCycles, float]
"""The cycles of a launch that was traced, and the instructions that it executed."""


def _forgotten() -> SMCycles | str:
    raise AssertionError("the cycles are known")


class MachineCodeReader(Thread):
    """Reads a kernel's machine code next to the launch: its disassembler alone takes 0.3 s.

    `form`: the kernel in every form. `text`: the PTX that runs.
    """

    def __init__(self, form: KernelForm, text: str) -> None:
        super().__init__(name="kernelscope-machine-code")
        self._form, self._text = form, text
        self._code: MachineCode | NoCode | None = None

    def run(self) -> None:
        """Read it."""
        with suppress(Exception):  # `code` reads it again, and raises
            self._code = _machine_code(self._form, self._text)

    def code(self) -> MachineCode | NoCode:
        """Return the machine code, or the reason why it is not known."""
        if self.ident is not None:
            self.join()
        if self._code is None:  # also in a forked child, which does not have the thread
            self._code = _machine_code(self._form, self._text)
        return self._code


class LaunchTimes:
    """The simulated cycles of the launches on one GPU.

    Attributes:
        reads_ahead: machine code is read next to each kernel's first launch; true from the first
            question about a launch's cycles on. Who asks nothing waits for no disassembler.
    """

    def __init__(self, spec: GPUSpec) -> None:
        self._spec = spec
        self.reads_ahead = False
        self._codes: dict[object, MachineCodeReader] = {}
        self._seen: dict[object, tuple[LaunchCycles, float]] = {}
        self._varying: set[object] = set()
        self._cycles: dict[object, LaunchCycles] = {}
        self._last: dict[object, tuple[np.ndarray, int, LaunchCycles]] = {}
        self._of_others: dict[object, LaunchCycles] = {}
        self._simulations: dict[object, SimulatedLaunches[_Traced]] = {}
        self._keyed: tuple[Sequence[Any], Kernel, object] | None = None
        self._session = TRACES.session()

    def trace(
        self,
        kernel: Kernel,
        shape: Shape,
        arguments: Sequence[Any],
        running: np.ndarray | None,
        cluster: Dim3 | None,
    ) -> TraceRequest | None:
        """Return which blocks of a launch to trace (`Settings.trace`)."""
        if cluster is not None or self._spec.sm not in _SIMULATED:
            return None
        key = _key(kernel, shape, arguments, running)
        self._keyed = arguments, kernel, key
        if key in self._seen and not (self._varying and key in self._varying):
            return None
        known = self._simulations.get(_place(kernel, shape))
        if known is not None and known.is_settled:
            return None
        return blocks_to_trace(shape[0], None if running is None else running.tolist())

    def begin(self, request: LaunchRequest, form: Callable[[], KernelForm]) -> None:
        """Note a launch that is about to run, and begin to read its machine code if it is wanted.

        form: makes the forms of its kernel.
        """
        kernel = request.kernel
        place = kernel.module.key, kernel.name
        if place not in self._codes and not self._unsimulated(request):
            reader = self._codes[place] = MachineCodeReader(form(), kernel.module.text)
            if self.reads_ahead:
                reader.start()

    def _unsimulated(self, request: LaunchRequest) -> str:
        """Return the reason why a launch is not simulated, or ""."""
        if request.settings.fast_time:
            return "--fast-time"
        if request.settings.tools or vgpu.STEPS.has(vgpu.Stage.REPLACE):
            return "a tool checked the launch"
        if request.cluster is not None:
            return "the launch has clusters"
        if self._spec.sm not in _SIMULATED:
            return f"the machine code of sm_{self._spec.sm} is not simulated"
        return ""

    def cycles(self, request: LaunchRequest, counts: LaunchCounts, resident: int) -> LaunchCycles:
        """Return the cycles of a launch that `begin` knows.

        resident: blocks that are on an SM at once.
        """
        reason = self._unsimulated(request)
        key = self._key_of(request)
        # Launches that count the same have the same array of counts (`Tally.read`).
        last = self._last.get((key, reason))
        if last is not None and last[0] is counts.sites and last[1] == resident:
            return last[2]
        # A trace has the order of the blocks' own accesses, and these counts what all of them did.
        alike = key, resident, (*counts.counters.values(),)
        if reason:
            cycles = LaunchCycles(lambda: reason)
        else:
            if alike not in self._cycles:
                near = self._simulations_of(request).nearest(counts)
                if near is None and counts.trace is None:
                    self._varying.add(key)
                    return self._scaled(key, alike, counts)
                _make_room(self._cycles)
                if near is None:
                    self._cycles[alike] = self._new(request, counts, resident)
                else:
                    self._cycles[alike] = LaunchCycles(partial(_scaled, *near, counts))
            cycles = self._cycles[alike]
            self._seen[key] = cycles, counts.counters.get(_INSTRUCTIONS, 0.0)
        _make_room(self._last)
        self._last[key, reason] = counts.sites, resident, cycles
        return cycles

    def _new(self, request: LaunchRequest, counts: LaunchCounts, resident: int) -> LaunchCycles:
        """Return the cycles of a traced launch, which is to be simulated."""
        reader = self._codes[request.kernel.module.key, request.kernel.name]
        cycles = LaunchCycles(lambda: self._simulated(reader, counts, resident))
        instructions = counts.counters.get(_INSTRUCTIONS, 0.0)
        self._simulations_of(request).add(counts, (cycles, instructions))
        return cycles

    def _simulations_of(self, request: LaunchRequest) -> SimulatedLaunches[_Traced]:
        """Return the launches of a kernel that were simulated, with blocks like this one's."""
        return self._simulations.setdefault(
            _place(request.kernel, request.shape), SimulatedLaunches()
        )

    def _key_of(self, request: LaunchRequest) -> object:
        """Return the key of a launch: the one that `trace` made for it, if it was asked."""
        keyed, self._keyed = self._keyed, None
        if keyed is not None and keyed[0] is request.arguments and keyed[1] is request.kernel:
            return keyed[2]
        return _key(request.kernel, request.shape, request.arguments, request.blocks)

    def _scaled(self, key: object, alike: object, counts: LaunchCounts) -> LaunchCycles:
        """Return the cycles of a launch that was not traced, from the last one with its key."""
        if key not in self._seen:
            return LaunchCycles(lambda: "it was not traced")
        traced, instructions = self._seen[key]
        place = alike, traced, instructions
        if place not in self._of_others:
            _make_room(self._of_others)
            self._of_others[place] = LaunchCycles(partial(_scaled, traced, instructions, counts))
        return self._of_others[place]

    def _simulated(
        self, reader: MachineCodeReader, counts: LaunchCounts, resident: int
    ) -> SMCycles | str:
        """Return the cycles of a launch that was traced, or the reason why they are not known."""
        self.reads_ahead = True
        code = reader.code()
        if isinstance(code, NoCode):
            return code.reason
        assert counts.trace is not None
        launch = TracedLaunch(
            self._spec,
            code,
            counts.trace,
            counts.counters,
            resident,
            counts.static_shared_bytes + counts.dynamic_shared_bytes,
        )
        try:
            cycles = launch.cycles()
        except UnavailableError as error:
            return str(error)
        TRACES.keep(cycles, launch, self._session)
        return cycles


def _make_room(kept: dict[Any, Any]) -> None:
    if len(kept) >= _KEPT_AT_MOST:
        kept.clear()


def _scaled(
    traced: LaunchCycles, instructions: float, counts: LaunchCounts
) -> SMCycles | str:  # fmt: skip
    """Return the cycles of a launch from those of a traced one that executed so many
    instructions.
    """
    cycles = traced.value()
    if isinstance(cycles, str) or not instructions:
        return cycles
    times = counts.counters.get(_INSTRUCTIONS, 0.0) / instructions
    return replace(
        cycles,
        cold=cycles.cold * times,
        warm=cycles.warm * times,
        instructions=cycles.instructions * times,
        scaled=times * (cycles.scaled or 1.0),
    )


def _key(
    kernel: Kernel, shape: Shape, arguments: Sequence[Any], running: np.ndarray | None
) -> object:
    """Return what launches have in common that take as long: numbers count, contents do not."""
    numbers = [value if isinstance(value, (int, float)) else None for value in arguments]
    return kernel.module.key, kernel.name, shape, tuple(numbers), running is None


def _place(kernel: Kernel, shape: Shape) -> object:
    """Return what launches have in common that differ in their grid and their arguments alone."""
    return kernel.module.key, kernel.name, shape[1:]


def _machine_code(form: KernelForm, text: str) -> MachineCode | NoCode:
    """Return the machine code of a kernel: that of its front end, if it has the lines of the PTX.

    text: the PTX that ran.
    """
    try:
        if form.cubin is not None and form.texts.get("ptx") == text:
            own = code_of_cubin(form.cubin, form.name, text)
            if isinstance(own, MachineCode):
                return own
        return code_of(text, form.name, form.target)
    except (UnavailableError, ValueError) as error:  # a cubin that has no such kernel
        return NoCode(str(error))
