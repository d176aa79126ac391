"""What the driver's questions about memory mean (`c/cuda.c`, `c/arrays.c`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelscope.devices.host_costs import HOST, host_copy_us
from kernelscope.devices.l2 import pieces_at
from kernelscope.driver import images
from kernelscope.driver.answers import (
    ALREADY_REGISTERED,
    INVALID_VALUE,
    NOT_FOUND,
    NOT_REGISTERED,
    NOT_SUPPORTED,
    OUT_OF_MEMORY,
    Answers,
    Refused,
)
from kernelscope.driver.memory import Pool, bytes_at
from kernelscope.errors import LaunchError
from kernelscope.record import SyncKind
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.textures import SLOTS, Image, Sampling, encode

_WAITS, _TO_DEVICE, _FROM_DEVICE = 1, 2, 4
_OF_DEVICES = 4


@dataclass(frozen=True, slots=True)
class Array:
    """A CUDA array: its texels are memory of the GPU."""

    image: Image
    address: int
    flags: int


class MemoryCalls(Answers):
    """Allocations, pools, arrays, textures, and copies."""

    def __init__(self, *what: Any) -> None:
        super().__init__(*what)
        self._forget_memory()

    def _forget_memory(self) -> None:
        """Free everything, and begin with one pool."""
        self.memory.free_all()
        self._default_pool = self._pool = self._new(Pool())
        self._pool_of: dict[int, Pool] = {}
        self._unfreed: dict[int, tuple[int, str]] = {}  # bytes, and the line that allocated them

    def on_memory_info(self) -> tuple[int, int]:
        """Return the bytes that are free, and all."""
        total = self._gpu.spec.dram_bytes
        return max(total - self.memory.bytes, 0), total

    def on_alloc(self, size: int, flags: int, *called_from: int) -> int:
        """Allocate memory of the GPU."""
        if size > self.on_memory_info()[0]:
            raise Refused(OUT_OF_MEMORY)
        return self._kept(self.memory.allocate(size, "device", flags).address, size, called_from)

    def _kept(self, address: int, size: int, called_from: tuple[int, ...]) -> int:
        if self._gpu.leaks is not None:
            place = self._places and self._places.source(called_from, "")
            self._unfreed[address] = size, place or "an unknown line"
        return address

    def leaks(self) -> Iterator[str]:
        """Yield a sentence for each line whose memory is not freed."""
        sizes: dict[str, list[int]] = {}
        for size, place in self._unfreed.values():
            sizes.setdefault(place, []).append(size)
        for place, each in sizes.items():
            count = "" if len(each) == 1 else f" in {len(each)} allocations"
            yield f"{place}: leaked {sum(each):,} bytes{count}: no cudaFree follows"

    def on_host_alloc(self, size: int, flags: int, *_called_from: int) -> int:
        """Allocate pinned memory of the host."""
        return self.memory.allocate(size, "host", flags).address

    def on_managed_alloc(self, size: int, flags: int, *called_from: int) -> int:
        """Allocate managed memory."""
        return self._kept(self.memory.allocate(size, "managed", flags).address, size, called_from)

    def on_free(self, address: int) -> None:
        """Free memory of the GPU or managed memory."""
        self._timeline.synchronize("free")
        self._release(address)

    def on_alloc_async(self, size: int, pool: int, stream: int, *called_from: int) -> int:
        """Allocate memory of a pool; pool 0: the one that is set."""
        self._stream(stream)
        held = self._thing(pool or self._pool, Pool)
        address = self.on_alloc(size, 0, *called_from)
        self._pool_of[address] = held
        held.take(size)
        return address

    def on_free_async(self, address: int, stream: int) -> None:
        """Free memory in the order of a stream."""
        self._stream(stream)
        self._release(address)

    def _release(self, address: int) -> None:
        held = self.memory.holding(address)
        if held is None or not self.memory.free(address, ("device", "managed")):
            raise Refused(INVALID_VALUE)
        self._unfreed.pop(address, None)
        if address in self._pool_of:
            self._pool_of.pop(address).give(held.region.size)

    def on_pool(self, is_default: int) -> int:
        """Return the pool that is set, or the one of the beginning."""
        return self._default_pool if is_default else self._pool

    def on_set_pool(self, handle: int) -> None:
        """Let allocations come from a pool."""
        self._thing(handle, Pool)
        self._pool = handle

    def on_pool_create(self) -> int:
        """Return a new pool."""
        return self._new(Pool())

    def on_pool_destroy(self, handle: int) -> None:
        """Forget a pool; its allocations stay."""
        self._thing(handle, Pool)
        if handle == self._default_pool:
            raise Refused(INVALID_VALUE)
        del self._things[handle]
        self._pool = self._default_pool if self._pool == handle else self._pool

    def on_pool_trim(self, handle: int, keep: int) -> None:
        """Give memory that a pool holds back to the GPU."""
        self._thing(handle, Pool).trim(keep)

    def on_pool_get(self, handle: int, attribute: int) -> int:
        """Return an attribute of `CUmemPool_attribute`."""
        value = self._thing(handle, Pool).attribute(attribute)
        if value is None:
            raise Refused(INVALID_VALUE)
        return value

    def on_pool_set(self, handle: int, attribute: int, value: int) -> None:
        """Set an attribute of a pool."""
        if not self._thing(handle, Pool).set(attribute, value):
            raise Refused(INVALID_VALUE)

    def on_host_free(self, address: int) -> None:
        """Free pinned memory."""
        if not self.memory.free(address, ("host",)):
            raise Refused(INVALID_VALUE)

    def on_array_create(self, *what: int) -> tuple[int, int, int]:
        """Return an array's handle, where its rows begin, and the bytes of a row.

        what: width, height, depth, format, channels, flags.
        """
        with self._refusing(INVALID_VALUE):
            image = images.array_image(self._gpu.spec, *what)
        address = self.on_alloc(image.bytes, 0)
        return self._new(Array(image, address, what[-1])), address, image.row_bytes

    def on_array_destroy(self, handle: int) -> None:
        """Free an array."""
        self.on_free(self._thing(handle, Array).address)
        del self._things[handle]

    def on_texture_create(self, resource: int, *what: int) -> int:
        """Return the handle of a texture; what: its memory (6 words), then how it is read."""
        with self._refusing(INVALID_VALUE):
            if resource == images.ARRAY:
                array = self._thing(what[0], Array)
                image, address = array.image, array.address
            else:
                image, address = images.memory_image(self._gpu.spec, resource, *what), what[0]
            return self._image(image, images.sampling(image, *what[6:]), address)

    def on_surface_create(self, handle: int) -> int:
        """Return the handle of a surface of an array."""
        array = self._thing(handle, Array)
        with self._refusing(INVALID_VALUE):
            if not array.flags & images.SURFACE:
                raise LaunchError(
                    "an array that a surface writes is made for it: add the flag "
                    "cudaArraySurfaceLoadStore (CUDA_ARRAY3D_SURFACE_LDST)"
                )
            return self._image(array.image, None, array.address)

    def _image(self, image: Image, how: Sampling | None, address: int) -> int:
        """Return the address of the words that describe an image to kernels."""
        held = self.memory.holding(address)
        if held is None or address + image.bytes > held.address + held.region.size:
            raise LaunchError(
                f"{image.bytes} bytes at {address:#x} are not the GPU's: allocate them"
            )
        at = SPACE.address(held.region, held.region.base + address - held.address)
        words = self.memory.allocate(8 * SLOTS, "device")
        bytes_at(words.region.base, 8 * SLOTS)[:] = np.frombuffer(encode(image, how, at), np.uint8)
        return words.address

    def on_image_destroy(self, handle: int) -> None:
        """Forget a texture or a surface."""
        self.memory.free(handle, ("device",))

    def on_host_register(self, address: int, size: int, flags: int) -> tuple[int, int, int]:
        """Let the GPU reach memory of the program; return its pages, which go to a shared file."""
        if not address or not size or address >> 47 or flags > 0xF:
            raise Refused(INVALID_VALUE)
        if flags & _OF_DEVICES:
            self._say("memory of other devices (cudaHostRegisterIoMemory) is not there")
            raise Refused(NOT_SUPPORTED)
        if self.memory.holding(address) or self.memory.holding(address + size - 1):
            raise Refused(ALREADY_REGISTERED)
        return self.memory.pages_of(self.memory.register(address, size, flags))

    def on_registered(self, address: int) -> tuple[int, int, int]:
        """Return the pages of registered memory."""
        held = self.memory.holding(address)
        if held is None or held.kind != "registered" or held.address != address:
            raise Refused(NOT_REGISTERED)
        return self.memory.pages_of(held)

    def on_host_unregister(self, address: int) -> None:
        """Forget memory of the program, whose pages it has taken back."""
        self.memory.free(address, ("registered",))

    def on_managed_range(self, address: int, size: int) -> None:
        """Refuse a range that is not of managed memory."""
        held = self.memory.holding(address)
        is_managed = held is not None and held.kind == "managed" and size > 0
        if held is None or not is_managed or address + size > held.address + held.region.size:
            raise Refused(INVALID_VALUE)

    def on_pinned(self, address: int) -> int:
        """Return the flags of pinned or managed memory."""
        held = self.memory.holding(address)
        if held is None or held.kind == "device":
            raise Refused(INVALID_VALUE)
        return held.flags

    def on_address_range(self, address: int) -> tuple[int, int]:
        """Return where the allocation that holds an address begins, and its bytes."""
        held = self.memory.holding(address)
        if held is None:
            raise Refused(NOT_FOUND)
        return held.address, held.region.size

    def on_pointer(self, address: int) -> tuple[int, int, int, int]:
        """Return the kind of memory (1 host, 2 device, 3 managed), its begin, bytes and number."""
        held = self.memory.holding(address)
        if held is None:
            raise Refused(INVALID_VALUE)
        number = {"host": 1, "registered": 1, "device": 2, "managed": 3}[held.kind]
        return number, held.address, held.region.size, held.number

    def on_copy(
        self, to: int, to_pitch: int, to_plane: int, source: int, pitch: int, plane: int,
        width: int, height: int, depth: int, stream: int, flags: int,
    ) -> tuple[int, int]:  # fmt: skip
        """Return where the program finds both sides of a copy, which it makes itself."""
        to, source = self.memory.seen_by_kernels(to), self.memory.seen_by_kernels(source)
        if (flags & _TO_DEVICE and not self._is_known(to)) or (
            flags & _FROM_DEVICE and not self._is_known(source)
        ):
            raise Refused(INVALID_VALUE)
        target = self._side(to, width, height, depth, to_pitch, to_plane)
        origin = self._side(source, width, height, depth, pitch, plane)
        size = width * height * depth
        to_device, from_device = to >> 47 != 0, source >> 47 != 0
        if to_device and from_device:
            self._on(stream, self._filling_us("copy", 2 * size), "Memcpy DtoD")
        elif to_device or from_device:
            host = self.memory.holding(source if to_device else to)
            pinned = host is not None
            words = "Pinned" if pinned else "Pageable"
            name = f"HtoD ({words} -> Device)" if to_device else f"DtoH (Device -> {words})"
            self._on(stream, host_copy_us(self._gpu.spec, size, pinned), f"Memcpy {name}")
            if flags & _WAITS or not pinned:
                why: SyncKind = "blocking-copy" if to_device else "copy-to-host"
                self._timeline.synchronize(why, stream)
        return target, origin

    def _is_known(self, address: int) -> bool:
        """Return whether an address is the GPU's, or of host memory that the GPU reaches."""
        return address >> 47 != 0 or self.memory.holding(address) is not None

    def _side(
        self, address: int, width: int, height: int, depth: int, pitch: int, plane: int
    ) -> int:
        if not address >> 47:
            return address
        extent = (depth - 1) * plane + (height - 1) * pitch + width
        here = self.memory.here(address, extent)
        if here is None:
            raise Refused(INVALID_VALUE)
        return self.memory.there(here)

    def on_set(
        self, to: int, pitch: int, value: int, size: int, width: int, height: int, stream: int
    ) -> None:
        """Fill rows of `width` elements of `size` bytes."""
        to = self.memory.seen_by_kernels(to)
        extent = (height - 1) * pitch + width * size
        here = self._here(to, extent)
        if here is None or to % size or (height > 1 and pitch < width * size):
            raise Refused(INVALID_VALUE)
        dtype = {1: np.uint8, 2: np.uint16, 4: np.uint32}[size]
        rows = bytes_at(here, extent)
        for row in range(height):
            begin = row * pitch
            rows[begin : begin + width * size].view(dtype)[:] = value & (1 << 8 * size) - 1
        written = width * size * height
        self._on(stream, self._filling_us("fill", written), "Memset (Device)")
        pieces = [(place, min(whole, written)) for place, whole in pieces_at(to)]
        self._gpu.l2.touch(pieces, written)

    def _filling_us(self, kind: str, size: int) -> float:
        """Return the microseconds in which the GPU copies or fills its memory."""
        spec = self._gpu.spec
        known = spec.measured.get(kind)
        gb_per_s = known.value if known else spec.dram_gb_per_s
        return HOST.least_kernel_us + size / gb_per_s / 1e3

    def _here(self, address: int, size: int) -> int | None:
        """Return the address here of memory that kernels reach; None if it is not all there."""
        if address >> 47:
            return self.memory.here(address, size)
        held = self.memory.holding(address)
        if held is None or address + size > held.address + held.region.size:
            return None
        return held.region.base + address - held.address
