"""From PTX to the lowered form: scopes, device functions put in place, errors with their place."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import PtxError, vgpu
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

HEAD = ".version 8.7\n.target sm_90a\n.address_size 64\n"
PROLOGUE = """.reg .b64 %p, %o; .reg .b32 %t;
ld.param.u64 %p, [out]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.s64 %p, %p, %o;"""


def results(body: str, before: str = "") -> list[int]:
    """What the 32 lanes of a kernel store to their place of the output."""
    text = f"{HEAD}{before}\n.entry k(.param .u64 out) {{\n{PROLOGUE}\n{body}\nret;\n}}\n"
    out = np.zeros(32, np.uint32)
    vgpu.load_ptx(text).kernel("k")[1, 32](out)
    return out.tolist()


def error_of(body: str, before: str = "") -> PtxError:
    """The error that lowering a kernel with this body raises; the body begins at line 5."""
    text = f"{HEAD}{before}.entry k(.param .u64 out) {{\n{body}\nret;\n}}\n"
    with pytest.raises(PtxError) as caught:
        lower(parse(text), "k")
    return caught.value


# ---- scopes ----------------------------------------------------------------------------------


def test_an_inner_register_hides_the_outer_one_until_its_scope_ends() -> None:
    """Two registers of one name are two registers."""
    body = """.reg .b32 %v; mov.u32 %v, 1;
    { .reg .b32 %v; mov.u32 %v, 2; add.u32 %v, %v, 5; }
    st.global.u32 [%p], %v;"""
    assert results(body) == [1] * 32


def test_labels_of_two_scopes_may_have_one_name() -> None:
    """A branch goes to the innermost label."""
    body = """.reg .b32 %v; mov.u32 %v, 0;
    { bra DONE; mov.u32 %v, 9; DONE: add.u32 %v, %v, 1; }
    { bra DONE; mov.u32 %v, 9; DONE: add.u32 %v, %v, 2; }
    st.global.u32 [%p], %v;"""
    assert results(body) == [3] * 32


# ---- calls -----------------------------------------------------------------------------------

TWICE_PLUS = """
.func (.param .b32 result) twice_plus(.param .b32 a, .param .b32 b)
{
.reg .b32 %x, %y; .reg .pred %q;
ld.param.b32 %x, [a]; ld.param.b32 %y, [b];
setp.gt.u32 %q, %x, 15;
@%q bra LARGE;
shl.b32 %x, %x, 1;
add.u32 %x, %x, %y;
st.param.b32 [result], %x;
ret;
LARGE: st.param.b32 [result], %y;
ret;
}
"""


def test_a_function_with_parameters_returns_lane_by_lane() -> None:
    """Some lanes return early; each has its own result; a second call has its own registers."""
    body = """.reg .b32 %v, %w;
    { .param .b32 a0; .param .b32 b0; .param .b32 r0;
      st.param.b32 [a0], %t; st.param.b32 [b0], 7;
      call.uni (r0), twice_plus, (a0, b0); ld.param.b32 %v, [r0]; }
    { .param .b32 a0; .param .b32 b0; .param .b32 r0;
      st.param.b32 [a0], 3; st.param.b32 [b0], %v;
      call.uni (r0), twice_plus, (a0, b0); ld.param.b32 %w, [r0]; }
    st.global.u32 [%p], %w;"""
    first = [7 if lane > 15 else 2 * lane + 7 for lane in range(32)]
    assert results(body, TWICE_PLUS) == [6 + value for value in first]


def test_a_result_that_the_function_does_not_have_leaves_its_parameters_alone() -> None:
    """Linked code may be declared with a result and defined without one."""
    before = (
        ".func put(.param .b64 a)\n{ .reg .b64 %x; ld.param.b64 %x, [a]; st.u32 [%x], 5; ret; }\n"
    )
    body = """{ .param .b64 a0; .param .b64 r0; .reg .b64 %ignored;
      st.param.b64 [a0], %p; call.uni (r0), put, (a0); ld.param.b64 %ignored, [r0]; }"""
    assert results(body, before) == [5] * 32


def test_bytes_of_a_result_are_stored_one_by_one() -> None:
    """A constant, a register and a signed constant, each one byte of a struct."""
    before = """
.func (.param .align 4 .b8 result[8]) bytes(.param .b32 a)
{
.reg .b32 %x; .reg .b16 %h;
ld.param.b32 %x, [a]; st.param.b32 [result], %x; cvt.u16.u32 %h, %x;
st.param.b8 [result+4], 1; st.param.b8 [result+5], %h; st.param.b8 [result+6], -2;
ret;
}
"""
    body = """.reg .b32 %v, %w; .reg .b16 %a, %b, %c;
    { .param .b32 a0; .param .align 4 .b8 r0[8];
      st.param.b32 [a0], %t; call.uni (r0), bytes, (a0);
      ld.param.b32 %v, [r0]; ld.param.u8 %a, [r0+4];
      ld.param.u8 %b, [r0+5]; ld.param.s8 %c, [r0+6]; }
    cvt.u32.u16 %w, %a; mad.lo.u32 %v, %v, 100, %w;
    cvt.u32.u16 %w, %b; mad.lo.u32 %v, %w, 10000, %v;
    cvt.s32.s16 %w, %c; add.u32 %v, %v, %w;
    st.global.u32 [%p], %v;"""
    assert results(body, before) == [10100 * lane + 1 - 2 & 0xFFFFFFFF for lane in range(32)]


# ---- indexed branches ------------------------------------------------------------------------


def test_an_indexed_branch_takes_each_lane_to_its_target() -> None:
    """Lanes of one warp go to three places and meet again."""
    body = """.reg .b32 %v, %i; rem.u32 %i, %t, 3;
    TABLE: .branchtargets ZERO, ONE, TWO;
    brx.idx %i, TABLE;
    ZERO: mov.u32 %v, 10; bra END;
    ONE: mov.u32 %v, 21; bra END;
    TWO: mov.u32 %v, 32;
    END: st.global.u32 [%p], %v;"""
    assert results(body) == [(10, 21, 32)[lane % 3] for lane in range(32)]


# ---- errors ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "words", "place"),
    [
        ("mov.u32 %nowhere, 1;", "undeclared register `%nowhere`", (5, 9)),
        (
            ".reg .b32 %a;\nfrobnicate.u32 %a, %a;",
            "unknown instruction `frobnicate.u32` (for sm_90a)",
            (6, 1),
        ),
        (".reg .b32 %a;\nadd.sat.u32 %a, %a, 1;", "no form `add.sat.u32`", (6, 1)),
        (".reg .b64 %a;\nadd.u32 %a, %a, 1;", "is .b64 where .u32 is needed", (6, 1)),
        ("bra NOWHERE;", "no label `NOWHERE`", (5, 5)),
        ("A:\nA:", "label `A` is already defined", (6, 1)),
    ],
)
def test_an_error_says_what_is_wrong_and_where(
    body: str, words: str, place: tuple[int, int]
) -> None:
    """The offending name, with its line and column."""
    error = error_of(body)
    assert words in str(error)
    assert (error.line, error.column) == place


def test_an_unknown_instruction_names_its_line_in_the_source() -> None:
    """If the PTX says which it is."""
    body = ".reg .b32 %a;\n.loc 1 12 3\nvadd2.frob.u32 %a, %a;"
    found = error_of(body, '.file 1 "kernel.py"\n')
    said = "has no form `vadd2.frob.u32` of `vadd2` (for sm_90a, from kernel.py:12)"
    assert str(found).endswith(said)


def test_a_fraction_is_not_the_initial_value_of_an_integer() -> None:
    """The assembler refuses it, too."""
    found = error_of("ret;", ".global .b8 text[2] = {1, 1.5};\n")
    assert str(found) == "ptx:4:27: `text` holds integers, 1.5 is not one"


def test_a_kernel_has_the_shared_memory_that_it_or_its_functions_name() -> None:
    """Relocatable code declares the shared variables of all functions outside of them."""
    text = f"""{HEAD}
    .shared .align 16 .b8 of_a[40000]; .weak .shared .align 4 .b8 of_f[1000];
    .extern .shared .align 16 .b8 dynamic[];
    .func f () {{ .reg .b32 %r; ld.shared.u32 %r, [of_f+4]; ret; }}
    .entry a () {{ .reg .b64 %d; mov.u64 %d, of_a; ret; }}
    .entry b () {{ call f, (); ret; }}
    .entry c () {{ ret; }}
    """
    kernels = {name: vgpu.load_ptx(text).kernel(name) for name in "abc"}
    sizes = {name: kernel.static_shared_bytes for name, kernel in kernels.items()}
    assert sizes == {"a": 40000, "b": 1000, "c": 0}
