"""The work of a library's matrix product: output tiles on the SMs, steps along k, a split of k.

    chosen = plan(spec, "bf16", 4096, 4096, 4096)
    chosen.tile, chosen.tiles, chosen.parts, chosen.us     # (256, 128), 512, 1, 190 on an H200

A block computes a tile of the result in steps along k, then writes it. Tiles are dealt to the SMs
in turn; the busiest SM's time is the product's. The fastest of the tiles that libraries have is
taken. If few tiles leave SMs idle, several blocks share a tile's k and another kernel adds up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache

from kernelscope.errors import UsageError
from kernelscope.hardware.constants import Constants
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.roofline import roof_name

_C = Constants("products")


@dataclass(frozen=True, slots=True)
class _Kind:
    """The kernels for one precision.

    Attributes:
        tiles: rows and columns of the result that a block computes.
        step: how far along k one step goes.
        step_us: the least time of a step: its loads' and its barriers' latency.
        tile_us: what a tile takes besides its steps.
        area_us: what writing a tile of 256 x 128 takes more; smaller ones in proportion.
        smallest_edge: harmonic mean of a tile's edges below which its loads hold it.
        overlaps: whether a tile is written while the next one is computed.
        at_once: blocks on an SM whose latencies overlap.
        cold_step_us: the part of a step's latency that is device memory's and not L2's.
        cold_us: the most that all steps wait for it; later ones find their lines on the way.
    """

    tiles: tuple[tuple[int, int], ...]
    step: int
    step_us: float
    tile_us: float
    area_us: float
    smallest_edge: float
    overlaps: bool = True
    at_once: int = 1
    cold_step_us: float = 0.0
    cold_us: float = 0.0


def _kind(name: str) -> _Kind:
    tiles = (tuple(map(int, tile.split("x"))) for tile in _C.group(f"{name}.tile"))
    return _Kind(tuple(tiles), **_C.group(name))  # pyright: ignore[reportArgumentType]


@cache
def _kinds() -> dict[str, _Kind]:
    return {name: _kind(name) for name in ("tensor", "tf32", "fp32", "fp64")}


@dataclass(frozen=True, slots=True)
class Plan:
    """The tiling of a product; `tile` is the rows and columns of the result for one block.

    `parts`: blocks that share the k of a tile. `us`: the time of the kernel that multiplies,
    without its launch and its first load. `adding_us`: that of the kernel that adds up the parts,
    also without; 0 for one part.
    """

    tile: tuple[int, int]
    tiles: int
    parts: int
    us: float
    adding_us: float

    def takes_turns(self, spec: GPUSpec) -> bool:
        """Return whether blocks take the next tile from a counter, which is cleared before."""
        return self.tiles * self.parts > _C.turns * spec.sms


def plan(
    spec: GPUSpec,
    precision: str,
    m: int,
    n: int,
    k: int,
    batch: int = 1,
    bias: bool = False,
    in_l2: float = 0.0,
) -> Plan:
    """Return how `batch` products of m x k and k x n are computed on `spec`.

    With a bias that the kernel adds itself, k is only split if it is long. `in_l2` is the share of
    the factors in L2; it changes the time and not the tile, which a library chooses by sizes.

    Raises UsageError if the GPU lacks the precision.
    """
    if precision not in spec.peak_tflops:
        known = ", ".join(spec.peak_tflops)
        raise UsageError(f"{spec.name} has no peak for {precision!r}; it has {known}")
    kernels = _kinds().get(precision, _kinds()["tensor"])
    room = _C.idle_plain if precision == "fp32" else _C.idle
    idle = math.ceil(m / 64) * math.ceil(n / 64) <= room * spec.sms
    may_split = batch == 1 and ((idle and not bias) or k >= _C.long)
    whole: list[Plan] = []
    split: list[Plan] = []
    for edges in kernels.tiles:
        for rows, columns in {edges, edges[::-1]}:
            tiles = batch * math.ceil(m / rows) * math.ceil(n / columns)
            parts = min(spec.sms // tiles, k // (_C.least_steps * kernels.step)) if may_split else 1
            parts = max(parts, 1)
            for number, plans in ((1, whole), (parts, split)):
                us = _us(spec, kernels, precision, (rows, columns), tiles, math.ceil(k / number))
                adding = _adding_us(spec, batch * m * n, number)
                plans.append(Plan((rows, columns), tiles, number, us, adding))
    best, divided = (min(plans, key=lambda p: p.us + p.adding_us) for plans in (whole, split))
    if divided.us + divided.adding_us < _C.worth_splitting * best.us:
        best = divided
    steps = math.ceil(k / (best.parts * kernels.step))
    waits = min(steps * kernels.cold_step_us, kernels.cold_us) * _C.clock / spec.sm_clock_mhz
    return replace(best, us=best.us - in_l2 * waits)


def _us(
    spec: GPUSpec, kind: _Kind, precision: str, tile: tuple[int, int], tiles: int, k: int
) -> float:
    """Return the time of the busiest SM, in microseconds."""
    rows, columns = tile
    slower = _C.clock / spec.sm_clock_mhz
    edge = 2 / (1 / rows + 1 / columns)
    share = min(1.0, edge / kind.smallest_edge)
    rate = rate_tflops(spec, precision) / spec.sms * 1e6 * share
    step = 2 * rows * columns * kind.step / rate
    steps = math.ceil(k / kind.step)
    in_turn = math.ceil(tiles / spec.sms)
    after_another = math.ceil(in_turn / kind.at_once)
    written = kind.area_us * rows * columns / (256 * 128) * (1 if kind.overlaps else in_turn)
    beside = (after_another * kind.tile_us + written) * slower
    return steps * max(in_turn * step, after_another * kind.step_us * slower) + beside


def _adding_us(spec: GPUSpec, results: int, parts: int) -> float:
    if parts == 1:
        return 0.0
    moved = (parts + 1) * results * _C.partial_bytes
    return max(_C.part_us * parts, moved / (spec.dram_gb_per_s * 1e3)) + _C.add_us


def rate_tflops(spec: GPUSpec, precision: str) -> float:
    """Return the TFLOP/s of the steps of the largest tile."""
    # The H200's tf32: 359 of bf16's 713 TFLOP/s measured, so 0.504 of bf16's 792: 399. fp32: 51 of
    # 713 gives 57. An A100 has no measured products: 250 TFLOP/s in bf16 is 80 % of its 312.
    measured, bf16 = spec.measured.get(f"matmul_{precision}"), spec.measured.get("matmul_bf16")
    if measured is None or bf16 is None:
        return spec.peak_tflops[roof_name(spec, precision, matmul=True)] * _C.efficiency
    return measured.value / bf16.value * spec.peak_tflops["bf16"] * _C.efficiency
