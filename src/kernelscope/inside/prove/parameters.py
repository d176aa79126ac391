"""Parameters of a kernel: which are pointers, to what type, and the constants it compares with.

In: a lowered kernel. Out: a `Use` for each parameter, the module's variables, the constants.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.dataflow import flow_registers, reach
from kernelscope.vgpu.types import TYPES

_CARRIES = ("mov", "cvta", "add", "sub", "selp", "mad", "ld", "cvt")
_COUNTS = frozenset(["setp", "set", "shl", "mul", "mad", "add", "or", "min", "max", "selp"])
"""Instructions whose constants a kernel compares, counts or scales with."""
_NONE: frozenset[int] = frozenset()
_NAMED = {"f": "f", "bf": "bf", "f2": "f", "bf2": "bf"}


@dataclass(slots=True)
class Use:
    """The use of one parameter: whether the kernel loads it at all, and accesses global memory by
    it.

    `dtype`: the type of the elements there ("f32", "i32"); "" if unknown.
    """

    is_read: bool = False
    is_pointer: bool = False
    dtype: str = ""


# PTX says `.u64` for a pointer and for a size. So the value of each parameter is followed to the
# memory accesses, through moves, address conversions and sums:
#
#     ld.param.u64 %rd1, [k_param_0];       from parameter 0
#     cvta.to.global.u64 %rd3, %rd1;        still
#     mul.wide.s32 %rd4, %r1, 4;            a product is an index: from no parameter
#     add.s64 %rd5, %rd3, %rd4;             parameter 0, by %rd3
#     ld.global.f32 %f1, [%rd5];            parameter 0 is a pointer to f32
#
# If products and shifts were followed too, the pitch in `y[i * pitch]` would arrive at the same
# access, and `long long pitch` would be taken for a pointer.
def uses_of(function: ir.Function) -> list[Use]:
    """Return a `Use` for each parameter of a kernel, in order."""
    uses = [Use() for _ in function.parameters]
    sources = [_NONE] * len(function.registers)

    def transfer(inst: ir.Inst) -> list[tuple[int, frozenset[int]]]:
        carried = _from_parameters(function, inst, sources)
        return [(r.index, carried) for r in inst.destinations if r.type.bits == 64]

    flow_registers(function, sources, transfer)
    floats = _float_registers(function)
    for inst in function.instructions():
        if inst.parameter is not None:
            for place in _from_parameters(function, inst, sources):
                uses[place].is_read = True
        if inst.form.kind == "memory" and inst.space in ("", "global"):
            for register in inst.address_registers:
                for place in sources[register.index]:
                    uses[place].is_pointer = True
                    uses[place].dtype = uses[place].dtype or _element(inst, floats)
    return uses


def variables_of(function: ir.Function) -> dict[str, str]:
    """Return the variables of the module that a kernel uses, and the type of their elements.

    Variables whose addresses these hold are included, without a type; texts (`$str`) are not.
    """
    kinds = _float_registers(function)
    bases: dict[int, str] = {}
    element_types: dict[str, str] = {}
    for inst in function.instructions():
        symbols = {o.name for o in _symbols(inst) if o.space in ("global", "const")}
        element_types |= {name: element_types.get(name, "") for name in symbols}
        carried = {bases[r.index] for r in inst.sources if r.index in bases}
        known = symbols or (carried if inst.opcode in _CARRIES else set[str]())
        if inst.form.kind == "memory":
            for name in symbols or carried:
                element_types[name] = element_types[name] or _element(inst, kinds)
        elif len(known) == 1:
            bases |= {r.index: next(iter(known)) for r in inst.destinations}

    def held(name: str) -> list[str]:
        """Return the variables whose addresses a variable holds."""
        targets = [target for _, target, _ in function.variables[name].relocations]
        return [target for target in targets if target in function.variables]

    reached = reach(element_types, held)
    return {name: element_types.get(name, "") for name in reached if not name.startswith("$")}


def keeps_scratch(function: ir.Function) -> bool:
    """Return whether a kernel has shared or local memory."""
    return bool(function.local_bytes or function.shared)


def loads_addresses(function: ir.Function) -> bool:
    """Return whether a kernel uses addresses that it loads from memory, or from a struct."""
    definitions: dict[ir.Register, list[ir.Inst]] = defaultdict(list)
    for inst in function.instructions():
        for register in inst.destinations:
            definitions[register].append(inst)

    def carried(register: ir.Register) -> list[ir.Register]:
        makers = [inst for inst in definitions[register] if inst.opcode in _CARRIES]
        return [r for inst in makers for r in inst.sources if r.type.bits == 64]

    accesses = (inst for inst in function.instructions() if inst.form.kind == "memory")
    used = (r for inst in accesses for r in inst.address_registers if r.type.bits == 64)
    structs = {p.name for p in function.parameters if p.size > 8}
    return any(
        inst.space != "param" or (inst.parameter is not None and inst.parameter.name in structs)
        for register in reach(used, carried)
        for inst in definitions[register]
        if inst.opcode in ("ld", "ldu")
    )


def _symbols(inst: ir.Inst) -> Iterator[ir.Symbol]:
    for operand in inst.operands:
        base = operand.base if isinstance(operand, ir.Address) else operand
        if isinstance(base, ir.Symbol):
            yield base


def _from_parameters(
    function: ir.Function, inst: ir.Inst, sources: Sequence[frozenset[int]]
) -> frozenset[int]:
    """Return the parameters whose value an instruction's result is, perhaps plus an offset."""
    if inst.parameter is not None:
        at = inst.parameter.offset
        parameters = enumerate(function.parameters)
        return frozenset(n for n, p in parameters if p.offset <= at < p.offset + p.size)
    if inst.opcode not in _CARRIES or inst.opcode == "ld":
        return _NONE
    operands = inst.operands[-1:] if inst.opcode == "mad" else inst.operands[1:]
    return _NONE.union(*(sources[o.index] for o in operands if isinstance(o, ir.Register)))


def _element(inst: ir.Inst, floats: dict[int, str]) -> str:
    """Return the type that an access moves, from its name or from the use of its registers."""
    scalar = TYPES.get(inst.fields.get("t", ""))
    if scalar is None or scalar.bits > 64:
        return ""
    if scalar.kind in _NAMED:
        bits = 16 if scalar.kind in ("f2", "bf2", "bf") else scalar.bits
        return f"{_NAMED[scalar.kind]}{bits}"
    for operand in inst.operands:
        for register in _flat(operand):
            if register.index in floats:
                return floats[register.index]
    return f"i{scalar.bits}"


def _flat(operand: ir.Operand) -> list[ir.Register]:
    """Return the registers of an operand that hold values, not addresses."""
    return [] if isinstance(operand, ir.Address | ir.NotPredicate) else ir.registers_in(operand)


def _float_registers(function: ir.Function) -> dict[int, str]:
    """Return the registers that hold floats, from the instructions that use them, through moves."""
    kinds: dict[int, str] = {}
    for inst in function.instructions():
        if inst.form.kind == "memory":
            continue
        types = {spec.type: inst.fields.get(spec.type, spec.type) for spec in inst.form.signature}
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            scalar = TYPES.get(types[spec.type])
            if scalar is not None and scalar.kind in _NAMED:
                bits = scalar.bits // 2 if scalar.kind in ("f2", "bf2") else scalar.bits
                for register in _flat(operand):
                    kinds[register.index] = f"{_NAMED[scalar.kind]}{bits}"
    moves = [i for i in function.instructions() if i.opcode == "mov"]
    for _ in range(3):
        for inst in moves:
            ends = [r for o in inst.operands for r in _flat(o)]
            known = next((kinds[r.index] for r in ends if r.index in kinds), None)
            for register in ends if known else ():
                kinds.setdefault(register.index, known or "")
    return kinds


def constants(function: ir.Function) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return the integers and the floats that a kernel compares, counts and scales with.

    Both sides of a branch run only if inputs come near its constant. For `x[i] > 0.7310585f`, a
    copy with `>=` differs on that one float alone: with the constant among the values the proof
    finds it on the 7th input, without it 96 inputs agree.

    A shift by n counts as 2^n, because a block's size appears that way: `shl.b32 %r6, %r5, 7` is
    `program_id * 128`.
    """
    whole: set[int] = set()
    floats: set[float] = set()
    for inst in function.instructions():
        if inst.opcode not in _COUNTS:
            continue
        for operand in inst.operands:
            if not isinstance(operand, ir.Immediate):
                continue
            number = _number(operand, inst)
            if isinstance(number, float):
                floats.add(number)
            elif inst.opcode == "shl":
                whole.add(1 << min(number, 31))
            else:
                whole.add(number)
    return tuple(sorted(whole)), tuple(sorted(floats))


def _number(operand: ir.Immediate, inst: ir.Inst) -> int | float:
    """Return a constant's value, as a float if its instruction computes with floats."""
    value = operand.value
    scalar = TYPES.get(inst.fields.get("t", ""))
    if isinstance(value, int) and operand.float_bits:
        word, number = ("<I", "<f") if operand.float_bits == 32 else ("<Q", "<d")
        return struct.unpack(number, struct.pack(word, value))[0]
    if scalar is not None and scalar.kind == "f" and scalar.bits == 32 and isinstance(value, int):
        return struct.unpack("<f", struct.pack("<I", value & 0xFFFFFFFF))[0]
    return value
