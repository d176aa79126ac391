"""Computes how many blocks of a kernel an SM holds at once, and what limits them.

The formula is that of NVIDIA's `cuda_occupancy.h`: registers are given out per warp in units of
256, shared memory in units of 128 bytes with 1,024 bytes kept by the driver for each block, out of
the carve-out of the L1. Before sm_80 the units are of 256 bytes, and the driver keeps none.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import index

from kernelscope.errors import UsageError
from kernelscope.hardware.gpus import GPUSpec, gpu

WARP = 32
# 33 registers a thread are 1,056 a warp, given out as 1,280: blocks of 256 threads fit 6 times, not
# 8 as with 32. So 33 to 40 registers cost the same.
_REGISTER_UNIT = 256
_SUB_PARTITIONS = 4
_MAX_REGISTERS_PER_THREAD = 255
_SHARED_UNIT = 128
_SHARED_UNIT_BEFORE_SM80 = 256


@dataclass(frozen=True, slots=True)
class Occupancy:
    """Blocks and warps resident on one SM.

    Attributes:
        fraction: resident warps over the most that the SM can hold, 0 … 1.
        limiter: "warps", "blocks", "registers" or "shared"; the first of those that tie.
        limits: blocks that an SM would hold by each limit alone.
    """

    blocks_per_sm: int
    warps_per_sm: int
    fraction: float
    limiter: str
    limits: dict[str, int]


def occupancy(
    spec: GPUSpec | str,
    *,
    block: int,
    registers: int,
    static_shared_bytes: int = 0,
    dynamic_shared_bytes: int = 0,
) -> Occupancy:
    """Return the occupancy of a kernel of `block` threads with `registers` a thread on a GPU.

    The carve-out of the L1 is the largest one, which the driver takes if a kernel needs it. The
    result has zero blocks if the launch would fail for its registers, shared memory or block size.
    `registers=0` means unknown, and limits nothing. Raises UsageError for a size that is negative
    or not a whole number.
    """
    spec = gpu(spec) if isinstance(spec, str) else spec
    sizes = (block, registers, static_shared_bytes, dynamic_shared_bytes)
    try:
        block, registers, static_shared_bytes, dynamic_shared_bytes = map(index, sizes)
    except TypeError:
        got = ", ".join(map(repr, sizes))
        raise UsageError(f"occupancy needs whole numbers; got {got}") from None
    if block < 1 or min(registers, static_shared_bytes, dynamic_shared_bytes) < 0:
        raise UsageError(
            f"occupancy needs a block of at least 1 thread and sizes from 0; got block {block}, "
            f"{registers} registers, {static_shared_bytes} + {dynamic_shared_bytes} shared bytes"
        )
    warps = -(-block // WARP)
    fits = block <= spec.max_threads_per_block
    limits = {
        "warps": spec.max_warps_per_sm // warps if fits else 0,
        "blocks": spec.max_blocks_per_sm,
        "registers": _by_registers(spec, warps, registers),
        "shared": _by_shared(spec, static_shared_bytes + dynamic_shared_bytes),
    }
    limiter = min(limits, key=lambda name: limits[name])
    blocks = limits[limiter]
    resident = blocks * warps
    return Occupancy(blocks, resident, resident / spec.max_warps_per_sm, limiter, limits)


def _by_registers(spec: GPUSpec, warps: int, registers: int) -> int:
    if registers == 0:
        return spec.max_blocks_per_sm
    if registers > _MAX_REGISTERS_PER_THREAD:
        return 0
    per_warp = _round_up(WARP * registers, _REGISTER_UNIT)
    # A block's warps are spread over the sub-partitions, each with its quarter of the registers.
    # 96 threads of 40 registers on an H200: 1,280 a warp, 12 warps in a quarter of 16,384, 48 in
    # all, 16 blocks. 65,536 / 1,280 = 51 warps would be 17 blocks, one more than the hardware
    # starts.
    per_partition = spec.registers_per_sm // _SUB_PARTITIONS // per_warp
    return _SUB_PARTITIONS * per_partition // warps


def _by_shared(spec: GPUSpec, wanted: int) -> int:
    if wanted > spec.shared_per_block_bytes:
        return 0
    taken = shared_of_block(spec, wanted)
    return spec.shared_per_sm_bytes // taken if taken else spec.max_blocks_per_sm


def shared_of_block(spec: GPUSpec, wanted: int) -> int:
    """Return the bytes that a block of so much shared memory takes of its SM."""
    # 76 KiB a block on an H200: 228 / 76 is 3 blocks an SM, but each takes 77, so 2. A tile chosen
    # to fit three times would be said to, and run at two thirds of that.
    unit = _SHARED_UNIT if spec.sm >= 80 else _SHARED_UNIT_BEFORE_SM80
    return _round_up(wanted + spec.shared_reserved_bytes, unit)


def _round_up(value: int, unit: int) -> int:
    return -(-value // unit) * unit
