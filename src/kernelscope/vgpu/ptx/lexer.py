"""PTX text to tokens, in one pass of one regular expression; and a cursor over them for the parser.

Lexical elements follow the PTX ISA manual, sections 4.3 ("Statements") to 4.5 ("Constants").
"""

from __future__ import annotations

import re
import string
from bisect import bisect_right
from itertools import accumulate

from kernelscope.errors import PtxError
from kernelscope.vgpu.ptx.syntax import Position

# The kinds of tokens, by their first character.
END = 0
WORD = 1  # an identifier with its dotted parts: `%r1`, `%tid.x`, `ld.global.L1::evict_last.b32`
DIRECTIVE = 2  # `.reg`, `.b32`
NUMBER = 3  # `0x1F`, `12U`, `0f3F800000`, `1.5e-3`; its form is checked where its value is taken
STRING = 4
PUNCTUATION = 5
_BAD = 6

_KINDS = {
    "": END,
    '"': STRING,
    ".": DIRECTIVE,
    **dict.fromkeys("-,;:{}[]()@!|+<>=*/&^~?", PUNCTUATION),
    **dict.fromkeys(string.ascii_letters + "_$%", WORD),
    **dict.fromkeys(string.digits, NUMBER),
}

_SPACE = r"\s*(?:(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)\s*)*"
_TOKENS = (
    r"[A-Za-z_$%][\w$]*(?:(?:\.|::)\w+)*",
    r"/\*|<<|>>|<=|>=|==|!=|&&|\|\||[-,;:{}\[\]()@!|+<>=*/&^~?]",
    r"\.[A-Za-z_]\w*(?:::\w+)*",
    r"(?:\d+\.\d*|\.\d+|\d+(?=[eE][-+]?\d))(?:[eE][-+]?\d+)?[\w$]*|\d[\w$]*",
    r'"[^"\n]*"',
    r"\Z",
    r"[\s\S]",
)
_TOKEN = re.compile(f"({_SPACE})({'|'.join(_TOKENS)})", re.ASCII)


def _kind(token: str) -> int:
    if token == "%":
        return PUNCTUATION
    if token in ('"', ".", "$", "/*"):
        return _BAD
    if token[:1] == "." and token[1].isdigit():
        return NUMBER
    return _KINDS.get(token[:1], _BAD)


class Cursor:
    """The tokens of a PTX text and the place that the parser has reached in them."""

    def __init__(self, text: str) -> None:
        self._source = text
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        pairs: list[tuple[str, str]] = _TOKEN.findall(text)
        self.texts = [token for _, token in pairs]
        kinds = {token: _kind(token) for token in set(self.texts)}
        self.kinds = [kinds[token] for token in self.texts]
        ends = accumulate(len(space) + len(token) for space, token in pairs)
        self._offsets = [end - len(token) for end, token in zip(ends, self.texts, strict=True)]
        self.index = 0
        if _BAD in kinds.values():
            self.index = self.kinds.index(_BAD)
            raise self._bad_character()

    def _bad_character(self) -> PtxError:
        start = self._offsets[self.index]
        position = self.position()
        line = self._source[start : start + 40].split("\n")[0]
        if line.startswith("/*"):
            what = "a comment that is never closed: '/*' without '*/'"
        elif line.startswith('"'):
            what = "a string that is never closed"
        else:
            what = f"unexpected character {line[:1]!r}"
        return PtxError(what, position.line, position.column)

    def position(self, index: int | None = None) -> Position:
        """Return line and column of a token, by default of the current one."""
        offset = self._offsets[self.index if index is None else index]
        line = bisect_right(self._line_starts, offset)
        return Position(line, offset - self._line_starts[line - 1] + 1)

    def accept(self, text: str) -> bool:
        """Step over `text` if it comes next."""
        if self.texts[self.index] == text:
            self.index += 1
            return True
        return False

    def expect(self, text: str, context: str = "") -> None:
        """Step over `text`, which must come next; `context` says where it was wanted."""
        if self.texts[self.index] != text:
            raise self.expected(f"'{text}'{context and ' ' + context}")
        self.index += 1

    def take(self, token: int, what: str) -> str:
        """Return the text of the next token, which must be of this kind."""
        if self.kinds[self.index] != token:
            raise self.expected(what)
        self.index += 1
        return self.texts[self.index - 1]

    def expected(self, what: str) -> PtxError:
        """Return the error that `what` was expected at the current token."""
        text = self.texts[self.index]
        actual = f"'{text}'" if self.kinds[self.index] != END else "the end of the text"
        return self.error(f"expected {what}, found {actual}")

    def error(self, message: str, position: Position | None = None) -> PtxError:
        """Return an error at a position, by default the current token's."""
        position = position or self.position()
        return PtxError(message, position.line, position.column)
