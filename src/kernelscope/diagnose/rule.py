"""A rule: a name, a threshold with its source, the data that it needs, and a function that
finds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kernelscope.diagnose.evidence import Evidence
from kernelscope.record import Finding

_PAGES = Path(__file__).parent / "pages"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of diagnosis; `pages/NAME.md` is its page.

    Attributes:
        name: the name that its findings carry.
        threshold: the condition under which it fires, in words.
        source: the origin of the threshold.
        needs: the data without which it finds nothing: "counters", "operators", "spans" …
        find: returns its findings.
        numbers: each number of the condition: as the page writes it ("10 %"), and the constant
            that the code compares with (0.1). `tests/diagnose/test_thresholds.py` checks that the
            two agree, and that the rule fires on one side of each and is silent on the other.
    """

    name: str
    threshold: str
    source: str
    needs: str
    find: Callable[[Evidence], Iterable[Finding]]
    numbers: Mapping[str, float]

    @property
    def page(self) -> str:
        """The rule's page as Markdown."""
        return (_PAGES / f"{self.name}.md").read_text(encoding="utf-8")


NCU = "Nsight Compute's rule"
OWN = "our own; the page says why"
