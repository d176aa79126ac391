"""Products of matrices on a simulated SM: a GPU does as many as its specification allows."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kernelscope.errors import UnavailableError
from kernelscope.hardware import GPUS, GPUSpec, gpu
from kernelscope.launch_time.code import simulated_code
from kernelscope.machine_code.code import MachineCode, code_of
from kernelscope.simulator import kinds

FOUR, TWO, ONE = "{%f0, %f1, %f2, %f3}", "{%r0, %r1}", "{%r0}"
MMA = (
    f"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {FOUR}, {{%r0, %r1, %r2, %r3}}, "
    f"{TWO}, {FOUR};"
)
MMA_OF_TURING = f"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {FOUR}, {TWO}, {ONE}, {FOUR};"
HEAD = """.version 8.8
.target TARGET
.address_size 64
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .f32 %f<32>;
    .reg .b64 %o<4>;
    ld.param.u64 %o0, [out];
    ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%o0];
    ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%o0+16];
    PRODUCT
    st.global.v4.f32 [%o0], {%f0, %f1, %f2, %f3};
    ret;
}
"""


def code(product: str, spec: GPUSpec) -> MachineCode:
    text = HEAD.replace("TARGET", spec.target).replace("PRODUCT", product)
    made = code_of(text, "k", spec.target)
    assert isinstance(made, MachineCode), made
    return made


def interval(made: MachineCode, spec: GPUSpec) -> int:
    """Return the cycles for which a sub-partition's tensor core is busy with the product."""
    rows = simulated_code(made, spec).table
    return int(rows["interval"][rows["pipe"] == kinds.TENSOR].sum())


@pytest.mark.parametrize("name", sorted(GPUS))
def test_mma_takes_at_least_as_long_as_at_the_peak(name: str) -> None:
    """It is nowhere faster than on an H200, which does 333.5 of its 512 multiply-adds a cycle."""
    spec = gpu(name)
    text, products = (MMA_OF_TURING, 16 * 8 * 8) if spec.sm == 75 else (MMA, 16 * 8 * 16)
    cycles = interval(code(text, spec), spec)
    busy = spec.sms * 4 * spec.sm_clock_mhz * 1e6
    at_peak = products / (spec.peak_tflops["fp16"] * 1e12 / 2 / busy)
    assert cycles >= round(products / 333.5)
    assert cycles >= 0.9 * at_peak


def test_a_product_without_an_x_in_its_shape_has_8_columns() -> None:
    """HMMA.16816: 2,048 multiply-adds, 6 cycles on an H200, 8 on an A100, 32 on an RTX 5090."""
    for name, cycles in (("h200", 6), ("a100", 8), ("rtx5090", 32), ("rtxpro6000", 16)):
        assert interval(code(MMA, gpu(name)), gpu(name)) == cycles


def test_an_h20_has_a_quarter_of_an_h200s_wgmma() -> None:
    registers = ", ".join(f"%f{n}" for n in range(32))
    product = (
        "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
        f"{{{registers}}}, %o1, %o2, 1, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; "
        "wgmma.wait_group.sync.aligned 0;"
    )
    made = code(product, gpu("h200"))
    assert interval(made, gpu("h200")) == 32
    assert 3.5 < interval(made, gpu("h20")) / 32 < 4.5


def test_an_opcode_without_a_pipe_is_not_simulated() -> None:
    spec = gpu("b200")
    made = code(MMA, spec)
    unknown = replace(made.instructions[0], opcode="UTCHMMA", pipe="")
    other = replace(made, instructions=(unknown, *made.instructions[1:]))
    with pytest.raises(UnavailableError, match=re.escape("not know UTCHMMA of sm_100")):
        simulated_code(other, spec)
