"""Kernels of NVIDIA's samples, unchanged, called from Python."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch

import kernelscope as ks

_FOLDER = os.environ.get("KERNELSCOPE_CUDA_SAMPLES", "")
pytestmark = pytest.mark.skipif(
    not _FOLDER,
    reason="fetch github.com/NVIDIA/cuda-samples and name its folder in KERNELSCOPE_CUDA_SAMPLES",
)
_SAMPLES = Path(_FOLDER) / "Samples"
_INTRODUCTION, _FEATURES = _SAMPLES / "0_Introduction", _SAMPLES / "3_CUDA_Features"
_CONCEPTS = _SAMPLES / "2_Concepts_and_Techniques"
Matrix = npt.NDArray[np.float32]
_SAMPLED: dict[str, Any] = {"filter": "linear", "normalized": True}


def _file(folder: Path, name: str) -> Path:
    return folder / name / f"{name}.cu"


def test_a_texture_that_is_not_turned_is_itself() -> None:
    """By the rotation of simpleTexture: coordinates at the texels' corners mix four of them."""
    pixels = np.random.default_rng(0).random((32, 32), dtype=np.float32)
    texture = ks.cuda_array(pixels).texture(address="wrap", **_SAMPLED)
    kernel = ks.cuda_kernel(_file(_INTRODUCTION, "simpleTexture"), "transformKernel")
    found = np.zeros_like(pixels)
    kernel[(4, 4), (8, 8)](found, 32, 32, 0.0, texture)
    before = np.roll(pixels, 1, 0)
    mixed = (pixels + np.roll(pixels, 1, 1) + before + np.roll(before, 1, 1)) / 4
    assert np.abs(found - mixed).max() < 1e-6


def test_layers_are_read_one_by_one() -> None:
    """SimpleLayeredTexture negates each texel and adds its layer's number."""
    pixels = -np.arange(5 * 32 * 32, dtype=np.float32).reshape(5, 32, 32)
    texture = ks.cuda_array(pixels, layered=True).texture(address="wrap", **_SAMPLED)
    kernel = ks.cuda_kernel(_file(_INTRODUCTION, "simpleLayeredTexture"), "transformKernel")
    found = np.zeros_like(pixels)
    for layer in range(5):
        kernel[(4, 4), (8, 8)](found, 32, 32, layer, texture)
    assert np.array_equal(found, np.arange(5)[:, None, None] - pixels)


def test_each_face_of_a_cube_is_where_its_direction_says() -> None:
    """SimpleCubemapTexture negates each texel of each face."""
    pixels = -np.arange(6 * 16 * 16, dtype=np.float32).reshape(6, 16, 16)
    texture = ks.cuda_array(pixels, cubemap=True).texture(**_SAMPLED)
    kernel = ks.cuda_kernel(_file(_INTRODUCTION, "simpleCubemapTexture"), "transformKernel")
    found = np.zeros_like(pixels)
    kernel[(2, 2), (8, 8)](found, 16, texture)
    assert np.array_equal(found, -pixels)


def test_what_a_surface_writes_a_texture_reads() -> None:
    """Both kernels of simpleSurfaceWrite on one array."""
    pixels = np.random.default_rng(0).random((32, 32), dtype=np.float32)
    module = ks.cuda_module(_file(_INTRODUCTION, "simpleSurfaceWrite"))
    array, found = ks.cuda_array(np.zeros_like(pixels)), np.zeros_like(pixels)
    module.kernel("surfaceWriteKernel")[(4, 4), (8, 8)](pixels, 32, 32, array.surface())
    assert np.array_equal(array.get(), pixels)
    texture = array.texture(normalized=True, address="wrap")
    module.kernel("transformKernel")[(4, 4), (8, 8)](found, 32, 32, 0.0, texture)
    assert np.array_equal(found, pixels)


def test_partitions_of_a_warp_count_and_add() -> None:
    """BinaryPartitionCG: odd numbers, and the sums of odd and even ones."""
    x = np.random.default_rng(1).integers(0, 50, 4096).astype(np.int32)
    odd, sums = np.zeros(1, np.int32), np.zeros(2, np.int32)
    kernel = ks.cuda_kernel(_file(_FEATURES, "binaryPartitionCG"), "oddEvenCountAndSumCG")
    kernel[8, 128](x, odd, sums, len(x))
    assert odd[0] == (x % 2).sum()
    assert sorted(sums) == sorted([x[x % 2 == 1].sum(), x[x % 2 == 0].sum()])


def test_groups_of_threads_add_their_ranks(capfd: pytest.CaptureFixture[str]) -> None:
    """SimpleCooperativeGroups prints each sum next to the expected one."""
    kernel = ks.cuda_kernel(_file(_INTRODUCTION, "simpleCooperativeGroups"), "cgkernel")
    kernel[1, 64, 256]()
    printed = capfd.readouterr().out
    assert "is 2016 (expected 2016)" in printed
    assert printed.count("is 120 (expected 120)") == 4


def _product(
    name: str, kernel: str, dtype: torch.dtype, launch: tuple[Any, ...], sizes: Sequence[int] = ()
) -> tuple[torch.Tensor, tuple[torch.Tensor, ...]]:
    """Return D of a sample's kernel, and the matrices: A, B with column after column, C, all 128².

    The sizes of the samples' matrices are macros, of 4,096 and more: here each has 128 / tile.
    """
    source = _file(_FEATURES, f"{name}TensorCoreGemm").read_text()
    tiles = dict(re.findall(r"#define ([MNK]) +(\d+)", source))
    source = re.sub(
        r"#define ([MNK])_TILES +\d+", lambda m: f"{m[0].rsplit(maxsplit=1)[0]} "
        f"{128 // int(tiles[m[1]])}", source,
    )  # fmt: skip
    draw = torch.Generator().manual_seed(0)
    integers = dtype == torch.uint8
    a, b = (torch.randint(0, 3, (128, 128), generator=draw).to(dtype) for _ in range(2))
    sums = {torch.uint8: torch.int32, torch.float64: torch.float64}.get(dtype, torch.float32)
    c, d = torch.randint(0, 3, (128, 128), generator=draw).to(sums), torch.zeros(128, 128).to(sums)
    factors = (1, 2) if integers else (1.1, 1.2)
    ks.cuda_kernel(source, kernel)[launch](a, b, c, d, *sizes, *factors)
    return d, (a.double(), b.double(), c.double())


@pytest.mark.parametrize(
    ("name", "kernel", "dtype"),
    [
        ("cuda", "simple_wmma_gemm", torch.float16),
        ("tf32", "simple_wmma_tf32gemm", torch.float32),
        ("imma", "simple_wmma_gemm_imma", torch.uint8),
        ("dmma", "simple_wmma_gemm", torch.float64),
    ],
)
def test_a_warp_multiplies_a_tile_on_the_tensor_cores(
    name: str, kernel: str, dtype: torch.dtype
) -> None:
    """The simple kernels of the TensorCoreGemm samples, against float64."""
    side = 8 if name == "dmma" else 16
    launch = (128 // side // 4, 128 // side // 4), (128, 4)
    d, (a, b, c) = _product(name, kernel, dtype, launch, (128, 128, 128))
    wanted = a @ b.T + 2 * c if name == "imma" else 1.1 * (a @ b.T) + 1.2 * c
    assert (d - wanted).abs().max() < (1e-4 if d.dtype == torch.float32 else 1e-12)


def test_the_simple_kernel_of_bfloats_reads_the_tiles_of_b_turned() -> None:
    """Bf16TensorCoreGemm: tile (i, j) of B at `b + bRow + bCol * ldb`, bRow of j and bCol of i.

    So the sample's own check, with `CPU_DEBUG`, does not hold for it; it does for the others below.
    """
    launch = (2, 2), (128, 4)
    d, (a, b, c) = _product("bf16", "simple_wmma_bf16gemm", torch.bfloat16, launch, (128,) * 3)
    turned = b.reshape(8, 16, 8, 16).transpose(0, 2).reshape(128, 128)
    wanted = 1.1 * (a @ turned.T) + 1.2 * c
    assert (d - wanted).abs().max() < 1e-4


@pytest.mark.parametrize(
    ("name", "kernel", "dtype"),
    [
        ("cuda", "compute_gemm", torch.float16),
        ("bf16", "compute_bf16gemm", torch.bfloat16),
        ("bf16", "compute_bf16gemm_async_copy", torch.bfloat16),
        ("tf32", "compute_tf32gemm", torch.float32),
        ("tf32", "compute_tf32gemm_async_copy", torch.float32),
        ("imma", "compute_gemm_imma", torch.uint8),
        ("dmma", "compute_dgemm", torch.float64),
        ("dmma", "compute_dgemm_async_copy", torch.float64),
        ("dmma", "compute_dgemm_cg_async_copy", torch.float64),
    ],
)
def test_a_block_multiplies_tiles_in_shared_memory(
    name: str, kernel: str, dtype: torch.dtype
) -> None:
    """The other kernels of these samples: 8 warps, with the shared memory of the host code."""
    d, (a, b, c) = _product(name, kernel, dtype, (2, 256, 96 * 1024))
    wanted = a @ b.T + 2 * c if name == "imma" else 1.1 * (a @ b.T) + 1.2 * c
    assert (d - wanted).abs().max() < (1e-4 if d.dtype == torch.float32 else 1e-12)


def test_a_cooperative_grid_adds_in_one_launch() -> None:
    """ReductionMultiBlockCG."""
    x = np.random.default_rng(5).random(1 << 14, dtype=np.float32)
    sums = np.zeros(12, np.float32)
    source = _file(_CONCEPTS, "reductionMultiBlockCG")
    kernel = ks.cuda_kernel(source, "reduceSinglePassMultiBlockCG")
    kernel[12, 128, 8 * 128](x, sums, len(x), cooperative=True)
    assert abs(sums[0] - x.astype(float).sum()) < 1e-3


def test_vectors_are_divided_by_the_root_of_their_product() -> None:
    """SimpleAWBarrier: two syncs of the grid, and barriers of each block."""
    draw = np.random.default_rng(6)
    a, b = (draw.random(1 << 13, dtype=np.float32) for _ in range(2))
    norm = np.sqrt(a.astype(float) @ b)
    wanted = a / norm, b / norm
    kernel = ks.cuda_kernel(_file(_INTRODUCTION, "simpleAWBarrier"), "normVecByDotProductAWBarrier")
    kernel[10, 256, 9 * 8](a, b, np.zeros(10), len(a), cooperative=True)
    assert np.abs(a - wanted[0]).max() < 1e-8
    assert np.abs(b - wanted[1]).max() < 1e-8


def test_a_warp_counts_with_one_atomic() -> None:
    """WarpAggregatedAtomicsCG: positive numbers, places and largest values of each bucket."""
    draw = np.random.default_rng(2)
    count, buckets = 4096, 5
    x = draw.integers(0, buckets, count).astype(np.int32)
    module = ks.cuda_module(_file(_FEATURES, "warpAggregatedAtomicsCG"))

    kept, number = np.zeros(count, np.int32), np.zeros(1, np.int32)
    module.kernel("filter_arr")[count // 512 + 1, 512](kept, number, x, count)
    assert number[0] == (x > 0).sum()
    assert np.array_equal(np.sort(kept[: number[0]]), np.sort(x[x > 0]))

    places, next_place = np.zeros((buckets, count), np.int32), np.arange(buckets) * count
    next_place = next_place.astype(np.int32)
    module.kernel("mapToBuckets")[count // 512, 512](x, places, next_place, count, buckets)
    for bucket in range(buckets):
        found = places[bucket, : next_place[bucket] - bucket * count]
        assert np.array_equal(np.sort(found), np.flatnonzero(x == bucket))

    values, largest = draw.integers(0, 2**31, count).astype(np.int32), np.zeros(buckets, np.int32)
    kernel = module.kernel("calculateMaxInEachBuckets")
    kernel[count // 512, 512](x, values, largest, count, buckets)
    assert largest.tolist() == [values[x == bucket].max() for bucket in range(buckets)]


_ROWS = {"AsyncCopyMultiStageSharedState": 18, "AsyncCopySingleStage": 16, "Naive": 16}
_AT_INDEX_OF_A = ("AsyncCopyLargeChunk", "AsyncCopyLargeChunkAWBarrier", "NaiveLargeChunk")
_RACING = ("AsyncCopyMultiStage", "AsyncCopyMultiStageLargeChunk")


def _multiplied(name: str, rows: int, a: Matrix, b: Matrix) -> Matrix:
    kernel = ks.cuda_kernel(_file(_FEATURES, "globalToShmemAsyncCopy"), f"MatrixMul{name}<16>")
    c = np.zeros((len(a), b.shape[1]), np.float32)
    kernel[(b.shape[1] // 16, len(a) // 16), (16, rows)](c, a, b, a.shape[1], b.shape[1])
    return c


@pytest.mark.parametrize(("name", "rows"), _ROWS.items())
def test_tiles_copied_float_by_float_are_multiplied(name: str, rows: int) -> None:
    """GlobalToShmemAsyncCopy: one stage, and four that a warp of its own fills."""
    draw = np.random.default_rng(3)
    a, b = draw.random((64, 96), dtype=np.float32), draw.random((96, 128), dtype=np.float32)
    assert np.abs(_multiplied(name, rows, a, b) - a.astype(float) @ b).max() < 1e-4


@pytest.mark.parametrize("name", _AT_INDEX_OF_A)
def test_tiles_copied_four_floats_at_once_are_those_that_the_sample_names(name: str) -> None:
    """These kernels read the tile of B at the index of A's tile, `&B[a + …]`; so does an H200.

    The sample's own check does not see that, as all elements of its B are equal. So row I of tiles
    is the sum over K of A[I, K] B[I, K], in each column of tiles.
    """
    draw = np.random.default_rng(4)
    a, b = (draw.random((128, 128), dtype=np.float32) for _ in range(2))
    tiles = [m.astype(float).reshape(8, 16, 8, 16) for m in (a, b)]
    sums = np.einsum("iykx,ixkz->iyz", *tiles).reshape(128, 16)
    assert np.abs(_multiplied(name, 16, a, b) - np.tile(sums, 8)).max() < 1e-4


@pytest.mark.parametrize("name", [*_RACING, *_AT_INDEX_OF_A])
def test_the_samples_own_matrices_are_multiplied(name: str) -> None:
    """A is 1 and B 2.1, as the sample has them.

    The kernels with four stages write a fifth one while other warps read the first, whose buffer it
    has; so their result is open with other matrices.
    """
    a, b = np.ones((128, 128), np.float32), np.full((128, 128), 2.1, np.float32)
    assert np.abs(_multiplied(name, 16, a, b) - 128 * 2.1).max() < 1e-3
