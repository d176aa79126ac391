"""The trace of a launch: compiled code records what the interpreter does, and changes nothing.

The sums over a trace of all blocks are the launch's counters, which have a way of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from families import exhaustive
from kernelscope import vgpu
from kernelscope.errors import LaunchError
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.counting.trace import (
    Event,
    LaunchTrace,
    Spaces,
    TracedInstruction,
    TraceRequest,
    WarpTrace,
)
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.interpreter.tracing import Tracer
from kernelscope.vgpu.layout import OFFSET_BITS, base_of
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.runtime.launch import dimensions
from kernelscope.vgpu.schedule import schedule
from kernelscope.vgpu.tensor_map import TensorMap
from truth.concurrent.program import Program
from truth.concurrent.programs import PROGRAMS
from truth.concurrent.virtual import launch_options
from vgpu import test_bulk_copies as bulk_copies
from vgpu import test_control_flow as control_flow
from vgpu import test_memory_patterns as memory_patterns
from vgpu.test_async_copies import PATTERN as ASYNC_COPY
from vgpu.test_async_copies import places as async_places
from vgpu.test_wmma import KERNEL as WMMA

PAST = OFFSET_BITS - 5
"""Bits of the number of a sector below the number of its allocation."""
Counts = dict[str, float]

EXAMPLE = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
    .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<4>;
    .shared .align 16 .b8 s[256];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    ld.global.f32 %f1, [%rd4];
    mov.u32 %r2, s;
    shl.b32 %r3, %r1, 2;
    add.s32 %r4, %r2, %r3;
    st.shared.f32 [%r4], %f1;
    bar.sync 0;
    sub.s32 %r5, 252, %r3;
    add.s32 %r6, %r2, %r5;
    ld.shared.f32 %f2, [%r6];
    add.s64 %rd5, %rd2, %rd3;
    st.global.f32 [%rd5], %f2;
    ret;
}
"""


# ---- what is compared ----------------------------------------------------------------------------


def renamed(warp: WarpTrace, names: dict[int, int]) -> list[list[tuple[int, int]]]:
    """The sectors of each event as (allocation, sector in it); allocations by when they come."""
    rows: list[list[tuple[int, int]]] = []
    for event in range(len(warp.kinds)):
        sectors = [(int(s) >> PAST, int(s) & (1 << PAST) - 1) for s in warp.sectors_of(event)]
        rows.append([(names.setdefault(a, len(names)), s) for a, s in sectors])
    return rows


def plain(trace: LaunchTrace) -> list[Any]:
    """All that a trace says, to be compared with another one."""
    names: dict[int, int] = {}
    said: list[Any] = [trace.instructions, trace.starts.tolist()]
    for block in trace.blocks:
        for warp in block.warps:
            columns = (
                warp.executions, warp.lanes_summed, warp.kinds, warp.numbers, warp.lanes,
                warp.sectors_counted, warp.wavefronts, warp.spaces,
            )  # fmt: skip
            said.append((block.number, [c.tolist() for c in columns], warp.truncated))
            said.append(renamed(warp, names))
    return said


_OPS = {"load": "ld", "store": "st", "atom": "atom", "red": "red", "copy": "ld"}
_SHARED_OPS = {
    "load": "ld", "store": "st", "atom": "atom", "red": "atom", "ldmatrix": "ld", "stmatrix": "st",
}  # fmt: skip
_REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_{}.sum"
_SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"
_WAVES = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"


def sums(trace: LaunchTrace) -> Counts:
    """The counters of a launch, from a trace of all its blocks."""
    total: Counter[str] = Counter()
    touched: dict[str, set[int]] = {"read": set(), "written": set()}
    sizes = np.diff(trace.starts)
    barriers = [i.opcode in ("bar", "barrier") for i in trace.instructions]
    for warp in (warp for block in trace.blocks for warp in block.warps):
        executed = trace.executed(warp)
        total["kernelscope__inst_executed.sum"] += int(executed.sum())
        total["kernelscope__thread_inst_executed.sum"] += int((warp.lanes_summed * sizes).sum())
        assert executed[barriers].sum() >= (warp.kinds == Event.BARRIER).sum()
        entered = warp.numbers[warp.kinds == Event.BLOCK]
        np.testing.assert_array_equal(np.bincount(entered, minlength=len(sizes)), warp.executions)
        for event in np.flatnonzero(warp.kinds == Event.ACCESS):
            add_access(trace.instructions[warp.numbers[event]], warp, int(event), total, touched)
    for what, sectors in touched.items():
        total[f"kernelscope__unique_sectors_{what}.sum"] = len(sectors)
    return {name: float(count) for name, count in total.items() if count}


def add_access(
    inst: TracedInstruction, warp: WarpTrace, event: int, total: Counter[str],
    touched: dict[str, set[int]],
) -> None:  # fmt: skip
    """Add what one access counts."""
    spaces, sectors = Spaces(int(warp.spaces[event])), warp.sectors_of(event).tolist()
    is_bulk = inst.access.startswith("bulk")
    if inst.access in _OPS and spaces & Spaces.GLOBAL:
        total[_REQUESTS.format(_OPS[inst.access])] += 1
        total[_SECTORS.format(_OPS[inst.access])] += int(warp.sectors_counted[event])
        if inst.access not in ("atom", "red") and inst.opcode != "wmma":
            assert warp.sectors_counted[event] == len(sectors)
    if inst.access in _SHARED_OPS and spaces == Spaces.SHARED:
        total[_WAVES.format(_SHARED_OPS[inst.access])] += int(warp.wavefronts[event])
    if inst.access not in ("store", "bulk_store"):
        touched["read"].update(sectors)
    if inst.access in ("store", "atom", "red", "bulk_store", "bulk_reduce"):
        touched["written"].update(sectors)
    assert bool(sectors) == bool(spaces & Spaces.GLOBAL) or is_bulk


def check_sums(trace: LaunchTrace, counters: Counts) -> None:
    """Each counter that the trace gives is the launch's, also those that it says are 0."""
    ours = sums(trace)
    names = set(ours) | {
        *(_REQUESTS.format(op) for op in ("ld", "st", "atom", "red")),
        *(_SECTORS.format(op) for op in ("ld", "st", "atom", "red")),
        *(_WAVES.format(op) for op in ("ld", "st", "atom")),
    }
    if any(i.opcode == "wmma" for i in trace.instructions):
        names -= {_REQUESTS.format(op) for op in ("ld", "st")}  # one instruction asks several times
    assert {n: ours.get(n, 0.0) for n in names} == {n: counters.get(n, 0.0) for n in names}
    if trace.work is not None:
        noted = [trace.work[block.number] for block in trace.blocks]
        assert noted == trace.traced_work().tolist()


def check(
    text: str, grid: int, threads: int, arguments: list[Any], cluster: int | None = None,
    other: list[Any] | None = None,
) -> LaunchTrace:  # fmt: skip
    """Run a kernel without a trace, with one, and in the interpreter; compare all of them.

    other: the interpreter's arguments, if they are not the same.
    """
    kernel = vgpu.load_ptx(text).kernel(vgpu.load_ptx(text).kernels[0])
    request = TraceRequest(tuple(range(grid)), 1 << 14)
    shape = (grid, 1, 1), (threads, 1, 1)
    size = None if cluster is None else (cluster, 1, 1)
    function = kernel.lowered()
    remove_dead_code(function)
    tracer = Tracer(function, request)
    kept = [[np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments] for _ in range(2)]
    expected = kernel.launch(*shape, kept[0], cluster=size)
    counts = kernel.launch(*shape, kept[1], cluster=size, trace=request)
    assert counts.counters == expected.counters
    np.testing.assert_array_equal(counts.blocks, expected.blocks)
    for one, two in zip(*kept, strict=True):
        np.testing.assert_array_equal(one, two)
    interpreter.launch(function, *shape, other or arguments, cluster=size, tracer=tracer)
    assert counts.trace is not None
    other_trace = tracer.trace(*shape)
    assert plain(counts.trace) == plain(other_trace)
    if cluster is None:  # those of a cluster run in turn, and what each executes is not noted
        np.testing.assert_array_equal(counts.trace.work, other_trace.work)
    check_sums(counts.trace, counts.counters)
    assert expected.trace is None
    return counts.trace


# ---- programs ------------------------------------------------------------------------------------


def test_the_worked_example_of_the_documentation() -> None:
    """Two warps that turn 64 floats around: each event, as `LaunchTrace` says."""
    x = np.arange(64, dtype=np.float32)
    trace = check(EXAMPLE, 1, 64, [x, np.zeros_like(x)])
    assert trace.starts.tolist() == [0, 16]
    assert [i.opcode for i in trace.instructions][5::5] == ["ld", "bar", "st"]
    block, access, barrier = Event.BLOCK, Event.ACCESS, Event.BARRIER
    for number, warp in enumerate(trace.blocks[0].warps):
        assert warp.kinds.tolist() == [block, access, access, barrier, access, access]
        assert warp.numbers.tolist() == [0, 5, 9, 10, 13, 15]
        assert warp.lanes.tolist() == [32] * 6
        assert warp.sectors_counted.tolist() == [0, 4, 0, 0, 0, 4]
        assert warp.wavefronts.tolist() == [0, 1, 1, 0, 1, 0]
        own = [4 * number + n for n in range(4)]
        assert renamed(warp, {}) == [
            [], [(0, n) for n in own], [], [], [], [(1, n) for n in own]
        ]  # fmt: skip
        assert trace.executed(warp).tolist() == [1] * 16
    assert trace.instructions[5].ptx_line == EXAMPLE[: EXAMPLE.index("ld.global")].count("\n") + 1


@settings(max_examples=6, phases=[Phase.generate], deadline=None)
@given(control_flow.programs, st.integers(0, 2**32))
def test_warps_that_part_and_meet(program: Any, seed: int) -> None:
    """Random branches, loops, guards, votes and barriers."""
    text = control_flow.Writer().text(program)

    def run(grid: Any, block: Any, arguments: Any) -> None:
        check(text, grid[0], block[0], arguments)

    control_flow.outcome(run, seed)


def labelled(text: str) -> str:
    """The text with a label before each line that is an instruction; nothing branches there."""
    lines = text.splitlines()
    inside = next(n for n, line in enumerate(lines) if "{" in line)
    for n in range(len(lines) - 1, inside, -1):
        if re.fullmatch(r"\s*(@!?%\w+ )?[a-z][^{}:]*;", lines[n]):
            lines.insert(n, f"$L__tmp{n}:")
    return "\n".join(lines)


@pytest.mark.parametrize("threads", [40, 64])
def test_labels_that_nothing_branches_to(threads: int) -> None:
    """Compilers write one at each change of the source's line; each begins a basic block."""
    x = np.arange(64, dtype=np.float32)
    trace = check(labelled(EXAMPLE), 2, threads, [x, np.zeros_like(x)])
    assert len(trace.starts) > 16
    assert all(set(warp.executions.tolist()) == {1} for warp in trace.blocks[0].warps)


@settings(max_examples=4, phases=[Phase.generate], deadline=None)
@given(control_flow.programs, st.integers(0, 2**32))
def test_labels_between_branches_loops_and_barriers(program: Any, seed: int) -> None:
    """Blocks that run together with the one before, in components and outside of them."""
    text = labelled(control_flow.Writer().text(program))
    assert text.count("$L__tmp") > 5

    def run(grid: Any, block: Any, arguments: Any) -> None:
        check(text, grid[0], block[0], arguments)

    control_flow.outcome(run, seed)


@pytest.mark.parametrize("atomics", [False, True], ids=["loads and stores", "atomics"])
@pytest.mark.parametrize("space", memory_patterns.SPACES)
@settings(max_examples=2, phases=[Phase.generate], deadline=None)
@given(lanes=memory_patterns.patterns, start=st.integers(0, 32))
def test_accesses_of_every_width_and_space(
    space: str, atomics: bool, lanes: list[int], start: int
) -> None:
    """Scattered, side by side, at one address; some lanes or none."""
    if atomics and space == "local":
        return
    text = memory_patterns.kernel_text(space, atomics)

    def run(grid: Any, block: Any, arguments: Any) -> None:
        check(text, grid[0], block[0], arguments)

    memory_patterns.outcome(run, lanes, start)


@pytest.mark.parametrize("size", [4, 8, 16])
@settings(max_examples=4, phases=[Phase.generate], deadline=None)
@given(lanes=async_places)
def test_asynchronous_copies(size: int, lanes: list[tuple[int, int]]) -> None:
    """Those that read nothing are not in the trace."""
    text = ASYNC_COPY.format(size=size, cop="cg" if size == 16 else "ca")
    data = np.arange(1, 128 * size // 4 + 1, dtype=np.uint32)
    check(text, 1, 32, [data, np.array(lanes, np.int32), np.zeros(32, np.uint32)])


LOAD = bulk_copies.LOAD.format(to="shared::cta", more="", end="") + bulk_copies.WAIT
STORE = """
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1+64], [%r2], 272;
    @%p1 cp.async.bulk.commit_group;
    @%p1 cp.async.bulk.wait_group 0;
"""


def test_bulk_copies_are_ranges() -> None:
    """A load of 4,112 bytes and a store of 272 that begins in the middle of a sector's pair."""
    x = np.arange(8192, dtype=np.uint8)
    arguments = [x, np.zeros(bulk_copies.TILE, np.uint8), 4112, bulk_copies.NO_MAP, *[0] * 5]
    trace = check(bulk_copies.source(LOAD + STORE), 1, 32, arguments)
    (warp,) = trace.blocks[0].warps
    found = {
        trace.instructions[warp.numbers[e]].access: [s for _, s in rows]
        for e, rows in enumerate(renamed(warp, {}))
        if trace.instructions[warp.numbers[e]].access.startswith("bulk")
        and warp.kinds[e] == Event.ACCESS
    }
    assert found == {"bulk_load": list(range(129)), "bulk_store": list(range(2, 11))}


def test_a_box_of_a_tensor_is_its_rows() -> None:
    """5 rows of 16 words from column 4 of 40, of which the last two are beyond the tensor."""
    text = bulk_copies.source(
        """
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 320;
    @%p1 cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes
        [%r2], [%rd3, {%c0, %c1}], [%r4];
    """
        + bulk_copies.WAIT
    )
    x = np.arange(8 * 40, dtype=np.uint32)
    place = region_of(x)
    assert place is not None
    y = np.zeros(bulk_copies.TILE, np.uint8)
    maps = [
        TensorMap("u32", address, (40, 8), (160,), (16, 5), (1, 1)).encode()
        for address in (SPACE.address(*place), base_of(8))
    ]
    shape, request = ((1, 1, 1), (32, 1, 1)), TraceRequest((0,), 1 << 14)
    kernel = vgpu.load_ptx(text).kernel("k")
    counts = kernel.launch(*shape, [x, y, 0, maps[0], 4, 5, 0, 0, 0], trace=request)
    function = kernel.lowered()
    remove_dead_code(function)
    tracer = Tracer(function, request)
    interpreter.launch(function, *shape, [x, y, 0, maps[1], 4, 5, 0, 0, 0], tracer=tracer)
    assert counts.trace is not None
    assert plain(counts.trace) == plain(tracer.trace(*shape))
    (warp,) = counts.trace.blocks[0].warps
    boxes = [
        [s for _, s in rows]
        for e, rows in enumerate(renamed(warp, {}))
        if warp.kinds[e] == Event.ACCESS
        and counts.trace.instructions[warp.numbers[e]].access == "bulk_load"
    ]
    rows = [range((160 * r + 16) // 32, (160 * r + 80 + 31) // 32) for r in (5, 6, 7)]
    assert boxes == [sorted({s for row in rows for s in row})]


def test_fragments_of_matrices() -> None:
    """`wmma.load` and `wmma.store`: several accesses of one instruction."""
    registers = {
        part: "{" + ", ".join(f"%r{first + n}" for n in range(8)) + "}"
        for part, first in (("a", 10), ("b", 20))
    }
    floats = {
        part: "{" + ", ".join(f"%f{first + n}" for n in range(8)) + "}"
        for part, first in (("c", 30), ("d", 40))
    }
    copies = "\n".join(f"st.shared.v4.b32 [%rd8+{16 * n}], {{%r1, %r1, %r1, %r1}};" for n in (0, 1))
    text = WMMA.format(
        copies=copies, stride=64, shape="m16n16k16", kind="f16", ct="f32", dt="f32", al="row",
        bl="col", cl="row", op="", types="f32.f32", **registers, **floats,
    )  # fmt: skip
    x, y = np.zeros(4096, np.uint8), np.zeros(8192, np.uint8)
    check(text, 1, 32, [x, x.copy(), y, y.copy()])


CLUSTER = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x)
{
    .reg .b32 %r<9>; .reg .b64 %rd<4>;
    .shared .align 16 .b8 s[128];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    shl.b32 %r3, %r1, 2;
    mov.u32 %r4, s;
    add.s32 %r4, %r4, %r3;
    st.shared.b32 [%r4], %r2;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    xor.b32 %r5, %r2, 1;
    and.b32 %r5, %r5, 1;
    mapa.shared::cluster.u32 %r6, %r4, %r5;
    ld.shared::cluster.b32 %r7, [%r6];
    mad.lo.u32 %r8, %r2, 32, %r1;
    mul.wide.u32 %rd2, %r8, 4;
    add.s64 %rd3, %rd1, %rd2;
    st.global.b32 [%rd3], %r7;
    barrier.cluster.arrive.aligned;
    barrier.cluster.wait.aligned;
    ret;
}
"""


def test_blocks_of_clusters() -> None:
    """Each block has the number that the grid gives it, and reads its neighbour's memory."""
    result = np.zeros(6 * 32, np.uint32)
    trace = check(CLUSTER, 6, 32, [result], cluster=2)
    for block in trace.blocks:
        (warp,) = block.warps
        assert Spaces.CLUSTER in warp.spaces.tolist()
        last = int(np.flatnonzero(warp.kinds == Event.ACCESS)[-1])
        assert [s for _, s in renamed(warp, {})[last]] == [4 * block.number + n for n in range(4)]


# ---- launches ------------------------------------------------------------------------------------

CONCURRENT = (
    "shuffle_on_both_sides", "barrier_on_both_sides", "lock_taken_inside_a_loop",
    "producers_and_consumers", "rounds_on_both_sides", "barrier_after_warps_have_ended",
)  # fmt: skip


def launched(program: Program, trace: TraceRequest | None, order: str) -> tuple[Any, Any]:
    """The results of a program of one kernel, and its counts."""
    arguments = program.fresh()
    kernel = vgpu.load_ptx(program.ptx).kernel(program.kernels[0])
    counts = kernel.launch(
        program.grid, program.block, arguments, program.shared, schedule=schedule(order),
        trace=trace, **launch_options(program),
    )  # fmt: skip
    return [r.tolist() for r in program.results(arguments)], counts


# The fine schedules run one code, in another order.
@pytest.mark.parametrize("order", ["turns", "interleaved", exhaustive("random:3")])
@pytest.mark.parametrize("name", CONCURRENT)
def test_a_trace_changes_nothing_under_any_schedule(name: str, order: str) -> None:
    """Locks, barriers of a part of a block, lanes that wait for each other: results, counters."""
    program = PROGRAMS[name]
    x, y, z = dimensions(program.grid, "grid")
    expected, plain_counts = launched(program, None, order)
    found, counts = launched(program, TraceRequest(tuple(range(x * y * z)), 1 << 16), order)
    assert found == expected
    assert counts.counters == plain_counts.counters
    np.testing.assert_array_equal(counts.blocks, plain_counts.blocks)
    check_sums(counts.trace, counts.counters)


def test_only_the_blocks_asked_for_are_traced() -> None:
    """Two of 24 in three dimensions; the counters are those of the whole grid."""
    x = np.arange(64, dtype=np.float32)
    kernel = vgpu.load_ptx(EXAMPLE).kernel("k")
    counts = kernel.launch((2, 3, 4), 64, [x, x.copy()], trace=TraceRequest((23, 7)))
    assert counts.trace is not None
    assert [block.number for block in counts.trace.blocks] == [7, 23]
    assert counts.counters["kernelscope__inst_executed.sum"] == 24 * 2 * 16
    assert [len(w.kinds) for b in counts.trace.blocks for w in b.warps] == [6] * 4


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5, 6])
def test_events_beyond_the_limit_are_left_out_and_said_so(most: int) -> None:
    """The first ones are kept, the executions are all counted; the interpreter does the same."""
    x = np.arange(64, dtype=np.float32)
    kernel = vgpu.load_ptx(EXAMPLE).kernel("k")
    request = TraceRequest((0,), most)
    counts = kernel.launch(1, 64, [x, x.copy()], trace=request)
    function = kernel.lowered()
    remove_dead_code(function)
    tracer = Tracer(function, request)
    interpreter.launch(function, (1, 1, 1), (64, 1, 1), [x, x.copy()], tracer=tracer)
    assert counts.trace is not None
    assert plain(counts.trace) == plain(tracer.trace((1, 1, 1), (64, 1, 1)))
    for warp in counts.trace.blocks[0].warps:
        assert len(warp.kinds) == most
        assert warp.truncated == (most < 6)
        assert warp.executions.tolist() == [1]


@pytest.mark.parametrize(
    ("number", "sample", "message"),
    [(24, None, "the grid has blocks 0 to 23"), (-1, None, "blocks 0 to 23"),
     (5, 2, "not in the sample of 2 that runs")],
)  # fmt: skip
def test_a_block_that_does_not_run_is_refused(
    number: int, sample: int | None, message: str
) -> None:
    """Before the launch, in one line."""
    x = np.arange(64, dtype=np.float32)
    kernel = vgpu.load_ptx(EXAMPLE).kernel("k")
    with pytest.raises(LaunchError, match=message):
        kernel.launch(24, 64, [x, x], sample_blocks=sample, trace=TraceRequest((number,)))
