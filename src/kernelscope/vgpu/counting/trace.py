"""The trace of a launch: what the warps of a few sampled blocks did, in order.

Compiled code and the interpreter record the same trace (`runtime.tracing`, `interpreter.tracing`).
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.clusters import Dim3
from kernelscope.vgpu.counting.plan import access_of, source_of
from kernelscope.vgpu.layout import OFFSET_BITS, START_BITS

_SECTOR_BITS = 5


class Event(enum.IntEnum):
    """The kind of an event of a warp."""

    BLOCK = 1
    """Some lanes begin a basic block."""
    BARRIER = 2
    """Lanes come to a barrier of the block or of the cluster."""
    ACCESS = 3
    """An instruction accesses memory."""
    PHASE = 4
    """An instruction uses an mbarrier; that of a bulk copy stands before its access."""


class Spaces(enum.IntFlag):
    """The memory that an access goes to; a generic one may go to several."""

    GLOBAL = 1
    SHARED = 2
    """Of the warp's own block."""
    LOCAL = 4
    CLUSTER = 8
    """Shared memory of another block of the cluster."""


@dataclass(frozen=True, slots=True)
class TraceRequest:
    """A request to trace some blocks of a launch.

    Attributes:
        blocks: their linear numbers in the grid, x fastest.
        most_events: of each warp; later ones are not recorded.
    """

    blocks: tuple[int, ...]
    most_events: int = 4096


@dataclass(frozen=True, slots=True)
class TracedInstruction:
    """An instruction of a kernel, as a trace numbers it.

    Attributes:
        block: the basic block that it is in.
        access: load, store, atom, red, copy, ldmatrix, bulk_load, …; "" if it is not counted as an
            access of memory.
        ptx_line, ptx_column: its place in the PTX. A function that is called in two places has two
            instructions at one place.
        source: "file:line" from `.loc`, or "".
        l1: whether L1 may hold what it reads of global memory: a weak load or `cp.async` without
            `.cg`, `.cv` or `L1::no_allocate` (PTX ISA, "Cache Operators"); atomics and bulk copies
            pass by.
        barrier: how it uses an mbarrier (`barrier_use`); "" if it does not.
    """

    block: int
    opcode: str
    access: str
    l1: bool
    ptx_line: int
    ptx_column: int
    source: str
    barrier: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class WarpTrace:
    """The trace of one warp.

    The first two arrays are complete. The others hold one row for each event, in the order of
    execution, and end early if `truncated`. Lanes that run independently of each other
    (`docs/execution.md`) are at several places at once: their events are interleaved as they ran.

    Attributes:
        executions: [basic blocks] times that the warp, or a part of it, began the block.
        lanes_summed: [basic blocks] lanes that were active then, summed.
        kinds: [events] `Event`.
        numbers: [events] of a basic block, or (barriers, accesses) of an instruction.
        lanes: [events] lanes that were active and whose guard was true.
        sectors_counted: [events] of an access what `l1tex__t_sectors…` counts: an atomic counts a
            sector once for each lane on its most wanted address. Of a bulk copy the sectors that it
            touches. Of a PHASE the address of the first lane's mbarrier.
        wavefronts: [events] of an access to the block's shared memory, of a load from global memory
            those of its words in the banks of L1, and of an asynchronous copy into shared memory; 0
            of bulk copies. Of a PHASE its parity: of a wait that which it waits for,
            else that which the mbarrier has.
        spaces: [events] `Spaces` of an access, else 0.
        offsets: [events + 1] where the sectors of each event begin in `sectors`.
        sectors: distinct 32-byte sectors of global memory, ascending within an event: `allocation
            << 35 | sector in it`.
        truncated: whether events are missing at the end.
    """

    executions: np.ndarray
    lanes_summed: np.ndarray
    kinds: np.ndarray
    numbers: np.ndarray
    lanes: np.ndarray
    sectors_counted: np.ndarray
    wavefronts: np.ndarray
    spaces: np.ndarray
    offsets: np.ndarray
    sectors: np.ndarray
    truncated: bool

    def sectors_of(self, event: int) -> np.ndarray:
        """Return the sectors of one event."""
        return self.sectors[self.offsets[event] : self.offsets[event + 1]]


@dataclass(frozen=True, slots=True, eq=False)
class BlockTrace:
    """The trace of one block.

    Attributes:
        number: its linear number in the grid, x fastest.
        warps: its warps, by their number in the block.
    """

    number: int
    warps: tuple[WarpTrace, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LaunchTrace:
    """The trace of the sampled blocks of a launch.

    A worked example: two warps (64 threads) of `s[tid] = x[tid]; __syncthreads(); y[tid] =
    s[63 - tid]` on floats, with x in allocation 200 and y in allocation 201, each from byte 0.

        instructions   5 ld.global, 9 st.shared, 10 bar, 13 ld.shared, 15 st.global; between them
                       address arithmetic
        starts         [0, 16]: one basic block, of instructions 0 to 15

        warp 1         kinds   numbers  lanes  sectors_counted  wavefronts  sectors, less 200 << 35
          event 0      BLOCK   0        32     0                0
          event 1      ACCESS  5        32     4                1           4 5 6 7 (from byte 128)
          event 2      ACCESS  9        32     0                1
          event 3      BARRIER 10       32     0                0
          event 4      ACCESS  13       32     0                1
          event 5      ACCESS  15       32     4                0           4 5 6 7, less 201 << 35

    Warp 0 has the same events with the sectors 0 to 3. Both have `executions == [1]`, so each
    instruction was executed once (`executed`). To replay a warp, go through its events: a BLOCK
    gives the instructions that follow, from `starts`, and the ACCESS and BARRIER events after it
    are those among them that did something. An access with no lane is not an event.

    Attributes:
        instructions: all of the kernel, branches included, in the order of its basic blocks.
        starts: [basic blocks + 1] the first instruction of each.
        blocks: those asked for, by number.
        work: [blocks of the grid] instructions that each executed in all its warps (`work_sizes`);
            0 of one that did not run. None: it was not noted, as in launches with clusters.
        executions: [basic blocks] times that the warps of the whole launch began each; None: they
            were not counted.
    """

    kernel: str
    grid: Dim3
    block: Dim3
    instructions: tuple[TracedInstruction, ...]
    starts: np.ndarray
    blocks: tuple[BlockTrace, ...]
    work: np.ndarray | None = None
    executions: np.ndarray | None = None

    def traced_work(self) -> np.ndarray:
        """Return the instructions of each traced block, as `work` has them: [traced blocks]."""
        sizes = work_sizes(self.instructions, self.starts)
        each = [sum(int(warp.executions @ sizes) for warp in b.warps) for b in self.blocks]
        return np.array(each, np.float64)

    def executed(self, warp: WarpTrace) -> np.ndarray:
        """Return how often a warp executed each instruction, as kernelscope__inst_executed
        counts: [instructions].
        """
        return np.repeat(warp.executions, np.diff(self.starts))


def work_sizes(
    instructions: Sequence[TracedInstruction], starts: Sequence[int] | np.ndarray
) -> np.ndarray:
    """Return the instructions of each basic block, 0 of those that only wait: [basic blocks].

    How often a warp looks at an mbarrier depends on the order in which warps run here.
    """
    # `again: mbarrier.try_wait p, [bar], parity; @p bra done; bra again; done:` has two blocks.
    sizes = np.diff(starts)
    waits = [i.block for i in instructions if i.barrier == "wait"]
    sizes[waits] = 0
    sizes[sizes == 1] = 0
    return sizes


@dataclass(frozen=True, slots=True)
class TracePlan:
    """The numbers of a kernel's instructions in a trace.

    Attributes:
        instructions, starts: as `LaunchTrace` has them.
    """

    instructions: tuple[TracedInstruction, ...]
    starts: tuple[int, ...]


class Numbered:
    """A kernel, whose dead code is removed, with the numbers of its instructions in a trace."""

    def __init__(self, function: ir.Function) -> None:
        self.plan = plan_trace(function)
        self._numbers = {
            inst: self.plan.starts[block.index] + place
            for block in function.blocks
            for place, inst in enumerate(block.instructions)
        }

    def of(self, inst: ir.Inst) -> int:
        """Return the number of an instruction."""
        return self._numbers[inst]


def plan_trace(function: ir.Function) -> TracePlan:
    """Return the plan of a kernel, whose dead code is removed."""
    rows: list[TracedInstruction] = []
    starts = [0]
    for block in function.blocks:
        for inst in block.instructions:
            at, source = inst.position, source_of(function, inst.location)
            rows.append(
                TracedInstruction(
                    block.index,
                    inst.opcode,
                    access_of(inst),
                    _uses_l1(inst),
                    at.line,
                    at.column,
                    source,
                    barrier_use(inst),
                )
            )
        if isinstance(block.terminator, ir.Branch):
            at = block.terminator.position
            rows.append(TracedInstruction(block.index, "bra", "", False, at.line, at.column, ""))
        starts.append(len(rows))
    return TracePlan(tuple(rows), tuple(starts))


def barrier_use(inst: ir.Inst) -> str:
    """Return how an instruction uses an mbarrier, or "" if it does not.

    "init"; "wait"; "arrive"; "copies": it arrives when the copies of the thread are done; "bytes":
    a bulk copy that completes there.
    """
    if inst.opcode == "mbarrier":
        if inst.form.kind == "poll":
            return "wait"
        what = inst.fields.get("what", "")
        return {"arrive_drop": "arrive"}.get(what, what if what in ("init", "arrive") else "")
    if any(spec.name == "bar" for spec in inst.form.signature):
        return "bytes"
    return "copies" if inst.fields.get("noinc") is not None else ""


def barrier_operand(inst: ir.Inst) -> ir.Address:
    """Return the address of the mbarrier that an instruction uses."""
    wanted = "bar" if barrier_use(inst) == "bytes" else "a"
    named = {s.name: o for s, o in zip(inst.form.signature, inst.operands, strict=True)}
    operand = named[wanted]
    assert isinstance(operand, ir.Address)
    return operand


def _uses_l1(inst: ir.Inst) -> bool:
    fields = inst.fields
    if fields.get("cop") in ("cg", "cv") or fields.get("l1") == "L1::no_allocate":
        return False
    return access_of(inst) in ("load", "copy") and fields.get("order") in (None, "", "weak")


def in_allocations(sectors: np.ndarray) -> np.ndarray:
    """Return sectors of device addresses as `WarpTrace` has them: wherever allocations begin."""
    return sectors - (sectors >> OFFSET_BITS - _SECTOR_BITS << START_BITS - _SECTOR_BITS)


def merged(
    owners: np.ndarray, firsts: np.ndarray, lengths: np.ndarray, events: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return `offsets` and `sectors` of a warp's events, of runs that may overlap.

    `owners`: [runs] the event of each. `firsts`: [runs] its first sector. `lengths`: [runs] its
    sectors. `events`: how many there are.
    """
    ends = np.cumsum(lengths)
    within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - lengths, lengths)
    sectors = np.repeat(firsts, lengths) + within
    of = np.repeat(owners, lengths)
    order = np.lexsort((sectors, of))
    sectors, of = sectors[order], of[order]
    new = np.ones(len(of), np.bool_)
    new[1:] = (sectors[1:] != sectors[:-1]) | (of[1:] != of[:-1])
    counts = np.bincount(of[new], minlength=events)
    return np.concatenate(([0], np.cumsum(counts))), sectors[new]
