"""Matrix products: the kernels that cuBLAS launches for each.

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
from kernelscope.devices.library.work import MEMSET, Work, along
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.constants import Constants
from kernelscope.hardware.products import Plan, plan

_C = Constants("library/product")


_HALVES = {torch.float16: "hsh", torch.bfloat16: "tst"}


@dataclass(frozen=True, slots=True)
class _Product:
    """`batch` products of m x k and k x n, with what they read and write.

    `operands`: the two factors. `dtype`: of the factors. `read`, `written`: distinct bytes.
    `adding`: bytes that are added to the result.
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
        return all(length * size % _C.aligned_bytes == 0 for length in (*lengths, self.n))

    @property
    def is_of_few_rows(self) -> bool:
        """Return whether a block for some columns goes along k with all rows."""
        return self.batch == 1 and self.m <= _C.small_rows and self.operands[1].stride(0) == 1

    @property
    def has_bias(self) -> bool:
        return 0 < self.adding < self.written

    @property
    def has_atomics(self) -> bool:
        """Return whether blocks add their parts of k to a result of few rows."""
        return self.has_bias and self.m <= _C.atomic_rows and self.k >= _C.atomic_k

    @property
    def parts_of_large_k(self) -> int:
        """Return into how many parts cuBLAS splits k although a bias is added; 1: it does not."""
        whole = self.m >= _C.large_k_rows and self.k % _C.large_k_step == 0
        if not (self.has_bias and whole and self.k**2 >= 4 * self.m * self.n):
            return 1
        tiles = math.ceil(self.m / _C.large_k_tile) * math.ceil(self.n / _C.large_k_tile)
        return max(min(_C.large_k_blocks // tiles, self.k // _C.large_k_part), 1)


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
    blocks = math.ceil(of.n / _C.small_columns) * math.ceil(of.m / _C.small_at_once)
    row_us = _C.small_few_us if of.m <= _C.small_few else _C.small_us
    return Work(
        "gemmSN_TN_kernel",
        *(of.read + of.adding, of.written, of.flops),
        least_us=of.k * row_us + blocks * _C.small_block_us,
        grid=(math.ceil(of.n / _C.small_columns), math.ceil(of.m / _C.small_at_once), 1),
        block=(128, 1, 1),
    )


def _with_atomics(call: Call, of: _Product) -> Iterable[Work]:
    tiles = math.ceil(of.n / _C.atomic_rows)
    parts = max(min(of.k // _C.atomic_part, 2 * call.spec.sms // tiles), 1)
    yield MEMSET
    yield Work(
        kernel_name(of.dtype, "fp32", Plan((_C.atomic_rows, _C.atomic_rows), tiles, 1, 0.0, 0.0)),
        *(of.read + of.adding, of.written, of.flops),
        least_us=of.k / parts * _C.atomic_element_us,
        grid=(1, tiles, parts),
        block=(64, 1, 1),
    )


def _large_k(of: _Product) -> Iterable[Work]:
    yield MEMSET
    yield Work("scal_kernel", written=of.written)
    yield Work(
        "sgemm_largek_lds64",
        *(of.read, of.written, of.flops),
        least_us=_C.large_k_us + of.k / of.parts_of_large_k * _C.large_k_element_us,
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
    us = of.flops / (spec.peak_tflops[precision] * 1e6 * _C.unaligned_share)
    if of.batch > 1 or not odd:
        us = max(us, _loads_us(spec, of, odd=odd))
    yield Work(
        name,
        *(of.read, of.written, of.flops, precision, (of.m, of.n, of.k), of.batch),
        least_us=us + _C.unaligned_latency_us,
    )
    if split:
        yield _added_up(of, 2)


def _loads_us(spec: GPUSpec, of: _Product, *, odd: bool) -> float:
    """Return the time in which the busiest SM loads its tiles' factors, one or two at a time."""
    edge = _C.unaligned_edge_odd if odd else _C.unaligned_edge
    if of.batch * math.ceil(of.m / edge) * math.ceil(of.n / edge) < spec.sms / 2:
        edge = _C.unaligned_edge_odd
    width = min(edge, 64) if of.n <= 64 else edge
    tiles = of.batch * math.ceil(of.m / edge) * math.ceil(of.n / width)
    steps = math.ceil(of.k / _C.unaligned_step)
    return (
        math.ceil(tiles / spec.sms)
        * steps
        * (edge + width)
        * _C.unaligned_step
        / (_C.loads_odd if odd else _C.loads)
    )


def _vector(of: _Product, along_rows: bool) -> Iterable[Work]:
    """Yield the kernel for a matrix times a vector: along its rows, or along its columns."""
    rows = max(of.m, of.n)
    if along_rows and rows <= _C.short_side and of.k >= _C.long_side:
        yield Work("gemv", of.read, of.written, share=_C.split_row_share)
        yield Work("splitKreduce_kernel", least_us=0.8)
        return
    least = min(of.k / _C.row_rate, _C.longest_row_us)
    if along_rows and rows * of.k >= _C.gemv_from:
        yield Work(
            "gemv2T_kernel_val",
            *(of.read, of.written),
            share=_C.gemv_share,
            least_us=max(least, rows * of.k / _C.gemv_rate),
            **along(math.ceil(rows / 8), 128),
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
    if matrix.dtype in _HALVES and m <= _C.few_rows:
        yield from _tiled(call, of)
    else:
        yield from _vector(of, along_rows=matrix.stride(-1) == 1)


@row("aten::dot", "aten::vdot")
def dot(call: Call) -> Iterable[Work]:
    """Yield the kernel whose blocks leave a part each, and the one that adds them up."""
    count = call.first.numel()
    blocks = max(min(math.ceil(count / _C.dot_threads), _C.dot_blocks * call.spec.sms), 1)
    size = call.first.element_size()
    yield Work(
        "dot_kernel", *(call.bytes_read, float(blocks * size)), **along(blocks, _C.dot_threads)
    )
    yield Work(
        "reduce_1Block_kernel",
        *(float(blocks * size), float(size)),
        least_us=blocks / _C.dot_part_rate,
        **along(1, _C.dot_threads),
    )


@row("aten::_int_mm")
def whole_numbers(call: Call) -> Work:
    """Return the kernel for int8."""
    first, second = call.tensor("self"), call.tensor("mat2")
    (m, k), n = first.shape, second.shape[1]
    tiles = math.ceil(m / _C.int8_tile) * math.ceil(n / _C.int8_tile)
    return Work(
        "cutlass_80_wmma_tensorop_i161616gemm_s8_forwardCompat_128x128_32x2",
        *(call.bytes_read, call.bytes_written),
        flops=2.0 * m * n * k,
        precision="fp8",  # the same peak
        shape=(m, n, k),
        least_us=math.ceil(tiles / call.spec.sms) * k * _C.int8_us,
        grid=(tiles, 1, 1),
        block=(256, 1, 1),
    )


@row("aten::_scaled_mm")
def scaled(call: Call) -> Iterable[Work]:
    """Yield the kernel for floats of 8 bits, or of 4 in pairs; its time was not measured."""
    first, second = call.tensor("self"), call.tensor("mat2")
    (m, k), n = first.shape, second.shape[1]
    k *= 2 if first.dtype == torch.float4_e2m1fn_x2 else 1
    chosen = plan(call.spec, call.precision, m, n, k)
    if chosen.takes_turns(call.spec):
        yield MEMSET
    yield Work(
        "nvjet_sm90_qqtst",
        *(call.bytes_read, call.bytes_written, 2.0 * m * n * k, call.precision, (m, n, k)),
    )
