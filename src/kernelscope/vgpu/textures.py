"""Textures and surfaces: what a 64-bit handle stands for, as 24 words that describe an image.

NVIDIA leaves their layout open; this is the virtual GPU's own. A handle is the address of the words
(`Slot`), which compiled code and the interpreter read. A word is 64 bits.
"""

from __future__ import annotations

import enum
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelscope.errors import LaunchError

MAGIC = 0x5445585455524531


class Slot(enum.IntEnum):
    """The words of a handle's image."""

    MAGIC = 0
    GEOMETRY = enum.auto()
    """An index of `GEOMETRIES`."""
    SURFACE = enum.auto()
    """Whether the handle is of a surface."""
    ADDRESS = enum.auto()
    """Of the first texel."""
    BYTES = enum.auto()
    WIDTH = enum.auto()
    HEIGHT = enum.auto()
    DEPTH = enum.auto()
    LAYERS = enum.auto()
    """Layers; of cubemaps each is six slices."""
    PITCH = enum.auto()
    """Bytes from row to row."""
    SLICE = enum.auto()
    """Bytes from slice to slice."""
    CHANNELS = enum.auto()
    FORMAT = enum.auto()
    """An index of `FORMATS`."""
    MODE = enum.auto()
    """An index of `MODES` for each of three axes."""
    LINEAR = MODE + 3
    """Whether neighbours are mixed."""
    NORMALIZED = enum.auto()
    """Whether coordinates go from 0 to 1."""
    AS_FLOAT = enum.auto()
    """Whether integers are read as fractions of the largest one."""
    BORDER = enum.auto()
    """Four colours outside the image, as the bits of f32."""
    FETCH_ONLY = BORDER + 4
    """Whether the memory is linear, with no coordinates but an index."""


SLOTS = 24
GEOMETRIES = ("1d", "2d", "3d", "a1d", "a2d", "cube", "acube")
FORMATS = ("u8", "s8", "u16", "s16", "u32", "s32", "f16", "f32")
FORMAT_BYTES = (1, 1, 2, 2, 4, 4, 2, 4)
MODES = ("wrap", "clamp", "mirror", "border")
_PACK = struct.Struct(f"<{SLOTS}q")

TEXTURE_PROBLEMS = (
    (
        "this handle is not a texture: make one with cuda_texture(…) or cuda_array(…).texture(), "
        "in C++ with cudaCreateTextureObject, and keep it while kernels use it"
    ),
    (
        "this handle is not a surface: make one with cuda_array(…).surface(), in C++ with "
        "cudaCreateSurfaceObject, and keep it while kernels use it"
    ),
    "the image has other dimensions, layers or faces than the instruction names",
    (
        "a texture of linear memory is read only by an integer index (tex1Dfetch): use an array "
        "(cuda_array, cudaMallocArray) for coordinates"
    ),
    (
        "an integer index (tex1Dfetch) reads only a texture of linear memory, and this one is of "
        "an array: use cuda_texture, in C++ cudaResourceTypeLinear"
    ),
    "the surface access is outside the image, and its mode is trap: use .clamp or .zero, or check",
    "the surface's x is in bytes, and not a multiple of the access's width",
    "the access is wider than a texel of the surface",
    "a formatted reduction (sured.p) needs a surface of one 32-bit integer a texel",
)
"""What can be wrong with a handle in use."""
(
    NOT_A_TEXTURE, NOT_A_SURFACE, OTHER_GEOMETRY, FETCHES_ONLY, NEEDS_MEMORY, OUTSIDE, UNEVEN,
    TOO_WIDE, NOT_WORDS,
) = range(len(TEXTURE_PROBLEMS))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Image:
    """The texels of an array, or of memory that rows are in.

    Attributes:
        geometry: one of `GEOMETRIES`.
        format: one of `FORMATS`; `channels` of them are a texel.
        size: width, height, depth; 1 for a dimension that it does not have.
        layers: 1 if it has none.
        pitch: bytes from row to row.
        fetch_only: whether it is linear memory, which an index alone reads.
    """

    geometry: str
    format: str
    channels: int
    size: tuple[int, int, int]
    layers: int = 1
    pitch: int = 0
    fetch_only: bool = False

    @property
    def texel_bytes(self) -> int:
        """The bytes of a texel."""
        return self.channels * FORMAT_BYTES[FORMATS.index(self.format)]

    @property
    def row_bytes(self) -> int:
        """Bytes from row to row."""
        return self.pitch or self.size[0] * self.texel_bytes

    @property
    def slices(self) -> int:
        """The planes of texels: layers, faces of cubes, or depth."""
        return self.size[2] * self.layers * (6 if "cube" in self.geometry else 1)

    @property
    def bytes(self) -> int:
        """The bytes from the first texel to the end of the last row's texels."""
        rows = self.size[1] * self.slices
        return self.row_bytes * (rows - 1) + self.size[0] * self.texel_bytes


@dataclass(frozen=True, slots=True)
class Sampling:
    """The rules by which coordinates become a value.

    Attributes:
        modes: one of `MODES` for each axis.
        linear: whether neighbours are mixed.
        normalized: whether coordinates go from 0 to 1.
        as_float: whether integers are read as fractions of the largest one.
        border: the colour outside the image.
    """

    modes: tuple[str, str, str] = ("clamp", "clamp", "clamp")
    linear: bool = False
    normalized: bool = False
    as_float: bool = False
    border: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def check(self, image: Image) -> None:
        """Refuse what CUDA refuses.

        Raises:
            LaunchError: the sampling does not fit the image.
        """
        floats = image.format in ("f16", "f32")
        if self.as_float and not floats and image.format not in ("u8", "s8", "u16", "s16"):
            raise LaunchError(
                f"a texture of {image.format} cannot be read as fractions: only 8 and 16 bits can"
            )
        if self.linear and not (floats or self.as_float):
            raise LaunchError(
                f"a texture of {image.format} cannot be filtered: read 8 or 16 bits as fractions "
                '(read="float", cudaReadModeNormalizedFloat), or use filter="point" '
                "(cudaFilterModePoint)"
            )
        turned = {"wrap", "mirror"} & set(self.modes[: _axes(image.geometry)])
        if turned and not self.normalized:
            raise LaunchError(
                f"address mode {min(turned)!r} needs normalized coordinates: normalized=True"
            )
        if image.fetch_only and (self.linear or self.normalized):
            raise LaunchError(
                "a texture of linear memory is read by an index: no filter, no normalized "
                "coordinates"
            )


def _axes(geometry: str) -> int:
    """Return the number of coordinates that address modes are for."""
    return {"1d": 1, "a1d": 1, "2d": 2, "a2d": 2, "3d": 3}.get(geometry, 0)


@dataclass(frozen=True, slots=True)
class ImageArgument:
    """A texture as an argument of the interpreter, or a surface if it has no sampling.

    Attributes:
        texels: its bytes, which surfaces write.
    """

    image: Image
    sampling: Sampling | None
    texels: np.ndarray[Any, Any]


def encode(image: Image, sampling: Sampling | None, address: int) -> bytes:
    """Return the words of a texture at an address; of a surface if there is no sampling."""
    words = [0] * SLOTS
    words[Slot.MAGIC] = MAGIC
    words[Slot.GEOMETRY] = GEOMETRIES.index(image.geometry)
    words[Slot.SURFACE] = int(sampling is None)
    words[Slot.ADDRESS] = address
    words[Slot.BYTES] = image.bytes
    words[Slot.WIDTH], words[Slot.HEIGHT], words[Slot.DEPTH] = image.size
    words[Slot.LAYERS] = image.layers
    words[Slot.PITCH] = image.row_bytes
    words[Slot.SLICE] = image.row_bytes * image.size[1]
    words[Slot.CHANNELS] = image.channels
    words[Slot.FORMAT] = FORMATS.index(image.format)
    words[Slot.FETCH_ONLY] = int(image.fetch_only)
    if sampling is not None:
        words[Slot.MODE : Slot.MODE + 3] = [MODES.index(mode) for mode in sampling.modes]
        words[Slot.LINEAR] = int(sampling.linear)
        words[Slot.NORMALIZED] = int(sampling.normalized)
        words[Slot.AS_FLOAT] = int(sampling.as_float)
        words[Slot.BORDER : Slot.BORDER + 4] = _border(image, sampling)
    return _PACK.pack(*words)


def _border(image: Image, sampling: Sampling) -> Sequence[int]:
    """Return the border's colour as bits of f32; that of integers is 0, as on an H200."""
    floats = image.format in ("f16", "f32") or sampling.as_float
    return struct.unpack("<4I", struct.pack("<4f", *sampling.border) if floats else bytes(16))


def decode(data: bytes) -> tuple[int, ...] | None:
    """Return the words of a handle, by `Slot`; None if they are not an image."""
    words = _PACK.unpack(data)
    return words if words[Slot.MAGIC] == MAGIC else None
