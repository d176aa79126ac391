"""Functions that TorchInductor makes one kernel of, and kernels of Numba."""

from __future__ import annotations

import numba
import torch
from numba import cuda

from truth.times.case import Run, each, empty, normal, program


def compiled(function, *arguments) -> Run:
    made = torch.compile(function, dynamic=False)
    made(*arguments)
    return lambda: made(*arguments)


@program("activation", "inductor", *each(n=[1 << 18, 1 << 22], dtype=["float32", "bfloat16"]))
def bias_gelu_scale(n: int, dtype: str) -> Run:
    x, b = normal(n // 1024, 1024, dtype=dtype), normal(1024, dtype=dtype, seed=1)
    return compiled(lambda x, b: torch.nn.functional.gelu(x + b) * 0.5, x, b)


@program("norm", "inductor", *each(rows=[1024, 8192], columns=[768, 4096]))
def compiled_layer_norm(rows: int, columns: int) -> Run:
    x, w, b = normal(rows, columns), normal(columns, seed=1), normal(columns, seed=2)
    return compiled(lambda x, w, b: torch.nn.functional.layer_norm(x, (columns,), w, b), x, w, b)


@program("softmax", "inductor", *each(rows=[1024, 4096], columns=[1000, 8192]))
def compiled_softmax(rows: int, columns: int) -> Run:
    return compiled(lambda x: torch.softmax(x * 0.1, -1), normal(rows, columns))


@program("column reduction", "inductor", *each(rows=[256, 2048], columns=[512, 4096]))
def compiled_column_sums(rows: int, columns: int) -> Run:
    return compiled(lambda x: (x * x).sum(0), normal(rows, columns))


@program("transpose", "inductor", *each(rows=[1024, 4096], columns=[1024]))
def compiled_transpose(rows: int, columns: int) -> Run:
    return compiled(lambda x, y: x.t() + y, normal(rows, columns), normal(columns, rows))


@program("gather and scatter", "inductor", *each(tokens=[4096], width=[256, 1024]))
def compiled_embedding(tokens: int, width: int) -> Run:
    at = torch.randint(0, 10000, (tokens,), generator=torch.Generator().manual_seed(1)).cuda()
    return compiled(lambda table, at: table[at] * 2.0, normal(10000, width), at)


@program("row reduction", "inductor", *each(rows=[4096], columns=[512, 3000]))
def compiled_squared_error(rows: int, columns: int) -> Run:
    return compiled(
        lambda x, y: ((x - y) ** 2).mean(1), normal(rows, columns), normal(rows, columns, seed=1)
    )


@cuda.jit
def _numba_axpy(x, y, a):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * x[i]


@program("elementwise", "numba", *each(n=[1 << 18, 1 << 22]))
def numba_axpy(n: int) -> Run:
    x, y = (cuda.as_cuda_array(normal(n, seed=s)) for s in (0, 1))
    return lambda: _numba_axpy[-(-n // 256), 256](x, y, numba.float32(1.01))


@cuda.jit
def _numba_julia(y, steps):
    i, j = cuda.grid(2)
    if i < y.shape[0] and j < y.shape[1]:
        a = numba.float32(i * 3.0 / y.shape[0] - 1.5)
        b = numba.float32(j * 3.0 / y.shape[1] - 1.5)
        n = 0
        while n < steps and a * a + b * b < numba.float32(4.0):
            a, b = (
                a * a - b * b + numba.float32(-0.4),
                numba.float32(2) * a * b + numba.float32(0.6),
            )
            n += 1
        y[i, j] = n


@program("uneven work", "numba", *each(side=[256, 1024], steps=[50, 400]))
def numba_julia(side: int, steps: int) -> Run:
    y = cuda.as_cuda_array(empty(side, side, dtype="int32"))
    return lambda: _numba_julia[(side // 16, side // 16), (16, 16)](y, steps)


@cuda.jit
def _numba_row_means(x, y):
    part = cuda.shared.array(256, numba.float32)
    row, t = cuda.blockIdx.x, cuda.threadIdx.x
    total = numba.float32(0)
    for i in range(t, x.shape[1], 256):
        total += x[row, i]
    part[t] = total
    half = 128
    while half > 0:
        cuda.syncthreads()
        if t < half:
            part[t] += part[t + half]
        half //= 2
    if t == 0:
        y[row] = part[0] / x.shape[1]


@program("row reduction", "numba", *each(rows=[512, 4096], columns=[300, 4096]))
def numba_row_means(rows: int, columns: int) -> Run:
    x, y = cuda.as_cuda_array(normal(rows, columns)), cuda.as_cuda_array(empty(rows))
    return lambda: _numba_row_means[rows, 256](x, y)
