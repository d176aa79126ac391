"""One run of a launch, event by event, in an order that its caller chooses.

An *actor* is a warp, or work that a warp has given to an engine: a bulk copy, a `cp.async`, a
product, whatever `Engine.issue` takes. An *event* is one instruction of a warp that other actors
may notice (memory, barriers, engines), or the end of such work. What only changes registers belongs
to the event before it.

Of each event the run says what it touched. A place that has changed counts as written, one that has
not as read, so a new instruction or engine needs nothing of its own here: it is enough that it
takes memory from `Spaces`, `bytes_at` or `Block.shared`, as all do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from kernelscope._real_time import process_time
from kernelscope.errors import LaunchError, TimeLimitError
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.liveness import is_reduction
from kernelscope.vgpu.interpreter import mbarriers
from kernelscope.vgpu.interpreter.cluster import end_phase
from kernelscope.vgpu.interpreter.effects import nothing
from kernelscope.vgpu.interpreter.engine import ALL, Engine, Owner, Task
from kernelscope.vgpu.interpreter.launch import places_of_clusters
from kernelscope.vgpu.interpreter.memory import Memory
from kernelscope.vgpu.interpreter.tally import Tally
from kernelscope.vgpu.interpreter.warp import Block, Dim3, Launch, Place, Warp
from kernelscope.vgpu.layout import LANES, RANK_SHIFT
from kernelscope.vgpu.schedule import Schedule
from kernelscope.vgpu.types import Lanes

Actor = tuple[int, ...]
"""The numbers of a block in the launch and of a warp in it; then, of an engine's work, its number
among that of the warp."""
Key = tuple[str, int, int]
"""What is touched: ("global", 0, 0), ("shared", block, 0), ("tensor", block, 0), ("mbarrier",
block, place in its shared memory), ("barrier", block, number), ("cluster", its first block, 0),
("ended", block, 0)."""
Mode = Literal["read", "write"] | str
"""How memory is touched; any other text: a reduction, whose order among its like does not matter.
"""
Does = Literal["arrives", "expects", "waits", "looks", "changes"]
"""What is done to a barrier: arrive (or complete bytes) in a phase; let it wait for more; find a
phase over; look, with any answer; anything else."""
_INTEGER_REDUCTIONS = frozenset(("add", "and", "or", "xor", "min", "max"))
_MOST_HIDDEN = 1_000_000
"""Instructions of a warp from event to event; more are a loop without an end."""
_GLOBAL: Key = ("global", 0, 0)


class _WaitsForTasksError(Exception):
    """An instruction waits for work that an engine has not done."""


class ManyEventsError(LaunchError):
    """A run is too long to be one of many."""


@dataclass(frozen=True, slots=True)
class Touch:
    """Bytes from `start` to `stop` of some memory, as host or shared addresses."""

    key: Key
    start: int
    stop: int
    mode: Mode

    def meets(self, other: Touch) -> bool:
        """Return whether the order of two accesses may matter."""
        return (
            self.key == other.key
            and self.start < other.stop
            and other.start < self.stop
            and (self.mode != other.mode or self.mode == "write")
        )


@dataclass(frozen=True, slots=True)
class Use:
    """A use of a barrier in one of its phases, which are counted from 0.

    `ends`: whether it ended the phase. `counts`: whether the phase cannot end without it; bytes
    that arrive may be less than what was expected before.
    """

    key: Key
    does: Does
    phase: int
    ends: bool = False
    counts: bool = True

    def meets(self, other: Use) -> bool:
        """Return whether it may matter that another use comes first, as it just has.

        An arrival that did not end its phase may do so by now: others have come since.
        """
        if self.key != other.key:
            return False
        pair = {self.does, other.does}
        if "changes" in pair:
            return True
        if pair == {"arrives"}:
            return self.phase != other.phase or self.ends or other.ends
        if "expects" in pair:
            return "arrives" in pair
        return self.does == "arrives" or (other.does == "arrives" and other.ends)


@dataclass(slots=True)
class Event:
    """What an actor did.

    Attributes:
        inst: the instruction, or that which has issued the work; None: a warp's last lanes end.
        after: the work of engines that it has waited for, and whether only until it had read.
        passed: phases of the cluster's barrier whose end it has seen.
        released: by barrier whose phase it ended, the warps that wait there.
        issued: the work that it gave to engines.
        only_reads: whether work has read, and writes later.
        error: the fault that it ended with. On a GPU it ends the launch; here it ends the actor, so
            that what the others do is seen.
    """

    actor: Actor
    inst: ir.Inst | None
    memory: list[Touch] = field(default_factory=list[Touch])
    uses: list[Use] = field(default_factory=list[Use])
    after: dict[Actor, bool] = field(default_factory=dict[Actor, bool])
    released: list[tuple[Key, list[Actor]]] = field(default_factory=list[tuple[Key, list[Actor]]])
    passed: list[tuple[Key, int]] = field(default_factory=list[tuple[Key, int]])
    issued: list[Actor] = field(default_factory=list[Actor])
    only_reads: bool = False
    error: LaunchError | None = None

    @property
    def is_read(self) -> bool:
        """True if it has changed no memory."""
        return all(touch.mode == "read" for touch in self.memory)

    def meets(self, other: Event) -> bool:
        """Return whether it may matter that another event comes first, as it just has."""
        return any(a.meets(b) for a in self.memory for b in other.memory) or any(
            a.meets(b) for a in self.uses for b in other.uses
        )


@dataclass(frozen=True, slots=True)
class Wait:
    """A wait of a warp for a phase of an mbarrier, or for work of engines, that is not over.

    `key`: the mbarrier; None for work. `parity`: that which it waits for.
    """

    actor: Actor
    inst: ir.Inst
    key: Key | None = None
    parity: int = 0


# ---- memory that is seen ------------------------------------------------------------------------

_Seen = tuple[Key, int, int, Lanes, Lanes]
"""What was touched, its bytes, and what they were."""


class _Recorder:
    """What the current event has touched so far."""

    def __init__(self) -> None:
        self.is_on = False
        self.seen: list[_Seen] = []

    def note(self, key: Key, start: int, stop: int, view: Lanes) -> None:
        """Note memory before it may be changed."""
        if self.is_on and start < stop:
            self.seen.append((key, start, stop, view, view.copy()))


class _Noted(np.ndarray):
    """Memory of a block; parts of it are plain arrays, and are noted."""

    recorder: _Recorder | None = None

    @property
    def plain(self) -> Lanes:
        """The same memory, unseen."""
        return self.view(np.ndarray)

    def __getitem__(self, part: Any) -> Any:
        """Return a part."""
        self._note(part)
        return self.plain[part]

    def __setitem__(self, part: Any, value: Any) -> None:
        """Change a part."""
        self._note(part)
        self.plain[part] = value

    def _note(self, part: Any) -> None:
        raise NotImplementedError


class _SharedMemory(_Noted):
    """The shared memory of a block."""

    key: Key = _GLOBAL

    def copy(self, order: Any = "C") -> Any:
        """Return a copy of all."""
        self._note(slice(0, len(self)))
        return self.plain.copy(order)

    def _note(self, part: Any) -> None:
        if self.recorder is not None and isinstance(part, slice):
            start, stop, _ = part.indices(len(self))
            self.recorder.note(self.key, start, stop, self.plain[start:stop])


class _TensorMemory(_Noted):
    """The tensor memory of a block, [column, lane]; of its parts the columns in the lanes of each
    warp are noted.
    """

    block = 0

    def _note(self, part: Any) -> None:
        if self.recorder is None or not self.recorder.is_on:
            return
        columns, lanes = self.shape
        places = np.arange(columns)[:, None] + columns * (np.arange(lanes) // LANES)
        for place in np.unique(places[part]).tolist():
            warp, column = divmod(place, columns)
            view = self.plain[column, warp * LANES : (warp + 1) * LANES]
            self.recorder.note(("tensor", self.block, 0), place, place + 1, view)


class _GlobalMemory(Memory):
    """The memory of a launch, seen."""

    def __init__(self, inner: Memory, recorder: _Recorder) -> None:
        self._inner, self._recorder = inner, recorder
        self.variables = inner.variables

    def at(self, address: int, size: int) -> Lanes:
        """Return the bytes at an address, as a view."""
        view = self._inner.at(address, size)
        start = view.ctypes.data
        self._recorder.note(_GLOBAL, start, start + view.size, view)
        return view

    def add(self, array: Lanes) -> int:
        """Make an array an allocation."""
        return self._inner.add(array)

    def remove(self, address: int) -> None:
        """Free an allocation."""
        self._inner.remove(address)

    def end_of(self, address: int) -> int:
        """Return the address behind the allocation that an address is in."""
        return self._inner.end_of(address)

    def allocation(self, address: int) -> tuple[int, int] | None:
        """Return the memory of the host of an allocation."""
        return self._inner.allocation(address)


# ---- engines ------------------------------------------------------------------------------------


class _Engine(Engine):
    """The queue of a block, whose tasks are done when the run says so."""

    def __init__(self, recorder: _Recorder) -> None:
        super().__init__(lambda: False)
        self._recorder = recorder
        self.issued: list[tuple[Task, bool, int]] = []
        self.waited: list[tuple[Owner, int, bool]] = []
        self.needed: list[Task] = []

    def issue(
        self,
        owner: Owner,
        finish: Callable[[], None],
        *,
        read: Callable[[], None] | None = None,
        in_order: bool = False,
        can_finish: Callable[[], bool] | None = None,
    ) -> None:
        """Add a task."""
        super().issue(owner, finish, read=read, in_order=in_order, can_finish=can_finish)
        self.issued.append((self.pending[-1], in_order, len(self._recorder.seen)))

    def deliver(self, owner: Owner, limit: int = ALL) -> None:
        """Wait for tasks; those of an mbarrier are waited for there."""
        if owner[0] != "barrier":
            if self.of(owner, limit):
                raise _WaitsForTasksError
            self.waited.append((owner, limit, False))

    def complete(self, due: Sequence[Task]) -> None:
        """Complete tasks on which another one depends."""
        self.needed += due
        super().complete(due)

    def read(self, owner: Owner, groups: int) -> None:
        """Wait until an owner's groups but the last ones have read."""
        limit = self.groups[owner] - groups
        if any(task.read is not None and not task.is_read for task in self.of(owner, limit)):
            raise _WaitsForTasksError
        self.waited.append((owner, limit, True))


@dataclass(eq=False, slots=True)
class _Work:
    """Tasks of one instruction that are done together: those with one owner, and the `cp.async` of
    a warp's lanes.

    `seen`: what the instruction has touched for them.
    """

    actor: Actor
    inst: ir.Inst
    owner: Owner
    in_order: bool
    tasks: list[Task]
    seen: list[_Seen]

    @property
    def has_read(self) -> bool:
        """True if it has read what it writes later."""
        return all(task.read is None or task.is_read for task in self.tasks)


class _Block(Block):
    """A block that notes who comes to its barriers."""

    engine: _Engine

    def __init__(self, run: Launch, index: Dim3, peers: list[Block], recorder: _Recorder) -> None:
        self.came: list[int] = []
        self.went: list[tuple[int, list[Warp]]] = []
        super().__init__(run, index, peers)
        self.number = self.warps[0].named[0]
        shared = self.shared.view(_SharedMemory)
        shared.recorder, shared.key = recorder, ("shared", self.number, 0)
        self.shared = shared
        self.engine = _Engine(recorder)
        words = self.tensor.words.view(_TensorMemory)
        words.recorder, words.block = recorder, self.number
        self.tensor.words = words

    def release(self, number: int) -> bool:
        """Let the lanes of a barrier go on if all have come."""
        waiting = list(self.barriers[number].waiting)
        self.came.append(number)
        is_over = super().release(number)
        if is_over:
            self.went.append((number, waiting))
        return is_over


# ---- the run ------------------------------------------------------------------------------------


class EventRun:
    """A launch, all of whose blocks run at once.

    Args:
        function: the kernel.
        shape: the grid, the block, the bytes of dynamic shared memory.
        cluster: blocks of a cluster; None for a launch without clusters.
        memory: the launch's memory, and the bytes of its parameters.
        workspace: the address of the memory for the barrier of a cooperative launch's grid, or 0.
        ends: the processor time at which it stops.
        loops: by a wait at an mbarrier whether it asks again and again until the phase is over;
            filled in as such waits are reached, and the same for all runs of a kernel.
    """

    def __init__(
        self,
        function: ir.Function,
        shape: tuple[Dim3, Dim3, int],
        cluster: Dim3 | None,
        memory: tuple[Memory, bytes],
        workspace: int,
        ends: float,
        loops: dict[ir.Inst, bool],
    ) -> None:
        (grid, block, dynamic), (inner, parameters) = shape, memory
        self._recorder = recorder = _Recorder()
        seen = _GlobalMemory(inner, recorder)
        run = Launch(function, grid, block, seen, parameters, dynamic, Tally())
        run.schedule, run.cluster, run.workspace = Schedule("interleaved"), cluster, workspace
        self.function, self._ends, self._loops = function, ends, loops
        self.blocks: dict[int, _Block] = {}
        for places in places_of_clusters(grid, cluster or (1, 1, 1)):
            peers: list[Block] = []
            for place in places:
                made = _Block(run, place, peers, recorder)
                self.blocks[made.number] = made
        self.warps: dict[Actor, Warp] = {
            warp.named: warp for made in self.blocks.values() for warp in made.warps
        }
        self.work: dict[Actor, _Work] = {}
        self.waits: dict[Actor, list[Wait]] = {}
        self.spins: dict[Actor, list[Touch]] = {}
        self._ready: dict[Actor, None] = {}
        self._polling: set[Actor] = set()
        self._tasks: list[tuple[Task, Actor]] = []
        self._count: Counter[Actor] = Counter()
        self._phases: Counter[Key] = Counter()
        self._rounds: dict[Actor, dict[bytes, int]] = {}
        self._reads: dict[Actor, list[Touch]] = {}
        self._visited: dict[Actor, set[Place]] = {}
        for actor in self.warps:
            self._settle(actor)
        self._begin_barriers()

    def _begin_barriers(self) -> None:
        """Let threads go on that wait for those that end without any event."""
        for made in self.blocks.values():
            for number in list(made.barriers):
                made.release(number)
            went, made.went, made.came = made.went, [], []
            for _, warps in went:
                for warp in warps:
                    self._settle(warp.named)

    @property
    def enabled(self) -> list[Actor]:
        """The actors that can do something: warps by number, then engines' work."""
        work = [actor for actor, one_work in self.work.items() if self._can_end(one_work)]
        return [*sorted(self._ready), *work]

    def _can_end(self, work: _Work) -> bool:
        if not work.in_order:
            return True
        same = (
            w for w in self.work.values() if w.owner == work.owner and w.actor[0] == work.actor[0]
        )
        return next(same) is work

    @property
    def left(self) -> list[Actor]:
        """The warps that have not ended."""
        return [actor for actor, warp in self.warps.items() if warp.live.any()]

    def phase(self, key: Key) -> int:
        """Return how many phases of a barrier are over."""
        return self._phases[key]

    def word(self, key: Key) -> int:
        """Return the bits of an mbarrier."""
        shared = self.blocks[key[1]].shared.view(np.ndarray)
        return mbarriers.get(shared[key[2] : key[2] + 8])

    def execute(self, actor: Actor) -> Event:
        """Let an actor do its next event."""
        if process_time() > self._ends:
            raise TimeLimitError("it takes too long")
        self._recorder.seen, self._recorder.is_on = [], True
        is_work = len(actor) > 2
        event = Event(actor, self.work[actor].inst if is_work else None)
        try:
            if is_work:
                self._end(event, self.work[actor])
            else:
                self._step(event)
        except TimeLimitError:
            raise
        except LaunchError as error:
            self._fail(event, error)
        finally:
            self._recorder.is_on = False
        self._go_on(event)
        return event

    def _fail(self, event: Event, error: LaunchError) -> None:
        """End an actor at its fault."""
        event.error = error
        made = self.blocks[event.actor[0]]
        self._touched(event, made.number, event.inst)
        others = (peer for peer in made.peers if isinstance(peer, _Block) and peer is not made)
        event.memory += [Touch(("ended", peer.number, 0), 0, 1, "read") for peer in others]
        if event.actor in self.work:
            work = self.work.pop(event.actor)
            made.engine.pending = [t for t in made.engine.pending if t not in work.tasks]
        else:
            warp = self.warps[event.actor]
            warp.live[:] = False
            made.engine.issued = []

    # ---- work of engines --------------------------------------------------------------------

    def _end(self, event: Event, work: _Work) -> None:
        """Let an engine's work read, or be done."""
        made = self.blocks[work.actor[0]]
        reads = event.only_reads = not work.has_read
        given = [(key, start, stop, view, view.copy()) for key, start, stop, view, _ in work.seen]
        self._recorder.seen = given
        if reads:
            for task in work.tasks:
                if task.read is not None:
                    task.read()
                task.is_read = True
        else:
            due = [task for task in work.tasks if task in made.engine.pending]
            made.engine.pending = [task for task in made.engine.pending if task not in due]
            for task in due:
                task.finish()
            needed, made.engine.needed = made.engine.needed, []
            event.after |= {a: False for t, a in self._tasks if t in needed and a != work.actor}
            self._finish_work(made)
        self._touched(event, made.number, None)
        if any(task.is_read for task in work.tasks) and not reads:
            event.memory = [t for t in event.memory if t.mode != "read" or t.key == _GLOBAL]

    def _finish_work(self, made: _Block) -> None:
        """Forget the work of a block whose tasks are done."""
        for actor, work in list(self.work.items()):
            if actor[0] == made.number and not any(t in made.engine.pending for t in work.tasks):
                del self.work[actor]

    def _issued(self, event: Event, made: _Block) -> None:
        """Make actors of the tasks that a warp has issued, with what it touched for them."""
        assert event.inst is not None
        begin = 0
        bundles: dict[Owner, _Work] = {}
        for task, in_order, stop in made.engine.issued:
            bundle = ("copies", event.actor[1]) if task.owner[0] == "copies" else task.owner
            work = bundles.get(bundle)
            if work is None:
                self._count[event.actor] += 1
                actor = (*event.actor, self._count[event.actor])
                seen = self._barrier_of(task.owner, made)
                work = _Work(actor, event.inst, bundle, in_order, [], seen)
                bundles[bundle] = self.work[actor] = work
                event.issued.append(actor)
            work.tasks.append(task)
            self._tasks.append((task, work.actor))
            work.seen += self._recorder.seen[begin:stop]
            begin = stop
        made.engine.issued = []

    def _barrier_of(self, owner: Owner, made: _Block) -> list[_Seen]:
        """Return the mbarrier that owns a task."""
        rank, place = owner[1] >> RANK_SHIFT, owner[1] & (1 << RANK_SHIFT) - 1
        if owner[0] != "barrier" or rank >= len(made.peers):
            return []
        holder = made.peers[rank]
        assert isinstance(holder, _Block)
        self._phases[("mbarrier", holder.number, place)] += 0
        view = holder.shared.view(np.ndarray)[place : place + 8]
        return [(("shared", holder.number, 0), place, place + 8, view, view)]

    # ---- warps ------------------------------------------------------------------------------

    def _step(self, event: Event) -> None:
        """Let a warp do the instruction that it has come to."""
        actor = event.actor
        warp = self.warps[actor]
        made = warp.block
        assert isinstance(made, _Block)
        del self._ready[actor]
        coming = warp.coming()
        assert coming is not None
        place, here = coming
        inst = event.inst = _inst_at(warp, place)
        asked = self._asked(warp, inst, here) if inst is not None and _polls(inst) else {}
        waiting = self._at_cluster(made)
        self._visited.setdefault(actor, set()).add(place)
        self._hidden_step(warp)
        if inst is not None and asked:
            uses = (self._look(inst, key, bit) for key, (bit, _) in asked.items())
            event.uses += [use for use in uses if use is not None]
        elif inst is not None:
            self._touched(event, made.number, inst, issues=bool(made.engine.issued))
            if made.engine.issued:
                self._issued(event, made)
            for owner, limit, only_reads in made.engine.waited:
                event.after |= {
                    work: only_reads
                    for task, work in self._tasks
                    if task.owner == owner and task.group < limit and work[0] == actor[0]
                }
            made.engine.waited = []
            if inst.opcode == "barrier" and "cluster" in inst.fields:
                self._meet_cluster(event, made, inst, waiting)
        if made.has_ended:
            event.memory.append(Touch(("ended", made.number, 0), 0, 1, "write"))
        self._keep_reads(actor, event)

    def _keep_reads(self, actor: Actor, event: Event) -> None:
        """Note what a warp has read since it last did more than read."""
        if event.issued or event.uses or not event.is_read:
            self._forget_reads(actor)
        else:
            self._reads.setdefault(actor, []).extend(event.memory)

    def _go_on(self, event: Event) -> None:
        """Let warps go on as far as nobody notices, after an event."""
        made = self.blocks[event.actor[0]]
        for other, reads in list(self.spins.items()):
            as_read = [Touch(read.key, read.start, read.stop, "read") for read in reads]
            # A warp that polls something else than memory may go on after anything.
            has_effect = event.uses or event.released or event.issued or not event.is_read
            may_change = has_effect and (self.waits[other] or not reads)
            if may_change or any(t.meets(read) for t in event.memory for read in as_read):
                del self.spins[other]
                self._forget_reads(other)
                self._settle(other)
        if len(event.actor) == 2:
            self._settle(event.actor)
        settled = -1
        while settled != len(event.released):
            settled = max(settled, 0)
            self._barriers(event, made)
            for _, several in event.released[settled:]:
                settled += 1
                for other in several:
                    self._settle(other)
        for other in sorted(self.waits.keys() | (self._polling & self._ready.keys())):
            self._settle(other)

    def _forget_reads(self, actor: Actor) -> None:
        for known in (self._rounds, self._reads, self._visited):
            known.pop(actor, None)

    def _barriers(self, event: Event, made: _Block) -> None:
        """Note the barriers of the block and of its cluster that an event was at, or ended."""
        came = dict.fromkeys(made.came)
        made.came = []
        for peer in made.peers:
            assert isinstance(peer, _Block)
            for number in list(peer.barriers):
                peer.release(number)
            peer.came = []
        over = {number for number, _ in made.went}
        for number in came:
            key: Key = "barrier", made.number, number
            event.uses.append(Use(key, "arrives", self._phases[key], number in over))
        for peer in made.peers:
            assert isinstance(peer, _Block)
            for number, warps in peer.went:
                key = "barrier", peer.number, number
                self._end_phase(event, key, [warp.named for warp in warps])
            peer.went = []
        waiting = self._at_cluster(made)
        if end_phase(made.peers):
            self._end_phase(event, self._cluster(made), waiting)

    def _meet_cluster(
        self, event: Event, made: _Block, inst: ir.Inst, waiting: list[Actor]
    ) -> None:
        """Note that a warp has come to the barrier of its cluster; `waiting`: who waited there."""
        key = self._cluster(made)
        if "wait" in inst.fields:
            event.passed.append((key, self._phases[key] - 1))
            return
        is_over = not any(warp.arrived.any() for peer in made.peers for warp in peer.warps)
        event.uses.append(Use(key, "arrives", self._phases[key], is_over))
        if is_over:
            self._end_phase(event, key, waiting)

    def _end_phase(self, event: Event, key: Key, released: list[Actor]) -> None:
        """End a phase of a barrier of the block or the cluster."""
        self._phases[key] += 1
        event.released.append((key, released))

    @staticmethod
    def _cluster(made: _Block) -> Key:
        first = made.peers[0]
        assert isinstance(first, _Block)
        return "cluster", first.number, 0

    @staticmethod
    def _at_cluster(made: _Block) -> list[Actor]:
        """Return the warps that wait at the barrier of a cluster."""
        warps = (warp for peer in made.peers for warp in peer.warps)
        return [warp.named for warp in warps if warp.at_cluster.any()]

    # ---- where warps come to ----------------------------------------------------------------

    def _settle(self, actor: Actor) -> None:
        """Run a warp up to what others may notice, and note whether it can do that."""
        if actor in self.spins:
            return
        warp = self.warps[actor]
        self._ready.pop(actor, None)
        self.waits.pop(actor, None)
        self._polling.discard(actor)
        asked: dict[Place, list[Wait]] = {}
        goes_round = False
        for _ in range(_MOST_HIDDEN):
            coming = warp.coming()
            if coming is None:
                return
            place, here = coming
            if not self._is_noticed(warp, place, here):
                self._hidden_step(warp)
                continue
            if place in asked:
                self.waits[actor] = [wait for several in asked.values() for wait in several]
                if goes_round:
                    self.spins[actor] = self._reads[actor]
                return
            inst = _inst_at(warp, place)
            asked[place] = [] if inst is None else self._waits(warp, inst, here)
            if not asked[place]:
                if not self._goes_round(actor, warp, place):
                    self._ready[actor] = None
                    if inst is not None and _polls(inst):
                        self._polling.add(actor)
                    return
                goes_round = True
            warp.turn_to_others()
        raise ManyEventsError

    def _hidden_step(self, warp: Warp) -> None:
        warp.stops = warp.polls = warp.pauses = False
        warp.step()
        if warp.polls or warp.pauses:
            warp.turn_to_others()

    def _is_noticed(self, warp: Warp, place: Place, here: Lanes) -> bool:
        """Return whether what comes at a place may matter to others."""
        inst = _inst_at(warp, place)
        if inst is None:
            is_end = isinstance(self.function.blocks[place[0]].terminator, ir.Return)
            return is_end and len(warp.block.peers) > 1
        return _is_noticed(inst) and bool(_active(warp, inst, here).any())

    def _waits(self, warp: Warp, inst: ir.Inst, here: Lanes) -> list[Wait]:
        """Return what lanes wait for that have come to an instruction; empty if it can be done."""
        if _polls(inst):
            asked = self._asked(warp, inst, here)
            is_loop = self._is_loop(warp, inst)
            if not is_loop or not asked or any(is_over for _, is_over in asked.values()):
                return []
            return [Wait(warp.named, inst, key, bit) for key, (bit, _) in asked.items()]
        is_wait = inst.form.kind == "effect" and any("wait" in word for word in inst.fields)
        is_wait = is_wait or any("wait" in word for word in inst.fields.values())
        if inst.form.kind != "effect" or not is_wait:
            return []
        kept = _Kept(warp)
        try:
            warp.step()
        except _WaitsForTasksError:
            return [Wait(warp.named, inst)]
        finally:
            kept.restore()
            made = warp.block
            assert isinstance(made, _Block)
            made.engine.waited = []
        return []

    def _asked(self, warp: Warp, inst: ir.Inst, here: Lanes) -> dict[Key, tuple[int, bool]]:
        """Return of each mbarrier that lanes ask for the parity, and whether that phase is over."""
        active = _active(warp, inst, here)
        names = [spec.name for spec in inst.form.signature if not spec.is_destination]
        given = dict(zip(names, warp.sources(inst), strict=True))
        space = {"": "generic", "shared::cluster": "cluster"}.get(inst.fields["space"], "shared")
        asked: dict[Key, tuple[int, bool]] = {}
        for lane in np.flatnonzero(active).tolist():
            where, offset = warp.spaces.resolve(space, int(given["a"][lane]))
            if where not in ("shared", "cluster"):
                return {}
            view = warp.spaces.at(where, offset, 8, lane)
            rank = warp.block.rank if where == "shared" else offset >> RANK_SHIFT
            holder = warp.block.peers[rank]
            assert isinstance(holder, _Block)
            bit = (
                int(given["parity"][lane]) & 1
                if "parity" in given
                else int(given["state"][lane]) >> 63
            )
            key: Key = "mbarrier", holder.number, offset & (1 << RANK_SHIFT) - 1
            asked[key] = bit, view[7] >> 7 != bit
        return asked

    def _look(self, inst: ir.Inst, key: Key, bit: int) -> Use | None:
        """Return the use of an mbarrier by a wait; None for one that asks again, in vain."""
        phase = self._phases[key]
        if not self._loops.get(inst, False):
            return Use(key, "looks", phase)
        return Use(key, "waits", phase) if self._is_over(key, bit) else None

    def _is_over(self, key: Key, bit: int) -> bool:
        place = key[2]
        word = self.blocks[key[1]].shared.view(np.ndarray)[place : place + 8]
        return bool(word[7] >> 7 != bit)

    def _is_loop(self, warp: Warp, inst: ir.Inst) -> bool:
        """Return whether lanes whose wait is not over do nothing but to ask again.

        They are let go on twice as if it was not over: then they must be at the same place with the
        same registers.
        """
        if inst not in self._loops:
            kept = _Kept(warp)
            after = [self._refused(warp, inst) for _ in range(2)]
            kept.restore()
            self._loops[inst] = after[0] is not None and after[0] == after[1]
        return self._loops[inst]

    def _refused(self, warp: Warp, inst: ir.Inst) -> bytes | None:
        """Return what a warp is like when it asks again; None if it does something else."""
        coming = warp.coming()
        if coming is None:
            return None
        place, here = coming
        warp.active = _active(warp, inst, here)
        warp.move(here, (place[0], place[1] + 1))
        warp.write(inst, np.zeros(LANES, np.bool_))
        for _ in range(_MOST_HIDDEN):
            coming = warp.coming()
            if coming is None:
                return None
            if self._is_noticed(warp, *coming):
                return _like(warp) if coming[0] == place else None
            warp.step()
        return None

    def _goes_round(self, actor: Actor, warp: Warp, place: Place) -> bool:
        """Return whether a warp only reads, again and again, what nobody has changed."""
        if place not in self._visited.get(actor, ()):
            return False
        rounds = self._rounds.setdefault(actor, {})
        like = _like(warp)
        if like in rounds:
            return True
        rounds[like] = len(rounds)
        return False

    # ---- what an event touched --------------------------------------------------------------

    def _touched(
        self, event: Event, block: int, what: ir.Inst | None, *, issues: bool = False
    ) -> None:
        """Note the memory and the mbarriers that an event has touched.

        what: the instruction of a warp; None for work of an engine. issues: whether what it reads
        is for such work.
        """
        is_mbarrier = what is not None and what.opcode == "mbarrier"
        changes = what is not None and is_mbarrier and what.fields.get("what") != "check_layout"
        ranges: dict[tuple[Key, Mode], list[tuple[int, int]]] = {}
        words: dict[Key, tuple[Lanes, Lanes]] = {}
        for key, start, stop, view, before in self._recorder.seen:
            if key[0] == "shared":
                if key[1] != block:
                    ranges.setdefault((("ended", key[1], 0), "read"), []).append((0, 1))
                barrier: Key = "mbarrier", key[1], start
                if stop - start == 8 and (is_mbarrier or barrier in self._phases):
                    words.setdefault(barrier, (view, before))
                    continue
            mode: Mode = "read" if np.array_equal(view, before) else "write"
            if what is not None and is_reduction(what):
                mode = _reduction(what) or mode
            if mode != "read" or not issues:
                ranges.setdefault((key, mode), []).append((start, stop))
        for (key, mode), several in ranges.items():
            event.memory += [Touch(key, start, stop, mode) for start, stop in _merged(several)]
        for key, (view, before) in words.items():
            old, new = mbarriers.get(before), mbarriers.get(view)
            if old != new:
                assert event.inst is not None
                event.uses.append(self._use(key, old, new, event.inst))
            elif changes:
                event.uses.append(Use(key, "changes", self._phases[key], True))
            elif what is not None and not issues:
                event.uses.append(Use(key, "looks", self._phases[key]))

    def _use(self, key: Key, old: int, new: int, inst: ir.Inst) -> Use:
        """Return the use of an mbarrier that changes its word."""
        phase = self._phases[key]
        operation = inst.fields.get("what", "")
        is_arrival = operation.startswith("arrive") or bool(inst.fields.get("noinc"))
        counts = is_arrival and inst.opcode in ("mbarrier", "cp")
        ends = old >> mbarriers.PHASE != new >> mbarriers.PHASE
        is_new = operation in ("init", "inval")
        if is_new:
            self._phases[key] = phase + (-phase & 1)  # its parity is 0
            return Use(key, "changes", phase, True)
        self._phases[key] += ends
        count = mbarriers.COUNT
        expected, pending = new & count, new >> mbarriers.PENDING & count
        pending_before = old >> mbarriers.PENDING & count
        if not ends and (operation == "expect_tx" or pending > pending_before):
            is_less = pending > count // 2
            return Use(key, "changes" if is_less else "expects", phase)
        if pending > count // 2 or (ends and (pending != expected or operation == "expect_tx")):
            return Use(key, "changes", phase, ends)
        return Use(key, "arrives", phase, ends, counts)


class _Kept:
    """What a warp is like, to be restored."""

    def __init__(self, warp: Warp) -> None:
        self._warp = warp
        self._arrays = {
            name: getattr(warp, name).copy() for name in ("live", "waiting", "active", "arrived")
        }
        names = ("stops", "polls", "pauses", "first", "rounds", "kept_step")
        self._plain = {name: getattr(warp, name) for name in names}
        self._places, self._values = list(warp.places), list(warp.values)
        self._blocked = dict(warp.blocked)

    def restore(self) -> None:
        """Restore it."""
        for name, value in (*self._arrays.items(), *self._plain.items()):
            setattr(self._warp, name, value)
        self._warp.places, self._warp.values = self._places, self._values
        self._warp.blocked = self._blocked


def _like(warp: Warp) -> bytes:
    """Return all that a warp goes by."""
    places = repr((warp.places, warp.first, sorted(warp.blocked))).encode()
    parts = (warp.live, warp.waiting, warp.spaces.local, *warp.values)
    return b"".join((places, *(part.tobytes() for part in parts)))


def _inst_at(warp: Warp, place: Place) -> ir.Inst | None:
    instructions = warp.launch.function.blocks[place[0]].instructions
    return instructions[place[1]] if place[1] < len(instructions) else None


def _active(warp: Warp, inst: ir.Inst, here: Lanes) -> Lanes:
    """Return the lanes that do an instruction, of those that come to it."""
    return here if inst.guard is None else here & warp.predicate(*inst.guard)


def _is_noticed(inst: ir.Inst) -> bool:
    if inst.form.kind in ("pure", "warp") or inst.form.meaning is nothing:
        return False
    return inst.opcode != "nanosleep" and inst.space not in ("param", "local", "const")


def _polls(inst: ir.Inst) -> bool:
    return inst.opcode == "mbarrier" and inst.form.kind == "poll"


def _reduction(inst: ir.Inst) -> Mode | None:
    """Return the mode of a reduction whose order among its like does not matter."""
    operation, scalar = inst.fields.get("op", ""), inst.fields.get("t", "")
    if operation in _INTEGER_REDUCTIONS and scalar[:1] in ("u", "s", "b"):
        return f"{operation}.{scalar}"
    return None


def _merged(ranges: Iterable[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Return ranges without gaps as one."""
    merged: list[tuple[int, int]] = []
    for start, stop in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], stop)
        else:
            merged.append((start, stop))
    return merged
