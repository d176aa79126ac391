"""A kernel and what its PTX decompiles to, run on the same inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from kernelscope import vgpu
from kernelscope.frontends.cuda import nvrtc
from kernelscope.inside.decompile import decompile, entry_name

Shape = int | tuple[int, ...]


def round_trip(
    ptx: str,
    name: str,
    shape: tuple[Shape, Shape, int],
    arguments: Sequence[Any],
    target: str = "sm_90",
) -> str:
    """Decompile a kernel, compile that, run both; returns the CUDA C.

    Arrays are copied for each run, and every byte of them must be equal afterwards.
    """
    source = decompile(ptx, name)
    entry = entry_name(name)
    again = nvrtc.compile_kernel(source, entry, target).ptx
    grid, block, shared = shape
    results: list[list[Any]] = []
    for text, named in ((ptx, name), (again, entry)):
        copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        vgpu.load_ptx(text, "h200").kernel(named).launch(grid, block, copies, shared)
        results.append([c for c in copies if isinstance(c, np.ndarray)])
    for number, (expected, got) in enumerate(zip(*results, strict=True)):
        different = np.flatnonzero(expected.view(np.uint8) != got.view(np.uint8))
        assert not different.size, (
            f"array {number} differs in {different.size} of {expected.nbytes} bytes, "
            f"first at byte {different[0]}:\n{source}"
        )
    return source
