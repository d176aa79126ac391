"""The answer to "tensor-cores": the instruction that each matrix product became, or why none.

In: a kernel's TTGIR and PTX. Out: a `Decision` for each `tl.dot`, or for each tensor-core
instruction if there is no TTGIR. A `tt.dot` whose result has an `#ttg.nvidia_mma` encoding uses
tensor cores; any other encoding means ordinary multiplications and additions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kernelscope.inside.decisions.linear import read_encoding
from kernelscope.inside.decisions.mlir import Module, Operation
from kernelscope.inside.decisions.ptx_code import PtxCode, times
from kernelscope.inside.decisions.tensors import BlockType, Types
from kernelscope.record.inspection import Decision
from kernelscope.vgpu.ptx import syntax

DOTS = frozenset(
    (
        "tt.dot",
        "tt.dot_scaled",
        "ttng.warp_group_dot",
        "ttng.tc_gen5_mma",
        "ttng.tc_gen5_mma_scaled",
    )
)
_PRODUCTS = frozenset(("mma", "wgmma", "wmma", "tcgen05"))
_WGMMA_TYPES = frozenset(("f16", "bf16", "f32", "i8", "f8E4M3FN", "f8E5M2"))


def tensor_core_answer(ttgir: Module | None, code: PtxCode, capability: int) -> list[Decision]:
    """Return one answer for each matrix product of the source."""
    products = [i for i in code.everywhere if _is_product(i)]
    if ttgir is None:
        return _of_ptx(code, products)
    types = Types(ttgir)
    warps = ttgir.number("ttg.num-warps", 4)
    answers: dict[str, Decision] = {}
    for op in ttgir.operations():
        if op.name in DOTS:
            mine = [i for i in products if _from(code, i, op)]
            answer = _of_dot(op, types, code, mine or products, warps, capability)
            answers.setdefault(answer.text, answer)
    if not answers:
        text = "the kernel has no tl.dot, and only tl.dot becomes tensor-core instructions"
        return [Decision("tensor-cores", text)]
    return list(answers.values())


def _is_product(instruction: syntax.Instruction) -> bool:
    words = instruction.modifiers
    if instruction.opcode in ("wgmma", "wmma", "tcgen05"):
        return bool({"mma_async", "mma"} & {word.split("::")[0] for word in words})
    return instruction.opcode in _PRODUCTS


def _from(code: PtxCode, instruction: syntax.Instruction, op: Operation) -> bool:
    place = code.place(instruction)
    return place is not None and op.place is not None and place.key == op.place.key


def _of_ptx(code: PtxCode, products: list[syntax.Instruction]) -> list[Decision]:
    if not products:
        text = (
            "the kernel has no tensor-core instruction: CUDA C++ and Numba use tensor cores only "
            "if the source says so (wmma, mma or wgmma in asm, a library's kernel)"
        )
        return [Decision("tensor-cores", text)]
    groups: dict[tuple[str, str], list[syntax.Instruction]] = {}
    for instruction in products:
        groups.setdefault((instruction.mnemonic, code.source(instruction)), []).append(instruction)
    return [
        Decision(
            "tensor-cores", f"{_in_words(each[0])}, {times(len(each))}", _shown(code, each), at
        )
        for (_, at), each in groups.items()
    ]


def _of_dot(
    op: Operation,
    types: Types,
    code: PtxCode,
    products: list[syntax.Instruction],
    warps: int,
    capability: int,
) -> Decision:
    a, b = types[op.operands[0]], types[op.operands[1]]
    size = f"{'×'.join(map(str, a.shape))} by {'×'.join(map(str, b.shape))} of {a.element}"
    result = types[op.results[0]] if op.results else a
    if op.name == "tt.dot" and read_encoding(result.encoding)[0] != "nvidia_mma":
        why = "; ".join(_why_none(op, a, capability))
        text = f"{size}: multiplied by fma on the ordinary cores, not on tensor cores: {why}"
        return Decision("tensor-cores", text, f"ttgir:{op.line}: {result.encoding}", op.source)
    text = f"{size}: {_in_words(products[0]) if products else op.name}"
    if products:
        text += f", {times(len(products))} in the PTX"
    if capability // 10 == 9 and op.name == "tt.dot":
        reasons = _why_not_wgmma(a, result, warps)
        text += f"; not by wgmma, which is faster on sm_90: {'; '.join(reasons)}"
    return Decision("tensor-cores", text, _shown(code, products), op.source)


def _why_none(op: Operation, a: BlockType, capability: int) -> Iterable[str]:
    """Yield why tensor cores were not used.

    The rules are those of Triton's `supportMMA`, and of its pass that turns fp32 products into
    tf32 products.
    """
    if capability < 80:
        yield f"Triton uses tensor cores from sm_80 on, and this is sm_{capability}"
        return
    asked = re.search(r"inputPrecision = (\w+)", op.words)
    if a.element == "f32" and (asked is None or asked[1] == "ieee"):
        yield (
            'tensor cores have no fp32 products with input_precision="ieee"; '
            'input_precision="tf32" (10 bits of mantissa) or "tf32x3" uses them'
        )
        return
    if a.element == "f64":
        yield f"Triton uses them for fp64 only on sm_80 and sm_90, and this is sm_{capability}"
        return
    rows, columns = a.shape[-2], a.shape[-1]
    if min(rows, columns) < 16:
        yield f"the tile of {rows}×{columns} is smaller than an instruction's 16×16"
        return
    yield f"Kernelscope knows no instruction for {a.element}"


def _why_not_wgmma(a: BlockType, result: BlockType, warps: int) -> list[str]:
    """Return the conditions of Triton for wgmma that a product does not meet."""
    reasons: list[str] = []
    if warps % 4:
        reasons.append(f"it needs whole groups of 4 warps, and num_warps is {warps}")
    rows, columns = result.shape[-2], result.shape[-1]
    if rows % 64:
        reasons.append(f"it multiplies 64 rows at once, and the tile has {rows}")
    if columns % 16:
        reasons.append(f"Triton needs a multiple of 16 columns for it, and the tile has {columns}")
    if a.element not in _WGMMA_TYPES:
        reasons.append(f"it does not multiply {a.element}")
    if len(result.shape) > 2:
        reasons.append("Triton does not use it for a batch of products")
    return reasons or ["none of our rules explains it"]


def _in_words(instruction: syntax.Instruction) -> str:
    """Describe `wgmma.mma_async … m64n128k16.f32.bf16.bf16` in words."""
    words = instruction.modifiers
    shape = next(
        (
            re.fullmatch(r"m(\d+)n(\d+)k(\d+)", w)
            for w in words
            if w[:1] == "m" and "n" in w and "k" in w
        ),
        None,
    )
    after = words[words.index(shape[0]) + 1 :] if shape else ()
    kinds = [w for w in after if re.fullmatch(r"(?:bf|tf|f|s|u|b|e)\d\w*", w)]
    name = {"wgmma": "wgmma (a group of 4 warps)", "mma": "mma.sync (one warp)"}.get(
        instruction.opcode, instruction.opcode
    )
    if shape is None:
        return name
    size = f"{shape[1]}×{shape[2]}×{shape[3]}"
    if len(kinds) == 4:  # of mma: result, a, b, c
        kinds = [kinds[0], kinds[1], kinds[2]]
    types = f", {kinds[1]} × {kinds[2]} summed in {kinds[0]}" if len(kinds) == 3 else ""
    return f"{name}, rows×columns×depth {size}{types}"


def _shown(code: PtxCode, products: list[syntax.Instruction]) -> str:
    return "\n".join(code.shown(product) for product in products[:2])
