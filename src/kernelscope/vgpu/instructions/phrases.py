"""The words of entries that depend on the operands or on several modifiers.

Each function is an entry's `say`: of the fields and the texts of the operands it makes texts for
the names in the entry's words.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from kernelscope.vgpu.instructions.words import INLINE
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.types import TYPES

Operands = Mapping[str, str]


def carried(result: str, takes: bool) -> str:
    """Return the words of a sum or difference that takes a carry or gives one."""
    minus = " - " in result
    before = (" - (1 - {carry})" if minus else " + {carry}") if takes else ""
    flag = "1 if nothing is borrowed" if minus else "the carry"
    return f"{{d}} = {result}{before}[, {{carry_out}} = {flag}]"


_SIGNS = {
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "lo": "<",
    "ls": "<=",
    "hi": ">",
    "hs": ">=",  # unsigned
}


def comparison(cmp: str, a: str, b: str) -> str:
    """Return the comparison of `setp` or `set`: `a < b`; for `ltu` also "or either is NaN"."""
    match cmp:
        case "num":
            return f"neither {a} nor {b} is NaN"
        case "nan":
            return f"{a} or {b} is NaN"
        case _ if cmp in _SIGNS:
            return f"{a} {_SIGNS[cmp]} {b}"
        case _:
            return f"{a} {_SIGNS[cmp.removesuffix('u')]} {b} or either is NaN"


def comparison_words(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the comparison, the sign of `op`, and what the result is if the comparison holds."""
    is_float = fields.get("dt", "").startswith(("f", "bf"))
    is_packed = fields["t"].endswith("x2")
    return {
        "test": comparison(fields["cmp"], operands["a"], operands["b"]),
        "op": {"and": "&", "or": "|", "xor": "^"}.get(fields.get("op", ""), ""),
        "true": "1.0" if is_float else "all ones",
        "low": " in the low halves" if is_packed else "",
        "second": "the same in the high halves" if is_packed else "the opposite",
    }


def kept_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the word that a funnel shift keeps, and what it does with counts above its width."""
    over = {"clamp": "counts above 32 taken as 32", "wrap": "counts taken modulo 32"}[
        fields["mode"]
    ]
    over = f" ({over})" if _number(operands["c"]) is None else ""
    return {"kept": "the high" if fields["way"] == "l" else "the low", "over": over}


_MATRICES = {"x1": "one matrix", "x2": "2 matrices", "x4": "4 matrices"}


def fragments_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return how many matrices `ldmatrix` and `stmatrix` move."""
    return {"matrices": _MATRICES[fields["v"]]}


def kind_of_address(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the kind of address that `cvta` makes."""
    space = INLINE["space"].get(fields["space"], fields["space"])
    if fields["to"]:
        return {"kind": f" as an address in {space} memory"}
    return {"kind": f" in {space} memory, as a generic address"}


def fence_words(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the order of a fence that is stronger than others."""
    return {"in_order": ", in one order for all threads" if fields.get("order") == "sc" else ""}


def lanes(mask: str) -> dict[str, str]:
    """Return the lanes that take part, "" for all of them."""
    return {"lanes": "" if mask in _ALL_LANES else f" in mask {mask}"}


def lanes_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the lanes of an operand `mask`."""
    return lanes(operands.get("mask", "-1"))


def shuffle_words(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return a shuffle's bound and lanes, "" for those of the whole warp.

    The bound has the last lane that is read (of `up` the first) in its low five bits, and above
    bit 8 the bits of the lane's number that stay: 0x1c1f parts the warp in groups of four.
    """
    among = lanes(operands["mask"])["lanes"]
    limit, is_up = _number(operands["c"]), fields["mode"] == "up"
    bound = f", bounded by {operands['c']}"
    if limit is not None and limit & 31 == (0 if is_up else 31):
        group = 32 - (limit >> 8 & 31)
        bound = "" if group == 32 else f", in groups of {group} lanes"
        bound = bound if not group & group - 1 else f", bounded by {limit:#x}"
    if fields["mode"] in ("up", "down"):
        bound += ", or the lane's own if there is none"
    return {"bound": bound, "lanes": among and f", among the lanes{among}"}


def logic_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the expression of a table of bits."""
    return {"logic": logic(int(operands["lut"], 0))}


def _number(text: str) -> int | None:
    """Return the value of an operand that is a constant, else None."""
    try:
        return int(text, 0)
    except ValueError:
        return None


# ---- integers and bits ---------------------------------------------------------------------


def product_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the part of a product that `mul` and `mad` keep."""
    product = f"{operands['a']} * {operands['b']}"
    match fields["part"]:
        case "hi":
            high = f"the high half of {product}"
            return {"product": f"({high})" if "c" in operands else high}
        case "lo":
            return {"product": product}
        case _:
            return {"product": f"{product} (in twice the width)"}


def product_of_24(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the part of a product of 24-bit numbers."""
    low = 16 if fields["part"] == "hi" else 0
    factors = f"the low 24 bits of {operands['a']} and {operands['b']}"
    product = f"bits {low} to {low + 31} of the product of {factors}"
    return {"product": f"({product})" if "c" in operands else product}


def not_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return `not` for a predicate, `~` for bits."""
    return {"no": "not " if fields["t"] == "pred" else "~"}


def shift_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the bits that move in, and the result of an amount of the whole width or more."""
    type_name, by = fields["t"], operands["b"]
    notes = ["copies of the sign move in"] if type_name.startswith("s") else []
    if _number(by) is None:
        notes.append(f"{'only they are left' if notes else '0'} if {by} >= {type_name[1:]}")
    return {"over": f" ({'; '.join(notes)})" if notes else ""}


def extension_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the words for the bits above some bits of a number, or not significant in it."""
    is_signed = fields["t"].startswith("s")
    return {
        "extended": "sign-extended" if is_signed else "zero-extended",
        "top": "bit" if is_signed else "set bit",
        "unlike": " that differs from its sign" * is_signed,
    }


def resized(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the words for an integer in another width."""
    to, source = TYPES[fields["dt"]], TYPES[fields["st"]]
    if to.bits > source.bits:
        return {"resized": ", sign-extended" if source.kind == "s" else ", zero-extended"}
    if to.bits < source.bits and not fields["sat"]:
        return {"resized": f", its low {to.bits} bits"}
    return {"resized": ""}


_PICKS = {
    "": "the bytes of {b}:{a} (numbered 7 down to 0) that the hexadecimal digits of {c} select",
    "f4e": "four bytes of {b}:{a} upwards from byte {c}",
    "b4e": "four bytes of {a}:{b} downwards from byte {c}",
    "rc8": "byte {c} of {a}, four times",
    "rc16": "half {c} of {a}, twice",
    "ecl": "the bytes of {a}, those below byte {c} replaced by it",
    "ecr": "the bytes of {a}, those above byte {c} replaced by it",
}


def permuted(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the bytes that `prmt` picks, the highest first, if its third operand is a constant."""
    picks = _number(operands["c"])
    if picks is None or fields["mode"]:
        return {"bytes": _PICKS[fields["mode"]].format(**operands)}
    digits = [picks >> 4 * place & 15 for place in (3, 2, 1, 0)]
    sources = [operands["b" if digit & 4 else "a"] for digit in digits]
    names = [
        f"{'sign of ' * (digit >> 3)}byte {digit & 3} of {source}"
        for digit, source in zip(digits, sources, strict=True)
    ]
    return {"bytes": f"{', '.join(names)} (from the highest down)"}


# ---- memory --------------------------------------------------------------------------------


def widened(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return how a load extends a number that is narrower than its register."""
    scalar = TYPES[fields["t"]]
    if scalar.kind not in "us" or scalar.bits > 16:
        return {"widened": ""}
    return {"widened": f", {'sign' if scalar.kind == 's' else 'zero'}-extended"}


def padding_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the bytes of an asynchronous copy that are zeros instead of being read."""
    read = operands.get("read", operands["size"])
    return {
        "padded": ""
        if read == operands["size"]
        else f"; only {read} of them are read, the others are 0"
    }


def groups_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the number of groups that may still be incomplete after a wait."""
    count = operands.get("n", "0")
    if count == "0":
        return {"open": "all groups", "are": " are complete"}
    return {"open": f"at most {count} group{'s' * (count != '1')}", "are": " are incomplete"}


def arrival_words(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return that an arrival orders no accesses, if so."""
    is_relaxed = fields["order"] == "relaxed"
    return {"ordering": ", without ordering accesses" if is_relaxed else ""}


# ---- tensor cores --------------------------------------------------------------------------

_COLUMNS = "columns lane%4*2 + 0..1"
_SHAPE = re.compile(r"m(\d+)n(\d+)k(\d+)")


def _sizes(fields: Fields) -> tuple[int, int, int]:
    """Return M, N and K of a product."""
    shape = _SHAPE.fullmatch(fields["shape"])
    assert shape is not None
    m, n, k = (int(size) for size in shape.groups())
    return m, n, k


def products_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the matrices of a product, and how bits are multiplied."""
    m, n, k = _sizes(fields)
    left = fields.get("at") or "f16"
    right = fields.get("bt") or "f16"
    parts = [
        f"A {m} x {k} of {left}",
        f"B {k} x {n} of {right}",
        f"C and D {m} x {n} of {fields['dt']}",
    ]
    if fields.get("ct", fields["dt"]) != fields["dt"]:
        parts[2] = f"C {m} x {n} of {fields['ct']}, D of {fields['dt']}"
    op = fields.get("op")
    return {
        "matrices": ", ".join(parts),
        "bits": f"; a product is the {op} of two bits" if op else "",
    }


def matrices_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the matrices of a product, and how many of their elements a lane holds."""
    m, n, _ = _sizes(fields)
    text = products_of(fields, operands)["matrices"]
    if m == 16:
        return {"matrices": f"{text}; a lane holds rows lane/4 and lane/4 + 8 of D, {_COLUMNS}"}
    return {"matrices": f"{text}; a lane holds {m * n // (128 if m == 64 else 32)} elements of D"}


def wgmma_words(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the words for what a product of four warps adds to, negates and transposes."""
    scale = operands["scale"]
    added = {"1": " + {d}", "-1": " + {d}", "0": ""}.get(scale, f" + {{d}} if {scale}")
    factors = [f", {name} negated" for name in "AB" if operands.get(f"s{name.lower()}") == "-1"]
    factors += [f", {name} transposed" for name in "AB" if operands.get(f"t{name.lower()}") == "1"]
    texts = {
        "sum": added,
        "factors": "".join(factors),
        "right": f"(B described by {operands['b']})",
    }
    is_described = not operands["a"].startswith("{")
    texts["left"] = f"(A described by {operands['a']})" if is_described else operands["a"]
    return texts | matrices_of(fields, operands)


def lines_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Return the lines of a matrix that are contiguous in memory: rows or columns."""
    return {"lines": "rows" if fields["layout"] == "row" else "columns"}


_ALL_LANES = ("-1", "4294967295")

# ---- logic by table --------------------------------------------------------------------------


@functools.cache
def _expressions() -> dict[int, str]:
    """Return for each table of `lop3` the shortest expression of a, b, c found by building up."""
    shortest = {0xF0: "{a}", 0xCC: "{b}", 0xAA: "{c}", 0: "0", 0xFF: "~0"}
    while len(shortest) < 256:
        known = sorted(shortest.items(), key=lambda item: len(item[1]))
        for table_a, text_a in known:
            shortest.setdefault(~table_a & 0xFF, f"~{_whole(text_a)}")
            for table_b, text_b in known:
                for table, sign in (
                    (table_a & table_b, "&"),
                    (table_a | table_b, "|"),
                    (table_a ^ table_b, "^"),
                ):
                    shortest.setdefault(
                        table, f"{_whole(text_a, sign)} {sign} {_whole(text_b, sign)}"
                    )
    return shortest


def _whole(text: str, sign: str = "") -> str:
    """Return an expression as an operand, in parentheses unless it has only the same operator."""
    is_alike = "(" not in text and set(text.split()[1::2]) <= {sign}
    return text if is_alike else f"({text})"


def logic(table: int) -> str:
    """Return the bitwise expression of `{a}`, `{b}`, `{c}` that a `lop3` table stands for."""
    return _expressions()[table & 0xFF]
