"""The names of a kernel: its parameters, its variables, its registers.

In: a kernel's code, form and arguments. Out: `KernelNames`, from which `scope` takes the meaning of
a name at one place.
"""

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
    **{f"{prefix}{bits}": f"{prefix[0].replace('i', 's')}{bits}"
       for prefix in ("i", "u", "fp") for bits in (8, 16, 32, 64)},
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

    `text`: the variable's name, with a number if several registers hold it. `line`: the source line
    that assigned its value, as "file:line".
    """

    text: str
    register: ir.Register
    line: str


class KernelNames:
    """The names of a kernel and what they mean.

    Attributes:
        parameters: the parameters, by their name in the source, or in the PTX if that is unknown.
        constants: the parameters whose value the compiler knew, as text.
        registers: the registers of each name; several if functions were inlined.
        described: the variables whose places the compiler describes, in unoptimised code.
        can_be_described: whether the compiler would describe them without optimisation.
        variables: in optimised code, the variables with the registers that hold them.
        blocks: the number of elements of each variable that is a block.
        lost: the variables of the source that no register holds.
        types: the type of each register, by its index.
    """

    def __init__(self, code: Code, arguments: Sequence[Any], form: KernelForm) -> None:
        function = code.function
        self.code = code
        self.types = register_types(function)
        self.constants = {
            name: type_name.removeprefix("constexpr ")
            for name, type_name in form.types.items()
            if type_name.startswith("constexpr ")
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
            for entry in held:
                if scalar is not None and scalar.bits == entry.register.type.bits:
                    self.types[entry.register.index] = scalar
        assigned = find_assignments(source) if source else []
        self._declared = {entry.name: entry.type for entry in assigned}
        lines = {line for lines_here in code.lines.values() for _, line in lines_here[-1:]}
        own = {entry.name for entry in assigned if lines and min(lines) <= entry.line <= max(lines)}
        own -= {entry.name.partition(".")[0] for entry in self.described}
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
        """Return the type of the element behind a pointer variable; None if unknown."""
        if name in self.parameters:
            return self.parameters[name][1]
        words = [w for w in self._declared.get(name, "").split() if w not in ("const", "volatile")]
        declared = " ".join(words)
        return (
            TYPES.get(_OF_C.get(declared.removesuffix("*").strip(), ""))
            if "*" in declared
            else None
        )

    def variable(self, name: str) -> list[Held]:
        """Return the registers of a variable; for a numbered name such as `x_2`, only that one."""
        alone = (part for held in self.variables.values() for part in held if part.text == name)
        alone_held = next(alone, None)
        return [alone_held] if alone_held else self.variables.get(name, [])

    def register_at(self, name: str, place: Place) -> ir.Register:
        """Return the register of this name that was written last before a place.

        A function that is inlined twice has two registers called `%r1`. At a place inside one of
        the two calls, the register of that call counts; outside of both, the one whose write is
        closest before the place. Raises UsageError if the kernel has no register of this name.
        """
        candidates = self.registers.get(name)
        if candidates is None:
            raise UsageError(f"the kernel has no register {name}")
        if len(candidates) == 1:
            return candidates[0]
        before: dict[ir.Register, tuple[bool, Place]] = {}
        calls = self.code.calls(place)
        for block in self.code.function.blocks[: place[0] + 1]:
            for number, inst in enumerate(block.instructions):
                at = block.index, number
                if at >= place:
                    break
                is_same = self.code.calls(at) == calls  # of the same call of a function
                before |= {r: (is_same, at) for r in inst.destinations if r in candidates}
        return max(before, key=lambda r: before[r]) if before else candidates[0]

    def described_at(self, name: str, place: Place) -> dwarf.Variable | None:
        """Return the innermost variable of this name that has a place there; None if none has."""
        line = self.code.ptx_line(self.code.settled(place))
        described = [
            variable
            for variable in self.described
            if variable.name == name and variable.first < line < variable.last
        ]
        return max(described, key=lambda variable: (variable.depth, variable.first), default=None)


def _variables(
    function: ir.Function, form: KernelForm, source: Source | None
) -> dict[str, list[Held]]:
    variables: dict[str, list[Held]] = {}
    for index, name in name_registers(function, form.parameters, source).items():
        if not name.evidence.startswith("parameter"):
            held = Held(name.text, function.registers[index], name.evidence)
            variables.setdefault(name.base, []).append(held)
    return {
        base: sorted(held, key=lambda part: natural(part.text)) for base, held in variables.items()
    }


def _values(form: KernelForm) -> dict[str, tuple[int, ScalarType | None]]:
    """Return the size and type of each value of a Triton kernel, from its TTGIR.

    The size is the number of a block's elements, 0 for a plain number.
    """
    values: dict[str, tuple[int, ScalarType | None]] = {}
    for match in _TTGIR_VALUE.finditer(form.texts.get("ttgir", "")):
        size = math.prod(map(int, match["shape"].split("x")[:-1])) if match["shape"] else 0
        type_name = match["type"]
        if match["operation"] == "tt.load":  # printed with the type of its pointers
            type_name = type_name.removeprefix("!tt.ptr<")
        scalar = (
            ADDRESS if type_name.startswith("!") else TYPES.get(_OF_MLIR.get(type_name, type_name))
        )
        values[match["name"]] = size, scalar
    return values


def natural(name: str) -> tuple[str, int]:
    """Return a key that sorts `%r9` before `%r10`."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def _pointee(type_name: str) -> ScalarType | None:
    """Return the element type of a pointer in Triton's notation, such as `*fp32`."""
    return (
        TYPES.get(_OF_TRITON.get(type_name.removeprefix("*"), "")) if type_name[:1] == "*" else None
    )
