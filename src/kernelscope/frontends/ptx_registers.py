"""Resources of a kernel of which there is only PTX: NVIDIA's nvJitLink assembles it, if there."""

from __future__ import annotations

from functools import cache

from kernelscope.frontends.cubin import KernelResources, kernel_resources


@cache
def resources_of_ptx(ptx: str, kernel: str, target: str) -> KernelResources | None:
    """What a kernel takes on `target` ("sm_90"), or None where nothing assembles the PTX."""
    try:
        from cuda.bindings import nvjitlink  # pyright: ignore[reportAttributeAccessIssue]
    except ImportError:
        return None
    try:
        handle = nvjitlink.create(1, [f"-arch={target}"])
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
    return kernel_resources(bytes(cubin)).get(kernel)
