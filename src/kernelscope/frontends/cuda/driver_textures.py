"""CUDA arrays, textures and surfaces on the real GPU, through the driver."""

from __future__ import annotations

import contextlib
import weakref
from typing import Any

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.frontends.cuda.arguments import describe
from kernelscope.frontends.cuda.driver import bindings, call, current_device
from kernelscope.vgpu.textures import MODES, Image, Sampling

_FORMATS = {
    "u8": "UNSIGNED_INT8", "s8": "SIGNED_INT8", "u16": "UNSIGNED_INT16", "s16": "SIGNED_INT16",
    "u32": "UNSIGNED_INT32", "s32": "SIGNED_INT32", "f16": "HALF", "f32": "FLOAT",
}  # fmt: skip
_LAYERED, _SURFACE, _CUBEMAP, _GATHER = 1, 2, 4, 8  # CUDA_ARRAY3D_…
_AS_INTEGER, _NORMALIZED = 1, 2  # CU_TRSF_…


class DriverHandle:
    """A texture or surface object; destroyed with this one, which keeps its memory."""

    def __init__(self, handle: Any, destroy: Any, memory: Any) -> None:
        self._handle = int(handle)
        self._memory = memory
        self._end = weakref.finalize(self, _quietly, destroy, handle)
        self._end.atexit = False

    def __index__(self) -> int:
        return self._handle


class DriverArray:
    """A CUDA array of the current device."""

    def __init__(self, image: Image) -> None:
        cuda = bindings()
        current_device()
        self.image = image
        sizes = image.size
        cube = 6 if "cube" in image.geometry else 1
        layered = image.geometry.startswith("a")
        description = cuda.CUDA_ARRAY3D_DESCRIPTOR()
        description.Width = sizes[0]
        description.Height = 0 if image.geometry in ("1d", "a1d") else sizes[1]
        flat = image.geometry in ("1d", "2d")
        description.Depth = 0 if flat else image.slices if layered or cube > 1 else sizes[2]
        description.Format = _format(image)
        description.NumChannels = image.channels
        description.Flags = (
            _SURFACE
            | (_LAYERED if layered else 0)
            | (_CUBEMAP if cube > 1 else 0)
            | (_GATHER if image.geometry == "2d" else 0)
        )
        self._array = call("a CUDA array", cuda.cuArray3DCreate(description))
        self._end = weakref.finalize(self, _quietly, cuda.cuArrayDestroy, self._array)
        self._end.atexit = False

    def read(self) -> np.ndarray[Any, Any]:
        """Return a copy of its bytes, row after row."""
        data = np.empty(self.image.row_bytes * self.image.size[1] * self.image.slices, np.uint8)
        self._copy(data, to_array=False)
        return data

    def write(self, data: np.ndarray[Any, Any]) -> None:
        """Set all of its bytes."""
        self._copy(np.ascontiguousarray(data), to_array=True)

    def texture(self, sampling: Sampling) -> DriverHandle:
        """Return a texture object of it."""
        made = bindings().cuTexObjectCreate(self._resource(), texture_description(sampling), None)
        return DriverHandle(call("a texture", made), bindings().cuTexObjectDestroy, self)

    def surface(self) -> DriverHandle:
        """Return a surface object of it."""
        made = bindings().cuSurfObjectCreate(self._resource())
        return DriverHandle(call("a surface", made), bindings().cuSurfObjectDestroy, self)

    def _resource(self) -> Any:
        cuda = bindings()
        resource = cuda.CUDA_RESOURCE_DESC()
        resource.resType = cuda.CUresourcetype.CU_RESOURCE_TYPE_ARRAY
        resource.res.array.hArray = self._array
        return resource

    def _copy(self, data: np.ndarray[Any, Any], *, to_array: bool) -> None:
        cuda = bindings()
        copy = cuda.CUDA_MEMCPY3D()
        host, array = ("src", "dst") if to_array else ("dst", "src")
        kinds = cuda.CUmemorytype
        setattr(copy, f"{host}MemoryType", kinds.CU_MEMORYTYPE_HOST)
        setattr(copy, f"{host}Host", data.ctypes.data)
        setattr(copy, f"{host}Pitch", self.image.row_bytes)
        setattr(copy, f"{host}Height", self.image.size[1])
        setattr(copy, f"{array}MemoryType", kinds.CU_MEMORYTYPE_ARRAY)
        setattr(copy, f"{array}Array", self._array)
        copy.WidthInBytes = self.image.row_bytes
        copy.Height = self.image.size[1]
        copy.Depth = self.image.slices
        current_device()  # waits for kernels that write it
        call("a copy of a CUDA array", cuda.cuMemcpy3D(copy))


def linear_texture(image: Image, sampling: Sampling, tensor: Any) -> DriverHandle:
    """Return a texture object of a tensor's memory. Raises LaunchError if it is on the CPU."""
    if not getattr(tensor, "is_cuda", False):
        raise LaunchError(
            f"a texture of {describe(tensor)}, which is not on the GPU: move it there with .cuda()"
        )
    cuda = bindings()
    current_device()
    resource = cuda.CUDA_RESOURCE_DESC()
    if image.fetch_only:
        resource.resType = cuda.CUresourcetype.CU_RESOURCE_TYPE_LINEAR
        place = resource.res.linear
        place.sizeInBytes = image.bytes
    else:
        resource.resType = cuda.CUresourcetype.CU_RESOURCE_TYPE_PITCH2D
        place = resource.res.pitch2D
        place.width, place.height, place.pitchInBytes = *image.size[:2], image.row_bytes
    place.devPtr = tensor.data_ptr()
    place.format = _format(image)
    place.numChannels = image.channels
    made = cuda.cuTexObjectCreate(resource, texture_description(sampling), None)
    return DriverHandle(call("a texture", made), cuda.cuTexObjectDestroy, tensor)


def texture_description(sampling: Sampling) -> Any:
    """Return the driver's description of a sampling."""
    cuda = bindings()
    description = cuda.CUDA_TEXTURE_DESC()
    modes = [cuda.CUaddress_mode(MODES.index(mode)) for mode in sampling.modes]
    description.addressMode = modes
    linear = cuda.CUfilter_mode.CU_TR_FILTER_MODE_LINEAR
    description.filterMode = linear if sampling.linear else cuda.CUfilter_mode(0)
    description.flags = (0 if sampling.as_float else _AS_INTEGER) | (
        _NORMALIZED if sampling.normalized else 0
    )
    description.borderColor = list(sampling.border)
    return description


def _format(image: Image) -> Any:
    return getattr(bindings().CUarray_format, f"CU_AD_FORMAT_{_FORMATS[image.format]}")


def _quietly(destroy: Any, handle: Any) -> None:
    """Destroy an object of the driver; at the end of a process its context may be gone."""
    with contextlib.suppress(Exception):
        destroy(handle)
