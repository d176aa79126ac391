"""Engines beside the warps complete late under the fine schedules: a missing wait shows.

Each program is run with its waits, when every schedule gives the same, and with one of them left
out, when some schedule gives something else. Compiled code and the interpreter agree on each.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.interpreter.events import EventRun
from kernelscope.vgpu.interpreter.memory import Memory
from kernelscope.vgpu.interpreter.orders import explore
from kernelscope.vgpu.schedule import schedule

# ruff: noqa: E501 - instructions of PTX are long

THREADS = 128
SEEDS = range(1, 5)
FINE = ("interleaved", *(f"random:{seed}" for seed in SEEDS))

HEAD = """
.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 x, .param .u64 y) {
    .reg .b32 %r<40>, %d<4>, %a<4>;
    .reg .b64 %rd<20>, %da, %db;
    .reg .pred %p<6>, %first;
    .shared .align 1024 .b8 tile[8192];
    .shared .align 1024 .b8 other[8192];
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    mov.u32 %r0, %tid.x;
    setp.eq.u32 %first, %r0, 0;
    mov.u32 %r1, tile;
    mov.u32 %r2, other;
    mov.u32 %r3, bar;
    mul.wide.u32 %rd3, %r0, 4;
    add.u64 %rd4, %rd1, %rd3;      // x + thread
    add.u64 %rd5, %rd2, %rd3;      // y + thread
    shl.b32 %r4, %r0, 2;
    add.u32 %r5, %r1, %r4;         // tile + thread
    add.u32 %r6, %r2, %r4;         // other + thread
    mov.u32 %r7, 7;
"""
TAIL = "\n    ret;\n}\n"
RESULT = "    st.global.u32 [%rd5], %r8;"


def barrier(count: int) -> str:
    """The mbarrier, made by one thread, and a row of 7 in `tile`."""
    return f"""
    @%first mbarrier.init.shared::cta.b64 [%r3], {count};
    st.shared.u32 [%r5], %r7;
    fence.proxy.async;
    bar.sync 0;
"""


def wait_at_barrier(label: str) -> str:
    return f"""
{label}:
    mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r3], 0;
    @!%p1 bra {label};
"""


@dataclass(frozen=True)
class Program:
    """A program, and the wait without which its result is not sure.

    Attributes:
        body: with `{wait}` where the wait is.
        wait: its text.
        wrong: what its threads may give without the wait; with it they give `right`.
        blocks: of a cluster.
    """

    body: str
    wait: str
    right: Callable[[np.ndarray], np.ndarray]
    wrong: Callable[[np.ndarray], np.ndarray]
    blocks: int = 1

    def text(self, *, waits: bool) -> str:
        """The PTX, with the wait or without it."""
        return HEAD + self.body.replace("{wait}", self.wait if waits else "") + RESULT + TAIL


def constant(value: int) -> Callable[[np.ndarray], np.ndarray]:
    return lambda x: np.full_like(x, value)


def floats(value: float) -> Callable[[np.ndarray], np.ndarray]:
    return lambda x: np.full(x.shape, value, np.float32).view(np.uint32)


# ---- cp.async ------------------------------------------------------------------------------------

COPY = """
    cp.async.ca.shared.global [%r5], [%rd4], 4;
"""
CP_ASYNC = Program(
    barrier(1) + COPY + "cp.async.commit_group; {wait} ld.shared.u32 %r8, [%r5];",
    "cp.async.wait_group 0;",
    right=lambda x: x, wrong=constant(7),
)  # fmt: skip
WAIT_OF_ONE_THREAD = Program(
    barrier(1) + COPY
    + "cp.async.commit_group; @%first cp.async.wait_group 0; {wait} ld.shared.u32 %r8, [%r5];",
    "cp.async.wait_all;",
    right=lambda x: x, wrong=lambda x: np.where(np.arange(len(x)) % THREADS, 7, x),
)  # fmt: skip
ARRIVE = Program(
    barrier(THREADS) + COPY + "cp.async.mbarrier.arrive.noinc.shared.b64 [%r3]; {wait}"
    "ld.shared.u32 %r8, [%r5];",
    wait_at_barrier("A"),
    right=lambda x: x, wrong=constant(7),
)  # fmt: skip
ARRIVE_COUNTED = Program(
    barrier(1) + COPY
    + "cp.async.mbarrier.arrive.shared.b64 [%r3]; bar.sync 0;"
    "@%first mbarrier.arrive.shared::cta.b64 _, [%r3]; {wait} ld.shared.u32 %r8, [%r5];",
    wait_at_barrier("A"),
    right=lambda x: x, wrong=constant(7),
)  # fmt: skip
# The first phase's wait says nothing of the copy that begins after its arrival.
SECOND_STAGE = Program(
    barrier(THREADS)
    + "cp.async.ca.shared.global [%r6], [%rd4], 4;"
    + "cp.async.mbarrier.arrive.noinc.shared.b64 [%r3];" + COPY
    + wait_at_barrier("FIRST") + "{wait} ld.shared.u32 %r8, [%r5];",
    "cp.async.wait_all;",
    right=lambda x: x, wrong=constant(7),
)  # fmt: skip

# ---- bulk copies ---------------------------------------------------------------------------------

LOAD = Program(
    barrier(1) + """
    @%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    @%first cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 512, [%r3];
    bar.sync 0;
    {wait}
    ld.shared.u32 %r8, [%r5];
    """,
    wait_at_barrier("A"),
    right=lambda x: x, wrong=constant(7),
)  # fmt: skip
BETWEEN = Program(
    barrier(1) + """
    mov.u32 %r8, 1;
    st.shared.u32 [%r6], %r8;
    fence.proxy.async;
    bar.sync 0;
    @%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    @%first cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%r1], [%r2], 512, [%r3];
    bar.sync 0;
    {wait}
    ld.shared.u32 %r8, [%r5];
    """,
    wait_at_barrier("A"),
    right=constant(8), wrong=constant(7),
)  # fmt: skip


def out(operation: str, then: str) -> str:
    """Thread 0 takes the tile to the front of x, then all threads do something."""
    return (
        barrier(1)
        + f"""
    @%first {operation} [%rd1], [%r1], 512;
    @%first cp.async.bulk.commit_group;
    {then}
    ld.volatile.global.u32 %r8, [%rd4];
    """
    )


# With the wait for the reads alone what was in x may be seen still.
STORE = Program(
    out("cp.async.bulk.global.shared::cta.bulk_group", "@%first cp.async.bulk.wait_group.read 0; {wait} bar.sync 0;"),
    "@%first cp.async.bulk.wait_group 0;",
    right=constant(7), wrong=lambda x: x,
)  # fmt: skip
REDUCE = Program(
    out("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32", "{wait} bar.sync 0;"),
    "@%first cp.async.bulk.wait_group 0;",
    right=lambda x: x + 7, wrong=lambda x: x,
)  # fmt: skip
# The tile is used again: a store that has not read it yet takes what is there then.
STORE_READS = Program(
    out(
        "cp.async.bulk.global.shared::cta.bulk_group",
        "{wait} bar.sync 0; mov.u32 %r9, 9; st.shared.u32 [%r5], %r9; bar.sync 0;"
        "@%first cp.async.bulk.wait_group 0; bar.sync 0;",
    ),
    "@%first cp.async.bulk.wait_group.read 0;",
    right=constant(7), wrong=constant(9),
)  # fmt: skip

# ---- st.async, red.async -------------------------------------------------------------------------

REMOTE = """
    barrier.cluster.arrive;
    barrier.cluster.wait;
    @%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    mov.u32 %r10, %cluster_ctarank;
    xor.b32 %r10, %r10, 1;
    mapa.shared::cluster.u32 %r11, %r5, %r10;
    mapa.shared::cluster.u32 %r12, %r3, %r10;
    ld.global.u32 %r13, [%rd4];
    {operation} [%r11], %r13, [%r12];
    {{wait}}
    ld.shared.u32 %r8, [%r5];
    barrier.cluster.arrive;
    barrier.cluster.wait;
"""
ST_ASYNC = Program(
    barrier(1) + REMOTE.format(
        operation="st.async.shared::cluster.mbarrier::complete_tx::bytes.u32"
    ),
    wait_at_barrier("A"),
    right=lambda x: x, wrong=constant(7), blocks=2,
)  # fmt: skip
RED_ASYNC = Program(
    barrier(1) + REMOTE.format(
        operation="red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32"
    ),
    wait_at_barrier("A"),
    right=lambda x: x + 7, wrong=constant(7), blocks=2,
)  # fmt: skip
ST_ASYNC_V4 = Program(
    barrier(1) + """
    barrier.cluster.arrive;
    barrier.cluster.wait;
    setp.lt.u32 %p2, %r0, 32;
    @%first mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    mov.u32 %r10, %cluster_ctarank;
    xor.b32 %r10, %r10, 1;
    mad.lo.u32 %r11, %r0, 16, %r1;
    mapa.shared::cluster.u32 %r11, %r11, %r10;
    mapa.shared::cluster.u32 %r12, %r3, %r10;
    mul.wide.u32 %rd6, %r0, 16;
    add.u64 %rd6, %rd1, %rd6;
    @%p2 ld.global.v4.u32 {%r13, %r14, %r15, %r16}, [%rd6];
    @%p2 st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.u32 [%r11], {%r13, %r14, %r15, %r16}, [%r12];
    {wait}
    ld.shared.u32 %r8, [%r5];
    barrier.cluster.arrive;
    barrier.cluster.wait;
    """,
    wait_at_barrier("A"),
    right=lambda x: x, wrong=constant(7), blocks=2,
)  # fmt: skip

# ---- wgmma ---------------------------------------------------------------------------------------


def fill(value: int, where: str = "%r6") -> str:
    """Fill 2 KiB of shared memory with pairs of f16."""
    stores = "".join(f"st.shared.u32 [{where}+{512 * n}], %r20;" for n in range(4))
    return f"mov.u32 %r20, {value}; {stores} fence.proxy.async; bar.sync 0;"


ONES, TWOS = 0x3C003C00, 0x40004000
SUMS = "{%d0, %d1, %d2, %d3}"
# Tiles whose elements are all equal: no swizzle, and any strides inside the tile.
PRODUCT = (
    "".join(f"mov.b32 %d{n}, 0f40A00000;" for n in range(4))  # 5
    + fill(ONES) + fill(ONES, "%r5")
    + """
    cvt.u64.u32 %da, %r1;
    shr.u64 %da, %da, 4;
    or.b64 %da, %da, 0x0000001000080000;
    cvt.u64.u32 %db, %r2;
    shr.u64 %db, %db, 4;
    or.b64 %db, %db, 0x0000001000080000;
    setp.eq.u32 %p3, %r0, %r0;
    wgmma.fence.sync.aligned;
    """
)  # fmt: skip


def product(a: str = "%da", keep: str = "%p3") -> str:
    tail = ", 1, 1, 0, 0" if a == "%da" else ", 1, 1, 0"
    return f"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {SUMS}, {a}, %db, {keep}{tail};"


COMMIT, WAIT_GROUP = "wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned {};"
TAKE = "mov.b32 %r8, %d3;"
WGMMA = Program(
    PRODUCT + product() + COMMIT + "{wait}" + TAKE,
    WAIT_GROUP.format(0),
    right=floats(21), wrong=floats(5),
)  # fmt: skip
IN_ORDER = Program(
    PRODUCT + product(keep="!%p3") + product() + COMMIT + product() + COMMIT + "{wait}" + TAKE,
    WAIT_GROUP.format(0),
    right=floats(48), wrong=floats(5),
)  # fmt: skip
ONE_GROUP_LEFT = Program(
    PRODUCT + product() + COMMIT + product() + COMMIT + WAIT_GROUP.format(1) + "{wait}" + TAKE,
    WAIT_GROUP.format(0),
    right=floats(37), wrong=floats(21),
)  # fmt: skip
TILE_USED_AGAIN = Program(
    PRODUCT + product() + COMMIT + "{wait} bar.sync 0;" + fill(TWOS) + WAIT_GROUP.format(0) + TAKE,
    WAIT_GROUP.format(0),
    right=floats(21), wrong=floats(37),
)  # fmt: skip
FACTORS = "".join(f"mov.b32 %a{n}, {{}};" for n in range(4))
FROM_REGISTERS = Program(
    PRODUCT + FACTORS.format(*[ONES] * 4) + "wgmma.fence.sync.aligned;"
    + product("{%a0, %a1, %a2, %a3}") + COMMIT + "{wait}" + FACTORS.format(*[TWOS] * 4)
    + WAIT_GROUP.format(0) + "".join(f"st.volatile.global.b32 [%rd5], %a{n};" for n in range(4))
    + TAKE,
    WAIT_GROUP.format(0),
    right=floats(21), wrong=floats(37),
)  # fmt: skip

PROGRAMS = {
    "cp.async": CP_ASYNC,
    "cp.async, one thread waits": WAIT_OF_ONE_THREAD,
    "cp.async.mbarrier.arrive.noinc": ARRIVE,
    "cp.async.mbarrier.arrive": ARRIVE_COUNTED,
    "cp.async.mbarrier.arrive, a later copy": SECOND_STAGE,
    "cp.async.bulk, load": LOAD,
    "cp.async.bulk, store": STORE,
    "cp.async.bulk, wait_group.read": STORE_READS,
    "cp.reduce.async.bulk to shared memory": BETWEEN,
    "cp.reduce.async.bulk": REDUCE,
    "st.async": ST_ASYNC,
    "st.async.v4": ST_ASYNC_V4,
    "red.async": RED_ASYNC,
    "wgmma": WGMMA,
    "wgmma, sums of three products": IN_ORDER,
    "wgmma, wait_group 1": ONE_GROUP_LEFT,
    "wgmma, a tile used again": TILE_USED_AGAIN,
    "wgmma, factors in registers": FROM_REGISTERS,
}


@functools.cache
def loaded(text: str) -> vgpu.Kernel:
    return vgpu.load_ptx(text, gpu="h200").kernel("k")


def result(program: Program, order: str, *, waits: bool, compiled: bool) -> list[int]:
    """What the first block's threads give; x is 100, 101, …"""
    text = program.text(waits=waits)
    x = np.arange(100, 100 + THREADS, dtype=np.uint32)
    y = np.zeros(THREADS, np.uint32)
    kernel = loaded(text)
    launch = kernel.launch
    if not compiled:
        launch = functools.partial(interpreter.launch, kernel.lowered())
    shape = (program.blocks, 1, 1), (THREADS, 1, 1)
    cluster = None if program.blocks == 1 else (program.blocks, 1, 1)
    launch(*shape, [x, y], schedule=schedule(order), cluster=cluster)
    return y.tolist()


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_with_its_wait_a_program_gives_the_same_under_every_schedule(
    program: Program, compiled: bool
) -> None:
    """What PTX promises, turn by turn and finely interleaved."""
    x = np.arange(100, 100 + THREADS, dtype=np.uint32)
    # The interpreter takes long for a product: one drawn order of it, and two of compiled code.
    for order in ("turns", *(FINE[:3] if compiled else FINE[:2])):
        assert result(program, order, waits=True, compiled=compiled) == program.right(x).tolist()


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_missing_wait_shows_when_accesses_are_interleaved(program: Program) -> None:
    """Without it each thread sees what was there before, compiled and interpreted."""
    x = np.arange(100, 100 + THREADS, dtype=np.uint32)
    for compiled in (True, False):
        seen = result(program, "interleaved", waits=False, compiled=compiled)
        assert seen == program.wrong(x).tolist()
        assert seen != program.right(x).tolist()


@pytest.mark.parametrize(
    "compiled",
    # The interpreter draws what completes early where compiled code does; one schedule of it is in
    # the test above, and the drawn ones in test_wgmma_products.py and test_bulk_copies.py.
    [True, pytest.param(False, marks=pytest.mark.exhaustive)],
    ids=["compiled", "interpreted"],
)
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_missing_wait_shows_for_some_seeds_and_the_same_for_each_run(
    program: Program, compiled: bool
) -> None:
    """Drawn schedules complete early and late; each seed gives what it gave before."""
    x = np.arange(100, 100 + THREADS, dtype=np.uint32)
    run = functools.partial(result, program, waits=False, compiled=compiled)
    first = run(FINE[1])
    assert run(FINE[1]) == first
    results = itertools.chain([first], map(run, FINE[2:]))
    assert any(one != program.right(x).tolist() for one in results)


def test_more_products_than_the_queue_holds_complete_in_order() -> None:
    """Seventy on their way, of which the first ones complete early."""
    loop = (
        "mov.u32 %r30, 0; MORE: {} add.u32 %r30, %r30, 1; setp.lt.u32 %p4, %r30, 70; @%p4 bra MORE;"
    )
    seventy = Program(
        PRODUCT + loop.format(product() + COMMIT) + "{wait}" + TAKE,
        WAIT_GROUP.format(0),
        right=floats(5 + 70 * 16),
        wrong=floats(5 + 64 * 16),
    )
    x = np.zeros(THREADS)
    for order in ("turns", "interleaved", "random:1"):
        seen = result(seventy, order, waits=True, compiled=True)
        assert seen == seventy.right(x).tolist()
    missing = result(seventy, "interleaved", waits=False, compiled=True)
    assert missing == seventy.wrong(x).tolist()


def test_a_tile_beyond_shared_memory_is_an_error_where_the_product_is_issued() -> None:
    """Also if nothing ever waits for it, compiled and interpreted."""
    far = PRODUCT + "or.b64 %db, %db, 0x3F00;" + product()
    program = Program(far, "", right=floats(0), wrong=floats(0))
    for compiled in (True, False):
        with pytest.raises(MemoryAccessError, match="shared"):
            result(program, "interleaved", waits=False, compiled=compiled)


# Two blocks that write the same to one place have many orders, and a product takes long.
@pytest.mark.parametrize(
    "name", [name for name, p in PROGRAMS.items() if p.blocks == 1 and "wgmma" not in name]
)
def test_all_orders_find_a_missing_wait_and_need_one_order_with_it(name: str) -> None:
    """What is right is right in the only order that can differ; without the wait some order gives
    what is wrong.
    """
    program = PROGRAMS[name]
    first = np.arange(100, 100 + THREADS, dtype=np.uint32)
    x, y = first.copy(), np.zeros(THREADS, np.uint32)
    for waits in (True, False):
        function = loaded(program.text(waits=waits)).lowered()

        def start(function: ir.Function = function) -> EventRun:
            x[:], y[:] = first, 0
            memory = Memory(function)
            shape = (1, 1, 1), (THREADS, 1, 1), 0
            return EventRun(function, shape, None, (memory, memory.pack([x, y])), 0, math.inf, {})

        explored = explore(start, lambda: (y.tobytes(),), math.inf, 1000)
        assert explored.is_complete
        assert {ending.state for ending in explored.endings} == {"ends"}
        results = [np.frombuffer(e.result[0], np.uint32).tolist() for e in explored.endings]
        right = program.right(first).tolist()
        assert right in results
        assert (explored.orders == 1) == waits
        assert (results == [right]) == waits
