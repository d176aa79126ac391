"""Addresses as C writes them: bytes after a pointer become elements.

In: a pointer and an offset in bytes (`ptr+`). Out: an expression that counts in elements.
"""

from __future__ import annotations

from kernelscope.inside.decompile.expressions import BITS, UINT64, Expr, byte_size, cast, const

_WIDE = ("long long", UINT64)


def add_bytes(pointer: Expr, offset: Expr) -> Expr:
    """Return a pointer some bytes further; offsets are summed after one base."""
    if offset.op == "const" and offset.value == 0:
        return pointer
    if pointer.op == "ptr+":
        base, before = pointer.args
        return Expr("ptr+", base.type, (base, add(before, offset)))
    return Expr("ptr+", pointer.type, (pointer, offset))


def add(left: Expr, right: Expr) -> Expr:
    """Return the sum of two offsets, with all constants joined at the end."""
    if right.op == "const" and left.op == "const":
        return const(int(left.value) + int(right.value), "long long")
    if left.op == "const":
        left, right = right, left
    if right.op == "const" and left.op == "+" and left.args[1].op == "const":
        return add(left.args[0], add(left.args[1], right))
    if left.op == "+" and left.args[1].op == "const" and right.op != "const":
        return Expr("+", "long long", (add(left.args[0], right), left.args[1]))
    if right.op == "const" and right.value == 0:
        return left
    return Expr("+", "long long", (left, right))


#     y[i] = …               mul.wide.s32 %rd4, %r1, 4;      i * 4 bytes
#                            add.s64      %rd7, %rd6, %rd4;
#                            st.global.f32 [%rd7], %f4;
#
# gives `ptr+`(y, i * 4). `divided` divides the offset by the size of the element, so that `y[i]`
# comes out. If it cannot divide, the access goes through `char *`: correct, and hard to read:
# `*(float *)((char *)y + (long long)i * 4)`.
#
# An index is assumed to stay inside its type, as the index of every access inside its array does.
# PTX sums in 64 bits what C may sum in 32; the two differ only for arrays of billions of elements.
def divided(offset: Expr, size: int) -> Expr | None:
    """Return an offset in elements of `size` bytes; None if it does not divide."""
    if size == 1:
        return offset
    match offset.op:
        case "const":
            value = int(offset.value)
            return const(value // size, "int") if value % size == 0 else None
        case "+":
            parts = [divided(a, size) for a in offset.args]
            if parts[0] is None or parts[1] is None:
                return None
            return Expr("+", "long long", (parts[0], parts[1]))
        case "*":
            return _divided_product(offset, size)
        case "bytes":
            step = int(offset.value)
            whole = offset.args[0]
            return None if step % size else Expr("/", whole.type, (whole, const(size, "int")))
        case "&" | "|" | "^":
            return _divided_bits(offset, size)
        case "<<" if offset.args[1].op == "const":
            factor = 1 << int(offset.args[1].value)
            if factor % size:
                return None
            left = factor // size
            whole = offset.args[0]
            return whole if left == 1 else Expr("*", whole.type, (whole, const(left, "int")))
        case _:
            return None


# Swizzled and reduced indices come as bytes. In the online softmax each warp stores its maximum:
#
#     shr.u32 %r10, %r1, 3;          %r1 is threadIdx.x
#     and.b32 %r11, %r10, 12;
#     add.s32 %r24, %r12, %r11;      %r12 is global_smem
#
# becomes `global_smem[(threadIdx.x >> 5) & 3]`, in which the number of the warp can be seen.
# Without the rule: `*(float *)((char *)global_smem + ((threadIdx.x >> 3) & 12))`.
# Only unsigned operands may be shifted this way: `/` of C rounds negative numbers to zero.
def _divided_bits(offset: Expr, size: int) -> Expr | None:
    """Divide bits: `((x >> 3) & 12) / 4` is `(x >> 5) & 3`, since sizes are powers of two."""
    if size & (size - 1) or offset.type not in ("unsigned", UINT64):
        return None
    left, right = (divided(a, size) for a in offset.args)
    if offset.op == "&" and right is not None and offset.args[1].op == "const":
        left = left or _shifted_right(offset.args[0], size.bit_length() - 1)
        full = left.op != "<<" and int(right.value) == (1 << BITS[offset.type]) // size - 1
        return left if full else Expr("&", offset.type, (left, right))
    if left is None or right is None:
        return None
    return Expr(offset.op, offset.type, (left, right))


def _shifted_right(expr: Expr, bits: int) -> Expr:
    if expr.op == ">>" and expr.args[1].op == "const":
        total = int(expr.args[1].value) + bits
        return Expr(">>", expr.type, (expr.args[0], const(total, "int")))
    return Expr(">>", expr.type, (expr, const(bits, "int")))


def _divided_product(offset: Expr, size: int) -> Expr | None:
    left, right = offset.args
    if right.op != "const" or int(right.value) % size:
        return None
    factor = int(right.value) // size
    return left if factor == 1 else Expr("*", offset.type, (left, const(factor, "int")))


def in_elements(pointer: Expr) -> Expr:
    """Return `base + bytes` in elements; through `char *` if the bytes do not divide."""
    base, offset = pointer.args
    element = base.type.removesuffix("*")
    index = divided(offset, byte_size(element))
    if index is None:
        raw = Expr("cast", "char*", (base,))
        return Expr("cast", base.type, (_sum(raw, offset),))
    return _sum(base, index_expression(index))


def _sum(base: Expr, index: Expr) -> Expr:
    if index.op == "const" and int(index.value) < 0:
        return Expr("-", base.type, (base, const(-int(index.value), "int")))
    return Expr("+", base.type, (base, index))


# A sum that mixes `int` and `unsigned` keeps one, because C would compute it as `unsigned`. From
# the tiled matmul: `n13` is an `int`, `u9` is `unsigned`.
#
#     global_smem + ((long long)(n13 * 2048) + u9 / 4)       with the rule
#     global_smem + (n13 * 2048 + u9 / 4)                    without it
#
# With n13 = -1 and u9 = 0 the first moves 8 KiB back, the second 16 GiB forward.
def index_expression(index: Expr) -> Expr:
    """Return an index without the casts to 64 bits that C does not need."""
    terms = [_plain(_narrow(t)) for t in sum_terms(index)]
    kinds = {t.type for t in terms if t.op != "const"}
    negative = any(t.op == "const" and int(t.value) < 0 for t in terms)
    if len(terms) > 1 and "unsigned" in kinds and (negative or "int" in kinds):
        terms[0] = cast(terms[0], "long long")
    total = terms[0]
    for term in terms[1:]:
        if term.op == "const" and int(term.value) < 0:
            total = Expr("-", "long long", (total, const(-int(term.value), "int")))
        else:
            total = Expr("+", "long long", (total, term))
    return total


def sum_terms(expr: Expr) -> list[Expr]:
    """Return the terms of an offset's sum."""
    if expr.op == "cast" and expr.type in _WIDE and expr.args[0].type in _WIDE:
        return sum_terms(expr.args[0])
    if expr.op == "+" and expr.type in _WIDE:
        return [term for part in expr.args for term in sum_terms(part)]
    return [expr]


def _plain(term: Expr) -> Expr:
    """Return a term without casts that keep its 64 bits."""
    while term.op == "cast" and term.type in _WIDE and term.args[0].type in _WIDE:
        term = term.args[0]
    if term.op == "*" and term.type in _WIDE:
        left, right = (_plain(a) for a in term.args)
        if left.type in _WIDE or right.type in _WIDE:
            return Expr("*", term.type, (left, right))
    return term


def _narrow(term: Expr) -> Expr:
    if term.op == "cast" and term.type in _WIDE:
        inner = term.args[0]
        return inner if inner.type in ("int", "unsigned") else term
    if term.op == "*" and term.args[1].op == "const":
        inner = _narrow(term.args[0])
        if inner.type in ("int", "unsigned"):
            return Expr("*", inner.type, (inner, const(int(term.args[1].value), "int")))
    if term.op == "const" and abs(int(term.value)) < 1 << 31:
        return const(int(term.value), "int")
    return term
