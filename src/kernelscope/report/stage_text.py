"""Stages as coloured words: the same few kinds for every language, in a terminal and in HTML.

Pygments reads Python and CUDA C++. It does not know TTIR and SASS, so for those, LLVM IR and PTX
one regular expression finds the kind of each word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from pygments.lexers import get_lexer_by_name
from pygments.token import Token
from rich.text import Text

KINDS = ("comment", "string", "number", "keyword", "name", "type", "operation", "label")
_STYLES = {
    "comment": "dim",
    "string": "green",
    "number": "cyan",
    "keyword": "magenta",
    "name": "default",
    "type": "yellow",
    "operation": "bold blue",
    "label": "bold magenta",
}
Word = tuple[str, str]
"""(one of `KINDS`, or "" for the rest; the word)"""

_WORDS = re.compile(
    r"""
    (?P<comment>//.*|;(?=\s).*|(?<![\w)\]])\#\s.*|/\*.*?\*/|loc\(.*?\)+(?=\s*[,)\]}{:]|\s*$))
  | (?P<string>"(?:[^"\\]|\\.)*")
  | (?P<label>^\s*[$.\w]+:(?!:)|\^\w+|\$\w+|`\([.\w]+\))
  | (?P<name>[%@!][\w.$]+|\b(?:U?R|UP|P)\d+\b|\bU?RZ\b|\bU?PT\b|\bSR_[\w.]+|\#\w+)
  | (?P<type>!?\btt(?:g)?\.ptr\b|\b(?:tensor|ptr|bf16|float|double|half)\b|\b[uisfb]\d+(?:x\d+)?\b)
  | (?P<number>\b0[xfd][0-9A-Fa-f]+\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)
  | (?P<operation>\b(?:tt|ttg|ttng|arith|math|scf|cf|gpu|nvvm|llvm|cp|ld|st|mma|wgmma)\.[\w.:]+
      |\b[A-Z][A-Z0-9]+[A-Z0-9.]*\b|\b[a-z]\w*(?:\.[\w:]+)+)
  | (?P<keyword>\.[a-z]\w*|\b(?:module|define|declare|call|tail|attributes|func|return|ret|load|
      store|getelementptr|add|sub|mul|fadd|fsub|fmul|icmp|fcmp|select|br|phi|bitcast|zext|sext|trunc|
      extractvalue|insertvalue|if|else|iter_args|step|to)\b)
  | (?P<plain>[^\W\d]\w*|\s+|.)
    """,
    re.X,
)
_PYGMENTS: tuple[tuple[Any, str], ...] = (
    (Token.Comment, "comment"),
    (Token.Literal.String, "string"),
    (Token.Literal.Number, "number"),
    (Token.Keyword.Type, "type"),
    (Token.Keyword, "keyword"),
    (Token.Operator.Word, "keyword"),
    (Token.Name.Builtin, "type"),
    (Token.Name.Decorator, "label"),
    (Token.Name.Function, "operation"),
)


def coloured(text: str, language: str) -> list[list[Word]]:
    """Return the lines of a stage, each as words of one kind; joined, they are the line."""
    if language in ("python", "cuda"):
        return _by_pygments(text, language)
    return [[*_joined(_words(line))] for line in text.splitlines()]


def _words(line: str) -> Iterator[Word]:
    for match in _WORDS.finditer(line):
        word_kind = match.lastgroup or ""
        yield ("" if word_kind == "plain" else word_kind), match.group()


def _joined(words: Iterator[Word]) -> Iterator[Word]:
    """Return the words with neighbours of one kind joined."""
    word_kind = ""
    text = ""
    for next_kind, word in words:
        if next_kind != word_kind:
            if text:
                yield word_kind, text
            word_kind, text = next_kind, ""
        text += word
    if text:
        yield word_kind, text


@cache
def _lexer(language: str) -> Any:
    return get_lexer_by_name("cuda" if language == "cuda" else "python", stripnl=False)


def _by_pygments(text: str, language: str) -> list[list[Word]]:
    lines: list[list[Word]] = [[]]
    for token, value in _lexer(language).get_tokens(text):
        word_kind = next((own for root, own in _PYGMENTS if token in root), "")
        for number, piece in enumerate(value.split("\n")):
            if number:
                lines.append([])
            if piece:
                lines[-1].append((word_kind, piece))
    wanted = len(text.splitlines())
    return [[*_joined(iter(line))] for line in lines[:wanted]]


def styled(words: Sequence[Word], dim: bool = False) -> Text:
    """Return the words of one line in their colours; `dim` for all of them if there is none."""
    line = Text(style="dim" if dim else "")
    for word_kind, word in words:
        line.append(word, None if dim else _STYLES.get(word_kind))
    return line
