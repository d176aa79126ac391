"""Operands that are more than a register: vector registers, sums, variables without a space."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError, PtxError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

TEXT = """.version 8.4
.target sm_90a
.address_size 64
{before}
.entry k(.param .u64 out) {{
.reg .b16 %h; .reg .b32 %t, %r<9>; .reg .b64 %p, %rd<9>; .reg .f32 %f<9>; .reg .pred %q;
ld.param.u64 %p, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %rd1, %t, 4; add.u64 %p, %p, %rd1;
{body}
ret;
}}
"""
TILE = ".shared .align 16 .b8 tile[512];"
LANE = np.arange(32)

both = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])


def outcome(compiled: bool, body: str, before: str = "", dynamic: int = 0) -> Any:
    """What the 32 lanes of a kernel store to their place of the output."""
    text = TEXT.format(before=before, body=body)
    out = np.zeros(32, np.uint32)
    if compiled:
        vgpu.load_ptx(text).kernel("k")[1, 32, dynamic](out)
    else:
        interpreter.launch(lower(parse(text), "k"), (1, 1, 1), (32, 1, 1), [out], dynamic)
    return out


# ---- parameters --------------------------------------------------------------------------------


@both
@pytest.mark.parametrize("first", [31, 20, 1, 0])
def test_a_parameter_is_read_through_a_register_by_the_lanes_that_are_there(
    compiled: bool, first: int
) -> None:
    """`mov.b64 %rd2, out` and then `ld.param [%rd2]`, as of a `__grid_constant__` struct."""
    body = f"""mov.b64 %rd2, out;
    mov.u32 %r1, 0;
    setp.lt.u32 %q, %t, {first};
    @%q bra END;
    ld.param.u8 %h, [%rd2+7];
    ld.param.v2.u32 {{%r2, %r3}}, [%rd2];
    ld.param.u32 %r4, [out+4];
    shr.u32 %r5, %r4, 24;
    cvt.u32.u16 %r6, %h;
    sub.u32 %r1, %r5, %r6;
    sub.u32 %r3, %r3, %r4;
    or.b32 %r1, %r1, %r3;
    add.u32 %r1, %r1, 1;
END:
    st.global.u32 [%p], %r1;"""
    assert outcome(compiled, body).tolist() == (first <= LANE).tolist()


# ---- vector registers ------------------------------------------------------------------------


@both
def test_a_vector_register_has_its_elements_by_two_names(compiled: bool) -> None:
    """`v.z` and `v.b` are the third of four; whole, it is what a vector load and store take."""
    body = """.reg .v4 .b32 v, %w<3>;
    mov.v4.b32 v, {%t, 10, 20, 30};
    mov.v4.u32 %w2, v;
    add.u32 %w2.x, %w2.r, %w2.b;
    st.shared.v4.b32 [tile], %w2;
    ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [tile];
    add.u32 %r5, %w2.x, %r4;
    st.global.u32 [%p], %r5;"""
    assert outcome(compiled, body, TILE).tolist() == (LANE + 50).tolist()


@both
def test_the_elements_of_a_vector_change_places_at_once(compiled: bool) -> None:
    """A move of vectors reads all of its elements before it writes one."""
    body = """.reg .v2 .b32 v; mov.v2.b32 v, {%t, 100}; mov.v2.b32 v, {v.y, v.x};
    sub.u32 %r1, v.x, v.y; st.global.u32 [%p], %r1;"""
    assert outcome(compiled, body).tolist() == (100 - LANE).tolist()


@both
def test_two_halves_in_a_vector_register_are_one_wide_value(compiled: bool) -> None:
    body = """.reg .v2 .b32 v; mov.v2.b32 v, {%t, 7}; mov.b64 %rd2, v; shr.u64 %rd2, %rd2, 31;
    cvt.u32.u64 %r1, %rd2; st.global.u32 [%p], %r1;"""
    assert outcome(compiled, body).tolist() == [14] * 32


@pytest.mark.parametrize(
    ("declaration", "reason"),
    [
        (".reg .v8 .f32 v;", "registers of type .v8 .f32 are unknown"),
        (".reg .v2 .pred v;", "registers of type .v2 .pred are unknown"),
        (".reg .v2 .f32 v; mov.f32 %f1, v.z;", "undeclared name `v.z`"),
        (".reg .v2 .f32 v; mov.f32 %f1, v;", "must have 1 elements, has 2"),
    ],
)
def test_what_the_assembler_refuses_of_vector_registers_is_refused(
    declaration: str, reason: str
) -> None:
    """The line is that of the use."""
    with pytest.raises(PtxError, match=rf"ptx:8:\d+: .*{reason}"):
        vgpu.load_ptx(TEXT.format(before="", body=declaration)).kernel("k")


# ---- a register plus a constant --------------------------------------------------------------


@both
def test_a_constant_is_added_to_a_register_wherever_it_is_read(compiled: bool) -> None:
    """Also under a guard, in a store's value, and below zero."""
    body = """setp.lt.u32 %q, %t+1, 16;
    mov.u32 %r1, %t+-4;
    @%q add.u32 %r1, %t+100, %t+(2*3);
    st.global.u32 [%p], %r1+1;"""
    expected = np.where(LANE + 1 < 16, 2 * LANE + 107, LANE - 3)
    assert outcome(compiled, body).astype(np.int32).tolist() == expected.tolist()


@both
def test_a_sum_wraps_in_its_registers_width(compiled: bool) -> None:
    body = """cvt.u16.u32 %h, %t; cvt.u32.u16 %r1, %h+65535; st.global.u32 [%p], %r1;"""
    assert outcome(compiled, body).tolist() == [(n + 65535) % 65536 for n in LANE]


@pytest.mark.parametrize(
    ("instruction", "reason"),
    [
        (
            "mov.f32 %f1, %f2+4;",
            "a constant can be added only to an integer register, and %f2 is not one",
        ),
        ("mov.u32 %r1+4, 3;", "operand d is written, so it must be a register"),
        ("mov.u32 %r1, %tid.x+4;", "undeclared register `%tid.x`"),
    ],
)
def test_what_the_assembler_refuses_of_sums_is_refused(instruction: str, reason: str) -> None:
    """The line is that of the use."""
    with pytest.raises(PtxError, match=rf"ptx:8:\d+: .*{reason}"):
        vgpu.load_ptx(TEXT.format(before="", body=instruction)).kernel("k")


# ---- shared memory ---------------------------------------------------------------------------


@both
@pytest.mark.parametrize("space", [".shared", ""])
def test_a_variable_in_an_address_names_its_space(space: str, compiled: bool) -> None:
    """`ld.u32 %r1, [tile]` of a shared variable is a load of shared memory, an atomic too."""
    body = f"""st{space}.u32 [tile+8], 5; atom{space}.add.u32 %r1, [tile+8], 1;
    ld{space}.u32 %r2, [tile+8]; st.global.u32 [%p], %r2;"""
    assert outcome(compiled, body, TILE).tolist() == [37] * 32


@both
def test_a_variable_of_local_memory_is_each_lanes_own(compiled: bool) -> None:
    """Named without its space it is still local."""
    body = ".local .b32 own; st.u32 [own], %t; ld.u32 %r1, [own]; st.global.u32 [%p], %r1;"
    assert outcome(compiled, body).tolist() == LANE.tolist()


MATRIX = """mov.u32 %r1, tile; shl.b32 %r2, %t, 2; add.u32 %r2, %r1, %r2;
st.shared.u32 [%r2], %t; bar.warp.sync -1;
shl.b32 %r2, %t, 4; add.u32 %r1, %r1, %r2; cvt.u64.u32 %rd2, %r1; cvta.shared.u64 %rd2, %rd2;
{} st.global.u32 [%p], %r3;"""


def test_more_local_memory_than_a_thread_has_is_refused_with_its_line() -> None:
    """A GPU has 512 KiB for a thread."""
    text = TEXT.format(before="", body=".local .b8 own[524288]; mov.u64 %rd1, own;")
    vgpu.load_ptx(text).kernel("k")
    with pytest.raises(PtxError, match=r"ptx:8:\d+: 524289 bytes of local memory up to `own`"):
        vgpu.load_ptx(text.replace("524288", "524289")).kernel("k")


@pytest.mark.parametrize(
    ("module", "parameter", "fits", "over", "message"),
    [
        ("", ".param .b8 n[{}]", 32764 - 8, 32764 - 7, "32765 bytes of parameters up to `n`"),
        ("", ".param .b8 n[{}]", 16, 2**64 - 1, "bytes of parameters up to `n`"),
        (".const .b8 n[{}];", ".param .b32 m", 65536, 65537, "65537 bytes of constant memory up"),
        (".global .b8 n[{}];", ".param .b32 m", 65537, 2**60, "`n` has 1152921504606846976 bytes"),
        (".global .b8 n[{}];", ".param .b32 m", 8, 2**64 - 1, "`n` has 18446744073709551615 bytes"),
    ],
)
def test_more_memory_than_there_can_be_is_refused(
    module: str, parameter: str, fits: int, over: int, message: str
) -> None:
    """NVIDIA's assembler has the same bounds of parameters and constants."""
    head = ".version 8.4\n.target sm_90a\n.address_size 64\n"
    body = f"{{ .reg .u64 %a; mov.u64 %a, {'n' if module else 'p'}; ret; }}"

    def launch(size: int) -> None:
        declared = module.format(size), parameter.format(size)
        text = f"{head}{declared[0]} .entry k(.param .u64 p, {declared[1]}) {body}"
        kernel = vgpu.load_ptx(text).kernel("k")
        second = bytes(size) if parameter.endswith("]") else 0
        kernel.launch((1, 1, 1), (32, 1, 1), [np.zeros(4), second])

    launch(fits)
    with pytest.raises(PtxError, match=message):
        launch(over)


@both
def test_matrices_are_loaded_from_generic_addresses_of_shared_memory(compiled: bool) -> None:
    """Each lane gets its word of the eight rows."""
    load = "ldmatrix.sync.aligned.m8n8.x1.b16 {%r3}, [%rd2];"
    assert outcome(compiled, MATRIX.format(load), TILE).tolist() == LANE.tolist()


@both
def test_matrices_are_stored_to_generic_addresses_of_shared_memory(compiled: bool) -> None:
    """What lane n stores, doubled, is read back as the n-th word."""
    store = """add.u32 %r3, %t, %t; stmatrix.sync.aligned.m8n8.x1.b16 [%rd2], {%r3};
    shl.b32 %r2, %t, 2; mov.u32 %r1, tile; add.u32 %r2, %r1, %r2; ld.shared.u32 %r3, [%r2];"""
    assert outcome(compiled, MATRIX.format(store), TILE).tolist() == (2 * LANE).tolist()


@both
def test_matrices_are_not_loaded_from_global_memory(compiled: bool) -> None:
    """A generic address of other memory is an error."""
    body = "ldmatrix.sync.aligned.m8n8.x1.b16 {%r3}, [%p]; st.global.u32 [%p], %r3;"
    with pytest.raises(MemoryAccessError, match="shared"):
        outcome(compiled, body, TILE)


@both
@pytest.mark.parametrize(("align", "static"), [(4, 16), (16, 16), (128, 128), (1024, 1024)])
def test_a_gap_before_dynamic_shared_memory_takes_nothing_from_it(
    align: int, static: int, compiled: bool
) -> None:
    """The gap behind twelve bytes counts as static, as `ptxas -v` has it ("1024 bytes smem")."""
    before = f".extern .shared .align {align} .b8 tile[]; .shared .b32 few[3];"
    body = """mov.u32 %r1, tile; shl.b32 %r2, %t, 2; add.u32 %r1, %r1, %r2;
    st.shared.u32 [few+8], 3; st.shared.u32 [%r1], %t; ld.shared.u32 %r2, [%r1];
    ld.shared.u32 %r3, [few+8]; mad.lo.u32 %r2, %r3, 100, %r2; st.global.u32 [%p], %r2;"""
    assert outcome(compiled, body, before, dynamic=128).tolist() == (300 + LANE).tolist()
    kernel = vgpu.load_ptx(TEXT.format(before=before, body=body)).kernel("k")
    assert kernel.static_shared_bytes == static


@pytest.mark.parametrize(
    ("instruction", "reason"),
    [
        ("ld.global.u32 %r1, [tile];", "`tile` is in shared memory, not in global memory"),
        ("ld.param.u32 %r1, [tile];", "`tile` is in shared memory, not in param memory"),
        ("st.shared.u32 [out], 1;", "`out` is in param memory, not in shared memory"),
        ("cvta.global.u64 %rd1, tile;", "`tile` is in shared memory, not in global memory"),
        ("st.param.u32 [out], 1;", "`out` is a parameter of the kernel, which cannot be written"),
        ("ld.param.u32 %r1, [out+8];", "bytes 8 to 12 of the kernel's parameters, which have 8"),
        ("ld.param.u64 %rd1, [out+-4];", "bytes -4 to 4 of the kernel's parameters"),
        ("add.u32 %r1, _, 3;", "operand a is read, so it cannot be `_`"),
        ("st.global.v2.u32 [%p], {%r1, _};", "operand b is read, so it cannot be `_`"),
        ("ld.global.u32 %r1, [%f1];", "register %f1 is .f32, an address has 32 or 64 bits"),
        (".reg .b128 %w; ld.u32 %r1, [%w];", "register %w is .b128, an address has 32 or 64"),
        ("{ .param .b32 a; ld.param.b32 %laneid, [a]; }", "a parameter is loaded into a register"),
        ("{ .param .b32 a; st.param.lt [a], %r1; }", "`st.param.lt` has no type that a parameter"),
        ("{ .param .b32 a; st.param.b32 [a], _; }", "a value that is stored cannot be `_`"),
        (".local .pred own;", "`own` is a predicate, and only a register can be one"),
    ],
)
def test_accesses_that_the_assembler_refuses_are_refused(instruction: str, reason: str) -> None:
    """And those beyond the parameters, which would read what the host has behind them."""
    with pytest.raises(PtxError, match=rf"ptx:8:\d+: .*{reason}"):
        vgpu.load_ptx(TEXT.format(before=TILE, body=instruction)).kernel("k")


@both
def test_a_result_that_goes_nowhere_is_left_out(compiled: bool) -> None:
    """A sum of values that differ by lane, and one of a carry."""
    body = """add.cc.u32 %r1, %t, %t; addc.u32 _, 0, 0; mul.lo.u32 _, %r1, %r1;
    ld.global.u32 %r2, [%p]; mov.b32 _, %r2; st.global.u32 [%p], %r1;"""
    assert outcome(compiled, body).tolist() == (2 * LANE).tolist()


# ---- parameters at addresses in registers ----------------------------------------------------

WORDS = """.version 8.4
.target sm_90a
.address_size 64
.entry k(.param .u64 out, .param .align 4 .b8 words[16]) {{
.reg .b32 %t, %r<9>; .reg .b64 %p, %rd<9>;
ld.param.u64 %p, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %rd1, %t, 4; add.u64 %p, %p, %rd1;
and.b32 %r1, %t, {mask}; mul.wide.u32 %rd2, %r1, 4; mov.b64 %rd3, words; add.u64 %rd3, %rd3, %rd2;
ld.param.u32 %r2, [%rd3];
st.global.u32 [%p], %r2;
ret;
}}
"""


def words_of(compiled: bool, mask: int) -> list[int]:
    """What the lanes of a kernel read of the four words of its second parameter."""
    text, out = WORDS.format(mask=mask), np.zeros(32, np.uint32)
    words = np.array([3, 5, 7, 11], np.uint32).tobytes()
    if compiled:
        vgpu.load_ptx(text).kernel("k")[1, 32](out, words)
    else:
        interpreter.launch(lower(parse(text), "k"), (1, 1, 1), (32, 1, 1), [out, words])
    return out.tolist()


@both
def test_each_lane_reads_the_word_of_a_parameter_that_its_register_says(compiled: bool) -> None:
    """As code does that takes an element of an array passed by value."""
    assert words_of(compiled, 3) == [3, 5, 7, 11] * 8


@both
def test_a_register_beyond_the_parameters_is_a_fault(compiled: bool) -> None:
    with pytest.raises(MemoryAccessError):
        words_of(compiled, 7)


# ---- instructions that are not there ------------------------------------------------------------


@pytest.mark.parametrize("instruction", ["multimem.st.global.u32 [%p], %t;", "fabric.submit;"])
def test_an_instruction_for_the_memory_of_several_gpus_is_refused_with_the_reason(
    instruction: str,
) -> None:
    text = TEXT.format(before="", body=instruction)
    name = instruction.partition(" ")[0].rstrip(";")
    message = rf"^ptx:\d+:1: .*`{name}`.* GPUs, and there is only one virtual GPU$"
    with pytest.raises(PtxError, match=message):
        vgpu.load_ptx(text).kernel("k")
