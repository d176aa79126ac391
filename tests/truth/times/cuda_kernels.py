"""The launches of the CUDA C++ kernels."""

from __future__ import annotations

from pathlib import Path

import torch

import kernelscope as ks
from truth.times.case import Run, each, empty, integers, normal, program

SOURCE = Path(__file__).with_name("kernels.cu")


def launched(
    name: str,
    grid: int | tuple[int, ...],
    block: int | tuple[int, ...],
    *arguments,
    shared: int = 0,
) -> Run:
    kernel = ks.cuda_kernel(SOURCE, name)
    return lambda: kernel[grid, block, shared](*arguments)


@program("elementwise", "cuda", *each(n=[1 << 18, 1 << 22, 5000000], block=[128, 512]))
def saxpy(n: int, block: int) -> Run:
    return launched("saxpy", -(-n // block), block, normal(n), normal(n, seed=1), 1.01, n)


@program("elementwise", "cuda", *each(n=[1 << 20, 1 << 24], blocks=[264, 1056]))
def saxpy_by_four(n: int, blocks: int) -> Run:
    return launched("saxpy_four", blocks, 256, normal(n), normal(n, seed=1), 1.01, n // 4)


def ring(places: int, step: int) -> torch.Tensor:
    """A chain through all places, `step` apart."""
    return ((torch.arange(places) + step) % places).int().cuda()


@program("dependent loads", "cuda", *each(places=[1 << 12, 1 << 22, 1 << 26], steps=[100, 1000]))
def chains_of_one_warp(places: int, steps: int) -> Run:
    return launched("chase", 1, 32, ring(places, 100003), empty(32, dtype="int32"), steps)


@program("dependent loads", "cuda", *each(places=[1 << 20, 1 << 25], blocks=[8, 132, 1056]))
def chains_of_blocks(places: int, blocks: int) -> Run:
    return launched(
        "chase", blocks, 128, ring(places, 7919), empty(blocks * 128, dtype="int32"), 64
    )


@program("transpose", "cuda", *each(rows=[1024, 4096], columns=[1024, 2000]))
def transpose_with_conflicts(rows: int, columns: int) -> Run:
    grid = (-(-columns // 32), -(-rows // 32))
    return launched(
        "transpose<0>", grid, (32, 8), normal(rows, columns), empty(columns, rows), rows, columns
    )


@program("transpose", "cuda", *each(rows=[1024, 4096], columns=[1024, 2000]))
def transpose_with_padding(rows: int, columns: int) -> Run:
    grid = (-(-columns // 32), -(-rows // 32))
    return launched(
        "transpose<1>", grid, (32, 8), normal(rows, columns), empty(columns, rows), rows, columns
    )


@program("barriers", "cuda", *each(n=[1 << 18, 1 << 22], block=[128, 1024]))
def block_sums(n: int, block: int) -> Run:
    return launched("block_sum", n // block, block, normal(n), empty(n // block), n)


@program("whole reduction", "cuda", *each(n=[1 << 18, 1 << 24], blocks=[132, 1056]))
def warp_sums(n: int, blocks: int) -> Run:
    return launched("warp_sum", blocks, 256, normal(n), torch.zeros(1, device="cuda"), n)


@program("product, fp32", "cuda", *each(n=[256, 512, 1024]))
def tiled_products(n: int) -> Run:
    return launched(
        "tiled_product",
        (n // 16, n // 16),
        (16, 16),
        normal(n, n),
        normal(n, n, seed=1),
        empty(n, n),
        n,
    )


@program("product, fp32", "cuda", *each(n=[512, 1024, 2048]))
def blocked_products(n: int) -> Run:
    return launched(
        "blocked_product",
        (n // 128, n // 128),
        256,
        normal(n, n),
        normal(n, n, seed=1),
        empty(n, n),
        n,
    )


@program("atomics", "cuda", *each(n=[1 << 20, 1 << 22], bins=[16, 256, 4096], blocks=[264]))
def shared_histograms(n: int, bins: int, blocks: int) -> Run:
    counts = torch.zeros(bins, dtype=torch.int32, device="cuda")
    return launched(
        "one_histogram", blocks, 256, integers(bins, n), counts, n, bins, shared=4 * bins
    )


@program("strided", "cuda", *each(n=[1 << 16, 1 << 20]))
def structures(n: int) -> Run:
    return launched("structures", n // 256, 256, normal(7 * n), empty(n), n)


@program("integers", "cuda", *each(n=[1 << 18, 1 << 20], steps=[8, 200]))
def divergence(n: int, steps: int) -> Run:
    return launched(
        "divergent", n // 256, 256, integers(1 << 30, n), empty(n, dtype="int32"), n, steps
    )


@program("spills", "cuda", *each(n=[1 << 16, 1 << 20]))
def spills(n: int) -> Run:
    return launched("spilling", n // 256, 256, normal(n), empty(n), n)


@program("low occupancy", "cuda", *each(n=[1 << 20], shared=[1024, 40960, 65536, 200000]))
def little_occupancy(n: int, shared: int) -> Run:
    return launched("little_occupancy", 264, 256, normal(n), empty(n), n, shared=shared)


@program("sort", "cuda", *each(blocks=[16, 256, 2048]))
def bitonic_sorts(blocks: int) -> Run:
    return launched("bitonic", blocks, 1024, integers(1 << 30, blocks * 1024))


@program("stencil", "cuda", *each(side=[512, 2048]))
def staged_stencils(side: int) -> Run:
    return launched(
        "staged_stencil",
        (side // 32, side // 16),
        (32, 16),
        normal(side, side),
        empty(side, side),
        side,
    )


@program("arithmetic", "cuda", *each(n=[2048, 8192, 16384]))
def bodies(n: int) -> Run:
    return launched("bodies", n // 256, 256, normal(n, 4), empty(n, 4), n)


@program("uneven work", "cuda", *each(n=[4096, 32768], most=[16, 400]))
def sparse_products(n: int, most: int) -> Run:
    lengths = torch.randint(0, most, (n,), generator=torch.Generator().manual_seed(1))
    rows = torch.cat([torch.zeros(1, dtype=torch.int64), lengths.cumsum(0)]).int()
    total = int(rows[-1])
    arguments = rows.cuda(), integers(n, total), normal(total), normal(n, seed=1), empty(n)
    return launched("csr_product", n * 32 // 256, 256, *arguments, n)


@program("tails", "cuda", *each(blocks=[1, 1000, 100000], block=[32, 1024]))
def empty_blocks(blocks: int, block: int) -> Run:
    return launched("empty_blocks", blocks, block, torch.zeros(1, dtype=torch.int32, device="cuda"))
