"""Detection of loads from memory that the launch stores to later: its warps must keep step."""

from __future__ import annotations

import functools
import struct
from collections.abc import Iterable, Mapping

from kernelscope.vgpu.analysis.address_sources import Source, Sources
from kernelscope.vgpu.analysis.in_step import Extent, Pair, may_clash
from kernelscope.vgpu.layout import FIRST_ALLOCATION, OFFSET_BITS
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.registry import Region


class Clashes:
    """The pairs of loads and later stores of a kernel (`analysis.in_step`), ready to be looked at.

    Nearly every address comes from one parameter. Such pairs are looked at without the extents of
    their memory, since each launch pays for it: allocations of other numbers are other memory.
    """

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self._of_two_parameters: list[tuple[int, int]] = []
        self._others: list[Pair] = []
        for pair in pairs:
            read, written = (_only_parameter(sources) for sources in pair)
            if read is None or written is None:
                self._others.append(pair)
            else:
                self._of_two_parameters.append((read // 8, written // 8))

        self._last = max((max(pair) for pair in self._of_two_parameters), default=0)

    def __bool__(self) -> bool:
        return bool(self._of_two_parameters or self._others)

    def are_in(
        self, arguments: bytearray, regions: Iterable[Region], symbols: Mapping[str, Region]
    ) -> bool:
        """Return whether the arguments of a launch make loads and later stores meet.

        `arguments`: the parameter buffer. `regions`: the allocations of the arguments. `symbols`:
        those of the variables.
        """
        if _overlap(regions):
            pairs = ((frozenset((8 * a,)), frozenset((8 * b,))) for a, b in self._of_two_parameters)
            if may_clash(pairs, functools.partial(_extent, arguments, symbols)):
                return True
        elif self._of_two_parameters:
            words = struct.unpack_from(f"<{len(arguments) // 8}Q", arguments)
            if self._last >= len(words):  # no pointer is in the last bytes, so it may be any
                return True
            for read, written in self._of_two_parameters:
                # A null pointer is never used.
                a, b = words[read] >> OFFSET_BITS, words[written] >> OFFSET_BITS
                if (a == b and a) or (words[read] and words[written] and min(a, b) < _FIRST):
                    return True
        if not self._others:
            return False
        return may_clash(self._others, functools.partial(_extent, arguments, symbols))


def _only_parameter(sources: Sources) -> int | None:
    """Return the offset of the parameter that is the only source of an address, if one is."""
    if len(sources) != 1:
        return None
    (source,) = sources
    return source if isinstance(source, int) and source % 8 == 0 else None


_FIRST = FIRST_ALLOCATION  # below it an address is the host's own, of any memory


def _overlap(regions: Iterable[Region]) -> bool:
    """Return whether two allocations share memory, as arrays of one buffer may."""
    end = 0
    for base, size in sorted(set(regions)):
        if base < end:
            return True
        end = base + size
    return False


def _extent(arguments: bytearray, symbols: Mapping[str, Region], source: Source) -> Extent | None:
    """Return the memory behind a parameter (by its offset) or variable; None if it is a number."""
    if isinstance(source, str):
        region = symbols.get(source)
    else:
        if source + 8 > len(arguments):
            return None
        address = int.from_bytes(arguments[source : source + 8], "little")
        if not address:
            return 0, 0
        region = SPACE.region(address >> OFFSET_BITS)
    return None if region is None else (region.base, region.base + region.size)
