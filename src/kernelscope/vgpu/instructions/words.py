"""Instructions in words: an entry's `words` with the operands put in, and its modifiers behind.

`{name}` in an entry's words stands for an operand, or for a modifier by the name of its slot, with
the word of `INLINE`. What stands in `[…]` is left out where an operand in it is absent. A modifier
that the words do not have is told behind them, in the words of `BEHIND`; types are not told.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping

from kernelscope.vgpu.instructions.table import Fields, Form, OperandSpec, Slot
from kernelscope.vgpu.types import TYPES

INLINE: dict[str, dict[str, str]] = {
    "cmp": {
        "eq": "==",
        "ne": "!=",
        "lt": "<",
        "le": "<=",
        "gt": ">",
        "ge": ">=",
        "lo": "<",
        "ls": "<=",
        "hi": ">",
        "hs": ">=",
        "equ": "== or unordered with",
        "neu": "!= or unordered with",
        "ltu": "< or unordered with",
        "leu": "<= or unordered with",
        "gtu": "> or unordered with",
        "geu": ">= or unordered with",
        "num": "is a number and so is",
        "nan": "is NaN or so is",
    },
    "space": {
        "": "generic",
        **dict.fromkeys(("shared::cta", "shared::cluster"), "shared"),
        **dict.fromkeys(("param::entry", "param::func"), "parameter"),
        "param": "parameter",
        "const": "constant",
    },
    "op": {
        "and": "the and",
        "or": "the or",
        "xor": "the exclusive or",
        "add": "the sum",
        "min": "the least",
        "max": "the greatest",
        "popc": "the count",
    },
    "v": {"": "1", **{f"{letter}{n}": str(n) for letter in "vx" for n in (1, 2, 4, 8)}},
    "half": {"lo": "low", "hi": "high"},
    "way": {"l": "left", "r": "right", "inc": "raise", "dec": "lower"},
    "scope": {"cta": "the block", "cluster": "the cluster", "gpu": "the GPU", "sys": "the system"},
    "layout": {"row": "row-major", "col": "column-major"},
    "al": {"row": "row-major", "col": "column-major"},
    "bl": {"row": "row-major", "col": "column-major"},
    "part": {"a": "A", "b": "B", "c": "C", "d": "D", "lo": "low", "hi": "high"},
    "level": {
        "cta": "the block",
        "gl": "the GPU",
        "sys": "the system",
        "L2::evict_last": "L2, to leave it last",
        "L2::evict_normal": "L2",
    },
    "mode": {
        "up": "the lane {b} below",
        "down": "the lane {b} above",
        "bfly": "the lane whose number is its own ^ {b}",
        "idx": "lane {b}",
        "all": "holds in all lanes",
        "any": "holds in some lane",
        "uni": "is the same in all lanes",
    },
    "which": {"alias": "other virtual addresses", "async": "asynchronous copies"},
    "what": {
        "launch_dependents": "let the next grid begin",
        "wait": "wait for the grid before this one, and for what it wrote",
        "notanumber": "NaN",
        "number": "a number",
    },
    "one": {
        "L2::evict_last": "last to leave L2",
        "L2::evict_first": "first to leave L2",
        "L2::evict_normal": "usual priority in L2",
        "L2::evict_unchanged": "unchanged priority in L2",
    },
}
"""slot → choice → its word within an entry's words; a choice that is missing stands for itself."""

_ORDERS = {
    "weak": "",
    "volatile": "never merged or left out",
    "relaxed": "atomic, in no order with other accesses",
    "acquire": "before all accesses that follow it",
    "release": "after all accesses that precede it",
    "acq_rel": "after all accesses that precede it and before all that follow",
    "sc": "in one order for all threads",
}

_EVICTION = {
    "evict_normal": "with the usual priority in {}",
    "evict_unchanged": "with unchanged priority in {}",
    "evict_first": "first to leave {}",
    "evict_last": "last to leave {}",
    "no_allocate": "not kept in {}",
}

BEHIND: dict[str, dict[str, str]] = {
    "rnd": {
        "rn": "rounded to nearest",
        "rz": "rounded towards zero",
        "rm": "rounded down",
        "rp": "rounded up",
        "rni": "rounded to the nearest integer",
        "rzi": "its fraction cut off",
        "rmi": "rounded down to an integer",
        "rpi": "rounded up to an integer",
        "rna": "rounded to nearest, away from zero at a tie",
    },
    "how": {"approx": "approximately", "full": "within 2 ulp", "rn": "rounded to nearest"},
    "approx": {"approx": "approximately"},
    "ftz": {"ftz": "subnormals as 0"},
    "noftz": {"noftz": "subnormals kept"},
    "sat": {"sat": "held to [0, 1]"},
    "satfinite": {"satfinite": "held to the largest finite value"},
    "relu": {"relu": "0 in place of what is negative"},
    "nan": {"NaN": "NaN if an operand is"},
    "xorsign": {"xorsign": "of the absolute values, with the product's sign"},
    "part": {"lo": "low half", "hi": "high half", "wide": "in twice the width"},
    "cop": {
        "ca": "cached in L1 and L2",
        "cg": "cached in L2 alone",
        "cs": "used once, then evicted",
        "lu": "used for the last time",
        "cv": "fetched anew each time",
        "wb": "written back later",
        "wt": "written through the L2",
    },
    "nc": {"nc": "read-only while the kernel runs"},
    "l1": {f"L1::{name}": text.format("L1") for name, text in _EVICTION.items()},
    "l2": {f"L2::{name}": text.format("L2") for name, text in _EVICTION.items()},
    "two": {f"L2::{name}": f"else {text.format('L2')}" for name, text in _EVICTION.items()},
    "prefetch": {f"L2::{n}B": f"with {n} bytes prefetched into L2" for n in (64, 128, 256)},
    "v": {f"v{n}": f"{n} elements at once" for n in (2, 4, 8)},
    "ca": {"ca": "through L1"},
    "cg": {"cg": "past L1"},
    "noComplete": {"noComplete": "which does not end the phase"},
    "order": _ORDERS,
    "sem": _ORDERS,
    "acquire": {"acquire": _ORDERS["acquire"]},
    "scope": {name: f"for {text}" for name, text in INLINE["scope"].items()},
    "mmio": {"mmio": "as input or output of a device"},
    "shiftamt": {"shiftamt": "as the shift that brings it to the top"},
    "trans": {"trans": "transposed"},
    "mode": {
        "clamp": "counts above the width as the width",
        "wrap": "counts modulo the width",
        "f4e": "four bytes upwards",
        "b4e": "four bytes downwards",
        "rc8": "one byte four times",
        "rc16": "one half twice",
        "ecl": "held at the left edge",
        "ecr": "held at the right edge",
    },
    "noinc": {"noinc": "counted among those it expects"},
    "space": {
        name: f"in {INLINE['space'].get(name, name)} memory"
        for name in ("global", "local", "shared", "shared::cta", "shared::cluster")
    },
}
"""slot → choice → what is told behind an entry's words, "" where nothing is worth telling."""

# What changes nothing, or is told by an operand.
_SILENT = frozenset({"sync", "aligned", "cta", "global", "kind", "hint", "cc", "to"})

_PAIRS = ("u16x2", "s16x2")  # types of `add`, `min`, `max` alone
_NAME = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


def names_in(words: str) -> set[str]:
    """The operands and modifiers that words speak of."""
    return set(_NAME.findall(words))


def in_words(form: Form, fields: Fields, operands: Mapping[str, str]) -> str:
    """What an instruction does.

    Args:
        form: its entry in the table.
        fields: its modifiers, by slot.
        operands: the texts of its operands, by name; absent ones left out.
    """
    texts = {name: INLINE.get(name, {}).get(value, value) for name, value in fields.items()}
    say: Callable[[Fields, Mapping[str, str]], dict[str, str]] | None = form.extra.get("say")
    if say is not None:
        texts |= say(fields, operands)
    texts |= operands
    texts |= {spec.name: "_" for spec in form.signature if _is_unused(spec, operands)}
    words = _OPTIONAL.sub(lambda found: _if_present(found[1], texts), form.words)
    # A modifier's own words may speak of operands.
    for _ in range(2):
        words = _NAME.sub(lambda found: texts.get(found[1], found[0]), words)
    return ", ".join((words, *_behind(form, fields)))


def _is_unused(spec: OperandSpec, operands: Mapping[str, str]) -> bool:
    return spec.is_destination and not spec.optional and spec.name not in operands


def _if_present(text: str, texts: Mapping[str, str]) -> str:
    return text if names_in(text) <= set(texts) else ""


def _behind(form: Form, fields: Fields) -> list[str]:
    told = told_slots(form)
    result = fields.get("dt") or fields.get("t", "")
    if fields.get("sat") and not (result in TYPES and TYPES[result].is_float):
        told.add("sat")
    found = ["held to the type's range"] if "sat" in told else []
    found += [
        BEHIND[slot.name].get(fields[slot.name], "")
        for slot in form.slots
        if slot.name not in told and slot.name in BEHIND
    ]
    return [text for text in found if text]


def told_slots(form: Form) -> set[str]:
    """The slots that an entry's words tell by themselves."""
    return names_in(form.words) | set(form.extra.get("tells", ()))


def untold(form: Form) -> list[Slot]:
    """The slots with a choice that neither words nor `BEHIND` tell, types apart."""
    told = told_slots(form)
    return [
        slot
        for slot in form.slots
        if slot.name not in told
        and slot.name not in _SILENT
        and (slot.optional or len(slot.choices) > 1)
        and not all(choice in BEHIND.get(slot.name, {}) for choice in slot.choices)
        and not all(choice in TYPES or choice in _PAIRS for choice in slot.choices)
    ]


# ---- what single entries say --------------------------------------------------------------

Operands = Mapping[str, str]


def carried(result: str, takes: bool) -> str:
    """The words of an addition or subtraction with the carry of the one before, or for the next."""
    sign = "-" if " - " in result else "+"
    before = f" {sign} {{carry}}" if takes else ""
    return f"{{d}} = {result}{before}[, {{carry_out}} = the carry]"


def sign_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """`op` as a sign between predicates, and what `set` writes where it holds."""
    sign = {"and": "&", "or": "|", "xor": "^"}.get(fields.get("op", ""), "")
    is_float = fields.get("dt", "").startswith(("f", "bf"))
    return {"op": sign, "true": "1.0" if is_float else "all ones"}


def kept_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """Which word a funnel shift keeps."""
    return {"kept": "the high" if fields["way"] == "l" else "the low"}


def kind_of_address(fields: Fields, operands: Operands) -> dict[str, str]:
    """What `cvta` makes of an address."""
    space = INLINE["space"].get(fields["space"], fields["space"])
    if fields["to"]:
        return {"kind": f"an address of {space} memory"}
    return {"kind": f"a generic address, from one of {space} memory"}


def fence_words(fields: Fields, operands: Operands) -> dict[str, str]:
    """The order of a fence that is stronger than others."""
    return {"in_order": ", in one order for all" if fields.get("order") == "sc" else ""}


def lanes(mask: str) -> dict[str, str]:
    """The lanes that take part, where they are not all."""
    return {"lanes": "" if mask in _ALL_LANES else f" of {mask}"}


def lanes_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """The lanes of an operand `mask`."""
    return lanes(operands.get("mask", "-1"))


def shuffle_words(fields: Fields, operands: Operands) -> dict[str, str]:
    """A shuffle's bound and lanes, where they are not those of the whole warp."""
    usual = "0" if fields["mode"] == "up" else "31"
    bound = "" if operands["c"] == usual else f", bounded by {operands['c']}"
    among = lanes(operands["mask"])["lanes"]
    return {"bound": bound, "lanes": among and f", among the lanes{among}"}


def logic_of(fields: Fields, operands: Operands) -> dict[str, str]:
    """The expression of a table of bits."""
    return {"logic": logic(int(operands["lut"]))}


_ALL_LANES = ("-1", "4294967295")

# ---- logic by table --------------------------------------------------------------------------


@functools.cache
def _expressions() -> dict[int, str]:
    """For each table of `lop3` the shortest expression of a, b, c found by building up."""
    found = {0xF0: "{a}", 0xCC: "{b}", 0xAA: "{c}", 0: "0", 0xFF: "~0"}
    while len(found) < 256:
        known = sorted(found.items(), key=lambda item: len(item[1]))
        for one, text in known:
            found.setdefault(~one & 0xFF, f"~{_whole(text)}")
            for two, other in known:
                for table, sign in ((one & two, "&"), (one | two, "|"), (one ^ two, "^")):
                    found.setdefault(table, f"{_whole(text, sign)} {sign} {_whole(other, sign)}")
    return found


def _whole(text: str, sign: str = "") -> str:
    """An expression as an operand; of the same associative operator it needs no parentheses."""
    is_alike = "(" not in text and set(text.split()[1::2]) <= {sign}
    return text if is_alike else f"({text})"


def logic(table: int) -> str:
    """The bitwise expression of `{a}`, `{b}`, `{c}` that a `lop3` table stands for."""
    return _expressions()[table & 0xFF]
