"""Bulk copies: rows of bytes and boxes of tensors, when they move, what they count, and errors."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from kernelscope import vgpu
from kernelscope.errors import LaunchError, MemoryAccessError, PtxError
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.instructions import TABLE
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.ir.verify import vector_count
from kernelscope.vgpu.layout import base_of
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.runtime.address_space import SPACE, region_of
from kernelscope.vgpu.schedule import schedule
from kernelscope.vgpu.tensor_map import TensorMap, decode
from vgpu.assembler import assemble, find_assembler, newest_version
from vgpu.forms import Case

TEXT = """
.version 8.6
.target sm_90a
.address_size 64
.entry k(.param .u64 x, .param .u64 y, .param .u32 size, .param .align 64 .b8 map[128],
         .param .u32 c0, .param .u32 c1, .param .u32 c2, .param .u32 c3, .param .u32 c4)
{{
    .reg .b32 %r<40>, %c<5>;
    .reg .b64 %rd<40>;
    .reg .pred %p<9>;
    .shared .align 1024 .b8 tile[{tile}];
    .shared .align 128 .b8 other[4096];
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    ld.param.u32 %r1, [size];
    ld.param.u32 %c0, [c0];
    ld.param.u32 %c1, [c1];
    ld.param.u32 %c2, [c2];
    ld.param.u32 %c3, [c3];
    ld.param.u32 %c4, [c4];
    mov.b64 %rd3, map;
    cvta.param.u64 %rd3, %rd3;
    mov.u32 %r2, tile;
    mov.u32 %r3, other;
    mov.u32 %r4, bar;
    mov.u32 %r5, %tid.x;
    setp.eq.u32 %p1, %r5, 0;
    @%p1 mbarrier.init.shared::cta.b64 [%r4], 1;
    fence.proxy.async;
    bar.sync 0;
    // All threads write the tile, so that it is defined.
    mul.lo.u32 %r6, %r5, 16;
    mov.b32 %r8, {filling};
FILL:
    add.u32 %r7, %r2, %r6;
    st.shared.v4.u32 [%r7], {{%r8, %r8, %r8, %r8}};
    add.u32 %r6, %r6, 512;
    setp.lt.u32 %p2, %r6, {tile};
    @%p2 bra FILL;
    bar.sync 0;
    {body}
    bar.sync 0;
    // All threads copy the tile to y.
    mul.lo.u32 %r6, %r5, 16;
OUT:
    add.u32 %r7, %r2, %r6;
    ld.shared.v4.u32 {{%r8, %r9, %r10, %r11}}, [%r7];
    cvt.u64.u32 %rd4, %r6;
    add.u64 %rd5, %rd2, %rd4;
    {out} st.global.v4.u32 [%rd5], {{%r8, %r9, %r10, %r11}};
    add.u32 %r6, %r6, 512;
    setp.lt.u32 %p2, %r6, {tile};
    @%p2 bra OUT;
    ret;
}}
"""
WAIT = """
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r4], 0;
    @!%p3 bra WAIT;
"""
TILE = 8192  # the interpreter takes a while for each of its bytes
OUT_FIRST = f"setp.lt.u32 %p4, %r6, {TILE};\n @%p4"
NO_MAP = bytes(128)


# ruff: noqa: E501 - instructions of PTX are long


def source(body: str, filling: str = "-1", out: str = OUT_FIRST) -> str:
    return TEXT.format(body=body, filling=filling, out=out, tile=TILE)


def run(
    text: str, args: list[Any], made: TensorMap | None = None, corner: tuple[int, ...] = (),
    size: int = 0, data: bytes = NO_MAP, blocks: int = 1, ways: tuple[bool, ...] = (True, False),
) -> list[tuple[list[np.ndarray], dict[str, float]]]:  # fmt: skip
    """Run compiled code and the interpreter on copies of the arrays; return arrays and counters.

    `made` describes args[0]; its address is filled in. `blocks` of more than 1 are a cluster. `ways`
    say which of the two run.
    """
    coordinates = [*corner, *(0 for _ in range(5 - len(corner)))]
    results: list[tuple[list[np.ndarray], dict[str, float]]] = []
    cluster = None if blocks == 1 else (blocks, 1, 1)
    for compiled in ways:
        arrays = [a.copy() for a in args]
        place = region_of(arrays[0])
        assert place is not None
        address = SPACE.address(*place) if compiled else base_of(8)
        map_bytes = encode(made, address) if made is not None else data
        values = [*arrays, size, map_bytes, *coordinates]
        if compiled:
            counters = kernel_of(text).launch(blocks, 32, values, cluster=cluster).counters
        else:
            function = function_of(text)
            shape = (blocks, 1, 1), (32, 1, 1)
            counters = interpreter.launch(function, *shape, values, cluster=cluster)
        moved = {name: float(count) for name, count in counters.items() if count}
        results.append((arrays, moved))
    return results


@functools.cache
def kernel_of(text: str) -> vgpu.Kernel:
    return vgpu.load_ptx(text, gpu="h200").kernel("k")


@functools.cache
def function_of(text: str) -> Any:
    function = lower(parse(text), "k")
    remove_dead_code(function)
    return function


def encode(made: TensorMap, address: int) -> bytes:
    return replace(made, address=address).encode()


def both(*args: Any, **more: Any) -> tuple[list[np.ndarray], dict[str, float]]:
    """Run both, check that they agree in results and counters, and return what they agree on."""
    (arrays, counters), (others, expected) = run(*args, **more)
    for one, other in zip(arrays, others, strict=True):
        np.testing.assert_array_equal(one, other)
    assert counters == expected
    return arrays, counters


# ---- rows of bytes -------------------------------------------------------------------------------

LOAD = """
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], %r1;
    @%p1 cp.async.bulk.{to}.global.mbarrier::complete_tx::bytes{more} [%r2], [%rd1], %r1, [%r4]{end};
"""
HINT = ".L2::cache_hint", ", %rd9"
MANY = ".multicast::cluster", ", %h1"


@pytest.mark.parametrize("to", ["shared::cta", "shared::cluster"])
@pytest.mark.parametrize(("more", "end"), [("", ""), HINT])
def test_a_row_of_bytes_arrives_at_the_wait(to: str, more: str, end: str) -> None:
    """Every byte comes, only those asked for, and they count as a bulk load of their sectors."""
    x = np.random.default_rng(1).integers(0, 256, 8192, np.uint8)
    text = source(LOAD.format(to=to, more=more, end=end) + WAIT)
    (_, y), counters = both(text, [x, np.zeros(TILE, np.uint8)], size=4112)
    np.testing.assert_array_equal(y[:4112], x[:4112])
    assert (y[4112:] == 255).all()
    assert counters["l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum"] == 129
    assert counters["l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum"] == 129 * 32
    assert counters["smsp__sass_inst_executed_op_tma_ld.sum"] == 1
    assert "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum" not in counters


def test_without_a_wait_the_bytes_have_not_come() -> None:
    """A kernel that forgets the wait reads what was there before."""
    text = source(LOAD.format(to="shared::cta", more="", end=""))
    (_, y), _ = both(text, [np.arange(1024, dtype=np.uint8), np.zeros(TILE, np.uint8)], size=1024)
    assert (y == 255).all()


def test_under_random_schedules_a_copy_may_come_before_its_wait() -> None:
    """Of sixteen seeds some show the bytes without a wait and some do not; with one all do."""
    forgets = source(LOAD.format(to="shared::cta", more="", end=""))
    waits = source(LOAD.format(to="shared::cta", more="", end="") + WAIT)
    for compiled in (True, False):
        seen = {text: set[bool]() for text in (forgets, waits)}
        for text, results in seen.items():
            launch = vgpu.load_ptx(text, gpu="h200").kernel("k").launch
            if not compiled:
                launch = partial(interpreter.launch, lower(parse(text), "k"))
            for seed in range(1, 17):
                x, y = np.arange(1024, dtype=np.uint8), np.zeros(TILE, np.uint8)
                values = [x, y, 1024, NO_MAP, 0, 0, 0, 0, 0]
                launch((1, 1, 1), (32, 1, 1), values, schedule=schedule(f"random:{seed}"))
                results.add(bool((y[:1024] == x).all()))
        assert seen == {forgets: {True, False}, waits: {True}}


@pytest.mark.parametrize(
    ("wait", "there"),
    [("", False), ("cp.async.bulk.wait_group 0;", True), ("cp.async.bulk.wait_group.read 0;", True),
     ("cp.async.bulk.wait_group 1;", False)],
)  # fmt: skip
def test_a_store_reads_its_bytes_as_late_as_at_the_wait(wait: str, there: bool) -> None:
    """The buffer is written again after the wait; without one the copy takes the new bytes."""
    store = f"""
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 256;
    @%p1 cp.async.bulk.commit_group;
    @%p1 {wait or "cp.async.bulk.wait_group 7;"}
    mul.lo.u32 %r9, %r5, 4;
    add.u32 %r9, %r2, %r9;
    st.shared.u32 [%r9], 7;
    """
    (x, _), counters = both(source(store, "9"), [np.zeros(64, np.int32), np.zeros(TILE, np.uint8)])
    assert (x[:32] == (9 if there else 7)).all()
    assert (x[32:] == 9).all()
    assert counters["l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum"] == 256


def test_uncommitted_copies_are_in_no_group_and_end_with_the_block() -> None:
    """`wait_group 0` waits for groups alone."""
    store = """
    @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 128;
    @%p1 cp.async.bulk.wait_group 0;
    bar.sync 0;
    ld.global.u32 %r20, [%rd1];
    st.shared.u32 [%r3], %r20;
    ld.shared.u32 %r21, [%r3];
    st.global.u32 [%rd1+128], %r21;
    """
    (x, _), _ = both(source(store, "9"), [np.zeros(64, np.int32), np.zeros(TILE, np.uint8)])
    assert (x[:32] == 9).all()
    assert x[32] == 0


_ALL = {
    "add": "u32 s32 u64 f32 f64 f16 bf16", "min": "u32 s32 u64 s64 f16 bf16",
    "max": "u32 s32 u64 s64 f16 bf16", "inc": "u32", "dec": "u32", "and": "b32 b64",
    "or": "b32 b64", "xor": "b32 b64",
}  # fmt: skip
_NUMPY: dict[str, Any] = {
    "u32": np.uint32, "s32": np.int32, "u64": np.uint64, "s64": np.int64, "f32": np.float32,
    "f64": np.float64, "f16": np.float16, "b32": np.uint32, "b64": np.uint64,
}  # fmt: skip


_PART = 256  # bytes of each reduction


def before_a_reduction(kind: str) -> np.ndarray:
    """What lies in shared memory, and behind it what it is combined with."""
    rng = np.random.default_rng(3)
    if kind == "bf16":
        return (rng.standard_normal(_PART).astype(np.float32).view(np.uint32) >> 16).astype("u2")
    if kind.startswith("f"):
        size = np.dtype(_NUMPY[kind]).itemsize
        return rng.standard_normal(2 * _PART // size).astype(_NUMPY[kind])
    return rng.integers(0, 256, 2 * _PART, np.uint8).view(_NUMPY[kind])


def test_a_reduction_combines_each_element() -> None:
    """Against NumPy, where it has the type; bfloat16 as the interpreter defines it. All in one
    kernel, which is built once.
    """
    all_of_them = [(op, kind) for op, kinds in _ALL.items() for kind in kinds.split()]
    lines = [
        f"@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], {_PART * len(all_of_them)};"
    ]
    for n in range(len(all_of_them)):
        lines.append(
            "@%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes "
            f"[%r2+{_PART * n}], [%rd1+{2 * _PART * n}], {_PART}, [%r4];"
        )
    lines.append(WAIT)
    for n, (op, kind) in enumerate(all_of_them):
        noftz = ".noftz" if op == "add" and kind in ("f16", "bf16") else ""
        lines.append(
            f"@%p1 cp.reduce.async.bulk.global.shared::cta.bulk_group.{op}{noftz}.{kind} "
            f"[%rd1+{2 * _PART * n + _PART}], [%r2+{_PART * n}], {_PART};"
        )
    lines.append("@%p1 cp.async.bulk.commit_group;\n @%p1 cp.async.bulk.wait_group 0;")
    given = [before_a_reduction(kind) for _, kind in all_of_them]
    x = np.concatenate([part.view(np.uint8) for part in given])
    (after, _), counters = both(source("\n".join(lines)), [x, np.zeros(TILE, np.uint8)])
    model: dict[str, Any] = {
        "add": lambda a, b: a + b, "min": np.minimum, "max": np.maximum,
        "inc": lambda a, b: np.where(a >= b, 0, a + 1),
        "dec": lambda a, b: np.where((a == 0) | (a > b), b, a - 1),
        "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
    }  # fmt: skip
    for n, ((op, kind), part) in enumerate(zip(all_of_them, given, strict=True)):
        other, old = np.split(part, 2)
        found = after[2 * _PART * n : 2 * _PART * (n + 1)].view(part.dtype)[len(old) :]
        if kind != "bf16":
            np.testing.assert_array_equal(found, model[op](old, other), f"{op}.{kind}")
        assert (found != old).any(), (op, kind)
    sectors = counters["l1tex__m_l1tex2xbar_write_sectors_mem_global_op_tma_red.sum"]
    assert sectors == _PART // 32 * len(all_of_them)


def test_a_sum_of_f32_takes_and_gives_subnormals_as_zeros() -> None:
    """As the manual says of this instruction alone."""
    reduce = """
    @%p1 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%rd1], [%r2], 16;
    """
    x = np.array([1e-39, 1.5, -1e-39, np.float32(2.0) ** -126], np.float32)
    (after, _), _ = both(source(reduce, "0x80000001"), [x, np.zeros(TILE, np.uint8)])
    np.testing.assert_array_equal(
        after.view(np.uint32), np.array([0, 1.5, -0.0, x[3]], np.float32).view(np.uint32)
    )


@pytest.mark.parametrize(("op", "result"), [("", 5), (".add.u32", 14), (".max.s32", 9)])
def test_a_copy_within_shared_memory_completes_on_the_barrier(op: str, result: int) -> None:
    """To the block itself, which is a cluster of one."""
    name = "cp.reduce.async.bulk" if op else "cp.async.bulk"
    body = f"""
    mul.lo.u32 %r9, %r5, 4;
    add.u32 %r9, %r3, %r9;
    st.shared.u32 [%r9], 5;
    bar.sync 0;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 128;
    @%p1 {name}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes{op} [%r2], [%r3], 128, [%r4];
    {WAIT}
    """
    (_, y), _ = both(source(body, "9"), [np.zeros(4, np.int32), np.zeros(TILE, np.uint8)])
    words = y.view(np.int32)
    assert (words[:32] == result).all()
    assert (words[32:] == 9).all()


# ---- several blocks ------------------------------------------------------------------------------

SYNC = "barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;"
# Before {body} all barriers of the cluster are made; after it each block copies its tile to its
# part of y.
IN_CLUSTER = f"""
    .reg .b16 %h<3>;
    mov.u32 %r20, %cluster_ctarank;
    mul.wide.u32 %rd20, %r20, {TILE};
    add.u64 %rd2, %rd2, %rd20;
    {SYNC}
    {{}}
    {SYNC}
"""
EXPECT = "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], {};"


def test_a_multicast_brings_a_row_to_each_block_of_its_mask() -> None:
    """Rank 2 of four copies to ranks 0, 2 and 3, at the same place; the row is read once."""
    x = np.random.default_rng(2).integers(0, 256, 1024, np.uint8)
    body = f"""
    mov.b16 %h1, 13;
    setp.ne.u32 %p5, %r20, 1;
    setp.eq.and.u32 %p6, %r20, 2, %p1;
    and.pred %p1, %p1, %p5;
    {EXPECT.format(1024)}
    @%p6 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
        [%r2+512], [%rd1], 1024, [%r4], %h1;
    @!%p5 bra.uni GONE;
    {WAIT}
    GONE:
    """
    (_, y), counters = both(
        source(IN_CLUSTER.format(body)), [x, np.zeros(4 * TILE, np.uint8)], blocks=4
    )
    tiles = y.reshape(4, TILE)
    for rank, tile in enumerate(tiles):
        np.testing.assert_array_equal(tile[512:1536], x if rank != 1 else np.uint8(255))
        assert (tile[:512] == 255).all()
        assert (tile[1536:] == 255).all()
    assert counters["l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum"] == 3 * 32
    assert counters["lts__t_sectors_srcunit_tex_op_read.sum"] == 32
    assert counters["smsp__sass_inst_executed_op_tma_ld.sum"] == 1


def test_a_multicast_brings_a_swizzled_box_to_each_block_of_its_mask() -> None:
    """Each of two blocks brings half of the rows to both, as a matrix product shares its tiles."""
    x = np.random.default_rng(3).integers(0, 1000, (16, 64)).astype(np.float16)
    made = TensorMap("f16", 0, (64, 16), (128,), (64, 8), (1, 1), 3, False)
    body = f"""
    mov.b16 %h1, 3;
    {EXPECT.format(2048)}
    shl.b32 %r21, %r20, 3;
    shl.b32 %r22, %r20, 10;
    add.u32 %r22, %r2, %r22;
    @%p1 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster
        [%r22], [%rd3, {{%c0, %r21}}], [%r4], %h1;
    {WAIT}
    """
    (_, y), counters = both(
        source(IN_CLUSTER.format(body)), [x, np.zeros(2 * TILE, np.uint8)], made, blocks=2
    )
    expected = np.zeros(2048, np.uint8)
    places = shared_places(made, 1024)
    expected.view(np.float16)[places // 2] = x.reshape(-1)
    for tile in y.reshape(2, TILE):
        np.testing.assert_array_equal(tile[:2048], expected)
    assert counters["l1tex__m_xbar2l1tex_read_sectors_mem_global_op_tma_ld.sum"] == 2 * 64
    assert counters["lts__t_sectors_srcunit_tex_op_read.sum"] == 64


@pytest.mark.parametrize(("op", "result"), [("", 5), (".add.u32", 14)])
def test_a_copy_between_blocks_completes_on_the_target_s_barrier(op: str, result: int) -> None:
    """Each of three blocks sends 128 bytes to the next one, which waits for them."""
    name = "cp.reduce.async.bulk" if op else "cp.async.bulk"
    body = f"""
    mul.lo.u32 %r9, %r5, 4;
    add.u32 %r9, %r3, %r9;
    add.u32 %r10, %r20, 5;
    st.shared.u32 [%r9], %r10;
    bar.sync 0;
    {EXPECT.format(128)}
    {SYNC}
    add.u32 %r21, %r20, 1;
    rem.u32 %r21, %r21, 3;
    mapa.shared::cluster.u32 %r22, %r2, %r21;
    mapa.shared::cluster.u32 %r23, %r4, %r21;
    @%p1 {name}.shared::cluster.shared::cta.mbarrier::complete_tx::bytes{op} [%r22], [%r3], 128, [%r23];
    {WAIT}
    """
    (_, y), _ = both(
        source(IN_CLUSTER.format(body), "9"),
        [np.zeros(4, np.int32), np.zeros(3 * TILE, np.uint8)],
        blocks=3,
    )
    words = y.view(np.int32).reshape(3, -1)
    for rank in range(3):
        assert (words[rank, :32] == result + (rank + 2) % 3).all()
        assert (words[rank, 32:] == 9).all()


def test_a_multicast_beyond_the_cluster_is_an_error() -> None:
    """A launch without clusters is a cluster of one block, with mask 1."""
    text = LOAD.format(to="shared::cluster", more=MANY[0], end=MANY[1])
    args = [np.arange(1024, dtype=np.uint8), np.zeros(TILE, np.uint8)]
    declared = ".reg .b16 %h1; mov.b16 %h1, {};"
    (_, y), _ = both(source(declared.format(1) + text + WAIT), args, size=1024)
    np.testing.assert_array_equal(y[:1024], args[0])
    with pytest.raises(MemoryAccessError, match=r"mask 0x3 .* the cluster of 1 does not have"):
        both(source(declared.format(3) + text + WAIT), args, size=1024)


@pytest.mark.parametrize(
    ("instruction", "message"),
    [
        ("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 24;",
         "24 bytes of a bulk copy are not a multiple of 16"),
        ("cp.async.bulk.global.shared::cta.bulk_group [%rd1+8], [%r2], 32;", "not aligned"),
        ("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2+4], 32;", "not aligned"),
        ("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 1040;", "outside every"),
        ("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2+12288], 512;", "beyond the"),
        ("cp.async.bulk.prefetch.L2.global [%rd1], 20;", "20 bytes of a bulk copy"),
        ("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 16, [%r4+4];",
         "not a multiple of the access's width"),
    ],
)  # fmt: skip
def test_what_ptx_leaves_undefined_is_an_error_with_its_line(
    instruction: str, message: str
) -> None:
    """Sizes, alignments and bounds; the interpreter refuses it as well."""
    text = source(f"@%p1 {instruction}")
    line = next(n for n, row in enumerate(text.split("\n"), 1) if instruction in row)
    args = [np.zeros(1024, np.uint8), np.zeros(TILE, np.uint8)]
    with pytest.raises(MemoryAccessError, match=f"{message}.*ptx:{line}:"):
        vgpu.load_ptx(text, gpu="h200").kernel("k").launch(1, 32, [*args, 0, NO_MAP, 0, 0, 0, 0, 0])
    with pytest.raises(MemoryAccessError):
        interpreter.launch(
            lower(parse(text), "k"), (1, 1, 1), (32, 1, 1), [*args, 0, NO_MAP, 0, 0, 0, 0, 0]
        )


# ---- boxes of tensors ----------------------------------------------------------------------------

_TYPES: dict[str, Any] = {
    "u8": np.uint8, "u16": np.uint16, "u32": np.uint32, "u64": np.uint64, "f16": np.float16,
    "f32": np.float32, "f64": np.float64, "bf16": np.uint16, "s32": np.int32, "s64": np.int64,
}  # fmt: skip


def tensor_load(rank: int, more: str = ".tile") -> str:
    at = ", ".join(f"%c{d}" for d in range(rank))
    return (
        f"""
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], %r1;
    @%p1 cp.async.bulk.tensor.{rank}d.shared::cluster.global{more}.mbarrier::complete_tx::bytes
        [%r2], [%rd3, {{{at}}}], [%r4];
    """
        + WAIT
    )


def tensor_store(rank: int, op: str = "") -> str:
    at = ", ".join(f"%c{d}" for d in range(rank))
    name = "cp.reduce.async.bulk.tensor" if op else "cp.async.bulk.tensor"
    return f"""
    @%p1 {name}.{rank}d.global.shared::cta{op}.tile.bulk_group [%rd3, {{{at}}}], [%r2];
    @%p1 cp.async.bulk.commit_group;
    @%p1 cp.async.bulk.wait_group 0;
    """


def picked(made: TensorMap, corner: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """Return the coordinates of a box in each dimension, outermost first, as an open grid."""
    steps = (1, *made.steps[1:])
    axes = [c + np.arange(0, n, step) for c, n, step in zip(corner, made.box, steps, strict=True)]
    return np.ix_(*axes[::-1])


def shared_places(made: TensorMap, count: int) -> np.ndarray:
    """Return the byte of each element of a box in shared memory, from the manual's tables.

    The tables of swizzles show which 16-byte chunk of a row of 128 bytes each chunk goes to.
    """
    width = np.dtype(_TYPES[made.type]).itemsize
    start = np.arange(count) * width
    line, chunk, within = start // 128, start % 128 // 16, start % 16
    other = {0: 0 * line, 1: line % 2, 2: line % 4, 3: line % 8}[made.swizzle]
    return line * 128 + (chunk ^ other) * 16 + within


def loaded(x: np.ndarray, made: TensorMap, corner: tuple[int, ...]) -> np.ndarray:
    """Return the box as NumPy takes it from the tensor, with zeros or NaN outside."""
    grid = picked(made, corner)
    sizes = made.sizes[::-1]
    inside = np.array(True)
    for at, size in zip(grid, sizes, strict=True):
        inside = inside & (at >= 0) & (at < size)
    clipped = tuple(np.clip(at, 0, size - 1) for at, size in zip(grid, sizes, strict=True))
    nan: Any = np.nan if np.dtype(_TYPES[made.type]).kind == "f" else 0
    if made.type == "bf16":
        nan = 0x7FFF
    return np.where(inside, x[clipped], nan if made.fills_with_nan else 0).astype(x.dtype)


@st.composite
def cases(draw: st.DrawFn) -> tuple[TensorMap, tuple[int, ...], np.ndarray]:
    kind = draw(st.sampled_from(list(_TYPES)))
    width = np.dtype(_TYPES[kind]).itemsize
    rank, swizzle = draw(st.integers(1, 5)), draw(st.integers(0, 3))
    row = (16 << swizzle) if swizzle else 16 * draw(st.integers(1, 6))
    box, room = [row // width], TILE // row
    for _ in range(rank - 1):
        box.append(draw(st.integers(1, min(5, room))))
        room //= box[-1]
    steps = [1, *draw(st.lists(st.integers(1, 3), min_size=rank - 1, max_size=rank - 1))]
    sizes = draw(st.lists(st.integers(1, 7), min_size=rank, max_size=rank))
    sizes[0] = draw(st.integers(1, 80))
    if box[0] > 256:
        box[0] = 256
    # A tensor of one dimension may end where its memory does.
    whole = (
        -(-sizes[0] * width // 16) * 16 // width if rank > 1 or draw(st.booleans()) else sizes[0]
    )
    shape = (*sizes[:0:-1], whole)
    x = np.arange(int(np.prod(shape))).reshape(shape)
    x = (x % 251 + 1).astype(_TYPES[kind])
    strides = tuple(x.strides[-2::-1])
    first, *rest = (draw(st.integers(-n - 1, s + 1)) for n, s in zip(box, sizes, strict=True))
    corner = (first // (16 // width) * (16 // width), *rest)  # at a multiple of 16 bytes
    nan = draw(st.booleans()) and kind in ("f16", "f32", "f64", "bf16")
    made = TensorMap(
        kind, 0, tuple(sizes), strides, tuple(box), tuple(steps), swizzle, fills_with_nan=nan
    )
    return made, corner, x


def view(x: np.ndarray, made: TensorMap) -> np.ndarray:
    return x[..., : made.sizes[0]]


SETTINGS = settings(
    max_examples=25, phases=[Phase.generate], deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip


@SETTINGS
@given(case=cases())
def test_a_box_arrives_as_numpy_takes_it_from_the_tensor(
    case: tuple[TensorMap, tuple[int, ...], np.ndarray],
) -> None:
    """Any rank, type, corner, step and swizzle, also outside the tensor."""
    made, corner, x = case
    expected = loaded(view(x, made), made, corner)
    args = [x, np.zeros(TILE, np.uint8)]
    text = source(tensor_load(made.rank))
    (_, y), counters = both(text, args, made, corner, size=expected.nbytes)
    places = shared_places(made, expected.size)
    found = np.stack([y[places + n] for n in range(x.itemsize)], axis=1).reshape(-1)
    np.testing.assert_array_equal(found.view(x.dtype), expected.reshape(-1))
    assert counters["smsp__sass_inst_executed_op_tma_ld.sum"] == 1


@SETTINGS
@given(case=cases())
def test_a_box_that_is_stored_changes_its_chunks_alone(
    case: tuple[TensorMap, tuple[int, ...], np.ndarray],
) -> None:
    """Elements outside the tensor go nowhere, but for those of the last column's 16 bytes."""
    made, corner, x = case
    corner = tuple(max(c, 0) for c in corner)
    columns = min(-(-made.sizes[0] * x.itemsize // 16) * 16 // x.itemsize, x.shape[-1])
    (after, _), _ = both(
        source(tensor_store(made.rank), "0x01010101"), [x, np.zeros(TILE, np.uint8)], made, corner
    )
    expected = x.copy()
    one = np.full(1, 0x0101010101010101, np.uint64).view(x.dtype)[0]
    inside = np.ones(1, bool)
    for at, size in zip(picked(made, corner), (*made.sizes[:0:-1], columns), strict=True):
        inside = inside & (at >= 0) & (at < size)
    full = np.broadcast_arrays(*picked(made, corner), inside)
    places = tuple(part[full[-1]] for part in full[:-1])
    expected[places] = one
    np.testing.assert_array_equal(after, expected)


@pytest.mark.parametrize("start", [-8, -4, 1, 4, 8, 12, 24])
@pytest.mark.parametrize("loads", [True, False])
def test_a_box_begins_where_a_gpu_takes_it(start: int, loads: bool) -> None:
    """An H200 stops with "illegal instruction" for all but multiples of 16 bytes, stores from 0."""
    x = np.arange(6 * 64).reshape(6, 64).astype(np.float16)
    made = TensorMap("f16", 0, (64, 6), (x.strides[0],), (16, 4), (1, 1))
    text = source(tensor_load(2) if loads else tensor_store(2))
    args = [x, np.zeros(TILE, np.uint8)]
    if start % 8 == 0 and (loads or start >= 0):
        both(text, args, made, (start, 0))
    else:
        why = "multiple of 16 bytes" if start % 8 else "at a negative coordinate"
        for compiled in (True, False):
            with pytest.raises((MemoryAccessError, LaunchError), match=why):
                run(text, args, made, (start, 0), ways=(compiled,))


@pytest.mark.parametrize(
    ("op", "kind"), [("add", "f16"), ("add", "s32"), ("max", "s64"), ("xor", "u32"), ("inc", "u32")]
)
def test_a_box_is_combined_with_the_tensor(op: str, kind: str) -> None:
    """Each element once, as a row of them is."""
    x = np.arange(96).reshape(6, 16).astype(_TYPES[kind])
    made = TensorMap(kind, 0, (16, 6), (x.strides[0],), (16, 4), (1, 1))
    filling = {"f16": "0x3C003C00", "s64": "0", "s32": "3"}.get(kind, "40")
    (after, _), _ = both(
        source(tensor_store(2, "." + op), filling), [x, np.zeros(TILE, np.uint8)], made, (0, 3)
    )
    part = x[3:6]
    model: dict[str, Any] = {
        "f16": part + 1, "s32": part + 3, "s64": part,
        "u32": part.astype(np.uint32) ^ 40 if op == "xor" else np.where(part >= 40, 0, part + 1),
    }  # fmt: skip
    np.testing.assert_array_equal(after[3:6], model[kind])
    np.testing.assert_array_equal(after[:3], x[:3])


def test_the_sectors_of_a_box_are_those_of_its_rows_in_the_tensor() -> None:
    """8 rows of 64 bytes are 16 sectors, also outside the tensor; no global load is counted."""
    x = np.zeros((32, 64), np.float32)
    made = TensorMap("f32", 0, (64, 32), (256,), (16, 8), (1, 1), 2)
    args = [x, np.zeros(TILE, np.uint8)]
    sectors = 16
    for corner in ((16, 4), (16, 28), (56, 0), (64, 0)):
        _, counters = both(source(tensor_load(2)), args, made, corner, size=512)
        name = "l1tex__m_xbar2l1tex_read_{}_mem_global_op_tma_ld.sum"
        assert counters.get(name.format("sectors"), 0) == sectors
        assert counters.get(name.format("bytes"), 0) == 32 * sectors
        assert "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum" not in counters


MAKE = """
    // Lanes 0 to 31 clear the 128 bytes, lane 0 sets the fields.
    mul.lo.u32 %r9, %r5, 4;
    add.u32 %r9, %r3, %r9;
    st.shared.u32 [%r9], 0;
    bar.warp.sync -1;
    @%p1 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r3], %rd1;
    @%p1 tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r3], 1;
    @%p1 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r3], 0, 32;
    @%p1 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r3], 1, 8;
    @%p1 tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r3], 0, 64;
    @%p1 tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r3], 1, 16;
    @%p1 tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%r3], 0, 128;
    @%p1 tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%r3], 0, 1;
    @%p1 tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%r3], 1, 1;
    @%p1 tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%r3], 6;
    @%p1 tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%r3], 0;
    @%p1 tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%r3], 2;
    @%p1 tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%r3], 1;
    bar.warp.sync -1;
    add.u64 %rd3, %rd1, 2048;
    tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned
        [%rd3], [%r3], 128;
    fence.proxy.tensormap::generic.acquire.gpu [%rd3], 128;
"""


def test_fields_that_a_kernel_does_not_set_are_zero() -> None:
    """A map of 128 zeros has one dimension, no swizzle and zeros outside."""
    unset = re.sub(r".*(rank|mode|layout|, 1, (8|16|1)|global_stride).*\n", "", MAKE)
    assert unset.count("replace") == 5
    x = np.arange(1088, dtype=np.float16)
    for (_, y), _ in run(
        source(unset + tensor_load(1)), [x, np.zeros(TILE, np.uint8)], None, (40,), size=64
    ):
        np.testing.assert_array_equal(y[:64].view(np.float16), [*range(40, 64), *[0] * 8])


def test_a_kernel_makes_a_tensor_map_field_by_field() -> None:
    """It is the one that the host makes of the same values, and a copy takes it."""
    x = np.arange(1088, dtype=np.float16)
    made = TensorMap("f16", 0, (64, 16), (128,), (32, 8), (1, 1), 2, fills_with_nan=True)
    ((after, y), _), ((other, _), _) = run(
        source(MAKE + tensor_load(2)), [x, np.zeros(TILE, np.uint8)], None, (40, 12), size=512
    )
    expected = loaded(x[:1024].reshape(16, 64), made, (40, 12))
    places = shared_places(made, expected.size)
    found = np.stack([y[places], y[places + 1]], axis=1).reshape(-1).view(np.float16)
    np.testing.assert_array_equal(found, expected.reshape(-1))
    for data, address in ((after, None), (other, base_of(8))):
        kept = decode(data[1024:].tobytes())
        assert kept is not None
        assert decode(encode(made, kept.address)) == kept
        assert address in (None, kept.address)


def patch(place: int, by: bytes) -> Callable[[bytes], bytes]:
    """What puts bytes into a tensor map, as a kernel can."""
    return lambda data: data[:place] + by + data[place + len(by) :]


FAR = (-16).to_bytes(8, "little", signed=True)


@pytest.mark.parametrize(
    ("made", "data", "message"),
    [
        (None, bytes(128), "not a tensor map"),
        (None, bytes(range(128)), "not a tensor map"),
        (TensorMap("f32", 0, (16, 8, 4), (64, 512), (16, 8, 4), (1, 1, 1)), b"", "number of dim"),
        # Rows at a stride of -16 lie before the address.
        (TensorMap("f32", 0, (64, 4), (256,), (64, 2), (1, 1)), patch(14, b"\5"), "swizzle mode"),
        (
            TensorMap("f32", 0, (64, 4), (256,), (16, 2), (1, 1), 2),
            patch(18, b"\1"),
            "swizzle mode",
        ),
        (TensorMap("f32", 0, (8, 8), (32,), (8, 2), (1, 1)), patch(80, FAR), "stride of 2\\^40"),
    ],
)
def test_a_wrong_tensor_map_is_an_error_with_its_line(
    made: TensorMap | None, data: Any, message: str
) -> None:
    """Garbage, zeros, a map of another rank, and maps that a driver would not have made."""
    args = [np.zeros(1024, np.float32), np.zeros(TILE, np.uint8)]
    for compiled in (True, False):
        address = SPACE.address(*region_of(args[0])) if compiled else base_of(8)  # type: ignore[misc]
        given = encode(made, address) if made else data
        values = [*args, 512, data(given) if callable(data) else given, 0, 0, 0, 0, 0]
        text = source(tensor_load(2))
        launch = vgpu.load_ptx(text, gpu="h200").kernel("k").launch
        if not compiled:
            launch = partial(interpreter.launch, lower(parse(text), "k"))
        with pytest.raises(LaunchError, match=message + (".*ptx:" if compiled else "")):
            launch((1, 1, 1), (32, 1, 1), values)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"box": (24, 8)}, "not as long as its swizzle mode"),
        ({"box": (257, 8), "swizzle": 0}, "box size outside"),
        ({"box": (3, 8), "swizzle": 0}, "multiple of 16 bytes: choose another"),
        ({"strides": (72,)}, "address or a stride"),
        ({"strides": (1 << 40,)}, "stride of"),
        ({"swizzle": 4}, "not as long as its swizzle mode"),
        ({"swizzle": 5}, "swizzle mode that"),
        ({"swizzle": 2, "box": (32, 8), "atomicity": 1}, "swizzle mode that"),
        ({"interleave": 1}, "interleaved"),
        ({"sizes": (0, 8)}, "sizes"),
        ({"strides": ()}, "2 dimensions with 0 strides"),
    ],
)
def test_a_tensor_map_that_a_driver_refuses_cannot_be_made(
    change: dict[str, Any], message: str
) -> None:
    """Each rule of cuTensorMapEncodeTiled that the virtual GPU relies on."""
    usual: dict[str, Any] = {
        "type": "f16", "address": base_of(8), "sizes": (64, 8), "strides": (128,), "box": (64, 8),
        "steps": (1, 1), "swizzle": 3,
    }  # fmt: skip
    assert decode(TensorMap(**usual).encode()) == TensorMap(**usual)
    with pytest.raises(LaunchError, match=message):
        TensorMap(**{**usual, **change}).encode()


TF32 = {
    0x3F801000: 0x3F800000,  # half way, to the even one below
    0x3F803000: 0x3F804000,  # half way, to the even one above
    0x3F802FFF: 0x3F802000, 0x3F803001: 0x3F804000, 0xBF803000: 0xBF804000,
    0x7F7FFFFF: 0x7F800000,  # the largest number, to infinity
    0x7F800000: 0x7F800000, 0xFF800000: 0xFF800000, 0x7F801234: 0x7F801234,
    0x00001001: 0x00002000, 0x00000FFF: 0x00000000,
}  # fmt: skip


def test_a_load_rounds_elements_to_tf32() -> None:
    """To the nearest, ties to even; infinities and NaN stay."""
    x = np.zeros((2, 8), np.uint32)
    x.reshape(-1)[: len(TF32)] = [*TF32]
    made = TensorMap("tf32", 0, (8, 2), (32,), (8, 2), (1, 1))
    (_, y), _ = both(source(tensor_load(2)), [x, np.zeros(TILE, np.uint8)], made, (0, 0), size=64)
    np.testing.assert_array_equal(y[:64].view(np.uint32)[: len(TF32)], [*TF32.values()])


@pytest.mark.parametrize("compiled", [True, False])
def test_a_store_of_tf32_is_refused(compiled: bool) -> None:
    """What a GPU rounds there is not known."""
    x = np.zeros((2, 8), np.uint32)
    place = region_of(x)
    assert place is not None
    address = SPACE.address(*place) if compiled else base_of(8)
    made = TensorMap("tf32", address, (8, 2), (32,), (8, 2), (1, 1)).encode()
    values = [x, np.zeros(TILE, np.uint8), 0, made, 0, 0, 0, 0, 0]
    kernel = vgpu.load_ptx(source(tensor_store(2)), gpu="h200").kernel("k")
    run_interpreted = partial(interpreter.launch, kernel.lowered())
    launch = kernel.launch if compiled else run_interpreted
    with pytest.raises(LaunchError, match="TFLOAT32 in loads alone"):
        launch((1, 1, 1), (32, 1, 1), values)


def test_an_ordinal_beyond_a_tensors_dimensions_is_an_error() -> None:
    """A tensor has five sizes and four strides."""
    body = "tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%r3], 4, %rd1;"
    with pytest.raises(PtxError, match="dimension of a tensor map is 4, and must be from 0 to 3"):
        vgpu.load_ptx(source(body), gpu="h200").kernel("k").launch(
            1, 32, [np.zeros(4), np.zeros(TILE, np.uint8), 0, NO_MAP, 0, 0, 0, 0, 0]
        )


# ---- the forms -----------------------------------------------------------------------------------

_TEXTS = {"n": "0", "blocks": "%h1", "policy": "%rd2", "size": "%r2", "a": "[%r1]", "b": "[%r1]",
          "bar": "[%r1]", "bytes": "%h1", "left": "%r2", "right": "3"}  # fmt: skip


def bulk_cases() -> Iterator[tuple[str, str]]:
    """Each form of bulk copies with each choice of its modifiers: its target, and a line of PTX."""
    for form in TABLE["cp"]:
        names = [slot.name for slot in form.slots]
        if "bulk" not in names:
            continue
        choices = [(*s.choices, "") if s.optional else s.choices for s in form.slots]
        for row in itertools.product(*choices):
            fields = dict(zip(names, row, strict=True))
            texts = dict(_TEXTS)
            if fields.get("to") == "global" or "prefetch" in fields:
                texts["a"] = "[%rd1]"
            if fields.get("from") == "global":
                texts["b"] = "[%rd1]"
            for spec in form.signature:
                if spec.name in ("at", "offsets"):
                    register = "%r1" if spec.name == "at" else "%h1"
                    texts[spec.name] = ", ".join([register] * vector_count(spec, fields, form))
            if "at" in texts:
                texts["map"] = "[%rd1, {" + texts["at"] + "}]"
            if "offsets" in texts:
                texts["offsets"] = "{" + texts["offsets"] + "}"
            operands = [texts[s.name] for s in form.signature if s.name != "at"]
            case = Case(form, tuple(fields.items()))
            yield case.target, f"{case.mnemonic} {', '.join(operands)};"


def version_of(line: str) -> tuple[int, int]:
    """Return the version of PTX that a bulk copy needs, of those that are later than others."""
    if ".noftz.f32" in line:
        return 9, 4
    if ".weak" in line or ".relaxed" in line:
        return (9, 3)
    return (9, 2) if ".ignore_oob" in line else (8, 8)


@pytest.mark.triton
def test_the_assembler_takes_every_form_of_bulk_copies() -> None:
    """All modifiers of all forms, in one program for each target."""
    assembler = find_assembler()
    if assembler is None:
        pytest.skip("no ptxas: Triton is not installed")
    every = [*bulk_cases()]
    assert len(every) > 700
    newest = newest_version(assembler)
    known = [c for c in every if version_of(c[1]) <= tuple(map(int, newest.split(".")))]
    for target in sorted({target for target, _ in known}):
        lines = [line for wanted, line in known if wanted == target]
        registers = ".reg .b16 %h1; .reg .b32 %r<3>; .reg .b64 %rd<3>;"
        head = f".version {newest}\n.target {target}"
        text = "\n".join([head, ".address_size 64\n.entry k() {", registers, *lines, "ret; }"])
        assert assemble(assembler, head, text) is None
