"""What a rule is: a name, a threshold with its source, what it needs, and how it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from kernelscope.diagnose.evidence import Evidence
from kernelscope.record import Finding

_PAGES = Path(__file__).parent / "pages"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of diagnosis; `docs/rules/NAME.md` is its page.

    Attributes:
        name: as findings carry it.
        threshold: when it fires, in words.
        source: where the threshold comes from.
        needs: what must be known for it to say anything: "counters", "operators", "spans" …
        find: what it finds; nothing where what it needs is missing.
    """

    name: str
    threshold: str
    source: str
    needs: str
    find: Callable[[Evidence], Iterable[Finding]]

    @property
    def page(self) -> str:
        """Its page as Markdown; `pages` leads to `docs/rules` and is part of what is installed."""
        return (_PAGES / f"{self.name}.md").read_text(encoding="utf-8")


NCU = "Nsight Compute's rule"
OWN = "our own; docs/rules says why"
