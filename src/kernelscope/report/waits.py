"""Views of the simulated SM: issue slots, hits, and the lines at which warps wait."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from kernelscope.hardware.known_error import PARTS
from kernelscope.profiling.counters import sections as at
from kernelscope.record import LineStalls, SMActivity
from kernelscope.record.names import short_place
from kernelscope.report import cells, tables

_LINES_SHOWN = 8
_REASONS_SHOWN = 3
_LEAST = 0.005  # of all cycles: 0.3 % of them tell nobody where to look
_LEAST_WAIT = 0.001
_ISSUED = "selected"

Waits = tuple[str, str, str, str]
"""Place, its share of the warps' cycles, of which instructions were issued, and the reasons."""


def summary(activity: SMActivity) -> str:
    """Return issue slots and hit rates, each with its mean error in points."""
    figures = {
        "issue slots used": (activity.issue_active, at.ISSUE),
        "hits in L1": (activity.l1_hit_rate, at.L1_HITS),
        "in L2": (activity.l2_hit_rate, at.L2_HITS),
    }
    shown = [
        f"{label} {_percent(share)} ({PARTS[metric].mean:.0f} points)"
        for label, (share, metric) in figures.items()
        if share is not None
    ]
    return f"{', '.join(shown)}: estimated, with L2 empty before; in brackets the mean error"


def legend() -> str:
    """Return how far off the waits are."""
    errors = [PARTS[name].mean for name in at.STALLS if name in PARTS]
    least, most = (f"{100 * error:.0f}" for error in (min(errors), max(errors)))
    return (
        f"where warps wait: estimated, of all warps' cycles; a reason is {least} to {most} % of "
        "the cycles off on average (docs/time.md)"
    )


def errors() -> str:
    """Return how far off the figures of a simulated SM are, but for the waits."""
    labels = {name: label for rows in at.SECTIONS.values() for name, label in rows.items()}
    shown = [
        f"{labels[name]} {error.mean:.0f} points"
        if name.endswith(("pct", "active"))
        else f"{labels[name]} {error.mean:.0%}"
        for name, error in PARTS.items()
        if name not in at.STALLS
    ]
    return f"off on average, of one simulated SM: {', '.join(shown)}"


def rows(lines: Sequence[LineStalls]) -> list[Waits]:
    """Return the lines at which warps spend the most cycles, the most first."""
    by_cycles = sorted(lines, key=lambda line: (-sum(line.cycles.values()), line.source))
    return [
        (
            short_place(line.source) if line.source else "(no line)",
            _percent(whole),
            _percent(line.cycles.get(_ISSUED, 0.0)),
            _reasons(line),
        )
        for line in by_cycles[:_LINES_SHOWN]
        if (whole := sum(line.cycles.values())) >= _LEAST
    ]


def table(lines: Sequence[LineStalls]) -> Table:
    """Return these lines as a table."""
    tag = cells.TAG["estimated"]
    figures = tables.figures(f"cycles {tag}", f"issued {tag}")
    shown = tables.grid(tables.names("line", 24), *figures, "waits for")
    for place, cycles, issued, reasons in rows(lines):
        shown.add_row(place, cycles, issued, Text(reasons))
    return shown


def _reasons(line: LineStalls) -> str:
    shares = line.cycles.items()
    waits = [(name, share) for name, share in shares if name != _ISSUED and share >= _LEAST_WAIT]
    waits.sort(key=lambda wait: (-wait[1], wait[0]))
    shown = [f"{name} {_percent(share)}" for name, share in waits[:_REASONS_SHOWN]]
    return ", ".join(shown)


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
