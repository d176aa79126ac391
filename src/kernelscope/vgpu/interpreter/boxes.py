"""The interpreter's copies of boxes of tensors, element by element, and its tensor maps."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kernelscope.errors import LaunchError, MemoryAccessError
from kernelscope.vgpu import ir, tensor_map
from kernelscope.vgpu.counting.bulk import Row
from kernelscope.vgpu.interpreter.bulk import (
    Target,
    Update,
    active,
    bytes_at,
    check_aligned,
    named,
    own_place,
    targets_of,
    thread_of,
    updated,
)
from kernelscope.vgpu.interpreter.memory import Memory
from kernelscope.vgpu.interpreter.tracing import Touched
from kernelscope.vgpu.interpreter.warp import Block, Warp
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.tensor_map import BYTES, TensorMap, decode, element_bytes
from kernelscope.vgpu.types import Lanes

_NAN = {2: 0x7FFF, 4: 0x7FFFFFFF, 8: 0x7FFFFFFFFFFFFFFF}


class Box:
    """A box of a tensor, and its place in shared memory.

    Attributes:
        columns: those that the copy reaches. A store has some behind the tensor's last one.
        end: the address behind the tensor's allocation, beyond which such columns are left out.
    """

    def __init__(self, made: TensorMap, corner: tuple[int, ...], place: int) -> None:
        self.map = made
        self.corner = corner
        self.place = place
        self.width = element_bytes(made.type)
        self.steps = (1, *made.steps[1:])
        self.counts = self._counts()
        self.size = self.width * int(np.prod(self.counts))
        self.columns = made.sizes[0]
        self.end = 1 << 64

    def store(self, memory: Memory) -> None:
        """Let the box reach what a store of it does."""
        self.columns = tensor_map.stored_columns(self.map)
        inside = next((address for _, address in self.elements() if address is not None), None)
        if inside is not None:
            self.end = memory.end_of(inside)

    def _counts(self) -> list[int]:
        return [-(-n // step) for n, step in zip(self.map.box, self.steps, strict=True)]

    def _coordinates(self) -> Iterator[tuple[int, ...]]:
        """Yield each element's coordinates, in the order of the box in shared memory."""
        for index in itertools.product(*map(range, self.counts[::-1])):
            yield tuple(
                c + i * s for c, i, s in zip(self.corner, index[::-1], self.steps, strict=True)
            )

    def elements(self) -> Iterator[tuple[int, int | None]]:
        """Yield each element's address in shared memory, and in the tensor (None outside it)."""
        for number, at in enumerate(self._coordinates()):
            yield self._swizzled(self.place + number * self.width), self._address(at)

    def _swizzled(self, address: int) -> int:
        """Mix bits 4 to 6 of an address with bits 7 to 9, as many as the mode has."""
        return address ^ (address >> 7 & (1 << self.map.swizzle) - 1) << 4

    def _address(self, at: tuple[int, ...]) -> int | None:
        sizes = (self.columns, *self.map.sizes[1:])
        if not all(0 <= c < size for c, size in zip(at, sizes, strict=True)):
            return None
        strides = (self.width, *self.map.strides)
        address = self.map.address + sum(c * s for c, s in zip(at, strides, strict=True))
        is_behind = at[0] >= self.map.sizes[0] and address + self.width > self.end
        return None if is_behind else address

    def read(self, element: Lanes) -> Lanes:
        """Return the bytes that a load makes of an element's."""
        bits = int.from_bytes(element.tobytes(), "little")
        if self.map.type != "tf32" or bits & 0x7F800000 == 0x7F800000:
            return element
        rounded = bits + 0xFFF + (bits >> 13 & 1) & 0xFFFFE000
        return np.frombuffer(rounded.to_bytes(4, "little"), np.uint8)

    @property
    def fill(self) -> Lanes:
        """The bytes of an element outside the tensor."""
        value = _NAN.get(self.width, 0) if self.map.fills_with_nan else 0
        return np.frombuffer(value.to_bytes(self.width, "little"), np.uint8)


class Columns(Box):
    """Pixels of a tensor one after another, each with some channels (im2col).

    offsets: added to the coordinates of each pixel, innermost first.
    """

    def __init__(
        self, made: TensorMap, corner: tuple[int, ...], place: int, offsets: Sequence[int]
    ) -> None:
        super().__init__(made, corner, place)
        self.offsets = offsets

    def _counts(self) -> list[int]:
        return [*self.map.box]

    def _coordinates(self) -> Iterator[tuple[int, ...]]:
        channels, pixels = self.counts
        first, *at = self.corner
        for _ in range(pixels):
            moved = [c + offset for c, offset in zip(at[:-1], self.offsets, strict=True)]
            for channel in range(channels):
                yield (first + channel, *moved, at[-1])
            self._advance(at)

    def _advance(self, at: list[int]) -> None:
        """Go to the next pixel of the box between the corners, or to the next image's first."""
        assert self.map.corners is not None
        for d, (lower, upper) in enumerate(zip(*self.map.corners, strict=True)):
            at[d] += self.steps[d + 1]
            if at[d] < self.map.sizes[d + 1] + upper:
                return
            at[d] = lower
        at[-1] += 1


def _box(
    warp: Warp, inst: ir.Inst, lane: int, given: dict[str, Any], block: Block, place: int
) -> Box:
    """Return the box that a lane asks for, at a place in a block's shared memory; everything it
    touches is checked.
    """
    address = int(given["map"][lane])
    check_aligned(address, 64)
    space, offset = warp.spaces.resolve("generic", address)
    words = (warp.spaces.at(space, offset + n, 8, lane) for n in range(0, BYTES, 8))
    made = decode(b"".join(word.tobytes() for word in words))
    if made is None:
        raise LaunchError(tensor_map.TENSOR_MAP_PROBLEMS[tensor_map.NOT_A_MAP])
    is_columns = inst.fields["mode"].startswith("im2col")
    problem = made.problem(int(inst.fields["dim"][0]), is_columns)
    if problem:
        raise LaunchError(problem)
    if place % 128:
        raise MemoryAccessError(f"{place:#x} is not aligned to 128 bytes for a tensor's tile")
    corner = tuple(int(c[lane]) for c in given["at"])
    stores = inst.fields["to"] == "global"
    problem = tensor_map.start_problem(corner, made.type, stores=stores)
    if problem:
        raise LaunchError(problem)
    if is_columns:
        none = (np.zeros(LANES, np.int64),) * (made.rank - 2)
        box: Box = Columns(made, corner, place, [int(c[lane]) for c in given.get("offsets", none)])
    else:
        box = Box(made, corner, place)
    bytes_at(block, "shared", place, -(-box.size // 128) * 128 if made.swizzle else box.size)
    for _, place_in_tensor in box.elements():
        if place_in_tensor is not None:
            bytes_at(block, "global", place_in_tensor, box.width)
    if stores:
        box.store(block.run_of.memory)
    return box


def _count(warp: Warp, access: str, box: Box, touched: Touched, targets: int = 1) -> None:
    """Count the rows of a box, each in one piece."""
    addresses = [address for _, address in box.elements()]
    pitch = box.counts[0]
    for start in range(0, len(addresses), pitch):
        inside = [n for n, a in enumerate(addresses[start : start + pitch]) if a is not None]
        first, end = (inside[0], inside[-1] + 1) if inside else (0, 0)
        address = (addresses[start + first] or 0) - first * box.width
        place = box.place + start * box.width
        ends = first * box.width, end * box.width
        row = Row(place, pitch * box.width, address, *ends)
        warp.launch.tally.bulk_row(access, row, touched, targets)


def load(warp: Warp, inst: ir.Inst) -> None:
    """Run a copy of a box to shared memory."""
    given = named(warp, inst)
    touched = warp.launch.tally.bulk_instruction(inst.form.access, len(active(warp)))
    for lane in active(warp):
        for target in targets_of(warp, inst, lane, given):
            box = _box(warp, inst, lane, given, target.block, target.place)

            def move(target: Target = target, box: Box = box) -> None:
                memory = warp.launch.memory
                for place, address in box.elements():
                    data = box.fill if address is None else box.read(memory.at(address, box.width))
                    target.block.shared[place : place + box.width] = data
                if target.counts:
                    _count(warp, inst.form.access, box, touched, target.counts)
                target.complete(box.size)

            warp.block.engine.issue(target.owner, move)


def store(update: Update | None, warp: Warp, inst: ir.Inst) -> None:
    """Run a copy or a reduction of a box from shared memory."""
    given = named(warp, inst)
    touched = warp.launch.tally.bulk_instruction(inst.form.access, len(active(warp)))
    for lane in active(warp):
        box = _box(warp, inst, lane, given, warp.block, own_place(warp, int(given["b"][lane])))
        if update is None and box.map.type == "tf32":
            raise LaunchError(tensor_map.TENSOR_MAP_PROBLEMS[tensor_map.OTHER_TYPE])
        fields = {**inst.fields, "t": box.map.type}
        if update is not None and not _is_defined(inst, box.map.type):
            raise LaunchError(tensor_map.TENSOR_MAP_PROBLEMS[tensor_map.NO_REDUCTION])

        shared = [warp.block.shared]

        def read(shared: list[Lanes] = shared) -> None:
            shared[0] = shared[0].copy()

        def move(
            box: Box = box, fields: dict[str, str] = fields, shared: list[Lanes] = shared
        ) -> None:
            for place, address in box.elements():
                if address is not None:
                    memory = warp.launch.memory.at(address, box.width)
                    data = shared[0][place : place + box.width]
                    memory[:] = updated(update, fields, memory.copy(), data)
            _count(warp, inst.form.access, box, touched)

        warp.block.engine.issue(thread_of(warp, lane), move, read=read)


def _is_defined(inst: ir.Inst, type_: str) -> bool:
    reductions: dict[str, tuple[str, ...]] = inst.form.extra["reductions"]
    return type_ in reductions[inst.fields["op"]]


def prefetch(warp: Warp, inst: ir.Inst) -> None:
    """Do nothing: a prefetch has no result."""


def replace(warp: Warp, inst: ir.Inst) -> None:
    """Set a field of a tensor map, or of 128 zeros that are to become one."""
    given = named(warp, inst)
    offset, size = inst.form.extra["place"](inst)
    for lane in active(warp):
        memory = _memory(warp, inst.fields["space"] or "generic", int(given["a"][lane]))
        if memory.any() and decode(memory.tobytes()) is None and not _has_magic(memory):
            raise LaunchError(tensor_map.TENSOR_MAP_PROBLEMS[tensor_map.NOT_A_MAP])
        value = given["new"] if isinstance(given["new"], int) else int(given["new"][lane])
        for at, width, word in ((tensor_map.MAGIC_AT, 4, tensor_map.MAGIC), (offset, size, value)):
            data = (word & (1 << 8 * width) - 1).to_bytes(width, "little")
            memory[at : at + width] = np.frombuffer(data, np.uint8)


def _has_magic(memory: Lanes) -> bool:
    start = tensor_map.MAGIC_AT
    return int.from_bytes(memory[start : start + 4].tobytes(), "little") == tensor_map.MAGIC


def _memory(warp: Warp, space: str, address: int) -> Lanes:
    check_aligned(address, 64)
    where, offset = warp.spaces.resolve(space.partition("::")[0], address)
    return bytes_at(warp.block, where, offset, BYTES)


def publish(warp: Warp, inst: ir.Inst) -> None:
    """Copy tensor maps from shared to global memory."""
    given = named(warp, inst)
    for lane in active(warp):
        source = _memory(warp, "shared::cta", int(given["b"][lane]))
        _memory(warp, "global", int(given["a"][lane]))[:] = source
