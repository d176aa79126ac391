"""Loads, stores and atomics: `x[i]`, `*(float4 *)&x[i]`, `__ldg`, `atomicAdd`.

Each function returns False if the form of the instruction needs `asm`.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.inside.decompile.builder import Builder
from kernelscope.inside.decompile.expressions import (
    BITS,
    FLOAT_OF,
    SIGNED_OF,
    UINT64,
    UNSIGNED_OF,
    Expr,
    byte_size,
    call,
    const,
    is_pointer,
    name,
    reinterpret,
)
from kernelscope.inside.decompile.offsets import add_bytes, divided, index_expression
from kernelscope.inside.decompile.vectors import vector_type
from kernelscope.vgpu import ir
from kernelscope.vgpu.types import TYPES

_LOADERS = {"cg": "__ldcg", "cs": "__ldcs", "lu": "__ldlu", "cv": "__ldcv", "ca": "__ldca"}
_STORERS = {"cg": "__stcg", "cs": "__stcs", "wt": "__stwt", "wb": "__stwb"}


def pointer_to(b: Builder, address: ir.Address, element: str) -> Expr:
    """Return the address of an access as a pointer, in C's generic space."""
    if isinstance(address.base, ir.Register):
        base = b.read(address.base)
        if not is_pointer(base.type):
            base = reinterpret(base, f"{element}*")
    elif isinstance(address.base, ir.Symbol):
        base = b.symbol(address.base)
    else:
        return reinterpret(const(address.offset, UINT64), f"{element}*")
    return add_bytes(base, const(address.offset, "long long"))


def place(pointer: Expr, c_type: str) -> Expr:
    """Return what a pointer points to, as an lvalue of a type.

    `x[i]` if that is the type of the elements, `*(float4 *)&x[i]` for four of them at once, and
    `*(float *)((char *)x + bytes)` if the offset does not divide by their size.
    """
    base, offset = pointer.args if pointer.op == "ptr+" else (pointer, const(0, "long long"))
    element = base.type.removesuffix("*")
    if element == c_type:
        index = divided(offset, byte_size(c_type))
        if index is not None:
            return Expr("index", c_type, (base, index_expression(index)))
        return Expr("*x", c_type, (Expr("ptr+", base.type, (base, offset)),))
    if offset.op == "const" and offset.value == 0:
        return Expr("*x", c_type, (Expr("cast", f"{c_type}*", (base,)),))
    index = divided(offset, byte_size(element))
    if index is not None:
        inner = Expr("index", element, (base, index_expression(index)))
        return Expr("*x", c_type, (Expr("cast", f"{c_type}*", (Expr("&x", base.type, (inner,)),)),))
    raw = Expr("ptr+", "char*", (Expr("cast", "char*", (base,)), offset))
    return Expr("*x", c_type, (Expr("cast", f"{c_type}*", (raw,)),))


def address_of(lvalue: Expr) -> Expr:
    """Return the address of an lvalue: `&x[i]`; `&*p` is `p`."""
    if lvalue.op == "*x":
        return lvalue.args[0]
    index = lvalue.args[1]
    if lvalue.op == "index" and index.op == "const" and index.value == 0:
        return lvalue.args[0]
    return Expr("&x", f"{lvalue.type}*", (lvalue,))


def is_plain(inst: ir.Inst) -> bool:
    """Return whether C's own loads and stores can express an access."""
    odd = ("scope", "mmio", "l1", "l2", "hint", "prefetch")
    if any(inst.fields.get(f) for f in odd):
        return False
    return inst.fields.get("order", "") in ("", "weak", "volatile")


def _parts(operand: ir.Operand) -> Sequence[ir.Operand]:
    return operand if isinstance(operand, tuple) else (operand,)


def _element(b: Builder, inst: ir.Inst, parts: Sequence[ir.Operand]) -> str:
    """Return the C type of one element, as the array has it if only bits are moved."""
    scalar = TYPES[inst.fields["t"]]
    c_type = b.types.access_type(inst, parts)
    root = b.types.root_of(inst)
    array = b.types.elements.get(root, "") if root else ""
    if scalar.kind == "b" and array in BITS and BITS[array] == scalar.bits and len(parts) == 1:
        return array
    return c_type


def load(b: Builder, inst: ir.Inst) -> bool:
    """Translate a load into one register or a vector of them."""
    operands: Sequence[ir.Operand] = inst.operands
    parts, address = _parts(operands[0]), operands[1]
    assert isinstance(address, ir.Address)
    space = inst.space
    if space == "param":
        return _load_parameter(b, inst, parts, address)
    element = _element(b, inst, parts)
    c_type = element if len(parts) == 1 else vector_type(element, len(parts))
    volatile = inst.fields.get("order") == "volatile"
    if not is_plain(inst) or c_type is None or (volatile and len(parts) > 1):
        return False
    lvalue = place(pointer_to(b, address, element), c_type)
    function = "__ldg" if inst.fields.get("nc") else _LOADERS.get(inst.fields.get("cop", ""))
    if volatile:
        whole = Expr("*x", c_type, (Expr("cast", f"volatile {c_type}*", (address_of(lvalue),)),))
    elif function and not is_pointer(c_type) and space in ("global", ""):
        whole = call(function, c_type, address_of(lvalue))
    else:
        whole = lvalue
    if volatile:
        b.writes_memory()
        b.fill_now(parts[0], whole)
    elif len(parts) == 1:
        b.define(parts[0], whole)
    else:
        b.define_vector(parts, whole)
    return True


def _load_parameter(
    b: Builder, inst: ir.Inst, parts: Sequence[ir.Operand], address: ir.Address
) -> bool:
    if not isinstance(address.base, ir.Symbol):
        raise b.fail(inst, "it reads a parameter through a computed address")
    symbol = address.base
    parameter = next(p for p in b.facts.function.parameters if p.name == symbol.name)
    c_type = b.variables.c_types[symbol.name]
    variable = b.variables.parameters[symbol.name]
    bits = TYPES[inst.fields["t"]].bits
    start = address.offset + symbol.offset - parameter.offset
    whole_type = is_pointer(c_type) and bits == 64
    for number, part in enumerate(parts):
        offset = start + number * bits // 8
        if c_type and offset == 0 and (whole_type or BITS.get(c_type) == bits):
            b.define(part, name(variable, c_type))
            continue
        wanted = _element(b, inst, (part,))
        if c_type:
            raise b.fail(inst, f"it reads a part of the parameter `{variable}`")
        raw = name(f"{variable}.bytes", "unsigned char*")
        b.define(part, place(add_bytes(raw, const(offset, "long long")), wanted))
    return True


def store(b: Builder, inst: ir.Inst) -> bool:
    """Translate a store of one value or a vector."""
    operands: Sequence[ir.Operand] = inst.operands
    address, data = operands[0], operands[1]
    assert isinstance(address, ir.Address)
    parts = _parts(data)
    element = _element(b, inst, parts)
    c_type = element if len(parts) == 1 else vector_type(element, len(parts))
    volatile = inst.fields.get("order") == "volatile"
    if not is_plain(inst) or c_type is None or (volatile and len(parts) > 1):
        return False
    filled = b.vectors.filled_by(parts) if len(parts) > 1 else None
    if len(parts) == 1:
        value = b.read(parts[0], c_type)
    elif filled is not None and b.vectors.c_types[filled] == c_type:
        value = b.vectors.whole(filled)
    else:
        value = call(f"make_{c_type}", c_type, *(b.read(p, element) for p in parts))
    lvalue = place(pointer_to(b, address, element), c_type)
    function = _STORERS.get(inst.fields.get("cop", ""))
    if function and inst.fields.get("space") == "global":
        b.effect(call(function, "void", address_of(lvalue), value))
        return True
    if volatile:
        lvalue = Expr("*x", c_type, (Expr("cast", f"volatile {c_type}*", (address_of(lvalue),)),))
    b.store(lvalue, value)
    return True


_ATOMICS = {
    "add": "atomicAdd", "min": "atomicMin", "max": "atomicMax", "and": "atomicAnd",
    "or": "atomicOr", "xor": "atomicXor", "exch": "atomicExch", "cas": "atomicCAS",
    "inc": "atomicInc", "dec": "atomicDec",
}  # fmt: skip


def atomic(b: Builder, inst: ir.Inst) -> bool:
    """Translate a relaxed `atom` or `red` of the GPU's scope to a function of CUDA."""
    fields = inst.fields
    if fields.get("v") or fields.get("hint") or fields.get("noftz"):
        return False
    if fields.get("order", "") not in ("", "relaxed") or fields.get("scope", "") not in ("", "gpu"):
        return False
    scalar = TYPES[fields["t"]]
    want = _atomic_type(fields["op"], scalar.kind, scalar.bits)
    if fields["op"] not in _ATOMICS or want is None:
        return False
    first = 1 if inst.opcode == "atom" else 0
    address, *values = inst.operands[first:]
    assert isinstance(address, ir.Address)
    arguments = [b.read(v, want) for v in values if v is not None]
    lvalue = place(pointer_to(b, address, want), want)
    whole = call(_ATOMICS[fields["op"]], want, address_of(lvalue), *arguments)
    target = inst.operands[0] if first else None
    if target is None:
        b.effect(whole)
    else:
        b.fill_now(target, whole)
    return True


def _atomic_type(op: str, type_letter: str, bits: int) -> str | None:
    if type_letter == "f":
        return FLOAT_OF.get(bits) if op in ("add", "exch") else None
    if bits not in (32, 64):
        return None
    if type_letter == "s" and op in ("min", "max"):
        return SIGNED_OF[bits]
    if type_letter == "s" and bits == 32:
        return "int"
    return UNSIGNED_OF[bits]
