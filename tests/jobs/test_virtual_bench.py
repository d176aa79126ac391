"""The virtual GPU's bench: the sum of its launches' times, and a block that ends."""

from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

from kernelscope.devices.virtual import current_gpu
from kernelscope.hardware import gpu
from kernelscope.hardware.timing import EVENT_US
from kernelscope.jobs.virtual_bench import VirtualBench, total_ms
from kernelscope.operation import Implementation, load_operation
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
    events = EVENT_US / 1e3  # each time has two of its own, the whole has two
    sums = (0.95 - events, 1.0 - events, 1.06 - events)
    assert (total.low, total.value, total.high) == pytest.approx(sums)


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


def _double(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, 2 * tl.load(x + at, mask=at < n), mask=at < n)


plain = triton.jit(_double)
tuned = triton.autotune([triton.Config({"BLOCK": size}) for size in (512, 1024)], key=["n"])(
    triton.jit(_double)
)


@pytest.mark.triton
def test_an_autotuners_trials_leave_nothing_in_l2() -> None:
    """A large case runs once, behind the trials. With x in L2 it would be the fastest of equals."""
    n = 1 << 21
    x, y = torch.ones(n), torch.empty(n)
    both = (
        Implementation("plain", "triton", lambda: plain[(n // 1024,)](x, y, n, BLOCK=1024)),
        Implementation("tuned", "triton", lambda: tuned[lambda at: (n // at["BLOCK"],)](x, y, n)),
    )
    operation = load_operation("vector-add")
    with VirtualBench(gpu("h200")) as bench:
        for one in both:
            bench.run(one)
            bench.keep(one)
        seen = bench.observe(both, operation, operation.default)
    assert [launch.in_l2 for one in seen.values() for launch in one.launches] == [0.0, 0.0]
    times = [one.time_ms for one in seen.values()]
    assert None not in times
    plain_ms, tuned_ms = (time.value for time in times if time is not None)
    assert tuned_ms == pytest.approx(plain_ms, rel=0.02)  # the tuner may choose the other size
    assert tuned_ms <= plain_ms
