"""The interpreter's copies of boxes of tensors, element by element, and its tensor maps."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu import ir, tensor_map
from kernelscope.vgpu.counting.bulk import Row
from kernelscope.vgpu.interpreter.bulk import (
    Target,
    Update,
    active,
    bytes_at,
    check_aligned,
    leave_out,
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
        is_lost: whether the tensor is not in memory, and the box is filled with zeros.
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
        self.is_lost = False

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
        if self.is_lost or not all(0 <= c < size for c, size in zip(at, sizes, strict=True)):
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
        value = _NAN.get(self.width, 0) if self.map.fills_with_nan and not self.is_lost else 0
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


def _box(warp: Warp, inst: ir.Inst, lane: int, given: dict[str, Any], place: int) -> Box:
    """Return the box that a lane asks for, at a place in a block's shared memory.

    Raises:
        MemoryAccessError: the tensor map is none that this copy can use.
    """
    address = int(given["map"][lane])
    check_aligned(address, 64)
    space, offset = warp.spaces.resolve("generic", address)
    words = (warp.spaces.at(space, offset + n, 8, lane) for n in range(0, BYTES, 8))
    made = decode(b"".join(word.tobytes() for word in words))
    if made is None:
        raise MemoryAccessError(tensor_map.TENSOR_MAP_PROBLEMS[tensor_map.NOT_A_MAP])
    is_columns = inst.fields["mode"].startswith("im2col")
    problem = made.problem(int(inst.fields["dim"][0]), is_columns)
    if problem:
        raise MemoryAccessError(problem)
    corner = tuple(int(c[lane]) for c in given["at"])
    if not is_columns:
        return Box(made, corner, place)
    none = (np.zeros(LANES, np.int64),) * (made.rank - 2)
    return Columns(made, corner, place, [int(c[lane]) for c in given.get("offsets", none)])


def _check_place(inst: ir.Inst, block: Block, box: Box) -> None:
    """Refuse a place in a block's shared memory, and a corner, from which a GPU stops."""
    if box.place % 128:
        raise MemoryAccessError(f"{box.place:#x} is not aligned to 128 bytes for a tensor's tile")
    stores = inst.fields["to"] == "global"
    problem = tensor_map.start_problem(box.corner, box.map.type, stores=stores)
    if problem:
        raise MemoryAccessError(problem)
    size = -(-box.size // 128) * 128 if box.map.swizzle else box.size
    bytes_at(block, "shared", box.place, size)


def _check_tensor(block: Block, box: Box) -> None:
    """Refuse a tensor that is not in memory."""
    for _, address in box.elements():
        if address is not None:
            bytes_at(block, "global", address, box.width)


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
        with warp.going_on(inst, lane):
            for target in targets_of(warp, inst, lane, given):
                box = _box(warp, inst, lane, given, target.place)
                _load_box((warp, inst, lane), box, target, touched)


def _load_box(
    issuer: tuple[Warp, ir.Inst, int], box: Box, target: Target, touched: Touched
) -> None:
    warp, inst, lane = issuer
    with warp.going_on(inst, lane) as errors:
        block = target.block
        _check_place(inst, block, box)
    if errors:
        leave_out(warp, target, box.size)
        return
    with warp.going_on(inst, lane) as errors:
        _check_tensor(block, box)
    box.is_lost = bool(errors)

    def move() -> None:
        memory = warp.launch.memory
        for place, address in box.elements():
            data = box.fill if address is None else box.read(memory.at(address, box.width))
            block.shared[place : place + box.width] = data
        if target.counts:
            _count(warp, inst.form.access, box, touched, target.counts)
        target.complete(box.size)

    warp.block.engine.issue(target.owner, move)


def store(update: Update | None, warp: Warp, inst: ir.Inst) -> None:
    """Run a copy or a reduction of a box from shared memory."""
    given = named(warp, inst)
    touched = warp.launch.tally.bulk_instruction(inst.form.access, len(active(warp)))
    for lane in active(warp):
        with warp.going_on(inst, lane):
            box = _box(warp, inst, lane, given, own_place(warp, int(given["b"][lane])))
            _store_box(update, (warp, inst, lane), box, touched)


def _store_box(
    update: Update | None, issuer: tuple[Warp, ir.Inst, int], box: Box, touched: Touched
) -> None:
    warp, inst, lane = issuer
    _check_place(inst, warp.block, box)
    _check_tensor(warp.block, box)
    box.store(warp.launch.memory)
    if update is None and box.map.type == "tf32":
        raise MemoryAccessError(tensor_map.TENSOR_MAP_PROBLEMS[tensor_map.OTHER_TYPE])
    if update is not None and not _is_defined(inst, box.map.type):
        raise MemoryAccessError(tensor_map.TENSOR_MAP_PROBLEMS[tensor_map.NO_REDUCTION])
    fields, shared = {**inst.fields, "t": box.map.type}, [warp.block.shared]

    def read() -> None:
        shared[0] = shared[0].copy()

    def move() -> None:
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
        with warp.going_on(inst, lane):
            memory = _memory(warp, inst.fields["space"] or "generic", int(given["a"][lane]))
            if memory.any() and decode(memory.tobytes()) is None and not _has_magic(memory):
                raise MemoryAccessError(tensor_map.TENSOR_MAP_PROBLEMS[tensor_map.NOT_A_MAP])
            value = given["new"] if isinstance(given["new"], int) else int(given["new"][lane])
            magic = tensor_map.MAGIC_AT, 4, tensor_map.MAGIC
            for at, width, word in (magic, (offset, size, value)):
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
        with warp.going_on(inst, lane):
            source = _memory(warp, "shared::cta", int(given["b"][lane]))
            _memory(warp, "global", int(given["a"][lane]))[:] = source
