"""The way of a form into the table: checked against the manual and the other forms, and added."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernelscope.vgpu.ir.forms import (
    TABLE,
    Code,
    Fields,
    Form,
    Meaning,
    Role,
    Slot,
    find_forms,
    parse_signature,
    parse_slots,
)
from kernelscope.vgpu.ir.manual import VERSION, sections_of
from kernelscope.vgpu.ir.overlap import overlap


def define(
    spec: str,
    signature: str,
    *,
    words: str,
    meaning: Meaning,
    code: Code,
    section: str = "",
    kind: str = "pure",
    pipe: str = "alu",
    flops: int = 0,
    valid: Callable[[Fields], bool] | None = None,
    access: str = "",
    shape: str = "",
    role: Role = Role.CALCULATE,
    **extra: Any,
) -> None:
    """Add one form to the table.

    How `spec` and `signature` are written is at the top of `forms`; the other arguments are the
    attributes of `Form`, and what is not one of them goes into `extra`: `target` is the `.target`
    that the assembler needs for it, or a function of the fields, if that is not sm_90a; `keeps_nan`
    says that its results' NaNs are right already (`forms.keeps_nan`); `made_of` is the rule which
    bytes of its sources make a byte of a result (`byte_sources`); `copies` names the operands
    whose bits its results have, if its role does not say so; `faults` that it may stop a
    launch though it is not a memory instruction; `types` has the operand types that are functions
    of the fields, `bounds` the values that an operand may have, `macs` the multiply-adds of a
    product, `by_gpu` that its meaning takes the compute capability (`sm`); `say` computes words,
    and `tells` names the modifiers that the words need not repeat.
    The section of the manual is looked up in `manual`; give `section` only if the manual has
    several of this name (`mov`).

    Raises:
        ValueError: the manual's list has no such instruction, or some instruction would fit
            another form of the table too.
    """
    opcode, slots = parse_slots(spec)
    form = Form(
        opcode=opcode,
        slots=slots,
        signature=parse_signature(signature),
        meaning=meaning,
        code=code,
        kind=kind,
        pipe=pipe,
        words=words,
        section=_section(spec, slots, section),
        flops=flops,
        valid=valid,
        access=access,
        shape=shape,
        role=role,
        extra=extra,
        spec=f"{spec} ({signature})",
    )
    forms = TABLE.setdefault(opcode, [])
    for other in forms:
        both = overlap(form, other)
        if both:
            raise ValueError(f"`{both}` fits two forms, `{other.spec}` and `{form.spec}`")
    forms.append(form)
    find_forms.cache_clear()


def _section(spec: str, slots: tuple[Slot, ...], given: str) -> str:
    """Return the section of the manual that defines an instruction."""
    opcode = spec.partition(".")[0].strip()
    always = [slot.choices[0] for slot in slots if not slot.optional and len(slot.choices) == 1]
    types = next((slot.choices for slot in slots if slot.name == "t"), ())
    numbers = sections_of(opcode, always, types)
    if given in numbers:
        return given
    if len(numbers) != 1 or given:
        wrong = f"not {given}" if given else "so `section` must say which"
        known = f"`{opcode}` is in {' and '.join(numbers)}, {wrong}"
        missing = f"PTX ISA {VERSION} has no `{spec}` by its contents in ir/manual.py; add it there"
        raise ValueError(known if numbers else missing)
    return numbers[0]
