"""The variables of two modules: what they begin with, and which of them are the same one."""

from __future__ import annotations

from kernelscope.stages.prove.inputs import Subject
from kernelscope.vgpu import Kernel, ir
from kernelscope.vgpu.coverage import CoveredKernel


def subjects(user: Kernel, original: CoveredKernel, copy: CoveredKernel) -> tuple[Subject, Subject]:
    """A kernel and its copy, ready to run.

    A variable that the program has set since its module was loaded (`cudaMemcpyToSymbol`, an
    earlier kernel) begins with that in both.

    Args:
        user: the kernel in the module that the program uses.
        original: the same in a module of its own, so that running it leaves the program's alone.
        copy: what is compared with it.
    """
    pairs = _pairs(_variables(original), _variables(copy))
    first, second = _contents(original), _contents(copy)
    for name, variable in _variables(original).items():
        held = user.variable(name).tobytes()
        if not variable.relocations and held != first[name]:
            first[name] = held
            if name in pairs:
                second[pairs[name]] = held
    return (
        Subject(original, first, tuple(pairs)),
        Subject(copy, second, tuple(pairs.values())),
    )


def _variables(kernel: Kernel) -> dict[str, ir.ModuleVariable]:
    return {n: v for n, v in kernel.header.variables.items() if v.space != "shared"}


def _contents(kernel: Kernel) -> dict[str, bytes]:
    return {name: kernel.variable(name).tobytes() for name in _variables(kernel)}


def _pairs(
    original: dict[str, ir.ModuleVariable], copy: dict[str, ir.ModuleVariable]
) -> dict[str, str]:
    """The copy's name of each variable: the same one, else the next of the same size.

    Texts (`$str`) are the compiler's own: they show in what is printed.
    """
    pairs = {name: name for name in original if name in copy and not name.startswith("$")}
    left = [name for name in copy if name not in pairs and not name.startswith("$")]
    for name, variable in original.items():
        if name in pairs or name.startswith("$"):
            continue
        fitting = [other for other in left if copy[other].size == variable.size]
        if fitting:
            pairs[name] = fitting[0]
            left.remove(fitting[0])
    return pairs
