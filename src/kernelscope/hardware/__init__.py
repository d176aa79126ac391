"""One table of GPU specifications, and the formulas on it. Pure arithmetic: no device, no torch.

hardware.gpu("h200").sms
hardware.occupancy("h200", block=256, registers=64)
hardware.timing.estimate_operator("h200", bytes_read=2**30, bytes_written=2**30)
"""

from __future__ import annotations

from kernelscope.hardware import roofline, timing
from kernelscope.hardware.gpus import GPUS, GPUSpec, gpu
from kernelscope.hardware.occupancy_changes import Change, changes
from kernelscope.hardware.occupancy_curves import Curve, curve
from kernelscope.hardware.residency import Occupancy, occupancy
from kernelscope.hardware.wave_quantization import FullGrid, Waves, full_grids, waves

__all__ = [
    "GPUS",
    "Change",
    "Curve",
    "FullGrid",
    "GPUSpec",
    "Occupancy",
    "Waves",
    "changes",
    "curve",
    "full_grids",
    "gpu",
    "occupancy",
    "roofline",
    "timing",
    "waves",
]
