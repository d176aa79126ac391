"""The answer to "vectorize": how wide each access to global memory is, and why it is not wider.

In: a Triton kernel's TTGIR and its PTX. Out: `AccessDecision`s, in the order of the PTX.

The width comes from the PTX, as it is what runs; the cause comes from the TTGIR, where the facts
are. `x = tl.load(x_ptr + offsets)` on line 84 is one `tt.load` and, in the PTX, either one
`ld.global.v4.b32` or four `ld.global.b32`, all with line 84 as their place. The narrowest of them
is the width. `explain` then computes the width that Triton's facts allow (`expected_bits`) and what
128 bits would need; a difference from the PTX means that LLVM split the access.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kernelscope.inside.decisions.axis import AxisAnalysis
from kernelscope.inside.decisions.causes import Blame, Cause
from kernelscope.inside.decisions.linear import Layout, layout_of, read_encoding
from kernelscope.inside.decisions.mlir import Module, Operation
from kernelscope.inside.decisions.ptx_code import PtxAccess, PtxCode
from kernelscope.inside.decisions.tensors import BlockType
from kernelscope.record.inspection import AccessDecision, Decision
from kernelscope.vgpu.layout import LANES

_WIDEST_BITS = 128
_OPERATIONS = {
    "tt.load": "load",
    "tt.store": "store",
    "tt.atomic_rmw": "atom",
    "tt.atomic_cas": "atom",
    "ttg.async_copy_global_to_local": "copy",
}
_BULK = "ttng.async_tma_"
# The number of the operand that is the mask.
_MASK_AT = {"load": 1, "store": 2, "copy": 2, "atom": 2}

_Key = tuple[str, int, int]


def triton_accesses(ttgir: Module, ptx: PtxCode, values: Mapping[str, int]) -> list[AccessDecision]:
    """Return each access of the source to global memory, in the order of the PTX.

    `values`: the arguments of its launch, by name; for a pointer, the bytes between it and the
    start of its allocation.
    """
    axis = AxisAnalysis(ttgir)
    blame = Blame(axis, values)
    operations: dict[tuple[str, _Key | None], list[Operation]] = {}
    for op in ttgir.operations():
        if op.name in _OPERATIONS:
            operations.setdefault((_OPERATIONS[op.name], op.place and op.place.key), []).append(op)
    decisions: list[AccessDecision] = []
    for (op, key, source), group in _grouped(ptx):
        bits = min(access.bits for access in group)
        asked = operations.get((op, key), [])
        each = [explain(operation, axis, blame) for operation in asked]
        best = max((e.possible_bits for e in each), default=0)
        causes = [cause for e in each for cause in e.causes]
        cause, chain = _in_words(causes, bits, max(bits, best), each)
        decisions.append(AccessDecision(source, "global", op, bits, max(bits, best), cause, chain))
    return decisions + _bulk_copies(ttgir, axis)


def _bulk_copies(ttgir: Module, axis: AxisAnalysis) -> list[AccessDecision]:
    """Return the copies through tensor descriptors: one instruction moves a whole block."""
    copies: dict[tuple[str, str, int], None] = {}
    for op in ttgir.operations():
        if op.name.startswith(_BULK) and "wait" not in op.name:
            block = max((axis.types[v] for v in op.operands), key=lambda moved: moved.count)
            op_name = "bulk load" if "_to_local" in op.name or "gather" in op.name else "bulk store"
            copies[op.source, op_name, block.count * block.bits] = None
    return [AccessDecision(at, "global", op_name, bits, bits) for at, op_name, bits in copies]


def _grouped(
    ptx: PtxCode,
) -> Iterable[tuple[tuple[str, _Key | None, str], list[PtxAccess]]]:
    groups: dict[tuple[str, _Key | None, str], list[PtxAccess]] = {}
    for access in (access for part in ptx.parts for access in part.accesses()):
        if access.space in ("global", "generic"):
            place = ptx.place(access.instruction)
            key = (access.op, place and place.key, place.source if place else "")
            groups.setdefault(key, []).append(access)
    return groups.items()


def _in_words(
    causes: list[Cause], bits: int, possible: int, each: list[Explained]
) -> tuple[str, tuple[str, ...]]:
    """Return the causes in one sentence, and the chain from the access to each."""
    if bits >= possible:
        return "", ()
    if not causes:
        expected = max((e.expected_bits for e in each), default=0)
        text = f"unknown: Triton's own rules allow {expected} bits; LLVM split the access"
        return (text if expected > bits else "unknown: none of our rules explains it"), ()
    chain: dict[str, None] = {}
    parts: list[str] = []
    said: set[str] = set()
    for cause in {cause.text: cause for cause in causes}.values():
        parts.append(f"{cause.kind}: {cause.why}" if cause.remedy in said else cause.text)
        chain |= dict.fromkeys((*cause.chain, parts[-1]))
        said.add(cause.remedy)
    return "; also ".join(parts), tuple(chain)


@dataclass(frozen=True, slots=True)
class Explained:
    """One operation: the bits that a thread could move at once, those that Triton can prove, and
    the causes of the difference.
    """

    possible_bits: int
    expected_bits: int
    causes: tuple[Cause, ...] = ()


def explain(op: Operation, axis: AxisAnalysis, blame: Blame) -> Explained:
    """Return the limits of one access: its pointers, its mask, its layout.

    A load of 128 bits of `float` needs 4 elements in a row (`contiguity`) that begin at a multiple
    of 16 bytes (`divisibility`), a mask that is equal for 4 elements (`constancy`), and a layout
    that gives a thread 4 neighbours (`run`). The width is the least of the four. All that lack
    something are named, since fixing one of two would change nothing.
    """
    pointer = op.operands[0]
    pointers = axis.types[pointer]
    layout = layout_of(pointers.encoding, pointers.shape)
    if not pointers.shape:
        return Explained(pointers.bits, pointers.bits)
    widest = (
        _widest_atomic(op, pointers, axis.capability)
        if _OPERATIONS[op.name] == "atom"
        else _WIDEST_BITS
    )
    possible = min(widest, pointers.bits * pointers.count)
    need = max(1, possible // pointers.bits)
    facts, mask = axis[pointer], _mask(op, axis)
    dim = _fastest(pointer, axis, blame, layout, need)
    width = facts.contiguity[dim]
    if width == 1 and facts.constancy[dim] % need == 0:
        # One address for all, as in `tl.load(starts + zeros)`: there is only one element to move.
        return Explained(pointers.bits, pointers.bits)
    aligned = max(1, facts.divisibility[dim] // max(1, pointers.bits // 8))
    causes: list[Cause] = []
    most = min(need, pointers.shape[dim])  # a run ends with the block
    if width % most:
        causes += blame.contiguity(pointer, dim, most)
    elif aligned % most:
        causes += blame.divisibility(pointer, dim, most * pointers.bits // 8)
    constant = axis[mask].constancy[dim] if mask else need
    if constant % most:
        causes += blame.mask(mask, dim, most)
    run = layout.run(dim) if layout is not None else need
    # Triton chooses the layout by what it knows of the pointers. `at += step` of an unknown `step`
    # gives sizePerThread = [1], because the pointers are not aligned. So a short run is a cause of
    # its own only if pointers and alignment would allow more, or if the block is too small for all
    # threads; otherwise the reader would be sent to change a layout that is only a consequence.
    if most < need:
        why = f"the block has {most} elements in a row in memory; {need} would fill 128 bits"
        causes.append(Cause("dtype", why, f"make its dimension {dim} longer"))
    elif run < need and (run < min(width, aligned) or pointers.count < need * axis.threads):
        causes.append(_layout_cause(pointers, layout, run, need, axis.threads))
    expected = min(need, width, aligned, constant, run) * pointers.bits
    return Explained(possible, max(pointers.bits, expected), tuple(causes))


def _widest_atomic(op: Operation, pointers: BlockType, capability: int) -> int:
    """Return the widest atomic: f16 is added in pairs, and all floats up to 128 bits from sm_90."""
    if "fadd" in op.words and pointers.pointee in ("f16", "bf16", "f32") and capability >= 90:
        return _WIDEST_BITS
    return 32 if "fadd" in op.words and pointers.pointee == "f16" else pointers.bits


def _fastest(
    pointer: str, axis: AxisAnalysis, blame: Blame, layout: Layout | None, need: int
) -> int:
    """Return the dimension along which elements are neighbours in memory.

    If the facts name none, it is the dimension whose causes include no stride, or else the last.

    `x + down * stride + wrapped`, with `wrapped = (… + across) % n`: neither dimension has a run.
    Along dimension 0 the elements are `stride` apart, and no code asks for them at 1. Along
    dimension 1 only the wrap-around is in the way. So dimension 1 is meant, and `n` must change.
    Taking dimension 0 would advise passing `stride` = 1, which would break the program.
    """
    runs = axis[pointer].contiguity
    if len(runs) == 1 or max(runs) > 1:
        return runs.index(max(runs))
    from_last = reversed([d for d, equal in enumerate(axis[pointer].constancy) if equal % need])
    dims = list(from_last) or [layout.order[0] if layout is not None else len(runs) - 1]
    for dim in dims:
        if all(cause.kind != "stride" for cause in blame.contiguity(pointer, dim, need)):
            return dim
    return dims[0]


def _mask(op: Operation, axis: AxisAnalysis) -> str:
    """Return the value that masks an access, or ""."""
    at = _MASK_AT.get(_OPERATIONS[op.name], len(op.operands))
    if _OPERATIONS[op.name] == "copy" and " mask " not in f" {op.words} ":
        return ""
    value = op.operands[at] if at < len(op.operands) else ""
    return value if value and axis.types[value].element == "i1" else ""


def _layout_cause(
    block: BlockType, layout: Layout | None, run: int, need: int, threads: int
) -> Cause:
    each = block.count / threads
    if each < need:
        fewer = max(1, block.count // need // LANES)
        remedy = f"{need * threads} elements"
        remedy += f" or num_warps={fewer}" if fewer * LANES < threads else ""
        many = f"{each:g} each" if each >= 1 else "less than one each"
        why = (
            f"a block of {'×'.join(map(str, block.shape))} {block.pointee} gives {threads} threads "
            f"{many}; {need} would fill 128 bits"
        )
        return Cause("dtype", why, f"use {remedy}")
    shown = read_encoding(block.encoding)
    size = shown[1].get("sizePerThread", "")
    why = (
        f"{shown[0] or block.encoding}{f' sizePerThread = {size}' if size else ''} gives a thread "
        f"{run} element{'s' * (run != 1)} of {block.bits} bits in a row; {need} would fill 128. It "
        "was chosen for another access or operation on the same values (a wider dtype, a "
        "reduction, a dot)"
    )
    return Cause("layout", why, "give this access a block of its own")


def accesses_answer(accesses: Iterable[AccessDecision]) -> list[Decision]:
    """Return each access in words."""
    answers: list[Decision] = []
    for access in accesses:
        text = f"{access.op} of {access.bits} bits for each thread"
        if access.op.startswith("bulk"):
            text = f"{access.op} of {access.bits // 8:,} bytes, a whole block, by one thread (TMA)"
        if access.cause:
            text += f"; {access.possible_bits} are possible: {access.cause}"
        elif access.bits == _WIDEST_BITS:
            text += ": the widest there is"
        steps = (step for step in access.chain if step not in access.cause)
        answers.append(Decision("vectorize", text, "\n".join(steps), access.source))
    return answers
