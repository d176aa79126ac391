"""The attributes of a device (`CUdevice_attribute` of `cuda.h`), from its specification."""

from __future__ import annotations

from functools import cache

from kernelscope.hardware import GPUSpec

_LAST = 147
# What is the same on every GPU from Volta to Hopper (CUDA programming guide, "Technical
# Specifications per Compute Capability"; textures are those of an H200).
_SAME = {
    2: 1024, 3: 1024, 4: 64, 5: 2**31 - 1, 6: 65535, 7: 65535,  # a block's and a grid's sizes
    8: 48 << 10, 9: 64 << 10, 10: 32, 11: 2**31 - 1, 14: 512, 15: 1, 19: 1,
    21: 131072, 22: 131072, 23: 65536, 24: 16384, 25: 16384, 26: 16384, 27: 32768, 28: 32768,
    29: 2048, 30: 512, 31: 1, 32: 1, 34: 0x1E, 40: 3, 41: 1, 42: 32768, 43: 2048, 44: 1,
    51: 32,
    45: 32768, 46: 32768, 47: 8192, 48: 8192, 49: 32768, 52: 32768, 53: 32768, 54: 2046, 55: 32768,
    56: 131072, 57: 65536, 58: 16384, 59: 16384, 60: 16384, 61: 32768, 62: 2048, 63: 32768,
    64: 32768, 65: 2048, 66: 32768, 67: 32768, 68: 2046, 69: 268435456,
    70: 131072, 71: 65000, 72: 2097120, 73: 32768, 74: 32768, 77: 32768,
    78: 1, 79: 1, 80: 1, 83: 1, 89: 1, 90: 1, 92: 1, 93: 1, 94: 1, 95: 1, 106: 32, 115: 1, 122: 1,
    123: 1, 129: 1, 131: (1 << 32) - 1, 134: (1 << 32) - 1,  # no NUMA node, -1
}  # fmt: skip
# The bits of the memory's bus: read on an H200; of the others from NVIDIA's datasheets. The clock
# is that with which they reach the rate at the pins, at two transfers a cycle.
_BUS_BITS = {
    "h200": 6016, "h100": 5120, "a100": 5120, "b200": 8192, "rtx3090": 384, "rtx4090": 384,
    "rtx5090": 512, "rtxpro6000": 512, "l40s": 384, "l4": 192, "a10": 384, "t4": 256,
}  # fmt: skip


@cache
def _of(spec: GPUSpec) -> dict[int, int]:
    major, minor = spec.compute_capability
    bus = _BUS_BITS.get(spec.name, 0)
    return _SAME | {
        1: spec.max_threads_per_block,
        12: spec.registers_per_sm,
        13: round(spec.sm_clock_mhz * 1000),
        16: spec.sms,
        36: round(spec.dram_gb_per_s * 1e6 * 8 / bus / 2) if bus else 0,
        37: bus,
        38: spec.l2_bytes,
        39: 32 * spec.max_warps_per_sm,
        75: major,
        76: minor,
        81: spec.shared_per_sm_bytes,
        82: spec.registers_per_sm,
        87: max(spec.fp32_lanes // max(spec.fp64_lanes, 1), 1),
        97: spec.shared_per_block_bytes,
        106: spec.max_blocks_per_sm,
        111: spec.shared_reserved_bytes,
        120: int(major >= 9),
        127: int(major >= 9),
    }


def device_attribute(spec: GPUSpec, number: int) -> int | None:
    """Return an attribute by its number: 0 for what the virtual GPU has not; None: no such one."""
    return _of(spec).get(number, 0) if 1 <= number <= _LAST else None
