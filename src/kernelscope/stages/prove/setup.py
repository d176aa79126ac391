"""What a kernel is launched with: shape, numbers, and buffers that its pointers point into.

Read from a launch that was caught, or, where there is none, from how the kernel uses its
parameters.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelscope.stages.prove.parameters import Use, uses_of
from kernelscope.stages.prove.values import Array
from kernelscope.vgpu import Kernel, ir
from kernelscope.vgpu.memory import Region, find_owner, region_of

Dim3 = tuple[int, int, int]
Number = int | float | bytes

_KEPT_BYTES = 1 << 24  # of a captured buffer's contents: inputs are far smaller
_DTYPES = {
    "float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16",
    "fp64": "f64", "fp32": "f32", "fp16": "f16", "bf16": "bf16", "double": "f64", "float": "f32",
    "__half": "f16", "half": "f16", "__nv_bfloat16": "bf16",
    "int64": "i64", "uint64": "i64", "int32": "i32", "uint32": "i32", "int16": "i16",
    "uint16": "i16", "int8": "i8", "uint8": "i8", "bool": "i8", "i64": "i64", "i32": "i32",
    "i16": "i16", "i8": "i8", "i1": "i8", "u64": "i64", "u32": "i32", "u16": "i16", "u8": "i8",
    "int": "i32", "unsigned int": "i32", "long": "i64", "long long": "i64", "char": "i8",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pointer:
    """An argument: an address in one of the buffers."""

    buffer: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Buffer:
    """Memory that a kernel is given.

    Attributes:
        name: of the first parameter that points into it.
        dtype: of its elements ("f32"); "" unknown.
        contents: what it held when the launch was caught; empty where there was none.
    """

    name: str
    dtype: str
    contents: Array

    @property
    def captured(self) -> int:
        """Bytes that it had."""
        return len(self.contents)


Argument = Pointer | Number


@dataclass(frozen=True, slots=True)
class Setup:
    """How a kernel is launched; what inputs are derived from.

    Attributes:
        block: the threads of a block; `blocks`: other shapes that are worth trying.
        grid: of the launch that was caught; None where there was none.
        arguments: one for each parameter; `names` and `types` (PTX's) beside them.
        shared: dynamic shared memory in bytes.
    """

    grid: Dim3 | None
    block: Dim3
    shared: int
    arguments: tuple[Argument, ...]
    names: tuple[str, ...]
    types: tuple[str, ...]
    buffers: tuple[Buffer, ...]
    blocks: tuple[Dim3, ...] = ()


def captured_setup(
    kernel: Kernel,
    shape: tuple[Dim3, Dim3, int],
    arguments: Sequence[object],
    names: Sequence[str] = (),
    types: Mapping[str, str] | None = None,
) -> Setup:
    """The setup of a launch that was caught.

    Args:
        kernel: that was launched.
        shape: its grid, block and dynamic shared memory.
        arguments: as `Kernel.launch` takes them.
        names: the source's names of the parameters, as far as known.
        types: the source's type of a name: "*fp32", "const float*".
    """
    grid, block, shared = shape
    function = kernel.lowered()
    uses = uses_of(function)
    others = tuple(other for other in _block_shapes(function)[:3] if other != block)
    shown = _names(kernel.parameters, names)
    reader = _Reader()
    taken: list[Argument] = []
    for place, (parameter, value) in enumerate(zip(kernel.parameters, arguments, strict=True)):
        declared = _declared((types or {}).get(shown[place], ""))
        # A copy of a bfloat16 tensor is one of plain 16-bit words.
        used = uses[place].dtype
        dtype = declared or (used if used.startswith("bf") else _dtype_of(value) or used)
        taken.append(reader.take(parameter, value, shown[place], dtype, uses[place]))
    kinds = tuple(p.type if p.count == 1 else "bytes" for p in kernel.parameters)
    buffers = tuple(reader.buffers)
    return Setup(grid, block, shared, tuple(taken), shown, kinds, buffers, others)


def bare_setup(
    kernel: Kernel, names: Sequence[str] = (), types: Mapping[str, str] | None = None
) -> Setup:
    """The setup of a kernel that nobody launched: its pointers found by what is done with them.

    Args:
        kernel: to be launched.
        names: the source's names of the parameters, as far as known.
        types: the source's type of a name: "*fp32", "const float*".
    """
    function = kernel.lowered()
    uses = uses_of(function)
    shown = _names(kernel.parameters, names)
    buffers: list[Buffer] = []
    arguments: list[Argument] = []
    for parameter, use, name in zip(kernel.parameters, uses, shown, strict=True):
        if use.is_pointer:
            arguments.append(Pointer(len(buffers)))
            dtype = _declared((types or {}).get(name, "")) or use.dtype
            buffers.append(Buffer(name, dtype, np.zeros(0, np.uint8)))
        elif parameter.count > 1:
            arguments.append(bytes(parameter.size))
        else:
            arguments.append(_plain_number(parameter, use))
    blocks = _block_shapes(function)
    dynamic = any(v.space == "shared" and not v.size for v in function.variables.values())
    kinds = tuple(p.type if p.count == 1 else "bytes" for p in kernel.parameters)
    shared = (48 << 10) - function.static_shared_bytes if dynamic else 0
    return Setup(
        None, blocks[0], max(shared, 0), tuple(arguments), shown, kinds, tuple(buffers), blocks
    )


def _plain_number(parameter: ir.Parameter, use: Use) -> int | float:
    """A number to begin with: most are sizes, and this one is less than a block."""
    if parameter.type.startswith("f"):
        return 1.0
    return 100 if use.is_read else 0


def _names(parameters: Sequence[ir.Parameter], names: Sequence[str]) -> tuple[str, ...]:
    """The source's names; where there is none the parameter's place."""
    return tuple(
        (names[place] if place < len(names) else "") or f"argument {place}"
        for place in range(len(parameters))
    )


def _block_shapes(function: ir.Function) -> tuple[Dim3, ...]:
    """Blocks that a kernel may be launched with, the likeliest first."""
    if function.required_block is not None:
        return (function.required_block,)
    read = {
        operand.name
        for inst in function.instructions()
        for operand in inst.operands
        if isinstance(operand, ir.Special)
    }
    shapes: list[Dim3] = [(128, 1, 1), (256, 1, 1), (32, 1, 1), (1024, 1, 1)]
    if "%tid.y" in read:
        shapes = [(16, 16, 1), (32, 8, 1), (32, 32, 1), (8, 8, 1), (32, 4, 1)]
    if "%tid.z" in read:
        shapes = [(8, 8, 4), (4, 4, 4)]
    if function.max_block is not None:
        most = function.max_block[0] * function.max_block[1] * function.max_block[2]
        fitting = [s for s in shapes if s[0] * s[1] * s[2] <= most]
        shapes = [function.max_block, *(s for s in fitting if s != function.max_block)]
    return tuple(shapes)


def _declared(kind: str) -> str:
    """The dtype in a source type such as "*fp32" or "const float*"; "" where it is none."""
    words = kind.replace("*", " ").replace("const", " ").replace("__restrict__", " ").split()
    return _DTYPES.get(" ".join(words), "")


def _dtype_of(value: Any) -> str:
    dtype = getattr(value, "dtype", None)
    name = str(getattr(dtype, "name", dtype)).removeprefix("torch.")
    return _DTYPES.get(name, "")


class _Reader:
    """Turns a launch's arguments into numbers and buffers; shared memory stays shared."""

    def __init__(self) -> None:
        self.buffers: list[Buffer] = []
        self._places: dict[Region, int] = {}

    def take(
        self, parameter: ir.Parameter, value: Any, name: str, dtype: str, use: Use
    ) -> Argument:
        found = None if isinstance(value, int | float | np.generic) else region_of(value)
        if found is None:
            return self._plain(parameter, value, name, dtype, use)
        region, address = found
        if not region.size and not address:
            return 0
        return self._pointer(region, address, name, dtype)

    def _plain(
        self, parameter: ir.Parameter, value: Any, name: str, dtype: str, use: Use
    ) -> Argument:
        """A number, the bytes of a struct, or an address given as a number."""
        if value is None:
            return 0
        if isinstance(value, np.void | bytes | bytearray):
            return value.tobytes() if isinstance(value, np.void) else bytes(value)
        if isinstance(value, float | np.floating):
            return float(value)
        number = int(value)
        region = find_owner(number) if use.is_pointer and number >> 16 else None
        return number if region is None else self._pointer(region, number, name, dtype)

    def _pointer(self, region: Region, address: int, name: str, dtype: str) -> Pointer:
        if region not in self._places:
            self._places[region] = len(self.buffers)
            held = ctypes.string_at(region.base, min(region.size, _KEPT_BYTES))
            self.buffers.append(Buffer(name, dtype, np.frombuffer(held, np.uint8)))
        return Pointer(self._places[region], address - region.base)
