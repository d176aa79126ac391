"""Measures the ceilings of this machine's GPU: memory levels, multiply-adds, the library's matmul.

In: a GPU's row and a clock. Out: rates, by the names of `GPUSpec.measured`. Each is the best of
several sizes, and each size the median of some runs. The bytes and operations behind a rate follow
from a kernel's arguments, and the tests count them on the virtual GPU.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kernelscope.frontends.cuda.kernel import CudaKernel, cuda_kernel
from kernelscope.hardware import GPUSpec
from kernelscope.measure.clocks import CudaClock
from kernelscope.quantity import Quantity

if TYPE_CHECKING:
    import torch

Run = Callable[[], Any]
Seconds = Callable[[Run], float]

_SOURCE = Path(__file__).with_suffix(".cu")
_THREADS = 256
_BLOCKS_AN_SM = 8
_DRAM_BYTES = (1 << 28, 1 << 30, 1 << 32)  # of the two arrays together; well beyond every L2
_L2_SHARES = (16, 8, 4)  # 1/16, 1/8, 1/4 of L2, so that both arrays stay in it
_L2_REPEATS = 200
_SHARED_REPEATS = 1 << 16
_CHAIN_REPEATS = 1 << 14
# On an H200 fp32 is fastest with 4096 (51.3 TFLOP/s), bf16, tf32 and fp8 with 8192 (783, 410,
# 1,451): one size alone would be too low a ceiling for the others.
_MATMUL_EDGES = (4096, 8192)
_RUNS = 10
# Bytes moved per byte of an array: x read, y written.
_MOVED = {"copy": 2, "fill": 1, "sum": 1}


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of a measurement; tests use smaller ones."""

    dram_bytes: tuple[int, ...] = _DRAM_BYTES
    l2_shares: tuple[int, ...] = _L2_SHARES
    l2_repeats: int = _L2_REPEATS
    shared_repeats: int = _SHARED_REPEATS
    chain_repeats: int = _CHAIN_REPEATS
    matmul_edges: tuple[int, ...] = _MATMUL_EDGES


def by_events(run: Run) -> float:
    """Return the seconds of a call on the current CUDA device: median of ten after two untimed."""
    clock = CudaClock()
    run()
    host_ms = clock.host(run)
    times = [clock.events(run, cold=False, host_ms=host_ms) for _ in range(_RUNS)]
    return statistics.median(times) * 1e-3


def measure_ceilings(
    spec: GPUSpec,
    *,
    device: str = "cuda",
    seconds: Seconds = by_events,
    sizes: Sizes | None = None,
) -> dict[str, Quantity]:
    """Return the rates that this GPU reaches, by the names of `GPUSpec.measured`.

    `seconds` returns the time of one call. `sizes`: the amount of work; the default takes about ten
    seconds on an H200.
    """
    chosen = sizes or Sizes()
    ceilings = {
        **_memory(spec, device, seconds, chosen),
        "shared": _shared(spec, device, seconds, chosen.shared_repeats),
        **_multiply_adds(spec, device, seconds, chosen.chain_repeats),
    }
    for precision in spec.peak_tflops:
        rate = _matmul(precision, device, seconds, chosen.matmul_edges)
        if rate is not None:
            ceilings[f"matmul_{precision}"] = rate
    return ceilings


@cache
def kernel(name: str) -> CudaKernel:
    """Return one of the kernels in `ceilings.cu`."""
    return cuda_kernel(_SOURCE, name)


def stream(
    name: str, spec: GPUSpec, x: torch.Tensor, y: torch.Tensor, repeats: int, *, loop: bool = True
) -> int:
    """Launch copy, fill or sum over two arrays, and return the bytes that it reads and writes.

    loop: True if as many blocks as the GPU holds walk over the arrays; else 16 bytes a thread.
    """
    grid = spec.sms * _BLOCKS_AN_SM if loop else -(-x.numel() // 4 // _THREADS)
    kernel(name)[grid, _THREADS](x, y, x.numel() // 4, repeats)
    return _MOVED[name] * x.nbytes * repeats


def shared_loads(spec: GPUSpec, out: torch.Tensor, repeats: int) -> int:
    """Launch loads of shared memory, and return the bytes that they read."""
    grid = 2 * spec.sms
    kernel("shared_loads")[grid, 1024](out, repeats)
    return grid * 1024 * 16 * repeats


def multiply_adds(spec: GPUSpec, out: torch.Tensor, repeats: int) -> int:
    """Launch multiply-adds in `out`'s dtype, and return the operations (two for each)."""
    c_type = "double" if out.itemsize == 8 else "float"
    grid = spec.sms * _BLOCKS_AN_SM
    kernel(f"multiply_add<{c_type}>")[grid, _THREADS](out, repeats)
    return grid * _THREADS * 16 * repeats


def _memory(spec: GPUSpec, device: str, seconds: Seconds, sizes: Sizes) -> dict[str, Quantity]:
    ceilings = {
        name: _best(
            "GB/s",
            [
                (
                    f"{size >> 20} MiB{'' if loop else ', 16 bytes a thread'}",
                    _streamed(name, spec, (device, size, 1), seconds, loop=loop),
                )
                for size in sizes.dram_bytes
                for loop in (True, False)
            ],
        )
        for name in _MOVED
    }
    in_l2 = [
        (
            f"{name}, 1/{share} of L2",
            _streamed(name, spec, (device, spec.l2_bytes // share, sizes.l2_repeats), seconds),
        )
        for name in ("copy", "sum")
        for share in sizes.l2_shares
    ]
    return {**ceilings, "l2": _best("GB/s", in_l2)}


def _streamed(
    name: str,
    spec: GPUSpec,
    case: tuple[str, int, int],
    seconds: Seconds,
    *,
    loop: bool = True,
) -> float:
    import torch

    device, size, repeats = case
    x = torch.ones(size // 8 // 4 * 4, device=device)  # half of the bytes each, whole float4
    y = torch.empty_like(x)
    moved = stream(name, spec, x, y, repeats, loop=loop)
    return moved / seconds(lambda: stream(name, spec, x, y, repeats, loop=loop)) / 1e9


def _shared(spec: GPUSpec, device: str, seconds: Seconds, repeats: int) -> Quantity:
    import torch

    out = torch.zeros(2, device=device)
    moved = shared_loads(spec, out, repeats)
    rate = moved / seconds(lambda: shared_loads(spec, out, repeats)) / 1e9
    return _best("GB/s", [("16-byte loads", rate)])


def _multiply_adds(
    spec: GPUSpec, device: str, seconds: Seconds, repeats: int
) -> dict[str, Quantity]:
    import torch

    ceilings: dict[str, Quantity] = {}
    for name, dtype in (("fma_fp32", torch.float32), ("fma_fp64", torch.float64)):
        out = torch.full((2,), 0.5, device=device, dtype=dtype)
        flops = multiply_adds(spec, out, repeats)
        rate = flops / seconds(lambda out=out: multiply_adds(spec, out, repeats)) / 1e12
        ceilings[name] = _best("TFLOP/s", [("eight chains a thread", rate)])
    return ceilings


def _matmul(
    precision: str, device: str, seconds: Seconds, edges: tuple[int, ...]
) -> Quantity | None:
    """Return the rate of a square matmul; None if PyTorch cannot multiply the precision here."""
    import torch

    rates: list[tuple[str, float]] = []
    before = torch.backends.cuda.matmul.allow_tf32
    torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
    try:
        for edge in edges:
            run = _product(precision, device, edge)
            if run is not None:
                rates.append((f"{edge}^3, normal input", 2 * edge**3 / seconds(run) / 1e12))
    except RuntimeError:  # a precision that this GPU or build lacks
        return None
    finally:
        torch.backends.cuda.matmul.allow_tf32 = before
    return _best("TFLOP/s", rates) if rates else None


def _product(precision: str, device: str, edge: int) -> Run | None:
    import torch

    dtypes = {
        "fp64_tensor": torch.float64,
        "fp32": torch.float32,
        "tf32": torch.float32,
        "bf16": torch.bfloat16,
        "fp16": torch.float16,
    }
    a, b = (torch.randn(edge, edge, device=device) for _ in range(2))
    if precision == "fp8":
        scale = torch.ones((), device=device)
        left, right = a.to(torch.float8_e4m3fn), b.to(torch.float8_e4m3fn).t()
        scaled = vars(torch)["_scaled_mm"]  # PyTorch's only fp8 product; not public yet
        return lambda: scaled(left, right, scale_a=scale, scale_b=scale, out_dtype=torch.bfloat16)
    if precision not in dtypes:
        return None
    a, b = a.to(dtypes[precision]), b.to(dtypes[precision])
    return lambda: a @ b


def _best(unit: str, rates: list[tuple[str, float]]) -> Quantity:
    note, rate = max(rates, key=lambda entry: entry[1])
    return Quantity(rate, unit, "measured", note=f"{note}, median of {_RUNS}")
