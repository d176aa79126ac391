"""What would raise occupancy: each change does, and nothing nearer would; curves and studies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelscope.hardware import changes, curve, gpu, occupancy
from kernelscope.hardware.occupancy_study import study


def resident(name: str, block: int, registers: int, shared: int) -> int:
    return occupancy(
        name, block=block, registers=registers, dynamic_shared_bytes=shared
    ).blocks_per_sm


@pytest.mark.parametrize(
    ("launch", "changed", "value"),
    [
        # 228 KiB in four parts of 57 KiB, of which each block loses 1 KiB to the driver.
        ({"block": 256, "registers": 64, "shared_bytes": 65536}, "shared", 56 * 1024),
        # Five blocks are 40 warps, ten a sub-partition: 16384 // 10 in units of 256 is 1536.
        ({"block": 256, "registers": 64}, "registers", 48),
        ({"block": 32, "registers": 16}, "block", 64),
        ({"block": 1025, "registers": 16}, "block", 1024),
        ({"block": 32, "registers": 256}, "registers", 255),
    ],
)
def test_the_nearest_change_of_each_limiter(
    launch: dict[str, int], changed: str, value: int
) -> None:
    first = changes("h200", **launch)[0]
    sizes = {"block": first.block, "registers": first.registers, "shared": first.shared_bytes}
    assert first.changed == (changed,)
    assert sizes[changed] == value
    assert f"{value:,}" in first.text or str(value) in first.text


def test_two_limits_that_tie_are_raised_together() -> None:
    first = changes("h200", block=256, registers=65, shared_bytes=70000)[0]
    assert first.changed == ("registers", "shared")
    assert first.occupancy.blocks_per_sm == 4
    assert "registers a thread and at most" in first.text


def test_an_sm_that_is_full_of_warps_needs_no_change() -> None:
    assert changes("h200", block=256, registers=32) == ()


@given(
    name=st.sampled_from(("a100", "rtx3090", "rtx4090", "h200", "b200")),
    block=st.integers(1, 1100),
    registers=st.integers(0, 260),
    shared=st.integers(0, 2**18),
)
def test_each_change_raises_occupancy_and_nothing_nearer_does(
    name: str, block: int, registers: int, shared: int
) -> None:
    now = occupancy(name, block=block, registers=registers, dynamic_shared_bytes=shared)
    for change in changes(name, block=block, registers=registers, shared_bytes=shared):
        assert change.occupancy.warps_per_sm > now.warps_per_sm
        sizes = change.block, change.registers, change.shared_bytes
        assert change.occupancy.blocks_per_sm == resident(name, *sizes)
        if "registers" in change.changed:
            assert resident(name, change.block, change.registers + 1, change.shared_bytes) <= (
                now.blocks_per_sm
            )
        if "shared" in change.changed:
            assert resident(name, change.block, change.registers, change.shared_bytes + 1) <= (
                now.blocks_per_sm
            )
        if change.changed == ("block",):
            between = range(*sorted((block, change.block)))
            nearer = {size for size in between if size % 32 == 0} - {block, change.block}
            assert all(
                occupancy(
                    name, block=size, registers=registers, dynamic_shared_bytes=shared
                ).warps_per_sm
                <= now.warps_per_sm
                for size in nearer
            )


@given(block=st.integers(1, 1024), registers=st.integers(1, 255), shared=st.integers(0, 200_000))
def test_a_curve_holds_the_formulas_value_everywhere_and_the_launchs_own(
    block: int, registers: int, shared: int
) -> None:
    for axis, own in (("block", block), ("registers", registers), ("shared", shared)):
        found = curve("a100", axis, block=block, registers=registers, shared_bytes=shared)  # type: ignore[arg-type]
        assert found.here == own
        assert own in found.values
        sizes = {"block": block, "registers": registers, "shared": shared}
        for value, point in zip(found.values, found.points, strict=True):
            assert point.blocks_per_sm == resident("a100", *(sizes | {axis: value}).values())
        covered = [v for low, high, _ in found.steps() for v in found.values if low <= v <= high]
        assert covered == list(found.values)


def test_registers_and_shared_memory_only_ever_cost_blocks() -> None:
    for axis in ("registers", "shared"):
        points = curve("h200", axis, block=128, registers=40).points  # type: ignore[arg-type]
        counts = [point.blocks_per_sm for point in points]
        assert counts == sorted(counts, reverse=True)


def test_a_study_has_waves_only_with_a_grid_and_a_block_that_fits() -> None:
    assert study("h200", block=256, registers=64).waves is None
    assert study("h200", block=1025, registers=64, grid=10).waves is None
    found = study("h200", block=256, registers=64, shared_bytes=65536, grid=1000)
    assert found.waves is not None
    assert found.waves.waves == pytest.approx(1000 / (gpu("h200").sms * 3))
    assert found.to_json()["full_grids"][0]["blocks"] == 792
