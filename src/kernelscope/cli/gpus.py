"""`kernelscope gpus`: the specification table, side by side, with its sources."""

from __future__ import annotations

from pathlib import Path

from kernelscope.cli.command import command, show
from kernelscope.cli.options import DEVICE, JSON, MARKDOWN


@command("gpus", DEVICE, JSON, MARKDOWN, anywhere=True)
def gpus(device: str, json_path: Path | None) -> None:
    """Show the specifications that estimates and limits are computed from.

    `--device virtual:NAME` (or cuda) shows only that GPU, and uses its figures
    to explain the units that run code (thread, warp, block, cluster, grid) and
    the memories that hold data (registers … DRAM).
    """
    from kernelscope.devices.resolve import resolve
    from kernelscope.hardware import GPUS
    from kernelscope.jobs import environment
    from kernelscope.results.machine import gpus_result

    specs = [*GPUS.values()] if device == "auto" else [resolve(device).spec]
    show(gpus_result(specs, **environment.stamp()), json_path)
