"""The kernels of an object that a program holds."""

from __future__ import annotations

from typing import Any

from kernelscope.devices.capture import CapturedLaunch, KernelForm
from kernelscope.devices.virtual import current_gpu
from kernelscope.errors import UsageError
from kernelscope.frontends import held_kernels
from kernelscope.hardware import GPUSpec


def kernels_in_hand(function: Any, spec: GPUSpec) -> list[tuple[KernelForm, CapturedLaunch | None]]:
    """Return the kernels of a Triton or Numba function that was launched.

    A kernel comes with its launch if the active session captured one.

    Raises:
        UsageError: it is not a kernel, or was never launched; the message says what to do.
    """
    active = current_gpu()
    captured = (active.captured if active else None) or []
    launches = {id(launch.kernel): launch for launch in captured}
    kernels = [(held.form, launches.get(id(held.kernel))) for held in held_kernels(function, spec)]
    if not kernels:
        name = getattr(function, "__name__", None) or type(function).__name__
        raise UsageError(
            f"{name} is not a kernel, or was never launched, so that the types of its arguments "
            "are unknown: launch it inside `with kernelscope.virtual_gpu():` first"
        )
    return kernels
