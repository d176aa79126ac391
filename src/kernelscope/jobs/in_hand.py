"""The kernels behind what a program has in hand: a kernel of any front end, PTX as text, a path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from os import PathLike, fspath
from typing import Any

from kernelscope import vgpu
from kernelscope.devices.capture import form_of_ptx
from kernelscope.devices.resolve import resolve
from kernelscope.devices.virtual import current_gpu, virtual_gpu
from kernelscope.errors import UsageError
from kernelscope.frontends.cuda.driver import has_gpu
from kernelscope.frontends.cuda.kernel import CudaKernel
from kernelscope.frontends.triton.form import LoadedKernel, triton_form
from kernelscope.jobs.code_files import ptx_text
from kernelscope.jobs.kernels import FoundKernel, kernels_of


def kernels_in_hand(
    thing: Any, *, device: str = "auto", case: str = "", argv: Sequence[str] = ()
) -> list[FoundKernel]:
    """The kernels of a thing; with a launch where a session that captures saw one.

    Args:
        thing: a subject as `kernels_of` takes it, a path, PTX as text, what `load_ptx` gives or a
            kernel of it, a kernel of `cuda_kernel`, or a Triton or Numba kernel that has been
            launched.
        device: whose code it is.
        case: of a subject that is an operation, as `kernels_of` takes it.
        argv: of a subject that is a script.

    Raises:
        UsageError: it is none of these, or was never launched; the message says what to do.
    """
    if isinstance(thing, str) and "\n" in thing:
        return [FoundKernel(form) for form in ptx_text(thing)]
    if isinstance(thing, str | PathLike):
        subject = str(fspath(thing))
        return kernels_of(subject, device=device, case=case, argv=argv, copies=True)
    if isinstance(thing, vgpu.Module):
        return [FoundKernel(form) for form in ptx_text(thing.text)]
    if isinstance(thing, vgpu.Kernel):
        return [FoundKernel(form_of_ptx(thing))]
    if isinstance(thing, CudaKernel):
        return [FoundKernel(thing.form(resolve(device).spec.target))]
    if hasattr(thing, "inspect_asm"):
        # Numba asks a driver which GPU its code is for, also after the session is over.
        gpu = virtual_gpu(resolve(device).spec.name)
        with nullcontext() if current_gpu() or has_gpu() else gpu:
            texts: dict[object, str] = thing.inspect_asm()
        found = [FoundKernel(form) for text in texts.values() for form in ptx_text(text)]
    else:
        found = [*_of_triton(thing)]
    if not found:
        raise UsageError(
            f"{_name(thing)} is no kernel, or was never launched, so that the types of its "
            "arguments are unknown: launch it inside `with kernelscope.virtual_gpu():` first"
        )
    return found


def _of_triton(thing: Any) -> Iterator[FoundKernel]:
    """Every specialisation that a Triton kernel was launched in, an autotuner's with it."""
    while not hasattr(thing, "device_caches") and hasattr(thing, "fn"):
        thing = thing.fn
    active = current_gpu()
    captured = (active.captured if active else None) or []
    for caches in getattr(thing, "device_caches", {}).values():
        for compiled in caches[0].values():
            function = compiled.function
            if not isinstance(function, LoadedKernel):
                continue
            launch = next((one for one in captured if one.kernel is function.kernel), None)
            target = function.kernel.module.spec.target
            form = triton_form(compiled.src, compiled.metadata, function, "triton", target)
            yield FoundKernel(form, launch)


def _name(thing: object) -> str:
    return str(getattr(thing, "__name__", None) or type(thing).__name__)
