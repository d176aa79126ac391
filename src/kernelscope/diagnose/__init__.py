"""Diagnosis: rules over a launch's counters, each with a file in `rules/` and one in `pages/`.

find(Evidence(spec, launches, operators)) -> findings, the largest gain first

A finding names the line to look at, the evidence, the advice, and the fraction of the time that
following the advice would save by the time model.
"""

from __future__ import annotations

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.find import find, of_row
from kernelscope.diagnose.rules import RULES

__all__ = ["RULES", "Evidence", "find", "of_row"]
