"""The SM clock of a launch: tensor cores slow it down."""

from __future__ import annotations

from kernelscope.hardware.constants import Constants
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.machine_code.code import MachineCode

_C = Constants("launch_time/clock")
_PRODUCTS = ("HMMA", "IMMA", "QMMA", "OMMA", "HGMMA", "IGMMA", "BGMMA", "QGMMA")


def tensor_clock_share(spec: GPUSpec) -> float:
    """Return the SM clock while all tensor cores work as a share of the GPU's highest one."""
    return 1.0 - _C.table("tensor_loss").get(spec.sm, 0.0)


def clock_share(spec: GPUSpec, code: MachineCode, active_sms: int) -> float:
    """Return the SM clock of a launch as a share of the GPU's highest one, 0 … 1.

    active_sms: SMs that have blocks.
    """
    if not any(row.name in _PRODUCTS for row in code.instructions):
        return 1.0
    working = min(1.0, active_sms / (_C.all_of_it * spec.sms))
    return 1.0 - _C.table("tensor_loss").get(spec.sm, 0.0) * working**0.5
