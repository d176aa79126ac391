"""The description of an instruction: an entry holds its forms, operands, meaning and code.

An entry's `spec` lists the modifiers in the order PTX wants them, separated by dots:

    add . rnd:rn|rz|rm|rp? . ftz? . sat? . t:f32

Each slot is `name:choice|choice`, or just a word that is its own name; `?` makes it optional.
A form that matches yields its fields: `{"rnd": "rn", "ftz": "", "sat": "", "t": "f32"}`.

The `signature` lists the operands:

    d:t, a:t, b:t          destination `d`, sources `a`, `b`; the type is a field's or a fixed one
    d:t|p:pred?            two destinations, the second optional
    d:t*v                  a vector of as many elements as the field `v` says (v2, v4; absent: 1)
    a:b32*4                a vector of exactly four
    [a]                    an address;  [a]* may be a tensor address
    #i                     an immediate
    d=:t                   a destination that is also read (its old value)
    c:u32?                 may be left out
    c:pred!                a register, never a literal

Names that begin with `d` (and the part after `|`) are destinations, all others sources.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.ir import Inst

Fields = dict[str, str]
"""An instruction's modifiers by slot name; "" for an optional one that is absent."""

Results: TypeAlias = Lanes | tuple[Lanes | tuple[Lanes, ...], ...]
"""One array for each destination; a tuple of arrays for a vector."""


class PureMeaning(Protocol):
    """The meaning of a `pure` form; that of a `warp` form has the active lanes before `sources`.

    A source is a `Lanes`, a tuple of them for a vector, an int for an immediate, or None.
    """

    def __call__(self, fields: Fields, /, *sources: Any, **fixed: Any) -> Results:
        """Return the results, in the order of the destinations."""
        ...


class EffectMeaning(Protocol):
    """The meaning of any other form; `warp` is the interpreter's `Warp`."""

    def __call__(self, warp: Any, inst: Inst, /) -> None:
        """Run the instruction: read and write the warp's registers and memory."""
        ...


class PureCode(Protocol):
    """The code of a `pure` or `warp` form; `g` is the compiler's `Generator`."""

    def __call__(self, g: Any, fields: Fields, /, *sources: Any, **fixed: Any) -> LLValue:
        """Emit the instruction and return its results; a tuple if there are several."""
        ...


class EffectCode(Protocol):
    """The code of any other form; `g` is the compiler's `Generator`."""

    def __call__(self, g: Any, inst: Inst, /) -> None:
        """Emit the instruction, with its reads and writes."""
        ...


Meaning: TypeAlias = PureMeaning | EffectMeaning
Code: TypeAlias = PureCode | EffectCode


@dataclass(frozen=True, slots=True)
class Slot:
    """One place for a modifier."""

    name: str
    choices: tuple[str, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class OperandSpec:
    """One operand of a signature.

    Attributes:
        kind: `value`, `address`, `immediate`.
        type: a type's name or a field's name; "" for addresses and immediates.
        count: 0 for a single value; a number of elements; or a field's name.
    """

    name: str
    kind: str
    type: str = ""
    count: int | str = 0
    optional: bool = False
    is_destination: bool = False
    is_updated: bool = False
    paired: bool = False
    register_only: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """One entry of the table.

    Attributes:
        meaning: the interpreter's definition, on NumPy arrays of 32 lanes. That of a `pure` form
            is `meaning(fields, *sources)`, of a `warp` form `meaning(fields, active, *sources)`;
            both return the results. Every other is `meaning(warp, inst)` and writes them itself.
        code: the LLVM code generation.
        kind: `pure` (value in, value out, lane by lane), `warp` (looks across lanes), `memory`,
            `barrier`, `effect` (no value), `control` (handled by the lowering).
        pipe: which execution pipe it occupies, for the time model: alu fma fp64 xu lsu tensor
            control.
        flops: floating-point operations of one lane, and `flop_type` their precision.
        words: what it does, with the operands' names in braces.
        section: the number of the section of the PTX ISA manual that defines it, version 9.1.
        access: for memory instructions, what the counters need to know (see counters.py).
    """

    opcode: str
    slots: tuple[Slot, ...]
    signature: tuple[OperandSpec, ...]
    meaning: Meaning
    code: Code
    kind: str
    pipe: str
    words: str
    section: str
    any_order: bool = False
    flops: int = 0
    valid: Callable[[Fields], bool] | None = None
    access: str = ""
    shape: str = ""
    extra: dict[str, Any] = field(default_factory=dict[str, Any])
    spec: str = ""

    def match(self, modifiers: tuple[str, ...]) -> dict[str, str] | None:
        """Return the fields of these modifiers, or None if this form does not have them."""
        fields = dict.fromkeys((slot.name for slot in self.slots), "")
        if self.any_order:
            matched = self._claim_any_order(modifiers, fields)
        else:
            matched = self._claim_in_order(modifiers, fields)
        if not matched or (self.valid is not None and not self.valid(fields)):
            return None
        return fields

    def _claim_in_order(self, modifiers: tuple[str, ...], fields: dict[str, str]) -> bool:
        position = 0
        for slot in self.slots:
            if position < len(modifiers) and modifiers[position] in slot.choices:
                fields[slot.name] = modifiers[position]
                position += 1
            elif not slot.optional:
                return False
        return position == len(modifiers)

    def _claim_any_order(self, modifiers: tuple[str, ...], fields: dict[str, str]) -> bool:
        for modifier in modifiers:
            free = (s for s in self.slots if not fields[s.name] and modifier in s.choices)
            slot = next(free, None)
            if slot is None:
                return False
            fields[slot.name] = modifier
        return all(slot.optional or fields[slot.name] for slot in self.slots)


TABLE: dict[str, list[Form]] = {}


def parse_slots(spec: str) -> tuple[str, tuple[Slot, ...]]:
    """Return the opcode and the slots of `add.rnd:rn|rz?.t:f32`."""
    opcode, *parts = (part.strip() for part in spec.split("."))
    slots: list[Slot] = []
    for part in parts:
        optional = part.endswith("?")
        name, _, choices = part.rstrip("?").partition(":")
        texts = tuple((choices or name).replace("/", ".").split("|"))
        slots.append(Slot(name, texts, optional))
    return opcode, tuple(slots)


def _operand(text: str, paired: bool) -> OperandSpec:
    optional = text.endswith("?")
    text = text.rstrip("?")
    register_only = text.endswith("!")
    text = text.rstrip("!")
    if text.startswith("["):
        return OperandSpec(text.strip("[]"), "address", optional=optional)
    if text.startswith("#"):
        return OperandSpec(text[1:], "immediate", optional=optional)
    name, _, type_text = text.partition(":")
    updated = name.endswith("=")
    name = name.rstrip("=")
    type_name, star, count = type_text.partition("*")
    number: int | str = 0
    if star:
        number = int(count) if count.isdigit() else count
    destination = paired or name.startswith("d")
    return OperandSpec(
        name, "value", type_name, number, optional, destination, updated, paired, register_only
    )


def parse_signature(text: str) -> tuple[OperandSpec, ...]:
    """Return the operands of `d:t|p:pred?, a:t`."""
    specs: list[OperandSpec] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        first, bar, second = part.partition("|")
        specs.append(_operand(first, paired=False))
        if bar:
            specs.append(_operand(second, paired=True))
    return tuple(specs)


@functools.lru_cache(maxsize=4096)
def find_forms(opcode: str, modifiers: tuple[str, ...]) -> tuple[tuple[Form, dict[str, str]], ...]:
    """Return all forms that have these modifiers; several may differ in their operands only."""
    matching: list[tuple[Form, dict[str, str]]] = []
    for form in TABLE.get(opcode, ()):
        fields = form.match(modifiers)
        if fields is not None:
            matching.append((form, fields))
    return tuple(matching)
