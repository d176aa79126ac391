"""How wide each access is in code that names its width itself: CUDA C++, Numba, PTX by hand."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from kernelscope.inside.decisions.addresses import Addresses, Sum
from kernelscope.inside.decisions.ptx_code import PtxAccess, PtxCode
from kernelscope.record.inspection import AccessDecision
from kernelscope.vgpu.ptx import syntax

_WIDEST_BITS = 128
_THREAD = ("%tid.x", "%laneid")


def ptx_accesses(code: PtxCode, names: Mapping[str, str]) -> list[AccessDecision]:
    """Each access to global memory, in the order of the PTX.

    `names` is what the source calls a parameter of the PTX.
    """
    return [found for part in code.parts for found in _of_part(part, names)]


def _of_part(code: PtxCode, names: Mapping[str, str]) -> list[AccessDecision]:
    addresses = Addresses(code)
    groups: dict[tuple[str, str, int, str, Sum], list[tuple[PtxAccess, int]]] = {}
    for access in code.accesses():
        if access.space in ("global", "generic"):
            at = addresses.of(access.base).plus(Sum(access.offset))
            moving = Sum(0, at.terms)
            key = (access.op, code.source(access.instruction), access.bits, access.space, moving)
            groups.setdefault(key, []).append((access, at.constant))
    merged: dict[tuple[str, str, int, str], AccessDecision] = {}
    for (op, source, bits, _, moving), group in groups.items():
        found = _decision(code, addresses, group, moving, names)
        merged.setdefault((op, source, bits, found.cause), found)
    return list(merged.values())


def _decision(
    code: PtxCode,
    addresses: Addresses,
    group: list[tuple[PtxAccess, int]],
    moving: Sum,
    names: Mapping[str, str],
) -> AccessDecision:
    first = group[0][0]
    source = code.source(first.instruction)
    if first.bits >= _WIDEST_BITS or first.op == "atom":
        return AccessDecision(source, "global", first.op, first.bits, first.bits)
    possible, causes = _causes(code, addresses, group, moving, names)
    chain = (f"{code.shown(first.instruction)}: {first.bits} bits for each thread", *causes)
    return AccessDecision(
        source,
        "global",
        first.op,
        first.bits,
        possible,
        "; also ".join(causes),
        chain * bool(causes),
    )


def _causes(
    code: PtxCode,
    addresses: Addresses,
    group: list[tuple[PtxAccess, int]],
    moving: Sum,
    names: Mapping[str, str],
) -> tuple[int, list[str]]:
    """The bits that are possible, and why they were not taken."""
    first = group[0][0]
    size = first.bits // 8
    run = _longest_run(sorted({offset for _, offset in group}), size)
    if run > 1:
        possible = min(_WIDEST_BITS, first.bits * (1 << (run.bit_length() - 1)))
        return possible, _of_neighbours(code, group, run, possible)
    stride = _stride(moving, names)
    vector = f"a vector type ({_vector(first, _WIDEST_BITS)} in CUDA C++)"
    if stride != size and size in moving.steps:
        text = (
            f"stride: each turn of the loop moves one element of {first.bits} bits and the next "
            f"turn its neighbour; unroll the loop and move several at once by {vector}"
        )
        return _WIDEST_BITS, [text]
    if stride == size:
        text = (
            f"dtype: each thread moves one element of {first.bits} bits, as the source says; let "
            f"it take {_WIDEST_BITS // first.bits} neighbouring ones at once by {vector}"
        )
        return _WIDEST_BITS, [text, *_beside(group[0][1])]
    if stride == 0:
        return first.bits, []
    if stride is None:
        found = _not_followed(code, addresses, first, moving, names)
        return (_WIDEST_BITS, [found]) if found else (first.bits, [])
    if stride == -size:
        text = "stride: the threads' elements follow each other backwards; let the index count up"
        return _WIDEST_BITS, [text]
    apart = f"{stride} bytes" if isinstance(stride, int) else stride
    text = f"stride: the elements of neighbouring threads are {apart} apart, not {size} bytes"
    return _WIDEST_BITS, [f"{text}; let neighbouring threads take neighbouring elements"]


def _of_neighbours(
    code: PtxCode, group: list[tuple[PtxAccess, int]], run: int, possible: int
) -> list[str]:
    """Why a thread's neighbouring elements are moved one by one."""
    first = group[0][0]
    alone = f"a thread moves {run} neighbouring elements of {first.bits} bits one by one"
    if "volatile" in first.instruction.modifiers:
        return [f"volatile: {alone}, as each access to `volatile` memory is done as it is written"]
    text = (
        f"alignment: {alone}, as their type does not promise that they begin at a multiple of "
        f"{possible // 8} bytes; use a vector type ({_vector(first, possible)}) or a struct "
        f"declared __align__({possible // 8})"
    )
    found = [text]
    lines = [access.line for access, _ in group]
    between = [
        each
        for each in code.accesses()
        if each.op in ("store", "atom") and min(lines) < each.line < max(lines)
    ]
    if first.op == "load" and "nc" not in first.instruction.modifiers and between:
        found.append(
            f"aliasing: a store between these loads ({code.shown(between[0].instruction)}) may "
            "change what they read; const … __restrict__ promises that it does not"
        )
    return found


def _beside(offset: int) -> list[str]:
    """Where a vector could not begin, as the first element lies beside a multiple of 16 bytes."""
    beside = offset % (_WIDEST_BITS // 8)
    text = f"misaligned offset: the first element lies {beside} bytes past a multiple of 16"
    return [f"{text}; begin at one"] if beside else []


_WORDS = {"rem": "a remainder (%)", "div": "a division", "shr": "a right shift"}


def _not_followed(
    code: PtxCode,
    addresses: Addresses,
    access: PtxAccess,
    moving: Sum,
    names: Mapping[str, str],
) -> str:
    """Why it is not known where a thread's elements lie; "" where all threads have one address."""
    loaded = addresses.loaded(access.base)
    if loaded is not None:
        base = next(
            (o.base.text for o in loaded.operands if isinstance(o, syntax.Address) and o.base), ""
        )
        argument = next((names[s] for s, _ in addresses.of(base).terms if s in names), "")
        source = f"`{argument}` in memory" if argument else "memory"
        return f"gather: the address comes from {source} ({code.shown(loaded)})"
    made = addresses.not_followed(moving)
    if made is None:
        return ""
    what = _WORDS.get(made.opcode, f"`{made.opcode}`")
    return (
        f"stride: the index passes through {what} ({code.shown(made)}), behind which neighbouring "
        "threads need not have neighbouring elements; index by what is known to follow each other"
    )


def _stride(moving: Sum, names: Mapping[str, str]) -> int | str | None:
    """Bytes between the addresses of neighbouring threads, in words where a parameter says it.

    None where the address depends on the thread in a way that is not followed.
    """
    for thread in _THREAD:
        if moving.factor(thread):
            return moving.factor(thread)
    for symbol, factor in moving.terms:
        parts = symbol.split("*")
        if any(thread in parts for thread in _THREAD):
            others = [names.get(p.split("+")[0], p) for p in parts if p not in _THREAD]
            return f"{factor} × `{' × '.join(others)}` bytes"
    opaque = any("%r" in symbol for symbol, _ in moving.terms)
    return None if opaque else 0


def _longest_run(offsets: list[int], size: int) -> int:
    longest = length = 1
    for before, after in pairwise(offsets):
        length = length + 1 if after - before == size else 1
        longest = max(longest, length)
    return longest


def _vector(access: PtxAccess, bits: int) -> str:
    """A type of CUDA C++ that is moved whole."""
    words = {64: "uint2", 128: "uint4"}
    names = {
        8: {16: "uchar2", 32: "uchar4", **words},
        16: {32: "__half2", **words},
        32: {64: "float2", 128: "float4"},
    }
    return names.get(access.element_bits, {}).get(bits, "double2")
