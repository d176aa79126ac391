"""Matrix products: what cuBLAS launches for each.

fp16 and bf16 run `nvjet` kernels, with a fill of a counter before them if there are more than two
tiles for each SM; fp32 runs CUTLASS or XMMA without tensor cores, with them if TF32 is allowed. A
long k and few results are split, and a second kernel adds up the parts. A vector has kernels of its
own. What is added (`addmm`) is copied into the result first, unless it is a bias along the rows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import torch

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.pointwise import is_dense, one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import MEMSET, Work
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.products import Plan, plan

# A warp goes along a row of a matrix times a vector: 1,000 numbers take 4 us, and no more than 30.
_ROW_RATE, _LONGEST_ROW_US = 250.0, 30.0
# `gemv2T` reaches this part of the memory's rate, and so many elements a microsecond: 50,257 x 768
# takes 46 us in fp32 and 35 in fp16.
_GEMV_SHARE, _GEMV_RATE = 0.8, 1.15e6
# Smaller matrices have another kernel: 1,000 x 1,000.
_GEMV_FROM = 4e6
# `nvjet` takes a vector in halves up to so many rows: 16,384 x 1,024 in 13 us, 50,257 not.
_FEW_ROWS = 32768
# Few rows of fp32 that are very long are split: 300 x 20,000 in 10.9 us, and 1.9 to add the parts.
_SHORT_SIDE, _LONG_SIDE, _SPLIT_ROW_SHARE = 1024, 8192, 0.55
# fp32 with up to 16 rows and the other factor transposed, as in a linear layer: a block goes along
# k for up to four rows, or eight. k = 1,024 with n = 1,024 takes 7.4 us for 2 rows, 12.8 for 8; k =
# 512 with n = 3,000 takes 5.9, 8.5, and 12.1 for 16; 16 x 2,048 x 2,048 24.5.
_SMALL_ROWS, _SMALL_FEW, _SMALL_AT_ONCE, _SMALL_COLUMNS = 16, 4, 8, 8
_SMALL_FEW_US, _SMALL_US, _SMALL_BLOCK_US = 5.5e-3, 11.5e-3, 6e-3
# fp32 with a bias and a k that is long for its result: `sgemm_largek` with tiles of 32 x 32 fills
# the GPU by splitting k. 64 x 1,024 with k = 1,024 takes 24.9 us in 4 parts, 256 x 10 with k = 256
# 11.1 in 5.
_LARGE_K_ROWS, _LARGE_K_STEP, _LARGE_K_TILE, _LARGE_K_BLOCKS, _LARGE_K_PART = 64, 64, 32, 256, 48
_LARGE_K_US, _LARGE_K_ELEMENT_US = 8.5, 0.052
# A bias and up to 32 rows: parts of k are added up by atomics, on cleared memory. 32 x 1,024 with
# k = 1,024 takes 5 parts and 16.8 us, 32 x 1,000 with k = 4,096 9 and 35.3: 0.58 for 8 of k.
_ATOMIC_ROWS, _ATOMIC_K, _ATOMIC_PART, _ATOMIC_ELEMENT_US = 32, 1024, 192, 0.58 / 8
# `dot_kernel` leaves a part for each block, at most 16 a SM; adding up 2,112 of them takes 2.6 us.
_DOT_THREADS, _DOT_BLOCKS, _DOT_PART_RATE = 128, 16, 1600.0
# cuBLAS's int8 kernel is one of Turing's, `wmma` with tiles of 128 x 128: 36 us for k = 1024, and
# so 0.92 TOP/s for an SM of the H200, 6 % of its peak. Two tiles are on an SM at once.
_INT8_TILE, _INT8_US = 128, 36.0 / 1024
# fp16 whose rows do not begin at multiples of 16 bytes run kernels of older GPUs, at this part of
# the tensor cores' rate: 16 products of 1000 x 300 and 300 x 100 take 12 us.
_UNALIGNED_SHARE, _UNALIGNED_LATENCY_US = 0.15, 2.5
# Tiles of the kernels, the elements of k that they load at once, and elements that an SM loads in a
# microsecond, by whether they are loaded one at a time: 2 products of 1,001 x 501 with k = 301 take
# 16.6 us, 8 of 333 x 333 with k = 64 6.8, 300 of 50 x 70 with k = 90, two at a time, 10.5.
_UNALIGNED_EDGES, _UNALIGNED_STEP = {True: 64, False: 128}, 32
_LOADS = {True: 7500.0, False: 14500.0}
_ALIGNED_BYTES = 16
_HALVES = {torch.float16: "hsh", torch.bfloat16: "tst"}


@dataclass(frozen=True, slots=True)
class _Product:
    """`batch` products of m x k and k x n, with what they read and write.

    Attributes:
        operands: the two factors.
        dtype: of the factors.
        read, written: distinct bytes.
        adding: bytes that are added to the result.
    """

    m: int
    n: int
    k: int
    batch: int
    operands: tuple[torch.Tensor, torch.Tensor]
    read: float
    written: float
    adding: float = 0.0

    @property
    def dtype(self) -> torch.dtype:
        return self.operands[0].dtype

    @property
    def flops(self) -> float:
        return 2.0 * self.batch * self.m * self.n * self.k

    @property
    def is_aligned(self) -> bool:
        """Return whether rows of the factors and of the result begin at multiples of 16 bytes."""
        size = self.operands[0].element_size()
        lengths = [max(t.stride()[-2:]) for t in self.operands if t.dim() > 1]
        return all(length * size % _ALIGNED_BYTES == 0 for length in (*lengths, self.n))

    @property
    def is_of_few_rows(self) -> bool:
        """Return whether a block for some columns goes along k with all rows."""
        return self.batch == 1 and self.m <= _SMALL_ROWS and self.operands[1].stride(0) == 1

    @property
    def has_bias(self) -> bool:
        return 0 < self.adding < self.written

    @property
    def has_atomics(self) -> bool:
        """Return whether blocks add their parts of k to a result of few rows."""
        return self.has_bias and self.m <= _ATOMIC_ROWS and self.k >= _ATOMIC_K

    @property
    def parts_of_large_k(self) -> int:
        """Return into how many parts cuBLAS splits k although a bias is added; 1: it does not."""
        whole = self.m >= _LARGE_K_ROWS and self.k % _LARGE_K_STEP == 0
        if not (self.has_bias and whole and self.k**2 >= 4 * self.m * self.n):
            return 1
        tiles = math.ceil(self.m / _LARGE_K_TILE) * math.ceil(self.n / _LARGE_K_TILE)
        return max(min(_LARGE_K_BLOCKS // tiles, self.k // _LARGE_K_PART), 1)


@row(
    "aten::mm", "aten::bmm", "aten::addmm", "aten::baddbmm", "aten::_addmm_activation",
    "aten::linear", "aten::mkldnn_linear",
)  # fmt: skip
def product(call: Call) -> Iterable[Work]:
    """Yield the copy of what is added, and the kernels of the product."""
    names = _factors(call)
    first, second = call.tensor(names[0]), call.tensor(names[1])
    if "linear" in call.name:
        first, second = first.reshape(-1, first.shape[-1]), second.t()
    added = next((call[name] for name in ("self", "bias") if call.has(name)), None)
    if names[0] == "self" or not isinstance(added, torch.Tensor):
        added = None
    bias = added is not None and added.dim() == 1
    if added is not None and not bias and not call.name.endswith("_") and call["beta"] != 0:
        yield copied(added, call.results[0])
    read = float(size_of(first) + size_of(second))
    written = float(sum(map(size_of, call.results)))
    adding = 0.0 if added is None else float(added.nbytes) if bias else written
    batch = first.shape[0] if first.dim() == 3 else 1
    m, k = first.shape[-2:]
    yield from multiplied(
        call, _Product(m, second.shape[-1], k, batch, (first, second), read, written, adding)
    )


def _factors(call: Call) -> tuple[str, str]:
    pairs = (("mat1", "mat2"), ("batch1", "batch2"), ("self", "mat2"), ("input", "weight"))
    return next(pair for pair in (*pairs, ("self", "weight")) if all(map(call.has, pair)))


def copied(source: torch.Tensor, target: torch.Tensor) -> Work:
    """Return the copy of one tensor into another: the driver's, or a kernel if layouts differ."""
    if source.shape == target.shape and source.stride() == target.stride() and is_dense(target):
        return Work("Memcpy DtoD (Device -> Device)", float(source.nbytes), float(target.nbytes))
    return one_kernel([source.expand(target.shape)], [target])


def multiplied(call: Call, of: _Product) -> Iterable[Work]:
    """Yield the kernels of a product."""
    if not (of.m and of.n and of.k and of.batch):
        return
    if of.batch == 1 and min(of.m, of.n) == 1 and of.dtype not in _HALVES:
        yield from _vector(of, along_rows=of.n == 1 or of.operands[1].stride(0) == 1)
    elif of.dtype in _HALVES and not of.is_aligned:
        yield from _unaligned(call, of)
    elif call.precision == "fp32" and of.is_of_few_rows:
        yield _few_rows(of)
    elif call.precision == "fp32" and of.parts_of_large_k > 1:
        yield from _large_k(of)
    elif call.precision == "fp32" and of.has_atomics:
        yield from _with_atomics(call, of)
    else:
        yield from _tiled(call, of)


def _tiled(call: Call, of: _Product) -> Iterable[Work]:
    precision = call.precision or "fp32"
    sizes = (of.m, of.n, of.k, of.batch)
    chosen = plan(call.spec, precision, *sizes, of.has_bias, call.in_l2)
    if precision not in ("fp32", "fp64") and chosen.takes_turns(call.spec):
        yield MEMSET
    partial = chosen.parts * of.batch * of.m * of.n * 4.0
    written = of.written if chosen.parts == 1 else partial
    yield Work(
        kernel_name(of.dtype, precision, chosen),
        *(of.read + of.adding, written, of.flops, precision, (of.m, of.n, of.k), of.batch),
        # A tile's part of what is added is read at its end: 64 products of 512 x 512 x 64 in fp16
        # take 12 us, and 22 if 33.5 MB are added.
        least_us=chosen.us + of.adding / (call.spec.dram_gb_per_s * 1e3),
    )
    if chosen.parts > 1:
        yield _added_up(of, chosen.parts)


def _added_up(of: _Product, parts: int) -> Work:
    """Return the kernel that adds up what the blocks with a part of k each have left."""
    partial = parts * of.batch * of.m * of.n * 4.0
    return Work("splitKreduce_kernel", partial, of.written, least_us=0.035 * parts)


def _few_rows(of: _Product) -> Work:
    blocks = math.ceil(of.n / _SMALL_COLUMNS) * math.ceil(of.m / _SMALL_AT_ONCE)
    row_us = _SMALL_FEW_US if of.m <= _SMALL_FEW else _SMALL_US
    return Work(
        "gemmSN_TN_kernel",
        *(of.read + of.adding, of.written, of.flops),
        least_us=of.k * row_us + blocks * _SMALL_BLOCK_US,
        grid=(math.ceil(of.n / _SMALL_COLUMNS), math.ceil(of.m / _SMALL_AT_ONCE), 1),
        block=(128, 1, 1),
    )


def _with_atomics(call: Call, of: _Product) -> Iterable[Work]:
    tiles = math.ceil(of.n / _ATOMIC_ROWS)
    parts = max(min(of.k // _ATOMIC_PART, 2 * call.spec.sms // tiles), 1)
    yield MEMSET
    yield Work(
        kernel_name(of.dtype, "fp32", Plan((_ATOMIC_ROWS, _ATOMIC_ROWS), tiles, 1, 0.0, 0.0)),
        *(of.read + of.adding, of.written, of.flops),
        least_us=of.k / parts * _ATOMIC_ELEMENT_US,
        grid=(1, tiles, parts),
        block=(64, 1, 1),
    )


def _large_k(of: _Product) -> Iterable[Work]:
    yield MEMSET
    yield Work("scal_kernel", written=of.written)
    yield Work(
        "sgemm_largek_lds64",
        *(of.read, of.written, of.flops),
        least_us=_LARGE_K_US + of.k / of.parts_of_large_k * _LARGE_K_ELEMENT_US,
    )
    yield Work("globalKernel", of.written + of.adding, of.written)


def kernel_name(dtype: torch.dtype, precision: str, chosen: Plan) -> str:
    """Return the name of the kernel with a plan's tiles."""
    tile = "x".join(map(str, chosen.tile))
    if dtype in _HALVES:
        split = ("splitK",) if chosen.parts > 1 else ()
        return "_".join(("nvjet", "sm90", _HALVES[dtype], tile, *split))
    if precision == "tf32":
        return f"sm90_xmma_gemm_f32f32_tf32f32_f32_tilesize{tile}x32"
    if precision == "fp64":
        return f"sm90_xmma_gemm_f64f64_f64f64_f64_tilesize{tile}x32"
    return f"sm80_xmma_gemm_f32f32_f32f32_f32_tilesize{tile}x8"


def _unaligned(call: Call, of: _Product) -> Iterable[Work]:
    precision = "fp16" if of.dtype == torch.float16 else "bf16"
    spec = call.spec
    chosen = plan(spec, precision, of.m, of.n, of.k, of.batch)
    odd = bool(of.n % 2 or of.k % 2)
    # bf16 has no kernel for single elements but one with tiles of 64 x 64, which splits k.
    split = odd and of.dtype == torch.bfloat16 and chosen.tiles < spec.sms and of.batch == 1
    family = "cutlass_75_wmma_tensorop" if odd else "cutlass_80_tensorop"
    name = "_".join((family, "f16" if precision == "fp16" else "bf16", "gemm"))
    us = of.flops / (spec.peak_tflops[precision] * 1e6 * _UNALIGNED_SHARE)
    if of.batch > 1 or not odd:
        us = max(us, _loads_us(spec, of, odd=odd))
    yield Work(
        name,
        *(of.read, of.written, of.flops, precision, (of.m, of.n, of.k), of.batch),
        least_us=us + _UNALIGNED_LATENCY_US,
    )
    if split:
        yield _added_up(of, 2)


def _loads_us(spec: GPUSpec, of: _Product, *, odd: bool) -> float:
    """Return the time in which the busiest SM loads its tiles' factors, one or two at a time."""
    edge = _UNALIGNED_EDGES[odd]
    if of.batch * math.ceil(of.m / edge) * math.ceil(of.n / edge) < spec.sms / 2:
        edge = _UNALIGNED_EDGES[True]
    width = min(edge, 64) if of.n <= 64 else edge
    tiles = of.batch * math.ceil(of.m / edge) * math.ceil(of.n / width)
    steps = math.ceil(of.k / _UNALIGNED_STEP)
    return math.ceil(tiles / spec.sms) * steps * (edge + width) * _UNALIGNED_STEP / _LOADS[odd]


def _vector(of: _Product, along_rows: bool) -> Iterable[Work]:
    """Yield the kernel for a matrix times a vector: along its rows, or along its columns."""
    rows = max(of.m, of.n)
    if along_rows and rows <= _SHORT_SIDE and of.k >= _LONG_SIDE:
        yield Work("gemv", of.read, of.written, share=_SPLIT_ROW_SHARE)
        yield Work("splitKreduce_kernel", least_us=0.8)
        return
    least = min(of.k / _ROW_RATE, _LONGEST_ROW_US)
    if along_rows and rows * of.k >= _GEMV_FROM:
        yield Work(
            "gemv2T_kernel_val",
            *(of.read, of.written),
            share=_GEMV_SHARE,
            least_us=max(least, rows * of.k / _GEMV_RATE),
            grid=(math.ceil(rows / 8), 1, 1),
            block=(128, 1, 1),
        )
        return
    yield Work("gemvx::kernel", of.read, of.written, least_us=least)


@row("aten::mv", "aten::addmv")
def matrix_vector(call: Call) -> Iterable[Work]:
    """Yield the product of a matrix and a vector."""
    name = "mat" if call.has("mat") else "self"
    matrix, vector = call.tensor(name), call.tensor("vec")
    if name == "mat" and not call.name.endswith("_") and call["beta"] != 0:
        yield copied(call.tensor("self"), call.results[0])
    m, k = matrix.shape
    written = float(m * matrix.element_size())
    read = float(matrix.nbytes + vector.nbytes)
    of = _Product(m, 1, k, 1, (matrix, vector), read, written)
    if not (m and k):
        return
    if matrix.dtype in _HALVES and m <= _FEW_ROWS:
        yield from _tiled(call, of)
    else:
        yield from _vector(of, along_rows=matrix.stride(-1) == 1)


@row("aten::dot", "aten::vdot")
def dot(call: Call) -> Iterable[Work]:
    """Yield the kernel whose blocks leave a part each, and the one that adds them up."""
    count = call.first.numel()
    blocks = max(min(math.ceil(count / _DOT_THREADS), _DOT_BLOCKS * call.spec.sms), 1)
    size = call.first.element_size()
    yield Work(
        "dot_kernel",
        *(call.bytes_read, float(blocks * size)),
        grid=(blocks, 1, 1),
        block=(_DOT_THREADS, 1, 1),
    )
    yield Work(
        "reduce_1Block_kernel",
        *(float(blocks * size), float(size)),
        least_us=blocks / _DOT_PART_RATE,
        grid=(1, 1, 1),
        block=(_DOT_THREADS, 1, 1),
    )


@row("aten::_int_mm")
def whole_numbers(call: Call) -> Work:
    """Return the kernel for int8."""
    first, second = call.tensor("self"), call.tensor("mat2")
    (m, k), n = first.shape, second.shape[1]
    tiles = math.ceil(m / _INT8_TILE) * math.ceil(n / _INT8_TILE)
    return Work(
        "cutlass_80_wmma_tensorop_i161616gemm_s8_forwardCompat_128x128_32x2",
        *(call.bytes_read, call.bytes_written),
        flops=2.0 * m * n * k,
        precision="fp8",  # the same peak
        shape=(m, n, k),
        least_us=math.ceil(tiles / call.spec.sms) * k * _INT8_US,
        grid=(tiles, 1, 1),
        block=(256, 1, 1),
    )


@row("aten::_scaled_mm")
def scaled(call: Call) -> Iterable[Work]:
    """Yield the kernel for 8-bit floats; its time was not measured."""
    first, second = call.tensor("self"), call.tensor("mat2")
    (m, k), n = first.shape, second.shape[1]
    chosen = plan(call.spec, call.precision, m, n, k)
    if chosen.takes_turns(call.spec):
        yield MEMSET
    yield Work(
        "nvjet_sm90_qqtst",
        *(call.bytes_read, call.bytes_written, 2.0 * m * n * k, call.precision, (m, n, k)),
    )
