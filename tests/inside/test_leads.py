"""What a line of TTIR or TTGIR became, where lines of source alone could not tell."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
import triton
import triton.language as tl

from inside.compiled import triton_form
from kernelscope.frontends.triton.lines import ptx_again
from kernelscope.inside.stages.collect import inspected
from kernelscope.inside.stages.leads import with_leads
from kernelscope.inside.stages.maps import map_of_ptx
from kernelscope.record import InspectedKernel

pytestmark = pytest.mark.triton


@triton.jit
def one_line(x_ptr, y_ptr, z_ptr, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(z_ptr + o, tl.exp(tl.load(x_ptr + o)) / tl.sum(tl.load(y_ptr + o), 0))


@pytest.fixture(scope="module", params=[80, 90])
def kernel(request: pytest.FixtureRequest) -> InspectedKernel:
    pointers = dict.fromkeys(("x_ptr", "y_ptr", "z_ptr"), "*fp32")
    form = triton_form(one_line, pointers, {"BLOCK": 512}, [*pointers], request.param)
    return with_leads(inspected(form))


def lines(kernel: InspectedKernel, stage: str, pattern: str) -> list[int]:
    """The numbers of a stage's lines that a pattern is found in."""
    text = kernel.stages[stage].text.splitlines()
    return [number for number, line in enumerate(text, 1) if re.search(pattern, line)]


def led(kernel: InspectedKernel, stage: str, number: int, to: str, pattern: str = "") -> list[int]:
    """Of the lines that a line leads to in another stage, those with a pattern."""
    there = {last for line, last in kernel.stages[stage].leads_to[to] if line == number}
    return [line for line in lines(kernel, to, pattern) if line in there]


@pytest.mark.parametrize(
    ("to", "load"), [("llir", "ld.global"), ("ptx", r"ld\.global"), ("sass", r"LDG\.")]
)
@pytest.mark.parametrize("stage", ["ttir", "ttgir"])
def test_two_loads_of_one_line_of_source_lead_each_to_its_own(
    kernel: InspectedKernel, stage: str, to: str, load: str
) -> None:
    own = [led(kernel, stage, number, to, load) for number in lines(kernel, stage, r"= tt\.load")]
    assert len(own) == 2
    assert own[0] != own[1]
    assert sorted(own[0] + own[1]) == lines(kernel, to, load)
    assert not led(kernel, stage, lines(kernel, stage, "tt.store")[0], to, load)


def test_each_operation_leads_to_the_instructions_that_compute_it(kernel: InspectedKernel) -> None:
    (exp,) = lines(kernel, "ttgir", r"math\.exp")
    assert led(kernel, "ttgir", exp, "ptx", r"ex2\.approx") == lines(kernel, "ptx", "ex2.approx")
    assert led(kernel, "ttgir", exp, "sass", r"MUFU\.EX2") == lines(kernel, "sass", "MUFU.EX2")
    (reduce,) = lines(kernel, "ttgir", r'"tt\.reduce"')
    for to, shuffle in (("ptx", r"shfl\.sync"), ("sass", r"SHFL\.")):
        assert led(kernel, "ttgir", reduce, to, shuffle) == lines(kernel, to, shuffle)
    (store,) = lines(kernel, "ttgir", r"tt\.store")
    assert led(kernel, "ttgir", store, "ptx", r"st\.global") == lines(kernel, "ptx", "st.global")
    (first,) = lines(kernel, "ttir", r"math\.exp")
    assert led(kernel, "ttir", first, "ttgir") == [exp]


def test_a_line_of_ptx_leads_to_the_machine_code_that_says_it_came_from_it(
    kernel: InspectedKernel,
) -> None:
    for number in lines(kernel, "ptx", "ex2.approx"):
        assert len(led(kernel, "ptx", number, "sass", r"MUFU\.EX2")) == 1


def test_where_the_second_compilation_makes_other_code_there_is_no_map_and_it_is_said(
    kernel: InspectedKernel,
) -> None:
    ptx = kernel.stages["ptx"]
    other = replace(ptx, text=ptx.text.replace("ex2.approx", "ex2.approx.ftz"))
    ttgir = replace(kernel.stages["ttgir"], leads_to={}, note="its note")
    changed = replace(kernel, stages={**kernel.stages, "ptx": other, "ttgir": ttgir})
    found = with_leads(changed).stages["ttgir"]
    assert not any(found.leads_to.values())
    assert found.note == (
        "its note; to LLVM IR and PTX only by way of the source: "
        "the second compilation's PTX is not the first's"
    )
    assert (
        with_leads(replace(changed, stages={**changed.stages, "ttgir": found})).stages["ttgir"]
        == found
    )


def test_lines_of_ttgir_are_known_where_those_of_the_source_were_turned_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TRITON_DISABLE_LINE_INFO", "1")
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    pointers = dict.fromkeys(("x_ptr", "y_ptr", "z_ptr"), "*fp32")
    kernel = with_leads(inspected(triton_form(one_line, pointers, {"BLOCK": 128}, [*pointers])))
    assert kernel.stages["ptx"].map == ()
    (exp,) = lines(kernel, "ttgir", r"math\.exp")
    assert led(kernel, "ttgir", exp, "ptx", "ex2.approx") == lines(kernel, "ptx", "ex2.approx")


def test_a_text_that_triton_does_not_read_is_said_to_be_one(kernel: InspectedKernel) -> None:
    ttgir = replace(kernel.stages["ttgir"], text="module {", leads_to={})
    found = with_leads(replace(kernel, stages={**kernel.stages, "ttgir": ttgir})).stages["ttgir"]
    assert "only by way of the source: Triton does not compile its text again" in found.note


LLVM = """
target datalayout = "e-p3:32:32-p4:32:32-p5:32:32-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %x, i32 %n) !dbg !4 {
  %lane = tail call i32 @llvm.nvvm.read.ptx.sreg.laneid(), !dbg !5
  %moved = xor i32 %lane, 77
  switch i32 %n, label %rest [
    i32 3, label %one
    i32 5, label %one
    i32 80, label %rest
  ]
one:
  store volatile i32 %lane, ptr addrspace(1) %x, align 4, !dbg !6
  br label %rest
rest:
  store volatile i32 %moved, ptr addrspace(1) %x, align 4, !dbg !7
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !2, producer: "t", emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "k.py", directory: "/a")
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "k", scope: !2, file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!5 = !DILocation(line: 11, column: 3, scope: !4)
!6 = !DILocation(line: 12, column: 3, scope: !4)
!7 = !DILocation(line: 13, column: 3, scope: !4)
"""  # noqa: E501


def test_an_instruction_without_a_line_does_not_take_that_of_the_one_before_it() -> None:
    ptx = ptx_again(LLVM, "sm_90a", {})
    text = ptx.splitlines()
    found = {text[line - 1].strip(): places for line, places in map_of_ptx(ptx).items()}
    assert found == {
        "mov.u32 \t%r1, %laneid;": ("/a/k.py:11",),
        "st.volatile.global.b32 \t[%rd1], %r1;": ("/a/k.py:12",),
        "st.volatile.global.b32 \t[%rd1], %r2;": ("/a/k.py:13",),
    }
    assert sum("xor.b32" in line for line in text) == 1


@triton.jit
def moves(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    first = tl.program_id(0)
    o = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK, BLOCK), tl.float32)
    for i in range(n):
        a = tl.load(x_ptr + (first + i) * BLOCK * BLOCK + o[:, None] * BLOCK + o[None, :])
        total += tl.dot(a, a)
    tl.store(y_ptr + o[:, None] * BLOCK + o[None, :], total)


def test_what_was_moved_out_of_a_loop_is_not_said_to_come_from_the_line_before_it() -> None:
    """The addresses in shared memory, which the loop alone uses."""
    types = {"x_ptr": "*fp16", "y_ptr": "*fp32", "n": "i32"}
    form = triton_form(moves, types, {"BLOCK": 32}, ["x_ptr", "y_ptr"], 80, num_stages=1)
    kernel = inspected(form)
    ptx, sass = kernel.stages["ptx"], kernel.stages["sass"]
    first = f":{form.source_line + 2}"
    found = {line for line, place in ptx.map if place.endswith(first)}
    assert found == {*lines(kernel, "ptx", "ctaid")}
    assert "instructions, moved out of loops or added, belong to no line" in ptx.note
    placed = dict(ptx.map)
    after, before = min(found), lines(kernel, "ptx", "ld.global")[0]
    moved = {
        made for line, made in ptx.leads_to["sass"] if after < line < before and line not in placed
    }
    assert len(moved) > 5
    assert not moved & dict(sass.map).keys()
