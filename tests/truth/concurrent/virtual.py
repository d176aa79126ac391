"""Runs the concurrent programs on the virtual GPU: as compiled code, and by the interpreter."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter
from truth.concurrent.program import Array, Program


def launch_options(program: Program) -> dict[str, Any]:
    """Return what a launch needs in addition to its shape: its cluster, or that it cooperates."""
    options: dict[str, Any] = {}
    if program.cluster is not None:
        options["cluster"] = program.cluster
    if program.cooperative:
        options["cooperative"] = True
    return options


def run_compiled(program: Program, limit_s: float, **options: Any) -> list[Array]:
    """Return the results of the compiled code; `options` go to each launch."""
    module = vgpu.load_ptx(program.ptx, gpu="h200")
    arguments = program.fresh()
    for name, value in program.variables.items():
        user = next(k for k in program.kernels if name in module.kernel(k).header.variables)
        module.kernel(user).variable(name)[:] = value.view(np.uint8)
    for name in program.kernels:
        kernel, more = module.kernel(name), launch_options(program) | options
        kernel.launch(
            program.grid, program.block, arguments, program.shared, limit_s=limit_s, **more
        )
    last = module.kernel(program.kernels[-1])
    values = [last.variable(name).view(np.int32).copy() for name in program.read]
    return program.results(arguments) + values


def run_interpreted(program: Program, **options: Any) -> list[Array]:
    """Return the results of the interpreter, for a program of one kernel without variables."""
    (name,) = program.kernels
    arguments = program.fresh()
    function = vgpu.load_ptx(program.ptx, gpu="h200").kernel(name).lowered()
    more = launch_options(program) | options
    interpreter.launch(function, program.grid, program.block, arguments, program.shared, **more)
    return program.results(arguments)
