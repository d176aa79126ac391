"""The arguments of a CUDA kernel: checked against its parameters before anything runs.

PTX gives each parameter's size, the compiler's signature its C type (`c_signature.py`). A pointer
takes an array, 0 or an address; an integer takes an int that fits; a float takes a number; a struct
takes exactly its bytes.
"""

from __future__ import annotations

import ctypes
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import index
from typing import Any, Literal

import numpy as np

from kernelscope.errors import LaunchError, PtxError
from kernelscope.frontends.cuda.c_signature import ELEMENTS, CType
from kernelscope.vgpu.tensor_map import BYTES as TENSOR_MAP_BYTES


class StructBytes(bytes):
    """The bytes of a struct.

    Attributes:
        fields: the program's names of its values, by their bytes: {0: "p", 16: "in.q"}.
    """

    fields: Mapping[int, str]

    @classmethod
    def of(cls, value: Any) -> StructBytes:
        """Return the bytes of a `ctypes.Structure`, a NumPy record or plain bytes."""
        made = cls(value.tobytes() if isinstance(value, np.generic) else bytes(value))
        layout = value.dtype if isinstance(value, np.generic) else type(value)
        made.fields = {place: name for place, name in _fields(layout) if name}
        return made


def _fields(layout: Any, start: int = 0, name: str = "") -> Iterator[tuple[int, str]]:
    """Yield the place and the name of each value in a struct, nested ones and arrays laid flat."""
    if isinstance(layout, np.dtype):
        names = layout.fields or {}
        parts = {str(key): part[:2] for key, part in names.items()}
        inner, shape = layout.subdtype or (layout, ())
        count = int(np.prod(shape))
    else:
        declared = getattr(layout, "_fields_", ())
        parts = {f[0]: (f[1], getattr(layout, f[0]).offset) for f in declared}
        count = getattr(layout, "_length_", 0)
        inner, count = (layout._type_, count) if count else (layout, 1)
    if parts:
        for key, (part, offset) in parts.items():
            yield from _fields(part, start + offset, f"{name}.{key}" if name else key)
    elif inner is layout:
        yield start, name
    else:
        size = inner.itemsize if isinstance(inner, np.dtype) else ctypes.sizeof(inner)
        for index in range(min(count, _MOST_ELEMENTS)):
            yield from _fields(inner, start + index * size, f"{name}[{index}]")


_MOST_ELEMENTS = 1024
"""Elements of an array in a struct that have names."""
Kind = Literal["pointer", "integer", "float", "bytes", "word"]

_SIZES = {"8": 1, "16": 2, "32": 4, "64": 8}
_UNSIGNED = ("unsigned", "bool")


@dataclass(frozen=True)
class CudaParameter:
    """One parameter of an entry, `size` in bytes; `c_type` is None if the signature is not known.

    `kind`: the values it takes; "word": an integer or address of unknown C type (`.u64`, `.b64`).
    """

    kind: Kind
    size: int
    c_type: CType | None

    @property
    def spelling(self) -> str:
        """The C type, or its size and kind if the type is unknown."""
        return self.c_type.spelling if self.c_type else f"{8 * self.size}-bit {self.kind}"

    @cached_property
    def elements(self) -> tuple[str, ...]:
        """The dtypes of an array that it points to; () if it takes any."""
        pointee = self.c_type.pointee if self.c_type else None
        return ELEMENTS.get(pointee.unqualified(), ()) if pointee else ()

    @cached_property
    def range(self) -> tuple[int, int]:
        """The lowest and the highest int; those of both signs if the sign is unknown."""
        bits = 8 * self.size
        spelling = self.c_type.unqualified() if self.c_type else ""
        known = self.kind == "integer" and bool(spelling)
        low = 0 if known and spelling.startswith(_UNSIGNED) else -(1 << (bits - 1))
        return low, (1 << (bits - 1 if known and low else bits)) - 1


def entry_parameters(
    ptx: str, entry: str, signature: tuple[CType, ...] | None
) -> tuple[CudaParameter, ...]:
    """Return the parameters in the header of `entry`, in order."""
    # `scale(float*)` is `_Z5scalePf`, and `scale(float*, int)` is `_Z5scalePfi`: a name may begin
    # with another entry's whole name, whose parameters are not its own.
    match = re.search(rf"\.entry\s+{re.escape(entry)}(?![\w$])\s*(?:\(([^)]*)\))?", ptx)
    if not match:
        raise PtxError(f"the PTX has no entry {entry}")
    declared = [text for text in (match.group(1) or "").split(",") if text.strip()]
    types: Sequence[CType | None] = signature or [None] * len(declared)
    if len(types) != len(declared):
        types = [None] * len(declared)
    return tuple(_parameter(text, c_type) for text, c_type in zip(declared, types, strict=True))


def _parameter(text: str, c_type: CType | None) -> CudaParameter:
    array = re.search(r"\[(\d+)\]", text)
    if array:
        return CudaParameter("bytes", int(array.group(1)), c_type)
    match = re.search(r"\.([usfb])(8|16|32|64)\b", text)
    if not match:
        raise PtxError(f"a parameter of unknown type: {text.strip()}")
    letter, size = match.group(1), _SIZES[match.group(2)]
    if letter == "f":
        return CudaParameter("float", size, c_type)
    if c_type is not None and c_type.pointee is not None:
        return CudaParameter("pointer", size, c_type)
    return CudaParameter("word" if size == 8 and c_type is None else "integer", size, c_type)


def check_arguments(
    kernel: str, parameters: Sequence[CudaParameter], arguments: Sequence[object]
) -> list[Any]:
    """Return the arguments as a launch takes them: arrays unchanged, ints, floats, bytes. Raises
    LaunchError for a wrong number of arguments, or a wrong type; the message names the argument.
    """
    if len(arguments) != len(parameters):
        wanted = ", ".join(parameter.spelling for parameter in parameters) or "none"
        raise LaunchError(
            f"{kernel} takes {len(parameters)} arguments ({wanted}), {len(arguments)} given"
        )
    checked: list[Any] = []
    for number, (parameter, value) in enumerate(zip(parameters, arguments, strict=True), 1):
        reason, accepted = _check(parameter, value)
        if reason:
            raise LaunchError(
                f"{kernel}: argument {number} ({parameter.spelling}) {reason}: {describe(value)}"
            )
        checked.append(accepted)
    return checked


def is_array(value: object) -> bool:
    """Return whether the value has its own memory: a tensor, an array, or an exporter of one."""
    return not isinstance(value, np.generic) and (
        hasattr(value, "data_ptr")
        or hasattr(value, "__cuda_array_interface__")
        or hasattr(value, "__array_interface__")
    )


def describe(value: object) -> str:
    """Return a value's text for a message: its type and dtype, never an array's contents."""
    if is_array(value):
        return f"a {type(value).__name__} of {_dtype(value) or 'unknown dtype'}"
    text = repr(value)
    return f"{type(value).__name__} {text if len(text) <= 40 else text[:37] + '...'}"


def _dtype(array: Any) -> str:
    """Return an array's dtype by the name that NumPy and torch share: "float32"."""
    dtype = getattr(array, "dtype", None)
    if dtype is None:
        interface = getattr(array, "__cuda_array_interface__", None) or array.__array_interface__
        dtype = np.dtype(interface["typestr"])
    return _name(dtype)


@cache
def _name(dtype: Any) -> str:
    return str(getattr(dtype, "name", dtype)).removeprefix("torch.")


def _check(parameter: CudaParameter, value: Any) -> tuple[str, Any]:
    """Return the reason to refuse the value ("" to accept), and the value for the launch."""
    if parameter.kind == "bytes":
        return _check_bytes(parameter, value)
    if is_array(value):
        if parameter.kind in ("pointer", "word"):
            return _check_array(parameter, value), value
        return "cannot take an array", None
    if value is None and parameter.kind in ("pointer", "word"):
        return "", 0
    if parameter.kind == "float":
        return _check_float(value)
    return _check_integer(parameter, value)


def _check_array(parameter: CudaParameter, array: Any) -> str:
    allowed = parameter.elements
    if allowed and _dtype(array) not in allowed:
        return f"points to {' or '.join(allowed)}, not to this"
    pointee = parameter.c_type.pointee if parameter.c_type else None
    if (
        pointee is not None
        and not pointee.const
        and isinstance(array, np.ndarray)
        and not array.flags.writeable
    ):
        return "is written to, but this array is read-only"
    return ""


def _check_float(value: object) -> tuple[str, Any]:
    if isinstance(value, (int, float, np.integer, np.floating)):
        return "", float(value)
    return "takes a number", None


def _check_integer(parameter: CudaParameter, value: Any) -> tuple[str, Any]:
    if isinstance(value, (bool, np.bool_)):
        return "", int(value)
    if isinstance(value, (float, np.floating)) or not hasattr(value, "__index__"):
        wanted = "an array, 0 or an address" if parameter.kind == "pointer" else "an int"
        return f"takes {wanted}", None
    number, (low, high) = index(value), parameter.range
    if not low <= number <= high:
        return f"cannot hold this in {8 * parameter.size} bits", None
    return "", number


def _check_bytes(parameter: CudaParameter, value: Any) -> tuple[str, Any]:
    if hasattr(value, "argument"):
        if parameter.size == TENSOR_MAP_BYTES:
            return "", value.argument()
        return f"takes {parameter.size} bytes, and not a tensor map", None
    spelling = parameter.c_type.unqualified() if parameter.c_type else ""
    if spelling in ("__half", "__nv_bfloat16") and isinstance(
        value, (int, float, np.integer, np.floating)
    ):
        return "", _sixteen_bits(float(value), spelling == "__half")
    if isinstance(value, (bytes, bytearray, memoryview, ctypes.Structure, np.generic)):
        data = StructBytes.of(value)
        if len(data) == parameter.size:
            return "", data
        return f"takes {parameter.size} bytes, not {len(data)}", None
    return f"takes {parameter.size} bytes (bytes, ctypes.Structure or a NumPy record)", None


def _sixteen_bits(value: float, half: bool) -> bytes:
    """Return a float as fp16 or bf16, rounded to nearest even."""
    if half:
        return np.float16(value).tobytes()
    if value != value:
        return b"\xff\x7f"
    (bits,) = struct.unpack("<I", np.float32(value).tobytes())
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return int(rounded).to_bytes(2, "little")
