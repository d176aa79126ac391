"""The description of an instruction: an entry holds its forms, operands, meaning and code.

An entry's `spec` lists the modifiers in the manual's order, separated by dots:

    add . rnd:rn|rz|rm|rp? . ftz? . sat? . t:f32

Each slot is `name:choice|choice`, or just a word that is its own name; `?` makes it optional.
A form that matches yields its fields: `{"rnd": "rn", "ftz": "", "sat": "", "t": "f32"}`.

Video instructions choose parts of an operand, which PTX writes behind it, and may negate one:

    vmad.s32.s32.s32 d, a.h1, -b.b0, c        the modifiers a.h1, b.b0, -b after the others

Their slots are `part_a`, `part_b`, `minus_b`; a `/` in a choice is a dot, and each `*` in one
stands for the digits of the bytes or half words of two words, 0 to 7 or 0 to 3.

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

import enum
import functools
import itertools
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from kernelscope.vgpu.types import TYPES, Lanes, LLValue

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

    @property
    def operand(self) -> str:
        """The operand that PTX writes the modifier at; "" if it belongs to the instruction."""
        prefix, _, operand = self.name.partition("_")
        return operand if prefix in ("part", "minus") else ""


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


@dataclass(frozen=True, slots=True)
class Bounds:
    """The values that an operand may have: from `least` to `most`, every `step`-th.

    If `only` is given, these alone, and the operand is a constant. A constant is checked when a
    kernel is loaded, a register when the instruction runs.
    """

    what: str
    least: int
    most: int
    step: int = 1
    only: tuple[int, ...] = ()

    def problem(self, value: float) -> str:
        """Return the fault of a value, or ""."""
        if self.only:
            *some, last = map(str, self.only)
            wanted = f"{', '.join(some)} or {last}" if some else last
            return "" if value in self.only else f"{self.what} is {value}, and must be {wanted}"
        if self.least <= value <= self.most and (value - self.least) % self.step == 0:
            return ""
        if self.most - self.least == self.step:
            return f"{self.what} is {value}, and must be {self.least} or {self.most}"
        multiple = f"a multiple of {self.step} " if self.step > 1 else ""
        return f"{self.what} is {value}, and must be {multiple}from {self.least} to {self.most}"

    def mixed(self, value: float) -> str:
        """Return the problem that a lane has another value than the first one's, `value`."""
        return f"{self.what} is {value} in one lane and another in the next; make it one a warp"


class Role(enum.Enum):
    """The way an instruction makes its results, for tools that follow values through a kernel."""

    CALCULATE = enum.auto()
    """They come of all its sources. A float may be no finite number though all of these are."""
    COPY = enum.auto()
    """They are the bits of `a`, as a whole or in parts."""
    SELECT = enum.auto()
    """They are those of `a` or of `b`, by the predicate `c`."""
    PICK = enum.auto()
    """They are those of `a` or of `b`, by the sign of `c`."""
    SHUFFLE = enum.auto()
    """They are those of `a` in another lane."""
    MASK = enum.auto()
    """A source without a bit set, or with all bits, decides alone."""
    COMPARE = enum.auto()
    """They say whether something holds of its sources."""
    EXTREME = enum.auto()
    """They are one of its sources, the least or the greatest."""
    SIGN = enum.auto()
    """They have the size of one source, with another sign."""
    SHIFT = enum.auto()
    """They are the bits of `a`, moved by `b`."""
    DIVIDE = enum.auto()
    """They are the quotient or the remainder of integers `a` and `b`."""


_COPIED = {Role.COPY: ("a",), Role.SELECT: ("a", "b"), Role.SHUFFLE: ("a",)}


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
        section: the number of the section of the PTX ISA manual that defines it, version 9.4.
        access: for memory instructions, what the counters need to know (see counters.py).
        role: how its results come of its sources.
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
    flops: int = 0
    valid: Callable[[Fields], bool] | None = None
    access: str = ""
    shape: str = ""
    extra: dict[str, Any] = field(default_factory=dict[str, Any])
    spec: str = ""
    role: Role = Role.CALCULATE

    @property
    def copies(self) -> tuple[str, ...]:
        """The operands whose bits are passed on as they are."""
        return self.extra.get("copies", _COPIED.get(self.role, ()))

    def match(self, modifiers: tuple[str, ...]) -> dict[str, str] | None:
        """Return the fields of these modifiers, or None if this form does not have them so."""
        fields = dict.fromkeys((slot.name for slot in self.slots), "")
        position = 0
        for slot in self.slots:
            if position < len(modifiers) and modifiers[position] in slot.choices:
                fields[slot.name] = modifiers[position]
                position += 1
            elif not slot.optional:
                return None
        legal = position == len(modifiers) and (self.valid is None or self.valid(fields))
        return fields if legal else None

    def in_order(self, modifiers: tuple[str, ...]) -> tuple[str, ...] | None:
        """Return the modifiers in the form's order; None if the assembler refuses theirs."""
        claimed: dict[int, str] = {}
        for modifier in modifiers:
            free = (n for n in range(len(self.slots)) if n not in claimed)
            place = next((n for n in free if modifier in self.slots[n].choices), None)
            if place is None:
                return None
            claimed[place] = modifier
        ordered = tuple(claimed[place] for place in sorted(claimed))
        named = sum(1 for _ in itertools.takewhile(_NAMES[self.opcode].__contains__, ordered))
        kept = ordered[:named] == modifiers[:named] and all(
            [m for m in ordered if m in group] == [m for m in modifiers if m in group]
            for group in _ORDERED
        )
        return ordered if kept else None


# The assembler takes modifiers in any order, `div.ftz.rn.f32` as well as `div.rn.ftz.f32`, with two
# exceptions (found by moving each modifier of each form of the table to every place):
#
#     mul.u32.lo     is refused: `lo` belongs to the name, and stays next to it
#     cvt.s32.f32    has its types in the order of its operands; so have `row` and `col` of `mma`,
#                    and `shared` and `global` of `cp.async`, and `and.popc` of products of bits
#
# Without the second `mma.….col.row` would be taken for `row.col`, and the result would be wrong.
_NAMES: defaultdict[str, frozenset[str]] = defaultdict(
    frozenset,
    {
        **dict.fromkeys(("mul", "mul24"), frozenset(("lo", "hi", "wide"))),
        **dict.fromkeys(("mad", "mad24", "madc"), frozenset(("lo", "hi", "wide"))),
        "clmad": frozenset(("lo", "hi")),
        "cvt": frozenset(("pack",)),
        "div": frozenset(("full",)),
        "dp2a": frozenset(("lo", "hi")),
        "shf": frozenset(("l", "r")),
        "cvta": frozenset(("to",)),
        "cp": frozenset(
            ("async", "bulk", "commit_group", "wait_group", "wait_all", "mbarrier", "arrive")
        ),
        "mbarrier": frozenset(
            (
                *("init", "inval", "arrive", "arrive_drop", "expect_tx", "complete_tx"),
                *("test_wait", "try_wait", "parity", "pending_count", "check_layout"),
            )
        ),
        **dict.fromkeys(
            ("bar", "barrier"),
            frozenset(("cta", "cluster", "warp", "sync", "red", "arrive", "wait")),
        ),
        "clusterlaunchcontrol": frozenset(("try_cancel", "query_cancel", "async")),
        "fence": frozenset(("proxy", "alias", "async", "mbarrier_init")),
        "wmma": frozenset(("load", "store", "mma", "a", "b", "c", "d")),
        "wgmma": frozenset(("mma_async", "fence", "commit_group", "wait_group")),
        "createpolicy": frozenset(("fractional", "range", "cvt")),
    },
)
_SPACES = ("global", "shared", "shared::cta", "shared::cluster")
_BITS = frozenset(("and", "xor", "popc"))
_ORDERED = (frozenset(TYPES), frozenset(("row", "col")), frozenset(_SPACES), _BITS)


TABLE: dict[str, list[Form]] = {}


def keeps_nan(form: Form, fields: Fields) -> bool:
    """Return whether an instruction's results have the right NaNs already.

    Those of other float instructions become the one NaN of the type.
    """
    kept: bool | Callable[[Fields], bool] = form.extra.get("keeps_nan", False)
    return kept(fields) if callable(kept) else kept


def parse_slots(spec: str) -> tuple[str, tuple[Slot, ...]]:
    """Return the opcode and the slots of `add.rnd:rn|rz?.t:f32`."""
    opcode, *parts = (part.strip() for part in spec.split("."))
    slots: list[Slot] = []
    for part in parts:
        optional = part.endswith("?")
        name, _, choices = part.rstrip("?").partition(":")
        texts = _texts((choices or name).replace("/", "."))
        slots.append(Slot(name, texts, optional))
    return opcode, tuple(slots)


@functools.cache
def _texts(choices: str) -> tuple[str, ...]:
    texts: list[str] = []
    for choice in choices.split("|"):
        digits = "01234567" if ".b" in choice else "0123"
        rows = itertools.product(*(digits if c == "*" else c for c in choice))
        texts += ("".join(row) for row in rows)
    return tuple(texts)


def name_of(opcode: str, fields: Fields, slots: tuple[Slot, ...]) -> str:
    """Return an instruction's name as PTX writes it."""
    words = (fields[slot.name] for slot in slots if not slot.operand)
    return ".".join((opcode, *filter(None, words)))


def at_operand(fields: Fields, name: str, text: str) -> str:
    """Return an operand's text with the modifiers that PTX writes at it: `-%r1.b0`."""
    part = fields.get(f"part_{name}", "").partition(".")[2]
    sign = "-" if fields.get(f"minus_{name}") else ""
    return f"{sign}{text}.{part}" if part else sign + text


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
    """Return all forms that have these modifiers; several may differ in their operands only.

    The modifiers may be in another order than the forms', if the assembler takes it.
    """
    forms = TABLE.get(opcode, ())
    written = tuple((form, form.match(modifiers)) for form in forms)
    if not any(fields is not None for _, fields in written):
        ordered = ((form, form.in_order(modifiers)) for form in forms)
        written = tuple((form, form.match(order)) for form, order in ordered if order is not None)
    return tuple((form, fields) for form, fields in written if fields is not None)
