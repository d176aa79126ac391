"""The same inputs on the real GPU: the machine code of a kernel and of its CUDA text, compared.

Both run on the same GPU, so that approximations which PTX leaves open (`ex2.approx`, the order of a
tensor core's sums) are the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.frontends.cuda_arguments import CudaParameter
from kernelscope.frontends.cuda_driver import DriverKernel
from kernelscope.stages.prove.inputs import Arena, Input, Outcome, Subject, arena_of, packed
from kernelscope.stages.prove.search import Difference, difference
from kernelscope.stages.prove.setup import Pointer, Setup
from kernelscope.stages.prove.values import Array
from kernelscope.vgpu import Kernel

MOST_INPUTS = 24


class RealPair:
    """A kernel and its copy as machine code; used on a machine with a GPU alone.

    Attributes:
        inputs: how many both ran on.
        why_not: why it is not all that were given; "" if it is.
    """

    def __init__(
        self, setup: Setup, original: tuple[bytes, Subject], copy: tuple[bytes, Subject]
    ) -> None:
        self.setup = setup
        kinds = [
            CudaParameter("pointer", 8, None)
            if isinstance(argument, Pointer)
            else CudaParameter("bytes", parameter.size, None)
            for argument, parameter in zip(
                setup.arguments, original[1].kernel.parameters, strict=True
            )
        ]
        self._original, self._copy = (
            (DriverKernel(cubin, subject.kernel.name, kinds), subject)
            for cubin, subject in (original, copy)
        )
        self.inputs = 0
        self.why_not = ""

    def differ(self, inputs: Sequence[Input], floats: Sequence[float]) -> _Found | None:
        """The first input on which the two differ; None where there is none.

        An input on which the original alone gives another result from run to run is left out.
        """
        names = self._original[1].compared
        for given in inputs:
            arena = arena_of(self.setup, given, floats)
            try:
                first, again = (self._run(self._original, given, arena) for _ in range(2))
            except LaunchError as error:
                # An error inside a kernel ends this process's use of the GPU.
                self.why_not = str(error)
                return None
            if difference(self.setup, first, again, names) is not None:
                self.why_not = "from run to run the kernel itself gives other results there"
                continue
            self.inputs += 1
            try:
                copy = self._run(self._copy, given, arena)
            except LaunchError as error:
                copy = Outcome("refused", str(error))
            found = difference(self.setup, first, copy, names)
            if found is not None:
                return given, found
        return None

    def _run(self, one: tuple[DriverKernel, Subject], given: Input, arena: Arena) -> Outcome:
        import torch

        kernel, subject = one
        memory = [torch.from_numpy(array.copy()).cuda() for array in arena.initial]
        # Numbers are packed as for the virtual GPU; pointers become the device's own.
        values = packed(self.setup, given, arena.initial)
        for place, argument in enumerate(self.setup.arguments):
            if isinstance(argument, Pointer):
                values[place] = memory[argument.buffer].data_ptr() + argument.offset
        # A module loaded anew begins with its own variables, whatever the last launch left.
        kernel.unload()
        for name, data in subject.variables.items():
            if not subject.kernel.header.variables[name].relocations:
                kernel.write_variable(name, data)
        kernel.launch(given.grid, given.block, given.shared, values)
        try:
            torch.cuda.synchronize()
        except RuntimeError as error:
            raise LaunchError(f"{kernel.entry}: {' '.join(str(error).split())[:200]}") from None
        return Outcome(
            "done",
            memory=tuple(_bytes(tensor.cpu().numpy()) for tensor in memory),
            variables=tuple(self._variables(kernel, subject)),
        )

    def _variables(self, kernel: DriverKernel, subject: Subject) -> Iterator[Array]:
        """The compared variables, empty where one of the two exports none of that name."""
        for names in zip(self._original[1].compared, self._copy[1].compared, strict=True):
            name = names[0] if subject is self._original[1] else names[1]
            held = kernel.read_variable(name) if self._exported(names) else b""
            yield np.frombuffer(held or b"", np.uint8)

    def _exported(self, names: tuple[str, str]) -> bool:
        pairs = zip((self._original, self._copy), names, strict=True)
        return all(
            not subject.kernel.header.variables[name].relocations
            and kernel.read_variable(name) is not None
            for (kernel, subject), name in pairs
        )


_Found = tuple[Input, Difference]


def prints(kernel: Kernel) -> bool:
    """Whether a kernel may print: on the real GPU that goes to this process's own output."""
    return "vprintf" in kernel.module.text


def _bytes(array: Array) -> Array:
    return np.ascontiguousarray(array).view(np.uint8)
