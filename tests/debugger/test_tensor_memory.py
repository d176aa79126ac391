"""The debugger's view of Blackwell's tensor memory: allocations, a column, a lane."""

from __future__ import annotations

import pytest

from debugger.shown import Debug, after

pytest.importorskip("torch")

SCRIPT = '''
import torch
import kernelscope as ks

columns = ks.cuda_kernel("""
extern "C" __global__ void columns(float *out) {
    __shared__ unsigned place;
    unsigned at = __cvta_generic_to_shared(&place);
    if (threadIdx.x < 32)
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;"
                     :: "r"(at));
    __syncthreads();
    unsigned mine = place + (threadIdx.x / 32 << 21);
    float x = threadIdx.x, y;
    asm volatile("tcgen05.st.sync.aligned.32x32b.x2.b32 [%0], {%1, %2};"
                 :: "r"(mine), "f"(x), "f"(-x));
    asm volatile("tcgen05.wait::st.sync.aligned;");
    __syncthreads();
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=f"(y) : "r"(mine + 1));
    asm volatile("tcgen05.wait::ld.sync.aligned;");
    out[threadIdx.x] = y;
    __syncthreads();
    if (threadIdx.x < 32)
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;" :: "r"(place));
}
""", "columns")
out = torch.zeros(128, device="cuda")
columns[1, 128](out)
'''


def test_tensor_memory_by_lane_and_column(debug: Debug) -> None:
    lines = debug(
        SCRIPT,
        *("break script.py:19 if warp == 2", "continue", "lane 5", "info tensor"),
        *("info tensor 0:2", "info tensor 1", "info tensor 512"),
        device="virtual:b200",
    )
    assert "  columns 0 to 31" in after(lines, "info tensor")
    assert after(lines, "info tensor 0:2")[1].split() == ["0:", "69.0", "-69.0"]
    rows = after(lines, "info tensor 1")
    assert rows[0] == "column 1, by lane  (f32)"
    assert rows[2].split() == ["8:", *(f"-{lane}.0" for lane in range(8, 16))]
    assert any("tensor memory has 512 columns" in line for line in lines)
