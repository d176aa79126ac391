"""The launch of a kernel: shape, numbers, and the buffers that its pointers point into.

In: a captured launch (`captured_setup`), or only the kernel (`bare_setup`). Out: a `Setup`.

Without a launch, the use of each parameter says what it is (`parameters`): a pointer gets a buffer,
an integer starts at 100, a float at 1.7 (`_plain_number`).

Variables of the module without a value are buffers too, since programs fill them
(`cudaMemcpyToSymbol`) before they launch. `__constant__ int weight[3];` left at zero would make
`x[i] * weight[2]` and `x[i] * weight[1]` equal.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelscope.inside.prove.parameters import Use, constants, uses_of, variables_of
from kernelscope.inside.prove.values import Array
from kernelscope.vgpu import Kernel, ir
from kernelscope.vgpu.runtime.address_space import region_of
from kernelscope.vgpu.runtime.registry import REGISTRY, Region

Number = int | float | bytes

_KEPT_BYTES = 1 << 24  # kept of a captured buffer's contents; inputs are far smaller
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
    """Memory that a kernel receives, named as the first parameter that points into it.

    Attributes:
        dtype: the type of its elements ("f32"); "" if unknown.
        contents: its bytes at the captured launch; empty if there was none.
        symbol: the variable of the module that it is; "" for a buffer of its own.
    """

    name: str
    dtype: str
    contents: Array
    symbol: str = ""

    @property
    def captured(self) -> int:
        """Bytes that it had at the captured launch."""
        return len(self.contents)


Argument = Pointer | Number


@dataclass(frozen=True, slots=True)
class Link:
    """Addresses stored in memory: in a buffer, or in a struct that is an argument.

    Attributes:
        holder: the buffer's number, or the argument's place; `in_argument` says which.
        offset: the byte of the first address.
        stride: the bytes from one address to the next; 0 if there is only one.
        target: the buffer that they point into.
    """

    holder: int
    in_argument: bool
    offset: int
    target: int
    stride: int = 0

    def places(self, size: int) -> range:
        """Return the bytes at which a holder of `size` bytes has addresses."""
        last = size - 8 if self.stride else min(self.offset, size - 8)
        return range(self.offset, last + 1, self.stride or 8)


@dataclass(frozen=True, slots=True)
class Setup:
    """A launch, from which inputs are derived.

    Attributes:
        grid: the captured launch's grid; None without one.
        block: the threads of a block; `blocks`: other shapes worth trying.
        sides: the most blocks to launch along each axis.
        arguments, names, types: the value, the source's name and PTX's type of each parameter.
        shared: dynamic shared memory in bytes.
        links: the places in buffers and structs that hold addresses of buffers.
    """

    grid: Dim3 | None
    block: Dim3
    shared: int
    arguments: tuple[Argument, ...]
    names: tuple[str, ...]
    types: tuple[str, ...]
    buffers: tuple[Buffer, ...]
    blocks: tuple[Dim3, ...] = ()
    sides: Dim3 = (4, 1, 1)
    links: tuple[Link, ...] = ()


def captured_setup(
    kernel: Kernel,
    shape: tuple[Dim3, Dim3, int],
    arguments: Sequence[object],
    names: Sequence[str] = (),
    types: Mapping[str, str] | None = None,
) -> Setup:
    """Return the setup of a launch that was captured with a shape: grid, block, dynamic shared
    memory.

    `names`: the source's names of the parameters, as far as known. `types`: the source's type of a
    name: "*fp32", "const float*".
    """
    grid, block, shared = shape
    function = kernel.lowered()
    uses = uses_of(function)
    shapes = block_shapes(function, constants(function)[0])[:3]
    others = tuple(other for other in shapes if other != block)
    shown = _names(kernel.parameters, names)
    reader = _Reader()
    taken: list[Argument] = []
    for value, name, use in zip(arguments, shown, uses, strict=True):
        declared = _declared((types or {}).get(name, ""))
        # NumPy has no bfloat16, so such a tensor arrives as 16-bit integers: trust the kernel.
        found_in = "" if use.dtype.startswith("bf") else _dtype_of(value)
        taken.append(reader.take(value, name, declared or found_in or use.dtype, use))
    buffers = *reader.buffers, *_variables(kernel, function)
    kinds = _types(kernel.parameters)
    return Setup(grid, block, shared, tuple(taken), shown, kinds, buffers, others, grid)


def bare_setup(
    kernel: Kernel, names: Sequence[str] = (), types: Mapping[str, str] | None = None
) -> Setup:
    """Return the setup of a kernel that was never launched; its use of parameters tells pointers.

    `names` and `types` are as for `captured_setup`.
    """
    function = kernel.lowered()
    uses = uses_of(function)
    shown = _names(kernel.parameters, names)
    buffers: list[Buffer] = []
    arguments: list[Argument] = []
    for parameter, use, name in zip(kernel.parameters, uses, shown, strict=True):
        if use.is_pointer and parameter.size == 8:
            arguments.append(Pointer(len(buffers)))
            dtype = _declared((types or {}).get(name, "")) or use.dtype
            buffers.append(Buffer(name, dtype, np.zeros(0, np.uint8)))
        elif parameter.count > 1:
            arguments.append(bytes(parameter.size))
        else:
            arguments.append(_plain_number(parameter, use))
    blocks = block_shapes(function, constants(function)[0])
    dynamic = any(v.space == "shared" and not v.size for v in function.variables.values())
    shared = (48 << 10) - function.static_shared_bytes if dynamic else 0
    return Setup(
        None,
        blocks[0],
        max(shared, 0),
        tuple(arguments),
        shown,
        _types(kernel.parameters),
        (*buffers, *_variables(kernel, function)),
        blocks,
        grid_sides(function),
    )


def _types(parameters: Sequence[ir.Parameter]) -> tuple[str, ...]:
    """Return PTX's type of each parameter; "bytes" for a struct."""
    return tuple(p.type if p.count == 1 else "bytes" for p in parameters)


def _variables(kernel: Kernel, function: ir.Function) -> list[Buffer]:
    """Return the module's variables that a kernel uses and that its text gives no value."""
    return [
        Buffer(name, dtype, kernel.variable(name).copy(), name)
        for name, dtype in variables_of(function).items()
        if not any(function.variables[name].data or b"")
        and not function.variables[name].relocations
    ]


def _plain_number(parameter: ir.Parameter, use: Use) -> int | float:
    """Return a first number for a parameter.

    Most integers are sizes. 100 is less than a block of 128, so in `if (i < n)` some threads take
    each side. A float must be one whose products are rounded: with s = 1.7 a copy that contracts
    `y[i] * s + 1.0f` to an fma differs on the first input. With 1.0 or 2.0 the product is exact,
    and 54 inputs pass before the 55th has another s.
    """
    if parameter.type.startswith("f"):
        return 1.7
    return 100 if use.is_read else 0


def _names(parameters: Sequence[ir.Parameter], names: Sequence[str]) -> tuple[str, ...]:
    """Return the source's name of each parameter; "argument 2" if it has none."""
    return tuple(
        (names[place] if place < len(names) else "") or f"argument {place}"
        for place in range(len(parameters))
    )


def _declared(source_type: str) -> str:
    """Return the dtype in a source type such as "*fp32" or "const float*"; "" if unknown."""
    words = source_type.replace("*", " ").replace("const", " ").replace("__restrict__", " ").split()
    return _DTYPES.get(" ".join(words), "")


def _dtype_of(value: Any) -> str:
    dtype = getattr(value, "dtype", None)
    name = str(getattr(dtype, "name", dtype)).removeprefix("torch.")
    return _DTYPES.get(name, "")


class _Reader:
    """Turns a launch's arguments into numbers and buffers.

    Arguments in one allocation become pointers into one buffer, at their offsets: a kernel called
    with `x` and `x[64:]` must see its own writes through both.
    """

    def __init__(self) -> None:
        self.buffers: list[Buffer] = []
        self._places: dict[Region, int] = {}

    def take(self, value: Any, name: str, dtype: str, use: Use) -> Argument:
        """Return an argument: a number, the bytes of a struct, or a pointer into a buffer.

        A pointer adds its allocation to `buffers`.
        """
        owner = None if isinstance(value, int | float | np.generic) else region_of(value)
        if owner is not None:
            region, address = owner
            if not region.size and not address:
                return 0
            return self._pointer(region, address, name, dtype)
        if value is None:
            return 0
        if isinstance(value, np.void | bytes | bytearray):
            return value.tobytes() if isinstance(value, np.void) else bytes(value)
        if isinstance(value, float | np.floating):
            return float(value)
        number = int(value)
        held = REGISTRY.holding(number) if use.is_pointer and number >> 16 else None
        return number if held is None else self._pointer(held, number, name, dtype)

    def _pointer(self, region: Region, address: int, name: str, dtype: str) -> Pointer:
        if region not in self._places:
            self._places[region] = len(self.buffers)
            held = ctypes.string_at(region.base, min(region.size, _KEPT_BYTES))
            self.buffers.append(Buffer(name, dtype, np.frombuffer(held, np.uint8)))
        return Pointer(self._places[region], address - region.base)


# ---- blocks and grids of a kernel that was never launched ----------------------------------------

Dim3 = tuple[int, int, int]

_MOST_THREADS = 1024
_LINES = (128, 256, 32, 1024, 64, 31, 512, 16, 100, 1)
_FACES = ((16, 16), (32, 8), (32, 32), (8, 8), (32, 4), (16, 4), (4, 4), (1, 1))
_SOLIDS = ((8, 8, 4), (4, 4, 4), (32, 4, 2), (2, 2, 2), (1, 1, 1))


# A kernel that never reads its block's size was written for one size, which is among its
# `constants`. This one reads past its array with any block of more than 16 threads:
#
#     __shared__ float s[16];  s[threadIdx.x] = x[threadIdx.x];  …  s[threadIdx.x ^ 3]
#
# With 128 threads alone every input is refused, and the verdict is "unproven".
def block_shapes(function: ir.Function, constants: tuple[int, ...]) -> tuple[Dim3, ...]:
    """Return the blocks to try, the likeliest first."""
    if function.required_block is not None:
        return (function.required_block,)
    read = specials(function)
    shapes: list[Dim3] = [(x, 1, 1) for x in _LINES]
    if "%tid.y" in read:
        shapes = [(x, y, 1) for x, y in _FACES]
    if "%tid.z" in read:
        shapes = list(_SOLIDS)
    if "%ntid.x" not in read and "%tid.y" not in read:
        own = [c for c in constants if 8 <= c <= _MOST_THREADS and c % 8 == 0]
        shapes += [(c, 1, 1) for c in own if (c, 1, 1) not in shapes]
    if function.max_block is not None:
        most = function.max_block[0] * function.max_block[1] * function.max_block[2]
        fitting = [s for s in shapes if s[0] * s[1] * s[2] <= most]
        shapes = [function.max_block, *(s for s in fitting if s != function.max_block)]
    return tuple(shapes)


def grid_sides(function: ir.Function) -> Dim3:
    """Return the most blocks to launch along each axis: more than one if the kernel reads it."""
    read = specials(function)
    deep = 2 if "%ctaid.z" in read else 1
    return 4, 3 if "%ctaid.y" in read else 1, deep


def specials(function: ir.Function) -> set[str]:
    """Return the special registers that a kernel reads."""
    return {
        operand.name
        for inst in function.instructions()
        for operand in inst.operands
        if isinstance(operand, ir.Special)
    }
