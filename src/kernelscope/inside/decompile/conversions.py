"""`cvt`, `mov` and `cvta` in C.

A function that returns None leaves the instruction to `asm`.
"""

from __future__ import annotations

from kernelscope.inside.decompile.builder import Builder
from kernelscope.inside.decompile.expressions import (
    BITS,
    FLOAT_OF,
    UNSIGNED_OF,
    Expr,
    call,
    cast,
    const,
    integer_type,
    is_pointer,
    reinterpret,
)
from kernelscope.vgpu import ir
from kernelscope.vgpu.types import TYPES, ScalarType

_FLOAT = {"rn": "rn", "rz": "rz", "rm": "rd", "rp": "ru"}
_ROUND = _FLOAT | {f"{rounding}i": word for rounding, word in _FLOAT.items()}
_WHOLE = {"rni": "rint", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}
_SHORT = {("s", 32): "int", ("u", 32): "uint", ("s", 64): "ll", ("u", 64): "ull"}


def convert(b: Builder, inst: ir.Inst) -> Expr | None:
    """Return the value of a `cvt`; None if it needs `asm`."""
    fields, made = inst.fields, inst.operands[0]
    assert isinstance(made, ir.Register)
    if made.index in b.types.pointers.registers:
        # An address cut to the 32 bits of its memory space stays a pointer.
        return b.read(inst.operands[1])
    if any(fields.get(f) for f in ("sat", "ftz", "relu", "satfinite", "pack", "rest")):
        return None
    target, source = TYPES[fields["dt"]], TYPES[fields["st"]]
    integers = ("s", "u", "b")
    if target.kind in integers and source.kind in integers:
        value = b.read(inst.operands[1], integer_type(source))
        inner = value.args[0] if value.op == "cast" else value
        if inner.type == UNSIGNED_OF[source.bits] and b.bound(inner) >> (source.bits - 1) == 0:
            # The top bit is 0, so the sign does not matter.
            value = inner
        return cast(value, integer_type(target))
    if target.kind == "f" and target.bits in FLOAT_OF and source.kind in integers:
        return _from_integer(b, inst, target, source)
    if source.kind == "f" and source.bits in FLOAT_OF and target.kind in integers:
        return _to_integer(b, inst, target, source)
    if {target.kind, source.kind} == {"f"} and {target.bits, source.bits} <= {32, 64}:
        return _between_floats(b, inst, target, source)
    return None


def _from_integer(b: Builder, inst: ir.Inst, target: ScalarType, source: ScalarType) -> Expr | None:
    c_type = FLOAT_OF[target.bits]
    if inst.fields["rnd"] == "rn":
        return cast(b.read(inst.operands[1], integer_type(source)), c_type)
    if (source.kind, source.bits) not in _SHORT or target.bits != 32:
        return None
    function = f"__{_SHORT[source.kind, source.bits]}2float_{_ROUND[inst.fields['rnd']]}"
    return call(function, c_type, b.read(inst.operands[1], integer_type(source)))


def _to_integer(b: Builder, inst: ir.Inst, target: ScalarType, source: ScalarType) -> Expr | None:
    """Return an intrinsic: C's own cast is undefined for values that do not fit, PTX saturates."""
    if (target.kind, target.bits) not in _SHORT:
        return None
    c_type = FLOAT_OF[source.bits]
    function = f"__{c_type}2{_SHORT[target.kind, target.bits]}_{_ROUND[inst.fields['rnd']]}"
    return call(function, integer_type(target), b.read(inst.operands[1], c_type))


def _between_floats(
    b: Builder, inst: ir.Inst, target: ScalarType, source: ScalarType
) -> Expr | None:
    rounding = inst.fields.get("rnd", "")
    value = b.read(inst.operands[1], FLOAT_OF[source.bits])
    c_type = FLOAT_OF[target.bits]
    if target.bits == source.bits:
        if rounding not in _WHOLE:
            return None if rounding else value
        return call(_WHOLE[rounding] + ("f" if c_type == "float" else ""), c_type, value)
    if target.bits > source.bits:
        return cast(value, c_type) if not rounding else None
    if rounding == "rn":
        return cast(value, c_type)
    return call(f"__double2float_{_ROUND[rounding]}", c_type, value)


def move(b: Builder, inst: ir.Inst) -> None:
    """Translate `mov`: a copy, several parts packed into one, or one unpacked."""
    target, source = inst.operands[:2]
    if isinstance(target, tuple):
        _unpack(b, target, source)
    elif isinstance(source, tuple):
        b.define(target, _pack(b, target, source))
    else:
        assert isinstance(target, ir.Register)
        want = b.types.of(target)
        if isinstance(source, ir.Immediate):
            b.define(target, b.read(source, want))
        elif isinstance(source, ir.Register) and source.index in b.constants:
            b.define(target, b.constants[source.index])
        else:
            b.define(target, b.read(source))


def _pack(b: Builder, target: ir.Operand, parts: tuple[ir.Operand, ...]) -> Expr:
    assert isinstance(target, ir.Register)
    bits = target.type.bits
    width = bits // len(parts)
    if b.types.of(target) == "double" and len(parts) == 2:
        low, high = (b.read(part, "int") for part in parts)
        return call("__hiloint2double", "double", high, low)
    c_type = UNSIGNED_OF[bits]
    if bits < 32:
        c_type = "unsigned"
    total: Expr | None = None
    for number, part in enumerate(parts):
        piece = cast(b.read(part, UNSIGNED_OF[width]), c_type)
        if piece.op == "const" and piece.value == 0 and (number or len(parts) > 1):
            continue
        if number:
            piece = Expr("<<", c_type, (piece, const(width * number, "int")))
        total = piece if total is None else Expr("|", c_type, (total, piece))
    return cast(total or const(0, c_type), UNSIGNED_OF[bits])


def _unpack(b: Builder, parts: tuple[ir.Operand, ...], source: ir.Operand) -> None:
    assert isinstance(source, ir.Register)
    bits = source.type.bits
    width = bits // len(parts)
    halves = b.types.of(source) == "double" and len(parts) == 2
    whole = b.twice(source, "double" if halves else UNSIGNED_OF[bits])
    pieces: list[tuple[ir.Operand, Expr]] = []
    for number, part in enumerate(parts):
        assert isinstance(part, ir.Register)
        if not b.facts.uses[part.index]:
            continue
        if halves:
            piece = call(("__double2loint", "__double2hiint")[number], "int", whole)
        elif number:
            c_type = whole.type if bits >= 32 else "int"
            piece = Expr(">>", c_type, (whole, const(width * number, "int")))
        else:
            piece = whole
        pieces.append((part, cast(piece, UNSIGNED_OF[width])))
    overlapping = source in parts
    if overlapping:
        whole_register = source
        pieces.sort(key=lambda piece: piece[0] is whole_register)
    for part, piece in pieces:
        b.define(part, piece)


def address(b: Builder, inst: ir.Inst) -> Expr | None:
    """Return the value of a `cvta`: C's pointers are generic; numbers need an intrinsic."""
    target, source = inst.operands[:2]
    assert isinstance(target, ir.Register)
    value = b.read(source)
    if is_pointer(value.type) or is_pointer(b.types.of(target)):
        return value if is_pointer(value.type) else reinterpret(value, b.types.of(target))
    space = inst.space
    way = f"generic_to_{space}" if inst.fields["to"] else f"{space}_to_generic"
    if space not in ("shared", "global", "local"):
        return None
    wide = cast(value, UNSIGNED_OF[64])
    if inst.fields["to"]:
        whole = call(f"__cvta_{way}", UNSIGNED_OF[64], Expr("cast", "void*", (wide,)))
    else:
        whole = Expr("cast", UNSIGNED_OF[64], (call(f"__cvta_{way}", "void*", wide),))
    return cast(whole, UNSIGNED_OF[BITS[value.type]])
