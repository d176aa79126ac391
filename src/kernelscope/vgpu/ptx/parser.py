"""PTX text to its syntax tree, by recursive descent; each method stands below its grammar rule.

Grammar follows the PTX ISA manual: chapter 4 ("Syntax"), 7 ("Abstracting the ABI") and 11
("Directives"). What only a debugger reads (`.section`, `.pragma`, `.attribute`) is stepped over.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import replace

from kernelscope.vgpu.ptx.declarations import SPACES, DeclarationParser
from kernelscope.vgpu.ptx.lexer import DIRECTIVE, END, NUMBER, STRING, WORD
from kernelscope.vgpu.ptx.syntax import (
    Block,
    BranchTargets,
    CallPrototype,
    Function,
    Guard,
    Instruction,
    Label,
    Module,
    Name,
    Operand,
    Position,
    SourceLocation,
    Statement,
    Variable,
)

# LLVM's comment behind a `.loc`: `// standard.py:191:40 @[ kernel.py:14:16 @[ … ] ]`.
_CALL = re.compile(r"@\[ ([^\n\[\]]+):(\d+):(\d+)")
_FILE = re.compile(r'^\s*\.file\s+(\d+)\s+"(?:[^"\n]*/)?([^"/\n]*)"[ \t]*(?:,|$)', re.MULTILINE)
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
    """The syntax tree of a PTX file.

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
    """Inline assembly with the `.loc` in it blanked out: LLVM counts lines of the assembly's own
    text on from the statement's, and so names lines of the source that have nothing to do with it.
    """
    return _LOC.sub(lambda found: " " * len(found[0]), inline[0])


class _Parser(DeclarationParser):
    """Statements, functions and the module; operands and declarations are in the base classes."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._location: SourceLocation | None = None
        self._locations: dict[tuple[int, int, int], SourceLocation] = {}
        self._mnemonics: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._files: dict[int, str] = {}
        self._variables: list[Variable] = []
        self._functions: list[Function] = []
        self._aliases: list[tuple[Name, Name]] = []

    # module := version target address_size? item*
    def module(self) -> Module:
        """The whole text."""
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
        self._aliases.append((alias, self.name("the function that it stands for")))
        self.expect(";")

    def _aliased(self, alias: Name, aliasee: Name) -> Function:
        for function in self._functions:
            if function.name == aliasee.text and function.body is not None:
                return replace(function, name=alias.text, position=alias.position)
        raise self.error(f"no function {aliasee.text} for its alias", aliasee.position)

    # annotation := file | loc | section | pragma
    def _annotation(self) -> bool:
        """Step over what is no code; False where something else comes."""
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
        """Where the line was inlined, if only a comment tells: so in Triton's PTX, whose debugging
        sections say it for tools.
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
        found = [(name, int(number)) for number, name in _FILE.findall(self._source)]
        names = [name for name, _ in found]
        return {name: number for name, number in found if names.count(name) == 1}

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
        found: dict[str, tuple[int, ...]] = {}
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
            found[name] = tuple(values)
        return found

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
        kind, text = self.kinds[self.index], self.texts[self.index]
        if kind == WORD:
            if self.texts[self.index + 1] == ":":
                into.append(self._label())
            else:
                into.append(self._instruction(None))
        elif kind == DIRECTIVE:
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
