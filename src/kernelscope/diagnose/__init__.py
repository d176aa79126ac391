"""Diagnosis: rules over what ran, each a file of `rules/` and a page of `docs/rules/`.

    find(Evidence(spec, launches, operators)) -> findings, the largest gain first

A rule names the line to look at, what shows it, the fraction of the time that mending it would
save by the time model, and what to change.
"""

from __future__ import annotations

from kernelscope.diagnose.evidence import Evidence
from kernelscope.diagnose.find import find, of_row
from kernelscope.diagnose.rules import RULES

__all__ = ["RULES", "Evidence", "find", "of_row"]
