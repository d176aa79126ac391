"""The table of GPUs: a file of `data/gpus` each. Every formula and device reads this table.

Rates are dense (no structured sparsity), at the boost clock, in 10^12 operations a second, a
multiply-add counting as two. Memory sizes are binary (1 GiB = 2^30 bytes), rates decimal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, cast

from kernelscope._codec import decode
from kernelscope.errors import KernelscopeError, RecordError, UnavailableError, unknown
from kernelscope.hardware.calibrated import HOW, calibration_path, kept_calibration
from kernelscope.quantity import Quantity


@dataclass(frozen=True, eq=False, kw_only=True)
class GPUSpec:
    """One GPU. Rows compare by identity, so that they can key a cache.

    Attributes:
        name: short name, as in `virtual:h200`; full_name: the product.
        sm_clock_mhz: highest (boost) SM clock.
        dram_gb_per_s: 10^9 bytes a second at the pins; a copy reaches about 0.89 of it.
        peak_tflops: dense peak by precision: fp64, fp32, tf32, bf16, fp16, fp8, fp6, fp4 as far as
            it has them; fp64_tensor if tensor cores do fp64; int8 if its rate is not that of fp8.
        l2_gb_per_s: the maker's figure for L2; None if there is none.
        measured: figures of a real one: "copy", "fill", "sum", "l2", "shared" (GB/s), "fma_fp32",
            "matmul_bf16" … (TFLOP/s), "latency_dram" … (cycles of a dependent load).
        sources: where the figures come from: "chip", "dram" and what else needs naming.
        calibrated: whether the time model calculates with what was measured (`constant`).
        compute_capability: major and minor, e.g. (9, 0). All below are those of the capability.
        max_warps_per_sm, max_blocks_per_sm: most that are resident on an SM.
        shared_per_sm_bytes, shared_per_block_bytes: most shared memory that an SM's blocks hold
            together, and that one block can opt into.
        carve_outs_kib: sizes that the shared-memory part of an SM's L1 can take.
        fp32_lanes, int_lanes, fp64_lanes, xu_lanes: thread operations that an SM finishes a cycle
            (fused multiply-adds; integer adds and logic of PTX, which two pipes share; fp64
            multiply-adds; ex2, rcp, …).
        l1_kib: L1 and shared memory together.
        most_cluster_blocks: the largest portable thread-block cluster; 1 if there are no clusters.
        registers_per_sm: 32-bit registers of an SM.
        max_threads_per_block: most threads of a block.
    """

    name: str
    full_name: str
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
    def shared_reserved_bytes(self) -> int:
        """The bytes of shared memory that the driver keeps for itself in each block."""
        return self.shared_per_sm_bytes - self.shared_per_block_bytes

    @cached_property
    def target(self) -> str:
        """The target for compilers: architecture-specific ("sm_90a") from Hopper on."""
        return f"sm_{self.sm}a" if self.sm >= 90 else f"sm_{self.sm}"

    def to_json(self) -> dict[str, Any]:
        """Return plain data with every field and property, for records."""
        plain = asdict(self) | {"sm": self.sm, "target": self.target}
        return plain | {
            "compute_capability": list(self.compute_capability),
            "carve_outs_kib": list(self.carve_outs_kib),
            "measured": {name: quantity.to_json() for name, quantity in self.measured.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GPUSpec:
        """Return the specification that `to_json` wrote.

        Raises RecordError if a field is missing or is not of its type.
        """
        known = {field.name: data[field.name] for field in fields(cls) if field.name in data}
        return cast(GPUSpec, decode(cls, known, "gpu"))


class _Table(Mapping[str, GPUSpec]):
    """The GPUs by name, each read from its file when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._files = {path.stem: path for path in sorted(folder.glob("*.toml"))}
        self._specs: dict[str, GPUSpec] = {}

    def __getitem__(self, name: str) -> GPUSpec:
        if name not in self._specs:
            self._specs[name] = _read(self._files[name])
        return self._specs[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def _read(path: Path) -> GPUSpec:
    import tomllib  # names of GPUs are listed without it

    try:
        return GPUSpec.from_json(tomllib.loads(path.read_text(encoding="utf-8")))
    except (ValueError, KeyError, KernelscopeError) as error:
        raise RecordError(f"{path}: not a GPU: {error}; compare it with h100.toml") from error


GPUS: Mapping[str, GPUSpec] = _Table(Path(__file__).parent / "data" / "gpus")


MINE = "mine"
"""The name of the GPU that was calibrated on this machine."""


def gpu(name: str) -> GPUSpec:
    """Return the specification named `name` (any case). Raises UsageError if there is no such GPU.

    Raises UnavailableError for the calibrated one if none was calibrated here, or its file is
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
