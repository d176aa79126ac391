"""Every instruction of the table can be told in words, and its words leave nothing out."""

from __future__ import annotations

import re

import pytest

from kernelscope.vgpu.instructions import TABLE
from kernelscope.vgpu.instructions.table import Form, find_forms
from kernelscope.vgpu.instructions.words import in_words, logic, names_in, told_slots, untold

FORMS = [form for forms in TABLE.values() for form in forms]
NAMES = [
    f"{form.opcode}.{'.'.join(slot.name for slot in form.slots)}({len(form.signature)})"
    for form in FORMS
]


def texts(form: Form, optional: bool) -> dict[str, str]:
    """A text for each operand; a number where the words compute with it."""
    return {
        spec.name: "128" if spec.name == "lut" else f"<{spec.name}>"
        for spec in form.signature
        if optional or not spec.optional
    }


@pytest.mark.parametrize("form", FORMS, ids=NAMES)
def test_words_tell_every_operand_and_modifier_and_name_nothing_that_is_not_there(
    form: Form,
) -> None:
    assert form.words
    assert untold(form) == []
    assert names_in(form.words) | told_slots(form) >= {spec.name for spec in form.signature}
    for slot_choice in (0, -1):
        for optional in (False, True):
            fields = {
                slot.name: slot.choices[slot_choice] if optional or not slot.optional else ""
                for slot in form.slots
            }
            words = in_words(form, fields, texts(form, optional))
            plain = words.replace("[0, 1]", "")
            assert not re.search(r"[][{}]|  |^,|, ,", plain), words
            told = set(re.findall(r"<(\w+)>", words))
            silent = set(form.extra.get("tells", ()))
            given = {spec.name for spec in form.signature if optional or not spec.optional}
            assert told <= given
            assert told | silent >= given, words


@pytest.mark.parametrize(
    ("mnemonic", "operands", "words"),
    [
        ("add.f32", "d a b", "d = a + b"),
        ("add.rz.ftz.f32", "d a b", "d = a + b, rounded towards zero, subnormals as 0"),
        ("add.sat.f32", "d a b", "d = a + b, held to [0, 1]"),
        ("add.sat.s32", "d a b", "d = a + b, held to the type's range"),
        ("mul.wide.s32", "d a b", "d = a * b, in twice the width"),
        ("mul.hi.u32", "d a b", "d = a * b, high half"),
        ("fma.rn.f32", "d a b c", "d = a * b + c in one step, rounded to nearest"),
        ("setp.ge.s32", "d a b", "d = a >= b"),
        ("setp.lt.and.f32", "d a b c", "d = (a < b) & c"),
        ("set.gt.f32.f32", "d a b", "d = 1.0 if a > b, else 0"),
        ("ld.global.v4.f32", "d a", "d = a, from global memory, 4 elements at once"),
        (
            "ld.global.nc.L1::evict_last.b32",
            "d a",
            "d = a, from global memory, read-only while the kernel runs, last to leave L1",
        ),
        ("st.shared.b32", "a b", "a = b, to shared memory"),
        (
            "atom.gpu.global.cas.b32",
            "d a b c",
            "d = a, which becomes c if it was b, for the GPU, in global memory",
        ),
        ("red.global.inc.u32", "a b", "a becomes old >= b ? 0 : old + 1, in global memory"),
        ("cvt.rzi.s32.f32", "d a", "d = a as s32, its fraction cut off"),
        ("cvta.to.global.u64", "d a", "d = a as an address of global memory"),
        ("bar.sync", "a", "wait at barrier a for the block's threads"),
    ],
)
def test_the_words_of_common_instructions(mnemonic: str, operands: str, words: str) -> None:
    opcode, *modifiers = mnemonic.split(".")
    given = {name: name for name in operands.split()}
    found = [
        (form, fields)
        for form, fields in find_forms(opcode, tuple(modifiers))
        if {s.name for s in form.signature if not s.optional} <= set(given)
    ]
    form, fields = found[0]
    assert in_words(form, fields, given) == words


def test_a_shuffle_tells_its_bound_and_lanes_only_where_they_are_not_the_whole_warp() -> None:
    ((form, fields),) = find_forms("shfl", ("sync", "bfly", "b32"))
    given = {"d": "d", "a": "x", "b": "16", "c": "31", "mask": "-1"}
    assert in_words(form, fields, given) == "d = x of the lane whose number is its own ^ 16"
    half = {**given, "c": "15", "mask": "65535"}
    assert in_words(form, fields, half).endswith("^ 16, bounded by 15, among the lanes of 65535")


@pytest.mark.parametrize("table", range(256))
def test_the_expression_of_a_table_of_bits_has_that_table(table: int) -> None:
    """PTX ISA, 9.7.8.6: the table is the expression evaluated at 0xF0, 0xCC, 0xAA."""
    expression = logic(table).format(a=0xF0, b=0xCC, c=0xAA)
    assert eval(expression) & 0xFF == table
