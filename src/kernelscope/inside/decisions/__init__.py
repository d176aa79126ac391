"""Answers about one kernel: what its compiler decided, and why.

In: a kernel's stages (`KernelForm`: TTIR, TTGIR, PTX, cubin) and, if it ran, its launch.
Out: `Decided`, the answers to `QUESTIONS` in sentences, and the accesses and buffers as records.
Each question has a file: `vectorize`, `layouts`, `shared`, `pipeline`, `barriers`, `tensor_cores`,
`resources`, `numerics`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from kernelscope.devices.capture import KernelForm, LaunchFacts
from kernelscope.errors import KernelscopeError, PtxError
from kernelscope.hardware import GPUS, GPUSpec
from kernelscope.inside.decisions.barriers import barriers_answer
from kernelscope.inside.decisions.layouts import layouts_answer
from kernelscope.inside.decisions.mlir import Module, parse
from kernelscope.inside.decisions.numerics import numerics_answer
from kernelscope.inside.decisions.pipeline import ptx_pipeline, triton_pipeline
from kernelscope.inside.decisions.ptx_code import PtxCode
from kernelscope.inside.decisions.resources import Resources, resources_answer
from kernelscope.inside.decisions.shared import Buffer, ptx_buffers, shared_answer, triton_buffers
from kernelscope.inside.decisions.tensor_cores import tensor_core_answer
from kernelscope.inside.decisions.vectorize import accesses_answer, triton_accesses
from kernelscope.inside.decisions.vectorize_ptx import ptx_accesses
from kernelscope.machine_code.cubin import kernel_resources
from kernelscope.record.inspection import AccessDecision, Decision, SharedBuffer
from kernelscope.vgpu.layout import LANES

QUESTIONS = (
    *("vectorize", "layout", "shared", "pipeline"),
    *("barriers", "tensor-cores", "registers", "numerics"),
)
_DEFAULT_WARPS = 4
_UNREADABLE = (IndexError, KeyError, ValueError, PtxError)
"""What reading a text raises if Kernelscope does not know a form or an instruction in it."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The answers for one kernel.

    Attributes:
        accesses: to global memory; shared: buffers of shared memory.
        decisions: the answers to all of `QUESTIONS` in text, in that order.
    """

    accesses: tuple[AccessDecision, ...] = ()
    shared: tuple[SharedBuffer, ...] = ()
    decisions: tuple[Decision, ...] = ()


def decide(form: KernelForm, launch: LaunchFacts | None = None) -> Decided:
    """Return the compiler's decisions for a kernel; an empty answer if it has no PTX.

    A launch adds the values of the arguments and the size of the block. Raises PtxError for
    malformed PTX.
    """
    if "ptx" not in form.texts:
        return Decided()
    return _Kernel(form, launch).decided()


def _answered(question: str, answer: Callable[[], list[Decision]]) -> list[Decision]:
    """Return an answer, or "not known" if the compiler prints a form that we cannot read."""
    try:
        return answer()
    except _UNREADABLE as error:
        text = f"this kernel's text could not be read ({type(error).__name__}: {error})"
        return [Decision(question, f"not known: {text}")]


class _Kernel:
    """One kernel's stages, parsed once for all questions."""

    def __init__(self, form: KernelForm, launch: LaunchFacts | None) -> None:
        self.form, self.launch = form, launch
        self.ptx = PtxCode.read(form.texts["ptx"], form.name)
        self.ttgir = self._module("ttgir")
        digits = re.search(r"\d+", form.target)
        self.capability = int(digits[0]) if digits else 0

    def _module(self, stage: str) -> Module | None:
        return parse(self.form.texts[stage]) if stage in self.form.texts else None

    def decided(self) -> Decided:
        try:
            accesses = tuple(self.accesses)
        except _UNREADABLE:
            accesses = ()
        buffers = tuple(buffer.record for buffer in self.buffers or ())
        return Decided(accesses, buffers, tuple(self._decisions()))

    def _decisions(self) -> Iterator[Decision]:
        ttgir, ptx = self.ttgir, self.ptx
        answers: dict[str, Callable[[], list[Decision]]] = {
            "vectorize": lambda: accesses_answer(self.accesses),
            "layout": lambda: layouts_answer(ttgir),
            "shared": lambda: shared_answer(self.buffers),
            "pipeline": self._pipeline,
            "barriers": lambda: barriers_answer(ptx, self.buffers or []),
            "tensor-cores": lambda: tensor_core_answer(ttgir, ptx, self.capability),
            "registers": self._registers,
            "numerics": lambda: numerics_answer(ptx, ttgir),
        }
        for question in QUESTIONS:
            yield from _answered(question, answers[question])

    def _pipeline(self) -> list[Decision]:
        if self.ttgir is None:
            return ptx_pipeline(self.ptx)
        asked = self.form.options.get("num_stages")
        stages = asked if isinstance(asked, int) else None
        return triton_pipeline(self.ttgir, self._module("ttir"), stages, self.capability)

    @cached_property
    def accesses(self) -> list[AccessDecision]:
        if self.ttgir is not None:
            return triton_accesses(self.ttgir, self.ptx, self.launch.values if self.launch else {})
        return ptx_accesses(self.ptx, self._names())

    @cached_property
    def buffers(self) -> list[Buffer] | None:
        if self.ttgir is not None:
            return triton_buffers(self.ttgir, self.ptx, self.capability)
        return ptx_buffers(self.ptx, self.launch.record.dynamic_shared_bytes if self.launch else 0)

    def _names(self) -> dict[str, str]:
        """Return the source's name of each PTX parameter."""
        parameters = self.ptx.function.parameters if self.ptx.function is not None else ()
        pairs = zip(parameters, self.form.parameters, strict=False)
        return {parameter.name: name for parameter, name in pairs if name}

    def _registers(self) -> list[Decision]:
        used, spec = self._resources(), self._spec()
        if used is None or spec is None:
            missing = "machine code" if used is None else f"{self.form.target} GPU in the table"
            text = f"registers and occupancy are not known: there is no {missing}"
            return [Decision("registers", text)]
        return resources_answer(used, spec)

    def _resources(self) -> Resources | None:
        if self.form.cubin is None:
            return None
        try:
            machine = kernel_resources(self.form.cubin)[self.form.name]
        except (KernelscopeError, KeyError):
            return None
        shared = machine.static_shared_bytes
        if self.launch is not None:
            shared += self.launch.record.dynamic_shared_bytes
        elif self.ttgir is not None and (buffers := self.buffers):
            shared = max(buffer.offset + buffer.bytes for buffer in buffers)
        return Resources(
            machine.registers,
            self._threads(),
            shared,
            self.form.spill_bytes,
            machine.local_bytes,
        )

    def _threads(self) -> int:
        if self.launch is not None:
            return math.prod(self.launch.record.block)
        if self.ttgir is not None:
            return LANES * self.ttgir.number("ttg.num-warps", _DEFAULT_WARPS)
        directives = self.ptx.function.directives if self.ptx.function is not None else {}
        return math.prod(directives.get("reqntid") or directives.get("maxntid") or (0,))

    def _spec(self) -> GPUSpec | None:
        """Return the GPU of the launch; otherwise the newest in the table that runs the code."""
        if self.launch is not None:
            return self.launch.gpu
        return next((s for s in reversed([*GPUS.values()]) if s.sm == self.capability), None)


__all__ = ["QUESTIONS", "Decided", "decide"]
