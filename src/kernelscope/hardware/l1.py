"""Estimates what L1 answers of the global loads of one SM, from their sectors in order.

A model, with its rules and their sources:

- L1 has what the carve-out for shared memory leaves of an SM's memory: 256 KiB on sm_90. The
  carve-out is the smallest one that holds the resident blocks (CUDA programming guide, "Compute
  Capability 9.x"; the driver may choose a larger one).
- A line has 128 bytes, and a tag for it; its four sectors of 32 bytes come one by one (Nsight
  Compute's documentation, "L1/TEX Cache"). The line that was not used for longest makes room. L1 is
  taken to be fully associative, as its sets are not documented.
- A store goes through to L2 and takes no line, and counts as a miss: a softmax whose three passes
  read the same row had l1tex__t_sector_hit_rate = (sectors read from L1) / (loads + stores) on an
  H200 (docs/measured/2026-11-22-h200/counters-softmax.csv).

Loads are complete at once in the model. On a GPU a load of a sector that is on its way waits for it
and is not asked again, so the model's answer is the same.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.residency import shared_of_block

_LINE_SECTORS = 4
_LINE_BYTES = 128
_KIB = 1024


@dataclass(frozen=True, slots=True)
class L1Hits:
    """The sectors that loads asked L1 for, and those that it had."""

    loaded: int
    hits: int

    @property
    def load_hit_rate(self) -> float:
        """Hits over sectors loaded, 0 … 1; 0 if there were none."""
        return self.hits / self.loaded if self.loaded else 0.0


def l1_bytes(spec: GPUSpec, shared_bytes: int, blocks: int) -> int:
    """Return the bytes of L1 on an SM that holds so many blocks of so much shared memory."""
    needed = blocks * shared_of_block(shared_bytes) if shared_bytes else 0
    fitting = (size for size in spec.carve_outs_kib if size * _KIB >= needed)
    carve_out = min(fitting, default=max(spec.carve_outs_kib))
    return (spec.l1_kib - carve_out) * _KIB


def l1_hits(loads: Iterable[np.ndarray], size: int) -> L1Hits:
    """Return the hits and misses of an L1 of `size` bytes.

    loads: the sectors (address divided by 32) of each load that L1 may hold, in order.
    """
    lines: OrderedDict[int, int] = OrderedDict()
    most, loaded, hits = size // _LINE_BYTES, 0, 0
    for sectors in loads:
        loaded += len(sectors)
        for sector in sectors.tolist():
            line, bit = sector // _LINE_SECTORS, 1 << sector % _LINE_SECTORS
            held = lines.pop(line, 0)
            hits += bool(held & bit)
            lines[line] = held | bit
            if len(lines) > most:
                lines.popitem(last=False)
    return L1Hits(loaded, hits)
