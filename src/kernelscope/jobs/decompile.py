"""`kernelscope decompile` and `ks.decompile`: PTX written as CUDA C, with a proof."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope import vgpu
from kernelscope.devices.resolve import Device, resolve
from kernelscope.errors import PtxError, unknown
from kernelscope.inside import decompile as decompiler
from kernelscope.inside import prove as prover
from kernelscope.jobs import environment
from kernelscope.jobs.kernels import FoundKernel, kernels_of, titles_of, with_code
from kernelscope.jobs.progress import Progress, silent
from kernelscope.record import Decompilation, DecompiledKernel, Proof
from kernelscope.record.names import is_named
from kernelscope.results.kernels import DecompilationResult
from kernelscope.subjects import CubinFile, openable, refused

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
    """Write kernels as CUDA C, and prove that the text does the same by running both.

    Args:
        kernel: `gelu/triton`, `gelu`, `FILE.py:NAME[/IMPL]`, a script, `FILE.ptx`, `FILE.cu`, a
            path, PTX as text, a kernel of `load_ptx` or `cuda_kernel`, or a Triton or Numba kernel
            that was launched inside `virtual_gpu`.
        device: auto, cuda, virtual, virtual:NAME: the GPU to compile for.
        case: other values of an operation's axes, as text: "n=16384,dtype=float16".
        argv: arguments for a script.
        name: only the kernel of this name, if there are several.
        prove: compile the text with NVRTC and compare the two on the virtual GPU; if False, each
            proof is "unproven".
        inputs: the number of valid inputs on which both must agree.
        progress: called as the work goes on.

    Raises:
        UsageError: there is no such subject or kernel, or it was never launched.
        PtxError: malformed PTX, or an instruction without an equivalent in CUDA C; the message
            names it. If there are several kernels, such a kernel is "unproven" for this reason.
    """
    where = resolve(device)
    subject = openable(kernel, "decompile")
    if isinstance(subject, CubinFile):
        raise refused(subject, "decompile", "PTX, or something that is compiled to PTX")
    opened = kernels_of(subject, device=device, case=case, argv=argv, copies=True)
    chosen = _chosen(opened, name)
    kernels: list[DecompiledKernel] = []
    for number, kernel_found in enumerate(chosen):
        progress(f"{kernel_found.form.name}", number, len(chosen))
        is_only_kernel = len(chosen) == 1
        kernels.append(_decompiled(kernel_found, where, prove, inputs, progress, is_only_kernel))
    progress("done", len(chosen), len(chosen))
    return DecompilationResult(
        Decompilation(
            str(subject),
            tuple(kernels),
            where.name,
            environment.describe(),
            **environment.stamp(),
        )
    )


def _chosen(opened: list[FoundKernel], name: str) -> list[FoundKernel]:
    named = titles_of(opened)
    chosen = [
        kernel
        for kernel, title in zip(opened, named, strict=True)
        if not name or is_named(kernel.form.name, name, title)
    ]
    if not chosen:
        raise unknown("kernel", name, dict.fromkeys(named))
    return chosen


def _decompiled(
    opened: FoundKernel,
    where: Device,
    prove: bool,
    inputs: int,
    progress: Progress,
    is_only_kernel: bool,
) -> DecompiledKernel:
    form, launch = opened.form, opened.launch
    ptx = launch.kernel.module.text if launch else form.texts["ptx"]
    label = form.name, form.frontend, form.target
    try:
        cuda = decompiler.decompile(ptx, form.name, form=form)
    except PtxError as error:
        if is_only_kernel:
            raise
        return _kernel(label, "", Proof("unproven", reason=str(error)))
    if not prove:
        return _kernel(label, cuda, Proof("unproven", reason="no proof was requested (--no-prove)"))
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
    return _kernel(label, cuda, proof)


def _kernel(label: tuple[str, str, str], cuda: str, proof: Proof) -> DecompiledKernel:
    name, frontend, target = label
    return DecompiledKernel(name, cuda, proof, frontend, target)
