"""Which thread holds which element of a block: layouts as linear maps over bits.

A layout maps the bits of (register, lane, warp) to a coordinate: each bit that is set adds (xor)
its basis vector. The rules for each encoding follow Triton's `LinearLayoutConversions.cpp`; tests
compare them with `get_layout_view` and `to_linear_layout` of Triton itself.
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
        """The coordinate of the element that a register of a lane of a warp holds."""
        at = [0] * len(self.shape)
        for number, bases in ((register, self.register), (lane, self.lane), (warp, self.warp)):
            for bit, basis in enumerate(bases):
                if number >> bit & 1:
                    at = [a ^ b for a, b in zip(at, basis, strict=True)]
        return tuple(at)

    @property
    def order(self) -> tuple[int, ...]:
        """Dimensions, the one first in which a thread's, then its warp's elements lie."""
        found = [
            next(d for d, part in enumerate(basis) if part)
            for basis in (*self.register, *self.lane, *self.warp)
            if any(basis)
        ]
        rest = reversed(range(len(self.shape)))
        return tuple(dict.fromkeys((*found, *rest)))

    def run(self, dimension: int) -> int:
        """Elements that a thread holds one beside the other in a dimension."""
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
        """Elements in each thread."""
        return 1 << len(self.register)

    @property
    def copies(self) -> int:
        """Threads that hold the same element."""
        return 1 << sum(not any(basis) for basis in (*self.lane, *self.warp))


class _Builder:
    """Grows a layout from its innermost part; each dimension remembers how far it is filled."""

    def __init__(self, rank: int) -> None:
        self.rank = rank
        self.filled = [1] * rank
        self.bases: dict[str, list[Vector]] = {"register": [], "lane": [], "warp": []}

    def add(self, who: str, dimension: int, count: int) -> None:
        """`count` (a power of two) of `who` along a dimension."""
        for _ in range(count.bit_length() - 1):
            self.bases[who].append(self._unit(dimension, self.filled[dimension]))
            self.filled[dimension] *= 2

    def same(self, who: str, count: int) -> None:
        """`count` of `who` that hold the same."""
        self.bases[who] += [(0,) * self.rank] * (count.bit_length() - 1)

    def _unit(self, dimension: int, value: int) -> Vector:
        return tuple(value if d == dimension else 0 for d in range(self.rank))

    def fitted(self, shape: tuple[int, ...], order: tuple[int, ...]) -> Layout:
        """Cut to the shape, and repeated in further registers where it is larger."""
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
    """The layout of a block of this shape; None for an encoding that is not known here."""
    kind, values = read_encoding(encoding)
    try:
        match kind:
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
    """`#ttg.blocked<{order = [0]}>` as its kind and its parameters; older `#triton_gpu` too."""
    named = re.match(r"#(?:ttg|triton_gpu|ttng)\.(\w+)", encoding)
    inside = groups(encoding[encoding.find("<") + 1 : -1], "{") if named else []
    return (named[1] if named else "", attributes(inside[-1]) if inside else {})


def integers(text: str) -> tuple[int, ...]:
    """`[1, 8]` as numbers."""
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
    removed = int(values["dim"])
    parent = layout_of(values["parent"], (*shape[:removed], 1, *shape[removed:]))
    if parent is None:
        return None

    def without(bases: tuple[Vector, ...]) -> tuple[Vector, ...]:
        return tuple((*v[:removed], *v[removed + 1 :]) for v in bases)

    registers = tuple(basis for basis in without(parent.register) if any(basis))
    return Layout(shape, registers, without(parent.lane), without(parent.warp))


def _tile(builder: _Builder, tile: tuple[int, int], width: int, inner: int, outer: int) -> None:
    """The piece of an operand that one `mma` takes: 4 lanes along the inner dimension, 8 outer."""
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
    kind, parent = read_encoding(values["parent"])
    rank = len(shape)
    first = values["opIdx"].startswith("0")
    k, other = (rank - 1, rank - 2) if first else (rank - 2, rank - 1)
    builder = _Builder(rank)
    order: tuple[int, ...]
    if kind == "nvidia_mma":
        hopper = parent["versionMajor"].startswith("3")
        width = int(values.get("kWidth", "2").split(" ")[0])
        _tile(builder, (16 if first else 8, width * 8), width, k, other)
        order = _warp_order(rank, hopper)
        rest = (k, other, *reversed(range(rank - 2)))
    elif kind == "blocked":
        order = rest = integers(parent["order"])
        sizes = list(integers(parent["sizePerThread"]))
        sizes[k] = shape[k]
        for dimension in order:
            builder.add("register", dimension, sizes[dimension])
        _spread(builder, "lane", integers(parent["threadsPerWarp"]), order, k)
    else:
        return None
    _spread(builder, "warp", integers(parent["warpsPerCTA"]), order, k)
    return builder.fitted(shape, rest)


def _spread(
    builder: _Builder, who: str, counts: tuple[int, ...], order: tuple[int, ...], k: int
) -> None:
    """Along each dimension but `k`, whose whole length every thread needs."""
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
