"""`kernelscope decompile` and `ks.decompile`: from whatever a program has in hand to a verdict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.cli import main
from kernelscope.errors import PtxError, UsageError
from kernelscope.frontends.cuda import nvrtc
from kernelscope.record import Decompilation, from_json, to_json

SCALE = """extern "C" __global__ void scale(const float* x, float* y, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i];
}
extern "C" __global__ void twice(float* y) { y[threadIdx.x] *= 2.0f; }"""


def ptx_of(name: str) -> str:
    return nvrtc.compile_kernel(SCALE, name, "sm_90a").ptx


@pytest.fixture
def ptx_file(tmp_path: Path) -> Path:
    path = tmp_path / "scale.ptx"
    path.write_text(ptx_of("scale"))
    return path


@pytest.mark.triton
def test_an_operation_s_kernel_is_proven_in_json_and_exits_with_0(tmp_path: Path) -> None:
    path, text = tmp_path / "out.json", tmp_path / "out.cu"
    words = ["decompile", "gelu/triton", "--case", "n=100", "--json", str(path)]
    assert main([*words, "--output", str(text), "--inputs", "40"]) == 0
    (kernel,) = json.loads(path.read_text())["kernels"]
    assert kernel["name"] == "gelu_kernel"
    assert kernel["proof"]["status"] == "equal"
    assert kernel["proof"]["inputs"] >= 40
    assert (kernel["proof"]["coverage"], kernel["proof"]["counterexample"]) == (1.0, None)
    assert kernel["cuda"].strip() == text.read_text().strip()
    # The text is a kernel that anybody can compile.
    assert ks.cuda_kernel(text, "gelu_kernel").name == "gelu_kernel"


def test_each_kernel_of_a_ptx_file_is_proven_though_nobody_launched_it(
    ptx_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "both.cu"
    assert main(["decompile", str(ptx_file), "--output", str(out), "--inputs", "30"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("not one byte differs") == 2
    assert "all of 2 sides of branches" in " ".join(shown.split())
    for name in ("scale", "twice"):
        assert ks.cuda_kernel(out, name).name == name


def test_without_a_proof_the_code_is_unproven_and_exits_with_1(
    ptx_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["decompile", str(ptx_file), "--no-prove", "--kernel", "twice"]) == 1
    shown = capsys.readouterr().out
    assert "void twice(" in shown
    assert "void scale(" not in shown
    assert "unproven  twice  no proof was requested" in shown


def test_an_unknown_kernel_lists_those_there_are(ptx_file: Path) -> None:
    with pytest.raises(UsageError, match=r"kernel 'gone' is unknown \(there are scale, twice"):
        ks.decompile(ptx_file, name="gone")


def test_what_cannot_be_decompiled_is_an_error_that_names_the_instruction(tmp_path: Path) -> None:
    path = tmp_path / "odd.ptx"
    path.write_text(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n"
        ".reg .b32 %r<2>;\nfrobnicate.b32 %r1, 0;\nret;\n}\n"
    )
    with pytest.raises(PtxError, match=r"ptx:6:.*frobnicate"):
        ks.decompile(path)
    assert main(["decompile", str(path)]) == 2


def test_a_function_that_calls_itself_becomes_loops_over_a_stack(tmp_path: Path) -> None:
    path = tmp_path / "both.ptx"
    path.write_text(
        nvrtc.compile_kernel(
            """__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + n; }
extern "C" __global__ void tree(int* x) { x[0] = fib(x[1]); }
extern "C" __global__ void plain(int* x) { x[threadIdx.x] += 1; }""",
            "plain",
            "sm_90",
        ).ptx
    )
    kernels = {one.name: one for one in ks.decompile(path, inputs=16).kernels}
    assert {name: one.proof.status for name, one in kernels.items()} == {
        "plain": "equal",
        "tree": "equal",
    }
    assert "stack[1024]" in kernels["tree"].cuda


def in_hand() -> dict[str, Any]:
    kernel = ks.cuda_kernel(SCALE, "scale")
    return {
        "PTX text": kernel.ptx,
        "cuda_kernel": kernel,
        "vgpu.Module": ks.vgpu.load_ptx(kernel.ptx),
        "vgpu.Kernel": ks.vgpu.load_ptx(kernel.ptx).kernel("scale"),
    }


@pytest.mark.parametrize("kind", ["PTX text", "cuda_kernel", "vgpu.Module", "vgpu.Kernel"])
def test_a_kernel_in_hand_is_decompiled(kind: str) -> None:
    result = ks.decompile(in_hand()[kind], name="scale", inputs=30)
    assert [one.proof.status for one in result.kernels] == ["equal"]
    assert "scale" in result.kernels[0].cuda


SCRIPT = Path(__file__).parent.parent / "scripts" / "layer_norm.py"


@pytest.mark.triton
@pytest.mark.long("two kernels with loops and masks are proven on 48 inputs")
def test_a_script_s_layer_norm_is_proven_forward_and_backward(
    capsys: pytest.CaptureFixture[str],
) -> None:
    result = ks.decompile(SCRIPT, device="virtual:h200", inputs=48)
    assert capsys.readouterr().out == "layer norm agrees\n"
    assert [one.name for one in result.kernels] == ["forward", "backward"]
    assert [one.proof.status for one in result.kernels] == ["equal", "equal"]
    # Both sides of every mask and of every loop.
    assert [(one.proof.coverage, one.proof.never) for one in result.kernels] == [(1.0, ())] * 2
    assert min(one.proof.inputs for one in result.kernels) >= 48


@pytest.mark.triton
def test_a_triton_kernel_that_ran_in_a_session_is_decompiled_with_its_names() -> None:
    from inside.triton_kernels import many_names

    x, y = np.arange(100, dtype=np.float32), np.zeros(100, np.float32)
    with ks.virtual_gpu("h200") as gpu:
        many_names[(1,)](x, y, 100, 5, B=128)
        before = y.copy()
        result = ks.decompile(many_names, inputs=30)
    # One for each specialisation that this process launched: other tests have theirs.
    for kernel in result.kernels:
        assert (kernel.frontend, kernel.proof.status) == ("triton", "equal")
        assert "x_ptr" in kernel.cuda
    assert result.kernels
    # Proving launches nothing in the user's session, and leaves the user's memory alone.
    assert len(gpu.launches) == 1
    assert y.tolist() == before.tolist()


@pytest.mark.triton
def test_a_tensor_core_product_for_an_older_gpu_is_proven() -> None:
    result = ks.decompile("matmul/triton", device="virtual:a100", case="n=64", inputs=8)
    (kernel,) = result.kernels
    assert (kernel.target, kernel.proof.status) == ("sm_80", "equal")
    assert "mma" in kernel.cuda


def test_a_kernel_of_numba_is_decompiled_after_its_session_is_over() -> None:
    from numba import cuda

    @cuda.jit
    def double(x: Any, y: Any) -> None:
        i = cuda.grid(1)
        if i < x.shape[0]:
            y[i] = x[i] * 2

    with ks.virtual_gpu("h200"):
        double[2, 64](np.arange(100, dtype=np.float32), np.zeros(100, np.float32))
    (kernel,) = ks.decompile(double, inputs=30).kernels
    assert kernel.proof.status == "equal"


def test_the_kernels_of_a_cuda_file_are_compiled_and_written_again(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    file.write_text(
        'extern "C" __global__ void twice(const float* x, float* y, int n) {\n'
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  if (i < n) y[i] = 2.0f * x[i];\n"
        "}\n"
        "int main() {\n"
        "  float *x, *y;\n"
        "  cudaMalloc(&x, 128), cudaMalloc(&y, 128);\n"
        "  twice<<<1, 32>>>(x, y, 32);\n"
        "}\n"
    )
    (kernel,) = ks.decompile(file, inputs=30).kernels
    assert (kernel.name, kernel.frontend, kernel.proof.status) == ("twice", "cuda", "equal")


def test_what_is_no_kernel_is_told_what_to_do() -> None:
    with pytest.raises(UsageError, match=r"len is not a kernel, or was never launched.*launch it"):
        ks.decompile(len)


def test_kernels_of_one_name_both_stand_in_the_file_and_the_record_comes_back(
    ptx_file: Path, tmp_path: Path
) -> None:
    result = ks.decompile(ptx_file, name="twice", prove=False)
    record = Decompilation("two", (*result.kernels, *result.kernels))
    path = type(result)(record).write(tmp_path / "two.cu")
    assert ks.cuda_kernel(path, "twice_2").name == "twice_2"
    assert from_json(to_json(record)) == record
    assert ks.load(result.save(tmp_path / "r.json")) == result
