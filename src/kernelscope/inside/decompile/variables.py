"""Parameters and variables in memory: their names, types and C declarations.

In: a function, its types, the source's names of its parameters. Out: `Variables`, which returns
expressions for them and the declarations before and inside the kernel.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping

from kernelscope.errors import PtxError
from kernelscope.inside.decompile.expressions import BITS, Expr, byte_size, name
from kernelscope.inside.decompile.inference import Types
from kernelscope.inside.naming.names import variable_name
from kernelscope.vgpu import ir
from kernelscope.vgpu.types import TYPES

_KEYWORDS = re.compile(
    r"alignas|alignof|and|and_eq|asm|auto|bitand|bitor|bool|break|case|catch|char|char16_t"
    r"|char32_t|class|compl|const|const_cast|constexpr|continue|decltype|default|delete|do"
    r"|double|dynamic_cast|else|enum|explicit|export|extern|false|float|for|friend|goto|if"
    r"|inline|int|long|mutable|namespace|new|noexcept|not|not_eq|nullptr|operator|or|or_eq"
    r"|private|protected|public|register|reinterpret_cast|return|short|signed|sizeof|static"
    r"|static_assert|static_cast|struct|switch|template|this|thread_local|throw|true|try"
    r"|typedef|typeid|typename|union|unsigned|using|virtual|void|volatile|wchar_t|while|xor"
    r"|xor_eq"
)
_CUDA = re.compile(
    r"threadIdx|blockIdx|blockDim|gridDim|warpSize|INFINITY|NULL|clock64|main|assert|printf"
    r"|vprintf|malloc|free|min|max|fma|fmaf|fmin|fmax|fminf|fmaxf|fabs|fabsf|rint|rintf|trunc"
    r"|truncf|floor|floorf|ceil|ceilf"
)
"""Names that the text of a kernel may use; `main` cannot be a kernel."""

_MATH = re.compile(
    r"(l|ll)?(abs|rint|round)|dim3|(a?(cos|sin|tan)h?|atan2|cbrt|ceil|copysign|(cos|sin)pi|sincos(pi)?"
    r"|cyl_bessel_i[01]|erf(c|cinv|cx|inv)?|exp(10|2|m1)?|fabs|fdim|fdivide|floor|fma|fmax|fmin|fmod"
    r"|frexp|r?hypot|ilogb|isfinite|isinf|isnan|j0|j1|jn|ldexp|[lt]gamma|log(10|1p|2|b)?|max|min|modf"
    r"|nan|nearbyint|nextafter|r?norm(3d|4d|cdf|cdfinv)?|pow|rcbrt|remainder|remquo|r?sqrt|scalbl?n"
    r"|signbit|trunc|y0|y1|yn)f?"
)
"""Names that CUDA declares for every program: functions of its math library."""

_CUDA_FAMILIES = re.compile(
    r"atomic[A-Z]\w*|(make_)?(u?(char|short|int|long|longlong)|float|double)\d"
)


def c_name(text: str) -> str:
    """Return a C name for a PTX name: demangled, without `$`, and not one that CUDA needs."""
    plain = re.sub(r"\W", "_", variable_name(text)).strip("_") or "v"
    if plain[0].isdigit() or _is_used(plain):
        plain = f"v_{plain}"
    return plain


def entry_name(kernel: str) -> str:
    """Return a kernel's name in C: its own, unless CUDA has a function of that name."""
    return f"{kernel}_kernel" if _is_declared(kernel) else kernel


def _is_declared(name: str) -> bool:
    """Return whether CUDA declares this name outside functions."""
    return _is_used(name) or _MATH.fullmatch(name) is not None


def _is_used(name: str) -> bool:
    return any(words.fullmatch(name) for words in (_KEYWORDS, _CUDA, _CUDA_FAMILIES))


class Variables:
    """The names and types of parameters and of shared, global, constant and local variables."""

    def __init__(self, function: ir.Function, types: Types, given: tuple[str, ...]) -> None:
        self.function = function
        self.types = types
        self.used: dict[tuple[str, str], str] = {}
        self.taken: set[str] = set()
        self.numbers: dict[str, int] = {}
        self.parameters: dict[str, str] = {}
        for number, parameter in enumerate(function.parameters):
            wish = given[number] if number < len(given) and given[number] else ""
            wish = wish or _short(parameter.name, function.name)
            self.parameters[parameter.name] = self.unique(c_name(wish))
        self.c_types = {p.name: self.parameter_type(p) for p in function.parameters}

    def unique(self, wish: str) -> str:
        """Return a name that nothing else has yet."""
        text, number = wish, self.numbers.get(wish, 1)
        while text in self.taken:
            number += 1
            text = f"{wish}{number}" if not wish[-1].isdigit() else f"{wish}_{number}"
        self.numbers[wish] = number
        self.taken.add(text)
        return text

    def parameter_type(self, parameter: ir.Parameter) -> str:
        """Return a parameter's C type, from the registers that it is loaded to; "" for a struct."""
        if parameter.count > 1 or parameter.size != TYPES[parameter.type].bits // 8:
            return ""
        scalar = TYPES[parameter.type]
        for register in self._loaded(parameter):
            if register.type.bits == scalar.bits:
                return self.types.of(register)
        if scalar.kind == "f" and scalar.bits > 16:
            return {32: "float", 64: "double"}[scalar.bits]
        return {8: "unsigned char", 16: "unsigned short", 32: "int"}.get(scalar.bits, "void*")

    def _loaded(self, parameter: ir.Parameter) -> list[ir.Register]:
        return [
            register
            for inst in self.function.instructions()
            if inst.parameter is not None and inst.parameter.name == parameter.name
            for register in inst.destinations
        ]

    def address(self, symbol: str, space: str) -> Expr:
        """Return the address of a variable in memory, as a pointer to its elements."""
        if space == "param":
            raise PtxError(f"CUDA C cannot take the address of the parameter `{symbol}`")
        key = (space, symbol)
        if key not in self.used:
            wish = c_name(symbol)
            outside = space in ("global", "const") and _is_declared(wish)
            self.used[key] = self.unique(f"v_{wish}" if outside else wish)
        element = self.types.elements.get(("symbol", symbol), "unsigned char")
        return name(self.used[key], f"{element}*")

    def constant_data(self, text: str) -> bytes | None:
        """Return the initial bytes of a variable of the module; None if it has none."""
        for (space, symbol), used in self.used.items():
            if used == text and space in ("global", "const"):
                return self.function.variables[symbol].data
        return None

    # ---- declarations -------------------------------------------------------------------------

    def parameter_list(self) -> list[str]:
        """Return the parameters as C declares them."""
        result: list[str] = []
        for parameter in self.function.parameters:
            c_type, text = self.c_types[parameter.name], self.parameters[parameter.name]
            if not c_type:
                result.append(f"{text}_t {text}")
            else:
                const = "const " if ("param", parameter.name) in self.types.only_read else ""
                result.append(f"{const}{declare(c_type, text)}")
        return result

    def outside(self, body: str) -> list[str]:
        """Return the declarations before the kernel: structures, constants, global variables.

        Variables that the `body` does not name are left out.
        """
        lines: list[str] = []
        for parameter in self.function.parameters:
            if not self.c_types[parameter.name]:
                align = max(byte_size(_scalar(parameter.type)), 1)
                text = self.parameters[parameter.name]
                body = f"unsigned char bytes[{parameter.size}];"
                lines.append(f"struct __align__({align}) {text}_t {{ {body} }};")
        for (space, symbol), text in self.used.items():
            if space in ("global", "const") and re.search(rf"\b{text}\b", body):
                lines.append(self._module_variable(symbol, text))
        return lines

    def _module_variable(self, symbol: str, text: str) -> str:
        variable = self.function.variables[symbol]
        element = self.types.elements.get(("symbol", symbol), "unsigned char")
        count = -(-variable.size // byte_size(element))
        word = "__constant__" if variable.space == "const" else "__device__"
        if variable.relocations:
            raise PtxError(
                f"the variable `{symbol}` holds addresses, which cannot be decompiled yet"
            )
        start = ""
        if variable.data is not None:
            start = f" = {{{', '.join(_values(variable.data, element))}}}"
        return f"{word} __align__({variable.align}) {element} {text}[{count}]{start};"

    def inside(self, locals_: Mapping[str, int]) -> list[str]:
        """Return the declarations at the head of the kernel: shared and local arrays."""
        lines: list[str] = []
        for (space, symbol), text in self.used.items():
            element = self.types.elements.get(("symbol", symbol), "unsigned char")
            if space == "shared":
                variable = self.function.variables[symbol]
                count = -(-variable.size // byte_size(element)) or ""
                word = "__shared__" if variable.size else "extern __shared__"
                align = max(variable.align, 1)
                lines.append(f"{word} __align__({align}) {element} {text}[{count}];")
            elif space == "local":
                count = -(-locals_[symbol] // byte_size(element))
                lines.append(f"__align__(16) {element} {text}[{count}];")
        return lines


def declare(c_type: str, text: str) -> str:
    """Return a declaration: `float *x`, `int n`."""
    return f"{c_type[:-1]} *{text}" if c_type.endswith("*") else f"{c_type} {text}"


def _short(parameter: str, kernel: str) -> str:
    tail = parameter.removeprefix(kernel).strip("_")
    match = re.fullmatch(r"param_(\d+)", tail)
    return f"p{match[1]}" if match else tail or parameter


def _scalar(type_name: str) -> str:
    return {8: "unsigned char", 16: "unsigned short", 32: "unsigned"}.get(
        TYPES[type_name].bits, "unsigned long long"
    )


_LETTERS = {
    "float": "f", "double": "d", "int": "i", "unsigned": "I", "unsigned char": "B",
    "signed char": "b", "short": "h", "unsigned short": "H", "long long": "q",
    "unsigned long long": "Q",
}  # fmt: skip


def _values(data: bytes, element: str) -> list[str]:
    size = byte_size(element)
    padded = data + bytes(-len(data) % size)
    values = struct.unpack(f"<{len(padded) // size}{_LETTERS[element]}", padded)
    suffix = "f" if element == "float" else ""
    return [f"{v!r}{suffix}" for v in values] if BITS[element] else []
