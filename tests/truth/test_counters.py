"""Whole kernels: every counter that the program determines equals the H200's; results are right."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import kernelscope as ks
from truth.counters import HERE, REQUIRED, differences, table

LAUNCHES = json.loads((HERE / "ptx" / "launches.json").read_text())["launches"]
HARDWARE = table("ncu_h200.csv")[1:]  # the first row holds the units
CUDA = HERE / "kernels.cu"
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Launch:
    """One row of the table: how to launch its kernel, and what must come out."""

    name: str
    kernel: str
    load: Callable[[], Any]  # the kernel, ready to be given a grid
    shape: tuple[Any, ...]  # grid, block, dynamic shared memory
    arguments: tuple[Any, ...]
    output: Array
    expected: Array
    tolerance: float = 0.0


def gelu(x: Array) -> Array:
    """GELU (tanh) in float64."""
    x = x.astype(np.float64)
    return 0.5 * x * (1 + np.tanh(0.79788456 * (x + 0.044715 * x**3)))


def softmax(x: Array) -> Array:
    """Softmax of each row in float64."""
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def triton_launches() -> list[Launch]:
    """The rows whose PTX is kept. The trailing two null pointers are Triton's own, unused here."""
    values = np.random.default_rng(0)
    x = values.standard_normal(1 << 20, dtype=np.float32)
    rows = values.standard_normal((1823, 781), dtype=np.float32)
    launches: list[Launch] = []
    for entry in LAUNCHES:
        stem = entry["file"].removesuffix(".ptx")
        tolerance = 0.0
        if stem == "softmax":
            output, expected, tolerance = np.zeros_like(rows), softmax(rows), 1e-6
            arguments: tuple[Any, ...] = (rows, output, 781, 781, 781)
        else:
            output = np.zeros_like(x)
            n = {"gelu": x.size, "gelu_ragged": 100_003}.get(stem, 32768)
            arguments = (x, output, n)
            expected = np.zeros_like(x)
            if stem.startswith("gelu"):
                expected, tolerance = np.where(np.arange(x.size) < n, gelu(x), 0), 2e-6
            else:
                expected[:n] = x[: n * int(stem.removeprefix("strided")) : int(stem[7:])]
        shape = (tuple(entry["grid"]), tuple(entry["block"]), entry["dynamic_shared_bytes"])
        text = (HERE / "ptx" / entry["file"]).read_text()

        def load(text: str = text, name: str = entry["kernel"]) -> Any:
            return ks.vgpu.load_ptx(text, gpu="h200").kernel(name)

        arguments = (*arguments, 0, 0)
        launches.append(
            Launch(stem, entry["kernel"], load, shape, arguments, output, expected, tolerance)
        )
    return launches


def cuda_launches() -> list[Launch]:
    """The rows that came from CUDA C++."""
    values = np.random.default_rng(1)
    n = 1 << 20
    x = values.standard_normal(n, dtype=np.float32)
    square = values.standard_normal((1024, 1024), dtype=np.float32)
    keys = (np.arange(65536) * 7919 % 10007 + 1).astype(np.int32)
    y, bad, padded = np.zeros_like(x), np.zeros_like(square), np.zeros_like(square)
    bins = np.zeros(64, np.int32)

    def row(name: str, shape: tuple[Any, ...], *rest: Any) -> Launch:
        return Launch(name, name, lambda: ks.cuda_kernel(CUDA, name), shape, *rest)

    tiles = ((32, 32), (32, 8))
    return [
        row("c_gelu", (n // 1024, 1024), (x, y, n), y, gelu(x), 2e-6),
        row("c_transpose_bad", tiles, (square, bad, 1024), bad, square.T),
        row("c_transpose_pad", tiles, (square, padded, 1024), padded, square.T),
        row("c_hist", (64, 256), (keys, bins, 65536), bins, np.bincount(keys & 63, minlength=64)),
    ]


ROWS = list(range(len(HARDWARE)))


@pytest.fixture(scope="module")
def launches() -> list[Launch]:
    """Every launch of the table, in its order."""
    return triton_launches() + cuda_launches()


def test_every_row_of_the_table_has_its_launch(launches: list[Launch]) -> None:
    assert [launch.kernel for launch in launches] == [row["kernel"] for row in HARDWARE]


def test_the_table_holds_most_of_the_required_counters() -> None:
    assert len([name for name in REQUIRED if name in HARDWARE[0]]) >= 13


@pytest.mark.parametrize("index", ROWS)
def test_a_kernel_counts_what_the_hardware_counted_and_is_right(
    launches: list[Launch], index: int
) -> None:
    launch = launches[index]
    with ks.virtual_gpu("h200") as gpu:
        launch.load()[launch.shape](*launch.arguments)
    assert gpu.launches[-1].kernel == launch.kernel
    assert differences(gpu.launches[-1].counters, HARDWARE[index]) == []
    np.testing.assert_allclose(
        launch.output, launch.expected, rtol=launch.tolerance, atol=launch.tolerance
    )
