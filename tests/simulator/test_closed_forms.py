"""Programs whose cycles follow by hand from the rules, or were published."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from each import each
from kernelscope.errors import UsageError
from kernelscope.hardware import gpu
from kernelscope.simulator import (
    PIPES,
    Access,
    Block,
    Code,
    Instruction,
    Machine,
    Run,
    Simulated,
    Streams,
    Warp,
    kinds,
    simulate,
)

H200 = replace(
    Machine.of(gpu("h200"), resident=4), start_cycles=0, dram_spread=0.0, dram_loaded=0.0
)
FMA, XU, LSU, TMA = PIPES.index("fma"), PIPES.index("xu"), kinds.LSU, kinds.TMA
EXIT = Instruction(stall=1)


def of_warps(code: list[Instruction], warps: list[Warp], machine: Machine = H200) -> Simulated:
    return simulate(Code.of(code), Streams.of([Block(warps)]), machine)


def loop(times: int, accesses: list[Access] | None = None, length: int = 1) -> Warp:
    """The first instructions several times, then the one behind them, which is the last."""
    return Warp([Run(0, length, times), Run(length, 1)], accesses or [])


# Schedulers and pipes


@pytest.mark.parametrize(("warps", "cycles"), [(1, 101), (4, 101), (8, 202), (32, 808)])
def test_independent_arithmetic_is_bound_by_issue(warps: int, cycles: int) -> None:
    """Four schedulers issue one instruction a cycle each: 100 FFMAs and an EXIT a warp."""
    done = of_warps([Instruction(pipe=FMA), EXIT], [loop(100)] * warps)
    assert done.cycles == cycles
    assert done.issued.tolist() == [101 * -(-(warps - s) // 4) for s in range(4)]


def test_a_dependent_chain_takes_its_latency_each_time() -> None:
    done = of_warps([Instruction(pipe=FMA, stall=4), EXIT], [loop(100)])
    assert done.cycles == 4 * 100 + 1
    assert done.stalls[:, kinds.WAIT].tolist() == [3 * 99, 3]


@pytest.mark.parametrize(
    ("name", "gpu_name", "interval"),
    [("xu", "h200", 8), ("fp64", "h200", 2), ("fma", "a100", 2), ("fp64", "rtx4090", 64)],
)
def test_a_pipe_takes_an_instruction_as_often_as_its_lanes_allow(
    name: str, gpu_name: str, interval: int
) -> None:
    """Lanes of an SM, shared by four sub-partitions: 16 for xu are 8 cycles a warp instruction."""
    machine = Machine.of(gpu(gpu_name), resident=1)
    done = of_warps([Instruction(pipe=PIPES.index(name)), EXIT], [loop(50)] * 8, machine)
    assert done.cycles == pytest.approx(2 * 50 * interval, abs=interval + 2)
    assert done.busy[PIPES.index(name)] == 8 * 50 * interval
    assert done.stalls[0, kinds.MATH] > 0


def test_a_burst_waits_for_its_slowest_part() -> None:
    """Loads of 1, 8, 32 and 128 pieces of 64 bytes on an H200 take longer than if L2 has them: 385,
    575, 700 to 760, 720 to 770 cycles (docs/measured/2026-11-24-bursts.csv).
    """
    machine = replace(H200, dram_spread=1.0, dram_sector_cycles=0.01, l2_sector_cycles=0.01)
    load = Instruction(pipe=LSU, kind=kinds.LOAD_L2, write_barrier=0, wait_mask=1)
    code, rng = [load, Instruction(wait_mask=1)], np.random.default_rng(0)
    for pieces, least, most in ((1, 370, 420), (8, 550, 640), (32, 660, 760), (128, 700, 770)):
        places = [rng.integers(0, 1 << 30, pieces) * 2 for _ in range(100)]
        times = {
            in_l2: of_warps(
                code, [loop(100, [Access(p, in_l2=[in_l2] * pieces) for p in places])], machine
            ).cycles
            for in_l2 in (0, 1)
        }
        assert least <= (times[0] - times[1]) / 100 <= most


def published(second: Instruction) -> list[int]:
    """Order in which four warps of one scheduler end, the youngest being 3, and their last cycles.

    Each has 32 independent instructions, of which the second is `second`.
    """
    code = [Instruction(), second, *[Instruction()] * 30, EXIT]
    idle = Warp([Run(32, 1)])
    done = simulate(
        Code.of(code), Streams.of([Block([Warp([Run(0, 32)]), idle, idle, idle])] * 4), H200
    )
    return done.end.tolist()


def test_the_scheduler_is_greedy_then_takes_the_youngest() -> None:
    """Huerta et al., arXiv 2503.20481, figure 4 b: a stall of 4 cycles behind the second.

    Warps 3, 2 and 1 issue two each in cycles 0 to 5; then 3, 2 and 1 issue their other 30 each, and
    0 its own, with a stall of 4 in it: its second comes in cycle 97, its third in 101.
    """
    assert published(Instruction(stall=4)) == [131, 96, 66, 36]


def test_a_yield_gives_the_next_cycle_to_another_warp() -> None:
    """Huerta et al., arXiv 2503.20481, figure 4 c: warps 3 and 2 issue two each, then 3 goes on.

    When both have ended, in cycle 64, warps 1 and 0 do the same.
    """
    assert published(Instruction(yields=True)) == [128, 98, 64, 34]


# Memory

# Huerta et al., arXiv 2503.20481, table 1: the cycle in which each sub-partition issues its first,
# second … memory instruction, for one to four of them that have any; an Ampere GPU of sm_86.
ISSUE_CYCLES = {
    1: [[2], [3], [4], [5], [6], [13], [17], [21]],
    2: [[2] * 2, [3] * 2, [4] * 2, [5] * 2, [6] * 2, [13, 15], [17, 19], [21, 23]],
    3: [[2] * 3, [3] * 3, [4] * 3, [5] * 3, [6] * 3, [13, 15, 17], [19, 21, 23], [25, 27, 29]],
    4: [
        *([[2] * 4, [3] * 4, [4] * 4, [5] * 4, [6] * 4]),
        *([[13, 15, 17, 19], [21, 23, 25, 27], [29, 31, 33, 35]]),
    ],
}


@each("partitions", [1, 2, 3, 4])
@each("instructions", range(1, 9))
def test_the_memory_queue_is_the_published_one(partitions: int, instructions: int) -> None:
    machine = Machine.of(gpu("rtx3090"), resident=1)
    code = [Instruction(pipe=LSU, kind=kinds.SHARED), EXIT]
    warp = loop(instructions, [Access()] * instructions)
    done = of_warps(code, [warp] * partitions, machine)
    cycles = ISSUE_CYCLES[partitions][instructions - 1]
    # The table's first cycle is 2 where ours is 0; EXIT is issued in the cycle behind the last.
    assert done.cycles == max(cycles) - 2 + 2
    late = sum(cycle - (1 + instructions) for cycle in cycles)
    assert done.stalls[0, kinds.MIO] == late


@pytest.mark.parametrize(("in_l2", "latency"), [(1, 287), (0, 667)])
def test_a_chain_of_loads_takes_its_latency_each_time(in_l2: int, latency: int) -> None:
    """Ten dependent loads of one sector each, no two of one line: an H200's measured latencies."""
    load = Instruction(pipe=LSU, kind=kinds.LOAD, write_barrier=0, wait_mask=1)
    accesses = [Access([40 * n], in_l2=[in_l2]) for n in range(10)]
    done = of_warps([load, Instruction(wait_mask=1)], [loop(10, accesses)])
    assert done.cycles == 10 * latency + 1
    assert done.stalls[:, kinds.LONG].sum() == 10 * (latency - 1)


def test_what_l1_has_takes_its_latency_and_what_is_on_its_way_is_waited_for() -> None:
    load = Instruction(pipe=LSU, kind=kinds.LOAD, write_barrier=0)
    code = [load, load, Instruction(wait_mask=1), load, Instruction(wait_mask=1)]
    warp = Warp([Run(0, 5)], [Access([0, 1], in_l2=[0, 0])] * 3)
    done = of_warps(code, [warp])
    # One pair of sectors comes from memory, whose second sector leaves L2 a little later.
    assert done.dram_sectors == done.l2_sectors == 2
    assert (done.l1_sectors, done.l1_hits) == (6, 4)
    assert done.cycles == pytest.approx(667 + 1 + 39 + 1, abs=2)


@pytest.mark.parametrize("in_l2", [0, 1])
def test_a_stream_is_bound_by_the_share_of_the_rate(in_l2: int) -> None:
    """32 warps of 50 loads of 512 bytes: bytes over this SM's share of the rate, and a latency."""
    load = Instruction(pipe=LSU, kind=kinds.LOAD, read_barrier=1)
    warps = [
        loop(50, [Access(range(16 * n, 16 * n + 16), 4, in_l2=[in_l2] * 16) for n in at])
        for at in (range(50 * w, 50 * w + 50) for w in range(32))
    ]
    last = Instruction(pipe=LSU, kind=kinds.LOAD, write_barrier=0)
    code = [load, last, Instruction(wait_mask=1)]
    ending = [Warp([Run(0, 1, 49), Run(1, 2)], warp.accesses) for warp in warps]
    done = of_warps(code, ending)
    bandwidth = 4300e9 / 132 / 1.98e9 if in_l2 == 0 else 6.9e12 / 132 / 1.98e9
    ideal = 32 * 50 * 512 / bandwidth
    assert done.cycles == pytest.approx(ideal, abs=700)
    assert done.dram_sectors == (0 if in_l2 else 32 * 50 * 16)


@pytest.mark.parametrize("ways", [1, 2, 8, 32])
def test_bank_conflicts_take_a_cycle_a_wavefront(ways: int) -> None:
    """Four warps of 100 loads: an H200's memory unit has one wavefront a cycle for the whole SM."""
    warp = loop(100, [Access(wavefronts=ways)] * 100)
    load = Instruction(pipe=LSU, kind=kinds.SHARED)
    done = of_warps([load, EXIT], [warp] * 4)
    assert done.wavefronts == 400 * ways
    # Five instructions of each sub-partition are still in the queue when the last one is issued.
    assert done.cycles == pytest.approx(400 * ways, abs=21 * ways)


def test_atomics_on_one_address_come_one_after_the_other() -> None:
    machine = replace(H200, same_address_cycles=50.0, atomic_sector_cycles=2.0)
    atomic = Instruction(pipe=LSU, kind=kinds.ATOMIC, write_barrier=0)
    code = [atomic, Instruction(wait_mask=1)]
    one = of_warps(code, [loop(20, [Access([7], in_l2=[1])] * 20)], machine)
    many = of_warps(code, [loop(20, [Access([7 * n], in_l2=[1]) for n in range(20)])], machine)
    assert one.cycles == 19 * 50 + 287 + 1
    assert many.cycles < 19 * 4 + 11 + 287 + 20


# Waiting for other warps, and for copies


def test_a_barrier_lets_all_go_when_the_last_has_come() -> None:
    """Warp w works 100 × w cycles before: they end together, and wait for the slowest."""
    barrier = Instruction(pipe=LSU, kind=kinds.BARRIER)
    code = [Instruction(pipe=FMA, stall=4), barrier, EXIT]
    warps = [Warp([Run(0, 1, 25 * w + 1), Run(1, 2)]) for w in range(4)]
    done = of_warps(code, warps)
    behind = 4 * 76 + H200.barrier_latency
    assert done.cycles == behind + 1
    # Each waits from the cycle behind its own BAR on.
    assert done.stalls[1, kinds.AT_BARRIER] == sum(
        behind - (4 * (25 * w + 1) + 1) for w in range(4)
    )


def test_a_barrier_of_32_warps_takes_what_was_measured() -> None:
    """76 cycles on an H200."""
    barrier = Instruction(pipe=LSU, kind=kinds.BARRIER)
    done = of_warps([barrier, EXIT], [loop(100)] * 32)
    assert done.cycles / 100 == pytest.approx(76, abs=4)


def test_a_named_barrier_waits_for_the_given_number() -> None:
    arrive = Instruction(pipe=LSU, kind=kinds.BARRIER_ARRIVE, which=3, number=2)
    wait = Instruction(pipe=LSU, kind=kinds.BARRIER, which=3, number=2)
    code = [Instruction(pipe=FMA, stall=15), arrive, wait, EXIT]
    producer, consumer = Warp([Run(0, 1, 10), Run(1, 1), Run(3, 1)]), Warp([Run(2, 2)])
    done = of_warps(code, [producer, consumer])
    assert done.cycles == 150 + H200.barrier_latency + 1
    assert done.stalls[1, kinds.AT_BARRIER] == 0


def test_groups_of_copies_are_waited_for_one_by_one() -> None:
    """Two groups; `wait_group 1` waits for the first, `wait_group 0` for the second."""
    copy = Instruction(pipe=LSU, kind=kinds.COPY, stall=2)
    commit = Instruction(pipe=LSU, kind=kinds.COMMIT, stall=2, write_barrier=0)
    waits = [Instruction(kind=kinds.WAIT_COUNT, which=0, number=n) for n in (1, 0)]
    code = [copy, commit, copy, commit, *waits, EXIT]
    accesses = [Access([0], in_l2=[1]), Access([8], in_l2=[0])]
    done = of_warps(code, [Warp([Run(0, 7)], accesses)])
    # The memory unit takes one of them every 4 cycles: the copies at 0 and 8.
    assert done.stalls[4, kinds.LONG] == 287 - 8
    assert done.cycles == 8 + 667 + 2


def test_a_bulk_copy_completes_the_event_that_another_warp_waits_for() -> None:
    copy = Instruction(pipe=TMA, kind=kinds.BULK_LOAD)
    wait = Instruction(pipe=LSU, kind=kinds.EVENT_WAIT, write_barrier=0)
    code = [Instruction(pipe=FMA, stall=10), copy, EXIT, wait, Instruction(wait_mask=1)]
    producer = Warp([Run(0, 3)], [Access([0], event=0, in_l2=[0])])
    consumer = Warp([Run(3, 2)], [Access(event=0)])
    streams = Streams.of([Block([producer, consumer], [1])])
    done = simulate(Code.of(code), streams, H200)
    assert done.cycles == 10 + 667 + H200.latency_shared + 1
    assert done.stalls[3, kinds.LONG] == 10 + 667 - 1


def test_products_of_a_warpgroup_go_on_while_the_warp_does() -> None:
    """Four of 128 cycles: the warp issues all at once, and waits for their sum at the end."""
    product = Instruction(
        pipe=kinds.TENSOR, kind=kinds.WGMMA, interval=128, latency=1, write_barrier=6
    )
    wait = Instruction(kind=kinds.WAIT_COUNT, which=6)
    done = of_warps([product, wait, EXIT], [Warp([Run(0, 1, 4), Run(1, 2)])])
    assert done.cycles == 4 * 128 + 1 + 2
    assert done.stalls[0, kinds.TENSOR_BUSY] == 0
    assert done.busy[kinds.TENSOR] == 4 * 128


def test_registers_beside_a_warpgroups_products_take_the_dispatcher_twice_as_long() -> None:
    """Another warp of the sub-partition multiplies while a product of 128 cycles runs."""
    product = Instruction(pipe=kinds.TENSOR, kind=kinds.WGMMA, interval=128, latency=1)
    code = [product, EXIT, Instruction(pipe=FMA), EXIT]
    last, idle, other = Warp([Run(0, 2)]), Warp([Run(3, 1)]), Warp([Run(2, 1, 100), Run(3, 1)])
    alone = of_warps(code, [other])
    beside = of_warps(code, [other, *[idle] * 3, last])
    assert alone.cycles == 100 + 1
    # The youngest warp is first, with its two. 63 multiplications follow in the product's other 126
    # cycles, and then the others.
    assert beside.cycles == 2 + 126 + (100 - 63) + 1


@pytest.mark.parametrize(
    ("row", "cycles"),
    [
        ([(2, 1)], 2.0),
        ([(3, 0)], 3.0),
        ([(1, 1)], 1.0),
        ([(2, 0)], 2.0),
        ([(0, 2), (2, 0)], 1.0),
        ([(3, 0), (0, 3)], 1.5),
        ([(2, 1), (1, 2)], 1.5),
        ([(2, 0), (1, 1), (1, 1), (0, 2)], 1.0),
        ([(0, 3), (1, 2), (2, 1), (3, 0)], 1.5),
        ([(1, 2), (1, 2), (3, 0), (2, 1), (0, 3), (2, 1), (1, 2), (1, 2)], 13 / 8),
    ],
)
def test_each_bank_of_registers_is_read_once_a_cycle(
    row: list[tuple[int, int]], cycles: float
) -> None:
    """Rows of FFMA that read so many even and odd registers, and what each took on an H200."""
    code = [*(Instruction(pipe=FMA, even=even, odd=odd) for even, odd in row), EXIT]
    times = 512 // len(row)
    done = of_warps(code, [Warp([Run(0, len(row), times), Run(len(row), 1)])])
    assert done.cycles / (times * len(row)) == pytest.approx(cycles, abs=0.02)


def test_a_membar_waits_for_stores_and_a_sleep_for_its_time() -> None:
    store = Instruction(pipe=LSU, kind=kinds.STORE)
    code = [store, Instruction(kind=kinds.MEMBAR), Instruction(kind=kinds.SLEEP, number=40), EXIT]
    done = of_warps(code, [Warp([Run(0, 4)], [Access([0], in_l2=[1])])])
    # The store is there in cycle 287; the fence, issued in the next cycle, waits for L2 itself.
    assert done.stalls[1, kinds.AT_MEMBAR] == 287 - 1
    assert done.stalls[2, kinds.SLEEPING] == 40 - 1
    assert done.cycles == 288 + 40 + 1


def test_a_membar_waits_for_the_stores_of_other_warps() -> None:
    """Twenty of another warp, to one sector, are done one after the other."""
    machine = replace(H200, same_address_cycles=50.0)
    code = [
        Instruction(pipe=LSU, kind=kinds.REDUCTION),
        Instruction(kind=kinds.SLEEP, number=200),
        Instruction(kind=kinds.MEMBAR),
        EXIT,
    ]
    adds = Warp([Run(0, 1, 20), Run(3, 1)], [Access([0], in_l2=[1])] * 20)
    alone = of_warps(code, [Warp([Run(1, 3)])], machine)
    both = of_warps(code, [adds, Warp([Run(1, 3)])], machine)
    assert alone.stalls[2, kinds.AT_MEMBAR] == 287 - 1
    # The last one is done in cycle 19 · 50 + 287; the fence is issued in cycle 200.
    assert both.stalls[2, kinds.AT_MEMBAR] == 19 * 50 + 287 - 201


MAKE = Instruction(pipe=kinds.TMA, kind=kinds.DESCRIPTOR)
BULK = Instruction(pipe=kinds.TMA, kind=kinds.BULK_STORE, write_barrier=0)


def test_a_bulk_copy_waits_for_the_descriptor_that_its_block_has_made() -> None:
    code = [MAKE, BULK, Instruction(wait_mask=1), EXIT]
    access = Access([0], in_l2=[1])
    without = of_warps(code, [Warp([Run(1, 3)], [access])])
    made = of_warps(code, [Warp([Run(0, 4)], [access])])
    assert made.cycles == without.cycles + H200.descriptor_cycles + H200.fetch_cycles


def test_descriptors_of_a_block_are_made_one_after_the_other() -> None:
    code = [MAKE, MAKE, BULK, Instruction(wait_mask=1), EXIT]
    access = Access([0], in_l2=[1])
    one, two = (of_warps(code, [Warp([Run(at, 5 - at)], [access])]) for at in (1, 0))
    assert two.cycles - one.cycles == pytest.approx(H200.descriptor_cycles, abs=1)


def test_the_copy_engine_fetches_the_descriptors_of_blocks_one_by_one() -> None:
    code = [MAKE, BULK, Instruction(wait_mask=1), EXIT]
    block = [Warp([Run(0, 4)], [Access([0], in_l2=[1])])]
    machine = replace(H200, resident=8, start_cycles=0)
    streams = Streams.of([Block(block)])
    one, eight = (simulate(Code.of(code), streams, machine, np.zeros((n, 2))) for n in (1, 8))
    assert eight.cycles - one.cycles == pytest.approx(7 * H200.fetch_cycles, rel=0.05)


# Blocks


def test_blocks_that_do_not_fit_wait_for_a_place() -> None:
    machine = replace(H200, resident=1, start_cycles=7)
    code = Code.of([Instruction(pipe=FMA), EXIT])
    done = simulate(code, Streams.of([Block([loop(10)])]), machine, np.zeros((3, 2)))
    assert done.begin.tolist() == [0, 11, 22]
    assert done.end.tolist() == [11, 22, 33]


@pytest.mark.parametrize("resident", [1, 4])
def test_blocks_start_at_the_rate_of_the_gpu(resident: int) -> None:
    """An H200 starts a block every 0.6 ns: each of its 132 SMs every 79 ns, 157 cycles."""
    machine = Machine.of(gpu("h200"), resident=resident)
    streams = Streams.of([Block([Warp([Run(0, 1)])])])
    done = simulate(Code.of([EXIT]), streams, machine, np.zeros((5, 2)))
    assert done.begin.tolist() == [0, 157, 314, 471, 628]


def test_two_waves_take_twice_as_long() -> None:
    machine = replace(H200, resident=2, start_cycles=0)
    code = Code.of([Instruction(pipe=FMA, stall=4), EXIT])
    block = Streams.of([Block([loop(100)] * 8)])
    one, two = (simulate(code, block, machine, np.zeros((n, 2))).cycles for n in (2, 4))
    assert two == 2 * one


def test_cycles_of_all_warps_are_issued_or_have_a_reason() -> None:
    load = Instruction(pipe=LSU, kind=kinds.LOAD, write_barrier=0)
    code = [
        load,
        Instruction(pipe=XU, wait_mask=1),
        Instruction(pipe=LSU, kind=kinds.BARRIER),
        EXIT,
    ]
    warps = [loop(20, [Access([w + 9 * n]) for n in range(20)], 3) for w in range(12)]
    done = of_warps(code, warps)
    # All warps leave the last barrier at once and end one after the other, by scheduler.
    assert done.executed.sum() + done.stalls.sum() == 12 * done.cycles - 4 * (0 + 1 + 2)


# Errors


def test_what_does_not_fit_is_refused() -> None:
    code = Code.of([Instruction(pipe=LSU, kind=kinds.SHARED), EXIT])
    with pytest.raises(UsageError, match="instruction 0: stall is 16, not from 0 to 15"):
        Code.of([Instruction(stall=16)])
    with pytest.raises(UsageError, match=r"warp 0 of block 0 executes 3 .* and has 2 accesses"):
        simulate(code, Streams.of([Block([loop(3, [Access()] * 2)])]), H200)
    with pytest.raises(UsageError, match="run 0 is not inside the code"):
        simulate(code, Streams.of([Block([Warp([Run(1, 2)])])]), H200)
    with pytest.raises(UsageError, match="must be a plain one"):
        simulate(code, Streams.of([Block([Warp([Run(0, 1)], [Access()])])]), H200)
    with pytest.raises(UsageError, match="an event that its block does not have"):
        simulate(code, Streams.of([Block([loop(1, [Access(event=0)])])]), H200)
    with pytest.raises(UsageError, match="2 sectors have 1 verdicts"):
        Streams.of([Block([loop(1, [Access([1, 2], in_l2=[1])])])])
    with pytest.raises(UsageError, match="blocks must be rows of a number below 1"):
        simulate(code, Streams.of([Block([loop(1, [Access()])])]), H200, np.array([[1, 0]]))
    with pytest.raises(UsageError, match="equally many warps"):
        Streams.of([Block([loop(1)]), Block([])])


def test_warps_that_wait_for_ever_are_an_error() -> None:
    wait = Instruction(pipe=LSU, kind=kinds.BARRIER, number=2)
    with pytest.raises(UsageError, match="all warps wait for what never comes"):
        of_warps([wait, EXIT], [Warp([Run(0, 2)])])
