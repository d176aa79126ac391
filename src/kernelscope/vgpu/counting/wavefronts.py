"""The cost of one memory instruction of one warp, by rules found on an H200, written as sets.

The executable form of the rules: the interpreter counts with it, and the compiled code must agree.
Addresses are of the active lanes only, by lane number. `tests/vgpu/test_wavefronts.py` holds the
hardware's own counts next to these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

SECTOR = 32  # bytes
BANKS = 32  # of one 4-byte word
WORD = 4  # bytes
ROW = 16  # bytes of one row of a matrix of `ldmatrix`

Lanes = Mapping[int, int]
"""Lane number to byte address."""


def sectors(addresses: Lanes, width: int) -> set[int]:
    """Return the distinct sectors that accesses of `width` bytes touch."""
    return {byte // SECTOR for a in addresses.values() for byte in (a, a + width - 1)}


def global_load(addresses: Lanes, width: int) -> int:
    """Return the rounds in which L1 delivers the words of a load: it has the banks of shared memory
    (`tests/truth/l1_h200.csv`, 32 lanes on an H200).

        x[lane]              1
        x[32 * lane]        32: all lanes at the same bank, whether or not L1 has the lines
        x[33 * lane]         1, though it takes 8 cycles to look for 32 lines
    """
    return _rounds(addresses, width)


def atomic_sectors(addresses: Lanes) -> int:
    """Return the sectors of a global atomic: for each, the lanes on its most wanted address."""
    most: dict[int, int] = {}
    for address, lanes in Counter(addresses.values()).items():
        most[address // SECTOR] = max(most.get(address // SECTOR, 0), lanes)
    return sum(most.values())


# Worked cases for `float s[]` and `double d[]` at a multiple of 128 bytes, by 32 lanes:
#
#     s[lane]       32 words, one in each bank       1 wavefront,   0 conflicts
#     s[2 * lane]   words 0, 2, … 62: two in each     2 wavefronts,  1 conflict
#                   even bank
#     s[32 * lane]  32 words in bank 0               32 wavefronts, 31 conflicts
#     s[33 * lane]  one row more each time            1 wavefront,   0 conflicts: padding helps
#     d[lane]       64 words, two in each bank        2 wavefronts,  0 conflicts: fewer cannot do
#     d[lane / 2]   16 doubles, 32 words              1 wavefront,   0 conflicts
#     d[2 * lane]   64 words, four in each of 16      4 wavefronts,  2 conflicts
#                   banks
#
# A count of lanes per bank, in place of distinct words, would give `d[lane / 2]` 2 wavefronts,
# though pairs of lanes read the same words. And `wavefronts − 1` as the conflicts of every width
# would accuse `d[lane]`, which no other layout can make faster.
def shared_load(addresses: Lanes, width: int) -> tuple[int, int]:
    """Return the wavefronts and bank conflicts of a load; parts of a warp that fit go together."""
    if width <= WORD:
        waves = _rounds(addresses, width)
        return waves, waves - 1
    if width == 2 * WORD:
        waves = _together_or_halved(addresses, width, 32)
        return waves, waves - _least_rounds(addresses, width)
    halves = _parts(addresses, 16)
    waves = sum(_together_or_halved(half, width, 16) for half in halves)
    return waves, waves - sum(_least_rounds(half, width) for half in halves)


def shared_store(addresses: Lanes, width: int) -> tuple[int, int]:
    """Return the wavefronts and bank conflicts of a store; its parts always go one by one."""
    size = 32 if width <= WORD else 32 * WORD // width
    parts = _parts(addresses, size)
    waves = sum(_rounds(part, width) for part in parts)
    return waves, waves - len(parts)


def shared_atomic(addresses: Lanes, compare_and_swap: bool) -> tuple[int, int]:
    """Return the wavefronts and bank conflicts of an atomic; lanes on one word wait for each
    other.
    """
    most = max(Counter(_bank(address // WORD) for address in addresses.values()).values())
    return most * (2 if compare_and_swap else 1), most - 1


# Worked case: 16 lanes read 16 banks and write in pairs into 8 banks. Then 16 lanes do the same
# with the banks that were read before, and 8 other banks to write into. A schedule that fills the
# wavefronts has 2. An H100 has 3: the second lane of a pair reads its bank one wavefront late, and
# the lane that comes after it at that bank is late, too.
def shared_copy(sources: Lanes, targets: Lanes, width: int) -> int:
    """Return the wavefronts in which `cp.async` writes shared memory (LDGSTS).

    As many lanes go together as have 128 bytes. Of 4 and 8 bytes each bank of the line that is read
    gives one word at a time, to a lane of its own, and each bank that is written takes one; both
    take the lanes in order. 16 bytes, which pass by L1, take one wavefront for each quarter of a
    warp.
    """
    size = 32 * WORD // width
    groups = _parts(sources, size)
    if width == ROW:
        return len(groups)
    total = 0
    for group in groups:
        read, written = [0] * size, [0] * size  # the last wavefront of each bank
        for lane in sorted(group):
            bank, other = sources[lane] // width % size, targets[lane] // width % size
            read[bank] = written[other] = 1 + max(read[bank], written[other])
        total += max(read)
    return total


def matrix_rows(rows: Lanes, matrices: int) -> tuple[int, int]:
    """Return the wavefronts and conflicts of `ldmatrix` or `stmatrix`; a matrix has eight rows."""
    waves = sum(_rounds(part, ROW) for part in _parts(rows, 8))
    return waves, waves - matrices


def _parts(addresses: Lanes, size: int) -> list[Lanes]:
    """Return the groups of `size` consecutive lanes that have an active lane."""
    groups: dict[int, dict[int, int]] = {}
    for lane, address in addresses.items():
        groups.setdefault(lane // size, {})[lane] = address
    return [groups[number] for number in sorted(groups)]


def _together_or_halved(addresses: Lanes, width: int, size: int) -> int:
    """Return 1 if a group's words fit one per bank, else the rounds of its two halves."""
    if _rounds(addresses, width) == 1:
        return 1
    return sum(_rounds(part, width) for part in _parts(addresses, size // 2))


def _rounds(addresses: Lanes, width: int) -> int:
    """Return the largest number of distinct words in one bank."""
    return max(Counter(_bank(word) for word in _words(addresses.values(), width)).values())


def _least_rounds(addresses: Lanes, width: int) -> int:
    return -(-len(_words(addresses.values(), width)) // BANKS)


def _words(addresses: Iterable[int], width: int) -> set[int]:
    """Return the distinct words that accesses touch."""
    return {word for a in addresses for word in range(a // WORD, (a + width - 1) // WORD + 1)}


def _bank(word: int) -> int:
    return word % BANKS
