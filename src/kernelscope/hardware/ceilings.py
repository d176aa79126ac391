"""The ceilings of the hierarchical roofline: each memory level and each precision of one GPU.

In: a GPU's row. Out: its ceilings, from the specification, and from measurements on a real GPU if
the table or this machine has them. Source of the idea: Yang, Kurth, Williams: "Hierarchical
Roofline analysis for GPUs", Concurrency and Computation 32(20), 2020.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kernelscope._cache import cache_folder
from kernelscope.errors import KernelscopeError
from kernelscope.hardware.constants import RATES
from kernelscope.hardware.gpus import GPUSpec, gpu
from kernelscope.quantity import Quantity
from kernelscope.record import Roof

# 32 banks of 4 bytes a clock: the CUDA programming guide, "Shared Memory", for each capability.
_SHARED_BYTES_PER_CYCLE_PER_SM = 128
_MEASURED_MEMORY = {"dram": "copy", "l2": "l2", "shared": "shared"}
_MEASURED_ALONE = {"fp32": "fma_fp32", "fp64": "fma_fp64"}  # without tensor cores
_PER_UNIT = {"GB/s": (1e9, "B/s"), "TFLOP/s": (1e12, "FLOP/s")}


def roofs(spec: GPUSpec | str) -> tuple[Roof, ...]:
    """Return every known ceiling of a GPU: memory levels first, the specification's first."""
    spec = gpu(spec) if isinstance(spec, str) else spec
    return (*_memory(spec), *_compute(spec))


def _memory(spec: GPUSpec) -> list[Roof]:
    ceilings = [
        Roof("dram", "memory", _specified(spec.dram_gb_per_s, "GB/s", spec.sources["dram"]))
    ]
    if spec.l2_gb_per_s is not None:
        source = spec.sources["l2 rate"]
        ceilings.append(Roof("l2", "memory", _specified(spec.l2_gb_per_s, "GB/s", source)))
    clock = spec.sms * spec.sm_clock_mhz * 1e-3  # SM cycles a nanosecond
    banks = "32 banks of 4 bytes a clock in each SM (CUDA programming guide)"
    shared = _specified(_SHARED_BYTES_PER_CYCLE_PER_SM * clock, "GB/s", banks)
    ceilings.append(Roof("shared", "memory", shared))
    for level, name in _MEASURED_MEMORY.items():
        if name in spec.measured:
            ceilings.append(Roof(level, "memory", _base_unit(spec.measured[name])))
    # An H100's specification has no rate of L2, and none was measured here: it gets the H200's 26.4
    # bytes a cycle an SM, marked as estimated. Without a roof its points in L2 could not be judged.
    if not any(roof.name == "l2" for roof in ceilings):
        rates = RATES.table("l2_bytes_per_cycle")
        rate = rates.get(spec.sm, rates[90]) * clock * 1e9
        of = "a B300's published" if spec.compute_capability[0] == 10 else "the H200's measured"
        note = f"{of} rate, scaled by SMs and clock"
        ceilings.append(Roof("l2", "memory", Quantity(rate, "B/s", "estimated", note=note)))
    return sorted(ceilings, key=lambda roof: list(_MEASURED_MEMORY).index(roof.name))


def _compute(spec: GPUSpec) -> list[Roof]:
    ceilings = [
        Roof(name, "compute", _specified(peak, "TFLOP/s", spec.sources["chip"]))
        for name, peak in spec.peak_tflops.items()
    ]
    for name in spec.peak_tflops:
        key = _MEASURED_ALONE.get(name, f"matmul_{name}")
        if key in spec.measured:
            ceilings.append(Roof(name, "compute", _base_unit(spec.measured[key])))
    return ceilings


def _specified(value: float, unit: str, source: str) -> Quantity:
    return _base_unit(Quantity(value, unit, "computed", note=source))


def _base_unit(rate: Quantity) -> Quantity:
    factor, unit = _PER_UNIT[rate.unit]
    low, high = (None if end is None else end * factor for end in (rate.low, rate.high))
    return Quantity(rate.value * factor, unit, rate.provenance, low, high, rate.note)


# ---- kept ceilings -------------------------------------------------------------------------------


def kept_path(full_name: str) -> Path:
    """Return the file for a GPU's ceilings, in $KERNELSCOPE_CACHE or else ~/.cache."""
    name = re.sub(r"[^a-z0-9]+", "-", full_name.lower()).strip("-")
    return cache_folder("ceilings") / f"{name}.json"


def to_text(measured: Mapping[str, Quantity], conditions: Mapping[str, Any]) -> str:
    """Return the file's content: the figures, with their date, driver and clocks."""
    figures = {name: quantity.to_json() for name, quantity in measured.items()}
    return json.dumps({"schema": 1, **conditions, "measured": figures}, indent=1) + "\n"


def kept_ceilings(full_name: str) -> dict[str, Quantity]:
    """Return earlier measurements of this GPU; empty if there is no readable file."""
    try:
        data = json.loads(kept_path(full_name).read_text())
        quantities = {
            name: Quantity.from_json(quantity) for name, quantity in data["measured"].items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError, KernelscopeError):
        return {}
    when = f"{data.get('created', '')[:10]}, driver {data.get('driver', '?')}"
    return {
        name: Quantity(
            quantity.value, quantity.unit, "measured", note=f"{quantity.note}; this machine, {when}"
        )
        for name, quantity in quantities.items()
    }
