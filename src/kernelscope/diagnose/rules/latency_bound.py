"""latency-bound: most of the time nothing is busy, because warps wait for earlier results."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.limits import BUSY, named
from kernelscope.diagnose.rule import NCU, Rule
from kernelscope.record import Finding

_OWN = "use more warps at once, or more independent work per thread"
_LIBRARY = "neither bytes nor a matrix product limit PyTorch's kernels: other kernels may be faster"


def _find(evidence: Evidence) -> Iterable[Finding]:
    own = bool(evidence.own_launches)
    return named(evidence, "latency", _OWN if own else _LIBRARY)


RULE = Rule(
    "latency-bound",
    threshold="dependent instructions and loads outlast every throughput (measured: both under "
    "60 % of their peaks)",
    source=f"{NCU} (speed of light)",
    needs="launches or operators with times",
    find=_find,
    numbers={"60 %": BUSY},
)
