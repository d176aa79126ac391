"""Well-written kernels are not blamed: our own operations, torch.compile's kernels, tutorials."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import kernelscope as ks
from families import exhaustive
from kernelscope.devices.operators import OperatorRecorder
from kernelscope.diagnose import Evidence, find
from kernelscope.jobs.rows import precision_of
from kernelscope.jobs.traffic import bytes_moved
from kernelscope.operation import load_operation, operation_names
from kernelscope.record import Finding, LaunchRecord, OperatorRecord
from kernelscope.vgpu.runtime.settings import change_settings, restore_settings

# True alarms on our own kernels at the default cases, and why they stand.
TRUE = {
    # Ordinary multiply-adds on bf16, as its first line says: it is there to be compared with.
    ("matmul", "cuda"): {"tensor-cores-unused"},
    # fp32 without tf32 leaves Triton's dot no tensor cores, and its operands lie badly in shared
    # memory; 256 x 256 results are 16 tiles.
    ("mlp", "triton"): {"small-grid", "bank-conflicts"},
}


def problems(name: str, implementation: str) -> set[str]:
    """The rules with an estimated gain on the default case."""
    operation = load_operation(name)
    case = operation.case(device="cpu")
    inputs = operation.inputs(case)
    with ks.virtual_gpu("h200") as gpu, OperatorRecorder(gpu):
        operation.implementations[implementation](*inputs)  # makes modules, compiles
        before = len(gpu.events)
        operation.implementations[implementation](*inputs)
    events = gpu.events[before:]
    launches = tuple(event for event in events if isinstance(event, LaunchRecord))
    operators = tuple(event for event in events if isinstance(event, OperatorRecord))
    moved = bytes_moved(launches, operators, operation.work(case))
    found = find(Evidence(gpu.spec, launches, operators, moved, precision_of(case)))
    assert any(one.rule.endswith("-bound") for one in found)
    return blamed(found)


def blamed(found: tuple[Finding, ...]) -> set[str]:
    return {one.rule for one in found if one.estimated_gain is not None}


def well_written() -> list[Any]:
    """One of each operation, one of each style, and those with a true alarm; the others differ from
    these in which sums they do.
    """
    seen: set[str] = set()
    cases: list[Any] = []
    for name in operation_names():
        for one in load_operation(name).select(None):
            if one.style == "naive" or "max-autotune" in one.name or one.name == "load-inline":
                continue
            case = name, one.name
            kept = {name, one.style} - seen or case in TRUE
            cases.append(case if kept else exhaustive(*case))
            seen |= {name, one.style}
    return cases


@pytest.mark.triton
@pytest.mark.parametrize(("name", "implementation"), well_written())
def test_a_well_written_implementation_is_not_blamed(name: str, implementation: str) -> None:
    """At its default case; the limit is named, and nothing else."""
    if implementation == "numba":
        pytest.importorskip("numba.cuda")
    assert problems(name, implementation) == TRUE.get((name, implementation), set())


@pytest.mark.triton
def test_the_naive_forms_are_blamed() -> None:
    """The silence of the others is not that of rules which never speak."""
    for name in ("gelu", "softmax", "matmul-gelu"):
        assert "unfused-operators" in problems(name, "naive")


@pytest.mark.triton
def test_softmax_on_the_tutorials_rows_is_not_blamed() -> None:
    """1823 rows of 781 in blocks of 1024: a quarter is padding, which a power of two costs."""
    with ks.virtual_gpu("h200") as gpu:
        load_operation("softmax").implementations["triton"](torch.randn(1823, 781))
    assert blamed(find(Evidence(gpu.spec, gpu.launches))) == set()


@pytest.mark.triton
def test_inductors_layer_norm_is_not_blamed() -> None:
    """A reduction and an elementwise part, in one kernel that torch.compile wrote."""
    norm = torch.compile(lambda x: torch.nn.functional.layer_norm(x, x.shape[-1:]))
    with ks.virtual_gpu("h200") as gpu:
        norm(torch.randn(2048, 1024))
    assert gpu.launches
    assert blamed(find(Evidence(gpu.spec, gpu.launches))) == set()


@pytest.mark.triton
@pytest.mark.parametrize("n", [1_100_000, 2_200_000, exhaustive(1_700_000), exhaustive(4_194_304)])
def test_rows_of_equal_time_and_bytes_have_equal_findings(n: int) -> None:
    """PyTorch's add and Triton's: at 9.21 µs one was launch-bound and the other memory-bound.

    By the counts alone their times are equal.
    """
    before = change_settings(fast_time=True)
    try:
        rows = ks.compare(
            "vector-add", device="virtual:h200", n=n, only="torch,triton,numba", nasty=False
        ).record.rows
    finally:
        restore_settings(before)
    said = {
        (row.time_ms.value, row.bytes.moved): {finding.message for finding in row.findings}
        for row in rows
        if row.time_ms is not None and row.bytes is not None
    }
    assert {round(1e3 * time, 1) for time, _ in said} == {round(1e3 * next(iter(said))[0], 1)}, (
        "the rows are not of equal time: choose another size"
    )
    assert len({frozenset(messages) for messages in said.values()}) == 1
