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
import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import from_dlpack
from cutlass.pipeline import PipelineTmaAsync
from cutlass.utils import HardwareInfo

@cute.kernel
def tile_kernel(atom: cute.CopyAtom, a: cute.Tensor, b: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    memory = cutlass.utils.SmemAllocator()
    full = memory.allocate_array(cutlass.Int64, 1)
    tile = memory.allocate_tensor(cutlass.Float32, cute.make_layout((32, 8)), byte_alignment=128)
    if i == 0:
        cute.arch.mbarrier_init(full, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    there, here = cpasync.tma_partition(
        atom, 0, cute.make_layout(1), cute.group_modes(tile, 0, 2),
        cute.group_modes(cute.local_tile(a, (32, 8), (1, 1)), 0, 2),
    )
    if i == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(full, 1024)
    cute.copy(atom, here, there, tma_bar_ptr=full)
    cute.arch.mbarrier_wait(full, 0)
    for k in range(8):
        b[i, k] = tile[i, k] + 1

@cute.jit
def tile_of(a: cute.Tensor, b: cute.Tensor):
    atom, there = cpasync.make_tiled_tma_atom(
        cpasync.CopyBulkTensorTileG2SOp(), a, cute.make_layout((32, 8)), (32, 8)
    )
    tile_kernel(atom, there, b).launch(grid=[1, 1, 1], block=[32, 1, 1])

a, b = torch.arange(1024.0, device="cuda").reshape(16, 64).T, torch.zeros(8, 32, device="cuda").T
tile_of(*(from_dlpack(each, assumed_align=16) for each in (a, b)))
print(torch.equal(b, a[32:, 8:] + 1), HardwareInfo().get_max_active_clusters(2))
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
def test_a_cute_kernel_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its host function makes the tensor map and launches; its occupancy is that of its cubin."""
    pytest.importorskip("cutlass.cute", reason="pip install 'nvidia-cutlass-dsl[cu13]'")
    out, errors, code = _run(tmp_path, monkeypatch, CUTE)
    assert out.splitlines()[0] == "True 66", errors
    assert code == 0


@pytest.mark.long("Warp takes seconds to begin")
def test_warp_is_refused_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("warp", reason="pip install warp-lang")
    _, errors, code = _run(tmp_path, monkeypatch, WARP)
    assert code == 1
    assert errors.count("Warp's kernels do not run here; wp.compile_aot_module(") == 1
