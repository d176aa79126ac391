"""The executable specification: the IR, run one instruction at a time on NumPy arrays of 32 lanes.

Written to be read and believed, not to be fast. It shares the IR with the compiler, nothing else:
an instruction is its table entry's `meaning`, lanes carry their own program counters, memory is
plain bytes with bounds, counters follow `wavefronts.py`. `docs/execution.md` says what runs when.
"""

from __future__ import annotations

import functools
import math
import random
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from kernelscope._real_time import process_time
from kernelscope.errors import MemoryAccessError, TimeLimitError
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import Access, lane_accesses
from kernelscope.vgpu.analysis.cycles import cycles, keeps_time
from kernelscope.vgpu.analysis.in_step import may_clash, pairs_of, stores_in_step
from kernelscope.vgpu.analysis.requests import asks_for_blocks
from kernelscope.vgpu.analysis.resume_points import waits_for
from kernelscope.vgpu.analysis.waiting import Loops, blocks_that_may_wait
from kernelscope.vgpu.counting.trace import barrier_operand, barrier_use
from kernelscope.vgpu.interpreter.engine import Engine
from kernelscope.vgpu.interpreter.memory import OFFSET_BITS, SHARED, Memory, Spaces
from kernelscope.vgpu.interpreter.tally import Tally
from kernelscope.vgpu.interpreter.tensor_memory import TensorMemory
from kernelscope.vgpu.interpreter.tracing import Touched, Tracer
from kernelscope.vgpu.ir.forms import EffectMeaning, OperandSpec, PureMeaning, keeps_nan
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.layout import LANES, UNDEFINED
from kernelscope.vgpu.schedule import Schedule
from kernelscope.vgpu.types import Lanes, ScalarType, bits_dtype

Dim3 = tuple[int, int, int]
Place = tuple[int, int]
"""A program counter: basic block and instruction in it."""

_ROUNDS = 16
"""Rounds of a loop that may wait for another thread, after which others have their turn."""

# What keeps a NaN's payload: it moves values or only touches their sign.
_PAYLOAD_KEPT = frozenset(("mov", "selp", "slct", "copysign"))
_MATRICES = ("ldmatrix", "stmatrix")
_NAN = {2: 0x7FFF, 4: 0x7FFFFFFF, 8: 0x7FFFFFFFFFFFFFFF}


LeftOut = Callable[["Warp", ir.Inst, int, MemoryAccessError], None]
"""Takes the warp, the instruction and the lane of an access at fault, and what is wrong."""


class Observer:
    """Receives a launch's events; a callback that blocks pauses the launch. This class ignores
    them.
    """

    def before(self, warp: Warp, place: Place, here: Lanes) -> None:
        """Observe that the lanes `here` come next, with the instruction or the end of block
        there.
        """

    def writes(self, warp: Warp, lane: int, space: str, offset: int, size: int) -> None:
        """Observe that a lane is about to write `size` bytes of a space, as `Spaces.resolve` gives
        them.
        """


@dataclass(eq=False)
class Launch:
    """The state that all blocks of a launch share.

    Attributes:
        ends: the processor time of this process at which the launch stops.
        schedule: the order in which warps and blocks run.
        khz: the clock of the GPU's multiprocessors.
        time_ns: what `%globaltimer` has reached, in any block.
        workspace: the address of a cooperative launch's memory for its grid's barrier, or 0.
        cluster: blocks of a cluster in each direction; None for a launch without clusters.
        tracer: records what some blocks do, or None.
        left_out: takes each access at fault, which is then left out; None: it ends the launch.
        not_begun: for each cluster that has not begun, the indices of its blocks, by rank.
        turns: those that blocks have had.
        holds_back: whether the grid that it depends on never ends: `griddepcontrol.wait` waits.
    """

    function: ir.Function
    grid: Dim3
    block: Dim3
    memory: Memory
    parameters: bytes
    dynamic_shared_bytes: int
    tally: Tally
    observer: Observer = field(default_factory=Observer)
    ends: float = math.inf
    schedule: Schedule = field(default_factory=Schedule)
    khz: int = 1_000_000
    time_ns: int = 1_000_000_000
    workspace: int = 0
    cluster: Dim3 | None = None
    tracer: Tracer | None = None
    holds_back: bool = False
    not_begun: deque[list[Dim3]] = field(default_factory=deque[list[Dim3]])
    turns: int = 0
    left_out: LeftOut | None = None

    def begin(self, places: Sequence[Dim3]) -> list[Block]:
        """Return the blocks of a cluster at these indices of the grid, by rank."""
        blocks: list[Block] = []
        for place in places:
            Block(self, place, blocks)
        return blocks

    @functools.cached_property
    def random(self) -> random.Random:
        """Draws under a random schedule."""
        return random.Random(self.schedule.seed)

    @functools.cached_property
    def keeps_time(self) -> bool:
        """True if the kernel reads a clock."""
        return keeps_time(self.function)

    @functools.cached_property
    def asks_for_blocks(self) -> bool:
        """True if blocks ask for others; then they take turns often, so that each gets some."""
        return asks_for_blocks(self.function)

    @functools.cached_property
    def may_wait(self) -> Loops:
        """The blocks that begin a loop in which a thread may wait for another."""
        return blocks_that_may_wait(self.function)

    @functools.cached_property
    def in_step(self) -> frozenset[ir.Inst]:
        """The instructions before which a warp lets the others of its block come as far."""
        if self.schedule.is_fine or self.threads <= LANES:
            return frozenset()
        extent_of = functools.partial(self.memory.extent, self.parameters)
        clash = may_clash(pairs_of(self.function), extent_of)
        return stores_in_step(self.function) if clash else frozenset()

    def check_time(self) -> None:
        """Raise TimeLimitError if the launch has run too long."""
        if process_time() > self.ends:
            raise TimeLimitError(f"`{self.function.name}`: stopped at its time limit")

    @property
    def threads(self) -> int:
        """Threads in a block."""
        return self.block[0] * self.block[1] * self.block[2]


@dataclass(slots=True)
class Barrier:
    """One of a block's barriers, from its first arrival until all have come.

    Attributes:
        waiting: the lanes that wait at it, by warp.
        arrived: threads that have come and did not wait.
        expected: how many must come; 0 for all that have not ended.
        votes: what the lanes brought to a reduction.
    """

    waiting: dict[Warp, list[int]] = field(default_factory=dict["Warp", list[int]])
    arrived: int = 0
    expected: int = 0
    votes: list[bool] = field(default_factory=list[bool])

    def is_complete(self, live: int) -> bool:
        """Return whether all have come; a warp counts whole once all its live lanes are there."""
        waiting = sum(len(lanes) for lanes in self.waiting.values())
        if not self.expected:
            return waiting + self.arrived >= live
        come = sum(warp.counted(len(lanes)) for warp, lanes in self.waiting.items())
        return come + self.arrived >= self.expected


@dataclass(frozen=True, slots=True)
class Coming:
    """A lane's wait for others: at an instruction, whose guard leaves the lanes `skipping` out."""

    inst: ir.Inst
    skipping: int


class Block:
    """One block: its shared memory, its barriers, its warps in turn.

    Attributes:
        peers: the blocks of its cluster by rank, itself included.
    """

    def __init__(self, run: Launch, index: Dim3, peers: list[Block] | None = None) -> None:
        self.run_of = run
        self.index = index
        self.peers: list[Block] = [] if peers is None else peers
        self.rank = len(self.peers)
        self.peers.append(self)
        size = run.function.static_shared_bytes
        starts = [o for name, o in run.function.shared.items() if self._is_dynamic(name)]
        total = max([size, *starts]) + run.dynamic_shared_bytes
        self.shared = np.full(total, UNDEFINED, np.uint8)
        self.barriers: dict[int, Barrier] = {}
        self.idle = 0
        self.engine = Engine(self._hurries)
        self.clock = run.time_ns * run.khz // 1_000_000
        self.warps = [Warp(self, number) for number in range(-(-run.threads // LANES))]

    def _hurries(self) -> bool:
        """Return whether an engine's task completes at once, which a random schedule chooses."""
        run = self.run_of
        return run.schedule.name == "random" and run.random.random() < 0.5

    def _is_dynamic(self, name: str) -> bool:
        return not self.run_of.function.variables[name].size

    @functools.cached_property
    def tensor(self) -> TensorMemory:
        """The block's tensor memory."""
        return TensorMemory()

    def timer(self) -> int:
        """Return the nanoseconds that the block has reached, at least those of all others."""
        run = self.run_of
        own = self.clock * 1_000_000 // run.khz
        if run.time_ns > own:
            self.clock = run.time_ns * run.khz // 1_000_000 + 1
        run.time_ns = max(run.time_ns, own)
        return run.time_ns

    @property
    def has_ended(self) -> bool:
        """True if all of its threads have ended."""
        return not any(warp.live.any() for warp in self.warps)

    def release(self, number: int) -> bool:
        """Let the lanes of a barrier go on if all have come; it begins anew at once."""
        barrier = self.barriers[number]
        if not barrier.is_complete(sum(int(warp.live.sum()) for warp in self.warps)):
            return False
        del self.barriers[number]
        for warp, lanes in barrier.waiting.items():
            for lane in lanes:
                warp.release(lane, barrier.votes)
        return True


class Warp:
    """32 lanes with a program counter each.

    Attributes:
        live: lanes that exist and have not ended.
        waiting: live lanes that wait at a barrier; `at_cluster`: those at the cluster's.
        arrived: lanes that have arrived at the cluster's barrier in its current phase.
        blocked: live lanes that wait for other lanes of the warp, with the instruction that they
            have come to.
        active: lanes that execute the current instruction, its guard included.
        unread: those of which a `cp.async` reads nothing, since they would be at fault.
        stops: whether its turn is over: it has come to a barrier, polls or pauses.
        polls: whether it is because what it asked for has not happened.
        pauses: whether it is because it is in a loop that may wait for another thread.
        first: the place from which on the lanes that run next are searched.
        kept_step: the instruction before which the warp has let the others come as far.
        values: each register's bits, lane by lane.
    """

    def __init__(self, block: Block, number: int) -> None:
        self.block = block
        self.launch = block.run_of
        self.number = number
        self.thread = number * LANES + np.arange(LANES, dtype=np.uint32)
        self.live = self.thread < self.launch.threads
        self.waiting = np.zeros(LANES, np.bool_)
        self.active = self.live.copy()
        self.unread = np.zeros(LANES, np.bool_)
        self.blocked: dict[int, Coming] = {}
        self.stops = self.polls = self.pauses = False
        self.first: Place = (0, 0)
        self.rounds = 0
        self.kept_step: ir.Inst | None = None
        self.places: list[Place] = [(0, 0)] * LANES
        self.values = [_zeros(register.type.bits) for register in self.launch.function.registers]
        self.votes: dict[int, ir.Inst] = {}
        self.arrived = np.zeros(LANES, np.bool_)
        self.at_cluster = np.zeros(LANES, np.bool_)
        run = self.launch
        self.spaces = Spaces(run.function, run.memory, block, run.parameters, self._before_write)

    @property
    def named(self) -> tuple[int, int]:
        """The linear number of its block in the grid, and its own in the block."""
        x, y, z = self.block.index
        return x + self.launch.grid[0] * (y + self.launch.grid[1] * z), self.number

    def _before_write(self, lane: int, space: str, offset: int, size: int) -> None:
        self.launch.observer.writes(self, lane, space, offset, size)

    # ---- control flow ---------------------------------------------------------------------

    def run(self) -> bool:
        """Run until it ends, waits, polls or pauses; return whether any lane could run."""
        self.stops = self.polls = self.pauses = False
        moved = False
        while not self.stops and self.step():
            moved = True
            if self.launch.schedule.is_fine:
                break
        if self.launch.schedule.name == "random":
            places = sorted(set(self.places))
            self.first = places[self.launch.random.randrange(len(places))]
        elif self.polls or self.pauses:
            self.turn_to_others()
        return moved

    def ready(self) -> Lanes:
        """Return the lanes that can run."""
        ready = self.live & ~self.waiting
        ready[list(self.blocked)] = False
        return ready

    # Lanes with the lowest program counter go first: that is how lanes that a branch parted meet
    # again. A lane that waits in a loop for one that is behind it would then run for ever, so the
    # search begins at another place in each turn.
    def turn_to_others(self) -> None:
        """Begin the search for lanes at the next place where there are some."""
        places = sorted({self.places[lane] for lane in np.flatnonzero(self.ready())})
        later = [place for place in places if place > self.first]
        self.first = (later or places or [(0, 0)])[0]

    def coming(self) -> tuple[Place, Lanes] | None:
        """Return the place at which lanes run next, and those lanes; None if none can run."""
        ready = self.ready()
        if not ready.any():
            return None
        places = {self.places[lane] for lane in np.flatnonzero(ready).tolist()}
        place, here = places.pop(), ready
        if places:
            place = min((*places, place), key=lambda place: (place < self.first, place))
            here = np.array([at == place for at in self.places]) & ready
        return place, here

    def step(self) -> bool:
        """Run the lanes at one place for one instruction."""
        coming = self.coming()
        if coming is None:
            return False
        place, here = coming
        self.launch.observer.before(self, place, here)
        block = self.launch.function.blocks[place[0]]
        if self.keeps_step(block, place[1]):
            return True
        if place[1] == 0:
            self.launch.tally.enter_block(block, int(here.sum()))
            if self.launch.tracer is not None:
                self.launch.tracer.enter(*self.named, block.index, int(here.sum()))
        if place[1] < len(block.instructions):
            self.move(here, (place[0], place[1] + 1))
            self.execute(block.instructions[place[1]], here)
        else:
            self.leave(block.terminator, place, here)
        return True

    def keeps_step(self, block: ir.BasicBlock, position: int) -> bool:
        """Return whether the turn is over, so that the others come as far; only once."""
        inst = block.instructions[position] if position < len(block.instructions) else None
        if inst not in self.launch.in_step:
            return False
        self.stops = self.kept_step is not inst
        self.kept_step = inst if self.stops else None
        return self.stops

    def move(self, lanes: Lanes, place: Place) -> None:
        """Set the program counter of some lanes."""
        for lane in np.flatnonzero(lanes).tolist():
            self.places[lane] = place

    def leave(self, terminator: ir.Terminator, place: Place, here: Lanes) -> None:
        """Run the end of a basic block."""
        match terminator:
            case ir.Return():
                self.live &= ~here
                self.meet()
            case ir.Jump():
                self.move(here, (terminator.target, 0))
            case ir.Branch():
                taken = here & self.predicate(terminator.predicate, terminator.negated)
                self.move(taken, (terminator.taken, 0))
                self.move(here & ~taken, (terminator.other, 0))
        backward = [target for target in terminator.targets if target <= place[0]]
        if backward:
            self.launch.check_time()
        if any(target in self.launch.may_wait for target in backward):
            self.rounds += 1
            if self.rounds >= _ROUNDS:
                self.rounds = 0
                self.stops = self.pauses = True

    def predicate(self, register: ir.Register, negated: bool) -> Lanes:
        """Return a predicate's lanes, inverted if asked."""
        return self.values[register.index] ^ negated

    def wait(self, number: int, expected: int, inst: ir.Inst, votes: Lanes | None) -> None:
        """Make the active lanes arrive at a barrier and wait there."""
        barrier = self.block.barriers.setdefault(number, Barrier())
        barrier.expected = expected
        for lane in np.flatnonzero(self.active):
            barrier.waiting.setdefault(self, []).append(int(lane))
            self.votes[int(lane)] = inst
            if votes is not None:
                barrier.votes.append(bool(votes[lane]))
        self.waiting |= self.active
        self.stops = True
        self.block.release(number)

    def poll(self) -> None:
        """Let the other warps run first: what the active lanes ask for has not happened."""
        self.stops = self.polls = True
        self.rounds = 0

    def arrive(self, number: int, expected: int) -> None:
        """Make the active lanes arrive at a barrier without waiting there."""
        barrier = self.block.barriers.setdefault(number, Barrier())
        barrier.arrived += self.counted(int(self.active.sum()))
        barrier.expected = expected
        self.block.release(number)

    def counted(self, lanes: int) -> int:
        """Return the threads that these lanes are to a barrier: a warp counts whole."""
        return LANES if lanes == int(self.live.sum()) else lanes

    def release(self, lane: int, votes: list[bool]) -> None:
        """Let a waiting lane go on, with the result of the barrier's reduction."""
        self.waiting[lane] = False
        inst = self.votes.pop(lane)
        operation = inst.fields.get("op", "")
        if not operation:
            return
        self.active = np.arange(LANES) == lane
        value = {"and": all(votes), "or": any(votes), "popc": sum(votes)}[operation]
        self.write(inst, np.full(LANES, value))

    # ---- instructions ---------------------------------------------------------------------

    def execute(self, inst: ir.Inst, here: Lanes) -> None:
        """Run one instruction on the lanes that are here and whose guard is true."""
        self.active = here if inst.guard is None else here & self.predicate(*inst.guard)
        if self.launch.keeps_time:
            self.block.clock += cycles(inst)
        if not self.active.any():
            return
        if waits_for(inst) in ("lanes", "warp"):
            # Lanes that the guard leaves out are here, too, and bring nothing: none waits for them.
            skipping = _bits_of(here & ~self.active)
            coming = Coming(inst, skipping)
            self.blocked |= dict.fromkeys(map(int, np.flatnonzero(self.active)), coming)
            self.meet()
            return
        match inst.form.kind:
            case "pure" | "warp":
                self.calculate(inst)
            case _:  # it touches more than registers
                self.affect(inst)

    def affect(self, inst: ir.Inst) -> None:
        """Run an instruction that touches more than registers on the active lanes."""
        tally, tracer = self.launch.tally, self.launch.tracer
        tally.touched = touched = Touched()
        if self.launch.left_out is not None:
            self.leave_out(inst)
        active = self.active.copy()
        if tracer is not None and barrier_use(inst) and active.any():
            tracer.use(self.named, inst, active, self.phase_of(inst))
        if active.any():
            with self.going_on(inst, -1) as errors:
                cast(EffectMeaning, inst.form.meaning)(self, inst)
            if errors:  # it did nothing; what was waited for is over
                self.give(inst, active, int(inst.form.kind == "poll"))
        if tracer is not None:
            lanes = int(active.sum()) if touched.lanes is None else touched.lanes
            tracer.execute(self.named, inst, lanes, touched)

    # ---- accesses at fault ----------------------------------------------------------------

    def leave_out(self, inst: ir.Inst) -> None:
        """Let the lanes whose access is at fault take no part, and give them zeros."""
        bad = np.zeros(LANES, np.bool_)
        self.unread = np.zeros(LANES, np.bool_)
        for access in lane_accesses(inst):
            outside = self._at_fault(inst, access)
            if access.is_copied:
                self.unread = outside
            else:
                bad |= outside
        if bad.any() and inst.opcode in _MATRICES:
            bad = self.active.copy()
        self.give(inst, bad, 0)
        self.active = self.active & ~bad

    def give(self, inst: ir.Inst, lanes: Lanes, value: int) -> None:
        """Give some lanes a value for all that an instruction writes."""
        for register in inst.destinations:
            values = self.values[register.index].copy()
            values[lanes] = value
            self.values[register.index] = values

    def _at_fault(self, inst: ir.Inst, access: Access) -> Lanes:
        """Return the lanes whose access is at fault."""
        bad = np.zeros(LANES, np.bool_)
        places, read = self.addresses(access.address), np.full(LANES, access.width)
        if access.is_copied:
            read = self.copied_bytes(inst)
        space = {"const": "global"}.get(access.space, access.space)
        for lane in map(int, np.flatnonzero(self.active & (read > 0))):
            if lane < access.lanes:
                place = self.spaces.resolve(space, int(places[lane]))
                bad[lane] = not self.reaches(inst, place, access.width, lane)
        return bad

    def reaches(self, inst: ir.Inst, place: tuple[str, int], width: int, lane: int) -> bool:
        """Return whether a lane's access to a resolved space is not at fault.

        Raises:
            MemoryAccessError: it is, and ends the launch.
        """
        with self.going_on(inst, lane) as errors:
            if inst.opcode in _MATRICES and place[0] != "shared":
                raise MemoryAccessError(f"{inst.opcode} takes only addresses of shared memory")
            self.spaces.at(*place, width, lane)
        return not errors

    @contextmanager
    def going_on(self, inst: ir.Inst, lane: int) -> Generator[list[MemoryAccessError]]:
        """Leave out the remainder of a block whose access is at fault, if the launch goes on there;
        the list then has the error.

        lane: whose access it is; -1 for that which the error came of.
        """
        errors: list[MemoryAccessError] = []
        try:
            yield errors
        except MemoryAccessError as error:
            if self.launch.left_out is None:
                raise
            errors.append(error)
            self.launch.left_out(self, inst, self.spaces.lane if lane < 0 else lane, error)

    def copied_bytes(self, inst: ir.Inst) -> Lanes:
        """Return the bytes that a `cp.async` reads in each lane."""
        names = [spec.name for spec in inst.form.signature]
        values = dict(zip(names, self.sources(inst), strict=True))
        width = int(values["size"])
        read = np.full(LANES, width)
        if values.get("read") is not None:
            read = np.minimum(values["read"], width)
        if values.get("ignore") is not None:
            read = np.where(values["ignore"], 0, width)
        return read

    def phase_of(self, inst: ir.Inst) -> tuple[int, int]:
        """Return the address of the first lane's mbarrier, and its parity: of a wait that which it
        waits for, else that which the mbarrier of the block's own memory has.
        """
        lane = int(np.flatnonzero(self.active)[0])
        address = int(self.addresses(barrier_operand(inst))[lane])
        if inst.fields.get("space") == "":
            address -= SHARED << OFFSET_BITS
        shown = address & 0x7FFFFFFF
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if operand is not None and spec.name in ("parity", "state"):
                value = int(np.broadcast_to(self.source(inst, spec, operand), LANES)[lane])
                return shown, value & 1 if spec.name == "parity" else value >> 63
        if not 0 <= address <= len(self.block.shared) - 8:
            return shown, 0
        return shown, int(self.block.shared[address + 7]) >> 7

    def calculate(self, inst: ir.Inst) -> None:
        """Run a value instruction on the active lanes."""
        meaning = cast(PureMeaning, inst.form.meaning)
        active = [self.active.copy()] if inst.form.kind == "warp" else []
        fixed = {"sm": self.launch.function.sm} if inst.form.extra.get("by_gpu") else {}
        with np.errstate(all="ignore"):
            result = meaning(inst.fields, *active, *self.sources(inst), **fixed)
        self.write(inst, result)

    # ---- lanes that wait for each other ---------------------------------------------------

    def meet(self) -> None:
        """Let the blocked lanes go on whose members have all come."""
        groups: dict[tuple[Any, ...], list[int]] = {}
        for lane, coming in self.blocked.items():
            groups.setdefault(self.meeting(lane, coming), []).append(lane)
        for (_, members), lanes in groups.items():
            missing = [n for n in np.flatnonzero(self.live) if members >> int(n) & 1]
            if set(missing) <= set(lanes):
                self.go_on_together(sorted(lanes))

    def meeting(self, lane: int, coming: Coming) -> tuple[Any, int]:
        """Return the operation that a lane waits to do with others, and the lanes it names.

        PTX asks for the same operation and the same members, not for the same place in the
        program. An instruction of the whole warp waits for all lanes, at that very instruction.
        """
        inst = coming.inst
        if waits_for(inst) == "warp":
            return inst, 0xFFFFFFFF & ~coming.skipping
        mask = self.source(inst, inst.form.signature[-1], inst.operands[-1])
        return (inst.opcode, *inst.fields.items()), int(mask[lane]) & ~coming.skipping

    def go_on_together(self, lanes: list[int]) -> None:
        """Run the instruction that these lanes have come to, for all of them."""
        came = [(lane, self.blocked.pop(lane).inst) for lane in lanes]
        group = np.zeros(LANES, np.bool_)
        group[lanes] = True
        first = came[0][1]
        if waits_for(first) == "warp" or first.form.kind != "warp":
            self.active = group
            if first.form.kind == "warp":
                self.calculate(first)
            else:
                self.affect(first)
            return
        values = [np.copy(value) for value in self.sources(first)]
        instructions = dict.fromkeys(inst for _, inst in came)
        for inst in instructions:
            own = np.array([self.came_to(came, n) is inst for n in range(LANES)])
            for value, brought in zip(values, self.sources(inst), strict=True):
                value[own] = brought[own]
        meaning = cast(PureMeaning, first.form.meaning)
        with np.errstate(all="ignore"):
            result = meaning(first.fields, group, *values)
        for inst in instructions:
            self.active = np.array([self.came_to(came, n) is inst for n in range(LANES)])
            self.write(inst, result)

    @staticmethod
    def came_to(came: list[tuple[int, ir.Inst]], lane: int) -> ir.Inst | None:
        """Return the instruction that a lane had come to."""
        return dict(came).get(lane)

    # ---- operands -------------------------------------------------------------------------

    def sources(self, inst: ir.Inst) -> list[Any]:
        """Return the source operands, typed by the signature; vectors as tuples, absent ones as
        None.
        """
        values: list[Any] = []
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if not spec.is_destination or spec.is_updated:
                values.append(self.source(inst, spec, operand))
        return values

    def source(self, inst: ir.Inst, spec: OperandSpec, operand: ir.Operand) -> Any:
        """Return one source operand; an address as the lanes' addresses."""
        if operand is None:
            return None
        if isinstance(operand, ir.Address):
            return self.addresses(operand)
        if spec.kind == "immediate":
            assert isinstance(operand, ir.Immediate)
            return operand.value
        scalar = operand_type(spec, inst.fields, inst.form)
        if isinstance(operand, tuple):
            values = tuple(self.value(element, scalar) for element in operand)
            return values if spec.count else values[0]
        return self.value(operand, scalar)

    def value(self, operand: ir.Operand, scalar: ScalarType) -> Lanes:
        """Return a register, constant, special register or symbol as lanes of a type."""
        match operand:
            case ir.Register():
                bits = self.values[operand.index]
            case ir.NotPredicate():
                bits = ~self.values[operand.register.index]
            case ir.Immediate():
                bits = _constant(operand, scalar)
            case ir.Special():
                bits = self.special(operand.name)
            case ir.Symbol():
                bits = np.full(LANES, self.spaces.symbol(operand), np.uint64)
            case _:
                raise TypeError(f"{operand} is not a value")
        cut = _cut(bits, scalar.bits)
        return cut if scalar.bits == 128 else cut.view(scalar.dtype)

    def addresses(self, address: ir.Address) -> Lanes:
        """Return the address in each lane, as 64-bit integers."""
        match address.base:
            case None:
                base = np.zeros(LANES, np.uint64)
            case ir.Symbol():
                base = np.full(LANES, self.spaces.symbol(address.base), np.uint64)
            case ir.Register():
                base = self.values[address.base.index].astype(np.uint64)
        whole = base + np.uint64(address.offset & 0xFFFFFFFFFFFFFFFF)
        narrow = isinstance(address.base, ir.Register) and address.base.type.bits == 32
        # Addresses of 32 bits wrap there.
        return whole & np.uint64(0xFFFFFFFF) if narrow else whole

    def special(self, name: str) -> Lanes:
        """Return a special register (PTX ISA, chapter 10); clocks are the same on every run."""
        lane = np.arange(LANES, dtype=np.uint64)
        name, _, axis = name.removeprefix("%").partition(".")
        x, y, _ = self.launch.block
        number = "xyz".find(axis)
        thread = self.thread.astype(np.uint64)
        masks = {
            "eq": 1 << lane,
            "lt": (1 << lane) - 1,
            "le": (2 << lane) - 1,
            "ge": 0xFFFFFFFF - ((1 << lane) - 1),
            "gt": 0xFFFFFFFF - ((2 << lane) - 1),
        }
        if name == "tid":
            return (thread % x, thread // x % y, thread // (x * y))[number]
        if name == "laneid":
            return lane
        if name.startswith("lanemask_"):
            return masks[name.removeprefix("lanemask_")]
        return np.full(LANES, self._uniform_special(name, number), np.uint64)

    def _uniform_special(self, name: str, number: int) -> int:
        launch = self.launch
        by_axis = {
            "ntid": launch.block,
            "ctaid": self.block.index,
            "nctaid": launch.grid,
        }
        if name in by_axis:
            return by_axis[name][number]
        if "cluster" in name:
            return self._cluster_special(name, number)
        if name.startswith(("clock", "globaltimer")):
            ticks = self.block.clock if name.startswith("clock") else self.block.timer()
            whole = name in ("clock64", "globaltimer")
            return ticks if whole else ticks >> 32 * name.endswith("hi") & 0xFFFFFFFF
        if name.startswith("envreg"):
            return launch.workspace >> 32 * (name == "envreg1") & 0xFFFFFFFF
        return {
            "warpid": self.number,
            "nwarpid": len(self.block.warps),
            "nsmid": 1,
            "dynamic_smem_size": launch.dynamic_shared_bytes,
            "total_smem_size": len(self.block.shared),
        }.get(name, 0)

    def _cluster_special(self, name: str, number: int) -> int:
        size = (self.launch.cluster or (1, 1, 1))[number]
        index, blocks = self.block.index[number], self.launch.grid[number]
        return {
            "cluster_ctaid": index % size,
            "cluster_nctaid": size,
            "clusterid": index // size,
            "nclusterid": blocks // size,
            "cluster_ctarank": self.block.rank,
            "cluster_nctarank": len(self.block.peers),
            "is_explicit_cluster": int(self.launch.cluster is not None),
        }[name]

    # ---- results --------------------------------------------------------------------------

    def write(self, inst: ir.Inst, result: Any) -> None:
        """Write results to the destinations, in signature order, in the active lanes."""
        results = result if isinstance(result, tuple) else (result,)
        pairs = zip(inst.form.signature, inst.operands, strict=True)
        targets = [(spec, operand) for spec, operand in pairs if spec.is_destination]
        for (spec, operand), value in zip(targets, results, strict=False):
            scalar = operand_type(spec, inst.fields, inst.form)
            if isinstance(operand, tuple):
                parts = value if isinstance(value, tuple) else (value,)
                for register, part in zip(operand, parts, strict=True):
                    self.put(inst, register, part, scalar)
            else:
                self.put(inst, operand, value, scalar)

    def put(self, inst: ir.Inst, register: ir.Operand, value: Any, scalar: ScalarType) -> None:
        """Write one destination: a narrow signed value fills a wide register with its sign."""
        if not isinstance(register, ir.Register):
            return
        kept = inst.opcode in _PAYLOAD_KEPT or keeps_nan(inst.form, inst.fields)
        bits = _bits(np.asarray(value), scalar, canonical=not kept)
        if register.type.bits > scalar.bits:
            if scalar.kind == "s":
                bits = bits.view(f"i{scalar.bits // 8}").astype(f"i{register.type.bits // 8}")
            bits = bits.astype(bits_dtype(register.type.bits))
        current = self.values[register.index]
        keep = self.active if current.ndim == 1 else self.active[:, None]
        self.values[register.index] = np.where(keep, bits, current)


def _bits_of(lanes: Lanes) -> int:
    return sum(1 << int(lane) for lane in np.flatnonzero(lanes))


def _zeros(bits: int) -> Lanes:
    return np.zeros((LANES, 2), np.uint64) if bits == 128 else np.zeros(LANES, bits_dtype(bits))


def _cut(bits: Lanes, width: int) -> Lanes:
    """Return the low bits of each lane."""
    if width == 128 or bits.dtype == np.bool_:
        return bits
    if width == 1:
        return bits.astype(np.bool_)
    return np.ascontiguousarray(bits.astype(bits_dtype(width)))


def _constant(immediate: ir.Immediate, scalar: ScalarType) -> Lanes:
    """Return a literal in every lane: hexadecimal floats are bits, others are rounded to a float
    type.
    """
    value = immediate.value
    if scalar.kind == "f" and not immediate.float_bits:
        number = np.full(LANES, value, np.float64).astype(scalar.dtype)
        return number.view(bits_dtype(scalar.bits))
    if isinstance(value, float):
        return np.full(LANES, value, np.float32 if scalar.bits == 32 else np.float64).view(
            bits_dtype(scalar.bits)
        )
    if scalar.bits == 128:
        return np.tile(
            np.array([value & (1 << 64) - 1, value >> 64 & (1 << 64) - 1], np.uint64), (LANES, 1)
        )
    return np.full(LANES, int(value) & ((1 << scalar.bits) - 1), bits_dtype(scalar.bits))


def _bits(value: Lanes, scalar: ScalarType, canonical: bool) -> Lanes:
    """Return a result as bits of its type's width."""
    value = np.ascontiguousarray(np.broadcast_to(value, (LANES, *value.shape[1:])))
    if value.dtype.kind == "f":
        bits = value.view(f"u{value.itemsize}").copy()
        if canonical:
            bits[np.isnan(value)] = _NAN[value.itemsize]
        value = bits
    return _cut(value, scalar.bits)
