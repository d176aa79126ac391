"""memory-bound: most of the time is spent moving bytes."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.limits import BUSY, named
from kernelscope.diagnose.rule import NCU, Rule
from kernelscope.record import Finding


def _find(evidence: Evidence) -> Iterable[Finding]:
    return named(evidence, "memory", "move fewer bytes: fuse, narrower types, reuse on the chip")


RULE = Rule(
    "memory-bound",
    threshold="the memory system is the slowest part for most of the time",
    source=f"{NCU} (speed of light)",
    needs="launches or operators with times",
    find=_find,
    numbers={"60 %": BUSY},
)
