"""A kernel of which there is only PTX, as machine code: NVIDIA's nvJitLink assembles it, if there.

Resources of a kernel are read from the cubin, its spills from the assembler's report.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from kernelscope.machine_code.cubin import KernelResources, kernel_resources
from kernelscope.machine_code.spills import spilled_bytes


class _Assembled(NamedTuple):
    """A cubin, and what the assembler said of its kernels (as `ptxas -v` does)."""

    cubin: bytes
    report: str


def assembled(ptx: str, kernel: str, target: str, most: int | None = None) -> bytes | None:
    """The cubin of a PTX text for `target` ("sm_90"), or None where nothing assembles it.

    most: registers a thread, where a limit was asked for.
    """
    assembly = _assemble(ptx, kernel, target, most)
    return assembly.cubin if assembly else None


@cache
def _assemble(ptx: str, kernel: str, target: str, most: int | None) -> _Assembled | None:
    try:
        from cuda.bindings import nvjitlink  # pyright: ignore[reportAttributeAccessIssue]
    except ImportError:
        return None
    limit = [] if most is None else [f"-maxrregcount={most}"]
    options = [f"-arch={target}", "-lineinfo", "-verbose", *limit]
    try:
        handle = nvjitlink.create(len(options), options)
    except (RuntimeError, nvjitlink.nvJitLinkError):  # there is no library; it knows no such GPU
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
    """What a kernel takes on `target` and the bytes of its spills, or None; `most` as above."""
    assembly = _assemble(ptx, kernel, target, most)
    resources = kernel_resources(assembly.cubin).get(kernel) if assembly else None
    if assembly is None or resources is None:
        return None
    return resources, spilled_bytes(assembly.report, kernel)
