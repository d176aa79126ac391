"""The verdict on a CUDA text: equal where it is, different wherever one place was changed."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest

import kernelscope as ks
from families import exhaustive
from inside.mutants import SPECIMENS, Specimen
from kernelscope.inside.decompile import decompile
from kernelscope.inside.prove import bare_setup, captured_setup, prove
from kernelscope.record import Proof
from kernelscope.vgpu import Kernel

CHANGES = [
    pytest.param(
        *(one, text, other), id=f"{one.name}: {text} -> {other}".replace("\n", " "), marks=marks
    )
    for one in SPECIMENS
    for changes, marks in ((one.mutants, ()), (one.alike, pytest.mark.exhaustive))
    for text, other in changes
]
REWRITES = [
    pytest.param(one, text, other, id=f"{one.name}: {text} -> {other}".replace("\n", " "))
    for one in SPECIMENS
    for text, other in one.rewrites
]


@cache
def kernel_of(cuda: str, name: str) -> Kernel:
    build = ks.cuda_kernel(cuda, name).build("sm_90a")
    return build.on_virtual("h200")


def verdict(one: Specimen, cuda: str) -> Proof:
    kernel = kernel_of(one.cuda, one.name)
    return prove(kernel, cuda, bare_setup(kernel))


@pytest.mark.parametrize(("one", "text", "other"), CHANGES)
def test_a_text_with_one_place_changed_is_found_different(
    one: Specimen, text: str, other: str
) -> None:
    assert one.cuda.count(text) >= 1
    proof = verdict(one, one.cuda.replace(text, other))
    assert proof.status == "different"
    assert proof.counterexample is not None
    assert proof.counterexample.original != proof.counterexample.copy


EDITS = (
    (r" \+ ", " - "), (r" \* ", " + "), (r" < ", " <= "), (r" == ", " != "), (r" & ", " | "),
    (r" >> ", " << "), (r"\b[0-9]+\b", "3"), (r"if \(([^;{}]+?)\) ", r"if (!(\1)) "),
    (r"\] = ", "] += "), (r"1\.0f", "1.5f"), ("atomicAdd", "atomicMax"),
)  # fmt: skip
"""Changes of one place that any text may be given: (pattern, what replaces it)."""


@pytest.mark.parametrize("name", ["scale", exhaustive("histogram")])
def test_a_change_of_any_place_in_a_decompiled_kernel_is_found(name: str) -> None:
    (one,) = (specimen for specimen in SPECIMENS if specimen.name == name)
    text = decompile(kernel_of(one.cuda, one.name).module.text, one.name)
    start = text.index("{")
    changed = [
        text[: found.start()] + found.expand(replacement) + text[found.end() :]
        for pattern, replacement in EDITS
        for found in re.compile(pattern).finditer(text, start)
    ]
    assert len(changed) > 4
    for other in changed:
        assert verdict(one, other).status == "different", other


@pytest.mark.parametrize(("one", "text", "other"), REWRITES)
def test_the_same_written_otherwise_is_equal_on_every_path(
    one: Specimen, text: str, other: str
) -> None:
    assert one.cuda.count(text) >= 1
    proof = verdict(one, one.cuda.replace(text, other))
    assert (proof.status, proof.coverage, proof.never) == ("equal", 1.0, ())
    assert proof.copy_blocks[0] == proof.copy_blocks[1] > 0
    assert proof.inputs >= 96


SCALE = SPECIMENS[0]


def test_the_counterexample_is_made_small_and_names_the_element_and_both_values() -> None:
    example = verdict(SCALE, SCALE.cuda.replace("i < n", "i <= n")).counterexample
    assert example is not None
    # The smallest there is: no element may be written, and the copy writes the first.
    assert (example.grid, example.arguments["argument 3"]) == ((1, 1, 1), "0")
    assert (example.where, example.element) == ("argument 1", 0)
    assert example.copy == "1.0 (0x3f800000)"


def test_a_launch_that_was_caught_gives_sizes_values_and_the_source_s_names() -> None:
    kernel = kernel_of(SCALE.cuda, SCALE.name)
    x, y = np.linspace(0, 1, 1000, dtype=np.float32), np.zeros(1000, np.float32)
    names = ("x", "y", "a", "n")
    setup = captured_setup(kernel, ((8, 1, 1), (128, 1, 1), 0), (x, y, 2.0, 1000), names)
    assert [(b.name, b.dtype, b.captured) for b in setup.buffers] == [
        ("x", "f32", 4000),
        ("y", "f32", 4000),
    ]
    assert prove(kernel, SCALE.cuda, setup).status == "equal"
    wrong = prove(kernel, SCALE.cuda.replace("i < n", "i < n - 1"), setup).counterexample
    assert wrong is not None
    assert (wrong.where, wrong.block) == ("y", (128, 1, 1))
    assert int(wrong.arguments["n"]) >= 1
    assert y.tolist() == [0.0] * 1000


def test_memory_that_two_arguments_share_stays_shared() -> None:
    kernel = kernel_of(SCALE.cuda, SCALE.name)
    data = np.ones(256, np.float32)
    setup = captured_setup(kernel, ((1, 1, 1), (128, 1, 1), 0), (data, data[64:], 2.0, 128))
    assert len(setup.buffers) == 1
    assert [getattr(a, "offset", None) for a in setup.arguments] == [0, 256, None, None]


@pytest.mark.slow
def test_a_text_that_does_not_end_or_reads_elsewhere_is_different() -> None:
    body = "if (i < n) y[i] ="
    endless = SCALE.cuda.replace(body, f"while (n == 257 && y[0] == y[0]) y[i] += 1; {body}")
    far = SCALE.cuda.replace("x[i]", "x[i + (n == 257) * (1 << 26)]")
    stopped = verdict(SCALE, far).counterexample
    assert stopped is not None
    assert stopped.where == ""
    assert "is outside every argument's memory" in stopped.copy
    assert verdict(SCALE, endless).status == "different"


@pytest.mark.parametrize(
    ("cuda", "reason"),
    [
        ("not CUDA", "the CUDA text cannot be run: scale.cu:1:1"),
        ("__global__ void other() {}", "has no kernel 'scale'"),
        ('extern "C" __global__ void scale(float* x) { x[0] = 1; }', "its parameters take"),
    ],
)
def test_a_text_that_is_no_such_kernel_is_unproven_with_the_reason(cuda: str, reason: str) -> None:
    proof = verdict(SCALE, cuda)
    assert (proof.status, proof.inputs) == ("unproven", 0)
    assert reason in proof.reason


def test_a_kernel_that_accepts_no_input_is_unproven() -> None:
    cuda = 'extern "C" __global__ void far(int* x) { x[1ll << 35] = 1; }'
    kernel = kernel_of(cuda, "far")
    proof = prove(kernel, cuda, bare_setup(kernel))
    assert proof.status == "unproven"
    assert "no input that the kernel accepts was found" in proof.reason


def test_paths_that_no_input_reached_are_named_by_line() -> None:
    cuda = """extern "C" __global__ void rare(const float* x, float* y, int n) {
  if (n * n == 1234567890) { y[0] = 1.0f; return; }  // no square
  y[1] = x[0];
}"""
    kernel = kernel_of(cuda, "rare")
    proof = prove(kernel, cuda, bare_setup(kernel))
    assert proof.coverage < 1
    lines = kernel.module.text.splitlines()
    (branch,) = [text for text in proof.never if "branch" in text]
    assert "bra" in lines[int(branch.split(":")[1]) - 1]


def test_module_variables_and_printed_text_are_compared_too() -> None:
    cuda = """#include <cstdio>
__device__ int total;
extern "C" __global__ void tell(int n) { total = n; printf("%d\\n", n); }"""
    kernel = kernel_of(cuda, "tell")
    setup = bare_setup(kernel)
    assert prove(kernel, cuda, setup, inputs=16).status == "equal"
    for text, other in (("total = n", "total = n + 1"), ('"%d', '"%x')):
        proof = prove(kernel, cuda.replace(text, other), setup)
        assert proof.status == "different"
        assert proof.counterexample is not None
        assert proof.counterexample.where == ("total" if text == "total = n" else "printed output")


@pytest.mark.gpu
@pytest.mark.parametrize(
    ("text", "other", "status"),
    [
        ("x[i], 1.0f", "x[i], 1.0f", "equal"),
        ("__fmaf_rn", "__fmaf_rz", "different"),
    ],
)
def test_the_real_gpu_runs_both_too(text: str, other: str, status: str) -> None:
    from kernelscope.frontends.cuda.driver import real_target

    build = ks.cuda_kernel(SCALE.cuda, SCALE.name).build(real_target())
    kernel = build.on_virtual("h200")
    changed = SCALE.cuda.replace(text, other)
    proof = prove(kernel, changed, bare_setup(kernel), cubin=build.compiled.cubin)
    assert proof.status == status
    assert (proof.gpu_inputs > 0) == (status == "equal")


@pytest.mark.gpu
def test_on_the_real_gpu_variables_begin_anew_and_are_compared() -> None:
    from kernelscope.frontends.cuda.driver import real_target

    cuda = """__device__ int calls = 7;
__constant__ float scale[2] = {3.0f, 0.5f};
extern "C" __global__ void count(float* y) {
  if (threadIdx.x == 0 && blockIdx.x == 0) y[0] = scale[calls & 1] * (float)++calls;
}"""
    build = ks.cuda_kernel(cuda, "count").build(real_target())
    kernel = build.on_virtual("h200")
    proof = prove(kernel, cuda, bare_setup(kernel), cubin=build.compiled.cubin)
    assert (proof.status, proof.why_not_on_gpu) == ("equal", "")
    assert proof.gpu_inputs > 0


SOMETIMES_RACY = """
extern "C" __global__ void k(int *out, int n) {
    int t = threadIdx.x + blockIdx.x * blockDim.x;
    if (blockDim.x < 2 || blockDim.y > 1 || blockDim.z > 1 || gridDim.y > 1) return;
    if (gridDim.z > 1) return;
    if (n > 5) out[0] = t; else out[t] = t;
}
"""


def test_inputs_on_which_threads_race_do_not_count() -> None:
    """A text that differs only where the result depends on the order of the threads is equal."""
    kernel = kernel_of(SOMETIMES_RACY, "k")
    other = SOMETIMES_RACY.replace("out[0] = t", "out[0] = t + 1")
    proof = prove(kernel, other, bare_setup(kernel))
    assert (proof.status, proof.reason) == ("equal", "")
    assert proof.racing > 0
    assert proof.inputs > 10
    defined = SOMETIMES_RACY.replace("else out[t] = t", "else out[t] = t + 1")
    assert prove(kernel, defined, bare_setup(kernel)).status == "different"


def test_nothing_is_proven_of_a_kernel_whose_threads_always_race() -> None:
    cuda = SOMETIMES_RACY.replace("n > 5", "n == n")
    kernel = kernel_of(cuda, "k")
    proof = prove(kernel, cuda, bare_setup(kernel))
    assert proof.status == "unproven"
    assert "its threads race" in proof.reason
