"""Texture and surface instructions on the operands of a warp, for both engines.

An operand table has a row of 32 lanes for the handle, four for coordinates and four for data; the
results are in its first four rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelscope.errors import LaunchError, MemoryAccessError
from kernelscope.vgpu import textures
from kernelscope.vgpu.sampling import fetch
from kernelscope.vgpu.textures import FORMATS, GEOMETRIES, SLOTS, TEXTURE_PROBLEMS, Slot, decode

Array = np.ndarray[Any, Any]
Access = Callable[[int, int], Array]
"""Returns the bytes at a device address, as a view."""

COORDINATES = 1
DATA = 5
ROWS = 9
RESULTS = 4
OPERATIONS = ("tex", "tld4", "txq", "suq", "suld", "sust", "sured")
_KINDS = ("", "f32", "s32", "b8", "b16", "b32", "b64", "u32", "u64", "s64", "f16")
_DETAILS = (
    "", "r", "g", "b", "a", "width", "height", "depth", "trap", "clamp", "zero",
)  # fmt: skip
_REDUCTIONS = ("", "add", "min", "max", "and", "or")
VECTOR = {"1d": 1, "2d": 2, "3d": 4, "a1d": 2, "a2d": 4, "cube": 4, "acube": 4}
"""The elements of a vector of coordinates; those that it does not need are ignored."""


@dataclass(frozen=True, slots=True)
class Request:
    """One instruction.

    Attributes:
        operation: one of `OPERATIONS`.
        geometry: "" for a query.
        kind: the type of a fetch's coordinates, or of a surface's elements.
        detail: a gather's channel, a query's question, or what a surface does outside.
        count: elements of a surface access.
        reduction: of `sured`.
        formatted: whether values are converted to the format of the image.
    """

    operation: str
    geometry: str = ""
    kind: str = ""
    detail: str = ""
    count: int = 0
    reduction: str = ""
    formatted: bool = False

    def pack(self) -> int:
        """Return it as one integer."""
        geometry = (*GEOMETRIES, "").index(self.geometry)
        number = OPERATIONS.index(self.operation) | geometry << 4 | _KINDS.index(self.kind) << 8
        number |= _DETAILS.index(self.detail) << 12 | self.count << 16
        return number | _REDUCTIONS.index(self.reduction) << 20 | int(self.formatted) << 24

    @staticmethod
    def unpack(number: int) -> Request:
        """Return the request that `pack` made an integer of."""
        return Request(
            OPERATIONS[number & 15],
            (*GEOMETRIES, "")[number >> 4 & 15],
            _KINDS[number >> 8 & 15],
            _DETAILS[number >> 12 & 15],
            number >> 16 & 15,
            _REDUCTIONS[number >> 20 & 15],
            bool(number >> 24 & 1),
        )


def image_problem(number: int) -> LaunchError:
    """Return the error of a handle or a place that an instruction cannot use, without its line."""
    return LaunchError(TEXTURE_PROBLEMS[number])


def run(request: Request, active: Array, table: Array, access: Access) -> None:
    """Run an instruction for the active lanes.

    `active`: whether each of the 32 lanes is active. `table`: its operands, 64 bits each; the
    results replace its first rows. `access`: the memory.

    Raises:
        LaunchError: a handle that is not of such an image, or an access outside a surface.
    """
    lanes = np.flatnonzero(active)
    handles = table[0].copy()
    for handle in np.unique(handles[lanes]):
        here = lanes[handles[lanes] == handle]
        words = _words(int(handle), request, access)
        if request.operation in ("txq", "suq"):
            table[0, here] = _size(words, request)
            continue
        texels = access(words[Slot.ADDRESS], words[Slot.BYTES])
        if request.operation in ("tex", "tld4"):
            results = _fetched(request, words, texels, table[:, here])
            for row, result in enumerate(results):
                table[row, here] = result
        else:
            for lane in here:
                _access_surface(request, words, texels, table[:, lane])


def _size(words: tuple[int, ...], request: Request) -> int:
    """Return the answer to a query, as an H200 gives it: layers count as the last dimension."""
    geometry = GEOMETRIES[words[Slot.GEOMETRY]]
    layers = {"a1d": "height", "a2d": "depth", "acube": "depth"}.get(geometry)
    if request.detail == layers:
        return words[Slot.LAYERS]
    if request.detail == "width":
        return words[Slot.WIDTH]
    if request.detail == "height":
        return words[Slot.HEIGHT] if geometry != "1d" or request.operation == "txq" else 0
    return words[Slot.DEPTH] if geometry == "3d" else 0


def _words(handle: int, request: Request, access: Access) -> tuple[int, ...]:
    """Return what a handle describes, checked against the instruction."""
    is_query = request.operation in ("txq", "suq")
    wants_surface = request.operation in ("suld", "sust", "sured", "suq")
    wrong = textures.NOT_A_SURFACE if wants_surface else textures.NOT_A_TEXTURE
    try:
        words = decode(access(handle, 8 * SLOTS).tobytes())
    except (LaunchError, MemoryAccessError):
        words = None
    if words is None or bool(words[Slot.SURFACE]) != wants_surface:
        raise image_problem(wrong)
    geometry = GEOMETRIES[words[Slot.GEOMETRY]]
    if wants_surface and "cube" in geometry:
        geometry = "a2d"  # a surface sees a cubemap's faces as layers
    if not is_query and geometry != request.geometry:
        raise image_problem(textures.OTHER_GEOMETRY)
    if request.operation == "tex" and geometry == "1d":
        by_index = request.kind == "s32"
        if bool(words[Slot.FETCH_ONLY]) != by_index:
            raise image_problem(textures.NEEDS_MEMORY if by_index else textures.FETCHES_ONLY)
    return words


def _fetched(
    request: Request, words: tuple[int, ...], texels: Array, table: Array
) -> tuple[Array, ...]:
    given = table[COORDINATES:DATA].astype(np.uint32)
    layer = np.zeros(table.shape[1], np.int64)
    if request.geometry.startswith("a"):
        layer, given = given[0].astype(np.int64), given[1:]
    count = {"1d": 1, "a1d": 1, "2d": 2, "a2d": 2}.get(request.geometry, 3)
    coordinate_type = np.float32 if request.kind == "f32" else np.int32
    coordinates = tuple(np.ascontiguousarray(row).view(coordinate_type) for row in given[:count])
    channel = "rgba".index(request.detail) if request.operation == "tld4" else -1
    if channel >= words[Slot.CHANNELS]:
        return (np.zeros(table.shape[1], np.uint32),) * 4
    return fetch(words, texels, coordinates, layer, channel)


# ---- surfaces ------------------------------------------------------------------------------------


def _access_surface(request: Request, words: tuple[int, ...], texels: Array, row: Array) -> None:
    """Load, store or reduce one lane's element."""
    texel = words[Slot.CHANNELS] * textures.FORMAT_BYTES[words[Slot.FORMAT]]
    width = int(request.kind[1:]) // 8
    size = texel if request.formatted else width * request.count
    place = _place(request, words, row, texel, size)
    if place is None:
        if request.operation == "suld":
            row[:RESULTS] = 0
        return
    here = texels[place : place + size]
    if request.operation == "suld":
        row[:RESULTS] = 0
        row[: request.count] = here.view(f"<u{width}")
    elif request.operation == "sured":
        name = FORMATS[words[Slot.FORMAT]] if request.formatted else request.kind
        if request.formatted and (texel, name[1:]) != (4, "32"):
            raise image_problem(textures.NOT_WORDS)
        old = here.view(f"<{'i' if name[0] == 's' else 'u'}{width}")
        given = np.array([row[DATA]], np.uint64).view(old.dtype)[:1]
        old[:] = _REDUCED[request.reduction](old, given)
    elif request.formatted:
        here[:] = _formatted(words, row[DATA : DATA + words[Slot.CHANNELS]])
    else:
        here[:] = row[DATA : DATA + request.count].astype(f"<u{width}").view(np.uint8)


_REDUCED: dict[str, Callable[[Array, Array], Array]] = {
    "add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and,
    "or": np.bitwise_or,
}  # fmt: skip


def _place(
    request: Request, words: tuple[int, ...], row: Array, texel: int, size: int
) -> int | None:
    """Return the offset of an access; None for one outside that does nothing."""
    given = row[COORDINATES:DATA].astype(np.uint32).view(np.int32).astype(int).tolist()
    # A layer is unsigned: -1 is beyond the last one.
    layer = given.pop(0) & 0xFFFFFFFF if request.geometry.startswith("a") else 0
    x, y, z = (*given, 0, 0)[:3]
    dimensions = int(request.geometry[-2])
    if request.formatted:
        x *= texel
    if not request.formatted and size > texel:
        raise image_problem(textures.TOO_WIDE)
    if x % size:
        raise image_problem(textures.UNEVEN)
    cubes = 6 if "cube" in GEOMETRIES[words[Slot.GEOMETRY]] else 1
    last = (
        words[Slot.WIDTH] * texel - size,
        words[Slot.HEIGHT] - 1,
        words[Slot.DEPTH] - 1,
        words[Slot.LAYERS] * cubes - 1,
    )
    at = [x, y if dimensions > 1 else 0, z if dimensions > 2 else 0, layer]
    inside = [min(max(n, 0), most) for n, most in zip(at, last, strict=True)]
    if inside != at:
        if request.detail == "trap":
            raise image_problem(textures.OUTSIDE)
        if request.detail == "zero":
            return None
    x, y, z, layer = inside
    return (z + layer) * words[Slot.SLICE] + y * words[Slot.PITCH] + x


def _formatted(words: tuple[int, ...], values: Array) -> Array:
    """Return the bytes of a texel: integers that its format cannot hold become the nearest."""
    name = FORMATS[words[Slot.FORMAT]]
    bits = values.astype(np.uint32)
    if name == "f32":
        return bits.view(np.uint8)
    if name == "f16":
        return _cut_to_half(bits.view(np.float32)).view(np.uint8)
    dtype = np.dtype(f"<{'i' if name[0] == 's' else 'u'}{int(name[1:]) // 8}")
    info = np.iinfo(dtype)
    whole = bits.view(np.int32) if name[0] == "s" else bits
    return np.clip(whole, info.min, info.max).astype(dtype).view(np.uint8)


def _cut_to_half(values: Array) -> Array:
    """Return floats as f16, rounded towards zero, as an H200 stores them."""
    with np.errstate(over="ignore", invalid="ignore"):
        nearest = values.astype(np.float16)
        further = np.abs(nearest.astype(np.float32)) > np.abs(values)
        return np.where(further, np.nextafter(nearest, np.float16(0)), nearest)
