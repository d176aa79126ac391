"""The answer to "numerics": choices of the compiler that change results.

In: a kernel's PTX and TTGIR. Out: `Decision`s on fused or approximate arithmetic, on the order of
sums, and on numbers that are flushed to zero.
"""

from __future__ import annotations

from collections.abc import Callable

from kernelscope.inside.decisions.mlir import Module
from kernelscope.inside.decisions.ptx_code import PtxCode, times
from kernelscope.inside.decisions.tensors import Types
from kernelscope.record.inspection import Decision
from kernelscope.vgpu.ptx import syntax

# Error bounds of the approximate instructions, with their sections of the PTX ISA manual (version
# 8.7). The manual gives no bound for an instruction that is not listed.
_BOUNDS: dict[tuple[str, str], tuple[str, str]] = {
    ("div.approx", "f32"): ("2 ulp, for a divisor between 2^-126 and 2^126", "9.7.3.8"),
    ("div.full", "f32"): ("2 ulp", "9.7.3.8"),
    ("rcp", "f32"): ("1 ulp", "9.7.3.13"),
    ("sqrt", "f32"): ("relative error 2^-23", "9.7.3.15"),
    ("rsqrt", "f32"): ("relative error 2^-22.9", "9.7.3.16"),
    ("sin", "f32"): (
        "absolute error 2^-20.5 up to 2π, 2^-14.7 up to 100π, none beyond",
        "9.7.3.18",
    ),
    ("cos", "f32"): (
        "absolute error 2^-20.5 up to 2π, 2^-14.7 up to 100π, none beyond",
        "9.7.3.19",
    ),
    ("lg2", "f32"): ("absolute error 2^-22 from 0.5 to 2, relative 2^-22 elsewhere", "9.7.3.20"),
    ("ex2", "f32"): ("2 ulp", "9.7.3.21"),
    ("tanh", "f32"): ("relative error 2^-11", "9.7.3.22"),
    ("tanh", "f16"): ("absolute error 2^-10.987", "9.7.4.9"),
    ("tanh", "bf16"): ("absolute error 2^-8", "9.7.4.9"),
    ("ex2", "f16"): ("relative error 2^-9.9", "9.7.4.10"),
    ("ex2", "bf16"): ("relative error 2^-7", "9.7.4.10"),
}
_FLOATS = ("f64", "f32", "f16x2", "bf16x2", "f16", "bf16")


def numerics_answer(code: PtxCode, ttgir: Module | None) -> list[Decision]:
    """Return the differences from rounding each operation separately, by source line."""
    answers: list[Decision] = []
    kinds = (
        (_is_fused, _fused),
        (_is_approximate, _approximate),
        (_is_tf32, _three_tf32 if _splits(code) else _tf32),
        (_is_atomic_sum, _atomic_sum),
    )
    for select, tell in kinds:
        answers += _by_line(code, select, tell)
    answers += _sums(ttgir) if ttgir is not None else []
    flushed = [i for i in code.everywhere if "ftz" in i.modifiers]
    if flushed:
        text = (
            f"{len(flushed)} instruction{'s flush' if len(flushed) > 1 else ' flushes'} numbers "
            "below 2^-126 to zero (.ftz), operands as well as results"
        )
        answers.append(Decision("numerics", text, code.shown(flushed[0])))
    if not answers:
        text = (
            "nothing here changes results: no fused multiply-add, no flush to zero, no "
            "approximate function, no sum in another order"
        )
        return [Decision("numerics", text)]
    return answers


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
        f"a multiplication and an addition are one {instruction.mnemonic}: it rounds once, and "
        "two instructions would round twice (more exact, but not the same bits)"
    )


def _is_approximate(instruction: syntax.Instruction) -> bool:
    return bool({"approx", "full"} & set(instruction.modifiers)) or instruction.opcode == "tanh"


def _approximate(instruction: syntax.Instruction) -> str:
    type_name = next((f for f in _FLOATS if f in instruction.modifiers), "").removesuffix("x2")
    name = instruction.opcode
    if name == "div":
        name += ".full" if "full" in instruction.modifiers else ".approx"
    bound = _BOUNDS.get((name, type_name))
    if bound is None:
        return f"{instruction.mnemonic} approximates; the PTX manual gives no error bound"
    ulp = bound[0].replace("ulp", "units in the last place").replace("1 units", "1 unit")
    return f"{instruction.mnemonic} approximates: error at most {ulp} (PTX manual, {bound[1]})"


def _is_atomic_sum(instruction: syntax.Instruction) -> bool:
    words = instruction.modifiers
    return instruction.opcode in ("atom", "red") and "add" in words and bool({*_FLOATS} & {*words})


def _atomic_sum(instruction: syntax.Instruction) -> str:
    return (
        f"{instruction.mnemonic} adds in the order in which threads arrive; the order, and with it "
        "the last bits of the sum, may differ from run to run"
    )


def _sums(ttgir: Module) -> list[Decision]:
    """Return the sums of a block's elements, whose order the compiler chooses."""
    types = Types(ttgir)
    answers: dict[tuple[str, str], Decision] = {}
    for op in ttgir.operations():
        if op.name == "tt.reduce" and any(inner.name == "arith.addf" for inner in op.walk()):
            text = (
                f"the {types[op.operands[0]]} of a sum are not added one after the other, but "
                "first in each thread, then across the lanes of a warp, then across warps: the "
                "last bits may differ"
            )
            answers[op.source, text] = Decision("numerics", text, f"ttgir:{op.line}", op.source)
    return list(answers.values())


def _is_tf32(instruction: syntax.Instruction) -> bool:
    return instruction.opcode in ("mma", "wgmma", "wmma") and "tf32" in instruction.modifiers


def _tf32(instruction: syntax.Instruction) -> str:
    return (
        "the tensor core reads fp32 operands as tf32: it drops the last 13 of their 23 bits of "
        'mantissa (input_precision="ieee" keeps them, on ordinary cores)'
    )


def _three_tf32(_instruction: syntax.Instruction) -> str:
    return (
        "three products of tf32 stand for one of fp32 (tf32x3): each factor is its tf32 and the "
        "rest of it, and only the product of both rests is left out, 2^-22 of the whole"
    )


def _splits(code: PtxCode) -> bool:
    """Return whether a number is split into its tf32 and the rest.

    `cvt.rna.tf32.f32 %r2, %r1; sub.f32 %r3, %r1, %r2;`: without the subtraction the product of
    `%r2` alone is one of tf32, off by 2^-11.
    """
    names = [
        (instruction, [getattr(operand, "text", "") for operand in instruction.operands])
        for instruction in code.everywhere
    ]
    whole = {
        given[0]: given[1]
        for instruction, given in names
        if instruction.opcode == "cvt" and "tf32" in instruction.modifiers
    }
    return any(
        whole.get(given[2]) == given[1]
        for instruction, given in names
        if instruction.opcode == "sub" and "f32" in instruction.modifiers
    )
