"""`kernelscope calibrate`: the constants of the time model, measured on this machine's GPU."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from kernelscope.devices.resolve import resolve
from kernelscope.errors import UnavailableError
from kernelscope.hardware import GPUS, GPUSpec
from kernelscope.hardware.calibrated import keep_calibration
from kernelscope.jobs import environment


@dataclass(frozen=True, slots=True)
class Calibration:
    """The GPU's row with its constants in `measured`, and the row of the table that it follows."""

    spec: GPUSpec
    table: GPUSpec
    path: Path


def calibrate(device: str = "auto") -> Calibration:
    """Measure the GPU's constants, and keep them for `--device virtual:mine`.

    Raises UnavailableError if the device is not a real GPU, RecordError if the configuration folder
    cannot be written.
    """
    target = resolve(device)
    if target.kind == "virtual":
        raise UnavailableError(
            f"calibrate needs a real GPU, and {target.name} is not one: run it with --device cuda "
            "on a machine that has one"
        )
    from kernelscope.measure.constants import measure_constants, sm_clock_mhz

    table = GPUS.get(target.spec.name, target.spec)
    spec = _of_device(table, sm_clock_mhz())
    spec = replace(spec, measured=measure_constants(spec), calibrated=True)
    conditions = {"created": environment.now(), **environment.describe_cuda()}
    return Calibration(spec, table, keep_calibration(spec.to_json(), conditions))


def _of_device(table: GPUSpec, mhz: int) -> GPUSpec:
    """Return a row with what the driver says of this GPU, at this clock."""
    import torch

    facts = torch.cuda.get_device_properties()
    name = facts.name
    spec = replace(
        table,
        full_name=f"{name}, as calibrated",
        sms=facts.multi_processor_count,
        sm_clock_mhz=mhz,
        dram_bytes=facts.total_memory,
        l2_bytes=facts.L2_cache_size,
    )
    if table.name in name.lower().replace(" ", ""):
        return spec
    # A GPU that the table lacks: its neighbour's rates for its own SMs and clock.
    times = spec.sms * mhz / (table.sms * table.sm_clock_mhz)
    rates = {precision: rate * times for precision, rate in table.peak_tflops.items()}
    return replace(spec, peak_tflops=rates, dram_gb_per_s=_pins_gb_per_s(facts, table))


def _pins_gb_per_s(facts: object, table: GPUSpec) -> float:
    """Return the rate of the memory's pins: two transfers a clock."""
    khz, bits = (getattr(facts, name, 0) for name in ("memory_clock_rate", "memory_bus_width"))
    return 2 * khz * bits / 8 / 1e6 or table.dram_gb_per_s
