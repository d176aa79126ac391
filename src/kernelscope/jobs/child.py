"""A Python process below a script under `run`: it has the script's virtual GPU, too."""

from __future__ import annotations

import atexit
import sys
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType

from kernelscope._patching import Undo, when_imported
from kernelscope.jobs.child_processes import Parent

# Of CuPy a module that it imports before all that asks for a GPU.
_NEED_A_GPU = ("torch", "cupy._environment")


def join() -> None:
    """Let this process have the GPU of the script that started it, once it needs one."""
    parent = Parent.of_environment()
    if parent is None or sys.prefix != parent.prefix or _is_kernelscope():
        return
    waiting: list[Undo] = []

    def enter(_: ModuleType) -> None:
        while waiting:
            waiting.pop()()
        _enter(parent)

    waiting += [when_imported(name, enter) for name in _NEED_A_GPU]


def _is_kernelscope() -> bool:
    """Return whether this is a command of Kernelscope, which chooses its device itself."""
    words = sys.orig_argv[1:4]
    return ["-m", "kernelscope"] in (words[:2], words[1:]) or any(
        Path(word).name == "kernelscope" for word in words[:1]
    )


def _enter(parent: Parent) -> None:
    from kernelscope.devices.sampling import Sampling
    from kernelscope.frontends import virtual_gpu
    from kernelscope.jobs.child_processes import EventWriter
    from kernelscope.jobs.run import on_virtual_gpu

    gpu = virtual_gpu(parent.gpu, limit_s=parent.limit_s)
    gpu.sampling = Sampling(everything=parent.sample)
    stack = ExitStack()
    stack.enter_context(on_virtual_gpu(gpu, parent.clocks))
    gpu.listeners.append(EventWriter(parent))
    atexit.register(stack.close)
