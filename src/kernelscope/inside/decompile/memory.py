"""Instructions with an effect: loads, stores, atomics, shuffles, barriers, CUDA runtime calls.

In: an instruction. Out: statements, such as `x[i]`, `*(float4 *)&x[i]`, `__ldg`, `atomicAdd`. Each
function returns False if the form of the instruction needs `asm`.
"""

from __future__ import annotations

import json
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
    uncast,
)
from kernelscope.inside.decompile.inference import vector_type
from kernelscope.inside.decompile.offsets import add_bytes, divided, index_expression
from kernelscope.inside.decompile.statements import Assign
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
    """Return the target of a pointer as an lvalue of a type.

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


def _parts(operand: ir.Operand) -> Sequence[ir.Operand]:
    return operand if isinstance(operand, tuple) else (operand,)


def _element(b: Builder, inst: ir.Inst, parts: Sequence[ir.Operand]) -> str:
    """Return the C type of one element, as the array has it if only bits are moved."""
    scalar = TYPES[inst.fields["t"]]
    root = b.types.root_of(inst)
    array = b.types.elements.get(root, "") if root else ""
    if scalar.kind == "b" and BITS.get(array) == scalar.bits and len(parts) == 1:
        return array
    return b.types.access_type(inst, parts)


def _plain_types(
    b: Builder, inst: ir.Inst, parts: Sequence[ir.Operand]
) -> tuple[str, str, bool] | None:
    """Return the C types of an element and of the whole access, and whether it is volatile.

    None if C's own loads and stores cannot express the access.
    """
    odd = ("scope", "mmio", "l1", "l2", "hint", "prefetch")
    order = inst.fields.get("order", "")
    element = _element(b, inst, parts)
    c_type = element if len(parts) == 1 else vector_type(element, len(parts))
    known = order in ("", "weak", "volatile") and not any(inst.fields.get(f) for f in odd)
    is_volatile = order == "volatile"
    if c_type is None or not known or (is_volatile and len(parts) > 1):
        return None
    return element, c_type, is_volatile


def _as_volatile(lvalue: Expr) -> Expr:
    c_type = lvalue.type
    return Expr("*x", c_type, (Expr("cast", f"volatile {c_type}*", (address_of(lvalue),)),))


def load(b: Builder, inst: ir.Inst) -> bool:
    """Translate a load into one register or a vector of them."""
    parts, address = _parts(inst.operands[0]), inst.operands[1]
    assert isinstance(address, ir.Address)
    if inst.space == "param":
        return _load_parameter(b, inst, parts, address)
    types = _plain_types(b, inst, parts)
    if types is None:
        return False
    element, c_type, is_volatile = types
    lvalue = place(pointer_to(b, address, element), c_type)
    function = "__ldg" if inst.fields.get("nc") else _LOADERS.get(inst.fields.get("cop", ""))
    if is_volatile:
        b.writes_memory()
        b.fill_now(parts[0], _as_volatile(lvalue))
        return True
    if function and not is_pointer(c_type) and inst.space in ("global", ""):
        lvalue = call(function, c_type, address_of(lvalue))
    if len(parts) == 1:
        b.define(parts[0], lvalue)
    else:
        b.define_vector(parts, lvalue)
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
    address, parts = inst.operands[0], _parts(inst.operands[1])
    assert isinstance(address, ir.Address)
    types = _plain_types(b, inst, parts)
    if types is None:
        return False
    element, c_type, is_volatile = types
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
    else:
        b.writes_memory()
        b.emit(Assign(_as_volatile(lvalue) if is_volatile else lvalue, value))
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
    b.fill_now(inst.operands[0] if first else None, whole)
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


# ---- barriers, shuffles and votes ----------------------------------------------------------------

_SHUFFLES = {
    "up": "__shfl_up_sync", "down": "__shfl_down_sync", "bfly": "__shfl_xor_sync",
    "idx": "__shfl_sync",
}  # fmt: skip
_WIDTHS = {((32 - w) << 8): w for w in (1, 2, 4, 8, 16, 32)}


def shuffle(b: Builder, inst: ir.Inst) -> bool:
    """Translate a `shfl.sync` whose clamp is that of a width and whose predicate is unused.

    `shfl.sync.bfly.b32 %r41, %r40, 16, 31, -1` is `__shfl_xor_sync(0xffffffffu, f, 16)`. Its clamp
    is 31 in the low bits (0 for `up`) and 32 - width in bits 8 to 12; CUDA C has no other clamps.
    """
    target, valid, value, lane, clamp, mask = inst.operands
    if (
        valid is not None
        or not isinstance(clamp, ir.Immediate)
        or not isinstance(target, ir.Register)
    ):
        return False
    mode = inst.fields["mode"]
    low = 0 if mode == "up" else 31
    width = _WIDTHS.get(int(clamp.value) & 0x1F00) if int(clamp.value) & 31 == low else None
    if width is None:
        return False
    c_type = b.types.of(target)
    if c_type not in ("float", "int"):
        c_type = "unsigned"
    amount = "unsigned" if mode in ("up", "down") else "int"
    arguments = [full_mask(b, mask), b.read(value, c_type), b.read(lane, amount)]
    if arguments[-1].op == "const":
        arguments[-1] = const(int(arguments[-1].value), "int")
    if width != 32:
        arguments.append(const(width, "int"))
    b.define(target, call(_SHUFFLES[mode], c_type, *arguments))
    return True


def full_mask(b: Builder, mask: ir.Operand) -> Expr:
    """Return a member mask; constants are shown in hexadecimal."""
    expr = b.read(mask, "unsigned")
    return Expr("const", "unsigned", text="x", value=expr.value) if expr.op == "const" else expr


def vote(b: Builder, inst: ir.Inst) -> bool:
    """Translate `vote.sync` in the modes `all`, `any` and `ballot`."""
    target, truth, *masks = inst.operands  # `vote` without `.sync` names no lanes
    functions = {"all": "__all_sync", "any": "__any_sync", "ballot": "__ballot_sync"}
    function = functions.get(inst.fields["mode"])
    if function is None or not masks or target is None:
        return False
    whole = call(function, "unsigned" if inst.fields["mode"] == "ballot" else "int",
                 full_mask(b, masks[0]), b.read(truth, "bool"))  # fmt: skip
    if inst.fields["mode"] != "ballot":
        whole = Expr("!=", "bool", (whole, const(0, "int")))
    b.fill_now(target, whole)
    return True


def reduce(b: Builder, inst: ir.Inst) -> bool:
    """Translate `redux.sync`."""
    target, value, mask = inst.operands
    c_type = "int" if inst.fields["t"] == "s32" else "unsigned"
    function = f"__reduce_{inst.fields['op']}_sync"
    b.fill_now(target, call(function, c_type, full_mask(b, mask), b.read(value, c_type)))
    return True


def active(b: Builder, inst: ir.Inst) -> bool:
    """Translate `activemask`."""
    b.fill_now(inst.operands[0], call("__activemask", "unsigned"))
    return True


def barrier(b: Builder, inst: ir.Inst) -> bool:
    """Translate barrier 0 of all threads to `__syncthreads()`, a warp's to `__syncwarp`."""
    if "red" in {slot.name for slot in inst.form.slots}:
        return False
    operands = [o for o in inst.operands if o is not None]
    if "warp" in {slot.name for slot in inst.form.slots}:
        b.effect(call("__syncwarp", "void", full_mask(b, operands[0])))
        return True
    names = {slot.name for slot in inst.form.slots}
    zero = len(operands) == 1 and operands[0] == ir.Immediate(0)
    is_aligned = inst.opcode == "bar" or bool(inst.fields.get("aligned"))
    if zero and "sync" in names and "arrive" not in names and is_aligned:
        b.effect(call("__syncthreads", "void"))
        return True
    return False


def fence(b: Builder, inst: ir.Inst) -> bool:
    """Translate `membar` to `__threadfence` and its variants."""
    words = {"gl": "__threadfence", "cta": "__threadfence_block", "sys": "__threadfence_system"}
    level = inst.fields.get("level") or inst.fields.get("scope") or ""
    if inst.opcode != "membar" or level not in words:
        return False
    b.effect(call(words[level], "void"))
    return True


def trap(b: Builder, inst: ir.Inst) -> bool:
    """Translate `trap`."""
    b.effect(call("__trap", "void"))
    return True


# ---- calls of the CUDA runtime -------------------------------------------------------------------

_PRINT = 'extern "C" __device__ int vprintf(const char *, const char *);'
"""The declaration of `vprintf`, the only one of these that CUDA does not declare itself."""


def runtime(b: Builder, inst: ir.Inst) -> bool:
    """Translate a call of a function of the runtime."""
    function = inst.fields["what"]
    match function:
        case "vprintf":
            target, text, buffer = inst.operands
            arguments = [_text(b, text), b.read(buffer, "char*")]
            whole = call(function, "int", *arguments)
        case "__assertfail":
            target, (message, file, line, place, size) = None, inst.operands
            arguments = [_text(b, message), _text(b, file), b.read(line, "unsigned")]
            whole = call(function, "void", *arguments, _text(b, place), b.read(size, UINT64))
        case "malloc":
            target = inst.operands[0]
            whole = call(function, "void*", b.read(inst.operands[1], UINT64))
        case "free":
            target = None
            whole = call(function, "void", b.read(inst.operands[0], "void*"))
        case _:
            raise b.fail(inst, f"`{function}` is not a function of the CUDA runtime")
    if function == "vprintf":
        b.helpers.texts[function] = _PRINT
    b.fill_now(target, whole)
    return True


def _text(b: Builder, operand: ir.Operand) -> Expr:
    """Return a text as a literal if it is a constant of the module, else as a pointer."""
    pointer = b.read(operand, "char*")
    inner = uncast(pointer)
    data = b.variables.constant_data(inner.text) if inner.op == "name" else None
    if data is None or not data.rstrip(b"\0").isascii():
        return pointer
    return name(json.dumps(data.partition(b"\0")[0].decode()), "char*")
