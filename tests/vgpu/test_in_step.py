"""The warps of a block keep step: loads come before later stores, if they may be to one memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.analysis.in_step import may_clash, pairs_of, stores_in_step
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.runtime.address_space import SPACE, region_of

Array = np.ndarray[Any, Any]

_HEAD = """.version 8.7
.target sm_90
.address_size 64
.global .align 4 .u32 counter;
.visible .entry k(.param .u64 k_x, .param .u64 k_y, .param .u64 k_n)
{
    .reg .pred %p<9>;
    .reg .b32 %r<20>;
    .reg .b64 %rd<20>;
    ld.param.u64 %rd1, [k_x];
    ld.param.u64 %rd2, [k_y];
    ld.param.u64 %rd3, [k_n];
    mov.u32 %r1, %tid.x;
    mad.wide.u32 %rd4, %r1, 4, %rd1;
    mad.wide.u32 %rd5, %r1, 4, %rd2;
"""
_COUNTS = """
    ld.global.u32 %r2, [%rd1];
    add.u32 %r3, %r2, 1;
    st.global.u32 [%rd5], %r2;
    st.global.u32 [%rd1], %r3;
"""
# y[i] = x[i + 1] for odd lanes, y[i] = x[i + 2] for even ones, each side with a store of its own.
_ON_BOTH_SIDES = """
    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra EVEN;
    ld.global.u32 %r3, [%rd4+128];
    st.global.u32 [%rd5], %r3;
    bra DONE;
EVEN:
    ld.global.u32 %r4, [%rd4+256];
    st.global.u32 [%rd5], %r4;
DONE:
"""
# The barrier orders the stores of an iteration and the loads of the next one; nothing but the order
# of the warps orders the loads of an iteration and its stores.
_LOOP = """
    mov.u32 %r5, 0;
LOOP:
    ld.global.u32 %r2, [%rd4+128];
    add.u32 %r2, %r2, %r5;
    st.global.u32 [%rd5], %r2;
    bar.sync 0;
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p1, %r5, 300;
    @%p1 bra LOOP;
"""
# A pointer that is loaded: x[0] holds the address of memory, whose words move by 32.
_LOADED = """
    ld.global.u64 %rd6, [%rd1];
    mad.wide.u32 %rd7, %r1, 4, %rd6;
    ld.global.u32 %r2, [%rd7+128];
    st.global.u32 [%rd5], %r2;
"""
_STORE_FIRST = """
    st.global.u32 [%rd1], 1;
    ld.global.u32 %r2, [%rd1];
    st.global.u32 [%rd2], %r2;
"""
# A row that is picked by an index from memory is in the parameter's memory.
_BY_INDEX = """
    ld.global.u64 %rd6, [%rd1];
    mad.lo.u64 %rd7, %rd6, 4, %rd1;
    ld.global.u32 %r2, [%rd7];
    st.global.u32 [%rd2], %r2;
"""
_ONE_OR_THE_OTHER = """
    setp.eq.u64 %p1, %rd3, 0;
    selp.b64 %rd6, %rd1, %rd2, %p1;
    ld.global.u32 %r2, [%rd6];
    st.global.u32 [%rd2], %r2;
"""


def text(body: str) -> str:
    """The PTX of a kernel of two pointers and a number."""
    return f"{_HEAD}{body}    ret;\n}}\n"


def run_both(body: str, memory: Array, starts: tuple[int, int], threads: int = 128) -> Array:
    """Memory after compiled code, which is checked to be that of the interpreter.

    starts: where x and y begin in it.
    """
    results: list[Array] = []
    for run in (vgpu.load_ptx(text(body)).kernel("k").launch, _interpret(body)):
        own = memory.copy()
        run((1, 1, 1), (threads, 1, 1), [*(own[start:] for start in starts), 0])
        results.append(own)
    assert np.array_equal(results[0], results[1])
    return results[0]


def _interpret(body: str) -> Any:
    function = lower(parse(text(body)), "k")
    return lambda *args: interpreter.launch(function, *args)


def numbers(count: int) -> Array:
    return np.arange(count, dtype=np.uint32)


def test_the_loads_of_all_warps_come_before_a_store_of_one() -> None:
    """Each thread stores the count that it loaded, and raises it: all saw 0."""
    memory = run_both(_COUNTS, np.zeros(200, np.uint32), (0, 8))
    assert memory[8:136].tolist() == [0] * 128
    assert memory[0] == 1


def test_memory_that_two_parameters_share_is_one_memory() -> None:
    """y[i] = x[i - 32] with x and y in one array: the second warp loads what was there."""
    body = "    ld.global.u32 %r2, [%rd4];\n    st.global.u32 [%rd5], %r2;\n"
    memory = run_both(body, numbers(200), (8, 40))
    expected = numbers(200)
    expected[40:168] = numbers(200)[8:136]
    assert np.array_equal(memory, expected)


def test_warps_keep_step_in_branches_that_part_their_lanes() -> None:
    """The lanes at the store stop alone; those of the other side have their own."""
    memory = run_both(_ON_BOTH_SIDES, numbers(400), (0, 0))
    lanes = numbers(128)
    odd = lanes % 2 == 1
    # The odd lanes' stores come before the even lanes' loads, as in one warp without yields.
    assert np.array_equal(memory[:128][odd], (lanes + 32)[odd])
    assert set(memory[:128][~odd].tolist()) <= {*(lanes + 64).tolist()}


def test_warps_keep_step_in_each_iteration() -> None:
    """300 iterations of x[i] = x[i + 32] + iteration, with a barrier after each store."""
    memory = run_both(_LOOP, numbers(200), (0, 0))
    expected = numbers(200)
    for iteration in range(300):
        expected[:128] = expected[32:160] + np.uint32(iteration)
    assert np.array_equal(memory, expected)


def test_the_last_warp_may_be_partial() -> None:
    """100 threads: three warps and four lanes shift by 32."""
    body = "    ld.global.u32 %r2, [%rd4+128];\n    st.global.u32 [%rd5], %r2;\n"
    memory = run_both(body, numbers(200), (0, 0), threads=100)
    assert np.array_equal(memory[:100], numbers(200)[32:132])
    assert np.array_equal(memory[100:], numbers(200)[100:])


def test_counters_are_the_same_whether_warps_keep_step() -> None:
    """x and y in one array, and in two: the same instructions and sectors."""
    kernel = vgpu.load_ptx(text(_LOOP)).kernel("k")
    shared, apart = np.zeros(1024, np.uint32), np.zeros(1024, np.uint32)
    counts = [kernel.launch(1, 128, [shared, y, 0]) for y in (shared, apart)]
    names = [name for name in counts[0].counters if "unique" not in name]
    assert names
    assert all(counts[0].counters[n] == counts[1].counters[n] for n in names)
    assert kernel.executed(counts[0]) == kernel.executed(counts[1])


@pytest.mark.parametrize(
    ("body", "extents", "clash"),
    [
        (_COUNTS, {0: (0, 64), 8: (64, 128)}, True),  # x is loaded and stored
        (_LOOP, {0: (0, 64), 8: (64, 128)}, False),
        (_LOOP, {0: (0, 65), 8: (64, 128)}, True),
        (_LOOP, {8: (64, 128)}, True),  # x is a bare address
        (_LOADED, {0: (0, 64), 8: (64, 128)}, True),  # the address from memory may be any
        (_LOADED.replace("[%rd7+128]", "[%rd4]"), {0: (0, 64), 8: (64, 128)}, False),
        ("    ld.global.u32 %r2, [%rd1];\n    bar.sync 0;\n    st.global.u32 [%rd1], %r2;\n",
         {0: (0, 64)}, False),
        ("    ld.global.u32 %r2, [%rd1];\n    bar.sync 1, 64;\n    st.global.u32 [%rd1], %r2;\n",
         {0: (0, 64)}, True),
        (_STORE_FIRST, {0: (0, 64), 8: (64, 128)}, False),
        ("    red.global.add.u32 [%rd1], 1;\n    red.global.add.u32 [%rd1], 1;\n",
         {0: (0, 64)}, False),
        ("    ld.global.u32 %r2, [%rd1];\n    red.global.add.u32 [%rd1], %r2;\n",
         {0: (0, 64)}, True),
        ("    ld.global.u32 %r2, [counter];\n    st.global.u32 [%rd1], %r2;\n",
         {"counter": (0, 4), 0: (8, 64)}, False),
        (_BY_INDEX, {0: (0, 64), 8: (64, 128)}, False),
        (_ONE_OR_THE_OTHER, {0: (0, 64), 8: (64, 128)}, True),
    ],
)  # fmt: skip
def test_a_clash_is_found_from_the_parameters_of_addresses(
    body: str, extents: dict[int | str, tuple[int, int]], clash: bool
) -> None:
    """x is the parameter at byte 0, y the one at 8; each has its piece of memory."""
    pairs = pairs_of(lower(parse(text(body)), "k"))
    assert may_clash(pairs, extents.get) is clash


def test_an_address_that_is_written_in_the_code_may_be_anywhere() -> None:
    """x[i] = x[i + 32] through an address that the PTX holds as a number, as Numba's globals do."""
    memory = numbers(400)
    place = region_of(memory)
    assert place is not None
    body = f"""
    mad.wide.u32 %rd6, %r1, 4, {SPACE.address(*place)};
    add.u64 %rd7, %rd4, %rd3;
    ld.global.u32 %r2, [%rd7+128];
    st.global.u32 [%rd6], %r2;
"""
    vgpu.load_ptx(text(body)).kernel("k").launch(1, 128, [memory, 0, 0])
    assert np.array_equal(memory[:128], numbers(400)[32:160])


def test_a_warp_stops_once_before_a_run_of_stores() -> None:
    """Four loads, four stores: only the first store waits for the other warps."""
    loads = "".join(f"    ld.global.u32 %r{n}, [%rd4+{512 * n}];\n" for n in range(2, 6))
    stores = "".join(f"    st.global.u32 [%rd5+{512 * n}], %r{n};\n" for n in range(2, 6))
    function = lower(parse(text(loads + stores)), "k")
    assert [i.opcode for i in stores_in_step(function)] == ["st"]
    first = text(loads + stores).splitlines().index("    st.global.u32 [%rd5+1024], %r2;") + 1
    assert [i.position.line for i in stores_in_step(function)] == [first]
