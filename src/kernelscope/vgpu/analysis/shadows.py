"""The registers that have a *shadow*: their value if the kernel calculated in float64.

A value that was loaded is its own shadow. What is calculated of shadows is calculated in float64;
how far a value is from its shadow is what rounding has cost since the value's origins were loaded.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.dataflow import flow_registers
from kernelscope.vgpu.analysis.numerics import calculates, float_format, result_type
from kernelscope.vgpu.analysis.undefined import space_of
from kernelscope.vgpu.ir.forms import Role
from kernelscope.vgpu.ir.verify import operand_type

MODELLED = frozenset(
    ("add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt", "rsqrt", "ex2", "lg2", "tanh",
      "cvt", "min", "max", "abs", "neg")
)  # fmt: skip
"""Instructions whose result has a shadow of its own; that of others is their result."""
PRECISION = {"f16": 11, "bf16": 8, "f32": 24, "f64": 53}
"""The significant bits of each format."""
COPIES = (Role.COPY, Role.SELECT, Role.SHUFFLE)
_MIXED = ""
_EXACT = 64
"""More significant bits than any format has."""


@dataclass(frozen=True, slots=True)
class Format:
    """The contents of a register: a number of floats of a type side by side."""

    name: str
    count: int


def _one_name(known: str | None, name: str | None) -> str | None:
    """Return what a register holds that is written as both; "" if they differ."""
    if known is None or name is None:
        return name if known is None else known
    return known if known == name else _MIXED


def format_of(name: str) -> Format:
    """Return the format of a type by its name, such as f16x2."""
    return Format(name.removesuffix("x2"), 2 if name.endswith("x2") else 1)


class ShadowRegisters:
    """The registers of a kernel that have shadows.

    Attributes:
        formats: by register index.
        bits: the significant bits of the narrowest format that a register's value was rounded to.
        stores: the instructions that store such a register to global memory.
    """

    def __init__(self, function: ir.Function) -> None:
        self._instructions = list(function.instructions())
        self._constants = _constants(self._instructions)
        self._names: list[str | None] = [None] * len(function.registers)
        flow_registers(function, self._names, self._written, _one_name)
        self.formats = {n: format_of(name) for n, name in enumerate(self._names) if name}
        self.bits = self._significant_bits(function)
        self.stores = [inst for inst in self._instructions if self._stores(inst)]

    def limit(self, inst: ir.Inst) -> float:
        """Return the relative error from which on what a store writes has lost its precision."""
        registers = (o for o in stored(inst) if isinstance(o, ir.Register))
        return max(lost(self.bits[r.index]) for r in registers if self.of(r) is not None)

    def of(self, operand: ir.Operand) -> Format | None:
        """Return the format of a register that has a shadow; else None."""
        return self.formats.get(operand.index) if isinstance(operand, ir.Register) else None

    def is_calculated(self, inst: ir.Inst) -> bool:
        """Return whether an instruction's result is calculated in float64, too.

        What rounds on purpose is not: CUDA's `expf` adds 12582912 to have an integer, and rounds
        down; without this rule the shadow of x - n would be that of n = x.
        """
        if not calculates(inst) or inst.opcode not in MODELLED:
            return False
        scalar, fields = result_type(inst), inst.fields
        if scalar is None or scalar.name in ("tf32", "f32x2"):
            return False
        if any(fields.get(n) for n in _CHANGES):
            return False
        if fields.get("rnd") not in (None, "", "rn") or len(inst.operands) > _most(inst):
            return False
        if inst.opcode == "cvt" and fields.get("st") not in PRECISION.keys() - {fields.get("dt")}:
            return False
        is_sum = inst.opcode in ("add", "sub", "fma", "mad")
        limit = 2.0 ** (PRECISION[scalar.name.removesuffix("x2")] - 2)
        return not (is_sum and any(abs(v) >= limit for v in self._literals(inst)))

    def _literals(self, inst: ir.Inst) -> list[float]:
        """Return the addends of a sum that are constants."""
        literals: list[float] = []
        operands = inst.operands[3:] if inst.opcode in ("fma", "mad") else inst.operands[1:]
        for operand in operands:
            if isinstance(operand, ir.Register):
                operand = self._constants.get(operand.index)
            if isinstance(operand, ir.Immediate):
                literals.append(_value(operand))
        return literals

    def _written(self, inst: ir.Inst) -> list[tuple[int, str | None]]:
        """Return the registers that get a shadow, and what they hold."""
        target = inst.operands[0] if inst.operands else None
        if self.is_calculated(inst) and isinstance(target, ir.Register):
            scalar = result_type(inst)
            assert scalar is not None
            return [(target.index, scalar.name)]
        if inst.form.role not in COPIES:
            return []
        sources = copied_operands(inst)
        if isinstance(target, tuple):
            return self._taken_apart(target, sources)
        if not isinstance(target, ir.Register):
            return []
        if isinstance(sources[0], tuple):
            name = self._put_together(sources[0])
            return [(target.index, name)] if name else []
        return [(target.index, self._name_of(source)) for source in sources]

    def _name_of(self, operand: ir.Operand) -> str | None:
        """Return what a register holds; None for nothing that has a shadow, "" for several."""
        return self._names[operand.index] if isinstance(operand, ir.Register) else None

    def _put_together(self, parts: tuple[ir.Operand, ...]) -> str:
        """Return what a register of two halves holds; "" for nothing that has a shadow.

        `mov.b32 %f1, {0, %rs1}` makes an f32 of a bf16.
        """
        names = [self._name_of(part) for part in parts]
        known = {name for name in names if name is not None}
        if len(parts) != 2 or len(known) != 1 or not known <= {"f16", "bf16"}:
            return ""
        if parts[0] == ir.Immediate(0):
            return "f32" if known == {"bf16"} else ""
        return f"{known.pop()}x2"

    def _taken_apart(
        self, targets: tuple[ir.Operand, ...], sources: list[ir.Operand]
    ) -> list[tuple[int, str | None]]:
        name = self._name_of(sources[0])
        if name is None or not name.endswith("x2") or len(targets) != 2:
            return []
        half = name.removesuffix("x2")
        return [(target.index, half) for target in targets if isinstance(target, ir.Register)]

    def _significant_bits(self, function: ir.Function) -> dict[int, int]:
        formats = self.formats
        bits = [
            PRECISION[formats[n].name] if n in formats else _EXACT
            for n in range(len(function.registers))
        ]

        def results(inst: ir.Inst) -> list[tuple[int, int]]:
            if not self.is_calculated(inst) and inst.form.role not in COPIES:
                return []
            least = min((bits[r.index] for r in inst.sources), default=_EXACT)
            return [(r.index, least) for r in inst.destinations if r.index in formats]

        flow_registers(function, bits, results, min)
        return {index: bits[index] for index in formats}

    def _stores(self, inst: ir.Inst) -> bool:
        if inst.opcode != "st" or space_of(inst) not in ("global", "generic"):
            return False
        return any(self.of(operand) is not None for operand in stored(inst))


_CHANGES = ("sat", "relu", "xorsign", "nan")


def _most(inst: ir.Inst) -> int:
    """Return the most operands that an instruction may have to be calculated in float64."""
    return 4 if inst.opcode in ("fma", "mad") else 3


def copied_operands(inst: ir.Inst) -> list[ir.Operand]:
    """Return the operands that a copy passes on."""
    if inst.form.role == Role.SELECT:
        return [inst.operands[1], inst.operands[2]]
    pairs = zip(inst.form.signature, inst.operands, strict=True)
    return [next(o for spec, o in pairs if not spec.is_destination and spec.kind == "value")]


def stored(inst: ir.Inst) -> list[ir.Operand]:
    """Return the operands whose values a store writes."""
    operands: list[ir.Operand] = []
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if not spec.is_destination and not isinstance(operand, ir.Address):
            operands.extend(operand if isinstance(operand, tuple) else (operand,))
    return operands


def float_operands(inst: ir.Inst) -> list[tuple[ir.Operand, Format]]:
    """Return the float operands of an instruction that is calculated in float64, too."""
    operands: list[tuple[ir.Operand, Format]] = []
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if spec.kind == "value" and not spec.is_destination and operand is not None:
            scalar = operand_type(spec, inst.fields, inst.form)
            if float_format(scalar) is not None:
                operands.append((operand, format_of(scalar.name)))
    return operands


def _constants(instructions: list[ir.Inst]) -> dict[int, ir.Immediate]:
    """Return the registers that only ever hold one constant."""
    literals: dict[int, ir.Immediate | None] = {}
    for inst in instructions:
        literal = inst.operands[1] if inst.opcode == "mov" and len(inst.operands) == 2 else None
        for register in inst.destinations:
            is_new = register.index not in literals
            literals[register.index] = (
                literal if is_new and isinstance(literal, ir.Immediate) else None
            )
    return {index: literal for index, literal in literals.items() if literal is not None}


def _value(literal: ir.Immediate) -> float:
    if literal.float_bits:
        code = {32: ("<I", "<f"), 64: ("<Q", "<d")}[literal.float_bits]
        bits = int(literal.value) & ((1 << literal.float_bits) - 1)
        return struct.unpack(code[1], struct.pack(code[0], bits))[0]
    return float(literal.value)


def lost(bits: int) -> float:
    """Return the relative error of a value that has fewer than a third of its bits right."""
    return 2.0 ** (-bits / 3)
