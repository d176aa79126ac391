"""`kernelscope gpus`: the specification table, side by side, with its sources."""

from __future__ import annotations

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
    from kernelscope.devices.resolve import resolve
    from kernelscope.hardware import GPUS
    from kernelscope.results.machine import gpus_result

    alone = None if device == "auto" else resolve(device).spec
    result = gpus_result(list(GPUS.values()) if alone is None else [alone])
    if json_path is not None:
        result.save(json_path)
    console = Console(highlight=False)
    console.print(result.renderable(console.width))
