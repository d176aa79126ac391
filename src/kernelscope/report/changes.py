"""Two records compared, for a terminal and a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from kernelscope.record import ChangeVerdict, FigureChange, RecordChanges

_TITLES: dict[ChangeVerdict, tuple[str, str, str]] = {
    "worse": ("Worse", "✗", "red"),
    "cannot tell": ("Cannot be told apart", "?", "yellow"),
    "better": ("Better", "✓", "green"),
}


def headline(record: RecordChanges) -> str:
    """Return how many of the figures got worse, in one sentence."""
    counts = {v: sum(change.verdict == v for change in record.changes) for v in _TITLES}
    held = f"{record.figures} figures compared, with the limits {record.limits}"
    if not any(counts.values()):
        return f"nothing changed beyond its limit: {held}"
    words = [f"{n} {title.lower()}" for v, (title, _, _) in _TITLES.items() if (n := counts[v])]
    return f"{', '.join(words)}: {held}"


def renderable(record: RecordChanges) -> RenderableType:
    """Return the headline and a line for each change, the regressions first."""
    parts: list[RenderableType] = [
        Text(f"{record.subject} on {record.gpu}".removesuffix(" on "), "bold"),
        Text(f"{record.a} → {record.b}", "dim"),
        Text(headline(record)),
    ]
    parts += all_lines(record.changes)
    parts += [Text(f"note: {note}", "dim") for note in record.notes]
    return Group(*parts)


def sections(record: RecordChanges) -> Iterator[tuple[str, RenderableType]]:
    """Yield (title, lines) for each verdict that a figure has, then the notes."""
    for verdict, (title, _, _) in _TITLES.items():
        own = lines(record.changes, verdict)
        if own:
            yield title, Group(*own)
    if record.notes:
        yield "Versions", Group(*(Text(note) for note in record.notes))


def lines(changes: Sequence[FigureChange], verdict: ChangeVerdict) -> list[Text]:
    """Return a line for each change of this verdict."""
    _, sign, colour = _TITLES[verdict]
    return [Text.assemble((f"{sign} ", colour), c.text) for c in changes if c.verdict == verdict]


def all_lines(changes: Sequence[FigureChange]) -> list[Text]:
    """Return a line for each change, the regressions first."""
    return [line for verdict in _TITLES for line in lines(changes, verdict)]
