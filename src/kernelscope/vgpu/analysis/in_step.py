"""The places where the warps of a block must keep step: before a store that follows loads.

A warp has its turn until it waits, so without more ado its stores come before the loads of the next
warp. On a GPU the warps run side by side, and what one of them stores after its loads, the others
have not missed. A worked case, a Triton program of four warps (one thread of control for its
author, so free of races):

    c = tl.load(X); tl.store(Y + offsets, c); tl.store(X, c + 1)

    warp by warp:  Y is 0 for warp 0, and 1, 2 and 3 for the others, if each of them stores X; or
                   0, 1, 1, 1, if only the first one does
    on a GPU:      Y is 0 everywhere

So a warp that comes to a store after loads lets the others come there first. This is done only in
launches whose arguments may share memory (`may_clash`).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.address_sources import ANYWHERE, AddressSources, Source, Sources
from kernelscope.vgpu.analysis.dataflow import flow

Pair = tuple[Sources, Sources]
"""Whose memory a load and a later store may access, without a barrier between them."""
Extent = tuple[int, int]
"""The addresses of a piece of memory: the first one, and the one after it."""


class Access(enum.Flag):
    """The access of an instruction to global memory."""

    NOTHING = 0
    """It is a barrier of the whole block."""
    LOADS = enum.auto()
    STORES = enum.auto()
    ATOMIC = enum.auto()

    @property
    def follows(self) -> Access:
        """The accesses that must be over, in all warps, before this one begins.

        The order among atomics is open in any case.
        """
        if Access.STORES in self:
            return Access.LOADS | Access.ATOMIC
        return Access.LOADS if Access.ATOMIC in self else Access.NOTHING


_ACCESSES = {
    "load": Access.LOADS,
    "copy": Access.LOADS,
    "store": Access.STORES,
    "atom": Access.ATOMIC,
    "red": Access.ATOMIC,
}


@dataclass(frozen=True, slots=True)
class _Event:
    """An instruction that matters here."""

    inst: ir.Inst
    access: Access
    sources: Sources


_Seen = frozenset[tuple[Access, Sources]]
_NOTHING_SEEN: _Seen = frozenset()


def stores_in_step(function: ir.Function) -> frozenset[ir.Inst]:
    """Return the instructions before which a warp lets the other warps of its block come as far.

    After the first of several stores there is nothing left to wait for.
    """
    stores: set[ir.Inst] = set()

    def begin(event: _Event, before: _Seen) -> _Seen:
        if not _late(event, before):
            return before
        stores.add(event.inst)
        return frozenset()

    _flow(function, begin)
    return frozenset(stores)


def pairs_of(function: ir.Function) -> frozenset[Pair]:
    """Return whose memory is loaded from and then stored to, without a barrier in between."""
    pairs: set[Pair] = set()

    def begin(event: _Event, before: _Seen) -> _Seen:
        pairs.update((sources, event.sources) for sources in _late(event, before))
        return before

    _flow(function, begin)
    return frozenset(pairs)


def may_clash(pairs: Iterable[Pair], extent_of: Callable[[Source], Extent | None]) -> bool:
    """Return whether memory that is stored to may be memory that was loaded from.

    extent_of: the memory behind a parameter or variable; None if it is not a pointer.
    """
    for pair in pairs:
        read, written = (_extents(sources, extent_of) for sources in pair)
        if read is None or written is None:
            return True
        if any(a < d and c < b for a, b in read for c, d in written):
            return True
    return False


def _extents(sources: Sources, extent_of: Callable[[Source], Extent | None]) -> list[Extent] | None:
    """Return the memory that an address may point into; None if it may be any."""
    if ANYWHERE in sources:
        return None
    extents = [extent for extent in map(extent_of, sources) if extent is not None]
    return extents or None


def _events_of(block: ir.BasicBlock, sources: AddressSources) -> Iterator[_Event]:
    for inst in block.instructions:
        if _is_barrier(inst):
            yield _Event(inst, Access.NOTHING, frozenset())
        access = _ACCESSES.get(inst.form.access)
        touched = sources.of_access(inst) if access is not None else None
        if access is not None and touched is not None:
            yield _Event(inst, access, touched)


def _is_barrier(inst: ir.Inst) -> bool:
    """Return whether all threads of the block wait at an instruction."""
    if inst.form.kind != "barrier":
        return False
    named = zip(inst.form.signature, inst.operands, strict=True)
    return all(operand is None for spec, operand in named if spec.name == "b")


def _late(event: _Event, before: _Seen) -> list[Sources]:
    """Return the earlier accesses that must be over in all warps before this one."""
    return [sources for access, sources in before if access in event.access.follows]


def _flow(function: ir.Function, begin: Callable[[_Event, _Seen], _Seen]) -> None:
    """Follow all paths of a kernel with the loads and atomics that came since the last barrier.

    begin: called with each access and what came before it; returns what still matters after it.
    """
    sources = AddressSources(function)
    events = [list(_events_of(block, sources)) for block in function.blocks]

    def through(block: int, seen: _Seen) -> _Seen:
        for event in events[block]:
            if event.access is Access.NOTHING:
                seen = frozenset()
                continue
            seen = begin(event, seen)
            if event.access is not Access.STORES:
                seen |= {(event.access, event.sources)}
        return seen

    graph = [block.terminator.targets for block in function.blocks]
    flow(graph, [_NOTHING_SEEN] * len(graph), through)
