"""The virtual GPU's bench: the sum of its launches' times, and a block that ends."""

from __future__ import annotations

import pytest

from kernelscope.devices.virtual import current_gpu
from kernelscope.hardware import gpu
from kernelscope.jobs.virtual_bench import VirtualBench, total_ms
from kernelscope.quantity import Quantity


def test_times_in_sequence_add_up_with_their_intervals() -> None:
    """Microseconds to milliseconds; a time without an interval is one of no width."""
    times = [
        Quantity(200.0, "us", "estimated", 150.0, 260.0, "short"),
        None,
        Quantity(800.0, "us", "estimated", note="long"),
    ]
    total = total_ms(times)
    assert total is not None
    assert (total.unit, total.provenance, total.note) == ("ms", "estimated", "long")
    assert (total.low, total.value, total.high) == pytest.approx((0.95, 1.0, 1.06))


def test_without_a_time_there_is_no_sum() -> None:
    assert total_ms([]) is None
    assert total_ms([None, None]) is None


def test_its_gpu_runs_what_is_inside_its_block_and_nothing_after() -> None:
    """Also if the block ends with an exception."""
    with VirtualBench(gpu("h200")):
        assert current_gpu() is not None
    assert current_gpu() is None
    with pytest.raises(ZeroDivisionError), VirtualBench(gpu("h200")):
        raise ZeroDivisionError
    assert current_gpu() is None
