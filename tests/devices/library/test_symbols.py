"""The full names of PyTorch's kernels are those that an H200 launched."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")

from kernelscope.devices.library.symbols import full_name
from truth.operators import compare
from truth.operators.compare import lines

FILE = Path(compare.__file__).with_name("operators_h200.jsonl.gz")
SQUARE = (4096, 4096)
VECTORIZED = "vectorized_elementwise_kernel"


def add(*shapes: tuple[int, ...], operator: str = "aten.add.Tensor") -> str:
    return full_name(operator, "fp32", shapes, VECTORIZED)


def test_a_recorded_call_has_the_recorded_name() -> None:
    launched = {
        row["name"]: [activity["name"] for activity in row["activities"]]
        for row in lines(FILE)
        if "activities" in row
    }
    assert [add(SQUARE, SQUARE)] == launched["pointwise/add 4096x4096 fp32"]
    product = full_name(
        "aten.mm.default",
        "fp32",
        ((2048, 2048), (2048, 2048)),
        "sm80_xmma_gemm_f32f32_f32f32_f32_tilesize128x256x8",
    )
    assert [product] == launched["product/matmul 2048x2048x2048 fp32"]
    softmax = full_name("aten._softmax.default", "fp32", ((77, 1000),), "softmax_warp_forward")
    assert [softmax] == launched["softmax/softmax 4096x1024 fp32"]


def test_two_tensors_and_a_tensor_with_a_number_have_other_functors() -> None:
    assert "CUDAFunctor_add<float>" in add((7,), (7,))
    assert "CUDAFunctorOnSelf_add<float>" in add((7,))
    assert add((7,), operator="aten.add_.Tensor") == add((7,))


def test_what_was_not_recorded_keeps_the_name_without_arguments() -> None:
    assert full_name("mine.add.Tensor", "fp32", (SQUARE, SQUARE), VECTORIZED) == VECTORIZED
    assert full_name("aten.mm.default", "fp32", ((3, 5), (5, 7)), "sm80_x") == "sm80_x"
