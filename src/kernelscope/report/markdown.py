"""Terminal views as Markdown for an issue or a pull request: the same texts and tables.

In: a rich renderable. Out: GitHub's Markdown, without colours and without box drawing. A text alone
is a paragraph, texts below each other are a list, a table is a table, and what depends on its
columns is code. What is long is folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kernelscope.report.markup import runs
from kernelscope.report.tables import plain

WIDTH = 120  # columns: views show more if there is room
_MOST = 25  # rows of a table or items of a list that is not folded
_MOST_CODE = 30  # lines
_ALIGNED = re.compile(r"\S {3,}\S")  # "triton   0.510 ms   98.3 %"
# What would be a mark of Markdown or HTML. An underscore inside a word is none: `num_warps`.
_MARK = re.compile(r"[\\*<~`]|&(?=#?\w+;)|(?<![^\W_])_|_(?![^\W_])|\](?=[(\[:])")
_START = re.compile(r"(\d*)(>|[#+.)-](?=\s|$))")  # "1. ", "+ ", "# "
_REFERENCE = re.compile(r"(?<!\w)([#@])(?=\w)")  # "#1" would lead to the first issue


def text(view: RenderableType) -> str:
    """Return a view as Markdown."""
    return "\n\n".join(_blocks(view)) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> str:
    """Return a table of cells that are Markdown already; `right`: the columns of numbers."""
    numbers = {*right}
    rule = ["---:" if place in numbers else "---" for place in range(len(heads))]
    lines = [[cell.replace("|", r"\|") for cell in row] for row in (heads, rule, *rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def escaped(words: str) -> str:
    """Return text, in one line, that Markdown shows as it is; code stays between backticks."""
    return _flat(_unmarked(words))


def code(words: str) -> str:
    """Return code within a line; a backtick in it becomes an apostrophe."""
    return f"`{words.replace('`', chr(39))}`" if words.strip() else ""


def _unmarked(words: str) -> str:
    parts = words.split("`")
    if len(parts) % 2 == 0:  # a backtick that nothing closes
        parts = [words]
    pieces = (code(p) if n % 2 else _MARK.sub(r"\\\g<0>", p) for n, p in enumerate(parts))
    return "".join(pieces)


def _flat(words: str) -> str:
    return _REFERENCE.sub(r"\1<!-- -->", " ".join(words.split()))


def _line(words: str) -> str:
    """Return marked words in one line whose beginning is not a list, a quotation or a heading."""
    flat = _flat(words)
    start = _START.match(flat)
    return f"{start[1]}\\{flat[len(start[1]) :]}" if start else flat


@dataclass(frozen=True, slots=True)
class _Line:
    """A text with the blanks before it; `is_code`: a terminal does not break it."""

    indent: int
    text: Text
    is_code: bool = False

    @property
    def whole(self) -> str:
        return " " * self.indent + self.text.plain.rstrip()


def _parts(view: RenderableType, indent: int = 0) -> Iterator[_Line | Table | None]:
    """Yield the lines and tables of a view, and None where it has an empty line."""
    match view:
        case Group():
            for part in view.renderables:
                yield from _parts(part, indent)
        case Padding():
            yield from _parts(view.renderable, indent + view.left)
        case Table():
            yield view
        case str():
            yield from _parts(Text.from_markup(view), indent)
        case Text(no_wrap=True):
            yield _Line(indent, view, is_code=True)
        case Text():
            for line in view.split(allow_blank=True):
                yield _Line(indent, line) if line.plain.strip() else None
        case _:
            for line in plain(view, WIDTH).splitlines():
                yield _Line(indent, Text(line), is_code=True)


def _blocks(view: RenderableType) -> Iterator[str]:
    for kind_of_part, group in groupby(_parts(view), type):
        if kind_of_part is _Line:
            yield _lines([part for part in group if isinstance(part, _Line)])
        else:
            yield from (_table(part) for part in group if isinstance(part, Table))


def _lines(lines: Sequence[_Line]) -> str:
    """Return lines without an empty one between them."""
    if all(line.is_code for line in lines) or any(_ALIGNED.search(line.whole) for line in lines):
        return _fence("\n".join(line.whole for line in lines))
    if len(lines) == 1:
        return _line(_words(lines[0].text))
    return _folded(_list(lines), len(lines), _MOST, "lines")


def _list(lines: Sequence[_Line]) -> str:
    """Return lines as a list whose levels are their indents; code is below what it belongs to."""
    levels: list[int] = []
    made: list[str] = []
    for is_code, group in groupby(lines, key=lambda line: line.is_code):
        if is_code:
            margin = "  " * len(levels)
            body = _fence("\n".join(line.whole.strip() for line in group), most=None)
            made += [margin + line for line in body.splitlines()]
            continue
        for line in group:
            content = line.whole.lstrip()
            indent = len(line.whole) - len(content)
            while levels and levels[-1] >= indent:
                levels.pop()
            item = _line(_words(line.text)).removeprefix(r"\- ")
            made.append(f"{'  ' * len(levels)}- {item}")
            levels.append(indent)
    return "\n".join(made)


def _table(view: Table) -> str:
    columns = view.columns
    heads = [_flat(_words(column.header)) if view.show_header else "" for column in columns]
    cells = [[_cell(cell) for cell in column.cells] for column in columns]
    right = [place for place, column in enumerate(columns) if column.justify == "right"]
    rows = [*zip(*cells, strict=True)]
    return _folded(table(heads, rows, right), len(rows), _MOST, "rows")


def _cell(view: RenderableType) -> str:
    """Return a cell, whose blanks before its words stay."""
    words = _words(view)
    indent = len(words) - len(words.lstrip())
    return "&emsp;" * (indent // 2) + _flat(words)


def _words(view: RenderableType) -> str:
    """Return the words of a text with their bold parts marked."""
    match view:
        case Padding():
            return " " * view.left + _words(view.renderable)
        case str() | Text():
            return "".join(_marked(words, bold) for words, bold in _bold_runs(view))
        case _:
            return _unmarked(plain(view, WIDTH).rstrip())


def _bold_runs(view: str | Text) -> Iterator[tuple[str, bool]]:
    for words, style in runs(view):
        yield words, bool(style and style.bold)


def _marked(words: str, bold: bool) -> str:
    inner = words.strip()
    if not bold or not inner:
        return _unmarked(words)
    return words.replace(inner, f"**{_unmarked(inner)}**")


def _fence(lines: str, most: int | None = _MOST_CODE) -> str:
    longest = max((len(run) for run in re.findall("`+", lines)), default=0)
    marks = "`" * max(3, longest + 1)
    count = lines.count("\n") + 1
    return _folded(f"{marks}\n{lines}\n{marks}", count, most or count, "lines")


def _folded(body: str, count: int, most: int, what: str) -> str:
    if count <= most:
        return body
    return f"<details><summary>{count} {what}</summary>\n\n{body}\n\n</details>"
