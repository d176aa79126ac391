"""`kernelscope gpus`: the specification table, side by side, with its sources."""

from __future__ import annotations

import json

from rich.console import Console

from kernelscope.cli.options import Device, JsonPath, Traceback


def command(
    device: Device = "auto",
    json_path: JsonPath = None,
    traceback: Traceback = False,
) -> None:
    """Show the specifications that estimates and limits are computed from.

    `--device virtual:NAME` (or cuda) shows only that GPU, and explains with its
    figures what runs the code (thread, warp, block, cluster, grid) and where
    data is (registers … DRAM).
    """
    from kernelscope._files import write_whole
    from kernelscope.devices.resolve import resolve
    from kernelscope.hardware import GPUS
    from kernelscope.report import gpus, machine

    alone = None if device == "auto" else resolve(device).spec
    specs = list(GPUS.values()) if alone is None else [alone]
    if json_path is not None:
        data = {"schema": 1, "gpus": [spec.to_json() for spec in specs]}
        write_whole(json_path, json.dumps(data, indent=1) + "\n")
    console = Console(highlight=False)
    console.print(gpus.renderable(specs))
    if alone is not None:
        console.print()
        console.print(machine.renderable(alone))
