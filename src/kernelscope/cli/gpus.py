"""`kernelscope gpus`: the specification table, side by side, with its sources."""

from __future__ import annotations

import json

from rich.console import Console

from kernelscope.cli.options import Device, JsonPath, Traceback
from kernelscope.hardware import GPUS, gpu


def command(
    device: Device = "auto",
    json_path: JsonPath = None,
    traceback: Traceback = False,
) -> None:
    """Show the specifications that estimates and limits are computed from.

    `--device virtual:NAME` shows that GPU alone.
    """
    from kernelscope.jobs.files import write_whole
    from kernelscope.report import gpus

    kind, _, name = device.partition(":")
    specs = [gpu(name if kind == "virtual" else device)] if name else list(GPUS.values())
    if json_path is not None:
        data = {"schema": 1, "gpus": [spec.to_json() for spec in specs]}
        write_whole(json_path, json.dumps(data, indent=1) + "\n")
    Console(highlight=False).print(gpus.renderable(specs))
