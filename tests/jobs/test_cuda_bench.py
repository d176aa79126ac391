"""The real GPU's bench with clocks handed in, so that its rules are tested with no GPU."""

from __future__ import annotations

import pytest
import torch

from kernelscope.hardware import gpu
from kernelscope.jobs.cuda_bench import CudaBench, operators_of
from kernelscope.measure.clocks import Timings
from kernelscope.operation import Operation, Work

SIZE = 4096 * 4096 * 4
SAMPLES = {"cold": [0.05] * 9, "warm": [0.04] * 9, "host": [0.01] * 9, "graph": [0.04] * 9}


@pytest.fixture
def operation() -> Operation:
    """A copy of 4096 x 4096 floats in its work model, of a small tensor in fact."""
    copy = Operation(
        "copy",
        axes={"n": 4096, "dtype": torch.float32},
        inputs=lambda case: (torch.ones(4, 4),),
        reference=lambda x: x + 0,
        work=lambda case: Work(read=SIZE, written=SIZE),
    )
    copy.implementation("naive")(lambda x: (x + 1) - 1)
    copy.implementation("triton")(lambda x: x.clone())
    return copy


def observe(operation: Operation, samples: dict, clock=None) -> dict:
    bench = CudaBench(
        gpu("h200"),
        clock or (lambda: 0.0),
        lambda runs: {name: Timings(samples, {}) for name in runs},
    )
    implementations = list(operation.implementations.values())
    case = operation.case(device="cpu")
    for one in implementations:
        bench.run(one, *operation.inputs_of(case))
        bench.run(one, *operation.inputs_of(case))
    return bench.observe(implementations, operation, case)


def test_the_time_is_the_cold_one_measured(operation: Operation):
    """The table's time is that with a cold L2; the others stand beside it, all measured."""
    seen = observe(operation, SAMPLES)["triton"]
    assert (seen.time_ms.value, seen.time_ms.provenance) == (0.05, "measured")
    assert seen.timings["warm"].value == 0.04
    assert {q.provenance for q in seen.timings.values()} == {"measured"}


def test_a_run_gives_back_what_the_implementation_returned(operation: Operation):
    """Whoever checks results gets them, from the third call on without a clock."""
    ticks = iter(range(100))
    bench = CudaBench(gpu("h200"), lambda: float(next(ticks)), lambda runs: {})
    x = torch.full((4, 4), 3.0)
    for _ in range(3):
        result = bench.run(operation.implementations["triton"], x)
        assert torch.equal(result, x)
        assert result is not x


def test_first_call_and_compile_time_are_apart(operation: Operation):
    """A first call of 900 ms and a second of 100 ms compiled for 800 ms."""
    times = iter((0.0, 0.9, 1.0, 1.1, 2.0, 2.5, 3.0, 3.5))
    timings = observe(operation, SAMPLES, lambda: next(times))["naive"].timings
    assert timings["first_call"].value == pytest.approx(900)
    assert timings["compile"].value == pytest.approx(800)


def test_a_time_below_the_floor_is_flagged(operation: Operation):
    """134 MB in 10 µs is 13 TB/s: no H200 does that from memory."""
    seen = observe(operation, SAMPLES | {"cold": [0.01] * 9})["triton"]
    assert any(w.startswith("cold: ") and "physical floor" in w for w in seen.warnings)


def test_methods_that_disagree_are_flagged(operation: Operation):
    """Events and graph a factor of four apart."""
    seen = observe(operation, SAMPLES | {"graph": [0.16] * 9})["triton"]
    assert any("two methods disagree" in warning for warning in seen.warnings)


def test_one_that_fails_while_timed_leaves_the_others(operation: Operation):
    """It was right when checked, and raises now: its row has no time and says why."""
    calls = []

    def tired(x):
        calls.append(x)
        if len(calls) > 2:
            raise RuntimeError("out of luck")
        return x.clone()

    operation.implementation("tired")(tired)
    seen = observe(operation, SAMPLES)
    assert seen["tired"].time_ms is None
    assert "out of luck" in seen["tired"].warnings[0]
    assert seen["triton"].time_ms is not None


def test_only_what_pytorch_shows_whole_has_operators(operation: Operation):
    """A Triton kernel is no operator: half a count would be worse than none."""
    seen = observe(operation, SAMPLES)
    assert [o.name for o in seen["naive"].operators] == ["aten.add.Tensor", "aten.sub.Tensor"]
    assert seen["triton"].operators == ()


def test_operators_on_a_real_gpu_carry_no_estimated_time():
    """Their bytes are computed; a time would be mistaken for a measured one."""
    (operator,) = operators_of(gpu("h200"), lambda x: x + 1, (torch.ones(8),))
    assert (operator.bytes_read, operator.bytes_written, operator.time_us) == (32, 32, None)
