"""Front ends: source → stages → PTX → a launch on the current device.

Importing this package registers the front ends whose launches a virtual GPU's block takes over. A
front end imports its compiler (Triton, PyTorch, Numba) when a session needs it, not before.
"""

from importlib import import_module

from kernelscope.devices.virtual import virtual_gpu

__all__ = ["virtual_gpu"]

# In the order in which they enter a session: Inductor's kernels are launched by Triton.
for _name in ("triton", "inductor", "numba"):
    import_module(f"kernelscope.frontends.{_name}")
