"""Names for the memory of a launch: its arguments, its variables, and its shared arrays."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from kernelscope.vgpu import Kernel
from kernelscope.vgpu.analysis.address_sources import Source
from kernelscope.vgpu.runtime.address_space import HEAP, SPACE, pointed_at, region_of
from kernelscope.vgpu.runtime.arguments import TensorMapArgument, words_of
from kernelscope.vgpu.runtime.registry import REGISTRY, Region

# `E` ends the function's name, which may have digits itself; `L` is before a file's own variable.
_LOCAL_NAME = re.compile(r"(?<=[EL])(\d+)([A-Za-z_]\w*)$")


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a buffer.

    Attributes:
        buffer: the argument's or the variable's name.
        index: in elements of the tensor; of the access, if there is not a tensor.
        place: the index in each dimension of a tensor that has several; () for others.
        address: the host address; 0 for shared memory.
        dtype: the tensor's dtype as text, "" if there is not a tensor.
        size: bytes.
    """

    buffer: str
    index: int
    place: tuple[int, ...] = ()
    address: int = 0
    dtype: str = ""
    size: int = 0

    def __str__(self) -> str:
        return f"{self.buffer}[{', '.join(map(str, self.place or (self.index,)))}]"


@dataclass(frozen=True, slots=True)
class _Argument:
    """A tensor or array that a launch was given; `start` is its first element's byte."""

    name: str
    region: Region
    start: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    size: int
    dtype: str

    def place_of(self, offset: int) -> tuple[int, ...] | None:
        """Return the index of the element at a byte of the allocation; None if it has none."""
        remaining = offset - self.start
        place = [0] * len(self.shape)
        for axis in sorted(range(len(self.shape)), key=lambda axis: -self.strides[axis]):
            if self.strides[axis] > 0 and self.shape[axis] > 1:
                place[axis], remaining = divmod(remaining, self.strides[axis])
        inside = all(0 <= at < size for at, size in zip(place, self.shape, strict=True))
        return tuple(place) if inside and 0 <= remaining < self.size else None


class _Pointer(NamedTuple):
    """An address that a launch was given in a number or a struct; `start` is its byte.

    at: the byte of the parameters that it is at; -1 if it is stored in memory.
    """

    name: str
    region: Region
    start: int
    at: int = -1


_NAMELESS = "memory of no argument"
_SEARCHED = 1 << 20
"""The bytes of each buffer in which an address is searched for, to name what it points to."""


class Buffers:
    """The memory of one launch.

    `arguments`: as `Kernel.launch` takes them. `names`: returns the source's name of each
    parameter; "" for one that the front end added.
    """

    def __init__(
        self, kernel: Kernel, arguments: Sequence[Any], names: Callable[[], Sequence[str]]
    ) -> None:
        self._kernel = kernel
        self._values = arguments
        self._names = names

    def global_element(self, allocation: int, offset: int, width: int) -> Element:
        """Return the element at a byte of an allocation, for an access of `width` bytes."""
        held = self.held_element(allocation, offset)
        if held is not None:
            return held
        region = SPACE.region(allocation)
        base = region.base if region is not None else 0
        known = [argument for argument in self._arguments if argument.region == region]
        if known:
            argument = known[0]
            index = (offset - argument.start) // argument.size
            return Element(argument.name, index, (), base + offset, argument.dtype, argument.size)
        name, start = self._other_name(region, offset) if region is not None else (_NAMELESS, 0)
        return Element(name, (offset - start) // width, (), base + offset, "", width)

    def _other_name(self, region: Region, offset: int) -> tuple[str, int]:
        """Return the name of memory that no tensor among the arguments has, and where it begins."""
        if HEAP.holds(region.base):
            return "device heap", HEAP.piece_at(offset) or 0
        pointers = [pointer for pointer in self._pointers if pointer.region == region]
        if pointers:
            before = [pointer for pointer in pointers if pointer.start <= offset] or pointers
            nearest = max(before, key=lambda pointer: pointer.start)
            return nearest.name, nearest.start
        if region in self._variables:
            return plain_name(self._variables[region]), 0
        return self._in_memory(region) or _NAMELESS, 0

    # Worked case: `float **t`, of which a kernel uses t[2]: an argument's memory has the address.
    def _in_memory(self, region: Region) -> str:
        """Return where the address of memory is stored, "t[2]" or "q.t[2]", or ""."""
        begins = region.base, SPACE.address(region, region.base)
        variables = (
            _Pointer(plain_name(name), where, 0) for where, name in self._variables.items()
        )
        arguments = (_Pointer(a.name, a.region, a.start) for a in self._arguments)
        for holder in (*arguments, *self._pointers, *variables):
            base, size = holder.region
            words = (min(size, _SEARCHED) - holder.start) // 8
            if words <= 0 or holder.start % 8 or not REGISTRY.is_alive(holder.region):
                continue
            values = np.ctypeslib.as_array(
                (ctypes.c_uint64 * words).from_address(base + holder.start)
            )
            inside = [values - np.uint64(begin) < np.uint64(region.size) for begin in begins]
            (places,) = np.nonzero(np.logical_or(*inside))
            if len(places):
                is_single = size == 8 and holder.region in self._variables
                return holder.name if is_single else f"{holder.name}[{places[0]}]"
        return ""

    def held_element(self, allocation: int, offset: int) -> Element | None:
        """Return the element of an argument at a byte of an allocation; None if none has it."""
        region = SPACE.region(allocation)
        for argument in self._arguments if region is not None else ():
            place = argument.place_of(offset) if argument.region == region else None
            if place is not None:
                index = (offset - argument.start) // argument.size
                nested = place if len(place) > 1 else ()
                at = argument.region.base + offset - (offset - argument.start) % argument.size
                return Element(argument.name, index, nested, at, argument.dtype, argument.size)
        return None

    def shared_element(self, offset: int, width: int) -> Element:
        """Return the element at a byte of a block's shared memory."""
        variables = self._kernel.shared_variables
        before = [(start, name) for name, start in variables.items() if start <= offset]
        start, name = max(before, default=(0, ""))
        plain = plain_name(name)
        if not plain or plain == "global_smem":  # Triton's own name for all of it
            plain, start = "shared memory", 0
        return Element(plain, (offset - start) // width, (), 0, "", width)

    # Worked case: x[:, :2] of a storage of 3 by 4 numbers.
    #
    #     inside:  1 1 0 0  1 1 0 0  1 1 0 0     the gaps between its rows are outside, too
    def outside(self, arguments: Iterable[int]) -> np.ndarray | None:
        """Return for each byte of the allocation of some arguments whether none of them has it.

        None if one of them is not a tensor or array.
        """
        views = [self._by_number.get(number) for number in arguments]
        outside: np.ndarray | None = None
        for view in views:
            if view is None:
                return None
            if outside is None:
                outside = np.ones(view.region.size, np.uint8)
            shape, steps = (*view.shape, view.size), (*view.strides, 1)
            np.lib.stride_tricks.as_strided(outside[view.start :], shape, steps)[...] = 0
        return outside

    def view_of(self, argument: int, offset: int) -> tuple[str, int, str]:
        """Return the name of an argument, the element of it at a byte of its allocation, counted
        along memory, and its shape and strides in words.
        """
        view = self._by_number[argument]
        steps = tuple(step // view.size for step in view.strides)
        words = f"shape {view.shape} and strides {steps}"
        return view.name, (offset - view.start) // view.size, words

    def expanded(self, name: str) -> str:
        """Return how a tensor's shape repeats its memory, in words; "" if it does not.

        Such a tensor has the stride 0: a kernel that takes its rows for full ones leaves it.
        """
        view = next((argument for argument in self._arguments if argument.name == name), None)
        if view is None:
            return ""
        sizes = zip(view.shape, view.strides, strict=True)
        stored = int(np.prod([size if step else 1 for size, step in sizes]))
        elements = int(np.prod(view.shape))
        if stored == elements:
            return ""
        steps = tuple(step // view.size for step in view.strides)
        shown = f"{stored:,} element{'s' * (stored != 1)}"
        return f"expanded: with strides {steps} its {elements:,} elements are {shown} of memory"

    def allocation_at(self, parameter: Source) -> int:
        """Return the number of an argument by its parameter's offset; -1 if it has no memory.

        Two arguments have the same number if they are in one allocation.
        """
        offsets = [declared.offset for declared in self._kernel.parameters]
        argument = self._by_number.get(offsets.index(parameter)) if parameter in offsets else None
        if argument is not None:
            return SPACE.number(argument.region)
        pointers = (p.region for p in self._pointers if p.at == parameter)
        return next(map(SPACE.number, pointers), -1)

    @property
    def has_views(self) -> bool:
        """True if an argument is a part of its memory."""
        return any(a.size * int(np.prod(a.shape)) < a.region.size for a in self._arguments)

    @cached_property
    def _by_number(self) -> dict[int, _Argument]:
        arguments: dict[int, _Argument] = {}
        plain = self._kernel.parameter_names
        names = self._names()
        for number, value in enumerate(self._values):
            name = names[number] if number < len(names) else ""
            made = _argument(name or plain[number], value)
            if made is not None:
                arguments[number] = made
        return arguments

    @cached_property
    def _arguments(self) -> list[_Argument]:
        # Of two views of one memory, the smaller one says more.
        known = self._by_number.values()
        return sorted(known, key=lambda argument: argument.size * int(np.prod(argument.shape)))

    @cached_property
    def _pointers(self) -> list[_Pointer]:
        """The addresses among integers and in structs: "n", "q.p"."""
        pointers: list[_Pointer] = []
        names = self._names()
        for number, value in enumerate(self._values[: len(self._kernel.parameters)]):
            name = names[number] if number < len(names) else ""
            parameter = self._kernel.parameters[number]
            for word, part, at in _words_of(value):
                region = pointed_at(word)
                if region is not None:
                    start, place = SPACE.host(word) - region.base, parameter.offset + at
                    full = (name or parameter.name) + part
                    pointers.append(_Pointer(full, region, start, place))
        return pointers

    @cached_property
    def _variables(self) -> dict[Region, str]:
        placed = self._kernel.module.place_variables(self._kernel.header.variables)
        return {region: name for name, region in placed.items()}


def _words_of(value: Any) -> Iterator[tuple[int, str, int]]:
    """Yield the words of a number or struct, with what follows its name ("", ".p") and the byte."""
    if isinstance(value, int | np.integer):
        yield int(value), "", 0
    elif isinstance(value, bytes | bytearray | np.void):
        fields = getattr(value, "fields", {})
        data = value.tobytes() if isinstance(value, np.void) else bytes(value)
        for number, word in enumerate(words_of(data)):
            place = 8 * number
            yield word, f".{fields[place]}" if place in fields else f" (byte {place})", place


def plain_name(name: str) -> str:
    """Return a variable's name in the source: "tile" for "_ZZ6kernelE4tile", and for
    "_ZZ6kernelE4tile_$_0", which is an element of it that the compiler keeps by itself.
    """
    name = re.sub(r"_\$_\d+$", "", name)
    local = _LOCAL_NAME.search(name)
    while local is not None and int(local[1]) != len(local[2]):
        local = _LOCAL_NAME.search(name, local.start() + 1)
    return name if local is None else local[2]


def _argument(name: str, value: Any) -> _Argument | None:
    """Return what is known of an argument; None for a number."""
    array: Any = value.tensor if isinstance(value, TensorMapArgument) else value
    if isinstance(array, int | float | bytes | np.generic):
        return None
    memory = region_of(array)
    if memory is None:
        return None
    region, address = memory
    if hasattr(array, "untyped_storage"):
        size = int(array.element_size())
        strides = tuple(int(step) * size for step in array.stride())
    else:
        array = np.asarray(array)
        size, strides = array.itemsize, array.strides
    dtype = str(array.dtype).removeprefix("torch.")
    return _Argument(name, region, address - region.base, tuple(array.shape), strides, size, dtype)
