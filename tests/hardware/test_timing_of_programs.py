"""From PTX to a time: programs that the virtual GPU counts take as long as they did on an H200."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.hardware.known_error import KNOWN_ERROR
from kernelscope.hardware.timing import estimate_launch
from truth.counters import HERE, table

LAUNCHES = json.loads((HERE / "ptx" / "launches.json").read_text())["launches"]
PROFILED = table("ncu_h200.csv")[1:]


def _arguments(file: str) -> tuple[Any, ...]:
    if file.startswith("softmax"):
        x = np.ones((1823, 781), np.float32)
        return x, np.empty_like(x), 781, 781, 781
    x = np.ones(2**20, np.float32)
    count = {"gelu.ptx": 2**20, "gelu_ragged.ptx": 100_003}.get(file, 32768)
    return x, np.empty_like(x), count


# Eight blocks of each launch stand for all: its blocks do alike.
@pytest.mark.parametrize(
    ("launch", "row"),
    list(zip(LAUNCHES, PROFILED[: len(LAUNCHES)], strict=True)),
    ids=[launch["file"] for launch in LAUNCHES],
)
def test_a_profiled_program_is_estimated_from_its_own_counts(
    launch: dict[str, Any], row: dict[str, str]
) -> None:
    module = vgpu.load_ptx((HERE / "ptx" / launch["file"]).read_text(), gpu="h200")
    counts = module.kernel(launch["kernel"]).launch(
        tuple(launch["grid"]),
        tuple(launch["block"]),
        (*_arguments(launch["file"]), 0, 0),
        dynamic_shared_bytes=launch["dynamic_shared_bytes"],
        sample_blocks=8,
    )
    estimate = estimate_launch(
        "h200",
        grid=counts.grid,
        block=counts.block,
        registers=int(row["launch__registers_per_thread"]),
        shared_bytes=launch["dynamic_shared_bytes"],
        counters=counts.counters,
        conditions="counter",
    )
    measured = float(row["gpu__time_duration.sum"]) / 1000
    assert estimate.time_us.value == pytest.approx(measured, rel=KNOWN_ERROR.memory)
