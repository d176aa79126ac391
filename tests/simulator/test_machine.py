"""The figures of an SM follow from the table of GPUs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernelscope.errors import UsageError
from kernelscope.hardware import GPUS, gpu
from kernelscope.simulator import (
    PIPES,
    Block,
    Code,
    Instruction,
    Machine,
    Run,
    Streams,
    Warp,
    simulate,
)


@pytest.mark.parametrize("name", sorted(GPUS))
def test_the_sms_together_have_the_rates_of_the_gpu(name: str) -> None:
    """A copy reaches 4,300 of an H200's 4,814 GB/s; lanes are those of the table."""
    spec = gpu(name)
    machine = Machine.of(spec, resident=2)
    cycles = spec.sm_clock_mhz * 1e6
    assert spec.sms * 32 / machine.dram_sector_cycles * cycles == pytest.approx(
        spec.dram_gb_per_s * 1e9 * 4300 / 4814
    )
    assert 4 * 32 / machine.intervals[PIPES.index("fma")] == spec.fp32_lanes
    of_fp64 = 4 * 32 / machine.intervals[PIPES.index("fp64")]  # in whole cycles
    assert of_fp64 == pytest.approx(spec.fp64_lanes, rel=0.01)
    assert machine.latency_shared < machine.latency_l1 < machine.latency_l2 < machine.latency_dram
    assert machine.l1_lines * 128 == (spec.l1_kib - spec.carve_outs_kib[0]) * 1024


def test_fewer_sms_have_larger_shares() -> None:
    all_of_them, half = (Machine.of(gpu("h200"), resident=1, active_sms=n) for n in (132, 66))
    assert half.dram_sector_cycles == pytest.approx(all_of_them.dram_sector_cycles / 2)
    # The port of an SM to L2 has 64 bytes a cycle.
    assert half.l2_sector_cycles == pytest.approx(all_of_them.l2_sector_cycles / 2)
    assert Machine.of(gpu("h200"), resident=1, active_sms=1).l2_sector_cycles == 0.5


def test_shared_memory_takes_its_part_of_l1() -> None:
    """Four blocks of 32 KiB and 1 KiB that the driver keeps: a carve-out of 132 of 256 KiB."""
    machine = Machine.of(gpu("h200"), resident=4, shared_bytes=32 * 1024)
    assert machine.l1_lines == (256 - 132) * 8


def test_a_queue_that_is_too_long_is_refused() -> None:
    machine = replace(Machine.of(gpu("h200"), resident=1), lsu_queue=17)
    with pytest.raises(UsageError, match="lsu_queue is 17, at most 16"):
        simulate(Code.of([Instruction()]), Streams.of([Block([Warp([Run(0, 1)])])]), machine)
