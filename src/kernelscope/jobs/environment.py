"""The facts that a record needs to be repeated: versions, machine, command."""

from __future__ import annotations

import os
import platform
import re
import shlex
import sys
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kernelscope import __version__
from kernelscope.hardware.timing import KNOWN_ERROR

if TYPE_CHECKING:
    from kernelscope.devices.resolve import Device

_DISTRIBUTIONS = ("torch", "triton", "llvmlite", "cuda-bindings", "nvidia-cuda-nvrtc", "numba-cuda")


def describe() -> dict[str, Any]:
    """Return the versions of the packages that take part, and the machine."""
    facts: dict[str, Any] = {
        "kernelscope": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "cpu": f"{_cpu_name()}, {os.cpu_count()} cores",
    }
    facts |= {name: version for name in _DISTRIBUTIONS if (version := version_of(name))}
    return facts


def describe_cuda() -> dict[str, Any]:
    """Return the names of the real GPU, CUDA and the driver."""
    import torch

    facts: dict[str, Any] = {
        "gpu": torch.cuda.get_device_name(),
        "cuda": str(torch.version.cuda),
    }
    driver = Path("/proc/driver/nvidia/version")
    if driver.exists():
        version = re.search(r"\d+\.\d+(\.\d+)?", driver.read_text())
        facts["driver"] = version.group() if version else ""
    return facts


def conditions(where: Device, *, estimated: bool = False) -> dict[str, Any]:
    """Return the fields of a record that say where, how and when it was made.

    estimated: whether times are estimates even of a real GPU.
    """
    estimated = estimated or where.kind == "virtual"
    return {
        "device": where.name,
        "gpu": where.spec.to_json(),
        "environment": describe(),
        "model_error": KNOWN_ERROR.text_for(where.spec) if estimated else "",
        **stamp(),
    }


def stamp() -> dict[str, Any]:
    """Return the fields of a record that say how and when it was made."""
    return {"command": command(), "created": now()}


def command() -> str:
    """Return the command line as it was typed; "" if Kernelscope was not started from one."""
    program = Path(sys.argv[0]).name
    if program not in ("kernelscope", "__main__.py"):
        return ""
    return shlex.join(["kernelscope", *sys.argv[1:]])


def now() -> str:
    """Return the current time in UTC, to the second, as ISO 8601."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@cache
def version_of(distribution: str) -> str:
    """Return the version of an installed distribution; "" if it is not installed."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return ""


@cache
def _cpu_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())
