"""The places of variables: parameters, shared, local, global and constant memory."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field

from kernelscope.errors import PtxError
from kernelscope.vgpu import ir
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.types import TYPES


@dataclass(slots=True)
class Layout:
    """The variables met so far, by a name that is unique in the kernel."""

    variables: dict[str, syntax.Variable] = field(default_factory=dict[str, syntax.Variable])

    def declare(self, name: str, variable: syntax.Variable) -> str:
        """Note a variable and return its unique name (scopes may reuse one)."""
        unique = name
        while unique in self.variables:
            unique += "'"
        self.variables[unique] = variable
        return unique


@dataclass(frozen=True, slots=True)
class Placed:
    """The result of laying out; see `ir.Function` for the fields."""

    variables: dict[str, ir.ModuleVariable]
    shared: dict[str, int]
    static_shared_bytes: int
    local: dict[str, int]
    local_bytes: int


def element_bytes(variable: syntax.Variable) -> int:
    """Return the bytes of one element, vector included."""
    if TYPES[variable.type].kind == "p":
        raise PtxError(
            f"`{variable.name}` is a predicate, and only a register can be one",
            variable.position.line,
            variable.position.column,
        )
    return TYPES[variable.type].bits // 8 * max(variable.vector, 1)


def size_of(variable: syntax.Variable) -> int:
    """Return the bytes of a variable; 0 for an unsized array without initializer."""
    total = element_bytes(variable)
    for dimension in variable.shape:
        total *= dimension
    if total == 0 and variable.initializer:
        total = element_bytes(variable) * len(variable.initializer)
    return total


def align_up(value: int, align: int) -> int:
    """Return the next multiple of `align`."""
    return -(-value // align) * align


def parameter_table(parameters: tuple[syntax.Variable, ...]) -> tuple[ir.Parameter, ...]:
    """Return kernel parameters at their offsets: in order, each at its own alignment (PTX ISA
    5.1.6). Raises PtxError if they are more than a kernel may have.
    """
    offset = 0
    rows: list[ir.Parameter] = []
    for parameter in parameters:
        size = size_of(parameter)
        offset = align_up(offset, max(parameter.align, 1))
        count = size // element_bytes(parameter)
        rows.append(ir.Parameter(parameter.name, parameter.type, count, offset, size))
        offset += size
        _check_size(parameter, offset, "parameters", "a kernel", _MOST_PARAMETERS)
    return tuple(rows)


def _check_size(variable: syntax.Variable, end: int, what: str, whose: str, most: int) -> None:
    if end > most:
        raise PtxError(
            f"{end} bytes of {what} up to `{variable.name}`: {whose} has at most {most}",
            variable.position.line,
            variable.position.column,
        )


# PTX ISA 9.1, "Kernel Function Parameters", for sm_70 and later.
_MOST_PARAMETERS = 32_764
# CUDA programming guide, "Technical Specifications per Compute Capability": local memory of a
# thread, constant memory.
_MOST_LOCAL = 512 << 10
_MOST_CONST = 64 << 10


def lay_out(layout: Layout, functions: Mapping[str, int]) -> Placed:
    """Give each variable its place: shared and local by offset, global and const by name.

    `functions` are the addresses of functions, which initial values may name. Raises PtxError if
    the local or constant variables are more than there may be.
    """
    variables: dict[str, ir.ModuleVariable] = {}
    shared: dict[str, int] = {}
    local: dict[str, int] = {}
    shared_end = local_end = const_end = 0
    for name, variable in layout.variables.items():
        size, align = size_of(variable), max(variable.align, 1)
        if variable.space == "shared" and size:
            shared_end = align_up(shared_end, align)
            shared[name] = shared_end
            shared_end += size
        elif variable.space == "local":
            local_end = align_up(local_end, align)
            local[name] = local_end
            local_end += size
            _check_size(variable, local_end, "local memory", "a thread", _MOST_LOCAL)
        elif variable.space == "const":
            const_end = align_up(const_end, align) + size
            _check_size(variable, const_end, "constant memory", "a program", _MOST_CONST)
        if variable.space in ("global", "const", "shared"):
            data, relocations = _initial_data(variable, size, functions)
            variables[name] = ir.ModuleVariable(
                name, variable.space, size, align, data, relocations, variable.managed
            )
    static_end = shared_end
    for name, variable in variables.items():
        if variable.space == "shared" and not variable.size:
            # Dynamic shared memory begins after the static one; all unsized arrays share it. The
            # assembler counts the gap before them as static: of 12 bytes and an array aligned to
            # 1024, 1024 bytes are static. Without that the array's end would be out of bounds.
            shared[name] = align_up(shared_end, max(variable.align, 16))
            static_end = max(static_end, shared[name])
    return Placed(variables, shared, static_end, local, align_up(local_end, 16))


_PACK = {
    ("s", 8): "<b", ("s", 16): "<h", ("s", 32): "<i", ("s", 64): "<q",
    ("f", 32): "<f", ("f", 64): "<d", ("f", 16): "<e",
}  # fmt: skip


def _initial_data(
    variable: syntax.Variable, size: int, functions: Mapping[str, int]
) -> tuple[bytes | None, tuple[tuple[int, str, int], ...]]:
    if variable.initializer is None:
        return None, ()
    scalar = TYPES[variable.type]
    data = bytearray(size)
    relocations: list[tuple[int, str, int]] = []
    for number, value in enumerate(variable.initializer):
        place = number * scalar.bits // 8
        if isinstance(value, syntax.Name) and value.text in functions:
            data[place : place + 8] = functions[value.text].to_bytes(8, "little")
        elif isinstance(value, syntax.Name):
            relocations.append((place, value.text, 0))
        elif isinstance(value, syntax.SymbolOffset):
            relocations.append((place, value.name.text, value.offset))
        else:
            if isinstance(value.value, float) and scalar.kind != "f":
                raise PtxError(
                    f"`{variable.name}` holds integers, {value.value} is not one",
                    value.position.line,
                    value.position.column,
                )
            piece = _pack(value, scalar.kind, scalar.bits)
            if place + len(piece) > size:
                raise PtxError(
                    f"`{variable.name}` has more initial values than elements",
                    variable.position.line,
                    variable.position.column,
                )
            data[place : place + len(piece)] = piece
    return bytes(data), tuple(relocations)


def _pack(value: syntax.Literal, type_kind: str, bits: int) -> bytes:
    if value.bits or not isinstance(value.value, float):
        if type_kind == "f" and not value.bits:
            return struct.pack(_PACK["f", bits], float(value.value))
        return (int(value.value) & ((1 << bits) - 1)).to_bytes(bits // 8, "little")
    return struct.pack(_PACK["f", bits], value.value)
