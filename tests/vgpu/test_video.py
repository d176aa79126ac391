"""Video instructions with selectors, masks, signs and what follows: PTX's pseudo-code, apart.

NVIDIA's assembler makes several instructions of each for sm_90a. `vgpu.machine_words` runs those,
so what a GPU does is known without one.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from families import exhaustive
from kernelscope.errors import PtxError
from kernelscope.vgpu.instructions.words import in_words
from kernelscope.vgpu.ir.forms import TABLE, Fields, find_forms
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from vgpu.assembler import every_case, find_assembler
from vgpu.forms import Case, Writer
from vgpu.machine_words import run_machine_code
from vgpu.test_jit_equals_interpreter import input_of, run_both

SCALAR = ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset", "vmad")
TWO = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "absdiff": lambda x, y: abs(x - y),
    "min": min, "max": max, "avrg": lambda x, y: (x + y + (x + y >= 0)) >> 1,
    "shl": lambda x, y: x << y, "shr": lambda x, y: x >> y,
    "eq": lambda x, y: x == y, "ne": lambda x, y: x != y, "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y, "gt": lambda x, y: x > y, "ge": lambda x, y: x >= y,
}  # fmt: skip
WORD = (1 << 32) - 1
FEW = 8  # cases of a form: test_jit_equals_interpreter.py has each of its modifiers
SPECIAL = (
    *(0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, WORD, 31, 32, 33),
    *(0x80808080, 0x7F80FF01, 0x1F20FF21, 0x00FF8000, 0x80007FFF),
)


def limits(signed: bool, bits: int) -> tuple[int, int]:
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def signed(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (value >> bits - 1 << bits)


def chosen(value: int, kind: str, selector: str) -> int:
    """`partSelectSignExtend`."""
    bits = {"": 32, "b": 8, "h": 16}[selector[:1]]
    value = value >> bits * int(selector[1:] or 0) & (1 << bits) - 1
    return signed(value, bits) if kind == "s32" else value


def scalar(opcode: str, f: Fields, a: int, b: int, c: int) -> int:
    """The pseudo-code of 9.7.20.1.1, .2 and .4."""
    part = {n: f.get(f"part_{n}", "").partition(".")[2] for n in "dab"}
    x, y = chosen(a, f["at"], part["a"]), chosen(b, f["bt"], part["b"])
    if "mode" in f:
        y = min(y, 32) if f["mode"] == "clamp" else y & 31
    value = int(TWO[f.get("cmp") or opcode[1:]](x, y))
    kind = f.get("dt", "u32")
    bits = {"": 32, "b": 8, "h": 16}[part["d"][:1]]
    if f.get("sat"):
        low, high = limits(kind == "s32", bits)
        value = min(max(value, low), high)
    op = f.get("op")
    if op == "add":
        value += c
    elif op:  # seen on an H200: `vset` compares c as the type of a
        compared = f["at"] if opcode == "vset" else kind
        value = {"min": min, "max": max}[op](value, signed(c, 32) if compared == "s32" else c)
    if part["d"]:
        place, mask = bits * int(part["d"][1:]), (1 << bits) - 1
        value = (value & mask) << place | c & ~(mask << place)
    return value & WORD


def multiply(f: Fields, a: int, b: int, c: int) -> int:
    """The pseudo-code of 9.7.20.1.3; a value has any number of bits."""
    part = {n: f[f"part_{n}"].partition(".")[2] for n in "ab"}
    turned = bool(f["minus_a"]) != bool(f["minus_b"])
    is_signed = "s32" in (f["at"], f["bt"]) or turned or bool(f["minus_c"])
    total = chosen(a, f["at"], part["a"]) * chosen(b, f["bt"], part["b"])
    total = ~total if turned else total
    c = ~c & WORD if f["minus_c"] and not turned else c
    last = bool(f["po"]) or turned or bool(f["minus_c"])
    total += (signed(c, 32) if is_signed else c) + last
    total >>= {"": 0, "shr7": 7, "shr15": 15}[f["scale"]]
    if f["sat"]:
        low, high = limits(is_signed, 32)
        total = min(max(total, low), high)
    return total & WORD


def simd(opcode: str, f: Fields, a: int, b: int, c: int) -> int:
    """The pseudo-code of 9.7.20.2."""
    count = int(opcode[-1])
    bits, name = 32 // count, opcode[1:-1]
    part = {n: f[f"part_{n}"].partition(".")[2][1:] for n in "dab"}
    first = {"a": "3210"[-count:], "b": "76543210"[:4] if count == 4 else "32"}
    taken: dict[str, list[int]] = {}
    for n in "ab":
        digits = reversed(part[n] or first[n])
        values = [(b << 32 | a) >> bits * int(d) & (1 << bits) - 1 for d in digits]
        taken[n] = [signed(v, bits) if f[f"{n}t"] == "s32" else v for v in values]
    results = [int(TWO[f.get("cmp") or name](x, y)) for x, y in zip(*taken.values(), strict=True)]
    if f.get("sat"):
        low, high = limits(f["dt"] == "s32", bits)
        results = [min(max(value, low), high) for value in results]
    mask = [not part["d"] or str(i) in part["d"] for i in range(count)]
    if f["op"]:
        return c + sum(v for v, on in zip(results, mask, strict=True) if on) & WORD
    kept = [v if mask[i] else c >> bits * i for i, v in enumerate(results)]
    return sum((v & (1 << bits) - 1) << bits * i for i, v in enumerate(kept))


def said(case: Case) -> Callable[[int, int, int], int]:
    """What PTX says of an instruction."""
    fields, opcode = dict(case.fields), case.form.opcode
    if opcode == "vmad":
        return functools.partial(multiply, fields)
    return functools.partial(scalar if opcode in SCALAR else simd, opcode, fields)


OPCODES = sorted({*SCALAR, *(op for op in TABLE if op[0] == "v" and op[-1] in "24")})


def some_cases(opcode: str, most: int) -> list[Case]:
    return [case for form in TABLE[opcode] for case in every_case(form, most, seed=1)]


def words(rows: int, columns: int) -> np.ndarray:
    draw = np.random.default_rng(3)
    values = draw.integers(0, 1 << 32, (rows, columns), np.uint32)
    special = draw.choice(np.array(SPECIAL, np.uint32), values.shape)
    return np.where(draw.random(values.shape) < 0.6, special, values)


def opcodes_and_cases(most: int) -> Any:
    """Some opcodes with a few cases of each of their forms, in `make test-exhaustive` with most."""
    few = [(OPCODES[part::6], FEW) for part in range(6)]
    return pytest.mark.parametrize(
        ("opcodes", "count"), [*few, *(exhaustive([opcode], most) for opcode in OPCODES)]
    )


@opcodes_and_cases(24)
def test_compiled_code_and_the_interpreter_do_what_ptx_says(opcodes: list[str], count: int) -> None:
    cases = [case for opcode in opcodes for case in some_cases(opcode, count)]
    writer = Writer()
    for number, case in enumerate(cases):
        writer.instruction(case, 2 * number, uniform=False)
    writer.finish()
    rows = words(3, 32)
    given = {32: rows, 16: rows.astype(np.uint16), 64: rows.astype(np.uint64)}
    outputs = run_both(writer.text(), input_of(writer, given), writer.cells, quick=True)
    for number, (case, place) in enumerate(zip(cases, writer.order, strict=True)):
        cell, start, size = place
        values = [rows[(2 * number + n) % 3].tolist() for n in (1, 2, 3)]
        wanted = [said(case)(*lane) for lane in zip(*values, strict=True)]
        for output in outputs:
            found = np.ascontiguousarray(output[cell, :, start : start + size]).view(np.uint32)
            assert found[:, 0].tolist() == wanted, case.mnemonic


@pytest.mark.triton
@opcodes_and_cases(40)
def test_the_assembler_s_code_for_sm_90a_does_what_ptx_says(opcodes: list[str], count: int) -> None:
    """So a GPU does it, too: what it does in another way is not in the table."""
    assembler = find_assembler()
    if assembler is None:
        pytest.skip("no ptxas: Triton is not installed")
    cases = [case for opcode in opcodes for case in some_cases(opcode, count)]
    rows = words(len(cases), 3 * 24).reshape(len(cases), 24, 3)
    results = run_machine_code(assembler, cases, rows)
    for case, lanes, found in zip(cases, rows.tolist(), results, strict=True):
        assert found == [said(case)(*lane) for lane in lanes], case.mnemonic


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "vadd.s32.s32.s32 %r1.h1, %r2, %r3, %r4;",
            "no form `vadd.s32.s32.s32.d.h1`.*as PTX specifies",
        ),
        (
            "vadd.u32.u32.u32.sat %r1, %r2, %r3;",
            "has no form `vadd.u32.u32.u32.sat`.*PTX specifies",
        ),
        ("vadd.s32.s32.s32 %r1, %r2.b4, %r3;", "has no form"),
        ("vmad.s32.s32.s32 %r1, -%r2, %r3, -%r4;", "has no form"),
        ("vadd4.u32.u32.u32 %r1, %r2.b12, %r3, %r4;", "has no form"),
        ("vadd4.u32.u32.u32 %r1, %r2.b1024, %r3, %r4;", "has no form"),
        ("add.s32 %r1, -%r2, %r3;", "`-%r2`: only operands of `vmad` can be negated"),
        ("add.s32 %r1, %r2.b1, %r3;", "undeclared register `%r2.b1`"),
    ],
)
def test_what_is_left_out_is_refused_with_its_place(line: str, reason: str) -> None:
    text = ".version 8.7\n.target sm_90a\n.address_size 64\n.entry k()\n{\n.reg .b32 %r<9>;\n"
    with pytest.raises(PtxError, match=reason) as caught:
        lower(parse(f"{text}{line}\nret;\n}}\n"), "k")
    assert str(caught.value).startswith("ptx:7:")


@pytest.mark.parametrize(
    ("opcode", "modifiers", "words"),
    [
        (
            "vsub",
            "s32 s32 s32 d.b2 a.h1 b.b0",
            (
                "d = half 1 of x - byte 0 of y, in 34 bits and then cut to 32, put into bits 16 "
                "to 23 of d; the others are those of z"
            ),
        ),
        (
            "vabsdiff",
            "s32 s32 s32 sat min",
            (
                "d = the distance of x and y, in 34 bits and then cut to 32; then the least of "
                "that and z, clamped to the type's range"
            ),
        ),
        ("vmad", "s32 s32 s32 shr7 -b", "d = x * -y + z, shifted right by 7, cut to 32 bits"),
        (
            "vadd4",
            "u32 u32 u32 d.b20 b.b0123",
            (
                "d = the sums of x and bytes 0, 1, 2, 3 of y:x in each of 4 elements, of elements "
                "2, 0 alone; the others are those of z, unsigned"
            ),
        ),
        (
            "vset2",
            "s32 s32 lt add d.h1",
            "d = 1 if x < y, else 0, in each of 2 elements, of element 1 alone, all added to z",
        ),
    ],
)
def test_parts_signs_and_masks_are_told_in_words(opcode: str, modifiers: str, words: str) -> None:
    """In the terms of the operands."""
    ((form, fields),) = find_forms(opcode, tuple(modifiers.split()))
    given = dict(zip("dabc", ("d", "x", "y", "z"), strict=True))
    assert in_words(form, fields, given) == words
