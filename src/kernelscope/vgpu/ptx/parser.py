"""PTX text to its syntax tree, by recursive descent; each method is below its grammar rule.

The grammar follows the PTX ISA manual: chapter 4 ("Syntax"), 5 ("State spaces, types and
variables"), 6 ("Instruction operands"), 7 ("Abstracting the ABI") and 11 ("Directives"). In the
rules, quotes mark what is written; `?` and `*` are as usual. What only a debugger reads
(`.section`, `.pragma`, `.attribute`) is stepped over.
"""

from __future__ import annotations

import functools
import math
import operator
import re
from collections.abc import Callable
from dataclasses import replace

from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.ptx.lexer import DIRECTIVE, END, NUMBER, STRING, WORD, Cursor
from kernelscope.vgpu.ptx.syntax import (
    Address,
    Arguments,
    Block,
    BranchTargets,
    CallPrototype,
    Function,
    Guard,
    Instruction,
    Label,
    Literal,
    Module,
    Name,
    Negated,
    Operand,
    Pair,
    Position,
    RegisterDeclaration,
    SourceLocation,
    Statement,
    SymbolOffset,
    Variable,
    Vector,
)
from kernelscope.vgpu.types import TYPES

WARP_SIZE = LANES  # the predefined constant WARP_SZ

_ENDS_OPERAND = frozenset(",;}])")

_HEX_FLOAT = re.compile(r"0(?:[fF]([0-9A-Fa-f]{8})|[dD]([0-9A-Fa-f]{16}))")

_UNARY = frozenset("+-!~(")


def _divide(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


# Binary operators of constant expressions (section 4.5.4): precedence and meaning on integers.
_BINARY: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "||": (1, lambda a, b: int(bool(a) or bool(b))),
    "&&": (2, lambda a, b: int(bool(a) and bool(b))),
    "|": (3, operator.or_),
    "^": (4, operator.xor),
    "&": (5, operator.and_),
    "==": (6, lambda a, b: int(a == b)),
    "!=": (6, lambda a, b: int(a != b)),
    "<": (7, lambda a, b: int(a < b)),
    "<=": (7, lambda a, b: int(a <= b)),
    ">": (7, lambda a, b: int(a > b)),
    ">=": (7, lambda a, b: int(a >= b)),
    "<<": (8, lambda a, b: a << b if 0 <= b < 64 else 0),
    ">>": (8, lambda a, b: a >> min(b, 64)),
    "+": (9, operator.add),
    "-": (9, operator.sub),
    "*": (10, operator.mul),
    "/": (10, _divide),
    "%": (10, lambda a, b: a - b * _divide(a, b)),
}

_PRODUCT = 10  # the level of `*`: what a `+` in an address may be followed by
SPACES = frozenset(("global", "shared", "const", "local", "param", "tex"))

_OPAQUE = frozenset(("texref", "samplerref", "surfref"))

_MOST_INITIAL_VALUES = 1 << 24  # 16 Mi: a bound on what a few characters can make the parser hold

_LANES = {".v2": 2, ".v4": 4, ".v8": 8}

Initializer = tuple[Literal | Name | SymbolOffset, ...]

_Element = Literal | Name | SymbolOffset

_Nested = list["_Element | _Nested"]
# LLVM's comment behind a `.loc`: `// standard.py:191:40 @[ kernel.py:14:16 @[ … ] ]`.
_CALL = re.compile(r"@\[ ([^\n\[\]]+):(\d+):(\d+)")

_FILE = re.compile(r'^[ \t]*\.file\s+(\d+)\s+"(?:[^"\n]*/)?([^"/\n]*)"[ \t]*(?:,|$)', re.MULTILINE)

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})")

_LINKAGES = frozenset((".visible", ".extern", ".weak", ".common"))

_PERFORMANCE = frozenset(
    (
        *("maxnreg", "maxntid", "reqntid", "minnctapersm", "maxnctapersm", "maxclusterrank"),
        *("reqnctapercluster", "explicitcluster", "blocksareclusters", "noreturn"),
        *("abi_preserve", "abi_preserve_control"),
    )
)

_VARIABLE_STARTS = frozenset("." + space for space in SPACES)

_INLINE = re.compile(r"// begin inline asm\n.*?// end inline asm", re.DOTALL)

_LOC = re.compile(r"\.loc[ \t][^\n]*")


def parse(text: str | bytes) -> Module:
    """Return the syntax tree of a PTX file.

    Args:
        text: the file; a NUL byte at its end, as NVRTC leaves one, is dropped.

    Raises:
        PtxError: what was expected where, with line and column.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    parser = _Parser(_INLINE.sub(_without_locations, text.rstrip("\0 \n")))
    try:
        return parser.module()
    except RecursionError:
        raise parser.error("blocks or lists are nested too deeply") from None


def _without_locations(inline: re.Match[str]) -> str:
    """Return inline assembly without the `.loc` in it.

    LLVM counts the lines of the assembly's own text on from the statement's line, and so names
    source lines that have nothing to do with it.
    """
    return _LOC.sub(lambda mark: " " * len(mark[0]), inline[0])


class _Parser(Cursor):
    """The tokens of a PTX text, and a method for each rule of the grammar.

    Operands and constant expressions come first, then declarations, then statements, functions and
    the module.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._location: SourceLocation | None = None
        self._locations: dict[tuple[int, int, int], SourceLocation] = {}
        self._mnemonics: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._files: dict[int, str] = {}
        self._variables: list[Variable] = []
        self._functions: list[Function] = []
        self._aliases: list[tuple[Name, Name]] = []

    # ---- operands -------------------------------------------------------------------------

    # operand := name ('|' name)? | name (('+' | '-') constant)? | '!' name
    #          | '-' name | '{' list '}' | '[' address ']' | constant
    def operand(self) -> Operand:
        """Parse one operand of an instruction."""
        index = self.index
        token, text = self.kinds[index], self.texts[index]
        if token == WORD:
            return self._named_operand()
        if text == "[":
            return self.address()
        if text == "{":
            return self.vector()
        if text in ("!", "-"):
            following = self.texts[index + 1]
            if self.kinds[index + 1] == WORD and following != "WARP_SZ":
                self.index += 1
                return Negated(self.name(), self.position(index), text)
        return self.constant("an operand")

    def _named_operand(self) -> Operand:
        index = self.index
        if self.texts[index] == "WARP_SZ":
            return self.constant("an operand")
        name = Name(self.texts[index], self.position())
        self.index += 1
        following = self.texts[self.index]
        if following in _ENDS_OPERAND:
            return name
        if following == "|":
            self.index += 1
            return Pair(name, self.name("a second destination after '|'"), name.position)
        if following in ("+", "-"):
            return SymbolOffset(name, self.offset(), name.position)
        return name

    # name := WORD
    def name(self, what: str = "a name") -> Name:
        """Parse a register, label or symbol; `what` is in the error if there is none."""
        position = self.position()
        return Name(self.take(WORD, what), position)

    # vector := '{' (operand (',' operand)*)? '}'
    def vector(self) -> Vector:
        """Parse `{%r1, _}`."""
        position = self.position()
        self.expect("{")
        return Vector(self._list("}", "of the vector"), position)

    # arguments := '(' (operand (',' operand)*)? ')'
    def arguments(self) -> Arguments:
        """Parse the results or parameters of a call."""
        position = self.position()
        self.expect("(")
        return Arguments(self._list(")", "of the list"), position)

    def _list(self, end: str, context: str) -> tuple[Operand, ...]:
        elements: list[Operand] = []
        if self.accept(end):
            return ()
        while True:
            elements.append(self.operand())
            if self.accept(end):
                return tuple(elements)
            if not self.accept(","):
                raise self.expected(f"',' or '{end}' {context}")

    # address := '[' (name offset | constant) (',' vector)? ']' '.unified'?
    def address(self) -> Address:
        """Parse `[%rd1+8]`, `[symbol]`, `[16]`, `[%rd1, {%r1, %r2}]`."""
        position = self.position()
        self.expect("[")
        base = None
        if self.kinds[self.index] == WORD and self.texts[self.index] != "WARP_SZ":
            base = self.name()
            offset = 0 if self.texts[self.index] in "],[" else self.offset()
        else:
            offset = self.integer("a register, a symbol or an integer as address")
        coordinates = self.vector() if self.accept(",") else None
        self.expect("]", "at the end of the address")
        self.accept(".unified")  # a promise: the memory is the same for the host
        return Address(base, offset, position, coordinates)

    # offset := (('+' | '-') product)*
    def offset(self) -> int:
        """Parse the sum that is added to a symbol or an address; 0 if there is none."""
        total = 0
        while (sign := self.texts[self.index]) in ("+", "-"):
            self.index += 1
            value = self.integer("an integer offset", _PRODUCT)
            total += value if sign == "+" else -value
        return total

    # number := NUMBER
    def number(self, what: str) -> int:
        """Parse an integer literal that stands alone, such as a line number."""
        text = self.take(NUMBER, what)
        try:
            return _integer(text)
        except ValueError:
            self.index -= 1
            raise self.expected(what) from None

    def integer(self, what: str, level: int = 0) -> int:
        """Parse a constant expression that must be an integer."""
        index = self.index
        literal = self.constant(what, level)
        if literal.bits or not isinstance(literal.value, int):
            self.index = index
            raise self.expected(what)
        return literal.value

    # constant := unary (operator unary)* ('?' constant ':' constant)?
    def constant(self, what: str = "a constant", level: int = 0) -> Literal:
        """Parse a constant expression of at least this precedence, folded into one literal."""
        left = self._unary(what)
        while (following := self.texts[self.index]) not in _ENDS_OPERAND:
            if following == "?" and level == 0:
                left = self._choice(left)
                continue
            precedence, meaning = _BINARY.get(following, (0, operator.add))
            if precedence <= 0 or precedence < level:
                break
            index = self.index
            self.index += 1
            left = self._fold(meaning, left, self.constant("a constant", precedence + 1), index)
        return left

    def _fold(
        self, meaning: Callable[[int, int], int], left: Literal, right: Literal, index: int
    ) -> Literal:
        position = self.position(index)
        if left.bits or right.bits or not isinstance(left.value, int):
            raise self.error(f"'{self.texts[index]}' in a constant needs integers", position)
        if not isinstance(right.value, int):
            raise self.error(f"'{self.texts[index]}' in a constant needs integers", position)
        try:
            return Literal(meaning(left.value, right.value), 0, left.position)
        except (ZeroDivisionError, ValueError, OverflowError) as cause:
            raise self.error(f"this constant has no value: {cause}", position) from None

    def _choice(self, condition: Literal) -> Literal:
        self.expect("?")
        chosen = self.constant()
        self.expect(":", "in a conditional constant")
        other = self.constant()
        value = chosen if condition.value else other
        return Literal(value.value, value.bits, condition.position)

    # unary := ('+' | '-' | '!' | '~') unary | '(' constant ')' | number | 'WARP_SZ'
    def _unary(self, what: str) -> Literal:
        token, text, position = self.kinds[self.index], self.texts[self.index], self.position()
        self.index += 1
        if token == NUMBER:
            return self._number(text)
        if text == "WARP_SZ":
            return Literal(WARP_SIZE, 0, position)
        if text not in _UNARY:
            self.index -= 1
            raise self.expected(what)
        if text == "(":
            if self.kinds[self.index] == DIRECTIVE:
                raise self.expected("a constant (casts are not supported)")
            inner = self.constant()
            self.expect(")", "in a constant")
            return Literal(inner.value, inner.bits, position)
        inner = self._unary("a constant")
        if text == "+":
            return Literal(inner.value, inner.bits, position)
        if text == "-":
            return _negative(inner, position)
        if inner.bits or not isinstance(inner.value, int):
            raise self.error(f"'{text}' in a constant needs an integer", position)
        return Literal(int(not inner.value) if text == "!" else ~inner.value, 0, position)

    def _number(self, text: str) -> Literal:
        position = self.position(self.index - 1)
        try:
            if hexadecimal := _HEX_FLOAT.fullmatch(text):
                single, double = hexadecimal.groups()
                return Literal(int(single or double, 16), 32 if single else 64, position)
            if "." in text or (text[1:2] not in "xX" and ("e" in text or "E" in text)):
                return Literal(_finite(text), 0, position)
            return Literal(_integer(text), 0, position)
        except ValueError:
            raise self.error(f"malformed number '{text}'", position) from None

    # ---- declarations ---------------------------------------------------------------------

    # registers := '.reg' ('.v2' | '.v4')? type register (',' register)* ';'
    def registers(self) -> RegisterDeclaration:
        """Parse `.reg .b32 %r<12>;`."""
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
        """Parse `.global .align 4 .b8 table[2] = {1, 2};`; several names share one type."""
        space = self.space()
        begin = self.index
        align = self._alignment()
        managed = ".managed" in self.texts[begin : self.index]
        vector = self._vector_lanes()
        element = self._type()
        names = [self._declarator(space, element, vector, align, linkage)]
        while self.accept(","):
            names.append(self._declarator(space, element, vector, align, linkage))
        self.expect(";", "after the declaration")
        return tuple(replace(name, managed=True) for name in names) if managed else tuple(names)

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
        """Parse one parameter of a kernel or device function; what `.ptr` promises is not kept."""
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
        """Parse the parenthesised parameters or results of a function."""
        self.expect("(")
        if self.accept(")"):
            return ()
        parameters = [self.parameter()]
        while not self.accept(")"):
            self.expect(",", "or ')' after a parameter")
            parameters.append(self.parameter())
        return tuple(parameters)

    def space(self) -> str:
        """Parse the state space that opens a declaration; the bank of `.const[1]` is dropped."""
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
        """Parse a value; a variable's generic address is its own, so `generic(x)` is `x` here."""
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
        """Return the elements in memory order; inner lists that are too short end in zeros, as in
        C.
        """
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

    # ---- statements, functions, the module ------------------------------------------------

    # module := version target address_size? item*
    def module(self) -> Module:
        """Parse the whole text."""
        version = self._version()
        target = self._target()
        address_size = 64
        if self.accept(".address_size"):
            address_size = self.number("32 or 64")
        while self.kinds[self.index] != END:
            self._item()
        for alias, aliasee in self._aliases:
            self._functions.append(self._aliased(alias, aliasee))
        return Module(
            version,
            target,
            address_size,
            self._files,
            tuple(self._variables),
            tuple(self._functions),
        )

    # version := '.version' FLOAT
    def _version(self) -> tuple[int, int]:
        self.expect(".version", "at the start of the PTX")
        written = _VERSION.fullmatch(self.texts[self.index])
        if written is None:
            raise self.expected("a version such as 8.7")
        self.index += 1
        return int(written[1]), int(written[2])

    # target := '.target' WORD (',' WORD)*
    def _target(self) -> str:
        self.expect(".target")
        target = self.take(WORD, "a target such as sm_90")
        while self.accept(","):
            self.take(WORD, "an option of the target")
        return target

    # item := linkage? (function | variables) | file | loc | section | pragma | alias
    def _item(self) -> None:
        linkage = ""
        while self.texts[self.index] in _LINKAGES:
            linkage = self.texts[self.index][1:]
            self.index += 1
        text = self.texts[self.index]
        if text in (".entry", ".func"):
            self._functions.append(self._function(linkage))
        elif text in _VARIABLE_STARTS:
            self._variables.extend(self.variables(linkage))
        elif text == ".alias":
            self._alias()
        elif linkage or not self._annotation():
            raise self.expected("'.entry', '.func' or a variable" if linkage else "a declaration")

    # alias := '.alias' WORD ',' WORD ';'
    def _alias(self) -> None:
        self.expect(".alias")
        alias = self.name("the new name of a function")
        self.expect(",")
        self._aliases.append((alias, self.name("the function that it names")))
        self.expect(";")

    def _aliased(self, alias: Name, aliasee: Name) -> Function:
        for function in self._functions:
            if function.name == aliasee.text and function.body is not None:
                return replace(function, name=alias.text, position=alias.position)
        raise self.error(f"no function {aliasee.text} for its alias", aliasee.position)

    # annotation := file | loc | section | pragma
    def _annotation(self) -> bool:
        """Step over what is not code; return False if something else comes."""
        step = self._ANNOTATIONS.get(self.texts[self.index])
        if step is None:
            return False
        self.index += 1
        step(self)
        return True

    # file := '.file' INTEGER STRING STRING? (',' INTEGER ',' INTEGER)?
    def _file(self) -> None:
        index = self.number("the number of a file")
        name = self.take(STRING, "a file name in quotes")[1:-1]
        if self.kinds[self.index] == STRING:
            name += "/" + self.take(STRING, "a file name")[1:-1]
        while self.accept(","):
            self.take(NUMBER, "the time or size of the file")
        self._files[index] = name

    # loc := '.loc' place (',' 'function_name' WORD ('+' INTEGER)? ',' 'inlined_at' place)?
    def _loc(self) -> None:
        place = self._place()
        inlined_at = None
        while self.accept(","):
            if self.accept("function_name"):
                self.name("the label of a function's name")
                self.offset()
            elif self.accept("inlined_at"):
                call = self._place()
                # The call's own `.loc` came before: it knows where the caller was inlined.
                inlined_at = self._locations.get(call) or SourceLocation(*call)
            else:
                raise self.expected("'function_name' or 'inlined_at'")
        if inlined_at is None:
            inlined_at = self._call_in_comment()
        self._location = SourceLocation(*place, inlined_at)
        self._locations[place] = self._location

    def _call_in_comment(self) -> SourceLocation | None:
        """Return the place that a line was inlined at, if only a comment has it.

        That is so in Triton's PTX, whose debugging sections have it for tools.
        """
        start = self._offsets[self.index - 1]
        calls = _CALL.findall(self._source, start, self._source.find("\n", start))
        location = None
        for name, line, column in reversed(calls):
            if name not in self._file_numbers:
                return None
            location = SourceLocation(self._file_numbers[name], int(line), int(column), location)
        return location

    @functools.cached_property
    def _file_numbers(self) -> dict[str, int]:
        """The number of each file by its name without folders; left out where two share it."""
        numbered = [(name, int(number)) for number, name in _FILE.findall(self._source)]
        names = [name for name, _ in numbered]
        return {name: number for name, number in numbered if names.count(name) == 1}

    # place := INTEGER INTEGER INTEGER?
    def _place(self) -> tuple[int, int, int]:
        file = self.number("the number of a file")
        line = self.number("a line number")
        column = 0
        if self.kinds[self.index] == NUMBER:
            column = self.number("a column number")
        return file, line, column

    # section := '.section' DIRECTIVE (',' …)* '{' … '}'
    def _section(self) -> None:
        self.take(DIRECTIVE, "the name of a section")
        self.expect("{")
        while not self.accept("}"):
            if self.kinds[self.index] == END:
                raise self.expected("'}' at the end of the section")
            self.index += 1

    # pragma := '.pragma' STRING (',' STRING)* ';'
    def _pragma(self) -> None:
        self.take(STRING, "a pragma in quotes")
        while self.accept(","):
            self.take(STRING, "a pragma in quotes")
        self.expect(";")

    _ANNOTATIONS: dict[str, Callable[[_Parser], None]] = {  # noqa: RUF012 (never changed)
        ".file": _file,
        ".loc": _loc,
        ".section": _section,
        ".pragma": _pragma,
    }

    # ---- functions ------------------------------------------------------------------------

    # function := kind WORD parameters? directive* (body | ';')
    # kind := '.entry' | '.func' ('.attribute' '(' … ')')? parameters?
    def _function(self, linkage: str) -> Function:
        is_entry = self.texts[self.index] == ".entry"
        self.index += 1
        if self.accept(".attribute"):
            self.parenthesised()
        results: tuple[Variable, ...] = ()
        if not is_entry and self.texts[self.index] == "(":
            results = self.parameters()
        position = self.position()
        name = self.take(WORD, "the name of a function")
        parameters = self.parameters() if self.texts[self.index] == "(" else ()
        directives = self._directives()
        self._location = None
        self._locations.clear()
        body = None if self.accept(";") else self._body()
        return Function(name, is_entry, linkage, results, parameters, directives, body, position)

    # directive := '.' NAME (INTEGER (',' INTEGER)*)? | pragma
    def _directives(self) -> dict[str, tuple[int, ...]]:
        directives: dict[str, tuple[int, ...]] = {}
        while self.kinds[self.index] == DIRECTIVE:
            name = self.texts[self.index][1:]
            if name not in _PERFORMANCE:
                if self._annotation():
                    continue
                raise self.expected("a performance directive, '{' or ';'")
            self.index += 1
            values: list[int] = []
            while self.kinds[self.index] == NUMBER:
                values.append(self.number("an integer"))
                if not self.accept(","):
                    break
            directives[name] = tuple(values)
        return directives

    # body := '{' statement* '}'
    def _body(self) -> tuple[Statement, ...]:
        opening = self.position()
        self.expect("{")
        statements: list[Statement] = []
        while not self.accept("}"):
            if self.kinds[self.index] == END:
                raise self.error("this '{' is never closed", opening)
            self._statement(statements)
        return tuple(statements)

    # ---- statements -----------------------------------------------------------------------

    # statement := label | guard? instruction | body | registers | variables | annotation | ';'
    def _statement(self, into: list[Statement]) -> None:
        token, text = self.kinds[self.index], self.texts[self.index]
        if token == WORD:
            if self.texts[self.index + 1] == ":":
                into.append(self._label())
            else:
                into.append(self._instruction(None))
        elif token == DIRECTIVE:
            self._directive(text, into)
        elif text == "@":
            position = self.position()
            into.append(self._instruction(self._guard(), position))
        elif text == "{":
            position = self.position()
            into.append(Block(self._body(), position))
        elif not self.accept(";"):
            raise self.expected("an instruction, a label or a declaration")

    def _directive(self, text: str, into: list[Statement]) -> None:
        if text == ".reg":
            into.append(self.registers())
        elif text in _VARIABLE_STARTS:
            into.extend(self.variables(""))
        elif text in _LINKAGES:
            self.index += 1
            into.extend(self.variables(text[1:]))
        elif not self._annotation():
            raise self.expected("an instruction, a label or a declaration")

    # label := WORD ':' (branchtargets | callprototype)?
    def _label(self) -> Statement:
        position = self.position()
        name = self.texts[self.index]
        self.index += 2
        following = self.texts[self.index]
        if following == ".branchtargets":
            self.index += 1
            return BranchTargets(name, self._names(), position)
        if following == ".calltargets":
            self.index += 1
            self._names()
            return CallPrototype(name, position)
        if following == ".callprototype":
            self.index += 1
            self._prototype()
            return CallPrototype(name, position)
        return Label(name, position)

    # branchtargets := '.branchtargets' WORD (',' WORD)* ';'
    def _names(self) -> tuple[Name, ...]:
        names = [self.name("a label")]
        while self.accept(","):
            names.append(self.name("a label"))
        self.expect(";", "after the labels")
        return tuple(names)

    # callprototype := '.callprototype' parameters? '_' parameters? ('.noreturn' | …)* ';'
    def _prototype(self) -> None:
        if self.texts[self.index] == "(":
            self.parameters()
        self.name("'_'")
        if self.texts[self.index] == "(":
            self.parameters()
        self._directives()
        self.expect(";", "after the prototype")

    # guard := '@' '!'? WORD
    def _guard(self) -> Guard:
        self.expect("@")
        negated = self.accept("!")
        return Guard(self.name("a predicate after '@'"), negated)

    # instruction := guard? WORD DIRECTIVE* (operand (',' operand)*)? ';'
    def _instruction(self, guard: Guard | None, position: Position | None = None) -> Instruction:
        position = position or self.position()
        opcode, modifiers = self._mnemonic()
        operand = self._call_operand if opcode == "call" else self.operand
        operands: list[Operand] = []
        if not self.accept(";"):
            while True:
                operands.append(operand())
                if self.accept(","):
                    continue
                if self.accept(";"):
                    break
                written = ".".join((opcode, *modifiers))
                raise self.expected(f"',' or ';' after an operand of {written}")
        return Instruction(opcode, modifiers, tuple(operands), guard, position, self._location)

    def _mnemonic(self) -> tuple[str, tuple[str, ...]]:
        text = self.take(WORD, "an instruction")
        while self.kinds[self.index] == DIRECTIVE:  # `add .u32` may be written with blanks
            text += self.texts[self.index]
            self.index += 1
        known = self._mnemonics.get(text)
        if known is None:
            opcode, *modifiers = text.split(".")
            known = self._mnemonics[text] = (opcode, tuple(modifiers))
        return known

    # call operand := arguments | operand
    def _call_operand(self) -> Operand:
        return self.arguments() if self.texts[self.index] == "(" else self.operand()


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(text)
    return value


def _integer(text: str) -> int:
    """Parse hexadecimal, octal (leading 0), binary or decimal, with or without the suffix U."""
    digits = text.removesuffix("U").lower()
    prefix = digits[:2]
    if "_" in digits:
        raise ValueError(text)
    if prefix in ("0x", "0b"):
        return int(digits[2:], 16 if prefix == "0x" else 2)
    return int(digits, 8 if digits[0] == "0" else 10)


def _negative(literal: Literal, position: Position) -> Literal:
    if literal.bits and isinstance(literal.value, int):
        return Literal(literal.value ^ (1 << (literal.bits - 1)), literal.bits, position)
    return Literal(-literal.value, 0, position)


def _natural_alignment(element: str, vector: int) -> int:
    bits = 64 if element in _OPAQUE else TYPES[element].bits
    return max(1, bits // 8) * vector


def _sized(shape: tuple[int, ...], nested: _Nested | _Element) -> tuple[int, ...]:
    """Return the shape, with an open first dimension as long as the initializer."""
    if not shape or shape[0] or not isinstance(nested, list):
        return shape
    lists = any(isinstance(element, list) for element in nested)
    return (len(nested) if lists else -(-len(nested) // math.prod(shape[1:])), *shape[1:])
