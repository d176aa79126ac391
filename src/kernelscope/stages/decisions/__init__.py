"""What the compiler decided, and why: one file a question, each an answer a newcomer can read."""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.devices.capture import CapturedLaunch, KernelForm
from kernelscope.record.inspection import AccessDecision, Decision, SharedBuffer
from kernelscope.stages.decisions.mlir import parse
from kernelscope.stages.decisions.ptx_code import PtxCode
from kernelscope.stages.decisions.vectorize import accesses_answer, triton_accesses
from kernelscope.stages.decisions.vectorize_ptx import ptx_accesses
from kernelscope.vgpu.memory import region_of


@dataclass(frozen=True, slots=True)
class Decided:
    """The answers for one kernel.

    Attributes:
        accesses: to global memory; shared: buffers of shared memory.
        decisions: every question's answers in text, those two as well.
    """

    accesses: tuple[AccessDecision, ...] = ()
    shared: tuple[SharedBuffer, ...] = ()
    decisions: tuple[Decision, ...] = ()


def decide(form: KernelForm, launch: CapturedLaunch | None = None) -> Decided:
    """What the compiler decided for a kernel, from its stages; nothing where it has no PTX.

    A launch tells the values of the arguments.
    """
    if "ptx" not in form.texts:
        return Decided()
    ptx = PtxCode(form.texts["ptx"], form.name)
    ttgir = parse(form.texts["ttgir"]) if "ttgir" in form.texts else None
    if ttgir is not None:
        accesses = triton_accesses(ttgir, ptx, _values(form, launch))
    else:
        accesses = ptx_accesses(ptx, _names(form, ptx))
    return Decided(tuple(accesses), (), tuple(accesses_answer(accesses)))


def _values(form: KernelForm, launch: CapturedLaunch | None) -> dict[str, int]:
    """The launch's integers by the source's name; of a pointer, its place in its allocation."""
    found: dict[str, int] = {}
    given = launch.arguments if launch is not None else ()
    for name, value in zip(form.parameters, given, strict=False):
        if isinstance(value, int):
            found[name] = value
        elif not isinstance(value, float) and (place := region_of(value)) is not None:
            region, address = place
            found[name] = address - region.base
    return found


def _names(form: KernelForm, ptx: PtxCode) -> dict[str, str]:
    """What the source calls each parameter of the PTX."""
    parameters = ptx.function.parameters if ptx.function is not None else ()
    pairs = zip(parameters, form.parameters, strict=False)
    return {parameter.name: name for parameter, name in pairs if name}
