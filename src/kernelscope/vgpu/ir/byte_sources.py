"""Which bytes of its sources each byte of an instruction's result is made of.

    cvt.rn.satfinite.e4m3x2.f32 %rs1, %r2, %r1     byte 0 comes of %r1, byte 1 of %r2
    st.global.b8 [%rd2], %rs1                      stores nothing of %r2

A rule is named in the table of instructions: `define(…, made_of=pair)`. It returns None where a
byte may come of all bytes of all sources, and so do instructions without one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TypeAlias

from kernelscope.vgpu import ir
from kernelscope.vgpu.ir.forms import OperandSpec, Role
from kernelscope.vgpu.ir.verify import operand_type

Byte: TypeAlias = tuple[ir.Register, int]
"""A byte of a register, from the lowest."""
Bytes: TypeAlias = Sequence[frozenset[Byte]]
"""For each byte of a value the bytes that it is made of."""
Rule: TypeAlias = Callable[[ir.Inst], Bytes | None]
"""Returns what the bytes of the results are made of, one result after another."""

_NOTHING: frozenset[Byte] = frozenset()


def byte_sources(inst: ir.Inst) -> dict[int, Bytes] | None:
    """Return for each result, by its register's index, what its bytes are made of; None: of all."""
    rule: Rule | None = inst.form.extra.get("made_of")
    if rule is None and inst.form.role in (Role.SELECT, Role.SHUFFLE):
        rule = _copied
    made = None if rule is None else rule(inst)
    if not made:
        return None  # not known, or a predicate
    result: dict[int, Bytes] = {}
    begin = 0
    for spec, register in _operands(inst, destinations=True):
        size = _size(inst, spec)
        own, begin = made[begin : begin + size], begin + size
        if isinstance(register, ir.Register) and size:
            result[register.index] = extended(own, register)
    return result


def extended(own: Bytes, register: ir.Register) -> Bytes:
    """Return the bytes of a register that holds a narrower value: a sign may be in the others."""
    count = max(register.type.bits // 8, 1)
    return [*own[:count], *[own[-1]] * (count - len(own))]


def _operands(inst: ir.Inst, *, destinations: bool) -> list[tuple[OperandSpec, ir.Operand]]:
    """Return the destinations or the sources, the elements of vectors one after another."""
    return [
        (spec, element)
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True)
        if spec.is_destination == destinations and operand is not None and spec.kind == "value"
        for element in (operand if isinstance(operand, tuple) else (operand,))
    ]


def _size(inst: ir.Inst, spec: OperandSpec) -> int:
    return operand_type(spec, inst.fields, inst.form).bits // 8


def _bytes(inst: ir.Inst, spec: OperandSpec, operand: ir.Operand) -> Bytes:
    """Return the bytes of a source."""
    if not isinstance(operand, ir.Register):
        return [_NOTHING] * _size(inst, spec)
    return [frozenset(((operand, n),)) for n in range(_size(inst, spec))]


def _sources(inst: ir.Inst) -> list[Bytes]:
    return [_bytes(inst, spec, operand) for spec, operand in _operands(inst, destinations=False)]


def _all_of(made: Bytes) -> frozenset[Byte]:
    return frozenset(chain.from_iterable(made))


def _bits(made: Bytes, first: int, count: int) -> Bytes:
    """Return some bits from bit `first` on, as bytes; beyond the value there is nothing."""
    result: list[frozenset[Byte]] = []
    for at in range(first, first + count, 8):
        low, high = at // 8, (min(at + 8, first + count) - 1) // 8
        result.append(_all_of([made[n] for n in range(low, high + 1) if 0 <= n < len(made)]))
    return result


def _copied(inst: ir.Inst) -> Bytes:
    named = zip(_operands(inst, destinations=False), _sources(inst), strict=True)
    copied = [made for (spec, _), made in named if spec.name in inst.form.copies]
    return [_all_of(same) for same in zip(*copied, strict=True)]


# ---- the rules ----------------------------------------------------------------------------------


def laid_out(inst: ir.Inst) -> Bytes | None:
    """Return the bytes of the sources one after another: `mov.b32 %r1, {%rs1, %rs2}`."""
    return [*chain.from_iterable(_sources(inst))]


def bitwise(inst: ir.Inst) -> Bytes | None:
    """Return the same byte of each source; a byte of a constant may leave none of it."""
    strong = {"and": 0, "or": 0xFF}.get(inst.opcode)
    operands = _operands(inst, destinations=False)
    sources = [made for made in _sources(inst) if made]
    constants = [int(o.value) for _, o in operands if isinstance(o, ir.Immediate)]
    constants = constants if strong is not None else []
    return [
        _NOTHING
        if any(constant >> 8 * n & 0xFF == strong for constant in constants)
        else _all_of([made[n] for made in sources if n < len(made)])
        for n in range(_size(inst, inst.form.signature[0]))
    ]


def shifted(inst: ir.Inst) -> Bytes | None:
    """Return those of `a`, moved by a constant number of bits."""
    a, count = inst.operands[1:3]
    if not isinstance(count, ir.Immediate):
        return None
    made = _bytes(inst, inst.form.signature[1], a)
    bits, by = 8 * len(made), int(count.value)
    if inst.opcode == "shl":
        return _bits(made, -by, bits)
    is_signed = inst.fields["t"].startswith("s")
    return _bits([*made, *[made[-1] if is_signed else _NOTHING] * len(made)], min(by, bits), bits)


def funnelled(inst: ir.Inst) -> Bytes | None:
    """Return a word of two, moved by a constant number of bits."""
    *_, count = inst.operands
    if not isinstance(count, ir.Immediate):
        return None
    low, high, _ = _sources(inst)
    most = 31 if inst.fields["mode"] == "wrap" else 32
    by = int(count.value) & most if most == 31 else min(int(count.value), most)
    return _bits([*low, *high], by if inst.fields["way"] == "r" else 32 - by, 32)


def picked(inst: ir.Inst) -> Bytes | None:
    """Return the bytes of `a` and `b` that a constant chooses."""
    choice = inst.operands[3]
    if not isinstance(choice, ir.Immediate) or inst.fields["mode"]:
        return None
    low, high, _ = _sources(inst)
    both = [*low, *high]
    return [both[int(choice.value) >> 4 * n & 7] for n in range(4)]


def field(inst: ir.Inst) -> Bytes | None:
    """Return some bits of `a` from a constant bit on."""
    a, first, count = inst.operands[1:4]
    if not isinstance(first, ir.Immediate) or not isinstance(count, ir.Immediate):
        return None
    made = _bytes(inst, inst.form.signature[1], a)
    bits = min(int(count.value) & 0xFF, 8 * len(made))
    own = _bits(made, int(first.value) & 0xFF, bits)
    is_signed = inst.fields["t"].startswith("s")
    return [*own, *[own[-1] if is_signed and own else _NOTHING] * (len(made) - len(own))]


def inserted(inst: ir.Inst) -> Bytes | None:
    """Return `b`, with some bits of `a` from a constant bit on."""
    first, count = inst.operands[3:5]
    if not isinstance(first, ir.Immediate) or not isinstance(count, ir.Immediate):
        return None
    part, whole = _sources(inst)[:2]
    begin = int(first.value) & 0xFF
    end = begin + (int(count.value) & 0xFF)
    result: list[frozenset[Byte]] = []
    for n, below in enumerate(whole):
        low = max(begin, 8 * n)
        covered = max(min(end, 8 * n + 8) - low, 0)
        new = _all_of(_bits(part, low - begin, covered))
        result.append(new if covered == 8 else new | below)
    return result


def fitted(inst: ir.Inst) -> Bytes | None:
    """Return the low bytes of an integer; those that it does not have are zeros or its sign."""
    if inst.fields["sat"]:
        return None
    (made,) = _sources(inst)
    size = _size(inst, inst.form.signature[0])
    more = made[-1] if inst.fields["st"].startswith("s") else _NOTHING
    return [*made[:size], *[more] * (size - len(made))]


def pair(inst: ir.Inst) -> Bytes | None:
    """Return `a` for the upper half, and `b` for the lower."""
    high, low = (_all_of(made) for made in _sources(inst)[:2])
    half = _size(inst, inst.form.signature[0]) // 2
    return [*[low] * half, *[high] * half]


def pair_below(inst: ir.Inst) -> Bytes | None:
    """Return `b` for the lowest byte, `a` for the next, and above them the low half of `c`."""
    high, low, above = _sources(inst)
    return [_all_of(low), _all_of(high), *above[:2]]


def halves(inst: ir.Inst) -> Bytes | None:
    """Return the same half of each source, if two values are side by side."""
    names = (inst.fields[name] for name in ("dt", "st", "t") if name in inst.fields)
    if not any(name.endswith("x2") for name in names):
        return None
    half = _size(inst, inst.form.signature[0]) // 2
    result: list[frozenset[Byte]] = []
    for n in range(2):
        own = (made[n * len(made) // 2 : (n + 1) * len(made) // 2] for made in _sources(inst))
        result += [_all_of([*chain.from_iterable(own)])] * half
    return result
