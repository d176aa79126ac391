"""Code that a compiler refuses: its own message, the line, and what to do."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402

import kernelscope as ks  # noqa: E402
from kernelscope.errors import CompileError, in_a_line  # noqa: E402
from kernelscope.frontends.triton.launch import line_of_error  # noqa: E402

pytestmark = pytest.mark.triton


@triton.jit
def places(D: tl.constexpr):
    return tl.arange(0, D)


@triton.jit
def direct(x, D: tl.constexpr):
    tl.store(x, 0)
    i = tl.arange(0, D)
    tl.store(x + i, 0)


@triton.jit
def through_another(x, D: tl.constexpr):
    i = places(D)
    tl.store(x + i, 0)


@triton.jit
def asserts(x, D: tl.constexpr):
    tl.static_assert(D == 64, "D is the width of a head")
    tl.store(x, 0)


@pytest.mark.parametrize(
    ("kernel", "message", "after_def"),
    [
        (direct, "arange's range must be a power of 2: `i = tl.arange(0, D)`", 2),
        (through_another, "arange's range must be a power of 2: `return tl.arange(0, D)`", 1),
        (asserts, "D is the width of a head: `tl.static_assert(D == 64, ", 1),
    ],
)
def test_tritons_message_is_kept_with_the_code_and_the_line(kernel, message: str, after_def: int):
    with ks.virtual_gpu(), pytest.raises(triton.CompilationError) as raised:
        kernel[(1,)](torch.zeros(64), D=61)
    assert message in in_a_line(raised.value)
    definition = kernel.fn.__code__.co_firstlineno + 1  # below the decorator
    assert line_of_error(raised.value) == f"{__file__}:{definition + after_def}"


def _operation() -> ks.Operation:
    operation = ks.Operation(
        "fill",
        axes={"n": 64, "dtype": torch.float32},
        inputs=lambda c: (c.normal(c.n),),
        reference=torch.zeros_like,
        work=lambda c: ks.Work(read=0, written=4 * c.n, flops=0),
    )

    @operation.implementation("triton")
    def fill(x):
        out = torch.empty_like(x)
        direct[(1,)](out, D=x.shape[0])
        return out

    return operation


def test_a_comparison_names_sizes_as_the_cure():
    row = ks.compare(_operation(), device="virtual").record.rows[0]
    assert row.status == "failed"
    assert "arange's range must be a power of 2" in row.reason
    assert "`sizes=` of the Operation" in row.reason


LAUNCHES = """
__global__ void child(float* x) { x[0] = 1; }
extern "C" __global__ void parent(float* x) { %s }
"""


@pytest.mark.parametrize("code", ["child<<<1, 1>>>(x);", "cudaDeviceSynchronize();"])
def test_dynamic_parallelism_is_refused_in_a_sentence_with_its_line(code: str):
    pytest.importorskip("cuda.bindings.nvrtc")
    with pytest.raises(CompileError, match=r"parent\.cu:3:\d+: the kernel launches a kernel from"):
        ks.cuda_kernel(LAUNCHES % code, "parent")
