"""compute-bound: most of the time is spent in the arithmetic pipes or tensor cores."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.limits import PRODUCT_SHARE, named
from kernelscope.diagnose.products import in_half_precision, multiplies, on_tensor_cores
from kernelscope.diagnose.rule import NCU, Rule
from kernelscope.record import Finding

_BY_PART = {
    "issue": "use fewer instructions: wider loads and stores, less arithmetic on indices",
    "xu": "fewer or cheaper functions: exp2 for exp, approximations",
    "fp64": "float32, if it is accurate enough",
}


def _find(evidence: Evidence) -> Iterable[Finding]:
    return named(evidence, "compute", _advice(evidence))


def _advice(evidence: Evidence) -> str:
    operators = evidence.own_operators
    if any(map(on_tensor_cores, evidence.own_launches)) or any(map(in_half_precision, operators)):
        return "larger tiles, or lower precision"
    # A softmax in fp32 is limited by the instructions that it issues. It has no product, so tensor
    # cores can do nothing for it.
    if evidence.product or any(map(multiplies, operators)):
        return "use fewer or cheaper instructions: tensor cores, lower precision"
    parts = {launch.bound for launch in evidence.own_launches}
    return _BY_PART.get(parts.pop() if len(parts) == 1 else "", "fewer or cheaper instructions")


RULE = Rule(
    "compute-bound",
    threshold="an arithmetic pipe, the tensor cores or instruction issue is the slowest part for "
    "most of the time",
    source=f"{NCU} (speed of light)",
    needs="launches or operators with times",
    find=_find,
    numbers={"a quarter": PRODUCT_SHARE},
)
