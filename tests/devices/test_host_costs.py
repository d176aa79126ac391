"""The table of what calls cost the host, against the record of an H200's host."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelscope.devices import host_costs as costs

RECORD = Path(__file__).parent.parent / "truth" / "operators" / "host_costs_h200.json"
RECORDED = json.loads(RECORD.read_text())["costs"]


def host(name: str) -> float:
    return RECORDED[name]["host"]


@pytest.mark.parametrize(
    ("constant", "recorded"),
    [
        (costs.POINTWISE_US, host("add")),
        (costs.VIEW_US, host("view")),
        (costs.LAUNCH_US, host("triton warmed kernel")),
        (costs.CUDA_LAUNCH_US, host("cupy RawKernel")),
        (costs.NUMBA_LAUNCH_US, host("_compile_kernel")),
        (costs.AUTOTUNED_US, host("triton autotuned") - costs.triton_us(4)),
        (costs.GRAPH_REPLAY_US, host("graph replay 1")),
        (
            costs.GRAPH_NODE_US,
            (RECORDED["graph replay 100"]["event"] - RECORDED["graph replay 10"]["event"]) / 90,
        ),
        (costs.SYNCHRONIZE_US, host("synchronize")),
        (costs.EVENT_RECORD_US, host("event record")),
        (costs.EVENT_US, host("event")),
        (costs.CLOCK_US, host("perf_counter")),
        (costs.BACKWARD_AGAIN_US, host("add backward")),
    ],
)
def test_a_cost_is_the_records(constant: float, recorded: float) -> None:
    assert constant == pytest.approx(recorded, rel=0.05)


@pytest.mark.parametrize(("arguments"), [3, 10, 20])
def test_a_launch_through_triton_costs_by_its_arguments(arguments: int) -> None:
    recorded = host(f"triton {arguments} arguments")
    assert costs.triton_us(arguments) == pytest.approx(recorded, rel=0.02)


@pytest.mark.parametrize("kind", ["SGD", "Adam", "AdamW"])
@pytest.mark.parametrize(("way", "word"), [("loop", "foreach=False"), ("fused", "fused=True")])
def test_a_step_costs_more_than_its_operators_for_each_parameter(
    kind: str, way: str, word: str
) -> None:
    few, many = (host(f"{kind} {word} {count} parameters") for count in (8, 24))
    # Launches for each parameter in a loop; none more in one kernel for all.
    own = {"SGD": 1, "Adam": 7, "AdamW": 8}[kind] * costs.POINTWISE_US * 16 * (way == "loop")
    added = costs.step_us(kind, way, 24) - costs.step_us(kind, way, 8)
    assert own + added == pytest.approx(many - few, rel=0.05)


def test_what_was_not_measured_adds_nothing() -> None:
    assert costs.step_us("Muon", "foreach", 8) == 0
