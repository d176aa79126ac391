"""The state that lasts from launch to launch: breakpoints, displays, and what the user looks at.

In: each launch of the program (`run`). Out: its counts, after the user has stepped through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from kernelscope._demangle import written_name
from kernelscope.debugger import views
from kernelscope.debugger.expressions import Expression, Lanes, Memory, Value, parse
from kernelscope.debugger.findings import found_in, stops_at
from kernelscope.debugger.machine import Here, Machine, Quit, Reason, Until, Written
from kernelscope.debugger.places import Code
from kernelscope.debugger.scope import KernelNames, Scope
from kernelscope.debugger.stops import Breakpoint, Watchpoint
from kernelscope.debugger.values import decode, written
from kernelscope.devices.capture import KernelForm
from kernelscope.devices.virtual import current_gpu, origin_of
from kernelscope.errors import UsageError
from kernelscope.record.names import is_named
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu import Kernel, LaunchCounts, LaunchRequest, Proceed, ir, printing
from kernelscope.vgpu.interpreter.warp import Dim3, Place, Warp
from kernelscope.vgpu.special import SPECIAL_REGISTERS

Ask = Callable[["Session"], Until | None]


class Session:
    """A debugging session over a program's launches.

    Args:
        ask: reads and runs the user's commands while a launch is stopped.
        say: shows lines.
        kernel: only launches of this kernel are stepped; "" for all.
        block: only this block of each launch runs; None for all.
        sanitizer: looks at each launch before it is stepped, which then stops at its findings.

    Attributes:
        machine: the launch that has stopped.
        warp, lane: the current ones; no warp before the first block and after the last.
        passes: how many breakpoints are passed before the next stop.
        listed: the file and line at which `list` continues; None to list the warp's place.
        count: the number of launches that could be stepped.
        problem: the user's mistake that ended the program.
    """

    def __init__(
        self,
        ask: Ask,
        say: Callable[[Iterable[str]], None],
        kernel: str = "",
        block: Dim3 | None = None,
        sanitizer: Sanitizer | None = None,
    ) -> None:
        self.ask = ask
        self.say = say
        self.kernel = kernel
        self.block = block
        self.sanitizer = sanitizer
        self.stops: list[Breakpoint | Watchpoint] = []
        self.machine: Machine | None = None
        self.warp: Warp | None = None
        self.lane = 0
        self.passes = 0
        self.listed: tuple[str, int] | None = None
        self._displays: dict[int, str] = {}
        self._numbers = 0
        self.count = 0
        self.problem: UsageError | None = None
        self._known: dict[tuple[str, str], tuple[Code, KernelForm]] = {}

    # ---- launches --------------------------------------------------------------------------

    def _steps(self, kernel: Kernel) -> bool:
        return not self.kernel or is_named(kernel.name, self.kernel)

    def run(self, proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
        """Run a launch, stepped if something may stop it."""
        gpu = current_gpu()
        trial = gpu is not None and gpu.trial
        kernel, shape, arguments = request.kernel, request.shape, request.arguments
        if trial or request.blocks is not None or not self._steps(kernel):
            return proceed(request)
        if request.cluster is not None:
            clusters = f"clusters of {views.dim3(request.cluster)} blocks"
            raise UsageError(
                f"kernel {written_name(kernel.name)} is launched with {clusters}; the debugger "
                "steps one block at a time: debug a kernel without clusters"
            )
        key = kernel.module.key, kernel.name
        is_new = key not in self._known
        if is_new:
            form = origin_of(request).form_of(kernel)
            self._known[key] = _code(kernel, form), form
        self.count += 1
        code, form = self._known[key]
        names = KernelNames(code, arguments, form)
        machine = Machine(kernel, shape, arguments, self, code)
        if self.block is not None:
            machine.blocks = [self._number(self.block, shape[0])]
        self._start(machine, names, form)
        if self.sanitizer is not None:
            self._find(self.sanitizer, request, machine)
        if is_new:
            machine.until = lambda here: bool(code.ptx_line(here.place))
        printing.writers.append(self._printed)
        try:
            return machine.run()
        finally:
            printing.writers.pop()
            self.machine = self.warp = None
            # A finding's lines are of this launch; the next one is looked at anew.
            self.stops = [s for s in self.stops if not (isinstance(s, Breakpoint) and s.why)]

    def _start(self, machine: Machine, names: KernelNames, form: KernelForm) -> None:
        self.machine, self.warp, self.names = machine, None, names
        self.sources = views.Sources(machine.code.ptx)
        if form.source_file and "source" in form.texts and not Path(form.source_file).is_file():
            text = form.texts["source"].splitlines()
            self.sources.add(form.source_file, max(form.source_line, 1), text)

    def _find(self, sanitizer: Sanitizer, request: LaunchRequest, machine: Machine) -> None:
        """Set stops where a sanitizer finds something in a launch."""
        findings = found_in(sanitizer, request, machine.memory.regions)
        stops = [*stops_at(findings, self._numbers + 1)]
        self._numbers += len(stops)
        self.stops += stops
        count = f"{len(findings)} finding{'s' * (len(findings) != 1)}" if findings else "nothing"
        where = "; `continue` goes to the first" if findings else ""
        self.say([f"check: {count} in {written_name(machine.kernel.name)}{where}"])

    def _number(self, block: Dim3, grid: Dim3) -> int:
        x, y, z = block
        if x >= grid[0] or y >= grid[1] or z >= grid[2]:
            self.problem = UsageError(
                f"there is no block {views.dim3(block)} in a grid of {views.dim3(grid)}"
            )
            raise Quit
        return x + grid[0] * (y + grid[1] * z)

    def _printed(self, text: str, where: str) -> None:
        lines = text.split("\n")
        self.say(f"[{where}] {line}" for line in (lines[:-1] if lines[-1] == "" else lines))

    # ---- stops -----------------------------------------------------------------------------

    def stopped(self, machine: Machine, reasons: Sequence[Reason]) -> Until | None:
        """Show why and where the launch has stopped, then ask the user."""
        before, here = self.warp, machine.here
        has_ended = before is not None and not before.live[self.lane]
        self.warp = here.warp if here else None
        self.passes, self.listed = 0, None
        ended = f"lane {self.lane} of warp {before.number}" if before and has_ended else ""
        if here is not None:
            asked = next((r.lane for r in reasons if r.lane is not None), self.lane)
            self.lane = asked if asked in here.lanes else here.lanes[0]
        self.say(self._report(machine, reasons, before, ended))
        return self.ask(self)

    def _report(
        self, machine: Machine, reasons: Sequence[Reason], before: Warp | None, ended: str
    ) -> Iterator[str]:
        here = machine.here
        if before is None and here is not None:
            yield self.launch()
            if self.block is not None:
                yield (
                    f"only block {views.dim3(self.block)} runs: "
                    "the results of the other blocks are missing"
                )
        elif before is not None and not reasons and ended and here is not None:
            yield f"{ended} of block {views.dim3(before.block.index)} has ended"
        yield from (reason.text for reason in reasons)
        if here is not None:
            yield self.place()
        yield from self.displayed()

    def launch(self) -> str:
        """Return a line on the kernel, its grid and its block."""
        machine = self.running()
        grid, block, _ = machine.shape
        name = written_name(machine.kernel.name)
        return f"{name}: grid {views.dim3(grid)}, {views.dim3(block)} threads a block"

    def place(self) -> str:
        """Return the place of the current warp, in two lines."""
        scope = self.scope()
        assert scope.warp is not None
        code = scope.names.code
        at = (
            f"block {views.dim3(scope.warp.block.index)}, warp {scope.warp.number}, "
            f"{views.lane_set(scope.lanes)}"
        )
        lines = [f"{at}: {views.place_line(code, self.sources, scope.place)}"]
        if code.lines[code.settled(scope.place)]:
            lines.append(f"  {views.ptx_line(code, scope.place)}")
        return "\n".join(lines)

    def reached(self, machine: Machine, stop: Breakpoint, here: Here) -> Reason | None:
        """Return the reason to stop at a breakpoint; None if its condition holds in no lane.

        A condition that cannot be evaluated stops, too, with the error as the reason.
        """
        scope = Scope(
            self.names, machine.launch, here.warp, here.place, here.lanes, machine.written
        )
        try:
            lanes = stop.lanes(scope, here.lanes)
        except UsageError as problem:
            return Reason(f"{stop}: the condition has no value: {problem}")
        if not lanes or not stop.is_due():
            return None
        if self.passes:
            self.passes -= 1
            return None
        if stop.is_temporary:
            self.stops = [other for other in self.stops if other is not stop]
        of = f": in {views.lane_set(lanes)}" if stop.condition else ""
        return Reason(stop.why or f"{stop}{of}", lanes[0])

    def changed(self, machine: Machine, store: Written) -> Reason:
        """Return a store to a watched place in words: values, thread and line."""
        stop, here = store.watchpoint, store.here
        thread = int(here.warp.thread[store.lane])
        who = printing.position(here.warp.block.index, thread, here.warp.launch.block)
        old, new = (
            written(decode(np.frombuffer(data, f"u{stop.size}"), stop.scalar)[0], stop.scalar)
            for data in (store.old, store.new)
        )
        at = views.place_line(machine.code, self.sources, here.place)
        return Reason(f"{stop}: {old} -> {new}, by {who} at {at}", store.lane)

    # ---- what the user asks for ------------------------------------------------------------

    def running(self) -> Machine:
        """Return the launch that has stopped. Raises UsageError if no launch has started."""
        if self.machine is None:
            raise UsageError("no kernel has been launched yet")
        return self.machine

    def focus(self) -> Warp:
        """Return the current warp. Raises UsageError if no block runs."""
        if self.warp is None:
            name = written_name(self.running().kernel.name)
            raise UsageError(f"{name} has ended; `run` starts it again")
        return self.warp

    def scope(self) -> Scope:
        """Return the names at the place of the current warp."""
        machine = self.running()
        warp, here = self.warp, machine.here
        place: Place = (0, 0)
        lanes: tuple[int, ...] = ()
        if warp is not None:
            if here is not None and here.warp is warp:
                place, lanes = here.place, here.lanes
            else:
                place, lanes, _ = next(iter(views.groups(warp)), (place, lanes, False))
        return Scope(self.names, machine.launch, warp, place, lanes, machine.written)

    @property
    def code(self) -> Code:
        """The code of the kernel that has stopped."""
        return self.running().code

    def living_lane(self) -> int:
        """Return the current lane; if it has ended, switch to one that is still running."""
        lanes = self.scope().lanes
        if not self.focus().live[self.lane] and lanes:
            self.lane = lanes[0]
        return self.lane

    def in_lane(self, value: Value) -> int:
        """Return a value as a whole number; for one value a lane, that of the current lane.

        Raises UsageError if the value is not a whole number.
        """
        if isinstance(value, Lanes):
            value = value.values[self.lane]
        if not isinstance(value, int):
            raise UsageError(f"{value} is not a whole number")
        return value

    def next_line(self, file: str, line: int) -> int | None:
        """Return a line of the kernel, or the next one with code; None after the last."""
        return next((number for number in self.code.lines_of(file) if number >= line), None)

    def add_breakpoint(
        self, file: str, line: int, condition: Expression | None, is_temporary: bool
    ) -> str:
        """Add a breakpoint on a line; return what will happen, in words."""
        code = self.code
        stop = Breakpoint(self._numbers + 1, file, line, condition, is_temporary)
        self.check_names(condition)
        stop_line = stop.line_in(code)
        if stop.is_ptx and stop_line is None:
            raise UsageError(f"ptx:{line} is after the last instruction of {code.function.name}")
        self._numbers += 1
        self.stops.append(stop)
        if stop_line is None:
            lines = ", ".join(map(str, code.lines_of(file))) or "none"
            return (
                f"{stop}: no instruction of {code.function.name} comes from this line (lines of "
                f"{Path(file).name} with code: {lines}); it applies to other kernels"
            )
        return f"{stop}" + (
            f": line {stop_line} is the next with code" if stop_line != line else ""
        )

    def check_names(self, condition: Expression | None) -> None:
        """Check that a condition's names exist.

        Raises UsageError if a name does not exist; the message lists the known ones.
        """
        if condition is None:
            return
        scope = self.scope()
        for name in condition.names - {*scope.known()}:
            scope.variable(name)  # raises, and lists the known names
        for name in condition.registers:
            if name not in SPECIAL_REGISTERS:
                self.names.register_at(name, scope.place)

    def add_watchpoint(self, text: str) -> str:
        """Add a watchpoint on an element of memory; return it in words."""
        scope = self.scope()
        memory, index = (part.value(scope) for part in parse(text).indexed())
        if not isinstance(memory, Memory) or memory.scalar is None:
            raise UsageError(
                f"`{text}` is not an element of memory of known type, such as `out.f32[5]`"
            )
        number = self.in_lane(index)
        address = memory.start(self.lane) + number * memory.step
        space, offset = memory.space, address
        if self.warp is not None:
            space, offset = self.warp.spaces.resolve(space, address)
        elif space == "generic":
            space = "global"
        scope.bytes_at(memory.space, address, memory.scalar.bits // 8)
        self._numbers += 1
        stop = Watchpoint(self._numbers, text, space, offset, memory.scalar)
        self.stops.append(stop)
        return str(stop)

    # ---- what is shown at each stop ----------------------------------------------------------

    def display(self, text: str) -> None:
        """Show an expression at each stop from now on."""
        self._displays[max(self._displays, default=0) + 1] = text

    def undisplay(self, number: int | None) -> None:
        """Stop showing one of them, or all.

        Raises UsageError if there is no display of that number.
        """
        if number is None:
            self._displays.clear()
        elif self._displays.pop(number, None) is None:
            known = ", ".join(map(str, self._displays)) or "none"
            raise UsageError(f"there is no display {number}; there are: {known}")

    def displayed(self) -> Iterator[str]:
        """Yield each of them with its value here."""
        for number, text in self._displays.items():
            try:
                lines = [*views.look(self.scope(), text, self.lane)]
            except UsageError as problem:
                lines = [f"{text}: {problem}"]
            yield from (f"{number}: {line}" if not n else line for n, line in enumerate(lines))


def _code(kernel: Kernel, form: KernelForm) -> Code:
    """Return a kernel's instructions, with the present path of its source file.

    Triton may take a kernel from its cache that was compiled when the file was elsewhere.
    """
    function = kernel.lowered()
    own = {_outermost(i.location).file for i in function.instructions() if i.location is not None}
    function.files = {
        number: form.source_file
        if number in own and Path(file).name == Path(form.source_file).name
        else file
        for number, file in function.files.items()
    }
    return Code(function, kernel.module.text)


def _outermost(location: ir.SourceLocation) -> ir.SourceLocation:
    """Return the line of the kernel itself that a location was inlined into."""
    while location.inlined_at is not None:
        location = location.inlined_at
    return location
