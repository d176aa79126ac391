"""The rules of folding: an instruction's integer result as a sum, from the sums of its operands.

In: an instruction and the sums of its sources. Out: the sum of its result, or None.

Sums are unbounded integers, and PTX computes modulo 2^32 or 2^64. The rules assume that sums and
products do not overflow, as the languages above PTX require of indices. Bits that are cut off on
purpose are kept as such: by a mask, by a narrow type, or by a shift to the right after a shift to
the left.
"""

from __future__ import annotations

from collections.abc import Callable

from kernelscope.vgpu import ir
from kernelscope.vgpu.types import TYPES, ScalarType
from kernelscope.vgpu.values.operations import (
    bitwise,
    field_of,
    masked,
    operation,
    quotient,
    remainder,
)
from kernelscope.vgpu.values.sums import Atom, Sum, constant, single


def _bits_of(inst: ir.Inst) -> int:
    return TYPES[inst.fields["t"]].bits


def _product(inst: ir.Inst, sources: list[Sum]) -> Sum | None:
    if inst.fields["part"] == "hi":
        return None
    total = sources[0] * sources[1]
    return total + sources[2] if len(sources) == 3 else total


def _left(inst: ir.Inst, sources: list[Sum]) -> Sum | None:
    by = sources[1].constant
    if by is None:
        return None
    return sources[0].scaled(1 << by) if 0 <= by < _bits_of(inst) else constant(0)


def _right(inst: ir.Inst, sources: list[Sum]) -> Sum | None:
    by, bits = sources[1].constant, _bits_of(inst)
    if by is None or not 0 <= by < bits:
        return None
    low, high = sources[0].range
    is_signed = inst.fields["t"].startswith("s")
    most = (1 << bits - is_signed) - 1
    # `shl.b32 %r9, n, 24` and `shr.s32 %r10, %r9, 24` take the lowest byte of n with its sign. As
    # unbounded integers, the shifts would cancel out and the result would be "n". A value that can
    # exceed the register and is divisible by 2^by was shifted to the left to lose its upper bits.
    is_cut = by > 0 and (high is None or high > most) and sources[0].divided(1 << by) is not None
    if is_signed:
        return None if is_cut else field_of(sources[0], by, 0)
    is_whole = low is not None and low >= 0 and not is_cut
    return field_of(sources[0], by, 0 if is_whole else bits - by)


def _extract(inst: ir.Inst, sources: list[Sum]) -> Sum | None:
    low, width = sources[1].constant, sources[2].constant
    if low is None or not width or inst.fields["t"].startswith("s"):
        return None
    return field_of(sources[0], low, width) if low + width <= _bits_of(inst) else None


def _insert(inst: ir.Inst, sources: list[Sum]) -> Sum | None:
    piece, whole, low, width = sources[0], sources[1], sources[2].constant, sources[3].constant
    if low is None or not width or low + width > _bits_of(inst):
        return None
    kept = masked(whole, ~(((1 << width) - 1) << low))
    return None if kept is None else kept + field_of(piece, 0, width).scaled(1 << low)


def _converted(inst: ir.Inst, sources: list[Sum]) -> Sum | None:
    to, source = TYPES[inst.fields["dt"]], TYPES[inst.fields["st"]]
    value = sources[0].constant
    if value is not None:
        return constant(_within(_within(value, source), to))
    if min(to.bits, source.bits) >= 32:
        return sources[0]
    low, high = sources[0].range
    bits = min(to.bits, source.bits)
    signed = (source if source.bits == bits else to).kind == "s"
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if low is not None and high is not None and least <= low and high <= most:
        return sources[0]
    return None if signed else field_of(sources[0], 0, bits)


def _within(value: int, scalar: ScalarType) -> int:
    """Return a constant modulo its type's width, as that type reads it."""
    value &= (1 << scalar.bits) - 1
    return value - (1 << scalar.bits) if scalar.kind == "s" and value >> scalar.bits - 1 else value


def _other_window(inst: ir.Inst, sources: list[Sum]) -> Sum:
    space = inst.fields["space"].partition("::")[0]
    if space in ("global", "const", "param"):
        return sources[0]
    window = single(Atom("window", space, range=(0, None)))
    return sources[0] - window if inst.fields["to"] else sources[0] + window


def _two(rule: Callable[[Sum, Sum], Sum]) -> Callable[[ir.Inst, list[Sum]], Sum | None]:
    return lambda inst, sources: rule(sources[0], sources[1])


# Operations that give the same bits for signed and unsigned operands. Their constants are read as
# signed: `add.u32 %r9, tid, 4294967295` is tid - 1. Read as unsigned, the element four bytes before
# would be shown as "tid*4 + 17179869180".
_MODULAR = frozenset({"add", "sub", "mul", "mad", "and", "or", "xor", "not", "neg"})


def result_of(inst: ir.Inst, sources: list[Sum]) -> Sum | None:
    """Return the result of an instruction as a sum of its sources; None without a rule."""
    if inst.fields.get("sat") or inst.fields.get("cc") or not _is_of_integers(inst):
        return None
    scalar = TYPES.get(inst.fields.get("t", ""))
    if scalar is not None and scalar.kind in "sub":
        is_wide = inst.fields.get("part") == "wide"
        has_sign = scalar.kind == "s" or (inst.opcode in _MODULAR and not is_wide)
        read = TYPES[f"{'s' if has_sign else 'u'}{scalar.bits}"] if scalar.bits <= 64 else scalar
        sources = [
            source if source.constant is None else constant(_within(source.constant, read))
            for source in sources
        ]
    return RULES[inst.opcode](inst, sources)


def _is_of_integers(inst: ir.Inst) -> bool:
    kinds = [inst.fields.get(name, "") for name in ("t", "dt", "st")]
    return not any(
        TYPES[type_name].is_float or type_name == "pred"
        for type_name in kinds
        if type_name in TYPES
    )


RULES: dict[str, Callable[[ir.Inst, list[Sum]], Sum | None]] = {
    "mov": lambda inst, sources: sources[0],
    "add": _two(Sum.__add__),
    "sub": _two(Sum.__sub__),
    "mul": _product,
    "mad": _product,
    "shl": _left,
    "shr": _right,
    "and": _two(lambda a, b: bitwise("and", a, b)),
    "or": _two(lambda a, b: bitwise("or", a, b)),
    "xor": _two(lambda a, b: bitwise("xor", a, b)),
    "not": lambda inst, sources: -sources[0] - constant(1),
    "neg": lambda inst, sources: -sources[0],
    "div": _two(quotient),
    "rem": _two(remainder),
    "min": _two(lambda a, b: operation("min", a, b)),
    "max": _two(lambda a, b: operation("max", a, b)),
    "bfe": _extract,
    "bfi": _insert,
    "cvt": _converted,
    "cvta": _other_window,
}
