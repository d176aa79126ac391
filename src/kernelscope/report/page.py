"""Pages and parts of notebooks: the style and the frame that all share, and the views in them.

Every page is one file of less than 1 MB that loads nothing and follows the reader's light or dark
system. A fragment is the part of a page that a notebook shows below a cell: no script runs there.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup
from rich.console import RenderableType

from kernelscope.report import markup, svg
from kernelscope.report.drawing import Drawing

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).parent / "templates"


_PLAIN = 400_000  # bytes; the content of a larger page is compressed, to about an eighth


@dataclass(frozen=True, slots=True)
class File:
    """A file next to a page: its content in a few words, and the tool that opens it."""

    name: str
    content: str = ""
    tool: str = ""
    address: str = ""

    @property
    def link(self) -> str:
        """The file's address, relative to the page."""
        return quote(self.name)


# By the end of a file's name.
_CONTENTS = {
    ".trace.json": ("Chrome trace", "Perfetto", "https://ui.perfetto.dev"),
    ".stacks.txt": ("host time by stack", "speedscope", "https://www.speedscope.app"),
    ".stacks.svg": ("flame graph", "", ""),
    ".timeline.svg": ("timeline", "", ""),
    ".json": ("the record; `kernelscope report` draws it again", "", ""),
    ".csv": ("values for a spreadsheet", "", ""),
    ".txt": ("the table as text", "", ""),
    ".cu": ("the kernels as CUDA C", "", ""),
    ".png": ("picture", "", ""),
}


def file_next_to_it(name: str) -> File:
    """Return what is known of a file by its name."""
    ending = next((ending for ending in _CONTENTS if name.endswith(ending)), None)
    return File(name, *_CONTENTS[ending]) if ending else File(name)


@dataclass(frozen=True, slots=True)
class Made:
    """The command that made a page's record, when, and the files that are next to the page."""

    command: str = ""
    created: str = ""
    files: tuple[File, ...] = ()


UNKNOWN = Made()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page.

    `view`: what a terminal shows: texts become paragraphs, tables become tables. `drawing`: a
    picture; if it can be zoomed, with buttons and a search above it. `note`: small print below.
    """

    title: str = ""
    view: RenderableType | None = None
    drawing: Drawing | None = None
    note: str = ""


@cache
def _environment() -> Environment:
    """Return the environment of the templates, which escapes every text."""
    # Every result can become a page, and few do.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters.update({"packed": _packed, "html": markup.html, "element": _element})
    return made


def _element(drawing: Drawing) -> Markup:
    return Markup(svg.element(drawing))


def _packed(content: str) -> str:
    """Return the content of a page compressed, as letters; "" if it is small."""
    data = content.encode()
    if len(data) <= _PLAIN:
        return ""
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


def render(
    template: str,
    made: Made,
    *,
    styles: Sequence[str] = ("report",),
    scripts: Sequence[str] = ("report",),
    **values: Any,
) -> str:
    """Return a page of a template that extends `base.html.j2`, with its style and its scripts."""
    values |= {"css": _style(*styles), "script": _script(*scripts), "made": made, "still": False}
    template_of_page = _environment().get_template(template)
    return template_of_page.render(unpack=Markup(_files("unpack.js")), **values)


def render_fragment(
    template: str,
    *,
    styles: Sequence[str] = ("report",),
    **values: Any,
) -> str:
    """Return the part of a notebook that a template which extends `fragment.html.j2` makes.

    Its style holds for this part alone, and has precedence over the notebook's: an identifier
    counts more than any classes.
    """
    css = str(_style(*styles)) + _files("fragment.css")
    css = css.replace(":root", "&").replace("body {", "& {")
    scoped = Markup(f".kernelscope,#kernelscope{{{css}}}")
    return _environment().get_template(template).render(css=scoped, still=True, **values)


def _style(*names: str) -> Markup:
    """Return the CSS of a page: the drawings', the theme of all pages, and that of each name."""
    return Markup(svg.page_style() + _files("theme.css", *(f"{name}.css" for name in names)))


def _script(*names: str) -> Markup:
    """Return the JavaScript of a page: the theme's button, and that of each name."""
    return Markup(_files("theme.js", *(f"{name}.js" for name in names)))


def _files(*names: str) -> str:
    return "".join((_TEMPLATES / name).read_text(encoding="utf-8") for name in names)


def to_html(
    kind: str,
    title: str,
    device: str,
    sections: Sequence[Section],
    *,
    lead: str = "",
    made: Made = UNKNOWN,
) -> str:
    """Return one self-contained page, with the device at the top right.

    `kind`: the command that made the record; `lead`: the answer in one sentence, above the parts.
    """
    return render(
        "page.html.j2",
        made,
        scripts=("report", "zoom"),
        kind=kind,
        title=title,
        device=device,
        sections=sections,
        lead=lead,
    )


def fragment(title: str, device: str, sections: Sequence[Section], *, lead: str = "") -> str:
    """Return the same parts for a notebook, where drawings cannot be zoomed."""
    return render_fragment(
        "fragment.html.j2", title=title, device=device, sections=sections, lead=lead
    )
