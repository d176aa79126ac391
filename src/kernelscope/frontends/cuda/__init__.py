"""CUDA C++: source text to PTX by NVRTC, host code left out, launches.

It needs no preparation of a session: its kernels are launched by `CudaKernel`, which is our own.
"""

from kernelscope.devices.front_ends import FrontEnd, register

register(FrontEnd("cuda", "CUDA C++", "cuda", debuggable=True))
