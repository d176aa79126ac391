"""Texture and surface objects for CUDA C++ kernels, on the GPU that a launch would use now.

    image = ks.cuda_array(pixels, channels=4)
    texture = image.texture(filter="linear", address="wrap", normalized=True, read="float")
    kernel[grid, block](texture, image.surface(), n)
    image.get()

A kernel takes them as `cudaTextureObject_t` and `cudaSurfaceObject_t`; `int(texture)` is the handle
for a struct or an array of handles. `cuda_texture` reads a tensor's own memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from kernelscope.errors import LaunchError, UsageError
from kernelscope.frontends.cuda.driver_textures import DriverArray, linear_texture
from kernelscope.frontends.cuda.kernel import is_real
from kernelscope.vgpu.runtime.images import Held, View
from kernelscope.vgpu.textures import MODES, Image, Sampling

_FORMATS = {
    "uint8": "u8", "int8": "s8", "uint16": "u16", "int16": "s16", "uint32": "u32", "int32": "s32",
    "float16": "f16", "float32": "f32",
}  # fmt: skip
_PITCH_ALIGNMENT = 32  # CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT of every GPU since sm_20


class _Handle(Protocol):
    """A texture or a surface of one of the two kinds of GPU."""

    def __index__(self) -> int: ...


class _Object:
    """A handle that kernels take as a 64-bit integer; it keeps its memory alive."""

    def __init__(self, handle: _Handle, image: Image, *, real: bool) -> None:
        self.image = image
        self._handle = handle
        self._real = real

    def __index__(self) -> int:
        """Return the handle. Raises LaunchError if it was made for the other kind of GPU."""
        _check_place(self._real, type(self).__name__)
        return self._handle.__index__()

    __int__ = __index__

    def __repr__(self) -> str:
        size = " x ".join(map(str, self.image.size))
        return f"<{type(self).__name__} {self.image.geometry} {size} of {self.image.format}>"


class CudaTexture(_Object):
    """A texture object: `cudaTextureObject_t`."""


class CudaSurface(_Object):
    """A surface object: `cudaSurfaceObject_t`."""


class CudaArray:
    """An image in the GPU's own layout: `cudaArray_t`. Textures read it, surfaces also write it."""

    def __init__(self, image: Image, dtype: np.dtype[Any], shape: tuple[int, ...]) -> None:
        self.image = image
        self.dtype = dtype
        self.shape = shape
        self._real = is_real()
        self._texels: Held | DriverArray = DriverArray(image) if self._real else Held(image)

    def __repr__(self) -> str:
        return f"<CudaArray {self.image.geometry} {self.dtype}{list(self.shape)}>"

    def get(self) -> np.ndarray[Any, Any]:
        """Return a copy of the texels, in the shape in which they were given."""
        _check_place(self._real, "CudaArray")
        return self._texels.read().view(self.dtype).reshape(self.shape)

    def set(self, data: Any) -> None:
        """Set all texels from an array or tensor of the same shape and dtype. Raises LaunchError if
        it has another shape or dtype.
        """
        _check_place(self._real, "CudaArray")
        array = _host(data)
        if array.shape != self.shape or array.dtype != self.dtype:
            raise LaunchError(f"{self!r} cannot hold {array.dtype}{list(array.shape)}")
        self._texels.write(np.ascontiguousarray(array).reshape(-1).view(np.uint8))

    def texture(
        self,
        *,
        filter: str = "point",
        address: str | Sequence[str] = "clamp",
        normalized: bool = False,
        read: str = "element",
        border: Sequence[float] = (0.0, 0.0, 0.0, 0.0),
    ) -> CudaTexture:
        """Return a texture object of it.

        Args:
            filter: "point" for the nearest texel, "linear" for a mixture of its neighbours.
            address: what is outside: "clamp", "border", "wrap" or "mirror", for all axes or each.
            normalized: whether coordinates go from 0 to 1.
            read: "element" for the texel's own type, "float" for 8- and 16-bit integers as
                fractions of the largest one.
            border: the colour outside, for "border".

        Raises:
            UsageError: an unknown word.
            LaunchError: a combination that CUDA refuses.
        """
        sampling = _sampling(self.image, filter, address, normalized, read, border)
        return CudaTexture(self._texels.texture(sampling), self.image, real=self._real)

    def surface(self) -> CudaSurface:
        """Return a surface object of it."""
        return CudaSurface(self._texels.surface(), self.image, real=self._real)


def cuda_array(
    data: Any, *, channels: int = 1, layered: bool = False, cubemap: bool = False
) -> CudaArray:
    """Return a CUDA array with a copy of the data.

    Args:
        data: texels by `[depth or layer,] [row,] column[, channel]`; a cubemap
            has six squares (+x, -x, +y, -y, +z, -z), a layered one six for each layer.
        channels: 1, 2 or 4.
        layered: whether the first dimension counts layers.
        cubemap: whether the first dimension counts faces.

    Raises:
        UsageError: a dtype, a number of channels or a shape that CUDA arrays cannot have.
    """
    array = _host(data)
    image = _image(array.shape, _dtype_name(array), channels, layered=layered, cubemap=cubemap)
    made = CudaArray(image, array.dtype, array.shape)
    made.set(array)
    return made


def cuda_texture(
    data: Any,
    *,
    channels: int = 1,
    filter: str = "point",
    address: str | Sequence[str] = "clamp",
    normalized: bool = False,
    read: str = "element",
    border: Sequence[float] = (0.0, 0.0, 0.0, 0.0),
) -> CudaTexture:
    """Return a texture object of a tensor's own memory; it sees what kernels write there.

    One dimension is linear memory, which `tex1Dfetch` reads by index. Two dimensions are rows at an
    equal distance, a multiple of 32 bytes. The other arguments are those of `CudaArray.texture`.

    Raises:
        UsageError: a dtype, a number of channels or a shape that CUDA textures cannot have.
        LaunchError: a combination that CUDA refuses.
    """
    whole = _image(tuple(data.shape), _dtype_name(data), channels, layered=False, cubemap=False)
    strides = _strides(data)
    texel = whole.texel_bytes
    channel_bytes = texel // channels
    packed = strides[-1] == channel_bytes and (channels == 1 or strides[-2] == texel)
    if whole.geometry == "3d" or not packed:
        raise UsageError(
            "a texture of memory has one dimension, or two with contiguous rows; use cuda_array"
        )
    linear = whole.geometry == "1d"
    pitch = 0 if linear else strides[0]
    if pitch % _PITCH_ALIGNMENT or pitch < 0:
        raise UsageError(
            f"rows of a texture begin at multiples of {_PITCH_ALIGNMENT} bytes, not of {pitch}: "
            "pad them, or use cuda_array"
        )
    image = Image(
        whole.geometry, whole.format, channels, whole.size, pitch=pitch, fetch_only=linear
    )
    sampling = _sampling(image, filter, address, normalized, read, border)
    real = is_real()
    handle = linear_texture(image, sampling, data) if real else View(image, sampling, data)
    return CudaTexture(handle, image, real=real)


def _check_place(real: bool, what: str) -> None:
    if real != is_real():
        made, now = ("a real", "a virtual") if real else ("a virtual", "a real")
        raise LaunchError(f"{what} was made on {made} GPU and is used on {now} one: make it there")


def _host(data: Any) -> np.ndarray[Any, Any]:
    return data.detach().cpu().numpy() if hasattr(data, "detach") else np.asarray(data)


def _dtype_name(data: Any) -> str:
    return str(data.dtype).removeprefix("torch.")


def _strides(data: Any) -> tuple[int, ...]:
    """Return the strides of an array or tensor in bytes."""
    if hasattr(data, "element_size"):
        return tuple(n * data.element_size() for n in data.stride())
    return tuple(data.strides)


def _image(
    shape: tuple[int, ...], dtype: str, channels: int, *, layered: bool, cubemap: bool
) -> Image:
    if dtype not in _FORMATS:
        raise UsageError(f"texels are {', '.join(_FORMATS)}, not {dtype}")
    if channels not in (1, 2, 4):
        raise UsageError(f"a texel has 1, 2 or 4 channels, not {channels}")
    sizes = shape
    if channels > 1:
        if not shape or shape[-1] != channels:
            raise UsageError(f"the last dimension of {list(shape)} is not {channels} channels")
        sizes = shape[:-1]
    wanted = {(False, True): (3,), (True, True): (3,), (True, False): (2, 3)}
    allowed = wanted.get((layered, cubemap), (1, 2, 3))
    if len(sizes) not in allowed or min(sizes, default=0) < 1:
        raise UsageError(f"an image with sizes {list(sizes)} does not exist")
    format_ = _FORMATS[dtype]
    if cubemap:
        faces, height, width = sizes
        if faces % 6 or (faces != 6 and not layered) or height != width:
            raise UsageError(f"a cubemap has six squares, and not sizes {list(sizes)}")
        name = "acube" if layered else "cube"
        return Image(name, format_, channels, (width, height, 1), faces // 6)
    if layered:
        layers, *extents = sizes
        width, height = (*extents[::-1], 1)[:2]
        return Image(f"a{len(extents)}d", format_, channels, (width, height, 1), layers)
    width, height, depth = (*sizes[::-1], 1, 1)[:3]
    return Image(f"{len(sizes)}d", format_, channels, (width, height, depth))


def _sampling(
    image: Image,
    filter_: str,
    address: str | Sequence[str],
    normalized: bool,
    read: str,
    border: Sequence[float],
) -> Sampling:
    modes = [address] * 3 if isinstance(address, str) else [*address, *["clamp"] * 3][:3]
    for value, known, what in (
        *((mode, MODES, "address") for mode in modes),
        (filter_, ("point", "linear"), "filter"),
        (read, ("element", "float"), "read"),
    ):
        if value not in known:
            raise UsageError(f"{what} is {', '.join(known)}, not {value!r}")
    if len(border) != 4:
        raise UsageError(f"a border has four colours, not {len(border)}")
    sampling = Sampling(
        (modes[0], modes[1], modes[2]),
        filter_ == "linear",
        normalized,
        read == "float" and image.format not in ("f16", "f32"),
        (float(border[0]), float(border[1]), float(border[2]), float(border[3])),
    )
    sampling.check(image)
    return sampling
