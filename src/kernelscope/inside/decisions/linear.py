"""Layouts as linear maps over bits: which thread holds which element of a block.

In: the text of an encoding (`#ttg.blocked<{…}>`) and a shape. Out: a `Layout`, which maps the bits
of (register, lane, warp) to a coordinate: each bit that is set adds (xor) its basis vector.

    #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

for 1024 elements has the bases register (1), (2), (512), lane (4), (8), (16), (32), (64), and warp
(128), (256). Register 5 = 0b101 of lane 1 holds element 1 xor 512 xor 4 = 517. The third register
bit is 512 because the 4 × 32 × 4 threads' tile repeats to fill the block.

The rules for each encoding follow Triton's `LinearLayoutConversions.cpp`; tests compare them with
`get_layout_view` and `to_linear_layout` of Triton itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kernelscope.inside.decisions.mlir import attributes, groups

Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Basis vectors of each bit of the register number, the lane and the warp.

    A basis of zeros means that both values of the bit hold the same element.
    """

    shape: tuple[int, ...]
    register: tuple[Vector, ...]
    lane: tuple[Vector, ...]
    warp: tuple[Vector, ...]

    def element(self, register: int, lane: int, warp: int) -> Vector:
        """Return the coordinate of the element that a register of a lane of a warp holds."""
        at = [0] * len(self.shape)
        for number, bases in ((register, self.register), (lane, self.lane), (warp, self.warp)):
            for bit, basis in enumerate(bases):
                if number >> bit & 1:
                    at = [a ^ b for a, b in zip(at, basis, strict=True)]
        return tuple(at)

    @property
    def order(self) -> tuple[int, ...]:
        """Dimensions, first the one along which a thread's elements lie, then its warp's."""
        moved = [
            next(d for d, part in enumerate(basis) if part)
            for basis in (*self.register, *self.lane, *self.warp)
            if any(basis)
        ]
        unused = reversed(range(len(self.shape)))
        return tuple(dict.fromkeys((*moved, *unused)))

    def run(self, dimension: int) -> int:
        """Return how many neighbouring elements a thread holds in a dimension.

        With the register bases (1), (2), (512), the run is 4: the bases 1 and 2 continue each
        other, and 4 is missing. Counting the registers would give 8, but a thread that holds
        elements 0–3 and 512–515 cannot load them with one instruction.
        """
        length = 1
        vectors = set(self.register)
        while any(
            v[dimension] == length and not any(p for d, p in enumerate(v) if d != dimension)
            for v in vectors
        ):
            length *= 2
        return min(length, self.shape[dimension])

    @property
    def registers(self) -> int:
        """Registers of each thread, some of which may hold the same element."""
        return 1 << len(self.register)

    @property
    def copies(self) -> int:
        """Threads that hold the same element."""
        return 1 << sum(not any(basis) for basis in (*self.lane, *self.warp))


class _Builder:
    """A layout that grows from its innermost part.

    `filled` is how far each dimension is covered: the next basis along it begins there.
    """

    def __init__(self, rank: int) -> None:
        self.rank = rank
        self.filled = [1] * rank
        self.bases: dict[str, list[Vector]] = {"register": [], "lane": [], "warp": []}

    def add(self, who: str, dimension: int, count: int) -> None:
        """Add `count` (a power of two) of `who` along a dimension."""
        for _ in range(count.bit_length() - 1):
            self.bases[who].append(self._unit(dimension, self.filled[dimension]))
            self.filled[dimension] *= 2

    def same(self, who: str, count: int) -> None:
        """Add `count` of `who` that hold the same elements."""
        self.bases[who] += [(0,) * self.rank] * (count.bit_length() - 1)

    def _unit(self, dimension: int, value: int) -> Vector:
        return tuple(value if d == dimension else 0 for d in range(self.rank))

    def fitted(self, shape: tuple[int, ...], order: tuple[int, ...]) -> Layout:
        """Return the layout cut to the shape, or repeated in more registers to fill it."""
        for who, bases in self.bases.items():
            self.bases[who] = [
                basis if all(p < s for p, s in zip(basis, shape, strict=True)) else (0,) * self.rank
                for basis in bases
            ]
        for dimension in order:
            size = self.filled[dimension]
            self.filled[dimension] = min(size, shape[dimension])
            self.add("register", dimension, shape[dimension] // self.filled[dimension])
        return Layout(shape, *(tuple(self.bases[who]) for who in ("register", "lane", "warp")))


def layout_of(encoding: str, shape: tuple[int, ...]) -> Layout | None:
    """Return the layout of a block of this shape; None for an unknown encoding."""
    name, values = read_encoding(encoding)
    try:
        match name:
            case "blocked":
                return _blocked(values, shape)
            case "slice":
                return _slice(values, shape)
            case "nvidia_mma":
                return _mma(values, shape)
            case "dot_op":
                return _dot_operand(values, shape)
            case "linear" | "generic_linear":
                return _linear(values, shape)
            case _:
                return None
    except (KeyError, ValueError, IndexError):
        return None


def read_encoding(encoding: str) -> tuple[str, dict[str, str]]:
    """Read `#ttg.blocked<{order = [0]}>`, or the older `#triton_gpu`, as name and parameters."""
    named = re.match(r"#(?:ttg|triton_gpu|ttng)\.(\w+)", encoding)
    inside = groups(encoding[encoding.find("<") + 1 : -1], "{") if named else []
    return (named[1] if named else "", attributes(inside[-1]) if inside else {})


def integers(text: str) -> tuple[int, ...]:
    """Read `[1, 8]` as numbers."""
    return tuple(int(part) for part in re.findall(r"-?\d+", text))


def _blocked(values: dict[str, str], shape: tuple[int, ...]) -> Layout:
    order = integers(values["order"])
    builder = _Builder(len(shape))
    parts = {"register": "sizePerThread", "lane": "threadsPerWarp", "warp": "warpsPerCTA"}
    for who, name in parts.items():
        counts = integers(values[name])
        for dimension in order:
            builder.add(who, dimension, counts[dimension])
    return builder.fitted(shape, order)


def _slice(values: dict[str, str], shape: tuple[int, ...]) -> Layout | None:
    """Return the layout of a block that lacks dimension `dim` of its parent's.

    A 64×64 tile gives 8 lanes to each row. Its row numbers, a slice without dimension 1, are held
    by all 8: their lane bases become (0), so they count as copies of the same element. Registers
    that only moved along dimension 1 are dropped, as Triton does: a thread holds a value once.
    """
    removed = int(values["dim"])
    parent = layout_of(values["parent"], (*shape[:removed], 1, *shape[removed:]))
    if parent is None:
        return None

    def without(bases: tuple[Vector, ...]) -> tuple[Vector, ...]:
        return tuple((*v[:removed], *v[removed + 1 :]) for v in bases)

    registers = tuple(basis for basis in without(parent.register) if any(basis))
    return Layout(shape, registers, without(parent.lane), without(parent.warp))


def _tile(builder: _Builder, tile: tuple[int, int], width: int, inner: int, outer: int) -> None:
    """Add the piece of an operand that one `mma` takes: 4 lanes along the inner dimension, 8 outer.

    `mma.m16n8k16` gives lane 5 of its result the elements (1, 2) and (1, 3) in registers 0 and 1,
    and (9, 2) and (9, 3) in registers 2 and 3. (PTX manual, "Matrix Fragments for
    mma.m16n8k16 with floating point type".)
    """
    builder.add("register", inner, width)
    builder.add("lane", inner, 4)
    builder.add("lane", outer, 8)
    builder.add("register", outer, tile[0] // 8)
    builder.add("register", inner, tile[1] // (width * 4))


def _mma(values: dict[str, str], shape: tuple[int, ...]) -> Layout:
    rank = len(shape)
    instruction = integers(values["instrShape"])
    hopper = values["versionMajor"].startswith("3")
    tile = (instruction[0], instruction[1]) if hopper else (instruction[-2], instruction[-1])
    builder = _Builder(rank)
    _tile(builder, tile, 2, rank - 1, rank - 2)
    warps = integers(values["warpsPerCTA"])
    for dimension in _warp_order(rank, hopper):
        builder.add("warp", dimension, warps[dimension])
    return builder.fitted(shape, tuple(reversed(range(rank))))


def _warp_order(rank: int, hopper: bool) -> tuple[int, ...]:
    order = list(reversed(range(rank)))
    if hopper:
        order[0], order[1] = order[1], order[0]
    return tuple(order)


def _dot_operand(values: dict[str, str], shape: tuple[int, ...]) -> Layout | None:
    name, parent = read_encoding(values["parent"])
    rank = len(shape)
    first = values["opIdx"].startswith("0")
    k, other = (rank - 1, rank - 2) if first else (rank - 2, rank - 1)
    builder = _Builder(rank)
    order: tuple[int, ...]
    if name == "nvidia_mma":
        hopper = parent["versionMajor"].startswith("3")
        width = int(values.get("kWidth", "2").split(" ")[0])
        _tile(builder, (16 if first else 8, width * 8), width, k, other)
        order = _warp_order(rank, hopper)
        repeat_order = (k, other, *reversed(range(rank - 2)))
    elif name == "blocked":
        order = repeat_order = integers(parent["order"])
        sizes = list(integers(parent["sizePerThread"]))
        sizes[k] = shape[k]
        for dimension in order:
            builder.add("register", dimension, sizes[dimension])
        _spread(builder, "lane", integers(parent["threadsPerWarp"]), order, k)
    else:
        return None
    _spread(builder, "warp", integers(parent["warpsPerCTA"]), order, k)
    return builder.fitted(shape, repeat_order)


def _spread(
    builder: _Builder, who: str, counts: tuple[int, ...], order: tuple[int, ...], k: int
) -> None:
    """Spread lanes or warps along each dimension but `k`: every thread needs all of that one."""
    for dimension in order:
        if dimension == k:
            builder.same(who, counts[dimension])
        else:
            builder.add(who, dimension, counts[dimension])


def _linear(values: dict[str, str], shape: tuple[int, ...]) -> Layout:
    bases = {
        who: tuple(integers(v) for v in groups(values.get(who, "[]")[1:-1], "["))
        for who in ("register", "lane", "warp")
    }
    if any(len(vector) != len(shape) for part in bases.values() for vector in part):
        raise ValueError(f"bases of another rank than {len(shape)}")
    return Layout(shape, bases["register"], bases["lane"], bases["warp"])
