"""The arguments of a launch, packed into the bytes that a kernel reads, and their memory."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu import ir
from kernelscope.vgpu.layout import FIRST_ALLOCATION, OFFSET_BITS, base_of
from kernelscope.vgpu.runtime.address_space import (
    SPACE,
    pointed_at,
    region_of,
    region_of_tensor,
)
from kernelscope.vgpu.runtime.registry import Region
from kernelscope.vgpu.tensor_map import TensorMap
from kernelscope.vgpu.types import TYPES, ScalarType

_PACK = {
    ("s", 8): "<b", ("s", 16): "<h", ("s", 32): "<i", ("s", 64): "<q",
    ("f", 16): "<e", ("f", 32): "<f", ("f", 64): "<d",
    ("u", 8): "<B", ("u", 16): "<H", ("u", 32): "<I", ("u", 64): "<Q",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TensorMapArgument:
    """A tensor map that the host makes of a tensor or array; the kernel gets its 128 bytes.

    Attributes:
        tensor: the memory that it describes, from its first element on.
        map: everything but the address.
    """

    tensor: Any
    map: TensorMap


class Packed(NamedTuple):
    """The arguments of a launch.

    Attributes:
        buffer: the bytes of the parameters.
        regions: the allocations behind the arguments: their own, and those that integers and the
            words of structs point into.
        has_raw: whether some of those are host addresses.
        numbers: the numbers of the arguments' own allocations.
    """

    buffer: bytearray
    regions: list[Region]
    has_raw: bool
    numbers: dict[Region, int]


class Packer:
    """What packs the arguments of a kernel's launches.

    Attributes:
        size: bytes of the buffer.
    """

    def __init__(self, name: str, parameters: Sequence[ir.Parameter]) -> None:
        self._name = name
        self._parameters = parameters
        last = parameters[-1] if parameters else None
        self.size = max(last.offset + last.size if last else 0, 8)
        self._places = [
            (p.offset, p.offset + p.size, p.size, _INTEGERS.get(p.type) if p.count == 1 else None)
            for p in parameters
        ]

    def pack(self, args: Sequence[Any]) -> Packed:
        """Return the parameter buffer and the allocations behind the arguments.

        Raises:
            LaunchError: the number of arguments or the type of one is wrong.
        """
        if len(args) != len(self._places):
            raise LaunchError(
                f"`{self._name}` takes {len(self._places)} arguments, got {len(args)}"
            )
        packed = Packed(bytearray(self.size), [], False, {})
        buffer, has_raw = packed.buffer, False
        for number, (begin, end, size, limits) in enumerate(self._places):
            value = args[number]
            if limits is not None:
                # Most arguments that are not tensors: a null pointer is zeros, which are there.
                if value is None:
                    continue
                if type(value) is int and limits[0] <= value < limits[1]:
                    low_bits = value & limits[1] - 1
                    if low_bits >> 32:
                        has_raw |= _point(low_bits, packed.regions)
                    buffer[begin:end] = low_bits.to_bytes(size, "little")
                    continue
            parameter = self._parameters[number]
            try:
                if size == 8 and limits is not None and hasattr(value, "untyped_storage"):
                    _ADDRESS.pack_into(buffer, begin, _address(*region_of_tensor(value), packed))
                    continue
                data = _bytes_of(parameter, value, packed)
            except LaunchError as problem:
                where = f"`{self._name}`, argument {number} ({parameter.name}, "
                raise LaunchError(f"{where}.{parameter.type}): {problem}") from None
            if parameter.count > 1:
                for word in words_of(data):
                    has_raw |= _point(word, packed.regions)
            buffer[begin : begin + len(data)] = data
        return packed._replace(has_raw=True) if has_raw else packed


def pack_arguments(name: str, parameters: Sequence[ir.Parameter], args: Sequence[Any]) -> Packed:
    """Return the parameter buffer and the allocations behind the arguments, as `Packer` does."""
    return Packer(name, parameters).pack(args)


def words_of(data: bytes) -> tuple[int, ...]:
    """Return the 64-bit words of a struct, each of which may be an address."""
    return struct.unpack_from(f"<{len(data) // 8}Q", data)


# Worked case: `struct Part { float *p; int n; }`, given to a kernel by value.
#
#     the program     bytes of x.data_ptr() and 1000
#     the kernel      loads from `q.p`, as it would from a pointer that is an argument
#
# A number that happens to be an address does no harm: its memory is looked at for nothing.
def _point(word: int, regions: list[Region]) -> bool:
    """Add the memory that a word of the arguments points into; return whether it is the host's
    address.
    """
    region = pointed_at(word)
    if region is not None:
        regions.append(region)
    return region is not None and word >> OFFSET_BITS < FIRST_ALLOCATION


_INTEGERS = {
    name: (-(1 << scalar.bits - 1), 1 << scalar.bits)
    for name, scalar in TYPES.items()
    if not scalar.is_float and scalar.bits in (8, 16, 32, 64)
}
"""The least value of a parameter of an integer type, and the first that is too great."""
_ADDRESS, _64_BITS = struct.Struct("<Q"), (1 << 64) - 1
_NUMBERS = int, float, np.generic
_BYTES = bytes, bytearray
_TRUTHS = bool, np.bool_
_FLOATS = float, np.floating


def _bytes_of(parameter: ir.Parameter, value: Any, packed: Packed) -> bytes:
    """Return an argument's bytes; the allocation of an array joins those that are packed."""
    scalar = TYPES[parameter.type]
    if isinstance(value, TensorMapArgument):
        return _plain_bytes(parameter, _map_bytes(value, packed))
    if parameter.count > 1 or isinstance(value, _BYTES):
        return _plain_bytes(parameter, value)
    # Numbers first: looking for an array's attributes on a number takes longer.
    memory = None if value is None or isinstance(value, _NUMBERS) else region_of(value)
    if memory is None:
        return number_bytes(scalar, value)
    if scalar.bits != 64 or scalar.is_float:
        raise LaunchError("the kernel takes a number, got an array")
    return _ADDRESS.pack(_address(*memory, packed))


def _address(region: Region, host: int, packed: Packed) -> int:
    """Return the device address of an argument's memory, and have it packed; 0 without memory."""
    packed.regions.append(region)
    base, size = region
    if not (size or host):
        return 0
    number = packed.numbers[region] = SPACE.number(region)
    return base_of(number) + host - base & _64_BITS


def _map_bytes(value: TensorMapArgument, packed: Packed) -> bytes:
    tensor = value.tensor
    if isinstance(tensor, int):  # an address
        region = pointed_at(tensor)
        memory = None if region is None else (region, SPACE.host(tensor))
    else:
        memory = region_of(tensor)
    if memory is None:
        raise LaunchError(f"a tensor map of {type(value.tensor).__name__}, which has no memory")
    return replace(value.map, address=_address(*memory, packed) or SPACE.address(*memory)).encode()


def _plain_bytes(parameter: ir.Parameter, value: Any) -> bytes:
    data: bytes | None = None
    if isinstance(value, np.void):
        data = value.tobytes()
    elif isinstance(value, bytes | bytearray):
        data = bytes(value)
    if data is None or len(data) != parameter.size:
        raise LaunchError(f"needs {parameter.size} bytes, got {type(value).__name__}")
    return data


def number_bytes(scalar: ScalarType, value: Any) -> bytes:
    """Return a number's bytes in a parameter of this type, or raise LaunchError."""
    if value is None:
        value = 0
    if isinstance(value, _TRUTHS):
        value = int(value)
    if isinstance(value, _FLOATS):
        if not scalar.is_float and scalar.kind != "b":
            raise LaunchError("the kernel takes an integer, got a float")
        code = _PACK[("f", scalar.bits)]
        try:
            return struct.pack(code, float(value))
        except OverflowError:
            return struct.pack(code, float("inf") if value > 0 else float("-inf"))
    index = getattr(value, "__index__", None)
    if index is None:
        raise LaunchError(
            f"{type(value).__name__} cannot be passed; give a tensor, an array or a number"
        )
    number = int(index())
    if scalar.is_float and scalar.kind == "f":
        return struct.pack(_PACK[("f", scalar.bits)], float(number))
    if not -(1 << (scalar.bits - 1)) <= number < 1 << scalar.bits:
        raise LaunchError(f"{number} does not fit {scalar.bits} bits")
    return (number & ((1 << scalar.bits) - 1)).to_bytes(scalar.bits // 8, "little")
