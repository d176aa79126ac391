"""The names of a kernel: its parameters, its variables, its registers."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kernelscope.debugger import dwarf
from kernelscope.debugger.places import Code
from kernelscope.debugger.values import ADDRESS, element_type, register_types
from kernelscope.devices.capture import KernelForm
from kernelscope.errors import UsageError
from kernelscope.frontends import front_end
from kernelscope.inside.naming.assignments import Source, find_assignments
from kernelscope.inside.naming.names import name_registers
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter.warp import Place
from kernelscope.vgpu.types import TYPES, ScalarType

_OF_TRITON = {
    **{f"{kind}{bits}": f"{kind[0].replace('i', 's')}{bits}"
       for kind in ("i", "u", "fp") for bits in (8, 16, 32, 64)},
    "bf16": "bf16", "i1": "u8", "fp8e4nv": "e4m3", "fp8e5": "e5m2",
}  # fmt: skip
_OF_C = {
    "float": "f32", "double": "f64", "half": "f16", "__half": "f16", "__nv_bfloat16": "bf16",
    "char": "s8", "short": "s16", "int": "s32", "long": "s64", "long long": "s64",
    "unsigned char": "u8", "unsigned short": "u16", "unsigned": "u32", "unsigned int": "u32",
    "unsigned long": "u64", "unsigned long long": "u64", "size_t": "u64", "bool": "u8",
    "int8_t": "s8", "int16_t": "s16", "int32_t": "s32", "int64_t": "s64",
    "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64",
}  # fmt: skip
_OF_MLIR = {"i1": "pred", **{f"i{bits}": f"s{bits}" for bits in (8, 16, 32, 64)}}
_TTGIR_VALUE = re.compile(
    r"%(?P<name>[A-Za-z_]\w*?)(?:_\d+)?(?::\d+)? = (?P<operation>[\w.\"]+).*(?:->| : )\s*"
    r"(?:tensor<(?P<shape>(?:\d+x)+))?(?P<type>[^,> ]*)"
)


@dataclass(frozen=True, slots=True)
class Held:
    """A register that holds a variable, or one element of it.

    Attributes:
        text: what it is called: the variable's name, numbered where several registers hold it.
        line: the source line at which it got its value: "file:line".
    """

    text: str
    register: ir.Register
    line: str


class KernelNames:
    """What a kernel's names stand for.

    Attributes:
        parameters: by their name in the source, or in the PTX where that is not known.
        constants: parameters whose value was known to the compiler, as text.
        registers: by name; one name may be of several, in functions that were inlined.
        described: variables that the compiler says the places of: of code that is not optimised.
        can_be_described: whether they would be, without optimisation.
        variables: of other code, with the registers that were found to hold them.
        blocks: those that are no single numbers, with how many elements each has.
        lost: variables of the source that no register holds.
        types: of each register, by its index.
    """

    def __init__(self, code: Code, arguments: Sequence[Any], form: KernelForm) -> None:
        function = code.function
        self.code = code
        self.types = register_types(function)
        self.constants = {
            name: kind.removeprefix("constexpr ")
            for name, kind in form.types.items()
            if kind.startswith("constexpr ")
        }
        values = _values(form)
        self.blocks = {name: size for name, (size, _) in values.items() if size}
        text = form.texts.get("source")
        source = Source(text, form.source_file, max(form.source_line, 1)) if text else None
        self.described = dwarf.variables("\n".join(code.ptx))
        self.can_be_described = not self.described and front_end(form.frontend).debuggable
        self.variables = {} if self.described else _variables(function, form, source)
        for name, held in self.variables.items():
            scalar = values[name][1] if name in values else None
            for one in held:
                if scalar is not None and scalar.bits == one.register.type.bits:
                    self.types[one.register.index] = scalar
        assigned = find_assignments(source) if source else []
        self._declared = {one.name: one.type for one in assigned}
        lines = {line for found in code.lines.values() for _, line in found[-1:]}
        own = {one.name for one in assigned if lines and min(lines) <= one.line <= max(lines)}
        own -= {one.name.partition(".")[0] for one in self.described}
        self.lost = own - self.variables.keys() - {*form.parameters} - self.constants.keys()
        self.registers: dict[str, list[ir.Register]] = {}
        for register in function.registers:
            self.registers.setdefault(register.name, []).append(register)
        self.parameters: dict[str, tuple[ir.Parameter, ScalarType | None]] = {}
        for number, parameter in enumerate(function.parameters):
            name = form.parameters[number] if number < len(form.parameters) else ""
            given = arguments[number] if number < len(arguments) else None
            holds = element_type(given) or _pointee(form.types.get(name, ""))
            self.parameters[name or parameter.name] = parameter, holds

    def pointee(self, name: str) -> ScalarType | None:
        """What a variable points at, None where that is not known."""
        if name in self.parameters:
            return self.parameters[name][1]
        words = [w for w in self._declared.get(name, "").split() if w not in ("const", "volatile")]
        kind = " ".join(words)
        return TYPES.get(_OF_C.get(kind.removesuffix("*").strip(), "")) if "*" in kind else None

    def variable(self, name: str) -> list[Held]:
        """The registers of a variable; a numbered one is itself alone."""
        alone = (one for held in self.variables.values() for one in held if one.text == name)
        found = next(alone, None)
        return [found] if found else self.variables.get(name, [])

    def register_at(self, name: str, place: Place) -> ir.Register:
        """The register of a name that was written last before a place.

        Raises:
            UsageError: there is none of that name.
        """
        found = self.registers.get(name)
        if found is None:
            raise UsageError(f"the kernel has no register {name}")
        if len(found) == 1:
            return found[0]
        before: dict[ir.Register, tuple[bool, Place]] = {}
        calls = self.code.calls(place)
        for block in self.code.function.blocks[: place[0] + 1]:
            for number, inst in enumerate(block.instructions):
                at = block.index, number
                if at >= place:
                    break
                is_same = self.code.calls(at) == calls  # of the same call of a function
                before |= {r: (is_same, at) for r in inst.destinations if r in found}
        return max(before, key=lambda r: before[r]) if before else found[0]

    def described_at(self, name: str, place: Place) -> dwarf.Variable | None:
        """A variable that has a place there; the innermost of that name."""
        line = self.code.ptx_line(self.code.settled(place))
        found = [one for one in self.described if one.name == name and one.first < line < one.last]
        return max(found, key=lambda one: (one.depth, one.first), default=None)


def _variables(
    function: ir.Function, form: KernelForm, source: Source | None
) -> dict[str, list[Held]]:
    found: dict[str, list[Held]] = {}
    for index, name in name_registers(function, form.parameters, source).items():
        if not name.evidence.startswith("parameter"):
            held = Held(name.text, function.registers[index], name.evidence)
            found.setdefault(name.base, []).append(held)
    return {base: sorted(held, key=lambda one: natural(one.text)) for base, held in found.items()}


def _values(form: KernelForm) -> dict[str, tuple[int, ScalarType | None]]:
    """The values of a Triton kernel, by the IR of its blocks: how many elements each has, 0 for a
    plain number, and of which type.
    """
    found: dict[str, tuple[int, ScalarType | None]] = {}
    for one in _TTGIR_VALUE.finditer(form.texts.get("ttgir", "")):
        size = math.prod(map(int, one["shape"].split("x")[:-1])) if one["shape"] else 0
        kind = one["type"]
        if one["operation"] == "tt.load":  # it is written with the type of its pointers
            kind = kind.removeprefix("!tt.ptr<")
        scalar = ADDRESS if kind.startswith("!") else TYPES.get(_OF_MLIR.get(kind, kind))
        found[one["name"]] = size, scalar
    return found


def natural(name: str) -> tuple[str, int]:
    """A key that sorts `%r9` before `%r10`."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def _pointee(kind: str) -> ScalarType | None:
    """What a pointer holds whose type is written as Triton does: `*fp32`."""
    return TYPES.get(_OF_TRITON.get(kind.removeprefix("*"), "")) if kind[:1] == "*" else None
