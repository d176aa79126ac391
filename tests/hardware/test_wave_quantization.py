"""Waves of a grid: whole ones, the tail, idle SMs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelscope.errors import UsageError
from kernelscope.hardware import full_grids, gpu, occupancy, waves
from truth.counters import table


@pytest.mark.parametrize("row", table("ncu_h200.csv")[1:], ids=lambda r: r["kernel"])
def test_waves_equal_nsight_computes_launch_waves_per_multiprocessor(row: dict[str, str]) -> None:
    fit = occupancy(
        "h200",
        block=int(row["launch__block_size"]),
        registers=int(row["launch__registers_per_thread"]),
    )
    found = waves("h200", blocks=int(row["launch__grid_size"]), blocks_per_sm=fit.blocks_per_sm)
    assert found.waves == pytest.approx(float(row["launch__waves_per_multiprocessor"]), abs=0.005)


def test_a_full_last_wave_has_no_tail() -> None:
    found = waves("h200", blocks=264, blocks_per_sm=1)
    assert (found.waves, found.whole, found.efficiency, found.tail) == (2, 2, 1, 0)


def test_one_block_more_than_a_wave_wastes_nearly_half() -> None:
    found = waves("h200", blocks=133, blocks_per_sm=1)
    assert found.whole == 2
    assert found.efficiency == pytest.approx(133 / 264)
    assert found.tail == 0.5


def test_a_small_grid_leaves_sms_idle() -> None:
    assert waves("h200", blocks=32, blocks_per_sm=16).idle_sms == 100
    assert waves("h200", blocks=132, blocks_per_sm=16).idle_sms == 0


@given(blocks=st.integers(1, 2**31), each=st.integers(1, 32))
def test_efficiency_is_a_share(blocks: int, each: int) -> None:
    found = waves("a100", blocks=blocks, blocks_per_sm=each)
    assert 0 < found.efficiency <= 1
    assert 0 <= found.tail <= 1
    assert found.whole - 1 < found.waves <= found.whole


def test_an_empty_grid_is_refused() -> None:
    with pytest.raises(UsageError, match="at least one block"):
        waves("h200", blocks=0, blocks_per_sm=1)


def test_the_grids_without_a_tail_lie_on_both_sides() -> None:
    below, above = full_grids("h200", blocks=1000, blocks_per_sm=3)
    assert (below.blocks, below.waves) == (792, 2)
    assert (above.blocks, above.waves) == (1188, 3)
    assert below.work_per_block == pytest.approx(1000 / 792)


def test_less_than_a_wave_can_only_grow_and_a_full_grid_stays() -> None:
    (only,) = full_grids("h200", blocks=100, blocks_per_sm=2)
    assert (only.blocks, only.waves) == (264, 1)
    assert full_grids("h200", blocks=528, blocks_per_sm=2) == ()


@given(blocks=st.integers(1, 2**24), each=st.integers(1, 32))
def test_a_full_grid_takes_the_efficiencys_share_of_the_time(blocks: int, each: int) -> None:
    now = waves("a100", blocks=blocks, blocks_per_sm=each)
    for full in full_grids("a100", blocks=blocks, blocks_per_sm=each):
        assert full.blocks % (gpu("a100").sms * each) == 0
        assert waves("a100", blocks=full.blocks, blocks_per_sm=each).efficiency == 1
        assert full.waves * full.work_per_block / now.whole == pytest.approx(now.efficiency)
