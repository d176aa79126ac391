"""The stack of each lane: memory that `alloca` takes, until its function ends."""

from __future__ import annotations

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
.reg .b32 %t, %r<9>; .reg .b64 %p, %rd<9>; .reg .pred %q;
ld.param.u64 %p, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %rd1, %t, 4; add.u64 %p, %p, %rd1;
{body}
st.global.u32 [%p], %r1;
ret;
}}
"""
LANE = np.arange(32)

both = pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])


def outcome(compiled: bool, body: str, before: str = "") -> list[int]:
    """What the 32 lanes of a kernel have in %r1 at its end."""
    text = TEXT.format(before=before, body=body)
    out = np.zeros(32, np.uint32)
    if compiled:
        vgpu.load_ptx(text).kernel("k")[1, 32](out)
    else:
        interpreter.launch(lower(parse(text), "k"), (1, 1, 1), (32, 1, 1), [out])
    return out.tolist()


@both
def test_two_pieces_of_the_stack_are_two_memories_of_each_lane(compiled: bool) -> None:
    """Also through generic addresses."""
    body = """alloca.u64 %rd1, 4; alloca.u64 %rd2, 12; cvta.local.u64 %rd3, %rd2;
    st.local.u32 [%rd1], %t; st.u32 [%rd3+8], 100;
    ld.local.u32 %r1, [%rd1]; ld.local.u32 %r2, [%rd2+8]; add.u32 %r1, %r1, %r2;"""
    assert outcome(compiled, body) == (LANE + 100).tolist()


@both
@pytest.mark.parametrize(("align", "expected"), [(1, 5), (8, 8), (64, 64), (1024, 1024)])
def test_a_piece_begins_at_a_multiple_of_its_alignment(
    align: int, expected: int, compiled: bool
) -> None:
    """A variable of local memory before the stack does not move it off."""
    body = f""".local .b32 own[3]; st.local.u32 [own+8], 1;
    alloca.u64 %rd1, 5, 1; alloca.u64 %rd2, 5, {align};
    rem.u64 %rd3, %rd2, {align}; sub.u64 %rd2, %rd2, %rd1; mad.lo.u64 %rd2, %rd3, 9999, %rd2;
    cvt.u32.u64 %r1, %rd2;"""
    assert outcome(compiled, body) == [expected] * 32


@both
def test_each_lane_takes_the_size_that_its_register_says(compiled: bool) -> None:
    """A size may be in the register that gets the address; a false guard takes nothing."""
    body = """alloca.u64 %rd3, 0; setp.lt.u32 %q, %t, 16; cvt.u64.u32 %rd1, %t;
    @%q alloca.u64 %rd1, %rd1, 1; alloca.u64 %rd2, 4, 1; sub.u64 %rd2, %rd2, %rd3;
    cvt.u32.u64 %r1, %rd2;"""
    assert outcome(compiled, body) == np.where(LANE < 16, LANE, 0).tolist()


@both
def test_what_is_taken_after_a_save_is_given_back_by_the_restore(compiled: bool) -> None:
    body = """alloca.u64 %rd1, 8; stacksave.u64 %rd4; alloca.u64 %rd2, 800;
    stackrestore.u64 %rd4; alloca.u64 %rd3, 8; sub.u64 %rd3, %rd3, %rd1; cvt.u32.u64 %r1, %rd3;"""
    assert outcome(compiled, body) == [8] * 32


TAKES = """
.func (.param .b32 result) takes(.param .b32 value)
{
.reg .b32 %x; .reg .b64 %at; .reg .pred %odd;
alloca.u64 %at, 4000; ld.param.b32 %x, [value]; st.local.u32 [%at+3996], %x;
setp.gt.u32 %odd, %x, 16; @%odd st.param.b32 [result], 7; @%odd ret;
ld.local.u32 %x, [%at+3996]; st.param.b32 [result], %x;
ret;
}
"""


@both
def test_a_functions_end_gives_back_what_it_took(compiled: bool) -> None:
    """Ten calls of a function that takes half of the stack, some lanes return early."""
    call = """{ .param .b32 a; .param .b32 b; st.param.b32 [a], %t;
    call (b), takes, (a); ld.param.b32 %r2, [b]; add.u32 %r1, %r1, %r2; }\n"""
    body = "mov.u32 %r1, 0; alloca.u64 %rd1, 4; st.local.u32 [%rd1], 9;\n" + 10 * call
    body += "ld.local.u32 %r3, [%rd1]; add.u32 %r1, %r1, %r3;"
    expected = 10 * np.where(LANE > 16, 7, LANE) + 9
    assert outcome(compiled, body, TAKES) == expected.tolist()


@both
def test_an_access_beyond_the_stack_is_a_fault(compiled: bool) -> None:
    """It has 8 KiB, and nothing is behind it."""
    body = """.local .b32 own[64]; alloca.u64 %rd1, 8192; st.local.u32 [%rd1+8188], 1;
    alloca.u64 %rd2, 4; st.local.u32 [own], 2; mov.u32 %r1, %t; st.local.u32 [%rd2], 3;"""
    with pytest.raises(MemoryAccessError, match="local"):
        outcome(compiled, body)


@pytest.mark.parametrize(
    ("instruction", "reason"),
    [
        ("alloca.u16 %rd1, 8;", "`alloca.u16` has no such type or number of operands"),
        ("alloca.u64 %rd1;", "`alloca.u64` has no such type or number of operands"),
        ("stacksave.u64 %rd1, 8;", "`stacksave.u64` has no such type or number of operands"),
        ("alloca.u64 %rd1, 8, 3;", "must be a power of two, at most 8192"),
        ("alloca.u64 %rd1, 8, %rd2;", "must be a power of two, at most 8192"),
        ("alloca.u64 %r1, 8;", "register %r1 is .b32 where .u64 is needed"),
    ],
)
def test_other_forms_are_refused_with_their_line(instruction: str, reason: str) -> None:
    """As the assembler refuses them."""
    with pytest.raises(PtxError, match=rf"ptx:8:\d+: .*{reason}"):
        vgpu.load_ptx(TEXT.format(before="", body=instruction)).kernel("k")
