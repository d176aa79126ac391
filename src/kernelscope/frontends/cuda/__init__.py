"""CUDA C++: source text to PTX by NVRTC without the host code, and launches.

Our own `CudaKernel` launches its kernels. In a session PyTorch's ways of compiling CUDA C++ at run
time lead there, too.
"""

from types import ModuleType
from typing import Any

from kernelscope._patching import Patches
from kernelscope.devices.front_ends import FrontEnd, register


def _patch(torch: ModuleType, patches: Patches) -> None:
    """Point PyTorch's kernels of CUDA C++ at the virtual GPU, until `patches` closes."""

    def compile_kernel(*args: Any, **named: Any) -> Any:
        from kernelscope.frontends.cuda import torch_kernels

        return torch_kernels.compile_kernel(*args, **named)

    def launch_jiterated(*args: Any) -> Any:
        from kernelscope.frontends.cuda import torch_kernels

        return torch_kernels.launch_jiterated(*args)

    native: Any = vars(torch)["_C"]
    patches.functions(torch.cuda, _compile_kernel=compile_kernel)
    patches.attributes(native, _cuda_jiterator_compile_and_launch_kernel=launch_jiterated)


register(
    FrontEnd(
        "cuda",
        "CUDA C++",
        "cuda",
        lambda patches: patches.when_imported("torch", _patch),
        debuggable=True,
        own_cubin=True,
        lines_advice="compile without -g or with -lineinfo",
    )
)
