"""compute-bound: most of the time is spent in the arithmetic pipes or tensor cores."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.limits import named
from kernelscope.diagnose.rule import NCU, Rule
from kernelscope.record import Finding


def _find(evidence: Evidence) -> Iterable[Finding]:
    return named(
        evidence, "compute", "fewer or cheaper instructions: tensor cores, lower precision"
    )


RULE = Rule(
    "compute-bound",
    threshold="an arithmetic pipe, the tensor cores or instruction issue is the slowest part for "
    "most of the time",
    source=f"{NCU} (speed of light)",
    needs="launches or operators with times",
    find=_find,
    numbers={},
)
