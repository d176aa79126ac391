"""Assembles PTX into machine code with NVIDIA's nvJitLink, if it is installed.

In: a PTX text. Out: a cubin, and the assembler's report. A kernel's resources are read from the
cubin, its spills from the report.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from kernelscope.machine_code.cubin import KernelResources, kernel_resources
from kernelscope.machine_code.spills import spilled_bytes


class _Assembled(NamedTuple):
    """A cubin, and the assembler's report on its kernels (that of `ptxas -v`)."""

    cubin: bytes
    report: str


def assembled(
    ptx: str, kernel: str, target: str, most: int | None = None, *, lines: bool = True
) -> bytes | None:
    """Return the cubin of a PTX text for `target` ("sm_90"), or None if nothing can assemble it.

    most: the limit of registers a thread; None for no limit.
    lines: whether the cubin has tables of the lines of the source and of the PTX.
    """
    assembly = _assemble(ptx, kernel, target, most, lines=lines)
    return assembly.cubin if assembly else None


@cache
def _assemble(
    ptx: str, kernel: str, target: str, most: int | None, *, lines: bool = True
) -> _Assembled | None:
    try:
        from cuda.bindings import nvjitlink  # pyright: ignore[reportAttributeAccessIssue]
    except ImportError:
        return None
    limit = [] if most is None else [f"-maxrregcount={most}"]
    tables = ["-lineinfo"] if lines else []
    options = [f"-arch={target}", *tables, "-verbose", *limit]
    try:
        handle = nvjitlink.create(len(options), options)
    except (RuntimeError, nvjitlink.nvJitLinkError):  # no such library, or it does not know the GPU
        return None
    text = ptx.encode()
    try:
        nvjitlink.add_data(handle, nvjitlink.InputType.PTX, text, len(text), kernel)
        nvjitlink.complete(handle)
        cubin = bytearray(nvjitlink.get_linked_cubin_size(handle))
        nvjitlink.get_linked_cubin(handle, cubin)
        report = bytearray(nvjitlink.get_info_log_size(handle))
        nvjitlink.get_info_log(handle, report)
    except nvjitlink.nvJitLinkError:  # a linker older than the PTX
        return None
    finally:
        nvjitlink.destroy(handle)
    return _Assembled(bytes(cubin), report.decode(errors="replace"))


def resources_of_ptx(
    ptx: str, kernel: str, target: str, most: int | None = None
) -> tuple[KernelResources, int | None] | None:
    """Return a kernel's resources on `target` and the bytes of its spills, or None.

    most: the limit of registers a thread; None for no limit.
    """
    assembly = _assemble(ptx, kernel, target, most)
    resources = kernel_resources(assembly.cubin).get(kernel) if assembly else None
    if assembly is None or resources is None:
        return None
    return resources, spilled_bytes(assembly.report, kernel)
