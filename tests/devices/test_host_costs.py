"""The table of what calls cost the host, against the record of an H200's host."""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices import host_costs as costs  # noqa: E402
from kernelscope.devices.executed import Executed  # noqa: E402
from truth.operators.compare import lines  # noqa: E402
from truth.operators.python_costs import STRETCHES  # noqa: E402

TRUTH = Path(__file__).parent.parent / "truth" / "operators"
RECORDED = json.loads((TRUTH / "host_costs_h200.json").read_text())["costs"]
VISITS = json.loads((TRUTH / "host_paths_h200.json").read_text())["visits"]
PYTHON = json.loads((TRUTH / "python_costs_h200.json").read_text())["us"]


def host(name: str) -> float:
    return RECORDED[name]["host"]


@pytest.mark.parametrize(
    ("constant", "recorded"),
    [
        (costs.HOST.pointwise_us, host("add")),
        (costs.HOST.view_us, host("view")),
        (costs.HOST.launch_us, host("triton warmed kernel")),
        (costs.HOST.cuda_launch_us, host("cupy RawKernel")),
        (costs.HOST.numba_launch_us, host("_compile_kernel")),
        (costs.HOST.autotuned_us, host("triton autotuned") - costs.triton_us(4)),
        (costs.HOST.replay_us, host("graph replay 1")),
        (costs.HOST.synchronize_us, host("synchronize")),
        (costs.HOST.event_record_us, host("event record")),
        (costs.HOST.event_us, host("event")),
        (costs.HOST.clock_us, host("perf_counter")),
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
    own = {"SGD": 1, "Adam": 7, "AdamW": 8}[kind] * costs.HOST.pointwise_us * 16 * (way == "loop")
    added = costs.step_us(kind, way, 24) - costs.step_us(kind, way, 8)
    assert own + added == pytest.approx(many - few, rel=0.05)


def visited(name: str) -> float:
    """Return the least cost of two visits, in µs where an addition takes 6.4."""
    addition = statistics.mean(visit["costs"]["add"]["host"] for visit in VISITS)
    return min(v["costs"][name]["host"] for v in VISITS) * costs.HOST.pointwise_us / addition


@pytest.mark.parametrize("kind", ["Adagrad", "RMSprop", "NAdam", "RAdam", "Adadelta", "Adamax"])
def test_a_step_on_lists_costs_as_much_more_for_each_parameter_on_another_host(kind: str) -> None:
    few, many = (visited(f"{kind} {count} parameters") for count in (8, 24))
    added = costs.step_us(kind, "foreach", 24) - costs.step_us(kind, "foreach", 8)
    assert added == pytest.approx(many - few, rel=0.02)  # its operators are on lists of any length
    assert 0.4 * few < costs.step_us(kind, "foreach", 8) < few


def test_what_was_not_measured_adds_nothing() -> None:
    assert costs.step_us("Muon", "foreach", 8) == 0


def on_one_scale(path: Path) -> dict[str, tuple[float, int]]:
    """Return a record's calls: µs of the host where an addition takes 6.4, and launches."""
    rows = [row for row in lines(path) if row.get("clocks") and row.get("activities")]
    pointwise = [
        row["clocks"]["host"]
        for row in rows
        if row["name"].startswith("pointwise/") and len(row["activities"]) == 1
    ]
    scale = costs.HOST.pointwise_us / statistics.median(pointwise)
    return {row["name"]: (scale * row["clocks"]["host"], len(row["activities"])) for row in rows}


@pytest.mark.parametrize(
    ("call", "operator", "views"),
    [
        ("product/matmul ", "mm", 0),
        ("softmax/softmax ", "_softmax", 0),
        ("norm/layer_norm ", "native_layer_norm", 0),
        ("index/embedding ", "embedding", 0),
        ("reduce/sum ", "sum", 0),
        ("copy/to_half ", "copy_", 1),
        ("sort/topk ", "topk", 0),
        ("random/normal_in_place ", "normal_", 0),
    ],
)
def test_an_operator_costs_what_two_hosts_show(call: str, operator: str, views: int) -> None:
    x = torch.ones(4)
    found = [
        us
        - (launches - 1) * costs.HOST.next_launch_us
        - views * costs.HOST.group("operator")["empty"]
        for name in ("operators_h200.jsonl.gz", "again_h200.jsonl.gz")
        for title, (us, launches) in on_one_scale(TRUTH / name).items()
        if title.startswith(call)
    ]
    assert costs.operator_us(operator, True, [x, x]) == pytest.approx(
        statistics.median(found), rel=0.25
    )


def test_instructions_cost_what_stretches_of_python_take_beside_a_gpu() -> None:
    """The figures of instructions come from these 34, so this holds that they still fit."""
    ratios: list[float] = []
    for name, run in STRETCHES.items():
        if name == "nothing":
            continue
        run()
        counter = Executed(time.thread_time)
        counter.start()
        run()
        counter.stop()
        row = PYTHON[name]
        ratios.append(counter.us / (row["beside"] / row["addition"] * costs.HOST.pointwise_us))
    near = [sum(1 - by <= ratio <= 1 + by for ratio in ratios) for by in (0.25, 0.5)]
    assert near[0] >= 0.5 * len(ratios)
    assert near[1] >= 0.75 * len(ratios)
    assert statistics.median(ratios) == pytest.approx(1, abs=0.15)
