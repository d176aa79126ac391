"""All rules over one piece of evidence."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.rules import RULES
from kernelscope.hardware import GPUSpec
from kernelscope.record import Finding, Row


def find(evidence: Evidence) -> tuple[Finding, ...]:
    """Return the findings of all rules, the largest gain first and those without a gain last.

    Equal findings on one line, from several launches, become one: their gains add up.
    """
    alike: dict[tuple[str, str], list[Finding]] = {}
    for rule in RULES:
        for finding in rule.find(evidence):
            key = rule.name, finding.source or finding.message
            alike.setdefault(key, []).append(finding)
    return tuple(sorted(map(_joined, alike.values()), key=lambda finding: -_gain(finding)))


def _joined(same: Sequence[Finding]) -> Finding:
    """Return the finding with the largest gain, with the gains of all that have one."""
    first = max(same, key=_gain)
    if len(same) == 1:
        return first
    gains = [finding.estimated_gain for finding in same if finding.estimated_gain is not None]
    total = min(1.0, sum(gains)) if gains else None
    more = f"{first.evidence}; and {len(same) - 1} more like it"
    others = [*dict.fromkeys(f.kernel for f in same if f.kernel not in ("", first.kernel))]
    shown = others if len(others) <= _NAMED else [f"{len(others)} other launches"]
    message = first.message + (f", and so in {' and '.join(shown)}" if shown else "")
    return dataclasses.replace(first, message=message, evidence=more, estimated_gain=total)


_NAMED = 2
"""Launches that are named besides the first one of a finding."""


def _gain(finding: Finding) -> float:
    return -1.0 if finding.estimated_gain is None else finding.estimated_gain


def of_row(row: Row, spec: GPUSpec, precision: str, product: bool) -> tuple[Finding, ...]:
    """Return the findings of one implementation's call.

    precision, product: of its case, as `Evidence` has them.
    """
    # A kernel that leaves out half of its results moves 0.50 times the fewest bytes and is "at 92 %
    # of the limit": the work model's bytes over a time in which they were not moved.
    right = row.status == "ok"
    return find(
        Evidence(
            spec,
            row.launches,
            row.operators,
            bytes=row.bytes,
            precision=precision,
            product=product,
            percent_of_limit=row.percent_of_limit if right else None,
        )
    )
