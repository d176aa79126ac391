"""accidental-tf32: products of fp32 numbers rounded to 10 bits of mantissa."""

from __future__ import annotations

from collections.abc import Iterable

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.rule import OWN, Rule
from kernelscope.quantity import format_number
from kernelscope.record import Finding

_MACS = "kernelscope__tensor_mac_tf32.sum"
_FREE = 0.0  # multiply-adds in tf32 that are let pass
_EXACT = ("", "fp32")


def _find(evidence: Evidence) -> Iterable[Finding]:
    if evidence.precision not in _EXACT:
        return
    for kernel in evidence.kernels:
        macs = kernel.counter(_MACS)
        if macs <= _FREE:
            continue
        launch = kernel.launch
        yield Finding(
            "accidental-tf32",
            f"{kernel.name} rounds its fp32 inputs to tf32: 10 bits of mantissa, relative errors "
            "of 5e-4 an operand",
            source=launch.kernel_source or launch.source,
            kernel=kernel.name,
            evidence=f"{format_number(macs / 1e9)}e9 multiply-adds in tf32",
            provenance=kernel.provenance,
            advice=kernel.advice("{fp32_product}; if tf32 is enough, change nothing"),
        )


RULE = Rule(
    "accidental-tf32",
    threshold="any multiply-add in tf32, unless tf32 was asked for",
    source=OWN,
    needs="counters",
    find=_find,
    numbers={"Any": _FREE},
)
