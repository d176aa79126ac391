"""CUDA C++: source text to PTX by NVRTC without the host code, and launches.

A session prepares nothing for it: our own `CudaKernel` launches its kernels.
"""

from kernelscope.devices.front_ends import FrontEnd, register

register(
    FrontEnd(
        "cuda",
        "CUDA C++",
        "cuda",
        debuggable=True,
        own_cubin=True,
        lines_advice="compile without -g or with -lineinfo",
    )
)
