"""The kernels of an object that a program holds: one function for each front end.

Each has the form of `FrontEnd.held`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Any

from kernelscope.devices.capture import CapturedLaunch, KernelForm
from kernelscope.devices.front_ends import HeldKernel
from kernelscope.devices.virtual import current_gpu, virtual_gpu
from kernelscope.errors import UsageError
from kernelscope.frontends.cuda.driver import has_gpu
from kernelscope.frontends.triton.form import LoadedKernel, triton_form
from kernelscope.hardware import GPUSpec
from kernelscope.jobs.code_files import ptx_text


def kernels_in_hand(function: Any, spec: GPUSpec) -> list[tuple[KernelForm, CapturedLaunch | None]]:
    """Return the kernels of a Triton or Numba function that was launched.

    A kernel comes with its launch if the active session captured one.

    Raises:
        UsageError: it is not a kernel, or was never launched; the message says what to do.
    """
    active = current_gpu()
    captured = (active.captured if active else None) or []
    launches = {id(launch.kernel): launch for launch in captured}
    kernels = [
        (held.form, launches.get(id(held.kernel)))
        for held in (*_held_by_triton(function, spec), *_held_by_numba(function, spec))
    ]
    if not kernels:
        name = getattr(function, "__name__", None) or type(function).__name__
        raise UsageError(
            f"{name} is not a kernel, or was never launched, so that the types of its arguments "
            "are unknown: launch it inside `with kernelscope.virtual_gpu():` first"
        )
    return kernels


def _held_by_triton(function: Any, _spec: GPUSpec) -> Iterator[HeldKernel]:
    """Yield every specialisation in which a Triton kernel was launched, also by an autotuner."""
    while not hasattr(function, "device_caches") and hasattr(function, "fn"):
        function = function.fn
    for caches in getattr(function, "device_caches", {}).values():
        for compiled in caches[0].values():
            loaded = compiled.function
            if isinstance(loaded, LoadedKernel):
                target = loaded.kernel.module.spec.target
                form = triton_form(compiled.src, compiled.metadata, loaded, "triton", target)
                yield HeldKernel(form, loaded.kernel)


def _held_by_numba(function: Any, spec: GPUSpec) -> Iterable[HeldKernel]:
    """Return the kernel for every signature with which a Numba function was launched."""
    if not hasattr(function, "inspect_asm"):
        return []
    # Numba asks a driver which GPU its code is for, also after the session is over.
    with nullcontext() if current_gpu() or has_gpu() else virtual_gpu(spec.name):
        texts: dict[object, str] = function.inspect_asm()
    return [HeldKernel(form) for text in texts.values() for form in ptx_text(text)]
