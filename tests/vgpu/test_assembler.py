"""The assembler takes every form of the table: what it refuses no GPU runs, and is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelscope.vgpu.ir.forms import TABLE
from truth.forms_kernels import is_copy_of_a_thread, kernel_of, runs_of
from vgpu.assembler import assemble, every_case, find_assembler, newest_version, refusals
from vgpu.forms import Case, cases_by_kind, lane_by_lane_forms

pytestmark = pytest.mark.triton
LANE_BY_LANE = lane_by_lane_forms()
# Their operands are not general (sizes, descriptors, functions), or the table takes modifiers of
# caches and orders together that go alone.
NOT_HELD = frozenset(
    [
        *("applypriority", "call", "cp", "discard", "pmevent", "setmaxnreg"),
        *("ld", "ldu", "mbarrier", "prefetch", "st"),
    ]
)
# A product of four warps has up to 128 registers: a hundred of each form take a minute.
MOST = {"wgmma": 30}
OTHERS = sorted(set(TABLE) - NOT_HELD - {form.opcode for form in LANE_BY_LANE})


@pytest.fixture(scope="module")
def assembler() -> Path:
    """Triton's `ptxas`."""
    found = find_assembler()
    if found is None:
        pytest.skip("no ptxas: Triton is not installed")
    return found


def test_an_instruction_that_the_assembler_refuses_is_found_with_its_reason(
    assembler: Path,
) -> None:
    """Two wrong ones among hundreds; f64 has no `.ftz`, and a `lo` compares no floats."""
    cases = [case for form in TABLE["setp"] for case in every_case(form, 100, seed=0)]
    form = next(form for form in TABLE["setp"] if "f64" in form.slots[-1].choices)
    for cmp, ftz, t in (("lt", "ftz", "f64"), ("lo", "", "f32")):
        cases.insert(len(cases) // 2, Case(form, (("cmp", cmp), ("ftz", ftz), ("t", t))))
    found = refusals(assembler, cases)
    assert set(found) == {"setp.lt.ftz.f64", "setp.lo.f32"}
    assert "Illegal modifier '.ftz'" in found["setp.lt.ftz.f64"]


def refused(assembler: Path, cases: list[Case]) -> str:
    """What the assembler refuses, a line each."""
    return "\n".join(f"{m}: {reason}" for m, reason in refusals(assembler, cases).items())


def test_the_assembler_takes_each_modifier_of_what_works_lane_by_lane(assembler: Path) -> None:
    """Each with some others."""
    assert not refused(assembler, [case for form in LANE_BY_LANE for case in cases_by_kind(form)])


def test_the_assembler_takes_some_of_what_works_on_memory_and_barriers(assembler: Path) -> None:
    """Eight combinations of each form's modifiers."""
    forms = [form for opcode in OTHERS for form in TABLE[opcode]]
    assert not refused(assembler, [c for form in forms for c in every_case(form, 8, seed=0)])


@pytest.mark.exhaustive
@pytest.mark.parametrize("opcode", sorted({form.opcode for form in LANE_BY_LANE}))
def test_the_assembler_takes_every_form_that_works_lane_by_lane(
    assembler: Path, opcode: str
) -> None:
    """All combinations of modifiers that the table calls legal; of selectors some."""
    forms = [form for form in LANE_BY_LANE if form.opcode == opcode]
    most = {f.spec: 150 if any(slot.operand for slot in f.slots) else 2000 for f in forms}
    cases = [case for form in forms for case in every_case(form, most[form.spec], seed=0)]
    assert not refused(assembler, cases)


@pytest.mark.exhaustive
@pytest.mark.parametrize("opcode", OTHERS)
def test_the_assembler_takes_forms_that_work_on_memory_and_barriers(
    assembler: Path, opcode: str
) -> None:
    """A hundred combinations of each form's modifiers."""
    most = MOST.get(opcode, 100)
    cases = [case for form in TABLE[opcode] for case in every_case(form, most, seed=0)]
    assert not refused(assembler, cases)


def test_the_assembler_takes_every_copy_of_a_thread(assembler: Path) -> None:
    """`cp.async` of 4, 8 and 16 bytes with every modifier, into the block's own shared memory."""
    forms = [form for form in TABLE["cp"] if is_copy_of_a_thread(form)]
    assert len(forms) == 6
    head = f".version {newest_version(assembler)}\n.target sm_90a"
    for form in forms:
        writer = kernel_of(runs_of(every_case(form, 1000, seed=0)))
        assert assemble(assembler, head, writer.text(head)) is None, form.spec
