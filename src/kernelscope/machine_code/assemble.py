"""Assembles PTX into machine code with NVIDIA's nvJitLink, if it is installed.

In: a PTX text. Out: a cubin, and the assembler's report. A kernel's resources are read from the
cubin, its spills from the report.
"""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from typing import NamedTuple

from kernelscope.machine_code.cubin import KernelResources, kernel_resources


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
    ptx: str, kernel: str, target: str, most: int | None, *, lines: bool
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
    assembly = _assemble(ptx, kernel, target, most, lines=True)  # as `assembled`: it is kept
    resources = kernel_resources(assembly.cubin).get(kernel) if assembly else None
    if assembly is None or resources is None:
        return None
    return resources, spilled_bytes(assembly.report, kernel)


# ---- spills, which only the report tells ---------------------------------------------------------
# The stack in a cubin also holds arrays that are indexed at run time, and Triton's `n_spills` is
# the size of that stack divided by 4.

_FUNCTION = re.compile(r"Function properties for (\S+)")
_SPILLS = re.compile(r"(\d+) bytes spill stores, (\d+) bytes spill loads")


def spilled_bytes(report: str, kernel: str) -> int | None:
    """Return the bytes of a kernel's spill stores and loads; None if the report does not say."""
    function = ""
    for line in report.splitlines():
        if named := _FUNCTION.search(line):
            function = named.group(1)
        elif function == kernel and (spills := _SPILLS.search(line)):
            return int(spills.group(1)) + int(spills.group(2))
    return None


@cache
def spilled_by_triton(path: str, kernel: str, target: str) -> int | None:
    """Return the bytes of a PTX file's spills by Triton's ptxas; None if it cannot assemble it.

    target: such as "sm_90a".
    """
    from triton.backends.nvidia import compiler

    try:
        # Triton ships two; which one takes a target changes with its versions.
        ptxas = compiler.get_ptxas(int(target.strip("sm_af")))
        command = [ptxas.path, "-v", f"--gpu-name={target}", path, "-o", os.devnull]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (AttributeError, OSError, subprocess.CalledProcessError):
        return None
    return spilled_bytes(done.stderr, kernel)
