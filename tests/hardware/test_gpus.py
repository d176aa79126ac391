"""The table of GPUs: it agrees with itself and says where it comes from."""

from __future__ import annotations

import json
import re

import pytest

from kernelscope.errors import UsageError
from kernelscope.hardware import GPUS, GPUSpec, gpu
from kernelscope.hardware.ceilings import roofs

LEVELS = ("dram", "l2", "shared")
SPECS = pytest.mark.parametrize("spec", GPUS.values(), ids=list(GPUS))


def test_the_promised_gpus_are_there() -> None:
    assert {"t4", "a10", "a100", "rtx3090", "l4", "l40s", "rtx4090"} <= set(GPUS)
    assert {"h20", "h100", "h200", "gh200", "b200", "b300", "gb200"} <= set(GPUS)
    assert {"rtx5090", "rtxpro6000"} <= set(GPUS)


@SPECS
def test_peak_fp32_follows_from_clock_and_lanes(spec: GPUSpec) -> None:
    lanes = spec.sms * spec.fp32_lanes
    # Marketing clocks are rounded.
    peak = 2 * lanes * spec.sm_clock_mhz / 1e6
    assert peak == pytest.approx(spec.peak_tflops["fp32"], rel=0.02)


@SPECS
def test_peak_fp64_follows_from_clock_and_lanes(spec: GPUSpec) -> None:
    lanes = spec.sms * spec.fp64_lanes
    peak = 2 * lanes * spec.sm_clock_mhz / 1e6
    assert peak == pytest.approx(spec.peak_tflops["fp64"], rel=0.02)


@SPECS
def test_narrower_formats_are_no_slower(spec: GPUSpec) -> None:
    peaks = spec.peak_tflops
    precisions = ("fp32", "tf32", "fp16", "fp8", "fp6", "fp4")
    order = [peaks[precision] for precision in precisions if precision in peaks]
    assert order == sorted(order)
    assert peaks.get("bf16", peaks["fp16"]) == peaks["fp16"]


@SPECS
def test_formats_are_those_of_the_capability(spec: GPUSpec) -> None:
    peaks, sm = spec.peak_tflops, spec.sm
    assert {"tf32" in peaks, "bf16" in peaks} == {sm >= 80}
    assert ("fp8" in peaks) == (sm >= 89)
    assert {"fp6" in peaks, "fp4" in peaks} == {sm >= 100}


@SPECS
def test_gpus_of_one_capability_have_the_same_sm(spec: GPUSpec) -> None:
    """An H20 has fewer lanes for fp64."""
    per_sm = (
        "max_warps_per_sm", "max_blocks_per_sm", "shared_per_sm_bytes", "shared_per_block_bytes",
        "carve_outs_kib", "fp32_lanes", "int_lanes", "xu_lanes", "l1_kib", "most_cluster_blocks",
        "registers_per_sm", "max_threads_per_block",
    )  # fmt: skip
    for other in GPUS.values():
        if other.sm == spec.sm:
            assert [getattr(other, n) for n in per_sm] == [getattr(spec, n) for n in per_sm]


def test_dense_rates_are_those_of_the_specification_without_sparsity() -> None:
    """HGX B200 and B300: 144 PFLOP/s of fp4 for eight with sparsity, 72 and 108 without."""
    assert gpu("b200").peak_tflops["fp4"] == 72e3 / 8
    assert gpu("b300").peak_tflops["fp4"] == 108e3 / 8
    assert gpu("gb200").peak_tflops["fp8"] == 2 * gpu("gb200").peak_tflops["bf16"] == 5000


@SPECS
def test_shared_memory_of_a_block_leaves_the_drivers_kilobyte(spec: GPUSpec) -> None:
    assert spec.shared_reserved_bytes == (1024 if spec.sm >= 80 else 0)
    assert spec.carve_outs_kib[-1] * 1024 == spec.shared_per_sm_bytes


@SPECS
def test_every_row_names_its_sources(spec: GPUSpec) -> None:
    assert {"chip", "dram"} <= set(spec.sources)
    assert all(len(source) > 10 for source in spec.sources.values())
    assert all(quantity.note for quantity in spec.measured.values())


@SPECS
def test_measured_ceilings_are_below_the_specified_ones(spec: GPUSpec) -> None:
    assert all(quantity.provenance == "measured" for quantity in spec.measured.values())
    specified = {r.name: r.rate for r in roofs(spec) if r.rate.provenance == "computed"}
    measured = {r.name: r.rate for r in roofs(spec) if r.rate.provenance == "measured"}
    for name, rate in measured.items():
        assert name == "l2" or 0.5 * specified[name].value < rate.value < specified[name].value


@SPECS
def test_roofs_get_faster_towards_the_sm_and_lead_to_base_units(spec: GPUSpec) -> None:
    found = roofs(spec)
    rate = {name: max(r.rate.value for r in found if r.name == name) for name in LEVELS}
    assert rate["dram"] < rate["l2"] < rate["shared"]
    assert {(r.kind, r.rate.unit) for r in found} == {("memory", "B/s"), ("compute", "FLOP/s")}
    assert all(r.rate.note for r in found)


@SPECS
def test_a_row_is_plain_data_for_records(spec: GPUSpec) -> None:
    data = json.loads(json.dumps(spec.to_json(), allow_nan=False))
    assert data["name"] == spec.name
    assert data["sm"] == spec.sm
    assert data["shared_per_block_bytes"] == spec.shared_per_block_bytes


@pytest.mark.parametrize(
    ("name", "sm", "target"),
    [
        ("t4", 75, "sm_75"),
        ("a100", 80, "sm_80"),
        ("a10", 86, "sm_86"),
        ("l40s", 89, "sm_89"),
        ("rtx3090", 86, "sm_86"),
        ("rtx4090", 89, "sm_89"),
        ("h200", 90, "sm_90a"),
        ("b200", 100, "sm_100a"),
        ("b300", 103, "sm_103a"),
        ("rtx5090", 120, "sm_120a"),
    ],
)
def test_compilers_are_asked_for_the_right_target(name: str, sm: int, target: str) -> None:
    assert (gpu(name).sm, gpu(name).target) == (sm, target)


def test_h200_is_as_it_was_read_on_the_device() -> None:
    h200 = gpu("H200")
    assert (h200.sms, h200.l2_bytes, h200.registers_per_sm) == (132, 60 * 2**20, 65536)
    assert h200.dram_gb_per_s == pytest.approx(3201e6 * 2 * 6016 / 8 / 1e9, rel=1e-3)


@pytest.mark.parametrize("spec", GPUS.values(), ids=GPUS)
def test_the_memory_is_that_of_its_source(spec: GPUSpec) -> None:
    """What the device says, in MiB, or what the maker says, in GB of 10^9 or of 2^30.

    The rate is right to its last digit.
    """
    source = spec.sources["dram"]
    if read := re.search(r"([\d,]+) MiB", source):
        assert spec.dram_bytes // 2**20 == int(read[1].replace(",", ""))
    else:
        size = re.search(r"(\d+) GB\b(?!/)", source)
        assert size is not None
        assert spec.dram_bytes in (int(size[1]) * 10**9, int(size[1]) * 2**30)
    rate = re.search(r"([\d.,]+) ([GT])B/s", source)
    assert rate is not None
    stated = float(rate[1].replace(",", "")) * (1000 if rate[2] == "T" else 1)
    assert spec.dram_gb_per_s == pytest.approx(stated, rel=0.01)


def test_an_unknown_gpu_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        UsageError, match=r"GPU 'h9000' is unknown: did you mean .*there are .*h200"
    ):
        gpu("h9000")
