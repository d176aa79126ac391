"""`printf` and `assert` of a kernel: what the host prints and how a launch stops."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

import numpy as np
import pytest

from each import each
from kernelscope import vgpu
from kernelscope.errors import LaunchError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.printing import format_text
from kernelscope.vgpu.ptx.parser import parse


def text_variable(name: str, text: str) -> str:
    """A string as compilers put it into PTX."""
    data = [*text.encode(), 0]
    return f".global .align 1 .b8 {name}[{len(data)}] = {{{', '.join(map(str, data))}}};"


HEAD = f"""
.version 8.7
.target sm_90a
.address_size 64
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 p0, .param .b64 p1);
.extern .func __assertfail
(.param .b64 a0, .param .b64 a1, .param .b32 a2, .param .b64 a3, .param .b64 a4) .noreturn;
{text_variable("form", "block %d thread %3u: %.2f %s%%" + chr(10))}
{text_variable("word", "half")}
{text_variable("message", "i < 40")}
{text_variable("file", "/src/kernel.py")}
{text_variable("func", "checked")}
"""
PRINTS = (
    HEAD
    + """
.entry k(.param .u64 result) {
.local .align 8 .b8 depot[24];
.reg .pred %p<2>;
.reg .b32 %r<8>;
.reg .b64 %rd<12>;
.reg .f64 %fd<3>;
ld.param.b64 %rd8, [result];
mov.u32 %r1, %tid.x;
mov.u32 %r2, %ctaid.x;
mov.b64 %rd1, depot;
cvta.local.u64 %rd2, %rd1;
cvt.rn.f64.u32 %fd1, %r1;
mul.f64 %fd2, %fd1, 0d3FE0000000000000;
st.local.v2.b32 [%rd1], {%r2, %r1};
st.local.f64 [%rd1+8], %fd2;
mov.b64 %rd3, word;
cvta.global.u64 %rd4, %rd3;
st.local.b64 [%rd1+16], %rd4;
mov.b64 %rd5, form;
cvta.global.u64 %rd6, %rd5;
and.b32 %r3, %r1, 15;
setp.eq.u32 %p1, %r3, 5;
mov.b32 %r4, 77;
@!%p1 bra past;
{
.param .b64 param0;
.param .b64 param1;
.param .b32 retval0;
st.param.b64 [param0], %rd6;
st.param.b64 [param1], %rd2;
call.uni (retval0), vprintf, (param0, param1);
ld.param.b32 %r4, [retval0];
}
past:
mad.lo.s32 %r5, %r2, 64, %r1;
mul.wide.u32 %rd9, %r5, 4;
add.s64 %rd10, %rd8, %rd9;
st.global.b32 [%rd10], %r4;
ret;
}
"""
)
ASSERTS = (
    HEAD
    + """
.entry k(.param .u64 result) {
.reg .pred %p<2>;
.reg .b32 %r<4>;
.reg .b64 %rd<8>;
mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 40;
@%p1 bra fine;
mov.b64 %rd1, message;
cvta.global.u64 %rd2, %rd1;
mov.b64 %rd3, file;
cvta.global.u64 %rd4, %rd3;
mov.b64 %rd5, func;
cvta.global.u64 %rd6, %rd5;
{
.param .b64 param0;
.param .b64 param1;
.param .b32 param2;
.param .b64 param3;
.param .b64 param4;
st.param.b64 [param0], %rd2;
st.param.b64 [param1], %rd4;
st.param.b32 [param2], 12;
st.param.b64 [param3], %rd6;
st.param.b64 [param4], 1;
call.uni __assertfail, (param0, param1, param2, param3, param4);
}
trap;
fine:
ret;
}
"""
)


def launch(text: str, compiled: bool, blocks: int, result: np.ndarray) -> None:
    if compiled:
        vgpu.load_ptx(text).kernel("k")[blocks, 64](result)
    else:
        interpreter.launch(lower(parse(text), "k"), (blocks, 1, 1), (64, 1, 1), [result])


@pytest.mark.parametrize("compiled", [True, False])
def test_printf_prints_in_the_order_of_blocks_and_threads(
    compiled: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the lanes that call it print; they get the number of arguments back."""
    result = np.zeros(128, np.uint32)
    launch(PRINTS, compiled, 2, result)
    wanted = [
        f"block {block} thread {thread:3d}: {thread / 2:.2f} half%\n"
        for block in range(2)
        for thread in (5, 21, 37, 53)
    ]
    assert capsys.readouterr().out == "".join(wanted)
    np.testing.assert_array_equal(result, np.where(np.arange(128) % 16 == 5, 4, 77))


@pytest.mark.parametrize("compiled", [True, False])
def test_a_failed_assertion_names_its_place_and_thread(compiled: bool) -> None:
    """The first failing thread stops the launch."""
    wanted = (
        r"/src/kernel\.py:12: checked: block \[0, 0, 0\], thread \[40, 0, 0\]: "
        r"assertion `i < 40` failed"
    )
    with pytest.raises(LaunchError, match=wanted):
        launch(ASSERTS, compiled, 3, np.zeros(1, np.uint32))


@each(
    ("form", "code", "value"),
    [
        ("%d", "i", -7), ("%5d|", "i", 42), ("%-5d|", "i", 42), ("%+05d", "i", 42),
        ("%u", "I", 4294967295), ("%x %%", "I", 48879), ("%#X", "I", 255), ("%o", "I", 8),
        ("%lld", "q", -(2**40)), ("%lu", "Q", 2**63), ("%c", "i", 65), ("%hhd", "i", -3),
        ("%f", "d", 1.5), ("%8.3e", "d", 12345.678), ("%g", "d", 1e-9), ("%p", "Q", 4096),
        ("%f", "d", float("inf")), ("%f", "d", float("nan")),
    ],
)  # fmt: skip
def test_formats_are_those_of_c(form: str, code: str, value: Any) -> None:
    """The C library prints the same."""
    memory = struct.pack("<" + code, value)
    kinds = {"i": ctypes.c_int, "I": ctypes.c_uint, "q": ctypes.c_longlong, "Q": ctypes.c_ulonglong}
    out = ctypes.create_string_buffer(200)
    ctypes.CDLL(None).snprintf(out, 200, form.encode(), kinds.get(code, ctypes.c_double)(value))
    read = lambda address, size: memory[address : address + size]  # noqa: E731
    assert format_text(form, read, 0) == (out.value.decode(), 1)
