"""Declarations of registers, variables and parameters: the middle part of the PTX parser.

Grammar and meaning follow the PTX ISA manual, chapter 5 ("State spaces, types and variables").
"""

from __future__ import annotations

import math

from kernelscope.vgpu.ptx.lexer import DIRECTIVE, NUMBER, WORD
from kernelscope.vgpu.ptx.operands import OperandParser
from kernelscope.vgpu.ptx.syntax import (
    Literal,
    Name,
    Position,
    RegisterDeclaration,
    SymbolOffset,
    Variable,
)
from kernelscope.vgpu.types import TYPES

SPACES = frozenset(("global", "shared", "const", "local", "param", "tex"))
_OPAQUE = frozenset(("texref", "samplerref", "surfref"))
_MOST_INITIAL_VALUES = 1 << 24  # 16 Mi: a bound on what a few characters can make the parser hold
_LANES = {".v2": 2, ".v4": 4, ".v8": 8}

Initializer = tuple[Literal | Name | SymbolOffset, ...]
_Element = Literal | Name | SymbolOffset
_Nested = list["_Element | _Nested"]


class DeclarationParser(OperandParser):
    """Parses what declares a name, at the cursor."""

    # registers := '.reg' ('.v2' | '.v4')? type register (',' register)* ';'
    def registers(self) -> RegisterDeclaration:
        """`.reg .b32 %r<12>;`."""
        position = self.position()
        self.expect(".reg")
        vector = self._vector_lanes()
        element = self._type()
        names = [self._register()]
        while self.accept(","):
            names.append(self._register())
        self.expect(";", "after the declaration")
        return RegisterDeclaration(element, vector, tuple(names), position)

    # register := WORD ('<' INTEGER '>')?
    def _register(self) -> tuple[str, int]:
        text = self.take(WORD, "the name of a register")
        if not self.accept("<"):
            return text, 0
        count = self.number("a number of registers")
        self.expect(">")
        return text, count

    # variables := '.' space attribute* declarator (',' declarator)* ';'
    # attribute := '.align' INTEGER | '.attribute' '(' … ')' | '.v2' | '.v4' | type
    def variables(self, linkage: str) -> tuple[Variable, ...]:
        """`.global .align 4 .b8 table[2] = {1, 2};`; several names share one type."""
        space = self.space()
        align = self._alignment()
        vector = self._vector_lanes()
        element = self._type()
        names = [self._declarator(space, element, vector, align, linkage)]
        while self.accept(","):
            names.append(self._declarator(space, element, vector, align, linkage))
        self.expect(";", "after the declaration")
        return tuple(names)

    # declarator := WORD ('[' constant? ']')* ('=' initializer)?
    def _declarator(
        self, space: str, element: str, vector: int, align: int, linkage: str
    ) -> Variable:
        position = self.position()
        name = self.take(WORD, f"the name of a {space} variable")
        shape = self._shape()
        initializer = None
        if self.accept("="):
            nested = self._initializer()
            shape = _sized(shape, nested)
            initializer = self._flat(nested, (*shape, vector) if vector > 1 else shape, position)
        align = align or _natural_alignment(element, vector)
        return Variable(space, element, name, shape, vector, align, initializer, linkage, position)

    # parameter := '.param' alignment? type pointer? WORD shape | '.reg' type WORD
    # pointer := '.ptr' ('.' space)? ('.align' INTEGER)?
    def parameter(self) -> Variable:
        """One parameter of a kernel or device function; what `.ptr` promises is not kept."""
        space = self.texts[self.index][1:]
        if space not in ("param", "reg"):
            raise self.expected("'.param' or '.reg'")
        self.index += 1
        align = self._alignment()
        vector = self._vector_lanes()
        element = self._type()
        if self.accept(".ptr"):
            if self.texts[self.index][1:] in SPACES:
                self.index += 1
            self._alignment()
        position = self.position()
        name = self.take(WORD, "the name of a parameter")
        align = align or _natural_alignment(element, vector)
        return Variable(space, element, name, self._shape(), vector, align, None, "", position)

    # parameters := '(' (parameter (',' parameter)*)? ')'
    def parameters(self) -> tuple[Variable, ...]:
        """The parenthesised parameters or results of a function."""
        self.expect("(")
        if self.accept(")"):
            return ()
        found = [self.parameter()]
        while not self.accept(")"):
            self.expect(",", "or ')' after a parameter")
            found.append(self.parameter())
        return tuple(found)

    def space(self) -> str:
        """The state space that opens a declaration; `.const[1]` names a bank, which is dropped."""
        space = self.texts[self.index][1:]
        if self.kinds[self.index] != DIRECTIVE or space not in SPACES:
            raise self.expected("a state space such as '.global' or '.shared'")
        self.index += 1
        if space == "const" and self.accept("["):
            self.take(NUMBER, "the number of a constant bank")
            self.expect("]")
        return space

    def _alignment(self) -> int:
        align = 0
        while self.texts[self.index] in (".align", ".attribute"):
            if self.accept(".attribute"):
                self.parenthesised()
                continue
            self.expect(".align")
            align = self.number("an alignment in bytes")
            if align <= 0 or align & (align - 1):
                raise self.error(
                    f"an alignment is a power of two, not {align}", self.position(self.index - 1)
                )
        return align

    def _vector_lanes(self) -> int:
        lanes = _LANES.get(self.texts[self.index], 1)
        if lanes > 1:
            self.index += 1
        return lanes

    # type := '.' NAME
    def _type(self) -> str:
        name = self.texts[self.index][1:]
        if self.kinds[self.index] != DIRECTIVE or (name not in TYPES and name not in _OPAQUE):
            raise self.expected("a type such as '.b32'")
        self.index += 1
        return name

    def _shape(self) -> tuple[int, ...]:
        shape: list[int] = []
        while self.accept("["):
            if self.accept("]"):
                shape.append(0)
                continue
            size = self.integer("an integer array size")
            if size < 0:
                raise self.error(f"an array size is never negative, as {size} is")
            shape.append(size)
            self.expect("]", "after the array size")
        return tuple(shape)

    # initializer := '{' (initializer (',' initializer)*)? '}' | value
    def _initializer(self) -> _Nested | _Element:
        if not self.accept("{"):
            return self._initial_value()
        elements: _Nested = []
        if self.accept("}"):
            return elements
        while True:
            elements.append(self._initializer())
            if self.accept("}"):
                return elements
            self.expect(",", "or '}' in the initializer")

    # value := 'generic' '(' WORD ')' offset | WORD offset | constant
    def _initial_value(self) -> _Element:
        """A value; a variable's generic address is its own, so `generic(x)` is `x` here."""
        if self.kinds[self.index] != WORD or self.texts[self.index] == "WARP_SZ":
            constant = self.constant("an initial value")
            if self.texts[self.index] == "(":
                raise self.error("a byte of an address, as in 0xFF(symbol), is not supported")
            return constant
        name = self.name()
        if name.text == "generic" and self.accept("("):
            name = self.name("the name of a variable")
            self.expect(")")
        if self.texts[self.index] in ("+", "-"):
            return SymbolOffset(name, self.offset(), name.position)
        return name

    def _flat(
        self, nested: _Nested | _Element, shape: tuple[int, ...], position: Position
    ) -> Initializer:
        """The elements in memory order; inner lists that are too short end in zeros, as in C."""
        if not isinstance(nested, list):
            return (nested,)
        room = math.prod(shape)
        if room > _MOST_INITIAL_VALUES:
            raise self.error(f"{room} initial values are too many", position)
        inner = shape[1:]
        flat: list[_Element] = []
        for element in nested:
            part = self._flat(element, inner, position)
            flat.extend(part)
            if isinstance(element, list):
                flat.extend([Literal(0, 0, position)] * (math.prod(inner) - len(part)))
        if len(flat) > room:
            raise self.error(f"{len(flat)} initial values for {room} elements", position)
        return tuple(flat)

    def parenthesised(self) -> None:
        """Step over `( … )`, which may nest."""
        self.expect("(")
        depth = 1
        while depth:
            text = self.texts[self.index]
            if not text:
                raise self.expected("')'")
            depth += (text == "(") - (text == ")")
            self.index += 1


def _natural_alignment(element: str, vector: int) -> int:
    bits = 64 if element in _OPAQUE else TYPES[element].bits
    return max(1, bits // 8) * vector


def _sized(shape: tuple[int, ...], nested: _Nested | _Element) -> tuple[int, ...]:
    """The shape, with an open first dimension as long as the initializer."""
    if not shape or shape[0] or not isinstance(nested, list):
        return shape
    lists = any(isinstance(element, list) for element in nested)
    return (len(nested) if lists else -(-len(nested) // math.prod(shape[1:])), *shape[1:])
