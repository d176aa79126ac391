"""The memory transactions that the lanes of a warp share, from the index of an access.

In: the address of an access as a sum over `%tid`, parameters and so on. Out: `Transactions`, the
sectors (global) or wavefronts (shared) of a full warp; or the values that decide them.

Values that are the same in all lanes (block, parameters, trip of a loop) are unknown, so they are
drawn at random a number of times. There are three cases, here with 4 bytes a lane:

    x[n + threadIdx.x]                `n` shifts all lanes together: the lanes stay neighbours.
                                      Every possible shift counts: "in 4 to 5 sectors".
    tile[(threadIdx.x ^ blockIdx.x) % 32]
                                      the block moves lanes against one another, but each draw
                                      gives the same count: "in 1 wavefront, no bank conflict".
    x[threadIdx.x * n]                each draw of `n` gives another count: "in a number of sectors
                                      that n decides".

Without the first case, `x[n + threadIdx.x]` would be answered like a stride ("n decides"), although
the range of 4 to 5 is known. All lanes are taken to be active.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.shapes import Shape
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.analysis.warp import analyse
from kernelscope.vgpu.counting import wavefronts
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.values.folding import Dim3, Folder
from kernelscope.vgpu.values.sums import Atom, Sum

_DRAWS = 24
# Half of the drawn parameters are below this. If all were large, `x[threadIdx.x * n]` would touch
# 32 sectors in each draw, and the answer would be "32 sectors", which is wrong for n = 1.
_SMALL = 8
_PERIOD = 128  # bytes after which sectors and banks repeat
_POINTER_STEP = 1 << 20  # allocations begin on boundaries of 256 bytes
_ROW = (LANES, 1, 1)
_ROWS = 8  # of a matrix


@dataclass(frozen=True, slots=True)
class Transactions:
    """The cost of one access of a whole warp: sectors of 32 bytes, or wavefronts of shared memory.

    `ideal`: the count if the lanes were neighbours.
    """

    least: int
    most: int
    ideal: int


class Lanes:
    """The lanes' addresses of one kernel's accesses."""

    def __init__(
        self, folder: Folder, divisors: Mapping[str, int], block: Dim3 | None = None
    ) -> None:
        """Prepare for one kernel.

        Args:
            folder: its integers.
            divisors: a number that divides each PTX parameter, by its name.
            block: threads of a block in the launch, if there is one; otherwise the kernel's own
                bounds, or a row of one warp, are used.
        """
        self.folder = folder
        self.divisors = divisors
        self.block: Dim3 = block or folder.block or _ROW
        self._shapes: list[Shape | None] | None = None
        self._counts: dict[tuple[str, tuple[int, ...], int, int], int] = {}
        self._known: dict[tuple[Sum, int, str], Transactions | None] = {}

    def transactions(self, inst: ir.Inst, address: Sum, width: int) -> Transactions | None:
        """Return the cost of an access at `address` bytes from the start of an allocation.

        `width`: bytes of one lane; for `ldmatrix` and `stmatrix`, the number of matrices. None if
        the address depends on data or on the values that `deciding` returns, or if the access has
        no counting rule.
        """
        rule = _rule_of(inst)
        if not rule or not width:
            return None
        key = (address, width, rule)
        if key not in self._known:
            self._known[key] = self._counted(address, width, rule)
        return self._known[key]

    def unit(self, inst: ir.Inst) -> str:
        """Return the unit of an access's cost; "" if it has no counting rule."""
        rule = _rule_of(inst)
        return "" if not rule else "sectors" if rule in ("sectors", "atomic") else "wavefronts"

    def deciding(self, inst: ir.Inst, address: Sum, width: int) -> list[Atom]:
        """Return the values, equal in all lanes, that decide the cost, such as strides."""
        rule = _rule_of(inst)
        if not rule or not width or not self.is_known(address):
            return []
        atoms = {atom for atom in self._leaves(address) if self._is_same(atom)}
        return sorted((a for a in atoms if self._is_deciding(a, address, width, rule)), key=_key)

    def _is_deciding(self, atom: Atom, address: Sum, width: int, rule: str) -> bool:
        draws = [self._drawn(address, 0, {atom: other}) for other in range(_DRAWS)]
        return not self._counts_of(draws, width, rule)

    def _leaves(self, total: Sum) -> Iterator[Atom]:
        for atom in total.atoms():
            known = self.folder.written_out(atom)
            if known is not None:
                yield from self._leaves(known)
            elif not atom.arguments:
                yield atom

    def _is_same(self, atom: Atom) -> bool:
        """Return whether an atom is the same in all lanes of a warp."""
        if atom.kind == "special":
            return not atom.name.startswith(("%tid", "%laneid", "%ntid"))
        shape = self._shape(atom) if atom.kind == "value" else None
        return atom.kind in ("parameter", "trip") or (shape is not None and not shape.stride)

    def _counted(self, address: Sum, width: int, rule: str) -> Transactions | None:
        if not self.is_known(address):
            return None
        counts = self._counts_of([self._drawn(address, n) for n in range(_DRAWS)], width, rule)
        if not counts:
            return None
        step = wavefronts.ROW if rule == "rows" else width
        together = {lane: lane * step for lane in range(LANES)}
        return Transactions(min(counts), max(counts), _count(rule, together, width))

    def _counts_of(self, draws: Sequence[Any], width: int, rule: str) -> set[int]:
        """Return the possible counts; the empty set if the draws disagree.

        A pattern is the lanes' distances from lane 0. With one pattern in all draws, only the
        start varies: for `x[blockIdx.x * 100 + threadIdx.x]` it is a multiple of 400 bytes, so
        modulo 128 it is any multiple of 16, and the counts of all eight starts are taken, also of
        those that no draw hit.
        """
        patterns = [tuple((lanes - lanes[0]).tolist()) for lanes in draws]
        starts = [int(lanes[0]) for lanes in draws]
        if len(set(patterns)) > 1:
            each = {
                self._count(rule, lanes, start % _PERIOD, width)
                for lanes, start in zip(patterns, starts, strict=True)
            }
            return each if len(each) == 1 else set()

        step = math.gcd(_PERIOD, *(start - starts[0] for start in starts))
        shifts = range(starts[0] % step, _PERIOD, step)
        return {self._count(rule, patterns[0], shift, width) for shift in shifts}

    def _count(self, rule: str, lanes: tuple[int, ...], start: int, width: int) -> int:
        key = (rule, lanes, start, width)
        if key not in self._counts:
            shifted = {lane: start + offset for lane, offset in enumerate(lanes)}
            self._counts[key] = _count(rule, shifted, width)
        return self._counts[key]

    def _drawn(self, address: Sum, seed: int, others: Mapping[Atom, int] | None = None) -> Any:
        """Return the lanes' addresses, drawn with a seed; atoms in `others` have their own seed."""
        random = np.random.default_rng(seed)
        warps = max(self.block[0] * self.block[1] * self.block[2] // LANES, 1)
        thread = int(random.integers(warps) if seed else 0) * LANES + np.arange(LANES)
        drawn: dict[Atom, Any] = {}
        for atom, other in (others or {}).items():
            drawn[atom] = self._draw(drawn, thread, np.random.default_rng((seed, other)), atom)
        value = address.evaluate(partial(self._value, drawn, thread, random))
        return np.broadcast_to(np.asarray(value, np.int64), (LANES,))

    def _value(
        self, drawn: dict[Atom, Any], thread: Any, random: np.random.Generator, atom: Atom
    ) -> Any:
        if atom not in drawn:
            drawn[atom] = self._draw(drawn, thread, random, atom)
        return drawn[atom]

    def _draw(
        self, drawn: dict[Atom, Any], thread: Any, random: np.random.Generator, atom: Atom
    ) -> Any:
        x, y, _ = self.block
        match atom.kind:
            case "special":
                varying = {
                    "%tid.x": thread % x,
                    "%tid.y": thread // x % y,
                    "%tid.z": thread // (x * y),
                    "%laneid": thread % LANES,
                }
                if atom.name in varying:
                    return varying[atom.name]
                axis = "xyz".find(atom.name[-1])
                if atom.name.startswith("%ntid"):
                    return self.block[axis]
                return int(random.integers(_SMALL if random.integers(2) else 1000))
            case "parameter":
                return self._parameter(atom, random)
            case "trip":
                return int(random.integers(16))
            case "variable" | "window":
                return _POINTER_STEP * int(random.integers(1, 64))
            case _:
                return self._opaque(drawn, thread, random, atom)

    def _parameter(self, atom: Atom, random: np.random.Generator) -> int:
        divisor = self.divisors.get(atom.name, 1)
        if random.integers(2):
            return divisor * int(random.integers(_SMALL))
        return divisor * int(random.integers(4096 // divisor, 8192 // divisor))

    def is_known(self, total: Sum) -> bool:
        """Return whether the differences between lanes are known before the kernel runs.

        They are not in `x[index[i]]`: the loaded value differs between lanes, by the data.
        """
        for atom in total.atoms():
            if atom.kind != "value":
                continue
            known = self.folder.written_out(atom)
            if not (self._shape(atom) if known is None else self.is_known(known)):
                return False
        return True

    def _shape(self, atom: Atom) -> Shape | None:
        """Return the shape of a value across the lanes, from the virtual GPU's own analysis."""
        if self._shapes is None:
            self._shapes = analyse(self.folder.function, BlockShape(*self.block)).shapes
        return self._shapes[self.folder.numbers[atom.number].register.index]

    def _opaque(
        self, drawn: dict[Atom, Any], thread: Any, random: np.random.Generator, atom: Atom
    ) -> Any:
        known = self.folder.written_out(atom)
        if known is not None:
            return known.evaluate(partial(self._value, drawn, thread, random))
        shape = self._shape(atom)
        assert shape is not None
        step = min(shape.modulus, _POINTER_STEP)
        start = step * int(random.integers(64)) + shape.offset % step
        return start + shape.stride * np.arange(LANES)


def _key(atom: Atom) -> tuple[str, str, int, int, int]:
    return atom.key


def _rule_of(inst: ir.Inst) -> str:
    """Return the counting rule of an access: sectors (global), wavefronts (shared); "" if none."""
    space, access = inst.space, inst.form.access
    if access == "copy":
        return "sectors"
    if space in ("global", "") and access in ("load", "store"):
        return "sectors"
    if space == "global" and access in ("atom", "red"):
        return "atomic"
    if access in ("ldmatrix", "stmatrix"):
        return "rows"
    return {"load": "shared load", "store": "shared store"}.get(access, "") * (space == "shared")


def _count(rule: str, lanes: Mapping[int, int], width: int) -> int:
    match rule:
        case "sectors":
            return len(wavefronts.sectors(lanes, width))
        case "atomic":
            return wavefronts.atomic_sectors(lanes)
        case "shared load":
            return wavefronts.shared_load(lanes, width)[0]
        case "shared store":
            return wavefronts.shared_store(lanes, width)[0]
        case _:
            rows = {lane: address for lane, address in lanes.items() if lane < _ROWS * width}
            return wavefronts.matrix_rows(rows, width)[0]


def divisors(
    parameters: Sequence[str], names: Sequence[str], facts: Mapping[str, Sequence[str]]
) -> dict[str, int]:
    """Return the number by which the compiler knows each parameter to be divisible, by its PTX
    name.

    `names`: those in the source, in the same order. `facts`: of `devices.capture.KernelForm`, by
    the source's name.
    """
    known: dict[str, int] = {}
    for parameter, name in zip(parameters, names, strict=False):
        for fact in facts.get(name, ()):
            number = fact.removeprefix("divisible by ")
            if number.isdigit():
                known[parameter] = int(number)
    return known
