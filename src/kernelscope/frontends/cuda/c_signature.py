"""The C types of a CUDA kernel's parameters, read from a mangled name.

PTX knows only the size of a parameter: `float*` and `int*` are both `.u64`. The compiler knows the
types, typedefs and template arguments resolved, and writes them into the mangled name of a
template instantiated on the kernel's type (`nvrtc.py` adds one). This module reads that name, as
the C++ library's demangler writes it. Without that library `parse_signature` returns None, and
arguments are not checked against C types.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kernelscope._demangle import demangled, written_name, written_parameters

PROBE = "kernelscope_signature"

_I16, _I32, _I64 = ("int16", "uint16"), ("int32", "uint32"), ("int64", "uint64")

# C type → dtypes of an array that may be passed as a pointer to it, by the names that NumPy and
# torch share. A type that is not here (`void`, `char`, a user's struct) takes any array.
ELEMENTS: dict[str, tuple[str, ...]] = {
    "bool": ("bool", "uint8", "int8"),
    "short": _I16,
    "unsigned short": _I16,
    "int": _I32,
    "unsigned int": _I32,
    "long": _I64,
    "unsigned long": _I64,
    "long long": _I64,
    "unsigned long long": _I64,
    "float": ("float32",),
    "double": ("float64",),
    "__half": ("float16",),
    "__half2": ("float16",),
    "__nv_bfloat16": ("bfloat16",),
    "__nv_bfloat162": ("bfloat16",),
    "float2": ("float32", "complex64"),
    "float3": ("float32",),
    "float4": ("float32",),
    "double2": ("float64", "complex128"),
    **{f"{sign}int{n}": _I32 for sign in ("", "u") for n in (2, 3, 4)},
}


@dataclass(frozen=True, slots=True)
class CType:
    """A parameter's type: its C spelling, and the type that it points to, if it is a pointer."""

    spelling: str
    pointee: CType | None = None
    const: bool = False

    def unqualified(self) -> str:
        """Return the spelling without `const` and `volatile`."""
        return self.spelling.removeprefix("const ").removeprefix("volatile ")


class _Unknown(Exception):
    """A type that is not read here: a function, an array as a parameter."""


def _type(text: str) -> CType:
    """Return a type from the demangler's text, in which qualifiers stand behind: `float const*`."""
    if text.endswith(("*", "&")):
        to = _type(text[:-1])
        return CType(to.spelling + text[-1], to)
    inner, _, word = text.rpartition(" ")
    if word in ("const", "volatile"):
        qualified = _type(inner)
        return CType(f"{word} {qualified.spelling}", qualified.pointee, word == "const")
    if re.search(r"[()\[\]]|\.\.\.", text):
        raise _Unknown
    return CType(text)


def _template_argument(mangled: str) -> str:
    """Return the text between the angle brackets of the probe's instance, or ""."""
    match = re.fullmatch(rf"void {PROBE}<(.*)>\(\)", demangled(mangled))
    return match[1] if match else ""


def parse_signature(mangled: str) -> tuple[CType, ...] | None:
    """Return the parameter types in `_Z<n><PROBE>IPFv…EEvv`, or None if they cannot be read."""
    # Example: `k(const float* x, Box<float, 4>* b, int n)` makes
    # `_Z21kernelscope_signatureIPFvPKfP3BoxIfLi4EEiEEvv`, which the demangler writes as
    # `void kernelscope_signature<void (*)(float const*, Box<float, 4>*, int)>()`. The C++ text of
    # the source would not do: there, a type may be a typedef, a macro, or `T` of a template.
    match = re.fullmatch(r"void \(\*\)\((.*)\)", _template_argument(mangled))
    return _types(match[1]) if match else None


def kernel_signature(entry: str) -> tuple[CType, ...] | None:
    """Return the parameter types in a kernel's own name, or None if they cannot be read."""
    text = written_parameters(entry)
    return None if text is None else _types(text)


def _types(text: str) -> tuple[CType, ...] | None:
    listed = re.findall(r"(?:[^,<]|<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)+", text)
    try:
        return tuple(_type(text.strip()) for text in listed)
    except _Unknown:
        return None


def parse_variable_type(mangled: str) -> tuple[tuple[int, ...], CType] | None:
    """Return the sizes and the element type in `_Z<n><PROBE>I…Evv`; None if they cannot be read.

    `float table[2][3]` is `A2_A3_f`: ((2, 3), float); `float x` is ((), float).
    """
    match = re.fullmatch(r"(.+?)(?: ((?:\[\d+\])+))?", _template_argument(mangled))
    if not match:
        return None
    try:
        return tuple(map(int, re.findall(r"\d+", match[2] or ""))), _type(match[1])
    except _Unknown:
        return None


def variable_name(symbol: str) -> str:
    """Return the C++ name of a variable by its name in PTX; the latter if it cannot be read.

    A variable of an unnamed namespace has the name without it, a `static` one of a function the
    function's name before it: `_ZZ5countPiE5calls` is `count::calls`.
    """
    name = written_name(symbol)
    if symbol.startswith("_ZZ"):
        _, of_function, own = demangled(symbol).rpartition(")::")
        name += f"::{own}" if of_function else ""
    return "::".join(part for part in name.split("::") if not part.startswith("_INTERNAL_"))
