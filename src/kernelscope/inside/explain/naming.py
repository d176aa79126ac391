"""The texts of one kernel's operands: names from the source, or what a register holds.

In: a lowered kernel, its parameters' names and types, its source. Out: `Naming`, which writes
operands, conditions and addresses.

A register is written in one of three ways, here in `gelu/triton`:

    or.b64 %rd8, …               offsets             the source names it (see `inside.naming`)
    cvt.u64.u32 %rd7, %r12;      tid*4               no name: what it holds, as that is short
    add.f32 %r41, %r34, …        %r34                no name, not an integer: its own name

so `or.b64 %rd8, %rd6, %rd7` reads "offsets = (pid*1024) | (tid*4)". With registers' own names only,
the reader would have to look up %rd6 and %rd7 several lines above.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence

from kernelscope.inside.explain.show import Place, Text, is_closed, place_of
from kernelscope.inside.naming.assignments import Source
from kernelscope.inside.naming.names import Names, name_registers, parameter_names, variable_name
from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.phrases import comparison
from kernelscope.vgpu.types import TYPES
from kernelscope.vgpu.values.definitions import Definition, Undefined, Value
from kernelscope.vgpu.values.folding import Folder
from kernelscope.vgpu.values.sums import Atom, Sum, constant, single

_TRITON = {
    "%ctaid.x": "pid",
    "%ctaid.y": "pid.y",
    "%ctaid.z": "pid.z",
    "%tid.x": "tid",
    **{f"%nctaid.{axis}": f"num_programs({n})" for n, axis in enumerate("xyz")},
}
_CUDA = {"%tid": "threadIdx", "%ntid": "blockDim", "%ctaid": "blockIdx", "%nctaid": "gridDim"}
_MOST_NAMES = 6
_MOST_JOINED = 2  # levels of `and` and `or` in a condition
_LONG_CONDITION = 100
_JOINS = {"and": "and", "or": "or", "xor": "!=", "not": ""}
_SIZES = {
    **{f"{letter}{bits}": bits // 8 for letter in "iu" for bits in (8, 16, 32, 64)},
    **{f"{letter}int{bits}": bits // 8 for letter in ("", "u") for bits in (8, 16, 32, 64)},
    **{f"{letter}int{bits}_t": bits // 8 for letter in ("", "u") for bits in (8, 16, 32, 64)},
    **dict.fromkeys(("i1", "bool", "char", "fp8e4nv", "fp8e5"), 1),
    **dict.fromkeys(("fp16", "bf16", "half", "float16", "short"), 2),
    **dict.fromkeys(("fp32", "float", "int", "float32", "unsigned"), 4),
    **dict.fromkeys(("fp64", "double", "float64"), 8),
}
_LOOSE = frozenset({"add", "sub", "mul", "mad", "setp", "selp", "min", "max", "cvt", "mov", "st"})


class Naming:
    """The texts of one kernel's operands.

    Attributes:
        folder: its integers as sums.
        names: the names of its registers.
        parameters: the name to show for each PTX parameter; pointers: those that are addresses.
        is_triton: whether indices have Triton's names.
        sizes: bytes of the element behind each pointer, by its shown name; 0 if unknown.
        loops: the number of each loop by its head, from 1, in the order of the text.
        text: the writer of sums.
    """

    def __init__(
        self,
        function: ir.Function,
        parameters: Sequence[str],
        types: Mapping[str, str],
        source: Source | None,
        is_triton: bool,
    ) -> None:
        self.function = function
        self.names: Names = name_registers(function, parameters, source)
        self.folder = Folder(function, self.names.__contains__)
        self.parameters = parameter_names(function, parameters)
        self.is_triton = is_triton
        self.loops = {head: n for n, head in enumerate(sorted(self.folder.loops), 1)}
        self.text = Text(self.atom)
        shown = {n: types.get(name, "") for n, name in self.parameters.items()}
        self.sizes = {
            self.parameters[n]: _pointed_bytes(type_name) for n, type_name in shown.items()
        }
        typed = {n for n, type_name in shown.items() if _is_pointer(type_name)}
        self.pointers = typed | {n for n in self._bases() if not typed or "+" in n}

    def _bases(self) -> set[str]:
        """Return the parameters, or parts of them, that are the only possible base of some access.

        PTX does not say which `.param .u64` is a pointer. In `ld.global.f32 [x + 8*i]` with one
        64-bit parameter in the sum, that one must be the base. With two, either could be, so
        neither is taken.
        """
        bases: set[str] = set()
        for inst in self.function.instructions():
            for operand in inst.operands:
                total = self.address(inst, operand) if isinstance(operand, ir.Address) else None
                if total is None:
                    continue
                wide = [
                    product[0].name
                    for product, factor in total.terms.items()
                    if factor == 1 and len(product) == 1 and _is_wide_parameter(product[0])
                ]
                bases.update(wide if len(wide) == 1 else ())
        return bases

    # ---- atoms ----------------------------------------------------------------------------

    def atom(self, atom: Atom) -> str:
        """Return the name of an atom."""
        match atom.kind:
            case "parameter":
                return self.parameter(atom.name)
            case "special":
                return self.special(atom.name)
            case "variable":
                return variable_name(atom.name)
            case "trip":
                number = self.loops.get(atom.number, 0)
                return "trip" if len(self.loops) == 1 else f"trip{number}"
            case "window":
                return f"({atom.name} window)"
            case _ if atom.number < 0:
                return atom.name
            case _:
                return self.register(self.folder.numbers[atom.number].register)

    def parameter(self, name: str) -> str:
        """Return a PTX parameter's name in the source; for a part of it, `p.byte8`."""
        whole, plus, offset = name.partition("+")
        return self.parameters.get(whole, whole) + (f".byte{offset}" if plus else "")

    def special(self, name: str) -> str:
        """Return the name of a special register in the kernel's language."""
        if self.is_triton:
            return _TRITON.get(name, name.removeprefix("%"))
        register, _, axis = name.partition(".")
        return f"{_CUDA[register]}.{axis}" if register in _CUDA else name.removeprefix("%")

    def register(self, register: ir.Register) -> str:
        """Return a register's name in the source, otherwise its own."""
        name = self.names.get(register.index)
        return name.text if name else register.name.removesuffix("+0")

    # ---- operands -------------------------------------------------------------------------

    def operand(self, inst: ir.Inst, operand: ir.Operand, type_name: str = "") -> str:
        """Return the text of an operand that is not an address."""
        match operand:
            case ir.Immediate():
                return literal(operand, type_name)
            case ir.Special():
                return self.special(operand.name)
            case ir.Symbol():
                name = variable_name(operand.name)
                return f"{name}+{operand.offset}" if operand.offset else f"the address of {name}"
            case ir.NotPredicate():
                return f"not {self.register(operand.register)}"
            case tuple():
                return _together([self.operand(inst, element, type_name) for element in operand])
            case ir.Register():
                return self._read(inst, operand)
            case _:
                return "_"

    def _read(self, inst: ir.Inst, register: ir.Register) -> str:
        """Return the text of a register that is read: its name, or its value if that is short.

        A register that several instructions write may hold another value than the one that its
        name stands for: after `i = 0` in the register of `i`, a read of it is shown as "0", not
        as "i".
        """
        is_written = any(register is destination for destination in inst.destinations)
        if is_written or register.type.kind == "p":
            return self.register(register)
        total = self.folder.operand(inst, register)
        is_other = self.folder.values.changes(register) and total and total.constant is not None
        if register.index in self.names and not is_other:
            return self.register(register)
        if total is None or register.type.is_float or total.size > 2:
            return self.register(register)
        if total.constant is None and self.place(total, 1).base:
            return self.register(register)
        if inst.opcode == "setp":
            return self.text.sum(self.now(inst, total))
        text = self.text.operand(self.now(inst, total))
        is_product = text.startswith("(") and not any(sign in text for sign in " %/&|^?")
        return text[1:-1] if is_product and inst.opcode in _LOOSE else text

    def now(self, inst: ir.Inst, total: Sum) -> Sum:
        """Return a sum expressed by what loop counters hold before an instruction.

        Sums are expressed by the counter's value at the loop's head. In

            add.s32 %i, %i, 1;
            setp.lt.s32 %p2, %i, %n;

        the comparison reads `%i + 1` in terms of the head, but its text is "%i < n", because the
        register holds the new value by then. Without this step the text would be "%i + 1 < n",
        one too many. If the counter's register was overwritten by something else, its value at
        the head is called "old %i".
        """
        for atom in total.atoms():
            if atom.kind != "value" or atom.number < 0:
                continue
            value = self.folder.numbers[atom.number]
            current = self.folder.values.read(inst, value.register)
            if isinstance(current, Undefined) or current is value:
                continue
            gone = (self.folder.value(current) - single(atom)).constant
            if gone is not None:
                total = total.replaced(atom, single(atom) - constant(gone))
            else:
                old = Atom("value", f"old {self.register(value.register)}", -1)
                total = total.replaced(atom, single(old))
        return total

    def condition(self, inst_or_block: ir.Inst | int, register: ir.Register, negated: bool) -> str:
        """Return a predicate: its name, and its condition if comparisons define it.

        `@%p1 ld.global…` is "if mask (offsets < n): …".
        """
        values = self.folder.values
        if isinstance(inst_or_block, int):
            value = values.at_end(inst_or_block, register)
        else:
            value = values.read(inst_or_block, register)
        said = self._said(value)
        name = self.names[register.index].text if register.index in self.names else ""
        text = f"{name} ({said})" if name and said else name or said or register.name
        if not negated:
            return text
        return f"not {text}" if name or not said else f"not ({said})"

    def _said(self, value: Value, depth: int = 0) -> str:
        """Return the condition of a predicate, such as `i < n and j < m`; "" without comparison."""
        if not isinstance(value, Definition) or value.before is not None or depth > _MOST_JOINED:
            return ""
        inst = value.inst
        if inst.opcode == "setp":
            return self._compared(inst, value.register)
        if inst.opcode not in _JOINS or inst.fields["t"] != "pred":
            return ""
        parts: list[str] = []
        for operand in inst.operands[1:]:
            if not isinstance(operand, ir.Register):
                return ""
            part = self._said(self.folder.values.read(inst, operand), depth + 1)
            name = self.names[operand.index].text if operand.index in self.names else ""
            parts.append(name or part or operand.name)
        if inst.opcode == "not":
            return f"not ({parts[0]})"
        joined = f" {_JOINS[inst.opcode]} ".join(f"({p})" if " " in p else p for p in parts)
        return joined if len(joined) <= _LONG_CONDITION else ""

    def _compared(self, inst: ir.Inst, register: ir.Register) -> str:
        """Return the condition of a plain comparison, such as `offsets < n`; "" for others."""
        is_first = inst.operands[0] is register
        if inst.fields.get("op") or not is_first or inst.fields["t"].endswith("x2"):
            return ""
        left, right = (self.operand(inst, o, inst.fields["t"]) for o in inst.operands[2:4])
        return comparison(inst.fields["cmp"], left, right)

    # ---- addresses ------------------------------------------------------------------------

    def address(self, inst: ir.Inst, address: ir.Address) -> Sum | None:
        """Return an address in bytes; None for parameters."""
        return self.folder.address(inst, address)

    def place(self, address: Sum, size: int) -> Place:
        """Return an address as a base and an index of elements of `size` bytes."""
        return place_of(address, self._base, size)

    def touched(
        self, inst: ir.Inst, address: ir.Address, size: int, shown: bool = True
    ) -> Place | None:
        """Return the place that an instruction touches; its base may also be a loaded pointer.

        With `shown`, it is expressed by what loop counters hold at the instruction.
        """
        total = self.address(inst, address)
        if total is None:
            return None
        total = self.now(inst, total) if shown else total
        known = self.place(total, size)
        return known if known.base else place_of(total, self._loaded_base, size)

    def _base(self, atom: Atom) -> str:
        if atom.kind == "parameter" and atom.name in self.pointers:
            return self.parameter(atom.name)
        return variable_name(atom.name) if atom.kind == "variable" else ""

    def _loaded_base(self, atom: Atom) -> str:
        """Return the name of a pointer that comes from memory or from a choice."""
        if atom.kind != "value" or atom.number < 0 or atom.number in self.folder.expanded:
            return ""
        register = self.folder.numbers[atom.number].register
        return self.register(register) if register.type.bits == 64 else ""

    def element(self, place: Place, count: int = 1) -> str:
        """Return an element or several as text: `x[pid*1024 + tid*4 + 0..3]`."""
        index = self.text.sum(place.index)
        if is_closed(index):
            index = index[1:-1]
        if place.in_bytes and index != "0":
            return f"{place.base or 'memory'}[byte {index}]"
        if count > 1:
            index = f"0..{count - 1}" if index == "0" else f"{index} + 0..{count - 1}"
            index = _merged(index)
        return f"{place.base or 'memory'}[{index}]"


def _merged(index: str) -> str:
    """Return `tid*4 + 8 + 0..3` as `tid*4 + 8..11`."""
    head, _, tail = index.rpartition(" + ")
    before, plus, offset = head.rpartition(" + ")
    if not offset.isdigit():
        return index
    last = int(offset) + int(tail.partition("..")[2])
    return f"{before}{plus}{offset}..{last}"


def literal(immediate: ir.Immediate, type_name: str = "") -> str:
    """Return a constant as text, hexadecimal floats as decimal numbers."""
    value = immediate.value
    bits = immediate.float_bits
    if not bits and isinstance(value, int) and type_name in ("f32", "f64"):
        return str(value)
    if bits and isinstance(value, int):
        code = {32: ("<I", "<f"), 64: ("<Q", "<d")}[bits]
        (number,) = struct.unpack(code[1], struct.pack(code[0], value))
        return f"{number:.9g}" if bits == 32 else repr(number)
    return str(value)


def _together(names: list[str]) -> str:
    """Return the elements of a vector as text; a long vector is cut short."""
    if len(names) > _MOST_NAMES:
        return f"{{{names[0]}, {names[1]}, … {names[-1]}}} ({len(names)})"
    return f"{{{', '.join(names)}}}" if len(names) != 1 else names[0]


def _is_pointer(type_name: str) -> bool:
    return type_name.startswith(("*", "array")) or type_name.endswith("*")


def _pointed_bytes(type_name: str) -> int:
    """Return the bytes of an element of `*fp32`, `const float*` or `array(float32, 1d, C)`."""
    words = re.findall(r"[a-z]\w*", type_name) if _is_pointer(type_name) else []
    return next((_SIZES[word] for word in words if word in _SIZES), 0)


def _is_wide_parameter(atom: Atom) -> bool:
    return atom.kind == "parameter" and (atom.range[1] or 0) >= 1 << 62


def element_bytes(type_name: str) -> int:
    """Return the bytes of one element of a PTX type; 0 if it is unknown."""
    return TYPES[type_name].bits // 8 if type_name in TYPES else 0
