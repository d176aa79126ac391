"""Planted: lanes of one warp take different branches.

Named by: divergence
"""

import torch

import kernelscope as ks

kernel = ks.cuda_kernel(
    r"""
extern "C" __global__ void k(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    switch (i % 8) {  // <- here
        case 0: for (int j = 0; j < 64; j++) v = v * 1.0001f + 0.1f; break;  // <- here
        case 1: for (int j = 0; j < 64; j++) v = v * 1.0002f + 0.2f; break;  // <- here
        case 2: for (int j = 0; j < 64; j++) v = v * 1.0003f + 0.3f; break;  // <- here
        case 3: for (int j = 0; j < 64; j++) v = v * 1.0004f + 0.4f; break;  // <- here
        case 4: for (int j = 0; j < 64; j++) v = v * 1.0005f + 0.5f; break;  // <- here
        case 5: for (int j = 0; j < 64; j++) v = v * 1.0006f + 0.6f; break;  // <- here
        case 6: for (int j = 0; j < 64; j++) v = v * 1.0007f + 0.7f; break;  // <- here
        default: for (int j = 0; j < 64; j++) v = v * 1.0008f + 0.8f;  // <- here
    }
    x[i] = v;
}
""",
    "k",
)

x = torch.randn(1 << 20, device="cuda")
kernel[1 << 12, 256](x, 1 << 20)
torch.cuda.synchronize()
