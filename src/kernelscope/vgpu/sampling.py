"""The results of texture fetches, with an H200's bits, for all lanes of a warp at once.

The CUDA programming guide ("Texture Fetching") gives the formulas; it leaves open how they round.
tests/truth/textures_h200.npz holds an H200's answers, from which these rules are:

- A coordinate from 0 to 1 is cut to 21 bits after the point, downwards. In texels it becomes a
  whole number of 1/256, rounded half up. Its low 8 bits are the weight of the next texel.
- The weights of 4 or 8 texels are products of those, again in 1/256 (`weights`).
- Floats are cut to 4 bits below the last one of the largest, weighted, added exactly, and rounded
  half away from zero to 24 bits (f16: 11 bits). 8- and 16-bit integers are mixed as 16-bit ones.

Two mixtures differ: of signed bytes by one 32,767th in 5 % of cases, and of eight texels (3D) by an
eighth of the last place of the largest texel in 0.6 %.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelscope.vgpu.textures import FORMAT_BYTES, FORMATS, GEOMETRIES, MODES, Slot

Array = np.ndarray[Any, Any]
Words = tuple[int, ...]
Corner = tuple[int, int, int]

_DTYPES = ("<u1", "<i1", "<u2", "<i2", "<u4", "<i4", "<f2", "<f4")
_FAR = 1 << 22  # texels: beyond every image, and small enough for a product with 256
_EXTRA_BITS = 4
_COORDINATE_BITS = 21
_OUTSIDE = -1
Axis = tuple[Array, Array, Array]
"""Index of a texel, index of the next, and the weight of the next; an index may be `_OUTSIDE`."""


def fetch(
    words: Words, texels: Array, coordinates: tuple[Array, ...], layer: Array, gather: int = -1
) -> tuple[Array, ...]:
    """Return the four 32-bit results of a fetch in each lane.

    Args:
        words: the image, by `Slot`.
        texels: its bytes.
        coordinates: up to three for each lane, f32 or s32.
        layer: the number of the layer in each lane, not yet in range.
        gather: the channel that `tld4` takes of four neighbours, or -1.
    """
    geometry = GEOMETRIES[words[Slot.GEOMETRY]]
    # A layer is unsigned: -1 is beyond the last one.
    slices = np.minimum(layer.astype(np.int64) & 0xFFFFFFFF, words[Slot.LAYERS] - 1)
    if "cube" in geometry:
        face, *coordinates_on_face = _on_face(*coordinates)
        axes = [_cube_axis(words, x) for x in coordinates_on_face]
        slices = slices * 6 + face
    else:
        sizes = (Slot.WIDTH, Slot.HEIGHT, Slot.DEPTH)
        axes = [
            _axis(words, x, words[size], words[Slot.MODE + n], gather >= 0)
            for n, (x, size) in enumerate(zip(coordinates, sizes, strict=False))
        ]
    while len(axes) < 3:
        zero = np.zeros(len(layer), np.int64)
        axes.append((zero, zero, zero))
    read = _reader(words, texels, slices, axes)
    if gather >= 0:
        order = ((0, 1, 0), (1, 1, 0), (1, 0, 0), (0, 0, 0))
        return tuple(_converted(words, read(corner))[gather] for corner in order)
    if not words[Slot.LINEAR]:
        return tuple(_converted(words, read((0, 0, 0))))
    shares = weights(axes[0][2], axes[1][2], axes[2][2], three=geometry == "3d")
    return tuple(_mixed(words, {corner: read(corner) for corner in shares}, shares))


# ---- coordinates ---------------------------------------------------------------------------------


def _axis(words: Words, x: Array, size: int, mode: int, gathers: bool) -> Axis:
    """Return the texels of one coordinate."""
    mixes = bool(words[Slot.LINEAR]) or gathers
    if x.dtype.kind != "f":
        index = x.astype(np.int64)  # outside the image is the border, whatever the mode
        index = np.where((index >= 0) & (index < size), index, _OUTSIDE)
        return index, index, np.zeros_like(index)
    place = _texel_place(words, x, size, mode)
    fixed = np.floor(place * 256 - (128 if mixes else 0) + (0.5 if mixes else 0)).astype(np.int64)
    index = fixed >> 8
    if not mixes:
        index = _placed(np.floor(place).astype(np.int64), size, mode)
        return index, index, np.zeros_like(index)
    weight = fixed & 255
    if MODES[mode] == "clamp":
        inside = (index >= 0) & (index < size - 1)
        weight = np.where(inside, weight, 0)
        index = np.clip(index, 0, size - 1)
        return index, np.where(inside, index + 1, index), weight
    return _placed(index, size, mode), _placed(index + 1, size, mode), weight


def _texel_place(words: Words, x: Array, size: int, mode: int) -> Array:
    """Return a coordinate in texels, as f64; NaN is 0."""
    x = np.where(np.abs(x) < np.float32(2.0**-126), np.float32(0), x)
    wide = np.nan_to_num(x.astype(np.float64), nan=0.0, posinf=2.0**60, neginf=-(2.0**60))
    if words[Slot.NORMALIZED]:
        wide = np.floor(wide * 2**_COORDINATE_BITS) / 2**_COORDINATE_BITS
        if MODES[mode] in ("wrap", "mirror"):
            wide = np.where(np.abs(wide) >= 2.0**24, 0.0, wide)
        wide = wide * size
        if MODES[mode] in ("wrap", "mirror"):
            period = size * (2 if MODES[mode] == "mirror" else 1)
            wide = wide - np.floor(wide / period) * period
    return np.clip(wide, -_FAR, _FAR)


def _placed(index: Array, size: int, mode: int) -> Array:
    """Return indices inside the image; `_OUTSIDE` for the border's colour."""
    match MODES[mode]:
        case "clamp":
            return np.clip(index, 0, size - 1)
        case "wrap":
            return index % size
        case "mirror":
            turned = index % (2 * size)
            return np.where(turned < size, turned, 2 * size - 1 - turned)
        case _:
            return np.where((index >= 0) & (index < size), index, _OUTSIDE)


def _on_face(x: Array, y: Array, z: Array) -> tuple[Array, Array, Array]:
    """Return the face of a cube that a direction meets, and where, from 0 to 1."""
    # CUDA programming guide, "Cubemap Textures": the largest of |x|, |y|, |z| names the face.
    ax, ay, az = np.abs(x), np.abs(y), np.abs(z)
    on_z = (az >= ax) & (az >= ay)
    on_y = ~on_z & (ay >= ax)
    major = np.where(on_z, z, np.where(on_y, y, x))
    back = major < 0
    face = np.where(on_z, 4, np.where(on_y, 2, 0)) + back
    s = np.where(on_z, np.where(back, -x, x), np.where(on_y, x, np.where(back, z, -z)))
    t = np.where(on_y, np.where(back, -z, z), -y)
    size = np.abs(major)
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = (np.where(size == 0, np.float32(0), v / size) for v in (s, t))
        first, second = ((part + np.float32(1)) / np.float32(2) for part in parts)
    return face, first, second


def _cube_axis(words: Words, x: Array) -> Axis:
    size = words[Slot.WIDTH]
    place = np.clip(np.nan_to_num(x.astype(np.float64)) * size, -_FAR, _FAR)
    if not words[Slot.LINEAR]:
        index = np.clip(np.floor(place).astype(np.int64), 0, size - 1)
        return index, index, np.zeros_like(index)
    fixed = np.floor(place * 256 - 127.5).astype(np.int64)
    index = fixed >> 8
    weight = np.where((index >= 0) & (index < size - 1), fixed & 255, 0)
    index = np.clip(index, 0, size - 1)
    return index, np.clip(index + 1, 0, size - 1), weight


# ---- texels --------------------------------------------------------------------------------------


def _reader(
    words: Words, texels: Array, slices: Array, axes: list[Axis]
) -> Callable[[Corner], Array]:
    """Return a function that reads the texel at a corner: channels by lanes."""
    dtype = np.dtype(_DTYPES[words[Slot.FORMAT]])
    channels = words[Slot.CHANNELS]
    border = np.array(words[Slot.BORDER : Slot.BORDER + channels], np.uint32)
    floats = dtype.kind == "f" or bool(words[Slot.AS_FLOAT])
    colour: Array = border.view(np.float32) if floats else border.view(np.int32).astype(np.int64)

    def read(corner: Corner) -> Array:
        x, y, z = (axis[n] for axis, n in zip(axes, corner, strict=True))
        outside = (x == _OUTSIDE) | (y == _OUTSIDE) | (z == _OUTSIDE)
        place = np.where(outside, 0, z + slices) * words[Slot.SLICE]
        place = place + np.where(outside, 0, y) * words[Slot.PITCH]
        place = place + np.where(outside, 0, x) * (channels * dtype.itemsize)
        every = place[None, :, None] + (np.arange(channels) * dtype.itemsize)[:, None, None]
        data = texels[every + np.arange(dtype.itemsize)]
        values = np.ascontiguousarray(data).view(dtype)[..., 0]
        values = values.astype(np.float64 if dtype.kind == "f" else np.int64)
        if not outside.any():
            return values
        if floats and dtype.kind != "f":
            scaled = np.rint(colour * _largest(words)).astype(np.int64)
            return np.where(outside, scaled[:, None], values)
        return np.where(outside, colour[:, None].astype(values.dtype), values)

    return read


def _largest(words: Words) -> int:
    """Return the integer that is read as 1."""
    bits = 8 * FORMAT_BYTES[words[Slot.FORMAT]]
    signed = FORMATS[words[Slot.FORMAT]].startswith("s")
    return (1 << (bits - signed)) - 1


def _converted(words: Words, values: Array) -> list[Array]:
    """Return a texel's four results; a channel that it does not have is 0."""
    if words[Slot.AS_FLOAT]:
        most = _largest(words)
        values = np.maximum(values, -most) / most
    return _results(values)


def _results(values: Array) -> list[Array]:
    if values.dtype.kind == "f":
        rounded = values.astype(np.float32)
        bits = np.where(np.isnan(rounded), np.uint32(0x7FFFFFFF), rounded.view(np.uint32))
    else:
        bits = (values & 0xFFFFFFFF).astype(np.uint32)
    return [*bits, *np.zeros((4 - len(bits), bits.shape[1]), np.uint32)]


# ---- mixing --------------------------------------------------------------------------------------


def weights(a: Array, b: Array, c: Array, *, three: bool) -> dict[Corner, Array]:
    """Return the weights of the texels around a place, in 1/256; they add up to 256.

    a, b, c: those of the next texel in x, y and z.
    """
    # Example: a = b = 128. The exact weights are 64 each. Of a = 127, b = 129 they are 63.996,
    # 64.004, 65.004 and 62.996; the hardware takes 64, 63, 64 and 65 for (1, 1), (1, 0), (0, 0) and
    # (0, 1): of each column it rounds one, half up, and gives the other the rest. With eight texels
    # it divides between the columns of each slice first.
    shares: dict[Corner, Array] = {}
    for z, share in ((0, 256 - c), (1, c)) if three else ((0, np.full_like(a, 256)),):
        right = _part(a, share)
        left = share - right
        shares[1, 1, z] = _part(right, b)
        shares[1, 0, z] = right - shares[1, 1, z]
        shares[0, 0, z] = _part(left, 256 - b)
        shares[0, 1, z] = left - shares[0, 0, z]
    return shares


def _part(x: Array, y: Array) -> Array:
    return (x * y + 128) >> 8


def _mixed(words: Words, values: dict[Corner, Array], shares: dict[Corner, Array]) -> list[Array]:
    if words[Slot.AS_FLOAT]:
        return _results(_mixed_integers(words, values, shares))
    bits = 11 if FORMATS[words[Slot.FORMAT]] == "f16" else 24
    return _results(_mixed_floats(values, shares, bits))


def _mixed_integers(
    words: Words, values: dict[Corner, Array], shares: dict[Corner, Array]
) -> Array:
    """Return integers mixed as 16-bit fractions."""
    signed = FORMATS[words[Slot.FORMAT]].startswith("s")
    most, whole = _largest(words), 0x7FFF if signed else 0xFFFF
    total = sum(values[k] * shares[k] for k in shares)
    # S w / (256 m), rounded half up; -128 counts whole until the end.
    return np.maximum((2 * total * whole + 256 * most) // (512 * most), -whole) / whole


def _mixed_floats(values: dict[Corner, Array], shares: dict[Corner, Array], bits: int) -> Array:
    """Return floats mixed, rounded to so many bits."""
    used = {k: np.where(shares[k] > 0, v, 0.0) for k, v in values.items()}
    finite = {k: np.where(np.isfinite(v), v, 0.0) for k, v in used.items()}
    largest = np.max([np.abs(v) for v in finite.values()], axis=0)
    exponent = np.frexp(largest)[1]
    unit = bits + _EXTRA_BITS - exponent
    total = sum(np.trunc(np.ldexp(v, unit)).astype(np.int64) * shares[k] for k, v in finite.items())
    size = np.abs(total)
    length = np.frexp(size.astype(np.float64))[1]
    shift = np.maximum(length - bits, 0)
    rounded = (size + ((1 << shift) >> 1)) >> shift << shift
    result = np.copysign(np.ldexp(rounded.astype(np.float64), -unit - 8), total)
    with np.errstate(invalid="ignore"):
        wild = sum(np.where(np.isfinite(v), 0.0, v) for v in used.values())
    return np.where(wild == 0, result, wild)
