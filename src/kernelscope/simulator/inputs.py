"""The simulator's inputs: the code, and the instructions that the warps of some blocks executed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kernelscope.errors import UsageError
from kernelscope.simulator import kinds

INSTRUCTION = np.dtype(
    [
        ("pipe", np.int64),
        ("kind", np.int64),
        ("stall", np.int64),
        ("yields", np.int64),
        ("write_barrier", np.int64),
        ("read_barrier", np.int64),
        ("wait_mask", np.int64),
        ("which", np.int64),
        ("number", np.int64),
        ("interval", np.int64),
        ("latency", np.int64),
        ("reading", np.int64),
        ("even", np.int64),
        ("odd", np.int64),
    ],
    align=True,
)
"""A row of `Code.table`; the fields are those of `Instruction`."""

ACCESS = np.dtype(
    [("first", np.int64), ("sectors", np.int64), ("wavefronts", np.int64), ("event", np.int64)],
    align=True,
)
"""A row of `Streams.accesses`; the fields are those of `Access`, `first` its first sector."""


class Instruction(NamedTuple):
    """One instruction of the machine code.

    Attributes:
        pipe: its number in `kinds.PIPES`.
        kind: one of `kinds`.
        stall: cycles after which the warp may issue again, from the control word; 0 is as 1.
        yields: whether the warp may not issue in the next cycle.
        write_barrier, read_barrier: the barrier, 0 to 7, that is released when the result is
            written, and when the operands are read; -1 for none.
        wait_mask: bit b: barrier b must be released before.
        which, number: what `kind` says of them.
        interval: cycles that it holds its pipe; 0 for the pipe's own.
        latency: cycles until its result is written; 0 for the pipe's own. Of an instruction that
            accesses memory: added to what the access takes. It matters to those with a write
            barrier alone: the others are kept apart by `stall`.
        reading: cycles until its operands are read; 0 for the machine's for this kind.
        even, odd: registers that it reads of each of the two banks when it is issued.
    """

    pipe: int = kinds.NO_PIPE
    kind: int = kinds.PLAIN
    stall: int = 1
    yields: bool = False
    write_barrier: int = -1
    read_barrier: int = -1
    wait_mask: int = 0
    which: int = 0
    number: int = 0
    interval: int = 0
    latency: int = 0
    reading: int = 0
    even: int = 0
    odd: int = 0


class Access(NamedTuple):
    """The memory access of one executed instruction.

    Attributes:
        sectors: addresses of the 32-byte sectors of global memory, divided by 32, in order.
        wavefronts: cycles of L1's data stage.
        event: the number of the block's event that it waits for or counts towards; -1 for none.
        in_l2: for each sector a verdict of `kinds`, from ABSENT to ON_ITS_WAY; None: ABSENT.
    """

    sectors: Sequence[int] = ()
    wavefronts: int = 1
    event: int = -1
    in_l2: Sequence[int] | None = None


class Run(NamedTuple):
    """Instructions executed in a row: `length` of them from `first` on, all that `times` times."""

    first: int
    length: int
    times: int = 1


class Warp(NamedTuple):
    """The instructions that a warp executed, and their accesses in order."""

    runs: Sequence[Run]
    accesses: Sequence[Access] = ()


class Block(NamedTuple):
    """The execution of a block: its warps, and the number of arrivals that complete each event."""

    warps: Sequence[Warp]
    events: Sequence[int] = ()


@dataclass(frozen=True, eq=False)
class Code:
    """The machine code of a kernel.

    Attributes:
        table: [instructions] of dtype INSTRUCTION.

    Raises UsageError if a field is outside its range.
    """

    table: np.ndarray

    def __post_init__(self) -> None:
        table = self.table
        bounds = {
            "pipe": (0, len(kinds.PIPES) - 1),
            "kind": (0, kinds.KINDS - 1),
            "stall": (0, 15),
            "write_barrier": (-1, kinds.COUNTERS - 1),
            "read_barrier": (-1, kinds.COUNTERS - 1),
            "wait_mask": (0, (1 << kinds.COUNTERS) - 1),
            "which": (0, kinds.NAMED - 1),
            "number": (0, 1 << 30),
            "interval": (0, 1 << 20),
            "latency": (0, 1 << 20),
            "reading": (0, 1 << 20),
            "even": (0, 15),
            "odd": (0, 15),
        }
        for name, (least, most) in bounds.items():
            bad = np.flatnonzero((table[name] < least) | (table[name] > most))
            if bad.size:
                value = table[name][bad[0]]
                raise UsageError(
                    f"instruction {bad[0]}: {name} is {value}, not from {least} to {most}"
                )
        waits = table["kind"] == kinds.WAIT_COUNT
        if np.any(waits & ((table["which"] >= kinds.COUNTERS) | (table["number"] >= kinds.KEPT))):
            raise UsageError(
                f"a wait for a count needs a barrier below {kinds.COUNTERS} "
                f"and a number below {kinds.KEPT}"
            )

    @classmethod
    def of(cls, instructions: Iterable[Instruction]) -> Code:
        """Return the code of these instructions."""
        return cls(np.array([tuple(instruction) for instruction in instructions], INSTRUCTION))


@dataclass(frozen=True, eq=False)
class Streams:
    """The execution of some blocks. All blocks have equally many warps.

    Attributes:
        warps: warps a block.
        runs: [runs, 3] `Run`s of all warps; warp w of block b has those from
            run_starts[b * warps + w] to the next start.
        run_starts: [blocks * warps + 1].
        accesses: [accesses] of dtype ACCESS, in the order of execution; those of a warp begin at
            access_starts[b * warps + w].
        access_starts: [blocks * warps + 1].
        sectors: [sectors] addresses divided by 32.
        in_l2: [sectors] verdicts of `kinds`, from ABSENT to ON_ITS_WAY.
        events: [events] arrivals that complete each event; block b has those from event_starts[b].
        event_starts: [blocks + 1].
    """

    warps: int
    runs: np.ndarray
    run_starts: np.ndarray
    accesses: np.ndarray
    access_starts: np.ndarray
    sectors: np.ndarray
    in_l2: np.ndarray
    events: np.ndarray
    event_starts: np.ndarray

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return len(self.event_starts) - 1

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> Streams:
        """Return the streams of these blocks.

        Raises UsageError if they have none or different numbers of warps, or an access has not one
        verdict for each sector.
        """
        sizes = {len(block.warps) for block in blocks}
        if len(sizes) != 1 or 0 in sizes:
            raise UsageError(f"blocks need equally many warps, at least one: {sorted(sizes)}")
        warps = [warp for block in blocks for warp in block.warps]
        accesses = [access for warp in warps for access in warp.accesses]
        firsts = _starts(len(access.sectors) for access in accesses)
        rows = [
            (first, len(access.sectors), access.wavefronts, access.event)
            for first, access in zip(firsts[:-1].tolist(), accesses, strict=True)
        ]
        runs = [tuple(run) for warp in warps for run in warp.runs]
        verdicts = [v for access in accesses for v in _verdicts(access)]
        return cls(
            warps=sizes.pop(),
            runs=np.array(runs, np.int64).reshape(-1, 3),
            run_starts=_starts(len(warp.runs) for warp in warps),
            accesses=np.array(rows, ACCESS),
            access_starts=_starts(len(warp.accesses) for warp in warps),
            sectors=np.array([s for a in accesses for s in a.sectors], np.int64),
            in_l2=np.array(verdicts, np.int8),
            events=np.array([e for block in blocks for e in block.events], np.int64),
            event_starts=_starts(len(block.events) for block in blocks),
        )

    def executed(self) -> int:
        """Return the instructions that all warps executed."""
        return int((self.runs[:, 1] * self.runs[:, 2]).sum())

    def check(self, code: Code) -> None:
        """Raise UsageError where the streams do not fit the code or each other."""
        runs, size = self.runs, len(code.table)
        wrong = (runs < (0, 1, 1)).any(1) | (runs[:, 0] + runs[:, 1] > size)
        if wrong.any():
            raise UsageError(f"run {np.flatnonzero(wrong)[0]} is not inside the code ({size} long)")
        known = (self.in_l2 >= 0) & (self.in_l2 < kinds.VERDICTS)
        if not known.all() or len(self.in_l2) != len(self.sectors):
            raise UsageError(f"each sector needs a verdict, from 0 to {kinds.VERDICTS - 1}")
        of_warp = np.repeat(np.diff(self.event_starts), self.warps)
        if np.any(self.accesses["event"] >= np.repeat(of_warp, np.diff(self.access_starts))):
            raise UsageError("an access names an event that its block does not have")
        if not np.all(np.diff(self.run_starts) > 0):
            raise UsageError("a warp has executed nothing: give it one run at least")
        last = runs[self.run_starts[1:] - 1, :2].sum(1) - 1
        if np.any(code.table["kind"][last] != kinds.PLAIN):
            raise UsageError("the last instruction of each warp must be a plain one, such as EXIT")
        makes = _starts(code.table["kind"] >= kinds.FIRST_ACCESS)
        of_run = (makes[runs[:, 0] + runs[:, 1]] - makes[runs[:, 0]]) * runs[:, 2]
        wanted = np.add.reduceat(of_run, self.run_starts[:-1])
        given = np.diff(self.access_starts)
        unfit = np.flatnonzero(wanted != given)
        if unfit.size:
            warp = int(unfit[0])
            raise UsageError(
                f"warp {warp % self.warps} of block {warp // self.warps} executes {wanted[warp]} "
                f"instructions that access memory, and has {given[warp]} accesses"
            )


def _verdicts(access: Access) -> Sequence[int]:
    verdicts = [kinds.ABSENT] * len(access.sectors) if access.in_l2 is None else access.in_l2
    if len(verdicts) != len(access.sectors):
        raise UsageError(f"{len(access.sectors)} sectors have {len(verdicts)} verdicts of L2")
    return verdicts


def _starts(sizes: Iterable[Any]) -> np.ndarray:
    """Return where parts of these sizes begin, and behind them the end of the last."""
    return np.concatenate([[0], np.cumsum(np.fromiter(sizes, np.int64))]).astype(np.int64)
