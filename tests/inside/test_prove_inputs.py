"""Inputs are found for kernels of strangers: what they point to, sizes, blocks, variables."""

from __future__ import annotations

import re
from functools import cache

import pytest

import kernelscope as ks
from kernelscope.inside.prove import bare_setup, prove
from kernelscope.record import Proof
from kernelscope.vgpu import Kernel


@cache
def kernel_of(cuda: str) -> Kernel:
    return ks.cuda_kernel(cuda, "k").build("sm_90a").on_virtual("h200")


def verdict(cuda: str, text: str = "", other: str = "") -> Proof:
    """Of a kernel and itself; or with one place changed."""
    kernel = kernel_of(cuda)
    assert cuda.count(text) >= 1
    changed = cuda.replace(text, other) if text else cuda
    return prove(kernel, changed, bare_setup(kernel))


INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
KERNEL = 'extern "C" __global__ void k'

FOUND = {
    "a struct by value that holds pointers": (
        f"""struct Row {{ float* data; int n; long long stride; }};
{KERNEL}(Row a, Row b) {{ {INDEX}
  if (i < a.n) b.data[i * b.stride] = a.data[i * a.stride] + 1.0f; }}""",
        ("+ 1.0f", "+ 1.5f"),
    ),
    "a pointer to a struct that holds one": (
        f"""struct Row {{ float* data; int n; int step; }};
{KERNEL}(const Row* a) {{ {INDEX}
  if (i < a->n) a->data[i] *= 3.0f; }}""",
        ("i < a->n", "i < a->n && i != 3"),
    ),
    "an array of pointers": (
        f"{KERNEL}(float** rows, int n) {{ rows[blockIdx.x][threadIdx.x] += n; }}",
        ("+= n", "-= n"),
    ),
    "a list that ends in a null pointer": (
        f"""struct Node {{ int value; Node* next; }};
{KERNEL}(Node** heads, int* out) {{ int sum = 0;
  for (Node* p = heads[threadIdx.x]; p; p = p->next) sum += p->value;
  out[threadIdx.x] = sum; }}""",
        ("sum += p->value", "sum = p->value"),
    ),
    "a pointer that may be null": (
        f"""{KERNEL}(const float* x, const float* bias, float* y) {{ {INDEX}
  y[i] = x[i] + (bias ? bias[i] : 1.0f); }}""",
        (": 1.0f", ": 2.0f"),
    ),
    "constants that the program sets": (
        f"""__constant__ int weight[3];
{KERNEL}(const int* x, int* y) {{ {INDEX}
  y[i] = x[i] * weight[0] + x[i + 1] * weight[1] + x[i + 2] * weight[2]; }}""",
        ("weight[2]", "weight[1]"),
    ),
    "a block of 16 threads": (
        f"""{KERNEL}(const float* x, float* y) {{
  __shared__ float s[16];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  y[threadIdx.x] = s[threadIdx.x ^ 3]; }}""",
        ("^ 3", "^ 2"),
    ),
    "sizes whose product must be small": (
        f"""{KERNEL}(int* m, int rows, int columns, int step) {{
  if (threadIdx.x < 4) m[(rows * step + 1) * columns * 64 + threadIdx.x] = rows; }}""",
        ("= rows", "= columns"),
    ),
    "a division of 64 bits": (
        f"""{KERNEL}(long long* q, long long n, long long d) {{
  q[threadIdx.x] = d ? (n + threadIdx.x) / d : -1; }}""",
        ("/ d", "/ (d & 0xffffffffff)"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_inputs_reach_every_path_and_tell_a_changed_kernel(name: str) -> None:
    cuda, change = FOUND[name]
    proof = verdict(cuda)
    assert (proof.status, proof.coverage, proof.never) == ("equal", 1.0, ())
    assert proof.inputs >= 96
    assert verdict(cuda, *change).status == "different"


def test_rows_of_more_than_32_bits_are_reached_without_the_memory_for_them() -> None:
    cuda = f"""{KERNEL}(int* x, long long rows, long long pitch) {{
  long long steps = (rows - threadIdx.y) / gridDim.y;
  for (long long s = 0; s < steps; s++)
    atomicAdd(&x[(s * gridDim.y + blockIdx.y) * pitch], 1); }}"""
    proof = verdict(cuda)
    lines = kernel_of(cuda).module.text.splitlines()
    wide = next(n for n, line in enumerate(lines, 1) if "div.s64" in line)
    assert proof.status == "equal"
    assert not any(f"ptx:{wide}:" in place for place in proof.never)


def test_a_kernel_whose_result_hangs_on_memory_that_nobody_wrote_is_unproven() -> None:
    cuda = f"{KERNEL}(int* x) {{ __shared__ int s[128]; x[threadIdx.x] = s[threadIdx.x]; }}"
    proof = verdict(cuda)
    assert (proof.status, proof.inputs) == ("unproven", 0)
    assert re.match(r"on each of the [1-9]\d* inputs that it accepts, its result dep", proof.reason)
    assert "memory that it reads before it writes it" in proof.reason


def test_a_copy_that_runs_on_where_the_kernel_traps_is_different() -> None:
    cuda = f"{KERNEL}(int* x, int n) {{ if (n == 100) __trap(); x[threadIdx.x] = n; }}"
    assert verdict(cuda).status == "equal"
    proof = verdict(cuda, "if (n == 100) __trap();", "")
    assert proof.status == "different"
    assert proof.counterexample is not None
    assert "trap" in proof.counterexample.original
    assert proof.counterexample.copy == "ran to its end"


def test_a_variable_that_the_copy_leaves_alone_is_different() -> None:
    cuda = f"""__device__ int calls;
__device__ char word[4] = {{'b', 'i', 'g', 0}};
{KERNEL}(int* x) {{ x[threadIdx.x] = word[threadIdx.x & 3];
  if (threadIdx.x == 0) calls += 1; }}"""
    assert verdict(cuda).status == "equal"
    proof = verdict(cuda, "if (threadIdx.x == 0) calls += 1;", "")
    assert proof.counterexample is not None
    assert proof.counterexample.where == "calls"


EXAMPLES = {
    "parameters: a value is tried that is exactly a constant of the kernel": (
        f"""{KERNEL}(const float* x, float* y, int n) {{ {INDEX}
  if (i < n) y[i] = x[i] > 0.7310585f ? x[i] : 0.0f; }}""",
        ("> 0.73", ">= 0.73"),
    ),
    "inputs: two pointers of an array point to different places": (
        f"""{KERNEL}(float** rows, int n) {{
  rows[threadIdx.x][blockIdx.x] += n + threadIdx.x; }}""",
        ("rows[threadIdx.x]", "rows[threadIdx.x ^ 1]"),
    ),
    "inputs: the blocks' pointers of an array point to different places": (
        f"{KERNEL}(float** rows, int n) {{ rows[blockIdx.x][threadIdx.x] += n; }}",
        ("rows[blockIdx.x]", "rows[0]"),
    ),
    "values: NaN is met behind an index": (
        f"""{KERNEL}(const int* at, const float* x, float* y) {{
  float v = x[at[threadIdx.x]];
  y[threadIdx.x] = fmaxf(v, 0.0f); }}""",
        ("fmaxf(v, 0.0f)", "(v < 0.0f ? 0.0f : v)"),
    ),
    "propose: rows beyond 32 bits are accessed": (
        f"""{KERNEL}(float* y, long long rows, long long pitch) {{
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows) y[i * pitch] = rows > 4294967296ll ? 2.0f : 1.0f; }}""",
        ("2.0f", "1.0f"),
    ),
}


TAKES_LONG = "inputs: two pointers of an array point to different places"
proves_many_times = pytest.mark.long(
    reason="each of its inputs has an array of addresses to follow"
)


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(name, marks=[proves_many_times] if name == TAKES_LONG else [])
        for name in EXAMPLES
    ],
)
def test_the_change_that_a_comment_names_is_found(example: str) -> None:
    cuda, change = EXAMPLES[example]
    assert verdict(cuda).status == "equal"
    assert verdict(cuda, *change).status == "different"


def test_a_copy_that_differs_only_on_memory_that_nothing_wrote_is_equal() -> None:
    cuda = f"""{KERNEL}(const float* x, float* y, int n) {{
  __shared__ float s[128];
  int t = threadIdx.x;
  if (t < n) s[t] = x[t];
  __syncthreads();
  y[t] = s[t]; }}"""
    proof = verdict(cuda, "if (t < n) s[t] = x[t];", "s[t] = t < n ? x[t] : 0.0f;")
    assert proof.status == "equal"


def test_the_first_value_of_a_float_rounds_what_it_multiplies() -> None:
    cuda = f"""{KERNEL}(float* y, float s, int n) {{ {INDEX}
  if (i < n) y[i] = __fadd_rn(__fmul_rn(y[i], s), 1.0f); }}"""
    proof = verdict(cuda, "__fadd_rn(__fmul_rn(y[i], s), 1.0f)", "fmaf(y[i], s, 1.0f)")
    assert (proof.status, proof.inputs) == ("different", 1)
