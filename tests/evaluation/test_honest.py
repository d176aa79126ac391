"""Honest kernels are accepted: every implementation of this project's operations that has one."""

from __future__ import annotations

from pathlib import Path

import pytest

import kernelscope as ks
from families import by_kind
from kernelscope.operation import load_operation, operation_names

# Their time is that of PyTorch's own products: a problem that wants kernels refuses them for it.
LIBRARY = ("matmul/compile", "matmul-gelu/compile", "mlp/compile")
STYLES = ("compile", "triton", "cuda", "numba")
SMALL = {"vector-add": "n=5000", "mlp": ""}
# One quick one always, and one of each other way to write kernels with `make test-all`.
QUICK = ("vector-add/triton",)
SLOW = ("square/cuda", "square/numba", "softmax/compile")


def honest() -> list[object]:
    found: list[object] = []
    for name in operation_names():
        for implementation in load_operation(name).implementations.values():
            label = f"{name}/{implementation.name}"
            # max-autotune times candidates, which needs a real GPU.
            tuned = "max-autotune" in label
            if implementation.style in STYLES and not tuned and label not in LIBRARY:
                mark = pytest.mark.slow if label in SLOW else pytest.mark.exhaustive
                marks = [pytest.mark.triton] if label in QUICK else [mark]
                found.append(pytest.param(label, marks=marks))
    return found


def case_of(name: str) -> str:
    """Sizes that a virtual GPU runs in a moment."""
    if name in SMALL:
        return SMALL[name]
    axes = load_operation(name).default.axes
    sizes = [axis for axis, value in axes.items() if type(value) is int and value >= 16]
    return ",".join(f"{axis}=128" for axis in sizes)


def evaluated(label: str, folder: Path) -> ks.EvaluationResult:
    name, _, implementation = label.partition("/")
    function = load_operation(name).implementations[implementation].function
    submission = folder / "submission.py"
    submission.write_text(f"from {function.__module__} import {function.__name__} as solution\n")
    return ks.evaluate(name, submission, case=case_of(name), seconds=300.0)


@pytest.mark.slow
@pytest.mark.parametrize("label", by_kind(LIBRARY, lambda _: "a product and little else"))
def test_what_is_mostly_a_library_call_is_named_as_one(label: str, tmp_path: Path) -> None:
    result = evaluated(label, tmp_path)
    assert {reason.kind for reason in result.reasons} == {"library-call"}
    assert result.record.library[0].name.endswith("mm.out")


@pytest.mark.long("a judgement has a process for each trial")
@pytest.mark.parametrize("label", honest())
def test_an_honest_kernel_is_accepted(label: str, tmp_path: Path) -> None:
    result = evaluated(label, tmp_path)
    assert result.accepted, result.table(200)
    assert result.score > 0
    assert not [one for one in result.record.trials if one.status == "refused"]
