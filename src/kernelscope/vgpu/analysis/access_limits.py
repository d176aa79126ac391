"""The limits of each access of a kernel: the array, or the arguments, that its address was computed
from.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import lane_accesses
from kernelscope.vgpu.analysis.address_sources import ANYWHERE, AddressSources, Source, Sources
from kernelscope.vgpu.analysis.dataflow import flow_registers
from kernelscope.vgpu.layout import RANK_SHIFT, Mark

_END = 1 << RANK_SHIFT
_NOTHING: frozenset[str] = frozenset()
_CHIP = ("shared", "local")


@dataclass(frozen=True, slots=True)
class Array:
    """A variable of shared or local memory: its bytes from `first` to before `end`."""

    name: str
    space: str
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Limited:
    """An access that must stay inside something.

    Attributes:
        address: where it is.
        width: bytes of a lane.
        lanes: how many of the warp's first lanes take part.
        array: the variable that it must stay in; None for global memory.
        row: the number of its sources in `LimitPlan.rows`; -1 if it may be anywhere.
        writes: whether it writes.
        is_cached: whether it reads what must not be written meanwhile (`ld.global.nc`).
    """

    address: ir.Address
    width: int
    lanes: int
    array: Array | None
    row: int
    writes: bool
    is_cached: bool


@dataclass(frozen=True, slots=True)
class LimitPlan:
    """The facts about a kernel that are needed to report accesses beyond their limits.

    Attributes:
        arrays: for each site the variable that its access must stay in.
        count: how many variables of shared and local memory there are.
        elements: for each site the bytes of an element of its access.
        local_bytes: the local memory of a lane.
        rows: sets of parameters, by their offsets, that addresses were computed from.
        row_of: for each site the number of its row, if it has one.
        written_rows: the rows of accesses that write.
        cached: the sources of what is read with `ld.global.nc`.
        written: those of what is written; None: anything may be.
    """

    arrays: dict[int, Array]
    count: int
    elements: dict[int, int]
    local_bytes: int
    rows: tuple[Sources, ...]
    row_of: dict[int, int]
    written_rows: frozenset[int]
    cached: Sources
    written: Sources | None


class Limits:
    """The limits of a kernel's accesses.

    Attributes:
        plan: what is kept of them.
    """

    def __init__(self, function: ir.Function) -> None:
        self._arrays = _arrays_of(function)
        self._symbols = ArraySources(function)
        sources = AddressSources(function)
        self._of: dict[ir.Inst, list[Limited]] = {}
        rows: dict[Sources, int] = {}
        arrays: dict[int, Array] = {}
        elements: dict[int, int] = {}
        row_of: dict[int, int] = {}
        written_rows = set[int]()
        cached, written, any_written = set[Source](), set[Source](), False
        for inst in function.instructions():
            for address, space, width, lanes, marks, element in _accesses(inst):
                reached = sources.of_address(address) if space in ("global", "generic") else None
                array = None if reached else self._array_of(address)
                named = reached is not None and bool(reached) and ANYWHERE not in reached
                row = -1
                if reached is not None and named and all(isinstance(s, int) for s in reached):
                    row = rows.setdefault(reached, len(rows))
                writes, is_cached = bool(marks & Mark.WRITE), "nc" in inst.form.spec.split()
                if array is None and reached is None:
                    continue
                limited = Limited(address, width, lanes, array, row, writes, is_cached)
                self._of.setdefault(inst, []).append(limited)
                elements[inst.site] = element
                if row >= 0:
                    row_of[inst.site] = row
                    written_rows |= {row} if writes else set()
                if array is not None:
                    arrays[inst.site] = array
                elif reached is not None:
                    cached |= reached if is_cached else frozenset()
                    written |= reached if writes else frozenset()
                    any_written |= writes and not named
        self.plan = LimitPlan(
            arrays, len(self._arrays), elements, function.local_bytes, tuple(rows), row_of,
            frozenset(written_rows), frozenset(cached),
            None if any_written else frozenset(written),
        )  # fmt: skip

    def of(self, inst: ir.Inst) -> list[Limited]:
        """Return the accesses of an instruction that have limits."""
        return self._of.get(inst, [])

    def _array_of(self, address: ir.Address) -> Array | None:
        """Return the one variable that an address was computed from; None if it is not certain."""
        symbols = self._symbols.of_address(address)
        return self._arrays.get(next(iter(symbols))) if len(symbols) == 1 else None


def _accesses(inst: ir.Inst) -> list[tuple[ir.Address, str, int, int, Mark, int]]:
    """Return address, space, bytes of a lane, lanes, marks, and bytes of an element of an
    instruction's accesses.
    """
    accesses = (a for a in lane_accesses(inst) if a.space not in ("const", "param"))
    return [(a.address, a.space, a.width, a.lanes, a.marks, a.element) for a in accesses]


def _arrays_of(function: ir.Function) -> dict[str, Array]:
    """Return the variables of shared and local memory by name."""
    arrays: dict[str, Array] = {}
    for name, first in function.shared.items():
        size = function.variables[name].size
        # Arrays without a size share what is after the others.
        arrays[name] = Array(name, "shared", first, first + size if size else _END)
    starts = sorted(function.local.values())
    for name, first in function.local.items():
        behind = [start for start in starts if start > first]
        arrays[name] = Array(name, "local", first, min(behind, default=function.local_bytes))
    return arrays


class ArraySources:
    """The variables of shared and local memory that addresses were computed from."""

    def __init__(self, function: ir.Function) -> None:
        self._of = [_NOTHING] * len(function.registers)
        flow_registers(function, self._of, self._results)

    def _results(self, inst: ir.Inst) -> list[tuple[int, frozenset[str]]]:
        return [(register.index, self._result(inst)) for register in inst.destinations]

    def of_address(self, address: ir.Address) -> frozenset[str]:
        """Return the variables; none and several are both no answer."""
        return _NOTHING if address.base is None else self._of_operand(address.base)

    # Worked cases:
    #
    #     mov.u32 %r1, tile;              `tile`
    #     mad.lo.s32 %r2, %r3, 4, %r1;    the same: %r3 is of none
    #     selp.b32 %r4, %r2, %r5, %p1;    `tile`, or the array of %r5: no answer
    #     ld.shared.u32 %r6, [%r2];       of none, whatever was stored there
    #     sub.s32 %r8, %r2, %r1;          a distance: of none
    #     setp.lt.u32 %p2, %r2, %r7;      a comparison of places is no place
    #     mapa.shared::cluster.u32 …      another block's memory: of none
    def _result(self, inst: ir.Inst) -> frozenset[str]:
        if inst.form.kind != "pure" or inst.opcode in ("setp", "set", "mapa", "getctarank"):
            return _NOTHING
        parts = [
            self._of_operand(operand)
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True)
            if not spec.is_destination
        ]
        if inst.opcode == "sub" and parts[1]:
            return _NOTHING
        return _NOTHING.union(*parts)

    def _of_operand(self, operand: ir.Operand) -> frozenset[str]:
        match operand:
            case ir.Register():
                return self._of[operand.index]
            case ir.Symbol() if operand.space in _CHIP:
                return frozenset((operand.name,))
            case tuple():
                return _NOTHING.union(*(self._of_operand(part) for part in operand))
            case _:
                return _NOTHING
