"""Programs whose cycles follow from the rules by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kernelscope.hardware import gpu
from kernelscope.simulator import (
    PIPES,
    Access,
    Block,
    Code,
    Instruction,
    Machine,
    Run,
    Simulated,
    Streams,
    Warp,
    kinds,
    simulate,
)

H200 = Machine.of(gpu("h200"), resident=4)
FMA, LSU = PIPES.index("fma"), PIPES.index("lsu")
EXIT = Instruction(stall=1)


def of_warps(code: list[Instruction], warps: list[Warp], machine: Machine = H200) -> Simulated:
    return simulate(Code.of(code), Streams.of([Block(warps)]), machine)


@pytest.mark.parametrize(("warps", "cycles"), [(1, 101), (4, 101), (8, 202), (32, 808)])
def test_independent_arithmetic_is_bound_by_issue(warps: int, cycles: int) -> None:
    """Four schedulers issue one instruction a cycle each: 100 FFMAs and an EXIT a warp."""
    warp = Warp([Run(0, 1, 100), Run(1, 1)])
    done = of_warps([Instruction(pipe=FMA), EXIT], [warp] * warps)
    assert done.cycles == cycles
    assert done.issued.tolist() == [101 * -(-(warps - s) // 4) for s in range(4)]


def test_a_dependent_chain_takes_its_latency_each_time() -> None:
    done = of_warps([Instruction(pipe=FMA, stall=4), EXIT], [Warp([Run(0, 1, 100), Run(1, 1)])])
    assert done.cycles == 4 * 100 + 1
    assert done.stalls[:, kinds.WAIT].tolist() == [3 * 99, 3]


@pytest.mark.parametrize(("in_l2", "latency"), [(1, H200.latency_l2), (0, H200.latency_dram)])
def test_a_chain_of_loads_takes_its_latency_each_time(in_l2: int, latency: int) -> None:
    """Ten dependent loads of one sector each, no two of one line."""
    load = Instruction(pipe=LSU, kind=kinds.LOAD, write_barrier=0, wait_mask=1)
    accesses = [Access([40 * n], in_l2=[in_l2]) for n in range(10)]
    done = of_warps([load, Instruction(wait_mask=1)], [Warp([Run(0, 1, 10), Run(1, 1)], accesses)])
    assert done.cycles == 10 * latency + 1
    assert done.stalls[:, kinds.LONG].sum() == 10 * (latency - 1)


def test_blocks_that_do_not_fit_wait_for_a_place() -> None:
    machine = replace(H200, resident=1, start_cycles=7)
    streams = Streams.of([Block([Warp([Run(0, 1, 10), Run(1, 1)])])])
    code = Code.of([Instruction(pipe=FMA), EXIT])
    done = simulate(code, streams, machine, np.array([[0, 0], [0, 0], [0, 0]]))
    assert done.begin.tolist() == [0, 18, 36]
    assert done.end.tolist() == [11, 29, 47]
