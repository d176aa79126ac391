"""`kernelscope toolkit`: a CUDA toolkit's folder whose programs run on the virtual GPU."""

from __future__ import annotations

import typer

from kernelscope.cli.command import command
from kernelscope.cli.options import DEVICE


@command("toolkit", DEVICE)
def toolkit(device: str) -> int:
    """Print the folder of a CUDA toolkit for programs without a GPU.

    Its bin/nvcc calls NVIDIA's nvcc, of the package nvidia-cuda-nvcc or of
    CUDA_HOME. Programs that it builds contain PTX and use the CUDA runtime of
    `kernelscope run`. Set CUDA_HOME to this folder for a build.
    """
    from kernelscope.devices.resolve import resolve
    from kernelscope.driver import toolkit as driver

    typer.echo(driver.toolkit(resolve(device).spec))
    return 0
