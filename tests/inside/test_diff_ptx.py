"""PTX in canonical form: what means nothing leaves no trace, and what means something does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelscope.frontends.cuda import nvrtc
from kernelscope.inside.diff.ptx import ptx_lines

CUDA = """extern "C" __global__ void total(const float* x, float* y, int n, float a) {
  __shared__ float part[128];
  float sum = 0.0f, most = a;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float v = x[i], w = x[i + 1];
    sum += v * w + a;
    if (w > most) most = w - v;
  }
  part[threadIdx.x] = sum * most;
  __syncthreads();
  if (threadIdx.x == 0) for (int t = 0; t < 128; t++) atomicAdd(y, part[t]);
}"""
TEXT = nvrtc.compile_kernel(CUDA, "total", "sm_90a").ptx
LINES = ptx_lines(TEXT, "total")

HEAD = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
.reg .pred %p<9>;
.reg .b32 %r<19>;
.reg .f32 %f<19>;
.reg .b64 %rd<9>;
ld.param.u64 %rd1, [x];
ld.param.u64 %rd2, [y];
mov.u32 %r1, %tid.x;
"""


def kernel(*body: str) -> list[tuple[str, str]]:
    return ptx_lines(HEAD + "\n".join(body) + "\nret;\n}\n", "k")


def registers(line: str) -> set[str]:
    return set(re.findall(r"%[a-z]+\d+", line))


def is_pure(line: str) -> bool:
    words = r"\s*(@!?%p\d+ )?(add|mul|mad|shl|and|or|mov|cvt|cvta|fma|sub|setp|selp|ld\.param)\b"
    return bool(re.match(words, line)) and "{" not in line


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, TEXT.count("\n") - 1), max_size=300), st.randoms())
def test_other_numbers_labels_and_orders_of_what_is_independent_are_no_change(
    swaps: list[int], random: object
) -> None:
    lines = TEXT.split("\n")
    for at in swaps:
        first, second = lines[at], lines[at + 1]
        if is_pure(first) and is_pure(second) and not registers(first) & registers(second):
            lines[at : at + 2] = second, first
    numbers = list(range(900, 1900))
    random.shuffle(numbers)  # type: ignore[attr-defined]
    other = re.sub(
        r"%(rd|r|f|p)(\d+)\b", lambda m: f"%{m[1]}{numbers[int(m[2])]}", "\n".join(lines)
    )
    other = re.sub(r"(%(?:rd|r|f|p))<\d+>", r"\1<2000>", other).replace("$L__BB0_", "$there")
    assert ptx_lines(other, "total") == LINES


CHANGES = [
    ("add.f32 %f3, %f1, %f2;", "sub.f32 %f3, %f1, %f2;"),
    ("sub.f32 %f3, %f1, %f2;", "sub.f32 %f3, %f2, %f1;"),
    ("add.f32 %f3, %f1, %f2;", "add.f32 %f3, %f1, %f1;"),
    ("add.f32 %f3, %f1, 0f3F800000;", "add.f32 %f3, %f1, 0f40000000;"),
    ("setp.lt.f32 %p1, %f1, %f2;\nselp.f32 %f3, %f1, %f2, %p1;",
     "setp.lt.f32 %p1, %f1, %f2;\nselp.f32 %f3, %f2, %f1, %p1;"),
    ("add.f32 %f3, %f1, %f2;\nbar.sync 0;", "add.f32 %f3, %f1, %f2;"),
]  # fmt: skip
LOADS = ("ld.global.f32 %f1, [%rd1];", "ld.global.f32 %f2, [%rd1+4];")
STORE = "st.global.f32 [%rd2], %f3;"


@pytest.mark.parametrize(("one", "two"), CHANGES)
def test_another_operation_operand_constant_or_barrier_is_a_change(one: str, two: str) -> None:
    assert kernel(*LOADS, one, STORE) != kernel(*LOADS, two, STORE)


SAME = [
    (LOADS, LOADS[::-1]),
    (("add.f32 %f3, %f1, %f2;", STORE), ("add.f32 %f3, %f2, %f1;", STORE)),
    # A store to other bytes behind the same pointer, and to another memory.
    (("st.global.f32 [%rd2], %f1;", "st.global.f32 [%rd2+4], %f2;"),
     ("st.global.f32 [%rd2+4], %f2;", "st.global.f32 [%rd2], %f1;")),
    # A branch the other way round, with its blocks in the other order.
    (("setp.gt.f32 %p1, %f1, %f2;", "@%p1 bra A;", "mov.f32 %f3, %f2;", "bra B;",
      "A: mov.f32 %f3, %f1;", "B: st.global.f32 [%rd2], %f3;"),
     ("setp.gt.f32 %p1, %f1, %f2;", "@!%p1 bra C;", "mov.f32 %f3, %f1;", "bra D;",
      "C: mov.f32 %f3, %f2;", "bra D;", "D: st.global.f32 [%rd2], %f3;")),
    # What nobody reads.
    (("st.global.f32 [%rd2], %f1;",), ("add.u32 %r9, %r1, 3;", "st.global.f32 [%rd2], %f1;")),
]  # fmt: skip


@pytest.mark.parametrize(("one", "two"), SAME)
def test_two_ways_to_write_the_same_have_the_same_lines(
    one: tuple[str, ...], two: tuple[str, ...]
) -> None:
    given_both = () if one is LOADS else LOADS
    end = ("add.f32 %f4, %f1, %f2;", "st.global.f32 [%rd2+64], %f4;")
    assert kernel(*given_both, *one, *end) == kernel(*given_both, *two, *end)


ORDERS = [
    # The same bytes; bytes behind a pointer that is not known to be another; a clock.
    ("st.global.f32 [%rd2], %f1;", "st.global.f32 [%rd2], %f2;"),
    ("st.global.f32 [%rd2], %f1;", "ld.global.f32 %f2, [%rd1+4];"),
    ("st.global.f32 [%rd2], %f1;", "bar.sync 0;"),
    ("red.global.add.f32 [%rd2], %f1;", "st.global.f32 [%rd2+8], %f2;"),
]


@pytest.mark.parametrize(("one", "two"), ORDERS)
def test_the_order_of_what_may_depend_on_each_other_is_kept(one: str, two: str) -> None:
    end = ("st.global.f32 [%rd2+64], %f2;",)
    assert kernel(*LOADS, one, two, *end) != kernel(*LOADS, two, one, *end)


def test_the_size_of_parameters_and_blocks_is_compared_and_their_names_are_not() -> None:
    body = f"{HEAD}ret;\n}}\n"
    assert ptx_lines(body, "k") == ptx_lines(body.replace("param .u64 x", "param .b64 x"), "k")
    limited = body.replace("y)\n{", "y)\n.maxntid 128\n{")
    assert ptx_lines(body, "k") != ptx_lines(limited, "k")
