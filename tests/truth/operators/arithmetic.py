"""Products, reductions, one result for each element, pictures, algebra, transforms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F

from truth.operators.case import FLOATS, Inputs, Run, backward, calls, forward_and_backward

# Products.

SQUARES = ((128, 128, 128), (1024, 1024, 1024), (2048, 2048, 2048), (4096, 4096, 4096))
ODD = ((1000, 1000, 1000), (64, 64, 65536), (8, 4096, 4096), (8192, 128, 8192), (333, 77, 129))


@calls("product", *SQUARES, *ODD, dtypes=FLOATS)
@calls("product", *SQUARES, *ODD[:2], settings=("tf32",))
@calls("product", (1024, 1024, 1024), dtypes=("fp64",))
def matmul(new: Inputs, m: int, n: int, k: int) -> Run:
    a, b = new.normal(m, k), new.normal(k, n)
    return lambda: a @ b


@calls("product", (1024, 1024, 1024), dtypes=("fp32", "fp16"))
def matmul_transposed(new: Inputs, m: int, n: int, k: int) -> Run:
    a, b = new.normal(k, m), new.normal(n, k)
    return lambda: a.t() @ b.t()


@calls("product", (4096, 4096), (50257, 768), (1000, 1000), dtypes=("fp32", "fp16"))
def matrix_vector(new: Inputs, m: int, k: int) -> Run:
    a, x = new.normal(m, k), new.normal(k)
    return lambda: a @ x


@calls("product", (4096, 4096), dtypes=("fp32", "fp16"))
def vector_matrix(new: Inputs, k: int, n: int) -> Run:
    x, b = new.normal(1, k), new.normal(k, n)
    return lambda: x @ b


@calls("product", (1000000,), (1000,))
def dot(new: Inputs, count: int) -> Run:
    x, y = new.normal(count), new.normal(count)
    return lambda: torch.dot(x, y)


@calls("product", (1000, 2000))
def outer(new: Inputs, m: int, n: int) -> Run:
    x, y = new.normal(m), new.normal(n)
    return lambda: torch.outer(x, y)


@calls("product", (4096, 1024, 4096), (32, 4096, 1000), (1, 4096, 4096), dtypes=FLOATS)
def linear(new: Inputs, rows: int, k: int, n: int) -> Run:
    x, w, b = new.normal(rows, k), new.normal(n, k), new.normal(n)
    return lambda: F.linear(x, w, b)


@calls("product", (4096, 1024, 4096), dtypes=("fp32", "bf16"))
def linear_backward(new: Inputs, rows: int, k: int, n: int) -> Run:
    x, w, b = (new.normal(*s, grad=True) for s in ((rows, k), (n, k), (n,)))
    return backward(lambda: F.linear(x, w, b), [x, w, b])


@calls("product", (1024, 1024, 1024), dtypes=("fp32", "fp16"))
def addmm(new: Inputs, m: int, n: int, k: int) -> Run:
    c, a, b = new.normal(m, n), new.normal(m, k), new.normal(k, n)
    return lambda: torch.addmm(c, a, b, beta=0.5)


@calls("product", (64, 512, 512, 64), (16, 1000, 100, 300), (512, 32, 32, 32), dtypes=FLOATS)
def bmm(new: Inputs, batch: int, m: int, n: int, k: int) -> Run:
    a, b = new.normal(batch, m, k), new.normal(batch, k, n)
    return lambda: torch.bmm(a, b)


@calls("product", (64, 512, 512, 64), dtypes=("fp32", "fp16"))
def baddbmm(new: Inputs, batch: int, m: int, n: int, k: int) -> Run:
    c, a, b = new.normal(batch, m, n), new.normal(batch, m, k), new.normal(batch, k, n)
    return lambda: torch.baddbmm(c, a, b)


@calls("product", (8, 512, 12, 64), dtypes=("fp32", "fp16"))
def einsum_heads(new: Inputs, b: int, s: int, h: int, d: int) -> Run:
    q, k = new.normal(b, s, h, d), new.normal(b, s, h, d)
    return lambda: torch.einsum("bqhd,bkhd->bhqk", q, k)


@calls("product", (512, 512, 512))
def einsum_matrices(new: Inputs, m: int, n: int, k: int) -> Run:
    a, b = new.normal(m, k), new.normal(k, n)
    return lambda: torch.einsum("ik,kj->ij", a, b)


@calls("product", (1024, 1024, 1024), (4096, 4096, 4096), dtypes=("int8",))
def int8_matmul(new: Inputs, m: int, n: int, k: int) -> Run:
    a, b = new.normal(m, k), new.normal(k, n)
    return lambda: torch._int_mm(a, b)


# Reductions.

REDUCE: dict[str, Callable[..., Any]] = {
    "sum": torch.sum,
    "mean": torch.mean,
    "amax": torch.amax,
    "argmax": torch.argmax,
    "logsumexp": torch.logsumexp,
    "var": torch.var,
    "norm": torch.linalg.vector_norm,
}


def _reduction(name: str) -> None:
    function = REDUCE[name]

    def along(new: Inputs, rows: int, width: int, dim: int) -> Run:
        x = new.normal(rows, width)
        return lambda: function(x, dim=dim)

    def whole(new: Inputs, *shape: int) -> Run:
        x = new.normal(*shape)
        return lambda: function(x)

    calls("reduce", (4096, 4096, 1), (4096, 4096, 0), (1000, 37, 1), name=name)(along)
    if name != "logsumexp":
        calls("reduce", (4096, 4096), (1000003,), name=f"{name}_whole")(whole)


for _name in REDUCE:
    _reduction(_name)


@calls("reduce", (4096, 4096), (64, 1000003), dtypes=("fp16", "bf16"))
def sum_half(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.sum(-1)


@calls("reduce", (64, 128, 56, 56))
def sum_middle(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.sum((0, 2, 3))


@calls("reduce", (4096, 4096))
def max_with_index(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: x.max(-1)


@calls("reduce", (4096, 4096))
def any_whole(new: Inputs, *shape: int) -> Run:
    m = new.mask(*shape)
    return m.any


@calls("reduce", (4096, 4096), (1000,))
def allclose(new: Inputs, *shape: int) -> Run:
    x, y = new.normal(*shape), new.normal(*shape)
    return lambda: torch.allclose(x, y)


@calls("reduce", (4096, 4096))
def sum_backward(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape, grad=True)
    return forward_and_backward(x.sum, [x])


# One result for each element.

POINTWISE: dict[str, Callable[[torch.Tensor, torch.Tensor], Any]] = {
    "gelu": lambda x, y: F.gelu(x),
    "gelu_tanh": lambda x, y: F.gelu(x, approximate="tanh"),
    "silu": lambda x, y: F.silu(x),
    "relu": lambda x, y: F.relu(x),
    "tanh": lambda x, y: torch.tanh(x),
    "sigmoid": lambda x, y: torch.sigmoid(x),
    "exp": lambda x, y: torch.exp(x),
    "pow_3": lambda x, y: x**3,
    "pow_half": lambda x, y: torch.pow(y, x),
    "add": lambda x, y: x + y,
    "add_alpha": lambda x, y: torch.add(x, y, alpha=2),
    "add_scalar": lambda x, y: x + 1,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "addcmul": lambda x, y: torch.addcmul(x, x, y),
    "lerp": lambda x, y: torch.lerp(x, y, 0.3),
    "clamp": lambda x, y: x.clamp(-1, 1),
    "add_in_place": lambda x, y: x.add_(y),
    "add_row": lambda x, y: x + y[0],
    "add_column": lambda x, y: x + y[:, :1],
    "add_transposed": lambda x, y: x + y.t(),
    "strided": lambda x, y: x[:, ::2] * 2,
    "compare": lambda x, y: x > y,
    "naive_gelu": lambda x, y: 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x))),
}


def _pointwise(name: str) -> None:
    function = POINTWISE[name]

    def build(new: Inputs, *shape: int) -> Run:
        x, y = new.normal(*shape), new.normal(*shape)
        return lambda: function(x, y)

    calls("pointwise", (4096, 4096), name=name)(build)
    if name in ("gelu", "add", "exp", "silu"):
        calls("pointwise", (1000, 1000), (64, 64), (1, 1), (16384, 8192), name=name)(build)
        calls("pointwise", (4096, 4096), (333, 77), dtypes=("fp16", "bf16"), name=name)(build)
    if name in ("add", "mul", "compare"):
        calls("pointwise", (4096, 4096), dtypes=("int64", "int32", "int8"), name=name)(build)


for _name in POINTWISE:
    _pointwise(_name)


@calls("pointwise", (4096, 4096), dtypes=("fp32", "fp16"))
def gelu_backward(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape, grad=True)
    return backward(lambda: F.gelu(x), [x])


# Pictures, distances, algebra, transforms.


@calls("pool", (32, 64, 112), dtypes=("fp32", "fp16"))
def max_pool2d(new: Inputs, n: int, c: int, side: int) -> Run:
    x = new.normal(n, c, side, side)
    return lambda: F.max_pool2d(x, 3, 2, 1)


@calls("pool", (32, 64, 56))
def max_pool2d_backward(new: Inputs, n: int, c: int, side: int) -> Run:
    x = new.normal(n, c, side, side, grad=True)
    return backward(lambda: F.max_pool2d(x, 3, 2, 1), [x])


@calls("pool", (32, 64, 112))
def avg_pool2d(new: Inputs, n: int, c: int, side: int) -> Run:
    x = new.normal(n, c, side, side)
    return lambda: F.avg_pool2d(x, 2)


@calls("pool", (32, 512, 7))
def adaptive_avg_pool2d(new: Inputs, n: int, c: int, side: int) -> Run:
    x = new.normal(n, c, side, side)
    return lambda: F.adaptive_avg_pool2d(x, 1)


@calls("pool", (16, 64, 56))
def interpolate_bilinear(new: Inputs, n: int, c: int, side: int) -> Run:
    x = new.normal(n, c, side, side)
    return lambda: F.interpolate(x, scale_factor=2, mode="bilinear")


@calls("pool", (16, 64, 56))
def interpolate_nearest(new: Inputs, n: int, c: int, side: int) -> Run:
    x = new.normal(n, c, side, side)
    return lambda: F.interpolate(x, scale_factor=2)


@calls("algebra", (1000, 1000, 64), (128, 128, 3), (2048, 2048, 2048))
def cdist(new: Inputs, m: int, n: int, d: int) -> Run:
    a, b = new.normal(m, d), new.normal(n, d)
    return lambda: torch.cdist(a, b)


@calls("algebra", (4096, 4096))
def triu(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return x.triu


@calls("algebra", (256,), (1024,))
def cholesky(new: Inputs, n: int) -> Run:
    x = new.normal(n, n)
    positive = x @ x.t() + n * torch.eye(n, device=new.device)
    return lambda: torch.linalg.cholesky(positive)


@calls("algebra", (256, 8), (1024, 8))
def solve(new: Inputs, n: int, columns: int) -> Run:
    a = new.normal(n, n) + n * torch.eye(n, device=new.device)
    b = new.normal(n, columns)
    return lambda: torch.linalg.solve(a, b)


@calls("algebra", (256,))
def inverse(new: Inputs, n: int) -> Run:
    a = new.normal(n, n) + n * torch.eye(n, device=new.device)
    return lambda: torch.linalg.inv(a)


@calls("algebra", (128, 64))
def qr(new: Inputs, m: int, n: int) -> Run:
    a = new.normal(m, n)
    return lambda: torch.linalg.qr(a)


@calls("fft", (1024, 1024), (1, 1048576), (1000, 1000), dtypes=("complex64",))
def fft(new: Inputs, rows: int, width: int) -> Run:
    x = new.normal(rows, width)
    return lambda: torch.fft.fft(x)


@calls("fft", (1024, 1024))
def rfft2(new: Inputs, *shape: int) -> Run:
    x = new.normal(*shape)
    return lambda: torch.fft.rfft2(x)
