"""The types of block values: shape, element, and the encoding that says which thread holds what.

In: a parsed module. Out: `Types`, the `BlockType` of each value by its name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kernelscope.inside.decisions.mlir import Module, Operation, arguments_of, groups, split

_SHAPED = re.compile(r"(?:tensor|!ttg\.memdesc|!tt\.memdesc)?<(.*)>$", re.DOTALL)
_DIMENSION = re.compile(r"(\d+)x")
_POINTER_BITS = 64
# Operations that are printed with an operand's type only; the result's type follows from it.
_COMPARISONS = frozenset(("arith.cmpi", "arith.cmpf"))
_LOADS = frozenset(("tt.load",))


@dataclass(frozen=True, slots=True)
class BlockType:
    """A block of values, or one of memory, of an element such as `f32`, `bf16`, `!tt.ptr<f32>`.

    `shape` is () for a scalar. `encoding`: the text after the shape, with aliases replaced; "" for
    TTIR and scalars.
    """

    shape: tuple[int, ...]
    element: str
    encoding: str = ""

    @property
    def count(self) -> int:
        """The number of elements."""
        product = 1
        for size in self.shape:
            product *= size
        return product

    @property
    def pointee(self) -> str:
        """The type that a pointer points to, or the element type itself."""
        inner = re.fullmatch(r"!tt\.ptr<(.*?)(?:, \d+)?>", self.element)
        return inner[1] if inner else self.element

    @property
    def bits(self) -> int:
        """Bits of an element in memory; for a pointer, bits of the element that it points to."""
        return element_bits(self.pointee)

    def __str__(self) -> str:
        return "×".join(map(str, self.shape)) + (" " if self.shape else "") + self.element


def element_bits(element: str) -> int:
    """Return the bits that an element takes in memory; an `i1` takes a byte."""
    if element.startswith("!tt.ptr"):
        return _POINTER_BITS
    digits = re.match(r"(?:bf|tf|f|i|ui|si|u|s)(\d+)", element)
    return max(8, int(digits[1])) if digits else 8


def read_type(text: str, aliases: dict[str, str]) -> BlockType:
    """Read `tensor<128x64xbf16, #blocked>` and the like; a scalar is a block without dimensions."""
    text = aliases.get(text.strip(), text.strip())
    shaped = None if text.startswith("!tt.ptr") else _SHAPED.match(text)
    if shaped is None:
        return BlockType((), text)
    parts = [part.strip() for part in split(shaped[1], ",")]
    sizes: list[int] = []
    first = parts[0]
    while size := _DIMENSION.match(first):
        sizes.append(int(size[1]))
        first = first[size.end() :]
    encoding = expand(parts[1], aliases) if len(parts) > 1 else ""
    return BlockType(tuple(sizes), first, encoding)


def expand(encoding: str, aliases: dict[str, str]) -> str:
    """Return an encoding with its aliases replaced by their text."""
    for _ in range(8):  # a slice of a dot operand of an mma …: a few levels at most
        fresh = re.sub(r"#\w+(?![\w.])", lambda m: aliases.get(m[0], m[0]), encoding)
        if fresh == encoding:
            break
        encoding = fresh
    return encoding


class Types:
    """The type of each value of a module, derived from how its operation is printed."""

    def __init__(self, module: Module) -> None:
        self._aliases = module.aliases
        arguments = (a for function in module.functions() for a in arguments_of(function))
        self._texts: dict[str, str] = {a.name: a.type for a in arguments}
        self._types: dict[str, BlockType] = {}
        for operation in module.operations():
            for region in operation.regions:
                for block in region:
                    self._texts |= dict(block.arguments)
            texts = result_types(operation)
            self._texts |= dict(zip(operation.results, texts, strict=False))
            if operation.name == "scf.for":
                self._loop(operation, texts)

    def _loop(self, operation: Operation, texts: list[str]) -> None:
        carried, counter_type = loop_arguments(operation)
        for (name, _), text in zip(carried, texts, strict=False):
            self._texts[name] = text
        self._texts[operation.operands[0]] = counter_type

    def text(self, value: str) -> str:
        """Return the type of a value as it is written; "" if unknown."""
        return self._texts.get(value, "")

    def __getitem__(self, value: str) -> BlockType:
        """Return the type of a value; an unknown value has that of an unknown scalar."""
        if value not in self._types:
            self._types[value] = read_type(self._texts.get(value, "?"), self._aliases)
        return self._types[value]


def loop_arguments(operation: Operation) -> tuple[list[tuple[str, str]], str]:
    """Return an `scf.for`'s carried values with their initial ones, and its counter's type."""
    inside = groups(operation.words.partition("iter_args")[2], "(")
    pairs: list[tuple[str, str]] = []
    for part in split(inside[0][1:-1], ",") if inside else []:
        name, _, initial = part.partition(" = ")
        pairs.append((name.strip(), initial.strip()))
    return pairs, operation.types or "i32"


def result_types(operation: Operation) -> list[str]:
    """Return the types of an operation's results, as text."""
    text = operation.types
    if operation.name == "scf.for":
        arrow = operation.words.partition(" -> ")[2]
        return _listed(arrow.strip())
    parts = _arrow(text)
    if len(parts) == 2:
        return _listed(parts[1])
    if " to " in text:
        return [text.rsplit(" to ", 1)[1]]
    kinds = [part.strip() for part in split(text, ",")]
    if len(kinds) == 1 and text.startswith("("):
        return _listed(text)  # `scf.if … -> (f32, i32)`
    if operation.name in _COMPARISONS:
        return [_with_element(kinds[0], "i1")]
    if operation.name in _LOADS:
        return [_pointed(kinds[0])]
    if operation.name == "tt.addptr":
        return [kinds[0]]
    if operation.name == "arith.select":
        return [kinds[-1]]
    return kinds if len(kinds) == len(operation.results) else [kinds[0]] * len(operation.results)


def _arrow(text: str) -> list[str]:
    depth = 0
    for at in range(len(text) - 1):
        if text[at] in "([{<":
            depth += 1
        elif text[at] in ")]}" or (text[at] == ">" and text[at - 1] != "-"):
            depth -= 1
        elif depth == 0 and text[at : at + 2] == "->":
            return [text[:at], text[at + 2 :].strip()]
    return [text]


def _listed(text: str) -> list[str]:
    inside = text[1:-1] if text.startswith("(") else text
    return [part.strip() for part in split(inside, ",")] if inside else []


def _with_element(text: str, element: str) -> str:
    if not text.startswith("tensor<"):
        return element
    return re.sub(r"((?:\d+x)+)[^,>]*(?:<[^>]*>)?", rf"\g<1>{element}", text, count=1)


def _pointed(text: str) -> str:
    """Return the type of a value loaded through pointers of this type."""
    return re.sub(r"!tt\.ptr<(.*?)(?:, \d+)?>", r"\1", text, count=1)
