"""Selectors of video instructions: `%r1.b0` and `-%r1` become modifiers of the instruction."""

from __future__ import annotations

import functools
import re
from dataclasses import replace

from kernelscope.vgpu.ir.forms import TABLE
from kernelscope.vgpu.ptx import syntax

_PART = re.compile(r"(.+)\.([bh][0-7]{1,4})")
_NAMES = "dabc"


@functools.cache
def takes_parts(opcode: str) -> bool:
    """Return whether an instruction may choose bytes and half words of its operands."""
    return any(slot.operand for form in TABLE.get(opcode, ()) for slot in form.slots)


def with_parts_in_name(inst: syntax.Instruction) -> syntax.Instruction:
    """Return an instruction with its operands' selectors and signs among its modifiers.

    `vadd.s32.u32.u32 d.b0, a, b.h1, c` has the modifiers s32, u32, u32, d.b0 and b.h1, and
    `vmad.s32.s32.s32 d, -a, b, c` s32, s32, s32 and -a.
    """
    parts: list[str] = []
    signs: list[str] = []
    operands: list[syntax.Operand] = []
    for name, operand in zip(_NAMES, inst.operands, strict=False):
        plain = operand
        if isinstance(plain, syntax.Negated) and plain.sign == "-":
            signs.append(f"-{name}")
            plain = plain.name
        if isinstance(plain, syntax.Name) and (part := _PART.fullmatch(plain.text)):
            parts.append(f"{name}.{part[2]}")
            plain = replace(plain, text=part[1])
        operands.append(plain)
    unchanged = inst.operands[len(_NAMES) :]
    return replace(
        inst, modifiers=(*inst.modifiers, *parts, *signs), operands=(*operands, *unchanged)
    )
