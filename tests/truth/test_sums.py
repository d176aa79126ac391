"""How tensor cores add: the bits of an H200, and of a published model of other architectures."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.tensor_sums import add_products, sums_of
from truth.sum_cases import (
    DATA,
    KEPT,
    Case,
    Data,
    bits_of,
    cases,
    input_of,
    sums_in,
    text_of,
    values,
)

Array = np.ndarray[Any, Any]
RECORD = Path(__file__).resolve().parent / "sums_h200.npz"
MODEL = "mmasim 2.1.1 is not installed: `pip install --no-deps mmasim==2.1.1`; it needs torch"


@functools.cache
def measured() -> dict[str, Array]:
    """The bits of sums, [groups, 64, 8], by the instruction and the kind of data."""
    assert RECORD.exists(), f"{RECORD.name} is missing; sum_cases.py says how to record it"
    stored = np.load(RECORD)
    return {name: stored[name] for name in stored.files}


def test_the_record_has_every_case() -> None:
    """A new case needs a run; sum_cases.py says how."""
    assert set(measured()) == {f"{case.mnemonic} {data}" for case in cases() for data in DATA}


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.mnemonic)
def test_the_model_gives_what_an_h200_gave(case: Case) -> None:
    """Every type, and five kinds of data."""
    for data in DATA:
        ours = bits_of(case, Data.of(case, data, KEPT).wanted(case))
        np.testing.assert_array_equal(ours, measured()[f"{case.mnemonic} {data}"], data)


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.mnemonic)
def test_compiled_code_gives_what_an_h200_gave(case: Case) -> None:
    """The same."""
    kernel = vgpu.load_ptx(text_of(case), gpu="h200").kernel("k")
    for data in DATA:
        arrays = input_of(case, Data.of(case, data, KEPT))
        kernel.launch((KEPT, 1, 1), (128, 1, 1), arrays)
        ours = sums_in(case, arrays[-1])
        np.testing.assert_array_equal(ours, measured()[f"{case.mnemonic} {data}"], data)


# ---- other architectures -------------------------------------------------------------------------

ARCHITECTURES = {80: "Ampere", 89: "Ada Lovelace", 90: "Hopper", 120: "RTX Blackwell"}
FLOAT8 = ("e4m3", "e5m2")


def modelled() -> list[tuple[int, Case]]:
    """What `mmasim` has: no sparse products, and no 8-bit floats where the assembler has none."""
    dense = [case for case in cases() if not case.sparse]
    found = [
        (sm, case)
        for sm in ARCHITECTURES
        for case in dense
        if case.opcode == "mma" and (case.at not in FLOAT8 or sm in (89, 120))
    ]
    found += [(90, case) for case in dense if case.opcode == "wgmma"]
    return found + [(100, case) for case in dense if case.opcode == "wgmma"]  # as tcgen05


def published(sm: int, case: Case) -> Any:
    """The operation of the published model."""
    sim = pytest.importorskip("mmasim.nv_ptx.sim", reason=MODEL)
    shape = case.mnemonic.partition("aligned.")[2].replace("row.col.", "")
    if sm == 100:
        kind = {"f16": "f16", "bf16": "f16", "tf32": "tf32"}.get(case.at, "f8f6f4")
        shape, _, types = shape.partition(".")
        return sim.TCGen05MMA("Blackwell", f"{shape}.kind::{kind}.{types}")
    make = sim.WGMMA if case.opcode == "wgmma" else sim.MMA
    return make(ARCHITECTURES[sm], shape.removesuffix("_"))


@pytest.mark.parametrize(
    ("sm", "case"), modelled(), ids=lambda x: x if isinstance(x, int) else x.mnemonic
)
def test_the_model_gives_what_is_published(sm: int, case: Case) -> None:
    """By another program; what is infinite or NaN is IEEE's in both."""
    operation = published(sm, case)
    torch = pytest.importorskip("torch")
    opcode = "tcgen05" if sm == 100 else case.opcode
    how = sums_of(sm, opcode, case.at, case.dt)
    types = {"f16": torch.float16, "bf16": torch.bfloat16, "e4m3": torch.float8_e4m3fn}
    types |= {"tf32": torch.float32, "f32": torch.float32, "e5m2": torch.float8_e5m2}
    for data in ("near", "wide", "small", "cancelling"):
        given = Data.of(case, data, 1)
        a, b = values(case.at, given.a[0]), values(case.bt, given.b[0, 0])
        c = values(case.dt, given.c[0])
        rows, columns = np.indices(c.shape).reshape(2, -1)
        ours = add_products(how, (case.at, case.bt), a[rows], b[columns], c.reshape(-1))
        tensors = [
            torch.from_numpy(np.ascontiguousarray(x)).to(types[kind])
            for x, kind in ((a[rows], case.at), (b[columns], case.bt), (c.reshape(-1), case.dt))
        ]
        theirs = operation.dpa(*tensors).float().numpy()
        np.testing.assert_array_equal(bits_of(case, ours), bits_of(case, theirs), data)
