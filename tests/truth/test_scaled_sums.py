"""How Blackwell's tensor cores add products of 4, 6 and 8-bit floats, scaled in blocks or not: the
bits of a published model, which `scaled_cases.py` records.
"""

from __future__ import annotations

import dataclasses
import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from truth.scaled_cases import (
    DATA,
    KEPT,
    Case,
    Data,
    bits_of,
    cases,
    input_of,
    published,
    sums_in,
    text_of,
)

Array = np.ndarray[Any, Any]
RECORD = Path(__file__).resolve().parent / "sums_mmasim.npz"
MODEL = "mmasim 2.1.1 is not installed: `pip install --no-deps mmasim==2.1.1`; it needs torch"
PAIRS = {"e4m3": "e5m2", "e5m2": "e2m3", "e2m1": "e3m2", "e3m2": "e2m1", "e2m3": "e4m3"}
SPARSE = [
    dataclasses.replace(case, sparse=True)
    for case in cases()
    if case.is_packed or PAIRS[case.at] == case.bt
]
EVERY = pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.mnemonic)


@functools.cache
def recorded() -> dict[str, Array]:
    """The bits of sums, [products, 16, 8], by the instruction and the kind of data."""
    assert RECORD.exists(), f"{RECORD.name} is missing; scaled_cases.py says how to record it"
    stored = np.load(RECORD)
    return {name: stored[name] for name in stored.files}


def test_the_record_has_every_case() -> None:
    """A new case needs a run; scaled_cases.py says how."""
    assert set(recorded()) == {f"{case.mnemonic} {data}" for case in cases() for data in DATA}


@EVERY
def test_the_definition_and_compiled_code_give_what_is_published(case: Case) -> None:
    """Every type, and five kinds of data."""
    kernel = vgpu.load_ptx(text_of(case), gpu="rtx5090").kernel("k")
    for data in DATA:
        theirs, given = recorded()[f"{case.mnemonic} {data}"], Data.of(case, data, KEPT)
        np.testing.assert_array_equal(bits_of(case, given.wanted(case)), theirs, data)
        arrays = input_of(case, given)
        kernel.launch((KEPT, 1, 1), (32, 1, 1), arrays)
        np.testing.assert_array_equal(sums_in(case, arrays[-1]), theirs, data)


@EVERY
def test_the_record_is_what_the_model_gives(case: Case) -> None:
    """By another program."""
    pytest.importorskip("mmasim.nv_ptx.sim", reason=MODEL)
    for data in DATA:
        theirs = published(case, Data.of(case, data, KEPT))
        np.testing.assert_array_equal(recorded()[f"{case.mnemonic} {data}"], theirs, data)


@pytest.mark.parametrize("case", SPARSE, ids=lambda case: case.mnemonic)
def test_compiled_code_is_as_the_interpreter_whatever_a_sparse_a_has(case: Case) -> None:
    """Any bits, with scales near 1, and with any. Of pairs of types some: dense ones have all."""
    draw = np.random.default_rng(0)
    sums = 2 if case.dt == "f16" else 4
    given = draw.integers(0, 1 << 32, (2, 8 + sums + 3, 32), np.uint32)
    near = draw.standard_normal((sums, 32)).astype(np.float32).view(np.uint32)
    given[0, 8 : 8 + sums] = near if case.dt == "f32" else given[0, 8 : 8 + sums] & 0x3FFF3FFF
    least = 0x2C if case.scale == "ue4m3" else 122
    given[0, 8 + sums : 10 + sums] = draw.integers(least, least + 12, (2, 128), np.uint8).view("u4")
    text, results = text_of(case), [np.zeros(2 * sums * 32, np.uint32) for _ in range(2)]
    kernel = vgpu.load_ptx(text, gpu="rtx5090").kernel("k")
    kernel.launch((2, 1, 1), (32, 1, 1), [given.reshape(-1), results[0]])
    arguments = [given.reshape(-1), results[1]]
    interpreter.launch(lower(parse(text), "k"), (2, 1, 1), (32, 1, 1), arguments)
    np.testing.assert_array_equal(*results)
