"""How wide each access is in code that names its width itself: CUDA C++, Numba, PTX by hand."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from kernelscope.record.inspection import AccessDecision
from kernelscope.stages.decisions.addresses import Addresses, Sum
from kernelscope.stages.decisions.ptx_code import PtxAccess, PtxCode

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
    possible, cause = _cause(addresses, group, moving, names)
    chain = (f"{code.shown(first.instruction)}: {first.bits} bits for each thread", cause)
    return AccessDecision(
        source, "global", first.op, first.bits, possible, cause, chain if cause else ()
    )


def _cause(
    addresses: Addresses, group: list[tuple[PtxAccess, int]], moving: Sum, names: Mapping[str, str]
) -> tuple[int, str]:
    """The bits that are possible, and why they were not taken."""
    first = group[0][0]
    size = first.bits // 8
    run = _longest_run(sorted({offset for _, offset in group}), size)
    want = _WIDEST_BITS // max(1, first.bits)
    if run > 1:
        possible = min(_WIDEST_BITS, first.bits * (1 << (run.bit_length() - 1)))
        text = (
            f"alignment: a thread accesses {run} neighbouring elements of {first.bits} bits by "
            "instructions of their own, as the type promises no larger alignment: use a vector "
            f"type ({_vector(first)}) through a pointer that is a multiple of {possible // 8} bytes"
        )
        return possible, text + _aliased(first)
    stride = _stride(moving, names)
    if stride == size:
        text = (
            f"dtype: each thread moves one element of {first.bits} bits, as the source says: let "
            f"it take {want} neighbouring ones with a vector type ({_vector(first)})"
        )
        return _WIDEST_BITS, text
    if stride == 0:
        return first.bits, ""
    if stride is None:
        loaded = addresses.loaded(first.base)
        if loaded is not None:
            line = loaded.position.line
            return _WIDEST_BITS, f"gather: the address comes from memory (ptx:{line})"
        return first.bits, ""
    apart = f"{stride} bytes" if isinstance(stride, int) else stride
    text = f"stride: the elements of neighbouring threads are {apart} apart, not {size} bytes"
    return _WIDEST_BITS, f"{text}; let neighbouring threads take neighbouring elements"


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
    opaque = any(symbol.startswith("%r") for symbol, _ in moving.terms)
    return None if opaque else 0


def _longest_run(offsets: list[int], size: int) -> int:
    longest = length = 1
    for before, after in pairwise(offsets):
        length = length + 1 if after - before == size else 1
        longest = max(longest, length)
    return longest


def _vector(access: PtxAccess) -> str:
    return {8: "uchar4, char4", 16: "__half2, ushort4, uint4", 64: "double2, uint4"}.get(
        access.element_bits, "float2, float4"
    )


def _aliased(access: PtxAccess) -> str:
    """What keeps loads apart where a store stands between them."""
    if access.op != "load" or "nc" in access.instruction.modifiers:
        return ""
    return "; const … __restrict__ lets the compiler move loads past stores"
