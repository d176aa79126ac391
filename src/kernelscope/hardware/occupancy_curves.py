"""Computes occupancy over block size, registers or shared memory, with the other two fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kernelscope.hardware.gpus import GPUSpec, gpu
from kernelscope.hardware.residency import WARP, Occupancy, occupancy

Axis = Literal["block", "registers", "shared"]
AXES: tuple[Axis, ...] = ("block", "registers", "shared")
_UNITS: dict[Axis, str] = {
    "block": "threads a block",
    "registers": "registers a thread",
    "shared": "bytes of shared memory a block",
}
_SHARED_STEP = 1024
_LARGEST_REGISTERS = 255


@dataclass(frozen=True, slots=True)
class Curve:
    """Occupancy at each of `values` of one axis; `here` is the launch's own value."""

    axis: Axis
    unit: str
    here: int
    values: tuple[int, ...]
    points: tuple[Occupancy, ...]

    def steps(self) -> list[tuple[int, int, Occupancy]]:
        """Return runs of values with the same resident blocks and warps: first, last, occupancy."""
        runs: list[tuple[int, int, Occupancy]] = []
        for value, point in zip(self.values, self.points, strict=True):
            if runs and _resident(runs[-1][2]) == _resident(point):
                runs[-1] = (runs[-1][0], value, point)
            else:
                runs.append((value, value, point))
        return runs


def curve(
    spec: GPUSpec | str, axis: Axis, *, block: int, registers: int, shared_bytes: int = 0
) -> Curve:
    """Return the occupancy along one axis: per warp, per register, per KiB of shared memory.

    The launch's own value is always among the values. Raises UsageError as `occupancy` does.
    """
    spec = gpu(spec) if isinstance(spec, str) else spec
    ranges: dict[Axis, range] = {
        "block": range(WARP, spec.max_threads_per_block + 1, WARP),
        "registers": range(1, _LARGEST_REGISTERS + 1),
        "shared": range(0, spec.shared_per_block_bytes + 1, _SHARED_STEP),
    }
    launch: dict[Axis, int] = {"block": block, "registers": registers, "shared": shared_bytes}
    values = sorted({*ranges[axis], launch[axis]})
    points: list[Occupancy] = []
    for value in values:
        sizes = launch | {axis: value}
        points.append(
            occupancy(
                spec,
                block=sizes["block"],
                registers=sizes["registers"],
                dynamic_shared_bytes=sizes["shared"],
            )
        )
    return Curve(axis, _UNITS[axis], launch[axis], tuple(values), tuple(points))


def _resident(point: Occupancy) -> tuple[int, int]:
    return point.blocks_per_sm, point.warps_per_sm
