"""Terminal views as HTML: the same texts and tables, laid out by the browser.

In: a rich renderable. Out: a paragraph for each text, a table for each table; what rich alone can
lay out becomes preformatted text.
"""

from __future__ import annotations

import io
from collections.abc import Iterator

from markupsafe import Markup, escape
from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.table import Column, Table
from rich.text import Text

from kernelscope.report.tables import plain

_WIDTH = 120  # columns of preformatted text
_CLASSES = {"red": "wrong", "green": "ok", "yellow": "unavailable"}


def html(view: RenderableType) -> Markup:
    """Return a view as HTML; an empty text parts the paragraphs before it from those after it."""
    return Markup("\n").join(_parts(view))


def _parts(view: RenderableType) -> Iterator[Markup]:
    match view:
        case Group():
            for part in view.renderables:
                yield from _parts(part)
        case Text(no_wrap=True):
            yield Markup('<div class="scroll"><pre>{}</pre></div>').format(_words(view))
        case str() | Text():
            words = _words(view)
            tag = Markup("p") if words else Markup('p class="gap"')
            yield Markup("<{}>{}</p>").format(tag, words)
        case Table():
            yield _table(view)
        case _:
            text = Markup.escape(_plain(view))
            yield Markup('<div class="scroll"><pre>{}</pre></div>').format(text)


def _table(table: Table) -> Markup:
    heads = [_heading(column) for column in table.columns] if table.show_header else []
    cells = [[_tagged("td", c, _words(cell)) for cell in c.cells] for c in table.columns]
    head = Markup("<thead><tr>{}</tr></thead>").format(Markup("").join(heads))
    lines = (Markup("").join(row) for row in zip(*cells, strict=True))
    rows = [Markup("<tr>{}</tr>").format(line) for line in lines]
    return Markup(
        '<div class="scroll"><table class="plain">{}<tbody>{}</tbody></table></div>'
    ).format(
        head if any(column.header for column in table.columns) and heads else "",
        Markup("\n").join(rows),
    )


def _heading(column: Column) -> Markup:
    words = _words(column.header)
    return _tagged("th" if words else "td", column, words)


def _tagged(tag: str, column: Column, words: Markup) -> Markup:
    number = Markup(' class="num"') if column.justify == "right" else Markup("")
    return Markup("<{0}{1}>{2}</{0}>").format(Markup(tag), number, words)


def _words(text: RenderableType) -> Markup:
    """Return a text with its bold, dim and coloured parts marked."""
    if not isinstance(text, str | Text):
        return escape(_plain(text))
    return Markup("").join(_marked(*run) for run in runs(text))


def runs(text: str | Text) -> Iterator[tuple[str, Style | None]]:
    """Yield the parts of a text, each with its style."""
    console = Console(file=io.StringIO())
    whole = console.render_str(text, highlight=False) if isinstance(text, str) else text.copy()
    whole.stylize_before(whole.style)  # the style of the whole, which `render` leaves to a console
    for part in whole.render(console, end=""):
        yield part.text, part.style


def _marked(text: str, style: Style | None) -> Markup:
    if style is None or not text.strip():
        return escape(text)
    tag = Markup("b") if style.bold else Markup("span")
    colour = _CLASSES.get(style.color.name, "") if style.color else ""
    names = f"{colour} {'soft' if style.dim else ''}".strip()
    if not names and not style.bold:
        return escape(text)
    css = Markup(' class="{}"').format(names) if names else Markup("")
    return Markup("<{0}{1}>{2}</{0}>").format(tag, css, text)


def _plain(view: RenderableType) -> str:
    return plain(view, _WIDTH).removesuffix("\n")
