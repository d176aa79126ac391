"""Arithmetic and logic of PTX as C operators, if C gives the same bits.

In: an instruction. Out: an expression, or None if it needs `asm`. Three things differ:

- Integers wrap in PTX, while signed overflow is undefined in C. Sums and products therefore get an
  unsigned operand: `columns + 512u` (`wrapped`).
- A compiler may contract `a * b + c` into one fma, which rounds once instead of twice. A product
  that may reach a sum is `__fmul_rn(a, b)`, which is never contracted (`meets_sum`).
- Flush to zero, saturation and most roundings have no operator in C: such an instruction stays
  inline PTX (`plain`).
"""

from __future__ import annotations

from collections.abc import Callable

from kernelscope.inside.decompile.builder import Builder
from kernelscope.inside.decompile.expressions import (
    BITS,
    FLOAT_OF,
    FLOATS,
    SIGNED,
    SIGNED_OF,
    UNSIGNED_OF,
    Expr,
    call,
    cast,
    const,
    is_pointer,
    reinterpret,
    unary,
)
from kernelscope.inside.decompile.offsets import add_bytes
from kernelscope.vgpu import ir
from kernelscope.vgpu.types import TYPES

Rule = Callable[[Builder, ir.Inst], Expr | None]
"""Returns the value of an instruction in C, or None if it needs `asm`."""


def plain(inst: ir.Inst, *, rounding: str = "") -> bool:
    """Return whether an instruction has no modifier that C's operator lacks."""
    fields = inst.fields
    if any(fields.get(f) for f in ("ftz", "sat", "relu", "nan", "xorsign", "abs")):
        return False
    return fields.get("rnd", "") in ("", rounding)


def _float(inst: ir.Inst) -> str | None:
    scalar = TYPES.get(inst.fields["t"])
    return FLOAT_OF.get(scalar.bits) if scalar is not None and scalar.kind == "f" else None


def _is_integer(inst: ir.Inst) -> bool:
    scalar = TYPES.get(inst.fields["t"])
    return scalar is not None and scalar.kind in ("s", "u", "b")


def wrapped(op: str, left: Expr, right: Expr, bits: int) -> Expr:
    """Return an integer operator that wraps, with as few casts as C needs.

    One unsigned operand is enough: C converts the other. `add.s32 %r33, %r32, 512` of an `int`
    becomes `columns + 512u`; with `columns + 512` the compiler could assume that it never wraps.
    Operators on fewer than 32 bits compute in 32, and a cast cuts the result.
    """
    c_type = UNSIGNED_OF[bits]
    if bits < 32:
        left, right = _before_cut(left, bits), _before_cut(right, bits)
        narrow = all(BITS[e.type] <= bits for e in (left, right)) and op != "*"
        if op in "+-*" and not narrow and "unsigned" not in (left.type, right.type):
            left = cast(left, "unsigned")
        return Expr("cast", c_type, (Expr(op, "unsigned", (left, right)),))
    if op in ("+", "-") and right.op == "const":
        value = int(right.value) & ((1 << bits) - 1)
        if value >> (bits - 1):
            op, right = ("-" if op == "+" else "+"), const((1 << bits) - value, c_type)
    left, right = _as_unsigned(left, right, c_type, arithmetic=op in "+-*")
    return Expr(op, c_type, (left, right))


def _before_cut(expr: Expr, bits: int) -> Expr:
    """Return a narrow operand without the cast that cut it: only its low bits matter."""
    while (
        expr.op == "cast" and BITS[expr.type] >= bits and expr.args[0].type in ("int", "unsigned")
    ):
        expr = expr.args[0]
    if expr.op == "const":
        return const(int(expr.value) & ((1 << bits) - 1), "int")
    return expr


def _as_unsigned(left: Expr, right: Expr, c_type: str, *, arithmetic: bool) -> tuple[Expr, Expr]:
    """Return both operands so that C computes unsigned; one unsigned operand is enough."""
    signed = SIGNED_OF[BITS[c_type]]
    small = BITS[c_type] == 32
    for operand, other in ((left, right), (right, left)):
        if operand.op == "const":
            number = int(operand.value) & ((1 << BITS[c_type]) - 1)
            fits = number < 1 << 31 and (other.type == c_type or not arithmetic)
            whole = const(number, "int" if fits and small else c_type)
            return (whole, other) if operand is left else (other, whole)
    if left.type not in (c_type, signed):
        left = cast(left, c_type)
    if right.type not in (c_type, signed):
        right = cast(right, c_type)
    if left.type != c_type and right.type != c_type and arithmetic:
        left = cast(left, c_type)
    return left, right


def _pair(b: Builder, inst: ir.Inst) -> tuple[Expr, Expr]:
    """Return both operands, in the type of their variables if it has the right width."""
    bits = TYPES[inst.fields["t"]].bits
    return natural(b, inst.operands[1], bits), natural(b, inst.operands[2], bits)


def natural(b: Builder, operand: ir.Operand, bits: int) -> Expr:
    """Return an integer operand with the sign of its variable."""
    if isinstance(operand, ir.Immediate):
        return b.read(operand, UNSIGNED_OF[bits])
    expr = b.read(operand)
    if expr.type in BITS and BITS[expr.type] == bits and expr.type not in ("float", "double"):
        return expr
    return reinterpret(expr, UNSIGNED_OF[bits])


def _sum(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate `add` and `sub` of integers, floats, or an address and an offset."""
    op = "+" if inst.opcode == "add" else "-"
    c_type = _float(inst)
    if c_type is not None and plain(inst, rounding="rn"):
        left, right = b.read(inst.operands[1], c_type), b.read(inst.operands[2], c_type)
        return _float_sum(op, left, right, c_type)
    if not _is_integer(inst) or not plain(inst):
        return None
    target = inst.operands[0]
    if isinstance(target, ir.Register) and target.index in b.types.pointers.registers:
        return _moved_pointer(b, inst, op)
    left, right = _pair(b, inst)
    return wrapped(op, left, right, TYPES[inst.fields["t"]].bits)


def _float_sum(op: str, left: Expr, right: Expr, c_type: str) -> Expr:
    negative = right.op == "const" and str(right.value).startswith("-")
    if negative:
        return Expr(
            "-" if op == "+" else "+", c_type, (left, Expr("const", c_type, value=-right.value))
        )
    return Expr(op, c_type, (left, right))


def _moved_pointer(b: Builder, inst: ir.Inst, op: str) -> Expr:
    """Return an address plus an offset in bytes; offsets of 32 bits count as signed."""
    first, second = inst.operands[1:3]
    (base,) = b.types.pointers.sources(inst)
    offset = second if base is first else first
    pointer = b.read(base)
    if isinstance(offset, ir.Immediate):
        value = int(offset.value)
        bits = TYPES[inst.fields["t"]].bits
        value = int(const(value if op == "+" else -value, SIGNED_OF[bits]).value)
        return add_bytes(pointer, const(value, "long long"))
    bytes_ = in_steps(b, signed_offset(b, b.read(offset)))
    if op == "-":
        bytes_ = unary("-", cast(bytes_, SIGNED_OF[BITS[bytes_.type]]))
    return add_bytes(pointer, bytes_)


#     mov.u32 %r3, 0;             an offset in bytes
# $L1:
#     add.s32 %r5, %r4, %r3;      %r4 is the array `tile` of floats
#     ld.shared.f32 %f2, [%r5];
#     add.s32 %r3, %r3, 32;
#
# `bounds` finds that %r3 is always a multiple of 32, capped here at 16. So the access is
# `tile[n / 4]`; without the mark it would be `*(float *)((char *)tile + n)`. The division must be
# signed, as an offset may be negative: an unsigned variable that may have its top bit set is cast.
def in_steps(b: Builder, offset: Expr) -> Expr:
    """Mark a variable that counts bytes with a number that divides it: then it gives an index."""
    if offset.op == "+":
        return Expr("+", offset.type, tuple(in_steps(b, a) for a in offset.args))
    inner = offset
    while inner.op == "cast":
        inner = inner.args[0]
    if inner.op != "reg" or offset.type not in BITS:
        return offset
    if offset.type not in SIGNED and b.bound(offset) >> (BITS[offset.type] - 1):
        offset = cast(offset, SIGNED_OF[BITS[offset.type]])
    return Expr(
        "bytes", offset.type, (offset,), value=1 << min(b.limits.zeros(int(inner.value)), 4)
    )


# PTX adds 32-bit offsets to 32-bit addresses of shared memory, so the sum wraps. In C the offset
# is widened to 64 bits first. From the tiled matmul, a stage of the pipeline:
#
#     selp.b32 %r166, 0, %r95, %p7;
#     shl.b32  %r96, %r166, 13;
#     add.s32  %r97, %r73, %r96;         p9 = global_smem + ((long long)(n13 * 2048) + u9 / 4)
#
# With `(unsigned)n13 * 2048`, n13 = -1 would move p9 16 GiB forward instead of 8 KiB back. An
# offset that is known to be below 2^31 (`bounds`) needs no cast.
def signed_offset(b: Builder, offset: Expr) -> Expr:
    """Return an offset of 32 bits as signed if it may be negative; pointers have 64 bits."""
    if offset.type in BITS and BITS[offset.type] == 64:
        return offset
    if b.bound(offset) < 1 << 31:
        return offset
    if offset.op in ("<<", "*") and offset.args[1].op == "const":
        inner = offset.args[0]
        if b.bound(inner) >= 1 << 31:
            inner = cast(inner, "int")
        return Expr(offset.op, "int", (inner, offset.args[1]))
    return cast(offset, "int")


def _product(b: Builder, inst: ir.Inst) -> Expr | None:
    c_type = _float(inst)
    if c_type is not None:
        if not plain(inst, rounding="rn"):
            return None
        left, right = b.read(inst.operands[1], c_type), b.read(inst.operands[2], c_type)
        if meets_sum(b, inst):
            return call("__fmul_rn" if c_type == "float" else "__dmul_rn", c_type, left, right)
        return Expr("*", c_type, (left, right))
    return _integer_product(b, inst, inst.operands[1], inst.operands[2])


def _integer_product(
    b: Builder, inst: ir.Inst, first: ir.Operand, second: ir.Operand
) -> Expr | None:
    if not _is_integer(inst):
        return None
    source = TYPES[inst.fields["t"]]
    bits = source.bits
    match inst.fields["part"]:
        case "lo":
            return wrapped("*", natural(b, first, bits), natural(b, second, bits), bits)
        case "wide":
            narrow = (SIGNED_OF if source.kind == "s" else UNSIGNED_OF)[bits]
            wide = (SIGNED_OF if source.kind == "s" else UNSIGNED_OF)[bits * 2]
            left, right = b.read(first, narrow), b.read(second, narrow)
            return Expr("*", wide, (cast(left, wide), _factor(right, wide)))
        case _ if bits in (32, 64):
            words = {("s", 32): "__mulhi", ("u", 32): "__umulhi", ("s", 64): "__mul64hi"}
            function = words.get((source.kind, bits), "__umul64hi")
            narrow = (SIGNED_OF if source.kind == "s" else UNSIGNED_OF)[bits]
            return call(function, narrow, b.read(first, narrow), b.read(second, narrow))
        case _:
            return None


def _factor(expr: Expr, wide: str) -> Expr:
    """Return a factor in the wide type; C widens a small constant by itself."""
    if expr.op == "const" and abs(int(expr.value)) < 1 << 31:
        return const(int(expr.value), "int") if wide in SIGNED or int(expr.value) >= 0 else expr
    return cast(expr, wide)


def _multiply_add(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate `mad` of integers: the product, and then the sum."""
    if not plain(inst):
        return None
    target = inst.operands[0]
    product = _integer_product(b, inst, inst.operands[1], inst.operands[2])
    if product is None:
        return None
    if isinstance(target, ir.Register) and target.index in b.types.pointers.registers:
        return add_bytes(b.read(inst.operands[3]), in_steps(b, signed_offset(b, product)))
    bits = TYPES[inst.fields["t"]].bits * (2 if inst.fields["part"] == "wide" else 1)
    if isinstance(inst.operands[3], ir.Register | ir.Immediate):
        return wrapped("+", product, natural(b, inst.operands[3], bits), bits)
    return None


#     mul.rn.f32 %f3, %f1, %f2;
#     add.rn.f32 %f5, %f3, %f4;      rounds the product, then the sum
#
# NVRTC compiles `x * y + 1.0f` to one `fma.rn.f32` (unless `--fmad=false` is given), and the last
# bit differs. So it is `__fmul_rn(x, y) + 1.0f`. A product that only products read stays `*`:
# `v * (v * 0.044715f)`. `mov`, `selp`, `neg` and `cvt` pass the product on, so they count too.
def meets_sum(b: Builder, inst: ir.Inst) -> bool:
    """Return whether a product may reach an addition, with which a compiler could contract it."""
    target = inst.operands[0]
    assert isinstance(target, ir.Register)
    blocks = b.facts.function.blocks
    for place in b.facts.use_places[target.index]:
        block = blocks[place.block]
        if place.number < len(block.instructions):
            user = block.instructions[place.number]
            if user.opcode in ("add", "sub", "mov", "selp", "neg", "slct"):
                return True
            if user.opcode == "cvt" or (user.opcode == "fma" and user.operands[3] is target):
                return True
    return False


def _fused(b: Builder, inst: ir.Inst) -> Expr | None:
    c_type = _float(inst)
    rounding = inst.fields.get("rnd", "")
    if c_type is None or any(inst.fields.get(f) for f in ("ftz", "sat", "relu")):
        return None
    args = [b.read(o, c_type) for o in inst.operands[1:]]
    if rounding == "rn":
        return call("fmaf" if c_type == "float" else "fma", c_type, *args)
    tail = {"rz": "rz", "rm": "rd", "rp": "ru"}[rounding]
    return call(f"__{'fmaf' if c_type == 'float' else 'fma'}_{tail}", c_type, *args)


def _quotient(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate `div` and `rem`; integers are truncated in both languages.

    Division by zero may return anything (for 64 bits not even consistently), so a division of 64
    bits stays inline PTX unless it is by a constant. So does one by the constants 0 and -1: the
    smallest integer divided by -1 overflows, which is undefined in C.
    """
    c_type = _float(inst)
    if c_type is not None:
        if inst.fields.get("rnd") != "rn" or not plain(inst, rounding="rn"):
            return None
        return Expr(
            "/", c_type, (b.read(inst.operands[1], c_type), b.read(inst.operands[2], c_type))
        )
    if not _is_integer(inst) or TYPES[inst.fields["t"]].bits < 32:
        return None
    source = TYPES[inst.fields["t"]]
    want = (SIGNED_OF if source.kind == "s" else UNSIGNED_OF)[source.bits]
    right = b.peek(inst.operands[2], want)
    by_constant = right.op == "const" and int(right.value) not in (0, -1)
    if not by_constant and (source.bits == 64 or right.op == "const"):
        return None
    right = b.read(inst.operands[2], want)
    left = b.read(inst.operands[1], want)
    return Expr("/" if inst.opcode == "div" else "%", want, (left, _small(right)))


def _small(expr: Expr) -> Expr:
    if expr.op == "const" and 0 <= int(expr.value) < 1 << 31:
        return const(int(expr.value), "int")
    return expr


def _extreme(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate `min` and `max`; of a number and a NaN both languages choose the number."""
    if not plain(inst) or len(inst.operands) != 3:
        return None
    c_type = _float(inst)
    if c_type is not None:
        function = f"f{inst.opcode}{'f' if c_type == 'float' else ''}"
        return call(
            function, c_type, b.read(inst.operands[1], c_type), b.read(inst.operands[2], c_type)
        )
    if not _is_integer(inst) or TYPES[inst.fields["t"]].bits < 32:
        return None
    source = TYPES[inst.fields["t"]]
    want = (SIGNED_OF if source.kind == "s" else UNSIGNED_OF)[source.bits]
    return call(inst.opcode, want, b.read(inst.operands[1], want), b.read(inst.operands[2], want))


def _negative(b: Builder, inst: ir.Inst) -> Expr | None:
    c_type = _float(inst)
    if c_type is not None and plain(inst):
        return unary("-", b.read(inst.operands[1], c_type))
    if _is_integer(inst) and TYPES[inst.fields["t"]].bits >= 32:
        want = UNSIGNED_OF[TYPES[inst.fields["t"]].bits]
        return unary("-", b.read(inst.operands[1], want))
    return None


def _magnitude(b: Builder, inst: ir.Inst) -> Expr | None:
    c_type = _float(inst)
    if c_type is None or not plain(inst):
        return None
    return call("fabsf" if c_type == "float" else "fabs", c_type, b.read(inst.operands[1], c_type))


_LOGIC = {"and": "&", "or": "|", "xor": "^"}


def _logic(b: Builder, inst: ir.Inst) -> Expr | None:
    if inst.fields["t"] == "pred":
        left, right = b.read(inst.operands[1], "bool"), b.read(inst.operands[2], "bool")
        op = {"and": "&&", "or": "||", "xor": "!="}[inst.opcode]
        return Expr(op, "bool", (left, right))
    left, right = _pair(b, inst)
    return wrapped(_LOGIC[inst.opcode], left, right, TYPES[inst.fields["t"]].bits)


def _inverse(b: Builder, inst: ir.Inst) -> Expr | None:
    if inst.fields["t"] == "pred":
        return unary("!", b.read(inst.operands[1], "bool"))
    bits = TYPES[inst.fields["t"]].bits
    c_type = UNSIGNED_OF[bits]
    whole = Expr("~x", c_type if bits >= 32 else "int", (b.read(inst.operands[1], c_type),))
    return whole if bits >= 32 else Expr("cast", c_type, (whole,))


def _shift(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate a shift by less than the width; C leaves wider ones undefined, PTX gives 0."""
    source = TYPES[inst.fields["t"]]
    amount = b.peek(inst.operands[2], "unsigned")
    if source.bits < 32 or b.bound(amount) >= source.bits:
        return None
    amount = b.read(inst.operands[2], "unsigned")
    signed = inst.opcode == "shr" and source.kind == "s"
    want = (SIGNED_OF if signed else UNSIGNED_OF)[source.bits]
    value = b.read(inst.operands[1], want)
    if signed and amount.op == "const":
        quotient = _rounded_to_zero(value, int(amount.value), source.bits)
        if quotient is not None:
            return quotient
    return Expr("<<" if inst.opcode == "shl" else ">>", want, (value, _small(amount)))


# C rounds to zero, a shift rounds down, so 2^k - 1 is added to negative numbers first. From
# `tiles_m = tl.cdiv(m, 64)` of the tiled matmul, with n2 = m + 63:
#
#     shr.s32 %r34, %r33, 31;      -1 if n2 < 0, else 0
#     shr.u32 %r35, %r34, 26;      63 if n2 < 0, else 0
#     add.s32 %r36, %r33, %r35;
#     shr.s32 %r37, %r36, 6;
#
# is `n2 / 64`. Without the rule: `(int)(n2 + ((unsigned)(n2 >> 31) >> 26)) >> 6`. For k = 1 the
# sign bit itself is the 1 that is added, so the first shift is missing.
def _rounded_to_zero(total: Expr, count: int, bits: int) -> Expr | None:
    """Return `x / 2^k` for the shifts that a compiler makes of it; None for any other shift."""
    total = _bare(total)
    if total.op != "+" or not 0 < count < bits - 1:
        return None
    whole, bias = total.args[0], _bare(total.args[1])
    if bias.op != ">>" or bias.type != UNSIGNED_OF[bits] or bias.args[1].value != bits - count:
        return None
    sign = _bare(bias.args[0])
    c_type = SIGNED_OF[bits]
    if sign.op == ">>" and sign.type == c_type and sign.args[1].value == bits - 1:
        sign = _bare(sign.args[0])
    elif count > 1:
        return None
    if sign != _bare(whole):
        return None
    return Expr("/", c_type, (cast(_bare(whole), c_type), const(1 << count, c_type)))


def _bare(expr: Expr) -> Expr:
    """Return an integer without casts that keep its bits."""
    while (
        expr.op == "cast" and expr.type in BITS and BITS.get(expr.args[0].type) == BITS[expr.type]
        and not {expr.type, expr.args[0].type} & FLOATS
    ):  # fmt: skip
        expr = expr.args[0]
    return expr


def _choice(b: Builder, inst: ir.Inst) -> Expr:
    target = inst.operands[0]
    assert isinstance(target, ir.Register)
    want = b.types.of(target)
    if is_pointer(want) or target.type.bits == TYPES[inst.fields["t"]].bits:
        first, second = (b.read(o, want) for o in inst.operands[1:3])
    else:
        want = UNSIGNED_OF[TYPES[inst.fields["t"]].bits]
        first, second = (b.read(o, want) for o in inst.operands[1:3])
    return Expr("?:", want, (b.read(inst.operands[3], "bool"), first, second))


def _bit_field(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate an unsigned `bfe` with constants to a shift and a mask."""
    source = TYPES[inst.fields["t"]]
    start, length = inst.operands[2:4]
    if source.kind != "u" or not isinstance(start, ir.Immediate):
        return None
    if not isinstance(length, ir.Immediate):
        return None
    first, count = int(start.value) & 255, int(length.value) & 255
    if not count or first + count > source.bits:
        return None
    c_type = UNSIGNED_OF[source.bits]
    value = b.read(inst.operands[1], c_type)
    if first:
        value = Expr(">>", c_type, (value, const(first, "int")))
    if first + count == source.bits:
        return value
    return wrapped("&", value, const((1 << count) - 1, c_type), source.bits)


def _signed_like(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate `copysign`; PTX names the operand with the sign first."""
    c_type = _float(inst)
    if c_type is None:
        return None
    function = "copysignf" if c_type == "float" else "copysign"
    sign, size = b.read(inst.operands[1], c_type), b.read(inst.operands[2], c_type)
    return call(function, c_type, size, sign)


_WORDS = {
    "popc": {32: "__popc", 64: "__popcll"},
    "clz": {32: "__clz", 64: "__clzll"},
    "brev": {32: "__brev", 64: "__brevll"},
}


def _counted(b: Builder, inst: ir.Inst) -> Expr:
    bits = TYPES[inst.fields["t"]].bits
    want = UNSIGNED_OF[bits]
    c_type = want if inst.opcode == "brev" else "int"
    argument = b.read(inst.operands[1], want)
    if inst.opcode == "clz":
        argument = cast(argument, SIGNED_OF[bits])
    return call(_WORDS[inst.opcode][bits], c_type, argument)


RULES: dict[str, Rule] = {
    "add": _sum, "sub": _sum, "mul": _product, "mad": _multiply_add, "fma": _fused,
    "div": _quotient, "rem": _quotient, "min": _extreme, "max": _extreme, "neg": _negative,
    "abs": _magnitude, "and": _logic, "or": _logic, "xor": _logic, "not": _inverse,
    "shl": _shift, "shr": _shift, "selp": _choice,
    "bfe": _bit_field, "copysign": _signed_like,
    "popc": _counted, "clz": _counted, "brev": _counted,
}  # fmt: skip
