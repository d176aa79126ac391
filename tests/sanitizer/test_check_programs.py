"""The checker is held to the programs: each fault is found at its lines, each fix is silent."""

from __future__ import annotations

import inspect
from contextlib import suppress
from pathlib import Path

import pytest

import kernelscope as ks
from kernelscope.errors import KernelscopeError
from kernelscope.jobs.source_names import constant_parameters
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from sanitizer.held import FAULTS, RACES
from sanitizer.programs import in_triton
from sanitizer.programs.index import PROGRAMS, Program, marked_lines

KINDS = RACES | FAULTS | {
    "uninitialised": frozenset({"stored"}),
    "past the end": frozenset({"out-of-bounds"}),
    "misaligned": frozenset({"misaligned"}),
    "use after free": frozenset({"use-after-free"}),
    "out of view": frozenset({"outside-view"}),
    "written constant": frozenset({"constant-written"}),
}  # fmt: skip
"""By a program's kind of fault, the checker's kinds that say it."""

NOT_FOUND = {
    "next_array": "members of a structure are not told apart",
    "unwritten": "operations on tensors are not seen in a block of Python, only in a script",
}
"""Faults that the checker does not find today, each with the reason."""


def _check(program: Program, *options: str) -> Sanitizer:
    arguments = program.arguments()
    made = Sanitizer(promised=constant_parameters)
    with made as sanitizer, ks.virtual_gpu("h200", limit_s=20), suppress(KernelscopeError):
        kernel = ks.cuda_kernel(program.path, program.name, options=options)
        kernel[program.grid, program.block](*arguments)
    assert sanitizer.launches == 1
    return sanitizer


def _sides(finding: Finding) -> set[int]:
    """Return the lines of a finding."""
    places = (finding.place, finding.other) if finding.other is not None else (finding.place,)
    return {int(place.source.rpartition(":")[2]) for place in places}


def _is_found(name: str, findings: list[Finding], tool: str, kind: str, lines: set[int]) -> bool:
    """Return whether a finding is of the tool and kind, at all of a race's lines or one of them.

    For a fault that is not found today, any kind of the tool counts.
    """
    alike = [one for one in findings if one.tool == tool]
    if name not in NOT_FOUND:
        alike = [one for one in alike if one.kind in KINDS[kind]]
    whole = tool == "race"
    return any(_sides(one) == lines if whole else _sides(one) & lines for one in alike)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_the_fault_is_found_at_its_lines(program: Program) -> None:
    expected = program.finding
    found = _check(program).findings
    is_found = _is_found(program.name, found, expected.tool, expected.kind, set(expected.lines))
    assert is_found == (program.name not in NOT_FOUND)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_the_fix_is_silent(program: Program) -> None:
    assert _check(program, "-DFIXED").findings == []


@pytest.mark.triton
@pytest.mark.parametrize("name", in_triton.PROGRAMS)
def test_the_fault_of_a_triton_program_is_found(name: str) -> None:
    run, tool, kind, _ = in_triton.PROGRAMS[name]
    with Sanitizer(views=True) as sanitizer, ks.virtual_gpu("h200", limit_s=20):
        run(False)
    text = Path(inspect.getsourcefile(in_triton) or "").read_text()
    first = text.index(f"def {name}(")
    before = text[:first].count("\n")
    lines = {before + line for line in marked_lines(text[first:].partition("\n\n\n")[0], "#")}
    is_found = _is_found(name, sanitizer.findings, tool, kind, lines)
    assert is_found == (name not in NOT_FOUND)


@pytest.mark.triton
@pytest.mark.parametrize("name", in_triton.PROGRAMS)
def test_the_fix_of_a_triton_program_is_silent(name: str) -> None:
    made = Sanitizer(promised=constant_parameters)
    with made as sanitizer, ks.virtual_gpu("h200", limit_s=20):
        in_triton.PROGRAMS[name][0](True)
    assert sanitizer.launches == 1
    assert sanitizer.findings == []
