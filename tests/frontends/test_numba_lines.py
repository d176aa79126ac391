"""Which lines of the source Numba's code names inside a virtual GPU's block."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.inside.stages.maps import map_of_ptx

cuda: Any = pytest.importorskip("numba.cuda")


@cuda.jit(device=True)
def tripled(value):
    return value * np.float32(3)


@cuda.jit
def triple(x):
    i = cuda.grid(1)
    x[i] = tripled(x[i])


def test_a_function_that_was_inlined_has_lines_of_its_own() -> None:
    with ks.virtual_gpu("h200") as gpu:
        gpu.capture()
        triple[1, 32](np.ones(32, np.float32))
    (launch,) = gpu.captured or []
    ptx = launch.form.texts["ptx"]
    lines = Path(__file__).read_text().splitlines()
    inside = lines.index("    return value * np.float32(3)") + 1
    call = lines.index("    x[i] = tripled(x[i])") + 1
    (product,) = (n for n, line in enumerate(ptx.splitlines(), 1) if "mul.f32" in line)
    assert map_of_ptx(ptx)[product] == (f"{__file__}:{inside}", f"{__file__}:{call}")
