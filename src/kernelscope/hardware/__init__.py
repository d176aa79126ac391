"""GPU specifications, one table, and the formulas on them. Pure arithmetic: no device, no torch.

hardware.gpu("h200").sms
hardware.occupancy.occupancy("h200", block=256, registers=64)
hardware.timing.estimate_operator("h200", bytes_read=2**30, bytes_written=2**30)
"""

from __future__ import annotations

from kernelscope.hardware import occupancy, roofline, timing, waves
from kernelscope.hardware.gpus import GPUS, GPUSpec, gpu

__all__ = ["GPUS", "GPUSpec", "gpu", "occupancy", "roofline", "timing", "waves"]
