"""Runs generated cases on the virtual GPU."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernelscope import vgpu
from kernelscope.frontends.cuda import nvrtc
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.schedule import schedule
from sanitizer.case import SHARED_BYTES, SIZES, Case, Module

Array = np.ndarray[Any, Any]
LIMIT_S = 20.0  # of processor time for one launch


def loaded(module: Module) -> vgpu.Module:
    """Return a file of cases as NVRTC compiles it."""
    made = nvrtc.compile_module(module.source, (), "sm_90a", (), f"{module.name}.cu")
    return vgpu.load_ptx(made.ptx, gpu="h200")


def _fresh(case: Case, order: str) -> tuple[list[Array], dict[str, Any]]:
    options: dict[str, Any] = {"limit_s": LIMIT_S, "schedule": schedule(order)}
    if case.cluster is not None:
        options["cluster"] = case.cluster
    return [np.zeros(size, np.int32) for size in SIZES], options


class Interpreted:
    """A case for the interpreter, lowered once."""

    def __init__(self, case: Case, module: vgpu.Module) -> None:
        self.case = case
        self.functions = [module.kernel(name).lowered() for name in case.kernels]

    def run(self, order: str) -> list[Array]:
        """Return `data`, `flag` and `out` after a run under a schedule."""
        case = self.case
        arguments, options = _fresh(case, order)
        for function in self.functions:
            interpreter.launch(function, case.grid, case.block, arguments, SHARED_BYTES, **options)
        return arguments


class Compiled:
    """A case for the compiled code."""

    def __init__(self, case: Case, module: vgpu.Module) -> None:
        self.case = case
        self.kernels = [module.kernel(name) for name in case.kernels]

    def run(self, order: str) -> list[Array]:
        """Return `data`, `flag` and `out` after a run under a schedule."""
        case = self.case
        arguments, options = _fresh(case, order)
        for kernel in self.kernels:
            kernel.launch(case.grid, case.block, arguments, SHARED_BYTES, **options)
        return arguments
