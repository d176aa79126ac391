"""How a library multiplies matrices: output tiles on the SMs, steps along k, and a split of k.

    chosen = plan(spec, "bf16", 4096, 4096, 4096)
    chosen.tile, chosen.tiles, chosen.parts, chosen.us     # (256, 128), 512, 1, 190 on an H200

A block computes a tile of the result in steps along k, then writes it. Tiles are dealt to the SMs
in turn; the busiest SM's time is the product's. The fastest of the tiles that libraries have is
taken. If few tiles leave SMs idle, several blocks share a tile's k and another kernel adds up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from kernelscope.errors import UsageError
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.roofline import roof_name

# Of an H200 at 1980 MHz; every figure from tests/truth/operators unless it says otherwise.
_CLOCK = 1980
# The share of the tensor cores' peak in the steps of the largest tile: 256 x 128 x 64 in fp16 or
# bf16 takes 0.7 us. Edge 4096: 4 tiles for the busiest SM, of 64 steps each, 190 us; 176 to 181 are
# measured once and 193 over and over (the power limit). Edge 8192: 1,474 us; 1,619.
_EFFICIENCY = 0.8
# Splitting k is taken if it saves this share: fp32 edge 512 (13 us in two kernels for 23) is split,
# edge 1024 is not, though 52 us would come out for 67.
_WORTH_SPLITTING = 0.75
# It is only tried where half of the SMs would have no tile of 64 x 64 (in fp32 some of them: 600 x
# 768 with k = 384 is split), or k is long: 8192 x 128
# with k = 8192 is split in fp32, 512 x 1024 with k = 1024 is not. A part has eight steps or more.
# Batches are not split: 4 products of 64 x 64 with k = 2048 take 77 us in fp32.
_LONG, _LEAST_STEPS = 4096, 8
_IDLE, _IDLE_PLAIN = 0.5, 0.95
# Adding up the parts of a tile: 128 parts 5.6 us, 48 parts 2.9, 4 parts 1.6.
_PART_US, _ADD_US = 0.035, 1.3
# Blocks of nvjet and of Hopper's XMMA kernels have two tiles each by their number: 264 tiles of
# 4096 x 1536 are dealt so, 512 of 4096 x 4096 are taken from a counter.
_TURNS = 2
_PARTIAL_BYTES = 4  # parts are kept in float32


@dataclass(frozen=True, slots=True)
class _Kind:
    """The kernels for one precision.

    Attributes:
        tiles: rows and columns of the result that a block computes.
        step: how far along k one step goes.
        step_us: the least time of a step: its loads' and its barriers' latency.
        tile_us: what a tile takes beside its steps.
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


_LARGE = ((256, 128), (192, 128), (128, 128), (128, 96), (128, 64), (64, 64), (64, 32))
# 2048 x 2048 in fp16: one tile of 32 steps, 2.5 us to write it, 24.6 us. Edge 1024: tiles of
# 128 x 64, 16 steps of 0.2 us, 1.1 us to write it: 6.2 us.
_TENSOR = _Kind((*_LARGE, (64, 16), (64, 8)), 64, 0.2, 0.5, 1.9, smallest_edge=135)
# Edge 1024 in TF32: 32 steps of 0.3 us, 12.9 us; a convolution's 72 steps take 0.2 us each.
_TENSOR_32 = _Kind(_LARGE, 32, 0.25, 0.5, 1.9, smallest_edge=135)
# FP32 without tensor cores: a tile of 64 x 64 loads two numbers from shared memory for as many
# multiply-adds as one of 128 x 128 does for one. Edge 1024: tiles of 128 x 64, 62 us; edge 2048: of
# 256 x 128, 343 us. Writing a tile does not overlap: 64 products of 512 x 512 x 64 take 66 us.
# Edge 128, 16 steps: 6.6 us, and 4.2 with the factors in L2; 333 x 77 x 129 6.7 and 4.4.
_SMALL = ((128, 128), (128, 64), (128, 32), (64, 64), (32, 32))
_PLAIN = _Kind(
    *(((256, 128), *_SMALL), 8, 0.25, 1.3, 4.2),
    smallest_edge=128,
    overlaps=False,
    at_once=4,
    cold_step_us=0.15,
    cold_us=2.4,
)
# FP64 loads twice the bytes for a multiply-add that takes 15 times as long: no tile is held by
# them. Edge 1024: 41 us.
_DOUBLE = _Kind(_LARGE, 32, 0.3, 0.5, 1.9, smallest_edge=1)
_KINDS = {"fp32": _PLAIN, "tf32": _TENSOR_32, "fp64": _DOUBLE}


@dataclass(frozen=True, slots=True)
class Plan:
    """How a product is computed.

    Attributes:
        tile: rows and columns of the result for one block.
        tiles: of all batches.
        parts: blocks that share the k of a tile.
        us: the time of the kernel that multiplies, without its launch and its first load.
        adding_us: the time of the kernel that adds up the parts, also without; 0 for one part.
    """

    tile: tuple[int, int]
    tiles: int
    parts: int
    us: float
    adding_us: float

    def takes_turns(self, spec: GPUSpec) -> bool:
        """Return whether blocks take the next tile from a counter, which is cleared before."""
        return self.tiles * self.parts > _TURNS * spec.sms


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
    kind = _KINDS.get(precision, _TENSOR)
    room = _IDLE_PLAIN if kind is _PLAIN else _IDLE
    idle = math.ceil(m / 64) * math.ceil(n / 64) <= room * spec.sms
    may_split = batch == 1 and ((idle and not bias) or k >= _LONG)
    whole: list[Plan] = []
    split: list[Plan] = []
    for edges in kind.tiles:
        for rows, columns in {edges, edges[::-1]}:
            tiles = batch * math.ceil(m / rows) * math.ceil(n / columns)
            parts = min(spec.sms // tiles, k // (_LEAST_STEPS * kind.step)) if may_split else 1
            parts = max(parts, 1)
            for number, found in ((1, whole), (parts, split)):
                us = _us(spec, kind, precision, (rows, columns), tiles, math.ceil(k / number))
                adding = _adding_us(spec, batch * m * n, number)
                found.append(Plan((rows, columns), tiles, number, us, adding))
    best, divided = (min(found, key=lambda p: p.us + p.adding_us) for found in (whole, split))
    if divided.us + divided.adding_us < _WORTH_SPLITTING * best.us:
        best = divided
    steps = math.ceil(k / (best.parts * kind.step))
    waits = min(steps * kind.cold_step_us, kind.cold_us) * _CLOCK / spec.sm_clock_mhz
    return replace(best, us=best.us - in_l2 * waits)


def _us(
    spec: GPUSpec, kind: _Kind, precision: str, tile: tuple[int, int], tiles: int, k: int
) -> float:
    """Return the time of the busiest SM, in microseconds."""
    rows, columns = tile
    slower = _CLOCK / spec.sm_clock_mhz
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
    moved = (parts + 1) * results * _PARTIAL_BYTES
    return max(_PART_US * parts, moved / (spec.dram_gb_per_s * 1e3)) + _ADD_US


def rate_tflops(spec: GPUSpec, precision: str) -> float:
    """Return the TFLOP/s of the steps of the largest tile."""
    # The H200's tf32: 359 of bf16's 713 TFLOP/s measured, so 0.504 of bf16's 792: 399. fp32: 51 of
    # 713 gives 57. An A100 has no measured products: 250 TFLOP/s in bf16 is 80 % of its 312.
    measured, bf16 = spec.measured.get(f"matmul_{precision}"), spec.measured.get("matmul_bf16")
    if measured is None or bf16 is None:
        return spec.peak_tflops[roof_name(spec, precision, matmul=True)] * _EFFICIENCY
    return measured.value / bf16.value * spec.peak_tflops["bf16"] * _EFFICIENCY
