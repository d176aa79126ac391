"""`wgmma` sparse, dense, clamped and of single bits: the products of whole matrices.

What is wanted comes from `truth.wgmma_cases`: places by CUTLASS's layouts, sums in float64.
"""

from __future__ import annotations

import functools
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from each import each
from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError, PtxError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.schedule import schedule
from truth.wgmma_cases import (
    BIASES,
    MEMORY,
    THREADS,
    Case,
    Data,
    cases,
    cases_by_kind,
    kernel_of,
    matrix_of,
)
from vgpu.assembler import find_assembler

SCHEDULES = ("turns", "interleaved", "random:1")
SPARSE = Case("f16", "f16", "f32")


@functools.lru_cache(maxsize=8)
def loaded(text: str) -> vgpu.Kernel:
    return vgpu.load_ptx(text, gpu="h200").kernel("k")


def outcome(case: Case, order: str, *, compiled: bool, text: str = "") -> np.ndarray:
    """The registers of D after a launch."""
    written, given = kernel_of(case)
    output = np.zeros(case.sums * THREADS, np.uint32)
    kernel = loaded(text or written)
    specified = functools.partial(interpreter.launch, kernel.lowered())
    launch: Any = kernel.launch if compiled else specified
    launch((1, 1, 1), (THREADS, 1, 1), [given, output], schedule=schedule(order))
    return output


def check(case: Case, orders: tuple[str, ...], *, compiled: bool) -> None:
    data = Data.of(case)
    for order in orders:
        found = matrix_of(case, outcome(case, order, compiled=compiled))
        if case.data != "normal":
            np.testing.assert_array_equal(found, data.wanted(case), order)
            continue
        # Of 8-bit floats 14 bits are kept, which `truth` holds to those of a GPU.
        bits = 9 if case.dt == "f16" or case.at in BIASES else 20
        size = data.product(case)[1] + abs(data.d)
        error = abs(found - data.wanted(case)) / size
        assert error.max() < 2.0**-bits


def named(chosen: list[Case], more: list[Case] | None = None) -> Any:
    """Each case, and in `make test-exhaustive` more of them."""
    others = [case for case in more or [] if case not in chosen]
    both = [pytest.param(case, id=case.name) for case in chosen]
    both += [pytest.param(case, id=case.name, marks=pytest.mark.exhaustive) for case in others]
    return pytest.mark.parametrize("case", both)


# `truth/test_wgmma.py` runs the same kernels: they are compiled once for both.
@named(cases_by_kind(), cases()[::3])
def test_compiled_code_gives_the_product_of_whole_matrices(case: Case) -> None:
    check(case, ("turns",), compiled=True)


@named(
    [case for case in cases_by_kind() if case.n <= 32][::6],
    [case for case in cases()[::9] if case.n <= 32],
)
def test_the_interpreter_gives_the_same_bits_under_every_schedule(case: Case) -> None:
    """Also where the order of the sum shows."""
    ours = outcome(case, "turns", compiled=True)
    for order in SCHEDULES[1:]:
        np.testing.assert_array_equal(outcome(case, order, compiled=True), ours)
        np.testing.assert_array_equal(outcome(case, order, compiled=False), ours)


SOME = [
    SPARSE,
    Case("bf16", "bf16", "f32", registers=True, selector=1),
    Case("s8", "u8", "s32", data="clamped"),
    Case("u8", "u8", "s32", data="clamped", sparse=False, keep=False),
    Case("b1", "b1", "s32", sparse=False, n=24),
]


@named(SOME[:2], SOME)
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
def test_a_missing_wait_shows_when_accesses_are_interleaved(case: Case, compiled: bool) -> None:
    """The sums are then as they were."""
    text = kernel_of(case)[0].replace("wgmma.wait_group.sync.aligned 0;", "")
    found = outcome(case, "interleaved", compiled=compiled, text=text)
    np.testing.assert_array_equal(matrix_of(case, found), Data.of(case).d)


@pytest.mark.parametrize("order", SCHEDULES)
@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
def test_metadata_is_taken_when_a_product_is_issued(order: str, compiled: bool) -> None:
    """PTX asks for a wait before A's fragments and the sums are touched, not before these bits."""
    written = kernel_of(SPARSE)[0]
    text = written.replace("wgmma.commit", "mov.b32 %e, 0x44444444;\nwgmma.commit")
    used = text.replace(
        "\nret;", "\nst.volatile.global.b32 [%out], %e;\nst.global.b32 [%out], %d0;\nret;"
    )
    found = outcome(SPARSE, order, compiled=compiled, text=used)
    np.testing.assert_array_equal(matrix_of(SPARSE, found), Data.of(SPARSE).wanted(SPARSE))


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
def test_more_sparse_products_than_the_queue_holds_complete_in_order(compiled: bool) -> None:
    """Seventy of their own metadata each, of which the first ones complete early."""
    case = replace(SPARSE, n=8)
    text, given = kernel_of(case)
    loop = (
        "mov.u32 %r3, 0;\nMORE:\n{}\nnot.b32 %e, %e;\nadd.u32 %r3, %r3, 1;\n"
        "setp.lt.u32 %keep, %r3, 70;\n@%keep bra MORE;"
    )
    line = next(line for line in text.splitlines() if ".mma_async" in line)
    kernel = vgpu.load_ptx(text.replace(line, loop.format(line.replace("%keep", "1"))), gpu="h200")
    launch: Any = kernel.kernel("k").launch
    if not compiled:
        launch = functools.partial(interpreter.launch, kernel.kernel("k").lowered())
    results: list[np.ndarray] = []
    for order in SCHEDULES if compiled else SCHEDULES[1:2]:
        output = np.zeros(case.sums * THREADS, np.uint32)
        launch((1, 1, 1), (THREADS, 1, 1), [given.copy(), output], schedule=schedule(order))
        results.append(matrix_of(case, output))
    data = Data.of(case)
    other = replace_chunks(data)
    both = data.product(case)[0] + other.product(case)[0]
    for found in results:
        np.testing.assert_array_equal(found, data.d + 35 * both)


def replace_chunks(data: Data) -> Data:
    """With all bits of the metadata the other way: then the other two of four are stored."""
    return replace(data, chunks=data.chunks ^ 15)


def test_constants_may_be_descriptors_and_scales() -> None:
    text, _ = kernel_of(SPARSE)
    b_tile = 8192 >> 4 | int(text.partition("or.b64 %db, %db, ")[2].partition(";")[0])
    for scale, keep in (("1", True), ("0", False), ("!%keep", False)):
        case = replace(SPARSE, keep=keep)
        changed = text.replace("%db, %e, 0, %keep", f"{b_tile}, %e, 0, {scale}")
        for compiled in (True, False):
            found = matrix_of(case, outcome(SPARSE, "turns", compiled=compiled, text=changed))
            data = Data.of(SPARSE)
            np.testing.assert_array_equal(found, data.product(SPARSE)[0] + keep * data.d)


@pytest.mark.parametrize("order", ["turns", "interleaved"])
@pytest.mark.parametrize("which", ["a", "b"])
def test_a_tile_of_a_sparse_product_beyond_shared_memory_is_an_error(
    which: str, order: str
) -> None:
    """A's tile has half of K; each ends with the block's memory, or one line further."""
    case = replace(SPARSE, swizzles=(3, 2))
    text, _ = kernel_of(case)
    lines, row = (64, 32) if which == "a" else (case.n, 64)
    last = MEMORY - lines * row
    register = f"%d{which}"
    for start, fits in ((last, True), (last + row, False)):
        changed = text.replace("setp.ne", f"add.s64 {register}, {register}, {start >> 4};\nsetp.ne")
        changed = changed.replace("add.s64 %db, %da, 512", "mov.b64 %db, %da")
        for compiled in (True, False):
            if fits:
                outcome(case, order, compiled=compiled, text=changed)
                continue
            with pytest.raises(MemoryAccessError, match="shared"):
                outcome(case, order, compiled=compiled, text=changed)


# ---- what the assembler refuses ------------------------------------------------------------------

TWENTY = f"{{{', '.join(f'%d{n}' for n in range(20))}}}"
FOUR = "{%d0, %d1, %d2, %d3}"
REGISTERS = "{%a0, %a1, %a2, %a3}"
ILLEGAL = {
    f"sp.sync.aligned.m64n8k32.f32.f16.f16 {FOUR}, %da, %db, %e, 2, %keep, 1, 1, 0, 0":
        "the sparsity selector is 2, and must be 0 or 1",
    f"sp.sync.aligned.m64n8k64.s32.s8.s8 {FOUR}, %da, %db, %e, 1, %keep":
        "the sparsity selector is 1",
    f"sp.sync.aligned.m64n8k64.f32.e4m3.e5m2 {FOUR}, %da, %db, %e, 1, %keep, 1, 1":
        "the sparsity selector is 1",
    f"sp.sync.aligned.m64n8k32.f32.f16.f16 {FOUR}, {REGISTERS}, %db, 5, 0, %keep, 1, 1, 0":
        "operand e must be a register",
    f"sp.sync.aligned.m64n8k32.f32.f16.f16 {FOUR}, {REGISTERS}, %db, %e, %t, %keep, 1, 1, 0":
        "operand f must be an integer constant",
    f"sp.sync.aligned.m64n8k16.f32.tf32.tf32 {FOUR}, %da, %db, %e, 0, %keep, 1, 0":
        "the scale of B is 0, and must be -1 or 1",
    f"sync.aligned.m64n8k8.f32.tf32.tf32 {FOUR}, %da, %db, %keep, 2, 1":
        "the scale of A is 2, and must be -1 or 1",
    f"sync.aligned.m64n8k16.f32.f16.f16 {FOUR}, %da, %db, 2, 1, 1, 0, 0":
        "the scale of D is 2, and must be 0 or 1",
    f"sp.sync.aligned.m64n8k32.f32.f16.f16 {FOUR}, %da, %db, %e, 0, %keep, 1, 1, 0, 2":
        "whether B is transposed is 2, and must be 0 or 1",
    f"sp.sync.aligned.m64n8k32.f32.f16.f16 {FOUR}, {REGISTERS}, %db, %e, 0, %keep, 1, 1, 0, 0":
        "operands too many",
    f"sp.sync.aligned.m64n8k16.f32.f16.f16 {FOUR}, %da, %db, %e, 0, %keep, 1, 1, 0, 0": "no form",
    f"sp.sync.aligned.m64n8k32.f32.bf16.f16 {FOUR}, %da, %db, %e, 0, %keep, 1, 1, 0, 0": "no form",
    f"sp::ordered_metadata.sync.aligned.m64n8k64.s32.s8.s8 {FOUR}, %da, %db, %e, 0, %keep":
        "no form",
    f"sync.aligned.m64n40k32.s32.s8.s8 {TWENTY}, %da, %db, %keep":
        "no form",
    f"sync.aligned.m64n8k16.f32.f16.f16.satfinite {FOUR}, %da, %db, %keep, 1, 1, 0, 0": "no form",
    f"sync.aligned.m64n8k256.s32.b1.b1.xor.popc {FOUR}, %da, %db, %keep": "no form",
    f"sync.aligned.m64n8k256.s32.b1.b1.popc.and {FOUR}, %da, %db, %keep": "no form",
    f"sync.aligned.m64n8k256.satfinite.s32.b1.b1.and.popc {FOUR}, %da, %db, %keep": "no form",
}  # fmt: skip


def text_with(instruction: str) -> str:
    """A kernel with another product."""
    text, _ = kernel_of(Case("bf16", "bf16", "f32", n=48))
    line = next(line for line in text.splitlines() if ".mma_async" in line)
    return text.replace(line, f"wgmma.mma_async.{instruction};")


@each("instruction, why", ILLEGAL.items(), ids=ILLEGAL)
def test_what_the_assembler_refuses_is_refused(instruction: str, why: str) -> None:
    with pytest.raises(PtxError, match=why):
        vgpu.load_ptx(text_with(instruction)).kernel("k").lowered()


@pytest.mark.triton
def test_the_assembler_refuses_these_and_takes_all_cases(tmp_path: Path) -> None:
    assembler = find_assembler()
    if assembler is None:
        pytest.skip("no ptxas: Triton is not installed")
    source = tmp_path / "k.ptx"
    command = [assembler, "-arch=sm_90a", "-O0", "-o", tmp_path / "out", source]
    for instruction in ILLEGAL:
        source.write_text(text_with(instruction))
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "error" in done.stdout + done.stderr, instruction
        assert done.returncode
    for case in cases_by_kind()[::6]:
        source.write_text(kernel_of(case)[0])
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert not done.returncode, case.name + done.stdout + done.stderr


def test_multiply_adds_of_stored_elements_are_counted() -> None:
    for case, name, macs in (
        (SPARSE, "fp16", 64 * 16 * 16),
        (Case("e4m3", "e5m2", "f16", registers=True), "fp8", 64 * 16 * 32),
        (Case("b1", "b1", "s32", sparse=False), "int1", 64 * 16 * 256),
    ):
        text, given = kernel_of(case)
        kernel = vgpu.load_ptx(text, gpu="h200").kernel("k")
        output = np.zeros(case.sums * THREADS, np.uint32)
        run = kernel.launch((1, 1, 1), (THREADS, 1, 1), [given, output])
        assert run.counters[f"kernelscope__tensor_mac_{name}.sum"] == macs
