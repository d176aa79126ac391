"""How wide each access to global memory is, and why it is not wider."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kernelscope.record.inspection import AccessDecision, Decision
from kernelscope.stages.decisions.axis import AxisAnalysis
from kernelscope.stages.decisions.causes import Blame, Cause
from kernelscope.stages.decisions.linear import Layout, layout_of, read_encoding
from kernelscope.stages.decisions.mlir import Module, Operation
from kernelscope.stages.decisions.ptx_code import PtxAccess, PtxCode
from kernelscope.stages.decisions.tensors import BlockType

_WIDEST_BITS = 128
_LANES = 32
_OPERATIONS = {
    "tt.load": "load",
    "tt.store": "store",
    "tt.atomic_rmw": "atom",
    "tt.atomic_cas": "atom",
    "ttg.async_copy_global_to_local": "copy",
}
# Where an operation that reads or writes global memory names its mask.
_MASK_AT = {"load": 1, "store": 2, "copy": 2}

_Key = tuple[str, int, int]


def triton_accesses(ttgir: Module, ptx: PtxCode, values: Mapping[str, int]) -> list[AccessDecision]:
    """Each access of the source to global memory, in the order of the PTX.

    `values` are those of the kernel's arguments at its launch, by name; of a pointer, the bytes
    between it and the start of its allocation.
    """
    axis = AxisAnalysis(ttgir)
    blame = Blame(axis, values)
    warps = ttgir.number("ttg.num-warps", 4)
    operations: dict[tuple[str, _Key | None], list[Operation]] = {}
    for op in ttgir.operations():
        if op.name in _OPERATIONS:
            operations.setdefault((_OPERATIONS[op.name], op.place and op.place.key), []).append(op)
    found: list[AccessDecision] = []
    for (op, key, source), group in _grouped(ptx):
        bits = min(access.bits for access in group)
        asked = operations.get((op, key), [])
        each = [explain(one, axis, blame, warps) for one in asked]
        best = max((e.possible_bits for e in each), default=0)
        causes = [cause for e in each for cause in e.causes]
        cause, chain = _told(causes, bits, max(bits, best), each)
        found.append(AccessDecision(source, "global", op, bits, max(bits, best), cause, chain))
    return found


def _grouped(
    ptx: PtxCode,
) -> Iterable[tuple[tuple[str, _Key | None, str], list[PtxAccess]]]:
    groups: dict[tuple[str, _Key | None, str], list[PtxAccess]] = {}
    for access in ptx.accesses():
        if access.space in ("global", "generic"):
            place = ptx.place(access.instruction)
            key = (access.op, place and place.key, place.source if place else "")
            groups.setdefault(key, []).append(access)
    return groups.items()


def _told(
    causes: list[Cause], bits: int, possible: int, each: list[Explained]
) -> tuple[str, tuple[str, ...]]:
    """The causes in one sentence, and the chain of the first of them."""
    if bits >= possible:
        return "", ()
    if not causes:
        expected = max((e.expected_bits for e in each), default=0)
        text = f"by Triton's own rules {expected} bits would do; LLVM split the access"
        return (text if expected > bits else "unknown: no rule here explains it"), ()
    texts = dict.fromkeys(cause.text for cause in causes)
    first, *others = texts
    more = "".join(f"; also: {text}" for text in others)
    return first + more, (*causes[0].chain, first)


@dataclass(frozen=True, slots=True)
class Explained:
    """One operation: what a thread could move at once, what Triton can prove, and what is lost."""

    possible_bits: int
    expected_bits: int
    causes: tuple[Cause, ...] = ()


def explain(op: Operation, axis: AxisAnalysis, blame: Blame, warps: int) -> Explained:
    """What limits one access: its pointers, its mask, its layout."""
    pointer = op.operands[0]
    kind = axis.types[pointer]
    layout = layout_of(kind.encoding, kind.shape)
    if not kind.shape:
        return Explained(kind.bits, kind.bits)
    possible = min(_WIDEST_BITS, kind.bits * kind.count)
    need = max(1, possible // kind.bits)
    if _OPERATIONS[op.name] == "atom":
        return Explained(kind.bits, kind.bits)
    facts = axis[pointer]
    width = max(facts.contiguity)
    # Along which the elements lie in memory; where none is known to, that of the layout.
    dim = facts.contiguity.index(width)
    if width == 1:
        dim = layout.order[0] if layout is not None else len(kind.shape) - 1
    aligned = max(1, facts.divisibility[dim] // max(1, kind.bits // 8))
    causes: list[Cause] = []
    if width % need:
        causes += blame.contiguity(pointer, dim, need)
    elif aligned % need:
        causes += blame.divisibility(pointer, dim, need * kind.bits // 8)
    mask = _mask(op, axis)
    constant = axis[mask].constancy[dim] if mask else need
    if constant % need:
        causes += blame.constancy(mask, dim, need)
    run = layout.run(dim) if layout is not None else need
    if run < need and (not causes or run < min(width, aligned, constant)):
        causes.append(_layout_cause(kind, layout, run, need, warps))
    expected = min(need, width, aligned, constant, run) * kind.bits
    return Explained(possible, max(kind.bits, expected), tuple(causes))


def _mask(op: Operation, axis: AxisAnalysis) -> str:
    """The value that masks an access, or ""."""
    at = _MASK_AT.get(_OPERATIONS[op.name], len(op.operands))
    if _OPERATIONS[op.name] == "copy" and " mask " not in f" {op.words} ":
        return ""
    value = op.operands[at] if at < len(op.operands) else ""
    return value if value and axis.types[value].element == "i1" else ""


def _layout_cause(kind: BlockType, layout: Layout | None, run: int, need: int, warps: int) -> Cause:
    threads = warps * _LANES
    each = kind.count / threads
    if each < need:
        fewer = max(1, kind.count // need // _LANES)
        remedy = f"{need * threads} elements"
        remedy += f", or num_warps={fewer}," if fewer < warps else ""
        text = (
            f"dtype: {kind.pointee} × {each:g} elements a thread = {each * kind.bits:g} bits: the "
            f"block of {'×'.join(map(str, kind.shape))} over {threads} threads is too small for "
            f"{need * kind.bits} bits each; {remedy} would do better"
        )
        return Cause("dtype", text)
    shown = read_encoding(kind.encoding)
    size = shown[1].get("sizePerThread", "")
    text = (
        f"layout: {shown[0] or kind.encoding}{f' sizePerThread = {size}' if size else ''} gives a "
        f"thread {run} elements of {kind.bits} bits in a row, where {need} would fill 128 bits; "
        "it was chosen for another access or operation with the same values (a wider dtype, a "
        "reduction, a dot): give this one its own block"
    )
    return Cause("layout", text)


def accesses_answer(accesses: Iterable[AccessDecision]) -> list[Decision]:
    """Each access in words."""
    found: list[Decision] = []
    for access in accesses:
        text = f"{access.op} of {access.bits} bits for each thread"
        if access.cause:
            text += f", where {access.possible_bits} are possible: {access.cause}"
        elif access.bits == _WIDEST_BITS:
            text += ": as wide as an instruction can be"
        found.append(Decision("vectorize", text, "\n".join(access.chain[:-1]), access.source))
    return found
