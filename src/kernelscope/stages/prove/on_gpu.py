"""The same inputs on the real GPU: the machine code of a kernel and of its CUDA text, compared.

Both run on the same GPU, so that approximations which PTX leaves open (`ex2.approx`, the order of a
tensor core's sums) are the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.frontends.cuda_arguments import CudaParameter
from kernelscope.frontends.cuda_driver import DriverKernel
from kernelscope.stages.prove.inputs import Arena, Input, Outcome, arena_of, packed
from kernelscope.stages.prove.search import Difference, difference
from kernelscope.stages.prove.setup import Pointer, Setup
from kernelscope.stages.prove.values import Array
from kernelscope.vgpu import Kernel

MOST_INPUTS = 24


class RealPair:
    """A kernel and its copy as machine code; used on a machine with a GPU alone.

    Attributes:
        inputs: how many both ran on.
    """

    def __init__(
        self, setup: Setup, original: tuple[bytes, Kernel], copy: tuple[bytes, Kernel]
    ) -> None:
        self.setup = setup
        kinds = [
            CudaParameter("pointer", 8, None)
            if isinstance(argument, Pointer)
            else CudaParameter("bytes", parameter.size, None)
            for argument, parameter in zip(setup.arguments, original[1].parameters, strict=True)
        ]
        self._original, self._copy = (
            DriverKernel(cubin, kernel.name, kinds) for cubin, kernel in (original, copy)
        )
        self.inputs = 0

    def differ(self, inputs: Sequence[Input], floats: Sequence[float]) -> _Found | None:
        """The first input on which the two differ; None where there is none.

        An input on which the original alone gives another result from run to run is left out.
        """
        for given in inputs:
            arena = arena_of(self.setup, given, floats)
            try:
                first, again = (self._run(self._original, given, arena) for _ in range(2))
            except LaunchError:
                return None  # the GPU takes no more launches of this process
            if difference(self.setup, first, again) is not None:
                continue
            self.inputs += 1
            try:
                copy = self._run(self._copy, given, arena)
            except LaunchError as error:
                copy = Outcome("refused", str(error))
            found = difference(self.setup, first, copy)
            if found is not None:
                return given, found
        return None

    def _run(self, kernel: DriverKernel, given: Input, arena: Arena) -> Outcome:
        import torch

        memory = [torch.from_numpy(array.copy()).cuda() for array in arena.initial]
        # Numbers are packed as for the virtual GPU; pointers become the device's own.
        values = packed(self.setup, given, arena.initial)
        for place, argument in enumerate(self.setup.arguments):
            if isinstance(argument, Pointer):
                values[place] = memory[argument.buffer].data_ptr() + argument.offset
        kernel.launch(given.grid, given.block, given.shared, values)
        try:
            torch.cuda.synchronize()
        except RuntimeError as error:
            raise LaunchError(f"{kernel.entry}: {' '.join(str(error).split())[:200]}") from None
        return Outcome("done", memory=tuple(_bytes(tensor.cpu().numpy()) for tensor in memory))


_Found = tuple[Input, Difference]


def keeps_state(kernel: Kernel) -> bool:
    """Whether a module holds variables that a launch may leave changed for the next."""
    return any(
        variable.space == "global" and not name.startswith("$")
        for name, variable in kernel.header.variables.items()
    )


def _bytes(array: Array) -> Array:
    return np.ascontiguousarray(array).view(np.uint8)
