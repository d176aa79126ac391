"""PTX assembled with no GPU and no toolkit: what comes out is machine code with its registers."""

from __future__ import annotations

import pytest
from cuda.bindings import nvjitlink  # pyright: ignore[reportAttributeAccessIssue]

from kernelscope.machine_code.assemble import assembled, resources_of_ptx
from kernelscope.machine_code.cubin import kernel_resources

ADD_ONE = """.version 8.0
.target sm_90
.address_size 64
.visible .entry add_one(.param .u64 p) {
 .reg .b64 %rd<4>; .reg .b32 %r<4>;
 ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;
 add.s64 %rd3, %rd1, %rd2; ld.global.u32 %r2, [%rd3]; add.s32 %r3, %r2, 1;
 st.global.u32 [%rd3], %r3; ret;
}"""


def test_ptx_becomes_machine_code_with_its_registers() -> None:
    cubin = assembled(ADD_ONE, "add_one", "sm_90")
    assert cubin is not None
    assert cubin.startswith(b"\x7fELF")
    resources = kernel_resources(cubin)["add_one"]
    assert 0 < resources.registers <= 32
    assert resources.local_bytes == 0


def test_what_the_assembler_refuses_is_none() -> None:
    assert assembled(ADD_ONE.replace("mov.u32", "mov.nothing"), "add_one", "sm_90") is None


def test_a_kernel_is_assembled_once_for_its_code_and_its_resources(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[object] = []
    create = nvjitlink.create

    def counted(number: int, options: list[str]) -> object:
        begun.append(options)
        return create(number, options)

    monkeypatch.setattr(nvjitlink, "create", counted)
    text = ADD_ONE.replace("add_one", "once")
    assert resources_of_ptx(text, "once", "sm_90") is not None
    assert assembled(text, "once", "sm_90") is not None
    assert len(begun) == 1
