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
from kernelscope.vgpu.tensor_map import BYTES, TensorMap, decode
from kernelscope.vgpu.types import Lanes

_NAN = {2: 0x7FFF, 4: 0x7FFFFFFF, 8: 0x7FFFFFFFFFFFFFFF}


class Box:
    """A box of a tensor, and its place in shared memory.

    Its first dimension is in units of elements (`tensor_map.Packing`).

    Attributes:
        start: the coordinates, as the instruction has them.
        size: the bytes that are copied; span: those in shared memory, with padding.
        columns: those that the copy reaches. A store has some behind the tensor's last one.
        end: the address behind the tensor's allocation, beyond which such columns are left out.
        is_lost: whether the tensor is not in memory, and the box is filled with zeros.
    """

    def __init__(self, made: TensorMap, start: tuple[int, ...], place: int) -> None:
        self.map = made
        self.unit = made.packing
        self.start = start
        self.corner = (start[0] // self.unit.elements, *start[1:])
        self.place = place
        self.width = self.unit.bytes
        self.steps = (1, *made.steps[1:])
        self.counts = self._counts()
        units = int(np.prod(self.counts))
        self.size, self.span = self.width * units, self.unit.place * units
        self.columns = made.sizes[0] // self.unit.elements
        self.end = 1 << 64
        self.is_lost = False

    def store(self, memory: Memory) -> None:
        """Let the box reach what a store of it does."""
        self.columns = tensor_map.stored_columns(self.map)
        inside = next((address for _, address in self.elements() if address is not None), None)
        if inside is not None:
            self.end = memory.end_of(inside)

    @property
    def _row(self) -> int:
        """The units of a row."""
        return self.map.box[0] // self.unit.elements

    def _counts(self) -> list[int]:
        extents = zip(self.map.box[1:], self.steps[1:], strict=True)
        return [self._row, *(-(-n // step) for n, step in extents)]

    def _coordinates(self) -> Iterator[tuple[int, ...]]:
        """Yield each element's coordinates, in the order of the box in shared memory."""
        for index in itertools.product(*map(range, self.counts[::-1])):
            yield tuple(
                c + i * s for c, i, s in zip(self.corner, index[::-1], self.steps, strict=True)
            )

    def elements(self) -> Iterator[tuple[int, int | None]]:
        """Yield each element's address in shared memory, and in the tensor (None outside it)."""
        mask = self.map.swizzle_mask
        for number, at in enumerate(self._coordinates()):
            place = self.place + number * self.unit.place
            yield tensor_map.swizzled(place, mask), self._address(at)

    def _address(self, at: tuple[int, ...]) -> int | None:
        sizes = (self.columns, *self.map.sizes[1:])
        if self.is_lost or not all(0 <= c < size for c, size in zip(at, sizes, strict=True)):
            return None
        strides = (self.width, *self.map.strides)
        address = self.map.address + sum(c * s for c, s in zip(at, strides, strict=True))
        is_extra = at[0] >= self.map.sizes[0] // self.unit.elements
        return None if is_extra and address + self.width > self.end else address

    def read(self, element: Lanes) -> Lanes:
        """Return the bytes that a load makes of an element's."""
        bits = int.from_bytes(element.tobytes(), "little")
        if self.map.type != "tf32" or bits & 0x7F800000 == 0x7F800000:
            return element
        rounded = bits + 0xFFF + (bits >> 13 & 1) & 0xFFFFE000
        return np.frombuffer(rounded.to_bytes(4, "little"), np.uint8)

    def taken(self, shared: Lanes, place: int) -> Lanes:
        """Return the bytes that a store takes from a place in shared memory.

        Elements of 6 bits are there in the lower bits of a byte each.
        """
        if self.map.type != "b6x16_p32":
            return shared[place : place + self.width]
        values = shared[place : place + self.unit.place].tolist()
        packed = sum((value & 0x3F) << 6 * n for n, value in enumerate(values))
        return np.frombuffer(packed.to_bytes(self.width, "little"), np.uint8)

    @property
    def fill(self) -> Lanes:
        """The bytes of an element outside the tensor."""
        value = _NAN.get(self.width, 0) if self.map.fills_with_nan and not self.is_lost else 0
        return np.frombuffer(value.to_bytes(self.width, "little"), np.uint8)


class FourRows(Box):
    """Four rows of a matrix, one after the other (gather4, scatter4).

    The coordinates are the first column, and each row.
    """

    def _counts(self) -> list[int]:
        return [self._row, 4]

    def _coordinates(self) -> Iterator[tuple[int, ...]]:
        first, *rows = self.corner
        for row in rows:
            yield from ((first + column, row) for column in range(self.counts[0]))


class Columns(Box):
    """Pixels of a tensor one after another, each with some channels (im2col).

    offsets: added to the coordinates of each pixel, innermost first.
    """

    def __init__(
        self, made: TensorMap, start: tuple[int, ...], place: int, offsets: Sequence[int]
    ) -> None:
        self.offsets = offsets
        super().__init__(made, start, place)

    def _counts(self) -> list[int]:
        return [self._row, self.map.box[1]]

    def _coordinates(self) -> Iterator[tuple[int, ...]]:
        first, *at = self.corner
        for _ in range(self.counts[1]):
            yield from self._pixel(first, at)
            self._advance(at)

    def _pixel(self, first: int, at: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield the channels of a pixel, from the first one that is copied."""
        moved = [c + offset for c, offset in zip(at[:-1], self.offsets, strict=True)]
        yield from ((first + channel, *moved, at[-1]) for channel in range(self.counts[0]))

    def _advance(self, at: list[int]) -> None:
        """Go to the next pixel of the box between the corners, or to the next image's first."""
        assert self.map.corners is not None
        for d, (lower, upper) in enumerate(zip(*self.map.corners, strict=True)):
            at[d] += self.steps[d + 1]
            if at[d] < self.map.sizes[d + 1] + upper:
                return
            at[d] = lower
        at[-1] += 1


class Wide(Columns):
    """Pixels along W (im2col::w, im2col::w::128), with a halo behind each group of them.

    A halo's pixels go on along W behind the last pixel, also beyond the upper corner: they are what
    the columns of a filter reach beyond their group. `_advance` leaves the other dimensions, whose
    corners the map does not have, as they are.

    Worked case: W is 4, corners are 0, 3 pixels from w=2 on, a halo of 2. They are w=2 and 3 of
    this image, w=0 of the next one, and behind it w=1 and 2 of that.
    """

    def __init__(
        self, made: TensorMap, start: tuple[int, ...], place: int, halo: int, offset: int
    ) -> None:
        self.halo = halo
        is_128 = made.mode == tensor_map.WIDE_128
        self.pixels = tensor_map.WIDE_PIXELS if is_128 else made.box[1]
        self.group = tensor_map.WIDE_GROUP if is_128 else made.box[1]
        super().__init__(made, start, place, (offset, *(0 for _ in range(made.rank - 3))))

    def _counts(self) -> list[int]:
        return [self._row, self.pixels + self.pixels // self.group * self.halo]

    def _coordinates(self) -> Iterator[tuple[int, ...]]:
        first, *at = self.corner
        for _ in range(self.pixels // self.group):
            last = at
            for _ in range(self.group):
                yield from self._pixel(first, at)
                last = list(at)
                self._advance(at)
            for _ in range(self.halo):
                last[0] += self.steps[1]
                yield from self._pixel(first, last)


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
    name = inst.fields["mode"]
    mode = tensor_map.mode_of(name)
    is_four = name in tensor_map.FOUR_ROWS
    problem = made.problem(int(inst.fields["dim"][0]), mode, is_four)
    if problem:
        raise MemoryAccessError(problem)
    start = tuple(int(c[lane]) for c in given["at"])
    if is_four:
        return FourRows(made, start, place)
    if not mode:
        return Box(made, start, place)
    none = (np.zeros(LANES, np.int64),) * (made.rank - 2)
    offsets = [int(c[lane]) for c in given.get("offsets", none)]
    if mode == tensor_map.COLUMNS:
        return Columns(made, start, place, offsets)
    halo, offset = offsets
    most = tensor_map.MOST_HALO_128 if mode == tensor_map.WIDE_128 else tensor_map.MOST_HALO
    if halo > most or offset > tensor_map.MOST_OFFSET:
        raise MemoryAccessError(tensor_map.TENSOR_MAP_PROBLEMS[tensor_map.FAR_HALO])
    return Wide(made, start, place, halo, offset)


def _check_place(inst: ir.Inst, block: Block, box: Box) -> None:
    """Refuse a place in a block's shared memory, and a corner, from which a GPU stops."""
    if box.place % 128:
        raise MemoryAccessError(f"{box.place:#x} is not aligned to 128 bytes for a tensor's tile")
    stores = inst.fields["to"] == "global"
    problem = tensor_map.start_problem(box.start, box.map.type, stores=stores)
    if problem:
        raise MemoryAccessError(problem)
    size = -(-box.span // 128) * 128 if box.map.swizzle else box.span
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
        place = box.place + start * box.unit.place
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
    if update is None and box.map.type in tensor_map.NEVER_STORED:
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
                data = box.taken(shared[0], place)
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
