"""PTX becomes CUDA C that computes the same bits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings

import kernelscope
from inside import layer_norm
from inside.random_kernels import kernels
from inside.round_trip import round_trip
from kernelscope.errors import PtxError
from kernelscope.frontends.cuda import nvrtc
from kernelscope.inside.decompile import decompile
from vgpu.forms import CELL, Case, Writer, cases_of, kernel_of, lane_by_lane_forms

HERE = Path(__file__).parent
KERNELS = HERE / "decompiled.cu"
TRUTH = HERE.parent / "truth" / "ptx"


def drawn(kind: str, count: int) -> np.ndarray[Any, Any]:
    """Random numbers, with those that make trouble among them."""
    values = np.random.default_rng(count)
    if kind.startswith("float"):
        array = (values.standard_normal(count) * 100).astype(kind)
        edges = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -1e38, 3e9, 0.5, 1.5, 2.5]
        array[: len(edges)] = edges
        values.shuffle(array)
        return array
    info = np.iinfo(kind)
    array = values.integers(info.min, info.max, count, kind, endpoint=True)
    array[:4] = info.min, info.max, 0, 1
    return array


INTS, FLOATS, MORE = drawn("int32", 1000), drawn("float32", 1000), drawn("float32", 1001)[:1000]
SMALL = INTS % 100
LAUNCHES: dict[str, tuple[Any, Any]] = {
    "saxpy": ((3, 128, 0), (FLOATS, MORE, 1.7, 1000)),
    "total": ((2, 96, 0), (np.abs(SMALL).astype(np.float32), np.zeros(1, np.float32), 1000)),
    "search": ((2, 32, 0), (SMALL, np.zeros(50, np.int32), 50, 20)),
    "machine": ((4, 256, 0), (INTS.view(np.uint32), np.zeros(1000, np.uint32), 1000)),
    "collatz": ((4, 256, 0), (INTS.view(np.uint32), np.zeros(1000, np.uint32), 1000)),
    "histogram": ((3, 96, 0), (INTS, np.zeros(64, np.int32), 1000)),
    "edges": (
        (4, 256, 0),
        (FLOATS, MORE, np.zeros(1000, np.float32), np.zeros(1000, np.int32), 1000),
    ),
    "widths": ((4, 256, 0), (INTS, np.zeros(1000, np.int64), np.zeros(1000, np.uint8), 1000)),
    "transpose": ((1, 256, 0), (drawn("float32", 1024), np.zeros(1024, np.float32))),
    "places": ((1, 64, 64 * 8), (drawn("float64", 64), np.zeros(64), 50)),
    "warps": ((1, 64, 0), (INTS, np.zeros(64, np.int32), 50)),
}  # fmt: skip


@pytest.fixture(scope="module")
def ptx() -> str:
    """The PTX of all kernels of the file."""
    return nvrtc.compile_kernel(KERNELS.read_text(), "saxpy", "sm_90", file="decompiled.cu").ptx


@pytest.mark.parametrize("name", LAUNCHES)
def test_a_kernel_of_cuda_comes_back_with_the_same_bits_and_without_goto(
    ptx: str, name: str
) -> None:
    source = round_trip(ptx, name, *LAUNCHES[name])
    assert "goto" not in source


def test_a_structure_is_passed_by_value(ptx: str) -> None:
    affine = np.zeros(1, [("scale", "f4"), ("shift", "i4"), ("bias", "f8")])
    affine[0] = 1.25, 3, 0.7
    arguments = (affine.tobytes(), FLOATS, np.zeros(1000, np.float32), 1000)
    round_trip(ptx, "structured", (2, 128, 0), arguments)


def test_what_a_kernel_prints_is_printed_again(ptx: str, capfd: pytest.CaptureFixture[str]) -> None:
    source = round_trip(ptx, "says", (1, 32, 0), (SMALL[:32], np.zeros(32, np.int32), 32))
    lines = capfd.readouterr().out.splitlines()
    assert len(lines) > 10
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]
    assert 'vprintf("%d has %d and %.2f\\n"' in source


@pytest.mark.parametrize("file", ["gelu_ragged.ptx", "softmax.ptx"])
def test_a_kernel_of_triton_comes_back_with_the_same_bits(file: str) -> None:
    text = (TRUTH / file).read_text()
    rows = drawn("float32", 3 * 781)
    arguments: dict[str, tuple[Any, ...]] = {
        "gelu_ragged.ptx": (rows, np.zeros_like(rows), rows.size, 0, 0),
        "softmax.ptx": (rows, np.zeros_like(rows), 781, 781, 781, 0, 0),
    }
    name = text.partition(".entry ")[2].partition("(")[0]
    round_trip(text, name, (3, 128, 16), arguments[file])


@pytest.mark.triton
@pytest.mark.long(reason="three kernels of Triton, each compiled there, by NVRTC and by us")
def test_layer_norm_of_triton_comes_back_forward_and_backward() -> None:
    rows, n = 4, 700
    values = np.random.default_rng(0)
    x, dy = values.standard_normal((2, rows * n), np.float32)
    w, b = values.standard_normal((2, n), np.float32)
    mean, rstd = np.zeros(rows, np.float32), np.ones(rows, np.float32)
    part, lock = values.standard_normal(2 * n, np.float32), np.zeros(4, np.int32)
    calls: list[tuple[Any, int, tuple[Any, ...], dict[str, int]]] = [
        (layer_norm.layer_norm_forward, rows, (x, x, w, b, mean, rstd, n, n, 1e-5), {"BLOCK": 256}),
        (
            layer_norm.layer_norm_backward,
            rows,
            (x, dy, part, part, x, w, mean, rstd, lock, n, n),
            {"GROUP": 2, "BLOCK": 1024},
        ),
        (layer_norm.layer_norm_weights, 11, (part, part, w, b, 2, n), {"BM": 16, "BN": 64}),
    ]
    for kernel, grid, arguments, constants in calls:
        with kernelscope.virtual_gpu("h200"):
            tensors = [torch.tensor(a) if isinstance(a, np.ndarray) else a for a in arguments]
            compiled = kernel[(grid,)](*tensors, **constants)
        shape = grid, 32 * compiled.metadata.num_warps, compiled.metadata.shared
        round_trip(compiled.asm["ptx"], kernel.fn.__name__, shape, (*arguments, 0, 0), "sm_90a")


@settings(max_examples=5, deadline=None, database=None, derandomize=True)
@given(kernels())
def test_any_control_flow_comes_back_with_the_same_bits_and_without_goto(text: str) -> None:
    ptx = nvrtc.compile_kernel(text, "random", "sm_90").ptx
    arguments = (SMALL, FLOATS[:200], np.zeros(200, np.int32), np.zeros(200, np.float32), 190)
    assert "goto" not in round_trip(ptx, "random", (7, 32, 0), arguments)


OPCODES = {
    "add", "addc", "and", "bfe", "bfi", "brev", "clz", "cnot", "cvt", "fma", "lop3", "mad",
    "max", "min", "mul", "neg", "not", "or", "popc", "prmt", "selp", "set", "setp", "shf",
    "shl", "shr", "slct", "sub", "subc", "testp", "xor",
}  # fmt: skip


def test_forms_of_instructions_come_back_with_the_same_bits_on_every_lane() -> None:
    forms = [form for form in lane_by_lane_forms() if form.opcode in OPCODES]
    chosen = [case for form in forms for case in cases_of(form)[:2]]
    writer = kernel_of([c for c in chosen if not is_beyond(c)])
    memory = np.random.default_rng(0).integers(0, 256, CELL * len(writer.inputs), np.uint8)
    memory[::7] = 0
    round_trip(
        writer.text(), "k", (1, 32, 0), (memory, np.zeros(CELL * writer.cells, np.uint8)), "sm_90a"
    )


def test_votes_come_back_with_the_same_bits_on_every_lane() -> None:
    """Without guards, because a vote waits for every lane that its mask names."""
    writer = Writer()
    for form in (form for form in lane_by_lane_forms() if form.opcode == "vote"):
        for case in (c for c in cases_of(form) if c.mnemonic.startswith("vote.sync")):
            writer.instruction(case, 0, uniform=False)
    writer.finish()
    memory = np.random.default_rng(1).integers(0, 256, CELL * len(writer.inputs), np.uint8)
    results = np.zeros(CELL * writer.cells, np.uint8)
    round_trip(writer.text(), "k", (1, 32, 0), (memory, results), "sm_90a")


def is_beyond(case: Case) -> bool:
    """What C has no type for, or another GPU's assembler takes."""
    return "b128" in dict(case.fields).values() or case.target != "sm_90a"


def test_a_double_that_a_float_holds_too_keeps_all_its_digits() -> None:
    # The shortest text of a float names another double: 6.7553994e+15 is not 1.5 * 2^52.
    text = 'extern "C" __global__ void k(double* x) { x[threadIdx.x] += 6755399441055744.0; }'
    ptx = nvrtc.compile_kernel(text, "k", "sm_90").ptx
    source = round_trip(ptx, "k", (1, 32, 0), (drawn("float64", 32),))
    assert "6755399441055744.0" in source


def test_the_halves_of_a_double_are_taken_and_put_together_by_cuda_s_functions() -> None:
    text = 'extern "C" __global__ void k(double* x) { x[threadIdx.x] = exp(x[threadIdx.x]); }'
    ptx = nvrtc.compile_kernel(text, "k", "sm_90").ptx
    source = round_trip(ptx, "k", (1, 64, 0), (drawn("float64", 64) * 3,))
    for function in ("__double2loint(", "__double2hiint(", "__hiloint2double("):
        assert function in source
    assert "__double_as_longlong" not in source


def test_an_address_that_is_converted_in_its_own_register_is_assigned_once() -> None:
    ptx = """.version 6.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 x)
{
  .reg .b64 %rd<2>; .reg .b32 %r<2>;
  ld.param.u64 %rd1, [x];
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r1, %tid.x;
  mad.wide.u32 %rd1, %r1, 4, %rd1;
  st.global.u32 [%rd1], %r1;
  ret;
}"""
    source = round_trip(ptx, "k", (1, 32, 0), (np.zeros(32, np.int32),))
    assert "p = p;" not in source


def test_an_atomic_whose_result_nobody_reads_is_one_that_the_assembler_takes() -> None:
    # NVRTC's ptxas crashes on `atom.add.noftz.f16x2 _`.
    text = """#include <cuda_fp16.h>
extern "C" __global__ void k(__half2* x) { atomicAdd(x, __floats2half2_rn(1.0f, 2.0f)); }"""
    ptx = nvrtc.compile_kernel(text, "k", "sm_90").ptx
    assert "atom.add.noftz.f16x2 _" not in decompile(ptx, "k")
    round_trip(ptx, "k", (1, 32, 0), (np.zeros(2, np.float16),))


def test_gelu_reads_as_one_writes_it() -> None:
    lines = decompile((TRUTH / "gelu.ptx").read_text(), "gelu").splitlines()
    body = [line.strip() for line in lines]
    assert "int n = ((threadIdx.x << 2) & 508) | (blockIdx.x << 10);" in body
    assert "if (ok) v = *(float4 *)&p0[n];" in body


def test_what_has_no_cuda_c_is_named_with_its_line() -> None:
    text = (
        (TRUTH / "gelu.ptx").read_text().replace("mov.u32 \t%r17, %ctaid.x;", "frob.b32 %r17, 1;")
    )
    with pytest.raises(PtxError, match=r"frob"):
        decompile(text, "gelu")
