"""The generated corpus: each case compiles and ends, and a clean one has one result."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from each import each
from families import by_kind
from kernelscope import vgpu
from kernelscope.errors import LaunchError
from sanitizer import faults, orders
from sanitizer.case import Case, Module, modules
from sanitizer.generator import cases
from sanitizer.run import Array, Compiled, Interpreted, loaded

MODULES = {module.name: module for module in modules(cases())}
BY_NAME = {case.name: case for case in cases()}
# To compile a file of 48 cases takes half a second: the first one of each family stays.
one_of_each_family = pytest.mark.parametrize(
    "module",
    by_kind(MODULES.values(), lambda module: module.cases[0].family),
    ids=lambda module: module.name,
)
SCHEDULES = ("turns", "interleaved", "random:1", "random:2", "random:3")
in_memory = cache(loaded)


def sample(module: Module, one_in: int) -> list[Case]:
    """Return some cases of a file, by their names: new cases leave the choice as it is."""
    return [case for case in module.cases if zlib.crc32(case.name.encode()) % one_in == 0]


_SPACES = {"shared", "global", "distributed shared"}
_KINDS = {"read-write", "write-write", "same-value", "scope", "async", "proxy"}


def test_there_are_600_cases_of_every_relation_each_with_its_own_name() -> None:
    assert len(BY_NAME) == len(cases()) >= 600
    assert {case.family for case in cases()} >= {*orders.RELATIONS, "locks", "copies", "barriers"}
    races = Counter(race.kind for case in cases() for race in case.races)
    assert set(races) == _KINDS
    assert min(races.values()) >= 2
    assert {race.space for case in cases() for race in case.races} == _SPACES
    assert {fault.kind for case in cases() for fault in case.faults} == set(faults.KINDS)


def test_every_case_has_a_twin_that_is_clean_if_it_is_not() -> None:
    for case in cases():
        twin = BY_NAME[case.twin]
        assert case.is_clean != twin.is_clean, case.name
        assert (case.grid, case.block, case.cluster) == (twin.grid, twin.block, twin.cluster)


def _accesses(case: Case) -> set[str]:
    """Return the lines with an access of the case, without the order of its kernel."""
    return set(re.findall(r"^ *(.*)  // [AB]$", case.source, flags=re.M))


def test_twins_do_the_same_accesses_and_differ_in_what_orders_them() -> None:
    for case in cases():
        twin = BY_NAME[case.twin]
        assert case.source.replace(case.name, "") != twin.source.replace(twin.name, ""), case.name
        if case.family in orders.RELATIONS:
            assert _accesses(case) == _accesses(twin), case.name


@each("module", MODULES.values(), ids=MODULES)
def test_lines_are_those_of_the_markers(module: Module) -> None:
    lines = module.source.splitlines()
    for case in module.cases:
        for race in case.races:
            first, second = (lines[line - 1] for line in race.lines)
            if race.space == "global" and first.endswith("// F"):
                assert second.endswith("// G")
            else:
                assert (first[-4:], second[-4:]) == ("// A", "// B")
        for fault in case.faults:
            assert lines[fault.line - 1].endswith("// A")
        for pair in case.allowed:
            assert all(0 < line <= len(lines) for line in pair)


# Inline PTX may have a declaration before it: `{.reg .pred p; mbarrier.try_wait…`.
_ACCESS = re.compile(
    r"(?:^|[\s;])(?:ld|st|atom|red|cp|bar|barrier|shfl|vote|redux|mbarrier)\.(?!param)"
)


@one_of_each_family
def test_the_compiler_left_an_instruction_of_each_line(module: Module) -> None:
    """It may merge two stores, or take a load out of a loop; then the verdict would not hold."""
    line, seen = 0, set[int]()
    for text in in_memory(module).text.splitlines():
        if place := re.match(r"\s*\.loc\s+1 (\d+)", text):
            line = int(place[1])
        elif _ACCESS.search(text.partition("//")[0]):
            seen.add(line)
    for case in module.cases:
        for race in case.races:
            assert seen.issuperset(race.lines), case.name
        assert seen.issuperset(fault.line for fault in case.faults), case.name


def _results(case: Case, run: Callable[[str], list[Array]], schedules: tuple[str, ...]) -> None:
    """Run a case under the schedules; a clean one gives the same each time, a deadlock ends."""
    if not case.ends:
        with pytest.raises(LaunchError, match="deadlock"):
            run("turns")
        return
    expected = run(schedules[0])
    if case.is_clean:
        for order in schedules[1:]:
            result = run(order)
            for index in case.compared:
                np.testing.assert_array_equal(
                    result[index], expected[index], f"{case.name} {order}"
                )


@one_of_each_family
def test_some_cases_end_and_a_clean_one_has_one_result(module: Module) -> None:
    """In the interpreter, which compiles nothing; every fourth by its name."""
    ptx: vgpu.Module = in_memory(module)
    for case in sample(module, 4):
        _results(case, Interpreted(case, ptx).run, SCHEDULES[:3])


@pytest.mark.slow
@one_of_each_family
def test_the_same_holds_for_compiled_code(module: Module) -> None:
    ptx: vgpu.Module = in_memory(module)
    for case in sample(module, 8):
        _results(case, Compiled(case, ptx).run, SCHEDULES[:3])


@pytest.mark.exhaustive
@pytest.mark.parametrize("module", MODULES.values(), ids=MODULES)
def test_each_case_ends_and_a_clean_one_has_one_result(module: Module) -> None:
    """In the interpreter and in compiled code."""
    ptx: vgpu.Module = in_memory(module)
    for case in module.cases:
        _results(case, Interpreted(case, ptx).run, SCHEDULES)
        _results(case, Compiled(case, ptx).run, SCHEDULES[:3])
