"""Recursive functions of PTX that no compiler writes: every kind of parameter, guarded calls."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter

LANES = 32
_HEAD = """.version 8.7
.target sm_90
.address_size 64
"""
_ENTRY = """.visible .entry k(.param .u64 k_out)
{
    .reg .pred %p<4>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [k_out];
    mov.u32 %r1, %tid.x;
    mad.wide.u32 %rd2, %r1, 4, %rd1;
    and.b32 %r2, %r1, 7;
"""


def results(functions: str, body: str, end: str = "ret;") -> list[int]:
    """A word of each lane from compiled code, checked to be the interpreter's."""
    kernel = vgpu.load_ptx(f"{_HEAD}{functions}{_ENTRY}{body}\n{end}\n}}\n").kernel("k")
    compiled, specified = np.zeros((2, LANES), np.uint32)
    kernel.launch(1, LANES, [compiled])
    interpreter.launch(kernel.lowered(), (1, 1, 1), (LANES, 1, 1), [specified])
    assert compiled.tolist() == specified.tolist()
    return compiled.tolist()


def triangle(n: int) -> int:
    return n * (n + 1) // 2


@pytest.mark.parametrize("end", ["ret;", "bra LAST; LAST:", ""])
def test_parameters_in_registers_and_a_guarded_call(end: str) -> None:
    """`@%q call`: lanes at the end of their recursion skip it; the kernel may have no `ret`."""
    functions = """.func (.reg .b32 sum) down(.reg .b32 n)
{
    .reg .pred %q; .reg .b32 %m, %below;
    mov.u32 %below, 0;
    setp.ne.u32 %q, n, 0;
    sub.u32 %m, n, 1;
    @%q call (%below), down, (%m);
    add.u32 sum, %below, n;
    ret;
}
"""
    body = "call (%r3), down, (%r2); st.global.u32 [%rd2], %r3;"
    assert results(functions, body, end) == [triangle(t & 7) for t in range(LANES)]


def test_predicates_and_wide_registers_outlive_a_call() -> None:
    """A predicate parameter, and a register of 128 bits that is needed after the call."""
    functions = """.func (.param .b64 sum) down(.reg .b32 n, .reg .pred odd)
{
    .reg .pred %q, %other; .reg .b32 %m; .reg .b64 %lo, %hi, %below; .reg .b128 %wide;
    .param .b64 inner;
    mov.u64 %lo, 0;
    setp.eq.u32 %q, n, 0;
    @%q bra END;
    cvt.u64.u32 %lo, n;
    mul.lo.u64 %hi, %lo, 1000;
    mov.b128 %wide, {%lo, %hi};
    sub.u32 %m, n, 1;
    not.pred %other, odd;
    call (inner), down, (%m, %other);
    ld.param.b64 %below, [inner];
    mov.b128 {%lo, %hi}, %wide;
    @odd add.u64 %lo, %lo, %hi;
    add.u64 %lo, %lo, %below;
END:
    st.param.b64 [sum], %lo;
    ret;
}
"""
    body = """.param .b64 total; .reg .b64 %t;
    setp.gt.u32 %p1, %r1, 15;
    call (total), down, (%r2, %p1);
    ld.param.b64 %t, [total]; cvt.u32.u64 %r3, %t; st.global.u32 [%rd2], %r3;"""

    def down(n: int, odd: bool) -> int:
        return n + 1000 * n * odd + down(n - 1, not odd) if n else 0

    assert results(functions, body) == [down(t & 7, t > 15) for t in range(LANES)]


def test_memory_of_the_stack_lies_between_the_frames() -> None:
    """`alloca` of n words in each call; all are written before and read after the inner call."""
    functions = """.func (.param .b32 sum) fill(.param .b32 count)
{
    .reg .pred %q; .reg .b32 %n, %m, %i, %v, %total; .reg .b64 %size, %own, %at;
    ld.param.b32 %n, [count];
    mov.u32 %total, 0;
    setp.eq.u32 %q, %n, 0;
    @%q bra END;
    mul.wide.u32 %size, %n, 4;
    alloca.u64 %own, %size, 4;
    mov.u32 %i, 0; mov.u64 %at, %own;
WRITE:
    st.local.u32 [%at], %n;
    add.u64 %at, %at, 4; add.u32 %i, %i, 1; setp.lt.u32 %q, %i, %n;
    @%q bra WRITE;
    sub.u32 %m, %n, 1;
    { .param .b32 a; .param .b32 r; st.param.b32 [a], %m; call (r), fill, (a);
      ld.param.b32 %total, [r]; }
    mov.u32 %i, 0; mov.u64 %at, %own;
READ:
    ld.local.u32 %v, [%at]; add.u32 %total, %total, %v;
    add.u64 %at, %at, 4; add.u32 %i, %i, 1; setp.lt.u32 %q, %i, %n;
    @%q bra READ;
END:
    st.param.b32 [sum], %total;
    ret;
}
"""
    # 40 calls one after another, of 450 bytes each: what a call takes from the stack of 8 KiB it
    # gives back.
    body = """mov.u32 %r4, 0;
AGAIN:
    { .param .b32 a; .param .b32 r; st.param.b32 [a], %r2; call (r), fill, (a);
      ld.param.b32 %r3, [r]; }
    add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 40;
    @%p1 bra AGAIN;
    st.global.u32 [%rd2], %r3;"""
    expected = [sum(n * n for n in range(1, (t & 7) + 1)) for t in range(LANES)]
    assert results(functions, body) == expected


def test_a_local_variable_is_aligned_in_each_call() -> None:
    """An array aligned to 64 bytes, after a frame that is not: its address says so."""
    functions = """.func (.param .b32 sum) down(.param .b32 count)
{
    .local .align 64 .b8 area[72]; .local .align 1 .b8 byte;
    .reg .pred %q; .reg .b32 %n, %m, %low, %below; .reg .b64 %at;
    ld.param.b32 %n, [count];
    mov.u64 %at, area;
    cvt.u32.u64 %low, %at; and.b32 %low, %low, 63;
    st.local.u32 [area+68], %n;
    st.local.b8 [byte], %n;
    mov.u32 %below, 0;
    setp.eq.u32 %q, %n, 0;
    @%q bra END;
    sub.u32 %m, %n, 1;
    { .param .b32 a; .param .b32 r; st.param.b32 [a], %m; call (r), down, (a);
      ld.param.b32 %below, [r]; }
END:
    ld.local.u32 %m, [area+68]; add.u32 %below, %below, %m;
    ld.local.u8 %m, [byte]; mad.lo.u32 %below, %m, 100, %below;
    mad.lo.u32 %below, %low, 10000, %below;
    st.param.b32 [sum], %below;
    ret;
}
"""
    body = """{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r2; call (r), down, (a);
      ld.param.b32 %r3, [r]; } st.global.u32 [%rd2], %r3;"""
    assert results(functions, body) == [101 * triangle(t & 7) for t in range(LANES)]
