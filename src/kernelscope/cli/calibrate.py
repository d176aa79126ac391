"""`kernelscope calibrate`: the constants of the time model, measured on this machine's GPU."""

from __future__ import annotations

import typer
from rich.console import Console

from kernelscope.cli.command import command
from kernelscope.cli.options import DEVICE


@command("calibrate", DEVICE)
def calibrate(device: str) -> None:
    """Measure the constants of the time model on this machine's GPU, and keep them.

    It takes half a minute. It measures the latencies of L1, L2 and device
    memory, the rates of L2 and of device memory, atomics, the start of blocks
    and of launches, and the time that the host takes for a PyTorch operator and
    for Python. The constants are kept in $KERNELSCOPE_CONFIG, else in
    ~/.config/kernelscope; `--device virtual:mine` estimates with them, here or
    on another machine that the file is copied to.
    """
    from kernelscope.jobs import calibrate as job
    from kernelscope.report.machine import calibrated

    calibration = job.calibrate(device)
    console = Console(highlight=False)
    console.print(calibrated(calibration.spec, calibration.table))
    typer.echo(f"kept in {calibration.path}; use it with --device virtual:mine")
