"""Roofline: which ceiling holds, how far a time is from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelscope.errors import UsageError
from kernelscope.hardware.roofline import (
    compute_ceiling,
    intensity,
    memory_ceiling,
    roofline,
    standing,
)
from kernelscope.quantity import Quantity

MS = 1e-3


def test_the_h200_is_held_against_its_measured_copy_and_matmul() -> None:
    memory = memory_ceiling("h200")
    assert (memory.value, memory.unit, memory.provenance) == (4282, "GB/s", "measured")
    compute = compute_ceiling("h200", "bf16", matmul=True)
    assert (compute.value, compute.unit, compute.provenance) == (713, "TFLOP/s", "measured")


def test_a_gpu_without_measurements_is_held_against_its_specification() -> None:
    memory = memory_ceiling("a100")
    assert (memory.value, memory.provenance) == (2039, "computed")
    assert "datasheet" in memory.source
    assert compute_ceiling("a100", "bf16", matmul=True).value == 312


def test_elementwise_work_in_half_precision_is_held_against_fp32() -> None:
    assert compute_ceiling("h200", "bf16").value == 66.9
    assert compute_ceiling("h200", "fp64").value == 33.5


def test_a_precision_that_the_gpu_lacks_is_refused_with_those_it_has() -> None:
    with pytest.raises(UsageError, match="it has fp64, fp32, tf32, bf16, fp16"):
        compute_ceiling("a100", "fp8", matmul=True)


def test_attainable_rates_meet_at_the_ridge() -> None:
    roof = roofline("h200", "bf16", matmul=True)
    assert roof.ridge == pytest.approx(713e12 / 4282e9)
    assert roof.attainable_tflops(roof.ridge) == pytest.approx(713)
    assert roof.attainable_tflops(1) == pytest.approx(4.282)
    assert roof.limit(roof.ridge * 0.99) is roof.memory
    assert roof.limit(roof.ridge * 1.01) is roof.compute


@given(low=st.floats(0, 1e6), more=st.floats(0, 1e6))
def test_attainable_rates_never_fall_with_intensity(low: float, more: float) -> None:
    roof = roofline("rtx4090")
    assert roof.attainable_tflops(low) <= roof.attainable_tflops(low + more)


def test_intensity_is_flops_over_bytes() -> None:
    assert intensity(6, 3) == 2
    assert intensity(0, 0) == 0
    assert intensity(1, 0) == float("inf")


def test_the_measured_fused_gelu_stands_at_its_measured_percentage() -> None:
    # 16384^2 fp32: 0.507 ms, measured as 98.9 % of copy.
    size = 16384**2 * 4
    time = Quantity(0.507, "ms", "measured", 0.505, 0.509)
    found = standing("h200", time_ms=time, bytes_moved=2 * size, flops=8 * size / 4)
    assert found.percent_of_limit.value == pytest.approx(98.9, abs=0.1)
    assert found.limit.name == "measured copy"
    assert found.throughput.unit == "GB/s"
    assert found.throughput.low is not None
    assert found.throughput.low < found.throughput.value
    assert found.floor_ms == pytest.approx(2 * size / 4814e9 / MS)


def test_a_measured_matmul_stands_at_its_share_of_the_measured_roof() -> None:
    flops = 2 * 8192**3
    time = Quantity(flops / 679e12 / MS, "ms", "measured")
    found = standing(
        "h200",
        time_ms=time,
        bytes_moved=3 * 8192**2 * 2,
        flops=flops,
        precision="bf16",
        matmul=True,
    )
    assert found.throughput.value == pytest.approx(679)
    assert found.percent_of_limit.value == pytest.approx(100 * 679 / 713)


def test_a_percentage_has_the_provenance_of_its_time() -> None:
    time = Quantity(1, "ms", "estimated")
    found = standing("h200", time_ms=time, bytes_moved=1e9, flops=0)
    assert found.percent_of_limit.provenance == "estimated"


def test_the_longest_time_is_the_lowest_rate_and_percentage() -> None:
    """The interval turns round: 1 ms within 0.5 … 2 ms is 1 TB/s within 0.5 … 2 TB/s."""
    time = Quantity(1, "ms", "measured", 0.5, 2)
    found = standing("h200", time_ms=time, bytes_moved=1e9, flops=0)
    rate, percent = found.throughput, found.percent_of_limit
    assert (rate.low, rate.value, rate.high) == pytest.approx((500, 1000, 2000))
    shares = [100 * value / found.limit.value for value in (500, 1000, 2000)]
    assert [percent.low, percent.value, percent.high] == pytest.approx(shares)


def test_no_time_and_no_work_have_no_rate() -> None:
    with pytest.raises(UsageError, match="positive time"):
        standing("h200", time_ms=Quantity(0, "ms", "measured"), bytes_moved=1, flops=1)
    with pytest.raises(UsageError, match="some bytes"):
        standing("h200", time_ms=Quantity(1, "ms", "measured"), bytes_moved=0, flops=0)
