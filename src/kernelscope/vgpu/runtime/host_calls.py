"""The host's side of a running launch: printing, assertions, heap memory, textures."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu.clusters import index_in
from kernelscope.vgpu.faults import Fault
from kernelscope.vgpu.image_access import ROWS, Request, image_problem
from kernelscope.vgpu.image_access import run as run_image_access
from kernelscope.vgpu.layout import (
    CALL_BITS,
    FIRST_ALLOCATION,
    IMAGE_CALL,
    LANES,
    LOCAL_WINDOW,
    MOST_CLUSTER_BLOCKS,
    OFFSET_BITS,
    RANK_SHIFT,
    SHARED_WINDOW,
    Context,
    Control,
    offset_of,
)
from kernelscope.vgpu.printing import (
    ASSERTFAIL,
    FREE,
    MALLOC,
    Read,
    assertion,
    format_text,
    position,
    read_text,
    write,
)
from kernelscope.vgpu.runtime.address_space import HEAP, SPACE, HeapCall, give_out, heap_watchers
from kernelscope.vgpu.runtime.registry import REGISTRY, Region
from kernelscope.vgpu.runtime.worker import room_of
from kernelscope.vgpu.textures import NOT_A_TEXTURE

if TYPE_CHECKING:
    from kernelscope.vgpu.runtime.worker import Room, Worker

CALLBACK = ctypes.CFUNCTYPE(
    None,
    *(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64),
    *(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64),
)


def give_back(address: int) -> None:
    """Free a piece of the heap; ignore a null pointer."""
    if address and not HEAP.give(address - SPACE.address(HEAP.region, HEAP.region.base)):
        raise LaunchError(
            f"free({address:#x}): malloc did not return this address, or it is already free"
        )


class HostCalls:
    """The host's side of a launch; compiled code calls it with the operands of all lanes.

    goes_on: whether a wrong `free`, which those that watch the heap are told of, does nothing.
    """

    def __init__(
        self,
        workers: list[Worker],
        control: ctypes.Array[ctypes.c_int64],
        block: tuple[int, int, int],
        owner: Callable[[int], tuple[Region, int] | None],
        report: Callable[[BaseException], None],
        named: Callable[[int, int, int], str],
        goes_on: bool,
    ) -> None:
        self.workers = workers
        self.control = control
        self.block = block
        self.owner = owner
        self.report = report
        self.named, self.goes_on = named, goes_on
        self._images: dict[tuple[int, int], np.ndarray] = {}
        self.callback = CALLBACK(self._called)

    @property
    def address(self) -> int:
        """The address that compiled code calls."""
        return ctypes.cast(self.callback, ctypes.c_void_p).value or 0

    def _called(
        self, context: int, call: int, mask: int, data: int, local: int, local_bytes: int
    ) -> None:
        try:
            worker, room = room_of(self.workers, context)
            function, line = call & (1 << CALL_BITS) - 1, call >> CALL_BITS
            if function == IMAGE_CALL:
                self._access_image(room, (local, local_bytes), mask, data)
                return
            for lane in (n for n in range(LANES) if mask >> n & 1):
                read = self._reader(room, local + lane * local_bytes, local_bytes)
                values = tuple(self._operands(data, lane))
                ctypes.c_uint64.from_address(data + 8 * lane).value = self._answer(
                    function, worker, (room, lane, line), read, values
                )
        except BaseException as problem:  # noqa: BLE001 - none can pass through native code
            self.report(problem)
            self.control[Control.STOP] = Fault.TRAP

    def _access_image(self, room: Room, asked: tuple[int, int], mask: int, data: int) -> None:
        """Run a texture or surface instruction, at the site that `asked` ends with."""
        table = np.ctypeslib.as_array((ctypes.c_uint64 * (ROWS * LANES)).from_address(data))
        active = mask >> np.arange(LANES) & 1
        try:
            request = Request.unpack(asked[0] or 0)
            run_image_access(request, active, table.reshape(ROWS, LANES), self._image_memory)
        except LaunchError as problem:
            lane = int(np.flatnonzero(active)[0])
            warp = room.slot(Context.WARP)
            raise LaunchError(f"{problem}{self.named(asked[1], warp, lane)}") from None

    def _image_memory(self, address: int, size: int) -> np.ndarray:
        """Return the memory of an image's words or texels; empty if they are not there."""
        held = self._images.get((address, size))
        if held is None:
            region, offset = SPACE.place_of(address)
            is_alive = region is not None and REGISTRY.is_alive(region)
            if region is None or not is_alive or not 0 <= offset <= region.size - size:
                raise image_problem(NOT_A_TEXTURE)
            held = np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(region.base + offset))
            self._images[address, size] = held
        return held

    def _answer(
        self,
        kind: int,
        worker: Worker,
        place: tuple[Room, int, int],
        read: Read,
        values: tuple[int, ...],
    ) -> int:
        """Return the result for one thread, in its room, its lane, and at a line of the PTX."""
        if kind in (MALLOC, FREE):
            return self._use_heap(kind, worker, place, values[0])
        if kind == ASSERTFAIL:
            raise assertion(read, values, self._where(*place[:2]))
        text, count = format_text(read_text(read, values[0]), read, values[1])
        write(text, self._where(*place[:2]))
        return count

    def _use_heap(self, kind: int, worker: Worker, place: tuple[Room, int, int], value: int) -> int:
        """Return the address of a new piece of `value` bytes, or free the one at that address."""
        room, lane, line = place
        base = SPACE.address(HEAP.region, HEAP.region.base)
        address = self._take(worker, value) if kind == MALLOC else value
        if heap_watchers and address:
            x, y, z = (room.slot(s) for s in (Context.BLOCK_X, Context.BLOCK_Y, Context.BLOCK_Z))
            thread = index_in(room.slot(Context.WARP) * LANES + lane, self.block)
            size = value if kind == MALLOC else -1
            call = HeapCall(line, (x, y, z), thread, address - base, size)
            for watcher in heap_watchers:
                watcher(call)
        if kind == MALLOC:
            return address
        try:
            give_back(value)
        except LaunchError:
            if not (self.goes_on and heap_watchers):
                raise
        return 0

    @staticmethod
    def _take(worker: Worker, size: int) -> int:
        """Return the address of a new piece of the heap, which the launch may access; 0 if full."""
        offset = HEAP.take(size)
        if offset is None:
            return 0
        region = HEAP.region
        give_out(region.base + offset, size)
        worker.table.add(SPACE.number(region), region)
        return SPACE.address(region, region.base + offset)

    def _operands(self, data: int, lane: int) -> Iterator[int]:
        for row in range(5):
            yield ctypes.c_uint64.from_address(data + 8 * (row * LANES + lane)).value

    def _where(self, room: Room, lane: int) -> str:
        places = (Context.BLOCK_X, Context.BLOCK_Y, Context.BLOCK_Z)
        x, y, z = (room.slot(place) for place in places)
        return position((x, y, z), room.slot(Context.WARP) * LANES + lane, self.block)

    def _peer(self, room: Room, rank: int) -> Room:
        """Return the room of a block of the same cluster."""
        if rank >= room.slot(Context.CLUSTER_BLOCKS):
            raise LaunchError(f"printf or assert reads the memory of block {rank} of no cluster")
        peers = (ctypes.c_int64 * MOST_CLUSTER_BLOCKS).from_address(room.slot(Context.PEERS))
        return room_of(self.workers, peers[rank])[1]

    def _reader(self, room: Room, local: int, local_bytes: int) -> Read:
        """Return a function that reads generic addresses as one thread sees them."""
        # Example: 32 lanes print a text that each has on its stack. All pass the same generic
        # address, in the window of local memory, but each lane's memory begins `local_bytes` after
        # the lane's before it. With one base for all, every lane would print the text of lane 0.

        def read(address: int, size: int) -> bytes:
            number, offset = address >> OFFSET_BITS, address & ((1 << OFFSET_BITS) - 1)
            if number == LOCAL_WINDOW:
                base, limit = local, local_bytes
            elif number == SHARED_WINDOW:
                owner = self._peer(room, offset >> RANK_SHIFT)
                base, limit = owner.shared.address, room.slot(Context.SHARED_BYTES)
                offset &= (1 << RANK_SHIFT) - 1
            else:
                if number >= FIRST_ALLOCATION:
                    region, offset = SPACE.region(number), offset_of(address)
                else:
                    region, host = self.owner(address) or (None, 0)
                    offset = host - region.base if region else 0
                base, limit = (0, 0) if region is None else (region.base, region.size)
            if not 0 <= offset <= limit - size:
                raise LaunchError(
                    f"printf or assert reads address {address:#x}, outside all memory"
                )
            return ctypes.string_at(base + offset, size)

        return read
