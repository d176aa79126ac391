"""Random programs: the compiled simulator does what the slow reference does, cycle for cycle."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelscope.hardware import gpu
from kernelscope.simulator import (
    PIPES,
    REASONS,
    Access,
    Block,
    Code,
    Instruction,
    Machine,
    Run,
    Streams,
    Warp,
    kinds,
    simulate,
)
from simulator.reference import Reference

LSU, TMA, TENSOR = kinds.LSU, kinds.TMA, kinds.TENSOR
ARITHMETIC = [PIPES.index(name) for name in ("none", "fma", "alu", "fp64", "xu", "uniform")]
MEMORY = [
    kinds.SHARED,
    kinds.LOAD,
    kinds.LOAD,
    kinds.LOAD_L2,
    kinds.STORE,
    kinds.LOCAL_STORE,
    kinds.REDUCTION,
    kinds.ATOMIC,
    kinds.COPY,
    kinds.COPY_L1,
]

ARRIVALS = [kinds.EVENT_ARRIVE, kinds.EVENT_ARRIVE_COPIES]


def random_instruction(draw: random.Random) -> Instruction:
    """Any instruction but those that wait for other warps."""
    plain = Instruction(
        stall=draw.choice([0, 1, 1, 2, 5, 13]),
        yields=draw.random() < 0.2,
        write_barrier=draw.choice([-1, 0, 1, 5]),
        read_barrier=draw.choice([-1, -1, 2]),
        wait_mask=draw.choice([0, 0, 1, 2, 4, 35]),
        latency=draw.choice([0, 7]),
        reading=draw.choice([0, 16]),
    )
    what = draw.random()
    if what < 0.3:
        even, odd = draw.choice([(0, 0), (1, 1), (2, 0), (1, 2), (3, 0), (3, 3)])
        pipe, interval = draw.choice(ARITHMETIC), draw.choice([0, 3])
        return plain._replace(pipe=pipe, interval=interval, even=even, odd=odd)
    if what < 0.4:
        kind = draw.choice([kinds.PLAIN, kinds.WGMMA])
        return plain._replace(pipe=TENSOR, kind=kind, interval=draw.choice([4, 32]))
    if what < 0.5:
        kind = draw.choice([kinds.SHUFFLE, kinds.COMMIT])
        return plain._replace(pipe=LSU, kind=kind)
    if what < 0.6:
        kind = draw.choice([kinds.WAIT_COUNT, kinds.SLEEP, kinds.MEMBAR])
        return plain._replace(kind=kind, which=draw.choice([0, 1]), number=draw.choice([0, 1, 3]))
    if what < 0.65:
        kind = draw.choice([kinds.BULK_STORE, kinds.DESCRIPTOR])
        return plain._replace(pipe=TMA, kind=kind)
    return plain._replace(pipe=LSU, kind=draw.choice(MEMORY))


def random_access(draw: random.Random, spread: int) -> Access:
    first = draw.randrange(spread)
    sectors = sorted({first + draw.randrange(12) for _ in range(draw.randrange(6))})
    verdicts = [draw.randrange(kinds.VERDICTS) for _ in sectors] if draw.random() < 0.5 else None
    return Access(sectors, draw.choice([1, 1, 2, 4, 9]), in_l2=verdicts)


class Program:
    """Code and blocks: segments of random instructions, with a barrier of the block between.

    An event is completed by an arrival or a bulk copy of one warp at the beginning of one of its
    segments, and other warps wait for it at the end of that segment or of a later one: so none
    waits for ever. Some warps end before the others.
    """

    def __init__(self, seed: int) -> None:
        draw = self.draw = random.Random(seed)
        self.plain = draw.randrange(1, 10)
        written, arrive = draw.choice([-1, 3]), draw.choice(ARRIVALS)
        self.code = [
            *(random_instruction(draw) for _ in range(self.plain)),
            Instruction(pipe=LSU, kind=kinds.BARRIER, stall=2, write_barrier=written),
            Instruction(pipe=LSU, kind=arrive),
            Instruction(pipe=TMA, kind=kinds.BULK_LOAD, stall=4),
            Instruction(pipe=LSU, kind=kinds.EVENT_WAIT, write_barrier=written),
            Instruction(stall=5, wait_mask=draw.choice([0, 63])),
        ]
        self.warps, self.spread = draw.randrange(1, 10), draw.choice([8, 200, 3000])
        self.blocks = [self.block() for _ in range(draw.randrange(1, 3))]
        self.order = [
            (draw.randrange(len(self.blocks)), draw.choice([0, 64]))
            for _ in range(draw.randrange(1, 6))
        ]

    def block(self) -> Block:
        draw = self.draw
        segments = [draw.randrange(1, 4) for _ in range(self.warps)]
        makers = [draw.randrange(self.warps) for _ in range(draw.randrange(3))]
        events = [(maker, draw.randrange(segments[maker])) for maker in makers]
        warps = [self.warp(number, segments[number], events) for number in range(self.warps)]
        return Block(warps, [1] * len(events))

    def warp(self, number: int, segments: int, events: list[tuple[int, int]]) -> Warp:
        draw, runs, accesses = self.draw, list[Run](), list[Access]()

        def add(run: Run, event: int = -1) -> None:
            runs.append(run)
            for pc in [*range(run.first, run.first + run.length)] * run.times:
                if self.code[pc].kind >= kinds.FIRST_ACCESS:
                    accesses.append(random_access(draw, self.spread)._replace(event=event))

        for segment in range(segments):
            for event, maker in enumerate(events):
                if maker == (number, segment):
                    add(Run(self.plain + draw.choice([1, 2]), 1), event)
            for _ in range(draw.randrange(4)):
                first = draw.randrange(self.plain)
                length = draw.randrange(1, self.plain - first + 1)
                add(Run(first, length, draw.choice([1, 1, 3])))
            for event, (maker, made) in enumerate(events):
                if maker != number and made <= segment and draw.random() < 0.5:
                    add(Run(self.plain + 3, 1), event)
            if segment < segments - 1:
                add(Run(self.plain, 1))
        add(Run(self.plain + 4, 1))
        return Warp(runs, accesses)


def random_machine(draw: random.Random) -> Machine:
    """An H200's SM with small caches and other rates, so that each rule matters."""
    return replace(
        Machine.of(gpu("h200"), resident=draw.randrange(1, 4)),
        l1_lines=draw.choice([1, 2, 8, 64]),
        lsu_cycles=draw.choice([1, 2]),
        lsu_queue=draw.choice([1, 2, 5]),
        atomic_sector_cycles=draw.choice([0.5, 8.0]),
        dram_spread=draw.choice([0.0, 1.0]),
        dram_loaded=draw.choice([0.0, 180.0]),
        dram_turns=draw.choice([0.0, 600.0]),
        descriptor_cycles=draw.choice([0, 700]),
        fetch_cycles=draw.choice([0, 330]),
        start_cycles=draw.choice([0, 20]),
    )


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_compiled_and_reference_agree(seed: int) -> None:
    program = Program(seed)
    machine = random_machine(program.draw)
    slow = Reference(program.code, program.blocks, machine, program.order)
    cycles = slow.run()
    streams = Streams.of(program.blocks)
    fast = simulate(Code.of(program.code), streams, machine, np.array(program.order))
    stalls = {
        (row, why): fast.stalls[row, why].item() for row, why in np.argwhere(fast.stalls).tolist()
    }
    assert {(row, REASONS[why]): n for (row, why), n in stalls.items()} == {
        (row, REASONS[why]): n for (row, why), n in slow.stalls.items()
    }
    assert fast.cycles == cycles
    assert (fast.begin.tolist(), fast.end.tolist()) == (slow.begin, slow.end)
    assert {row: n for row, n in enumerate(fast.executed.tolist()) if n} == slow.executed
    counts = slow.counts
    assert (fast.l1_sectors, fast.l1_hits) == (counts["asked"], counts["hits"])
    assert (fast.l2_sectors, fast.dram_sectors) == (counts["l2"], counts["dram"])
    assert (fast.l1_store_hits, fast.l2_misses) == (counts["stored over"], counts["missed"])
