"""Machine code of a kernel of which there is only PTX, if NVIDIA's nvJitLink is there."""

from __future__ import annotations

from functools import cache

from kernelscope.frontends.cubin import KernelResources, kernel_resources


@cache
def assembled(ptx: str, kernel: str, target: str) -> bytes | None:
    """The cubin of a PTX text for `target` ("sm_90"), or None where nothing assembles it."""
    try:
        from cuda.bindings import nvjitlink  # pyright: ignore[reportAttributeAccessIssue]
    except ImportError:
        return None
    try:
        handle = nvjitlink.create(1, [f"-arch={target}", "-lineinfo"])
    except RuntimeError:  # the bindings are there, the library is not
        return None
    text = ptx.encode()
    try:
        nvjitlink.add_data(handle, nvjitlink.InputType.PTX, text, len(text), kernel)
        nvjitlink.complete(handle)
        cubin = bytearray(nvjitlink.get_linked_cubin_size(handle))
        nvjitlink.get_linked_cubin(handle, cubin)
    except nvjitlink.nvJitLinkError:  # a linker older than the PTX
        return None
    finally:
        nvjitlink.destroy(handle)
    return bytes(cubin)


def resources_of_ptx(ptx: str, kernel: str, target: str) -> KernelResources | None:
    """What a kernel takes on `target` ("sm_90"), or None where nothing assembles the PTX."""
    cubin = assembled(ptx, kernel, target)
    return kernel_resources(cubin).get(kernel) if cubin else None
