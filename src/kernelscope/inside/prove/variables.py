"""The variables of two modules: their first contents, and which ones correspond.

In: a kernel, its copy, a `Setup`. Out: two `Subject`s, ready to run.
"""

from __future__ import annotations

import numpy as np

from kernelscope.inside.decompile import c_name
from kernelscope.inside.prove.inputs import Subject, Variable
from kernelscope.inside.prove.parameters import variables_of
from kernelscope.inside.prove.setup import Setup
from kernelscope.vgpu import Kernel
from kernelscope.vgpu.runtime.coverage import CoveredKernel


def subjects(
    user: Kernel, original: CoveredKernel, copy: CoveredKernel, setup: Setup
) -> tuple[Subject, Subject]:
    """Return a kernel and its copy, ready to run.

    A variable that the program has set since its module was loaded (`cudaMemcpyToSymbol`, an
    earlier kernel) has that value in both. A variable that the copy lacks counts as unchanged.

    Args:
        user: the kernel in the module that the program uses.
        original: the same kernel in a module of its own, so that runs leave the program's alone.
        copy: the kernel to compare with it.
        setup: its buffers that are variables are filled anew for each input.
    """
    function = original.lowered()
    theirs = variables_of(copy.lowered())
    buffers = {b.symbol: n for n, b in enumerate(setup.buffers) if b.symbol}
    first: list[Variable] = []
    second: list[Variable] = []
    for name in variables_of(function):
        if function.variables[name].relocations:
            continue  # each module has its own addresses
        memory, held = original.variable(name), user.variable(name).copy()
        buffer = buffers.get(name)
        first.append(Variable(name, name, memory, held, buffer))
        other = next((n for n in (name, c_name(name)) if n in theirs), "")
        if not other:
            second.append(Variable(name, "", held.copy(), held, buffer))
            continue
        # The copy may be longer: its size is rounded up to whole elements.
        matching = copy.variable(other)[: len(memory)]
        start = matching.copy() if np.array_equal(held, memory) else held
        second.append(Variable(name, other, matching, start, buffer))
    return Subject(original, tuple(first)), Subject(copy, tuple(second))
