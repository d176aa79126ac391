"""The front ends: ways of writing kernels, each one object, registered once.

    register(FrontEnd("triton", "Triton", "python", enter))

A front end's folder registers it. The object holds everything that differs between front ends, so
that no other module names a front end.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kernelscope._patching import Patches

if TYPE_CHECKING:
    from kernelscope.devices.capture import KernelForm
    from kernelscope.hardware import GPUSpec
    from kernelscope.vgpu import Kernel


@dataclass(frozen=True, slots=True)
class HeldKernel:
    """A kernel behind an object that a program holds.

    Attributes:
        form: the kernel in every form that its front end has.
        kernel: the loaded kernel, if the virtual GPU has launched it; None if there is only code.
    """

    form: KernelForm
    kernel: Kernel | None = None


def _nothing_held(_thing: Any, _spec: GPUSpec) -> Iterable[HeldKernel]:
    return ()


@dataclass(frozen=True, slots=True)
class FrontEnd:
    """One way of writing kernels.

    Attributes:
        name: its name in records: "triton".
        title: its name for people: "Triton".
        language: the language of its kernels' source.
        enter: prepares its compiler for virtual GPUs. It is called when the first session of the
            process begins, with the patches that are undone when the last one ends. What it
            installs asks `current_gpu` which GPU a thread uses. None: there is nothing to prepare.
        held: returns the kernels behind an object that a program holds, for a GPU; none if the
            object is not this front end's.
        kernel_prefix: the beginning of its kernels' names on a real GPU; "" if they share none.
        generated_in: a part of the path of each file that its compiler writes kernels into; "" if
            users write the source.
        debuggable: whether its compiler can give each variable of the source its own storage
            (`nvcc -G`), which the debugger then shows.
        own_cubin: whether its compiler assembles the cubin itself, perhaps from another PTX text
            than the one it shows.
        lines_advice: what to do if its PTX names no lines of the source.
    """

    name: str
    title: str
    language: Literal["python", "cuda", "ptx"]
    enter: Callable[[Patches], None] | None = None
    held: Callable[[Any, GPUSpec], Iterable[HeldKernel]] = _nothing_held
    kernel_prefix: str = ""
    generated_in: str = ""
    debuggable: bool = False
    own_cubin: bool = False
    lines_advice: str = "compile it with line information: nvcc -lineinfo; Triton always adds it"

    @property
    def generated(self) -> bool:
        """True if a compiler writes the source of its kernels, not the user."""
        return bool(self.generated_in)


PTX = FrontEnd("ptx", "PTX", "ptx")
"""The front end of kernels that were launched as PTX, by hand."""

_registered: dict[str, FrontEnd] = {PTX.name: PTX}
_lock = threading.RLock()
_sessions = 0
_undo = Patches()


def register(front_end: FrontEnd) -> None:
    """Add a front end; if sessions are open, it enters at once.

    Front ends enter in the order of their registration and are undone in the reverse order.
    """
    with _lock:
        _registered[front_end.name] = front_end
        if _sessions:
            _enter(front_end)


def front_ends() -> tuple[FrontEnd, ...]:
    """Return the front ends in the order of their registration."""
    return tuple(_registered.values())


def front_end(name: str) -> FrontEnd:
    """Return the front end of that name, or `PTX` if this version does not know the name."""
    return _registered.get(name, PTX)


def front_end_of_kernel(name: str) -> str:
    """Return the name of the front end that made a kernel on a real GPU, by the kernel's name.

    Kernels without a known prefix count as CUDA C++, as most of PyTorch's own kernels are.
    """
    prefixed = (each for each in _registered.values() if each.kernel_prefix)
    return next((each.name for each in prefixed if name.startswith(each.kernel_prefix)), "cuda")


def front_end_of_file(path: str, default: str) -> str:
    """Return the name of the front end whose compiler wrote the kernel in a file, or `default`."""
    writers = (each for each in _registered.values() if each.generated_in)
    return next((each.name for each in writers if each.generated_in in path), default)


preparations: list[Callable[[Patches], None]] = []
"""Functions that prepare what is no front end's for virtual GPUs, as `FrontEnd.enter` does."""


def begin_session() -> None:
    """Enter every front end, if no session is open yet."""
    global _sessions
    with _lock:
        if not _sessions:
            try:
                for each in _registered.values():
                    _enter(each)
                for prepare in preparations:
                    prepare(_undo)
            except BaseException:
                _undo.close()
                raise
        _sessions += 1


def end_session() -> None:
    """Undo every front end, if this was the last open session."""
    global _sessions
    with _lock:
        _sessions -= 1
        if not _sessions:
            _undo.close()


def _enter(each: FrontEnd) -> None:
    if each.enter is not None:
        each.enter(_undo)


def held_kernels(thing: Any, spec: GPUSpec) -> Iterator[HeldKernel]:
    """Yield the kernels behind an object, of whichever front end it is."""
    for each in _registered.values():
        yield from each.held(thing, spec)
