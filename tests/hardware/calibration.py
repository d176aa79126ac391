"""The times measured on one H200 that the time model is held against, each with its estimate.

What a launch counted is worked out by hand here (a copy's sectors follow from its size), or is
Nsight Compute's own count: the virtual GPU takes no part.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kernelscope.hardware.timing import Conditions, Estimate, estimate_launch, estimate_operator

PROFILED = Path(__file__).parents[1] / "truth" / "ncu_h200.csv"
LOADS = "l1tex__t_{}_pipe_lsu_mem_global_op_ld.sum"
STORES = "l1tex__t_{}_pipe_lsu_mem_global_op_st.sum"


@dataclass(frozen=True)
class Measured:
    """A measured time in microseconds and how the model arrives at its own."""

    name: str
    us: float
    estimate: Callable[[], float]
    memory_bound: bool = True


def launch(counters: dict[str, float], grid: int, block: int, conditions: Conditions) -> Estimate:
    return estimate_launch(
        "h200",
        grid=grid,
        block=block,
        registers=24,
        shared_bytes=0,
        counters=counters,
        conditions=conditions,
    )


def copy(size: int, conditions: Conditions = "events", *, warm: bool = False) -> float:
    """float4, 256 threads a block, one element a thread: `size` bytes read, as many written."""
    return _stream(size, size, max(size // 4096, 1), conditions, warm=warm)


def read(size: int) -> float:
    """float4, a grid of eight blocks an SM that strides over the array, L2 warm, in a graph."""
    return _stream(size, 0, min(size // 4096, 8 * 132), "graph", warm=True)


def _stream(size: int, written: int, blocks: int, conditions: Conditions, *, warm: bool) -> float:
    warps = size / 16 / 32
    counters = {
        LOADS.format("sectors"): size / 32,
        LOADS.format("requests"): warps,
        STORES.format("sectors"): written / 32,
        STORES.format("requests"): warps if written else 0.0,
        "smsp__sass_inst_executed_op_global_ld.sum": warps,
        "kernelscope__unique_sectors_read.sum": size / 32,
        "kernelscope__unique_sectors_written.sum": written / 32,
        "kernelscope__inst_executed.sum": 16 * warps,
    }
    return estimate_launch(
        "h200",
        grid=blocks,
        block=256,
        registers=24,
        shared_bytes=0,
        counters=counters,
        conditions=conditions,
        l2_warm=warm,
    ).time_us.value


def copies() -> Iterator[Measured]:
    cold = {12: 3.5, 16: 3.9, 20: 4.6, 22: 6.1, 24: 12.5, 26: 35.7, 28: 129, 30: 503}
    warm = {12: 0.95, 16: 1.2, 20: 1.4, 22: 2.2, 24: 5.7, 26: 33, 28: 127, 30: 500}
    parts = {1: 3.9, 8: 4.1, 33: 5.3, 66: 6.2, 132: 8.6, 264: 12.8, 528: 20.9}
    for power, us in cold.items():
        yield Measured(f"copy 2^{power} B, cold", us, lambda p=power: copy(2**p))
    for power, us in warm.items():
        name = f"copy 2^{power} B, warm, graph"
        yield Measured(name, us, lambda p=power: copy(2**p, "graph", warm=True))
    for count, us in parts.items():
        yield Measured(f"copy {count} x 64 KiB, cold", us, lambda n=count: copy(n * 65536))


def reads() -> Iterator[Measured]:
    # Below 16 MiB the reduction at the kernel's end shows, whose code is not known.
    known = {20: 1.7, 22: 2.3, 24: 3.9, 25: 6.1, 26: 17, 28: 61}
    for power, us in known.items():
        name = f"read 2^{power} B, warm, graph"
        yield Measured(name, us, lambda p=power: read(2**p), memory_bound=power >= 24)


def empty_grids() -> Iterator[Measured]:
    for blocks, us in {132: 0.61, 1056: 1.15, 8448: 5.6, 65536: 39.9, 2**20: 631}.items():
        counters = {"kernelscope__inst_executed.sum": 4.0 * blocks}
        name = f"empty grid of {blocks} blocks, graph"
        yield Measured(
            name, us, lambda n=blocks, c=counters: launch(c, n, 128, "graph").time_us.value
        )


# Tensors read by each of the nine operations of 0.5 * x * (1 + tanh(c * (x + d * x * x * x)));
# each writes one: 22 passes over the array.
NAIVE_GELU = (1, 1, 2, 2, 2, 1, 1, 1, 2)


def elementwise(itemsize: int, reads: tuple[int, ...]) -> float:
    size = 16384**2 * itemsize
    return sum(
        estimate_operator("h200", bytes_read=n * size, bytes_written=size).time_us.value
        for n in reads
    )


def operators() -> Iterator[Measured]:
    for dtype, size, naive, fused in (("fp32", 4, 5490, 507), ("bf16", 2, 2750, 296)):
        name = f"16384^2 {dtype}"
        yield Measured(f"GELU {name}, naive", naive, lambda s=size: elementwise(s, NAIVE_GELU))
        yield Measured(f"GELU {name}, torch", fused, lambda s=size: elementwise(s, (1,)))
        # 101 % of the copy rate.
        add = 3 * 16384**2 * size / (1.01 * 4282e3)
        yield Measured(f"vector add {name}", add, lambda s=size: elementwise(s, (2,)))
    yield Measured("GELU 16384^2 fp32, compile", 509, lambda: elementwise(4, (1,)))
    yield Measured("GELU 16384^2 bf16, compile", 313, lambda: elementwise(2, (1,)))
    yield Measured("GELU 16384^2 bf16, tuned Triton", 265, lambda: elementwise(2, (1,)))
    fill = estimate_operator("h200", bytes_read=0, bytes_written=2**32)
    total = estimate_operator("h200", bytes_read=2**32, bytes_written=4, kind="reduction")
    yield Measured("fill 4 GiB", 2**32 / 4680e3, lambda: fill.time_us.value)
    yield Measured("sum of 4 GiB", 2**32 / 4352e3, lambda: total.time_us.value)


def matmul(n: int, precision: str) -> float:
    size = n * n * {"bf16": 2, "fp16": 2}.get(precision, 4)
    return estimate_operator(
        "h200",
        bytes_read=2 * size,
        bytes_written=size,
        flops=2 * n**3,
        kind="matmul",
        precision=precision,
        shape=(n, n, n),
    ).time_us.value


def matmuls() -> Iterator[Measured]:
    tflops = {
        "bf16": {1024: 241, 2048: 615, 4096: 713, 8192: 679, 16384: 673},
        "fp16": {4096: 669, 8192: 613},
        "tf32": {4096: 359},
        "fp32": {4096: 51},
    }
    for precision, sizes in tflops.items():
        for n, rate in sizes.items():
            yield Measured(
                f"matmul {n}^3 {precision}",
                2 * n**3 / rate / 1e6,
                lambda n=n, p=precision: matmul(n, p),
                memory_bound=False,
            )


# Distinct 32-byte sectors read and written by each profiled launch, from its source and sizes
# (Nsight Compute was not asked for them), and its shared bytes.
_DISTINCT = (
    ("gelu 2^20", 131072, 131072, 0),
    ("gelu 100003", 12501, 12501, 0),
    ("softmax 1823 x 781", 177977, 177977, 16),
    ("strided 1", 4096, 4096, 0),
    ("strided 2", 8192, 4096, 0),
    ("strided 8", 32768, 4096, 0),
    ("strided 32", 32768, 4096, 0),
    ("c_gelu 2^20", 131072, 131072, 0),
    ("c_transpose_bad 1024^2", 131072, 131072, 4096),
    ("c_transpose_pad 1024^2", 131072, 131072, 4224),
    ("c_hist 65536", 8192, 8, 256),
)


def profiled() -> Iterator[Measured]:
    """Nsight Compute's counts and its gpu__time_duration."""
    with PROFILED.open() as file:
        rows = list(csv.DictReader(file))[1:]
    for row, (name, distinct_read, distinct_written, shared) in zip(rows, _DISTINCT, strict=True):
        assert name.startswith(row.pop("kernel"))
        counters = {key: float(value) for key, value in row.items() if value}
        counters["kernelscope__unique_sectors_read.sum"] = distinct_read
        counters["kernelscope__unique_sectors_written.sum"] = distinct_written
        yield Measured(
            f"{name}, Nsight Compute",
            counters["gpu__time_duration.sum"] / 1000,
            lambda c=counters, s=shared: (
                estimate_launch(
                    "h200",
                    grid=int(c["launch__grid_size"]),
                    block=int(c["launch__block_size"]),
                    registers=int(c["launch__registers_per_thread"]),
                    shared_bytes=s,
                    counters=c,
                    conditions="counter",
                ).time_us.value
            ),
            # Shared-memory conflicts, arithmetic and a chain of atomics hold these three.
            memory_bound=name.split()[0] not in ("c_gelu", "c_transpose_bad", "c_hist"),
        )


def all_measured() -> list[Measured]:
    groups = (copies, reads, empty_grids, operators, matmuls, profiled)
    return [measured for group in groups for measured in group()]


def residual_table() -> str:
    """The lines of `known_error._FIGURES` as the model now is: paste them there after a change."""
    return "\n".join(
        f'    Residual("{m.name}", {m.us:.4g}, {m.estimate():.4g}'
        + ("" if m.memory_bound else ", memory_bound=False")
        + "),"
        for m in all_measured()
    )
