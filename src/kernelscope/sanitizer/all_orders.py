"""A small launch in all orders of its events that can differ: deadlocks and results of each.

In: a launch, before it runs. Out: a statement with its bounds, and findings. The memory is left as
it was. `vgpu.interpreter.orders` finds the orders.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from kernelscope._real_time import process_time
from kernelscope.errors import LaunchError
from kernelscope.record.check import Order, OrderStep, OrdersTried
from kernelscope.sanitizer.buffers import Buffers, Element
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.vgpu import SPACE, LaunchRequest, LiveMemory, Region, ir
from kernelscope.vgpu.analysis.cycles import keeps_time
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.analysis.requests import asks_for_blocks
from kernelscope.vgpu.clusters import Dim3, index_in, threads_of
from kernelscope.vgpu.counting.plan import source_of
from kernelscope.vgpu.interpreter.events import Actor, EventRun, Key
from kernelscope.vgpu.interpreter.orders import Ending, Explored, Step, explore
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.printing import kept_output
from kernelscope.vgpu.runtime.warp_state import phase_in_words

MOST_WARPS = 64
MOST_BYTES = 4 << 20
MOST_ORDERS = 100_000
LIMIT_S = 60.0
"""Processor time for the orders of a launch."""
_SHOWN = 40
"""Steps of an order that a finding keeps."""

Report = Callable[[Finding], object]


class _KeptMemory(LiveMemory):
    """The memory of a launch, with what it held before, also where a kernel finds it itself."""

    def __init__(self, request: LaunchRequest) -> None:
        super().__init__(request.kernel, request.arguments)
        self._before: dict[Region, bytes] = {}
        self._keep()

    @property
    def size(self) -> int:
        """The bytes of all of it."""
        return sum(region.size for region in self.regions)

    def _keep(self) -> None:
        for region in self.regions[len(self._before) :]:
            self._before[region] = ctypes.string_at(region.base, region.size)

    def at(self, address: int, size: int) -> np.ndarray:
        """Return the bytes at an address, as a view."""
        view = super().at(address, size)
        self._keep()
        return view

    def contents(self) -> tuple[bytes, ...]:
        """Return what all of it holds."""
        return tuple(ctypes.string_at(region.base, region.size) for region in self._before)

    def restore(self) -> None:
        """Let it hold what it held before."""
        for region, data in self._before.items():
            ctypes.memmove(region.base, data, len(data))

    def difference(
        self, some: Sequence[bytes], other: Sequence[bytes]
    ) -> tuple[int, Region, int] | None:
        """Return the first byte that two contents differ in: its allocation and place."""
        for number, (region, a, b) in enumerate(zip(self._before, some, other, strict=False)):
            differs = np.flatnonzero(np.frombuffer(a, np.uint8) != np.frombuffer(b, np.uint8))
            if len(differs):
                return number, region, int(differs[0])
        return None


def try_orders(request: LaunchRequest, buffers: Buffers, report: Report) -> OrdersTried:
    """Run a launch in all orders, report what is wrong in some of them, and return the statement.

    The memory is left as it was.
    """
    return _Orders(request, buffers, report).run()


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of a finding."""

    place: Place
    thread: Dim3
    block: Dim3


class _Orders:
    """The orders of one launch."""

    def __init__(self, request: LaunchRequest, buffers: Buffers, report: Report) -> None:
        self._request, self._buffers, self._report = request, buffers, report
        self._function = request.kernel.lowered()
        remove_dead_code(self._function)  # an atomic whose result nobody reads is a reduction
        self._memory = _KeptMemory(request)
        self._grid, self._block, _ = request.shape
        self._blocks = int(np.prod(self._grid))
        self._warps = self._blocks * -(-threads_of(self._block) // LANES)

    def run(self) -> OrdersTried:
        """Try the orders."""
        why = self._why_not()
        if why:
            return self._tried(Explored(why=f"not tried: {why}"))
        limit = min(LIMIT_S, self._request.settings.limit_s or LIMIT_S)
        ends = process_time() + limit
        loops: dict[ir.Inst, bool] = {}
        shape = self._request.shape[:3]
        cluster = self._request.cluster or self._function.cluster.required

        def start() -> EventRun:
            self._memory.restore()
            memory = self._memory, self._memory.buffer
            return EventRun(self._function, shape, cluster, memory, workspace, ends, loops)

        workspace = 0
        if self._request.cooperative:
            workspace = self._memory.add(np.zeros(256, np.uint8))
        try:
            with kept_output([]):
                explored = explore(start, self._memory.contents, ends, MOST_ORDERS)
        except LaunchError as error:
            explored = Explored(why=f"not tried: {error}")
        finally:
            self._memory.restore()
            if workspace:
                self._memory.remove(workspace)
        self._report_all(explored)
        return self._tried(explored)

    def _why_not(self) -> str:
        """Return why the launch is too large, or its results may differ in any case, or ""."""
        if self._warps > MOST_WARPS:
            return f"{self._warps:,} warps, of at most {MOST_WARPS}"
        if self._memory.size > MOST_BYTES:
            return f"{self._memory.size:,} bytes of memory, of at most {MOST_BYTES:,}"
        if keeps_time(self._function):
            return "the kernel reads a clock"
        if asks_for_blocks(self._function):
            return "its blocks ask for others (`clusterlaunchcontrol`)"
        if any(inst.opcode == "call" for inst in self._function.instructions()):
            return "the kernel calls the host (`printf`, `malloc`, `assert`)"
        return ""

    def _tried(self, explored: Explored) -> OrdersTried:
        of_state = {
            state: sum(e.orders for e in explored.endings if e.state == state)
            for state in ("deadlock", "fault")
        }
        return OrdersTried(
            kernel=self._request.kernel.name,
            grid=self._grid,
            block=self._block,
            warps=self._warps,
            orders=explored.orders,
            is_complete=explored.is_complete,
            why=explored.why,
            events=explored.events,
            deadlocks=of_state["deadlock"],
            faults=of_state["fault"],
            results=sum(ending.state == "ends" for ending in explored.endings),
        )

    # ---- findings ---------------------------------------------------------------------------

    def _report_all(self, explored: Explored) -> None:
        good = [ending for ending in explored.endings if ending.state == "ends"]
        for ending in explored.endings:
            of_all = "in all" if ending.orders == explored.orders else f"in {ending.orders:,} of"
            share = f"{of_all} {explored.orders:,} orders of its events"
            if ending.state == "deadlock":
                self._report(self._deadlock(ending, good, share))
            elif ending.state == "fault":
                self._report(self._fault(ending, good, share))
        if len(good) > 1:
            finding = self._differs(good, explored.orders)
            if finding is not None:
                self._report(finding)

    def _deadlock(self, ending: Ending, good: Sequence[Ending], share: str) -> Finding:
        waiting = [wait for several in ending.waits.values() for wait in several]
        at = ending.left[0] if not waiting else waiting[0].actor
        side = self._side(at, waiting[0].inst if waiting else None)
        where = "; ".join(self._standing(ending))
        lasts = [step for step in ending.steps if step.actor not in ending.left and step.uses]
        other = self._side(lasts[-1].actor, lasts[-1].inst) if lasts else None
        orders = self._both(ending, good, ("no thread can continue", "all threads end"))
        return self._finding(
            "barrier", "deadlock", (side, other), f"no thread can continue {share}: {where}", orders
        )

    def _fault(self, ending: Ending, good: Sequence[Ending], share: str) -> Finding:
        last = next((s for s in reversed(ending.steps) if s.has_failed), ending.steps[-1])
        orders = self._both(ending, good, ("it ends with the fault", "all threads end"))
        message = f"{ending.error} {share}"
        return self._finding(
            "memory", "fault", (self._side(last.actor, last.inst), None), message, orders
        )

    def _differs(self, good: Sequence[Ending], total: int) -> Finding | None:
        first, second = good[0], good[1]
        differs = self._memory.difference(first.result, second.result)
        if differs is None:
            return None
        number, region, offset = differs
        element = self._buffers.global_element(SPACE.number(region), offset, 4)
        size = element.size or 4
        begin = offset - offset % size
        counts: dict[str, int] = {}
        for ending in good:
            value = _value(ending.result[number][begin : begin + size], element)
            counts[value] = counts.get(value, 0) + ending.orders
        values_said = " and ".join(f"{value} in {count:,}" for value, count in counts.items())
        message = f"the order of events decides: {element} is {values_said} of {total:,} orders"
        host = region.base + begin
        sides = [self._last_write(ending, host, size) for ending in (first, second)]
        place = sides[0] or sides[1]
        values = [_value(e.result[number][begin : begin + size], element) for e in (first, second)]
        orders = self._orders(
            (first, f"{element} is {values[0]}"), (second, f"{element} is {values[1]}")
        )
        if place is None:
            return None
        other = sides[1] if sides[0] is not None else None
        return self._finding("race", "order", (place, other), message, orders, element)

    def _last_write(self, ending: Ending, host: int, size: int) -> _Side | None:
        """Return who wrote an element last in an order."""
        for step in reversed(ending.steps):
            if any(
                t.key[0] == "global"
                and t.mode != "read"
                and t.start < host + size
                and host < t.stop
                for t in step.memory
            ):
                return self._side(step.actor, step.inst)
        return None

    def _finding(
        self,
        tool: str,
        finding_kind: str,
        sides: tuple[_Side, _Side | None],
        message: str,
        orders: tuple[Order, ...],
        element: Element | None = None,
    ) -> Finding:
        side, other = sides
        return Finding(
            tool=tool,
            kind=finding_kind,
            kernel=self._request.kernel.name,
            place=side.place,
            thread=side.thread,
            block=side.block,
            other=None if other is None else other.place,
            other_thread=None if other is None else other.thread,
            other_block=None if other is None else other.block,
            element=element,
            message=message,
            advice=_ADVICE[finding_kind],
            orders=orders,
        )

    # ---- words ------------------------------------------------------------------------------

    def _side(self, actor: Actor, inst: ir.Inst | None) -> _Side:
        source = source_of(self._function, inst.location) if inst is not None else ""
        place = Place(source, inst.position.line if inst is not None else 0)
        return _Side(place, index_in(actor[1] * LANES, self._block), index_in(actor[0], self._grid))

    def _who(self, actor: Actor, inst: ir.Inst | None) -> str:
        of_block = f" of block {actor[0]}" if self._blocks > 1 else ""
        warp = f"warp {actor[1]}{of_block}"
        return warp if len(actor) == 2 else f"what {warp} issued {self._at(inst)}".rstrip()

    def _at(self, inst: ir.Inst | None) -> str:
        if inst is None:
            return ""
        source = source_of(self._function, inst.location)
        file, _, line = source.rpartition(":")
        ptx = f"ptx:{inst.position.line}"
        return f"at {PurePath(file).name}:{line} ({ptx})" if source else f"at {ptx}"

    def _standing(self, ending: Ending) -> Iterator[str]:
        """Yield where each warp that is left waits, and what would have to come."""
        for actor in ending.left:
            waits = ending.waits.get(actor, [])
            who = self._who(actor, None)
            if not waits:
                last = next((s for s in reversed(ending.steps) if s.actor == actor), None)
                yield f"{who} waits {self._at(last.inst if last else None)}".rstrip()
            for wait in waits:
                if wait.key is None:
                    yield f"{who} waits {self._at(wait.inst)} for what it has issued"
                    continue
                arrived = self._last_arrival(ending, wait.key)
                words = phase_in_words(ending.words[wait.key])
                name = self._barrier(wait.key)
                yield f"{who} waits {self._at(wait.inst)} for {name}, {words}{arrived}"

    def _last_arrival(self, ending: Ending, key: Key) -> str:
        for step in reversed(ending.steps):
            if any(use.key == key and use.does == "arrives" for use in step.uses):
                return f"; last came {self._who(step.actor, step.inst)} {self._at(step.inst)}"
        return "; no thread has come to it"

    def _barrier(self, key: Key) -> str:
        kind_of_barrier, block, place = key
        of_block = f" of block {block}" if self._blocks > 1 else ""
        if kind_of_barrier == "barrier":
            return f"barrier {place}{of_block}"
        if kind_of_barrier == "cluster":
            return "the barrier of the cluster"
        element = self._buffers.shared_element(place, 8)
        name = f"{place:#x} of shared memory" if element.buffer == "shared memory" else str(element)
        return f"the mbarrier at {name}{of_block}"

    def _both(
        self, bad: Ending, good: Sequence[Ending], ends: tuple[str, str]
    ) -> tuple[Order, ...]:
        if not good:
            return self._orders((bad, ends[0]))
        return self._orders((bad, ends[0]), (good[0], ends[1]))

    def _orders(self, *endings: tuple[Ending, str]) -> tuple[Order, ...]:
        """Return orders for a finding, without what both begin with."""
        rows = [[step for step in ending.steps if step.is_met] for ending, _ in endings]
        alike = 0
        if len(rows) > 1:
            pairs = zip(*rows, strict=False)
            alike = next(
                (n for n, (a, b) in enumerate(pairs) if (a.actor, a.uses) != (b.actor, b.uses)), 0
            )
        return tuple(
            Order(
                ends,
                alike,
                tuple(self._step(step) for step in row[alike : alike + _SHOWN]),
                max(len(row) - alike - _SHOWN, 0),
            )
            for row, (_, ends) in zip(rows, endings, strict=True)
        )

    def _step(self, step: Step) -> OrderStep:
        side = self._side(step.actor, step.inst)
        names = [self._barrier(use.key) for use in step.uses]
        verbs = [
            _DOES[use.does] + (", which ends its phase" if use.ends else "") for use in step.uses
        ]
        done = "; ".join(
            f"{name}: {verb}" for name, verb in dict(zip(names, verbs, strict=True)).items()
        )
        if not done:
            done = "is done" if len(step.actor) > 2 else "ends" if step.inst is None else ""
        return OrderStep(
            self._who(step.actor, step.inst), _mnemonic(step.inst), done, str(side.place)
        )


_DOES = {"arrives": "arrives", "waits": "goes on", "looks": "looks", "changes": "changes it"}
_ADVICE = {
    "deadlock": "let each wait have its arrivals in every order: each phase as many arrivals and "
    "bytes as it expects, the first wait with parity 0, and a wait for an empty stage before the "
    "stage is filled again",
    "order": "order the two by a barrier, an mbarrier or a fence with a flag, or let the result "
    "not depend on who comes first",
    "fault": "order the access with what it needs, such as a barrier of the cluster before a block "
    "ends",
}


def _mnemonic(inst: ir.Inst | None) -> str:
    return "" if inst is None else ".".join((inst.opcode, *filter(None, inst.fields.values())))


def _value(data: bytes, element: Element) -> str:
    try:
        value = np.frombuffer(data, np.dtype(element.dtype or "uint32"))[0]
    except (TypeError, ValueError):
        return f"0x{int.from_bytes(data, 'little'):x}"
    return f"{value:.8g}" if isinstance(value, np.floating) else str(value)
