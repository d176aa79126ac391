"""The worked examples in the decompiler's comments: the C that they promise comes out."""

from __future__ import annotations

import pytest

from inside.compiled import cuda_form
from kernelscope.inside.decompile import decompile


def decompiled(body: str) -> str:
    """The C of a kernel with this body, two pointers and an integer."""
    ptx = f"""
.version 8.7
.target sm_90
.address_size 64
.visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1, .param .u32 k_param_2)
{{
  .reg .b32 %r<40>; .reg .b64 %rd<40>; .reg .f32 %f<20>; .reg .pred %p<8>;
  .shared .align 16 .b8 tile[4096];
  ld.param.u64 %rd1, [k_param_0];
  ld.param.u64 %rd2, [k_param_1];
  ld.param.u32 %r9, [k_param_2];
  mov.u32 %r1, %tid.x;
  {body}
  ret;
}}
"""
    return decompile(ptx, "k")


EXAMPLES = {
    "builder: a load that waits is done before a store may change what it reads": (
        """ld.global.f32 %f1, [%rd1];
           ld.global.f32 %f2, [%rd2];
           st.global.f32 [%rd1], %f2;
           st.global.f32 [%rd2], %f1;""",
        "float f = p0[0];\n  p0[0] = p1[0];\n  p1[0] = f;",
    ),
    "builder: a sum that waits is done before its operands change": (
        """mov.u32 %r2, 0;
           mov.u32 %r3, 1;
           $L:
           add.s32 %r4, %r2, %r3;
           mov.u32 %r2, %r3;
           mov.u32 %r3, %r4;
           setp.lt.s32 %p1, %r3, %r9;
           @%p1 bra $L;
           st.global.u32 [%rd1], %r2;""",
        "int n3 = (unsigned)n + n2;\n    n = n2;\n    n2 = n3;",
    ),
    "inference: a constant may be the zero of a float and of an integer": (
        """mov.b32 %r5, 0;
           mov.b32 %r2, %r5;
           mov.b32 %r3, %r5;
           $L:
           mul.wide.s32 %rd3, %r3, 4;
           add.s64 %rd4, %rd1, %rd3;
           ld.global.b32 %r4, [%rd4];
           add.f32 %r2, %r2, %r4;
           add.s32 %r3, %r3, 1;
           setp.lt.s32 %p1, %r3, %r9;
           @%p1 bra $L;
           st.global.b32 [%rd1], %r2;""",
        "float f = 0.0f;\n  int n = 0;\n  do {\n    f += p0[n];",
    ),
    "inference: memory has the type of what is computed with its bits": (
        """mul.wide.u32 %rd3, %r1, 4;
           add.s64 %rd4, %rd1, %rd3;
           ld.global.b32 %r2, [%rd4];
           mov.b32 %r4, 0;
           setp.lt.s32 %p1, %r1, 5;
           selp.b32 %r3, %r2, %r4, %p1;
           add.f32 %r5, %r3, %r3;
           st.global.b32 [%rd4], %r5;""",
        "float f = (int)threadIdx.x < 5 ? p0[threadIdx.x] : 0.0f;\n  p0[threadIdx.x] = f + f;",
    ),
    "pointers: the address in a sum is the parameter, on either side": (
        """mul.wide.u32 %rd3, %r1, 4;
           add.s64 %rd4, %rd3, %rd1;
           ld.global.f32 %f1, [%rd4];
           add.s64 %rd5, %rd2, %rd3;
           st.global.f32 [%rd5], %f1;""",
        "p1[threadIdx.x] = p0[threadIdx.x];",
    ),
    "pointers: the address of a variable stays one when it is cut to 32 bits": (
        """shl.b32 %r2, %r1, 4;
           mov.u64 %rd3, tile;
           cvt.u32.u64 %r3, %rd3;
           add.s32 %r4, %r3, %r2;
           st.shared.u32 [%r4], %r1;
           ld.shared.u32 %r5, [%r4+16];
           st.global.u32 [%rd1], %r5;""",
        "tile[threadIdx.x * 4] = threadIdx.x;\n  p0[0] = tile[threadIdx.x * 4 + 4];",
    ),
    "bounds: an offset that moves by 32 bytes counts floats": (
        """mov.u32 %r4, tile;
           mov.u32 %r3, 0;
           mov.f32 %f1, 0f00000000;
           $L:
           add.s32 %r5, %r4, %r3;
           ld.shared.f32 %f2, [%r5];
           add.f32 %f1, %f1, %f2;
           add.s32 %r3, %r3, 32;
           setp.lt.s32 %p1, %r3, %r9;
           @%p1 bra $L;
           st.global.f32 [%rd1], %f1;""",
        "f += tile[n / 4];",
    ),
    "arithmetic: a product that a sum reads cannot be contracted": (
        """ld.global.f32 %f1, [%rd1];
           ld.global.f32 %f2, [%rd1+4];
           mul.rn.f32 %f3, %f1, %f2;
           add.rn.f32 %f5, %f3, 0f3F800000;
           st.global.f32 [%rd2], %f5;""",
        "p1[0] = __fmul_rn(p0[0], p0[1]) + 1.0f;",
    ),
    "offsets: bits are divided by the size of an element": (
        """shr.u32 %r2, %r1, 3;
           and.b32 %r3, %r2, 12;
           mov.b32 %r4, tile;
           add.s32 %r5, %r4, %r3;
           st.shared.f32 [%r5], %r9;""",
        "tile[(threadIdx.x >> 5) & 3] = ",
    ),
    "asm: the carry goes from one function to the next": (
        """add.cc.u32 %r2, %r1, %r9;
           addc.u32 %r3, 0, 0;
           st.global.u32 [%rd1], %r2;
           st.global.u32 [%rd1+4], %r3;""",
        "add_cc_u32(u, n, threadIdx.x, p2);\n  bool ok = n != 0;",
    ),
}


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_ptx_comes_back_as_its_comment_says(example: str) -> None:
    body, expected = EXAMPLES[example]
    assert expected in decompiled(body)


CUDA = {
    "loops: a loop that the compiler inverted": (
        """void k(const float* x, float* y, int n) {
  float total = 0.0f;
#pragma unroll 1
  for (int j = 0; j < n; j += 1) {
    total += x[j];
  }
  y[threadIdx.x] = total; }""",
        "for (int j = 0; j < n; ++j) {",
    ),
    "names: a step on the way to a value is not the value": (
        """void k(const float* x, float* y, long long m, int k) {
  int t = threadIdx.y;
  long long row = (long long)blockIdx.y * 16 + t;
  if (row < m) y[row * k] = x[t * m]; }""",
        "long long row = (unsigned long long)blockIdx.y * 16 + ",
    ),
    "flow: an exit of two loops": (
        """void k(const int* x, int* y, int n) {
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < n; i += 1) {
#pragma unroll 1
    for (int j = 0; j < n; j += 1) {
      if (x[i * n + j] == t) goto done;
    }
    y[i] += 1;
  }
  y[t + n] = 5;
done:
  y[t] = 7; }""",
        "leave1 = true;",
    ),
    "flow: an exit of straight code": (
        """void k(const int* x, int* y, int n) {
  int t = threadIdx.x;
  if (x[t] > 0) {
    if (x[t + 1] > 0) goto skip;
    y[t + 1] = 7;
  } else {
    y[t + 3] = 9;
  }
  y[t + 4] = 10;
skip:
  y[t] = 1; }""",
        "} while (false);",
    ),
}


@pytest.mark.parametrize("example", CUDA)
def test_an_example_of_cuda_comes_back_as_its_comment_says(example: str) -> None:
    source, expected = CUDA[example]
    form = cuda_form('extern "C" __global__ ' + source, "k")
    text = decompile(form.texts["ptx"], form.name, form=form)
    assert expected in text
    assert "goto" not in text
