"""Shared parts of terminal views: tables without lines, and a view as plain text."""

from __future__ import annotations

import io
from collections.abc import Mapping

from rich.console import Console, RenderableType
from rich.table import Column, Table
from rich.text import Text


def grid(*columns: Column | str, gap: int = 2, head: str = "bold dim") -> Table:
    """Return an empty table without lines, with `gap` blanks after each column.

    head: the style of the headings.
    """
    return Table(*columns, box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style=head)


def figures(*headings: str) -> list[Column]:
    """Return columns of numbers."""
    return [Column(heading, justify="right", no_wrap=True) for heading in headings]


def names(heading: str, width: int | None = None) -> Column:
    """Return a column of names; one that is wider than `width` is cut."""
    if width is None:
        return Column(heading, no_wrap=True)
    return Column(heading, no_wrap=True, overflow="ellipsis", max_width=width)


def fitted(name: str, words: str, width: int) -> str:
    """Return a name with the words that tell it from others, which stay if it has to be cut."""
    room = width - len(words) - 1
    if not words or len(name) <= room + 1 or room < _LEAST_NAME:
        return name + words
    return f"{name[:room]}…{words}"


_LEAST_NAME = 4


def heading(
    name: str, device: str, case: Mapping[str, object] | None = None, *, on: str = "on"
) -> Text:
    """Return the heading of a run: subject, case and device, "gelu  n=4096  on virtual:h200"."""
    axes = "  ".join(f"{axis}={value}" for axis, value in (case or {}).items())
    return Text.assemble((f"{name}  {axes}".rstrip(), "bold"), (f"  {on} ", "dim"), device)


def plain(view: RenderableType, width: int = 80, *, crop: bool = True) -> str:
    """Return a view as plain text of at most `width` columns if its words allow.

    crop: whether what rich cannot break, such as a line of code, ends at `width`.
    """
    stream = io.StringIO()
    # In Jupyter rich would display it, and with FORCE_COLOR write escapes.
    console = Console(
        file=stream,
        width=width,
        no_color=True,
        highlight=False,
        force_jupyter=False,
        force_terminal=False,
    )
    console.print(view, crop=crop)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"
