"""CUDA arrays and textures: what the driver's words say, as an `Image` and a `Sampling`.

Numbers are those of `cuda.h`: `CUarray_format`, `CUDA_ARRAY3D_…`, `CUaddress_mode`, `CU_TRSF_…`.
"""

from __future__ import annotations

import struct

from kernelscope.driver.attributes import device_attribute
from kernelscope.errors import LaunchError
from kernelscope.hardware import GPUSpec
from kernelscope.vgpu.textures import MODES, Image, Sampling

LAYERED, SURFACE, CUBE, GATHER = 1, 2, 4, 8
ARRAY, LINEAR = 0, 2
"""Kinds of a texture's memory (`CUresourcetype`); the other one has rows with a pitch."""
_FORMATS = {
    0x01: "u8", 0x02: "u16", 0x03: "u32", 0x08: "s8", 0x09: "s16", 0x0A: "s32", 0x10: "f16",
    0x20: "f32",
}  # fmt: skip
_AS_INTEGER, _NORMALIZED = 1, 2
_LIMITS = {
    "1d": (21,), "2d": (22, 23), "3d": (24, 25, 26), "a1d": (42, 43), "a2d": (27, 28, 29),
    "cube": (52, 52), "acube": (53, 53, 54),
}  # fmt: skip
"""Attributes of the device: the most of width, height, depth, layers, for those that there are."""
_MOST_LINEAR, _MOST_WIDTH, _MOST_HEIGHT, _MOST_PITCH = 69, 70, 71, 72
_ALIGNMENT, _PITCH_ALIGNMENT = 14, 51


def array_image(
    spec: GPUSpec, width: int, height: int, depth: int, form: int, channels: int, flags: int
) -> Image:
    """Return the image of an array.

    Raises:
        LaunchError: CUDA has no such array; the message says why.
    """
    if flags & ~(LAYERED | SURFACE | CUBE | GATHER):
        raise LaunchError(f"flags {flags:#x} of an array are not supported")
    geometry, layers = _geometry(width, height, depth, flags), 1
    if flags & LAYERED:
        layers = depth // 6 if flags & CUBE else depth
    size = (width, max(height, 1), depth if geometry == "3d" else 1)
    sizes = (width, *((height,) if height else ()), *((depth,) if geometry == "3d" else ()))
    asked = (*sizes, *((depth,) if flags & LAYERED else ()))
    most = [device_attribute(spec, number) or 0 for number in _LIMITS[geometry]]
    if any(n > limit for n, limit in zip(asked, most, strict=True)):
        raise LaunchError(f"an array of {_by(asked)} is larger than {_by(most)}")
    return Image(geometry, _format(form), _channels(channels), size, layers)


def _geometry(width: int, height: int, depth: int, flags: int) -> str:
    if not width or (flags & LAYERED and not depth):
        raise LaunchError("an array needs a width, and a layered one its layers as its depth")
    if flags & CUBE:
        if width != height or depth % 6 or (depth != 6 and not flags & LAYERED):
            raise LaunchError("a cubemap has six square faces, as its depth says")
        return "acube" if flags & LAYERED else "cube"
    if flags & LAYERED:
        return "a2d" if height else "a1d"
    if depth and not height:
        raise LaunchError("an array with a depth needs a height")
    return "3d" if depth else "2d" if height else "1d"


def _format(form: int) -> str:
    if form not in _FORMATS:
        raise LaunchError(f"format {form:#x} of texels is not supported")
    return _FORMATS[form]


def _channels(channels: int) -> int:
    if channels not in (1, 2, 4):
        raise LaunchError(f"a texel has 1, 2 or 4 channels, not {channels}")
    return channels


def _by(sizes: tuple[int, ...] | list[int]) -> str:
    return " x ".join(map(str, sizes))


def memory_image(spec: GPUSpec, resource: int, address: int, *what: int) -> Image:
    """Return the image of linear memory, or of rows with a pitch.

    what: format, channels, then bytes; or width, height, pitch.

    Raises:
        LaunchError: CUDA has no such texture; the message says why.
    """

    def limit(number: int) -> int:
        return device_attribute(spec, number) or 0

    form, channels, width, height, pitch = what[:5]
    if address % limit(_ALIGNMENT):
        raise LaunchError(f"a texture's memory begins at a multiple of {limit(_ALIGNMENT)} bytes")
    image = Image("2d", _format(form), _channels(channels), (width, height, 1), pitch=pitch)
    if resource == LINEAR:
        texels = width // image.texel_bytes
        if not 0 < texels <= limit(_MOST_LINEAR):
            raise LaunchError(f"a linear texture has up to {limit(_MOST_LINEAR)} texels")
        return Image("1d", image.format, channels, (texels, 1, 1), fetch_only=True)
    most = limit(_MOST_WIDTH), limit(_MOST_HEIGHT), limit(_MOST_PITCH)
    if not 0 < width <= most[0] or not 0 < height <= most[1] or pitch > most[2]:
        raise LaunchError(f"a texture of {width} x {height}, pitch {pitch}, exceeds {_by(most)}")
    if pitch % limit(_PITCH_ALIGNMENT) or pitch < width * image.texel_bytes:
        raise LaunchError(
            f"a texture's pitch is a multiple of {limit(_PITCH_ALIGNMENT)} bytes that holds a row"
        )
    return image


def sampling(image: Image, *what: int) -> Sampling:
    """Return how a texture is read; what: three modes, filter, flags, the border's four colours.

    What CUDA ignores is not in it: filters and normalized coordinates of linear memory, and modes
    that need normalized coordinates where there are none, which become "clamp".

    Raises:
        LaunchError: CUDA refuses it.
    """
    *modes, linear, flags = what[:5]
    is_normalized = bool(flags & _NORMALIZED) and not image.fetch_only
    names = [MODES[mode] if mode < len(MODES) else "" for mode in modes]
    if not all(names) or linear > 1:
        raise LaunchError("a texture has no such address mode or filter")
    if not is_normalized:
        names = ["clamp" if name in ("wrap", "mirror") else name for name in names]
    made = Sampling(
        (names[0], names[1], names[2]),
        bool(linear) and not image.fetch_only,
        is_normalized,
        not flags & _AS_INTEGER and image.format in ("u8", "s8", "u16", "s16"),
        struct.unpack("<4f", struct.pack("<4I", *what[5:9])),
    )
    made.check(image)
    return made
