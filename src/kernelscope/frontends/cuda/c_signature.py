"""The C types of a CUDA kernel's parameters, read from a mangled name.

PTX knows only the size of a parameter: `float*` and `int*` are both `.u64`. The compiler knows the
types, typedefs and template arguments resolved, and writes them into the mangled name of a
template instantiated on the kernel's type (`nvrtc.py` adds one). This module reads that name.

Source of the grammar: Itanium C++ ABI, section 5.1 (mangling), types and substitutions only. For
any other name `parse_signature` returns None, and arguments are not checked against C types.
"""

from __future__ import annotations

from dataclasses import dataclass

PROBE = "kernelscope_signature"

BUILTINS = {
    "b": "bool",
    "c": "char",
    "a": "signed char",
    "h": "unsigned char",
    "s": "short",
    "t": "unsigned short",
    "i": "int",
    "j": "unsigned int",
    "l": "long",
    "m": "unsigned long",
    "x": "long long",
    "y": "unsigned long long",
    "f": "float",
    "d": "double",
    "w": "wchar_t",
    "v": "void",
}

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


class _UnknownMangling(Exception):
    """The name uses a part of the grammar that is not read here."""


class _Reader:
    """A reader of types in `text`; `seen` holds the components that `S_`, `S0_` … refer to."""

    def __init__(self, text: str, position: int, seen: list[CType]) -> None:
        self.text = text
        self.position = position
        self.seen = seen

    def take(self) -> str:
        if self.position >= len(self.text):
            raise _UnknownMangling
        self.position += 1
        return self.text[self.position - 1]

    def peek(self) -> str:
        return self.text[self.position : self.position + 1]

    def skip(self, letter: str) -> bool:
        matches = self.peek() == letter
        self.position += matches
        return matches

    def remember(self, component: CType) -> CType:
        self.seen.append(component)
        return component

    def type(self) -> CType:
        """Read a builtin, a pointer or reference, a qualified type, a substitution or a name."""
        if self.peek().isdigit():
            return self.name()
        letter = self.take()
        if letter in BUILTINS:
            return CType(BUILTINS[letter])
        if letter in "PR":
            to = self.type()
            return self.remember(CType(f"{to.spelling}{'*' if letter == 'P' else '&'}", to))
        if letter in "KV":
            inner = self.type()
            word = "const " if letter == "K" else "volatile "
            return self.remember(CType(word + inner.spelling, inner.pointee, letter == "K"))
        if letter == "S":
            return self.substitution()
        if letter == "N":
            return self.nested()
        raise _UnknownMangling

    def substitution(self) -> CType:
        """Read `S_`, the first component seen, or `S<n>_` (base 36), component n + 1 from 0."""
        digits = ""
        while not self.skip("_"):
            digits += self.take()
        if digits and not (digits.isalnum() and digits == digits.upper()):
            raise _UnknownMangling
        index = int(digits, 36) + 1 if digits else 0
        if index >= len(self.seen):
            raise _UnknownMangling
        return self.template_arguments(self.seen[index])

    def identifier(self) -> str:
        digits = ""
        while self.peek().isdigit():
            digits += self.take()
        start = self.position
        self.position += int(digits or "0")
        if not digits or self.position > len(self.text):
            raise _UnknownMangling
        return self.text[start : self.position]

    def name(self) -> CType:
        return self.template_arguments(self.remember(CType(self.identifier())))

    def nested(self) -> CType:
        """Read `N prefix… E`; every prefix is a component of its own."""
        prefix = ""
        named = CType("")
        while not self.skip("E"):
            if self.peek() == "S":
                self.take()
                named = self.substitution()
            elif self.peek().isdigit():
                named = self.remember(CType(f"{prefix}{self.identifier()}"))
                named = self.template_arguments(named)
            else:
                raise _UnknownMangling
            prefix = named.spelling + "::"
        return named

    def template_arguments(self, template: CType) -> CType:
        """Read `I argument… E` after a name: types, and integer literals as `L type value E`."""
        if not self.skip("I"):
            return template
        arguments: list[str] = []
        while not self.skip("E"):
            if self.skip("L"):
                self.type()
                literal = ""
                while not self.skip("E"):
                    literal += self.take()
                arguments.append(literal.replace("n", "-"))
            else:
                arguments.append(self.type().spelling)
        return self.remember(CType(f"{template.spelling}<{', '.join(arguments)}>"))


def parse_signature(mangled: str) -> tuple[CType, ...] | None:
    """Return the parameter types in `_Z<n><PROBE>IPFv…EEvv`, or None if they cannot be read."""
    # Example: `k(const float* x, float* y, const __half* h, Box<float, 4>* b, const float* z, int
    # n)` makes `_Z21kernelscope_signatureIPFvPKfPfPK6__halfP3BoxIfLi4EES1_iEEvv`. `PKf` is const
    # float*; `S1_`, the type of z, repeats the third component in order of appearance: the probe's
    # own name is component 0, `Kf` 1, `PKf` 2. (In the kernel's own name, `…EES0_i`, the same type
    # is S0_, because a function's name is not a component. So `seen` begins with the probe.) The
    # C++ text would not do: there, the type may be a typedef, a macro, or `T` of a template.
    prefix = f"_Z{len(PROBE)}{PROBE}IPF"
    if not mangled.startswith(prefix):
        return None
    reader = _Reader(mangled, len(prefix), [CType(PROBE)])
    try:
        reader.skip("Y")
        reader.type()
        types: list[CType] = []
        while not reader.skip("E"):
            types.append(reader.type())
    except _UnknownMangling:
        return None
    return () if [t.spelling for t in types] == ["void"] else tuple(types)


def parse_variable_type(mangled: str) -> tuple[tuple[int, ...], CType] | None:
    """Return the sizes and the element type in `_Z<n><PROBE>I…Evv`; None if they cannot be read.

    `float table[2][3]` is `A2_A3_f`: ((2, 3), float); `float x` is ((), float).
    """
    prefix = f"_Z{len(PROBE)}{PROBE}I"
    if not mangled.startswith(prefix):
        return None
    reader = _Reader(mangled, len(prefix), [CType(PROBE)])
    sizes: list[int] = []
    try:
        while reader.skip("A"):
            digits = ""
            while not reader.skip("_"):
                digits += reader.take()
            if not digits.isdigit():
                return None
            sizes.append(int(digits))
        element = reader.type()
    except _UnknownMangling:
        return None
    return tuple(sizes), element


def variable_name(symbol: str) -> str:
    """Return the C++ name of a variable by its name in PTX; the latter if it cannot be read.

    A variable of an unnamed namespace has the name without it, a `static` one of a function the
    function's name before it: `_ZZ5countPiE5calls` is `count::calls`.
    """
    if not symbol.startswith("_Z"):
        return symbol
    is_local = symbol.startswith("_ZZ")
    reader = _Reader(symbol, 3 if is_local else 2, [])
    reader.skip("L")
    try:
        name = (reader.nested() if reader.skip("N") else reader.name()).spelling
        if is_local:
            while not reader.skip("E"):
                reader.type()
            name = f"{name}::{reader.identifier()}"
    except _UnknownMangling:
        return symbol
    hidden = ("_INTERNAL_", "_GLOBAL__N_")
    return "::".join(part for part in name.split("::") if not part.startswith(hidden))
