"""The same inputs on the real GPU: compares the machine code of a kernel and of its CUDA text.

In: two cubins, and inputs on which the virtual GPU found no difference. Out: the first input on
which the real GPU finds one. Both run on the same GPU, so what PTX leaves open (`ex2.approx`, the
order of a tensor core's sums) is the same for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.frontends.cuda.arguments import CudaParameter
from kernelscope.frontends.cuda.driver import DriverKernel
from kernelscope.inside.prove.inputs import (
    Arena,
    Input,
    Outcome,
    Subject,
    Variable,
    arena_of,
    packed,
    write_links,
)
from kernelscope.inside.prove.search import Difference, difference
from kernelscope.inside.prove.setup import Setup
from kernelscope.inside.prove.values import Array
from kernelscope.vgpu import Kernel

MOST_INPUTS = 24


class RealPair:
    """A kernel and its copy as machine code; needs a GPU.

    `inputs`: how many both ran on; `why_not`: the reason if that is fewer than given, else "".
    """

    def __init__(
        self, setup: Setup, original: tuple[bytes, Subject], copy: tuple[bytes, Subject]
    ) -> None:
        self.setup = setup
        kinds = [CudaParameter("bytes", p.size, None) for p in original[1].kernel.parameters]
        self._original, self._copy = (
            (DriverKernel(cubin, subject.kernel.name, kinds), subject)
            for cubin, subject in (original, copy)
        )
        self._names = [variable.name for variable in original[1].variables]
        self.inputs = 0
        self.why_not = ""

    def differ(self, inputs: Sequence[Input], floats: Sequence[float]) -> _Differing | None:
        """Return the first input on which the two differ, with the difference; None if none does.

        An input on which the original itself differs from run to run (atomics of floats, say) is
        left out: there a difference proves nothing.
        """
        import torch

        for given in inputs:
            arena = arena_of(self.setup, given, floats)
            # The same memory for all runs, because it may hold addresses of itself.
            memory = [torch.from_numpy(array).cuda() for array in arena.initial]
            try:
                first, again = (self._run(self._original, given, arena, memory) for _ in range(2))
            except LaunchError as error:
                # An error inside a kernel ends this process's use of the GPU.
                self.why_not = str(error)
                return None
            if difference(self.setup, first, again, self._names) is not None:
                self.why_not = "the kernel itself gives different results from run to run"
                continue
            self.inputs += 1
            try:
                copy = self._run(self._copy, given, arena, memory)
            except LaunchError as error:
                copy = Outcome("refused", str(error))
            first_difference = difference(self.setup, first, copy, self._names)
            if first_difference is not None:
                return given, first_difference
        return None

    def _run(
        self,
        machine_code: tuple[DriverKernel, Subject],
        given: Input,
        arena: Arena,
        memory: Sequence[Any],
    ) -> Outcome:
        import torch

        kernel, subject = machine_code
        begun = [array.copy() for array in arena.initial]
        addresses = [0 if n in given.null else t.data_ptr() for n, t in enumerate(memory)]
        values = packed(self.setup, given, addresses)
        write_links(self.setup.links, addresses, begun, values)
        for tensor, array in zip(memory, begun, strict=True):
            tensor.copy_(torch.from_numpy(array))
        # A module that is loaded again has its first variables, whatever the last launch wrote.
        kernel.unload()
        for variable in subject.variables:
            if variable.symbol:
                kernel.write_variable(variable.symbol, variable.beginning(arena).tobytes())
        kernel.launch(given.grid, given.block, given.shared, values)
        try:
            torch.cuda.synchronize()
        except RuntimeError as error:
            raise LaunchError(f"{kernel.entry}: {' '.join(str(error).split())[:200]}") from None
        return Outcome(
            "done",
            memory=tuple(tensor.cpu().contiguous().numpy().view(np.uint8) for tensor in memory),
            variables=tuple(self._variables(kernel, subject)),
        )

    def _variables(self, kernel: DriverKernel, subject: Subject) -> Iterator[Array]:
        """Yield the variables; empty for one that either of the two does not export."""
        pairs = zip(self._original[1].variables, self._copy[1].variables, strict=True)
        for own, pair in zip(subject.variables, pairs, strict=True):
            there = self._exported(self._original[0], pair[0])
            there = there and self._exported(self._copy[0], pair[1])
            held = kernel.read_variable(own.symbol) if there else b""
            yield np.frombuffer((held or b"")[: len(own.memory)], np.uint8)

    @staticmethod
    def _exported(kernel: DriverKernel, variable: Variable) -> bool:
        return bool(variable.symbol) and kernel.read_variable(variable.symbol) is not None


_Differing = tuple[Input, Difference]


def prints(kernel: Kernel) -> bool:
    """Return whether a kernel may print; a real GPU prints to this process's own output."""
    return "vprintf" in kernel.module.text
