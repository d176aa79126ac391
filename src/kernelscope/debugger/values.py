"""The types of registers and bytes, and the text of their values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from kernelscope.vgpu import ir, numeric
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.types import TYPES, ScalarType, bits_dtype

Array = np.ndarray[Any, Any]
Number = int | float | bool

ADDRESS = ScalarType("address", "a", 64)

_OF_ELEMENTS = {
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
    "int8": "s8", "int16": "s16", "int32": "s32", "int64": "s64",
    "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64", "bool": "u8",
    "float8_e4m3fn": "e4m3", "float8_e5m2": "e5m2",
}  # fmt: skip


def element_type(argument: Any) -> ScalarType | None:
    """Return the element type of a tensor or array; None for anything else."""
    dtype = getattr(argument, "dtype", None)
    return TYPES.get(_OF_ELEMENTS.get(str(dtype).rpartition(".")[2], ""))


def register_types(function: ir.Function) -> list[ScalarType]:
    """Return each register's type, from the instructions that read and write it.

    Compilers declare registers as bits (`.b32`), so each instruction that names a type has a vote:
    `mul.f32 %r13, %r1, 0f3D372713` makes %r13 and %r1 floats. A 64-bit register that some access
    uses as its base is an address. A `mov.b32` names no type; its two registers share their votes.
    Without the votes, `print x` would show 1.0 as 0x3f800000.
    """
    votes = [Counter[str]() for _ in function.registers]
    same: list[tuple[int, int]] = []
    for inst in function.instructions():
        registers: list[int] = []
        for register, type_name in _typed(inst):
            registers.append(register.index)
            if type_name:
                votes[register.index][type_name] += 1
        if inst.opcode == "mov" and len(registers) == 2:
            same.append((registers[0], registers[1]))
    for _ in range(2):  # far enough: compilers move a value once or twice
        for first, second in same:
            for target, source in ((first, second), (second, first)):
                if not votes[target]:
                    votes[target].update(votes[source].keys())
    return [_elected(r, votes[r.index]) for r in function.registers]


def _typed(inst: ir.Inst) -> Iterator[tuple[ir.Register, str]]:
    """Yield the registers of an instruction with the type that it reads them as; "" for bits."""
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if isinstance(operand, ir.Address):
            if isinstance(operand.base, ir.Register):
                yield operand.base, "address"
        elif spec.kind != "immediate":
            scalar = operand_type(spec, inst.fields, inst.form)
            for part in operand if isinstance(operand, tuple) else (operand,):
                if isinstance(part, ir.Register):
                    tells = scalar.kind not in "bp" and scalar.bits <= part.type.bits
                    yield part, scalar.name if tells else ""


def _elected(register: ir.Register, votes: Counter[str]) -> ScalarType:
    if votes["address"] and register.type.bits == 64:
        return ADDRESS
    del votes["address"]
    if not votes:
        return register.type
    name, _ = votes.most_common(1)[0]
    return TYPES[name]


def decode(bits: Array, scalar: ScalarType) -> list[Number]:
    """Return each lane's bits (unsigned integers) as numbers of a type; packed types stay bits."""
    if scalar.kind == "p":
        return [bool(bit) for bit in bits]
    if bits.ndim == 2:  # 128 bits as two halves
        return [int(low) | int(high) << 64 for low, high in bits]
    cut = np.ascontiguousarray(bits.astype(bits_dtype(scalar.bits)))
    if scalar.kind in ("bf", "e") or scalar.name == "tf32":
        cut = _as_f32(cut, scalar)
        return [float(value) for value in cut]
    dtype = scalar.dtype if scalar.kind != "a" else np.uint64
    return [value.item() for value in cut.view(dtype)]


def _as_f32(bits: Array, scalar: ScalarType) -> Array:
    if scalar.name == "tf32":
        return bits.view(np.float32)
    return numeric.float_to_float("f32", scalar.name, bits)


FORMATS = {"x": "b", "t": "t", "d": "s", "u": "u", "f": "f"}
"""gdb's format letters, and the kind of type that each shows bits as."""


def recast(value: Number, scalar: ScalarType | None, letter: str) -> tuple[Number, ScalarType]:
    """Return the same bits as another type of the same size."""
    bits = scalar.bits if scalar is not None else 64
    is_float = isinstance(value, float)
    data = _float_bits(value, scalar) if is_float else int(value) & ((1 << bits) - 1)
    as_type = ScalarType(f"{FORMATS[letter]}{bits}", FORMATS[letter], bits)
    if as_type.kind in "bt" or bits not in (8, 16, 32, 64) or (bits == 8 and letter == "f"):
        return data, as_type
    return decode(np.array([data], bits_dtype(bits)), TYPES[as_type.name])[0], as_type


def _float_bits(value: float, scalar: ScalarType | None) -> int:
    name = scalar.name if scalar is not None else "f64"
    if name in ("f16", "f32", "f64", "tf32"):
        held = np.dtype(f"f{(scalar.bits if scalar else 64) // 8}")
        return int(np.array([value], held).view(f"u{held.itemsize}")[0])
    return int(numeric.float_to_float(name, "f32", np.array([value], np.float32))[0])


def written(value: Number | None, scalar: ScalarType | None) -> str:
    """Return a value as text: addresses and untyped bits in hexadecimal, floats in their shortest
    exact form.
    """
    if value is None:
        return "?"
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, float):
        short = np.float32(value) if scalar is not None and scalar.bits <= 32 else value
        return str(short)
    if scalar is not None and scalar.kind in ("a", "b", "f2", "bf2", "e2"):
        return hex(value)
    if scalar is not None and scalar.kind == "t":
        return bin(value)
    return str(value)
