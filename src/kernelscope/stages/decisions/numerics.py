"""Choices of the compiler that change results: fused arithmetic, flush to zero, approximations."""

from __future__ import annotations

from collections.abc import Callable

from kernelscope.record.inspection import Decision
from kernelscope.stages.decisions.ptx_code import PtxCode, times
from kernelscope.vgpu.ptx import syntax

# Bounds of the approximate instructions as the PTX ISA manual gives them, section 9.7.3 (f32) and
# 9.7.4 (f16, bf16); what is not listed has no bound there.
_BOUNDS: dict[tuple[str, str], str] = {
    ("rcp", "f32"): "1 unit in the last place",
    ("div", "f32"): "2 units in the last place",
    ("sqrt", "f32"): "relative error 2^-23",
    ("rsqrt", "f32"): "relative error 2^-22.9",
    ("sin", "f32"): "absolute error 2^-20.5 for -2π … 2π, more beyond",
    ("cos", "f32"): "absolute error 2^-20.5 for -2π … 2π, more beyond",
    ("lg2", "f32"): "absolute error 2^-22 between 0.5 and 2, relative error 2^-22 elsewhere",
    ("ex2", "f32"): "2 units in the last place",
    ("ex2", "f16"): "relative error 2^-9.9",
    ("ex2", "bf16"): "relative error 2^-7",
    ("tanh", "f32"): "relative error 2^-11",
    ("tanh", "f16"): "absolute error 2^-10.987",
    ("tanh", "bf16"): "absolute error 2^-8",
}
_FLOATS = ("f64", "f32", "f16x2", "bf16x2", "f16", "bf16")


def numerics_answer(code: PtxCode) -> list[Decision]:
    """What differs from each operation rounded by itself, by line of the source."""
    found: list[Decision] = []
    for select, tell in ((_is_fused, _fused), (_is_approximate, _approximate), (_is_tf32, _tf32)):
        found += _by_line(code, select, tell)
    flushed = [i for i in code.everywhere if "ftz" in i.modifiers]
    if flushed:
        text = (
            f"{len(flushed)} instructions flush numbers below 2^-126 to zero (.ftz), operands and "
            "results alike"
        )
        found.append(Decision("numerics", text, code.shown(flushed[0])))
    if not found:
        text = (
            "nothing here changes results: no fused multiply-add, no flush to zero, no "
            "approximate function"
        )
        return [Decision("numerics", text)]
    return found


def _by_line(
    code: PtxCode,
    select: Callable[[syntax.Instruction], bool],
    tell: Callable[[syntax.Instruction], str],
) -> list[Decision]:
    lines: dict[tuple[str, str], list[syntax.Instruction]] = {}
    for instruction in code.everywhere:
        if select(instruction):
            key = (code.source(instruction), tell(instruction))
            lines.setdefault(key, []).append(instruction)
    return [
        Decision("numerics", f"{text}, {times(len(each))} in the PTX", code.shown(each[0]), source)
        for (source, text), each in lines.items()
    ]


def _is_fused(instruction: syntax.Instruction) -> bool:
    return instruction.opcode == "fma" and any(f in instruction.modifiers for f in _FLOATS)


def _fused(instruction: syntax.Instruction) -> str:
    return (
        f"a multiplication and an addition are one {instruction.mnemonic}: rounded once, at the "
        "end, where two instructions would round twice (more exact, but not the same bits)"
    )


def _is_approximate(instruction: syntax.Instruction) -> bool:
    return bool({"approx", "full"} & set(instruction.modifiers)) or instruction.opcode == "tanh"


def _approximate(instruction: syntax.Instruction) -> str:
    kind = next((f for f in _FLOATS if f in instruction.modifiers), "").removesuffix("x2")
    bound = _BOUNDS.get((instruction.opcode, kind))
    within = f"within PTX's bound: {bound}" if bound else "for which PTX gives no bound"
    return f"{instruction.mnemonic} approximates, {within}"


def _is_tf32(instruction: syntax.Instruction) -> bool:
    return instruction.opcode in ("mma", "wgmma", "wmma") and "tf32" in instruction.modifiers


def _tf32(instruction: syntax.Instruction) -> str:
    return (
        "the tensor core takes fp32 operands as tf32: their last 13 of 23 bits of mantissa are "
        'left out (input_precision="ieee" keeps them, on ordinary cores)'
    )
