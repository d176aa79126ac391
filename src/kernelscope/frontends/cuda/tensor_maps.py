"""Tensor maps for CUDA C++ kernels that copy boxes of tensors (TMA).

    rows = ks.tensor_map(x, box=(64, 32), swizzle=128)
    kernel[grid, block](rows, y)

A kernel takes one as `const __grid_constant__ CUtensorMap`. On the real GPU the driver's
cuTensorMapEncodeTiled makes it, on a virtual GPU `vgpu/tensor_map.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernelscope.errors import LaunchError, UsageError
from kernelscope.frontends.cuda.driver import bindings, call
from kernelscope.frontends.cuda.kernel import is_real
from kernelscope.vgpu.runtime.arguments import TensorMapArgument
from kernelscope.vgpu.tensor_map import SWIZZLE_128, SWIZZLE_BYTES, TYPES, TensorMap

_TYPES = {
    "uint8": "u8", "int8": "u8", "bool": "u8", "uint16": "u16", "int16": "u16", "uint32": "u32",
    "int32": "s32", "uint64": "u64", "int64": "s64", "float16": "f16", "bfloat16": "bf16",
    "float32": "f32", "float64": "f64",
    **dict.fromkeys(("float8_e4m3fn", "float8_e5m2"), "u8"),
}  # fmt: skip
DRIVER_TYPES = (
    *("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16", "", "tf32", ""),
    *("b4x16", "b4x16_p64", "b6x16_p32"),
)
"""The element types by CUtensorMapDataType, from 8 on not the order of `tensormap.replace`."""
assert set(DRIVER_TYPES) == set(TYPES)
DRIVER_SWIZZLES = (*((mode, 0) for mode in range(4)), (3, 1), (3, 2), (3, 3))
"""The swizzle mode and its atomicity by CUtensorMapSwizzle."""


class CudaTensorMap:
    """A tensor map: the box that a copy takes from a tensor, and its form in shared memory."""

    def __init__(self, tensor: Any, described: TensorMap) -> None:
        self.tensor = tensor
        self.described = described

    def __repr__(self) -> str:
        return f"<CudaTensorMap {self.described.type} box {list(self.described.box[::-1])}>"

    def argument(self) -> TensorMapArgument | bytes:
        """Return the argument of a launch: on the real GPU the 128 bytes that the driver makes.
        Raises LaunchError if the driver refuses it, or the tensor is not on the GPU.
        """
        if not is_real():
            return TensorMapArgument(self.tensor, self.described)
        if not getattr(self.tensor, "is_cuda", False):
            raise LaunchError("a tensor map needs a tensor on the GPU: move it there with .cuda()")
        return encode_by_driver(self.tensor.data_ptr(), self.described)


def tensor_map(
    tensor: Any,
    box: Sequence[int],
    *,
    steps: Sequence[int] = (),
    swizzle: int = 0,
    fill: str = "zeros",
) -> CudaTensorMap:
    """Return a tensor map of a tensor or array, as cuTensorMapEncodeTiled makes it.

    Sizes are in the order of the tensor's shape, so that the last one is the contiguous one; the
    driver's function and the coordinates of a copy are in the opposite order.

    Args:
        tensor: the memory; its last dimension is contiguous, other strides multiples of 16 bytes.
        box: elements of a box in each dimension.
        steps: the distance of the elements that a copy takes; () for 1 in each dimension.
        swizzle: the bytes of a row that are permuted in shared memory: 0, 32, 64 or 128.
        fill: what is outside the tensor: "zeros" or "nan".

    Raises:
        UsageError: an argument that no tensor map can have.
        LaunchError: a box, stride or swizzle that the GPU refuses.
    """
    dtype = str(tensor.dtype).removeprefix("torch.")
    if dtype not in _TYPES:
        raise UsageError(f"a tensor map has elements of {', '.join(_TYPES)}, not {dtype}")
    swizzles = SWIZZLE_BYTES[: SWIZZLE_128 + 1]
    if swizzle not in swizzles or fill not in ("zeros", "nan"):
        raise UsageError(
            f"swizzle is one of {swizzles} and fill 'zeros' or 'nan': {swizzle!r}, {fill!r}"
        )
    shape = tuple(int(n) for n in tensor.shape)
    if hasattr(tensor, "element_size"):
        strides = tuple(n * tensor.element_size() for n in tensor.stride())
        width = tensor.element_size()
    else:
        strides, width = tuple(tensor.strides), tensor.itemsize
    if not shape or strides[-1] != width:
        raise UsageError("the last dimension of a tensor map's tensor is not contiguous")
    described = TensorMap(
        type=_TYPES[dtype],
        address=0,
        sizes=shape[::-1],
        strides=strides[-2::-1] if len(shape) > 1 else (),
        box=tuple(box)[::-1],
        steps=tuple(steps)[::-1] or (1,) * len(shape),
        swizzle=SWIZZLE_BYTES.index(swizzle),
        fills_with_nan=fill == "nan",
    )
    described.encode()  # refuses what no GPU takes
    return CudaTensorMap(tensor, described)


def encode_by_driver(address: int, described: TensorMap) -> bytes:
    """Return the 128 bytes that the GPU's driver makes. Raises LaunchError if it refuses."""
    cuda = bindings()
    data_type = cuda.CUtensorMapDataType(DRIVER_TYPES.index(described.type))
    strides = described.strides or (0,)  # the driver refuses an empty list, for a vector too
    made = cuda.cuTensorMapEncodeTiled(
        data_type,
        described.rank,
        address,
        [cuda.cuuint64_t(n) for n in described.sizes],
        [cuda.cuuint64_t(n) for n in strides],
        [cuda.cuuint32_t(n) for n in described.box],
        [cuda.cuuint32_t(n) for n in described.steps],
        cuda.CUtensorMapInterleave(0),
        cuda.CUtensorMapSwizzle(DRIVER_SWIZZLES.index((described.swizzle, described.atomicity))),
        cuda.CUtensorMapL2promotion(0),
        cuda.CUtensorMapFloatOOBfill(int(described.fills_with_nan)),
    )
    words = call("cuTensorMapEncodeTiled", made).opaque
    return b"".join(int(word).to_bytes(8, "little") for word in words)
