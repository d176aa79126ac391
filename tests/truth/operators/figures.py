"""Print timing figures as scripts make them: 36 functions, each timed in five ways.

    python figures.py [OUT.jsonl]         (also under `kernelscope run`)

A JSON line a figure: name, method, milliseconds; or the error. A file named on the command line
gets the same lines.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
import triton
import triton.language as tl
from torch import nn

Run = Callable[[], Any]
SECONDS = float(os.environ.get("FIGURES_SECONDS", "115"))  # nothing is begun after this
SECONDS_PER_FIGURE = max(15, int(SECONDS / 20))
DEVICE = "cuda"


# The ways to time.


def benchmark(run: Run) -> float:
    """Return the mean of three trials with a synchronize in each, as lectures do."""
    run()
    torch.cuda.synchronize()
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        run()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - begin) * 1000)
    return sum(times) / len(times)


def time_loop(run: Run) -> float:
    """Return the mean of 20 calls with one synchronize at the end."""
    for _ in range(3):
        run()
    torch.cuda.synchronize()
    begin = time.time()
    for _ in range(20):
        run()
    torch.cuda.synchronize()
    return (time.time() - begin) / 20 * 1000


def events(run: Run) -> float:
    """Return the mean of 10 calls between two CUDA events."""
    begin = torch.cuda.Event(enable_timing=True)
    end = torch.cuda.Event(enable_timing=True)
    for _ in range(3):
        run()
    begin.record()
    for _ in range(10):
        run()
    end.record()
    torch.cuda.synchronize()
    return begin.elapsed_time(end) / 10


def do_bench(run: Run) -> float:
    return float(triton.testing.do_bench(run, warmup=10, rep=40))


def timer(run: Run) -> float:
    from torch.utils import benchmark as torch_benchmark

    return torch_benchmark.Timer("run()", globals={"run": run}).timeit(20).mean * 1000


METHODS = (benchmark, time_loop, events, do_bench, timer)


# Triton's kernels.


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)


def triton_add(x, y):
    out = torch.empty_like(x)
    n = x.numel()
    add_kernel[(triton.cdiv(n, 1024),)](x, y, out, n, BLOCK=1024)
    return out


@triton.jit
def gelu_kernel(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    v = tl.load(x + at, mask=inside)
    a = 0.79788456 * (v + 0.044715 * v * v * v)
    e = tl.exp(2 * a)
    tl.store(out + at, 0.5 * v * (1 + (e - 1) / (e + 1)), mask=inside)


def triton_gelu(x):
    out = torch.empty_like(x)
    n = x.numel()
    gelu_kernel[(triton.cdiv(n, 1024),)](x, out, n, BLOCK=1024)
    return out


@triton.jit
def softmax_kernel(x, out, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    v = tl.load(x + row * width + at, mask=at < width, other=-float("inf"))
    e = tl.exp(v - tl.max(v, axis=0))
    tl.store(out + row * width + at, e / tl.sum(e, axis=0), mask=at < width)


def triton_softmax(x):
    out = torch.empty_like(x)
    rows, width = x.shape
    softmax_kernel[(rows,)](x, out, width, BLOCK=triton.next_power_of_2(width))
    return out


@triton.jit
def norm_kernel(x, w, b, out, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    inside = at < width
    v = tl.load(x + row * width + at, mask=inside, other=0.0)
    centred = tl.where(inside, v - tl.sum(v, axis=0) / width, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centred * centred, axis=0) / width + 1e-5)
    result = centred * scale * tl.load(w + at, mask=inside) + tl.load(b + at, mask=inside)
    tl.store(out + row * width + at, result, mask=inside)


def triton_layer_norm(x, w, b):
    out = torch.empty_like(x)
    rows, width = x.shape
    norm_kernel[(rows,)](x, w, b, out, width, BLOCK=triton.next_power_of_2(width))
    return out


@triton.jit
def matmul_kernel(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    rows = tl.program_id(0) * M + tl.arange(0, M)
    columns = tl.program_id(1) * N + tl.arange(0, N)
    inner = tl.arange(0, K)
    total = tl.zeros((M, N), dtype=tl.float32)
    for start in range(0, k, K):
        left = tl.load(a + rows[:, None] * k + (start + inner)[None, :])
        right = tl.load(b + (start + inner)[:, None] * n + columns[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + rows[:, None] * n + columns[None, :], total.to(tl.float16))


def triton_matmul(a, b):
    (m, k), n = a.shape, b.shape[1]
    c = torch.empty((m, n), device=a.device, dtype=a.dtype)
    matmul_kernel[(m // 128, n // 128)](a, b, c, m, n, k, M=128, N=128, K=64, num_warps=8)
    return c


# The functions that are timed: each makes its inputs and returns a call.


def naive(x):
    return 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x)))


def made(*shape, dtype=torch.float32, grad=False):
    return torch.randn(shape, device=DEVICE, dtype=dtype).requires_grad_(grad)


def on(function, *shapes, dtype=torch.float32) -> Callable[[], Run]:
    """Return what makes tensors of the shapes and a call of the function on them."""

    def make() -> Run:
        inputs = [made(*shape, dtype=dtype) for shape in shapes]
        return lambda: function(*inputs)

    return make


def mlp(width=1024, layers=4):
    parts = []
    for _ in range(layers):
        parts += [nn.Linear(width, width), nn.GELU()]
    return nn.Sequential(*parts).to(DEVICE)


def model_forward() -> Run:
    model, x = mlp(), made(256, 1024)
    return lambda: model(x)


def model_backward() -> Run:
    model, x = mlp(), made(256, 1024)
    return lambda: model(x).mean().backward()


def model_step(kind=torch.optim.AdamW) -> Run:
    model, x = mlp(), made(256, 1024)
    optimizer = kind(model.parameters(), lr=1e-4)

    def step():
        optimizer.zero_grad(set_to_none=True)
        model(x).mean().backward()
        optimizer.step()

    return step


def training_loop() -> Run:
    """Return an epoch of eight batches that lie on the GPU already."""
    model = mlp(512, 2)
    data, labels = made(1024, 512), torch.randint(0, 512, (1024,), device=DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)

    def epoch():
        for x, y in zip(data.split(128), labels.split(128), strict=True):
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()

    return epoch


def optimizer_only(kind, **how) -> Callable[[], Run]:
    def make() -> Run:
        parameters = list(mlp().parameters())
        for parameter in parameters:
            parameter.grad = torch.ones_like(parameter)
        return kind(parameters, lr=1e-4, **how).step

    return make


def layer_norm_backward() -> Run:
    x, w, b = made(4096, 1024, grad=True), made(1024, grad=True), made(1024, grad=True)
    y = F.layer_norm(x, (1024,), w, b)
    grad = torch.ones_like(y)
    return lambda: torch.autograd.grad(y, (x, w, b), grad, retain_graph=True)


def batch_norm() -> Run:
    module, x = nn.BatchNorm2d(64).to(DEVICE), made(32, 64, 56, 56)
    return lambda: module(x)


def embedding() -> Run:
    table, ids = made(50257, 768), torch.randint(0, 50257, (4096,), device=DEVICE)
    return lambda: F.embedding(ids, table)


def compiled_gelu() -> Run:
    function, x = torch.compile(naive), made(4096, 4096)
    return lambda: function(x)


def compiled_mlp() -> Run:
    model, x = torch.compile(mlp()), made(256, 1024)
    return lambda: model(x)


GELU_CU = r"""
#include <torch/extension.h>
__global__ void gelu(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float v = x[i];
    y[i] = 0.5f * v * (1.0f + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
  }
}
torch::Tensor cuda_gelu(torch::Tensor x) {
  auto y = torch::empty_like(x);
  int n = x.numel();
  gelu<<<(n + 255) / 256, 256>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
  return y;
}
"""


def inline_gelu() -> Run:
    from torch.utils.cpp_extension import load_inline

    module = load_inline(
        name="figures_gelu",
        cpp_sources="torch::Tensor cuda_gelu(torch::Tensor x);",
        cuda_sources=GELU_CU,
        functions=["cuda_gelu"],
    )
    x = made(4096, 4096)
    return lambda: module.cuda_gelu(x)


def nvrtc_gelu() -> Run:
    """Return a call of the kernel compiled by PyTorch's own NVRTC."""
    body = GELU_CU[GELU_CU.index("__global__") : GELU_CU.index("torch::Tensor cuda_gelu")]
    kernel = torch.cuda._compile_kernel('extern "C" ' + body, "gelu")
    x = made(4096, 4096)

    def run():
        y = torch.empty_like(x)
        kernel(grid=(x.numel() // 256, 1, 1), block=(256, 1, 1), args=[x, y, x.numel()])
        return y

    return run


def cupy_gelu() -> Run:
    import cupy

    body = GELU_CU[GELU_CU.index("__global__") : GELU_CU.index("torch::Tensor cuda_gelu")]
    kernel = cupy.RawKernel('extern "C" ' + body, "gelu")
    x, n = cupy.random.randn(4096, 4096, dtype=cupy.float32), 4096 * 4096
    y = cupy.empty_like(x)
    return lambda: kernel((n // 256,), (256,), (x, y, cupy.int32(n)))


SIDE = (4096, 4096)
HALF = torch.float16
ATTENTION = ((4, 16, 1024, 64),) * 3
FUNCTIONS: dict[str, Callable[[], Run]] = {
    "add": on(torch.add, SIDE, SIDE),
    "add_small": on(torch.add, (64, 64), (64, 64)),
    "chain": on(lambda x, y: ((x + y) * 2 - y).relu() / 3, SIDE, SIDE),
    "naive_gelu": on(naive, SIDE),
    "gelu": on(F.gelu, SIDE),
    "softmax": on(lambda x: x.softmax(-1), (4096, 1024)),
    "naive_softmax": on(
        lambda x: (x - x.amax(-1, True)).exp() / (x - x.amax(-1, True)).exp().sum(-1, True),
        (4096, 1024),
    ),
    "sum": on(torch.sum, SIDE),
    "matmul_2048": on(torch.matmul, (2048, 2048), (2048, 2048)),
    "matmul_128": on(torch.matmul, (128, 128), (128, 128)),
    "matmul_half_4096": on(torch.matmul, SIDE, SIDE, dtype=HALF),
    "matrix_vector": on(torch.matmul, SIDE, (4096,)),
    "einsum": on(
        lambda q, k: torch.einsum("bqhd,bkhd->bhqk", q, k), (8, 512, 12, 64), (8, 512, 12, 64)
    ),
    "attention": on(F.scaled_dot_product_attention, *ATTENTION, dtype=HALF),
    "attention_causal": on(
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True),
        *ATTENTION,
        dtype=HALF,
    ),
    "attention_fp32": on(F.scaled_dot_product_attention, *ATTENTION),
    "conv": on(lambda x, w: F.conv2d(x, w, padding=1), (32, 64, 56, 56), (64, 64, 3, 3)),
    "sort": on(torch.sort, (1000000,)),
    "topk": on(lambda x: x.topk(50), (64, 50257)),
    "cumsum": on(lambda x: x.cumsum(-1), (4096, 1024)),
    "transpose": on(lambda x: x.t().contiguous(), SIDE),
    "batch_norm": batch_norm,
    "randn": lambda: lambda: torch.randn(4096, 4096, device=DEVICE),
    "embedding": embedding,
    "cdist": on(torch.cdist, (1000, 64), (1000, 64)),
    "layer_norm_backward": layer_norm_backward,
    "mlp_forward": model_forward,
    "mlp_backward": model_backward,
    "mlp_step": model_step,
    "adamw": optimizer_only(torch.optim.AdamW),
    "adamw_fused": optimizer_only(torch.optim.AdamW, fused=True),
    "sgd": optimizer_only(torch.optim.SGD),
    "training_loop": training_loop,
    "triton_add": on(triton_add, SIDE, SIDE),
    "triton_add_small": on(triton_add, (64, 64), (64, 64)),
    "triton_gelu": on(triton_gelu, SIDE),
    "triton_softmax": on(triton_softmax, (4096, 1024)),
    "triton_layer_norm": on(triton_layer_norm, (4096, 1024), (1024,), (1024,)),
    "triton_matmul": on(triton_matmul, (2048, 2048), (2048, 2048), dtype=HALF),
    "nvrtc_gelu": nvrtc_gelu,
    "cupy_gelu": cupy_gelu,
    "compiled_gelu": compiled_gelu,
    "compiled_mlp": compiled_mlp,
    "inline_gelu": inline_gelu,
}


@contextlib.contextmanager
def seconds_at_most(seconds: int) -> Iterator[None]:
    """Raise TimeoutError if the block takes longer."""

    def stop(*_: Any) -> None:
        raise TimeoutError(f"more than {seconds} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def figures(name: str, make: Callable[[], Run], seconds: int) -> Iterator[dict[str, Any]]:
    """Yield the figures of one function; an error is one."""
    try:
        with seconds_at_most(seconds):
            run = make()
            run()
            torch.cuda.synchronize()
    except Exception as error:  # noqa: BLE001
        yield {"name": name, "error": f"{type(error).__name__}: {error}"[:300]}
        return
    for method in METHODS:
        row: dict[str, Any] = {"name": name, "method": method.__name__}
        try:
            with seconds_at_most(SECONDS_PER_FIGURE):
                row["ms"] = round(method(run), 6)
        except Exception as error:  # noqa: BLE001
            row["error"] = f"{type(error).__name__}: {error}"[:300]
        yield row


def main(path: Path | None, chosen: list[str], functions: dict[str, Callable[[], Run]]) -> None:
    warnings.simplefilter("ignore")
    begin = time.monotonic()
    for name in chosen or functions:
        left = SECONDS - (time.monotonic() - begin)
        if left < 2:
            rows: Any = [{"name": name, "error": "skipped: the time was up"}]
        else:
            rows = figures(name, functions[name], int(min(left, 60)))
        for row in rows:
            line = json.dumps(row)
            print(line, flush=True)
            if path is not None:
                with path.open("a", encoding="utf-8") as file:
                    file.write(line + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None, sys.argv[2:], FUNCTIONS)
