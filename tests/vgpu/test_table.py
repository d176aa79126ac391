"""The table of instructions: right sections of the manual, and no two forms for one instruction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kernelscope.vgpu
from each import each
from kernelscope.vgpu.instructions import TABLE
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Form, find_forms
from kernelscope.vgpu.ir.manual import SECTIONS, sections_of

FORMS = [form for forms in TABLE.values() for form in forms]


# ---- sections of the manual ------------------------------------------------------------------


@each("form", FORMS, ids=[f"{f.spec:.60}" for f in FORMS])
def test_the_title_of_a_forms_section_names_its_instruction(form: Form) -> None:
    section = SECTIONS[form.section]
    modifiers = {choice for slot in form.slots for choice in slot.choices}
    names = [name.split(".") for name in re.split(r", | ", section.title.partition(": ")[2])]
    assert any(
        opcode == form.opcode and set(rest) - {"shared::cta"} <= modifiers
        for opcode, *rest in names
    ), section.title
    types = next((slot.choices for slot in form.slots if slot.name == "t"), ())
    is_half = {t: t.startswith(("f16", "bf16")) for t in types}
    if section.title.startswith("Half Precision"):
        assert all(is_half.values())
    if section.title.startswith(("Integer", "Extended", "Floating", "Comparison")):
        assert not any(is_half.values())
        is_float = section.title.startswith("Floating")
        assert section.title.startswith("Comparison") or all(
            t.startswith("f") == is_float for t in types
        )


@each(
    ("mnemonic", "number"),
    [
        ("add.u32", "9.7.1.1"),
        ("add.s16x2", "9.7.1.1"),
        ("sub.s64", "9.7.1.2"),
        ("sad.u32", "9.7.1.8"),
        ("div.s32", "9.7.1.9"),
        ("rem.u32", "9.7.1.10"),
        ("abs.s32", "9.7.1.11"),
        ("neg.s32", "9.7.1.12"),
        ("min.s32", "9.7.1.13"),
        ("max.u16x2", "9.7.1.14"),
        ("popc.b32", "9.7.1.15"),
        ("szext.clamp.s32", "9.7.1.22"),
        ("bmsk.wrap.b32", "9.7.1.23"),
        ("add.cc.u32", "9.7.2.1"),
        ("madc.lo.u32", "9.7.2.6"),
        ("mad.rn.f32", "9.7.3.7"),
        ("abs.f32", "9.7.3.9"),
        ("max.f64", "9.7.3.12"),
        ("rcp.rn.f32", "9.7.3.13"),
        ("rcp.approx.ftz.f64", "9.7.3.14"),
        ("rsqrt.approx.f64", "9.7.3.16"),
        ("rsqrt.approx.ftz.f64", "9.7.3.17"),
        ("ex2.approx.f32", "9.7.3.21"),
        ("ex2.approx.f16", "9.7.4.10"),
        ("neg.bf16x2", "9.7.4.5"),
        ("setp.lt.f32", "9.7.7.2"),
        ("setp.lt.f16", "9.7.8.2"),
        ("xor.b32", "9.7.9.3"),
        ("lop3.b32", "9.7.9.6"),
        ("shr.u32", "9.7.9.9"),
        ("shfl.sync.bfly.b32", "9.7.10.6"),
        ("ld.global.f32", "9.7.10.8"),
        ("ld.global.nc.f32", "9.7.10.9"),
        ("discard.global.L2", "9.7.10.20"),
        ("cvt.pack.sat.u16.s32", "9.7.10.25"),
        ("cp.async.wait_all", "9.7.10.28.3.3"),
        ("bar.warp.sync", "9.7.15.2"),
        ("barrier.cluster.arrive", "9.7.15.3"),
        ("fence.acq_rel.gpu", "9.7.15.4"),
        ("atom.add.u32", "9.7.15.5"),
        ("vote.sync.any.pred", "9.7.15.10"),
        ("vote.any.pred", "9.7.15.9"),
        ("elect.sync", "9.7.15.15"),
        ("mbarrier.arrive.expect_tx.b64", "9.7.15.16.16"),
        ("mbarrier.expect_tx.b64", "9.7.15.16.14"),
        ("cp.async.mbarrier.arrive.b64", "9.7.15.16.18"),
        ("ldmatrix.sync.aligned.m8n8.x4.b16", "9.7.16.5.15"),
        ("wgmma.wait_group.sync.aligned", "9.7.17.7.3"),
        ("vadd4.u32.u32.u32", "9.7.20.2.3"),
        ("trap", "9.7.21.4"),
        ("setmaxnreg.inc.sync.aligned.u32", "9.7.21.5"),
    ],
)
def test_instructions_cite_the_section_that_version_9_4_of_the_manual_has(
    mnemonic: str, number: str
) -> None:
    opcode, *modifiers = mnemonic.split(".")
    assert {form.section for form, _ in find_forms(opcode, tuple(modifiers))} == {number}


@each(
    ("name", "number"),
    [
        ("clusterlaunchcontrol.query_cancel.is_canceled", "9.7.15.19"),
        ("tcgen05.relinquish_alloc_permit.cta_group::1", "9.7.18.7.1"),
        ("tcgen05.wait::st.sync", "9.7.18.8.5"),
        ("tcgen05.shift.cta_group::1", "9.7.18.9.3"),
        ("tcgen05.mma.cta_group::1", "9.7.18.10.10.1"),
        ("tcgen05.mma.sp.cta_group::1", "9.7.18.10.10.2"),
        ("tcgen05.mma.ws.cta_group::1", "9.7.18.10.10.3"),
        ("tcgen05.mma.ws.sp.cta_group::1", "9.7.18.10.10.4"),
        ("tcgen05.fence::after_thread_sync", "9.7.18.11.1"),
        ("tcgen05.commit.cta_group::1", "9.7.18.12.1"),
    ],
)
def test_an_instruction_is_in_the_section_of_the_longest_name(name: str, number: str) -> None:
    opcode, *modifiers = name.split(".")
    assert sections_of(opcode, modifiers, ()) == [number]


def test_moves_cite_the_section_of_copies_and_packed_ones_that_of_vectors() -> None:
    cited = {form.section: len(form.signature) for form, _ in find_forms("mov", ("b32",))}
    assert set(cited) == {"9.7.10.3", "9.7.10.4"}


def test_every_section_that_the_virtual_gpus_code_speaks_of_is_in_the_list() -> None:
    folder = Path(kernelscope.vgpu.__file__).parent
    cited = {
        (path.name, number)
        for path in folder.rglob("*.py")
        if path.name != "manual.py"
        for number in re.findall(r"\b9\.7\.\d+(?:\.\d+)*", path.read_text())
    }
    assert cited
    # Deeper sections, "Matrix Descriptor Format", describe what an instruction of the list reads.
    parts = [*SECTIONS, "9.7.17.5.1"]
    wrong = {
        (name, number)
        for name, number in cited
        if not any(f"{known}.".startswith(f"{number}.") for known in parts)
        and not number.startswith("9.7.17.5.1.")
    }
    assert not wrong


# ---- definitions that are refused ------------------------------------------------------------


@pytest.fixture
def untouched() -> Iterator[None]:
    """Take back what a test defines, and fail if a refused form stayed in the table."""
    before = {opcode: list(forms) for opcode, forms in TABLE.items()}
    yield
    TABLE.clear()
    TABLE.update(before)
    find_forms.cache_clear()


def attempt(spec: str, signature: str, **more: Any) -> None:
    define(spec, signature, words="", meaning=lambda f, a: a, code=lambda g, f, a: a, **more)


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    ("first", "second", "instruction"),
    [
        # one modifier that both have among their choices
        (("fns . t:b32|b64", "d:t, a:t"), ("fns . sat? . t:u32|b64", "d:t, a:t"), "fns.b64"),
        # an optional operand that the other form does not know
        (("fns . t:b16", "d:t, a:t"), ("fns . t:b16", "d:t, a:t, b:t?"), "fns.b16"),
        # registers of different types that one register fits
        (("fns . t:u8", "d:t, a:t"), ("fns . t:u8", "d:b8, a:b8"), "fns.u8"),
    ],
)
def test_a_form_that_overlaps_another_is_refused_with_both(
    first: tuple[str, ...], second: tuple[str, ...], instruction: str
) -> None:
    attempt(first[0], first[1])
    forms = list(TABLE["fns"])
    with pytest.raises(ValueError, match="fits two forms") as refusal:
        attempt(second[0], second[1])
    assert f"`{instruction}`" in str(refusal.value)
    for spec, signature, *_ in (first, second):
        assert f"`{spec} ({signature})`" in str(refusal.value)
    assert TABLE["fns"] == forms


@pytest.mark.usefixtures("untouched")
@pytest.mark.parametrize(
    "second",
    [
        ("fns . t:u8", "d:t, a:t, b:t"),  # another number of operands
        ("fns . t:u8", "d:t, a:t*2"),  # a vector
        ("fns . t:u8", "d:t, [a]"),  # an address
        ("fns . t:u8", "d:t, a:pred!"),  # a predicate register, which no literal is
        ("fns . t:u8", "d:b32, a:t"),  # a wider register to be written
        ("fns . cc . t:u8", "d:t, a:t"),  # another modifier, always
    ],
)
def test_forms_that_differ_in_operands_or_a_required_modifier_stand_together(
    second: tuple[str, str],
) -> None:
    attempt("fns . t:u8", "d:t, a:t")
    attempt(*second)
    assert len(TABLE["fns"]) == 3


@pytest.mark.usefixtures("untouched")
def test_forms_that_their_conditions_keep_apart_stand_together() -> None:
    attempt("fns . sat? . t:u8", "d:t, a:t", valid=lambda f: bool(f["sat"]))
    attempt("fns . sat? . t:u8", "d:t, a:t", valid=lambda f: not f["sat"])
    with pytest.raises(ValueError, match=r"`fns\.sat\.u8`"):
        attempt("fns . sat . t:u8", "d:t, a:t")


@pytest.mark.usefixtures("untouched")
def test_an_instruction_that_the_manual_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match=r"PTX ISA 9\.4 has no `frobnicate \. t:b32`"):
        attempt("frobnicate . t:b32", "d:t, a:t")
    with pytest.raises(ValueError, match=r"`popc` is in 9\.7\.1\.15, not 9\.7\.1\.13"):
        attempt("popc . t:u32", "d:t, a:t", section="9.7.1.13")
    with pytest.raises(ValueError, match=r"`mov` is in 9\.7\.10\.3 and 9\.7\.10\.4, so `section`"):
        attempt("mov . t:u8", "d:t, a:t")
