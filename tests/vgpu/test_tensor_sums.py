"""How tensor cores of each architecture add: compiled code and the interpreter, by the GPU."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.hardware import gpu as find_gpu
from kernelscope.vgpu.interpreter import launch as interpreter
from truth.sum_cases import DATA, Case, Data, bits_of, input_of, sums_in, text_of

HALF = Case("mma", "f16", "f16", "f32", 16)
CASES = (HALF, Case("mma", "bf16", "bf16", "f32", 8), Case("mma", "tf32", "tf32", "f32", 8),
         Case("mma", "f16", "f16", "f16", 16), Case("mma", "e4m3", "e5m2", "f32", 32),
         Case("mma", "e4m3", "e4m3", "f16", 16))  # fmt: skip
GPUS = ("a100", "rtx3090", "rtx4090", "h200", "b200")


def outcome(case: Case, gpu: str, data: Data, *, compiled: bool = True) -> np.ndarray:
    """The bits of the sums on a GPU."""
    sm = find_gpu(gpu).sm
    text = text_of(case).replace("sm_90a", f"sm_{min(sm, 90)}")
    kernel = vgpu.load_ptx(text, gpu).kernel("k")
    arrays = input_of(case, data)
    if compiled:
        kernel.launch((1, 1, 1), (128, 1, 1), arrays)
    else:
        interpreter.launch(kernel.lowered(), (1, 1, 1), (128, 1, 1), arrays)
    return sums_in(case, arrays[-1])


@pytest.mark.parametrize(
    ("case", "gpu"),
    [
        pytest.param(case, gpu, id=f"{case.mnemonic} {gpu}")
        for case, gpu in itertools.product(CASES, GPUS)
        if case.at[0] != "e" or gpu not in ("a100", "rtx3090")
    ],
)
def test_compiled_code_adds_as_the_model_of_its_gpu(case: Case, gpu: str) -> None:
    """And so does the interpreter, whatever the numbers are."""
    for data in DATA:
        drawn = Data.of(case, data, 1)
        wanted = bits_of(case, drawn.wanted(case, find_gpu(gpu).sm))
        np.testing.assert_array_equal(outcome(case, gpu, drawn), wanted, data)
    specified = outcome(case, gpu, drawn, compiled=False)
    np.testing.assert_array_equal(specified, wanted)


def test_code_of_one_gpu_is_not_that_of_another() -> None:
    """One text, in one cache; 24 bits below the largest exponent are kept on Ampere, 25 later."""
    drawn = Data.of(HALF, "near", 1)
    text = text_of(HALF).replace("sm_90a", "sm_80")
    results = []
    for gpu in ("a100", "h200", "a100"):
        arrays = input_of(HALF, drawn)
        vgpu.load_ptx(text, gpu).kernel("k").launch((1, 1, 1), (128, 1, 1), arrays)
        results.append(arrays[-1])
    assert (results[0] == results[2]).all()
    assert (results[0] != results[1]).any()
