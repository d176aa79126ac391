"""How the lanes of a warp share memory transactions, from the index expression of an access.

What is the same in all lanes (block, parameters, trip) shifts them together. It is drawn a few
times, as the compiler was told it may be; where the count depends on it, its least and greatest
values are given. All lanes take part.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kernelscope.stages.explain.fold import Dim3, Folder
from kernelscope.stages.explain.index import Atom, Sum
from kernelscope.vgpu import ir, wavefronts
from kernelscope.vgpu.analysis.shapes import Shape
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.analysis.warp import analyse

LANES = 32
_DRAWS = 5
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
        """What an access costs; None where the address depends on data, or it is no plain access.

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

    def _counted(self, address: Sum, width: int, kind: str) -> Transactions | None:
        if not self._is_known(address):
            return None
        draws = [self._drawn(address, np.random.default_rng(seed), seed) for seed in range(_DRAWS)]
        # Few draws tell by what the lanes are shifted together: then every such shift counts.
        starts = [int(lanes[0]) for lanes in draws]
        step = math.gcd(_PERIOD, *(start - starts[0] for start in starts))
        first = starts[0] % step
        counts = {
            self._count(kind, tuple((lanes - lanes[0]).tolist()), shift, width)
            for lanes in draws
            for shift in range(first, _PERIOD, step)
        }
        step = wavefronts.ROW if kind == "rows" else width
        together = {lane: lane * step for lane in range(LANES)}
        return Transactions(min(counts), max(counts), _count(kind, together, width))

    def _count(self, kind: str, lanes: tuple[int, ...], start: int, width: int) -> int:
        key = (kind, lanes, start, width)
        if key not in self._counts:
            shifted = {lane: start + offset for lane, offset in enumerate(lanes)}
            self._counts[key] = _count(kind, shifted, width)
        return self._counts[key]

    def _drawn(self, address: Sum, random: np.random.Generator, seed: int) -> Any:
        drawn: dict[Atom, Any] = {}
        warps = max(self.block[0] * self.block[1] * self.block[2] // LANES, 1)
        thread = int(random.integers(warps) if seed else 0) * LANES + np.arange(LANES)
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
                return int(random.integers(1, 32))
            case "parameter":
                divisor = self.divisors.get(atom.name, 1)
                return divisor * int(random.integers(4096 // divisor, 8192 // divisor))
            case "trip":
                return int(random.integers(16))
            case "variable" | "window":
                return _POINTER_STEP * int(random.integers(1, 64))
            case _:
                return self._opaque(drawn, thread, random, atom)

    def _is_known(self, total: Sum) -> bool:
        """Whether all that it is made from is known before it runs, as far as lanes differ."""
        for atom in total.atoms():
            if atom.kind != "value":
                continue
            known = self._written_out(atom)
            if not (self._shape(atom) if known is None else self._is_known(known)):
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
