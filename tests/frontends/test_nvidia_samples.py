"""Kernels of NVIDIA's samples, unchanged, called from Python."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
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


def test_tensor_cores_multiply_halves() -> None:
    """CudaTensorCoreGemm's simple kernel, against float64."""
    draw = torch.Generator().manual_seed(0)
    a, b = (torch.randint(0, 3, (64, 64), generator=draw).half() for _ in range(2))
    c, d = torch.randint(0, 3, (64, 64), generator=draw).float(), torch.zeros(64, 64)
    kernel = ks.cuda_kernel(_file(_FEATURES, "cudaTensorCoreGemm"), "simple_wmma_gemm")
    kernel[(1, 1), (128, 4)](a, b, c, d, 64, 64, 64, 1.1, 1.2)
    wanted = 1.1 * (a.double() @ b.double().T) + 1.2 * c.double()
    assert (d - wanted).abs().max() < 1e-4
