"""Instructions in words: an entry's `words` with the operands put in, and its modifiers behind.

`{name}` in an entry's words is replaced by an operand, or by a modifier (by the name of its slot)
with the word of `INLINE`. A part in `[…]` is left out if an operand in it is absent. A modifier
that the words do not have follows them, in the words of `BEHIND`, a type in those of
`TYPE_WORDS`: the sign where it matters, what is not single precision.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from kernelscope.vgpu.ir.forms import Fields, Form, OperandSpec, Slot
from kernelscope.vgpu.types import TYPES

INLINE: dict[str, dict[str, str]] = {
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
        "up": "the lane whose number is its own - {b}",
        "down": "the lane whose number is its own + {b}",
        "bfly": "the lane whose number is its own ^ {b}",
        "idx": "lane {b}",
        "all": "holds in all lanes",
        "any": "holds in some lane",
        "uni": "is the same in all lanes",
    },
    "which": {"alias": "other virtual addresses", "async": "asynchronous copies"},
    "what": {
        "launch_dependents": "let the grids that depend on this one start",
        "wait": "wait until the grids that this one depends on are complete",
        "notanumber": "NaN",
        "number": "a number",
    },
    "one": {
        "L2::evict_last": "last to leave L2",
        "L2::evict_first": "first to leave L2",
        "L2::evict_normal": "usual priority in L2",
        "L2::evict_unchanged": "priority in L2 unchanged",
    },
}
"""slot → choice → its word within an entry's words; a choice that is missing is its own word."""

_ORDERS = {
    "weak": "",
    "volatile": "never merged or removed",
    "relaxed": "atomic, unordered with other accesses",
    "acquire": "before all accesses that follow it",
    "release": "after all accesses that precede it",
    "acq_rel": "after all accesses that precede it and before all that follow",
    "sc": "in one order for all threads",
}

_EVICTION = {
    "evict_normal": "with the usual priority in {}",
    "evict_unchanged": "with its priority in {} unchanged",
    "evict_first": "first to leave {}",
    "evict_last": "last to leave {}",
    "no_allocate": "not kept in {}",
}

CONVERTED = "{d} = {a} converted from {st} to {dt}"
"""The words of a conversion."""

BEHIND: dict[str, dict[str, str]] = {
    "rnd": {
        "rn": "rounded to nearest even",
        "rz": "rounded towards zero",
        "rm": "rounded down",
        "rp": "rounded up",
        "rni": "rounded to the nearest integer, even at a tie",
        "rzi": "with its fraction cut off",
        "rmi": "rounded down to an integer",
        "rpi": "rounded up to an integer",
        "rna": "rounded to nearest, away from zero at a tie",
    },
    "how": {"approx": "approximately", "full": "within 2 ulp", "rn": "rounded to nearest even"},
    "approx": {"approx": "approximately"},
    "ftz": {"ftz": "subnormals taken as 0"},
    "noftz": {"noftz": "subnormals kept"},
    "sat": {"sat": "clamped to [0, 1]"},
    "satfinite": {"satfinite": "clamped to the largest finite value"},
    "relu": {"relu": "negative results become 0"},
    "nan": {"NaN": "NaN if an operand is NaN"},
    "size": {"abs": "of the absolute values"},
    "xorsign": {"xorsign": "of the absolute values, with the product's sign"},
    "cop": {
        "ca": "cached in L1 and L2",
        "cg": "cached in L2 only",
        "cs": "used once, then evicted",
        "lu": "used for the last time",
        "cv": "fetched again each time",
        "wb": "written back later",
        "wt": "written through to the system's memory",
    },
    "nc": {"nc": "read-only while the kernel runs"},
    "l1": {f"L1::{name}": text.format("L1") for name, text in _EVICTION.items()},
    "l2": {f"L2::{name}": text.format("L2") for name, text in _EVICTION.items()},
    "two": {f"L2::{name}": f"else {text.format('L2')}" for name, text in _EVICTION.items()},
    "prefetch": {f"L2::{n}B": f"with {n} bytes prefetched into L2" for n in (64, 128, 256)},
    "v": {f"v{n}": f"{n} elements at once" for n in (2, 4, 8)},
    "ca": {"ca": "through L1"},
    "cg": {"cg": "bypassing L1"},
    "noComplete": {"noComplete": "without ending the phase"},
    "order": _ORDERS,
    "sem": _ORDERS,
    "acquire": {"acquire": _ORDERS["acquire"]},
    "scope": {name: f"for {text}" for name, text in INLINE["scope"].items()},
    "mmio": {"mmio": "as input or output mapped into memory"},
    "shiftamt": {"shiftamt": "given as the left shift that brings it to the top"},
    "trans": {"trans": "transposed"},
    "mode": {
        "clamp": "counts above the width taken as the width",
        "wrap": "counts taken modulo the width",
    },
    "noinc": {"noinc": "as one of the arrivals that it expects"},
    "space": {
        name: f"in {INLINE['space'].get(name, name)} memory"
        for name in ("global", "local", "shared", "shared::cta", "shared::cluster")
    },
}
"""slot → choice → the words that follow an entry's words, "" if none are worth it."""

# Modifiers that change nothing, or that an operand shows.
_SILENT = frozenset({"sync", "aligned", "cta", "global", "kind", "hint", "cc", "to"})

_HALVES = "each half separately"
TYPE_WORDS = {
    **dict.fromkeys(("pred", "f32", "tf32"), ""),
    **{f"{letter}{bits}": "" for letter in "sb" for bits in (8, 16, 32, 64, 128)},
    **{f"u{bits}": "unsigned" for bits in (8, 16, 32, 64)},
    "f16": "in half precision",
    "bf16": "in bfloat16",
    "f64": "in double precision",
    "f16x2": f"in half precision, {_HALVES}",
    "bf16x2": f"in bfloat16, {_HALVES}",
    "s16x2": "",
    "u16x2": "unsigned",
    "s8x4": "",
    "u8x4": "unsigned",
}
"""The words for the type that an instruction computes in, "" if none are worth it."""

# Where the sign of a type makes no difference.
_ALIKE = (("part", "lo"), ("cmp", "eq"), ("cmp", "ne"), ("op", "add"))
_NAME = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


def names_in(words: str) -> set[str]:
    """Return the operands and modifiers that words speak of."""
    return set(_NAME.findall(words))


def in_words(form: Form, fields: Fields, operands: Mapping[str, str]) -> str:
    """Return what an instruction does, as a sentence.

    `form`: its entry in the table. `fields`: its modifiers, by slot. `operands`: the texts of its
    operands, by name; absent ones left out.
    """
    texts = {name: INLINE.get(name, {}).get(value, value) for name, value in fields.items()}
    say: Callable[[Fields, Mapping[str, str]], dict[str, str]] | None = form.extra.get("say")
    if say is not None:
        texts |= say(fields, operands)
    texts |= {name: _with_part(fields, name, operands) for name in operands}
    words = _OPTIONAL.sub(lambda part: _if_present(part[1], texts), form.words)
    texts |= {spec.name: "_" for spec in form.signature if _is_unused(spec, operands)}
    # A modifier's own words may speak of operands.
    for _ in range(2):
        words = _NAME.sub(lambda name: texts.get(name[1], name[0]), words)
    return ", ".join((words, *_behind(form, fields)))


def _with_part(fields: Fields, name: str, operands: Mapping[str, str]) -> str:
    """Return an operand's text with what a video instruction takes of it.

    `a.h1` is "the high half of a", `a.b7000` "bytes 7, 0, 0, 0 of b:a", `-a` itself.
    """
    text = operands[name]
    chosen = fields.get(f"part_{name}", "").partition(".")[2]
    if chosen and name != "d":
        unit, digits = {"b": "byte", "h": "half"}[chosen[0]], ", ".join(chosen[1:])
        single = f"{unit} {digits} of {text}"
        text = single if len(chosen) == 2 else f"{unit}s".replace("halfs", "halves") + f" {digits}"
        text += "" if len(chosen) == 2 else f" of {operands['b']}:{operands['a']}"
    return f"-{text}" if fields.get(f"minus_{name}") else text


def _is_unused(spec: OperandSpec, operands: Mapping[str, str]) -> bool:
    return spec.is_destination and not spec.optional and spec.name not in operands


def _if_present(text: str, texts: Mapping[str, str]) -> str:
    return text if names_in(text) <= set(texts) else ""


def _behind(form: Form, fields: Fields) -> list[str]:
    named = named_slots(form)
    result = fields.get("dt") or fields.get("t", "")
    if fields.get("sat") and not (result in TYPES and TYPES[result].is_float):
        named.add("sat")
    words = ["clamped to the type's range"] if "sat" in named else []
    words += [
        BEHIND[slot.name].get(fields[slot.name], "")
        for slot in form.slots
        if slot.name not in named and slot.name in BEHIND
    ]
    return [*filter(None, words), *_types(form, fields, named)]


def _types(form: Form, fields: Fields, named: set[str]) -> Iterator[str]:
    """Yield the words of the types that are left, each once."""
    slots = [slot for slot in form.slots if slot.name not in named and _is_type(slot)]
    words = {slot.name: TYPE_WORDS[fields[slot.name]] for slot in slots if _is_choice(slot)}
    if any(fields.get(name) == choice for name, choice in _ALIKE):
        words = {name: text for name, text in words.items() if text != "unsigned" or name != "t"}
    two = [words.pop(name) for name in ("at", "bt") if name in words]
    if len(set(two)) > 1:
        yield "the first {}, the second {}".format(*(text or "signed" for text in two))
    yield from dict.fromkeys(filter(None, (*words.values(), *two[: len(set(two)) == 1])))


def _is_type(slot: Slot) -> bool:
    return all(choice in TYPE_WORDS for choice in slot.choices)


def _is_choice(slot: Slot) -> bool:
    """Return whether a slot chooses more than a number of bits."""
    return len({choice[0] for choice in slot.choices}) > 1 or slot.choices[0][0] in "fb"


def named_slots(form: Form) -> set[str]:
    """Return the slots that an entry's words name themselves, or that are not worth words."""
    return names_in(form.words) | set(form.extra.get("tells", ()))


def untold(form: Form) -> list[Slot]:
    """Return the slots with a choice that neither words nor `BEHIND` nor `TYPE_WORDS` name."""
    named = named_slots(form)
    return [
        slot
        for slot in form.slots
        if slot.name not in named
        and slot.name not in _SILENT
        and not slot.operand
        and (slot.optional or len(slot.choices) > 1)
        and not all(choice in BEHIND.get(slot.name, {}) for choice in slot.choices)
        and not _is_type(slot)
    ]
