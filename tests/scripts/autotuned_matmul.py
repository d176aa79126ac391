# A matmul with autotuned tile sizes, grouped for L2.
import torch
import triton
import triton.language as tl

assert torch.cuda.get_device_capability()[0] >= 8


def configs():
    return [
        triton.Config({"BM": 32, "BN": 32, "BK": 32, "GROUP": 4}, num_stages=2, num_warps=4),
        triton.Config({"BM": 64, "BN": 32, "BK": 32, "GROUP": 4}, num_stages=2, num_warps=4),
    ]


@triton.autotune(configs=configs(), key=["M", "N", "K"])
@triton.jit
def matmul_kernel(
    a_ptr, b_ptr, c_ptr, M, N, K, sam, sak, sbk, sbn, scm, scn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):
    pid = tl.program_id(0)
    across = tl.cdiv(N, BN)
    group = pid // (GROUP * across)
    first = group * GROUP
    size = min(tl.cdiv(M, BM) - first, GROUP)
    pm = first + (pid % (GROUP * across)) % size
    pn = (pid % (GROUP * across)) // size
    rm = (pm * BM + tl.arange(0, BM)) % M
    rn = (pn * BN + tl.arange(0, BN)) % N
    rk = tl.arange(0, BK)
    a = a_ptr + rm[:, None] * sam + rk[None, :] * sak
    b = b_ptr + rk[:, None] * sbk + rn[None, :] * sbn
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        left = tl.load(a, mask=rk[None, :] < K - k * BK, other=0.0)
        right = tl.load(b, mask=rk[:, None] < K - k * BK, other=0.0)
        total = tl.dot(left, right, total)
        a += BK * sak
        b += BK * sbk
    om = pm * BM + tl.arange(0, BM)
    on = pn * BN + tl.arange(0, BN)
    c = c_ptr + scm * om[:, None] + scn * on[None, :]
    tl.store(c, total.to(tl.float16), mask=(om[:, None] < M) & (on[None, :] < N))


def matmul(a, b):
    c = torch.empty((a.shape[0], b.shape[1]), device=a.device, dtype=torch.float16)
    grid = lambda meta: (triton.cdiv(c.shape[0], meta["BM"]) * triton.cdiv(c.shape[1], meta["BN"]),)
    matmul_kernel[grid](a, b, c, *c.shape, a.shape[1], *a.stride(), *b.stride(), *c.stride())
    return c


torch.manual_seed(0)
a = torch.rand((128, 96), device="cuda", dtype=torch.float16) - 0.5
b = torch.rand((96, 128), device="cuda", dtype=torch.float16) - 0.5
assert torch.allclose(matmul(a, b), torch.matmul(a, b), atol=1e-2)
print("best", matmul_kernel.best_config.kwargs["BM"])
