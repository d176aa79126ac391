"""The answer to "vectorize" for code that states its widths: CUDA C++, Numba, hand-written PTX.

In: the instructions of a kernel. Out: `AccessDecision`s, with why each access is not wider.

A thread's loads of one line of the source form a group: they have the same address but for a
constant. From the group and from how the address depends on the thread follows the cause:

    x[4*i + k] unrolled    offsets 0, 4, 8, 12 in one thread   alignment: four neighbours
    x[4*i + k] in a loop   steps of 4 bytes                    stride: unroll the loop
    x[i]                   4 bytes from thread to thread       dtype: take a float4
    x[3*i]                 12 bytes from thread to thread      stride: 12 bytes apart
    x[n - 1 - i]           -4 bytes from thread to thread      stride: backwards
    x[i % n]               ends at `rem.s32`                   stride: a remainder
    x[index[i]]            ends at a load                      gather
    x[blockIdx.x]          does not depend on the thread       nothing to widen

The order matters. If the unrolled loads were not grouped first, the four loads of `x[4*i + k]`
would each be "16 bytes apart", and the advice would be to let neighbouring threads take
neighbouring elements, although one `float4` load is the better fix.
"""

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
    """Return each access to global memory, in the order of the PTX.

    Args:
        code: the kernel.
        names: the source's name of each PTX parameter.
    """
    return [decision for part in code.parts for decision in _of_part(part, names)]


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
        decision = _decision(code, addresses, group, moving, names)
        merged.setdefault((op, source, bits, decision.cause), decision)
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
    """Return the bits that are possible, and why the source does not take them."""
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
            f"stride: each iteration of the loop moves one element of {first.bits} bits, and the "
            f"next iteration its neighbour; unroll the loop and move several at once with {vector}"
        )
        return _WIDEST_BITS, [text]
    if stride == size:
        text = (
            f"dtype: each thread moves one element of {first.bits} bits, as the source says; let "
            f"it move {_WIDEST_BITS // first.bits} neighbouring elements at once with {vector}"
        )
        return _WIDEST_BITS, [text, *_misaligned(group[0][1])]
    if stride == 0:
        return first.bits, []
    if stride is None:
        cause = _not_followed(code, addresses, first, moving, names)
        return (_WIDEST_BITS, [cause]) if cause else (first.bits, [])
    if stride == -size:
        text = "stride: the threads' elements follow each other backwards; make the index count up"
        return _WIDEST_BITS, [text]
    apart = f"{stride} bytes" if isinstance(stride, int) else stride
    text = f"stride: the elements of neighbouring threads are {apart} apart, not {size} bytes"
    return _WIDEST_BITS, [f"{text}; let neighbouring threads take neighbouring elements"]


def _of_neighbours(
    code: PtxCode, group: list[tuple[PtxAccess, int]], run: int, possible: int
) -> list[str]:
    """Return why a thread's neighbouring elements are moved one by one."""
    first = group[0][0]
    alone = f"a thread moves {run} neighbouring elements of {first.bits} bits one by one"
    if "volatile" in first.instruction.modifiers:
        return [f"volatile: {alone}, as the compiler may not merge accesses to `volatile` memory"]
    text = (
        f"alignment: {alone}, as their type does not promise an address that is a multiple of "
        f"{possible // 8} bytes; use a vector type ({_vector(first, possible)}) or a struct "
        f"declared __align__({possible // 8})"
    )
    causes = [text]
    lines = [access.line for access, _ in group]
    between = [
        each
        for each in code.accesses()
        if each.op in ("store", "atom") and min(lines) < each.line < max(lines)
    ]
    if first.op == "load" and "nc" not in first.instruction.modifiers and between:
        causes.append(
            f"aliasing: a store between these loads ({code.shown(between[0].instruction)}) may "
            "change what they read; const … __restrict__ promises the compiler that it does not"
        )
    return causes


def _misaligned(offset: int) -> list[str]:
    """Return the cause if the first element is not at a multiple of 16 bytes, as in `x[i + 1]`."""
    past = offset % (_WIDEST_BITS // 8)
    text = f"misaligned offset: the first element is {past} bytes past a multiple of 16"
    return [f"{text}; begin at a multiple of 16"] if past else []


_WORDS = {"rem": "a remainder (%)", "div": "a division", "shr": "a right shift"}


def _not_followed(
    code: PtxCode,
    addresses: Addresses,
    access: PtxAccess,
    moving: Sum,
    names: Mapping[str, str],
) -> str:
    """Return what hides how an address depends on the thread; "" if all threads share it."""
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
    operator = _WORDS.get(made.opcode, f"`{made.opcode}`")
    return (
        f"stride: the index passes through {operator} ({code.shown(made)}), after which "
        "neighbouring threads may have elements that are not neighbours; use an index without it"
    )


def _stride(moving: Sum, names: Mapping[str, str]) -> int | str | None:
    """Return the bytes between the addresses of neighbouring threads.

    In words if a parameter decides it: "4 × `n` bytes" for `x[i * n]`. None if the address depends
    on something that the sums do not follow, such as a remainder.
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
    """Return a vector type of CUDA C++ of this size."""
    words = {64: "uint2", 128: "uint4"}
    names = {
        8: {16: "uchar2", 32: "uchar4", **words},
        16: {32: "__half2", **words},
        32: {64: "float2", 128: "float4"},
    }
    return names.get(access.element_bits, {}).get(bits, "double2")
