"""The SM clock of a launch: tensor cores slow it down."""

from __future__ import annotations

from kernelscope.hardware.gpus import GPUSpec
from kernelscope.machine_code.code import MachineCode

# While the tensor cores of an H200 work, its SMs run at 1.72 to 1.82 GHz, and at 1.94 to 1.98 else:
# gpc__cycles_elapsed over gpu__time_duration of 20 products of 64 blocks and more of the fit half
# (tests/truth/times/parts_h200.csv.gz). Those of 4 blocks run at 1.91, of 16 at 1.76 to 1.87: the
# loss grows with the root of the SMs that work. It does not depend on how busy they are.
_TENSOR_LOSS = {90: 0.09}
_ALL_OF_IT = 64 / 132
_PRODUCTS = ("HMMA", "IMMA", "QMMA", "HGMMA", "IGMMA", "BGMMA", "QGMMA")


def clock_share(spec: GPUSpec, code: MachineCode, active_sms: int) -> float:
    """Return the SM clock of a launch as a share of the GPU's highest one, 0 … 1.

    active_sms: SMs that have blocks.
    """
    if not any(row.name in _PRODUCTS for row in code.instructions):
        return 1.0
    working = min(1.0, active_sms / (_ALL_OF_IT * spec.sms))
    return 1.0 - _TENSOR_LOSS.get(spec.sm, 0.0) * working**0.5
