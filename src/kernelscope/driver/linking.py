"""Several PTX texts linked into one, as CUDA's linker links relocatable code.

A name that is `.visible` in one text is what the others' `.extern` declarations mean. Of `.weak`
and `.common` definitions the first counts. A name without linkage belongs to its text alone, and
gets another one if another text has it, too (PTX ISA, "Linking Directives").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from kernelscope.errors import PtxError
from kernelscope.vgpu.ptx.lexer import DIRECTIVE, END, NUMBER, STRING, WORD, Cursor

_HEADER = (".version", ".target", ".address_size")
_LINKAGES = (".visible", ".extern", ".weak", ".common")
_FUNCTIONS = (".func", ".entry")
_BRACKETS = {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}
_DEBUG_NAME = re.compile(r"\$L__info_string\d+")


@dataclass(frozen=True, slots=True)
class _Item:
    """A directive or declaration of a text.

    Attributes:
        directive: its first one behind the linkage: `.func`, `.global`, `.file`.
        names: that it declares.
        text: all of it.
        head: of a function: what stands before its body.
    """

    linkage: str
    directive: str
    names: tuple[str, ...]
    text: str
    head: str = ""

    @property
    def is_function(self) -> bool:
        return self.directive in _FUNCTIONS

    @property
    def is_definition(self) -> bool:
        return bool(self.names) and self.linkage != ".extern" and self.head != self.text


def linked(texts: Sequence[str]) -> str:
    """Return the texts as one.

    Raises:
        PtxError: a text is malformed, or two define one name.
    """
    if len(texts) == 1:
        return texts[0]
    parts = [_Text(text) for text in texts]
    uses = Counter(name for part in parts for name in part.top_level)
    first_file, items = 0, list[_Item]()
    for number, part in enumerate(parts):
        clashing = {name for name in part.local if uses[name] > 1}
        items += part.items(f"__{number}", clashing, first_file)
        first_file += part.last_file
    return "\n".join([*_header(items), *_declared(items)]) + "\n"


def undefined(text: str, known: Collection[str]) -> list[str]:
    """Return the names that a linked text declares and nothing defines.

    known: functions that the GPU brings itself.
    """
    items = [*_Text(text).items("", set(), 0)]
    defined = {name for item in items if item.is_definition for name in item.names}
    wanted = (i for i in items if i.linkage == ".extern" and i.directive != ".shared")
    return [n for item in wanted for n in item.names if n not in defined and n not in known]


def _header(items: Sequence[_Item]) -> Iterator[str]:
    for directive in _HEADER:
        written = [item.text for item in items if item.directive == directive]
        # The newest; `debug` asks for sections, which are the parts' own.
        newest = max(written, key=lambda t: [int(n) for n in re.findall(r"\d+", t)])
        yield newest.partition(",")[0]


def _declared(items: Sequence[_Item]) -> Iterator[str]:
    defined: dict[str, _Item] = {}
    for item in items:
        for name in item.names if item.is_definition else ():
            before = defined.setdefault(name, item)
            if before is not item and before.linkage == item.linkage == ".visible":
                raise PtxError(f"`{name}` is defined in two of the linked files")
            if before.linkage in (".weak", ".common") and item.linkage == ".visible":
                defined[name] = item
    kept = {id(item) for item in defined.values()}
    outside = {i.names: i for i in items if i.names and not any(n in defined for n in i.names)}
    yield from (item.text for item in items if item.directive == ".file")
    yield from (item.text for item in outside.values())
    for item in items:
        if item.directive == ".func" and id(item) in kept:
            yield f"{item.head};"
    for is_function in (False, True):
        for item in items:
            if id(item) in kept and item.is_function == is_function:
                yield item.text
    yield from (i.text for i in items if i.directive in (".alias", ".section", ".pragma"))


class _Text(Cursor):
    """One text's tokens, in items."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._lengths = [len(token) for token in self.texts]
        self._spans = [*self._split()]
        declared = [self._described(*span) for span in self._spans]
        self.top_level = {name for item in declared for name in item.names}
        self.local = {n for i in declared if not i.linkage and i.is_definition for n in i.names}
        self.last_file = max(
            (int(self.texts[b + 1]) for b, _ in self._spans if self.texts[b] == ".file"), default=0
        )

    def items(self, suffix: str, clashing: set[str], first_file: int) -> Iterator[_Item]:
        """Return its items as they stand in the whole: names and the files' numbers are unique."""
        for begin, end in self._spans:
            if self.texts[begin] == ".section" and self.texts[begin + 1] != ".debug_str":
                continue  # of a debugger, with offsets into this text's other sections
            for index in range(begin, end):
                word = self.texts[index]
                if word in clashing or _DEBUG_NAME.fullmatch(word):
                    self.texts[index] = word + suffix
                elif word in (".file", ".loc", "inlined_at") and self.kinds[index + 1] == NUMBER:
                    self.texts[index + 1] = str(int(self.texts[index + 1]) + first_file)
            yield self._described(begin, end)

    def _split(self) -> Iterator[tuple[int, int]]:
        """Return where each item begins and ends."""
        begin = 0
        while self.kinds[begin] != END:
            if self.kinds[begin] != DIRECTIVE:
                self.index = begin
                raise self.expected("a directive")
            end = self._end(begin)
            yield begin, end
            begin = end

    def _end(self, begin: int) -> int:
        of_a_line = self.texts[begin] in (*_HEADER, ".file", ".loc")
        has_body = self._directive(begin) in (*_FUNCTIONS, ".section")
        depth, index = 0, begin + 1
        while self.kinds[index] != END:
            text = self.texts[index]
            depth += _BRACKETS.get(text, 0) if self.kinds[index] != STRING else 0
            if of_a_line and self.kinds[index] == DIRECTIVE:
                return index
            index += 1
            if not of_a_line and not depth and (text == ";" or (text == "}" and has_body)):
                return index
        return index

    def _directive(self, begin: int) -> str:
        return self.texts[begin + 1 if self.texts[begin] in _LINKAGES else begin]

    def _described(self, begin: int, end: int) -> _Item:
        linkage = self.texts[begin] if self.texts[begin] in _LINKAGES else ""
        directive = self._directive(begin)
        is_function = directive in _FUNCTIONS
        names, depth, body = list[str](), 0, end
        if linkage or is_function or directive in (".global", ".const", ".shared"):
            for index in range(begin, end):
                text, previous = self.texts[index], self.texts[index - 1]
                depth += _BRACKETS.get(text, 0)
                if text == "{" and is_function:
                    body = index
                    break
                is_name = self.kinds[index] == WORD and not depth
                follows = is_function or self.kinds[index - 1] in (DIRECTIVE, NUMBER)
                if is_name and (follows or previous == ",") and not (is_function and names):
                    names.append(text)
        head = self._written(begin, body) if is_function else ""
        return _Item(linkage, directive, tuple(names), self._written(begin, end), head)

    def _written(self, begin: int, end: int) -> str:
        """Return the text of tokens, with those that have changed."""
        pieces, at = list[str](), self._offsets[begin]
        for index in range(begin, end):
            pieces += [self._source[at : self._offsets[index]], self.texts[index]]
            at = self._offsets[index] + self._lengths[index]
        return "".join(pieces)
