"""Programs whose result needs concurrency: the virtual GPU gives what an H200 gave."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from families import exhaustive
from kernelscope.vgpu.schedule import schedule
from truth.concurrent.program import RESULTS, summary
from truth.concurrent.programs import PROGRAMS
from truth.concurrent.virtual import run_compiled, run_interpreted

Marks = pytest.MarkDecorator | tuple[()]
RECORDED = json.loads(RESULTS.read_text())
LIMIT_S = 600.0  # of processor time for one launch: a program that never ends fails, and says where
SCHEDULES = ("turns", pytest.param("interleaved", marks=pytest.mark.slow), exhaustive("random:1"))
# NVIDIA's assembler takes the lanes of a warp to be together after a call and leaves out the wait
# of the `redux.sync` behind it. After a recursion they are not on an H200: in the second warp each
# group of lanes of equal depth has the sum of its own. PTX asks for the sum of the whole warp.
NOT_AS_PTX_SAYS = {"recursion"}
RUNNING = {name: program for name, program in PROGRAMS.items() if name not in NOT_AS_PTX_SAYS}
# One kernel without variables, and not so long that NumPy would take minutes.
INTERPRETED = [
    name
    for name, program in RUNNING.items()
    if len(program.kernels) == 1 and not program.variables and not program.long
]


def test_every_program_has_its_result_from_a_gpu() -> None:
    """At least 100 programs were recorded, each run 20 times, and no record is left over."""
    assert set(RECORDED["programs"]) == set(PROGRAMS)
    assert len(PROGRAMS) >= 100
    assert RECORDED["runs"] == 20


def of_programs(names: Iterable[str], marks: dict[str, Marks]) -> Any:
    """Each program under each of the orders, with the marks of an order.

    Of programs of the same kernels, on more blocks or other numbers, the first; the others, and
    those that take minutes, in `make test-exhaustive`.
    """
    cases: list[Any] = []
    seen: set[tuple[str, ...]] = set()
    for name in names:
        program = PROGRAMS[name]
        rest = program.kernels in seen or program.long
        seen.add(program.kernels)
        cases += [
            pytest.param(name, order, marks=pytest.mark.exhaustive if rest else of_order)
            for order, of_order in marks.items()
        ]
    return pytest.mark.parametrize(("name", "order"), cases)


@of_programs(
    RUNNING, {"turns": (), "interleaved": pytest.mark.slow, "random:1": pytest.mark.exhaustive}
)
def test_compiled_code_gives_what_the_gpu_gave(name: str, order: str) -> None:
    """All results of the program are the recorded ones, bit by bit, under every schedule."""
    results = run_compiled(PROGRAMS[name], LIMIT_S, schedule=schedule(order))
    assert [summary(result) for result in results] == RECORDED["programs"][name]


@of_programs(
    INTERPRETED,
    {
        "turns": pytest.mark.exhaustive,
        "interleaved": pytest.mark.exhaustive,
        "random:1": pytest.mark.slow,
    },
)
def test_the_interpreter_gives_what_the_gpu_gave(name: str, order: str) -> None:
    """The specification agrees with the hardware, too, for every program of one kernel."""
    results = run_interpreted(PROGRAMS[name], limit_s=LIMIT_S, schedule=schedule(order))
    assert [summary(result) for result in results] == RECORDED["programs"][name]


def test_lanes_that_wait_for_lanes_of_their_warp_are_no_deadlock() -> None:
    """One instruction a turn, the interpreter's state came back before the others had a turn."""
    name, order = "chain_of_lanes", schedule("interleaved")
    results = run_interpreted(PROGRAMS[name], limit_s=LIMIT_S, schedule=order)
    assert [summary(result) for result in results] == RECORDED["programs"][name]


@pytest.mark.parametrize("order", SCHEDULES)
def test_lanes_of_all_depths_meet_after_a_recursion(order: str) -> None:
    """As on an H200 in the first warp, and as PTX says in the second one."""
    program = PROGRAMS["recursion"]
    depths = program.fresh()[0] & 7
    fibonacci = np.array([0, 1, 1, 2, 3, 5, 8, 13])[depths]
    sums = np.repeat([sum(range(32)), sum(range(32, 64))], 32)
    (recorded,) = RECORDED["programs"]["recursion"]
    for run in (run_compiled, run_interpreted):
        (result,) = run(program, limit_s=LIMIT_S, schedule=schedule(order))
        assert result.tolist() == (fibonacci * 3 + sums).tolist()
        assert result[:32].tolist() == recorded["values"][:32]
        assert result[32:].tolist() != recorded["values"][32:]
