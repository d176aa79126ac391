"""The programs that a newcomer knows: the fixed ones are right in every schedule, all compile."""

from __future__ import annotations

import functools
import inspect
from pathlib import Path

import numpy as np
import pytest
import torch

import kernelscope as ks
from each import each
from families import by_kind, exhaustive
from kernelscope.errors import KernelscopeError
from sanitizer.programs import in_triton
from sanitizer.programs.index import HERE, PROGRAMS, Program, marked_lines

SCHEDULES = ("turns", "interleaved", "random:1")
NUMBERED = list(enumerate(PROGRAMS))
BY_NAME = {program.name: program for program in PROGRAMS}
_ULP = 2.0**-23


@functools.cache
def _kernel(program: Program, options: tuple[str, ...]) -> ks.CudaKernel:
    return ks.cuda_kernel(program.path, program.name, options=options)


def _run(program: Program, options: tuple[str, ...], order: str) -> list[object]:
    arguments = program.arguments()
    with ks.virtual_gpu("h200", limit_s=20, schedule=order):
        _kernel(program, options)[program.grid, program.block](*arguments)
    return arguments


def test_each_file_is_a_program_and_there_are_25() -> None:
    assert {path.stem for path in HERE.glob("*.cu")} == set(BY_NAME)
    assert len(PROGRAMS) + len(in_triton.PROGRAMS) >= 25


@each("program", PROGRAMS, ids=BY_NAME)
def test_the_lines_of_the_finding_are_marked(program: Program) -> None:
    finding = program.finding
    assert len(finding.lines) in ((1, 2) if finding.tool != "race" else (2,))


# The fine schedules have a code of their own, and "turns" another: a program runs in one of them.
@pytest.mark.parametrize(
    ("program", "schedules"),
    [
        *((program, SCHEDULES[1:] if n % 2 else SCHEDULES[:1]) for n, program in NUMBERED),
        *(
            exhaustive(program, SCHEDULES[:1] if n % 2 else SCHEDULES[1:])
            for n, program in NUMBERED
        ),
    ],
    ids=lambda value: getattr(value, "name", None) or "-".join(value),
)
def test_the_fixed_program_gives_its_result_in_every_schedule(
    program: Program, schedules: tuple[str, ...]
) -> None:
    for order in schedules:
        expected = program.results(program.arguments())
        arguments = _run(program, ("-DFIXED",), order)
        for index, array in expected.items():
            # The softmax is good to a few units of the last place, all others are exact.
            np.testing.assert_allclose(arguments[index], array, rtol=8 * _ULP, atol=0)  # pyright: ignore


# test_check_programs.py runs them all, under the checker; without it one of each kind of fault.
@pytest.mark.parametrize(
    "program",
    by_kind(PROGRAMS, lambda program: (program.finding.tool, program.ends)),
    ids=lambda program: program.name,
)
def test_the_faulty_program_ends(program: Program) -> None:
    """In one schedule, or with an error of one line that names the line of the fault."""
    if program.ends:
        arguments = _run(program, (), "turns")
        assert len(arguments) == len(program.arguments())
        return
    with pytest.raises(KernelscopeError) as caught:
        _run(program, (), "turns")
    assert f"{program.name}.cu:{program.finding.lines[0]}" in str(caught.value)


FIRST, *OTHERS = in_triton.PROGRAMS
# test_check_programs.py runs all of them, too.
some_in_triton = pytest.mark.parametrize("name", [FIRST, OTHERS[0], *map(exhaustive, OTHERS[1:])])


@pytest.mark.triton
@some_in_triton
def test_the_fixed_triton_program_gives_its_result(name: str) -> None:
    run = in_triton.PROGRAMS[name][0]
    for order in SCHEDULES:
        with ks.virtual_gpu("h200", limit_s=20, schedule=order):
            result, expected = run(True)
        torch.testing.assert_close(result, expected, rtol=8 * _ULP, atol=0)


@pytest.mark.triton
@some_in_triton
def test_the_faulty_triton_program_ends_and_its_lines_are_marked(name: str) -> None:
    run, tool, _, _ = in_triton.PROGRAMS[name]
    with ks.virtual_gpu("h200", limit_s=20):
        result, expected = run(False)
    assert result.shape == expected.shape
    source = Path(inspect.getsourcefile(in_triton) or "").read_text()
    kernel = source.partition(f"def {name}(")[2].partition("\n\n\n")[0]
    assert len(marked_lines(kernel, "#")) == (2 if tool == "race" else 1 + (name == "softmax"))
