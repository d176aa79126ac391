"""Every instruction of the table reads as a sentence, and its words leave nothing out."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from each import each
from kernelscope.vgpu.instructions import TABLE
from kernelscope.vgpu.instructions.phrases import logic
from kernelscope.vgpu.instructions.words import in_words, named_slots, names_in, untold
from kernelscope.vgpu.ir.forms import Form, find_forms, parse_slots

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


@each("form", FORMS, ids=NAMES)
def test_words_tell_every_operand_and_modifier_and_name_nothing_that_is_not_there(
    form: Form,
) -> None:
    assert form.words
    assert untold(form) == []
    assert names_in(form.words) | named_slots(form) >= {spec.name for spec in form.signature}
    for fields, optional in choices(form):
        words = in_words(form, fields, texts(form, optional))
        plain = words.replace("[0, 1]", "")
        assert not re.search(r"[][{}]|  |^,|, ,|,$", plain), words
        told = set(re.findall(r"<(\w+)>", words))
        silent = set(form.extra.get("tells", ()))
        given = {spec.name for spec in form.signature if optional or not spec.optional}
        assert told <= given
        assert told | silent >= given, words


def choices(form: Form) -> Iterator[tuple[dict[str, str], bool]]:
    """Every choice of every modifier, the others absent or the last of theirs."""
    for optional in (False, True):
        usual = {s.name: s.choices[-1] if optional or not s.optional else "" for s in form.slots}
        for slot in form.slots:
            for choice in slot.choices:
                fields = usual | {slot.name: choice}
                if form.valid is None or form.valid(fields):
                    yield fields, optional


@pytest.mark.parametrize(
    ("spec", "missing"),
    [
        ("mul . rnd:rn|rq . t:f32", ["rnd"]),
        ("add . wrapping? . t:u32|s32", ["wrapping"]),
        ("add . t:u32|u4", ["t"]),
        ("cvt . dt:e2m1x2|f16 . st:f32", ["dt"]),
        ("ld . cop:ca|cz? . t:b32", ["cop"]),
    ],
)
def test_a_modifier_or_type_added_without_words_is_found(spec: str, missing: list[str]) -> None:
    opcode, slots = parse_slots(spec)
    form = Form(opcode, slots, (), None, None, "pure", "alu", "{d} = {a}", "9.7")
    assert [slot.name for slot in untold(form)] == missing


@each(
    ("mnemonic", "operands", "words"),
    [
        ("add.f32", "d a b", "d = a + b"),
        ("add.rz.ftz.f32", "d a b", "d = a + b, rounded towards zero, subnormals taken as 0"),
        ("add.sat.f32", "d a b", "d = a + b, clamped to [0, 1]"),
        ("add.sat.s32", "d a b", "d = a + b, clamped to the type's range"),
        ("mul.wide.s32", "d a b", "d = a * b (in twice the width)"),
        ("mul.hi.u32", "d a b", "d = the high half of a * b, unsigned"),
        ("mad.hi.s32", "d a b c", "d = (the high half of a * b) + c"),
        ("mad.lo.u32", "d a b c", "d = a * b + c"),
        ("min.u64", "d a b", "d = min(a, b), unsigned"),
        ("setp.lt.u32", "d a b", "d = a < b, unsigned"),
        ("setp.ne.u32", "d a b", "d = a != b"),
        ("shr.u32", "d a b", "d = a >> b (0 if b >= 32)"),
        (
            "shr.s64",
            "d a b",
            "d = a >> b (copies of the sign move in; only they are left if b >= 64)",
        ),
        ("bfe.s32", "d a b c", "d = c bits of a from bit b, sign-extended"),
        ("cvt.s64.s32", "d a", "d = a converted from s32 to s64, sign-extended"),
        ("cvt.u16.u32", "d a", "d = a converted from u32 to u16, its low 16 bits"),
        (
            "dp4a.s32.u32",
            "d a b c",
            (
                "d = c + the four products of the bytes of a and b, "
                "the first signed, the second unsigned"
            ),
        ),
        ("not.pred", "d a", "d = not a"),
        ("sub.cc.u32", "d a b carry_out", "d = a - b, carry_out = 1 if nothing is borrowed"),
        ("mul.f64", "d a b", "d = a * b, in double precision"),
        ("add.f16x2", "d a b", "d = a + b, in half precision, each half separately"),
        ("ld.global.s8", "d a", "d = a, from global memory, sign-extended"),
        (
            "mbarrier.arrive_drop.shared.b64",
            "d a",
            (
                "d = the state of the barrier at a; then arrive there, which later phases expect "
                "no more, in shared memory"
            ),
        ),
        ("fma.rn.f32", "d a b c", "d = a * b + c in one step, rounded to nearest even"),
        ("setp.ge.s32", "d a b", "d = a >= b"),
        ("setp.lt.and.f32", "d a b c", "d = (a < b) & c"),
        ("setp.ltu.f32", "d a b", "d = a < b or either is NaN"),
        ("setp.num.f32", "d a b", "d = neither a nor b is NaN"),
        (
            "setp.gt.f16x2",
            "d a b q",
            (
                "d = a > b in the low halves, q = the same in the high halves, "
                "in half precision, each half separately"
            ),
        ),
        ("cvta.shared.u64", "d a", "d = a in shared memory, as a generic address"),
        ("selp.b32", "d a b c", "d = a if c, else b"),
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
        ("red.global.inc.u32", "a b", "a becomes 0 if old >= b, else old + 1, in global memory"),
        ("cvt.rzi.s32.f32", "d a", "d = a converted from f32 to s32, with its fraction cut off"),
        ("cvta.to.global.u64", "d a", "d = a as an address in global memory"),
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
    half = {**given, "c": "31", "mask": "65535"}
    assert in_words(form, fields, half).endswith("^ 16, among the lanes in mask 65535")
    parts = {**given, "c": "6175", "b": "2"}  # __shfl_xor_sync(…, width=8)
    assert in_words(form, fields, parts).endswith("^ 2, in groups of 8 lanes")
    odd = {**given, "c": "15"}
    assert in_words(form, fields, odd).endswith("^ 16, bounded by 15")
    ((form, fields),) = find_forms("shfl", ("sync", "up", "b32"))
    up = {**given, "c": "0", "b": "1"}
    assert (
        in_words(form, fields, up)
        == "d = x of the lane whose number is its own - 1, or the lane's own if there is none"
    )


def test_a_carry_that_nothing_wants_is_not_told() -> None:
    ((form, fields),) = find_forms("addc", ("u32",))
    given = {"d": "d", "a": "a", "b": "b", "carry": "%cc"}
    assert in_words(form, fields, given) == "d = a + b + %cc"


def test_bytes_that_are_picked_by_a_constant_are_named() -> None:
    """PTX ISA, 9.7.10.7: digit 0 is the lowest byte; 8 and above repeat the byte's sign."""
    ((form, fields),) = find_forms("prmt", ("b32",))
    given = {"d": "d", "a": "x", "b": "y", "c": "29712"}  # 0x7410
    picked = "byte 3 of y, byte 0 of y, byte 1 of x, byte 0 of x"
    assert in_words(form, fields, given) == f"d = {picked} (from the highest down)"
    assert "sign of byte 1 of x, byte 0 of x" in in_words(form, fields, {**given, "c": "0x4490"})
    assert in_words(form, fields, {**given, "c": "z"}) == (
        "d = the bytes of y:x (numbered 7 down to 0) that the hexadecimal digits of z select"
    )


def test_what_says_nothing_in_a_product_of_four_warps_is_left_out() -> None:
    modifiers = ["mma_async", "sync", "aligned", "m64n16k16", "f32", "f16", "f16"]
    form, fields = find_forms("wgmma", tuple(modifiers))[0]
    given = {
        "d": "d",
        "a": "x",
        "b": "y",
        "scale": "1",
        "sa": "1",
        "sb": "-1",
        "ta": "0",
        "tb": "1",
    }
    assert in_words(form, fields, given) == (
        "d = (A described by x) x (B described by y) + d on the tensor cores, by four warps: "
        "A 64 x 16 of f16, B 16 x 16 of f16, "
        "C and D 64 x 16 of f32; a lane holds 8 elements of D, B negated, B transposed"
    )
    assert " + d if %p1 " in in_words(form, fields, {**given, "scale": "%p1"})
    ((form, fields), _) = find_forms("wgmma", ("mma_async", "sp", "sync", "aligned", *_SPARSE))
    assert in_words(form, fields, {**given, "e": "m", "f": "1"}).endswith(
        "a lane holds 8 elements of D, B negated, B transposed; A is half stored, and m of lanes "
        "chosen by 1 says which of its elements"
    )


_SPARSE = ("m64n16k32", "f32", "f16", "f16")


@each("table", range(256))
def test_the_expression_of_a_table_of_bits_has_that_table(table: int) -> None:
    """PTX ISA, 9.7.9.6: the table is the expression evaluated at 0xF0, 0xCC, 0xAA."""
    expression = logic(table).format(a=0xF0, b=0xCC, c=0xAA)
    assert eval(expression) & 0xFF == table
