"""The search for an instruction that two forms of the table fit, which leaves its form open.

Two forms may have the same modifiers if their operands differ: `mov.b32 d, a` copies a register,
and `mov.b32 d, {a, b}` packs two. If both the modifiers and the operands fit, the forms overlap.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from kernelscope.vgpu import ir
from kernelscope.vgpu.ir.forms import Fields, Form, OperandSpec
from kernelscope.vgpu.ir.verify import misfit, vector_count
from kernelscope.vgpu.types import TYPES

_Matched = tuple[Form, Fields]
_Row = tuple[OperandSpec, OperandSpec | None]
"""One written operand: its specification, and that of the destination behind its bar."""

_ADDRESS = ir.Address(None, 0)
_SCALARS: tuple[ir.Operand, ...] = (
    ir.Immediate(0),
    *(ir.Register(name, scalar, 0) for name, scalar in TYPES.items()),
)


def overlap(form: Form, other: Form) -> str:
    """Return an instruction that both forms fit, without its operands; "" if there is none."""
    if not _may_match(form, other) or not _may_match(other, form):
        return ""
    choices = _choices(form, other)
    rows = [(first, second) for first in _rows(form) for second in _rows(other)]
    rows = [pair for pair in rows if _may_fit(*pair)]
    for row in itertools.product(*choices) if rows else ():
        modifiers = tuple(filter(None, row))
        fields, other_fields = form.match(modifiers), other.match(modifiers)
        if fields is None or other_fields is None:
            continue
        matched, other_matched = (form, fields), (other, other_fields)
        if any(_fit_together(matched, first, other_matched, second) for first, second in rows):
            return ".".join((form.opcode, *modifiers))
    return ""


# Most pairs with the same modifiers differ in operands whatever the modifiers are: a matrix of
# `wgmma` comes in four registers (`a:b32*4`) or as a descriptor (`a:b64`). Without this look at the
# signatures, all 32 shapes of each pair of forms would be tried, and the import would take 60 ms
# longer.
def _may_fit(first: list[_Row], second: list[_Row]) -> bool:
    """Return whether operands of these rows could fit both for some modifiers."""
    return len(first) == len(second) and all(
        (spec.kind == "address") == (other.kind == "address") and _same_count(spec, other)
        for (spec, _), (other, _) in zip(first, second, strict=True)
    )


def _same_count(spec: OperandSpec, other: OperandSpec) -> bool:
    if isinstance(spec.count, str) or isinstance(other.count, str):
        return True  # it depends on the modifiers
    return max(spec.count, 1) == max(other.count, 1)


def _rows(form: Form) -> Iterator[list[_Row]]:
    """Yield the operands of a form with and without each optional one."""
    whole: list[_Row] = []
    for spec in form.signature:
        if spec.paired:
            whole[-1] = whole[-1][0], spec
        else:
            whole.append((spec, None))
    optional = [place for place, (spec, _) in enumerate(whole) if spec.optional]
    for count in range(len(optional) + 1):
        # As in a written instruction, the first optional operands are there before the later ones.
        absent = set(optional[count:])
        yield [row for place, row in enumerate(whole) if place not in absent]


# An instruction of both forms has only modifiers that both know. For most pairs that leaves nothing
# to try: `atom . … . op:add` and `atom . … . op:min` share no choice of `op`, which each must have.
# The thousands of pairs that an import looks at end here, so this is quick.
def _may_match(form: Form, other: Form) -> bool:
    """Return whether both forms know a choice of each slot that the first must have."""
    return not any(map(_known(other).isdisjoint, _required(form)))


def _choices(form: Form, other: Form) -> list[tuple[str, ...]]:
    """Return what both forms allow in each slot, "" for nothing."""
    known = _known(other)
    return [
        (*filter(known.__contains__, slot.choices), *([""] if slot.optional else []))
        for slot in form.slots
    ]


@functools.lru_cache(maxsize=64)
def _required(form: Form) -> tuple[tuple[str, ...], ...]:
    return tuple(slot.choices for slot in form.slots if not slot.optional)


@functools.lru_cache(maxsize=64)
def _known(form: Form) -> frozenset[str]:
    return frozenset(itertools.chain.from_iterable(slot.choices for slot in form.slots))


def _fit_together(
    matched: _Matched, first: list[_Row], other: _Matched, second: list[_Row]
) -> bool:
    """Return whether some operands fit both rows."""
    for (spec, pair), (other_spec, other_pair) in zip(first, second, strict=True):
        if not _some_operand_fits(matched, spec, other, other_spec):
            return False
        needed = [p for p in (pair, other_pair) if p is not None and not p.optional]
        if not needed:
            continue
        if pair is None or other_pair is None:
            return False
        if not _some_operand_fits(matched, pair, other, other_pair):
            return False
    return True


def _some_operand_fits(
    first: _Matched, spec: OperandSpec, second: _Matched, other: OperandSpec
) -> bool:
    """Return whether some operand fits both: an address, a literal, registers of some type."""
    count = max(_count(first, spec), 1)
    vectors = ((scalar,) * count for scalar in _SCALARS) if count > 1 else _SCALARS
    operands = [_ADDRESS] if "address" in (spec.kind, other.kind) else vectors
    return any(
        not misfit(spec, operand, first[1], first[0])
        and not misfit(other, operand, second[1], second[0])
        for operand in operands
    )


def _count(matched: _Matched, spec: OperandSpec) -> int:
    return vector_count(spec, matched[1], matched[0]) if spec.kind == "value" else 0
