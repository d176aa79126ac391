"""Values of PTX as operators and functions of C with the same bits.

In: an instruction: arithmetic, logic, a comparison, a conversion or a move. Out: an expression, or
None if it needs `asm`. What is one function or operator
of C is a row of `_ROWS`. The others have a rule of their own, for four things differ:

- Integers wrap in PTX, while signed overflow is undefined in C. Sums and products therefore get an
  unsigned operand: `columns + 512u` (`wrapped`).
- A compiler may contract `a * b + c` into one fma, which rounds once instead of twice. A product
  that may reach a sum is `__fmul_rn(a, b)`, which is never contracted (`meets_sum`).
- Flush to zero, saturation and most roundings have no operator in C: such an instruction stays
  inline PTX (`plain`).
- PTX has an ordered and an unordered form of each float comparison; C has only the ordered ones.
  `setp.ltu.f32` ("less, or either is NaN") is `!(a >= b)`. `a < b` would be false for NaN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

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
    integer_type,
    is_pointer,
    reinterpret,
    unary,
    uncast,
)
from kernelscope.inside.decompile.offsets import add_bytes
from kernelscope.vgpu import ir
from kernelscope.vgpu.types import TYPES, ScalarType

Rule = Callable[[Builder, ir.Inst], Expr | None]
"""Returns the value of an instruction in C, or None if it needs `asm`."""


_INTEGERS = ("s", "u", "b")

_ROWS = {
    # opcode, rounding or part, type       C of 32 bits, of 64
    ("add", "", "f"): ("+", "+"),
    ("add", "rn", "f"): ("+", "+"),
    ("sub", "", "f"): ("-", "-"),
    ("sub", "rn", "f"): ("-", "-"),
    ("mul", "", "f"): ("*", "*"),
    ("mul", "rn", "f"): ("*", "*"),
    ("mul", "hi", "s"): ("__mulhi", "__mul64hi"),
    ("mul", "hi", "u"): ("__umulhi", "__umul64hi"),
    ("div", "rn", "f"): ("/", "/"),
    ("fma", "rn", "f"): ("fmaf", "fma"),
    ("fma", "rz", "f"): ("__fmaf_rz", "__fma_rz"),
    ("fma", "rm", "f"): ("__fmaf_rd", "__fma_rd"),
    ("fma", "rp", "f"): ("__fmaf_ru", "__fma_ru"),
    # Of a number and a NaN both languages choose the number.
    ("min", "", "f"): ("fminf", "fmin"),
    ("max", "", "f"): ("fmaxf", "fmax"),
    ("min", "", "s"): ("min", "min"),
    ("min", "", "u"): ("min", "min"),
    ("max", "", "s"): ("max", "max"),
    ("max", "", "u"): ("max", "max"),
    ("neg", "", "f"): ("-x", "-x"),
    ("abs", "", "f"): ("fabsf", "fabs"),
    ("copysign", "", "f"): ("copysignf", "copysign"),
    ("popc", "", "b"): ("__popc", "__popcll"),
    ("clz", "", "b"): ("__clz", "__clzll"),
    ("brev", "", "b"): ("__brev", "__brevll"),
}  # fmt: skip
"""What is one function or operator of C, whose operands and result have the instruction's type."""


_PAIR = ScalarType("", "", 32)
"""Pairs of 16-bit integers, which C does not have."""


def _scalar(inst: ir.Inst) -> ScalarType:
    return TYPES.get(inst.fields["t"], _PAIR)


def plain(inst: ir.Inst) -> bool:
    """Return whether an instruction has no modifier that C's operators lack."""
    return not any(inst.fields.get(f) for f in ("ftz", "sat", "relu", "nan", "xorsign", "abs"))


def _by_row(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate an instruction by its row of `_ROWS`; None if it has none."""
    return _row(b, inst, inst.opcode, inst.operands[1:])


def _row(b: Builder, inst: ir.Inst, opcode: str, operands: Sequence[ir.Operand]) -> Expr | None:
    """Return a row's function or operator of these operands; None if there is none for them."""
    scalar = _scalar(inst)
    way = inst.fields.get("rnd") or inst.fields.get("part") or ""
    names = _ROWS.get((opcode, way, scalar.kind))
    most = 3 if opcode == "fma" else 2  # `min` and `max` may have three operands
    if names is None or scalar.bits not in (32, 64) or len(operands) > most or not plain(inst):
        return None
    c_type = FLOAT_OF[scalar.bits] if scalar.kind == "f" else integer_type(scalar)
    reads = SIGNED_OF[scalar.bits] if opcode == "clz" else c_type
    gives = "int" if opcode in ("popc", "clz") else c_type
    args = tuple(b.read(operand, reads) for operand in operands)
    if opcode == "copysign":  # PTX names the operand with the sign first
        args = args[::-1]
    name = names[scalar.bits == 64]
    return call(name, gives, *args) if name[0].isalpha() or "_" in name else Expr(name, gives, args)


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


def natural(b: Builder, operand: ir.Operand, bits: int) -> Expr:
    """Return an integer operand with the sign of its variable."""
    if isinstance(operand, ir.Immediate):
        return b.read(operand, UNSIGNED_OF[bits])
    expr = b.read(operand)
    if BITS.get(expr.type) == bits and expr.type not in FLOATS:
        return expr
    return reinterpret(expr, UNSIGNED_OF[bits])


def _pair(b: Builder, inst: ir.Inst) -> tuple[Expr, Expr]:
    """Return both operands, in the type of their variables if it has the right width."""
    bits = _scalar(inst).bits
    return natural(b, inst.operands[1], bits), natural(b, inst.operands[2], bits)


def _is_address(b: Builder, inst: ir.Inst) -> bool:
    target = inst.operands[0]
    return isinstance(target, ir.Register) and target.index in b.types.pointers.registers


def _sum(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate `add` and `sub` of integers, floats, or an address and an offset."""
    if _scalar(inst).kind in _INTEGERS:
        op = "+" if inst.opcode == "add" else "-"
        if not plain(inst):
            return None
        if _is_address(b, inst):
            return _moved_pointer(b, inst, op)
        return wrapped(op, *_pair(b, inst), _scalar(inst).bits)
    whole = _by_row(b, inst)
    if whole is not None:
        left, right = whole.args
        if right.op == "const" and str(right.value).startswith("-"):
            opposite = "-" if whole.op == "+" else "+"
            return Expr(opposite, whole.type, (left, replace(right, value=-right.value)))
    return whole


def _moved_pointer(b: Builder, inst: ir.Inst, op: str) -> Expr:
    """Return an address plus an offset in bytes; offsets of 32 bits count as signed."""
    first, second = inst.operands[1:3]
    (base,) = b.types.pointers.sources(inst)
    offset = second if base is first else first
    pointer = b.read(base)
    if isinstance(offset, ir.Immediate):
        value = int(offset.value)
        c_type = SIGNED_OF[_scalar(inst).bits]
        value = int(const(value if op == "+" else -value, c_type).value)
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
# `Limits` finds that %r3 is always a multiple of 32, capped here at 16. So the access is
# `tile[n / 4]`; without the mark it would be `*(float *)((char *)tile + n)`. The division must be
# signed, as an offset may be negative: an unsigned variable that may have its top bit set is cast.
def in_steps(b: Builder, offset: Expr) -> Expr:
    """Mark a variable that counts bytes with a number that divides it: then it gives an index."""
    if offset.op == "+":
        return Expr("+", offset.type, tuple(in_steps(b, a) for a in offset.args))
    inner = uncast(offset)
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
# offset that is known to be below 2^31 (`Limits`) needs no cast.
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
    """Translate `mul`, and the product of a `mad`."""
    scalar = _scalar(inst)
    if scalar.kind == "f":
        whole = _by_row(b, inst)
        if whole is not None and meets_sum(b, inst):
            return call("__fmul_rn" if scalar.bits == 32 else "__dmul_rn", whole.type, *whole.args)
        return whole
    if scalar.kind not in _INTEGERS:
        return None
    match inst.fields["part"]:
        case "lo":
            return wrapped("*", *_pair(b, inst), scalar.bits)
        case "wide":
            narrow = integer_type(scalar)
            wide = (SIGNED_OF if scalar.kind == "s" else UNSIGNED_OF)[scalar.bits * 2]
            left, right = (b.read(operand, narrow) for operand in inst.operands[1:3])
            return Expr("*", wide, (cast(left, wide), _factor(right, wide)))
        case _:
            return _row(b, inst, "mul", inst.operands[1:3])


def _factor(expr: Expr, wide: str) -> Expr:
    """Return a factor in the wide type; C widens a small constant by itself."""
    if expr.op == "const" and abs(int(expr.value)) < 1 << 31:
        return const(int(expr.value), "int") if wide in SIGNED or int(expr.value) >= 0 else expr
    return cast(expr, wide)


def _multiply_add(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate `mad` of integers: the product, and then the sum."""
    if not plain(inst):
        return None
    product = _product(b, inst)
    if product is None:
        return None
    if _is_address(b, inst):
        return add_bytes(b.read(inst.operands[3]), in_steps(b, signed_offset(b, product)))
    bits = _scalar(inst).bits * (2 if inst.fields["part"] == "wide" else 1)
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
    return any(
        user.opcode in ("add", "sub", "mov", "selp", "neg", "slct", "cvt")
        or (user.opcode == "fma" and user.operands[3] is target)
        for user in b.facts.readers[target.index]
    )


def _quotient(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate `div` and `rem`; integers are truncated in both languages.

    Division by zero may return anything (for 64 bits not even consistently), so a division of 64
    bits stays inline PTX unless it is by a constant. So does one by the constants 0 and -1: the
    smallest integer divided by -1 overflows, which is undefined in C.
    """
    scalar = _scalar(inst)
    if scalar.kind not in _INTEGERS:
        return _by_row(b, inst)
    want = integer_type(scalar)
    right = b.peek(inst.operands[2], want)
    by_constant = right.op == "const" and int(right.value) not in (0, -1)
    if scalar.bits < 32 or (not by_constant and (scalar.bits == 64 or right.op == "const")):
        return None
    right = b.read(inst.operands[2], want)
    left = b.read(inst.operands[1], want)
    return Expr("/" if inst.opcode == "div" else "%", want, (left, _small(right)))


def _small(expr: Expr) -> Expr:
    if expr.op == "const" and 0 <= int(expr.value) < 1 << 31:
        return const(int(expr.value), "int")
    return expr


def _negative(b: Builder, inst: ir.Inst) -> Expr | None:
    scalar = _scalar(inst)
    if scalar.kind in _INTEGERS and scalar.bits >= 32:
        return unary("-", b.read(inst.operands[1], UNSIGNED_OF[scalar.bits]))
    return _by_row(b, inst)


_LOGIC = {"and": ("&", "&&"), "or": ("|", "||"), "xor": ("^", "!=")}
"""The operator of C for bits, and for truths."""


def _logic(b: Builder, inst: ir.Inst) -> Expr | None:
    of_bits, of_truths = _LOGIC[inst.opcode]
    if inst.fields["t"] == "pred":
        return Expr(of_truths, "bool", tuple(b.read(o, "bool") for o in inst.operands[1:3]))
    return wrapped(of_bits, *_pair(b, inst), _scalar(inst).bits)


def _inverse(b: Builder, inst: ir.Inst) -> Expr | None:
    if inst.fields["t"] == "pred":
        return unary("!", b.read(inst.operands[1], "bool"))
    c_type = UNSIGNED_OF[_scalar(inst).bits]
    computed = c_type if BITS[c_type] >= 32 else "int"
    return cast(Expr("~x", computed, (b.read(inst.operands[1], c_type),)), c_type)


def _shift(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate a shift by less than the width; C leaves wider ones undefined, PTX gives 0."""
    source = _scalar(inst)
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
    want, bits = b.types.of(target), _scalar(inst).bits
    if not is_pointer(want) and target.type.bits != bits:
        want = UNSIGNED_OF[bits]
    first, second = (b.read(o, want) for o in inst.operands[1:3])
    return Expr("?:", want, (b.read(inst.operands[3], "bool"), first, second))


def _bit_field(b: Builder, inst: ir.Inst) -> Expr | None:
    """Translate an unsigned `bfe` with constants to a shift and a mask."""
    source = _scalar(inst)
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


# ---- comparisons --------------------------------------------------------------------------------

_SIMPLE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNSIGNED = {"lo": "<", "ls": "<=", "hi": ">", "hs": ">="}
_FLOAT = {**_SIMPLE, "neu": "!="}
_FLOAT_OPPOSITE = {"ltu": ">=", "leu": ">", "gtu": "<=", "geu": "<"}
"""Comparisons that are true for NaN: the opposite of an ordered one."""


def compare(b: Builder, inst: ir.Inst) -> Expr | None:
    """Return the truth of a `setp`, combined with its third operand; None if it needs `asm`."""
    scalar, how = _scalar(inst), inst.fields["cmp"]
    if inst.fields.get("ftz") or scalar.bits < 16:
        return None
    first = sum(spec.is_destination for spec in inst.form.signature)
    pair = inst.operands[first : first + 2]
    if scalar.kind in _INTEGERS:
        truth = _integers(b, pair, how, scalar)
    elif scalar.kind == "f" and scalar.bits in FLOAT_OF:
        truth = _floats(b, pair, how, FLOAT_OF[scalar.bits])
    else:
        return None
    combine = inst.fields.get("op", "")
    if truth is None or not combine:
        return truth
    return Expr(_LOGIC[combine][1], "bool", (truth, b.read(inst.operands[-1], "bool")))


def _integers(b: Builder, pair: Sequence[ir.Operand], how: str, scalar: ScalarType) -> Expr:
    op = _SIMPLE.get(how) or _UNSIGNED[how]
    if how in ("eq", "ne"):
        left, right = (natural(b, operand, scalar.bits) for operand in pair)
        return Expr(op, "bool", (left, _like(right, left)))
    want = UNSIGNED_OF[scalar.bits] if how in _UNSIGNED else integer_type(scalar)
    left, right = (b.read(operand, want) for operand in pair)
    return Expr(op, "bool", (_like(left, right), _like(right, left)))


def _like(expr: Expr, other: Expr) -> Expr:
    """Return a constant in the type of the other operand; C converts small ones by itself."""
    if expr.op != "const" or other.op == "const":
        if expr.type != other.type and other.op != "const" and BITS[expr.type] == 64:
            return cast(expr, other.type)
        return expr
    value = int(cast(expr, other.type).value)
    return const(value, "int") if 0 <= value < 1 << 31 else const(value, other.type)


def _floats(b: Builder, pair: Sequence[ir.Operand], how: str, c_type: str) -> Expr | None:
    op = _FLOAT_OPPOSITE.get(how) or _FLOAT.get(how)
    if op is not None and how != "ne":
        truth = Expr(op, "bool", tuple(b.read(operand, c_type) for operand in pair))
        return unary("!", truth) if how in _FLOAT_OPPOSITE else truth
    left, right = (b.twice(operand, c_type) for operand in pair)
    if how in ("ne", "equ"):
        less, more = (Expr(sign, "bool", (left, right)) for sign in "<>")
        apart = Expr("||", "bool", (less, more))
        return apart if how == "ne" else Expr("!x", "bool", (apart,))
    op, word = ("==", "&&") if how == "num" else ("!=", "||")
    parts = [Expr(op, "bool", (e, e)) for e in (left, right) if e.op != "const"]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 or left == right else Expr(word, "bool", tuple(parts))


def choose_number(b: Builder, inst: ir.Inst) -> Expr | None:
    """Return the value of `set`: all bits or none, or 1.0 or 0.0; None if it needs `asm`."""
    truth = compare(b, inst)
    if truth is None:
        return None
    if inst.fields["dt"] == "f32":
        return Expr("?:", "float", (truth, const(1.0, "float"), const(0.0, "float")))
    if inst.fields["dt"] not in ("u32", "s32"):
        return None
    return Expr("?:", "int", (truth, const(-1, "int"), const(0, "int")))


# ---- conversions and moves -----------------------------------------------------------------------

_ROUNDING = {"rn": "rn", "rz": "rz", "rm": "rd", "rp": "ru"}
_ROUND = _ROUNDING | {f"{rounding}i": word for rounding, word in _ROUNDING.items()}
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
    if target.kind in _INTEGERS and source.kind in _INTEGERS:
        value = b.read(inst.operands[1], integer_type(source))
        inner = value.args[0] if value.op == "cast" else value
        if inner.type == UNSIGNED_OF[source.bits] and b.bound(inner) >> (source.bits - 1) == 0:
            # The top bit is 0, so the sign does not matter.
            value = inner
        return cast(value, integer_type(target))
    if target.kind == "f" and target.bits in FLOAT_OF and source.kind in _INTEGERS:
        return _from_integer(b, inst, target, source)
    if source.kind == "f" and source.bits in FLOAT_OF and target.kind in _INTEGERS:
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


RULES: dict[str, Rule] = {
    **{opcode: _by_row for opcode, _, _ in _ROWS},
    "add": _sum, "sub": _sum, "mul": _product, "mad": _multiply_add, "neg": _negative,
    "div": _quotient, "rem": _quotient, "and": _logic, "or": _logic, "xor": _logic,
    "not": _inverse, "shl": _shift, "shr": _shift, "selp": _choice, "bfe": _bit_field,
    "setp": compare, "set": choose_number, "cvt": convert, "cvta": address,
}  # fmt: skip
