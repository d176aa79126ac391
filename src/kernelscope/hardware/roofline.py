"""The roofline: which ceiling limits an operation on a GPU, and how near a time comes to it.

The roofline (Williams, Waterman, Patterson, CACM 2009): attainable FLOP/s is the lesser of the
peak and intensity x memory rate. Everything here is data; `report` draws it.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.errors import UsageError
from kernelscope.hardware.gpus import GPUSpec, gpu
from kernelscope.quantity import Provenance, Quantity


@dataclass(frozen=True, slots=True)
class Ceiling:
    """A rate that nothing exceeds for long; `value` in `unit` (GB/s or TFLOP/s).

    `provenance` is "measured" if the table has a figure from a real GPU, else "computed" from the
    specification; `source` names it.
    """

    name: str
    value: float
    unit: str
    provenance: Provenance
    source: str


@dataclass(frozen=True, slots=True)
class Roofline:
    """The two ceilings of a GPU for one precision; they meet at `ridge` FLOP per byte."""

    memory: Ceiling
    compute: Ceiling

    @property
    def ridge(self) -> float:
        """FLOP per byte above which compute is the limit."""
        return self.compute.value * 1e12 / (self.memory.value * 1e9)

    def attainable_tflops(self, intensity: float) -> float:
        """Return the highest TFLOP/s at `intensity` FLOP per byte."""
        return min(self.compute.value, intensity * self.memory.value / 1000)

    def limit(self, intensity: float) -> Ceiling:
        """Return the ceiling that applies at `intensity` FLOP per byte."""
        return self.memory if intensity < self.ridge else self.compute


def memory_ceiling(spec: GPUSpec | str) -> Ceiling:
    """Return the measured device copy if the table has one, else the rate at the pins, in GB/s."""
    spec = gpu(spec) if isinstance(spec, str) else spec
    copy = spec.measured.get("copy")
    # 4,282 GB/s on the H200's row, where the pins have 4,814: a copy that reaches 4,239 is at 99 %
    # of what can be had, not at 88 %. An A100 has no measured copy in the table, and its limit says
    # "specified".
    if copy is not None:
        return Ceiling("measured copy", copy.value, "GB/s", "measured", copy.note)
    rate, source = spec.dram_gb_per_s, spec.sources["dram"]
    return Ceiling("specified DRAM rate", rate, "GB/s", "computed", source)


def compute_ceiling(spec: GPUSpec | str, precision: str, *, matmul: bool = False) -> Ceiling:
    """Return the arithmetic ceiling at `precision` in TFLOP/s.

    `matmul` work may use the tensor cores and is compared with the measured library matmul if
    there is one. Other bf16 and fp16 work is computed in fp32 and compared with its peak.
    Raises UsageError naming the precisions that this GPU has.
    """
    spec = gpu(spec) if isinstance(spec, str) else spec
    if precision not in spec.peak_tflops:
        known = ", ".join(spec.peak_tflops)
        raise UsageError(f"{spec.name} has no peak for {precision!r}; it has {known}")
    precision = roof_name(spec, precision, matmul=matmul)
    measured = spec.measured.get(f"matmul_{precision}") if matmul else None
    if measured is not None:
        name = f"measured {precision} matmul"
        return Ceiling(name, measured.value, "TFLOP/s", "measured", measured.note)
    peak, source = spec.peak_tflops[precision], spec.sources["chip"]
    return Ceiling(f"specified {precision} peak", peak, "TFLOP/s", "computed", source)


def roof_name(spec: GPUSpec, precision: str, *, matmul: bool) -> str:
    """Return the key of `peak_tflops` that work of this precision is compared with.

    Only a matmul may use tensor cores, those for fp64 included; other work in a narrow precision
    is computed in fp32.
    """
    if precision == "fp64":
        return "fp64_tensor" if matmul and "fp64_tensor" in spec.peak_tflops else "fp64"
    # GELU in bf16 is computed in fp32: its roof is 66.9 TFLOP/s. With the tensor cores' 989 the
    # ridge would be at 231 FLOPs a byte, and no formula would ever be held by arithmetic.
    return precision if matmul else "fp32"


def roofline(spec: GPUSpec | str, precision: str = "fp32", *, matmul: bool = False) -> Roofline:
    """Return both ceilings for work of one precision."""
    return Roofline(memory_ceiling(spec), compute_ceiling(spec, precision, matmul=matmul))


def intensity(flops: float, bytes_moved: float) -> float:
    """Return FLOP per byte of device memory; infinite for work that moves nothing."""
    if bytes_moved == 0:
        return float("inf") if flops else 0.0
    return flops / bytes_moved


@dataclass(frozen=True, slots=True)
class Standing:
    """A time compared with its ceiling: the work model's bytes or FLOPs over it, and their share.

    `floor_ms`: the shortest time that the specification's peaks allow; a shorter one is wrong.
    """

    throughput: Quantity
    percent_of_limit: Quantity
    limit: Ceiling
    floor_ms: float


def standing(
    spec: GPUSpec | str,
    *,
    time_ms: Quantity,
    bytes_moved: float,
    flops: float,
    precision: str = "fp32",
    matmul: bool = False,
) -> Standing:
    """Compare a time with the roofline for the work model's fewest bytes and FLOPs.

    Raises UsageError if the time is not positive or there is no work.
    """
    if time_ms.value <= 0 or bytes_moved + flops <= 0:
        raise UsageError(
            "a rate needs a positive time and some bytes or FLOPs; "
            f"got {time_ms.value:g} ms, {bytes_moved:g} bytes, {flops:g} FLOPs"
        )
    spec = gpu(spec) if isinstance(spec, str) else spec
    roof = roofline(spec, precision, matmul=matmul)
    limit = roof.limit(intensity(flops, bytes_moved))
    work = bytes_moved / 1e9 if limit is roof.memory else flops / 1e12

    def rate(milliseconds: float | None) -> float | None:
        return work / milliseconds * 1000 if milliseconds else None

    value, low, high = rate(time_ms.value), rate(time_ms.high), rate(time_ms.low)
    assert value is not None
    throughput = Quantity(value, limit.unit, time_ms.provenance, low, high)
    percent = Quantity(
        100 * value / limit.value,
        "%",
        time_ms.provenance,
        None if low is None else 100 * low / limit.value,
        None if high is None else 100 * high / limit.value,
        note=f"of {limit.value:g} {limit.unit}, {limit.name}",
    )
    peak = spec.peak_tflops[roof_name(spec, precision, matmul=matmul)]
    floor = max(bytes_moved / spec.dram_gb_per_s / 1e6, flops / peak / 1e9)
    return Standing(throughput, percent, limit, floor)
