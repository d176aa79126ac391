"""One warp, one memory instruction, one address pattern: the counters equal the H200's."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import Any

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.vgpu.counting.trace import Event, TraceRequest
from truth.counters import HERE, differences, table

Row = dict[str, str]
ROWS = {name: list(rows) for name, rows in groupby(table("micro_h200.csv"), lambda r: r["kernel"])}
BYTES = 1 << 20
RESULT = BYTES // 2  # where a kernel stores what it loaded, one word a lane


def unexplained(row: Row) -> bool:
    """Whether the hardware's own figure is not understood (README.md says why)."""
    random_atomic = bool(
        re.match("(red|atom)_global", row["kernel"]) and row["pattern"] == "random"
    )
    return "cp_async_16" in row["kernel"] or random_atomic


@cache
def kernel_of(name: str) -> ks.vgpu.Kernel:
    """The kernel, compiled once: a pattern changes a constant array and no code."""
    return module().kernel(name)


@cache
def module() -> ks.vgpu.Module:
    """All kernels of the file."""
    return ks.vgpu.load_ptx(ks.cuda_kernel(HERE / "micro.cu", "ld_global_4").ptx, gpu="h200")


def lanes_of(row: Row) -> np.ndarray[Any, Any]:
    """The element index of each lane, −1 where it is inactive."""
    return np.array(row["lanes"].split(), np.int32)


def launch(row: Row, memory: np.ndarray[Any, Any]) -> dict[str, float]:
    """The counters of the row's one warp."""
    uses_shared = "shared" in row["kernel"] or "matrix" in row["kernel"] or "cp_" in row["kernel"]
    kernel = kernel_of(row["kernel"])
    kernel.variable("pat")[:] = lanes_of(row).view(np.uint8)
    return kernel[1, 32, 65536 if uses_shared else 0](memory).counters


@pytest.mark.parametrize("name", [name for name in ROWS if "cp_async_16" not in name])
def test_an_instruction_counts_what_the_hardware_counted_for_every_pattern(name: str) -> None:
    wrong = {
        row["pattern"]: found
        for row in ROWS[name]
        if not unexplained(row)
        and (found := differences(launch(row, np.zeros(BYTES, np.uint8)), row))
    }
    assert wrong == {}


@pytest.mark.parametrize("name", [name for name in ROWS if "cp_async_16" in name])
def test_a_contiguous_asynchronous_copy_moves_the_hardwares_sectors(
    name: str, record_property: Any
) -> None:
    agree = [row["pattern"] for row in ROWS[name] if not differences(launch(row, zeros()), row)]
    record_property("patterns_equal", f"{len(agree)} of {len(ROWS[name])}")
    assert "stride1" in agree


LDGSTS = "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum"


@pytest.mark.parametrize("name", ["cp_async_4", "cp_async_8"])
def test_an_asynchronous_copy_writes_shared_memory_in_the_hardwares_wavefronts(name: str) -> None:
    """No counter has them; the trace does."""
    kernel = kernel_of(name)
    for row in ROWS[name]:
        kernel.variable("pat")[:] = lanes_of(row).view(np.uint8)
        request = TraceRequest((0,))
        trace = kernel.launch(1, 32, [zeros()], 65536, trace=request).trace
        assert trace is not None
        (warp,) = trace.blocks[0].warps
        copies = [trace.instructions[n].access == "copy" for n in warp.numbers]
        at = (warp.kinds == Event.ACCESS) & np.array(copies)
        assert warp.wavefronts[at].sum() == float(row[LDGSTS] or 0), row["pattern"]


def zeros() -> np.ndarray[Any, Any]:
    """A fresh buffer."""
    return np.zeros(BYTES, np.uint8)


WIDTH = {"1": np.uint8, "2": np.uint16, "4": np.uint32, "8": np.uint32, "16": np.uint32}


@pytest.mark.parametrize(
    "name", [name for name in ROWS if re.match(r"ld_(global|generic_g)", name)]
)
def test_a_load_brings_each_lane_its_own_element(name: str) -> None:
    width = name.rsplit("_", 1)[1]
    for row in ROWS[name]:
        memory = np.random.default_rng(0).integers(0, 256, BYTES, np.uint8)
        elements = memory[:RESULT].view(WIDTH[width]).reshape(RESULT // int(width), -1)
        sums = elements.sum(axis=1, dtype=np.uint32)
        lanes = lanes_of(row)
        expected = np.where(lanes >= 0, sums[np.maximum(lanes, 0)], 0)
        launch(row, memory)
        np.testing.assert_array_equal(
            memory[RESULT:].view(np.uint32)[:32], expected, row["pattern"]
        )


@pytest.mark.parametrize("name", [name for name in ROWS if name.startswith("st_global")])
def test_a_store_leaves_some_lanes_number_at_each_address_and_nothing_elsewhere(name: str) -> None:
    width = name.rsplit("_", 1)[1]
    for row in ROWS[name]:
        memory = np.full(BYTES, 0xEE, np.uint8)
        launch(row, memory)
        elements = memory.view(WIDTH[width]).reshape(BYTES // int(width), -1)
        writers: dict[int, set[int]] = {}
        for lane, index in enumerate(lanes_of(row)):
            if index >= 0:
                writers.setdefault(int(index), set()).add(lane)
        for index, lanes in writers.items():
            assert set(elements[index].tolist()) <= lanes, (row["pattern"], index)
            elements[index] = np.iinfo(WIDTH[width]).max // 255 * 0xEE
        assert (memory == 0xEE).all(), row["pattern"]


@pytest.mark.parametrize("name", ["red_global_u32", "atom_global_u32"])
def test_an_atomic_adds_every_lane_once(name: str) -> None:
    for row in ROWS[name]:
        memory, expected = zeros(), np.zeros(RESULT // 4, np.uint32)
        lanes = lanes_of(row)
        np.add.at(expected, lanes[lanes >= 0], np.arange(32, dtype=np.uint32)[lanes >= 0])
        launch(row, memory)
        np.testing.assert_array_equal(memory[:RESULT].view(np.uint32), expected, row["pattern"])
