"""Proposes inputs: the captured launch made small, then borders, then random changes.

In: a `Setup`, the kernel's constants, and what earlier inputs showed (`learn`). Out: `Input`s.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

import numpy as np

from kernelscope.inside.prove.inputs import Input
from kernelscope.inside.prove.setup import Argument, Dim3, Number, Pointer, Setup
from kernelscope.inside.prove.values import (
    FLOAT_FILLS,
    INTEGER_FILLS,
    UNKNOWN,
    Fill,
    edge_floats,
    float_values,
    is_float,
    make,
    width,
)

SMALL_BYTES = 1 << 16
"""A buffer's first size; it grows if the kernel reaches further (`Search._larger`)."""

_PRIMES = (2, 3, 5, 7, 13, 31, 61, 97, 127, 251, 509, 1021)
_MOST_THREADS = 1 << 14
_GRID_SIDE = 4
_LARGEST_SIDE = (1 << 16) - 1
_MOST_ALONE = 4  # buffers
_MOST_BORDERS = 64
_MOST_BLOCKS = 6  # block shapes; each kernel is compiled anew for every one
_SMALL_SIZES = (64, 100, 33, 16)
"""The values that the smallest large number of a launch takes: a row's length, for example."""
_PLAIN_SIZES = (100, 16, 64, 3, 1, 256, 0)
"""The values that all whole numbers take together if there was not a launch."""
_MOST_STARTS = 4
_WIDE = ((1 << 32) - 1, 1 << 32, (1 << 32) + 1, (1 << 40) + 12345)
"""Numbers beyond 32 bits, for which a division of 64 bits takes its long path."""
_FLOAT_PATTERNS = tuple(FLOAT_FILLS)
_INTEGER_PATTERNS = tuple(INTEGER_FILLS)


# Numbers come from the launch, from the block, and from the constants that the kernel compares
# with, each with its neighbours (`_numbers`), so that both sides of its branches run. For
#
#     if (i < n) y[i] = x[i] * 1.5f;
#
# launched with n = 1000 in blocks of 128, the values tried for n include 127, 128, 129 (a block,
# and one thread on either side of it) and 999, 1000, 1001. A copy with `i <= n` is found that way,
# and its counterexample shrinks to n = 0; one with `i < n - 1` shrinks to n = 1.
#
# Most random inputs are useless: an index that is too large makes the kernel fault, and a faulting
# run compares nothing. So random inputs are variations of inputs that were valid, and the patterns
# that a kernel refused for a buffer become rare (`_pick_pattern`).
class Proposer:
    """Makes inputs, and learns which patterns the kernel accepts in each buffer.

    Attributes:
        whole, floats: values worth trying for integer and for float parameters.
    """

    def __init__(
        self, setup: Setup, whole: Sequence[int], floats: Sequence[float], seed: int = 0
    ) -> None:
        self.setup = setup
        self.rng = np.random.default_rng(seed)
        self.floats = tuple(floats)
        self.whole = _numbers(setup, whole)
        self._refused: dict[tuple[int, str], int] = {}
        self._accepted: set[tuple[int, str]] = set()
        self._seeds = 0
        self._last_valid = False
        self._last_wrote = False

    # ---- whole inputs ---------------------------------------------------------------------

    def first(self) -> Iterator[Input]:
        """Yield the inputs that every kernel runs on.

        The captured launch if it is small, and the same made small; then, on those that were
        valid, each pattern in each buffer, each number at its borders, null pointers and other
        blocks.
        """
        starts: list[Input] = []
        wrote: list[Input] = []
        for start in self._starts():
            if self.setup.grid is None and len(wrote) >= _MOST_STARTS:
                break
            yield start
            if self._last_valid:
                starts.append(start)
            if self._last_wrote:
                wrote.append(start)
        starts = (wrote or starts or [self.base()])[:_MOST_STARTS]
        grids = self._small_grids()
        borders = [
            (place, value) for place in self._free_numbers() for value in self._borders(place)
        ]
        # 0 and 1 come first: the empty and the smallest case of each size, whatever time is left.
        least = [border for border in borders if border[1] in (0, 1)][:_MOST_BORDERS]
        yield from self._all_filled(starts, grids)
        yield from self._at_borders(least, starts, grids)
        yield from self._wide(starts[0])
        yield from self._null_pointers(starts)
        yield from self._one_filled(starts)
        others = self.rng.permutation(len(borders))[:_MOST_BORDERS]
        yield from self._at_borders([borders[n] for n in others], starts, grids)
        for block in self.setup.blocks[: _MOST_BLOCKS if self.setup.grid is None else 0]:
            yield dataclasses.replace(self._refilled(starts[0], grids), block=block)

    def _all_filled(self, starts: Sequence[Input], grids: Sequence[Dim3]) -> Iterator[Input]:
        """Yield every pattern, in all buffers at once."""
        places = range(len(self.setup.buffers))
        for step in range(max((len(self._patterns(n)) for n in places), default=1)):
            for start in starts[:2]:
                yield self._filled(start, step, grids)

    def _one_filled(self, starts: Sequence[Input]) -> Iterator[Input]:
        """Yield every pattern in one buffer, the others as they were in a valid input.

        In `y[i] = x[at[i]]` the patterns of both buffers advance together in `_all_filled`: `at`
        has "limits" just when `x` has "edges". Those indices fault, so NaN in `x` would hardly be
        compared. Here `at` keeps valid indices while `x` takes every pattern.
        """
        for place in range(min(len(self.setup.buffers), _MOST_ALONE)):
            for number, pattern in enumerate(self._patterns(place)):
                start = starts[number % len(starts)]
                fills = list(start.fills)
                fills[place] = self._fill(place, pattern)
                yield dataclasses.replace(start, fills=tuple(fills))

    def _null_pointers(self, starts: Sequence[Input]) -> Iterator[Input]:
        """Yield inputs with one null pointer each.

        `bias ? bias[i] : 1.0f` has a side that runs for a null pointer alone; without these inputs
        a copy with 2.0f there would pass.
        """
        for place, buffer in enumerate(self.setup.buffers):
            if not buffer.symbol:
                yield dataclasses.replace(self._any_of(starts), null=frozenset((place,)))

    def _at_borders(
        self,
        borders: Sequence[tuple[int, Number]],
        starts: Sequence[Input],
        grids: Sequence[Dim3],
    ) -> Iterator[Input]:
        """Yield inputs with one number at a border."""
        for place, value in borders:
            yield self._with(self._refilled(self._any_of(starts), grids), {place: value})

    def _any_of(self, known: Sequence[Input]) -> Input:
        return known[int(self.rng.integers(len(known)))]

    def _starts(self) -> Iterator[Input]:
        """Yield the launch on small grids, with its numbers and then with smaller ones."""
        base = self.base()
        if self.setup.grid is None:
            yield from self._plain_starts(base)
            return
        if base.threads <= _MOST_THREADS:
            yield base
        grids = self._small_grids()
        for number, grid in enumerate(grids[:6]):
            yield dataclasses.replace(base, grid=grid)
            if number < len(_SMALL_SIZES):
                small = scaled(self.setup.arguments, _SMALL_SIZES[number])
                yield self._with(dataclasses.replace(base, grid=grid), small)

    # A kernel on `long long rows` may differ only for more than 2^32 of them:
    #
    #     if (i < rows) y[i * pitch] = rows > 4294967296ll ? 2.0f : 1.0f;
    #
    # That many rows do not fit into memory. With a pitch of 2^62 they need not: the address of a
    # row is i * 2^62 * 4 bytes, a multiple of 2^64, so all rows are at one address. A copy
    # without the 2.0f is found by this input, before any random one.
    def _wide(self, start: Input) -> Iterator[Input]:
        """Yield numbers beyond 32 bits, on two blocks of the largest possible grid."""
        wide = [n for n in self._free_numbers() if self._is_wide(n)]
        most = [_LARGEST_SIDE if side > 1 else 1 for side in self.setup.sides]
        start = dataclasses.replace(start, grid=(most[0], most[1], most[2]), chosen=(0, 1))
        pitches: dict[int, Number] = dict.fromkeys(wide, 1 << 62)
        for place in wide[:_MOST_BORDERS]:
            yield self._with(start, pitches | {place: (1 << 32) + 1})

    def _is_wide(self, place: int) -> bool:
        return _bits(self.setup.types[place]) == 64 and isinstance(self.setup.arguments[place], int)

    def _plain_starts(self, base: Input) -> Iterator[Input]:
        """Yield blocks and sizes, one after the other, until the kernel accepts some."""
        numbers = self._free_numbers()
        free = any(not isinstance(self.setup.arguments[n], float) for n in numbers)
        for block in self.setup.blocks or (self.setup.block,):
            for step, size in enumerate(_PLAIN_SIZES if free else (0,)):
                shaped = dataclasses.replace(base, block=block)
                yield self._with(shaped, {n: self._plain(n, size, step) for n in numbers})

    def _plain(self, place: int, size: int, step: int) -> Number:
        """Return a number for a parameter; in a struct it fills every word of 4 or of 8 bytes."""
        given = self.setup.arguments[place]
        if isinstance(given, bytes):
            word = size.to_bytes((8, 4)[step % 2], "little")
            return (word * len(given))[: len(given)]
        return given if isinstance(given, float) else self._fits(place, size)

    def _filled(self, base: Input, step: int, grids: Sequence[Dim3]) -> Input:
        """Return the base with the `step`-th pattern in each buffer, on one of the grids."""
        fills = tuple(
            self._fill(place, self._patterns(place)[step % len(self._patterns(place))])
            for place in range(len(base.fills))
        )
        return dataclasses.replace(base, grid=grids[step % len(grids)], fills=fills)

    def _refilled(self, base: Input, grids: Sequence[Dim3]) -> Input:
        """Return the base with patterns that were valid before, on any of the grids."""
        fills = tuple(self._fill(n, self._pick_pattern(n)) for n in range(len(base.fills)))
        grid = grids[int(self.rng.integers(len(grids)))]
        return dataclasses.replace(base, grid=grid, fills=fills)

    def base(self) -> Input:
        """Return the captured launch; without one, a block on buffers of random numbers."""
        fills = tuple(
            self._fill(place, "captured" if buffer.captured else self._patterns(place)[0])
            for place, buffer in enumerate(self.setup.buffers)
        )
        sizes = tuple(_start_size(b.captured) for b in self.setup.buffers)
        return Input(
            self.setup.grid or (1, 1, 1),
            self.setup.block,
            self.setup.shared,
            tuple(0 if isinstance(a, Pointer) else a for a in self.setup.arguments),
            fills,
            sizes,
        )

    def _any_start(self) -> Input:
        """Return a random input, if none has been valid yet."""
        block = self.setup.blocks[int(self.rng.integers(len(self.setup.blocks)))]
        free = self._free_numbers()
        most = (2, 5, 17, 65, 300)[int(self.rng.integers(5))]
        numbers: dict[int, Number] = {
            n: self._fits(n, int(self.rng.integers(most)))
            for n in free
            if isinstance(self.setup.arguments[n], int)
        }
        return self._with(dataclasses.replace(self.base(), block=block), numbers)

    def random(self, known: Sequence[Input]) -> Input:
        """Return a valid input with random changes; `known` are the valid ones."""
        if known:
            start = self._any_of(known)
        else:
            start = self._any_start() if self.setup.blocks else self.base()
        changes: dict[int, Number] = {}
        free = self._free_numbers()
        for place in free:
            if self.rng.random() < 1.5 / max(len(free), 1):
                now = start.arguments[place]
                changes[place] = (
                    self._one_word(now) if isinstance(now, bytes) else self._any_number(place)
                )
        if free and self.rng.random() < 0.25:
            changes |= self._together(free)
        given = self._with(start, changes)
        if self.rng.random() < 0.5:
            given = dataclasses.replace(given, grid=self._any_grid())
        if self.setup.blocks and self.rng.random() < 0.1:
            # The likeliest come first, and each needs a new compilation.
            number = min(int(self.rng.geometric(0.35)), len(self.setup.blocks)) - 1
            given = dataclasses.replace(given, block=self.setup.blocks[number])
        if given.null or self.rng.random() < 0.03:
            null = frozenset(n for n in given.null if self.rng.random() < 0.5)
            if self.setup.buffers and self.rng.random() < 0.5:
                null |= {int(self.rng.integers(len(self.setup.buffers)))}
            given = dataclasses.replace(given, null=null)
        fills = tuple(
            self._fill(place, self._pick_pattern(place)) if self.rng.random() < 0.6 else fill
            for place, fill in enumerate(given.fills)
        )
        return dataclasses.replace(given, fills=fills)

    def learn(self, given: Input, *, valid: bool, wrote: bool) -> None:
        """Note whether the kernel ran on an input, so that patterns it refuses become rare."""
        self._last_valid, self._last_wrote = valid, wrote
        for place, fill in enumerate(given.fills):
            key = place, fill.pattern
            if valid:
                self._accepted.add(key)
            elif key not in self._accepted:
                self._refused[key] = self._refused.get(key, 0) + 1

    # ---- numbers ---------------------------------------------------------------------------

    def _free_numbers(self) -> list[int]:
        """Return the places of the parameters that are numbers."""
        return [
            place
            for place, argument in enumerate(self.setup.arguments)
            if not isinstance(argument, Pointer) and self._matters(place)
        ]

    def _matters(self, place: int) -> bool:
        """Return whether to change a number: a 64-bit zero is a null pointer, or never read."""
        wide = self.setup.types[place].endswith("64") and not self.setup.types[place].startswith(
            "f"
        )
        return not (wide and self.setup.arguments[place] == 0)

    def _borders(self, place: int) -> list[Number]:
        given = self.setup.arguments[place]
        if isinstance(given, bytes):
            return [self._any_bytes(len(given)) for _ in range(8)]
        if self.setup.types[place].startswith("f"):
            return [0.0, -0.0, 1.0, -1.5, float("inf"), float("nan"), *self.floats[:8]]
        kept = [0, 1, *(n for n in self.whole if 1 < n <= 4096)]
        step = max(len(kept) // 24, 1)
        wide = _WIDE if self._is_wide(place) else ()
        return [self._fits(place, n) for n in (*kept[::step], *wide)]

    def _any_bytes(self, size: int) -> bytes:
        """Return a struct's bytes: floats, small whole numbers or anything."""
        patterns = ("normal", "edges", "small", "small", "limits", "bits")
        pattern = patterns[int(self.rng.integers(len(patterns)))]
        dtype = ("f32", "f64") if pattern in FLOAT_FILLS else ("i32", "i64")
        fill = Fill(pattern, dtype[int(self.rng.integers(2))], int(self.rng.integers(1 << 30)))
        return make(fill, size, np.zeros(0, np.uint8), self.floats).tobytes()

    def _one_word(self, given: bytes) -> bytes:
        """Return a struct with one of its words changed, now and then with all of them."""
        other = self._any_bytes(len(given))
        if self.rng.random() < 0.2:
            return other
        size = (4, 8)[int(self.rng.integers(2))]
        start = int(self.rng.integers(max(len(given) // size, 1))) * size
        return given[:start] + other[start : start + size] + given[start + size :]

    def _any_number(self, place: int) -> Number:
        given = self.setup.arguments[place]
        if isinstance(given, bytes):
            return self._any_bytes(len(given))
        type_name = self.setup.types[place]
        if type_name.startswith("f"):
            if self.rng.random() < 0.5:
                return float(self.rng.standard_normal() * 3)
            choice = float_values(edge_floats(type_name, self.floats), type_name)
            return float(choice[int(self.rng.integers(len(choice)))])
        way = self.rng.random()
        if way < 0.5:
            return self._fits(place, self.whole[int(self.rng.integers(len(self.whole)))])
        if way < 0.75:
            return self._fits(place, int(self.rng.integers(0, 300)))
        if way < 0.9:
            first, second = (self.whole[int(self.rng.integers(len(self.whole)))] for _ in range(2))
            return self._fits(place, first + second if self.rng.random() < 0.5 else first * second)
        bits = 8 * width(f"i{_bits(type_name)}")
        limits = (
            *(_WIDE if bits == 64 else ()),
            -1,
            -2,
            (1 << (bits - 1)) - 1,
            -(1 << (bits - 1)),
            int(self.rng.integers(1 << 20)),
        )
        return self._fits(place, limits[int(self.rng.integers(len(limits)))])

    def _fits(self, place: int, number: int) -> int:
        """Return a number wrapped into the range of its parameter, signed."""
        bits = _bits(self.setup.types[place])
        wrapped = number & ((1 << bits) - 1)
        return wrapped - (1 << bits) if wrapped >> (bits - 1) else wrapped

    def _together(self, free: Sequence[int]) -> dict[int, Number]:
        """Return one new number for all places that had the same one.

        A contiguous matrix has `columns` equal to its row stride. If only one of them changed, most
        inputs would be strided or out of bounds, and the contiguous case would hardly be tried.
        """
        place = free[int(self.rng.integers(len(free)))]
        value, number = self.setup.arguments[place], self._any_number(place)
        if not isinstance(number, int):
            return {place: number}
        return {
            other: self._fits(other, number)
            for other in free
            if self.setup.arguments[other] == value and isinstance(self.setup.arguments[other], int)
        }

    def _with(self, given: Input, changes: dict[int, Number]) -> Input:
        arguments = tuple(changes.get(n, value) for n, value in enumerate(given.arguments))
        return dataclasses.replace(given, arguments=arguments)

    # ---- shapes and fillings ---------------------------------------------------------------

    def _small_grids(self) -> list[Dim3]:
        """Return grids from one block up; in more dimensions only if the launch had them."""
        sides = [range(1, min(extent, _GRID_SIDE) + 1) for extent in self.setup.sides]
        grids = [(x, y, z) for z in sides[2] for y in sides[1] for x in sides[0]]
        threads = int(np.prod(self.setup.block))
        few = [g for g in grids if g[0] * g[1] * g[2] * threads <= _MOST_THREADS]
        return sorted(few or [(1, 1, 1)], key=lambda g: g[0] * g[1] * g[2])[:12]

    def _any_grid(self) -> Dim3:
        grids = self._small_grids()
        x, y, z = grids[int(self.rng.integers(len(grids)))]
        if self.setup.grid is None and self.rng.random() < 0.1:
            y = 2
        if self.rng.random() < 0.1:
            x += 1
        return x, y, z

    def _patterns(self, place: int) -> tuple[str, ...]:
        dtype = self.setup.buffers[place].dtype
        captured = ("captured", "resampled") if self.setup.buffers[place].captured else ()
        if not dtype:
            return (*captured, *_FLOAT_PATTERNS, *_INTEGER_PATTERNS)
        # Integers are often indices, so the captured ones are tried first.
        return (*captured, *(_FLOAT_PATTERNS if is_float(dtype) else _INTEGER_PATTERNS))

    def _pick_pattern(self, place: int) -> str:
        patterns = self._patterns(place)
        weights = np.array([0.5 ** min(self._refused.get((place, k), 0), 8) for k in patterns])
        return patterns[int(self.rng.choice(len(patterns), p=weights / weights.sum()))]

    def _fill(self, place: int, pattern: str) -> Fill:
        self._seeds += 1
        dtype = self.setup.buffers[place].dtype
        if not dtype:
            fitting = [d for d in UNKNOWN if _offers(d, pattern)]
            dtype = fitting[self._seeds % len(fitting)]
        return Fill(pattern, dtype, self._seeds)


def scaled(arguments: Sequence[Argument], size: int) -> dict[int, Number]:
    """Return a launch's large integers made small, by place, so that multiples stay multiples.

    `scaled((4096, 16777216), 64)`, the row length and the size of a square matrix, gives
    {0: 64, 1: 4096}: the size is 4096 rows of 4096, and becomes 64 rows of 64. A pitch of 16384
    bytes (4 a float) becomes 256. If each number became small by itself, a row would no longer fit
    its pitch, and the kernel would refuse most inputs or take only its edge paths.

    The smallest large number becomes `size`. Each larger one is divided by the largest number
    before it that divides it.
    """
    whole = {n: a for n, a in enumerate(arguments) if isinstance(a, int) and a > max(_SMALL_SIZES)}
    units: dict[int, int] = {}

    def small(number: int) -> int:
        if number in units:
            return units[number]
        for unit in sorted(units, reverse=True):
            if number % unit == 0:
                return units[unit] * small(number // unit)
        return number

    for number in sorted(set(whole.values())):
        shrunk = small(number)
        units[number] = shrunk if shrunk < number else min(size, number)
    return {place: units[number] for place, number in whole.items()}


def _offers(dtype: str, pattern: str) -> bool:
    if pattern in ("captured", "resampled"):
        return True
    return pattern in (FLOAT_FILLS if is_float(dtype) else INTEGER_FILLS)


def _bits(type_name: str) -> int:
    return int("".join(c for c in type_name if c.isdigit()) or 32)


def _start_size(captured: int) -> int:
    """Return a buffer's first size, with a guard after the captured bytes."""
    return min(captured + max(captured // 4, 256), SMALL_BYTES) if captured else SMALL_BYTES


def _numbers(setup: Setup, constants: Sequence[int]) -> tuple[int, ...]:
    """Return integers worth trying: of the launch, its block, the constants, and neighbours."""
    threads = int(np.prod(setup.block))
    numbers = {threads, *setup.block, *_PRIMES}
    numbers |= {c for c in constants if abs(c) <= 1 << 31}
    for argument in setup.arguments:
        if isinstance(argument, int) and 0 < argument <= 1 << 31:
            numbers.add(argument)
            for extent in setup.grid or ():
                # The share of a block: 4096 elements over 4 blocks are 1024 each.
                numbers.add(-(-argument // extent))
    near = {n + d for n in numbers for d in (-1, 0, 1)} | {0, 1}
    return tuple(sorted(near))
