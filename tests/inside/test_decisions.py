"""What the compiler decided, held against its own figures and against runs on the virtual GPU."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl

from inside.compiled import cuda_form, triton_form
from kernelscope import vgpu
from kernelscope.devices.capture import KernelForm
from kernelscope.hardware import occupancy
from kernelscope.inside.decisions import QUESTIONS, decide
from kernelscope.inside.decisions.axis import AxisAnalysis
from kernelscope.inside.decisions.mlir import parse
from kernelscope.machine_code.cubin import kernel_resources

pytestmark = pytest.mark.triton


@triton.jit
def softmax(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * n + tl.arange(0, BLOCK)
    inside = tl.arange(0, BLOCK) < n
    row = tl.load(x + at, mask=inside, other=-float("inf"))
    row = tl.exp(row - tl.max(row, 0))
    tl.store(out + at, row / tl.sum(row, 0), mask=inside)


@triton.jit
def matmul(
    a, b, c, depth,
    M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, HOW: tl.constexpr = "tf32",
):  # fmt: skip
    down, across, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a += down[:, None] * depth + k[None, :]
    b += k[:, None] * N + across[None, :]
    total = tl.zeros((M, N), tl.float32)
    for _ in range(0, depth, K):
        total = tl.dot(tl.load(a), tl.load(b), total, input_precision=HOW)
        a += K
        b += K * N
    tl.store(c + down[:, None] * N + across[None, :], total)


@triton.jit
def total(x, out, count, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    at = tl.arange(0, BLOCK)
    found = tl.zeros((BLOCK,), tl.float32)
    for start in tl.range(0, count, BLOCK, num_stages=STAGES):
        found += tl.load(x + start + at)
    tl.store(out + at, found)


@triton.jit
def waiting(x, out, count, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    while count > 0:
        total += tl.load(x + offsets)
        count -= 1
    tl.store(out + offsets, total)


@triton.jit
def followed(x, out, count, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK).to(tl.float32)
    for _ in tl.range(count, num_stages=3):
        at = tl.load(x + at.to(tl.int32))
    tl.store(out + tl.arange(0, BLOCK), at)


@triton.jit
def transposed(x, out, N: tl.constexpr):
    at = tl.arange(0, N)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + at, tl.trans(tl.load(x + at)))


@triton.jit
def scaled(x, out, factor, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at) * factor + 1.0)


def softmax_form(**options: Any) -> KernelForm:
    types = {"x": "*fp32", "out": "*fp32", "n": "i32"}
    return triton_form(softmax, types, {"BLOCK": 256}, ["x", "out"], **options)


def matmul_form(
    dtype: str = "*bf16",
    size: tuple[int, int, int] = (64, 64, 32),
    how: str = "tf32",
    **options: Any,
) -> KernelForm:
    types = {"a": dtype, "b": dtype, "c": "*fp32", "depth": "i32"}
    constants = dict(zip("MNK", size, strict=True)) | {"HOW": how}
    divisible = options.pop("divisible", ["a", "b", "c", "depth"])
    return triton_form(matmul, types, constants, divisible, **options)


def transposed_form() -> KernelForm:
    return triton_form(transposed, {"x": "*fp16", "out": "*fp16"}, {"N": 64}, ["x", "out"])


def answers(form: KernelForm, question: str) -> str:
    found = [d.text for d in decide(form).decisions if d.question == question]
    assert found
    return "\n".join(found)


# ---- shared memory and barriers ----------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        softmax_form,
        transposed_form,
        matmul_form,
        lambda: matmul_form(capability=80),
        lambda: matmul_form(size=(64, 64, 64), num_stages=4, num_warps=8),
    ],
)
def test_buffers_fill_what_the_kernel_asks_for_and_share_a_place_only_one_after_the_other(
    make: Any,
) -> None:
    form = make()
    buffers = decide(form).shared
    assert buffers
    assert max(b.offset + b.bytes for b in buffers) == form.options["shared"]
    lines = form.texts["ptx"].splitlines()
    for b in buffers:
        assert 0 < b.live[0] <= b.live[1] <= len(lines)
        for other in buffers:
            same_place = b.offset < other.offset + other.bytes and other.offset < b.offset + b.bytes
            if other is not b and same_place:
                assert b.live[1] < other.live[0] or other.live[1] < b.live[0]
    drawn = answers(form, "shared")
    assert f"{form.options['shared']:,} bytes" in drawn
    assert all(b.name in drawn for b in buffers)


SUM = """extern "C" __global__ void total(const float* x, float* out) {
    __shared__ float all[128];
    __shared__ float first[4];
    int t = threadIdx.x;
    all[t] = x[t];
    __syncthreads();
    if (t % 32 == 0) first[t / 32] = all[127 - t] + all[(t + 40) % 128];
    __syncthreads();
    out[t] = first[3 - t / 32] + all[t];
}
"""


def run(text: str, name: str, x: np.ndarray, *rest: Any, shared: int = 0) -> np.ndarray:
    out = np.zeros_like(x)
    vgpu.load_ptx(text, gpu="h200").kernel(name)[1, 128, shared](x, out, *rest)
    return out


def without(text: str, line: int) -> str:
    lines = text.splitlines()
    lines[line - 1] = ""
    return "\n".join(lines)


@pytest.mark.parametrize("kind", ["cuda", "triton"])
def test_without_a_barrier_that_a_read_after_write_asks_for_the_result_is_another(
    kind: str,
) -> None:
    """Each is taken out of the PTX by itself."""
    x = np.random.default_rng(1).normal(size=128 if kind == "cuda" else 250).astype(np.float32)
    form = cuda_form(SUM, "total") if kind == "cuda" else softmax_form()
    rest = () if kind == "cuda" else (250, np.zeros(1, np.int32), np.zeros(1, np.int32))
    ptx = form.texts["ptx"]
    shared = 0 if kind == "cuda" else form.options["shared"]
    right = run(ptx, form.name, x, *rest, shared=shared)
    lines = [
        int(d.text.split(":")[1])
        for d in decide(form).decisions
        if d.question == "barriers" and "read after write of" in d.text
    ]
    wrong = [
        not np.array_equal(run(without(ptx, line), form.name, x, *rest, shared=shared), right)
        for line in lines
    ]
    assert len(lines) >= 2
    # What warp 0 alone writes is there before other warps' turn on the virtual GPU.
    assert all(wrong) if kind == "cuda" else any(wrong)


def test_variables_of_cuda_have_their_own_names_and_their_barriers_name_them() -> None:
    form = cuda_form(SUM, "total")
    decided = decide(form)
    assert [(b.name, b.offset, b.bytes) for b in decided.shared] == [
        ("all", 0, 512),
        ("first", 512, 16),
    ]
    barriers = [d for d in decided.decisions if d.question == "barriers"]
    assert [d.source for d in barriers] == ["kernel.cu:6", "kernel.cu:8"]
    assert "read after write of all" in barriers[0].text
    assert "read after write of first" in barriers[1].text
    assert "st.shared" in barriers[0].evidence
    source = SUM.replace("__shared__ float all[128]", "extern __shared__ float all[]")
    sized = cuda_form(source.replace("all", "kept"), "total")  # NVRTC has an `all` of its own
    assert "kept: as many bytes as the launch asks for" in answers(sized, "shared")
    plain = cuda_form('extern "C" __global__ void k(float* x) { x[threadIdx.x] = 1; }', "k")
    assert answers(plain, "barriers").startswith("the kernel has no barrier")
    assert answers(plain, "shared") == "the kernel uses no shared memory"


# ---- tensor cores: break one rule, mend it -----------------------------------------------------

WGMMA, MMA, NONE = "wgmma (a group", "mma.sync (one warp)", "not on tensor cores"
PRODUCTS = {
    "as it should be": ({}, WGMMA, ()),
    "two warps": ({"num_warps": 2}, MMA, ("whole groups of 4 warps, and num_warps is 2",)),
    "few rows": ({"size": (32, 64, 32)}, MMA, ("64 rows at once, and the tile has 32",)),
    "fp64's neighbour: fp32 exactly": (
        {"dtype": "*fp32", "how": "ieee", "size": (32, 32, 16)},
        NONE,
        ("input_precision", "ieee"),
    ),
    "fp32 as tf32": ({"dtype": "*fp32"}, WGMMA, ("tf32 × tf32 summed in f32",)),
    "an older GPU": ({"capability": 80}, MMA, ()),
    "a GPU before": ({"capability": 75, "size": (32, 32, 16)}, NONE, ("from sm_80 on",)),
}


@pytest.mark.parametrize("case", PRODUCTS)
def test_the_product_that_was_chosen_is_named_with_what_kept_it_from_a_better(case: str) -> None:
    options, chosen, words = PRODUCTS[case]
    form = matmul_form(**options)
    text = answers(form, "tensor-cores")
    assert chosen in text
    assert ("wgmma.mma_async" in form.texts["ptx"]) == (chosen == WGMMA)
    assert bool(re.search(r"\smma\.sync", form.texts["ptx"])) == (chosen == MMA)
    for word in words:
        assert word in text
    assert "none of our rules" not in text


# ---- pipelines ---------------------------------------------------------------------------------

PIPELINES = {
    "three stages": ({}, 3, ()),
    "four stages": ({"num_stages": 4}, 4, ()),
    "an older GPU": ({"capability": 80}, 3, ()),
    "one stage": ({"num_stages": 1}, 1, ("num_stages is 1",)),
    "before cp.async": ({"capability": 75, "size": (32, 32, 16)}, 1, ("sm_75 cannot copy",)),
    "a narrow read": (
        {"divisible": ["a", "b", "c"], "capability": 80},
        *(3, ("reads of `a` start in their own iteration", "at least 32 bits a thread", "`depth`")),
    ),
}


@pytest.mark.parametrize("case", PIPELINES)
def test_the_depth_of_a_pipeline_is_that_of_its_copies_and_what_prevents_it_is_named(
    case: str,
) -> None:
    options, depth, words = PIPELINES[case]
    form = matmul_form(**options)
    text = answers(form, "pipeline")
    assert text.startswith("1 iteration is" if depth == 1 else f"{depth} iterations are")
    waits = [int(n) for n in re.findall(r"cp\.async\.wait_group\s+(\d+)", form.texts["ptx"])]
    reads = form.texts["ptx"].count("cp.async.commit_group") // max(1, depth)
    assert max(waits, default=0) == max(0, depth - 2) * reads  # groups that may still be in flight
    for word in words:
        assert word in text
    assert ("start in their own iteration" in text) == bool(words)


def test_a_loop_without_a_dot_is_pipelined_where_it_asks_for_it_itself() -> None:
    types = {"x": "*fp32", "out": "*fp32", "count": "i32"}
    found = {
        stages: triton_form(
            total, types, {"BLOCK": 1024, "STAGES": stages}, ["x", "out", "count"], num_stages=3
        )
        for stages in (None, 3)
    }
    text = answers(found[None], "pipeline")
    assert text.startswith("1 iteration is in flight at once; num_stages asks for 3")
    assert "the loop has no tl.dot" in text
    assert "tl.range(…, num_stages=3)" in text
    asked = "3 iterations are in flight at once, as the loop itself asks"
    assert answers(found[3], "pipeline").startswith(asked)


def test_a_while_loop_and_a_read_that_needs_the_turn_before_are_not_begun_ahead() -> None:
    types = {"x": "*fp32", "out": "*fp32", "count": "i32"}
    form = triton_form(waiting, types, {"BLOCK": 1024}, ["x", "out"], num_stages=3)
    assert "Triton pipelines only `for` loops" in answers(form, "pipeline")
    form = triton_form(followed, types, {"BLOCK": 1024}, ["x", "out"], num_stages=3)
    text = answers(form, "pipeline")
    assert text.startswith("1 iteration is in flight at once; the loop itself asks for 3")
    assert "`x` start in their own iteration: the addresses need what the iteration before" in text


# ---- registers and numbers ---------------------------------------------------------------------


def test_registers_and_what_limits_the_warps_are_the_assemblers_and_the_formulas() -> None:
    form = matmul_form(size=(128, 64, 64), num_warps=8)
    assert form.cubin is not None
    registers = kernel_resources(form.cubin)[form.name].registers
    shared = form.options["shared"]
    assert isinstance(shared, int)
    expected = occupancy("h200", block=256, registers=registers, dynamic_shared_bytes=shared)
    text = answers(form, "registers")
    assert f"{registers} registers a thread × 256 threads" in text
    assert f"holds {expected.blocks_per_sm} blocks, {expected.warps_per_sm} warps" in text
    limiter = {"shared": "shared memory", "registers": "registers"}[expected.limiter]
    assert f"limited by {limiter}" in text
    text = answers(matmul_form(size=(128, 256, 64), num_warps=8, num_stages=6), "registers")
    assert "no block fits on an SM of h200" in text
    assert "294,912 bytes a block" in text


def test_what_changes_results_is_named_and_gone_when_it_is_turned_off() -> None:
    types = {"x": "*fp32", "out": "*fp32", "factor": "fp32"}

    def form(fused: bool) -> KernelForm:
        return triton_form(scaled, types, {"BLOCK": 128}, [], enable_fp_fusion=fused)

    assert "one fma.rn.f32: it rounds once" in answers(form(True), "numerics")
    assert answers(form(False), "numerics").startswith("nothing here changes results")
    text = answers(softmax_form(), "numerics")
    assert "ex2.approx" in text
    assert "at most 2 units in the last place (PTX manual, 9.7.3.21)" in text
    assert "not added one after the other" in text
    assert "10 bits" in answers(matmul_form("*fp32", (32, 32, 16), "ieee"), "tensor-cores")
    assert "last 13 of their 23 bits" in answers(matmul_form("*fp32"), "numerics")
    split = answers(matmul_form("*fp32", how="tf32x3", capability=80), "numerics")
    assert "three products of tf32 stand for one of fp32" in split
    assert "last 13" not in split


def test_sums_whose_order_is_open_and_the_range_of_a_bound_are_told() -> None:
    source = """extern "C" __global__ void sums(const float* x, float* total) {
    atomicAdd(total, __fdividef(1.0f, x[threadIdx.x]) + __sinf(x[threadIdx.x]));
}"""
    text = answers(cuda_form(source, "sums"), "numerics")
    assert "adds in the order in which threads arrive" in text
    assert "for a divisor between 2^-126 and 2^126" in text
    assert "2^-20.5 up to 2π, 2^-14.7 up to 100π" in text


# ---- reading TTGIR ------------------------------------------------------------------------------

BRANCHES = """#b = #ttg.blocked<{order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func public @k(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %go = arith.cmpi sgt, %n, %n : i32
    %a:2 = scf.if %go -> (tensor<128xf32, #b>, i32) {
      %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b>
      %f = arith.sitofp %r : tensor<128xi32, #b> to tensor<128xf32, #b>
      scf.yield %f, %n : tensor<128xf32, #b>, i32
    } else {
      %z = arith.constant dense<0.0> : tensor<128xf32, #b>
      %c = arith.constant 48 : i32
      scf.yield %z, %c : tensor<128xf32, #b>, i32
    }
    %s = arith.constant 32 : i32
    %m = arith.muli %s, %a#1 : i32
    %less = arith.cmpf olt, %a#0, %a#0 : tensor<128xf32, #b>
    tt.return
  }
}
"""


def test_values_that_come_out_of_branches_have_a_type_each_and_what_both_sides_prove() -> None:
    axis = AxisAnalysis(parse(BRANCHES))
    assert (axis.types["%a#0"].shape, axis.types["%a#0"].element) == ((128,), "f32")
    assert (axis.types["%a#1"].shape, axis.types["%a#1"].element) == ((), "i32")
    assert axis.types["%less"].element == "i1"
    assert axis["%a#1"].divisibility == (1,)  # n may be anything
    assert axis["%m"].divisibility == (32,)
    assert axis["%r"].contiguity == (128,)


# ---- what it does not know ---------------------------------------------------------------------


def test_every_question_has_an_answer_for_every_front_end() -> None:
    for form in (softmax_form(), matmul_form(capability=80), cuda_form(SUM, "total")):
        asked = {d.question for d in decide(form).decisions}
        assert asked >= set(QUESTIONS)


def test_an_operation_that_is_not_known_says_so_and_stops_nothing() -> None:
    form = softmax_form()
    ttgir = form.texts["ttgir"].replace("tt.make_range", "tt.of_the_future")
    new = KernelForm(form.name, "triton", form.target, form.texts | {"ttgir": ttgir})
    found = decide(new).accesses
    assert all("`tt.of_the_future`" in a.cause for a in found)


def test_a_text_that_ends_anywhere_is_read_as_far_as_it_goes() -> None:
    form = matmul_form()
    text = form.texts["ttgir"]
    for end in range(0, len(text), len(text) // 40):
        parse(text[:end])
        if end % 5 == 0:
            cut = form.texts | {"ttgir": text[:end]}
            decide(KernelForm(form.name, "triton", form.target, cut))
