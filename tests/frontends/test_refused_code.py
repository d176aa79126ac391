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
from kernelscope.frontends.triton.stray import explained  # noqa: E402

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


@triton.jit
def counts_of_64_bits(x, out):
    v = tl.load(x + tl.arange(0, 64))
    tl.store(out + tl.arange(0, 8), tl.histogram(v, 8))


@pytest.mark.skipif(
    tuple(map(int, triton.__version__.split(".")[:2])) >= (3, 9),
    reason="Triton 3.9 refuses this itself, in Python",
)
def test_what_the_compiler_writes_to_the_descriptor_is_part_of_the_error(capfd):
    x, out = torch.zeros(64, dtype=torch.int64), torch.zeros(8, dtype=torch.int32)
    with ks.virtual_gpu(), pytest.raises(RuntimeError) as raised:
        counts_of_64_bits[(1,)](x, out)
    line = counts_of_64_bits.fn.__code__.co_firstlineno + 3
    assert str(raised.value).startswith(f"{__file__}:{line}:")
    assert "requires the same type" in str(raised.value)
    assert "mlir" not in capfd.readouterr().err  # a module of some hundred lines


@pytest.mark.parametrize("where", ["k.py:3:7", 'loc("k.py":3:7)'])
def test_an_error_of_mlir_is_read_in_both_forms(where: str):
    @explained()
    def compiled() -> None:
        os.write(2, f"a warning\n{where}: error: expected non-function type\n".encode())
        raise RuntimeError("PassManager::run failed")

    with pytest.raises(RuntimeError, match=r"^k\.py:3:7: expected non-function type \("):
        compiled()


def test_what_a_compiler_that_succeeds_writes_is_passed_on(capfd):
    with explained():
        os.write(2, b"a remark\n")
        assert capfd.readouterr().err == ""
    assert capfd.readouterr().err == "a remark\n"


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
