"""Languages of Python that bring compilers of their own; each test needs its package."""

from __future__ import annotations

from pathlib import Path

import pytest

from cuda_program import NEEDED, kernelscope

pytestmark = NEEDED

TILELANG = """
import tilelang
import tilelang.language as T
import torch

@tilelang.jit(out_idx=[-1])
def product(n, block=64, step=32):
    @T.prim_func
    def main(
        A: T.Tensor((n, n), "float16"), B: T.Tensor((n, n), "float16"), C: T.Tensor((n, n), "float")
    ):
        with T.Kernel(n // block, n // block, threads=128) as (x, y):
            a = T.alloc_shared((block, step), "float16")
            b = T.alloc_shared((step, block), "float16")
            c = T.alloc_fragment((block, block), "float")
            T.clear(c)
            for k in T.Pipelined(n // step, num_stages=2):
                T.copy(A[y * block, k * step], a)
                T.copy(B[k * step, x * block], b)
                T.gemm(a, b, c)
            T.copy(c, C[y * block, x * block])
    return main

a, b = (torch.randint(-3, 4, (128, 128), device="cuda").half() for _ in range(2))
print(torch.equal(product(128)(a, b), a.float() @ b.float()))
"""

CUTE = """
import re
import torch
import cutlass.cute as cute
from cuda.core import Device, LaunchConfig, ObjectCode, launch
from cutlass.cute.runtime import from_dlpack

@cute.kernel
def add_kernel(a: cute.Tensor, b: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    b[i] = a[i] + b[i]

@cute.jit
def add(a: cute.Tensor, b: cute.Tensor):
    add_kernel(a, b).launch(grid=[1, 1, 1], block=[64, 1, 1])

a, b = torch.arange(64.0, device="cuda"), torch.ones(64, device="cuda")
tensors = [from_dlpack(each) for each in (a, b)]
compiled = cute.compile(add, *tensors)
device = Device()
device.set_current()
kernel = ObjectCode.from_ptx(compiled.__ptx__.encode()).get_kernel(
    re.search(r"\\.entry\\s+(\\w+)", compiled.__ptx__)[1]
)
launch(device.default_stream, LaunchConfig(grid=1, block=64), kernel, a.data_ptr(), b.data_ptr())
device.sync()
print(torch.equal(b, a + 1), flush=True)
compiled(*tensors)
"""

WARP = """
import warp as wp

@wp.kernel
def one(x: wp.array(dtype=float)):
    x[wp.tid()] = 1.0

wp.launch(one, dim=4, inputs=[wp.zeros(4, dtype=float, device="cuda:0")])
"""


def _run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, *command: str
) -> tuple[str, str, int]:
    monkeypatch.setenv("WARP_CACHE_PATH", str(folder))
    monkeypatch.setenv("CUTE_DSL_KEEP_PTX", "1")
    monkeypatch.setenv("CUTE_DSL_DUMP_DIR", str(folder))
    (folder / "script.py").write_text(text)
    ended = kernelscope(*(command or ("run",)), "script.py", folder=folder)
    return ended.stdout, ended.stderr, ended.returncode


@pytest.mark.long("tilelang compiles with nvcc")
def test_tilelang_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tilelang", reason="pip install tilelang")
    out, errors, code = _run(tmp_path, monkeypatch, TILELANG)
    assert out.splitlines()[-1] == "True", errors
    assert code == 0


@pytest.mark.long("CuTe's compiler takes seconds")
def test_the_ptx_of_a_cute_kernel_runs_and_its_own_launch_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("cutlass.cute", reason="pip install 'nvidia-cutlass-dsl[cu13]'")
    out, errors, code = _run(tmp_path, monkeypatch, CUTE)
    assert out.splitlines()[0] == "True", errors
    assert code == 1
    assert "launch the PTX of a CuTe kernel (compile with CUTE_DSL_KEEP_PTX=1" in errors


@pytest.mark.long("Warp takes seconds to begin")
def test_warp_is_refused_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("warp", reason="pip install warp-lang")
    _, errors, code = _run(tmp_path, monkeypatch, WARP)
    assert code == 1
    assert errors.count("Warp's kernels do not run here; wp.compile_aot_module(") == 1
