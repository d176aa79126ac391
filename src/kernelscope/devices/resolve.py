"""The device that the user names after `--device`."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from os.path import exists
from typing import Literal

from kernelscope.errors import UnavailableError, refuse_other_systems, unknown
from kernelscope.hardware import GPUS, GPUSpec, gpu
from kernelscope.hardware.ceilings import kept_ceilings
from kernelscope.hardware.gpus import MINE

_DEFAULT = "h200"
# NVIDIA's own driver, Windows' subsystem for Linux, Jetson, AMD's.
_DEVICES = ("/dev/nvidiactl", "/dev/dxg", "/dev/nvmap", "/dev/kfd")
_CHOICES = ("auto", "cuda", "virtual", *(f"virtual:{name}" for name in (*GPUS, MINE)))


@dataclass(frozen=True, slots=True)
class Device:
    """The device that kernels run on.

    `name`: `cuda` or `virtual:h200`. `kind`: `cuda` or `virtual`. `spec`: the GPU's row in the
    table; for a real GPU that the table lacks, the nearest row.
    """

    name: str
    kind: Literal["cuda", "virtual"]
    spec: GPUSpec


def resolve(name: str) -> Device:
    """Return the device that `auto`, `cuda`, `virtual` or `virtual:NAME` means on this machine.

    `auto` is `cuda` if PyTorch sees a GPU, else `virtual`, which is `virtual:h200`. Raises
    UsageError for another word, and UnavailableError for `cuda` without a GPU and on another system
    than Linux.
    """
    refuse_other_systems()
    backend, _, model = name.strip().lower().partition(":")
    if backend == "virtual":
        spec = gpu(model or _DEFAULT)
        return Device(f"virtual:{spec.name}", "virtual", spec)
    if model or backend not in ("auto", "cuda"):
        raise unknown("device", name, _CHOICES)
    real = _real_gpu()
    if real is not None:
        return Device("cuda", "cuda", real)
    if backend == "cuda":
        raise UnavailableError(
            "PyTorch sees no CUDA GPU on this machine; use --device virtual, or see what "
            "`kernelscope doctor` says"
        )
    return resolve("virtual")


def may_have_gpu() -> bool:
    """Return whether the machine may have a GPU; False is certain."""
    return any(map(exists, _DEVICES))


def _real_gpu() -> GPUSpec | None:
    """Return the table's row for the machine's first GPU, with its measured ceilings."""
    # Without one of these device files PyTorch finds no GPU, and takes a second to say so.
    if "torch" not in sys.modules and not may_have_gpu():
        return None
    import torch

    if not torch.cuda.is_available():
        return None
    full_name = torch.cuda.get_device_name()
    spec = _named(full_name) or _nearest(torch.cuda.get_device_capability())
    kept = kept_ceilings(full_name)
    return replace(spec, measured=spec.measured | kept) if kept else spec


def _named(full_name: str) -> GPUSpec | None:
    """Return the GPU of the table that a driver's name means: "NVIDIA H200" is h200, not h20."""
    for spec in GPUS.values():
        spaced = r"\s*".join(spec.name)
        if re.search(rf"\b{spaced}\b", full_name.lower()):
            return spec
    return None


def _nearest(capability: tuple[int, int]) -> GPUSpec:
    """Return the GPU of the table whose compute capability is the nearest."""
    wanted = 10 * capability[0] + capability[1]
    return min(GPUS.values(), key=lambda spec: abs(spec.sm - wanted))
