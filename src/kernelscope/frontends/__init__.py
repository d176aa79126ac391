"""Front ends: source → stages → PTX → a launch on the current device.

Importing this package registers them all. A front end imports its compiler (Triton, PyTorch, Numba)
only when a session needs it.
"""

from importlib import import_module

from kernelscope.devices.front_ends import front_end, front_end_of_kernel, front_ends, held_kernels
from kernelscope.devices.virtual import virtual_gpu

__all__ = ["front_end", "front_end_of_kernel", "front_ends", "held_kernels", "virtual_gpu"]

# In the order in which they enter a session: Inductor's kernels are launched by Triton.
for _name in ("triton", "inductor", "numba", "cuda"):
    import_module(f"kernelscope.frontends.{_name}")
import_module("kernelscope.devices.timers")
