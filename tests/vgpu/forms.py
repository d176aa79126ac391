"""Tiny kernels for the forms of the instruction table, with every choice of every modifier."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from kernelscope.vgpu import instructions as _table  # noqa: F401 - fills the table
from kernelscope.vgpu.ir.forms import TABLE, Form, OperandSpec, at_operand, name_of
from kernelscope.vgpu.ir.verify import operand_type, vector_count
from kernelscope.vgpu.types import ScalarType

Fields = dict[str, str]
ALL_IF_AT_MOST = 32
PARTNERS = 3
MANY = 64  # choices of a modifier of which all are tried
FEW = 6  # of them where one of each kind is enough
CELL = 512  # bytes of one operand in the input or output: 32 lanes of 16
IMPLICIT = ("carry", "carry_out")  # operands that PTX does not write
IMMEDIATES = (0, 1, 0x96, 0xE8, 0xFF)


@dataclass(frozen=True, slots=True)
class Case:
    """One instruction: a form with its modifiers chosen."""

    form: Form
    fields: tuple[tuple[str, str], ...]

    @property
    def mnemonic(self) -> str:
        """As PTX writes it, and what it writes at the operands behind that."""
        return ".".join([self.form.opcode, *(value for _, value in self.fields if value)])

    @property
    def name(self) -> str:
        """As PTX writes it."""
        return name_of(self.form.opcode, dict(self.fields), self.form.slots)

    @property
    def target(self) -> str:
        """The `.target` of a program that holds it."""
        target: str | Callable[[Fields], str] = self.form.extra.get("target", "")
        return (target if isinstance(target, str) else target(dict(self.fields))) or "sm_90a"


def lane_by_lane_forms() -> list[Form]:
    """The forms that turn registers into registers."""
    return [f for forms in TABLE.values() for f in forms if f.kind in ("pure", "warp")]


def cases_of(form: Form) -> list[Case]:
    """All legal combinations of modifiers where they are few, else each choice with some others."""
    choices = [(*slot.choices, "") if slot.optional else slot.choices for slot in form.slots]
    size = math.prod(map(len, choices))
    rows = list(itertools.product(*choices)) if size <= 8 * ALL_IF_AT_MOST else []
    legal = [row for row in rows if is_legal(form, row)]
    if not legal or len(legal) > ALL_IF_AT_MOST:
        legal = _sampled(form, choices)
    names = [slot.name for slot in form.slots]
    return [Case(form, tuple(zip(names, row, strict=True))) for row in legal]


def cases_by_kind(form: Form) -> list[Case]:
    """Those of `cases_of` that show a choice of a modifier which none before them has.

    Of a selector of bytes, which has thousands, a few.
    """
    seen: set[tuple[str, str]] = set()
    left = {slot.name: FEW for slot in form.slots if len(slot.choices) > MANY}
    chosen: list[Case] = []
    for case in cases_of(form):
        new = {field for field in case.fields if field not in seen and left.get(field[0], 1) > 0}
        if new or not chosen:
            chosen.append(case)
            left.update((name, left[name] - 1) for name, _ in new if name in left)
        seen |= new
    return chosen


def is_legal(form: Form, row: tuple[str, ...]) -> bool:
    """Whether the table calls a choice for each slot legal."""
    fields = {slot.name: choice for slot, choice in zip(form.slots, row, strict=True)}
    return form.valid is None or form.valid(fields)


def _sampled(form: Form, choices: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Legal rows that hold each choice of each slot several times, with differing partners.

    Of thousands of choices, as a selector of bytes has, some are drawn, each with one partner.
    """
    rng = random.Random(form.opcode)
    rows: list[tuple[str, ...]] = []
    seen: Counter[tuple[int, str]] = Counter()
    for place, options in enumerate(choices):
        many = len(options) > MANY
        for choice in rng.sample(options, MANY) if many else options:
            for _ in range(200):
                if seen[place, choice] >= (1 if many else PARTNERS):
                    break
                row = [rng.choice(others) for others in choices]
                row[place] = choice
                if tuple(row) not in rows and is_legal(form, tuple(row)):
                    rows.append(tuple(row))
                    seen.update(enumerate(row))
    return rows


# ---- kernels ------------------------------------------------------------------------------


def register_type(scalar: ScalarType, form: Form) -> str:
    """A register for a type; those of most conversions are no narrower than 16 bits."""
    exact = any({"bf16", "e2m1x2"} & set(slot.choices) for slot in form.slots)
    narrow = 16 if form.opcode == "cvt" and not exact else 8
    return "pred" if scalar.kind == "p" else f"b{max(scalar.bits, narrow)}"


class Writer:
    """Writes one kernel: operands loaded once, instructions, their results stored in groups.

    Attributes:
        cell: bytes of one operand of all lanes, in the input or output.
        metadata: the row of values that name the elements of sparse matrices; None: any row.
        inputs: (width in bits, row of the drawn values) of each cell of the input memory.
        outputs: the instruction of each result, by (cell, first byte, bytes) in the output memory.
        order: these places, in the order of the results.
    """

    def __init__(self, cell: int = CELL, metadata: int | None = None) -> None:
        self.cell = cell
        self.metadata = metadata
        self.lines: list[str] = []
        self.declared: list[str] = []
        self.inputs: list[tuple[int, int]] = []
        self.outputs: dict[tuple[int, int, int], str] = {}
        self.cells = 0
        self._loaded: dict[tuple[str, int, bool], str] = {}
        self.order: list[tuple[int, int, int]] = []
        self._results: dict[int, list[tuple[str, str, int]]] = {}

    def register(self, kind: str) -> str:
        """A new register of a type."""
        name = f"%v{len(self.declared)}"
        self.declared.append(f".reg .{kind} {name};")
        return name

    def load(self, kind: str, row: int, uniform: bool) -> str:
        """A register with a row of the input, or in every lane with its first value."""
        known = self._loaded.get((kind, row, uniform))
        if known is not None:
            return known
        place = f"[{'%in' if uniform else '%inlane'}+{self.cell * len(self.inputs)}]"
        register = self._loaded[kind, row, uniform] = self.register(kind)
        if kind == "pred":
            self.inputs.append((16, row))
            number = self.register("b16")
            self.lines += [f"ld.global.b16 {number}, {place};"]
            self.lines += [f"setp.ge.s16 {register}, {number}, 0;"]
        else:
            self.inputs.append((int(kind[1:]), row))
            self.lines.append(f"ld.global.{kind} {register}, {place};")
        return register

    def fresh(self, kind: str, row: int, uniform: bool) -> str:
        """A register of its own with the values of `load`, to be written to."""
        source, register = self.load(kind, row, uniform), self.register(kind)
        if kind == "b8":
            self.lines.append(f"cvt.u8.u8 {register}, {source};")
        else:
            self.lines.append(f"mov.{kind} {register}, {source};")
        return register

    def result(self, register: str, kind: str, mnemonic: str) -> None:
        """Keep a result for the output."""
        if kind == "pred":
            number = self.register("b16")
            self.lines.append(f"selp.b16 {number}, 1, 2, {register};")
            register, kind = number, "b16"
        bits = int(kind[1:])
        group = self._results.setdefault(bits, [])
        group.append((register, mnemonic, len(self.order)))
        self.order.append((0, 0, 0))
        if len(group) == 128 // max(bits, 32):
            self._store(bits)

    def _store(self, bits: int) -> None:
        """Write a group of results into one cell."""
        group = self._results.pop(bits)
        registers = ", ".join(register for register, _, _ in group)
        if len(group) == 3:
            registers += f", {group[0][0]}"
        count = {1: "", 2: ".v2", 3: ".v4", 4: ".v4"}[len(group)]
        place = f"[%outlane+{self.cell * self.cells}]"
        self.lines.append(f"st.global{count}.b{bits} {place}, {{{registers}}};")
        for number, (_, mnemonic, rank) in enumerate(group):
            self.order[rank] = place_of = (self.cells, number * bits // 8, bits // 8)
            self.outputs[place_of] = mnemonic
        self.cells += 1

    def finish(self) -> None:
        """Store what is left."""
        for bits in list(self._results):
            self._store(bits)

    def instruction(self, case: Case, number: int, uniform: bool, label: str = "") -> None:
        """One instruction of a case, on lanes that differ or that agree; every other is guarded.

        Its results are those of `label`, or else of its mnemonic.
        """
        fields = dict(case.fields)
        operands: list[str] = []
        results: list[tuple[str, str]] = []
        guard = f"@{self.load('pred', (number + 2) % 3, uniform)} " if number % 2 else ""
        implicit = [spec for spec in case.form.signature if spec.name in IMPLICIT]
        if implicit:  # the carry flag: set it before, read it after
            flag = self.register("b32")
            one = self.load("b32", number % 3, uniform)
            self.lines.append(f"add.cc.u32 {flag}, {one}, {self.load('b32', 0, uniform)};")
        for place, spec in enumerate(case.form.signature):
            if spec in implicit or (spec.name == "policy" and not fields.get("hint")):
                continue
            if spec.is_destination and case.form.extra.get("retried"):
                continue  # whether it is done, which PTX does not say
            text, written = self.operand(case, spec, fields, (number + place, uniform))
            if spec.paired:
                operands[-1] += f"|{text}"
            elif spec.name == "at":  # a place in an image or a tensor: `[%rd1, {%f1, %f2}]`
                operands[-1] = f"{operands[-1][:-1]}, {text}]"
            else:
                operands.append(at_operand(fields, spec.name, text))
            results += written
        self.lines.append(f"{guard}{case.name} {', '.join(operands)};".replace(" ;", ";"))
        if implicit:
            flag = self.register("b32")
            self.lines.append(f"addc.u32 {flag}, 0, 0;")
            results.append((flag, "b32"))
        for register, kind in results:
            self.result(register, kind, label or case.mnemonic)

    def operand(
        self, case: Case, spec: OperandSpec, fields: Fields, source: tuple[int, bool]
    ) -> tuple[str, list[tuple[str, str]]]:
        """An operand's text and, of a destination, its registers with their types."""
        if spec.name == "mask":
            return "-1", []  # a member mask that leaves out a lane that runs is undefined
        if spec.kind == "address" and case.form.opcode == "tcgen05" and "space" not in fields:
            return f"[{self.load('b32', source[0] % 3, source[1])}]", []  # of tensor memory
        if spec.kind == "address":
            return "[%inlane]", []
        if spec.kind == "immediate" and spec.name in case.form.extra.get("bounds", {}):
            return str(case.form.extra["bounds"][spec.name].most), []
        if spec.kind == "immediate":
            return str(IMMEDIATES[source[0] % len(IMMEDIATES)]), []
        row, uniform = source
        if spec.name == "e" and case.form.pipe == "tensor" and self.metadata is not None:
            return self.load("b32", self.metadata, uniform), []
        kind = register_type(operand_type(spec, fields, case.form), case.form)
        count = vector_count(spec, fields, case.form)
        limits = case.form.extra.get("bounds", {}).get(spec.name)
        if isinstance(limits, tuple):  # of a vector of selectors
            return "{" + ", ".join(str(limit.most) for limit in limits) + "}", []
        make = self.fresh if spec.is_destination else self.load
        registers = [make(kind, (row + n) % 3, uniform) for n in range(max(count, 1))]
        text = "{" + ", ".join(registers) + "}" if count else registers[0]
        return text, [(name, kind) for name in registers] if spec.is_destination else []

    def text(self, head: str = ".version 8.7\n.target sm_90a") -> str:
        """The kernel, whole."""
        body = "\n".join([*self.declared, *_PROLOGUE, *self.lines, "ret;"])
        return (
            f"{head}\n.address_size 64\n"
            f".entry k(.param .u64 input, .param .u64 output) {{\n{body}\n}}\n"
        )


_PROLOGUE = (
    ".reg .b32 %t, %block, %threads;",
    ".reg .b64 %in, %out, %inlane, %outlane, %offset;",
    "ld.param.b64 %in, [input];",
    "ld.param.b64 %out, [output];",
    "mov.u32 %t, %tid.x;",
    "mov.u32 %block, %ctaid.x;",
    "mov.u32 %threads, %ntid.x;",
    "mad.lo.u32 %t, %block, %threads, %t;",
    "mul.wide.u32 %offset, %t, 16;",
    "add.s64 %inlane, %in, %offset;",
    "add.s64 %outlane, %out, %offset;",
)


def kernel_of(cases: list[Case]) -> Writer:
    """A kernel that runs each case on differing lanes, and every third on agreeing ones too."""
    writer = Writer()
    for number, case in enumerate(cases):
        writer.instruction(case, number, uniform=False)
        if number % 3 == 0:
            writer.instruction(case, number, uniform=True)
    writer.finish()
    return writer
