"""One table of GPUs. A new GPU is a new row here; every formula and device reads this table.

Rates are dense (no structured sparsity), at the boost clock, in 10^12 operations a second, a
multiply-add counting as two. Memory sizes are binary (1 GiB = 2^30 bytes), rates decimal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property, lru_cache
from typing import Any, cast

from kernelscope._codec import decode
from kernelscope.errors import KernelscopeError, UnavailableError, unknown
from kernelscope.hardware.calibrated import HOW, calibration_path, kept_calibration
from kernelscope.quantity import Quantity

_KIB = 1024
_MIB = 1024 * _KIB
_GIB = 1024 * _MIB


@dataclass(frozen=True)
class Architecture:
    """A compute capability: the limits, and rates per SM and cycle, that its GPUs share.

    Attributes:
        carve_outs_kib: sizes that the shared-memory part of an SM's L1 can take.
        l1_kib: L1 and shared memory together.
        most_cluster_blocks: the largest portable thread-block cluster; 1 if there are no clusters.
        fp32_lanes, int_lanes, fp64_lanes, xu_lanes: thread operations that an SM finishes a cycle
            (fused multiply-adds; integer adds and logic of PTX, which two pipes share; fp64
            multiply-adds; ex2, rcp, …).
    """

    compute_capability: tuple[int, int]
    max_warps_per_sm: int
    max_blocks_per_sm: int
    shared_per_sm_bytes: int
    shared_per_block_bytes: int
    carve_outs_kib: tuple[int, ...]
    fp32_lanes: int
    int_lanes: int
    fp64_lanes: int
    xu_lanes: int = 16
    l1_kib: int = 128
    most_cluster_blocks: int = 1
    registers_per_sm: int = 65536
    max_threads_per_block: int = 1024


# The H200 measured 122 of 128 lanes for integer logic and adds where the guide says 64: sm_90 has
# the measured figure, and sm_100, whose SM is built alike, follows it.
# Warps, blocks and shared memory: NVIDIA/cccl, libcudacxx/include/cuda/__device/arch_traits.h;
# carve-outs, L1, clusters: the CUDA programming guide's section on each compute capability; lanes:
# the same guide's table "throughput of native arithmetic instructions" (results a cycle an SM).
_SM80 = Architecture(
    (8, 0),
    64,
    32,
    164 * _KIB,
    163 * _KIB,
    (0, 8, 16, 32, 64, 100, 132, 164),
    64,
    64,
    32,
    l1_kib=192,
)
_SM86 = Architecture((8, 6), 48, 16, 100 * _KIB, 99 * _KIB, (0, 8, 16, 32, 64, 100), 128, 64, 2)
_SM89 = Architecture((8, 9), 48, 24, 100 * _KIB, 99 * _KIB, (0, 8, 16, 32, 64, 100), 128, 64, 2)
_SM90 = Architecture(
    (9, 0),
    64,
    32,
    228 * _KIB,
    227 * _KIB,
    (0, 8, 16, 32, 64, 100, 132, 164, 196, 228),
    128,
    128,
    64,
    l1_kib=256,
    most_cluster_blocks=8,
)
_SM100 = Architecture(
    (10, 0),
    64,
    32,
    228 * _KIB,
    227 * _KIB,
    (0, 8, 16, 32, 64, 100, 132, 164, 196, 228),
    128,
    128,
    64,
    l1_kib=256,
    most_cluster_blocks=8,
)


@dataclass(frozen=True, eq=False)
class GPUSpec:
    """One GPU. Rows compare by identity, so that they can key a cache.

    Attributes:
        name: short name, as in `virtual:h200`; full_name: the product.
        sm_clock_mhz: highest (boost) SM clock.
        dram_gb_per_s: 10^9 bytes a second at the pins; a copy reaches about 0.89 of it.
        peak_tflops: dense peak by precision: fp64, fp32, tf32, bf16, fp16, fp8 as far as it has
            them; fp64_tensor if tensor cores do fp64.
        l2_gb_per_s: the maker's figure for L2; None if there is none.
        measured: figures of a real one: "copy", "fill", "sum", "l2", "shared" (GB/s), "fma_fp32",
            "matmul_bf16" … (TFLOP/s), "latency_dram" … (cycles of a dependent load).
        sources: where the figures come from: "chip", "dram" and what else needs naming.
        calibrated: whether the time model calculates with what was measured (`constant`).
    """

    name: str
    full_name: str
    architecture: Architecture
    sms: int
    sm_clock_mhz: int
    dram_bytes: int
    dram_gb_per_s: float
    l2_bytes: int
    peak_tflops: dict[str, float]
    sources: dict[str, str]
    measured: dict[str, Quantity] = field(default_factory=dict[str, Quantity])
    l2_gb_per_s: float | None = None
    calibrated: bool = False

    @cached_property
    def compute_capability(self) -> tuple[int, int]:
        """Major and minor, e.g. (9, 0)."""
        return self.architecture.compute_capability

    @cached_property
    def sm(self) -> int:
        """The compute capability as one number: 90."""
        major, minor = self.compute_capability
        return 10 * major + minor

    def constant(self, name: str, usual: float) -> float:
        """Return a constant of the time model: what was measured if this is a calibrated row, else
        the usual one of its architecture.
        """
        if not self.calibrated or name not in self.measured:
            return usual
        return self.measured[name].value

    @property
    def lacking(self) -> str:
        """What the virtual GPU does not run of this GPU; "" if it runs all."""
        return "tensor cores (tcgen05)" if self.sm >= 100 else ""

    @cached_property
    def target(self) -> str:
        """The target for compilers: architecture-specific ("sm_90a") from Hopper on."""
        return f"sm_{self.sm}a" if self.sm >= 90 else f"sm_{self.sm}"

    @property
    def shared_per_sm_bytes(self) -> int:
        """Most shared memory that an SM's blocks hold together."""
        return self.architecture.shared_per_sm_bytes

    @property
    def shared_per_block_bytes(self) -> int:
        """Most shared memory that one block can opt into."""
        return self.architecture.shared_per_block_bytes

    @property
    def registers_per_sm(self) -> int:
        """32-bit registers of an SM."""
        return self.architecture.registers_per_sm

    @property
    def max_warps_per_sm(self) -> int:
        """Most resident warps of an SM."""
        return self.architecture.max_warps_per_sm

    @property
    def max_blocks_per_sm(self) -> int:
        """Most resident blocks of an SM."""
        return self.architecture.max_blocks_per_sm

    @property
    def max_threads_per_block(self) -> int:
        """Most threads of a block."""
        return self.architecture.max_threads_per_block

    def to_json(self) -> dict[str, Any]:
        """Return plain data with every field and property, for records."""
        plain = {key: value for key, value in asdict(self).items() if key != "architecture"}
        architecture = asdict(self.architecture)
        measured = {name: quantity.to_json() for name, quantity in self.measured.items()}
        return {**plain, **architecture, "sm": self.sm, "target": self.target} | {
            "compute_capability": list(self.compute_capability),
            "carve_outs_kib": list(self.architecture.carve_outs_kib),
            "measured": measured,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GPUSpec:
        """Return the specification that `to_json` wrote.

        Raises RecordError if a field is missing or is not of its type.
        """

        def of(kind: type[Any]) -> dict[str, Any]:
            return {one.name: data[one.name] for one in fields(kind) if one.name in data}

        return cast(GPUSpec, decode(cls, {**of(cls), "architecture": of(Architecture)}, "gpu"))


def _measured(value: float, unit: str, note: str) -> Quantity:
    return Quantity(value, unit, "measured", note=note)


_ON_H200 = "one H200, November 2026, driver 580.159, CUDA 13.0, torch 2.11"

_LOAD = f"dependent loads of one thread; {_ON_H200}"
_RATES_OF_H200 = {
    "l2": _measured(6900.0, "GB/s", f"slope of warm copies of 1 to 16 MiB; {_ON_H200}"),
    "shared": _measured(
        33450.0, "GB/s", f"16-byte loads, 128 bytes an SM a cycle at 1980 MHz; {_ON_H200}"
    ),
    "fma_fp32": _measured(61.7, "TFLOP/s", f"at least 118 of 128 lanes a cycle; {_ON_H200}"),
    "fma_fp64": _measured(30.8, "TFLOP/s", f"59 of 64 lanes a cycle; {_ON_H200}"),
    "latency_shared": _measured(29.0, "cycles", _LOAD),
    "latency_l1": _measured(39.0, "cycles", _LOAD),
    "latency_l2": _measured(287.0, "cycles", _LOAD),
    "latency_dram": _measured(667.0, "cycles", _LOAD),
}

GPUS: dict[str, GPUSpec] = {
    spec.name: spec
    for spec in (
        GPUSpec(
            name="a100",
            full_name="NVIDIA A100 SXM4 80GB",
            architecture=_SM80,
            sms=108,
            sm_clock_mhz=1410,
            dram_bytes=80 * _GIB,
            dram_gb_per_s=2039.0,
            l2_bytes=40 * _MIB,
            l2_gb_per_s=5120 * 1.41,
            peak_tflops={
                "fp64": 9.7,
                "fp32": 19.5,
                "tf32": 156.0,
                "bf16": 312.0,
                "fp16": 312.0,
                "fp64_tensor": 19.5,
            },
            sources={
                "dram": "NVIDIA A100 datasheet: 80 GB, 2,039 GB/s",
                "chip": "NVIDIA A100 Tensor Core GPU Architecture whitepaper, tables 4 and 5",
                "l2 rate": "the same whitepaper: 5,120 bytes a clock",
            },
        ),
        GPUSpec(
            name="h100",
            full_name="NVIDIA H100 SXM5 80GB",
            architecture=_SM90,
            sms=132,
            sm_clock_mhz=1980,
            dram_bytes=80 * _GIB,
            dram_gb_per_s=3352.0,
            l2_bytes=50 * _MIB,
            peak_tflops={
                "fp64": 33.5,
                "fp32": 66.9,
                "tf32": 494.7,
                "bf16": 989.4,
                "fp16": 989.4,
                "fp8": 1978.9,
                "fp64_tensor": 66.9,
            },
            sources={
                "chip": "NVIDIA H100 Tensor Core GPU Architecture whitepaper v1.04, table 2: boost "
                "1980 MHz (tensor cores 1830 MHz)",
                "dram": "NVIDIA H100 datasheet: 80 GB HBM3, 3.35 TB/s (5120 bits at 2619 MHz)",
            },
        ),
        GPUSpec(
            name="h200",
            full_name="NVIDIA H200 SXM 141GB",
            architecture=_SM90,
            sms=132,
            sm_clock_mhz=1980,
            dram_bytes=150_109_880_320,
            dram_gb_per_s=4814.0,
            l2_bytes=60 * _MIB,
            peak_tflops={
                "fp64": 33.5,
                "fp32": 66.9,
                "tf32": 494.7,
                "bf16": 989.4,
                "fp16": 989.4,
                "fp8": 1978.9,
                "fp64_tensor": 66.9,
            },
            sources={
                "chip": "NVIDIA H200 datasheet, halved where it counts sparsity: the H100's chip",
                "dram": "read on the device: 143,155 MiB, 6016 bits at 3201 MHz; datasheet: "
                "141 GB, 4.8 TB/s",
                "l2": "read on the device: 60 MiB",
                "measured": _ON_H200,
            },
            measured={
                "copy": _measured(4282.0, "GB/s", f"4 GiB, read + written; {_ON_H200}"),
                "fill": _measured(4680.0, "GB/s", f"write only; {_ON_H200}"),
                "sum": _measured(4352.0, "GB/s", f"read only; {_ON_H200}"),
                "matmul_bf16": _measured(713.0, "TFLOP/s", f"4096^3, normal input; {_ON_H200}"),
                "matmul_fp16": _measured(669.0, "TFLOP/s", f"4096^3, normal input; {_ON_H200}"),
                "matmul_tf32": _measured(359.0, "TFLOP/s", f"4096^3, normal input; {_ON_H200}"),
                "matmul_fp32": _measured(51.0, "TFLOP/s", f"4096^3, normal input; {_ON_H200}"),
                **_RATES_OF_H200,
            },
        ),
        GPUSpec(
            name="rtx3090",
            full_name="NVIDIA GeForce RTX 3090",
            architecture=_SM86,
            sms=82,
            sm_clock_mhz=1695,
            dram_bytes=24 * _GIB,
            dram_gb_per_s=936.2,
            l2_bytes=6 * _MIB,
            peak_tflops={"fp64": 0.556, "fp32": 35.6, "tf32": 35.6, "bf16": 71.0, "fp16": 71.0},
            sources={
                "chip": "NVIDIA Ampere GA102 GPU Architecture whitepaper v2, table 9; tensor rates "
                "with fp32 accumulation; fp64 is 1/64 of fp32",
                "dram": "the same table: 24 GB GDDR6X, 936 GB/s (384 bits at 19.5 Gbit/s)",
            },
        ),
        GPUSpec(
            name="rtx4090",
            full_name="NVIDIA GeForce RTX 4090",
            architecture=_SM89,
            sms=128,
            sm_clock_mhz=2520,
            dram_bytes=24 * _GIB,
            dram_gb_per_s=1008.0,
            l2_bytes=72 * _MIB,
            peak_tflops={
                "fp64": 1.29,
                "fp32": 82.6,
                "tf32": 82.6,
                "bf16": 165.2,
                "fp16": 165.2,
                "fp8": 330.3,
            },
            sources={
                "chip": "NVIDIA Ada GPU Architecture whitepaper v2, appendix A; tensor rates with "
                "fp32 accumulation; fp64 is 1/64 of fp32",
                "dram": "the same appendix: 24 GB GDDR6X, 1008 GB/s (384 bits at 21 Gbit/s)",
            },
        ),
        GPUSpec(
            name="b200",
            full_name="NVIDIA B200 SXM 180GB",
            architecture=_SM100,
            sms=148,
            sm_clock_mhz=1980,
            dram_bytes=180 * 10**9,
            dram_gb_per_s=7700.0,
            l2_bytes=126 * _MIB,
            peak_tflops={
                "fp64": 37.0,
                "fp32": 75.0,
                "tf32": 1125.0,
                "bf16": 2250.0,
                "fp16": 2250.0,
                "fp8": 4500.0,
                "fp64_tensor": 37.0,
            },
            sources={
                "chip": "NVIDIA HGX B200 specification, a GPU, halved where it counts sparsity "
                "(tf32: half of bf16's)",
                "dram": "NVIDIA HGX B200 specification: 180 GB and 7.7 TB/s a GPU",
                "clock": "the clock at which 148 SMs x 128 FMA lanes give the specified 75 TFLOP/s",
                "sms, l2": "Chips and Cheese, Nvidia's B200 (2025): 148 SMs, 126 MB",
            },
        ),
    )
}


MINE = "mine"
"""The name of the GPU that was calibrated on this machine."""


def gpu(name: str) -> GPUSpec:
    """Return the specification named `name` (any case).

    Raises:
        UsageError: there is no such GPU.
        UnavailableError: it is the calibrated one, and none was calibrated here, or its file is
            damaged.
    """
    if name.lower() == MINE:
        return _calibrated(kept_calibration())
    spec = GPUS.get(name.lower())
    if spec is None:
        raise unknown("GPU", name, (*GPUS, MINE))
    return spec


# Rows compare by identity: two of one file would be two GPUs.
@lru_cache(maxsize=4)
def _calibrated(text: str) -> GPUSpec:
    try:
        spec = GPUSpec.from_json(json.loads(text)["gpu"])
    except (ValueError, KeyError, TypeError, KernelscopeError) as error:
        path = calibration_path()
        raise UnavailableError(f"{path}: not a calibration ({error}); {HOW}") from error
    return replace(spec, name=MINE, calibrated=True)
