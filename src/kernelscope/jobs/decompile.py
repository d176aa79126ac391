"""`kernelscope decompile` and `ks.decompile`: PTX written as CUDA C again, and proven."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike as Path_
from os import fspath

from kernelscope import vgpu
from kernelscope.devices.resolve import Device, resolve
from kernelscope.errors import PtxError, UsageError
from kernelscope.inside import decompile as decompiler
from kernelscope.inside import prove as prover
from kernelscope.jobs import environment
from kernelscope.jobs.in_hand import kernels_in_hand
from kernelscope.jobs.kernels import FoundKernel, with_code
from kernelscope.jobs.progress import Progress, silent
from kernelscope.record import Decompilation, DecompiledKernel, Proof
from kernelscope.results.decompilation import DecompilationResult

__all__ = ["decompile"]


def decompile(
    kernel: object,
    *,
    device: str = "auto",
    case: str = "",
    argv: Sequence[str] = (),
    name: str = "",
    prove: bool = True,
    inputs: int = prover.INPUTS,
    progress: Progress = silent,
) -> DecompilationResult:
    """Write kernels as CUDA C again, and prove that it is the same by running both.

    Args:
        kernel: `gelu/triton`, `gelu`, `FILE.py:NAME[/IMPL]`, a script, `FILE.ptx`, a path, PTX as
            text, a kernel of `load_ptx` or `cuda_kernel`, or a Triton or Numba kernel that was
            launched inside `virtual_gpu`.
        device: auto, cuda, virtual, virtual:NAME: the GPU whose code it is.
        case: other values of an operation's axes, as text: "n=16384,dtype=float16".
        argv: a script's own arguments.
        name: of several kernels, the one of this name.
        prove: whether to compile the text with NVRTC and compare the two on the virtual GPU; else
            each proof is "unproven".
        inputs: how many valid inputs both must agree on.
        progress: told how far it is.

    Raises:
        UsageError: there is no such subject or kernel, or it was never launched.
        PtxError: PTX that is malformed, or that holds an instruction with no equivalent in CUDA C;
            the message names it. Of several kernels, those are "unproven" with this reason.
    """
    where = resolve(device)
    found = _chosen(kernels_in_hand(kernel, device=device, case=case, argv=argv), name)
    kernels: list[DecompiledKernel] = []
    for number, one in enumerate(found):
        progress(f"{one.form.name}", number, len(found))
        kernels.append(_decompiled(one, where, prove, inputs, progress, len(found) == 1))
    progress("done", len(found), len(found))
    subject = fspath(kernel) if isinstance(kernel, str | Path_) else type(kernel).__name__
    return DecompilationResult(
        Decompilation(
            str(subject) if "\n" not in str(subject) else "PTX",
            tuple(kernels),
            where.name,
            environment.describe(),
            environment.command(),
            environment.now(),
        )
    )


def _chosen(found: list[FoundKernel], name: str) -> list[FoundKernel]:
    chosen = [one for one in found if name in ("", one.form.name)]
    if not chosen:
        there = ", ".join(dict.fromkeys(one.form.name for one in found))
        raise UsageError(f"there is no kernel {name!r}; there are: {there}")
    for one in chosen:
        if "ptx" not in one.form.texts:
            raise UsageError(
                f"{one.form.name} is machine code alone, and PTX is what is written as CUDA C: "
                "give the .ptx it was assembled from"
            )
    return chosen


def _decompiled(
    one: FoundKernel, where: Device, prove: bool, inputs: int, progress: Progress, alone: bool
) -> DecompiledKernel:
    form, launch = one.form, one.launch
    ptx = launch.kernel.module.text if launch else form.texts["ptx"]
    told = form.name, form.frontend, form.target
    try:
        cuda = decompiler.decompile(ptx, form.name, form=form)
    except PtxError as error:
        if alone:
            raise
        return _kernel(told, "", Proof("unproven", reason=str(error)))
    if not prove:
        return _kernel(told, cuda, Proof("unproven", reason="no proof was asked for (--no-prove)"))
    if launch is not None:
        kernel = launch.kernel
        shape = launch.grid, launch.block, launch.dynamic_shared_bytes
        setup = prover.captured_setup(kernel, shape, launch.arguments, form.parameters, form.types)
    else:
        kernel = vgpu.load_ptx(ptx, gpu=where.spec).kernel(form.name)
        setup = prover.bare_setup(kernel, form.parameters, form.types)
    proof = prover.prove(
        kernel,
        cuda,
        setup,
        inputs=inputs,
        report=lambda done, total: progress(f"{form.name}: inputs", done, total),
        cubin=with_code(form).cubin if where.kind == "cuda" else None,
    )
    return _kernel(told, cuda, proof)


def _kernel(told: tuple[str, str, str], cuda: str, proof: Proof) -> DecompiledKernel:
    name, frontend, target = told
    return DecompiledKernel(name, cuda, proof, frontend, target)
