"""Pages: the style and the frame that all share, and a page made of the views of a terminal.

Every page is one file that loads nothing and follows the reader's light or dark system.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup
from rich.console import RenderableType

from kernelscope.report import markup, svg
from kernelscope.report.drawing import Drawing

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = Path(__file__).parent / "templates"


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


def environment(**filters: Callable[..., object]) -> Environment:
    """Return the environment of the templates, with these filters; it escapes every text."""
    # Every result can become a page, and few do.
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.filters.update(filters)
    return made


def style(name: str) -> Markup:
    """Return the CSS of a page: the drawings', the theme of all pages, and that of `name`."""
    return Markup(svg.page_style() + _files("theme.css", f"{name}.css"))


def script(*names: str) -> Markup:
    """Return the JavaScript of a page: the theme's button, and that of each name."""
    return Markup(_files("theme.js", *(f"{name}.js" for name in names)))


def _files(*names: str) -> str:
    return "".join((_TEMPLATES / name).read_text() for name in names)


def to_html(
    kind: str, title: str, device: str, sections: Sequence[Section], *, lead: str = ""
) -> str:
    """Return one self-contained page, with the device at the top right.

    `kind`: the command that made the record; `lead`: the answer in one sentence, above the parts.
    """
    filters = {"html": markup.html, "element": lambda drawn: Markup(svg.element(drawn))}
    return (
        environment(**filters)
        .get_template("page.html.j2")
        .render(
            kind=kind,
            title=title,
            device=device,
            sections=sections,
            lead=lead,
            css=style("report"),
            script=script("report", "zoom"),
        )
    )
