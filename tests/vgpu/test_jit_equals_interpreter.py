"""Compiled code and the interpreter give the same bits, on every form of every instruction."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from kernelscope import vgpu
from kernelscope.errors import LaunchError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.ir.forms import TABLE
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from vgpu.forms import (
    CELL,
    Case,
    Writer,
    cases_by_kind,
    cases_of,
    kernel_of,
    lane_by_lane_forms,
)

Array = np.ndarray[Any, Any]
CASES_IN_A_KERNEL = 40
PARTS = 12  # of the kernels of all forms

# ±0, ±1, ±inf, NaN (quiet, signalling, with payload), subnormals, largest, smallest; as bits.
SPECIAL = {
    16: (
        *(0x0000, 0x8000, 0x3C00, 0xBC00, 0x7C00, 0xFC00, 0x7E01, 0x7D00, 0x0001, 0x8001),
        *(0x7BFF, 0x0400, 0x3F80, 0xFF80, 0x7FFF, 0xFFFF, 0x7FF7, 0xFFF7),
    ),
    32: (
        *(0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00001),
        *(0x7FA00000, 0x00000001, 0x80000001, 0x7F7FFFFF, 0x00800000, 0x807FFFFF, 0x3F000000),
        *(0x7FFFFFFF, 0xFFFFFFFF, 31, 32, 33, 0x4F000000, 0xCF000000, 0x4B800001, 0x42FE0000),
        0xC3150000,
    ),
    64: (
        *(0, 1 << 63, 0x3FF << 52, 0xBFF << 52, 0x7FF << 52, 0xFFF << 52, 0x7FF8000000000001),
        *(0x7FF4000000000000, 1, (1 << 63) + 1, (1 << 63) - 1, (1 << 64) - 1, 1 << 52, 63, 64),
        *(0x7FEFFFFFFFFFFFFF, 0x41DFFFFFFFC00000, 0x43E0000000000000, 0xC3E0000000000000),
    ),
}


def lanes(width: int) -> st.SearchStrategy[Array]:
    """Rows of 32 values of a width, special ones often among them."""
    values = st.sampled_from(SPECIAL[width]) | st.integers(0, 2**width - 1)
    return arrays(f"u{width // 8}", (3, 32), elements=values, fill=st.nothing())


drawn_values = st.fixed_dictionaries({width: lanes(width) for width in (16, 32, 64)})


def input_of(writer: Writer, values: dict[int, Array]) -> Array:
    """The input memory: each cell a row of the drawn values of its width."""
    memory = np.zeros((max(len(writer.inputs), 1), 32, CELL // 32), np.uint8)
    for cell, (bits, row) in enumerate(writer.inputs):
        width = 64 if bits == 128 else max(bits, 16)
        piece = values[width][row].view(np.uint8).reshape(32, -1)
        for start in range(0, max(bits, 16) // 8, width // 8):
            memory[cell, :, start : start + width // 8] = piece
    return memory.reshape(-1)


def run_both(text: str, memory: Array, outputs: int, *, quick: bool) -> tuple[Array, Array]:
    """The output of compiled code and of the interpreter."""
    results: list[Array] = []
    for run in (
        compiled(text, quick=quick).launch,
        functools.partial(interpreter.launch, specified(text)),
    ):
        output = np.zeros(max(outputs, 1) * CELL, np.uint8)
        run((1, 1, 1), (32, 1, 1), [memory.copy(), output])
        results.append(output.reshape(-1, 32, CELL // 32))
    return results[0], results[1]


@functools.lru_cache(maxsize=64)
def compiled(text: str, *, quick: bool) -> vgpu.Kernel:
    kernel = vgpu.load_ptx(text).kernel("k")
    kernel.quick, kernel.key = quick, f"{kernel.key}:{quick}"
    return kernel


@functools.lru_cache(maxsize=64)
def specified(text: str) -> Any:
    return lower(parse(text), "k")


def differences(writer: Writer, memory: Array, *, quick: bool = True) -> list[str]:
    """Each instruction that the two disagree on, with a lane's bits."""
    ours, expected = run_both(writer.text(), memory, writer.cells, quick=quick)
    found: list[str] = []
    for (cell, start, size), mnemonic in writer.outputs.items():
        both = [array[cell, :, start : start + size] for array in (ours, expected)]
        for lane in np.flatnonzero((both[0] != both[1]).any(axis=1))[:1]:
            bits = [int.from_bytes(array[lane].tobytes(), "little") for array in both]
            found.append(f"{mnemonic} lane {lane}: {bits[0]:#x}, interpreter {bits[1]:#x}")
    return found


def in_kernels(cases: list[Case]) -> list[Writer]:
    """Kernels that hold the cases."""
    step = CASES_IN_A_KERNEL
    return [kernel_of(cases[n : n + step]) for n in range(0, len(cases), step)]


@functools.cache
def kernels_of(opcode: str) -> list[Writer]:
    """The kernels that hold every case of an opcode."""
    forms = [form for form in lane_by_lane_forms() if form.opcode == opcode]
    return in_kernels([case for form in forms for case in cases_of(form)])


@functools.cache
def kernels_by_kind() -> list[Writer]:
    """The kernels that hold each form with each of its modifiers, many opcodes in one."""
    return in_kernels([case for form in lane_by_lane_forms() for case in cases_by_kind(form)])


# Instructions that do nothing here: memory is always up to date, and there are no caches.
HINTS = (
    *("fence", "membar", "griddepcontrol", "nanosleep", "pmevent", "setmaxnreg", "brkpt"),
    *("prefetch", "prefetchu", "applypriority", "discard"),
)
# Which test file holds the instructions that touch more than registers.
ELSEWHERE = {
    **dict.fromkeys(("ld", "ldu", "st", "atom", "red"), "test_memory_patterns.py"),
    **dict.fromkeys(("ldmatrix", "stmatrix", "cp"), "test_matrix_fragments.py"),
    **dict.fromkeys(("bar", "barrier"), "test_control_flow.py"),
    "wgmma": "test_wgmma.py",
    "tcgen05": "test_tcgen05.py",
    "call": "test_printing.py",
    **dict.fromkeys(("tex", "tld4", "txq", "suld", "sust", "sured", "suq"), "test_textures.py"),
    "mbarrier": "test_mbarrier.py",
    "isspacep": "test_cluster.py",
    "tensormap": "test_bulk_copies.py",
    "trap": "test_jit_equals_interpreter.py",
    **dict.fromkeys(HINTS, "test_jit_equals_interpreter.py"),
}


OPCODES = sorted({form.opcode for form in lane_by_lane_forms()})


COMPARED = settings(max_examples=2, phases=[Phase.generate])


@pytest.mark.parametrize("part", range(PARTS))
@COMPARED
@given(values=drawn_values, quick=st.booleans())
def test_every_form_gives_the_same_bits(
    part: int, values: dict[int, Array], *, quick: bool
) -> None:
    """Lanes that differ and lanes that agree (other code), with a guard and without.

    The code that a kernel has at first, and the one that it has after long launches.
    """
    kernels = kernels_by_kind()[part::PARTS]
    found = [d for w in kernels for d in differences(w, input_of(w, values), quick=quick)]
    assert not found, "\n".join(found[:12])


@pytest.mark.exhaustive
@pytest.mark.parametrize("opcode", OPCODES)
@COMPARED
@given(values=drawn_values, quick=st.booleans())
def test_every_form_gives_the_same_bits_with_modifiers_together(
    opcode: str, values: dict[int, Array], *, quick: bool
) -> None:
    """Each modifier with several others, or all combinations where they are few."""
    kernels = kernels_of(opcode)
    found = [d for w in kernels for d in differences(w, input_of(w, values), quick=quick)]
    assert not found, "\n".join(found[:12])


def test_every_instruction_of_the_table_is_compared() -> None:
    """An instruction that is new in the table needs a comparison: lane by lane ones have it."""
    assert set(TABLE) == {*OPCODES, *ELSEWHERE}
    for opcode, name in ELSEWHERE.items():
        assert opcode in (Path(__file__).parent / name).read_text(), (opcode, name)


def test_fences_and_hints_change_nothing() -> None:
    """Every form of them between a load and a store."""
    writer = Writer()
    kept = writer.load("b32", 0, uniform=False)
    forms = [form for opcode in HINTS for form in TABLE.get(opcode, ())]
    for number, case in enumerate(case for form in forms for case in cases_of(form)):
        writer.instruction(case, 2 * number, uniform=False)
    writer.result(kept, "b32", "a value kept")
    writer.finish()
    values = {width: np.arange(96, dtype=f"u{width // 8}").reshape(3, 32) for width in (16, 32, 64)}
    assert not differences(writer, input_of(writer, values))


def test_a_trap_ends_both() -> None:
    """`trap` is an error where its guard holds in one lane, and none where it holds in no lane."""
    writer = Writer()
    predicate, value = writer.load("pred", 0, uniform=False), writer.load("b32", 0, uniform=False)
    writer.lines.append(f"@!{predicate} trap;")
    writer.result(value, "b32", "a value kept")
    writer.finish()
    values = {width: np.arange(96, dtype=f"u{width // 8}").reshape(3, 32) for width in (16, 32, 64)}
    memory = input_of(writer, values)
    assert not differences(writer, memory)
    memory.view(np.int16)[8] = -1
    text = writer.text()
    for run in (
        compiled(text, quick=True).launch,
        functools.partial(interpreter.launch, specified(text)),
    ):
        with pytest.raises(LaunchError):
            run((1, 1, 1), (32, 1, 1), [memory, np.zeros(CELL, np.uint8)])
