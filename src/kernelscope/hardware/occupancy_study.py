"""Computes everything about a launch's residency: occupancy, changes, curves, waves."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kernelscope.hardware.gpus import GPUSpec, gpu
from kernelscope.hardware.occupancy_changes import Change, changes
from kernelscope.hardware.occupancy_curves import AXES, Curve, curve
from kernelscope.hardware.residency import Occupancy, occupancy
from kernelscope.hardware.wave_quantization import FullGrid, Waves, full_grids, waves


@dataclass(frozen=True, slots=True)
class Study:
    """A launch's residency on one GPU.

    `registers`: a thread; 0 if unknown. `shared_bytes`: static and dynamic, a block. `grid`:
    blocks; None if not given, and then `waves` is None too.
    """

    spec: GPUSpec
    kernel: str
    block: int
    registers: int
    shared_bytes: int
    grid: int | None
    occupancy: Occupancy
    changes: tuple[Change, ...]
    curves: tuple[Curve, ...]
    waves: Waves | None
    full_grids: tuple[FullGrid, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain data: the GPU by its name, curves as lists."""
        plain = {
            name: getattr(self, name)
            for name in ("kernel", "block", "registers", "shared_bytes", "grid")
        }
        curves = {
            curve.axis: {
                "unit": curve.unit,
                "values": list(curve.values),
                "blocks_per_sm": [point.blocks_per_sm for point in curve.points],
                "fraction": [point.fraction for point in curve.points],
            }
            for curve in self.curves
        }
        return {
            "gpu": self.spec.name,
            **plain,
            **asdict(self.occupancy),
            "provenance": "computed",
            "changes": [asdict(change) | {"text": change.text} for change in self.changes],
            "waves": asdict(self.waves) if self.waves else None,
            "full_grids": [asdict(full) for full in self.full_grids],
            "curves": curves,
        }


def study(
    spec: GPUSpec | str,
    *,
    block: int,
    registers: int,
    shared_bytes: int = 0,
    grid: int | None = None,
    kernel: str = "",
) -> Study:
    """Return the residency of a launch of `grid` blocks of `block` threads.

    Raises UsageError on sizes below 0 and on an empty grid.
    """
    spec = gpu(spec) if isinstance(spec, str) else spec
    residency = occupancy(spec, block=block, registers=registers, dynamic_shared_bytes=shared_bytes)
    sizes = {"block": block, "registers": registers, "shared_bytes": shared_bytes}
    resident = residency.blocks_per_sm
    filled = {"blocks": grid, "blocks_per_sm": resident} if grid is not None and resident else None
    return Study(
        spec=spec,
        kernel=kernel,
        **sizes,
        grid=grid,
        occupancy=residency,
        changes=changes(spec, **sizes),
        curves=tuple(curve(spec, axis, **sizes) for axis in AXES),
        waves=waves(spec, **filled) if filled else None,
        full_grids=full_grids(spec, **filled) if filled else (),
    )
