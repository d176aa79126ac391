"""The executable specification: the IR, run one instruction at a time on NumPy arrays of 32 lanes.

Written to be read and believed, not to be fast. It shares the IR with the compiler, nothing else:
an instruction is its table entry's `meaning`, lanes carry their own program counters and those with
the lowest run next, memory is plain bytes with bounds, counters follow `wavefronts.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter.memory import Memory, Spaces
from kernelscope.vgpu.interpreter.tally import Tally
from kernelscope.vgpu.ir.forms import EffectMeaning, OperandSpec, PureMeaning
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.layout import LANES, UNDEFINED
from kernelscope.vgpu.types import Lanes, ScalarType, bits_dtype

Dim3 = tuple[int, int, int]
Place = tuple[int, int]
"""A program counter: basic block and instruction in it."""

_STEPS_BEFORE_OTHERS = 20_000  # a warp that waits for another one in a loop lets it run after these

_IDLE_ROUNDS = 1000  # in which warps only ask whether something has happened, and nothing does

# What keeps a NaN's payload: it moves values or only touches their sign.
_PAYLOAD_KEPT = frozenset(("mov", "selp", "slct", "copysign"))
_NAN = {2: 0x7FFF, 4: 0x7FFFFFFF, 8: 0x7FFFFFFFFFFFFFFF}


def launch(
    function: ir.Function,
    grid: Dim3,
    block: Dim3,
    arguments: Sequence[Any],
    dynamic_shared_bytes: int = 0,
) -> dict[str, float]:
    """Run a kernel; arrays among the arguments are changed in place.

    Args:
        function: the kernel.
        grid: blocks in x, y, z.
        block: threads of a block in x, y, z.
        arguments: NumPy arrays for pointers, numbers for scalars, `bytes` for structures, in the
            order of the parameters.
        dynamic_shared_bytes: shared memory beyond what the kernel declares.

    Returns:
        The counters of the launch by name.

    Raises:
        LaunchError: a deadlock, or a trap.
        MemoryAccessError: an address outside every allocation, or misaligned.
    """
    memory = Memory(function)
    parameters = memory.pack(arguments)
    tally = Tally()
    run = Launch(function, grid, block, memory, parameters, dynamic_shared_bytes, tally)
    for z in range(grid[2]):
        for y in range(grid[1]):
            for x in range(grid[0]):
                Block(run, (x, y, z)).run()
    return tally.counters()


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


@dataclass(frozen=True, slots=True)
class Launch:
    """The state that all blocks of a launch share."""

    function: ir.Function
    grid: Dim3
    block: Dim3
    memory: Memory
    parameters: bytes
    dynamic_shared_bytes: int
    tally: Tally
    observer: Observer = field(default_factory=Observer)

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


class Block:
    """One block: its shared memory, its barriers, its warps in turn."""

    def __init__(self, run: Launch, index: Dim3) -> None:
        self.run_of = run
        self.index = index
        size = run.function.static_shared_bytes
        starts = [o for name, o in run.function.shared.items() if self._is_dynamic(name)]
        total = max([size, *starts]) + run.dynamic_shared_bytes
        self.shared = np.full(total, UNDEFINED, np.uint8)
        self.barriers: dict[int, Barrier] = {}
        self.idle = 0
        self.warps = [Warp(self, number) for number in range(-(-run.threads // LANES))]

    def _is_dynamic(self, name: str) -> bool:
        return not self.run_of.function.variables[name].size

    def run(self) -> None:
        """Run until it ends, polls or comes to a barrier."""
        while any(warp.live.any() for warp in self.warps):
            moved = [warp.run() for warp in self.warps]
            released = [self.release(n) for n in list(self.barriers) if n in self.barriers]
            only_polls = all(w.polls for w, m in zip(self.warps, moved, strict=True) if m)
            self.idle = self.idle + 1 if only_polls and not any(released) else 0
            if self.idle > (_IDLE_ROUNDS if any(moved) else 0):
                raise LaunchError("deadlock: every thread of a block waits at a barrier")

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
        waiting: live lanes that wait at a barrier.
        active: lanes that execute the current instruction, its guard included.
        stops: whether its turn is over: it has come to a barrier, or polls.
        polls: whether it is because what it asked for has not happened.
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
        self.stops = self.polls = False
        self.places: list[Place] = [(0, 0)] * LANES
        self.values = [_zeros(register.type.bits) for register in self.launch.function.registers]
        self.votes: dict[int, ir.Inst] = {}
        run = self.launch
        self.spaces = Spaces(
            run.function, run.memory, block.shared, run.parameters, self._before_write
        )

    def _before_write(self, lane: int, space: str, offset: int, size: int) -> None:
        self.launch.observer.writes(self, lane, space, offset, size)

    # ---- control flow ---------------------------------------------------------------------

    def run(self) -> bool:
        """Run until it ends, polls or comes to a barrier."""
        steps, self.stops, self.polls = 0, False, False
        while steps < _STEPS_BEFORE_OTHERS and not self.stops and self.step():
            steps += 1
        return steps > 0

    def step(self) -> bool:
        """Run the lanes with the lowest program counter for one instruction."""
        ready = self.live & ~self.waiting
        if not ready.any():
            return False
        place = min(self.places[lane] for lane in np.flatnonzero(ready))
        here = np.array([at == place for at in self.places]) & ready
        self.launch.observer.before(self, place, here)
        block = self.launch.function.blocks[place[0]]
        if place[1] == 0:
            self.launch.tally.enter_block(block, int(here.sum()))
        if place[1] < len(block.instructions):
            self.move(here, (place[0], place[1] + 1))
            self.execute(block.instructions[place[1]], here)
        else:
            self.leave(block.terminator, here)
        return True

    def move(self, lanes: Lanes, place: Place) -> None:
        """Set the program counter of some lanes."""
        for lane in np.flatnonzero(lanes):
            self.places[lane] = place

    def leave(self, terminator: ir.Terminator, here: Lanes) -> None:
        """Run the end of a basic block."""
        match terminator:
            case ir.Return():
                self.live &= ~here
            case ir.Jump():
                self.move(here, (terminator.target, 0))
            case ir.Branch():
                taken = here & self.predicate(terminator.predicate, terminator.negated)
                self.move(taken, (terminator.taken, 0))
                self.move(here & ~taken, (terminator.other, 0))

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
        if not self.active.any():
            return
        match inst.form.kind:
            case "pure" | "warp" as kind:
                meaning = cast(PureMeaning, inst.form.meaning)
                active = [self.active.copy()] if kind == "warp" else []
                with np.errstate(all="ignore"):
                    result = meaning(inst.fields, *active, *self.sources(inst))
                self.write(inst, result)
            case _:  # it touches more than registers
                cast(EffectMeaning, inst.form.meaning)(self, inst)

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
        """Return a special register (PTX ISA, chapter 10). Clocks stand still: every run is the
        same.
        """
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
            "clusterid": self.block.index,
            "nclusterid": launch.grid,
            "cluster_nctaid": (1, 1, 1),
        }
        if name in by_axis:
            return by_axis[name][number]
        return {
            "warpid": self.number,
            "nwarpid": len(self.block.warps),
            "nsmid": 1,
            "cluster_nctarank": 1,
            "dynamic_smem_size": launch.dynamic_shared_bytes,
            "total_smem_size": len(self.block.shared),
        }.get(name, 0)

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
        bits = _bits(np.asarray(value), scalar, canonical=inst.opcode not in _PAYLOAD_KEPT)
        if register.type.bits > scalar.bits:
            if scalar.kind == "s":
                bits = bits.view(f"i{scalar.bits // 8}").astype(f"i{register.type.bits // 8}")
            bits = bits.astype(bits_dtype(register.type.bits))
        current = self.values[register.index]
        keep = self.active if current.ndim == 1 else self.active[:, None]
        self.values[register.index] = np.where(keep, bits, current)


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
