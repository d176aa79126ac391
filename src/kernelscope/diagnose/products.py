"""Launches that are matrix products: they use each byte that they read many times."""

from __future__ import annotations

from kernelscope.record import LaunchRecord, OperatorRecord

# A product of matrices of 128 x 128 fp32 numbers has 21; exact GELU, a long elementwise formula, 2.
# Counted for the product of edge 512 in bf16 without tensor cores: 268 MFLOP on 1.05 MB of distinct
# bytes read, 256 a byte: a product. A vector add of fp32 numbers has 1 FLOP for 8 bytes.
FLOPS_PER_BYTE = 16.0
_SECTOR = 32
_FLOPS = ("kernelscope__flops_fp32.sum", "kernelscope__flops_fp16.sum")
_ON_TENSOR_CORES = frozenset(("fp16", "bf16", "fp8", "tf32"))
_TENSOR = "kernelscope__tensor_mac_"


def flops_of(launch: LaunchRecord) -> float:
    """Return the floating-point operations in ordinary pipes, without fp64."""
    return sum(launch.counters.get(name, 0.0) for name in _FLOPS)


def on_tensor_cores(launch: LaunchRecord) -> bool:
    """Return whether any multiply-add ran on tensor cores."""
    return any(count for name, count in launch.counters.items() if name.startswith(_TENSOR))


def multiplies(operator: OperatorRecord) -> bool:
    """Return whether an operator of PyTorch's is a product, or has one in it."""
    return operator.flops > 0 or any(launch.flops for launch in operator.launches)


def in_half_precision(operator: OperatorRecord) -> bool:
    """Return whether it is a product of types that PyTorch multiplies on tensor cores alone."""
    return multiplies(operator) and operator.precision in _ON_TENSOR_CORES


def is_product(launch: LaunchRecord) -> bool:
    """Return whether tensor cores worked, or there are many FLOPs for each distinct byte read."""
    read = launch.counters.get("kernelscope__unique_sectors_read.sum", 0.0) * _SECTOR
    return on_tensor_cores(launch) or flops_of(launch) > FLOPS_PER_BYTE * max(read, _SECTOR)
