"""Planted: shared memory is read before the asynchronous copy into it is complete.

Named by: race|copy
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(const float* x, float* y) {
    __shared__ __align__(16) float tile[256];
    int t = threadIdx.x;
    unsigned at = __cvta_generic_to_shared(tile + 4 * t);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(at), "l"(x + 4 * t) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    __syncthreads();
    for (int n = 0; n < 4; n++) y[64 * n + t] = tile[64 * n + t];  // <- here
}
""",
    "k",
)

x = torch.randn(256, device="cuda")
y = torch.empty_like(x)
kernel[1, 64](x, y)
torch.cuda.synchronize()
