"""PTX that Triton and others write and NVRTC does not: it comes back with the same bits too."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings

from inside.random_graphs import graphs
from inside.round_trip import round_trip
from kernelscope.frontends.cuda import nvrtc
from kernelscope.inside.decompile import decompile

HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"


def kernel(parameters: str, body: str, *, name: str = "k", bounds: str = ".reqntid 32") -> str:
    """An entry with these 64-bit parameters, and registers of each type."""
    declared = ", ".join(f".param .u64 {p}" for p in parameters.split())
    return f"""{HEAD}
.visible .entry {name}({declared}) {bounds}
{{
  .reg .pred %p<9>; .reg .b16 %h<9>; .reg .b32 %r<20>; .reg .f32 %f<9>; .reg .b64 %d<20>;
  {body}
  ret;
}}"""


LANE = "mov.u32 %r0, %tid.x; mul.wide.u32 %d0, %r0, 4;"


def test_an_address_in_local_memory_that_is_cut_to_32_bits_stays_an_address() -> None:
    ptx = kernel(
        "out",
        f"""
  .local .align 8 .b8 depot[16];
  {LANE}
  ld.param.u64 %d1, [out];
  mov.b64 %d2, depot;
  add.u64 %d3, %d2, 0;
  cvt.u32.u64 %r1, %d3;
  st.local.v2.b32 [%r1], {{%r0, %r0}};
  st.local.b32 [%r1+8], 7;
  ld.local.b32 %r2, [%r1+4];
  ld.local.b32 %r3, [%r1+8];
  add.u32 %r4, %r2, %r3;
  add.u64 %d4, %d1, %d0;
  st.global.b32 [%d4], %r4;""",
    )
    source = round_trip(ptx, "k", (1, 32, 0), (np.zeros(32, np.int32),))
    assert "__cvta" not in source


def test_set_gives_one_as_a_float_or_all_bits() -> None:
    """Of 0 … 31, less than 5: 1.0 or 0.0; −1 or 0."""
    ptx = kernel(
        "x out",
        f"""
  {LANE}
  ld.param.u64 %d1, [x];
  add.u64 %d1, %d1, %d0;
  ld.global.f32 %f1, [%d1];
  set.lt.f32.f32 %f2, %f1, 0f40A00000;
  set.lt.u32.f32 %r1, %f1, 0f40A00000;
  cvt.rn.f32.s32 %f3, %r1;
  fma.rn.f32 %f4, %f3, 0f42C80000, %f2;
  ld.param.u64 %d2, [out];
  add.u64 %d2, %d2, %d0;
  st.global.f32 [%d2], %f4;""",
    )
    x = np.arange(32, dtype=np.float32)
    source = round_trip(ptx, "k", (1, 32, 0), (x, np.zeros(32, np.float32)))
    assert "asm" not in source


def test_an_atomic_on_vectors_whose_old_values_nobody_reads() -> None:
    ptx = kernel(
        "out",
        """
  ld.param.u64 %d1, [out];
  mov.f32 %f1, 0f3F800000;
  mov.f32 %f2, 0f40000000;
  atom.global.gpu.acq_rel.add.v4.f32 {%f3, %f4, %f5, %f6}, [%d1], {%f1, %f2, %f1, %f2};""",
    )
    round_trip(ptx, "k", (2, 32, 0), (np.zeros(4, np.float32),))


def test_vectors_of_bytes_that_lie_in_registers_of_16_bits() -> None:
    ptx = kernel(
        "in out",
        f"""
  {LANE}
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [out];
  add.u64 %d3, %d1, %d0;
  ld.global.v4.b8 {{%h1, %h2, %h3, %h4}}, [%d3];
  add.u64 %d4, %d2, %d0;
  st.global.v2.b8 [%d4], {{%h4, %h3}};
  xor.b16 %h5, %h1, %h2;
  st.global.v2.b8 [%d4+2], {{%h5, %h1}};""",
    )
    data = np.arange(128, dtype=np.uint8) * 3
    round_trip(ptx, "k", (1, 32, 0), (data, np.zeros(128, np.uint8)))


def test_a_kernel_and_variables_named_as_functions_and_words_of_cuda() -> None:
    ptx = kernel(
        "threadIdx max asm",
        f"""
  {LANE}
  ld.param.u64 %d1, [threadIdx];
  ld.param.u64 %d2, [max];
  ld.param.u64 %d3, [asm];
  add.u64 %d4, %d1, %d0;
  add.u64 %d5, %d2, %d0;
  add.u64 %d6, %d3, %d0;
  ld.global.b32 %r1, [%d4];
  ld.global.b32 %r2, [%d5];
  max.s32 %r3, %r1, %r2;
  st.global.b32 [%d6], %r3;""",
        name="sqrtf",
    )
    numbers = np.arange(-16, 16, dtype=np.int32)
    source = round_trip(ptx, "sqrtf", (1, 32, 0), (numbers, -numbers, np.zeros(32, np.int32)))
    assert "max(v_threadIdx[threadIdx.x], v_max[threadIdx.x])" in source


@pytest.mark.parametrize(
    ("given", "returned"),
    [
        (".reqntid 64, 2, 1 .minnctapersm 4", [".maxntid 128, 1, 1", ".minnctapersm 4"]),
        (".maxntid 256, 1, 1", [".maxntid 256, 1, 1"]),
        (".reqntid 128 .maxnreg 72", [".maxnreg 72"]),
        (".reqnctapercluster 2, 1, 1", [".reqnctapercluster 2, 1, 1"]),
    ],
)
def test_bounds_of_blocks_registers_and_clusters_are_kept(given: str, returned: list[str]) -> None:
    ptx = kernel("out", "ld.param.u64 %d1, [out]; st.global.b32 [%d1], 1;", bounds=given)
    again = nvrtc.compile_kernel(decompile(ptx, "k"), "k", "sm_90").ptx
    kinds = (".maxntid", ".minncta", ".maxnreg", ".reqncta", ".reqntid")
    assert [line for line in again.splitlines() if line.startswith(kinds)] == returned


DATA = np.random.default_rng(0).integers(-(2**31), 2**31 - 1, 32, dtype=np.int32)
DATA[::3] %= 20
DATA[:2] = -(2**31), 2**31 - 1


def test_a_loop_with_two_entries_comes_back_with_goto() -> None:
    ptx = kernel(
        "in out",
        f"""
  {LANE}
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [out];
  add.u64 %d3, %d1, %d0;
  ld.global.b32 %r1, [%d3];
  mov.b32 %r2, 20;
  setp.lt.s32 %p1, %r1, 0;
  @%p1 bra SECOND;
FIRST:
  mad.lo.s32 %r1, %r1, 3, 1;
SECOND:
  add.u32 %r4, %r4, %r1;
  xor.b32 %r1, %r1, %r2;
  sub.u32 %r2, %r2, 1;
  and.b32 %r3, %r1, 6;
  setp.eq.u32 %p2, %r2, 0;
  @%p2 bra LEAVE;
  setp.eq.u32 %p1, %r3, 0;
  @%p1 bra SECOND;
  bra FIRST;
LEAVE:
  add.u64 %d4, %d2, %d0;
  st.global.b32 [%d4], %r4;""",
    )
    source = round_trip(ptx, "k", (1, 32, 0), (DATA, np.zeros(32, np.int32)))
    assert "goto" in source


@settings(max_examples=12, deadline=None, derandomize=True, database=None)
@given(graphs())
def test_any_graph_of_blocks_comes_back_with_the_same_bits(ptx: str) -> None:
    round_trip(ptx, "graph", (1, 32, 0), (DATA, np.zeros(32, np.int32)))


def test_a_counter_that_moves_before_the_pointers_do_makes_a_for() -> None:
    ptx = kernel(
        "in out",
        f"""
  {LANE}
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [out];
  mov.b32 %r1, 0;
  mov.b32 %r2, %r1;
AGAIN:
  ld.global.b32 %r3, [%d1];
  add.s32 %r2, %r2, %r3;
  add.s32 %r1, %r1, 2;
  add.u64 %d1, %d1, 4;
  setp.lt.s32 %p1, %r1, 20;
  @%p1 bra AGAIN;
  add.u64 %d3, %d2, %d0;
  st.global.b32 [%d3], %r2;""",
    )
    source = round_trip(ptx, "k", (1, 32, 0), (DATA, np.zeros(32, np.int32)))
    assert re.search(r"for \(int (\w+) = 0; \1 < 20; \1 \+= 2u\) {", source)
    assert "= 0;\n  for" in source.replace("unsigned ", "")


@pytest.mark.parametrize("power", [1, 6, 31])
def test_a_division_by_a_power_of_two_comes_back_as_one(power: int) -> None:
    sign = "" if power == 1 else "shr.s32 %r2, %r1, 31;"
    ptx = kernel(
        "in out",
        f"""
  {LANE}
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [out];
  add.u64 %d3, %d1, %d0;
  ld.global.b32 %r1, [%d3];
  {sign}
  shr.u32 %r3, {"%r2" if sign else "%r1"}, {32 - power};
  add.s32 %r4, %r1, %r3;
  shr.s32 %r5, %r4, {power};
  add.u64 %d4, %d2, %d0;
  st.global.b32 [%d4], %r5;""",
    )
    source = round_trip(ptx, "k", (1, 32, 0), (DATA, np.zeros(32, np.int32)))
    assert (" / " in source) == (power < 31)


def test_an_offset_in_bytes_that_is_used_twice_becomes_a_number_of_elements() -> None:
    ptx = kernel(
        "in out",
        """
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %d3, %r0, 7;
  and.b64 %d4, %d3, 31;
  shl.b64 %d5, %d4, 2;
  add.u64 %d6, %d1, %d5;
  ld.global.b32 %r1, [%d6];
  add.u64 %d7, %d2, %d5;
  st.global.b32 [%d7], %r1;""",
    )
    source = round_trip(ptx, "k", (1, 32, 0), (DATA, np.zeros(32, np.int32)))
    found = re.search(r"out\[(\w+)\] = in\[\1\];", source)
    assert found is not None
    assert "<< 2" not in source


def test_addresses_of_32_bits_wrap() -> None:
    ptx = kernel(
        "in out",
        f"""
  .local .align 8 .b8 depot[64];
  {LANE}
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [out];
  add.u64 %d3, %d1, %d0;
  ld.global.b32 %r1, [%d3];
  mov.b64 %d4, depot;
  cvt.u32.u64 %r2, %d4;
  and.b32 %r3, %r1, 12;
  sub.u32 %r4, %r2, %r3;
  add.u32 %r5, %r2, %r3;
  st.local.b32 [%r5], %r1;
  ld.local.b32 %r6, [%r4+12];
  add.u64 %d5, %d2, %d0;
  setp.eq.u32 %p2, %r3, 12;
  @!%p2 ld.local.b32 %r6, [%r5];
  st.global.b32 [%d5], %r6;""",
    )
    shared = ptx.replace(".local", ".shared").replace("st.global.b32 [%d5], %r6;", STORE_ADDRESS)
    numbers = np.arange(32, dtype=np.int32) * 4
    for text in (ptx, shared):
        round_trip(text, "k", (1, 32, 0), (numbers, np.zeros(32, np.int32)))


STORE_ADDRESS = """
  add.u32 %r7, %r4, %r6;
  st.global.b32 [%d5], %r7;
  setp.eq.u32 %p1, %r3, 4;
  @%p1 st.global.b32 [%d5], %r4;"""


def test_fragments_of_tensor_cores_are_vectors() -> None:
    ptx = kernel(
        "in out",
        f"""
  .shared .align 16 .b8 tile[512];
  {LANE}
  ld.param.u64 %d1, [in];
  ld.param.u64 %d2, [out];
  shl.b32 %r1, %r0, 4;
  mov.b32 %r2, tile;
  add.u32 %r2, %r2, %r1;
  mul.wide.u32 %d3, %r0, 16;
  add.u64 %d4, %d1, %d3;
  ld.global.v4.b32 {{%r3, %r4, %r5, %r6}}, [%d4];
  st.shared.v4.b32 [%r2], {{%r3, %r4, %r5, %r6}};
  bar.sync 0;
  mov.f32 %f1, 0f00000000;
  mov.f32 %f2, %f1;
  mov.b32 %r7, 0;
  mov.f32 %f3, %f1;
  mov.f32 %f4, %f1;
AGAIN:
  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{%r8, %r9, %r10, %r11}}, [%r2];
  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
    {{%f1, %f2, %f3, %f4}}, {{%r8, %r9, %r10, %r11}}, {{%r9, %r10}}, {{%f1, %f2, %f3, %f4}};
  add.u32 %r7, %r7, 1;
  setp.ne.u32 %p1, %r7, 3;
  @%p1 bra AGAIN;
  add.u64 %d5, %d2, %d3;
  st.global.v4.f32 [%d5], {{%f1, %f2, %f3, %f4}};""",
    )
    halves = np.random.default_rng(1).standard_normal(256).astype(np.float16)
    source = round_trip(ptx, "k", (1, 32, 0), (halves, np.zeros(128, np.float32)))
    assert re.search(r"float4 (\w+) = {};", source)
    assert re.search(
        r"uint4 (\w+) = ldmatrix_\w+\(.*\);\n *(\w+) = mma_\w+\(\1, \1.y, \1.z, \2\)", source
    )
