"""The size of L1: what the carve-out for shared memory leaves of an SM's memory.

The carve-out is the smallest one that holds the resident blocks (CUDA programming guide, "Compute
Capability 9.x"; the driver may choose a larger one).
"""

from __future__ import annotations

from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.residency import shared_of_block

_KIB = 1024


def l1_bytes(spec: GPUSpec, shared_bytes: int, blocks: int) -> int:
    """Return the bytes of L1 on an SM that holds so many blocks of so much shared memory."""
    needed = blocks * shared_of_block(spec, shared_bytes) if shared_bytes else 0
    fitting = (size for size in spec.carve_outs_kib if size * _KIB >= needed)
    carve_out = min(fitting, default=max(spec.carve_outs_kib))
    return (spec.l1_kib - carve_out) * _KIB
