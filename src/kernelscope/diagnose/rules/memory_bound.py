"""memory-bound: most of the time is spent moving bytes."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.limits import AT_LIMIT, BUSY, FEWEST_BYTES, SAVES, named
from kernelscope.diagnose.rule import NCU, Rule
from kernelscope.record import Finding

_FEWER = (
    "move fewer bytes: fuse operations, use narrower types (bf16), or load once what is used "
    "several times"
)
_ON_CHIP = "less traffic in L1 and shared memory: wider accesses, larger tiles in registers"
_OUTSIDE = "it moves the fewest bytes: fuse it with what is before or after it, or larger cases"


def _find(evidence: Evidence) -> Iterable[Finding]:
    ratio = evidence.bytes.ratio if evidence.bytes is not None else None
    fewest = ratio is not None and ratio <= FEWEST_BYTES
    bounds = {launch.bound for launch in evidence.own_launches}
    if bounds == {"l1"} and not evidence.own_operators:
        return named(evidence, "memory", _ON_CHIP)
    return named(evidence, "memory", _OUTSIDE if fewest else _FEWER)


RULE = Rule(
    "memory-bound",
    threshold="the memory system is the slowest part for most of the time, or what is slower "
    "costs less than 5 % of it; at the limit from 80 % of the ceiling on",
    source=f"{NCU} (speed of light); the 5 % and the 80 % are ours",
    needs="launches or operators with times",
    find=_find,
    numbers={"60 %": BUSY, "5 %": SAVES, "80 %": AT_LIMIT, "1.05 times": FEWEST_BYTES},
)
