"""The kernels of Triton's public tutorials, written out small: each against PyTorch or NumPy."""

from __future__ import annotations

import os

import numpy as np
import pytest

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402

from families import exhaustive  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402

pytestmark = pytest.mark.triton


@triton.jit
def softmax_kernel(
    out_ptr, in_ptr, in_stride, out_stride, rows, columns, BLOCK: tl.constexpr, STAGES: tl.constexpr
):
    start, step = tl.program_id(0), tl.num_programs(0)
    for row in tl.range(start, rows, step, num_stages=STAGES):
        offsets = tl.arange(0, BLOCK)
        mask = offsets < columns
        x = tl.load(in_ptr + row * in_stride + offsets, mask=mask, other=-float("inf"))
        numerator = tl.exp(x - tl.max(x, axis=0))
        y = numerator / tl.sum(numerator, axis=0)
        tl.store(out_ptr + row * out_stride + offsets, y, mask=mask)


@pytest.mark.parametrize(("rows", "columns"), [(37, 781), exhaustive(300, 128)])
def test_persistent_softmax_whose_grid_comes_from_the_devices_properties(rows: int, columns: int):
    x = torch.randn(rows, columns)
    y = torch.full_like(x, float("nan"))
    block = triton.next_power_of_2(columns)
    with virtual_gpu("h200") as gpu:
        driver = triton.runtime.driver.active
        properties = driver.utils.get_device_properties(driver.get_active_torch_device().index)
        arguments = (y, x, x.stride(0), y.stride(0), rows, columns)
        kernel = softmax_kernel.warmup(*arguments, BLOCK=block, STAGES=4, num_warps=8, grid=(1,))
        kernel._init_handles()
        warps = properties["max_num_regs"] // (kernel.n_regs * properties["warpSize"] * 8)
        shared = properties["max_shared_mem"] // max(kernel.metadata.shared, 1)
        programs = min(properties["multiprocessor_count"] * min(warps, shared), rows)
        kernel[(programs, 1, 1)](*arguments, block, 4)
    assert torch.allclose(y, torch.softmax(x, 1), atol=1e-6)
    assert gpu.launches[0].grid == (programs, 1, 1)


CONFIGS = [
    triton.Config({"BM": 64, "BN": 64, "BK": 32, "GROUP": 4}, num_stages=3, num_warps=4),
    triton.Config({"BM": 64, "BN": 32, "BK": 32, "GROUP": 4}, num_stages=2, num_warps=4),
]


@triton.autotune(configs=CONFIGS, key=["M", "N", "K"])
@triton.jit
def matmul_kernel(
    a_ptr, b_ptr, c_ptr, M, N, K,
    stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr,
):  # fmt: skip
    pid = tl.program_id(0)
    across, down = tl.cdiv(N, BN), tl.cdiv(M, BM)
    group = pid // (GROUP * across)
    first = group * GROUP
    size = min(down - first, GROUP)
    pid_m = first + (pid % (GROUP * across)) % size
    pid_n = (pid % (GROUP * across)) // size
    rows = (pid_m * BM + tl.arange(0, BM)) % M
    columns = (pid_n * BN + tl.arange(0, BN)) % N
    ks = tl.arange(0, BK)
    a_ptrs = a_ptr + rows[:, None] * stride_am + ks[None, :] * stride_ak
    b_ptrs = b_ptr + ks[:, None] * stride_bk + columns[None, :] * stride_bn
    accumulator = tl.zeros((BM, BN), tl.float32)
    for k in range(tl.cdiv(K, BK)):
        a = tl.load(a_ptrs, mask=ks[None, :] < K - k * BK, other=0.0)
        b = tl.load(b_ptrs, mask=ks[:, None] < K - k * BK, other=0.0)
        accumulator = tl.dot(a, b, accumulator)
        a_ptrs += BK * stride_ak
        b_ptrs += BK * stride_bk
    c = tl.where(accumulator >= 0, accumulator, 0.01 * accumulator).to(tl.float16)
    rows = pid_m * BM + tl.arange(0, BM)
    columns = pid_n * BN + tl.arange(0, BN)
    c_ptrs = c_ptr + stride_cm * rows[:, None] + stride_cn * columns[None, :]
    tl.store(c_ptrs, c, mask=(rows[:, None] < M) & (columns[None, :] < N))


@pytest.mark.parametrize(
    ("gpu_name", "m", "n", "k"),
    [
        ("a100", 100, 72, 40),
        ("h200", 128, 128, 96),
        exhaustive("a100", 128, 128, 96),
        exhaustive("h200", 100, 72, 40),
    ],
)
def test_autotuned_grouped_matmul_with_a_leaky_relu(gpu_name: str, m: int, n: int, k: int):
    a = torch.randn(m, k, dtype=torch.float16)
    b = torch.randn(k, n, dtype=torch.float16)
    c = torch.full((m, n), float("nan"), dtype=torch.float16)

    def grid(meta):
        return (triton.cdiv(m, meta["BM"]) * triton.cdiv(n, meta["BN"]),)

    with virtual_gpu(gpu_name) as gpu:
        matmul_kernel[grid](
            a, b, c, m, n, k, *a.stride(), *b.stride(), *c.stride()
        )  # fmt: skip
    expected = torch.nn.functional.leaky_relu(a.double() @ b.double(), 0.01)
    # fp32 accumulation over k <= 96, then one rounding to fp16.
    assert torch.allclose(c.double(), expected, atol=2e-3, rtol=2e-3)
    assert not gpu.launches[-1].trial


@triton.jit
def dropout_kernel(x_ptr, out_ptr, n, p, seed, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    keep = tl.rand(seed, offsets) > p
    tl.store(out_ptr + offsets, tl.where(keep, x / (1 - p), 0.0), mask=mask)


def _philox(seed: int, counter: np.ndarray) -> np.ndarray:
    """First word of Philox 4x32-10 (Salmon et al., SC 2011) as a float in [0, 1)."""
    c = [counter.astype(np.uint64), *(np.zeros_like(counter, np.uint64) for _ in range(3))]
    low, key = np.uint64(0xFFFFFFFF), [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        a, b = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        high_b, high_a = b >> np.uint64(32), a >> np.uint64(32)
        c = [high_b ^ c[1] ^ np.uint64(key[0]), b & low, high_a ^ c[3] ^ np.uint64(key[1]), a & low]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    word = c[0].astype(np.uint32).view(np.int32)
    return np.where(word < 0, -word - 1, word).astype(np.float32) * np.float32(4.6566127342e-10)


def test_dropout_draws_the_numbers_of_philox_from_its_seed():
    n, p, seed = 1000, 0.4, 123
    x = torch.randn(n)
    out = torch.full_like(x, float("nan"))
    with virtual_gpu("h200"):
        dropout_kernel[(4,)](x, out, n, p, seed, BLOCK=256)
    keep = torch.from_numpy(_philox(seed, np.arange(n)) > np.float32(p))
    assert torch.equal(out != 0, keep & (x != 0))
    expected = x[keep] / np.float32(1 - np.float32(p))
    assert torch.allclose(out[keep], expected, rtol=3e-7, atol=0)  # div.full: 2 ulp


@triton.jit
def layer_norm_forward(
    x_ptr, y_ptr, w_ptr, b_ptr, mean_ptr, rstd_ptr, stride, n, eps, BLOCK: tl.constexpr
):
    row = tl.program_id(0)
    x_ptr += row * stride
    y_ptr += row * stride
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + columns, mask=columns < n, other=0.0)
    mean = tl.sum(total, axis=0) / n
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + columns, mask=columns < n, other=0.0)
        x = tl.where(columns < n, x - mean, 0.0)
        total += x * x
    rstd = 1 / tl.sqrt(tl.sum(total, axis=0) / n + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        mask = columns < n
        w = tl.load(w_ptr + columns, mask=mask)
        b = tl.load(b_ptr + columns, mask=mask)
        x = tl.load(x_ptr + columns, mask=mask, other=0.0)
        tl.store(y_ptr + columns, (x - mean) * rstd * w + b, mask=mask)


@triton.jit
def layer_norm_backward(
    dx_ptr, dy_ptr, dw_ptr, db_ptr, x_ptr, w_ptr, mean_ptr, rstd_ptr, lock_ptr, stride, n,
    GROUPS: tl.constexpr, BLOCK: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    group = row % GROUPS
    lock_ptr += group
    count_ptr = lock_ptr + GROUPS
    dw_ptrs = dw_ptr + group * n + columns
    db_ptrs = db_ptr + group * n + columns
    x = tl.load(x_ptr + row * stride + columns, mask=mask, other=0)
    dy = tl.load(dy_ptr + row * stride + columns, mask=mask, other=0)
    w = tl.load(w_ptr + columns, mask=mask)
    rstd = tl.load(rstd_ptr + row)
    normal = tl.where(mask, (x - tl.load(mean_ptr + row)) * rstd, 0.0)
    wdy = tl.where(mask, w * dy, 0.0)
    c1 = tl.sum(normal * wdy, axis=0) / n
    c2 = tl.sum(wdy, axis=0) / n
    tl.store(dx_ptr + row * stride + columns, (wdy - (normal * c1 + c2)) * rstd, mask=mask)
    dw, db = dy * normal, dy
    while tl.atomic_cas(lock_ptr, 0, 1) == 1:
        pass
    if tl.load(count_ptr) == 0:
        tl.atomic_xchg(count_ptr, 1)
    else:
        dw += tl.load(dw_ptrs, mask=mask)
        db += tl.load(db_ptrs, mask=mask)
    tl.store(dw_ptrs, dw, mask=mask)
    tl.store(db_ptrs, db, mask=mask)
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr, 0)


def test_layer_norm_forward_and_backward_with_a_lock_for_each_group_of_rows():
    rows, n, groups, block = 24, 200, 4, 256
    x = torch.randn(rows, n)
    w, b, dy = torch.rand(n), torch.rand(n), torch.randn(rows, n)
    y, dx = torch.empty_like(x), torch.empty_like(x)
    mean, rstd = torch.empty(rows), torch.empty(rows)
    dw, db = torch.zeros(groups, n), torch.zeros(groups, n)
    locks = torch.zeros(2 * groups, dtype=torch.int32)
    with virtual_gpu("h200"):
        layer_norm_forward[(rows,)](x, y, w, b, mean, rstd, n, n, 1e-5, BLOCK=128, num_warps=4)
        layer_norm_backward[(rows,)](
            dx, dy, dw, db, x, w, mean, rstd, locks, n, n, GROUPS=groups, BLOCK=block
        )
    leaves = [t.double().requires_grad_() for t in (x, w, b)]
    expected = torch.nn.functional.layer_norm(leaves[0], (n,), leaves[1], leaves[2], 1e-5)
    expected.backward(dy.double())
    # Sums of 200 fp32 terms near 1: a few units of 6e-8 each.
    found = [y, dx, dw.sum(0), db.sum(0)]
    truth = [expected.detach(), *(leaf.grad for leaf in leaves)]
    for ours, theirs in zip(found, truth, strict=True):
        assert torch.allclose(ours.double(), theirs, atol=2e-5, rtol=1e-5)
    assert locks.tolist() == [0] * groups + [1] * groups


@triton.jit
def grouped_matmul_kernel(
    a_pointers, b_pointers, c_pointers, sizes_ptr, strides_ptr, count,
    PROGRAMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    tile = tl.program_id(0)
    last = 0
    for g in range(count):
        m = tl.load(sizes_ptr + g * 3)
        n = tl.load(sizes_ptr + g * 3 + 1)
        k = tl.load(sizes_ptr + g * 3 + 2)
        across = tl.cdiv(n, BN)
        tiles = tl.cdiv(m, BM) * across
        while tile >= last and tile < last + tiles:
            lda = tl.load(strides_ptr + g * 3)
            ldb = tl.load(strides_ptr + g * 3 + 1)
            ldc = tl.load(strides_ptr + g * 3 + 2)
            a_ptr = tl.load(a_pointers + g).to(tl.pointer_type(tl.float16))
            b_ptr = tl.load(b_pointers + g).to(tl.pointer_type(tl.float16))
            c_ptr = tl.load(c_pointers + g).to(tl.pointer_type(tl.float16))
            rows = (tile - last) // across * BM + tl.arange(0, BM)
            columns = (tile - last) % across * BN + tl.arange(0, BN)
            ks = tl.arange(0, BK)
            a_ptrs = a_ptr + rows[:, None] * lda + ks[None, :]
            b_ptrs = b_ptr + ks[:, None] * ldb + columns[None, :]
            accumulator = tl.zeros((BM, BN), tl.float32)
            for _ in range(tl.cdiv(k, BK)):
                accumulator += tl.dot(tl.load(a_ptrs), tl.load(b_ptrs))
                a_ptrs += BK
                b_ptrs += BK * ldb
            tl.store(c_ptr + ldc * rows[:, None] + columns[None, :], accumulator.to(tl.float16))
            tile += PROGRAMS
        last = last + tiles


def test_grouped_matmul_follows_pointers_that_lie_in_memory():
    shapes = [(64, 64, 32), (64, 128, 64)]
    a = [torch.randn(m, k, dtype=torch.float16) for m, _, k in shapes]
    b = [torch.randn(k, n, dtype=torch.float16) for _, n, k in shapes]
    c = [torch.zeros(m, n, dtype=torch.float16) for m, n, _ in shapes]

    def pointers(tensors):
        return torch.tensor([t.data_ptr() for t in tensors])

    sizes = torch.tensor(shapes, dtype=torch.int32)
    strides = torch.tensor([[k, n, n] for _, n, k in shapes], dtype=torch.int32)
    with virtual_gpu("h200"):
        grouped_matmul_kernel[(3,)](
            pointers(a), pointers(b), pointers(c), sizes, strides, len(shapes),
            PROGRAMS=3, BM=64, BN=64, BK=32,
        )  # fmt: skip
    for ours, left, right in zip(c, a, b, strict=True):
        assert torch.allclose(ours.double(), left.double() @ right.double(), atol=2e-2, rtol=2e-3)


@triton.jit
def attention_kernel(
    q_ptr, k_ptr, v_ptr, out_ptr, scale, n,
    D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
):  # fmt: skip
    start = tl.program_id(0) * BM
    head = tl.program_id(1).to(tl.int64) * n * D
    rows, columns, ds = start + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    q = tl.load(q_ptr + head + rows[:, None] * D + ds[None, :])
    maximum = tl.zeros([BM], tl.float32) - float("inf")
    total = tl.zeros([BM], tl.float32)
    accumulator = tl.zeros([BM, D], tl.float32)
    for j in range(0, start + BM, BN):
        k = tl.load(k_ptr + head + (j + columns)[None, :] * D + ds[:, None])
        scores = tl.dot(q, k) * (scale * 1.44269504)
        scores = tl.where(rows[:, None] >= j + columns[None, :], scores, float("-inf"))
        higher = tl.maximum(maximum, tl.max(scores, 1))
        p = tl.math.exp2(scores - higher[:, None])
        correction = tl.math.exp2(maximum - higher)
        total = total * correction + tl.sum(p, 1)
        v = tl.load(v_ptr + head + (j + columns)[:, None] * D + ds[None, :])
        accumulator = tl.dot(p.to(tl.float16), v, accumulator * correction[:, None])
        maximum = higher
    out = accumulator / total[:, None]
    tl.store(out_ptr + head + rows[:, None] * D + ds[None, :], out.to(tl.float16))


@pytest.mark.parametrize("gpu_name", [exhaustive("a100"), "h200"])
def test_causal_flash_attention(gpu_name: str):
    heads, n, d = 2, 128, 64
    q, k, v = (torch.randn(heads, n, d, dtype=torch.float16) for _ in range(3))
    out = torch.full_like(q, float("nan"))
    with virtual_gpu(gpu_name):
        attention_kernel[(n // 64, heads)](q, k, v, out, d**-0.5, n, D=d, BM=64, BN=32)
    truth = torch.nn.functional.scaled_dot_product_attention(
        q.double(), k.double(), v.double(), is_causal=True
    )
    # p and the result are rounded to fp16 (2^-11 each).
    assert torch.allclose(out.double(), truth, atol=4e-3, rtol=2e-3)
