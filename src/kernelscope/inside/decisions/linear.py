"""Layouts as linear maps over bits: which thread holds which element of a block.

In: the text of an encoding (`#ttg.blocked<{…}>`) and a shape. Out: a `Layout`, which maps the bits
of (register, lane, warp) to a coordinate: each bit that is set adds (xor) its basis vector.

    #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

for 1024 elements has the bases register (1), (2), (512), lane (4), (8), (16), (32), (64), and warp
(128), (256). Register 5 = 0b101 of lane 1 holds element 1 xor 512 xor 4 = 517. The third register
bit is 512 because the 4 × 32 × 4 threads' tile repeats to fill the block.

Triton itself turns an encoding into such a map (`triton_passes.linear_bases`); tests compare it
with where the threads of the virtual GPU find the elements.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from kernelscope.inside.decisions.mlir import attributes, groups
from kernelscope.inside.decisions.triton_passes import Vector, linear_bases

_DISTRIBUTED = frozenset(("blocked", "slice", "nvidia_mma", "dot_op", "linear", "generic_linear"))
"""The encodings of blocks in registers."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Basis vectors of each bit of the register number, the lane and the warp.

    A basis of zeros means that both values of the bit hold the same element.
    """

    shape: tuple[int, ...]
    register: tuple[Vector, ...]
    lane: tuple[Vector, ...]
    warp: tuple[Vector, ...]

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


@lru_cache(maxsize=256)
def layout_of(encoding: str, shape: tuple[int, ...]) -> Layout | None:
    """Return the layout of a block of this shape, as Triton computes it.

    None for an encoding that is unknown, or if Triton is not installed.
    """
    if read_encoding(encoding)[0] not in _DISTRIBUTED:
        return None
    bases = linear_bases(encoding, shape)
    return None if bases is None else Layout(shape, *bases)


def read_encoding(encoding: str) -> tuple[str, dict[str, str]]:
    """Read `#ttg.blocked<{order = [0]}>`, or the older `#triton_gpu`, as name and parameters."""
    named = re.match(r"#(?:ttg|triton_gpu|ttng)\.(\w+)", encoding)
    inside = groups(encoding[encoding.find("<") + 1 : -1], "{") if named else []
    return (named[1] if named else "", attributes(inside[-1]) if inside else {})


def integers(text: str) -> tuple[int, ...]:
    """Read `[1, 8]` as numbers."""
    return tuple(int(part) for part in re.findall(r"-?\d+", text))
