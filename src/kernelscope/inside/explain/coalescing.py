"""How the lanes of a warp share memory transactions, from the index expression of an access.

What is the same in all lanes (block, parameters, trip) is drawn a number of times, as the compiler
was told it may be. Mostly it shifts the lanes together; then every such shift counts, and the least
and greatest counts are given. Where it moves them against one another, as in a swizzle, and their
count stays the same, that is told; where it does not, as with a stride, what decides it is. All
lanes take part.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kernelscope.inside.explain.fold import Dim3, Folder
from kernelscope.inside.explain.index import Atom, Sum
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.shapes import Shape
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.analysis.warp import analyse
from kernelscope.vgpu.counting import wavefronts

LANES = 32
_DRAWS = 24
_SMALL = 8  # half of what is drawn lies below: strides of 1 and 2 are told apart from great ones
_PERIOD = 128  # bytes after which sectors and banks repeat
_POINTER_STEP = 1 << 20  # allocations begin on boundaries of 256 bytes
_ROW = (LANES, 1, 1)
_ROWS = 8  # of a matrix


@dataclass(frozen=True, slots=True)
class Transactions:
    """What one access of a whole warp costs.

    Attributes:
        least, most: sectors of 32 bytes (global), or wavefronts (shared memory).
        ideal: that as many bytes need at least.
    """

    least: int
    most: int
    ideal: int


class Lanes:
    """The lanes' addresses of one kernel's accesses."""

    def __init__(
        self, folder: Folder, divisors: Mapping[str, int], block: Dim3 | None = None
    ) -> None:
        """Of a kernel.

        Args:
            folder: its integers.
            divisors: what the values of PTX parameters are multiples of.
            block: threads of a block, where a launch tells; else of the kernel's own bounds, or a
                row of one warp.
        """
        self.folder = folder
        self.divisors = divisors
        self.block: Dim3 = block or folder.block or _ROW
        self._shapes: list[Shape | None] | None = None
        self._counts: dict[tuple[str, tuple[int, ...], int, int], int] = {}
        self._found: dict[tuple[Sum, int, str], Transactions | None] = {}

    def transactions(self, inst: ir.Inst, address: Sum, width: int) -> Transactions | None:
        """What an access costs.

        None where the address depends on data or on what `deciding` names, or it is no plain
        access.

        Args:
            inst: its instruction.
            address: in bytes from where an allocation begins.
            width: bytes of one lane; of `ldmatrix` and `stmatrix` the number of matrices.
        """
        kind = _kind(inst)
        if not kind or not width:
            return None
        key = (address, width, kind)
        if key not in self._found:
            self._found[key] = self._counted(address, width, kind)
        return self._found[key]

    def unit(self, inst: ir.Inst) -> str:
        """What accesses of this kind are counted in; "" of those that are not."""
        kind = _kind(inst)
        return "" if not kind else "sectors" if kind in ("sectors", "atomic") else "wavefronts"

    def deciding(self, inst: ir.Inst, address: Sum, width: int) -> list[Atom]:
        """What is the same in all lanes and decides what an access costs, such as strides."""
        kind = _kind(inst)
        if not kind or not width or not self.is_known(address):
            return []
        atoms = {atom for atom in self._leaves(address) if self._is_same(atom)}
        return sorted((a for a in atoms if self._is_deciding(a, address, width, kind)), key=_key)

    def _is_deciding(self, atom: Atom, address: Sum, width: int, kind: str) -> bool:
        draws = [self._drawn(address, 0, {atom: other}) for other in range(_DRAWS)]
        return not self._counts_of(draws, width, kind)

    def _leaves(self, total: Sum) -> Iterator[Atom]:
        for atom in total.atoms():
            known = self._written_out(atom) if atom.kind == "value" else None
            if known is not None:
                yield from self._leaves(known)
            elif not atom.arguments:
                yield atom

    def _is_same(self, atom: Atom) -> bool:
        """Whether an atom is the same in all lanes of a warp."""
        if atom.kind == "special":
            return not atom.name.startswith(("%tid", "%laneid", "%ntid"))
        shape = self._shape(atom) if atom.kind == "value" else None
        return atom.kind in ("parameter", "trip") or (shape is not None and not shape.stride)

    def _counted(self, address: Sum, width: int, kind: str) -> Transactions | None:
        if not self.is_known(address):
            return None
        counts = self._counts_of([self._drawn(address, n) for n in range(_DRAWS)], width, kind)
        if not counts:
            return None
        step = wavefronts.ROW if kind == "rows" else width
        together = {lane: lane * step for lane in range(LANES)}
        return Transactions(min(counts), max(counts), _count(kind, together, width))

    def _counts_of(self, draws: Sequence[Any], width: int, kind: str) -> set[int]:
        """The counts of lanes that were drawn; none where how they lie to one another matters."""
        patterns = [tuple((lanes - lanes[0]).tolist()) for lanes in draws]
        starts = [int(lanes[0]) for lanes in draws]
        if len(set(patterns)) > 1:
            each = {
                self._count(kind, lanes, start % _PERIOD, width)
                for lanes, start in zip(patterns, starts, strict=True)
            }
            return each if len(each) == 1 else set()
        # Few draws tell by what the lanes are shifted together: then every such shift counts.
        step = math.gcd(_PERIOD, *(start - starts[0] for start in starts))
        shifts = range(starts[0] % step, _PERIOD, step)
        return {self._count(kind, patterns[0], shift, width) for shift in shifts}

    def _count(self, kind: str, lanes: tuple[int, ...], start: int, width: int) -> int:
        key = (kind, lanes, start, width)
        if key not in self._counts:
            shifted = {lane: start + offset for lane, offset in enumerate(lanes)}
            self._counts[key] = _count(kind, shifted, width)
        return self._counts[key]

    def _drawn(self, address: Sum, seed: int, others: Mapping[Atom, int] | None = None) -> Any:
        """The lanes' addresses, drawn with a seed; some atoms with other ones."""
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
        """Whether all that makes an address differ between lanes is known before it runs."""
        for atom in total.atoms():
            if atom.kind != "value":
                continue
            known = self._written_out(atom)
            if not (self._shape(atom) if known is None else self.is_known(known)):
                return False
        return True

    def _written_out(self, atom: Atom) -> Sum | None:
        return self.folder.expanded.get(atom.number) or self.folder.counted.get(atom.number)

    def _shape(self, atom: Atom) -> Shape | None:
        """What a value looks like across the lanes, as the virtual GPU's own analysis has it."""
        if self._shapes is None:
            self._shapes = analyse(self.folder.function, BlockShape(*self.block)).shapes
        return self._shapes[self.folder.numbers[atom.number].register.index]

    def _opaque(
        self, drawn: dict[Atom, Any], thread: Any, random: np.random.Generator, atom: Atom
    ) -> Any:
        known = self._written_out(atom)
        if known is not None:
            return known.evaluate(partial(self._value, drawn, thread, random))
        shape = self._shape(atom)
        assert shape is not None
        step = min(shape.modulus, _POINTER_STEP)
        start = step * int(random.integers(64)) + shape.offset % step
        return start + shape.stride * np.arange(LANES)


def _key(atom: Atom) -> tuple[str, str, int, int, int]:
    return atom.key


def _kind(inst: ir.Inst) -> str:
    """Which rule counts an access: by sectors of global, or by wavefronts of shared memory."""
    space = inst.fields.get("space", "").partition("::")[0]
    access = inst.form.access
    if access == "copy":
        return "sectors"
    if space in ("global", "") and access in ("load", "store"):
        return "sectors"
    if space == "global" and access in ("atom", "red"):
        return "atomic"
    if access in ("ldmatrix", "stmatrix"):
        return "rows"
    return {"load": "shared load", "store": "shared store"}.get(access, "") * (space == "shared")


def _count(kind: str, lanes: Mapping[int, int], width: int) -> int:
    match kind:
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
    """What the compiler knows each parameter to be a multiple of.

    Args:
        parameters: of the PTX.
        names: the source's, in the same order.
        facts: as `devices.capture.KernelForm` has them.
    """
    found: dict[str, int] = {}
    for parameter, name in zip(parameters, names, strict=False):
        for fact in facts.get(name, ()):
            number = fact.removeprefix("divisible by ")
            if number.isdigit():
                found[parameter] = int(number)
    return found
