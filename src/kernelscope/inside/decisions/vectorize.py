"""How wide each access to global memory is, and why it is not wider."""

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

_WIDEST_BITS = 128
_LANES = 32
_OPERATIONS = {
    "tt.load": "load",
    "tt.store": "store",
    "tt.atomic_rmw": "atom",
    "tt.atomic_cas": "atom",
    "ttg.async_copy_global_to_local": "copy",
}
_BULK = "ttng.async_tma_"
# Where an operation that reads or writes global memory names its mask.
_MASK_AT = {"load": 1, "store": 2, "copy": 2, "atom": 2}

_Key = tuple[str, int, int]


def triton_accesses(ttgir: Module, ptx: PtxCode, values: Mapping[str, int]) -> list[AccessDecision]:
    """Each access of the source to global memory, in the order of the PTX.

    `values` are those of the kernel's arguments at its launch, by name; of a pointer, the bytes
    between it and the start of its allocation.
    """
    axis = AxisAnalysis(ttgir)
    blame = Blame(axis, values)
    operations: dict[tuple[str, _Key | None], list[Operation]] = {}
    for op in ttgir.operations():
        if op.name in _OPERATIONS:
            operations.setdefault((_OPERATIONS[op.name], op.place and op.place.key), []).append(op)
    found: list[AccessDecision] = []
    for (op, key, source), group in _grouped(ptx):
        bits = min(access.bits for access in group)
        asked = operations.get((op, key), [])
        each = [explain(one, axis, blame) for one in asked]
        best = max((e.possible_bits for e in each), default=0)
        causes = [cause for e in each for cause in e.causes]
        cause, chain = _told(causes, bits, max(bits, best), each)
        found.append(AccessDecision(source, "global", op, bits, max(bits, best), cause, chain))
    return found + _bulk_copies(ttgir, axis)


def _bulk_copies(ttgir: Module, axis: AxisAnalysis) -> list[AccessDecision]:
    """What a tensor's descriptor moves: a whole block by one instruction of one thread."""
    found: dict[tuple[str, str, int], None] = {}
    for op in ttgir.operations():
        if op.name.startswith(_BULK) and "wait" not in op.name:
            block = max((axis.types[v] for v in op.operands), key=lambda kind: kind.count)
            what = "bulk load" if "_to_local" in op.name or "gather" in op.name else "bulk store"
            found[op.source, what, block.count * block.bits] = None
    return [AccessDecision(at, "global", what, bits, bits) for at, what, bits in found]


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


def _told(
    causes: list[Cause], bits: int, possible: int, each: list[Explained]
) -> tuple[str, tuple[str, ...]]:
    """The causes in one sentence, and the chain from the access to each."""
    if bits >= possible:
        return "", ()
    if not causes:
        expected = max((e.expected_bits for e in each), default=0)
        text = f"unknown: by Triton's own rules {expected} bits would do; LLVM split the access"
        return (text if expected > bits else "unknown: no rule here explains it"), ()
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
    """One operation: what a thread could move at once, what Triton can prove, and what is lost."""

    possible_bits: int
    expected_bits: int
    causes: tuple[Cause, ...] = ()


def explain(op: Operation, axis: AxisAnalysis, blame: Blame) -> Explained:
    """What limits one access: its pointers, its mask, its layout."""
    pointer = op.operands[0]
    kind = axis.types[pointer]
    layout = layout_of(kind.encoding, kind.shape)
    if not kind.shape:
        return Explained(kind.bits, kind.bits)
    widest = (
        _widest_atomic(op, kind, axis.capability)
        if _OPERATIONS[op.name] == "atom"
        else _WIDEST_BITS
    )
    possible = min(widest, kind.bits * kind.count)
    need = max(1, possible // kind.bits)
    facts, mask = axis[pointer], _mask(op, axis)
    dim = _fastest(pointer, axis, blame, layout, need)
    width = facts.contiguity[dim]
    if width == 1 and facts.constancy[dim] % need == 0:
        return Explained(kind.bits, kind.bits)  # one address for all: there is one element to move
    aligned = max(1, facts.divisibility[dim] // max(1, kind.bits // 8))
    causes: list[Cause] = []
    most = min(need, kind.shape[dim])  # a run ends with the block
    if width % most:
        causes += blame.contiguity(pointer, dim, most)
    elif aligned % most:
        causes += blame.divisibility(pointer, dim, most * kind.bits // 8)
    constant = axis[mask].constancy[dim] if mask else need
    if constant % most:
        causes += blame.mask(mask, dim, most)
    run = layout.run(dim) if layout is not None else need
    # Triton lays a block out for what it knows of the pointers: a short run may follow from that.
    if most < need:
        why = f"the block has {most} elements in a row in memory, where {need} would fill 128 bits"
        causes.append(Cause("dtype", why, f"make its dimension {dim} longer"))
    elif run < need and (run < min(width, aligned) or kind.count < need * axis.threads):
        causes.append(_layout_cause(kind, layout, run, need, axis.threads))
    expected = min(need, width, aligned, constant, run) * kind.bits
    return Explained(possible, max(kind.bits, expected), tuple(causes))


def _widest_atomic(op: Operation, kind: BlockType, capability: int) -> int:
    """Floats are added several at once: halves in pairs, and all up to 128 bits from sm_90 on."""
    if "fadd" in op.words and kind.pointee in ("f16", "bf16", "f32") and capability >= 90:
        return _WIDEST_BITS
    return 32 if "fadd" in op.words and kind.pointee == "f16" else kind.bits


def _fastest(
    pointer: str, axis: AxisAnalysis, blame: Blame, layout: Layout | None, need: int
) -> int:
    """The dimension along which elements lie in memory.

    Where none is known to, the one that would with no stride to change, or else the last.
    """
    runs = axis[pointer].contiguity
    if len(runs) == 1 or max(runs) > 1:
        return runs.index(max(runs))
    last = reversed([d for d, equal in enumerate(axis[pointer].constancy) if equal % need])
    dims = list(last) or [layout.order[0] if layout is not None else len(runs) - 1]
    for dim in dims:
        if all(cause.kind != "stride" for cause in blame.contiguity(pointer, dim, need)):
            return dim
    return dims[0]


def _mask(op: Operation, axis: AxisAnalysis) -> str:
    """The value that masks an access, or ""."""
    at = _MASK_AT.get(_OPERATIONS[op.name], len(op.operands))
    if _OPERATIONS[op.name] == "copy" and " mask " not in f" {op.words} ":
        return ""
    value = op.operands[at] if at < len(op.operands) else ""
    return value if value and axis.types[value].element == "i1" else ""


def _layout_cause(
    kind: BlockType, layout: Layout | None, run: int, need: int, threads: int
) -> Cause:
    each = kind.count / threads
    if each < need:
        fewer = max(1, kind.count // need // _LANES)
        remedy = f"{need * threads} elements"
        remedy += f" or num_warps={fewer}" if fewer * _LANES < threads else ""
        many = f"{each:g} each" if each >= 1 else "less than one each"
        why = (
            f"a block of {'×'.join(map(str, kind.shape))} {kind.pointee} gives {threads} threads "
            f"{many}, where {need} would fill 128 bits"
        )
        return Cause("dtype", why, f"use {remedy}")
    shown = read_encoding(kind.encoding)
    size = shown[1].get("sizePerThread", "")
    why = (
        f"{shown[0] or kind.encoding}{f' sizePerThread = {size}' if size else ''} gives a thread "
        f"{run} elements of {kind.bits} bits in a row, where {need} would fill 128; it was chosen "
        "for another access or operation with the same values (a wider dtype, a reduction, a dot)"
    )
    return Cause("layout", why, "give this one a block of its own")


def accesses_answer(accesses: Iterable[AccessDecision]) -> list[Decision]:
    """Each access in words."""
    found: list[Decision] = []
    for access in accesses:
        text = f"{access.op} of {access.bits} bits for each thread"
        if access.op.startswith("bulk"):
            text = f"{access.op} of {access.bits // 8:,} bytes, a whole block, by one thread (TMA)"
        if access.cause:
            text += f", where {access.possible_bits} are possible: {access.cause}"
        elif access.bits == _WIDEST_BITS:
            text += ": as wide as an instruction can be"
        steps = (step for step in access.chain if step not in access.cause)
        found.append(Decision("vectorize", text, "\n".join(steps), access.source))
    return found
