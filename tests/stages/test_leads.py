"""What a line of TTIR or TTGIR became, where lines of source alone could not tell."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import triton
import triton.language as tl

from kernelscope.record import InspectedKernel
from kernelscope.stages.collect import inspected
from kernelscope.stages.leads import with_leads
from stages.compiled import triton_form

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
        "its note; to LLVM IR and PTX only through the source: "
        "the second compilation's PTX is not the first's"
    )
    assert (
        with_leads(replace(changed, stages={**changed.stages, "ttgir": found})).stages["ttgir"]
        == found
    )


def test_a_text_that_triton_does_not_read_is_said_to_be_one(kernel: InspectedKernel) -> None:
    ttgir = replace(kernel.stages["ttgir"], text="module {", leads_to={})
    found = with_leads(replace(kernel, stages={**kernel.stages, "ttgir": ttgir})).stages["ttgir"]
    assert "only through the source: Triton does not compile its text again" in found.note
