"""Measured ceilings: the kernels move and compute what the rates are divided by."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
import torch

from kernelscope.devices.virtual import virtual_gpu
from kernelscope.hardware import GPUS, gpu
from kernelscope.measure import ceilings
from kernelscope.measure.ceilings import Sizes, measure_ceilings

# Few SMs: the grids follow from them, and the virtual GPU executes every block.
SMALL = dataclasses.replace(gpu("h200"), sms=2, l2_bytes=1 << 18)
LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
STORES = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"


@pytest.mark.parametrize("loop", [True, False])
@pytest.mark.parametrize("name", ["copy", "fill", "sum"])
def test_a_stream_moves_the_bytes_that_its_rate_is_made_of(name: str, loop: bool) -> None:
    """Sectors of 32 bytes, counted; copy and fill also leave the values there."""
    x, y = torch.ones(20_000), torch.zeros(20_000)
    with virtual_gpu("h200") as device:
        moved = ceilings.stream(name, SMALL, x, y, 3, loop=loop)
    counters = device.launches[-1].counters
    assert 32 * (counters.get(LOADS, 0) + counters.get(STORES, 0)) == moved
    assert y.unique().tolist() == {"copy": [1.0], "fill": [5000.0], "sum": [0.0]}[name]


def test_the_shared_memory_kernel_reads_128_bytes_a_wavefront() -> None:
    """As fast as banks allow: no conflict, so that the bytes over the time are the ceiling."""
    with virtual_gpu("h200") as device:
        moved = ceilings.shared_loads(SMALL, torch.zeros(2), 32)
    counters = device.launches[-1].counters
    wavefronts = counters["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"]
    assert 128 * wavefronts == moved
    assert counters["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"] == 0


@pytest.mark.parametrize(("dtype", "name"), [(torch.float32, "fp32"), (torch.float64, "fp64")])
def test_the_chains_compute_the_operations_that_their_rate_is_made_of(
    dtype: torch.dtype, name: str
) -> None:
    """All but the additions that gather the chains at the end, which are not counted in."""
    with virtual_gpu("h200") as device:
        flops = ceilings.multiply_adds(SMALL, torch.full((2,), 0.5, dtype=dtype), 64)
    counted = device.launches[-1].counters[f"kernelscope__flops_{name}.sum"]
    assert flops <= counted <= 1.02 * flops


def test_a_rate_is_work_over_seconds_and_the_best_of_the_sizes() -> None:
    """With a clock that says one second, then two, … the first and largest wins."""
    turns = itertools.count(1)
    sizes = Sizes(
        dram_bytes=(1 << 16, 1 << 17),
        l2_shares=(4,),
        l2_repeats=2,
        shared_repeats=8,
        chain_repeats=8,
        matmul_edges=(16,),
    )
    with virtual_gpu("h200"):
        found = measure_ceilings(
            SMALL, device="cpu", seconds=lambda _run: float(next(turns)), sizes=sizes
        )
    assert found["copy"].value == pytest.approx((1 << 16) / 1e9)
    assert found["l2"].value == pytest.approx((1 << 16) * 2 / 13 / 1e9)
    assert {"shared", "fma_fp32", "fma_fp64", "matmul_fp32", "matmul_bf16"} <= set(found)
    assert all(rate.provenance == "measured" and rate.note for rate in found.values())


def test_the_sizes_lie_well_beyond_every_l2_or_well_within() -> None:
    """Two arrays that L2 holds would not measure the memory; two that it drops, not L2."""
    sizes = Sizes()
    largest = max(known.l2_bytes for known in GPUS.values())
    assert min(sizes.dram_bytes) >= 2 * largest
    assert list(sizes.dram_bytes) == sorted(set(sizes.dram_bytes))
    assert min(sizes.l2_shares) >= 2


@pytest.mark.gpu
def test_ceilings_of_a_real_gpu_lie_under_its_specification() -> None:
    """Not above what the maker says, and not absurdly below."""
    from kernelscope.devices.resolve import resolve
    from kernelscope.hardware.ceilings import roofs

    spec = resolve("cuda").spec
    found = measure_ceilings(spec)
    known = dataclasses.replace(spec, measured=found)
    specified = {r.name: r.rate.value for r in roofs(known) if r.rate.provenance == "computed"}
    measured = {r.name: r.rate.value for r in roofs(known) if r.rate.provenance == "measured"}
    assert {"dram", "l2", "shared", "fp32", "bf16"} <= set(measured)
    for name, rate in measured.items():
        assert name not in specified or 0.4 < rate / specified[name] < 1.02
    assert measured["dram"] < measured["l2"] < measured["shared"]
