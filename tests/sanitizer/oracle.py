"""The happens-before graph of one launch, by definition: a truth that shares nothing with the tool.

The interpreter runs the launch. Each thread has a vector clock of all threads, whole and without
compression, each byte all of its accesses that are not yet in order. The rules are those in the
docstring of `generator`; proxies, clusters and engines other than `cp.async` are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter.launch import indices, run_together
from kernelscope.vgpu.interpreter.memory import Memory
from kernelscope.vgpu.interpreter.tally import Tally
from kernelscope.vgpu.interpreter.warp import Block, Launch, Observer, Place, Warp
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import TYPES, Lanes

Dim3 = tuple[int, int, int]
Clock = np.ndarray[Any, Any]
_SCOPE = {"cta": 1, "gpu": 2, "gl": 2, "sys": 2, "cluster": 1}
_HARMLESS = ("prefetch", "prefetchu", "applypriority", "discard", "createpolicy", "isspacep")


class NotKnownError(Exception):
    """The launch has an instruction that this oracle does not know."""


@dataclass(frozen=True, slots=True)
class _Access:
    who: int
    time: int
    writes: bool
    scope: int  # 0: not strong
    line: int


@dataclass(frozen=True, slots=True)
class _Message:
    """What a strong write publishes: the clock behind it, from which block, for which scope."""

    clock: Clock
    block: int
    scope: int


@dataclass(eq=False, slots=True)
class _Meeting:
    """Threads that wait for each other once: those who came, and what they knew."""

    clock: Clock
    waiting: list[Callable[[], bool]] = field(default_factory=list[Callable[[], bool]])

    @property
    def is_over(self) -> bool:
        """Return whether one of those who waited goes on."""
        return any(not still_wait() for still_wait in self.waiting)


@dataclass(slots=True)
class _Phases:
    """An mbarrier's phases: what those who arrived knew, before this phase and in it."""

    over: Clock
    current: Clock
    phase: int = 0

    def move_to(self, phase: int) -> None:
        if phase != self.phase:
            self.phase = phase
            self.over = np.maximum(self.over, self.current)
            self.current = np.zeros_like(self.current)


class Oracle(Observer):
    """Collects the races of a launch.

    Args:
        grid, block: the launch's.
        one_thread: whether a block is one thread of control for its author, as in Triton: then a
            write to global memory comes after what the block has read before, and one instruction
            may write one value twice.

    Attributes:
        races: pairs of lines of the PTX, the lower one first.
    """

    def __init__(self, grid: Dim3, block: Dim3, *, one_thread: bool) -> None:
        self.races: set[tuple[int, int]] = set()
        self._grid, self._one_thread = grid, one_thread
        self._threads = block[0] * block[1] * block[2]
        count = self._threads * grid[0] * grid[1] * grid[2]
        self._clocks = np.zeros((count, count), np.int32)
        np.fill_diagonal(self._clocks, 1)
        self._bytes: dict[tuple[int, int], list[_Access]] = {}
        self._flying: dict[tuple[int, int], tuple[int, int]] = {}  # byte: thread, line
        self._copies: dict[int, list[list[tuple[list[tuple[int, int]], int]]]] = {}
        self._pending: dict[int, _Meeting] = {}
        self._meetings: dict[tuple[object, ...], _Meeting] = {}
        self._fences: dict[int, _Message] = {}
        self._seen: dict[int, list[_Message]] = {}
        self._released: dict[tuple[int, int], list[_Message]] = {}
        self._phases: dict[tuple[int, int], _Phases] = {}

    def before(self, warp: Warp, place: Place, here: Lanes) -> None:
        """Look at the instruction that comes next."""
        first = self._number(warp.block) * self._threads + warp.number * LANES
        for lane in np.flatnonzero(here):
            meeting = self._pending.pop(first + int(lane), None)
            if meeting is not None:
                self._join(first + int(lane), meeting.clock)
        body = warp.launch.function.blocks[place[0]].instructions
        if place[1] >= len(body):
            return
        inst = body[place[1]]
        if inst in warp.launch.in_step and warp.kept_step is not inst:
            return  # the interpreter comes back to it
        active = here if inst.guard is None else here & warp.predicate(*inst.guard)
        lanes = {int(lane): first + int(lane) for lane in np.flatnonzero(active)}
        if lanes:
            self._look(warp, inst, lanes)

    def _number(self, block: Block) -> int:
        (x, y, z), (width, height, _) = block.index, self._grid
        return (z * height + y) * width + x

    # ---- clocks -------------------------------------------------------------------------------

    def _join(self, who: int, clock: Clock) -> None:
        np.maximum(self._clocks[who], clock, out=self._clocks[who])

    def _publish(self, who: int) -> Clock:
        """Return what a thread knows; what it does later is not in it."""
        clock = self._clocks[who].copy()
        self._clocks[who, who] += 1
        return clock

    def _reaches(self, message: _Message, who: int, scope: int) -> bool:
        both = min(message.scope, scope)
        return both == 2 or (both == 1 and message.block == who // self._threads)

    # ---- instructions -------------------------------------------------------------------------

    def _look(self, warp: Warp, inst: ir.Inst, lanes: dict[int, int]) -> None:
        name, spec = inst.opcode, inst.form.spec
        if spec.startswith("bar . warp"):
            masks = warp.source(inst, inst.form.signature[-1], inst.operands[-1])
            for mask in {int(masks[lane]) for lane in lanes}:
                group = {lane: who for lane, who in lanes.items() if masks[lane] == mask}
                key = "warp", warp.block.index, warp.number, mask
                self._meet(key, group.values(), lambda g=tuple(group): set(g) <= set(warp.blocked))
        elif name in ("bar", "barrier"):
            if "cluster" in spec:
                raise NotKnownError(spec)
            self._barrier(warp, inst, lanes)
        elif name in ("membar", "fence"):
            self._fence(inst, lanes)
        elif name == "mbarrier":
            self._mbarrier(warp, inst, lanes)
        elif name == "cp":
            self._copy(warp, inst, lanes)
        elif name in ("ld", "ldu", "st", "atom", "red", "ldmatrix", "stmatrix"):
            self._memory(warp, inst, lanes)
        elif name == "wgmma" or (inst.form.kind == "memory" and name not in _HARMLESS):
            raise NotKnownError(spec)

    def _meet(
        self, key: tuple[object, ...], group: Iterable[int], still_wait: Callable[[], bool] | None
    ) -> None:
        """Note threads that come to a meeting together; still_wait: None if they go on at once."""
        meeting = self._meetings.get(key)
        if meeting is None or meeting.is_over:
            meeting = self._meetings[key] = _Meeting(np.zeros_like(self._clocks[0]))
        for who in group:
            np.maximum(meeting.clock, self._publish(who), out=meeting.clock)
            if still_wait is not None:
                self._pending[who] = meeting
        if still_wait is not None:
            meeting.waiting.append(still_wait)

    def _barrier(self, warp: Warp, inst: ir.Inst, lanes: dict[int, int]) -> None:
        named = dict(zip((s.name for s in inst.form.signature), inst.operands, strict=True))
        spec = next(s for s in inst.form.signature if s.name == "a")
        number = int(warp.source(inst, spec, named["a"])[next(iter(lanes))])
        came = np.array(list(lanes))
        waits = None if "arrive" in inst.form.spec else (lambda: bool(warp.waiting[came].all()))
        self._meet(("block", warp.block.index, number), lanes.values(), waits)

    def _fence(self, inst: ir.Inst, lanes: dict[int, int]) -> None:
        if "proxy" in inst.form.spec or "mbarrier_init" in inst.form.spec:
            raise NotKnownError(inst.form.spec)
        scope = _SCOPE[inst.fields.get("level") or inst.fields.get("scope", "")]
        order = inst.fields.get("order") or "acq_rel"
        for who in lanes.values():
            if order != "release":
                for message in self._seen.pop(who, []):
                    if self._reaches(message, who, scope):
                        self._join(who, message.clock)
            if order != "acquire":
                self._fences[who] = _Message(self._publish(who), who // self._threads, scope)

    def _mbarrier(self, warp: Warp, inst: ir.Inst, lanes: dict[int, int]) -> None:
        fields = inst.fields
        if fields.get("what") in ("init", "inval") or "pending" in inst.form.spec:
            return
        address = next(o for o in inst.operands if isinstance(o, ir.Address))
        where = warp.addresses(address)
        is_relaxed = fields.get("sem") == "relaxed"
        given = {
            spec.name: warp.source(inst, spec, operand)
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True)
            if not spec.is_destination and operand is not None
        }
        for lane, who in lanes.items():
            space = "shared" if fields["space"] else "generic"
            _, offset = warp.spaces.resolve(space, int(where[lane]))
            phase = int(warp.block.shared[offset + 7]) >> 7
            place = who // self._threads, offset
            none = np.zeros_like(self._clocks[who])
            phases = self._phases.setdefault(place, _Phases(none, none, phase))
            phases.move_to(phase)
            if "parity" in given or "state" in given:
                asked = int(given["parity"][lane]) & 1 if "parity" in given else None
                asked = int(given["state"][lane]) >> 63 if asked is None else asked
                if asked != phase and not is_relaxed:
                    self._join(who, phases.over)
            elif not is_relaxed:
                phases.current = np.maximum(phases.current, self._publish(who))

    # ---- copies -------------------------------------------------------------------------------

    def _copy(self, warp: Warp, inst: ir.Inst, lanes: dict[int, int]) -> None:
        spec = inst.form.spec
        if "bulk" in spec or "mbarrier" in spec:
            raise NotKnownError(spec)
        which = inst.fields.get("which", "")
        for lane, who in lanes.items():
            groups = self._copies.setdefault(who, [[]])
            if "commit_group" in spec:
                groups.append([])
            elif which == "wait_all" or "wait_all" in spec:
                self._land(who, [one for group in groups for one in group])
                self._copies[who] = [[]]
            elif "wait_group" in spec or which == "wait_group":
                left = int(warp.sources(inst)[0])
                done = max(len(groups) - 1 - left, 0)
                self._land(who, [one for group in groups[:done] for one in group])
                self._copies[who] = groups[done:]
            else:
                self._issue(warp, inst, lane, who)

    def _issue(self, warp: Warp, inst: ir.Inst, lane: int, who: int) -> None:
        names = [spec.name for spec in inst.form.signature if not spec.is_destination]
        given = dict(zip(names, warp.sources(inst), strict=True))
        size, line = int(given["size"]), inst.position.line
        read = size
        if given.get("read") is not None:
            read = min(int(given["read"][lane]), size)
        if given.get("ignore") is not None and given["ignore"][lane]:
            read = 0
        source = int(given["b"][lane])
        for byte in range(source, source + read):
            self._note((-1, byte), who, False, 0, line)
        _, target = warp.spaces.resolve("shared", int(given["a"][lane]))
        places = [(who // self._threads, byte) for byte in range(target, target + size)]
        for place in places:
            self._note(place, who, True, 0, line)
            self._flying[place] = who, line
        self._copies[who][-1].append((places, line))

    def _land(self, who: int, copies: list[tuple[list[tuple[int, int]], int]]) -> None:
        for places, line in copies:
            for place in places:
                if self._flying.get(place) == (who, line):
                    del self._flying[place]
                    self._bytes[place] = [_Access(who, int(self._clocks[who, who]), True, 0, line)]

    # ---- accesses -----------------------------------------------------------------------------

    def _memory(self, warp: Warp, inst: ir.Inst, lanes: dict[int, int]) -> None:
        fields, name = inst.fields, inst.opcode
        space = fields.get("space", "").partition("::")[0] or "generic"
        if space in ("param", "const", "local"):
            return
        address = next(o for o in inst.operands if isinstance(o, ir.Address))
        values = warp.addresses(address)
        if name in ("ldmatrix", "stmatrix"):
            size = 16
            lanes = {lane: who for lane, who in lanes.items() if lane < 8 * int(fields["v"][1:])}
        else:
            vector = fields.get("v", "")
            size = TYPES[fields["t"]].bits // 8 * (int(vector[1:]) if vector else 1)
        order = fields.get("order", "")
        is_atomic = name in ("atom", "red")
        scope = 0
        if is_atomic:
            scope = _SCOPE[fields.get("scope") or "gpu"]
        elif order in ("volatile", "relaxed", "acquire", "release"):
            scope = _SCOPE[fields.get("scope") or "sys"]
        writes = name in ("st", "stmatrix") or is_atomic
        stored = self._stored(warp, inst) if name == "st" else None
        for lane, who in lanes.items():
            where, offset = warp.spaces.resolve(space, int(values[lane]))
            if where not in ("global", "shared"):
                continue
            of = -1 if where == "global" else who // self._threads
            if scope:
                self._strong(who, (of, offset), is_atomic, writes, order, scope)
            if stored is not None and self._is_copy(warp, where, offset, stored[lane]):
                continue
            for byte in range(offset, offset + size):
                self._note((of, byte), who, writes, scope, inst.position.line)

    def _stored(self, warp: Warp, inst: ir.Inst) -> list[bytes]:
        value = warp.source(inst, inst.form.signature[1], inst.operands[1])
        parts = value if isinstance(value, tuple) else (value,)
        return [
            b"".join(np.ascontiguousarray(part[lane]).tobytes() for part in parts)
            for lane in range(LANES)
        ]

    def _is_copy(self, warp: Warp, where: str, offset: int, data: bytes) -> bool:
        """Return whether a Triton program stores to shared memory what is there already."""
        if not self._one_thread or where != "shared":
            return False
        return warp.block.shared[offset : offset + len(data)].tobytes() == data

    def _strong(
        self,
        who: int,
        place: tuple[int, int],
        is_atomic: bool,
        writes: bool,
        order: str,
        scope: int,
    ) -> None:
        if not writes or is_atomic:
            for message in self._released.get(place, []):
                if self._reaches(message, who, scope):
                    if order in ("acquire", "acq_rel"):
                        self._join(who, message.clock)
                    else:
                        self._seen.setdefault(who, []).append(message)
        if not writes:
            return
        chain = self._released.get(place, []) if is_atomic else []
        if order in ("release", "acq_rel"):
            chain = [*chain, _Message(self._publish(who), who // self._threads, scope)]
        elif who in self._fences:
            fence = self._fences[who]
            chain = [*chain, _Message(fence.clock, fence.block, min(fence.scope, scope))]
        self._released[place] = chain

    def _note(self, place: tuple[int, int], who: int, writes: bool, scope: int, line: int) -> None:
        """Compare an access of one byte with those before it that are not in order yet."""
        flying = self._flying.get(place)
        if flying is not None:
            self._race(flying[1], line)
        clock = self._clocks[who]
        kept: list[_Access] = []
        for one in self._bytes.get(place, ()):
            in_order = one.time <= clock[one.who] if one.who != who else True
            if (one.writes or writes) and not in_order:
                same = one.who // self._threads == who // self._threads
                strong = min(one.scope, scope)
                by_author = self._one_thread and same and place[0] < 0 and not one.writes
                if not (strong == 2 or (strong == 1 and same) or by_author):
                    self._race(one.line, line)
            # What is in order with this access is in order with an earlier one that it follows.
            covers = in_order and (writes or not one.writes) and one.scope >= scope
            if not covers:
                kept.append(one)
        kept.append(_Access(who, int(clock[who]), writes, scope, line))
        self._bytes[place] = kept

    def _race(self, first: int, second: int) -> None:
        self.races.add((min(first, second), max(first, second)))


def races_of(
    function: ir.Function,
    grid: Dim3,
    block: Dim3,
    arguments: Sequence[Any],
    dynamic_shared_bytes: int,
    *,
    one_thread: bool,
) -> set[tuple[int, int]]:
    """Return the races of a launch under the schedule "turns"; its arrays are changed in place.

    Raises:
        NotKnownError: an instruction that the oracle does not know.
        LaunchError: the launch does not end well.
    """
    oracle = Oracle(grid, block, one_thread=one_thread)
    memory = Memory(function)
    parameters = memory.pack(arguments)
    run = Launch(function, grid, block, memory, parameters, dynamic_shared_bytes, Tally(), oracle)
    waiting = [run.begin([place]) for place in indices(grid)]
    while waiting:
        waiting = [blocks for blocks in waiting if not run_together(blocks)]
    return oracle.races
