"""Every instruction on 1,024 lanes: the bits that an H200 gave, or within PTX's bound of them."""

from __future__ import annotations

import functools
import json
import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from truth.forms_gpu import BLOCK, CELL, LANES, input_of, pieces
from truth.forms_kernels import (
    HEAD,
    OPAQUE,
    Run,
    atomic_cases,
    digest,
    ignores_guard,
    is_bounded,
    kernel_of,
    key_of,
    matrix_cases,
    memory_cases,
    plain_cases,
    recorded,
    results_of,
    values,
    video_cases,
)
from vgpu.forms import Case, lane_by_lane_forms

Array = np.ndarray[Any, Any]
HERE = Path(__file__).resolve().parent
IN_A_KERNEL = 32
SAMPLE = 16  # kernels of a usual run; the exhaustive test has all


@functools.cache
def measured() -> tuple[dict[str, list[int]], dict[str, Array]]:
    """What the GPU gave: checksums of exact results, and whole results where there is a bound."""
    return recorded()


@functools.cache
def kernels() -> list[tuple[str, list[Run]]]:
    """The set of values and the instructions of every kernel, of what the GPU has run."""
    exact, whole = measured()
    plain = (plain_cases(), video_cases(), atomic_cases(), memory_cases())
    groups = [*(("plain", cases) for cases in plain), *matrix_cases().items()]
    found: list[tuple[str, list[Run]]] = []
    for inputs, cases in groups:
        runs = [(case, n) for case in cases for n in range(6)]
        runs = [run for run in runs if key_of(run) in exact or key_of(run) in whole]
        starts = range(0, len(runs), IN_A_KERNEL)
        found += [(inputs, runs[start : start + IN_A_KERNEL]) for start in starts]
    return found


def run(inputs: dict[int, Array], runs: list[Run]) -> dict[str, Array]:
    """What compiled code gives."""
    writer = kernel_of(runs)
    output = np.zeros(max(writer.cells, 1) * CELL, np.uint8)
    arguments = [input_of(writer.inputs, inputs), output]
    kernel = vgpu.load_ptx(writer.text(HEAD)).kernel("k")
    kernel.launch((LANES // BLOCK, 1, 1), (BLOCK, 1, 1), arguments)
    return results_of(writer, pieces(output, list(writer.outputs)))


def interpreted(inputs: dict[int, Array], runs: list[Run]) -> dict[str, Array]:
    """What the interpreter gives."""
    writer = kernel_of(runs)
    output = np.zeros(max(writer.cells, 1) * CELL, np.uint8)
    arguments = [input_of(writer.inputs, inputs), output]
    function = lower(parse(writer.text(HEAD)), "k")
    interpreter.launch(function, (LANES // BLOCK, 1, 1), (BLOCK, 1, 1), arguments)
    return results_of(writer, pieces(output, list(writer.outputs)))


def differences(inputs: str, runs: list[Run]) -> Iterator[str]:
    """What differs from the GPU, in words."""
    exact, whole = measured()
    lanes = values(inputs)
    results = run(lanes, runs)
    for case, number in runs:
        key = key_of((case, number))
        if key in whole:
            beyond = beyond_bound(case, results[key], whole[key])
            if beyond.size:
                lane = beyond[0]
                bits = (results[key][lane].tobytes().hex(), whole[key][lane].tobytes().hex())
                yield f"{key}: {beyond.size} lanes beyond the bound, lane {lane}: {bits}"
        else:
            pairs = zip(digest((case, number), results[key], lanes), exact[key], strict=True)
            blocks = [n for n, (ours, theirs) in enumerate(pairs) if ours != theirs]
            if blocks:
                yield f"{key}: lanes of {BLOCK} number {blocks} differ"


# ---- bounds ----------------------------------------------------------------------------------

# Units in the last place that the GPU may be away from our result, which is correctly rounded; the
# bounds of PTX ISA 9.7.3 are as wide or wider. An absolute error may be allowed instead.
UNITS = {"ex2": 2, "rcp": 1, "sqrt": 1, "rsqrt": 2, "lg2": 2, "div": 2, "tanh": 1}
ABSOLUTE = {"lg2": 2.0**-22, "tanh": 2.0**-16.9, "sin": 2.0**-21.4, "cos": 2.0**-21.4}


def _numbers(result: Array, kind: str) -> tuple[Array, Array]:
    """The elements of each lane as floats, and as integers in the floats' order."""
    if kind == "bf16":
        raw = np.ascontiguousarray(result).view(np.uint16)
        floats = (raw.astype(np.uint32) << 16).view(np.float32)
    else:
        raw = np.ascontiguousarray(result).view({"f16": "u2", "f32": "u4", "f64": "u8"}[kind])
        floats = raw.view(f"f{raw.itemsize}")
    bits = 8 * raw.itemsize
    size = (raw & ((1 << (bits - 1)) - 1)).astype(np.int64)
    if kind == "f64":  # approximations of f64 may be those of its upper half
        size >>= 32
    with np.errstate(invalid="ignore"):
        return floats.astype(np.float64), np.where(raw >> (bits - 1), -size, size)


def beyond_bound(case: Case, ours: Array, theirs: Array) -> Array:
    """The lanes where the results are further apart than they may be."""
    if not is_bounded(case):
        return np.flatnonzero((ours != theirs).reshape(LANES, -1).any(axis=1))
    fields = dict(case.fields)
    kind = (fields.get("dt") or fields["t"]).removesuffix("x2")
    (x, here), (y, there) = _numbers(ours, kind), _numbers(theirs, kind)
    near = (np.isnan(x) & np.isnan(y)) | (here == there)
    with np.errstate(invalid="ignore", over="ignore"):
        near |= abs(here - there) <= UNITS.get(case.form.opcode, 0)
        near |= abs(x - y) <= ABSOLUTE.get(case.form.opcode, 0.0)
    return np.flatnonzero(~near.reshape(LANES, -1).all(axis=1))


# ---- tests ------------------------------------------------------------------------------------


@pytest.mark.long("hundreds of instructions, each held to an H200's results")
def test_a_sample_of_the_instructions_gives_what_an_h200_gave() -> None:
    """Another sample with every seed of the run."""
    found = [d for group in random.sample(kernels(), SAMPLE) for d in differences(*group)]
    assert not found, "\n".join(found[:20])


@pytest.mark.slow
def test_a_larger_sample_of_the_instructions_gives_what_an_h200_gave() -> None:
    """The same one each time: every sixth kernel."""
    found = [d for group in kernels()[::6] for d in differences(*group)]
    assert not found, "\n".join(found[:20])


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(8))
def test_every_instruction_gives_what_an_h200_gave(part: int) -> None:
    """All 8,000: alone and guarded."""
    found = [d for group in kernels()[part::8] for d in differences(*group)]
    assert not found, "\n".join(found[:20])


@pytest.mark.exhaustive
def test_the_interpreter_gives_what_an_h200_gave_for_atomics() -> None:
    """As test_jit_equals_interpreter.py has it for instructions without memory."""
    for inputs, runs in kernels():
        if runs[0][0].form.opcode == "atom":
            ours = interpreted(values(inputs), runs)
            for key, result in run(values(inputs), runs).items():
                np.testing.assert_array_equal(ours[key], result, key)


def test_every_instruction_for_registers_has_been_run_on_a_gpu() -> None:
    """A new form needs a run; forms_kernels.py says how."""
    exact, whole = measured()
    known = {key.partition(" ")[0] for key in (*exact, *whole)}
    missing = {c.mnemonic for c in plain_cases() if c.mnemonic not in known}
    assert not missing
    assert {form.opcode for form in lane_by_lane_forms()} > OPAQUE
    assert len(exact) + len(whole) > 8000


def test_what_the_assembler_does_to_lanes_that_a_guard_leaves_out_is_not_held() -> None:
    """Of the forms that it translates wrong the guarded half is missing, and of no others."""
    exact, whole = measured()
    for case in plain_cases():
        guarded = [n for n in (1, 3, 5) if key_of((case, n)) in exact | whole]
        assert bool(guarded) != (case.form.kind != "pure" or ignores_guard((case, 1)))


def test_approximations_are_as_near_as_a_gpu_showed_over_all_inputs() -> None:
    """The bounds above hold for all 2^32 inputs of each function, not for those of 1,024 lanes."""
    for name, counts in json.loads((HERE / "distances_h200.json").read_text()).items():
        function = name.partition("_")[0]
        units, nans = counts[4] >> 32, counts[6]
        (error,) = struct.unpack("<d", struct.pack("<Q", counts[5]))
        assert nans == 0
        if function == "lg2":  # near 1 the absolute bound counts, which only the lanes show
            assert error <= UNITS[function] * 2.0**-16  # units of log2(2^-149)
            continue
        assert units <= UNITS.get(function, -1) or error <= ABSOLUTE[function], name


def test_bounded_results_are_those_of_approximations_and_float_products() -> None:
    """Integers, moves and single float operations have one result."""
    bounded = {case.form.opcode for case in plain_cases() if is_bounded(case)}
    assert bounded == {"ex2", "lg2", "sin", "cos", "tanh", "rcp", "rsqrt", "sqrt", "div"}
