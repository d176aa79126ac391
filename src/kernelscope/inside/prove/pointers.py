"""Pointers stored in memory or structs: arrays of pointers, structs with pointers, lists.

In: a `Setup`, and the kernel to run. Out: the setup with a buffer and a `Link` for each pointer.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from kernelscope.inside.prove.inputs import Arena, Input, Subject
from kernelscope.inside.prove.parameters import loads_addresses
from kernelscope.inside.prove.setup import Buffer, Dim3, Link, Pointer, Setup
from kernelscope.inside.prove.values import Array

_FIRST = 1 << 10
_LAST = 1 << 15
"""The upper halves of the words: not addresses of the virtual GPU's memory."""
_LOW = 64
"""The lower half of the words: as a number neither large nor odd, if the kernel counts with it."""
_FILLED = 1 << 14  # bytes of a buffer that hold such words
_SIZE = 1 << 18
_MOST_FOUND = 24
_DEEPEST = 3
_ONE: Dim3 = (1, 1, 1)
_SEVERAL: Dim3 = (2, 2, 2)
_MOST_BLOCKS = 64
_LIMIT_S = 0.25


# PTX does not say which words of a buffer are pointers. They are found by filling the buffer with
# invalid addresses, each word a different one: the address of the access that faults tells which
# word was used as a pointer. From a test, with a linked list:
#
#     struct Node { int value; Node* next; };
#     for (Node* p = heads[threadIdx.x]; p; p = p->next) sum += p->value;
#
# 1. `heads` is filled with the words 0x400 << 32, 0x401 << 32, …, each plus `_LOW`. Thread 0 reads
#    the first and faults near 0x400 << 32: byte 0 of `heads` is a pointer. It gets a buffer of its
#    own, `heads[0]->`, which is filled in the same way.
# 2. The next run faults at the word in byte 8 of `heads[0]->`: that is `next`. And so on, at most
#    `_DEEPEST` levels.
#
# Without this the words of `heads` would be random numbers or zeros. Zeros are null pointers, so
# the loop would never run, and a copy with `sum = p->value` would pass on 96 inputs.
def with_links(setup: Setup, subject: Subject) -> Setup:
    """Return the setup with a buffer for each pointer that the kernel loads from memory.

    A parameter of 64 bits that turns out to be a pointer becomes one.
    """
    if not loads_addresses(subject.kernel.lowered()):
        return setup
    depths = [0] * len(setup.buffers)
    # First a single thread: its index is 0, so `threadIdx.x * pitch` is 0 even if `pitch` is one of
    # our words. With more threads the product of a word would hide which word it was. Then a whole
    # block, then several: in `rows[blockIdx.x][i] += n` block 0 uses word 0 alone, and a copy with
    # `rows[0][i] += n` would get the same memory and pass.
    grid = setup.grid or _SEVERAL
    several = grid if np.prod(grid) <= _MOST_BLOCKS else _SEVERAL
    for shape in ((_ONE, _ONE), (_ONE, setup.block), (several, setup.block)):
        for whole in (True, False):
            for _ in range(_MOST_FOUND):
                linked = _follow(setup, subject, (*shape, whole), depths)
                if linked is None:
                    break
                setup = linked
    return setup


def _follow(
    setup: Setup, subject: Subject, how: tuple[Dim3, Dim3, bool], depths: list[int]
) -> Setup | None:
    """Return the setup with one more link; None if no access faults at one of our words.

    how: the grid, the block, and whether numbers of 64 bits are replaced by our words as well.
    """
    grid, block, whole = how
    words = _Words()
    memory = [
        b.contents if b.symbol else _buffer(words, n, depths[n] < _DEEPEST)
        for n, b in enumerate(setup.buffers)
    ]
    arguments = [
        words.fill(("argument", n), len(a)).tobytes()
        if isinstance(a, bytes)
        else words.number(n)
        if whole and _may_point(setup, n)
        else 0
        if isinstance(a, Pointer)
        else a
        for n, a in enumerate(setup.arguments)
    ]
    given = Input(
        grid,
        block,
        setup.shared,
        tuple(arguments),
        (),
        tuple(map(len, memory)),
    )
    outcome = subject.run(setup, given, Arena(setup, given, memory), _LIMIT_S)
    place = words.place(outcome.address)
    return None if place is None else _linked(setup, place, depths)


def _buffer(words: _Words, number: int, searched: bool) -> Array:
    memory = np.zeros(_SIZE, np.uint8)
    if searched:
        memory[:_FILLED] = words.fill(("buffer", number), _FILLED)
    return memory


def _may_point(setup: Setup, place: int) -> bool:
    return setup.types[place] in ("u64", "b64", "s64") and isinstance(setup.arguments[place], int)


def _linked(setup: Setup, place: tuple[tuple[str, int], int], depths: list[int]) -> Setup | None:
    (holder_kind, holder), offset = place
    in_argument = holder_kind == "argument"
    if in_argument and not isinstance(setup.arguments[holder], bytes):
        return _with_pointer(setup, holder, depths)
    name = setup.names[holder] if in_argument else setup.buffers[holder].name
    for number, link in enumerate(setup.links):
        if (link.holder, link.in_argument) == (holder, in_argument) and not in_argument:
            if link.stride and (offset - link.offset) % link.stride == 0:
                return None
            step = link.stride or abs(offset - link.offset)
            step = int(np.gcd(step, offset - link.offset))
            first = min(link.offset, offset)
            wider = dataclasses.replace(link, offset=first, stride=step)
            links = (*setup.links[:number], wider, *setup.links[number + 1 :])
            return dataclasses.replace(setup, links=links)
    depths.append(0 if in_argument else depths[holder] + 1)
    link = Link(holder, in_argument, offset, len(setup.buffers))
    buffer = Buffer(f"{name}[{offset}]->", "", np.zeros(0, np.uint8))
    return dataclasses.replace(setup, buffers=(*setup.buffers, buffer), links=(*setup.links, link))


def _with_pointer(setup: Setup, place: int, depths: list[int]) -> Setup:
    depths.append(0)
    pointer = Pointer(len(setup.buffers))
    arguments = (*setup.arguments[:place], pointer, *setup.arguments[place + 1 :])
    buffer = Buffer(setup.names[place], "", np.zeros(0, np.uint8))
    return dataclasses.replace(setup, arguments=arguments, buffers=(*setup.buffers, buffer))


class _Words:
    """Words of 8 bytes that are invalid addresses, and the place of each."""

    def __init__(self) -> None:
        self._next = _FIRST
        self._starts: list[tuple[int, int, tuple[str, int]]] = []

    def fill(self, holder: tuple[str, int], size: int) -> Array:
        """Return the bytes of a holder: a new word for each 8 of them, as long as words last."""
        count = min(size // 8, _LAST - self._next)
        self._starts.append((self._next, self._next + count, holder))
        words = (np.arange(self._next, self._next + count, dtype=np.uint64) << np.uint64(32)) + _LOW
        self._next += count
        filled = np.zeros(size, np.uint8)
        filled[: 8 * count] = words.view(np.uint8)
        return filled

    def number(self, place: int) -> int:
        """Return a word for an argument of 64 bits."""
        return int(self.fill(("argument", place), 8).view(np.uint64)[0])

    def place(self, address: int) -> tuple[tuple[str, int], int] | None:
        """Return the holder and the byte of the word that an address is near; None if none is."""
        word = (address + (1 << 31)) >> 32
        for first, end, holder in self._starts:
            if first <= word < end:
                return holder, 8 * (word - first)
        return None
