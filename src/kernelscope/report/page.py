"""A page for every kind of result: its table as text, and its pictures, in the shared style."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

_TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page.

    Attributes:
        title: its heading; "" for none.
        text: shown in columns of equal width, as a terminal shows it; "" for none.
        picture: an SVG file, with its own colours for light and dark; empty for none.
    """

    title: str = ""
    text: str = ""
    picture: bytes = b""

    @property
    def source(self) -> str:
        """The picture as a data URL: its styles stay inside it, and its scripts never run."""
        return f"data:image/svg+xml;base64,{base64.b64encode(self.picture).decode()}"


def to_html(kind: str, title: str, device: str, sections: Sequence[Section]) -> str:
    """Return one self-contained page that follows the reader's light or dark theme.

    Args:
        kind: the command that made the record.
        title: the subject as typed.
        device: shown at the top right; "" for none.
        sections: the parts, in their order; every text in them is escaped.
    """
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("page.html.j2").render(
        kind=kind,
        title=title,
        device=device,
        sections=sections,
        css=Markup((_TEMPLATES / "report.css").read_text()),
        script=Markup((_TEMPLATES / "report.js").read_text()),
    )
